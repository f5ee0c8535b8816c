//! A folder to write into: files appear whole or not at all, and never outside it.
//!
//! A file is written under a name of its own beside its place and then renamed, so that a full disk or a
//! crash leaves no half of it under its real name. Ctrl-C lets the files that are begun be finished.
//!
//! **Rule:** a file that is there is replaced only if the caller forces it, or if its content is what Costumier wrote:
//! the same bytes as now, or those that the folder's [`Journal`] notes. Only noted content is ever removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow};

use crate::earlier::COSTUME;
use crate::ending;
use crate::failure::hinted;
use crate::hash;
use crate::journal::{Journal, Noted, Owner};
use crate::signals;

/// The beginning of the names of files that are being written.
const UNFINISHED: &str = ".costumier-";

/// The end of them.
const UNFINISHED_END: &str = ".tmp";

/// A folder that we may write into. Threads share it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The same without links, to compare with.
    real: PathBuf,
    /// Folders below that are known to lie inside.
    inside: Mutex<BTreeSet<PathBuf>>,
    /// Whether files that others wrote may be replaced.
    force: bool,
    /// Names of the files written, in lower case: some systems take a name in either case for the same.
    names: Mutex<BTreeSet<String>>,
    /// The files that Costumier wrote here, now and before.
    noted: Mutex<Noted>,
    /// Files that come in parts, by name.
    parts: Mutex<BTreeMap<String, Unfinished>>,
    files: AtomicUsize,
    bytes: AtomicU64,
    /// Present if all of the folder is one owner's.
    journal: Option<Journal>,
}

/// A file under the name that it has until it is whole. It goes if it never is.
#[derive(Debug)]
struct Unfinished {
    path: PathBuf,
    file: BufWriter<File>,
    bytes: u64,
    hash: hash::Running,
}

impl Unfinished {
    fn create(path: PathBuf) -> io::Result<Self> {
        let file = BufWriter::new(File::create_new(&path)?);
        Ok(Self { path, file, bytes: 0, hash: hash::Running::default() })
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len() as u64;
        self.hash.add(bytes);
        self.file.write_all(bytes)
    }

    /// Gives the file its name.
    fn finish(mut self, place: &Path) -> io::Result<()> {
        self.file.flush()?;
        fs::rename(&self.path, place)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Where it has got its name, there is nothing left to remove. Else the error that stopped it is the
        // one to tell.
        let _ = fs::remove_file(&self.path);
    }
}

impl Folder {
    /// Opens a folder, and makes it if it is not there. With `force`, files in it may be replaced.
    pub(crate) fn open(path: &Path, force: bool) -> Result<Self> {
        ending::require_folder(path)?;
        let named = |what: &str| format!("cannot {what} the folder {}", path.display());
        fs::create_dir_all(path).with_context(|| named("make"))?;
        let real = path.canonicalize().with_context(|| named("find"))?;
        signals::listen()?;
        Ok(Self {
            path: path.to_owned(),
            real,
            inside: Mutex::default(),
            force,
            names: Mutex::default(),
            noted: Mutex::default(),
            parts: Mutex::default(),
            files: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            journal: None,
        })
    }

    /// Opens the folder of one file that is to be written; returns the file's name in it, too.
    ///
    /// # Errors
    /// If a file of this name is there, unless `force`.
    pub(crate) fn of_file(path: &Path, force: bool) -> Result<(Self, String)> {
        let name = path.file_name().with_context(|| format!("{} is no name of a file", path.display()))?;
        let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = Self::open(parent, force)?;
        let name = name.to_string_lossy().into_owned();
        folder.require_free(&name)?;
        Ok((folder, name))
    }

    /// Opens a folder whose files are all of one owner: it is empty, or an earlier call's. Any other only with
    /// `force`. [`Folder::finish`] ends what begins here.
    pub(crate) fn claim(path: &Path, owner: &Owner, force: bool) -> Result<Self> {
        let mut folder = Self::open(path, force)?;
        let (journal, noted) = Journal::begin(path, owner, force)?;
        folder.noted = Mutex::new(noted);
        folder.journal = Some(journal);
        Ok(folder)
    }

    /// Whether the files that were here before are of the same owner.
    pub(crate) fn continues(&self) -> bool {
        self.journal.as_ref().is_some_and(|journal| journal.continues)
    }

    /// Everything is written.
    pub(crate) fn finish(&self) -> Result<()> {
        let mut noted = lock(&self.noted);
        noted.retain(|name, _| self.path.join(name).is_file());
        self.journal.as_ref().map_or(Ok(()), |journal| journal.end(&noted))
    }

