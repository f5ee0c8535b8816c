//! The list that `unused` prints for people: what can be said in one sentence is one line.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;
use costumier::PictureKey;
use costumier_export::json::{ComputedRow, PlaceRow, UnusedReport, UnusedRow};

use crate::game::open::OpenGame;
use crate::output::text::{count, line};

/// Largest number of places and of names that a line lists.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    places: usize,
    names: usize,
}

impl Lengths {
    /// For people who read a list.
    const SHORT: Self = Self { places: 8, names: 24 };
    /// For a table that is published.
    pub(super) const WHOLE: Self = Self { places: usize::MAX, names: usize::MAX };
}

/// Things of one costume that have the same certainty for the same reasons, in one line.
#[derive(Default)]
pub(super) struct Group<'a> {
    pub(super) rows: Vec<&'a UnusedRow>,
}

pub(super) struct Listing<'a> {
    pub(super) opened: &'a OpenGame,
    pub(super) report: &'a UnusedReport,
    pub(super) is_quiet: bool,
}

impl Listing<'_> {
    pub(super) fn print(&self, out: &mut dyn Write) -> Result<()> {
        let UnusedReport { gaps, items, computed, conditional, unread } = self.report;
        let certain = items.iter().filter(|row| row.certainty == "certain").count();
        let mut last = None;
        for group in grouped(items) {
            let Some(first) = group.rows.first() else { continue };
            if last.replace(first.costume) != Some(first.costume) {
                match first.costume {
                    Some(id) => line(out, format_args!("costume {}", with_name(id, first.name.as_deref())))?,
                    None => writeln!(out, "objects")?,
                }
            }
            let doubts: Vec<String> =
                first.computed.iter().map(|index| format!("[{}]", index.saturating_add(1))).collect();
            let doubts = some(&doubts, Lengths::SHORT.places, " ");
            let doubts = if doubts.is_empty() { doubts } else { format!("  {doubts}") };
            line(
                out,
                format_args!(
                    "  {:<7}  {}{doubts}",
                    first.certainty,
                    sentence(self.opened, &group, Lengths::SHORT)
                ),
            )?;
        }
        if items.is_empty() {
            writeln!(
                out,
                "nothing: every costume, chore, record, picture, colour, look and object may be shown"
            )?;
        } else if !self.is_quiet {
            writeln!(
                out,
                "\n{}: {certain} certain, {} likely",
                count(items.len(), "unused thing"),
                items.len().saturating_sub(certain)
            )?;
            let is_proven =
                |row: &&UnusedRow| row.certainty == "certain" && matches!(row.kind, "costume" | "chore");
            if let Some(id) = items.iter().find(is_proven).and_then(|row| row.costume) {
                let what = "lists what scripts do with costume";
                writeln!(out, "`costumier cast GAME {id}` {what} {id}, with the places")?;
            }
        }
        for gap in gaps {
            line(out, format_args!("nothing is certain: {gap}"))?;
        }
        if !computed.is_empty() {
            writeln!(
                out,
                "\nplaces where scripts compute a number, so that likely things may be shown after all:"
            )?;
            for (number, row) in (1..).zip(computed) {
                line(
                    out,
                    format_args!("  [{number}] {}: {}", place(&row.place), reason(row, Lengths::SHORT)),
                )?;
            }
        }
        if !conditional.is_empty() {
            writeln!(out, "\nnot unused, but shown on certain machines only:")?;
            for row in conditional {
                let places: Vec<String> = row.places.iter().map(place).collect();
                let places = some(&places, Lengths::SHORT.places, "; ");
                let when = format!("when {} is {}", row.variable, row.is);
                line(out, format_args!("  costume {} {when} ({places})", row.costume))?;
            }
        }
        for text in unread {
            line(out, format_args!("not read: {text}"))?;
        }
        Ok(())
    }
}

