//! Byte runs by columns: the pictures of COST, and codec 1 of AKOS.
//!
//! ```text
//!   7      s s-1    0
//!  ┌────────┬────────┐   16 colours: s = 4     64 colours: s = 2
//!  │ colour │ length │   32 colours: s = 3
//!  └────────┴────────┘   length 0: the next byte is the length, and 0 there means 256
//! ```
//! Pixels run down column 0, then column 1, and so on; a run may cross column ends. The picture ends when
//! width × height pixels are out: there is no terminator, and what the last run has too many is dropped. Data
//! that ends early leaves the rest transparent (`reference/02 §10`, `reference/06 §2`).
//!
//! **Why the decoder looks as it does.** A run is five pixels long on average. A loop "until the length is
//! reached" is mispredicted at nearly every run and spends its time there. So every run stores 16 bytes,
//! whatever its length, and the write position then moves by the length: the next run overwrites the surplus.
//! Colours are mapped for free, because what is stored comes out of a table of ready-made 16-byte lines
//! ([`ColourTable`]). Nor does a branch ask whether a length follows, which one code in ten has, nobody knows
//! which: seven codes are stored as if none had, then the first that has is stored over what came after it.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::transpose;
use super::{Packed, same};
use crate::error::{Error, ErrorKind, Result};

/// Codes that are decoded at once.
const BLOCK: usize = 7;

/// What an escaped run stores at once.
const ESCAPED: usize = 64;

/// Pixels that a block of codes may scribble on: a run begins at a byte's value, an escaped one at most.
const WINDOW: usize = 256 + ESCAPED;

/// Bytes behind the last pixel that decoding may scribble on.
pub const SLACK: usize = WINDOW;

const _: () = assert!(SLACK >= transpose::SLACK);

/// How a code byte splits into colour and length: the number of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// 16 colours, runs of up to 15 pixels in one byte.
    Colours16,
    /// 32 colours, runs of up to 7 pixels in one byte.
    Colours32,
    /// 64 colours, runs of up to 3 pixels in one byte (AKOS only).
    Colours64,
}

impl Depth {
    /// The depth of a costume with this many palette entries: 32 and 64 are themselves, everything else is 16
    /// (`reference/06 §2.1`).
    #[must_use]
    pub fn of_palette(colours: usize) -> Self {
        match colours {
            32 => Self::Colours32,
            64 => Self::Colours64,
            _ => Self::Colours16,
        }
    }

    /// Number of colours, 0 (transparent) included.
    #[must_use]
    pub fn colours(self) -> usize {
        256 >> self.shift()
    }

    /// Bits of the length.
    fn shift(self) -> u32 {
        match self {
            Self::Colours16 => 4,
            Self::Colours32 => 3,
            Self::Colours64 => 2,
        }
    }

    /// Longest run in one byte, which is also the mask of the length bits.
    fn mask(self) -> u8 {
        mask(self.shift())
    }
}

/// The mask of so many length bits.
#[allow(clippy::arithmetic_side_effects, reason = "a shift of 2 to 4")]
const fn mask(shift: u32) -> u8 {
    (1 << shift) - 1
}

/// The length that a byte of its own means: 256 for 0, as the engine counts a byte down and tests it afterwards.
#[allow(clippy::arithmetic_side_effects, reason = "at most 256")]
fn long(length: u8) -> usize {
    usize::from(length.wrapping_sub(1)) + 1
}

/// What each costume colour is written as: 64 lines of 16 equal bytes.
///
/// Entries that were not given are written as themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourTable {
    lines: [[u8; 16]; 64],
}

impl ColourTable {
    /// Colours stay what they are: what is written is the costume colour, 0 transparent.
    #[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "the compiler runs it")]
    pub const IDENTITY: Self = {
        let mut lines = [[0; 16]; 64];
        let mut value = 0;
        while value < 64 {
            lines[value as usize] = [value; 16];
            value += 1;
        }
        Self { lines }
    };

