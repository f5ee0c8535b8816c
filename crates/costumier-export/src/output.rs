//! Where files go: a folder, an archive, memory. This crate opens no file.

use std::collections::BTreeMap;
use std::io;

/// Takes finished files.
///
/// Paths are relative, use `/`, and consist of lower-case letters, digits, `-`, `.` and `_`: they mean the same on every system. No path
/// is put twice. Whoever writes to disk does so under another name first, so that no half-written file is left behind.
pub trait Output {
    /// Takes one file.
    ///
    /// # Errors
    /// Whatever writing it says; exporting stops there.
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Takes the next part of a file that comes in parts. It is not there before it is [sealed](Output::seal).
    ///
    /// # Errors
    /// As [`put`](Output::put).
    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Ends a file that came in parts.
    ///
    /// # Errors
    /// As [`put`](Output::put); [`io::ErrorKind::NotFound`] for a file of which no part came.
    fn seal(&mut self, path: &str) -> io::Result<()>;
}

/// Files held in memory, by path: for tests and browsers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryOutput {
    /// The files.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Those of which parts are missing.
    pub unfinished: BTreeMap<String, Vec<u8>>,
}

impl Output for MemoryOutput {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        match self.files.insert(path.to_owned(), bytes.to_vec()) {
            None => Ok(()),
            Some(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, path.to_owned())),
        }
    }
    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.unfinished.entry(path.to_owned()).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn seal(&mut self, path: &str) -> io::Result<()> {
        let bytes = self.unfinished.remove(path).ok_or(io::ErrorKind::NotFound)?;
        self.put(path, &bytes)
    }
}
