//! The calls of `put --in-place` that changed a game: a list next to its files, the latest call last. With it a call
//! is undone, and a call that was stopped is finished.
//!
//! ```text
//! undo.before-costumier        call
//!                              9f2c…  sample.001.before-costumier-2 ⇥ sample.001
//!                              SHA-256 of the new file, the old file, the name of both
//! .costumier-sample.001.new    the new file, until it has its name
//! ```
//! New files get their names all or none: they are all whole before the list is written, and from then on they are in
//! the list. A call that is stopped between two names leaves new files that the list has; the next one renames them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use costumier::files::folder::UNDO;

use super::{NewFile, fault_of, write_file};
use crate::failure::hinted;
use crate::hash;

/// The line that begins a call.
const CALL: &str = "call";

/// The hint for a call that was stopped between two names.
pub(crate) const ENDS: &str =
    "call `put --in-place` again to finish it; the files NAME.before-costumier are the original game";

/// A file that a call replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// The hash of the new file.
    pub(crate) hash: String,
    /// The name of the old file, and the name that both have; in the game's folder.
    pub(crate) kept: String,
    pub(crate) name: String,
}

/// The calls that changed files of a folder.
#[derive(Debug, Default)]
pub(crate) struct Calls(pub(crate) Vec<Vec<Replaced>>);

impl Calls {
    pub(crate) fn read(folder: &Path) -> Self {
        let mut calls = Self::default();
        for line in fs::read_to_string(folder.join(UNDO)).unwrap_or_default().lines() {
            if line == CALL {
                calls.0.push(Vec::new());
            } else if let Some((hash, names)) = line.split_once("  ")
                && let Some((kept, name)) = names.split_once('\t')
                && let Some(call) = calls.0.last_mut()
            {
                call.push(Replaced { hash: hash.into(), kept: kept.into(), name: name.into() });
            }
        }
        calls
    }

    /// Writes the list, or removes it if it is empty.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let place = folder.join(UNDO);
        if self.0.is_empty() {
            return fs::remove_file(&place).with_context(|| format!("cannot remove {}", place.display()));
        }
        let mut text = String::new();
        for call in &self.0 {
            text.extend([CALL, "\n"]);
            for Replaced { hash, kept, name } in call {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{hash}  {kept}\t{name}");
            }
        }
        write_file(&place, text.as_bytes(), true)
    }

    /// Returns the places of the last call whose new files still need their names.
    fn unnamed(&self, folder: &Path) -> Vec<PathBuf> {
        let last = self.0.last().into_iter().flatten().filter(|it| fault_of(&it.name).is_none());
        let places = last.map(|it| (folder.join(&it.name), &it.hash));
        let unnamed = places.filter(|(place, hash)| hash_of(&new_of(place)).as_ref() == Some(hash));
        unnamed.map(|(place, _)| place).collect()
    }
}

/// Returns the path of a new file until it has its name.
fn new_of(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".costumier-{name}.new"))
}

/// Returns the hash of a file on the disk, or `None` if it cannot be read.
pub(crate) fn hash_of(place: &Path) -> Option<String> {
    fs::File::open(place).and_then(hash::of_reader).ok()
}

/// Gives new files their names, all or none; they are the last call of the list, which is written before.
pub(crate) fn replace(folder: &Path, ready: Vec<(NewFile, PathBuf)>, calls: &Calls) -> Result<()> {
    let places: Vec<PathBuf> = ready.iter().map(|(_, place)| place.clone()).collect();
    let keep = |(new, place): (NewFile, PathBuf)| {
        let failed = || format!("cannot put {} in its place", place.display());
        new.finish_like(&new_of(&place), &place).with_context(failed)
    };
    let listed = ready.into_iter().try_for_each(keep).and_then(|()| calls.write(folder));
    if listed.is_err() {
        places.iter().for_each(|place| drop(fs::remove_file(new_of(place))));
    }
    listed.and_then(|()| places.iter().try_for_each(|place| name(place)))
}

/// Gives a new file its name.
fn name(place: &Path) -> Result<()> {
    fs::rename(new_of(place), place).map_err(|error| {
        hinted(
            anyhow::Error::from(error).context(format!("cannot put {} in its place", place.display())),
            "see to it that no other program holds the file, and call `put --in-place` again, which ends it; \
             NAME.before-costumier is the game as it was",
        )
    })
}

