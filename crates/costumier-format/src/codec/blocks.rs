//! Blocks of 16 × 16 pixels in four bit planes: the pictures of costumes for the PC-Engine
//! (`docs/format/old-rooms.md §8`).
//!
//! ```text
//! for each column of blocks, from the left, for each of its blocks, from the top:
//!     u8 FF       16 rows without anything
//!     u8 gap      16 rows, `gap` rows further down: 128 bytes in commands
//!
//! command   0 0 n n n n n n    n + 1 zeros                 byte i of a block: row i mod 16, plane i / 16 mod 4,
//!           0 1 n n n n n n    n + 1 bytes that follow     the right half where i < 64, else the left one;
//!           1 n n n n n n n    the next byte, (n mod 64) + 1 times     the highest bit leftmost
//! ```
//! **Note:** gaps can push rows below the height that the picture's header states, and those rows are drawn. So a
//! picture's height is known only after a walk through its commands ([`rows`]). Data that ends early leaves the
//! rest transparent.

use super::pieces::{Piece, split};
use super::rle::{ColourTable, Decoded, SLACK};
use crate::error::{Error, ErrorKind, Result};

/// Width and height of a block in pixels.
pub const SIDE: usize = 16;

/// Number of colours, 0 (transparent) included.
pub const COLOURS: usize = 16;

/// Bytes of a block's four planes.
pub(super) const BYTES: usize = 128;

/// Bytes of one half of a block.
const HALF: usize = 64;

/// The byte that stands for an empty block.
pub(super) const EMPTY: u8 = 0xFF;

/// Largest count of one command.
const MOST: usize = 64;

/// Takes bytes from the front of the data.
pub(super) struct Feed<'a> {
    pub(super) data: &'a [u8],
    pub(super) at: usize,
}

impl Feed<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.data.get(self.at).copied()?;
        self.at = self.at.saturating_add(1);
        Some(byte)
    }

    /// Unpacks a block's planes; `None` if the data ends first.
    pub(super) fn block(&mut self, out: &mut [u8; BYTES]) -> Option<()> {
        let mut rest = out.as_mut_slice();
        while !rest.is_empty() {
            let command = self.byte()?;
            let count = usize::from(command & 63).saturating_add(1).min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            match command {
                0x80.. => now.fill(self.byte()?),
                0x40.. => {
                    for byte in now {
                        *byte = self.byte()?;
                    }
                }
                _ => now.fill(0),
            }
            rest = later;
        }
        Some(())
    }

    /// Skips a block without unpacking it; `None` if the data ends first.
    fn pass(&mut self) -> Option<()> {
        let mut left = BYTES;
        while left > 0 {
            let command = self.byte()?;
            let count = usize::from(command & 63).saturating_add(1).min(left);
            let stored = match command {
                0x80.. => 1,
                0x40.. => count,
                _ => 0,
            };
            let behind = self.at.saturating_add(stored);
            self.at = behind.min(self.data.len());
            if self.at < behind {
                return None;
            }
            left = left.saturating_sub(count);
        }
        Some(())
    }
}

/// Walks through the blocks of a picture of `across` × `down` blocks, as its header states. For each block, `take`
/// is called with the block's column and first row; it takes the block's bytes from the data.
fn walk(
    data: &[u8],
    (across, down): (usize, usize),
    mut take: impl FnMut(usize, usize, &mut Feed<'_>) -> Option<()>,
) -> Decoded {
    let mut feed = Feed { data, at: 0 };
    let mut pixels: usize = 0;
    let mut complete = true;
    'all: for column in 0..across {
        let mut top: usize = 0;
        for _ in 0..down {
            let Some(gap) = feed.byte() else {
                complete = false;
                break 'all;
            };
            if gap != EMPTY {
                top = top.saturating_add(gap.into());
                if take(column, top, &mut feed).is_none() {
                    complete = false;
                    break 'all;
                }
            }
            top = top.saturating_add(SIDE);
            pixels = pixels.saturating_add(SIDE * SIDE);
        }
    }
    Decoded { bytes: feed.at, pixels, complete }
}

/// Height in pixels of a picture of this many blocks across and down. It is the stated height, or more if gaps push
/// blocks below it.
#[must_use]
pub fn rows(data: &[u8], (across, down): (u8, u8)) -> u16 {
    let stated = u16::from(down).saturating_mul(SIDE.to_le_bytes()[0].into());
    // Only gaps can add rows.
    let mut lowest = usize::from(stated);
    walk(data, (across.into(), down.into()), |_, top, feed| {
        feed.pass()?;
        lowest = lowest.max(top.saturating_add(SIDE));
        Some(())
    });
    u16::try_from(lowest).unwrap_or(u16::MAX)
}

