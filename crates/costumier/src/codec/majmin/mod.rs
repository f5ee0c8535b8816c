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
//! Pixels are room palette indices (`reference/06 §4`). Rows are not aligned. A repeat of 0 or 1 counts as 1; nobody writes them.
//! Behind the end of the data there are zero bits, so a stream that stops early goes on in its last colour.
//!
//! **Speed.** The length of a run is a count of zero bits, taken at once from a 64-bit window; a run stores 32 bytes whatever its
//! length, and the next one overwrites the surplus. What a command is does not steer a branch.

use super::Decoded;
use crate::bits::{BitWindow, BitWriter};
use crate::error::{Error, ErrorKind, Result};

/// The transparent pixel value in v7 and v8. Humongous games have another, the first entry of the costume's palette.
pub const TRANSPARENT: u8 = 255;

/// Bytes stored at once.
const STORE: usize = 32;

/// Zero bits taken at once. A window of 56 bits then still holds a whole command, which takes at most 13.
const MOST_ZEROS: u32 = 40;

/// Repeats shorter than this cost less as zero bits (`reference/06 §4.3`).
const REPEAT_FROM: u8 = 13;

/// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row, each with left and right exchanged where
/// `mirrored` is set.
///
/// `rows` keeps its memory: decoding picture after picture into one buffer allocates nothing once it is large enough.
pub fn decode(data: &[u8], (width, height): (u16, u16), mirrored: bool, rows: &mut Vec<u8>) -> Decoded {
    let width = usize::from(width);
    rows.resize(width * usize::from(height), 0);
    let decoded = pixels(data, rows);
    if mirrored && width > 0 {
        for row in rows.chunks_exact_mut(width) {
            row.reverse();
        }
    }
    decoded
}

/// Decodes as many pixels as `out` holds.
fn pixels(data: &[u8], mut out: &mut [u8]) -> Decoded {
    let wanted = out.len();
    let [depth, colour, stream @ ..] = data else {
        out.fill(TRANSPARENT);
        return Decoded { bytes: 0, pixels: 0, complete: wanted == 0 };
    };
    if wanted == 0 {
        return Decoded { bytes: 0, pixels: 0, complete: true };
    }
    let depth = u32::from(*depth).min(8);
    let mask = (1u64 << depth) - 1;
    let mut colour = *colour;
    let mut bits = BitWindow::new(stream);
    // Pixels of `colour` that are certain already, without the zero bits that follow.
    let mut sure = 1;
    loop {
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
        if zeros == MOST_ZEROS {
            sure = 0;
            continue;
        }
        // All that the command may be is worked out and one is taken: no branch to be mispredicted.
        let command = bits.window() >> 1;
        let delta = (command >> 1) & 7;
        let is_delta = command & 1 != 0;
        let is_repeat = u32::from(is_delta & (delta == 4));
        let absolute = low_byte((command >> 1) & mask);
        // By 0 where it is a repeat.
        let relative = colour.wrapping_add(low_byte(delta)).wrapping_sub(4);
        colour = if is_delta { relative } else { absolute };
        let more = u32::from(low_byte(command >> 4).saturating_sub(1));
        sure = 1 + (is_repeat * more) as usize;
        bits.consume(if is_delta { 5 + 8 * is_repeat } else { 2 + depth });
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
                out[STORE..count].fill(colour);
            }
        }
        None => out[..count].fill(colour),
    }
}

/// Encodes rows of pixels; `depth` is the number of bits of an absolute colour, 1 … 8.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] for a depth out of range, a colour that it cannot express where one is needed, or no pixels at
/// all.
pub fn encode(rows: &[u8], depth: u8) -> Result<Vec<u8>> {
    let refuse = |why: String| Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
    if !(1..=8).contains(&depth) {
        return refuse(format!("{depth} bits for a colour; 1 to 8 are possible"));
    }
    let Some(&first) = rows.first() else {
        return refuse("a picture without pixels has no first colour".into());
    };
    let mut bits = BitWriter::after(vec![depth, first]);
    let mut before = None;
    for run in rows.chunk_by(|a, b| a == b) {
        let value = run[0];
        if let Some(before) = before {
            match i16::from(value) - i16::from(before) {
                d @ -4..=3 => bits.write(0b11 | (d + 4).to_le_bytes()[0] << 2, 5),
                _ if u32::from(value) >> depth != 0 => {
                    return refuse(format!("colour {value} does not fit {depth} bits"));
                }
                _ => {
                    bits.write(0b01, 2);
                    bits.write(value, depth);
                }
            }
        }
        before = Some(value);
        for piece in run[1..].chunks(255) {
            // No longer than 255.
            let length = u8::try_from(piece.len()).unwrap_or(u8::MAX);
            if length >= REPEAT_FROM {
                bits.write(0b1_0011, 5);
                bits.write(length, 8);
            } else {
                (0..length).for_each(|_| bits.write(0, 1));
            }
        }
    }
    Ok(bits.finish())
}

/// The fewest bits that [`encode`] can express these pixels with, 1 … 8.
#[must_use]
pub fn least_depth(rows: &[u8]) -> u8 {
    let highest = rows
        .windows(2)
        .filter(|pair| !(-4..=3).contains(&(i16::from(pair[1]) - i16::from(pair[0]))))
        .map(|pair| pair[1])
        .max();
    highest.map_or(1, |v| u8::try_from(8 - v.leading_zeros()).unwrap_or(8).max(1))
}

#[cfg(test)]
mod tests;
