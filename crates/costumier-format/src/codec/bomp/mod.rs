//! Codec 5 of AKOS: rows of runs and literal bytes, each row behind its length ("BOMP lines").
//!
//! ```text
//! row:   u16 size, size bytes of codes             `height` rows, back to back
//! code:  7          1   0
//!       ┌────────────┬─────┐   n = count + 1 pixels, 1 … 128
//!       │   count    │ run │   run = 1: one byte follows, n pixels of it;  run = 0: n literal bytes follow
//!       └────────────┴─────┘
//! ```
//! Pixels are room palette indices; 255 is transparent, 0 is an ordinary colour (`docs/format/codecs.md §3`). A
//! row is decoded until it is complete; its size alone says where the next row begins.
//!
//! **Note:** the interpreter makes a mirrored row from the right edge leftwards, code by code, but copies literal
//! bytes in their order: only whole codes are mirrored, not the pixels of a literal. [`Side::Mirrored`] does the
//! same.
//!
//! **Speed.** Runs and literals store 32 bytes whatever their length, and the next code overwrites the surplus, as
//! in [`rle`](super::rle). A branch tells runs from literals: without it each code waits for the one before, which
//! is slower. Mirrored rows have no such branch, since placing their bytes takes longer.

use super::{Decoded, same};
use crate::error::{Error, ErrorKind, Result};

/// The transparent pixel value.
pub const TRANSPARENT: u8 = 255;

/// Bytes stored at once.
const STORE: usize = 32;

/// Largest number of pixels of one code.
const LONGEST: usize = 128;

/// The direction in which rows are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// As stored: the first code is at the left.
    AsStored,
    /// From the right edge leftwards, as the interpreter mirrors; literals keep their inner order.
    Mirrored,
}

/// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row. Missing pixels are transparent.
///
/// `rows` keeps its memory: decoding picture after picture into one buffer allocates nothing once it is large
/// enough.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "rows are taken whole, width × height pixels of them; places in the data lie within it"
)]
pub fn decode(data: &[u8], (width, height): (u16, u16), side: Side, rows: &mut Vec<u8>) -> Decoded {
    let width = usize::from(width);
    let wanted = width * usize::from(height);
    rows.resize(wanted, 0);
    let (mut done, mut at, mut missing) = (0, 0, 0);
    while done < wanted {
        let Some([low, high, codes @ ..]) = data.get(at..) else { break };
        let size = usize::from(u16::from_le_bytes([*low, *high]));
        missing += match side {
            Side::AsStored => row(codes, width, &mut rows[done..]),
            Side::Mirrored => row_mirrored(data, at + 2, &mut rows[..done + width], width),
        };
        done += width;
        at = (at + 2 + size).min(data.len());
    }
    rows[done..].fill(TRANSPARENT);
    missing += wanted - done;
    Decoded { bytes: at, pixels: wanted - missing, complete: missing == 0 }
}

/// Decodes one row to the start of `out`, which is at least `width` long and holds the following rows. Surplus
/// bytes go there and are overwritten later. Returns how many pixels were missing.
#[inline(always)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a count is no more than what is left of the row, and out is at least that long"
)]
fn row(mut codes: &[u8], width: usize, mut out: &mut [u8]) -> usize {
    let mut left = width;
    while left > 0 {
        let [code, after @ ..] = codes else { break };
        let length = usize::from(code >> 1) + 1;
        let count = length.min(left);
        if code & 1 != 0 {
            let [value, after @ ..] = after else { break };
            match out.first_chunk_mut::<STORE>() {
                Some(to) => {
                    *to = [*value; STORE];
                    if count > STORE {
                        out[STORE..count].fill(*value);
                    }
                }
                None => out[..count].fill(*value),
            }
            out = &mut out[count..];
            left -= count;
            codes = after;
            continue;
        }
        let count = count.min(after.len());
        match (out.first_chunk_mut::<STORE>(), after.first_chunk::<STORE>()) {
            (Some(to), Some(from)) => {
                *to = *from;
                if count > STORE {
                    out[STORE..count].copy_from_slice(&after[STORE..count]);
                }
            }
            _ => out[..count].copy_from_slice(&after[..count]),
        }
        out = &mut out[count..];
        left -= count;
        codes = after.get(length..).unwrap_or_default();
    }
    out[..left].fill(TRANSPARENT);
    left
}

