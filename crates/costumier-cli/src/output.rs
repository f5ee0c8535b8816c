//! A folder to write into: files appear whole or not at all, and never outside it.
//!
//! A file is written under a name of its own beside its place and then renamed, so that a full disk or a
//! crash leaves no half of it under its real name. Ctrl-C lets the files that are begun be finished. A folder
//! in which others have put their things is not written into unasked.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow};

use crate::failure::hinted;
use crate::journal::{Journal, Owner};
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
    /// Names of the files written, in lower case: some systems take a name in either case for the same.
    names: Mutex<BTreeSet<String>>,
    /// Files that come in parts, by name.
    parts: Mutex<BTreeMap<String, Unfinished>>,
    files: AtomicUsize,
    bytes: AtomicU64,
    /// Where all of it is one export's.
    journal: Option<Journal>,
}

/// A file under the name that it has until it is whole. It goes if it never is.
#[derive(Debug)]
struct Unfinished {
    path: PathBuf,
    file: BufWriter<File>,
    bytes: u64,
}

impl Unfinished {
    fn create(path: PathBuf) -> io::Result<Self> {
        let file = BufWriter::new(File::create_new(&path)?);
        Ok(Self { path, file, bytes: 0 })
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len() as u64;
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
    /// Opens a folder, and makes it where it is not there.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let named = |what: &str| format!("cannot {what} the folder {}", path.display());
        fs::create_dir_all(path).with_context(|| named("make"))?;
        let real = path.canonicalize().with_context(|| named("find"))?;
        signals::listen()?;
        Ok(Self {
            path: path.to_owned(),
            real,
            inside: Mutex::default(),
            names: Mutex::default(),
            parts: Mutex::default(),
            files: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            journal: None,
        })
    }

    /// Opens a folder for an export: it is empty, or `is_ours`. Any other only with `force`.
    /// [`Folder::finish`] ends what begins here.
    pub(crate) fn claim(path: &Path, owner: &Owner, force: bool, is_ours: bool) -> Result<Self> {
        let mut folder = Self::open(path)?;
        let mut entries =
            fs::read_dir(path).with_context(|| format!("cannot list the folder {}", path.display()))?;
        if !force && entries.next().is_some() && !is_ours {
            let error = anyhow!("the folder {} holds other things", path.display());
            return Err(hinted(error, "choose another folder, or write into this one with `--force`"));
        }
        folder.journal = Some(Journal::begin(path, owner)?);
        Ok(folder)
    }

    /// Everything is written.
    pub(crate) fn finish(&self) -> Result<()> {
        self.journal.as_ref().map_or(Ok(()), Journal::end)
    }

    /// The file must not exist.
    pub(crate) fn require_free(&self, name: &str) -> Result<()> {
        let place = self.path.join(name);
        if place.symlink_metadata().is_ok() {
            let error = anyhow!("{} exists", place.display());
            return Err(hinted(error, "choose another folder, or replace it with `--force`"));
        }
        Ok(())
    }

    /// Writes a file whole; says which in the error.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        self.put(name, bytes).with_context(|| format!("cannot write {}", self.path.join(name).display()))
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
        let bytes = file.bytes;
        if let Some(journal) = &self.journal {
            journal.note(name)?;
        }
        file.finish(&self.path.join(name))?;
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

