//! Temporary names of files and folders until they are whole, and the removal of what killed calls left under such
//! names.
//!
//! ```text
//! .costumier-XXXXXX.part      a file
//! .costumier-XXXXXX.lock      stands while a folder is made: the name that it will get
//! .costumier-XXXXXX.folder    the folder
//! .costumier-XXXXXX.old       what lay under its name, until the new one does
//! ```
//! The call that makes one holds a lock on its file. The system releases the lock with the process, so a file without
//! a lock was left by a call that was killed; the next call that writes there removes it.
//!
//! **Note:** an `.old` folder may be the only one left under its name. Then it gets that name back.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use tempfile::NamedTempFile;

use super::several::is_listed;

const BEGINNING: &str = ".costumier-";
const PART: &str = ".part";
const LOCK: &str = ".lock";

/// Number of random letters and digits in a name.
const CHANCE: usize = 6;

/// The longest name that is accepted, in bytes.
const LONGEST: u64 = 4096;

/// Makes a temporary file in a folder.
pub(super) fn part(folder: &Path) -> io::Result<NamedTempFile> {
    held(folder, PART)
}

/// Makes a temporary file that is locked while it is open.
fn held(folder: &Path, ending: &str) -> io::Result<NamedTempFile> {
    let mut named = tempfile::Builder::new();
    named.prefix(BEGINNING).rand_bytes(CHANCE).suffix(ending);
    #[cfg(unix)]
    named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = named.tempfile_in(folder).map_err(|error| unwritable(folder, error.kind()))?;
        // On a system without locks, nothing is taken for a leftover either.
        let _ = file.as_file().lock();
        // Another call may have removed it as a leftover before it was locked.
        if file.path().symlink_metadata().is_ok() {
            return Ok(file);
        }
    }
}

/// Returns the error that a folder takes no new file. It does not name the temporary file, which means nothing to
/// people.
fn unwritable(folder: &Path, kind: io::ErrorKind) -> io::Error {
    let advice = match kind {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; choose another folder, or allow writing into this one"
        }
        _ => "",
    };
    io::Error::new(kind, format!("the folder {} takes no new files: {kind}{advice}", folder.display()))
}

/// A folder that is being made. Dropping it removes the folder if it has not got its name.
pub(super) struct UnfinishedFolder {
    lock: NamedTempFile,
}

impl UnfinishedFolder {
    /// Begins a folder with the future name `name` in `parent`, which [`sweep`] has cleaned.
    pub(super) fn begin(parent: &Path, name: &Path) -> io::Result<Self> {
        let mut lock = held(parent, LOCK)?;
        lock.write_all(name.file_name().unwrap_or_default().as_encoded_bytes())?;
        let making = Self { lock };
        fs::create_dir(making.folder())?;
        Ok(making)
    }

    /// Returns the path of the unfinished folder.
    pub(super) fn folder(&self) -> PathBuf {
        self.lock.path().with_extension("folder")
    }

    /// Returns the path that the old folder is moved to.
    pub(super) fn old(&self) -> PathBuf {
        self.lock.path().with_extension("old")
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        // If the folder has its name, there is nothing to remove.
        let _ = fs::remove_dir_all(self.folder());
    }
}

/// Removes what killed calls left in a folder. Leftovers that cannot be removed stay; they do no harm.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !is_ours(&name) || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        let Ok(mut file) = File::options().read(true).write(true).open(&path) else { continue };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => continue,
        }
        // Checked here, because the list is written before the locks of its files are released.
        if is_listed(folder) {
            return;
        }
        if name.ends_with(LOCK) {
            settle(folder, &path, &mut file);
        }
        // The lock is held until the file is removed, so that a call that makes one sees it.
        let _ = fs::remove_file(&path);
    }
}

/// Whether a name is one of these temporary names.
fn is_ours(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(BEGINNING) else { return false };
    let chance = rest.strip_suffix(PART).or_else(|| rest.strip_suffix(LOCK));
    chance.is_some_and(|it| it.len() == CHANCE && it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes an unfinished folder, and gives the old one its name back if nothing else has it. If another folder has
/// the name, the old one stays, because it may be the only copy.
fn settle(parent: &Path, lock: &Path, file: &mut File) {
    let folder = lock.with_extension("folder");
    let is_in_place = folder.symlink_metadata().is_err();
    let old = lock.with_extension("old");
    let mut bytes = Vec::new();
    let is_read = file.take(LONGEST).read_to_end(&mut bytes).is_ok();
    let name = name_of(bytes);
    let is_read = is_read && name.is_some();
    let name = name.unwrap_or_default();
    let inside =
        matches!(Path::new(&name).components().collect::<Vec<_>>().as_slice(), [Component::Normal(_)]);
    let place = parent.join(&name);
    match place.symlink_metadata() {
        // The old thing under the name may have been a file.
        Ok(_) if is_read && inside && is_in_place => {
            let _ = fs::remove_dir_all(&old).or_else(|_| fs::remove_file(&old));
        }
        Err(_) if is_read && inside => drop(fs::rename(&old, place)),
        // Its owner is unknown.
        _ => {}
    }
    // Last, because the new folder has no name while this file exists.
    let _ = fs::remove_dir_all(folder);
}

/// Returns a name as the system stores it, in any encoding.
fn name_of(bytes: Vec<u8>) -> Option<OsString> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt as _;
        Some(OsString::from_vec(bytes))
    }
    #[cfg(not(unix))]
    String::from_utf8(bytes).ok().map(OsString::from)
}

