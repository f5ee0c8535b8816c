//! The list of what Costumier has written into an output folder, a file in that folder with the hash of each file:
//!
//! ```text
//! {"game":"monkey2-1f0c9a3e","fingerprint":"…"}      the owner
//! 9f86d081…  costume-001/walk-east.gif               each file, noted before it gets its name
//! ```
//! With it, a later call tells its own files from those that were added or changed by somebody else. An interrupted
//! call leaves its lines in it too. The file is locked while a call writes into the folder; otherwise two calls at a
//! time would take each other's files for leftovers.
//!
//! **Note:** anybody may have written the list, so its names are read by [`super::names::inside`], and only files whose
//! content has the listed hash are removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, anyhow};
use costumier_export::Identity;
use serde::{Deserialize, Serialize};

use super::NewFile;
use super::lock::is_at;
use crate::output::failure::hinted;

/// The name of the file.
pub(super) const JOURNAL: &str = ".costumier-written";

/// What costume folders have for a fingerprint.
const COSTUME: &str = "costume folder";

/// The owner of a folder's files: what they were made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    /// The game's key, or the kind of output if it is not one game's.
    pub(crate) game: String,
    pub(crate) fingerprint: String,
}

impl Owner {
    /// Returns the owner of pictures that `diff` writes.
    pub(crate) fn comparison() -> Self {
        Self { game: "a comparison".into(), fingerprint: String::new() }
    }

    /// Returns the owner of pictures that `check --clashes` writes.
    pub(crate) fn clashes() -> Self {
        Self { game: "clashes".into(), fingerprint: String::new() }
    }

    /// Returns the owner of exports of a costume folder, by its costume in words.
    pub(crate) fn costume(costume: String) -> Self {
        Self { game: costume, fingerprint: COSTUME.into() }
    }

    /// Says in words what a folder of this owner holds.
    fn content(&self) -> String {
        match &*self.fingerprint {
            "" => format!("the pictures of {}", self.game),
            COSTUME => format!("an export of another costume folder, {:?}", self.game),
            _ => format!("an export of another game, {:?}", self.game),
        }
    }
}

impl From<&Identity> for Owner {
    fn from(identity: &Identity) -> Self {
        Self { game: identity.key(), fingerprint: identity.fingerprint.clone() }
    }
}

/// The files of a folder that Costumier wrote, by name, each with the hashes of its contents.
pub(crate) type Noted = BTreeMap<String, BTreeSet<String>>;

/// The largest journal that is read, in bytes.
const MOST: u64 = 256 << 20;

/// Reads a journal, and whether its last line is cut off. `None` if it cannot be parsed or is too large.
fn read(journal: &File) -> (Option<(Owner, Noted)>, bool) {
    let mut text = Vec::new();
    let whole = journal.take(MOST + 1).read_to_end(&mut text);
    if whole.is_err() || text.len() as u64 > MOST {
        text.clear();
    }
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.lines();
    let owner = lines.next().and_then(|line| serde_json::from_str(line).ok());
    let mut noted = Noted::new();
    for (hash, name) in lines.filter_map(|line| line.split_once("  ")) {
        noted.entry(name.to_owned()).or_default().insert(hash.to_owned());
    }
    (owner.map(|owner| (owner, noted)), !text.ends_with('\n'))
}

/// A journal that is open for writing. Threads share it.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    owner: Owner,
    file: Mutex<Option<File>>,
    /// Whether the folder's earlier files are of the same owner.
    pub(crate) continues: bool,
}

impl Journal {
    /// Continues the journal of a folder, or begins one. Also returns the files that it lists.
    ///
    /// # Errors
    /// Unless `force`: if the folder holds files of another owner, or files that Costumier did not list.
    pub(crate) fn begin(folder: &Path, owner: &Owner, force: bool) -> Result<(Self, Noted)> {
        let path = folder.join(JOURNAL);
        let named = || format!("cannot write {}", path.display());
        // Not opened for appending: Windows neither locks nor empties such a file.
        let mut options = File::options();
        options.read(true).write(true);
        let there = match path.symlink_metadata() {
            Err(_) => None,
            // A link would lead to somebody else's file.
            Ok(about) if !about.is_file() => {
                let error = anyhow!("nothing was written: {} is no file of Costumier", path.display());
                return Err(hinted(error, "choose another folder, or delete it"));
            }
            Ok(_) => Some(options.open(&path).with_context(named)?),
        };
        // Locked before it is read: on Windows a locked file can only be read by who locked it.
        there.iter().try_for_each(|file| lock(file, folder))?;
        let (earlier, is_cut_off) = there.as_ref().map_or((None, false), read);
        let what = match &earlier {
            Some((other, _)) if other != owner => Some((other.content(), "replace what is there")),
            None if fs::read_dir(folder).is_ok_and(|mut it| it.next().is_some()) => {
                Some(("other files".into(), "write into this one"))
            }
            _ => None,
        };
        if let Some((what, forced)) = what.filter(|_| !force) {
            let error = anyhow!("nothing was written: the folder {} holds {what}", folder.display());
            return Err(hinted(error, format!("choose another folder, or {forced} with `--force`")));
        }
        let mut file = match there {
            Some(file) => file,
            None => {
                let file = options.create(true).truncate(false).open(&path).with_context(named)?;
                lock(&file, folder)?;
                file
            }
        };
        let continues = earlier.as_ref().is_none_or(|(other, _)| other == owner);
        let noted = earlier.map(|(_, noted)| noted).unwrap_or_default();
        if continues && !noted.is_empty() {
            file.write_all(if is_cut_off { b"\n" } else { b"" }).with_context(named)?;
        } else {
            let text = text(owner, &noted)?;
            let emptied = file.set_len(0).and_then(|()| file.rewind());
            emptied.and_then(|()| file.write_all(text.as_bytes())).with_context(named)?;
        }
        Ok((Self { path, owner: owner.clone(), file: Mutex::new(Some(file)), continues }, noted))
    }

