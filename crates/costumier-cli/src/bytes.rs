//! `dump --bytes`: what every byte of a costume's block is, down to the runs of its pictures.

use std::io::Write;

use anyhow::Result;
use costumier::Costume;
use costumier::format::codec::Run;
use costumier::raw::map::{Meaning, Part, map};
use serde::Serialize;

use crate::open::{Opened, OpenedCostume};

/// Bytes that a line shows.
const LINE: usize = 8;

/// A costume's bytes as programs get them.
#[derive(Serialize)]
pub(crate) struct Document {
    id: u32,
    /// The file that it lies in.
    file: String,
    /// Where its payload begins there.
    payload_at: u64,
    parts: Vec<PartRow>,
}

/// A stretch of bytes.
#[derive(Serialize)]
struct PartRow {
    /// From the payload's first byte.
    at: usize,
    /// In the file.
    in_file: u64,
    /// Decrypted, in hexadecimal.
    bytes: String,
    meaning: String,
    /// Of pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Vec<RunRow>>,
}

/// A run of pixels.
#[derive(Serialize)]
struct RunRow {
    /// Bytes from the payload's first byte that say it; the last one included.
    at: usize,
    to: usize,
    /// Number of its first pixel in stored order, and that pixel's place.
    first: usize,
    x: u16,
    y: u16,
    count: usize,
    value: u8,
}

/// The document for a costume.
pub(crate) fn document(found: &OpenedCostume) -> Document {
    let payload = found.costume.payload();
    let rows = map(&found.costume).into_iter().map(|part| PartRow {
        at: part.bytes.start,
        in_file: found.payload_at + part.bytes.start as u64,
        bytes: hex(payload.get(part.bytes.clone()).unwrap_or_default(), ""),
        meaning: part.meaning.to_string(),
        runs: runs(&found.costume, &part),
    });
    Document { id: found.id, file: found.file.clone(), payload_at: found.payload_at, parts: rows.collect() }
}

/// Prints the same for people: place in the file, bytes, meaning.
pub(crate) fn print(opened: &Opened, found: &OpenedCostume, out: &mut dyn Write) -> Result<()> {
    let room = opened.room_text(found.room);
    writeln!(
        out,
        "costume {}, room {room}, {}: place in the file, bytes, what they are",
        found.id, found.file
    )?;
    let payload = found.costume.payload();
    for part in map(&found.costume) {
        let runs = runs(&found.costume, &part);
        let bytes = payload.get(part.bytes.clone()).unwrap_or_default();
        let at = found.payload_at + part.bytes.start as u64;
        let Some(runs) = runs.filter(|runs| !runs.is_empty()) else {
            line(out, at, bytes, &meaning(&part, bytes))?;
            continue;
        };
        writeln!(out, "{at:#010x}  {:<24}{}", "", part.meaning)?;
        for run in runs {
            let bytes = payload.get(run.at..=run.to).unwrap_or_default();
            let pixels = if run.count == 1 { "pixel" } else { "pixels" };
            let text = format!("  {} {pixels} of {} from {},{} on", run.count, run.value, run.x, run.y);
            line(out, found.payload_at + run.at as u64, bytes, &text)?;
        }
    }
    Ok(())
}

/// The meaning, with the number that small fields hold.
fn meaning(part: &Part, bytes: &[u8]) -> String {
    match (part.meaning, bytes) {
        (Meaning::Nothing | Meaning::Pixels(_) | Meaning::Statement(_) | Meaning::Block(..), _) => {
            part.meaning.to_string()
        }
        (meaning, [value]) => format!("{meaning}: {value}"),
        (meaning @ Meaning::Picture(..), [low, high]) => {
            format!("{meaning}: {}", i16::from_le_bytes([*low, *high]))
        }
        (meaning @ Meaning::Offset(_), [low, high]) => {
            format!("{meaning}: {:#06x}", u16::from_le_bytes([*low, *high]))
        }
        (meaning, [low, high]) => format!("{meaning}: {}", u16::from_le_bytes([*low, *high])),
        (meaning, _) => meaning.to_string(),
    }
}

fn line(out: &mut dyn Write, at: u64, bytes: &[u8], text: &str) -> Result<()> {
    let mut at = at;
    for (number, some) in bytes.chunks(LINE).enumerate() {
        let text = if number == 0 { text } else { "" };
        writeln!(out, "{}", format!("{at:#010x}  {:<24}{text}", hex(some, " ")).trim_end())?;
        at += some.len() as u64;
    }
    Ok(())
}

fn runs(costume: &Costume, part: &Part) -> Option<Vec<RunRow>> {
    let Meaning::Pixels(key) = part.meaning else { return None };
    let picture = costume.picture(key).ok()?;
    let row = |run: Run| {
        let (x, y) = picture.packed.place(run.first).unwrap_or_default();
        RunRow {
            at: picture.encoded_at + run.command.start / 8,
            to: picture.encoded_at + run.command.end.saturating_sub(1).max(run.command.start) / 8,
            first: run.first,
            x,
            y,
            count: run.count,
            value: run.value,
        }
    };
    Some(picture.packed.runs().map(row).collect())
}

fn hex(bytes: &[u8], between: &str) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(between)
}
