//! The evidence that something is unused, in sentences: what can be said in one sentence is one line.

use std::collections::BTreeSet;
use std::fmt;

use costumier::PictureKey;

use super::{ComputedRow, ConditionalRow, PlaceRow, UnusedRow};

/// Largest number of places and of names that a sentence lists.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    places: usize,
    names: usize,
}

impl Lengths {
    /// For people who read a list.
    pub(super) const SHORT: Self = Self { places: 8, names: 24 };
    /// For a table that is published.
    pub(super) const WHOLE: Self = Self { places: usize::MAX, names: usize::MAX };
}

type Group<'a> = Vec<(usize, &'a UnusedRow)>;

/// Puts rows that can be said in one sentence together.
pub(super) fn grouped(items: &[UnusedRow]) -> impl Iterator<Item = Vec<usize>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (number, row) in items.iter().enumerate() {
        let joins = |group: &&mut Group<'_>| {
            group.first().is_some_and(|(_, first)| {
                let same = (first.kind, first.costume, first.room, first.certainty, first.has_record)
                    == (row.kind, row.costume, row.room, row.certainty, row.has_record)
                    && first.same_as.is_some() == row.same_as.is_some();
                let one_line = match row.kind {
                    "record" => first.chore == row.chore,
                    "picture" | "chore" | "object" => true,
                    _ => false,
                };
                same && one_line && first.computed == row.computed
            })
        };
        // Pictures that are unused for different reasons alternate; the other kinds stay in their order.
        let reach = if row.kind == "picture" { 8 } else { 1 };
        match groups.iter_mut().rev().take(reach).find(joins) {
            Some(group) => group.push((number, row)),
            None => groups.push(vec![(number, row)]),
        }
    }
    merged(groups).into_iter().map(|group| group.into_iter().map(|(number, _)| number).collect())
}

/// Puts chores together that lack the same facings.
fn merged(groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let facings = |group: &Group<'_>| -> BTreeSet<String> {
        group.iter().filter_map(|(_, row)| row.facing).map(|facing| facing.to_string()).collect()
    };
    let mut out: Vec<Group<'_>> = Vec::new();
    for group in groups {
        let joins = |last: &&mut Group<'_>| match (last.first(), group.first()) {
            (Some((_, a)), Some((_, b))) => {
                (a.kind, b.kind) == ("record", "record")
                    && (a.costume, a.certainty) == (b.costume, b.certainty)
                    && facings(last) == facings(&group)
            }
            _ => false,
        };
        match out.last_mut().filter(joins) {
            Some(last) => last.extend(group),
            None => out.push(group),
        }
    }
    out
}

/// Says what a group is and why it is unused. What is likely is not stated as a fact.
pub(super) fn sentence(group: &[&UnusedRow], most: Lengths) -> String {
    let Some(first) = group.first() else { return String::new() };
    let several = group.len() > 1;
    let noun = |one: &str| if several { format!("{one}s") } else { one.to_owned() };
    let them = if several { "them" } else { "it" };
    let certain = first.certainty == "certain";
    let either = |sure: &'static str, likely: &'static str| if certain { sure } else { likely };
    match first.kind {
        "costume" => {
            let places: Vec<String> = first.loaded.iter().map(ToString::to_string).collect();
            let loaded = match places.is_empty() {
                true => String::new(),
                false => format!(" (it is only loaded: {})", some(&places, most.places, "; ")),
            };
            let puts = either("no script puts it", "no script is known to put it");
            format!("the whole costume: {puts} on an actor{loaded}")
        }
        "chore" => {
            let chores: Vec<String> = group.iter().map(|row| chore(row)).collect();
            let list = some(&chores, most.names, ", ");
            let starts = either("starts", "is known to start");
            format!("{} {list}: neither a script nor the interpreter {starts} {them}", noun("chore"))
        }
        "record" => {
            let of_first = group.iter().filter(|row| row.chore == first.chore);
            let facings: Vec<String> =
                of_first.filter_map(|row| row.facing).map(|facing| facing.to_string()).collect();
            let mut chores: Vec<String> = group.iter().map(|row| chore(row)).collect();
            chores.dedup();
            let noun = if chores.len() == 1 { "chore" } else { "chores" };
            let list = some(&chores, most.names, ", ");
            let facings = facings.join(", ");
            let turns = either("turns", "is known to turn");
            format!("{noun} {list} facing {facings}: no actor in the costume {turns} this way")
        }
        "picture" => pictures(group, most, either),
        "entries" => {
            let entries = first.entries.as_deref().unwrap_or_default();
            let list: Vec<String> = entries.iter().map(ToString::to_string).collect();
            let (noun, colour) = match list.len() {
                1 => ("palette entry", "this colour"),
                _ => ("palette entries", "these colours"),
            };
            let shown = either("a shown picture", "a picture that is known to be shown");
            format!("{noun} {}: no pixel of {shown} has {colour}", list.join(", "))
        }
        "look" => {
            let overrides = first.overrides.iter().flatten();
            let list: Vec<String> = overrides.map(|(entry, colour)| format!("{entry} as {colour}")).collect();
            let shown = either("a shown picture", "a picture that is known to be shown");
            format!("look {}: scripts set it, and no pixel of {shown} changes", list.join(", "))
        }
        _ => {
            let numbers: Vec<String> =
                group.iter().filter_map(|row| row.object).map(|object| object.to_string()).collect();
            let list = some(&numbers, most.names, ", ");
            let room = first.room.map_or_else(String::new, |id| numbered(id, first.room_name.as_deref()));
            let is = if several { "they are" } else { "it is" };
            let shows = either("shows", "is known to show");
            format!(
                "{} {list} of room {room}: {is} invisible at first, and no script {shows} {them}",
                noun("object")
            )
        }
    }
}

