//! A folder on disk as the library's [`Files`]: names with their case kept, files read at any offset.
//!
//! The folder itself and one folder down are looked at: that is where games lie. A file is opened when it is asked for, and
//! read in place, so a game of hundreds of megabytes costs what is looked at.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use costumier::game::{Files, Source};
use costumier::{Error, ErrorKind, Result};

/// The files of a folder.
#[derive(Debug)]
pub(crate) struct FolderFiles {
    paths: BTreeMap<String, PathBuf>,
}

impl FolderFiles {
    /// Lists a folder. One that lies in it and cannot be listed is left out; it is not the game's.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let mut paths = BTreeMap::new();
        let mut below = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            match fs::metadata(&path) {
                Ok(about) if about.is_dir() => below.push(path),
                Ok(about) if about.is_file() => add(&mut paths, None, path),
                _ => {}
            }
        }
        for folder in below {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                if fs::metadata(&path).is_ok_and(|about| about.is_file()) {
                    add(&mut paths, Some(&folder), path);
                }
            }
        }
        Ok(Self { paths })
    }
}

fn add(paths: &mut BTreeMap<String, PathBuf>, below: Option<&Path>, path: PathBuf) {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let full = match below {
        Some(folder) => format!("{}/{}", name(folder), name(&path)),
        None => name(&path),
    };
    paths.insert(full, path);
}

impl Files for FolderFiles {
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

/// One open file.
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

/// A file that several threads read at once: where the system has reads at a position, they need no lock.
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
