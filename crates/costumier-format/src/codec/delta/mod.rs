//! Auxiliary frames of Humongous costumes: changes to what is on the screen, in three packings
//! (`docs/format/codecs.md §7–8`).
//!
//! ```text
//! DRLE (1)     rows: u16 size, codes      c & 1 = 1   leave c >> 1 pixels
//!                                         c & 3 = 2   (c >> 2) + 1 pixels of the byte that follows
//!                                         c & 3 = 0   (c >> 2) + 1 pixels of the background; no bytes follow
//! SRLE (0x10)  one stream for the area    c & 1 = 1   leave c >> 1 pixels; 0: 1 + u16
//!                                         c & 3 = 0   (c >> 2) + 1 pixels of the background
//!                                         c & 7 = 6   c >> 3 pixels (0: 1 + u8) of the byte that follows
//!                                         c & 7 = 2   one pixel of T[c >> 3]
//! WRLE (0x20)  one stream for the area    c & 1 = 1   3 + ((c >> 1) & 3) pixels of T[c >> 3]
//!                                         c & 3 = 0   leave c >> 2 pixels; 0: 1 + u16
//!                                         c & 7 = 6, 2 as in SRLE
//! ```
//! T is the frame's table of 32 colours. *Leave* keeps what the frame before has drawn, *background* erases it.
//! WRLE cannot erase.

use super::Decoded;
use super::trle::{code, skip_code};
use crate::error::{Error, ErrorKind, Result};

/// What a frame does to one pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Change {
    /// Nothing changes: what earlier frames drew stays.
    #[default]
    Leave,
    /// The background shows again.
    Erase,
    /// The pixel gets this room palette index.
    Colour(u8),
}

/// How a frame is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing<'a> {
    /// Rows of codes (DRLE).
    Drle,
    /// One stream that can erase (SRLE), with the frame's table of colours.
    Srle(&'a [u8]),
    /// One stream that cannot erase (WRLE), with the frame's table of colours.
    Wrle(&'a [u8]),
}

/// Largest number of pixels that a 16-bit count expresses: 1 + 65535.
const MOST: usize = 65_536;

/// Applies a frame to `layer`, rows of `width` pixels. Pixels that the frame leaves are not touched. A layer full
/// of [`Change::Leave`] becomes the frame itself; several frames on one layer give what is visible after them.
pub fn apply(data: &[u8], packing: Packing<'_>, width: usize, layer: &mut [Change]) -> Decoded {
    let wanted = layer.len();
    let (rest, missing) = match packing {
        Packing::Drle => rows(data, width, layer),
        Packing::Srle(table) => stream(data, false, table, layer),
        Packing::Wrle(table) => stream(data, true, table, layer),
    };
    let bytes = data.len().saturating_sub(rest.len());
    Decoded { bytes, pixels: wanted.saturating_sub(missing), complete: missing == 0 }
}

fn rows<'a>(data: &'a [u8], width: usize, layer: &mut [Change]) -> (&'a [u8], usize) {
    let mut rest = data;
    let mut missing = layer.len();
    for out in layer.chunks_mut(width.max(1)) {
        let [low, high, after @ ..] = rest else { break };
        let size = usize::from(u16::from_le_bytes([*low, *high]));
        row(after.get(..size).unwrap_or(after), out);
        let Some(after) = after.get(size..) else { return (&[], missing) };
        missing = missing.saturating_sub(out.len());
        rest = after;
    }
    (rest, missing)
}

fn row(mut codes: &[u8], mut out: &mut [Change]) {
    while let ([code, after @ ..], false) = (codes, out.is_empty()) {
        codes = after;
        if code & 1 != 0 {
            out = out.get_mut(usize::from(code >> 1)..).unwrap_or_default();
            continue;
        }
        let change = if code & 2 == 0 {
            Change::Erase
        } else {
            let [value, after @ ..] = after else { return };
            codes = after;
            Change::Colour(*value)
        };
        out = put(out, change, usize::from(code >> 2) + 1);
    }
}

/// Decodes SRLE, or WRLE if `wide` is set.
fn stream<'a>(data: &'a [u8], wide: bool, table: &[u8], layer: &mut [Change]) -> (&'a [u8], usize) {
    let entry = |code: u8| Change::Colour(table.get(usize::from(code >> 3)).copied().unwrap_or(0));
    let mut rest = data;
    let mut out = layer;
    while let ([code, after @ ..], false) = (rest, out.is_empty()) {
        let code = *code;
        let (change, count, after) = match code & 7 {
            2 => (entry(code), 1, after),
            6 => {
                let (count, after) = match (code >> 3, after) {
                    (0, [more, after @ ..]) => (1 + usize::from(*more), after),
                    (n, after) => (usize::from(n), after),
                };
                let [value, after @ ..] = after else { break };
                (Change::Colour(*value), count, after)
            }
            1 | 3 | 5 | 7 if wide => (entry(code), 3 + usize::from((code >> 1) & 3), after),
            0 | 4 if !wide => (Change::Erase, usize::from(code >> 2) + 1, after),
            _ => match (if wide { code >> 2 } else { code >> 1 }, after) {
                (0, [low, high, after @ ..]) => {
                    (Change::Leave, 1 + usize::from(u16::from_le_bytes([*low, *high])), after)
                }
                (0, _) => break,
                (n, after) => (Change::Leave, usize::from(n), after),
            },
        };
        out = put(out, change, count);
        rest = after;
    }
    (rest, out.len())
}

