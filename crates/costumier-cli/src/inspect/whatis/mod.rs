//! `whatis`: says which costume, chore, facing and tick a picture shows.

mod file;

use std::io::Write;

use anyhow::{Result, anyhow};
use costumier_export::json::{FigureRow, ShownRow, WhatisReport};
use costumier_export::recognise::{Figure, Query};

use crate::Outcome;
use crate::args::WhatisArgs;
use crate::game::open::{self, OpenGame};
use crate::output::report;
use crate::output::text::{count, json, line};
use crate::process::parallel::AllCores;
use crate::take::render::explain::{place_of, place_text};
pub(crate) use file::read;

/// Largest number of lines about equal moments.
const MOST_SAME: usize = 8;

/// Prints what a picture shows. Without a figure, the outcome is [`Outcome::SomeFailed`].
///
/// # Errors
/// If the game or the picture cannot be read.
pub(crate) fn run(args: &WhatisArgs, out: &mut dyn Write) -> Result<Outcome> {
    let name = args.picture.display().to_string();
    let found = read(&args.picture, args.frame)?;
    let mut query = Query::new(found.width, &found.pixels.rgba()).map_err(|why| anyhow!("{name}: {why}"))?;
    let opened = open::open(&args.game)?;
    let ids: Vec<u32> = opened.game.costume_slots().map(|slot| slot.id).collect();
    let (figures, unread) = query.search(&opened.game, &ids, &AllCores);
    let report = WhatisReport::of(&query, &figures, &opened.names());
    if let Some(at) = args.explain {
        return explain(&opened, &query, &figures, at, out);
    }
    if args.json {
        json(out, &report)?;
    } else {
        print(&report, out)?;
    }
    out.flush()?;
    if unread > 0 {
        report::fail(format!("{} could not be read and were not searched", count(unread, "costume")));
    }
    let is_empty = report.figures.is_empty() && report.room.is_none();
    if is_empty {
        report::fail(format!("no costume of {} has the pixels of {name}", args.game.name));
    }
    Ok(if is_empty || unread > 0 { Outcome::SomeFailed } else { Outcome::Done })
}

/// Prints a paragraph for each figure.
fn print(report: &WhatisReport, out: &mut dyn Write) -> Result<()> {
    if (report.across, report.down) != (1.0, 1.0) && !report.figures.is_empty() {
        line(out, format_args!("the picture is enlarged by {} × {}", report.across, report.down))?;
    }
    if let Some(room) = &report.room {
        let part = format!("{} of {} pixels are equal", room.equal, room.pixels);
        let (x, y) = room.corner;
        line(out, format_args!("room {} from {x},{y} on: {part}, in palette {}", room.room, room.palette))?;
    }
    for figure in &report.figures {
        line(out, format_args!("{}", words(&figure.shown)))?;
        line(out, format_args!("  {}", evidence(figure)))?;
        for part in &figure.parts {
            let limbs: Vec<String> = part.limbs.iter().map(u8::to_string).collect();
            line(out, format_args!("  limbs {}: as in {}", limbs.join(", "), moment(&part.shown)))?;
        }
        for placed in &figure.limbs {
            line(out, format_args!("  limb {}: {placed}", placed.limb))?;
        }
        let same = if figure.hidden > 0 { "same visible pixels" } else { "same pixels" };
        let groups: Vec<&[ShownRow]> = figure.same.chunk_by(is_same_chore).collect();
        for group in groups.iter().take(MOST_SAME) {
            line(out, format_args!("  {same}: {}", words_of(group)))?;
        }
        if let Some(more) = groups.len().checked_sub(MOST_SAME).filter(|more| *more > 0) {
            line(out, format_args!("  {same}: {more} more; `--json` lists them"))?;
        }
        for row in &figure.others {
            line(out, format_args!("  or: {}", words(row)))?;
        }
        line(out, format_args!("  in the page: #{}", figure.link))?;
    }
    Ok(())
}

/// Returns costume, chore, facing and tick in words.
fn words(row: &ShownRow) -> String {
    let name = row.name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
    format!("costume {}{name} (room {}): {}", row.costume, row.room, moment(row))
}

