//! An earlier export in the folder that is to be written into: which game it is of, and which files it wrote.
//! Its manifest says both; where it was interrupted, its journal does.
//!
//! What a new export does not write again would stay beside the new manifest, named by nobody; so the files
//! that the old ones name go. Both may have been written by anybody: only names such as exports use are taken
//! from them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, anyhow};
use costumier::Costume;
use costumier_export::json::{self, PictureDump};
use serde::Deserialize;

use crate::failure::hinted;
use crate::journal::{Leftover, Owner};
use crate::open::Opened;
use crate::text::count;

/// The file by which a folder of ours is known.
const MANIFEST: &str = "manifest.json";

/// What every file of a costume begins with.
const COSTUME: &str = "costume-";

/// Costumes that are named where there are many.
const NAMED: usize = 8;

/// What is left of exports before this one.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    manifest: Option<Manifest>,
    leftover: Option<Leftover>,
}

/// The parts of an earlier export's manifest that matter here.
#[derive(Debug, Deserialize)]
struct Manifest {
    #[serde(rename = "version")]
    _version: u32,
    /// The game's key.
    game: String,
    /// Version 1 has none: what the export is of is told by what it holds.
    fingerprint: Option<String>,
    generation: String,
    costumes: Vec<CostumeEntry>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CostumeEntry {
    id: u32,
    room: u32,
    status: String,
    pictures: Vec<Frame>,
    animations: Vec<Animation>,
    files: Vec<Whole>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Animation {
    frames: Vec<Frame>,
    files: Vec<Whole>,
}

/// A picture, or a frame of an animation.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Frame {
    limb: u8,
    index: u16,
    sha256: Option<String>,
    file: Option<String>,
    bmp: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Whole {
    path: String,
}

impl Earlier {
    /// Reads what is in a folder. A manifest that says something else than ours do is not ours.
    pub(crate) fn read(folder: &Path) -> Self {
        let file = std::fs::File::open(folder.join(MANIFEST)).ok();
        let manifest = file.and_then(|file| serde_json::from_reader(std::io::BufReader::new(file)).ok());
        Self { manifest, leftover: Leftover::read(folder) }
    }

    /// Whether there is anything of ours.
    pub(crate) fn is_there(&self) -> bool {
        self.manifest.is_some() || self.leftover.is_some()
    }

    /// Checks that nothing here is of another game than the one that is to be exported.
    ///
    /// # Errors
    /// What is.
    pub(crate) fn require(&self, opened: &Opened, owner: &Owner, folder: &Path) -> Result<()> {
        let other = |what: String| {
            let error = anyhow!("the folder {} holds {what}", folder.display());
            Err(hinted(error, "choose another folder, or replace what is there with `--force`"))
        };
        if let Some(manifest) = self.manifest.as_ref().filter(|it| !it.is_of(opened, owner)) {
            return other(format!("an export of another game, {:?}", manifest.game));
        }
        match &self.leftover {
            Some(Leftover { owner: Some(left), .. }) if left != owner => {
                other(format!("an unfinished export of another game, {:?}", left.game))
            }
            Some(Leftover { owner: None, .. }) => other(
                "an unfinished export by an earlier version, which does not say of what game".to_owned(),
            ),
            _ => Ok(()),
        }
    }

    /// The costumes that the finished export could read whole.
    pub(crate) fn whole(&self) -> impl Iterator<Item = u32> {
        let entries = self.manifest.iter().flat_map(|it| &it.costumes);
        entries.filter(|it| matches!(it.status.as_str(), "ok" | "odd")).map(|it| it.id)
    }

    /// The costumes' files that were written; `manifest.json` and `index.html` are written by every export.
    pub(crate) fn files(&self) -> BTreeSet<&str> {
        let mut files: BTreeSet<&str> =
            self.leftover.iter().flat_map(|it| &it.files).map(String::as_str).collect();
        for costume in self.manifest.iter().flat_map(|it| &it.costumes) {
            let frames = costume.animations.iter().flat_map(|it| &it.frames).chain(&costume.pictures);
            files.extend(frames.flat_map(|it| [&it.file, &it.bmp]).filter_map(Option::as_deref));
            let wholes = costume.animations.iter().flat_map(|it| &it.files).chain(&costume.files);
            files.extend(wholes.map(|it| it.path.as_str()));
        }
        files.retain(|name| name.starts_with(COSTUME));
        files
    }
}

/// The costume that a file of an export is of, by its name.
pub(crate) fn costume_of(name: &str) -> Option<u32> {
    let rest = name.strip_prefix(COSTUME)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..digits)?.parse().ok()
}

/// How many files there are of which costumes, in words: `30 of costume 1, 2 of costume 6`.
pub(crate) fn by_costume<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for id in names.into_iter().filter_map(costume_of) {
        *counts.entry(id).or_default() += 1;
    }
    let more = counts.len().saturating_sub(NAMED);
    let named: Vec<String> =
        counts.iter().take(NAMED).map(|(id, files)| format!("{files} of costume {id}")).collect();
    let more =
        if more > 0 { format!(" and those of {}", count(more, "more costume")) } else { String::new() };
    format!("{}{more}", named.join(", "))
}

impl Manifest {
    /// Whether it is an export of this game.
    fn is_of(&self, opened: &Opened, owner: &Owner) -> bool {
        match &self.fingerprint {
            Some(fingerprint) => *fingerprint == owner.fingerprint,
            None => {
                self.generation == opened.game.generation().name()
                    && self.costumes.iter().all(|costume| costume.is_in(opened))
            }
        }
    }
}

impl CostumeEntry {
    /// Whether the game has this costume, picture for picture.
    fn is_in(&self, opened: &Opened) -> bool {
        let Ok(found) = opened.costume(self.id) else { return self.status == "failed" };
        if found.room != self.room {
            return false;
        }
        let dump = json::dump(self.id, found.room, &found.costume, opened.game.limits());
        let limb = |limb: u8, pictures: &[PictureDump]| -> Vec<(u8, u16, String)> {
            pictures.iter().map(|it| (limb, it.index, it.sha256.clone())).collect()
        };
        let stored: BTreeSet<_> = match &*found.costume {
            Costume::Akos(_) | Costume::V0(_) => limb(0, &dump.pictures).into_iter().collect(),
            _ => dump.limbs.iter().flat_map(|it| limb(it.limb, &it.pictures)).collect(),
        };
        let told = self.pictures.iter().filter_map(|it| Some((it.limb, it.index, it.sha256.clone()?)));
        told.collect::<BTreeSet<_>>() == stored
    }
}
