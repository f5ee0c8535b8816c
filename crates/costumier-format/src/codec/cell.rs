//! Cells of two bits: the pictures of v1 (format 0x57).
//!
//! ```text
//! 0x80 | n, b      n rows of byte b
//! n, b1 … bn       n rows as they are
//!   7 6   5 4   3 2   1 0
//! ┌─────┬─────┬─────┬─────┐   one row of a cell: four pixels, each drawn twice as wide
//! │ left│     │     │right│
//! └─────┴─────┴─────┴─────┘
//! ```
//! Cells are eight pixels wide and as high as the picture; rows run down cell 0, then cell 1, and so on, and runs
//! go on from one cell to the next (`docs/format/cost.md §10, §13.2`). UNVERIFIED with data of a game. Data
//! that ends early leaves the rest transparent; a count of 0 gives no row.

use super::pieces::{Piece, split};
use super::rle::{ColourTable, Decoded, SLACK};
use crate::error::{Error, ErrorKind, Result};

/// Width of a cell in pixels.
pub const CELL_WIDTH: usize = 8;

/// Number of colours, 0 (transparent) included.
pub const COLOURS: usize = 4;

/// Longest run that one count byte can express.
const LONGEST: usize = 0x7F;

/// Steps through the rows of all cells: calls `row` with the number of each row and its byte. Returns the number of
/// bytes used.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "done is no more than the rows, of 16 bits each way; rest is part of data"
)]
fn unpack(data: &[u8], rows: usize, mut row: impl FnMut(usize, u8)) -> Decoded {
    let mut rest = data;
    let mut done = 0;
    while done < rows {
        let [count, after @ ..] = rest else { break };
        let wanted = usize::from(count & 0x7F);
        let length = wanted.min(rows - done);
        if count & 0x80 != 0 {
            let [byte, after @ ..] = after else { break };
            (0..length).for_each(|i| row(done + i, *byte));
            rest = after;
        } else {
            let length = length.min(after.len());
            after.iter().take(length).enumerate().for_each(|(i, byte)| row(done + i, *byte));
            // Bytes of the last literal beyond the picture are part of its data, too.
            rest = after.get(wanted..).unwrap_or_default();
            done += length;
            continue;
        }
        done += length;
    }
    Decoded { bytes: data.len() - rest.len(), pixels: done * CELL_WIDTH, complete: done == rows }
}

/// Decodes a picture of `width` (a multiple of 8) × `height` pixels into the start of `columns`, column by column,
/// like [`rle::decode_columns`](super::rle::decode_columns).
#[allow(clippy::arithmetic_side_effects, reason = "sizes of 16 bits and places of rows that exist")]
pub fn decode_columns(
    data: &[u8],
    table: &ColourTable,
    (width, height): (u16, u16),
    columns: &mut Vec<u8>,
) -> Decoded {
    let (width, height) = (usize::from(width), usize::from(height));
    let colours = begin(columns, width * height, table);
    let rows = width / CELL_WIDTH * height;
    unpack(data, rows, |number, byte| {
        let first = number / height.max(1) * CELL_WIDTH * height + number % height.max(1);
        put_down(byte, colours, columns, first, height);
    })
}

/// Makes `columns` large enough and transparent; returns the four colours of `table`.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "sizes of 16 bits; it is that long"
)]
pub(super) fn begin(columns: &mut Vec<u8>, pixels: usize, table: &ColourTable) -> [u8; COLOURS] {
    columns.resize(columns.len().max(pixels + SLACK), 0);
    columns[..pixels].fill(table.value(0));
    [0, 1, 2, 3].map(|k| table.value(k))
}

/// Writes the eight pixels of a cell's row into columns of `height` pixels; `first` is the index of the leftmost.
#[allow(clippy::arithmetic_side_effects, reason = "places of pixels, and one picture behind them")]
pub(super) fn put_down(byte: u8, colours: [u8; COLOURS], columns: &mut [u8], first: usize, height: usize) {
    for (column, colour) in line(byte, colours).into_iter().enumerate() {
        if let Some(place) = columns.get_mut(first + column * height) {
            *place = colour;
        }
    }
}