    /// Lists a file and the hash of its content, before the file gets its name.
    pub(crate) fn note(&self, name: &str, hash: &str) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *file {
            Some(file) => file.write_all(format!("{hash}  {name}\n").as_bytes()),
            None => Ok(()),
        }
    }

    /// Rewrites the journal so that it lists the files that exist now.
    pub(crate) fn end(&self, noted: &Noted) -> Result<()> {
        let named = || format!("cannot write {}", self.path.display());
        let mut whole = NewFile::beside(&self.path).with_context(named)?;
        whole.write_all(text(&self.owner, noted)?.as_bytes()).with_context(named)?;
        // Some systems cannot replace a file that is open.
        drop(self.file.lock().unwrap_or_else(PoisonError::into_inner).take());
        whole.finish(&self.path).with_context(named)
    }
}

/// Locks the journal of a folder.
///
/// # Errors
/// If another call holds it. A system without locks never says so.
fn lock(journal: &File, folder: &Path) -> Result<()> {
    let is_held = matches!(journal.try_lock(), Err(TryLockError::WouldBlock));
    // A call that has just ended has replaced its journal.
    if is_held || !is_at(journal, &folder.join(JOURNAL)) {
        let error = anyhow!("another call is writing into the folder {}", folder.display());
        return Err(hinted(error, "wait until it has finished, or choose another folder"));
    }
    Ok(())
}

/// Returns the text of a journal.
fn text(owner: &Owner, noted: &Noted) -> Result<String> {
    let mut text = serde_json::to_string(owner)?;
    text.push('\n');
    for (name, hashes) in noted {
        hashes.iter().for_each(|hash| text.extend([hash, "  ", name, "\n"]));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(game: &str) -> Owner {
        Owner { game: game.into(), fingerprint: format!("{game} in full") }
    }

    fn noted(lines: &[(&str, &str)]) -> Noted {
        let mut noted = Noted::new();
        for (hash, name) in lines {
            noted.entry((*name).to_owned()).or_default().insert((*hash).to_owned());
        }
        noted
    }

    #[test]
    fn the_next_call_knows_what_was_written() {
        let at = tempfile::tempdir().unwrap();
        for (hash, name) in [("11", "a/one.png"), ("22", "a/two.png"), ("33", "a/one.png")] {
            let (journal, _) = Journal::begin(at.path(), &owner("hero"), false).unwrap();
            journal.note(name, hash).unwrap();
        }
        let (journal, left) = Journal::begin(at.path(), &owner("hero"), false).unwrap();
        assert_eq!(left, noted(&[("11", "a/one.png"), ("33", "a/one.png"), ("22", "a/two.png")]));
        let now = noted(&[("33", "a/one.png")]);
        journal.end(&now).unwrap();
        assert_eq!(Journal::begin(at.path(), &owner("hero"), false).unwrap().1, now);
        assert_eq!(fs::read_dir(at.path()).unwrap().count(), 1);
    }

    #[test]
    fn another_owner_is_refused_and_so_are_two_at_a_time() {
        let at = tempfile::tempdir().unwrap();
        let begin = |game: &str, force| Journal::begin(at.path(), &owner(game), force);
        let refused = |game, force| begin(game, force).unwrap_err().to_string();
        let (first, _) = begin("hero", false).unwrap();
        first.note("costume-001/a.gif", "11").unwrap();
        assert!(refused("hero", false).contains("another call is writing"));
        assert!(refused("other", false).contains("another call is writing"), "for another game too");
        drop(first);
        assert!(refused("other", false).contains("an export of another game, \"hero\""));
        let (other, left) = begin("other", true).unwrap();
        assert!(!other.continues && left == noted(&[("11", "costume-001/a.gif")]));
        drop(other);
        assert!(refused("hero", false).contains("\"other\""));
        fs::write(at.path().join(JOURNAL), "").unwrap();
        assert!(refused("hero", false).contains("other files"));
        assert!(begin("hero", true).is_ok());
    }
}
