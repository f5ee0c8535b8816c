//! Files and folders that are written whole or not at all.
//!
//! 1. New bytes have a temporary name next to their place, and get their name when they are whole. A call that is
//!    stopped leaves no half of a file under its name, and the old file stays until the new one takes its name.
//! 2. What has the name already is replaced only with `--force`, or if Costumier wrote it: it has the same bytes as
//!    now, or those that the folder's journal lists.
//! 3. Nothing that a person has changed is deleted. Only what temporary names of killed calls hold, and files with
//!    listed content.
//! 4. What the changes of a game leave is on the disk before they are reported: `put` and `patch apply` wait for the
//!    disk, and so does all that replaces a file or a folder which may be the only copy. Files of exports and pictures
//!    reach the disk when the system writes them.
//!
//! | module | writes |
//! |---|---|
//! | this one | one file ([`NewFile`], [`write_file`]) |
//! | `calls` | new files over the old ones of a game, all or none |
//! | `folder` | a new folder, whole ([`NewFolder`]) |
//! | `output` | files into a folder, each one whole ([`Folder`]); `journal` lists them |
//! | `leftovers` | temporary names, and what killed calls left under them |
//! | `names` | nothing: it checks the names in files that are read back |
//! | `lock` | nothing: it locks folders |

pub(crate) mod calls;
mod folder;
mod journal;
mod leftovers;
mod lock;
pub(crate) mod names;
mod output;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use tempfile::NamedTempFile;

use crate::output::failure::{hinted, with_room};
pub(crate) use folder::{NewFolder, nothing_written};
pub(crate) use journal::Owner;
pub(crate) use lock::FolderLock;
pub(crate) use names::COSTUME;
pub(crate) use output::{Folder, FolderOutput, Unwritten};

/// A file under a temporary name. Dropping it removes it, if it has not got its name.
#[derive(Debug)]
pub(crate) struct NewFile(BufWriter<Part>);

/// A temporary file. Its errors do not name it: the name means nothing to people.
#[derive(Debug)]
struct Part(NamedTempFile);

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_file_mut().flush()
    }
}

impl Seek for Part {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.as_file_mut().seek(to)
    }
}

impl NewFile {
    /// Begins a file next to its place. Removes what killed calls left there.
    pub(crate) fn beside(place: &Path) -> io::Result<Self> {
        leftovers::sweep(folder_of(place));
        Self::begin(folder_of(place))
    }

    /// Begins a file in a folder without leftovers.
    fn begin(folder: &Path) -> io::Result<Self> {
        Ok(Self(BufWriter::new(Part(leftovers::part(folder)?))))
    }

    /// Returns a reader of everything written so far. It has the file's own handle: a locked file cannot be read by
    /// another one on Windows.
    pub(crate) fn reader(&mut self) -> io::Result<impl BufRead + '_> {
        self.0.rewind()?;
        Ok(BufReader::new(self.0.get_mut().0.as_file_mut()))
    }

    /// Removes what was written.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.0.rewind()?;
        self.0.get_ref().0.as_file().set_len(0)
    }

    /// Waits until everything written so far is on the disk.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.0.flush()?;
        self.0.get_ref().0.as_file().sync_all()
    }

    /// Gives the file its name if nothing has it yet. Otherwise, and if the system cannot tell, returns the file.
    fn finish_new(self, place: &Path) -> io::Result<Option<Self>> {
        let file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?.0;
        Ok(file.persist_noclobber(place).err().map(|error| Self(BufWriter::new(Part(error.file)))))
    }

    /// Gives the file its name. If another file has the name, this one takes its permissions and replaces it.
    pub(crate) fn finish(self, place: &Path) -> io::Result<()> {
        self.finish_like(place, place)
    }

    /// Gives the file its name, and the permissions of the file `like`, if that exists.
    pub(crate) fn finish_like(self, place: &Path, like: &Path) -> io::Result<()> {
        let file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?.0;
        #[cfg(unix)]
        if let Ok(about) = fs::metadata(like) {
            use std::os::unix::fs::PermissionsExt as _;
            // Not the bits by which a program runs as its owner. If the system refuses, the file keeps its own.
            let rights = fs::Permissions::from_mode(about.permissions().mode() & 0o777);
            let _ = file.as_file().set_permissions(rights);
        }
        #[cfg(not(unix))]
        let _ = like;
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
    let whole = || -> Result<()> {
        let mut file = NewFile::beside(place)?;
        write(&mut file)?;
        file.sync()?;
        file.finish(place)?;
        Ok(sync_folder(folder_of(place))?)
    };
    let written = whole().with_context(|| format!("cannot write {}", place.display()));
    written.map_err(|error| with_room(error, "nothing was written"))
}

/// Returns the folder of a file.
fn folder_of(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the names in a folder are on the disk. Some systems cannot do that, and need not be asked.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // A folder may be written without being readable.
    let Some(folder) = File::open(folder).ok().filter(|_| cfg!(unix)) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Whether a path leads to a file that ends, through links or not. Reading a device or a pipe might never end.
pub(crate) fn is_file(place: &Path) -> bool {
    fs::metadata(place).is_ok_and(|about| about.is_file())
}

/// Opens a file that ends. `None` if there is none, or if it cannot be opened.
pub(crate) fn open_file(place: &Path) -> Option<File> {
    is_file(place).then(|| File::open(place).ok()).flatten()
}

/// Reads a text that an earlier call wrote, or that somebody else put there. `None` if there is none.
///
/// # Errors
/// If it cannot be read, is no file of at most `most` bytes, or is no text.
pub(crate) fn read_back(place: &Path, most: u64) -> io::Result<Option<String>> {
    let bytes = bytes_back(place, most)?;
    let text = bytes.map(String::from_utf8).transpose();
    text.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is no text"))
}

/// Reads a file as [`read_back`] does.
///
/// # Errors
/// If it cannot be read, or is no file of at most `most` bytes.
pub(crate) fn bytes_back(place: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    match fs::metadata(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => {
            let about = about?;
            if !about.is_file() || about.len() > most {
                let why = format!("it is no file of at most {most} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
        }
    }
    let mut bytes = Vec::new();
    File::open(place)?.take(most).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

#[cfg(test)]
mod tests {
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
