//! A folder on disk as [`Files`]: names with their case kept, files read at any offset.
//!
//! Subfolders are searched as deep as games are placed. A file is opened on demand and read in place: of a game of
//! hundreds of megabytes, only requested parts are read.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(unix)]
use costumier_scripts::script::Encoding;

use crate::container::FileSet;
use crate::data::choice::shelf;
use crate::source::{Files, Source};
use crate::{Error, ErrorKind, Limits, Result};

/// The files of a folder on disk.
#[derive(Debug)]
pub struct Folder {
    paths: BTreeMap<String, PathBuf>,
}

/// Largest number of files that are listed.
const MOST_FILES: usize = 10_000;

/// Depth to which subfolders of a game's folder are searched, since stores and CDs place games that deep.
pub const DEEP: usize = 3;

/// The suffix that `costumier put --in-place` adds to the name of an original file; from the second time on a
/// number follows, such as `-2`.
pub const KEPT: &str = ".before-costumier";

/// The name of the list of calls that `costumier put --undo` can take back, next to these files.
pub const UNDO: &str = "undo.before-costumier";

/// The name of the file that `put --in-place` kept under this name.
fn kept_of(name: &str) -> Option<&str> {
    let (file, number) = name.rsplit_once(KEPT)?;
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (number.is_empty() || number.strip_prefix('-').is_some_and(is_number)).then_some(file)
}

impl Folder {
    /// A single file, under its path.
    #[must_use]
    pub fn one(path: &Path) -> Self {
        Self { paths: BTreeMap::from([(text_of(path.as_os_str()), path.to_owned())]) }
    }

    /// Lists a folder and its subfolders, `depth` deep and one more inside a Mac's application. A subfolder that
    /// cannot be listed is left out; it does not belong to the game.
    ///
    /// # Errors
    /// An error if the folder cannot be listed.
    pub fn new(folder: &Path, depth: usize) -> io::Result<Self> {
        let mut paths = BTreeMap::new();
        // Canonical paths, so that a link to a folder above does not list everything again.
        let mut seen = BTreeSet::from([fs::canonicalize(folder)?]);
        // Shallow folders come first: if there are too many files, those near the top count.
        let mut folders = VecDeque::from([(folder.to_owned(), String::new(), 0)]);
        let mut first = true;
        while let Some((folder, prefix, level)) = folders.pop_front() {
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) if first => return Err(error),
                Err(_) => continue,
            };
            first = false;
            let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            // Names of other bytes get out of the way of those that are text.
            entries.sort_by_key(|path| path.file_name().and_then(OsStr::to_str).is_none());
            for path in entries {
                let own = path.file_name().unwrap_or_default();
                let mut name = text_of(own);
                if paths.contains_key(&format!("{prefix}{name}")) {
                    name = bytes_of(own);
                }
                if name.starts_with('.') || name == "__MACOSX" || paths.len() >= MOST_FILES {
                    continue;
                }
                let inside = format!("{prefix}{name}");
                match fs::metadata(&path) {
                    Ok(about) if about.is_dir() => {
                        let deepest = depth + usize::from(inside.contains(".app"));
                        if level < deepest && fs::canonicalize(&path).is_ok_and(|at| seen.insert(at)) {
                            folders.push_back((path, format!("{inside}/"), level + 1));
                        }
                    }
                    Ok(about) if about.is_file() => {
                        paths.insert(inside, path);
                    }
                    _ => {}
                }
            }
        }
        // The files that `put --in-place` keeps are not a second game.
        let kept: Vec<String> = paths
            .keys()
            .filter(|name| {
                let is_list = name.rsplit('/').next() == Some(UNDO);
                is_list || kept_of(name).is_some_and(|file| paths.contains_key(file))
            })
            .cloned()
            .collect();
        if depth > 1 {
            kept.iter().for_each(|name| drop(paths.remove(name)));
        }
        Ok(Self { paths })
    }
}

