//! An output folder: threads write files into it, and never outside of it. Ctrl-C lets begun files be finished.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow};

use super::journal::{Journal, Noted, Owner};
use super::names::{COSTUME, fault_of, inside, leads_inside};
use super::{NewFile, folder_of, leftovers, read_back};
use crate::disk::hash;
use crate::disk::output_kind;
use crate::output::failure::{hinted, with_room};
use crate::output::text::count;
use crate::process::signals;

/// A folder that the command writes into. Threads share it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The path from the root on. With it, no file asks for the working directory.
    absolute: PathBuf,
    /// The path of the folder without links, for comparisons.
    real: PathBuf,
    /// Whether files of other programs may be replaced.
    force: bool,
    /// The journal, if all files of the folder have one owner.
    journal: Option<Journal>,
    state: Mutex<State>,
}

/// What threads change.
#[derive(Debug, Default)]
struct State {
    /// Folders inside, by relative path, that are known to be no links out of it.
    inside: BTreeSet<String>,
    /// Names of the files written, in lower case, because some systems do not distinguish cases.
    names: BTreeSet<String>,
    /// The files that Costumier wrote here, now and before.
    noted: Noted,
    /// Files that are written in parts, by name.
    parts: BTreeMap<String, Begun>,
    /// Number of files written, and of their bytes.
    written: (usize, u64),
}

/// A file that is being written, with the number and the hash of its bytes.
#[derive(Debug)]
struct Begun {
    file: NewFile,
    bytes: u64,
    hash: hash::Running,
}

impl Begun {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len() as u64;
        self.hash.add(bytes);
        self.file.write_all(bytes)
    }
}

impl Folder {
    /// Opens a folder, and makes it if it does not exist. With `force`, files in it may be replaced.
    pub(crate) fn open(path: &Path, force: bool) -> Result<Self> {
        output_kind::require_folder(path)?;
        let named = |what: &str| format!("cannot {what} the folder {}", path.display());
        fs::create_dir_all(path).with_context(|| named("make"))?;
        let real = path.canonicalize().with_context(|| named("find"))?;
        let absolute = std::path::absolute(path).with_context(|| named("find"))?;
        signals::listen()?;
        Ok(Self { path: path.to_owned(), absolute, real, force, journal: None, state: Mutex::default() })
    }

    /// Opens the folder of one file. Also returns the file's name in it.
    ///
    /// # Errors
    /// If a file of this name exists, unless `force`.
    pub(crate) fn of_file(path: &Path, force: bool) -> Result<(Self, String)> {
        let name =
            path.file_name().with_context(|| format!("{} is not the name of a file", path.display()))?;
        let folder = Self::open(folder_of(path), force)?;
        let name = name.to_string_lossy().into_owned();
        folder.require_free(&name)?;
        Ok((folder, name))
    }

    /// Opens a folder whose files all have one owner: it is empty, or was written by an earlier call of that owner.
    /// `force` allows any other folder. [`Folder::finish`] ends the call.
    pub(crate) fn claim(path: &Path, owner: &Owner, force: bool) -> Result<Self> {
        let mut folder = Self::open(path, force)?;
        let (journal, noted) = Journal::begin(path, owner, force)?;
        folder.state().noted = noted;
        folder.journal = Some(journal);
        Ok(folder)
    }

