//! What stops an export. A costume that cannot be read does not: it becomes a row of the report.

use std::io;

/// A failure to write.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The output did not take a file.
    #[error("{path}: {source}")]
    Output {
        /// The file's path in the output.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// A picture or animation cannot be expressed in a format.
    #[error("{path}: cannot be written: {why}")]
    Encode {
        /// The file's path in the output.
        path: String,
        /// Why.
        why: String,
    },
}

impl ExportError {
    pub(crate) fn encode(path: &str, why: impl ToString) -> Self {
        Self::Encode { path: path.to_owned(), why: why.to_string() }
    }
}

/// The result of everything here that writes.
pub type Result<T, E = ExportError> = std::result::Result<T, E>;