/// The eight pixels of a cell's row.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "colours of two bits")]
pub(super) fn line(byte: u8, colours: [u8; COLOURS]) -> [u8; CELL_WIDTH] {
    let [a, b, c, d] = [6, 4, 2, 0].map(|shift| colours[usize::from(byte >> shift & 3)]);
    [a, a, b, b, c, c, d, d]
}

/// Decodes like [`decode_columns`], but row by row: afterwards `rows` holds `width × height` bytes.
#[allow(clippy::arithmetic_side_effects, reason = "sizes of 16 bits, and places of cells that exist")]
pub(super) fn decode_rows(
    data: &[u8],
    table: &ColourTable,
    (width, height): (u16, u16),
    rows: &mut Vec<u8>,
) -> Decoded {
    let (width, height) = (usize::from(width), usize::from(height));
    rows.clear();
    rows.resize(width * height, table.value(0));
    let colours = [0, 1, 2, 3].map(|k| table.value(k));
    // The next row goes below the last one, or to the top of the next cell.
    let (mut at, mut left) = (0, height);
    unpack(data, width / CELL_WIDTH * height, |_, byte| {
        if let Some(to) = rows.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
            *to = line(byte, colours);
        }
        (at, left) = (at + width, left - 1);
        if left == 0 {
            (at, left) = (at - width * height + CELL_WIDTH, height);
        }
    })
}

/// Measures how many bytes a picture takes, without decoding it.
#[must_use]
pub fn measure(data: &[u8], (width, height): (u16, u16)) -> Decoded {
    unpack(data, (usize::from(width) / CELL_WIDTH).saturating_mul(usize::from(height)), |_, _| {})
}

/// Refuses widths that are not a multiple of a cell's.
pub(super) fn check_width(width: usize) -> Result<()> {
    let why = || format!("{width} pixels across, but cells are {CELL_WIDTH} pixels wide");
    width.is_multiple_of(CELL_WIDTH).then_some(()).ok_or_else(|| refused(why()))
}

/// The byte of a cell's row: the inverse of [`line`] with identity colours.
pub(super) fn pack(pixels: [u8; CELL_WIDTH]) -> Result<u8> {
    let mut byte = 0;
    for [left, right] in pixels.as_chunks::<2>().0 {
        if let Some(colour) = [left, right].into_iter().find(|colour| usize::from(**colour) >= COLOURS) {
            return Err(refused(format!("colour {colour} in a picture of {COLOURS} colours")));
        }
        if left != right {
            return Err(refused("two pixels side by side differ, but pixels are drawn twice as wide".into()));
        }
        byte = byte << 2 | left;
    }
    Ok(byte)
}

fn refused(why: String) -> Error {
    Error::new(ErrorKind::CannotWrite(why), "picture")
}

