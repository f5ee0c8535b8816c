//! Destinations of files (a folder, an archive, memory) and of problems. This crate opens no file.
//!
//! An export stops only if the output refuses a file. A costume that cannot be read, or an animation that a format
//! cannot hold, becomes a problem and a row of the report.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use costumier::{Problem, Severity};

/// An output that takes finished files.
///
/// Paths are relative, use `/`, and consist of lower-case letters, digits, `-`, `.` and `_`, so they are valid on
/// every system. No path is put twice. An implementation that writes to disk should write under a temporary name
/// first, so that no half file is left.
pub trait Output {
    /// Takes one file.
    ///
    /// # Errors
    /// Any error of writing it; the export stops there.
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Takes the next part of a file that is written in parts. The file exists only after it is
    /// [sealed](Output::seal).
    ///
    /// # Errors
    /// As [`put`](Output::put).
    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()>;

    /// Ends a file that was written in parts.
    ///
    /// # Errors
    /// As [`put`](Output::put); [`io::ErrorKind::NotFound`] for a file without any part.
    fn seal(&mut self, path: &str) -> io::Result<()>;
}

/// An output in memory, for tests and browsers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryOutput {
    /// The finished files, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Files in parts that are not sealed, by path.
    pub unfinished: BTreeMap<String, Vec<u8>>,
}

impl Output for MemoryOutput {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        match self.files.insert(path.to_owned(), bytes.to_vec()) {
            None => Ok(()),
            Some(_) => Err(io::Error::new(io::ErrorKind::AlreadyExists, "the file was written before")),
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

/// The destination of one costume's files and problems.
pub(crate) struct Sink<'a> {
    pub(crate) output: &'a mut dyn Output,
    /// The costume's folder.
    pub(crate) folder: &'a str,
    pub(crate) problems: Vec<Problem>,
    /// Files that a limit of this program or of a format keeps from being written, with the reason. The costume
    /// itself has no fault.
    pub(crate) left_out: Vec<Problem>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(output: &'a mut dyn Output, folder: &'a str, problems: Vec<Problem>) -> Self {
        Self { output, folder, problems, left_out: Vec::new() }
    }

    /// Returns the path of a file of the costume.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    /// Writes a file and returns its path. `made` is the result of the encoder: if it is an error, the file is left
    /// out, with a note.
    pub(crate) fn save(
        &mut self,
        name: &str,
        made: Result<(), impl fmt::Display>,
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

    /// Adds a note about something that a limit of this program or of a format does not allow.
    pub(crate) fn leave_out(&mut self, name: &str, why: impl Into<String>) {
        self.left_out.push(Problem::new(Severity::Note, self.path(name), None, why));
    }
}

/// Writes a file to the output.
pub(crate) fn put(output: &mut dyn Output, path: &str, bytes: &[u8]) -> Result<()> {
    output.put(path, bytes).map_err(|source| ExportError { path: path.to_owned(), source })
}

/// The output refused a file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
pub struct ExportError {
    /// The path of the file in the output.
    pub path: String,
    /// The error of the output.
    pub source: io::Error,
}

/// The result of functions that write.
pub type Result<T, E = ExportError> = std::result::Result<T, E>;
