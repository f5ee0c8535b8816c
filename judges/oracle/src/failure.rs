//! The tool's errors: a sentence each.

use std::fmt;

/// A reason to stop. Pictures that differ are not failures: they are results.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    /// A reason in words.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A reason made of what was tried and what went wrong.
    pub(crate) fn because(tried: impl fmt::Display, error: impl fmt::Display) -> Self {
        Self(format!("{tried}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Failure {}

/// A result, or the reason why there is none.
pub(crate) type Outcome<T> = Result<T, Failure>;
