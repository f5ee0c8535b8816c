//! Rows of cells, not packed: the pictures of v0 (`docs/format/old-rooms.md §6.3`).
//!
//! ```text
//! row 0: a byte for each cell, row 1 …      four pixels to a byte, the highest bits leftmost, each drawn
//!                                           twice as wide, as in the cells of v1
//! ```
//! Data that ends early leaves the rest transparent.

use super::cell::{self, CELL_WIDTH};
use super::rle::{ColourTable, Decoded};
use crate::error::Result;

/// Decodes a picture of `width` (a multiple of 8) × `height` pixels into the start of `columns`, column by column,
/// like [`rle::decode_columns`](super::rle::decode_columns).
#[allow(clippy::arithmetic_side_effects, reason = "sizes of 16 bits and places of cells that exist")]
pub fn decode_columns(
    data: &[u8],
    table: &ColourTable,
    (width, height): (u16, u16),
    columns: &mut Vec<u8>,
) -> Decoded {
    let (width, height) = (usize::from(width), usize::from(height));
    let colours = cell::begin(columns, width * height, table);
    let cells = width / CELL_WIDTH;
    for (y, row) in data.chunks(cells.max(1)).take(if cells > 0 { height } else { 0 }).enumerate() {
        for (cell, byte) in row.iter().enumerate() {
            cell::put_down(*byte, colours, columns, cell * CELL_WIDTH * height + y, height);
        }
    }
    measure_cells(data, cells * height)
}

/// Decodes like [`decode_columns`], but row by row: afterwards `rows` holds `width × height` bytes.
pub(super) fn decode_rows(
    data: &[u8],
    table: &ColourTable,
    (width, height): (u16, u16),
    rows: &mut Vec<u8>,
) -> Decoded {
    let (width, height) = (usize::from(width), usize::from(height));
    let cells = width / CELL_WIDTH;
    rows.clear();
    rows.resize(width.saturating_mul(height), table.value(0));
    let colours = [0, 1, 2, 3].map(|k| table.value(k));
    for (row, bytes) in rows.chunks_exact_mut(width.max(1)).zip(data.chunks(cells.max(1))) {
        for (to, byte) in row.as_chunks_mut().0.iter_mut().zip(bytes) {
            *to = cell::line(*byte, colours);
        }
    }
    measure_cells(data, cells.saturating_mul(height))
}

/// Measures how many bytes a picture takes, without decoding it.
#[must_use]
pub fn measure(data: &[u8], (width, height): (u16, u16)) -> Decoded {
    measure_cells(data, (usize::from(width) / CELL_WIDTH).saturating_mul(usize::from(height)))
}

fn measure_cells(data: &[u8], wanted: usize) -> Decoded {
    let bytes = data.len().min(wanted);
    Decoded { bytes, pixels: bytes.saturating_mul(CELL_WIDTH), complete: bytes == wanted }
}

/// Encodes pixels that are given row by row.
///
/// # Errors
/// [`ErrorKind::CannotWrite`](crate::ErrorKind::CannotWrite) if the size is not a whole number of cells, for a
/// colour above 3, and for pixels that are not twice as wide as high.
pub fn encode(rows: &[u8], width: usize) -> Result<Vec<u8>> {
    cell::check_width(width)?;
    rows.as_chunks().0.iter().map(|pixels| cell::pack(*pixels)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_picture_of_old_rooms_section_6_3() {
        // `docs/format/old-rooms.md §6.3`: one cell, two rows, E4 = 11 10 01 00 and 1B = 00 01 10 11.
        let mut columns = Vec::new();
        let decoded = decode_columns(&[0xE4, 0x1B], &ColourTable::IDENTITY, (8, 2), &mut columns);
        let wanted: Vec<u8> =
            [(3, 0), (2, 1), (1, 2), (0, 3)].iter().flat_map(|(a, b)| [*a, *b, *a, *b]).collect();
        assert_eq!(columns[..16], wanted);
        assert_eq!(decoded, Decoded { bytes: 2, pixels: 16, complete: true });
        let rows = [3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3];
        assert_eq!(encode(&rows, 8).unwrap(), [0xE4, 0x1B]);
    }

    #[test]
    fn what_is_missing_is_transparent_and_what_does_not_fit_is_refused() {
        let mut columns = Vec::new();
        let decoded = decode_columns(&[0xFF, 0xFF, 0xFF], &ColourTable::IDENTITY, (16, 2), &mut columns);
        assert!(!decoded.complete && decoded.bytes == 3);
        assert_eq!((columns[1], columns[17]), (3, 0), "row 1 of cell 0, row 1 of cell 1");
        assert!(encode(&[0; 12], 12).is_err() && encode(&[4; 8], 8).is_err());
        assert!(encode(&[1, 1, 1, 2, 0, 0, 0, 0], 8).is_err());
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            cells in 0_u16..5, height in 0_u16..40, noise in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let (width, count) = (cells * 8, usize::from(cells * height));
            let data: Vec<u8> = noise.iter().copied().chain(std::iter::repeat(0)).take(count).collect();
            let mut columns = Vec::new();
            let decoded = decode_columns(&data, &ColourTable::IDENTITY, (width, height), &mut columns);
            prop_assert_eq!(decoded, measure(&data, (width, height)));
            prop_assert!(decoded.complete);
            let (w, h) = (usize::from(width), usize::from(height));
            let rows: Vec<u8> = (0..w * h).map(|at| columns[at % w * h + at / w]).collect();
            let mut direct = vec![1; 3];
            prop_assert_eq!(decode_rows(&data, &ColourTable::IDENTITY, (width, height), &mut direct), decoded);
            prop_assert_eq!(&direct, &rows);
            prop_assert_eq!(encode(&rows, w).unwrap(), data);
        }
    }
}
