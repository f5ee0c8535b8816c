//! Problems and notes that are collected while a folder is read.

use std::collections::BTreeMap;

use costumier::{Problem, Refused, Severity};

/// Collects problems and notes.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Problem>,
}

impl Report {
    /// Adds a problem: the file and the thing in it, and what is wrong.
    pub(crate) fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// Adds a problem before all others, because others follow from it.
    pub(crate) fn refuse_first(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.problems.insert(0, Problem::new(Severity::Broken, path, None, text));
    }

    /// Adds a note about something that is no problem.
    pub(crate) fn note(&mut self, path: &str, text: &str) {
        self.notes.push(Problem::new(Severity::Note, path, None, text));
    }

    /// Returns the value, or adds its problems under the name of the file.
    pub(crate) fn accept<T>(&mut self, file: &str, result: Result<T, Refused>) -> Option<T> {
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

    /// Joins problems that say the same, and notes that say the same.
    pub(crate) fn join(&mut self) {
        join(&mut self.problems);
        join(&mut self.notes);
    }

    /// Returns the notes as lines.
    pub(crate) fn note_lines(&self) -> Vec<String> {
        self.notes.iter().map(|note| format!("{}: {}", note.path, note.text)).collect()
    }
}

/// Keeps the first of all problems with the same text, and counts the others in its path.
fn join(problems: &mut Vec<Problem>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for problem in &*problems {
        *counts.entry(problem.text.clone()).or_default() += 1;
    }
    problems.retain_mut(|problem| {
        let Some(count) = counts.remove(&problem.text) else { return false };
        problem.path.push_str(&more_places(count));
        true
    });
}

/// Lists the first `most` of all words: `a, b and 3 more`.
pub(super) fn listed(words: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let more = words.len().saturating_sub(most);
    let list = words.take(most).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{list} and {more} more") } else { list }
}

/// Returns the words for the places of a problem after the first: ` (and 3 more places)`. Empty for one place.
pub(crate) fn more_places(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " (and 1 more place)".to_owned(),
        _ => format!(" (and {} more places)", count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_the_same_is_one_line() {
        let mut report = Report::default();
        for path in ["a", "b", "c"] {
            report.refuse(path, "is odd");
            report.refuse(path, format!("is {path}"));
            report.note(path, "is here");
        }
        report.refuse_first("z", "is the reason");
        report.join();
        let lines: Vec<String> =
            report.problems.iter().map(|it| format!("{}: {}", it.path, it.text)).collect();
        let wanted = ["z: is the reason", "a (and 2 more places): is odd", "a: is a", "b: is b", "c: is c"];
        assert_eq!(lines, wanted);
        assert_eq!(report.note_lines(), ["a (and 2 more places): is here"]);
    }
}
