//! `dump --bytes`: the meaning of every byte of a costume's block, down to the runs of its pictures.

use std::io::Write;

use anyhow::Result;
use costumier::Costume;
use costumier::format::codec::Run;
use costumier::format::map::{Meaning, Part};
use serde::Serialize;

use crate::game::open::{OpenGame, OpenedCostume};
use crate::output::text;

/// Number of bytes shown in a line.
const LINE: usize = 8;

/// The bytes of a costume as `--json` prints them.
#[derive(Serialize)]
pub(crate) struct Document {
    id: u32,
    /// The name of the file that holds the block.
    file: String,
    /// Offset of the payload in that file.
    payload_at: u64,
    parts: Vec<PartRow>,
}

/// A range of bytes with one meaning.
#[derive(Serialize)]
struct PartRow {
    /// Offset from the payload's first byte.
    at: usize,
    /// Offset in the file.
    in_file: u64,
    /// The decrypted bytes, in hexadecimal.
    bytes: String,
    meaning: String,
    /// The runs of the pixels, if the range holds pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Vec<RunRow>>,
}

/// A run of equal pixels.
#[derive(Serialize)]
struct RunRow {
    /// Offset from the payload's first byte of the bytes that store the run; the last one included.
    at: usize,
    to: usize,
    /// Index of the run's first pixel in stored order, then its position.
    first: usize,
    x: u16,
    y: u16,
    count: usize,
    value: u8,
}

/// Returns the document of a costume.
pub(crate) fn document(found: &OpenedCostume) -> Document {
    let payload = found.costume.payload();
    let rows = found.costume.byte_map().into_iter().map(|part| PartRow {
        at: part.bytes.start,
        in_file: found.payload_at + part.bytes.start as u64,
        bytes: hex(payload.get(part.bytes.clone()).unwrap_or_default(), ""),
        meaning: part.meaning.to_string(),
        runs: runs(&found.costume, &part),
    });
    Document { id: found.id, file: found.file.clone(), payload_at: found.payload_at, parts: rows.collect() }
}

/// Prints each range for people: place in the file, bytes, meaning.
pub(crate) fn print(opened: &OpenGame, found: &OpenedCostume, out: &mut dyn Write) -> Result<()> {
    let room = opened.room_text(found.room);
    let (id, file) = (found.id, &found.file);
    text::line(
        out,
        format_args!("costume {id}, room {room}, {file}: place in the file, bytes, what they are"),
    )?;
    let payload = found.costume.payload();
    for part in found.costume.byte_map() {
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

/// Returns the meaning of a range, with its number if it is a small field.
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
