//! The file that stands in a folder while an export writes into it: which game's, and what it has written.
//!
//! ```text
//! {"game":"monkey2-1f0c9a3e","fingerprint":"…"}      whose
//! costume-001/walk-east.gif                          each file, before it gets its name
//! ```
//! An export that is interrupted leaves it there. The next one of the same game takes it over, and so knows
//! what the manifest does not name. It is locked as long as the writer lives: two exports into one folder at
//! a time would take each other's files for leftovers.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, anyhow};
use costumier_export::Identity;
use serde::{Deserialize, Serialize};

use crate::failure::hinted;

/// Its name.
pub(crate) const JOURNAL: &str = ".costumier-unfinished";

/// Whose export it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    /// The game's key.
    pub(crate) game: String,
    pub(crate) fingerprint: String,
}

impl From<&Identity> for Owner {
    fn from(identity: &Identity) -> Self {
        Self { game: identity.key(), fingerprint: identity.fingerprint.clone() }
    }
}

/// What an interrupted export left behind.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Leftover {
    /// `None` where the journal does not say, as those of version 0.1 did not.
    pub(crate) owner: Option<Owner>,
    /// What it wrote, as it says; anybody may have written that.
    pub(crate) files: BTreeSet<String>,
}

impl Leftover {
    /// What the journal in a folder says; `None` where there is none.
    pub(crate) fn read(folder: &Path) -> Option<Self> {
        let bytes = fs::read(folder.join(JOURNAL)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        let owner = lines.next().and_then(|line| serde_json::from_str(line).ok());
        Some(Self { owner, files: lines.map(str::to_owned).collect() })
    }
}

/// A journal that is being written. Threads share it.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl Journal {
    /// Goes on with the journal in a folder, or begins one.
    pub(crate) fn begin(folder: &Path, owner: &Owner) -> Result<Self> {
        let path = folder.join(JOURNAL);
        let named = || format!("cannot write {}", path.display());
        let mut file = File::options().append(true).create(true).open(&path).with_context(named)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let error = anyhow!("another export is writing into the folder {}", folder.display());
            return Err(hinted(error, "wait until it is done, or choose another folder"));
        }
        if Leftover::read(folder).is_none_or(|left| left.owner.as_ref() != Some(owner)) {
            let mut line = serde_json::to_vec(owner)?;
            line.push(b'\n');
            file.set_len(0).and_then(|()| file.write_all(&line)).with_context(named)?;
        }
        Ok(Self { path, file: Mutex::new(Some(file)) })
    }

    /// A file is about to get this name.
    pub(crate) fn note(&self, name: &str) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *file {
            Some(file) => file.write_all(format!("{name}\n").as_bytes()),
            None => Ok(()),
        }
    }

    /// Everything is written.
    pub(crate) fn end(&self) -> Result<()> {
        // Some systems remove no file that is open.
        drop(self.file.lock().unwrap_or_else(PoisonError::into_inner).take());
        fs::remove_file(&self.path).with_context(|| format!("cannot remove {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(game: &str) -> Owner {
        Owner { game: game.into(), fingerprint: format!("{game} in full") }
    }

    #[test]
    fn what_was_begun_is_known_to_the_next() {
        let at = tempfile::tempdir().unwrap();
        assert_eq!(Leftover::read(at.path()), None);
        for name in ["a/one.png", "a/two.png"] {
            let journal = Journal::begin(at.path(), &owner("hero")).unwrap();
            journal.note(name).unwrap();
        }
        let left = Leftover::read(at.path()).unwrap();
        assert_eq!(left.owner, Some(owner("hero")));
        assert_eq!(left.files, ["a/one.png", "a/two.png"].map(str::to_owned).into());
        Journal::begin(at.path(), &owner("hero")).unwrap().end().unwrap();
        assert_eq!(Leftover::read(at.path()), None);
    }

    #[test]
    fn another_game_begins_anew_and_two_at_a_time_are_refused() {
        let at = tempfile::tempdir().unwrap();
        fs::write(at.path().join(JOURNAL), "").unwrap();
        assert_eq!(Leftover::read(at.path()), Some(Leftover::default()), "as version 0.1 wrote it");
        let first = Journal::begin(at.path(), &owner("hero")).unwrap();
        first.note("costume-001/a.gif").unwrap();
        let refused = Journal::begin(at.path(), &owner("hero")).unwrap_err();
        assert!(refused.to_string().contains("another export is writing"), "{refused}");
        drop(first);
        drop(Journal::begin(at.path(), &owner("other")).unwrap());
        assert_eq!(
            Leftover::read(at.path()),
            Some(Leftover { owner: Some(owner("other")), files: BTreeSet::new() })
        );
    }
}