/// Says why pictures of a group are unused.
fn pictures(
    group: &[&UnusedRow],
    most: Lengths,
    either: impl Fn(&'static str, &'static str) -> &'static str,
) -> String {
    let name = |key: PictureKey| format!("{}.{}", key.limb, key.index);
    let is_one = group.len() == 1;
    let (noun, them) = if is_one { ("picture", "it") } else { ("pictures", "them") };
    let rows = || group.iter().filter_map(|row| Some((row.picture.map(name)?, row.same_as.map(name))));
    let list = |names: Vec<String>| some(&names, most.names, ", ");
    let has_record = group.iter().any(|row| row.has_record == Some(true));
    match rows().next() {
        Some((key, Some(shown))) if is_one => {
            format!("{noun} {key}: same pixels as {shown}, which is shown")
        }
        Some((_, Some(_))) => {
            let all = rows().map(|(key, shown)| format!("{key} (as {})", shown.unwrap_or_default()));
            format!("{noun} {}: same pixels as other pictures, which are shown", list(all.collect()))
        }
        _ => {
            let why = match has_record {
                true => {
                    either("only what is never played shows", "only what is not known to be played shows")
                }
                false => either("no record shows", "no record is known to show"),
            };
            format!("{noun} {}: {why} {them}", list(rows().map(|(key, _)| key).collect()))
        }
    }
}

fn chore(row: &UnusedRow) -> String {
    row.chore.map_or_else(String::new, |chore| numbered(chore.into(), row.chore_name.as_deref()))
}

/// Returns a number with the name of what has it: `3 (walk)`.
#[must_use]
pub fn numbered(number: u32, name: Option<&str>) -> String {
    name.map_or_else(|| number.to_string(), |name| format!("{number} ({name})"))
}

impl fmt::Display for PlaceRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "script {} byte {:#x}", self.script.as_deref().unwrap_or("?"), self.at)
    }
}

/// Says what a script computes, and where.
pub(super) fn computed(ComputedRow { what, place, known, .. }: &ComputedRow, most: Lengths) -> String {
    let known: Vec<String> = known.iter().map(ToString::to_string).collect();
    match known.is_empty() {
        true => format!("{place}: {what}; no value of it is known"),
        false => format!("{place}: {what}; known values: {}", some(&known, most.places, ", ")),
    }
}

/// Says when a costume is shown, and where.
pub(super) fn condition(row: &ConditionalRow) -> String {
    let places: Vec<String> = row.places.iter().map(ToString::to_string).collect();
    format!("when {} is {} ({})", row.variable, row.is, some(&places, Lengths::SHORT.places, "; "))
}

/// Joins the first `most` texts, and counts the others.
#[must_use]
pub fn some(texts: &[String], most: usize, between: &str) -> String {
    let shown = texts.get(..most.min(texts.len())).unwrap_or_default().join(between);
    match texts.len().checked_sub(most).filter(|more| *more > 0) {
        Some(more) => format!("{shown}{between}and {more} more"),
        None => shown,
    }
}