/// Decodes a picture of `width` (a multiple of 16) × `height` pixels into the start of `columns`, column by column,
/// like [`rle::decode_columns`](super::rle::decode_columns). The header states `stated` rows.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "sizes of 16 bits; blocks are cut at the lower edge; a block has 128 bytes"
)]
pub fn decode_columns(
    data: &[u8],
    table: &ColourTable,
    (width, height): (u16, u16),
    stated: u16,
    columns: &mut Vec<u8>,
) -> Decoded {
    let (width, height) = (usize::from(width), usize::from(height));
    let pixels = width * height;
    if columns.len() < pixels + SLACK {
        columns.resize(pixels + SLACK, 0);
    }
    columns[..pixels].fill(table.value(0));
    let mut planes = [0; BYTES];
    walk(data, blocks((width, stated)), |column, top, feed| {
        feed.block(&mut planes)?;
        let rows = height.saturating_sub(top).min(SIDE);
        for x in 0..SIDE {
            let start = (column * SIDE + x) * height + top;
            for (y, out) in columns[start.min(pixels)..].iter_mut().take(rows).enumerate() {
                *out = table.value(colour(&planes, (x, y)));
            }
        }
        Some(())
    })
}

/// The colour of a pixel in a block.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "within a block of 16 × 16 pixels"
)]
pub(super) fn colour(planes: &[u8; BYTES], (x, y): (usize, usize)) -> u8 {
    // The left half is stored last.
    let (half, bit) = (if x % SIDE < SIDE / 2 { HALF } else { 0 }, 7 - x % 8);
    (0..4).fold(0, |colour, plane| colour | (planes[half + plane * SIDE + y % SIDE] >> bit & 1) << plane)
}

/// Measures how many bytes a picture takes, without decoding it.
#[must_use]
pub fn measure(data: &[u8], width: u16, stated: u16) -> Decoded {
    walk(data, blocks((width.into(), stated)), |_, _, feed| feed.pass())
}

fn blocks((width, stated): (usize, u16)) -> (usize, usize) {
    (width / SIDE, usize::from(stated) / SIDE)
}

/// Encodes pixels that are given row by row. Returns the number of blocks that are stored, and their bytes.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] if the size is not a whole number of blocks (at most 255 × 255), and for a colour
/// above 15.
pub fn encode(rows: &[u8], width: usize) -> Result<(usize, Vec<u8>)> {
    let refuse = |why: String| Err(Error::new(ErrorKind::CannotWrite(why), "picture"));
    let height = rows.len().checked_div(width).unwrap_or(0);
    if !width.is_multiple_of(SIDE) || !height.is_multiple_of(SIDE) {
        return refuse(format!("{width} × {height} pixels, but blocks are {SIDE} × {SIDE}"));
    }
    if width / SIDE > 255 || height / SIDE > 255 {
        return refuse(format!("{width} × {height} pixels; there are at most 255 blocks each way"));
    }
    if let Some(colour) = rows.iter().find(|colour| usize::from(**colour) >= COLOURS) {
        return refuse(format!("colour {colour}; there are {COLOURS}"));
    }
    let (mut stored, mut out): (usize, Vec<u8>) = (0, Vec::new());
    for left in (0..width).step_by(SIDE) {
        for top in (0..height).step_by(SIDE) {
            let planes = planes_of(rows, width, (left, top));
            if planes.iter().all(|byte| *byte == 0) {
                out.push(EMPTY);
                continue;
            }
            stored = stored.saturating_add(1);
            out.push(0);
            pack(&planes, &mut out);
        }
    }
    Ok((stored, out))
}

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "a block of 16 × 16 pixels")]
fn planes_of(rows: &[u8], width: usize, (left, top): (usize, usize)) -> [u8; BYTES] {
    let mut planes = [0; BYTES];
    for (y, row) in rows.chunks_exact(width).skip(top).take(SIDE).enumerate() {
        for (x, colour) in row.iter().skip(left).take(SIDE).enumerate() {
            let half = if x < SIDE / 2 { HALF } else { 0 };
            for plane in 0..4 {
                planes[half + plane * SIDE + y] |= (colour >> plane & 1) << (7 - x % 8);
            }
        }
    }
    planes
}