/// Decodes one row like [`row`], from the end of `out` leftwards, with codes from `data[at..]`. `out` also holds
/// the rows before; surplus bytes go there, and the end of the function restores them.
#[inline(always)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a count is no more than what is left of the row, whose end is the end of out; at is near the data"
)]
fn row_mirrored(data: &[u8], mut at: usize, out: &mut [u8], width: usize) -> usize {
    let start = out.len() - width;
    let before = start.min(STORE);
    let mut saved = [0; STORE];
    saved[..before].copy_from_slice(&out[start - before..start]);
    let mut end = out.len();
    while end > start {
        let Some(&code) = data.get(at) else { break };
        let length = usize::from(code >> 1) + 1;
        let count = length.min(end - start);
        at += 1;
        let behind = at + count;
        if let (Some(given), Some(to), true) = (
            data.get(behind.wrapping_sub(STORE)..behind).and_then(<[u8]>::first_chunk::<STORE>),
            out[..end].last_chunk_mut::<STORE>(),
            count <= STORE,
        ) {
            *to = either(code & 1, data[at], given);
            at += if code & 1 != 0 { 1 } else { length };
            end -= count;
            continue;
        }
        if code & 1 != 0 {
            let Some(&value) = data.get(at) else { break };
            at += 1;
            out[end - count..end].fill(value);
            end -= count;
            continue;
        }
        let count = count.min(data.len().saturating_sub(at));
        out[end - count..end].copy_from_slice(&data[at..at + count]);
        end -= count;
        at += length;
    }
    out[start..end].fill(TRANSPARENT);
    out[start - before..start].copy_from_slice(&saved[..before]);
    end - start
}

/// Returns N times `value` if `run` is 1, `literal` if it is 0. It is computed, since a branch would be
/// mispredicted half of the time.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "both have N bytes")]
fn either<const N: usize>(run: u8, value: u8, literal: &[u8; N]) -> [u8; N] {
    let mask = 0u8.wrapping_sub(run);
    std::array::from_fn(|i| (value & mask) | (literal[i] & !mask))
}

/// How rows are split into codes where there is a choice. Every split decodes to the same pixels
/// (`docs/format/codecs.md §3.2`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// Runs of three and more pixels; shorter ones join the literals. Most originals have this split.
    #[default]
    Plain,
    /// Like `Plain`, but one pixel left over at a row's end is a run of 1.
    LonePixelRun,
    /// Runs of four and more pixels, whose first pixel joins a literal before it.
    JoinFirst,
    /// Like `Plain`, but a single 0 is a run of 1.
    LoneZeroRun,
}

impl Split {
    /// All four splits, the usual one first.
    pub const ALL: [Self; 4] = [Self::Plain, Self::LonePixelRun, Self::JoinFirst, Self::LoneZeroRun];

    fn shortest_run(self) -> usize {
        if self == Self::JoinFirst { 4 } else { 3 }
    }
}

/// Encodes rows of pixels.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a row whose codes do not fit its 16-bit size.
pub fn encode(rows: &[u8], width: u16, split: Split) -> Result<Vec<u8>> {
    let mut codes = Codes { out: Vec::with_capacity(rows.len()), ..Codes::default() };
    let width = usize::from(width).max(1);
    let mut rest = rows;
    while !rest.is_empty() {
        let start = codes.out.len();
        codes.out.extend([0, 0]);
        codes.row(rest, width, split);
        rest = rest.get(width..).unwrap_or_default();
        let length = codes.out.len().saturating_sub(start).saturating_sub(2);
        let Ok(size) = u16::try_from(length) else {
            let why = format!("a row of {width} pixels takes {length} bytes, more than 65535");
            return Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
        };
        if let Some(place) = codes.out.get_mut(start..).and_then(|row| row.first_chunk_mut()) {
            *place = size.to_le_bytes();
        }
    }
    Ok(codes.out)
}

