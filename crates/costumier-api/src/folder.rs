//! A folder on the disk that files are written into.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use costumier_export::Output;

/// A folder on the disk. A file appears there when it is whole.
pub(crate) struct FolderOutput<'a> {
    folder: &'a Path,
    written: Vec<String>,
    parts: BTreeMap<String, fs::File>,
}

impl<'a> FolderOutput<'a> {
    pub(crate) fn new(folder: &'a Path) -> Self {
        Self { folder, written: Vec::new(), parts: BTreeMap::new() }
    }

    /// Returns the names of the files that were written.
    pub(crate) fn written(mut self) -> Vec<String> {
        self.written.sort();
        self.written
    }

    /// Returns the place of a file and the place of its parts. Makes its folder.
    fn places(&self, path: &str) -> io::Result<(PathBuf, PathBuf)> {
        let place = self.folder.join(path);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut part = place.clone().into_os_string();
        part.push(".part");
        Ok((place, part.into()))
    }
}

impl Output for FolderOutput<'_> {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let (place, part) = self.places(path)?;
        fs::write(&part, bytes)?;
        fs::rename(&part, &place)?;
        self.written.push(path.to_owned());
        Ok(())
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if !self.parts.contains_key(path) {
            let file = fs::File::create(self.places(path)?.1)?;
            self.parts.insert(path.to_owned(), file);
        }
        self.parts.get_mut(path).ok_or(io::ErrorKind::NotFound)?.write_all(bytes)
    }

    fn seal(&mut self, path: &str) -> io::Result<()> {
        // Windows renames no open file.
        drop(self.parts.remove(path).ok_or(io::ErrorKind::NotFound)?);
        let (place, part) = self.places(path)?;
        fs::rename(&part, &place)?;
        self.written.push(path.to_owned());
        Ok(())
    }
}
