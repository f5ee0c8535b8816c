//! Adds line numbers of `costume.toml` to problems, which name things (`limb 0 "body" / picture "walk-1"`).
//!
//! **Note:** the text is parsed again for this, and only if there are problems. So the code that reads folders
//! carries no line numbers, and problems found late, when a block is written, have them too.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::TEXT;
use super::report::Report;

/// Largest number of problems that get a line; each one reads the text up to that line.
const MOST: usize = 1000;

/// The text of a problem about a thing that the text has more than once. It gets the lines of all.
pub(super) const TWICE: &str = "is described twice";

/// Adds the line to each problem and note about `text`.
pub(super) fn add(text: &str, report: &mut Report) {
    let about = |path: &str| path.strip_prefix(TEXT).is_some_and(|rest| rest.starts_with(": "));
    if !report.problems.iter().chain(&report.notes).any(|problem| about(&problem.path)) {
        return;
    }
    // The parser's own error names its line already.
    let Ok(table) = DeTable::parse(text) else { return };
    let line = |at: usize| text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
    for problem in report.problems.iter_mut().chain(&mut report.notes).take(MOST) {
        let path = &mut problem.path;
        let Some(rest) = path.strip_prefix(TEXT).and_then(|rest| rest.strip_prefix(": ")) else { continue };
        if problem.text == TWICE {
            let lines: Vec<String> = all(table.get_ref(), rest).map(|at| line(at).to_string()).collect();
            problem.text = format!("{TWICE}: in lines {}; remove all but one", lines.join(" and "));
        }
        if let Some(at) = place(table.get_ref(), rest) {
            *path = format!("{TEXT}: line {}: {rest}", line(at));
        }
    }
}

/// Returns the positions of all things in a list with the number of `path`, such as `chore 7 "walk"`.
fn all(table: &DeTable<'_>, path: &str) -> impl Iterator<Item = usize> {
    let mut words = path.split(' ');
    let (list, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let list = match table.get(list).map(Spanned::get_ref) {
        Some(DeValue::Array(list)) => list.iter().filter(|item| says(item, "number", number)).collect(),
        _ => Vec::new(),
    };
    list.into_iter().map(|item| item.span().start).collect::<Vec<_>>().into_iter()
}

/// Returns the position of the innermost thing that `path` names and the text contains.
fn place(table: &DeTable<'_>, path: &str) -> Option<usize> {
    let mut inside = table;
    let mut found = None;
    for part in path.split(" / ") {
        let Some((at, value)) = step(inside, part) else { break };
        found = Some(at);
        match value {
            DeValue::Table(next) => inside = next,
            _ => break,
        }
    }
    found
}

/// Finds one part of a path: a key, or a table of a list, by its number, name or position (`limb 0 "body"`, `picture
/// "walk-1"`, `frame 2`). Limbs of chores are keys with the limb's name.
fn step<'a, 'i>(table: &'a DeTable<'i>, part: &str) -> Option<(usize, &'a DeValue<'i>)> {
    let key = |key: &str| {
        let (key, value) = table.iter().find(|(known, _)| known.get_ref() == key)?;
        Some((key.span().start, value.get_ref()))
    };
    let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
    let number = rest.split(' ').next().filter(|number| number.parse::<usize>().is_ok());
    let name = rest.split_once('"').and_then(|(_, name)| name.strip_suffix('"'));
    match key(word) {
        Some((at, DeValue::Array(list))) => {
            let tables = || list.iter().filter(|item| item.get_ref().is_table());
            let says = |key: &str, wanted: Option<&str>| {
                let wanted = wanted?;
                tables().find(|item| says(item, key, wanted))
            };
            let both = || {
                let (number, name) = (number?, name?);
                let all = tables().enumerate().filter(|(_, item)| self::says(item, "name", name));
                let all = all.filter(|(at, item)| match item.get_ref().get("number") {
                    Some(_) => self::says(item, "number", number),
                    None => number == at.to_string(),
                });
                all.last().map(|(_, item)| item)
            };
            let counted = || tables().nth(number?.parse().ok()?);
            let item = both().or_else(|| says("number", number)).or_else(|| says("name", name));
            let item = item.or_else(|| says("tag", name));
            match item.or_else(counted) {
                Some(item) => Some((item.span().start, item.get_ref())),
                None => Some((at, table.get(word)?.get_ref())),
            }
        }
        Some(found) => Some(found),
        None => name.or(number).and_then(key),
    }
}

/// Whether a table has this value under a key.
fn says(table: &Spanned<DeValue<'_>>, key: &str, wanted: &str) -> bool {
    table.get_ref().get(key).is_some_and(|value| match value.get_ref() {
        DeValue::Integer(number) => number.as_str() == wanted,
        DeValue::String(text) => text == wanted,
        _ => false,
    })
}
