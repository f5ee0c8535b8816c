//! Codec 16 of AKOS: one bit stream for the whole picture, row by row ("run majmin").
//!
//! ```text
//! u8 b                bits of an absolute colour, 1 … 8
//! u8 colour           of the first pixel
//! bits, lowest first, a command before each further pixel:
//!   0                 the same colour
//!   1 0 cccccccc      colour c (b bits)
//!   1 1 ddd           colour + d − 4, for d ≠ 4
//!   1 1 001 nnnnnnnn  (d = 4, lowest bit first) n more pixels of the same colour without a command
//! ```
//! Pixels are room palette indices (`docs/format/codecs.md §4`). Rows are not aligned. A repeat of 0 or 1
//! counts as 1; no known writer makes them. Bits behind the end of the data are 0, so a stream that stops early
//! continues in its last colour.
//!
//! **Speed.** Each command waits for the length of the one before, and that wait takes most of the time. So one
//! lookup by the next ten bits (`steps.rs`) covers the zero bits of a run and the command behind them: one load,
//! one shift. The table also gives the command's effect, so that the kind of command steers no branch. A run stores
//! 32 bytes whatever its length, and the next one overwrites the surplus. Three steps are taken from one window of
//! 56 bits. Near the end of the data or picture, and for runs longer than 32 pixels, a slower loop takes one
//! command.

use super::{Decoded, same};
use crate::bits::{BitWindow, BitWriter};
use crate::error::{Error, ErrorKind, Result};
use steps::{Step, Steps};

mod steps;

/// The transparent pixel value in v7 and v8. In Humongous games it is the first entry of the costume's palette.
pub const TRANSPARENT: u8 = 255;

/// Bytes stored at once.
const STORE: usize = 32;

/// Number of zero bits that the slower loop takes at once. A window of 56 bits then still holds a whole command of
/// at most 13 bits.
const MOST_ZEROS: u32 = 40;

/// Number of steps that the fast loop takes from one window.
const STEPS: u32 = 3;

/// The fast loop stops when fewer pixels than this are left: space for a run and for the surplus behind it.
const ROOM: usize = 2 * STORE;

/// Repeats shorter than this cost less as zero bits (`docs/format/codecs.md §4.3`).
const REPEAT_FROM: u32 = 13;

/// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row. If `mirrored` is set, left and
/// right of each row are exchanged.
///
/// `rows` keeps its memory: decoding picture after picture into one buffer allocates nothing once it is large
/// enough.
pub fn decode(data: &[u8], (width, height): (u16, u16), mirrored: bool, rows: &mut Vec<u8>) -> Decoded {
    let width = usize::from(width);
    rows.resize(width.saturating_mul(height.into()), 0);
    let decoded = pixels(data, rows);
    if mirrored && width > 0 {
        for row in rows.chunks_exact_mut(width) {
            row.reverse();
        }
    }
    decoded
}

/// The state of a decoder.
struct At<'a, 'o> {
    bits: BitWindow<'a>,
    /// Pixels still to be written.
    out: &'o mut [u8],
    colour: u8,
    /// Pixels of `colour` that are certain already, without the zero bits that follow.
    sure: usize,
}

/// Takes steps while runs are short and much data and space are left.
///
/// The order of the tests and short lifetimes decide how fast this is: on x86-64 a shift by a variable waits for
/// the comparison before it, and there are just enough registers.
#[inline(never)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "runs are at most 32 pixels, held against what is left; steps are fewer than 64 bits"
)]
fn fast<'a, 'o>(at: At<'a, 'o>, steps: &Steps) -> At<'a, 'o> {
    const { assert!(STEPS * steps::MOST_BITS <= 56 && Step::MOST_ZEROS < STORE) };
    let At { mut bits, mut out, mut colour, mut sure } = at;
    'short: while bits.refill_whole() {
        for _ in 0..STEPS {
            if out.len() < ROOM {
                break 'short;
            }
            let window = bits.window();
            let step = steps.next(window);
            let count = sure + usize::from(step.zeros);
            if count > STORE {
                break 'short;
            }
            bits.window = window >> (step.length & 63);
            let operand = window >> (step.operand & 63);
            let Some(to) = out.first_chunk_mut::<STORE>() else { break 'short };
            *to = [colour; STORE];
            out = &mut out[count..];
            bits.have = bits.have.wrapping_sub(step.length.into());
            sure = step.take(operand, &mut colour);
        }
    }
    At { bits, out, colour, sure }
}