/// Encodes pixels that are given column by column: longest runs of two and more rows, literals between them.
///
/// # Errors
/// [`ErrorKind::CannotWrite`] if the size is not a whole number of cells, for a colour above 3, and for pixels that
/// are not twice as wide as high.
pub fn encode(columns: &[u8], width: usize) -> Result<Vec<u8>> {
    check_width(width)?;
    let height = columns.len().checked_div(width).unwrap_or(0);
    let mut rows = Vec::with_capacity(columns.len() / CELL_WIDTH);
    for cell in columns.chunks_exact(CELL_WIDTH.saturating_mul(height).max(1)) {
        for y in 0..height {
            let mut pixels = [0; CELL_WIDTH];
            for (pixel, column) in pixels.iter_mut().zip(cell.chunks_exact(height)) {
                *pixel = column.get(y).copied().unwrap_or(0);
            }
            rows.push(pack(pixels)?);
        }
    }
    let mut out = Vec::new();
    // A single row is not a run, nor is a single row left over by the longest run.
    let repeats =
        |run: &[u8], _| if run.len() % LONGEST == 1 { run.len().saturating_sub(1) } else { run.len() };
    split(&rows, repeats, |piece| {
        let (Piece::Literal(rows) | Piece::Repeat(rows)) = piece;
        for part in rows.chunks(LONGEST) {
            let count = u8::try_from(part.len()).unwrap_or(0);
            match piece {
                Piece::Literal(_) => {
                    out.push(count);
                    out.extend_from_slice(part);
                }
                Piece::Repeat(_) => {
                    out.push(0x80 | count);
                    out.extend(part.first());
                }
            }
        }
    });
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decode(data: &[u8], size: (u16, u16)) -> (Vec<u8>, Decoded) {
        let mut columns = vec![9; 5];
        let decoded = decode_columns(data, &ColourTable::IDENTITY, size, &mut columns);
        columns.truncate(usize::from(size.0) * usize::from(size.1));
        (columns, decoded)
    }

    #[test]
    fn the_highest_bits_are_leftmost_and_pixels_are_wide() {
        let (columns, decoded) = decode(&[0x82, 0b00_01_10_11, 1, 0xFF], (8, 3));
        let wanted: Vec<u8> = [0, 0, 1, 1, 2, 2, 3, 3].iter().flat_map(|k| [*k, *k, 3]).collect();
        assert_eq!(columns, wanted);
        assert_eq!(decoded, Decoded { bytes: 4, pixels: 24, complete: true });
    }

    #[test]
    fn runs_go_on_from_cell_to_cell() {
        let (columns, decoded) = decode(&[0x83, 0x55, 1, 0xAA], (16, 2));
        assert_eq!(columns, [[1; 16].as_slice(), &[1, 2].repeat(8)].concat());
        assert!(decoded.complete);
    }

    #[test]
    fn what_is_missing_is_transparent() {
        let (columns, decoded) = decode(&[0x81, 0x55, 0, 0x80, 7, 3, 0xFF], (8, 4));
        assert_eq!(columns[..4], [1, 3, 0, 0]);
        assert_eq!((decoded.pixels, decoded.complete), (16, false));
    }

    #[test]
    fn what_cells_cannot_hold_is_refused() {
        assert!(encode(&[0; 12], 12).is_err());
        assert!(encode(&[4; 8], 8).is_err());
        assert!(encode(&[1, 1, 1, 2, 0, 0, 0, 0], 8).is_err());
        assert_eq!(encode(&[], 0).unwrap(), [0; 0]);
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            cells in 1_u16..5, height in 1_u16..200,
            noise in prop::collection::vec((any::<u8>(), 1_usize..90), 1..40),
        ) {
            let count = usize::from(cells) * usize::from(height);
            let noise = noise.iter().flat_map(|(b, n)| std::iter::repeat_n(*b, *n));
            let rows: Vec<u8> = noise.cycle().take(count).collect();
            let literal = |piece: &[u8]| [&[u8::try_from(piece.len()).unwrap()], piece].concat();
            let plain: Vec<u8> = rows.chunks(127).flat_map(literal).collect();
            let size = (8 * cells, height);
            let (columns, decoded) = decode(&plain, size);
            prop_assert!(decoded.complete);
            let packed = encode(&columns, usize::from(size.0)).unwrap();
            prop_assert!(packed.len() <= plain.len() + 1);
            let (again, decoded) = decode(&packed, size);
            prop_assert_eq!(again, columns);
            prop_assert_eq!(decoded, measure(&packed, size));
            prop_assert_eq!(decoded.bytes, packed.len());
        }

        #[test]
        fn any_bytes_are_handled(
            data in prop::collection::vec(any::<u8>(), 0..60),
            cells in 0_u16..4,
            height in 0_u16..40,
        ) {
            let size = (8 * cells, height);
            let (_, decoded) = decode(&data, size);
            prop_assert_eq!(decoded, measure(&data, size));
            prop_assert!(decoded.bytes <= data.len());
        }

        #[test]
        fn rows_are_the_columns_turned(
            data in prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..6, 0x80_u8..0x86], 0..60),
            width in 0_u16..40,
            height in 0_u16..40,
        ) {
            let table = ColourTable::new(&[9, 8, 7, 6]);
            let (mut columns, mut rows) = (Vec::new(), vec![1; 3]);
            let decoded = decode_columns(&data, &table, (width, height), &mut columns);
            prop_assert_eq!(decode_rows(&data, &table, (width, height), &mut rows), decoded);
            let (width, height) = (usize::from(width), usize::from(height));
            let turned: Vec<u8> =
                (0..width * height).map(|i| columns[i % width * height + i / width]).collect();
            prop_assert_eq!(rows, turned);
        }
    }
}
