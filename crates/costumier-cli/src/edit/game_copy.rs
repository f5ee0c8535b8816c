//! Copies of a game in new folders, as `put` and `patch apply` write them; for ScummVM with the files and the
//! configuration that start the copy. A game in an archive or an image becomes loose files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use costumier::files::folder::path_of;
use costumier_edit::trial::KnownGame;

use crate::disk::safe_write::{NewFolder, nothing_written};
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::process::scummvm::{self, INI};

/// The folder of a copy.
pub(super) struct CopyPlace<'a> {
    pub(super) output: &'a Path,
    /// Whether to replace a folder that exists.
    pub(super) force: bool,
    /// What is being read, which is never replaced.
    pub(super) read: &'a [&'a Path],
    /// The game that ScummVM is to take the copy for.
    pub(super) known: Option<KnownGame>,
}

/// Writes a copy: every file of the game's folder, as `write` writes the file of a name.
pub(super) fn copy(
    opened: &OpenGame,
    place: &CopyPlace<'_>,
    mut write: impl FnMut(&str, &mut dyn Write) -> Result<()>,
) -> Result<()> {
    let dialect = opened.game.dialect();
    let into = NewFolder::begin(place.output, place.force, place.read)?;
    let renamed = place.known.filter(|_| opened.has_sample_names());
    for (name, to) in super::members(opened) {
        // The names of loose files are bytes, which their texts may not have.
        let own = opened.folder().map(|folder| (folder, path_of(folder, &name)));
        let own = own.as_ref().and_then(|(folder, path)| path.strip_prefix(folder).ok());
        let outer = name.len().saturating_sub(to.len());
        let outer = name.get(..outer).unwrap_or_default().matches('/').count();
        let to = match (&renamed, own) {
            (Some(known), _) => PathBuf::from(known.file_name(&to, &dialect)),
            (None, Some(own)) => own.components().skip(outer).collect(),
            (None, None) => PathBuf::from(to),
        };
        let failed = || format!("cannot write {}", place.output.join(&to).display());
        let written = File::create(into.path(&to)?).map_err(anyhow::Error::from).and_then(|file| {
            let mut file = BufWriter::new(file);
            write(&name, &mut file)?;
            Ok(file.flush()?)
        });
        written.with_context(failed).map_err(nothing_written)?;
    }
    for (name, bytes) in renamed.map(|known| known.more_files(&dialect)).into_iter().flatten() {
        into.write(&name, &bytes)?;
    }
    if let Some(known) = &place.known {
        let target = (super::TARGET, "A mod made with Costumier");
        into.write(INI, scummvm::configuration(known, target, place.output)?.as_bytes())?;
    }
    into.sync()?;
    into.finish()
}

/// Returns the game that ScummVM takes a copy for. Games of one's own have the names that ScummVM knows; the sample
/// gets them.
pub(super) fn known_game(opened: &OpenGame) -> Result<KnownGame> {
    let dialect = opened.game.dialect();
    let known = KnownGame::of(&dialect).filter(|_| opened.has_sample_names());
    if let Some(known) = known.or_else(|| opened.scummvm_id().map(|id| KnownGame::named(id, &dialect))) {
        return Ok(known);
    }
    let error = anyhow!("ScummVM's id of this game is not known, so no scummvm.ini can be written for it");
    Err(hinted(
        error,
        "leave `--for-scummvm` out: if the index changes, the last lines are a section to complete",
    ))
}
