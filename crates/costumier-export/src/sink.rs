//! Where files go, a folder, an archive, memory, and where problems go. This crate opens no file.
//!
//! What stops an export is a file that the output does not take. A costume that cannot be read, or an
//! animation that a format cannot hold, does not: it becomes a problem, and a row of the report.

use std::collections::BTreeMap;
use std::io;

use costumier::{Problem, Severity};

/// Takes finished files.
///
/// Paths are relative, use `/`, and consist of lower-case letters, digits, `-`, `.` and `_`: they mean the
/// same on every system. No path is put twice. Whoever writes to disk does so under another name first, so
/// that no half-written file is left behind.
pub trait Output {
    /// Takes one file.
    ///
    /// # Errors
    /// Whatever writing it says; exporting stops there.
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Takes the next part of a file that comes in parts. It is not there before it is
    /// [sealed](Output::seal).
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
            Some(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "written a second time")),
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

/// Where one costume's files and problems go.
pub(crate) struct Sink<'a> {
    pub(crate) output: &'a mut dyn Output,
    /// The costume's folder.
    pub(crate) folder: &'a str,
    pub(crate) problems: Vec<Problem>,
    /// What a limit of this program or of a format keeps from being written, and why: the costume itself is whole.
    pub(crate) left_out: Vec<Problem>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(output: &'a mut dyn Output, folder: &'a str, problems: Vec<Problem>) -> Self {
        Self { output, folder, problems, left_out: Vec::new() }
    }

    /// The path of a file of the costume.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// Puts out a file that was made, or leaves it out: its format does not hold it. Returns its path where it is
    /// there.
    pub(crate) fn save(
        &mut self,
        name: &str,
        made: Result<(), String>,
        file: &[u8],
    ) -> Result<Option<String>> {
        let path = self.path(name);
        match made {
            Ok(()) => {
                put(self.output, &path, file)?;
                Ok(Some(path))
            }
            Err(why) => {
                self.leave_out(name, format!("not written: {why}"));
                Ok(None)
            }
        }
    }

    /// Notes something that a limit of this program or of a format does not allow.
    pub(crate) fn leave_out(&mut self, name: &str, why: String) {
        self.left_out.push(Problem::new(Severity::Note, self.path(name), None, why));
    }
}

/// Puts a file out.
pub(crate) fn put(output: &mut dyn Output, path: &str, bytes: &[u8]) -> Result<()> {
    output.put(path, bytes).map_err(|source| ExportError { path: path.to_owned(), source })
}

/// The output did not take a file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct ExportError {
    /// The file's path in the output.
    pub path: String,
    /// Why.
    pub source: io::Error,
}

/// The result of everything here that writes.
pub type Result<T, E = ExportError> = std::result::Result<T, E>;
