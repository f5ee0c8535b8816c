//! Byte runs by columns: the pictures of COST, and codec 1 of AKOS.
//!
//! ```text
//!   7      s s-1    0
//!  ┌────────┬────────┐   16 colours: s = 4     64 colours: s = 2
//!  │ colour │ length │   32 colours: s = 3
//!  └────────┴────────┘   length 0: the next byte is the length, and 0 there means 256
//! ```
//! Pixels run down column 0, then column 1, and so on; a run may cross column ends. The picture ends when width ×
//! height pixels are out: there is no terminator, and the last run may overshoot the picture. Data that ends early
//! leaves the rest transparent (`docs/format/cost.md §10`, `docs/format/codecs.md §2`).
//!
//! **Why the decoder looks as it does.** A run is five pixels long on average. A loop "until the length is reached"
//! is mispredicted at nearly every run and spends its time there. So every run stores 16 bytes, whatever its
//! length, and the write position then moves by the length: the next run overwrites the surplus. Colours are mapped
//! for free, because a table has a ready-made line of 16 bytes for each ([`ColourTable`]). Nor does a branch test
//! whether a length follows, as it does unpredictably for one code in ten: seven codes are stored as if none had a
//! length, then the first that has one is stored again, over the codes after it.

use super::same;
use super::transpose;
use crate::error::{Error, ErrorKind, Result};

/// Number of codes that are decoded at once.
const BLOCK: usize = 7;

/// Bytes that an escaped run (one with a length byte) stores at once.
const ESCAPED: usize = 64;

/// Bytes that a block of codes may overwrite. A run begins at an offset below 256 and stores at most [`ESCAPED`]
/// bytes.
const WINDOW: usize = 256 + ESCAPED;

/// Bytes behind the last pixel that decoding may overwrite.
pub const SLACK: usize = WINDOW;

const _: () = assert!(SLACK >= transpose::SLACK);

/// How a code byte is split into colour and length, by the number of colours.
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
    /// The depth of a costume with this many palette entries: 32 colours for 32, 64 for 64, otherwise 16
    /// (`docs/format/codecs.md §2.1`).
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

    /// Number of bits of the length.
    fn shift(self) -> u32 {
        match self {
            Self::Colours16 => 4,
            Self::Colours32 => 3,
            Self::Colours64 => 2,
        }
    }

    /// Longest run in one byte; also the mask of the length bits.
    fn mask(self) -> u8 {
        mask(self.shift())
    }
}

/// The mask of `shift` length bits.
#[allow(clippy::arithmetic_side_effects, reason = "a shift of 2 to 4")]
const fn mask(shift: u32) -> u8 {
    (1 << shift) - 1
}

/// The run length of a length byte: 0 means 256, because the engine counts down before it tests.
#[allow(clippy::arithmetic_side_effects, reason = "at most 256")]
fn long(length: u8) -> usize {
    usize::from(length.wrapping_sub(1)) + 1
}

/// The value that is written for each costume colour, as 64 lines of 16 equal bytes.
///
/// Colours without a given value are written as themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourTable {
    lines: [[u8; 16]; 64],
}

impl ColourTable {
    /// The table that writes each costume colour as itself; 0 is transparent.
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
        // Written once: actors may have other colours in every frame.
        let value = |k: u8| values.get(usize::from(k)).copied().unwrap_or(k);
        let mut numbers = 0..;
        Self { lines: std::array::from_fn(|_| [numbers.next().map_or(0, value); 16]) }
    }

    /// The value that is written for colour `k`. Colours above 63 do not exist; they get the value of colour 0.
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

/// How many bytes and pixels decoding a picture took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Bytes from the start of the data to the end of the last run that gave a pixel.
    pub bytes: usize,
    /// Number of pixels that the data gave, at most those of the picture.
    pub pixels: usize,
    /// Whether the data gave every pixel. If not, the rest is transparent.
    pub complete: bool,
}

/// Decodes `pixels` pixels into the start of `columns`, column by column.
///
/// `columns` grows if it is too short and never shrinks, so that a reused buffer is never allocated or cleared
/// again. Behind the pixels it holds up to 64 bytes of rubbish.
///
/// Time and memory are bounded by `pixels`, which the caller has checked against
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

/// The loop of [`decode_columns`]. The last [`SLACK`] bytes of `out` are not pixels.
///
/// Each depth has its own copy of this function, so that its numbers stay in registers.
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
    // The last run may overshoot the picture.
    let pixels = at.min(wanted);
    if pixels < wanted {
        out[pixels..wanted].fill(table.lines[0][0]);
    }
    Decoded { bytes: data.len() - rest.len() - lost, pixels, complete: pixels == wanted }
}

/// Decodes blocks of codes until the data or the picture nearly ends. Returns the rest of the data, and the
/// position of its first run.
///
/// All runs of a block begin within its window, so that none needs a bounds check.
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
        // The highest bit of each byte whose length is 0. `first` is the first code with a length byte, or the one
        // after the block; `start` is the sum of all lengths before it.
        let zero = (HIGHEST - lengths) & HIGHEST;
        let first = zero.trailing_zeros() / 8;
        let start = usize::from((lengths.wrapping_mul(ONES) >> (8 * first)).to_le_bytes()[0]);
        let first = first as usize & BLOCK;
        // Compilers make a branch of an `if` here, and it would often be mispredicted.
        let none = zero == 1 << 63;
        let bytes = std::hint::select_unpredictable(none, BLOCK, first + 2);
        let line = &table.lines[usize::from(codes[first] >> SHIFT)];
        for part in 0..ESCAPED / 16 {
            store(window, start + 16 * part, line);
        }
        let length = std::hint::select_unpredictable(none, 0, long(codes[first + 1]));
        let next = at + start + length;
        if next > wanted {
            break;
        }
        if length > ESCAPED {
            store_rest(out, at + start, line, length);
        }
        at = next;
        rest = &rest[bytes..];
    }
    (rest, at)
}

/// Decodes successive runs with a length byte each, up to one without or the last of the picture. Two of them in a
/// row make more likely; a block would decode only one at a time.
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

/// Writes a run of `length` bytes: 64 at once, and the rest of a longer run.
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

/// Writes the part of a long run beyond the first stored bytes, but not into the slack. Not inlined, because that
/// would slow the loop for short runs.
#[inline(never)]
#[allow(clippy::arithmetic_side_effects, reason = "places in a picture and a run of at most 256")]
fn store_rest(out: &mut [u8], at: usize, line: &[u8; 16], length: usize) {
    let end = (at + length).min(out.len().saturating_sub(SLACK));
    if let Some(rest) = out.get_mut(at + ESCAPED..end) {
        rest.fill(line[0]);
    }
}

/// Writes 16 bytes at `at`, where they always fit.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "places lie before the slack: one comparison instead of two")]
fn store(out: &mut [u8], at: usize, line: &[u8; 16]) {
    if let Some(to) = out[at..].first_chunk_mut() {
        *to = *line;
    }
}

/// Measures how many bytes a picture takes, without decoding it.
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

/// Encodes pixels that are given column by column, split like the original tools did
/// (`docs/format/codecs.md §2.3`): longest runs, across column ends, in pieces of at most 255.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a colour that this depth does not have.
pub fn encode(columns: &[u8], depth: Depth) -> Result<Vec<u8>> {
    // No run takes more bytes than it has pixels. Each run writes two bytes, even if it needs one.
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
            // At most 255, so it fits a byte.
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

#[cfg(test)]
mod tests;
