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
//! Pixels are room palette indices (`reference/06 §4`). Rows are not aligned. A repeat of 0 or 1 counts as 1;
//! nobody writes them. Behind the end of the data there are zero bits, so a stream that stops early goes on
//! in its last colour.
//!
//! **Speed.** The length of a run is a count of zero bits, taken at once from a 64-bit window; a run stores
//! 32 bytes whatever its length, and the next one overwrites the surplus. What a command is does not steer a
//! branch: compilers make one of an `if` here, so its length comes out of a packed number and what it does
//! out of a table. Each command waits for the length of the one before, and that wait is what takes the time:
//! two commands are taken from one window, without asking after each where the data or the picture ends.
//! Where that may be near, or a run of zeros is longer than encoders write, a slower loop takes one command.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{Decoded, same};
use crate::bits::{BitWindow, BitWriter};
use crate::error::{Error, ErrorKind, Result};

/// The transparent pixel value in v7 and v8. Humongous games have another, the first entry of the costume's
/// palette.
pub const TRANSPARENT: u8 = 255;

/// Bytes stored at once.
const STORE: usize = 32;

/// Zero bits taken at once. A window of 56 bits then still holds a whole command, which takes at most 13.
const MOST_ZEROS: u32 = 40;

/// Zero bits taken at once where two commands come from one window.
const FEW_ZEROS: u32 = 15;

/// Repeats shorter than this cost less as zero bits (`reference/06 §4.3`).
const REPEAT_FROM: u32 = 13;

/// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row, each with left and right
/// exchanged where `mirrored` is set.
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

/// What the commands of a stream do, by the four bits that follow their first: kind and step.
struct Commands {
    /// Bits of a command, four for each kind, the first kind lowest.
    lengths: u64,
    effects: [Effect; 16],
}

/// `colour = (colour & keep) + (operand & mask) + add`.
#[derive(Clone, Copy)]
struct Effect {
    keep: u8,
    mask: u8,
    add: u8,
    /// All bits set where a count follows.
    repeat: u8,
}

/// For each depth.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated when it is compiled")]
static COMMANDS: [Commands; 9] = {
    let mut all =
        [const { Commands { lengths: 0, effects: [Effect { keep: 0, mask: 0, add: 0, repeat: 0 }; 16] } }; 9];
    let mut depth = 0;
    while depth < 9 {
        let mut kind: u8 = 0;
        while kind < 16 {
            let step = kind >> 1;
            let (length, effect) = if kind & 1 == 0 {
                (
                    2 + depth as u64,
                    Effect { keep: 0, mask: !(0xFF_u16 << depth).to_le_bytes()[0], add: 0, repeat: 0 },
                )
            } else if step == 4 {
                (13, Effect { keep: 0xFF, mask: 0, add: 0, repeat: 0xFF })
            } else {
                (5, Effect { keep: 0xFF, mask: 0, add: step.wrapping_sub(4), repeat: 0 })
            };
            all[depth].lengths |= length << (4 * kind);
            all[depth].effects[kind as usize] = effect;
            kind += 1;
        }
        depth += 1;
    }
    all
};

impl Commands {
    /// Takes the command at the start of the window; returns how many pixels of the new colour it gives.
    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "four bits, and sixteen effects")]
    fn take(&self, bits: &mut BitWindow<'_>, colour: &mut u8) -> usize {
        let command = bits.window();
        // Twice the kind's four bits, so that twice that is the place of its length.
        let kind = command & 0b1_1110;
        let length = low_byte(self.lengths >> (kind << 1)) & 15;
        let effect = self.effects[usize::from(low_byte(kind) >> 1)];
        let operand = low_byte(command >> 2) & effect.mask;
        *colour = (*colour & effect.keep).wrapping_add(operand).wrapping_add(effect.add);
        bits.consume(u32::from(length));
        usize::from((low_byte(command >> 5) & effect.repeat).max(1))
    }
}

/// Decodes as many pixels as `out` holds.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a run is at most 255 + 40 pixels, and is held against what is left before it is written"
)]
fn pixels(data: &[u8], mut out: &mut [u8]) -> Decoded {
    let wanted = out.len();
    let [depth, colour, stream @ ..] = data else {
        out.fill(TRANSPARENT);
        return Decoded { bytes: 0, pixels: 0, complete: wanted == 0 };
    };
    if wanted == 0 {
        return Decoded { bytes: 0, pixels: 0, complete: true };
    }
    let [.., eight] = &COMMANDS;
    let commands = COMMANDS.get(usize::from(*depth)).unwrap_or(eight);
    let mut colour = *colour;
    let mut bits = BitWindow::new(stream);
    // Pixels of `colour` that are certain already, without the zero bits that follow.
    let mut sure = 1;
    loop {
        'fast: while bits.refill_whole() {
            for _ in 0..2 {
                let zeros = bits.window().trailing_zeros();
                let count = sure + zeros as usize;
                if zeros > FEW_ZEROS || count + STORE > out.len() {
                    break 'fast;
                }
                store(out, colour, count);
                out = &mut out[count..];
                bits.consume(zeros);
                sure = commands.take(&mut bits, &mut colour);
            }
        }
        bits.refill();
        let have = bits.have();
        let zeros = bits.window().trailing_zeros().min(MOST_ZEROS).min(have);
        let count = sure + zeros as usize;
        if count >= out.len() {
            // The last pixel needs no command behind it.
            let used = out.len().saturating_sub(sure);
            bits.consume(u32::try_from(used).unwrap_or(zeros));
            out.fill(colour);
            return Decoded { bytes: data.len() - bits.untouched(), pixels: wanted, complete: true };
        }
        store(out, colour, count);
        out = &mut out[count..];
        if zeros == have {
            out.fill(colour);
            return Decoded { bytes: data.len(), pixels: wanted - out.len(), complete: false };
        }
        bits.consume(zeros);
        sure = if zeros == MOST_ZEROS { 0 } else { commands.take(&mut bits, &mut colour) };
    }
}

fn low_byte(v: u64) -> u8 {
    v.to_le_bytes()[0]
}

/// Writes `count` pixels, fewer than `out` holds, and whatever more is convenient.
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

/// The part of a run behind what was stored at once. Not inlined, because that disturbs the loop for short
/// runs.
#[inline(never)]
fn store_rest(out: &mut [u8], colour: u8, count: usize) {
    if let Some(to) = out.get_mut(STORE..count) {
        to.fill(colour);
    }
}

/// Encodes rows of pixels; `depth` is the number of bits of an absolute colour, 1 … 8.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a depth out of range, a colour that it cannot express where one is needed,
/// or no pixels at all.
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
    // What a command is does not steer a branch here either: most of them are as likely as not.
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
            // No longer than 255.
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

/// Whether nothing of a picture is written yet: its first run has no command.
fn rest_is_all(rest: &[u8], rows: &[u8]) -> bool {
    rest.len() == rows.len()
}

/// The fewest bits that [`encode`] can express these pixels with, 1 … 8.
#[must_use]
pub fn least_depth(rows: &[u8]) -> u8 {
    let absolute = rows.iter().zip(rows.iter().skip(1)).filter(|(a, b)| !(-4..=3).contains(&step(**a, **b)));
    let highest = absolute.map(|(_, value)| value).max();
    highest.map_or(1, |v| u8::try_from(8_u32.saturating_sub(v.leading_zeros())).unwrap_or(8).max(1))
}

/// How much higher the second colour is.
fn step(from: u8, to: u8) -> i16 {
    i16::from(to).wrapping_sub(i16::from(from))
}

#[cfg(test)]
mod tests;
