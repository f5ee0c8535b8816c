//! Files and folders that are written whole or not at all.
//!
//! 1. New bytes have a temporary name next to their place, and get their name when they are whole. A call that is
//!    stopped leaves no half of a file under its name, and the old file stays until the new one takes its name.
//! 2. What has the name already is replaced only with `--force`, or if Costumier wrote it: it has the same bytes as
//!    now, or those that the folder's journal lists.
//! 3. Nothing that a person has changed is deleted. Only what temporary names of killed calls hold, and files with
//!    listed content.
//!
//! | module | writes |
//! |---|---|
//! | this one | one file ([`NewFile`], [`write_file`]) |
//! | `calls` | new files over the old ones of a game, all or none |
//! | `folder` | a new folder, whole ([`NewFolder`]) |
//! | `output` | files into a folder, each one whole ([`Folder`]); `journal` lists them |
//! | `leftovers` | temporary names, and what killed calls left under them |

pub(crate) mod calls;
mod folder;
mod journal;
mod leftovers;
mod output;

use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Seek as _, Write};
use std::path::{Component, Path};

use anyhow::{Context as _, Result, anyhow};
use costumier::format::escape;
use tempfile::NamedTempFile;

use crate::failure::hinted;
pub(crate) use folder::NewFolder;
pub(crate) use journal::Owner;
pub(crate) use output::{Folder, FolderOutput, Unwritten};

/// A file under a temporary name. Dropping it removes it, if it has not got its name.
#[derive(Debug)]
pub(crate) struct NewFile(BufWriter<NamedTempFile>);

impl NewFile {
    /// Begins a file next to its place. Removes what killed calls left there.
    pub(crate) fn beside(place: &Path) -> io::Result<Self> {
        leftovers::sweep(folder_of(place));
        Self::begin(folder_of(place))
    }

    /// Begins a file in a folder without leftovers.
    fn begin(folder: &Path) -> io::Result<Self> {
        Ok(Self(BufWriter::new(leftovers::part(folder)?)))
    }

    /// Returns a reader of everything written so far. It has the file's own handle: a locked file cannot be read by
    /// another one on Windows.
    pub(crate) fn reader(&mut self) -> io::Result<impl BufRead + '_> {
        self.0.rewind()?;
        Ok(BufReader::new(self.0.get_mut().as_file_mut()))
    }

    /// Removes what was written.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.0.rewind()?;
        self.0.get_ref().as_file().set_len(0)
    }

    /// Gives the file its name if nothing has it yet. Otherwise, and if the system cannot tell, returns the file.
    fn finish_new(self, place: &Path) -> io::Result<Option<Self>> {
        let file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(file.persist_noclobber(place).err().map(|error| Self(BufWriter::new(error.file))))
    }

    /// Gives the file its name. If another file has the name, this one takes its permissions and replaces it.
    pub(crate) fn finish(self, place: &Path) -> io::Result<()> {
        self.finish_like(place, place)
    }

    /// Gives the file its name, and the permissions of the file `like`, if that exists.
    pub(crate) fn finish_like(self, place: &Path, like: &Path) -> io::Result<()> {
        let file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        if cfg!(unix)
            && let Ok(about) = fs::metadata(like)
        {
            // If the system refuses, the file keeps its own.
            let _ = file.as_file().set_permissions(about.permissions());
        }
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a whole file. It replaces one only with `force`.
pub(crate) fn write_file(place: &Path, bytes: &[u8], force: bool) -> Result<()> {
    write_with(place, force, |file| Ok(file.write_all(bytes)?))
}

/// Writes a whole file whose bytes come from `write`. It replaces one only with `force`.
pub(crate) fn write_with(
    place: &Path,
    force: bool,
    write: impl FnOnce(&mut NewFile) -> Result<()>,
) -> Result<()> {
    if !force && place.symlink_metadata().is_ok() {
        let error = anyhow!("{} exists", place.display());
        return Err(hinted(error, "choose another name, or replace it with `--force`"));
    }
    let failed = || format!("cannot write {}", place.display());
    let mut file = NewFile::beside(place).with_context(failed)?;
    write(&mut file).with_context(failed)?;
    file.finish(place).with_context(failed)
}

/// Returns the folder of a file.
fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns why a name is not written into a folder: it leads out of the folder, or a terminal would obey or hide
/// characters of it. Names come from games and folders of others.
fn fault_of(name: &str) -> Option<&'static str> {
    let goes_down = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !goes_down {
        Some("leads out of the folder")
    } else if !name.chars().all(escape::is_shown) {
        Some("holds characters that cannot be shown")
    } else {
        None
    }
}

/// Checks that files may have a name.
///
/// # Errors
/// If it leads out of its folder, or a terminal would obey or hide characters of it.
pub(crate) fn require_name(name: &str) -> Result<()> {
    match fault_of(name) {
        None => Ok(()),
        Some(fault) => {
            let error = anyhow!("the name \"{name}\" {fault}, so no such file is written");
            Err(hinted(error, "rename the file that it comes from"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn a_file_can_be_read_before_it_has_its_name() {
        let at = tempfile::tempdir().unwrap();
        let place = at.path().join("sample.001");
        let mut file = NewFile::beside(&place).unwrap();
        file.write_all(b"whole").unwrap();
        for _ in 0..2 {
            let mut bytes = Vec::new();
            file.reader().unwrap().read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, b"whole");
        }
        file.finish(&place).unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"whole");
    }
}
