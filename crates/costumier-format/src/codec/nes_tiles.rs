//! Tiles of the NES, and how its tables are packed (`docs/format/old-rooms.md §7.2`).
//!
//! ```text
//! table   1 n n n n n n n  n bytes as they are        n = 0: nothing follows
//!         0 n n n n n n n  the next byte n times
//! tile    8 bytes plane 0, 8 bytes plane 1, each a row of 8 pixels, the highest bit leftmost
//! ```
//! A pixel is plane 0 + 2 · plane 1. In a costume colour, the two bits above it are the number of one of four
//! palettes.
//!
//! **Note:** only the unpacked length of a table is known. All bytes of its last command belong to it.

use super::pieces::{Piece, split};
use super::rle::{ColourTable, Decoded, SLACK};

/// Length of a tile in bytes.
pub const TILE: usize = 16;

/// Width and height of a tile in pixels.
pub const SIDE: u16 = 8;

/// Largest number of bytes of one command.
const LONGEST: usize = 0x7F;

/// Unpacks a table of `wanted` bytes, and returns how many bytes it takes. Missing bytes are 0.
pub fn unpack(data: &[u8], wanted: usize, out: &mut Vec<u8>) -> Unpacked {
    out.clear();
    let mut at = 0_usize;
    let end = |cut: bool, at: usize, out: &mut Vec<u8>| {
        out.resize(wanted, 0);
        Unpacked { bytes: at, cut }
    };
    while out.len() < wanted {
        let Some(command) = data.get(at).copied() else { return end(true, at, out) };
        at = at.saturating_add(1);
        let said = usize::from(command & 0x7F);
        let count = said.min(wanted.saturating_sub(out.len()));
        if command & 0x80 == 0 {
            let Some(byte) = data.get(at) else { return end(true, at, out) };
            at = at.saturating_add(1);
            out.extend(std::iter::repeat_n(*byte, count));
        } else {
            let rest = data.get(at..).unwrap_or_default();
            let bytes = rest.get(..count).unwrap_or(rest);
            out.extend_from_slice(bytes);
            at = at.saturating_add(said.min(rest.len()));
            if bytes.len() < count {
                return end(true, at, out);
            }
        }
    }
    end(false, at, out)
}

/// Result of unpacking a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// Number of bytes that the packed table takes.
    pub bytes: usize,
    /// Whether the data ends before the table is full.
    pub cut: bool,
}

/// Packs a table of bytes.
#[must_use]
pub fn pack(table: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let repeats = |run: &[u8], _| if run.len() < 3 { 0 } else { run.len() };
    split(table, repeats, |piece| match piece {
        Piece::Literal(bytes) => {
            for part in bytes.chunks(LONGEST) {
                out.push(0x80 | part.len().to_le_bytes()[0]);
                out.extend_from_slice(part);
            }
        }
        Piece::Repeat(bytes) => {
            for part in bytes.chunks(LONGEST) {
                out.push(part.len().to_le_bytes()[0]);
                out.extend(part.first());
            }
        }
    });
    out
}

/// The pixel values of a tile, 0 to 3, row by row. Missing pixels are 0.
#[must_use]
pub fn pixels(tile: &[u8]) -> [u8; 64] {
    let mut out = [0; 64];
    for (row, pixels) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let plane = |at: Option<usize>| at.and_then(|at| tile.get(at)).copied().unwrap_or(0);
        let (low, high) = (plane(Some(row)), plane(row.checked_add(8)));
        for (pixel, bit) in pixels.iter_mut().zip((0..8u32).rev()) {
            *pixel = low.wrapping_shr(bit) & 1 | (high.wrapping_shr(bit) & 1) << 1;
        }
    }
    out
}

/// The tile with these pixel values, row by row; only the two lowest bits of each count.
#[must_use]
pub fn of_pixels(pixels: &[u8; 64]) -> [u8; TILE] {
    let mut out = [0; TILE];
    let (low, high) = out.split_at_mut(TILE / 2);
    for ((low, high), row) in low.iter_mut().zip(high).zip(pixels.as_chunks::<8>().0) {
        for pixel in row {
            *low = *low << 1 | pixel & 1;
            *high = *high << 1 | pixel >> 1 & 1;
        }
    }
    out
}

/// The costume colour of a pixel value in a palette.
#[must_use]
pub fn colour(palette: u8, value: u8) -> u8 {
    if value == 0 { 0 } else { (palette & 3) << 2 | value & 3 }
}