/// Whether two rows differ in their ticks only.
fn is_same_chore(one: &ShownRow, other: &ShownRow) -> bool {
    let all = |row: &ShownRow| (row.costume, row.room, row.chore, row.facing);
    all(one) == all(other) && one.picture.is_none() && other.picture.is_none()
}

/// Returns rows that differ in their ticks only in words.
fn words_of(rows: &[ShownRow]) -> String {
    let Some((first, rest)) = rows.split_first() else { return String::new() };
    let more: String = rest.iter().filter_map(|row| row.tick).map(|tick| format!(", {tick}")).collect();
    let one = words(first);
    if more.is_empty() { one } else { one.replacen(", tick ", ", ticks ", 1) + &more }
}

/// Returns chore, facing and tick in words, or the picture.
pub(crate) fn moment(row: &ShownRow) -> String {
    if let Some(key) = row.picture {
        let mirrored = if row.mirrored == Some(true) { ", mirrored" } else { "" };
        return format!("limb {} picture {}{mirrored}", key.limb, key.index);
    }
    let chore = row.chore.map(|chore| format!("chore {chore}")).unwrap_or_default();
    let chore = row.chore_name.clone().unwrap_or(chore);
    let facing = row.facing.map(|facing| format!(", {facing}")).unwrap_or_default();
    let tick = row.tick.map(|tick| format!(", tick {tick}")).unwrap_or_default();
    format!("{chore}{facing}{tick}")
}

/// Returns how certain a figure is, and why.
pub(crate) fn evidence(figure: &FigureRow) -> String {
    let certainty = match figure.certainty {
        "unsure" => "not sure",
        other => other,
    };
    let mut parts = vec![format!("{} of {} pixels are equal", figure.equal, figure.pixels)];
    if figure.hidden > 0 {
        parts.push(format!("{} are not visible", figure.hidden));
    }
    if figure.different > 0 {
        parts.push(format!("{} are different", figure.different));
    }
    let own = figure.colours_of.map_or("the costume itself".to_owned(), |room| format!("room {room}"));
    parts.push(match figure.colours {
        "other" => "in other colours: recognised by shape".to_owned(),
        "near" => format!("nearly in the colours of {own}"),
        _ => format!("in the colours of {own}"),
    });
    let (x, y) = figure.position.unwrap_or(figure.at);
    let planes: Vec<String> = figure.planes.iter().flatten().map(u8::to_string).collect();
    let plane = match planes.as_slice() {
        [] => String::new(),
        planes => format!(" on plane {}", planes.join(" or ")),
    };
    let scale = match figure.scale {
        [u8::MAX, u8::MAX] => String::new(),
        [across, down] if across == down => format!(" in size {across}"),
        [across, down] => format!(" in size {across} × {down}"),
    };
    format!("{certainty}, at {x},{y}{scale}{plane}: {}", parts.join(", "))
}

/// Prints what draws a pixel of the picture, down to the byte that stores it.
fn explain(
    opened: &OpenGame,
    query: &Query,
    figures: &[Figure],
    at: (u32, u32),
    out: &mut dyn Write,
) -> Result<Outcome> {
    let touch = query.pixel(figures, at).and_then(|pixel| {
        figures.iter().find_map(|figure| {
            let costume = opened.game.costume(figure.best.id).ok()?;
            Some((&figure.best, figure.best.touch(&costume, pixel)?))
        })
    });
    let Some((best, (key, (x, y)))) = touch else {
        let room = query.room().map(|room| format!(" of room {}", room.room)).unwrap_or_default();
        report::fail(format!(
            "no figure that was found draws the pixel {},{}: it may be the picture{room}",
            at.0, at.1
        ));
        return Ok(Outcome::SomeFailed);
    };
    let what = format!("costume {} limb {} picture {}", best.id, key.limb, key.index);
    line(out, format_args!("{},{}: {what}, its pixel {x},{y}", at.0, at.1))?;
    if let Some(found) = place_of(opened, best.id, key, (x, y)) {
        line(out, format_args!("  {}", place_text(&found)))?;
    }
    Ok(Outcome::Done)
}