/// The text of a file's name. A name that is not UTF-8, as of a disc that was copied from Windows, is read as
/// Windows-1252; [`path_of`] leads back to its bytes.
#[must_use]
pub fn text_of(name: &OsStr) -> String {
    match name.to_str() {
        Some(text) => text.to_owned(),
        #[cfg(unix)]
        None => Encoding::Windows1252.decode(name.as_encoded_bytes()),
        #[cfg(not(unix))]
        None => name.to_string_lossy().into_owned(),
    }
}

/// The text of a name that is not UTF-8 next to a file with that name in UTF-8: bytes as `%D6`.
fn bytes_of(name: &OsStr) -> String {
    let byte = |byte: &u8| match byte {
        ..0x80 => char::from(*byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.as_encoded_bytes().iter().map(byte).collect()
}

/// The path of a file in a folder, by the name that [`Folder`] gives it. Without such a file, it is the path that a new
/// file of this name has.
#[must_use]
pub fn path_of(folder: &Path, name: &str) -> PathBuf {
    let direct = folder.join(name);
    if direct.symlink_metadata().is_ok() {
        return direct;
    }
    name.split('/').fold(folder.to_owned(), |at, part| {
        let next = at.join(part);
        if next.symlink_metadata().is_ok() {
            return next;
        }
        let mut entries = fs::read_dir(&at).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let is_it =
            |own: &OsString| own.to_str().is_none() && (text_of(own) == part || bytes_of(own) == part);
        entries.find(is_it).map_or(next, |own| at.join(own))
    })
}

/// Everything that a path names, with containers opened: all files of a folder, or the files next to a file. Also
/// the name of the wanted index, if the path determines it.
///
/// # Errors
/// [`ErrorKind::Source`] if nothing exists at the path, or it cannot be listed.
pub fn shelf_at(path: &Path) -> Result<(FileSet, Option<String>)> {
    let failed = |error: &io::Error| {
        let place = path.to_string_lossy();
        Error::new(ErrorKind::Source(error.to_string()), "opening a path").in_file(place)
    };
    let is_folder = fs::metadata(path).map_err(|error| failed(&error))?.is_dir();
    let start = path.file_name().filter(|_| !is_folder).map(text_of);
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (folder, depth) = if is_folder { (path, DEEP) } else { (parent, 1) };
    let files = Folder::new(folder, depth).map_err(|error| failed(&error))?;
    Ok(shelf(Arc::new(files), start.as_deref(), &Limits::default()))
}

impl Files for Folder {
    fn names(&self) -> Vec<String> {
        self.paths.keys().cloned().collect()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Source>> {
        let opened = match self.paths.get(name) {
            Some(path) => FileSource::open(path),
            None => Err(io::ErrorKind::NotFound.into()),
        };
        let failed = |e: io::Error| Error::new(ErrorKind::Source(e.to_string()), "opening").in_file(name);
        Ok(Box::new(opened.map_err(failed)?))
    }
}

/// One open file on disk.
struct FileSource {
    file: Positioned,
    len: u64,
}

impl FileSource {
    fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Self { file: Positioned::new(file), len })
    }
}

impl Source for FileSource {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let needed = out.len() as u64;
        let available = self.len.saturating_sub(offset);
        if needed > available {
            return Err(Error::truncated("reading", offset, needed, available));
        }
        self.file
            .read_exact_at(out, offset)
            .map_err(|e| Error::new(ErrorKind::Source(e.to_string()), "reading").at(offset))
    }
}

/// A file that several threads read at once. Systems with reads at a position need no lock.
#[cfg(unix)]
struct Positioned(File);

#[cfg(unix)]
impl Positioned {
    fn new(file: File) -> Self {
        Self(file)
    }

    fn read_exact_at(&self, out: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.0, out, offset)
    }
}

/// A file that several threads read in turn.
#[cfg(not(unix))]
struct Positioned(std::sync::Mutex<File>);

#[cfg(not(unix))]
impl Positioned {
    fn new(file: File) -> Self {
        Self(std::sync::Mutex::new(file))
    }

    fn read_exact_at(&self, out: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(out)
    }
}