/// Decodes a tile into the start of `columns`, column by column, in the colours of a palette.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "64 pixels in 8 rows of 8")]
pub fn decode_columns(data: &[u8], palette: u8, table: &ColourTable, columns: &mut Vec<u8>) -> Decoded {
    if columns.len() < 64 + SLACK {
        columns.resize(64 + SLACK, 0);
    }
    for (at, value) in pixels(data).into_iter().enumerate() {
        columns[at % 8 * 8 + at / 8] = table.value(colour(palette, value));
    }
    measure(data)
}

/// Decodes like [`decode_columns`], but row by row: afterwards `rows` holds 64 bytes.
pub(super) fn decode_rows(data: &[u8], palette: u8, table: &ColourTable, rows: &mut Vec<u8>) -> Decoded {
    rows.clear();
    rows.extend(pixels(data).into_iter().map(|value| table.value(colour(palette, value))));
    measure(data)
}

/// Measures how many bytes a tile takes.
#[must_use]
pub fn measure(data: &[u8]) -> Decoded {
    let bytes = data.len().min(TILE);
    Decoded { bytes, pixels: bytes.saturating_mul(4), complete: bytes == TILE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tables_are_packed_as_old_rooms_section_7_2_says() {
        let mut out = Vec::new();
        let read = unpack(&[0x83, 1, 2, 3, 0x04, 9, 0x55], 7, &mut out);
        assert_eq!((&out[..], read), (&[1, 2, 3, 9, 9, 9, 9][..], Unpacked { bytes: 6, cut: false }));
        assert_eq!(pack(&out), [0x83, 1, 2, 3, 0x04, 9]);
        let cut = unpack(&[0x83, 1], 4, &mut out);
        assert_eq!((&out[..], cut), (&[1, 0, 0, 0][..], Unpacked { bytes: 2, cut: true }));
        assert!(unpack(&[0x04], 4, &mut out).cut && unpack(&[], 1, &mut out).cut);
        // A count of 0 does nothing; bytes beyond the table's length are skipped.
        assert_eq!(unpack(&[0x80, 0x00, 7, 0x7F, 5], 2, &mut out), Unpacked { bytes: 5, cut: false });
        assert_eq!(out, [5, 5]);
        assert_eq!(unpack(&[0x83, 1, 2, 3, 9], 2, &mut out), Unpacked { bytes: 4, cut: false });
    }

    #[test]
    fn a_tiles_planes_are_the_bits_of_its_pixels() {
        let mut tile = [0; TILE];
        (tile[0], tile[8], tile[15]) = (0b1010_0000, 0b1100_0001, 0b0000_0001);
        let all = pixels(&tile);
        assert_eq!(all[..8], [3, 2, 1, 0, 0, 0, 0, 2]);
        assert_eq!((all[63], of_pixels(&all)), (2, tile));
        let mut columns = Vec::new();
        let decoded = decode_columns(&tile, 2, &ColourTable::IDENTITY, &mut columns);
        assert_eq!((columns[0], columns[8], columns[16], columns[24]), (11, 10, 9, 0));
        assert_eq!(decoded, Decoded { bytes: 16, pixels: 64, complete: true });
        let mut rows = Vec::new();
        assert_eq!(decode_rows(&tile, 2, &ColourTable::IDENTITY, &mut rows), decoded);
        assert_eq!((rows[..4].to_vec(), rows.len()), (vec![11, 10, 9, 0], 64));
        assert!(!decode_columns(&tile[..9], 0, &ColourTable::IDENTITY, &mut columns).complete);
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            table in prop::collection::vec(prop::sample::select(vec![0u8, 1, 1, 1, 255]), 0..600),
        ) {
            let (packed, mut out) = (pack(&table), Vec::new());
            let read = unpack(&packed, table.len(), &mut out);
            prop_assert_eq!(read, Unpacked { bytes: packed.len(), cut: false });
            prop_assert_eq!(&out, &table);
        }

        #[test]
        fn anything_is_unpacked(data in prop::collection::vec(any::<u8>(), 0..200), wanted in 0_usize..5000) {
            let mut out = Vec::new();
            let read = unpack(&data, wanted, &mut out);
            prop_assert!(out.len() == wanted && read.bytes <= data.len());
        }
    }
}
