//! Finds picture files that the text does not name: new pictures without an entry, and renamed files.

use std::collections::BTreeSet;

use costumier_export::suggestion;
use toml::Value;

use super::Files;
use super::report::{Report, listed};
use super::words::SUGGESTIONS;

/// Keys whose values name files.
const KEYS: [&str; 4] = ["sheet", "file", "changes", "packed"];

/// Endings of picture files.
const PICTURES: [&str; 3] = [".png", ".aseprite", ".ase"];

/// Largest number of files named in a message.
const TOLD: usize = 10;

/// The text of a problem about a missing file, if the problem's path is the file.
pub(super) const MISSING: &str = "is missing";

/// Returns the text of a problem about a missing file, if the problem's path is the picture that needs it.
pub(super) fn missing(file: &str) -> String {
    format!("{file} {MISSING}")
}

/// Reports files that are not used. For a missing file, it suggests the unused file that it may be.
pub(super) fn tell(files: &Files, text: &str, report: &mut Report) {
    let Ok(text) = text.parse::<toml::Table>() else { return };
    let mut named = BTreeSet::new();
    collect(&Value::Table(text), &mut named);
    let is_picture = |name: &str| PICTURES.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    let unused: Vec<&str> =
        files.keys().map(String::as_str).filter(|name| is_picture(name) && !named.contains(*name)).collect();
    if unused.is_empty() {
        return;
    }
    let missing = report.problems.iter_mut().filter(|problem| problem.text.ends_with(MISSING));
    for problem in missing.take(SUGGESTIONS) {
        let before = problem.text.trim_end_matches(MISSING);
        let file = if before.is_empty() { &problem.path } else { before.trim_end() };
        if let Some(name) = suggestion::nearest(file, unused.iter().copied()) {
            let text = format!("{}; perhaps it was renamed to {name}, which no picture names", problem.text);
            problem.text = text;
        }
    }
    let text = "no picture in costume.toml names it, so it is not packed; add an entry for a new picture";
    report.note(&listed(unused.into_iter().map(str::to_owned), TOLD), text);
}

/// Collects all files that a text names.
fn collect(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                match value {
                    Value::String(name) if KEYS.contains(&key.as_str()) => drop(named.insert(name.clone())),
                    other => collect(other, named),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, named)),
        _ => {}
    }
}