    /// Removes those of the named files that were not written, and the folders that are empty without them.
    /// Names that lead out of the folder, links, and files that are not there are passed over. Returns the names of
    /// those that went.
    pub(crate) fn remove_unwritten<'n>(
        &self,
        names: impl IntoIterator<Item = &'n str>,
    ) -> io::Result<Vec<&'n str>> {
        let written = lock(&self.names);
        let mut cleared = BTreeSet::new();
        let mut removed = Vec::new();
        for name in names {
            if !stays_inside(name) {
                continue;
            }
            let place = self.path.join(name);
            let folder = place.parent().and_then(|folder| folder.canonicalize().ok());
            let Some(folder) = folder.filter(|folder| folder.starts_with(&self.real)) else { continue };
            if cleared.insert(folder.clone()) {
                self.remove_halves(&folder)?;
            }
            let is_file = place.symlink_metadata().is_ok_and(|about| about.is_file());
            if !is_file || written.contains(&name.to_lowercase()) {
                continue;
            }
            fs::remove_file(&place)?;
            removed.push(name);
            // A folder with other things in it is not removed: the system refuses.
            let below = folder.ancestors().take_while(|folder| *folder != self.real);
            let _ = below.map(fs::remove_dir).take_while(io::Result::is_ok).count();
        }
        Ok(removed)
    }

    /// Whether a file lies here that was not written.
    pub(crate) fn keeps(&self, name: &str) -> bool {
        !lock(&self.names).contains(&name.to_lowercase()) && self.path.join(name).is_file()
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
mod tests {
    use super::*;

    fn names(path: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_whole_and_alone() {
        let at = tempfile::tempdir().unwrap();
        let folder = Folder::open(&at.path().join("new")).unwrap();
        folder.write("a/b/one.txt", b"one").unwrap();
        folder.write("a/b/one.txt", b"two").unwrap();
        assert_eq!(fs::read(at.path().join("new/a/b/one.txt")).unwrap(), b"two");
        assert_eq!(names(&at.path().join("new/a/b")), ["one.txt"]);
        assert_eq!(folder.written(), (2, 6));
    }

    #[test]
    fn no_name_leads_out() {
        let at = tempfile::tempdir().unwrap();
        let folder = Folder::open(&at.path().join("in")).unwrap();
        for name in ["", "../out", "a/../../out", "/out", "."] {
            assert!(folder.write(name, b"x").is_err(), "{name:?}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at.path(), at.path().join("in/link")).unwrap();
            assert!(folder.write("link/out", b"x").is_err());
        }
        assert_eq!(names(at.path()), ["in"]);
    }

    #[test]
    fn only_named_files_inside_are_removed() {
        let at = tempfile::tempdir().unwrap();
        let inside = at.path().join("in");
        let folder = Folder::open(&inside).unwrap();
        fs::write(at.path().join("out"), b"x").unwrap();
        for name in ["a/b/old", "a/b/older", "c/old", "c/theirs"] {
            fs::create_dir_all(inside.join(name).parent().unwrap()).unwrap();
            fs::write(inside.join(name), b"x").unwrap();
        }
        folder.write("new", b"x").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at.path(), inside.join("link")).unwrap();
            std::os::unix::fs::symlink(at.path().join("out"), inside.join("file-link")).unwrap();
        }
        let absolute = at.path().join("out").display().to_string();
        fs::write(inside.join("a/b/.costumier-1-7.tmp"), b"half").unwrap();
        let names = ["a/b/old", "a/b/older", "c/old", "c", "gone", "NEW", "new", "../out", "", "link/out"];
        let removed = folder.remove_unwritten(names.into_iter().chain(["file-link", &absolute])).unwrap();
        assert_eq!(removed, ["a/b/old", "a/b/older", "c/old"]);
        assert_eq!(self::names(at.path()), ["in", "out"]);
        let left = self::names(&inside);
        assert_eq!(left.iter().filter(|name| !name.contains("link")).collect::<Vec<_>>(), ["c", "new"]);
        assert_eq!(self::names(&inside.join("c")), ["theirs"]);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let at = tempfile::tempdir().unwrap();
        let folder = Folder::open(at.path()).unwrap();
        // A folder stands where the file should go.
        fs::create_dir_all(at.path().join("taken/inner")).unwrap();
        assert!(folder.write("taken", b"x").is_err());
        assert_eq!(names(at.path()), ["taken"]);
    }

    #[test]
    fn a_file_in_parts_has_its_name_when_it_is_whole() {
        let at = tempfile::tempdir().unwrap();
        let folder = Folder::open(at.path()).unwrap();
        folder.append("all", b"one ").unwrap();
        folder.append("lost", b"half of it").unwrap();
        folder.append("all", b"two").unwrap();
        assert!(names(at.path()).iter().all(|name| name.starts_with(UNFINISHED)));
        folder.seal("all").unwrap();
        assert!(folder.seal("all").is_err());
        assert_eq!(fs::read(at.path().join("all")).unwrap(), b"one two");
        drop(folder);
        assert_eq!(names(at.path()), ["all"], "what is not whole goes");
    }

    #[test]
    fn other_peoples_folders_are_theirs() {
        let at = tempfile::tempdir().unwrap();
        let owner = Owner { game: "hero".into(), fingerprint: "f".into() };
        let claim = |force, is_ours| Folder::claim(at.path(), &owner, force, is_ours);
        let claimed = claim(false, false).unwrap();
        fs::write(at.path().join("thesis.doc"), b"x").unwrap();
        claimed.finish().unwrap();
        let error = claim(false, false).unwrap_err();
        assert!(error.to_string().contains("holds other things"), "{error}");
        assert!(claim(false, true).is_ok());
        assert!(claim(true, false).is_ok());
    }
}
