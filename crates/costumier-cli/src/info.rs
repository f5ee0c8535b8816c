//! `info`: what a game is, why we think so, and what looks odd about it.

use std::io::Write;

use anyhow::Result;
use costumier::game::Kind;
use costumier_export::json::info;

use crate::Outcome;
use crate::args::GameArgs;
use crate::open;
use crate::text::{count, grouped, json};

/// Prints what is known about a game.
pub(crate) fn run(args: &GameArgs, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
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
    writeln!(out, "{:<10}  {present} of {}", "rooms", rooms.len())?;
    for kind in Kind::ALL {
        let slots = game.index().slots(kind);
        let used = slots.iter().filter(|slot| slot.is_used()).count();
        writeln!(out, "{:<10}  {used} in {}", format!("{}s", kind.name()), count(slots.len(), "slot"))?;
    }
    writeln!(out, "{:<10}  {}", "objects", game.index().objects)?;
    if game.problems().is_empty() {
        writeln!(out, "{:<10}  nothing", "odd")?;
    }
    for (label, problem) in std::iter::once("odd").chain(std::iter::repeat("")).zip(game.problems()) {
        writeln!(out, "{label:<10}  {problem}")?;
    }
    Ok(Outcome::Done)
}