/// Puts rows that can be said in one sentence together.
pub(super) fn grouped(items: &[UnusedRow]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for row in items {
        let joins = |group: &&mut Group<'_>| {
            group.rows.first().is_some_and(|first| {
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
            Some(group) => group.rows.push(row),
            None => groups.push(Group { rows: vec![row] }),
        }
    }
    merged(groups)
}

/// Puts chores together that lack the same facings.
fn merged(groups: Vec<Group<'_>>) -> Vec<Group<'_>> {
    let facings = |group: &Group<'_>| -> BTreeSet<String> {
        group.rows.iter().filter_map(|row| row.facing).map(|facing| facing.to_string()).collect()
    };
    let mut out: Vec<Group<'_>> = Vec::new();
    for group in groups {
        let joins = |last: &&mut Group<'_>| match (last.rows.first(), group.rows.first()) {
            (Some(a), Some(b)) => {
                (a.kind, b.kind) == ("record", "record")
                    && (a.costume, a.certainty) == (b.costume, b.certainty)
                    && facings(last) == facings(&group)
            }
            _ => false,
        };
        match out.last_mut().filter(joins) {
            Some(last) => last.rows.extend(group.rows),
            None => out.push(group),
        }
    }
    out
}

/// Says what a group is and why it is unused. What is likely is not stated as a fact.
pub(super) fn sentence(opened: &OpenGame, group: &Group<'_>, most: Lengths) -> String {
    let Some(first) = group.rows.first() else { return String::new() };
    let several = group.rows.len() > 1;
    let noun = |one: &str| if several { format!("{one}s") } else { one.to_owned() };
    let them = if several { "them" } else { "it" };
    let certain = first.certainty == "certain";
    let either = |sure: &'static str, likely: &'static str| if certain { sure } else { likely };
    match first.kind {
        "costume" => {
            let places: Vec<String> = first.loaded.iter().map(place).collect();
            let loaded = match places.is_empty() {
                true => String::new(),
                false => format!(" (it is only loaded: {})", some(&places, most.places, "; ")),
            };
            let puts = either("no script puts it", "no script is known to put it");
            format!("the whole costume: {puts} on an actor{loaded}")
        }
        "chore" => {
            let chores: Vec<String> = group.rows.iter().map(|row| chore(row)).collect();
            let list = some(&chores, most.names, ", ");
            let starts = either("starts", "is known to start");
            format!("{} {list}: neither a script nor the interpreter {starts} {them}", noun("chore"))
        }
        "record" => {
            let of_first = group.rows.iter().filter(|row| row.chore == first.chore);
            let facings: Vec<String> =
                of_first.filter_map(|row| row.facing).map(|facing| facing.to_string()).collect();
            let mut chores: Vec<String> = group.rows.iter().map(|row| chore(row)).collect();
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
                group.rows.iter().filter_map(|row| row.object).map(|object| object.to_string()).collect();
            let list = some(&numbers, most.names, ", ");
            let room = first.room.map_or_else(String::new, |room| opened.room_text(room));
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
    group: &Group<'_>,
    most: Lengths,
    either: impl Fn(&'static str, &'static str) -> &'static str,
) -> String {
    let name = |key: PictureKey| format!("{}.{}", key.limb, key.index);
    let is_one = group.rows.len() == 1;
    let (noun, them) = if is_one { ("picture", "it") } else { ("pictures", "them") };
    let rows = || group.rows.iter().filter_map(|row| Some((row.picture.map(name)?, row.same_as.map(name))));
    let list = |names: Vec<String>| some(&names, most.names, ", ");
    let has_record = group.rows.iter().any(|row| row.has_record == Some(true));
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
    let number = row.chore.map_or_else(String::new, |chore| chore.to_string());
    match &row.chore_name {
        Some(name) => format!("{number} ({name})"),
        None => number,
    }
}

pub(in crate::inspect) fn with_name(id: u32, name: Option<&str>) -> String {
    name.map_or_else(|| id.to_string(), |name| format!("{id} ({name})"))
}

pub(in crate::inspect) fn place(place: &PlaceRow) -> String {
    format!("script {} byte {:#x}", place.script.as_deref().unwrap_or("?"), place.at)
}

pub(super) fn reason(row: &ComputedRow, most: Lengths) -> String {
    let known: Vec<String> = row.known.iter().map(ToString::to_string).collect();
    match known.is_empty() {
        true => format!("{}; no value of it is known", row.what),
        false => format!("{}; known values: {}", row.what, some(&known, most.places, ", ")),
    }
}

/// Joins the first `most` texts, and counts the others.
fn some(texts: &[String], most: usize, between: &str) -> String {
    let shown = texts.get(..most.min(texts.len())).unwrap_or_default().join(between);
    match texts.len().checked_sub(most).filter(|more| *more > 0) {
        Some(more) => format!("{shown}{between}and {more} more"),
        None => shown,
    }
}
