//! Adds line numbers of `costume.toml` to problems, which name things (`limb 0 "body" / picture "walk-1"`).
//!
//! **Note:** the text is parsed again for this, and only if there are problems. So the code that reads folders
//! carries no line numbers, and problems found late, when a block is written, have them too.

use std::borrow::Cow;
use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::TEXT;
use super::report::Report;

/// Largest number of problems that get a line.
const MOST: usize = 1000;

/// Largest number of lines of a problem.
const TOLD: usize = 10;

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
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| ends.partition_point(|end| *end < at) + 1;
    let mut lists = Lists::default();
    for problem in report.problems.iter_mut().chain(&mut report.notes).take(MOST) {
        let path = &mut problem.path;
        let Some(rest) = path.strip_prefix(TEXT).and_then(|rest| rest.strip_prefix(": ")) else { continue };
        if problem.text == TWICE {
            let all = all(table.get_ref(), rest, &mut lists);
            let lines: Vec<String> = all.iter().take(TOLD).map(|at| line(*at).to_string()).collect();
            let more = if all.len() > TOLD { " and others" } else { "" };
            problem.text = format!("{TWICE}: in lines {}{more}; remove all but one", lines.join(" and "));
        }
        if let Some(at) = place(table.get_ref(), rest, &mut lists) {
            *path = format!("{TEXT}: line {}: {rest}", line(at));
        }
    }
}

/// The tables of a list, read once: a problem is found without reading all of them again.
struct Tables<'a, 'i> {
    all: Vec<&'a Spanned<DeValue<'i>>>,
    /// For each key that names tables and each of its values, the positions in `all` of those that have it.
    named: BTreeMap<(&'static str, &'a str), Vec<usize>>,
    /// The last table of each number and name. One without a number has that of its position.
    both: BTreeMap<(Cow<'a, str>, &'a str), usize>,
}

/// The lists that problems have named so far, each under its address.
type Lists<'a, 'i> = BTreeMap<*const DeArray<'i>, Tables<'a, 'i>>;

fn tables_of<'t, 'a, 'i>(list: &'a DeArray<'i>, lists: &'t mut Lists<'a, 'i>) -> &'t Tables<'a, 'i> {
    lists.entry(list).or_insert_with(|| {
        let all: Vec<_> = list.iter().filter(|item| item.get_ref().is_table()).collect();
        let mut named = BTreeMap::<_, Vec<usize>>::new();
        let mut both = BTreeMap::new();
        for (at, item) in all.iter().enumerate() {
            if let Some(name) = value(item, "name") {
                let number = value(item, "number").map_or_else(|| at.to_string().into(), Cow::Borrowed);
                both.insert((number, name), at);
            }
            for key in ["number", "name", "tag"] {
                if let Some(value) = value(item, key) {
                    named.entry((key, value)).or_default().push(at);
                }
            }
        }
        Tables { all, named, both }
    })
}

impl<'a, 'i> Tables<'a, 'i> {
    /// Returns the positions of the tables with this value under a key.
    fn with<'t>(&'t self, key: &'static str, value: &'t str) -> &'t [usize] {
        self.named.get(&(key, value)).map_or(&[], Vec::as_slice)
    }

    /// Returns the table with this number and name, or with one of them.
    fn find(&self, number: Option<&str>, name: Option<&str>) -> Option<&'a Spanned<DeValue<'i>>> {
        let first = |key: &'static str, value: Option<&str>| self.with(key, value?).first().copied();
        let both = || self.both.get(&(Cow::Borrowed(number?), name?)).copied();
        let found = both().or_else(|| first("number", number)).or_else(|| first("name", name));
        let found = found.or_else(|| first("tag", name));
        self.all.get(found.or_else(|| number?.parse().ok())?).copied()
    }
}

/// Returns the positions of all things in a list with the number of `path`, such as `chore 7 "walk"`.
fn all<'a, 'i>(table: &'a DeTable<'i>, path: &str, lists: &mut Lists<'a, 'i>) -> Vec<usize> {
    let mut words = path.split(' ');
    let (list, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let Some(DeValue::Array(list)) = table.get(list).map(Spanned::get_ref) else { return Vec::new() };
    let tables = tables_of(list, lists);
    tables.with("number", number).iter().map(|at| tables.all[*at].span().start).collect()
}

/// Returns the position of the innermost thing that `path` names and the text contains.
fn place<'a, 'i>(table: &'a DeTable<'i>, path: &str, lists: &mut Lists<'a, 'i>) -> Option<usize> {
    let mut inside = table;
    let mut found = None;
    for part in path.split(" / ") {
        let Some((at, value)) = step(inside, part, lists) else { break };
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
fn step<'a, 'i>(
    table: &'a DeTable<'i>,
    part: &str,
    lists: &mut Lists<'a, 'i>,
) -> Option<(usize, &'a DeValue<'i>)> {
    let key = |key: &str| {
        let (key, value) = table.get_key_value(key)?;
        Some((key.span().start, value.get_ref()))
    };
    let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
    let number = rest.split(' ').next().filter(|number| number.parse::<usize>().is_ok());
    let name = rest.split_once('"').and_then(|(_, name)| name.strip_suffix('"'));
    match key(word) {
        Some((at, whole @ DeValue::Array(list))) => match tables_of(list, lists).find(number, name) {
            Some(item) => Some((item.span().start, item.get_ref())),
            None => Some((at, whole)),
        },
        Some(found) => Some(found),
        None => name.or(number).and_then(key),
    }
}

/// Returns what stands under a key of a table, if it is a number or a text.
fn value<'a>(table: &'a Spanned<DeValue<'_>>, key: &str) -> Option<&'a str> {
    match table.get_ref().get(key)?.get_ref() {
        DeValue::Integer(number) => Some(number.as_str()),
        DeValue::String(text) => Some(text),
        _ => None,
    }
}