    /// Colour `k` is written as `values[k]`; transparent pixels are written as `values[0]`.
    #[must_use]
    pub fn new(values: &[u8]) -> Self {
        let mut table = Self::IDENTITY;
        for (line, &value) in table.lines.iter_mut().zip(values) {
            *line = [value; 16];
        }
        table
    }

    /// What colour `k` is written as. Colours above 63 do not exist and give what colour 0 gives.
    #[must_use]
    pub fn value(&self, k: u8) -> u8 {
        self.lines.get(usize::from(k)).unwrap_or(&self.lines[0])[0]
    }
}

impl Default for ColourTable {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// How much of the data a picture took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Bytes from the start of the data to the end of the last run that gave a pixel.
    pub bytes: usize,
    /// Pixels that the data gave, without those that the last run had too many.
    pub pixels: usize,
    /// True where the data gave every pixel. If not, the rest is transparent.
    pub complete: bool,
}

/// Decodes `pixels` pixels into the start of `columns`, column by column.
///
/// `columns` grows where it is too short and never shrinks, so that a reused buffer is never allocated or
/// cleared again. Behind the pixels it holds up to 64 bytes of rubbish.
///
/// Time and memory are bounded by `pixels`, which the caller has held against
/// [`Limits::picture_pixels`](crate::Limits::picture_pixels).
#[allow(
    clippy::indexing_slicing,
    reason = "grown just before; `get_mut` would cost four instructions a run, as its length may be 0"
)]
pub fn decode_columns(
    data: &[u8],
    depth: Depth,
    table: &ColourTable,
    pixels: usize,
    columns: &mut Vec<u8>,
) -> Decoded {
    let needed = pixels.saturating_add(SLACK);
    if columns.len() < needed {
        columns.resize(needed, 0);
    }
    let out = &mut columns[..needed];
    match depth {
        Depth::Colours16 => decode::<4>(data, table, out),
        Depth::Colours32 => decode::<3>(data, table, out),
        Depth::Colours64 => decode::<2>(data, table, out),
    }
}

/// The loop of [`decode_columns`]. `out` ends with [`SLACK`] bytes that are no pixels.
///
/// A function of its own for each depth, so that its numbers stay in registers.
#[inline(never)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "colours have at most 6 bits; at is below wanted plus a run, and slack follows"
)]
fn decode<const SHIFT: u32>(data: &[u8], table: &ColourTable, out: &mut [u8]) -> Decoded {
    let wanted = out.len().saturating_sub(SLACK);
    let (mut rest, mut at) = blocks::<SHIFT>(data, table, out);
    // Bytes of an escape whose length is missing.
    let mut lost = 0;
    while at < wanted {
        let [code, after @ ..] = rest else { break };
        rest = after;
        let line = &table.lines[usize::from(code >> SHIFT)];
        let length = usize::from(code & mask(SHIFT));
        store(out, at, line);
        if length != 0 {
            at += length;
            continue;
        }
        let [length, after @ ..] = rest else {
            lost = 1;
            break;
        };
        rest = after;
        let length = long(*length);
        store_long(out, at, line, length);
        at += length;
    }
    // The last run may have gone over the end of the picture.
    let pixels = at.min(wanted);
    if pixels < wanted {
        out[pixels..wanted].fill(table.lines[0][0]);
    }
    Decoded { bytes: data.len() - rest.len() - lost, pixels, complete: pixels == wanted }
}

