//! Data files that end too early: one sentence for all costumes and rooms that they cut, instead of an error for each.

use std::collections::{BTreeMap, BTreeSet};

use costumier::{Error, ErrorKind};

use crate::game::open::OpenGame;
use crate::output::text::grouped;

/// What the ends of files cut, by the names of the files.
#[derive(Default)]
pub(crate) struct CutOff(BTreeMap<String, CutFile>);

/// What the end of one file cuts.
#[derive(Default)]
struct CutFile {
    size: u64,
    rooms: BTreeSet<u32>,
    costumes: BTreeSet<u32>,
}

impl CutOff {
    /// Finds those of the costumes and rooms that a file ends before, or in.
    pub(crate) fn of(
        opened: &OpenGame,
        costumes: impl IntoIterator<Item = u32>,
        rooms: impl IntoIterator<Item = u32>,
    ) -> Self {
        let mut cut = Self::default();
        for id in costumes {
            if let Some(file) = opened.game.costume_bytes(id).err().and_then(|error| cut.file(opened, &error))
            {
                file.costumes.insert(id);
            }
        }
        for id in rooms {
            if let Some(file) = opened.game.room(id).err().and_then(|error| cut.file(opened, &error)) {
                file.rooms.insert(id);
            }
        }
        cut
    }

    /// Returns the file whose end is the reason of an error.
    fn file(&mut self, opened: &OpenGame, error: &Error) -> Option<&mut CutFile> {
        let ErrorKind::Truncated { needed, .. } = error.kind() else { return None };
        let (file, at) = (error.file()?, error.offset()?);
        let size = opened.files().open(file).ok()?.len();
        if at.saturating_add(*needed) <= size {
            return None;
        }
        let cut = self.0.entry(file.to_owned()).or_default();
        cut.size = size;
        Some(cut)
    }

    /// Whether the costume is cut.
    pub(crate) fn has_costume(&self, id: u32) -> bool {
        self.0.values().any(|file| file.costumes.contains(&id))
    }

    /// Whether the room is cut.
    pub(crate) fn has_room(&self, id: u32) -> bool {
        self.0.values().any(|file| file.rooms.contains(&id))
    }

    /// Returns a sentence for each file.
    pub(crate) fn sentences(&self, opened: &OpenGame) -> Vec<String> {
        let list = |noun: &str, names: Vec<String>| {
            let plural = if names.len() == 1 { "" } else { "s" };
            (!names.is_empty()).then(|| format!("{noun}{plural} {}", names.join(", ")))
        };
        let sentence = |(name, file): (&String, &CutFile)| {
            let rooms = list("room", file.rooms.iter().map(|room| opened.room_text(*room)).collect());
            let costumes = list("costume", file.costumes.iter().map(u32::to_string).collect());
            let what: Vec<String> = rooms.into_iter().chain(costumes).collect();
            let size = grouped(file.size);
            format!("{name} is cut off: it ends after {size} bytes, before or inside {}", what.join(" and "))
        };
        self.0.iter().map(sentence).collect()
    }
}