fn put(out: &mut [Change], change: Change, count: usize) -> &mut [Change] {
    let (to, next) = out.split_at_mut(count.min(out.len()));
    if change != Change::Leave {
        to.fill(change);
    }
    next
}

/// Packs a frame, rows of `width` pixels.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a row that does not fit its 16-bit size (DRLE), and for a pixel to be erased in
/// WRLE.
pub fn encode(frame: &[Change], packing: Packing<'_>, width: usize) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    match packing {
        Packing::Drle => {
            for row in frame.chunks(width.max(1)) {
                let codes = drle_row(row);
                let Ok(size) = u16::try_from(codes.len()) else {
                    let why = format!("a row of {width} pixels takes {} bytes, more than 65535", codes.len());
                    return Err(Error::new(ErrorKind::CannotWrite(why), "auxiliary frame"));
                };
                out.extend(size.to_le_bytes());
                out.extend(codes);
            }
        }
        Packing::Srle(table) => put_stream(&mut out, frame, false, table)?,
        Packing::Wrle(table) => put_stream(&mut out, frame, true, table)?,
    }
    Ok(out)
}

/// Packs one row of DRLE; unchanged pixels at its end are not stored.
fn drle_row(row: &[Change]) -> Vec<u8> {
    let mut out = Vec::new();
    let end =
        row.iter().rposition(|change| *change != Change::Leave).map_or(0, |last| last.saturating_add(1));
    for run in row.get(..end).unwrap_or_default().chunk_by(|a, b| a == b) {
        let Some(change) = run.first() else { continue };
        match *change {
            Change::Leave => out.extend(run.chunks(127).map(|piece| skip_code(piece.len()))),
            Change::Erase => out.extend(run.chunks(64).map(|piece| code(piece.len()))),
            Change::Colour(value) => {
                for piece in run.chunks(64) {
                    out.extend([code(piece.len()) | 2, value]);
                }
            }
        }
    }
    out
}

fn put_stream(out: &mut Vec<u8>, frame: &[Change], wide: bool, table: &[u8]) -> Result<()> {
    for run in frame.chunk_by(|a, b| a == b) {
        let Some(change) = run.first() else { continue };
        match *change {
            Change::Leave => put_leave(out, run.len(), wide),
            Change::Erase if wide => {
                let why = "this packing cannot erase pixels".into();
                return Err(Error::new(ErrorKind::CannotWrite(why), "auxiliary frame"));
            }
            Change::Erase => out.extend(run.chunks(64).map(|piece| code(piece.len()))),
            Change::Colour(value) => {
                let entry = (0u8..32).zip(table).find(|(_, v)| **v == value).map(|(k, _)| k);
                for piece in run.chunks(256) {
                    put_colour(out, value, piece.len(), entry, wide);
                }
            }
        }
    }
    Ok(())
}

fn put_leave(out: &mut Vec<u8>, mut length: usize, wide: bool) {
    let shift = if wide { 2 } else { 1 };
    while length > 0 {
        let piece = length.min(MOST);
        match u8::try_from(piece) {
            Ok(n) if n <= 255 >> shift => out.push(n << shift | u8::from(!wide)),
            _ => {
                out.push(u8::from(!wide));
                out.extend(u16::try_from(piece.saturating_sub(1)).unwrap_or(u16::MAX).to_le_bytes());
            }
        }
        length = length.saturating_sub(piece);
    }
}

/// Appends up to 256 pixels of one colour in the fewest bytes.
fn put_colour(out: &mut Vec<u8>, value: u8, length: usize, entry: Option<u8>, wide: bool) {
    let short = u8::try_from(length).unwrap_or(0);
    match (entry, short) {
        (Some(k), 1) => out.push(k << 3 | 2),
        (Some(k), 3..=6) if wide => out.push(k << 3 | short.saturating_sub(3) << 1 | 1),
        (_, 1..=31) => out.extend([short << 3 | 6, value]),
        _ => out.extend([6, u8::try_from(length.saturating_sub(1)).unwrap_or(u8::MAX), value]),
    }
}

#[cfg(test)]
mod tests;
