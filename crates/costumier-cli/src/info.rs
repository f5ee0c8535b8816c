//! `info`: what a game is, why we think so, and what looks odd about it.

use std::io::Write;

use anyhow::Result;
use costumier::game::Kind;
use costumier_export::json::info;

use crate::Outcome;
use crate::args::GameArgs;
use crate::open;
use crate::text::{count, grouped, json};

/// Columns that the list of rooms takes.
const LINE: usize = 80;

/// Columns of the labels.
const INDENT: usize = 12;

/// Prints what is known about a game.
pub(crate) fn run(args: &GameArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open_plain(&args.game)?;
    let game = &opened.game;
    if args.json {
        json(out, &info(game))?;
        return Ok(Outcome::Done);
    }
    if let Some(title) = game.title() {
        writeln!(out, "title       {title} (told by the file's name)")?;
    }
    writeln!(out, "generation  {}", game.generation())?;
    writeln!(out, "recognised  {}", game.why())?;
    let files: Vec<_> = game.files().collect();
    let width = files.iter().map(|file| file.name.chars().count()).max().unwrap_or(0);
    for (label, file) in std::iter::once("files").chain(std::iter::repeat("")).zip(&files) {
        let role = if file.disk == 0 { "index".into() } else { format!("disk {}", file.disk) };
        match file.found {
            Some((size, key)) => {
                write!(
                    out,
                    "{label:<10}  {:<width$}  {:>11} bytes  {key}, {role}",
                    file.name,
                    grouped(size)
                )?;
                if file.disk > 0 {
                    write!(out, ", {}", count(file.rooms, "room"))?;
                }
                writeln!(out)?;
            }
            None => writeln!(out, "{label:<10}  {:<width$}  missing or unusable, {role}", file.name)?,
        }
    }
    let rooms: Vec<_> = game.rooms().collect();
    let present = rooms.iter().filter(|room| room.present).count();
    let names = rooms.iter().filter(|room| room.present).map(|room| opened.room_text(room.id));
    let mut lines = wrapped(&format!("{present} of {}:", rooms.len()), names, LINE - INDENT).into_iter();
    writeln!(out, "{:<10}  {}", "rooms", lines.next().unwrap_or_default())?;
    for line in lines {
        writeln!(out, "{:INDENT$}{line}", "")?;
    }
    for kind in Kind::ALL {
        let slots = game.index().slots(kind);
        let used = slots.iter().filter(|slot| slot.is_used()).count();
        writeln!(out, "{:<10}  {used} in {}", format!("{}s", kind.name()), count(slots.len(), "slot"))?;
    }
    writeln!(out, "{:<10}  {}", "objects", game.index().objects)?;
    if game.problems().is_empty() {
        writeln!(out, "{:<10}  nothing", "odd")?;
    }
    let mut last = String::new();
    for problem in game.problems() {
        let severity = problem.severity.to_string();
        let label = if severity == last { "" } else { &severity };
        write!(out, "{label:<10}  {}: {}", problem.path, problem.text)?;
        match problem.at {
            Some(at) => writeln!(out, " (at byte {at:#x})")?,
            None => writeln!(out)?,
        }
        last = severity;
    }
    Ok(Outcome::Done)
}

/// A list with commas, in lines of at most `width` characters where its items allow it. The first line begins with `opening`.
fn wrapped(opening: &str, items: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = opening.to_owned();
    let mut items = items.peekable();
    while let Some(mut item) = items.next() {
        if items.peek().is_some() {
            item.push(',');
        }
        if !line.is_empty() && line.chars().count() + 1 + item.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&item);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_wrapped_between_items() {
        let items =
            |items: &[&str]| items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>().into_iter();
        assert_eq!(wrapped("3:", items(&["1 (a)", "2 (b)", "3 (c)"]), 15), ["3: 1 (a),", "2 (b), 3 (c)"]);
        assert_eq!(wrapped("0:", items(&[]), 15), ["0:"]);
        assert_eq!(wrapped("1:", items(&["a very long name"]), 5), ["1:", "a very long name"]);
    }
}