/// Decodes as many blocks of codes as there are before the data or the picture ends. Returns the rest of the
/// data, and where its first run begins.
///
/// Runs of a block begin in its window, wherever that is: no place in it needs a comparison.
#[inline(always)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "seven lengths of at most 15, a place that is one of a byte, and slack follows"
)]
fn blocks<'d, const SHIFT: u32>(data: &'d [u8], table: &ColourTable, out: &mut [u8]) -> (&'d [u8], usize) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = ONES << 7;
    let wanted = out.len().saturating_sub(SLACK);
    let (mut rest, mut at) = (data, 0);
    while let Some(codes) = rest.first_chunk::<{ BLOCK + 2 }>() {
        let Some(window) = out.get_mut(at..).and_then(|out| out.first_chunk_mut::<WINDOW>()) else { break };
        // Seven lengths and a 0, one in each byte.
        let eight = codes.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
        let lengths = eight & ((ONES >> 8) * u64::from(mask(SHIFT)));
        if lengths & 0x00FF_00FF == 0 {
            let before = at;
            (rest, at) = escapes::<SHIFT>(rest, at, table, out);
            if at == before {
                break;
            }
            continue;
        }
        let mut start = 0;
        for code in &codes[..BLOCK] {
            store(window, start, &table.lines[usize::from(code >> SHIFT)]);
            start += usize::from(code & mask(SHIFT));
        }
        // The first code that a length follows, or the one after the block; and all lengths before it.
        let first = ((HIGHEST - lengths) & HIGHEST).trailing_zeros() / 8;
        let start = usize::from((lengths.wrapping_mul(ONES) >> (8 * first)).to_le_bytes()[0]);
        let first = first as usize & BLOCK;
        let line = &table.lines[usize::from(codes[first] >> SHIFT)];
        for part in 0..ESCAPED / 16 {
            store(window, start + 16 * part, line);
        }
        // 1 where there is such a code: compilers make a branch of what an `if` says here.
        let is_escaped = first.wrapping_sub(BLOCK) >> (usize::BITS - 1);
        let length = long(codes[first + 1]) & is_escaped.wrapping_neg();
        let next = at + start + length;
        if next > wanted {
            break;
        }
        if length > ESCAPED {
            store_rest(out, at + start, line, length);
        }
        at = next;
        rest = &rest[first + 2 * is_escaped..];
    }
    (rest, at)
}

/// Decodes runs of which each has a byte for its length, up to one that has none or may be the last. Two of them
/// in a row announce more: blocks would hold one each.
#[cold]
#[inline(never)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "as in `decode`")]
fn escapes<'d, const SHIFT: u32>(
    mut rest: &'d [u8],
    mut at: usize,
    table: &ColourTable,
    out: &mut [u8],
) -> (&'d [u8], usize) {
    let wanted = out.len().saturating_sub(SLACK);
    while let [code, length, after @ ..] = rest {
        let length = long(*length);
        if code & mask(SHIFT) != 0 || at + length > wanted {
            break;
        }
        store_long(out, at, &table.lines[usize::from(code >> SHIFT)], length);
        at += length;
        rest = after;
    }
    (rest, at)
}

/// Writes a run of `length` bytes: 64 at once, and more where it is longer.
#[inline(always)]
#[allow(clippy::arithmetic_side_effects, reason = "small constants")]
fn store_long(out: &mut [u8], at: usize, line: &[u8; 16], length: usize) {
    for part in 0..ESCAPED / 16 {
        store(out, at + 16 * part, line);
    }
    if length > ESCAPED {
        store_rest(out, at, line, length);
    }
}

/// Writes what a long run has behind what is stored at once, but not into the slack. Not inlined, because that
/// disturbs the loop for short runs.
#[inline(never)]
#[allow(clippy::arithmetic_side_effects, reason = "places in a picture and a run of at most 256")]
fn store_rest(out: &mut [u8], at: usize, line: &[u8; 16], length: usize) {
    let end = (at + length).min(out.len().saturating_sub(SLACK));
    if let Some(rest) = out.get_mut(at + ESCAPED..end) {
        rest.fill(line[0]);
    }
}

/// Writes 16 bytes at `at`, which there is always room for.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "places lie before the slack: one comparison instead of two")]
fn store(out: &mut [u8], at: usize, line: &[u8; 16]) {
    if let Some(to) = out[at..].first_chunk_mut() {
        *to = *line;
    }
}

/// Says how many bytes a picture takes, without decoding it.
#[must_use]
pub fn measure(data: &[u8], depth: Depth, pixels: usize) -> Decoded {
    let mut rest = data;
    let mut missing = pixels;
    while missing > 0 {
        let [code, after @ ..] = rest else { break };
        let (length, after) = match (code & depth.mask(), after) {
            (0, [length, after @ ..]) => (long(*length), after),
            (0, []) => break,
            (length, after) => (usize::from(length), after),
        };
        missing = missing.saturating_sub(length);
        rest = after;
    }
    let bytes = data.len().saturating_sub(rest.len());
    Decoded { bytes, pixels: pixels.saturating_sub(missing), complete: missing == 0 }
}

