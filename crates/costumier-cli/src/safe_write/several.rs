//! New files over the old ones of a folder, all or none.
//!
//! All new files are whole before the first gets its name. Names change one after the other. A call that is stopped
//! between two of them leaves a list of the rest, and the next one ends it:
//!
//! ```text
//! .costumier-XXXXXX.part ⇥ sample.000      the new file and its name, both as paths in the folder
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use super::{NewFile, stays_inside, write_file};
use crate::failure::hinted;

/// The list of new files that still need their names, while they get them. Files on it are no leftovers.
pub(super) const LIST: &str = ".costumier-unfinished";

/// The hint for a call that was stopped between two names.
pub(crate) const ENDS: &str =
    "call `put --in-place` again to finish it; the files NAME.before-costumier are the original game";

/// Returns the error for a folder whose list still exists.
pub(crate) fn two_states(folder: &Path) -> String {
    format!("{} holds a mix of old and new files: `put --in-place` was stopped there", folder.display())
}

/// Returns the folder whose list names a file of the game with this index, a path on the disk.
pub(crate) fn unsettled_folder(index: &Path) -> Option<PathBuf> {
    let game = index.parent()?.canonicalize().ok()?;
    let game = game.as_path();
    let above = game.ancestors().take(ABOVE);
    let is_ours = |folder: &&Path| {
        let list = fs::read_to_string(folder.join(LIST)).unwrap_or_default();
        let places = list.lines().filter_map(|line| line.split_once('\t'));
        places.map(|(_, place)| folder.join(place)).any(|place| place.parent() == Some(game))
    };
    above.filter(is_ours).map(Path::to_owned).next()
}

/// Number of levels above a file where the list may be: games have their files that deep in folders.
const ABOVE: usize = 4;

/// Whether new files of this folder may be on a list in the game's folder.
pub(super) fn is_listed(folder: &Path) -> bool {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    folder.ancestors().take(ABOVE).any(|above| above.join(LIST).symlink_metadata().is_ok())
}

/// Gives new files their names in a folder or in folders below it.
pub(crate) fn finish_all(folder: &Path, ready: Vec<(NewFile, PathBuf)>) -> Result<()> {
    let failed = |place: &Path| format!("cannot put {} in its place", place.display());
    if ready.len() < 2 {
        let mut ready = ready.into_iter();
        return ready.try_for_each(|(new, place)| new.finish(&place).with_context(|| failed(&place)));
    }
    let whole = |(new, place): (NewFile, PathBuf)| {
        let new = new.whole(&place).with_context(|| failed(&place))?;
        Ok((new, place))
    };
    let ready = ready.into_iter().map(whole).collect::<Result<Vec<_>>>()?;
    let list = ready.iter().filter_map(|(new, place)| {
        let place = place.strip_prefix(folder).ok()?;
        Some(format!("{}\t{}\n", place.with_file_name(new.path().file_name()?).display(), place.display()))
    });
    write_file(&folder.join(LIST), list.collect::<String>().as_bytes(), true)?;
    // From here on the new files stay, whatever happens: the list names them, and it is written while their locks are
    // held.
    for (new, place) in ready {
        new.into_temp_path().keep().with_context(|| failed(&place))?;
    }
    settle(folder, true)?;
    Ok(())
}

/// Finishes a `put --in-place` that was stopped: gives its new files their names, if `in_place`. Returns whether
/// there were any.
///
/// # Errors
/// If there are such files and this call may not write into the game.
pub(crate) fn settle(folder: &Path, in_place: bool) -> Result<bool> {
    let marker = folder.join(LIST);
    let Ok(list) = fs::read_to_string(&marker) else { return Ok(false) };
    if !in_place {
        return Err(hinted(anyhow!("{}", two_states(folder)), ENDS));
    }
    let lines = list.lines().filter_map(|line| line.split_once('\t'));
    for (new, name) in lines.filter(|(new, name)| stays_inside(new) && stays_inside(name)) {
        let new = folder.join(new);
        // New files that no longer exist have their names already.
        if new.is_file() {
            fs::rename(&new, folder.join(name)).map_err(|error| {
                hinted(
                    anyhow::Error::from(error).context(format!("cannot put {name} in its place")),
                    "see to it that no other program holds the file, and call `put --in-place` again, which ends \
                     it; NAME.before-costumier is the game as it was",
                )
            })?;
        }
    }
    fs::remove_file(&marker).with_context(|| format!("cannot remove {}", marker.display()))?;
    Ok(true)
}
