//! The game of `put` and `patch apply`, held until the call ends: one call at a time changes a game, and none copies it
//! meanwhile. Without that, each of two calls would write what the other one has not seen.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::archive::Archive;
use crate::args::GameArg;
use crate::disk::safe_write::FolderLock;
use crate::disk::safe_write::calls::{Finished, settle, unsettled_folder};
use crate::game::open::open_quietly;
use crate::game::place::home;

/// A game that is locked.
pub(super) struct HeldGame {
    /// The folders that may hold a list of calls, those above the others first.
    folders: Vec<PathBuf>,
    is_changed: bool,
    _locks: Vec<FolderLock>,
}

impl HeldGame {
    /// Locks the game that the argument names: alone if the call changes it (`is_changed`).
    ///
    /// A game has several names, such as `shelf#one` and `shelf/one`, so the folder of its index is locked as well.
    ///
    /// # Errors
    /// If another call changes the game, or reads it while this one is to change it.
    pub(super) fn hold(game: &GameArg, is_changed: bool) -> Result<Self> {
        let index = index_place(game);
        let unsettled = index.as_deref().and_then(unsettled_folder);
        let own = index.as_deref().and_then(Path::parent).map(Path::to_owned);
        let home = home(&game.name);
        let whole_home = home.canonicalize().ok();
        let (mut folders, mut seen, mut locks) = (Vec::new(), Vec::new(), Vec::new());
        for folder in [unsettled, Some(home.clone()), own].into_iter().flatten() {
            let Ok(whole) = folder.canonicalize() else { continue };
            if !seen.contains(&whole) {
                // Messages name the folder as the call does.
                let folder = if whole_home.as_ref() == Some(&whole) { home.clone() } else { folder };
                locks.push(FolderLock::hold(&folder, is_changed)?);
                folders.push(folder);
                seen.push(whole);
            }
        }
        Ok(Self { folders, is_changed, _locks: locks })
    }

    /// Finishes a call that was stopped while it changed the game.
    ///
    /// # Errors
    /// If there is one and this call may not change the game.
    pub(super) fn settle(&self) -> Result<Option<Finished>> {
        let mut finished = None;
        for folder in &self.folders {
            finished = settle(folder, self.is_changed)?.or(finished);
        }
        Ok(finished)
    }
}

/// Returns the path of the game's index, or of the archive that holds it. `None` for a game that cannot be opened or is
/// not on the disk.
fn index_place(game: &GameArg) -> Option<PathBuf> {
    let opened = open_quietly(game).ok()?;
    if let Some(archive) = Archive::of(&opened, &game.name) {
        return Some(archive.place);
    }
    let index = opened.game.data().files().next()?;
    Some(opened.folder()?.join(index.name))
}