/// Finishes a `put --in-place` that was stopped: gives its new files their names, if `in_place`. Returns whether
/// there were any.
///
/// # Errors
/// If there are such files and this call may not write into the game.
pub(crate) fn settle(folder: &Path, in_place: bool) -> Result<bool> {
    let unnamed = Calls::read(folder).unnamed(folder);
    if !unnamed.is_empty() && !in_place {
        return Err(hinted(anyhow!("{}", two_states(folder)), ENDS));
    }
    unnamed.iter().try_for_each(|place| name(place))?;
    if in_place {
        remove_unlisted(folder);
    }
    Ok(!unnamed.is_empty())
}

/// Removes new files that no list has: their call was stopped before it wrote the list.
fn remove_unlisted(folder: &Path) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let is_new = |place: &PathBuf| {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(".costumier-") && name.ends_with(".new")
    };
    // One that cannot be removed does no harm.
    files.filter(is_new).for_each(|place| drop(fs::remove_file(place)));
}

/// Returns the error for a folder with new files that need their names.
pub(crate) fn two_states(folder: &Path) -> String {
    let folder = crate::text::path(folder);
    format!("{folder} holds a mix of old and new files: `put --in-place` was stopped there")
}

/// Number of levels above a file where its list may be: games have their files that deep in folders.
const ABOVE: usize = 4;

/// Returns the folder whose list has new files of the game with this index, a path on the disk.
pub(crate) fn unsettled_folder(index: &Path) -> Option<PathBuf> {
    let game = index.parent()?.canonicalize().ok()?;
    let is_ours = |folder: &&Path| {
        Calls::read(folder).unnamed(folder).iter().any(|place| place.parent() == Some(&*game))
    };
    game.ancestors().take(ABOVE).find(is_ours).map(Path::to_owned)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_call_that_stops_between_two_names_is_finished_by_the_next_one() {
        let at = tempfile::tempdir().unwrap();
        let [one, two] = ["game.000", "game.001"].map(|name| at.path().join(name));
        fs::write(&one, "old").unwrap();
        // No file can get the name of a folder with files.
        fs::create_dir_all(two.join("held")).unwrap();
        let new = |place: &PathBuf| {
            let mut file = NewFile::beside(place).unwrap();
            file.write_all(b"new").unwrap();
            (file, place.clone())
        };
        let replaced =
            |name: &str| Replaced { hash: hash::hex(b"new"), kept: String::new(), name: name.into() };
        let calls = Calls(vec![vec![replaced("game.000"), replaced("game.001")]]);
        assert!(replace(at.path(), vec![new(&one), new(&two)], &calls).is_err());
        assert_eq!(fs::read(&one).unwrap(), b"new");
        assert!(settle(at.path(), false).is_err() && settle(at.path(), true).is_err());
        assert_eq!(unsettled_folder(&one), at.path().canonicalize().ok());
        fs::remove_dir_all(&two).unwrap();
        assert!(settle(at.path(), true).unwrap() && !settle(at.path(), true).unwrap());
        assert_eq!(fs::read(&two).unwrap(), b"new");
        assert_eq!(unsettled_folder(&one), None);
    }

    #[test]
    fn new_files_without_a_list_leave_the_game_as_it_was() {
        let at = tempfile::tempdir().unwrap();
        let place = at.path().join("game.000");
        fs::write(new_of(&place), "new").unwrap();
        assert!(!settle(at.path(), false).unwrap() && new_of(&place).exists());
        assert!(!settle(at.path(), true).unwrap() && !new_of(&place).exists() && !place.exists());
        // The list cannot be written.
        fs::create_dir(at.path().join(UNDO)).unwrap();
        let file = NewFile::beside(&place).unwrap();
        let call = Replaced { hash: String::new(), kept: String::new(), name: "game.000".into() };
        assert!(replace(at.path(), vec![(file, place.clone())], &Calls(vec![vec![call]])).is_err());
        assert!(!new_of(&place).exists() && !place.exists());
    }
}
