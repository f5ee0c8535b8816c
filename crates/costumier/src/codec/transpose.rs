//! Columns to rows: pictures are stored down the columns, stages and image files want rows.
//!
//! A strided write per pixel costs more than the decoding itself, so pixels move in tiles of 16 × 16. A tile
//! is turned by four *perfect shuffles*: laid out as 256 bytes, a byte's place has eight bits, column × 16 +
//! row; interleaving the two halves of the tile rotates these bits by one, and four rotations swap column and
//! row. The loop below is one that compilers turn into byte-unpack instructions, without `unsafe` and on
//! every platform.
//!
//! Tiles at the right and bottom reach beyond the picture. They read bytes of the next column there (hence
//! [`SLACK`] behind the last pixel), and what they would write outside is written first and overwritten, or
//! dropped.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// Side of a tile, in pixels.
pub(crate) const TILE: usize = 16;

/// Bytes that must exist behind the last column, because a tile reads 16 bytes of a column wherever it
/// starts.
pub(crate) const SLACK: usize = TILE;

/// One tile: 16 lines of 16 pixels.
pub(crate) type Tile = [u8; TILE * TILE];

/// Interleaves the two halves: the shuffle of a deck of cards.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "pairs have two")]
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

/// Turns one tile: 16 bytes each from the places in `columns` that `start` gives become its columns. False
/// where one of them lies behind the end, which with [`SLACK`] in place does not happen.
///
/// A function of its own, because the tile then stays in registers until it is turned.
#[inline(never)]
#[allow(clippy::indexing_slicing, reason = "looked at just before")]
fn turned(columns: &[u8], start: impl Fn(usize) -> usize, out: &mut Tile) -> bool {
    // Places where 16 bytes begin: one comparison each instead of two.
    let Some(places) = columns.len().checked_sub(TILE - 1).and_then(|n| columns.get(..n)) else {
        return false;
    };
    let mut tile = [0; TILE * TILE];
    for (i, line) in tile.as_chunks_mut::<TILE>().0.iter_mut().enumerate() {
        let at = start(i);
        if at >= places.len() {
            return false;
        }
        match columns[at..].first_chunk() {
            Some(from) => *line = *from,
            None => return false,
        }
    }
    *out = turn(&tile);
    true
}

/// Writes a picture's columns as rows.
///
/// `columns` holds `width` columns of `height` bytes and [`SLACK`] more; `rows` holds `height` rows of
/// `width` bytes, without any slack. With `mirrored`, the last column becomes the leftmost. Does nothing
/// where the sizes do not fit.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "places in a picture of fitting size, and looked at just before"
)]
pub(crate) fn transpose(columns: &[u8], width: usize, height: usize, mirrored: bool, rows: &mut [u8]) {
    let fits = width
        .checked_mul(height)
        .is_some_and(|n| columns.len().saturating_sub(SLACK) >= n && rows.len() >= n);
    if !fits || width == 0 || height == 0 {
        return;
    }
    let (first, step) = if mirrored { ((width - 1) * height, height.wrapping_neg()) } else { (0, height) };
    let mut tile = [0; TILE * TILE];
    if width < TILE || height < TILE {
        // Of a picture narrower than a tile, the tile's last columns are some other bytes.
        let last = (width - 1) * height;
        each_tile(height, |row, lines| {
            each_tile(width, |column, count| {
                let start = first.wrapping_add(column.wrapping_mul(step));
                let place = |i: usize| start.wrapping_add(i.wrapping_mul(step)).min(last) + row;
                if turned(columns, place, &mut tile) {
                    put_part(&tile, lines, count, &mut rows[row * width + column..], width);
                }
            });
        });
        return;
    }
    each_tile(height, |row, _| {
        each_tile(width, |column, _| {
            let start = first.wrapping_add(column.wrapping_mul(step)).wrapping_add(row);
            if turned(columns, |i| start.wrapping_add(i.wrapping_mul(step)), &mut tile) {
                put(&tile, &mut rows[row * width..], width, column);
            }
        });
    });
}

/// Writes a tile that lies in the picture from `column` on; `rows` begins with the tile's first row.
///
/// Sixteen lines, known when it is compiled: no loop, and one comparison for each.
#[inline(always)]
fn put(tile: &Tile, mut rows: &mut [u8], width: usize, column: usize) {
    for line in tile.as_chunks::<TILE>().0 {
        let Some((row, below)) = rows.split_at_mut_checked(width) else { return };
        if let Some(to) = row.get_mut(column..).and_then(|row| row.first_chunk_mut()) {
            *to = *line;
        }
        rows = below;
    }
}

/// Writes `lines` lines of a tile, `count` pixels each; `rows` begins with the tile's first pixel.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "looked at just before")]
fn put_part(tile: &Tile, lines: usize, count: usize, rows: &mut [u8], width: usize) {
    let places = rows.len().saturating_sub(TILE - 1);
    let mut at = 0;
    for line in tile.as_chunks::<TILE>().0.iter().take(lines) {
        // A tile wider than the picture writes into the next row, which is written after this one.
        if at < places {
            if let Some(to) = rows[at..].first_chunk_mut() {
                *to = *line;
            }
        } else if let Some(to) = rows.get_mut(at..at + count) {
            to.copy_from_slice(&line[..count]);
        }
        at += width;
    }
}

/// Turns chosen columns into tiles, left to right: `starts` says where in `columns` each begins, and there
/// are a multiple of 16.
///
/// Of every column, the pixels from `first` on are taken, `count` of them, rounded up to whole tiles: what is
/// read behind the last one ends up in rows that nobody asked for. Returns the tiles: `starts.len() / 16` for
/// the first 16 rows, as many for the next. `tiles` grows where it is too short.
#[allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "columns that the caller has, as many starts as a tile has, tiles that were just made"
)]
pub(crate) fn gather<'t>(
    columns: &[u8],
    starts: &[usize],
    first: usize,
    count: usize,
    tiles: &'t mut Vec<Tile>,
) -> &'t [Tile] {
    let (starts, _) = starts.as_chunks::<TILE>();
    let needed = count.div_ceil(TILE) * starts.len();
    if tiles.len() < needed {
        tiles.resize(needed, [0; TILE * TILE]);
    }
    let tiles = &mut tiles[..needed];
    for (band, tiles) in tiles.chunks_mut(starts.len().max(1)).enumerate() {
        let row = first + band * TILE;
        for (starts, tile) in starts.iter().zip(tiles) {
            turned(columns, |i| starts[i] + row, tile);
        }
    }
    tiles
}

/// Calls `f(start, count)` for tiles that cover `0..len`. The last tile is moved back to overlap the one
/// before, so that it is whole, where `len` has room for a whole one.
#[inline(always)]
#[allow(clippy::arithmetic_side_effects, reason = "whole tiles fit")]
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