/// Writes a block's planes as commands.
fn pack(planes: &[u8; BYTES], out: &mut Vec<u8>) {
    let number = |count: usize| u8::try_from(count.saturating_sub(1)).unwrap_or(0);
    let repeats = |run: &[u8], _| {
        let least = if run.first() == Some(&0) { 2 } else { 3 };
        if run.len() < least { 0 } else { run.len() }
    };
    split(planes, repeats, |piece| match piece {
        Piece::Literal(bytes) => {
            for some in bytes.chunks(MOST) {
                out.push(0x40 | number(some.len()));
                out.extend_from_slice(some);
            }
        }
        Piece::Repeat(bytes) => {
            let byte = bytes.first().copied().filter(|byte| *byte != 0);
            for some in bytes.chunks(MOST) {
                out.push(if byte.is_none() { number(some.len()) } else { 0x80 | number(some.len()) });
                out.extend(byte);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(data: &[u8], width: u16, stated: u16) -> (Vec<u8>, u16, Decoded) {
        let side = |pixels: u16| u8::try_from(pixels / 16).unwrap();
        let height = rows(data, (side(width), side(stated)));
        let mut columns = Vec::new();
        let size = (width, height);
        let decoded = decode_columns(data, &ColourTable::IDENTITY, size, stated, &mut columns);
        assert_eq!(decoded, measure(data, width, stated));
        let at = |x: usize, y: usize| columns[x * usize::from(height) + y];
        let rows =
            (0..usize::from(height)).flat_map(|y| (0..usize::from(width)).map(move |x| at(x, y))).collect();
        (rows, height, decoded)
    }

    #[test]
    fn bits_of_four_planes_make_a_colour_and_the_right_half_comes_first() {
        // Byte 1: row 1 of plane 0, right; byte 127: row 15 of plane 3, left.
        let data = [0, 0x00, 0x40, 0x81, 0x3F, 0x3B, 0x80 | 1, 0xC0, 9, 9];
        let (rows, height, decoded) = decoded(&data, 16, 16);
        // 1 zero, 1 literal, 64 zeros, 60 zeros, then 0xC0 twice: bytes 126 and 127.
        assert_eq!((height, decoded), (16, Decoded { bytes: 8, pixels: 256, complete: true }));
        let seen: Vec<_> =
            rows.iter().enumerate().filter(|(_, it)| **it != 0).map(|(at, it)| (at, *it)).collect();
        assert_eq!(seen, [(24, 1), (31, 1), (224, 8), (225, 8), (240, 8), (241, 8)]);
    }

    #[test]
    fn gaps_push_blocks_down_and_empty_blocks_take_their_rows() {
        let block = [0xBF, 0xFF, 0xBF, 0xFF];
        let data = [&[5][..], &block, &[3], &block, &[0xFF, 0], &block].concat();
        let (rows, height, decoded) = decoded(&data, 32, 32);
        assert_eq!((height, decoded.complete), (5 + 16 + 3 + 16, true));
        let filled = |x: usize| (0..40).filter(|y| rows[y * 32 + x] == 15).collect::<Vec<_>>();
        assert_eq!(filled(0), (5..21).chain(24..40).collect::<Vec<_>>());
        assert_eq!(filled(31), (16..32).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_encoded_is_decoded_and_what_is_cut_is_transparent() {
        let mut picture: Vec<u8> = (0..48 * 32).map(|at: usize| (at * 7 / 5 % 16).to_le_bytes()[0]).collect();
        picture.chunks_mut(48).take(16).for_each(|row| row[16..32].fill(0));
        let (stored, data) = encode(&picture, 48).unwrap();
        assert_eq!(stored, 5);
        let (rows, height, whole) = decoded(&data, 48, 32);
        assert_eq!((rows, height), (picture.clone(), 32));
        assert_eq!((whole.bytes, whole.complete), (data.len(), true));
        for end in 0..data.len() {
            let (rows, _, cut) = decoded(&data[..end], 48, 32);
            assert!(!cut.complete, "{end}");
            assert!(rows.iter().zip(&picture).all(|(cut, whole)| cut == whole || *cut == 0), "{end}");
        }
        for (rows, width) in [(vec![16; 256], 16), (vec![1; 8 * 16], 8), (vec![1; 16 * 8], 16)] {
            assert!(encode(&rows, width).is_err(), "{width}");
        }
    }
}
