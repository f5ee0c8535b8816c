//! What stops an export: a file that cannot be written. A costume that cannot be read, or an animation that a format cannot hold, does not:
//! it becomes a row of the report.

use std::io;

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