#[cfg(test)]
mod tests {
    use super::super::several::LIST;
    use super::*;

    #[test]
    fn a_folder_that_takes_no_files_is_named_and_the_temporary_file_is_not() {
        let at = tempfile::tempdir().unwrap();
        let error = part(&at.path().join("missing")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(PART), "{error}");
        let denied = unwritable(Path::new("disc"), io::ErrorKind::PermissionDenied).to_string();
        assert!(
            denied.starts_with("the folder disc takes no new files") && denied.contains("choose another")
        );
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Leaves what a killed call leaves: the files, and no process that holds them.
    fn killed(making: UnfinishedFolder) {
        let path = making.lock.path().to_owned();
        // By the handle that holds it: on some systems no other handle can read it.
        let mut name = Vec::new();
        let mut held = making.lock.as_file();
        io::Seek::rewind(&mut held).unwrap();
        held.read_to_end(&mut name).unwrap();
        let kept = making.folder();
        let aside = path.with_extension("kept");
        let is_made = !kept.exists();
        if !is_made {
            fs::rename(&kept, &aside).unwrap();
        }
        drop(making);
        if !is_made {
            fs::rename(aside, kept).unwrap();
        }
        fs::write(path, name).unwrap();
    }

    #[test]
    fn what_nobody_holds_goes_and_what_somebody_holds_stays() {
        let at = tempfile::tempdir().unwrap();
        fs::write(at.path().join(".costumier-abcdef.part"), b"half").unwrap();
        for mine in [".costumier-notes.txt", ".costumier-notes.part", ".costumier-my-own.lock"] {
            fs::write(at.path().join(mine), b"mine").unwrap();
        }
        let held = part(at.path()).unwrap();
        let making = UnfinishedFolder::begin(at.path(), &at.path().join("odile")).unwrap();
        fs::write(making.folder().join("costume.toml"), b"half").unwrap();
        sweep(at.path());
        let own = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let mine =
            || [".costumier-my-own.lock", ".costumier-notes.part", ".costumier-notes.txt"].map(String::from);
        let mut all = vec![own(held.path()), own(&making.folder()), own(making.lock.path())];
        all.extend(mine());
        all.sort();
        assert_eq!(names(at.path()), all);
        killed(making);
        drop(held);
        sweep(at.path());
        assert_eq!(names(at.path()), mine());
    }

    #[test]
    fn an_old_folder_without_a_new_one_gets_its_name_back() {
        let at = tempfile::tempdir().unwrap();
        for (new_is_there, says) in [(false, "old"), (true, "new")] {
            let place = at.path().join("odile");
            let making = UnfinishedFolder::begin(at.path(), &place).unwrap();
            fs::create_dir_all(making.old()).unwrap();
            fs::write(making.old().join("costume.toml"), b"old").unwrap();
            let _ = fs::remove_dir_all(&place);
            if new_is_there {
                fs::write(making.folder().join("costume.toml"), b"new").unwrap();
                fs::rename(making.folder(), &place).unwrap();
            }
            killed(making);
            sweep(at.path());
            assert_eq!(names(at.path()), ["odile"]);
            assert_eq!(fs::read_to_string(place.join("costume.toml")).unwrap(), says);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_old_thing_may_be_a_file_and_have_any_name() {
        use std::os::unix::ffi::OsStringExt as _;

        let at = tempfile::tempdir().unwrap();
        for new_is_there in [false, true] {
            let place = at.path().join(OsString::from_vec(b"odil\xe9".to_vec()));
            let making = UnfinishedFolder::begin(at.path(), &place).unwrap();
            let _ = fs::remove_dir_all(&place).or_else(|_| fs::remove_file(&place));
            fs::write(making.old(), b"old").unwrap();
            if new_is_there {
                fs::rename(making.folder(), &place).unwrap();
            }
            killed(making);
            sweep(at.path());
            assert_eq!(names(at.path()).len(), 1);
            assert_eq!(place.is_file(), !new_is_there);
        }
    }

    #[test]
    fn names_that_lead_elsewhere_are_not_followed_and_new_files_on_the_list_stay() {
        let at = tempfile::tempdir().unwrap();
        for name in ["../up", "/abs", "a/b", ""] {
            let lock = at.path().join(".costumier-xxxxxx.lock");
            fs::write(&lock, name).unwrap();
            fs::create_dir_all(lock.with_extension("old")).unwrap();
            sweep(at.path());
            assert_eq!(names(at.path()), [".costumier-xxxxxx.old"], "{name}");
        }
        let data = at.path().join("disk 1/data");
        fs::create_dir_all(&data).unwrap();
        fs::write(at.path().join(LIST), b"").unwrap();
        for folder in [at.path(), &data] {
            let part = folder.join(".costumier-yyyyyy.part");
            fs::write(&part, b"whole").unwrap();
            sweep(folder);
            assert!(part.exists());
        }
        fs::remove_file(at.path().join(LIST)).unwrap();
        sweep(&data);
        assert!(!data.join(".costumier-yyyyyy.part").exists());
    }
}
