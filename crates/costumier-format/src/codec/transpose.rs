//! Conversion of columns to rows: pictures are stored by columns, while stages and image files need rows.
//!
//! A strided write per pixel costs more than the decoding itself, so pixels move in tiles of 8 columns by 16 rows.
//! Three *perfect shuffles* transpose a tile. In a tile of 128 bytes, a byte's position has seven bits: 16 × column +
//! row. Interleaving the two halves of the tile rotates these bits by one, and three rotations swap column and row.
//! Compilers turn the loop below into byte-unpack instructions, without `unsafe` and on every platform. Tiles twice
//! as wide do not fit into the registers of all platforms.
//!
//! Tiles at the right and bottom are moved back to overlap the ones before, so that they are whole.

/// Number of columns of a tile.
pub const ACROSS: usize = 8;

/// Number of rows of a tile.
pub const DOWN: usize = 16;

/// Bytes that must exist behind the last column, because a tile reads 16 bytes of a column wherever it starts.
pub const SLACK: usize = DOWN;

/// The pixels of one tile.
type Tile = [u8; ACROSS * DOWN];

/// Interleaves the two halves, like the shuffle of a deck of cards.
///
/// Loops that turn tiles count: the standard library's iterators over chunks have functions without `#[inline]`,
/// which stay calls if there is no link-time optimisation, and a pixel then takes 52 instructions in place of 7.
#[inline(always)]
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::needless_range_loop,
    reason = "halves of a tile; see above"
)]
fn shuffle(tile: &Tile) -> Tile {
    let mut out = [0; ACROSS * DOWN];
    let (low, high) = tile.split_at(ACROSS * DOWN / 2);
    for i in 0..ACROSS * DOWN / 2 {
        out[2 * i] = low[i];
        out[2 * i + 1] = high[i];
    }
    out
}

/// Swaps rows and columns of a tile.
#[inline(always)]
fn turn(tile: &Tile) -> Tile {
    shuffle(&shuffle(&shuffle(tile)))
}

/// Writes sixteen rows of `width` pixels each. For the number of a column, `starts` returns the positions in
/// `columns` of the first pixels of eight columns. `None` if anything lies behind an end.
///
/// All rows are split off first, so that they are known to be equally long and each tile needs one bounds check.
#[inline(never)]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "looked at just before")]
fn band(
    columns: &[u8],
    starts: impl Fn(usize) -> Option<[usize; ACROSS]>,
    mut rest: &mut [u8],
    width: usize,
) -> Option<()> {
    let mut rows: [&mut [u8]; DOWN] = Default::default();
    for row in &mut rows {
        (*row, rest) = rest.split_at_mut_checked(width)?;
    }
    // Positions where 16 bytes begin: one comparison each instead of two.
    let places = columns.get(..columns.len().checked_sub(DOWN - 1)?)?;
    let last = width.checked_sub(ACROSS)?;
    let mut column = 0;
    loop {
        let mut tile = [0; ACROSS * DOWN];
        let starts = starts(column)?;
        for (line, at) in tile.as_chunks_mut::<DOWN>().0.iter_mut().zip(&starts) {
            if *at >= places.len() {
                return None;
            }
            *line = *columns[*at..].first_chunk()?;
        }
        let tile = turn(&tile);
        for (line, row) in tile.as_chunks::<ACROSS>().0.iter().zip(&mut rows) {
            *row.get_mut(column..)?.first_chunk_mut()? = *line;
        }
        if column == last {
            return Some(());
        }
        column = (column + ACROSS).min(last);
    }
}

/// Writes a picture's columns as rows.
///
/// `columns` holds `width` columns of `height` bytes and [`SLACK`] more; `rows` holds `height` rows of `width`
/// bytes. With `mirrored`, the last column becomes the leftmost. Does nothing if the sizes do not fit.
///
/// Pictures lower than a tile are as fast if `rows` has [`room`] for a whole one.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places in a picture of fitting size, and looked at just before"
)]
pub fn transpose(columns: &[u8], width: usize, height: usize, mirrored: bool, rows: &mut [u8]) {
    let fits = width
        .checked_mul(height)
        .is_some_and(|n| columns.len().saturating_sub(SLACK) >= n && rows.len() >= n);
    if !fits || width == 0 || height == 0 {
        return;
    }
    let (first, step) = if mirrored { ((width - 1) * height, height.wrapping_neg()) } else { (0, height) };
    if width < ACROSS || rows.len() < room(width, height) {
        for (y, row) in rows.chunks_exact_mut(width).take(height).enumerate() {
            let mut at = first + y;
            for pixel in row {
                *pixel = columns[at];
                at = at.wrapping_add(step);
            }
        }
        return;
    }
    let mut row = 0;
    loop {
        let starts = |column: usize| {
            let mut start = first.wrapping_add(row).wrapping_add(column.wrapping_mul(step));
            let mut starts = [0; ACROSS];
            for at in &mut starts {
                *at = start;
                start = start.wrapping_add(step);
            }
            Some(starts)
        };
        band(columns, starts, &mut rows[row * width..], width);
        if row + DOWN >= height {
            return;
        }
        row = (row + DOWN).min(height - DOWN);
    }
}

/// Number of bytes that `rows` should have, so that every tile is whole.
pub fn room(width: usize, height: usize) -> usize {
    width.saturating_mul(height.max(DOWN))
}

/// Transposes chosen columns into rows, left to right. `starts` has the position of each column in `columns`; its
/// length must be a multiple of 8.
///
/// The pixels from `first` to `first + count` of every column are taken, rounded up to whole tiles; the surplus is
/// in further rows. Returns the rows, each as long as `starts`. `rows` grows if it is too short.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "columns that the caller has, and rows that were just made"
)]
pub fn gather<'r>(
    columns: &[u8],
    starts: &[usize],
    first: usize,
    count: usize,
    rows: &'r mut Vec<u8>,
) -> &'r [u8] {
    let width = starts.len();
    let needed = count.next_multiple_of(DOWN) * width;
    if rows.len() < needed {
        rows.resize(needed, 0);
    }
    let rows = &mut rows[..needed];
    for (i, rows) in rows.chunks_mut((DOWN * width).max(1)).enumerate() {
        let first = first + i * DOWN;
        let starts = |column: usize| {
            let mut starts = *starts.get(column..)?.first_chunk()?;
            for start in &mut starts {
                *start += first;
            }
            Some(starts)
        };
        band(columns, starts, rows, width);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_size_equals_the_plain_loop() {
        for width in 1..40 {
            for height in 1..40 {
                let n = width * height;
                let columns: Vec<u8> =
                    (0..n + SLACK).map(|i| ((i * 7 + i / 251) % 256).try_into().unwrap()).collect();
                for mirrored in [false, true] {
                    for room in [n, room(width, height)] {
                        let mut rows = vec![0; room];
                        transpose(&columns, width, height, mirrored, &mut rows);
                        for (i, pixel) in rows.iter().enumerate().take(n) {
                            let (x, y) = (i % width, i / width);
                            let c = if mirrored { width - 1 - x } else { x };
                            assert_eq!(*pixel, columns[c * height + y], "{width}x{height} {x},{y}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn buffers_that_are_too_short_are_left_alone() {
        let mut rows = vec![9; 4];
        transpose(&[1; 4], 2, 2, false, &mut rows);
        transpose(&[1; 4 + SLACK], 2, 3, false, &mut rows);
        assert_eq!(rows, [9; 4]);
    }
}
