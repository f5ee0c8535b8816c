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
//! ([`ColourTable`]).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::transpose::{self, transpose};
use super::{Packed, same};
use crate::error::{Error, ErrorKind, Result};

/// Bytes behind the last pixel that decoding may scribble on: an escaped run stores 64 bytes at once.
pub(crate) const SLACK: usize = 64;

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
    #[allow(clippy::arithmetic_side_effects, reason = "a shift of 2 to 4")]
    fn mask(self) -> u8 {
        (1 << self.shift()) - 1
    }
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
#[inline(always)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "colours have at most 6 bits; at is below wanted plus a run, and slack follows"
)]
fn decode<const SHIFT: u32>(data: &[u8], table: &ColourTable, out: &mut [u8]) -> Decoded {
    let wanted = out.len().saturating_sub(SLACK);
    let mut rest = data.iter();
    let mut at = 0;
    // Bytes of an escape whose length is missing.
    let mut lost = 0;
    while at < wanted {
        let Some(&code) = rest.next() else { break };
        let line = &table.lines[usize::from(code >> SHIFT)];
        let length = usize::from(code & ((1 << SHIFT) - 1));
        if length != 0 {
            store(out, at, line);
            at += length;
            continue;
        }
        let Some(&length) = rest.next() else {
            lost = 1;
            break;
        };
        // 256 for 0: the engine counts a byte down and tests it afterwards.
        let length = usize::from(length.wrapping_sub(1)) + 1;
        store(out, at, line);
        // Lengths that would have fitted into the code are only found in data that means harm.
        if length >= 1 << SHIFT {
            store_rest(&mut out[at..], line, length);
        }
        at += length;
    }
    // The last run may have gone over the end of the picture.
    let pixels = at.min(wanted);
    if pixels < wanted {
        out[pixels..wanted].fill(table.lines[0][0]);
    }
    Decoded { bytes: data.len() - rest.len() - lost, pixels, complete: pixels == wanted }
}

/// Writes what a run of `length` bytes has behind its first 16: up to the 64th at once, and more where it is
/// longer, but not into the slack. Not inlined, because that disturbs the loop for short runs.
#[inline(never)]
#[allow(clippy::arithmetic_side_effects, reason = "min before each difference, and small constants")]
fn store_rest(out: &mut [u8], line: &[u8; 16], length: usize) {
    for part in 1..4 {
        store(out, 16 * part, line);
    }
    if length > 64 {
        let end = length.min(out.len() - SLACK.min(out.len()));
        if let Some(long) = out.get_mut(64..end) {
            long.fill(line[0]);
        }
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
            (0, [length, after @ ..]) => (usize::from(length.wrapping_sub(1)) + 1, after),
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
        rows.resize(picture.pixels(), 0);
        transpose(&self.columns, usize::from(picture.width), usize::from(picture.height), false, rows);
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
        rows.resize(pixels, 0);
        transpose(&self.columns, width, height, mirrored, rows);
        decoded
    }
}

#[cfg(test)]
mod tests;
