//! Temporary folders and files, with errors that name them.

use std::path::{Path, PathBuf};

use costumier_build::classic::NamedFile;
use tempfile::TempDir;

use crate::failure::{Failure, Outcome};

/// A folder of our own below the system's folder for temporary files. It goes with everything in it when this
/// is dropped.
pub(crate) fn folder() -> Outcome<TempDir> {
    let made = tempfile::Builder::new().prefix("costumier-oracle-").tempdir();
    made.map_err(|error| Failure::because("a folder for temporary files", error))
}

/// Makes a folder, and those that it is in.
pub(crate) fn make(path: PathBuf) -> Outcome<PathBuf> {
    std::fs::create_dir_all(&path).map_err(|error| Failure::because(path.display(), error))?;
    Ok(path)
}

/// Writes a file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Outcome<()> {
    std::fs::write(path, bytes).map_err(|error| Failure::because(path.display(), error))
}

/// Writes files into a folder.
pub(crate) fn write_all(folder: &Path, files: &[NamedFile]) -> Outcome<()> {
    files.iter().try_for_each(|(name, bytes)| write(&folder.join(name), bytes))
}

/// Reads a file.
pub(crate) fn read(path: &Path) -> Outcome<Vec<u8>> {
    std::fs::read(path).map_err(|error| Failure::because(path.display(), error))
}
