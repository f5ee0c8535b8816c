//! Listings: a costume as text. `costumier dump` prints it, and snapshot tests compare it.
//!
//! A listing has the whole block except pixels: header, palette, pictures with their positions, and every record
//! with its windows written as commands.

mod akos;
mod nes;
mod v0;

use std::fmt::Write as _;

use crate::Result;
use crate::cost::{Cost, CostCommand, CostEntry, CostRecord};
use crate::costume::Costume;
use crate::model::{Action, PictureInfo};

/// Number of commands of one window after which the listing cuts it short.
const SHOWN_COMMANDS: u16 = 48;

/// Returns the listing of a costume, in lines that end in `\n`.
#[must_use]
pub fn listing(costume: &Costume) -> String {
    let cost = match costume {
        Costume::Cost(cost) => cost,
        Costume::V0(v0) => return v0::listing(v0),
        Costume::Nes(nes) => return nes::listing(nes, &costume.actions()),
        Costume::Akos(akos) => return akos::listing(akos, &costume.actions()),
    };
    let mut out = String::new();
    header(&mut out, cost);
    limbs(&mut out, cost);
    out.push_str("\nrecords\n");
    for action in costume.actions() {
        let found = cost.record(action.record);
        record(&mut out, &action, found, |out, record| entries(out, cost, record));
    }
    commands(&mut out, cost);
    out
}

fn header(out: &mut String, cost: &Cost) {
    let format = cost.format();
    let mirror = if format.never_mirror { "West has its own art" } else { "West is East mirrored" };
    let _ = writeln!(
        out,
        "COST {}, format {} ({} colours), {mirror}, {} bytes",
        cost.dialect().generation(),
        format.name(),
        format.colours(),
        cost.payload().len()
    );
    if let Some(own) = cost.own_colours() {
        out.push_str("\npalette (costume colour: a colour of its own)\n");
        for (row, colours) in own.iter().take(format.colours()).collect::<Vec<_>>().chunks(8).enumerate() {
            out.push(' ');
            for (column, [red, green, blue]) in colours.iter().enumerate() {
                let _ = write!(
                    out,
                    " {:>3}:#{red:02x}{green:02x}{blue:02x}",
                    row.saturating_mul(8).saturating_add(column)
                );
            }
            out.push('\n');
        }
        return;
    }
    palette(out, cost.palette());
}

fn limbs(out: &mut String, cost: &Cost) {
    out.push_str("\npictures\n");
    for limb in 0..16u8 {
        let keys: Vec<_> = cost.picture_keys().filter(|key| key.limb == limb).collect();
        if keys.is_empty() {
            continue;
        }
        let shared = (0..limb).find(|other| cost.limb(*other).start == cost.limb(limb).start);
        if let Some(other) = shared {
            let _ = writeln!(out, "  limb {limb}: the table of limb {other}");
            continue;
        }
        let _ = writeln!(out, "  limb {limb}: {}", plural(keys.len(), "picture"));
        for key in keys {
            let picture = match cost.picture(key) {
                Ok(picture) => picture,
                Err(e) => {
                    let _ = writeln!(out, "    {:>3}  broken: {}: {}", key.index, e.what(), e.kind());
                    continue;
                }
            };
            let info = picture.info;
            let bytes = picture.packed.measure().bytes;
            let _ = write!(out, "    {:>3}", key.index);
            place(out, &info);
            match info.redirect {
                Some(target) => {
                    let _ = write!(out, "  pixels of {target}");
                }
                None => {
                    let _ = write!(out, "  {} at {:#x}", plural(bytes, "byte"), picture.encoded_at);
                }
            }
            out.push('\n');
        }
    }
}

/// The size of a picture and its place: `  16 × 24   at (-8, -23)  move (1, 0)`.
fn place(out: &mut String, info: &PictureInfo) {
    let PictureInfo { width, height, x, y, move_x, move_y, .. } = *info;
    let _ = write!(out, "  {width:>3} × {height:<3}  at ({x}, {y})");
    if (move_x, move_y) != (0, 0) {
        let _ = write!(out, "  move ({move_x}, {move_y})");
    }
}

/// The room colour of each costume colour.
fn palette(out: &mut String, palette: &[u8]) {
    out.push_str("\npalette (costume colour: room colour)\n");
    for (row, colours) in palette.chunks(8).enumerate() {
        out.push(' ');
        for (column, colour) in colours.iter().enumerate() {
            let _ = write!(out, " {:>3}:{colour:<4}", 8 * row + column);
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}

/// A record with its title, if it can be read.
fn record<R>(out: &mut String, action: &Action, record: Result<R>, entries: impl FnOnce(&mut String, &R)) {
    let _ = write!(out, "  {} {} (record {})", action.chore_name(), action.facing, action.record);
    let broken = record.as_ref().err().map(|e| format!("  broken: {}: {}", e.what(), e.kind()));
    let _ = writeln!(out, "{}", broken.unwrap_or_default());
    if let Ok(record) = record {
        entries(out, &record);
    }
}

fn entries(out: &mut String, cost: &Cost, record: &CostRecord) {
    for (limb, entry) in record.limbs.iter().enumerate() {
        match entry {
            None => {}
            Some(CostEntry::Off) => {
                let _ = writeln!(out, "    limb {limb:<2}  off");
            }
            Some(CostEntry::Window(window)) => {
                let first = cost.command(window.start);
                if matches!(first, CostCommand::Stop | CostCommand::Start) {
                    let _ = writeln!(out, "    limb {limb:<2}  {first}");
                    continue;
                }
                let how = if window.play_once { "once" } else { "loop" };
                let _ = write!(out, "    limb {limb:<2}  {how}");
                for i in 0..u16::from(window.length).min(SHOWN_COMMANDS) {
                    let _ = write!(out, " {}", cost.command(window.start.wrapping_add(i)));
                }
                if u16::from(window.length) > SHOWN_COMMANDS {
                    let _ = write!(out, " … ({} commands)", window.length);
                }
                let _ = writeln!(out, "  [{}]", window.start);
            }
        }
    }
}

fn commands(out: &mut String, cost: &Cost) {
    let _ =
        writeln!(out, "\ncommands ({} at {:#x})", plural(cost.commands().len(), "byte"), cost.commands_at());
    for (row, bytes) in cost.commands().chunks(16).enumerate() {
        let _ = write!(out, "  {:>5}  ", 16 * row);
        for byte in bytes {
            let _ = write!(out, "{byte:02x} ");
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
