//! Locks on folders: one call at a time changes a game in its folder, or replaces a folder. The system releases a lock
//! with the process.
//!
//! On Unix the folder itself is locked. Windows locks no folders: there, the lock is a file next to the folder that
//! exists while it is open. A system without locks never says that another call holds one.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Result, anyhow};

use crate::output::failure::hinted;

/// A lock on a folder, held until it is dropped.
#[derive(Debug)]
pub(crate) struct FolderLock(Option<File>);

impl FolderLock {
    /// Locks a folder: alone, to change it, or together with others, to read it.
    ///
    /// # Errors
    /// If another call holds a lock that excludes this one.
    pub(crate) fn hold(folder: &Path, alone: bool) -> Result<Self> {
        match lock(folder, alone) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let does = if alone { "using" } else { "changing" };
                let error =
                    anyhow!("another call is {does} the folder {}; nothing was changed", folder.display());
                Err(hinted(error, "wait until it has finished, and call again"))
            }
            file => Ok(Self(file.ok())),
        }
    }

    /// Whether there was a folder that could be locked.
    pub(super) fn is_held(&self) -> bool {
        self.0.is_some()
    }
}

/// Whether a path still leads to an open file: before the file was locked, another call may
/// have replaced it.
#[cfg(unix)]
pub(super) fn is_at(file: &File, place: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let id = |about: io::Result<std::fs::Metadata>| about.map(|about| (about.dev(), about.ino())).ok();
    id(file.metadata()) == id(std::fs::metadata(place))
}

/// As on Unix, as far as the system says.
#[cfg(not(unix))]
pub(super) fn is_at(file: &File, place: &Path) -> bool {
    file.metadata().is_ok() && place.exists()
}

#[cfg(unix)]
fn lock(folder: &Path, alone: bool) -> io::Result<File> {
    use std::fs::TryLockError;

    loop {
        let file = File::open(folder)?;
        let tried = if alone { file.try_lock() } else { file.try_lock_shared() };
        if let Err(TryLockError::WouldBlock) = tried {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        if is_at(&file, folder) {
            return Ok(file);
        }
    }
}

/// **Note:** readers are not locked out here, since only one process can hold such a file.
#[cfg(windows)]
fn lock(folder: &Path, alone: bool) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt as _;

    /// `FILE_FLAG_DELETE_ON_CLOSE`.
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    /// `ERROR_SHARING_VIOLATION`.
    const IN_USE: i32 = 32;

    let whole = folder.canonicalize()?;
    let (Some(parent), Some(name), true) = (whole.parent(), whole.file_name(), alone) else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    let place = parent.join(format!(".costumier-{}.lock", name.to_string_lossy()));
    let mut options = File::options();
    options.write(true).create(true).truncate(false).share_mode(0).custom_flags(DELETE_ON_CLOSE);
    options.open(place).map_err(|error| match error.raw_os_error() {
        Some(IN_USE) => io::ErrorKind::WouldBlock.into(),
        _ => error,
    })
}

#[cfg(not(any(unix, windows)))]
fn lock(_: &Path, _: bool) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_call_at_a_time_changes_a_folder() {
        let at = tempfile::tempdir().unwrap();
        let hold = |alone| FolderLock::hold(at.path(), alone);
        let first = hold(true).unwrap();
        let refused = hold(true).unwrap_err().to_string();
        assert!(refused.contains("another call is using the folder"), "{refused}");
        #[cfg(unix)]
        assert!(hold(false).unwrap_err().to_string().contains("is changing the folder"));
        drop(first);
        let readers = [hold(false).unwrap(), hold(false).unwrap()];
        #[cfg(unix)]
        assert!(hold(true).is_err());
        drop(readers);
        assert!(hold(true).is_ok());
        assert_eq!(std::fs::read_dir(at.path()).unwrap().count(), 0, "nothing is left");
        // A folder that does not exist yet has no lock.
        assert!(FolderLock::hold(&at.path().join("none"), true).is_ok());
    }
}