    /// Whether the earlier files have the same owner.
    pub(crate) fn continues(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.continues)
    }

    /// Ends the call after everything is written.
    pub(crate) fn finish(&self) -> Result<()> {
        let mut state = self.state();
        let State { noted, names, .. } = &mut *state;
        let is_there = |name: &str| inside(&self.path, name).is_some_and(|place| place.is_file());
        noted.retain(|name, _| names.contains(&name.to_lowercase()) || is_there(name));
        self.journal.as_ref().map_or(Ok(()), |journal| journal.end(&state.noted))
    }

    /// Checks that writing a file of this name replaces no file that somebody else wrote.
    pub(crate) fn require_free(&self, name: &str) -> Result<()> {
        match self.may_replace(name, "") {
            true => Ok(()),
            false => Err(self.is_taken(name)),
        }
    }

    fn is_taken(&self, name: &str) -> anyhow::Error {
        let error = anyhow!("{} exists", self.path.join(name).display());
        hinted(error, "choose another folder or name, or replace it with `--force`")
    }

    /// Whether a file of this name may get content of this hash.
    fn may_replace(&self, name: &str, hash: &str) -> bool {
        if self.force || self.path.join(name).symlink_metadata().is_err() {
            return true;
        }
        self.hash_of(name).is_some_and(|there| there == hash || self.is_noted(name, &there))
    }

    /// Returns the text of a file in the folder, or `None` if it does not exist or is no text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        read_back(&self.path.join(name), MOST_TEXT).ok().flatten()
    }

    /// Returns the hash of a file in the folder, or `None` if it is no file or cannot be read.
    fn hash_of(&self, name: &str) -> Option<String> {
        let place = self.path.join(name);
        place.symlink_metadata().ok().filter(fs::Metadata::is_file)?;
        hash::of_reader(File::open(place).ok()?).ok()
    }

    /// Returns the files that Costumier wrote here before and that have been changed since, of those that
    /// `are_meant`.
    pub(crate) fn changed(&self, are_meant: impl Fn(&str) -> bool) -> Vec<String> {
        let noted: Vec<String> = self.state().noted.keys().filter(|name| are_meant(name)).cloned().collect();
        let is_changed = |name: &String| {
            inside(&self.path, name).is_some_and(|place| place.symlink_metadata().is_ok())
                && !self.hash_of(name).is_some_and(|hash| self.is_noted(name, &hash))
        };
        noted.into_iter().filter(is_changed).collect()
    }

    fn is_noted(&self, name: &str, hash: &str) -> bool {
        self.state().noted.get(name).is_some_and(|hashes| hashes.contains(hash))
    }

    /// Writes a whole file. An error names it.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        match self.put(name, bytes) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(self.is_taken(name)),
            it => it
                .with_context(|| format!("cannot write {}", self.path.join(name).display()))
                .map_err(|error| self.with_room(error)),
        }
    }

    /// Says about a full disk what stays in the folder.
    pub(crate) fn with_room(&self, error: anyhow::Error) -> anyhow::Error {
        let (files, _) = self.written();
        let written = match files {
            0 => "nothing was written".to_owned(),
            _ => format!("{} of this call, each one whole, in {}", stay(files), self.path.display()),
        };
        with_room(error, &written)
    }

    /// Writes a whole file. `name` is relative and may contain folders.
    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.begin(name)?;
        file.append(bytes)?;
        self.end(name, file)
    }

    /// Adds a part to a file that is written in parts.
    fn append(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let begun = self.state().parts.remove(name);
        let mut file = begun.map_or_else(|| self.begin(name), Ok)?;
        file.append(bytes)?;
        self.state().parts.insert(name.to_owned(), file);
        Ok(())
    }

    /// Gives a file that was written in parts its name.
    fn seal(&self, name: &str) -> io::Result<()> {
        let file = self.state().parts.remove(name).ok_or(io::ErrorKind::NotFound)?;
        self.end(name, file)
    }

    fn begin(&self, name: &str) -> io::Result<Begun> {
        if let Some(fault) = fault_of(name) {
            return Err(io::Error::other(format!("the name {fault}")));
        }
        if signals::stopped().is_some() {
            return Err(io::Error::other("stopped"));
        }
        let inside = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = self.absolute.join(inside);
        self.prepare(inside, &folder)?;
        Ok(Begun { file: NewFile::begin(&folder)?, bytes: 0, hash: hash::Running::default() })
    }

    fn end(&self, name: &str, file: Begun) -> io::Result<()> {
        let Begun { file, bytes, hash } = file;
        let hash = hash.text();
        if let Some(journal) = &self.journal {
            journal.note(name, &hash)?;
        }
        let place = self.absolute.join(name);
        // Most files are new, and the system says so itself: no question is asked before.
        if let Some(file) = file.finish_new(&place)? {
            if !self.may_replace(name, &hash) {
                let why =
                    "a file of this name exists that Costumier did not write; replace it with `--force`";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
            file.finish(&place)?;
        }
        let mut state = self.state();
        state.noted.insert(name.to_owned(), [hash].into());
        state.names.insert(name.to_lowercase());
        state.written = (state.written.0 + 1, state.written.1 + bytes);
        Ok(())
    }

    /// Makes a folder inside, checks that no link leads out, and removes what killed calls left there.
    fn prepare(&self, inside: &str, folder: &Path) -> io::Result<()> {
        let mut state = self.state();
        if state.inside.contains(inside) {
            return Ok(());
        }
        // Before the folder is made: it might be made outside.
        if !leads_inside(&self.real, folder) {
            return Err(leads_out());
        }
        fs::create_dir_all(folder)?;
        leftovers::sweep(folder);
        state.inside.insert(inside.to_owned());
        Ok(())
    }

    /// Removes files that Costumier wrote here before and not now, and folders that become empty. It keeps files that
    /// are to `stay`, and files whose content has been changed. It does not follow links.
    pub(crate) fn remove_unwritten(&self, stay: impl Fn(&str) -> bool) -> io::Result<Unwritten> {
        let state = self.state();
        let is_unwritten = |name: &&String| !state.names.contains(&name.to_lowercase());
        let noted: Vec<String> = state.noted.keys().filter(is_unwritten).cloned().collect();
        drop(state);
        let mut cleared = BTreeSet::new();
        let mut unwritten = Unwritten::default();
        // Anybody may have written the journal, so only names that an export uses are taken from it.
        for name in noted.into_iter().filter(|name| name.starts_with(COSTUME)) {
            let Some(place) = inside(&self.path, &name) else { continue };
            let Some(folder) = place.parent().and_then(|folder| folder.canonicalize().ok()) else { continue };
            if cleared.insert(folder.clone()) {
                leftovers::sweep(&folder);
            }
            if !place.symlink_metadata().is_ok_and(|about| about.is_file()) {
                continue;
            }
            if stay(&name) {
                unwritten.kept.push(name);
            } else if self.hash_of(&name).is_some_and(|hash| self.is_noted(&name, &hash)) {
                fs::remove_file(&place)?;
                unwritten.removed.push(name);
                // The system refuses to remove a folder that is not empty.
                let below = folder.ancestors().take_while(|folder| *folder != self.real);
                let _ = below.map(fs::remove_dir).take_while(io::Result::is_ok).count();
            } else {
                unwritten.changed.push(name);
            }
        }
        Ok(unwritten)
    }

    /// Returns the number of files written, and their bytes.
    pub(crate) fn written(&self) -> (usize, u64) {
        self.state().written
    }

    /// Locks the state. A thread that panicked left it whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What happened to files that were written before and not now.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Unwritten {
    /// Files that were to stay.
    pub(crate) kept: Vec<String>,
    /// Files that were removed.
    pub(crate) removed: Vec<String>,
    /// Files that stay because they have been changed.
    pub(crate) changed: Vec<String>,
}

/// The largest manifest or page that is read back, in bytes.
const MOST_TEXT: u64 = 256 << 20;

/// `1 file stays`, `2 files stay`.
fn stay(files: usize) -> String {
    format!("{} {}", count(files, "file"), if files == 1 { "stays" } else { "stay" })
}

fn leads_out() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the name leads out of the output folder")
}

/// One thread's access to the folder.
pub(crate) struct FolderOutput<'a>(pub(crate) &'a Folder);

impl costumier_export::Output for FolderOutput<'_> {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.put(path, bytes)
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.append(path, bytes)
    }

    fn seal(&mut self, path: &str) -> io::Result<()> {
        self.0.seal(path)
    }
}

#[cfg(test)]
mod tests;
