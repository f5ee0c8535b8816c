//! What was found wrong with a folder, all of it, and what is worth telling though nothing is wrong.

use costumier::{Problem, Refused, Severity};

/// Collects while a folder is read.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) problems: Vec<Problem>,
    pub(super) notes: Vec<String>,
}

impl Report {
    /// Something that has to be mended: the file and the thing in it, and what is wrong.
    pub(super) fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// Something to know.
    pub(super) fn note(&mut self, path: &str, text: &str) {
        self.notes.push(format!("{path}: {text}"));
    }

    /// The value, or its problems under the name of the file.
    pub(super) fn accept<T>(&mut self, file: &str, result: Result<T, Refused>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(refused) => {
                for problem in refused.problems {
                    self.refuse(format!("{file}: {}", problem.path), problem.text);
                }
                None
            }
        }
    }
}
