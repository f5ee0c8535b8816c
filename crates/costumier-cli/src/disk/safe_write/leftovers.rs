//! Temporary names of files and folders until they are whole, and the removal of what killed calls left under such
//! names.
//!
//! ```text
//! .costumier-XXXXXX.part           a file
//! .costumier-XXXXXX.folder/lock
//! .costumier-XXXXXX.folder/new     a folder
//! .costumier-XXXXXX.folder/old/…   what lay at its place, until the new one does
//! ```
//! The call that makes one holds a lock on the file. The system releases the lock with the process, so a file without
//! a lock was left by a call that was killed; the next call that writes there removes it.
//!
//! **Note:** an `old` folder may be the only one left under its name. Then it gets that name back.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::{NamedTempFile, TempDir};

const BEGINNING: &str = ".costumier-";
const PART: &str = ".part";
const FOLDER: &str = ".folder";

/// The names in the folder of an unfinished folder.
const LOCK: &str = "lock";
pub(super) const NEW: &str = "new";
pub(super) const OLD: &str = "old";

/// Number of random letters and digits in a name.
const CHANCE: usize = 6;

/// Makes a temporary file, which is locked while it is open.
pub(super) fn part(folder: &Path) -> io::Result<NamedTempFile> {
    let mut named = tempfile::Builder::new();
    named.prefix(BEGINNING).rand_bytes(CHANCE).suffix(PART);
    #[cfg(unix)]
    named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = named.tempfile_in(folder).map_err(|error| unwritable(folder, error.kind()))?;
        if hold(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Makes a temporary folder with an empty folder `new` in it, and the lock that says that it is in use.
pub(super) fn unfinished(parent: &Path) -> io::Result<(File, TempDir)> {
    let mut named = tempfile::Builder::new();
    named.prefix(BEGINNING).rand_bytes(CHANCE).suffix(FOLDER);
    loop {
        let folder = named.tempdir_in(parent).map_err(|error| unwritable(parent, error.kind()))?;
        let lock = match File::create(folder.path().join(LOCK)) {
            // Another call has removed the folder as a leftover, as `hold` says.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            lock => lock?,
        };
        if hold(&lock, &folder.path().join(LOCK)) {
            fs::create_dir(folder.path().join(NEW))?;
            return Ok((lock, folder));
        }
    }
}

/// Locks a new file. Returns whether it exists: another call may have removed it as a leftover before it was locked.
fn hold(file: &File, path: &Path) -> bool {
    // On a system without locks, nothing is taken for a leftover either.
    let _ = file.lock();
    path.symlink_metadata().is_ok()
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

/// Removes what killed calls left in a folder. Leftovers that cannot be removed stay; they do no harm.
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let (is_part, is_folder) = (has_ending(&path, PART), has_ending(&path, FOLDER));
        let kind = entry.file_type();
        if !kind.is_ok_and(|kind| is_part && kind.is_file() || is_folder && kind.is_dir()) {
            continue;
        }
        let lock = if is_part { path.clone() } else { path.join(LOCK) };
        match lock.symlink_metadata() {
            Ok(about) if about.is_file() => {}
            // Begun or removed to a part. With an old folder in it, it stays.
            Err(_) if is_folder && path.join(OLD).symlink_metadata().is_err() => {
                let _ = fs::remove_dir_all(path);
                continue;
            }
            _ => continue,
        }
        // The lock is held until the file is removed, so that a call that makes one sees it.
        let Ok(lock) = File::options().write(true).open(lock) else { continue };
        match lock.try_lock() {
            Ok(()) if is_part => drop(fs::remove_file(path)),
            Ok(()) => settle(folder, &path, lock),
            Err(_) => {}
        }
    }
}

/// Whether a path has a temporary name with this ending.
fn has_ending(path: &Path, ending: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let chance = name.and_then(|name| name.strip_prefix(BEGINNING)?.strip_suffix(ending));
    chance.is_some_and(|it| it.len() == CHANCE && it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes an unfinished folder in `parent`, and gives the old one its name back if nothing else has it. If another
/// folder has the name, the old one stays, because it may be the only copy. `lock` is the folder's, and is held until
/// the end.
pub(super) fn settle(parent: &Path, making: &Path, lock: File) {
    let old = making.join(OLD);
    let is_folder = old.symlink_metadata().is_ok_and(|about| about.is_dir());
    let old = fs::read_dir(old).ok().filter(|_| is_folder).and_then(|mut old| old.next()?.ok());
    if let Some(old) = old {
        let place = parent.join(old.file_name());
        if place.symlink_metadata().is_err() {
            if fs::rename(old.path(), place).is_err() {
                return;
            }
        } else if making.join(NEW).symlink_metadata().is_ok() {
            // The new folder has not got the name. First of all: a folder without a lock is never looked at again.
            let _ = fs::remove_file(making.join(LOCK)).and_then(|()| fs::remove_dir_all(making.join(NEW)));
            return;
        }
    }
    // The lock goes last, so that a call that is killed here is followed by one that goes on.
    for part in [OLD, NEW] {
        let _ = fs::remove_dir_all(making.join(part));
    }
    let _ = fs::remove_dir_all(making);
    // Some systems remove no folder with an open file; that file goes when it is closed.
    drop(lock);
    let _ = fs::remove_dir(making);
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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

    /// Begins a folder in place of an old one with this name.
    fn replacing(parent: &Path, name: impl AsRef<Path>) -> (PathBuf, PathBuf) {
        let (_, making) = unfinished(parent).unwrap();
        let making = making.keep();
        fs::create_dir(making.join(OLD)).unwrap();
        let old = making.join(OLD).join(name);
        (making, old)
    }

    #[test]
    fn what_nobody_holds_goes_and_what_somebody_holds_stays() {
        let at = tempfile::tempdir().unwrap();
        fs::write(at.path().join(".costumier-abcdef.part"), b"half").unwrap();
        for mine in [".costumier-notes.txt", ".costumier-notes.part", ".costumier-my-own.lock"] {
            fs::write(at.path().join(mine), b"mine").unwrap();
        }
        // Killed before the lock was made.
        fs::create_dir(at.path().join(".costumier-abcdef.folder")).unwrap();
        let held = part(at.path()).unwrap();
        let (lock, making) = unfinished(at.path()).unwrap();
        fs::write(making.path().join(NEW).join("costume.toml"), b"half").unwrap();
        sweep(at.path());
        assert!(making.path().join(NEW).join("costume.toml").exists());
        let own = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let mine =
            || [".costumier-my-own.lock", ".costumier-notes.part", ".costumier-notes.txt"].map(String::from);
        let mut all = vec![own(held.path()), own(making.path())];
        all.extend(mine());
        all.sort();
        assert_eq!(names(at.path()), all);
        let _ = making.keep();
        drop((held, lock));
        sweep(at.path());
        assert_eq!(names(at.path()), mine());
    }

    #[test]
    fn an_old_folder_without_a_new_one_gets_its_name_back() {
        let at = tempfile::tempdir().unwrap();
        for (new_is_there, says) in [(false, "old"), (true, "new")] {
            let place = at.path().join("odile");
            let (making, old) = replacing(at.path(), "odile");
            fs::create_dir(&old).unwrap();
            fs::write(old.join("costume.toml"), b"old").unwrap();
            let _ = fs::remove_dir_all(&place);
            if new_is_there {
                fs::write(making.join(NEW).join("costume.toml"), b"new").unwrap();
                fs::rename(making.join(NEW), &place).unwrap();
            }
            sweep(at.path());
            assert_eq!(names(at.path()), ["odile"]);
            assert_eq!(fs::read_to_string(place.join("costume.toml")).unwrap(), says);
        }
    }

    #[cfg(unix)]
    #[test]
    fn an_old_thing_may_be_a_file_and_have_any_name() {
        use std::os::unix::ffi::OsStrExt as _;

        let at = tempfile::tempdir().unwrap();
        for new_is_there in [false, true] {
            let name = std::ffi::OsStr::from_bytes(b"odil\xe9");
            let place = at.path().join(name);
            let (making, old) = replacing(at.path(), name);
            let _ = fs::remove_dir_all(&place).or_else(|_| fs::remove_file(&place));
            fs::write(old, b"old").unwrap();
            if new_is_there {
                fs::rename(making.join(NEW), &place).unwrap();
            }
            sweep(at.path());
            assert_eq!(names(at.path()).len(), 1);
            assert_eq!(place.is_file(), !new_is_there);
        }
    }

    #[test]
    fn an_old_folder_stays_beside_another_one_of_its_name() {
        let at = tempfile::tempdir().unwrap();
        let (making, old) = replacing(at.path(), "odile");
        for file in [&old, &at.path().join("odile"), &at.path().join(".costumier-monkey.new")] {
            fs::write(file, b"mine").unwrap();
        }
        for _ in 0..2 {
            sweep(at.path());
            assert!(old.exists() && !making.join(NEW).exists());
            assert!(at.path().join("odile").exists() && at.path().join(".costumier-monkey.new").exists());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_elsewhere_are_not_followed() {
        let at = tempfile::tempdir().unwrap();
        let (elsewhere, here) = (at.path().join("elsewhere"), at.path().join("here"));
        let making = here.join(".costumier-abcdef.folder");
        for folder in [&elsewhere, &here, &making] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(elsewhere.join("thesis.doc"), b"mine").unwrap();
        fs::write(making.join(LOCK), b"").unwrap();
        std::os::unix::fs::symlink(&elsewhere, making.join(OLD)).unwrap();
        std::os::unix::fs::symlink(&elsewhere, here.join(".costumier-ghijkl.folder")).unwrap();
        sweep(&here);
        assert_eq!(names(&here), [".costumier-ghijkl.folder"]);
        assert_eq!(names(&elsewhere), ["thesis.doc"]);
    }
}