    /// Checks that a file of this name can be written without replacing one that somebody else wrote.
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
        let noted = lock(&self.noted).get(name).cloned().unwrap_or_default();
        self.hash_of(name).is_some_and(|there| there == hash || noted.contains(&there))
    }

    /// The text of a file that is there. `None` if there is none, or it is no text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path.join(name)).ok()
    }

    /// The hash of a file that is there. `None` if it is no file, or cannot be read.
    fn hash_of(&self, name: &str) -> Option<String> {
        let place = self.path.join(name);
        place.symlink_metadata().ok().filter(fs::Metadata::is_file)?;
        hash::of_reader(File::open(place).ok()?).ok()
    }

    /// The files that Costumier wrote here before, as far as they are meant, and that are not any more what it
    /// wrote.
    pub(crate) fn changed(&self, are_meant: impl Fn(&str) -> bool) -> Vec<String> {
        let noted: Vec<String> = lock(&self.noted).keys().filter(|name| are_meant(name)).cloned().collect();
        let is_changed = |name: &String| {
            stays_inside(name)
                && self.path.join(name).symlink_metadata().is_ok()
                && !self.hash_of(name).is_some_and(|hash| self.is_noted(name, &hash))
        };
        noted.into_iter().filter(is_changed).collect()
    }

    fn is_noted(&self, name: &str, hash: &str) -> bool {
        lock(&self.noted).get(name).is_some_and(|hashes| hashes.contains(hash))
    }

    /// Writes a file whole; says which in the error.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        match self.put(name, bytes) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(self.is_taken(name)),
            it => it.with_context(|| format!("cannot write {}", self.path.join(name).display())),
        }
    }

    /// Writes a file whole; `name` is relative and may name folders.
    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.begin(name)?;
        file.append(bytes)?;
        self.end(name, file)
    }

    /// Adds to a file that comes in parts.
    fn append(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut parts = lock(&self.parts);
        match parts.get_mut(name) {
            Some(file) => file.append(bytes),
            None => {
                let mut file = self.begin(name)?;
                file.append(bytes)?;
                parts.insert(name.to_owned(), file);
                Ok(())
            }
        }
    }

    /// All parts are there.
    fn seal(&self, name: &str) -> io::Result<()> {
        let file = lock(&self.parts).remove(name).ok_or(io::ErrorKind::NotFound)?;
        self.end(name, file)
    }

    fn begin(&self, name: &str) -> io::Result<Unfinished> {
        if !stays_inside(name) {
            return Err(leads_out());
        }
        if signals::stopped().is_some() {
            return Err(io::Error::other("stopped"));
        }
        let place = self.path.join(name);
        let folder = place.parent().unwrap_or(&self.path);
        self.prepare(folder)?;
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        Unfinished::create(
            folder.join(format!("{UNFINISHED}{}-{number}{UNFINISHED_END}", std::process::id())),
        )
    }

    fn end(&self, name: &str, file: Unfinished) -> io::Result<()> {
        let (bytes, hash) = (file.bytes, file.hash.clone().text());
        if !self.may_replace(name, &hash) {
            let why = "a file is there that Costumier did not write; `--force` replaces it";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
        if let Some(journal) = &self.journal {
            journal.note(name, &hash)?;
        }
        file.finish(&self.path.join(name))?;
        lock(&self.noted).insert(name.to_owned(), [hash].into());
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        lock(&self.names).insert(name.to_lowercase());
        Ok(())
    }

    /// Makes a folder below ours, and checks that no link leads out of it.
    fn prepare(&self, folder: &Path) -> io::Result<()> {
        let mut inside = lock(&self.inside);
        if inside.contains(folder) {
            return Ok(());
        }
        fs::create_dir_all(folder)?;
        if !folder.canonicalize()?.starts_with(&self.real) {
            return Err(leads_out());
        }
        inside.insert(folder.to_owned());
        Ok(())
    }

    /// Removes the files that Costumier wrote here before and not now, and the folders that are empty without them;
    /// not those that are to stay, and not those whose content is not what it wrote. Links are passed over.
    pub(crate) fn remove_unwritten(&self, stay: impl Fn(&str) -> bool) -> io::Result<Unwritten> {
        let noted: Vec<String> = lock(&self.noted).keys().cloned().collect();
        let mut cleared = BTreeSet::new();
        let mut unwritten = Unwritten::default();
        // Anybody may have written the journal: only names such as ours are taken from it.
        for name in noted.into_iter().filter(|name| name.starts_with(COSTUME) && stays_inside(name)) {
            let place = self.path.join(&name);
            let folder = place.parent().and_then(|folder| folder.canonicalize().ok());
            let Some(folder) = folder.filter(|folder| folder.starts_with(&self.real)) else { continue };
            if cleared.insert(folder.clone()) {
                self.remove_halves(&folder)?;
            }
            let is_file = place.symlink_metadata().is_ok_and(|about| about.is_file());
            if !is_file || lock(&self.names).contains(&name.to_lowercase()) {
                continue;
            }
            if stay(&name) {
                unwritten.kept.push(name);
            } else if self.hash_of(&name).is_some_and(|hash| self.is_noted(&name, &hash)) {
                fs::remove_file(&place)?;
                unwritten.removed.push(name);
                // A folder with other things in it is not removed: the system refuses.
                let below = folder.ancestors().take_while(|folder| *folder != self.real);
                let _ = below.map(fs::remove_dir).take_while(io::Result::is_ok).count();
            } else {
                unwritten.changed.push(name);
            }
        }
        Ok(unwritten)
    }

    /// Removes files that an export which could not even tidy up (a power cut) left half written in a folder.
    fn remove_halves(&self, folder: &Path) -> io::Result<()> {
        let own = format!("{UNFINISHED}{}-", std::process::id());
        for entry in fs::read_dir(folder)?.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_half = name.starts_with(UNFINISHED) && name.ends_with(UNFINISHED_END);
            if is_half && !name.starts_with(&own) && entry.file_type().is_ok_and(|it| it.is_file()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// How many files were written, and how many bytes they have.
    pub(crate) fn written(&self) -> (usize, u64) {
        (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }
}

/// What became of files that were written before and not now.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Unwritten {
    /// They were asked to stay.
    pub(crate) kept: Vec<String>,
    /// Gone.
    pub(crate) removed: Vec<String>,
    /// They stay because somebody has changed them.
    pub(crate) changed: Vec<String>,
}

/// Whether a name stays in the folder that it is joined to: it is relative and goes only down.
fn stays_inside(name: &str) -> bool {
    !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

/// What threads share. One that panicked left it as it was.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn leads_out() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the name leads out of the folder")
}

/// One thread's hand on the folder.
pub(crate) struct Hand<'a>(pub(crate) &'a Folder);

impl costumier_export::Output for Hand<'_> {
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