/// Decodes as many pixels as `out` holds.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a run is at most 255 + 40 pixels, and is held against what is left before it is written"
)]
fn pixels(data: &[u8], out: &mut [u8]) -> Decoded {
    let wanted = out.len();
    let [depth, colour, stream @ ..] = data else {
        out.fill(TRANSPARENT);
        return Decoded { bytes: 0, pixels: 0, complete: wanted == 0 };
    };
    if wanted == 0 {
        return Decoded { bytes: 0, pixels: 0, complete: true };
    }
    let steps = Steps::of(*depth);
    let mut at = At { bits: BitWindow::new(stream), out, colour: *colour, sure: 1 };
    loop {
        if at.out.len() >= ROOM {
            at = fast(at, steps);
        }
        let At { mut bits, out, mut colour, sure } = at;
        bits.refill();
        let have = bits.have();
        let zeros = bits.window().trailing_zeros().min(MOST_ZEROS).min(have);
        let count = sure + zeros as usize;
        if count >= out.len() {
            // No command follows the last pixel.
            let used = out.len().saturating_sub(sure);
            bits.consume(u32::try_from(used).unwrap_or(zeros));
            out.fill(colour);
            return Decoded { bytes: data.len() - bits.untouched(), pixels: wanted, complete: true };
        }
        store(out, colour, count);
        let out = &mut out[count..];
        if zeros == have {
            out.fill(colour);
            return Decoded { bytes: data.len(), pixels: wanted - out.len(), complete: false };
        }
        bits.consume(zeros);
        let sure = if zeros == MOST_ZEROS {
            0
        } else {
            // No zero bits come before it, so the window holds all of it.
            let (window, step) = (bits.window(), steps.next(bits.window()));
            bits.consume(step.length.into());
            step.take(window >> (step.operand & 63), &mut colour)
        };
        at = At { bits, out, colour, sure };
    }
}

/// Writes `count` pixels, fewer than `out` holds, and a surplus behind them.
#[inline(always)]
fn store(out: &mut [u8], colour: u8, count: usize) {
    match out.first_chunk_mut::<STORE>() {
        Some(to) => {
            *to = [colour; STORE];
            if count > STORE {
                store_rest(out, colour, count);
            }
        }
        None => {
            if let Some(to) = out.get_mut(..count) {
                to.fill(colour);
            }
        }
    }
}

/// Writes the part of a run beyond the first stored bytes. Not inlined, because that would slow the loop for short
/// runs.
#[inline(never)]
fn store_rest(out: &mut [u8], colour: u8, count: usize) {
    if let Some(to) = out.get_mut(STORE..count) {
        to.fill(colour);
    }
}

/// Encodes rows of pixels; `depth` is the number of bits of an absolute colour, 1 to 8.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a depth out of range, for an absolute colour that does not fit `depth` bits, and
/// without any pixels.
pub fn encode(rows: &[u8], depth: u8) -> Result<Vec<u8>> {
    let refuse = |why: String| Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
    if !(1..=8).contains(&depth) {
        return refuse(format!("{depth} bits for a colour; 1 to 8 are possible"));
    }
    let Some(&first) = rows.first() else {
        return refuse("a picture without pixels has no first colour".into());
    };
    let mut bits = BitWriter::after(Vec::with_capacity(rows.len() / 2));
    bits.write(depth, 8);
    bits.write(first, 8);
    // Again no branch on the kind of command: it would be mispredicted too often.
    let (mut before, mut rest, mut command) = (first, rows, [0, 0]);
    while let Some((value, run)) = same::run(rest) {
        if !rest_is_all(rest, rows) {
            let by = step(before, value);
            let is_near = (-4..=3).contains(&by);
            if !is_near && u32::from(value) >> depth != 0 {
                return refuse(format!("colour {value} does not fit {depth} bits"));
            }
            let near = 0b11 | u32::from(by.wrapping_add(4).to_le_bytes()[0]) << 2;
            let far = 0b01 | u32::from(value) << 2;
            command = if is_near { [near, 5] } else { [far, u32::from(depth).saturating_add(2)] };
        }
        before = value;
        rest = rest.get(run..).unwrap_or_default();
        let mut left = run.saturating_sub(1);
        loop {
            // At most 255, so it fits a byte.
            let length = u32::from(left.min(255).to_le_bytes()[0]);
            let same = if length >= REPEAT_FROM { [0b1_0011 | length << 5, 13] } else { [0, length] };
            // At most 10 bits and 13 more.
            bits.write_many(command[0] | same[0] << command[1], command[1].saturating_add(same[1]));
            command = [0, 0];
            left = left.saturating_sub(255);
            if left == 0 {
                break;
            }
        }
    }
    Ok(bits.finish())
}

/// Whether no pixel of a picture is written yet. If so, its first run has no command.
fn rest_is_all(rest: &[u8], rows: &[u8]) -> bool {
    rest.len() == rows.len()
}

/// The smallest depth, 1 to 8 bits, with which [`encode`] can express these pixels.
#[must_use]
pub fn least_depth(rows: &[u8]) -> u8 {
    let absolute = rows.iter().zip(rows.iter().skip(1)).filter(|(a, b)| !(-4..=3).contains(&step(**a, **b)));
    let highest = absolute.map(|(_, value)| value).max();
    highest.map_or(1, |v| u8::try_from(8_u32.saturating_sub(v.leading_zeros())).unwrap_or(8).max(1))
}

/// How much higher the second colour is than the first.
fn step(from: u8, to: u8) -> i16 {
    i16::from(to).wrapping_sub(i16::from(from))
}

#[cfg(test)]
mod tests;
