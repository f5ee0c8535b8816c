//! Columns to rows: pictures are stored down the columns, stages and image files want rows.
//!
//! A strided write per pixel costs more than the decoding itself, so pixels move in tiles of 16 × 16. A tile is turned by
//! four *perfect shuffles*: laid out as 256 bytes, a byte's place has eight bits, column × 16 + row; interleaving the two
//! halves of the tile rotates these bits by one, and four rotations swap column and row. The loop below is one that
//! compilers turn into byte-unpack instructions, without `unsafe` and on every platform.
//!
//! Tiles at the right and bottom reach beyond the picture. They read bytes of the next column there (hence
//! [`SLACK`] behind the last pixel), and what they would write outside is written first and overwritten, or dropped.

/// Side of a tile, in pixels.
pub(crate) const TILE: usize = 16;

/// Bytes that must exist behind the last column, because a tile reads 16 bytes of a column wherever it starts.
pub(crate) const SLACK: usize = TILE;

/// One tile.
type Tile = [u8; TILE * TILE];

/// Interleaves the two halves: the shuffle of a deck of cards.
#[inline(always)]
fn shuffle(tile: &Tile) -> Tile {
    let mut out = [0; TILE * TILE];
    let (low, high) = tile.split_at(TILE * TILE / 2);
    for ((pair, &a), &b) in out.chunks_exact_mut(2).zip(low).zip(high) {
        pair[0] = a;
        pair[1] = b;
    }
    out
}

/// Swaps rows and columns of a tile.
#[inline(always)]
fn turn(tile: &Tile) -> Tile {
    shuffle(&shuffle(&shuffle(&shuffle(tile))))
}

/// Fills one tile with 16 columns from row `row` on. `start(i)` is where column `i` begins in `columns`.
///
/// Bytes that lie behind the end of `columns` stay 0; with [`SLACK`] in place there are none.
#[inline(always)]
fn load(columns: &[u8], row: usize, start: impl Fn(usize) -> usize) -> Tile {
    let mut tile = [0; TILE * TILE];
    for (i, line) in tile.chunks_exact_mut(TILE).enumerate() {
        let at = start(i) + row;
        if let Some(bytes) = columns.get(at..at + TILE) {
            line.copy_from_slice(bytes);
        }
    }
    tile
}

/// Writes a picture's columns as rows.
///
/// `columns` holds `width` columns of `height` bytes and [`SLACK`] more; `rows` holds `height` rows of `width` bytes, without
/// any slack. With `mirrored`, the last column becomes the leftmost. Does nothing where the sizes do not fit.
pub(crate) fn transpose(columns: &[u8], width: usize, height: usize, mirrored: bool, rows: &mut [u8]) {
    let fits = width.checked_mul(height).is_some_and(|n| columns.len() >= n + SLACK && rows.len() >= n);
    if !fits || width == 0 || height == 0 {
        return;
    }
    let last = width - 1;
    each_tile(height, |row, lines| {
        each_tile(width, |column, count| {
            let tile = turn(&load(columns, row, |i| {
                let c = (column + i).min(last);
                (if mirrored { last - c } else { c }) * height
            }));
            for (i, line) in tile.chunks_exact(TILE).take(lines).enumerate() {
                let at = (row + i) * width + column;
                // A whole tile line reaches into the next row, which is written after this one.
                match rows.get_mut(at..at + TILE) {
                    Some(to) => to.copy_from_slice(line),
                    None => copy_some(line, rows.get_mut(at..at + count)),
                }
            }
        });
    });
}

/// Writes chosen columns as rows, left to right: `starts` says where in `columns` each begins, and there are a multiple of 16.
///
/// Of every column, the pixels from `first` on are taken, `count` of them, rounded up to whole tiles: what is read behind the
/// last one ends up in rows that nobody asked for. `rows` has `starts.len()` bytes per row and grows where it is too short.
pub(crate) fn gather(columns: &[u8], starts: &[usize], first: usize, count: usize, rows: &mut Vec<u8>) {
    let stride = starts.len();
    let tiles = count.div_ceil(TILE);
    let needed = stride * tiles * TILE;
    if rows.len() < needed {
        rows.resize(needed, 0);
    }
    let (starts, _) = starts.as_chunks::<TILE>();
    for (i, band) in rows[..needed].chunks_exact_mut((stride * TILE).max(1)).enumerate() {
        let row = first + i * TILE;
        for (j, starts) in starts.iter().enumerate() {
            let tile = turn(&load(columns, row, |i| starts[i]));
            let (lines, _) = tile.as_chunks::<TILE>();
            for (line, to) in lines.iter().zip(band.chunks_exact_mut(stride)) {
                to[j * TILE..][..TILE].copy_from_slice(line);
            }
        }
    }
}

/// Copies as many bytes as there is room for.
fn copy_some(from: &[u8], to: Option<&mut [u8]>) {
    for (to, &from) in to.into_iter().flatten().zip(from) {
        *to = from;
    }
}

/// Calls `f(start, count)` for tiles that cover `0..len`. The last tile is moved back to overlap the one before, so that
/// it is whole, where `len` has room for a whole one.
#[inline(always)]
fn each_tile(len: usize, mut f: impl FnMut(usize, usize)) {
    if len < TILE {
        f(0, len);
        return;
    }
    let whole = len / TILE;
    for i in 0..whole {
        f(i * TILE, TILE);
    }
    if whole * TILE < len {
        f(len - TILE, TILE);
    }
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
                    let mut rows = vec![0; n];
                    transpose(&columns, width, height, mirrored, &mut rows);
                    for y in 0..height {
                        for x in 0..width {
                            let c = if mirrored { width - 1 - x } else { x };
                            assert_eq!(
                                rows[y * width + x],
                                columns[c * height + y],
                                "{width}x{height} {x},{y}"
                            );
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