/// Collects the codes of one row.
#[derive(Default)]
struct Codes<'a> {
    out: Vec<u8>,
    row: &'a [u8],
    /// Start of the part of the row that is not written yet.
    from: usize,
    /// End of the part of the row that is not written yet.
    to: usize,
}

impl<'a> Codes<'a> {
    /// Writes the codes of the first row in `rows`.
    fn row(&mut self, rows: &'a [u8], width: usize, split: Split) {
        let row = rows.get(..width).unwrap_or(rows);
        (self.row, self.from, self.to) = (row, 0, 0);
        let mut at = 0usize;
        // The search covers all following rows: a search limited to this row is slow if the row is short.
        while let Some((value, run)) =
            same::run(rows.get(at..).unwrap_or_default()).filter(|_| at < row.len())
        {
            let run = run.min(row.len().saturating_sub(at));
            at = at.saturating_add(run);
            let mut length = run;
            loop {
                let pending = self.to.saturating_sub(self.from);
                if pending >= 2 && is_one_value(self.pending()) {
                    self.flush_as_run();
                }
                if split == Split::LoneZeroRun && value == 0 && length == 1 {
                    self.flush();
                    self.run(value, 1);
                    self.begin(at);
                    break;
                }
                let pending = self.to.saturating_sub(self.from);
                if length < split.shortest_run() || pending > 125 {
                    self.to = at;
                    let pending = self.to.saturating_sub(self.from);
                    if pending > LONGEST {
                        let end = self.to;
                        self.to = self.from.saturating_add(LONGEST);
                        self.flush();
                        self.to = end;
                    }
                    break;
                }
                if split == Split::JoinFirst && pending > 0 {
                    self.to = self.to.saturating_add(1);
                    length = length.saturating_sub(1);
                }
                self.flush();
                self.run(value, length.min(LONGEST));
                self.begin(self.to.saturating_add(length.min(LONGEST)));
                if length <= LONGEST {
                    break;
                }
                length = length.saturating_sub(LONGEST);
            }
        }
        let pending = self.to.saturating_sub(self.from);
        let lone = split == Split::LonePixelRun && pending == 1;
        if lone || (pending >= 2 && is_one_value(self.pending())) {
            self.flush_as_run();
        }
        self.flush();
    }

    /// The part of the row that is not written yet.
    fn pending(&self) -> &'a [u8] {
        self.row.get(self.from..self.to).unwrap_or_default()
    }

    /// Notes that everything before `at` is written.
    fn begin(&mut self, at: usize) {
        (self.from, self.to) = (at, at);
    }

    fn run(&mut self, value: u8, length: usize) {
        self.out.extend([code(length) | 1, value]);
    }

    /// Writes the pending pixels as a literal.
    fn flush(&mut self) {
        for piece in self.pending().chunks(LONGEST) {
            self.out.push(code(piece.len()));
            self.out.extend_from_slice(piece);
        }
        self.from = self.to;
    }

    /// Writes the pending pixels, all of one value, as a run.
    fn flush_as_run(&mut self) {
        for piece in self.pending().chunks(LONGEST) {
            piece.first().into_iter().for_each(|value| self.run(*value, piece.len()));
        }
        self.from = self.to;
    }
}

fn is_one_value(bytes: &[u8]) -> bool {
    bytes.iter().zip(bytes.iter().skip(1)).all(|(a, b)| a == b)
}

/// The code of a literal of 1 to 128 bytes.
fn code(length: usize) -> u8 {
    u8::try_from(length.saturating_sub(1)).unwrap_or(0) << 1
}

#[cfg(test)]
mod tests;
