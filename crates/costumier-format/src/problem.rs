//! Problems as data: what lenient reading noticed and assumed instead, and everything that prevents writing.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::escape;

/// How serious a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Severity {
    /// Worth knowing, but nothing is wrong.
    Note,
    /// Unusual; the interpreter would still draw it, and so does this library.
    Odd,
    /// This part cannot be used; the rest can.
    Broken,
}

/// One problem: where it is, what was noticed, and what was assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Problem {
    /// How serious the problem is.
    pub severity: Severity,
    /// The path to the thing, from the outside in, such as `limb 3 / picture 7`.
    pub path: String,
    /// Byte offset of the problem: for a costume in the block's payload, for a game, its rooms and scripts in the
    /// file.
    pub at: Option<u64>,
    /// What was noticed, and what was assumed.
    pub text: String,
}

impl Problem {
    /// A problem of the thing at `path`.
    #[must_use]
    pub fn new(
        severity: Severity,
        path: impl Into<String>,
        at: Option<u64>,
        text: impl Into<String>,
    ) -> Self {
        Self { severity, path: path.into(), at, text: text.into() }
    }

    /// The same problem of the thing at another path.
    #[must_use]
    pub fn in_path(self, path: String) -> Self {
        Self { path, ..self }
    }

    /// The problem that the thing at `path` could not be read, with the reason.
    #[must_use]
    pub fn broken(path: String, error: &Error) -> Self {
        let text = match error.what() {
            what if path.ends_with(what) => error.kind().to_string(),
            what => format!("{what}: {}", error.kind()),
        };
        Self::new(Severity::Broken, path, error.offset(), text)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Note => "note",
            Self::Odd => "odd",
            Self::Broken => "broken",
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.severity, escape::line(&self.path), escape::line(&self.text))?;
        match self.at {
            Some(at) => write!(f, " (at byte {at:#x})"),
            None => Ok(()),
        }
    }
}

/// Refusal to write, with every reason at once, so that one round of repairs is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reasons, in the order of the source.
    pub problems: Vec<Problem>,
}

impl Refused {
    /// Returns `Ok` if there are no problems.
    ///
    /// # Errors
    /// The problems, if there are any.
    pub fn unless_empty(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { problems }) }
    }
}

/// Adds the reason why something cannot be written.
pub(crate) fn refuse(problems: &mut Vec<Problem>, path: impl Into<String>, text: impl Into<String>) {
    problems.push(Problem::new(Severity::Broken, path, None, text));
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.problems.len() == 1 { "" } else { "s" };
        write!(f, "cannot be written, {} problem{plural}:", self.problems.len())?;
        self.problems.iter().try_for_each(|problem| {
            write!(f, "\n  {}: {}", escape::line(&problem.path), escape::line(&problem.text))
        })
    }
}

impl std::error::Error for Refused {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::new(ErrorKind::CannotWrite(refused.to_string()), "")
    }
}