/// Encodes pixels that run down the columns, in the split that the original tools made (`reference/06 §2.3`):
/// longest runs, across column ends, in pieces of at most 255.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a colour that this depth does not have.
pub fn encode(columns: &[u8], depth: Depth) -> Result<Vec<u8>> {
    // No run takes more bytes than it has pixels; each is written as two bytes, whatever it needs.
    let mut out = vec![0; columns.len().saturating_add(2)];
    let (mut at, mut rest) = (0usize, columns);
    while let Some((colour, run)) = same::run(rest) {
        if usize::from(colour) >= depth.colours() {
            let why = format!("colour {colour} in a picture of {} colours", depth.colours());
            return Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
        }
        rest = rest.get(run..).unwrap_or_default();
        let mut left = run;
        loop {
            // No longer than 255.
            let length = left.min(255).to_le_bytes()[0];
            let code = colour << depth.shift();
            let is_long = length > depth.mask();
            if let Some(to) = out.get_mut(at..).and_then(|out| out.first_chunk_mut()) {
                *to = [if is_long { code } else { code | length }, length];
            }
            at = at.saturating_add(if is_long { 2 } else { 1 });
            left = left.saturating_sub(255);
            if left == 0 {
                break;
            }
        }
    }
    out.truncate(at);
    Ok(out)
}

/// Decodes pictures to rows of pixels; keeps its scratch memory from picture to picture.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    columns: Vec<u8>,
    scratch: Vec<u8>,
}

impl Decoder {
    /// A decoder without memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row, from the top left.
    ///
    /// So much memory is taken whatever the data is: sizes from a file are to be held against
    /// [`Limits::picture_pixels`](crate::Limits::picture_pixels) first.
    pub fn rows(
        &mut self,
        data: &[u8],
        depth: Depth,
        (width, height): (u16, u16),
        table: &ColourTable,
        rows: &mut Vec<u8>,
    ) -> Decoded {
        self.decode_rows(data, depth, (width, height), table, false, rows)
    }

    /// As [`Decoder::rows`], with left and right exchanged.
    pub fn rows_mirrored(
        &mut self,
        data: &[u8],
        depth: Depth,
        (width, height): (u16, u16),
        table: &ColourTable,
        rows: &mut Vec<u8>,
    ) -> Decoded {
        self.decode_rows(data, depth, (width, height), table, true, rows)
    }

    /// Decodes a picture of any kind into `rows`, as [`Decoder::rows`].
    pub fn picture(&mut self, picture: &Packed<'_>, table: &ColourTable, rows: &mut Vec<u8>) -> Decoded {
        if let Some(decoded) = picture.decode_in_rows(table, rows) {
            return decoded;
        }
        let decoded = picture.decode_columns(table, &mut self.columns, &mut self.scratch);
        let (width, height) = (usize::from(picture.width), usize::from(picture.height));
        turn(&self.columns, width, height, false, rows);
        decoded
    }

    fn decode_rows(
        &mut self,
        data: &[u8],
        depth: Depth,
        (width, height): (u16, u16),
        table: &ColourTable,
        mirrored: bool,
        rows: &mut Vec<u8>,
    ) -> Decoded {
        let (width, height) = (usize::from(width), usize::from(height));
        let pixels = width.saturating_mul(height);
        let decoded = decode_columns(data, depth, table, pixels, &mut self.columns);
        turn(&self.columns, width, height, mirrored, rows);
        decoded
    }
}

/// Writes columns into `rows`, which afterwards has as many bytes as the picture has pixels.
fn turn(columns: &[u8], width: usize, height: usize, mirrored: bool, rows: &mut Vec<u8>) {
    rows.resize(transpose::room(width, height), 0);
    transpose::transpose(columns, width, height, mirrored, rows);
    rows.truncate(width.saturating_mul(height));
}

#[cfg(test)]
mod tests;
