//! Pictures made of tiles of 8 × 8 pixels: rooms and objects for the PC-Engine (`docs/format/old-rooms.md §8`).
//!
//! ```text
//! TL, ZP   offset table, tiles; masks
//! BM       u8, u8 strips, u8 rows of tiles, u8 bytes of a mask's number (0, 1, 2), u8, offset table, strips
//!
//! offset table    entry i: u16, an offset from behind the entry itself. The first one gives their number
//! tile            16 pairs of bytes: rows of planes 0 and 1, then of planes 2 and 3
//!   1 b n n n n … one pair, n + 1 times   bits 4 and 6: the pair's first, second byte is 0 and not stored
//!   0 b n n n n … n + 1 pairs
//! mask            8 bytes, all bits inverted
//!   1 b b n n n n n   n times the next byte; bit 6: 00, bit 5: FF, not stored
//!   0 . . n n n n n   n bytes
//! strip           u16 words: 8000 | t: tile of the upper border; 4000 | t: of the lower one; else the first tile.
//!                 Then the other tiles, palettes, two to a byte, and, where masks have numbers, these
//! ```
//! **Note:** a room colour consists of four bits of the tile and the palette (one of sixteen) of the strip. Borders
//! have tile 0 unless words give one. Objects have no borders. Pictures of more than 18 rows have no masks. Data
//! that ends early leaves the rest 0.

mod strip;
#[cfg(test)]
mod tests;

pub use strip::{MASKED_ROWS, Shape, Strip};

/// Width and height of a tile in pixels.
pub const SIDE: usize = 8;

/// Number of pixels of a tile.
pub const PIXELS: usize = SIDE * SIDE;

/// Number of entries of the offset table at the beginning of `data`.
#[must_use]
pub fn entries(data: &[u8]) -> usize {
    match data {
        [low, high, ..] => (usize::from(u16::from_le_bytes([*low, *high])) / 2).saturating_add(1),
        _ => 0,
    }
}

/// The data that an entry of an offset table leads to, up to the end of `data`.
#[must_use]
pub fn entry(data: &[u8], number: usize) -> Option<&[u8]> {
    let at = number.checked_mul(2)?;
    let offset: &[u8; 2] = data.get(at..)?.first_chunk()?;
    data.get(at.checked_add(2)?.checked_add(u16::from_le_bytes(*offset).into())?..)
}

/// Joins parts behind an offset table; `None` if an offset does not fit.
#[must_use]
pub fn table(parts: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut at = parts.len().checked_mul(2)?;
    for (number, part) in parts.iter().enumerate() {
        let behind = number.checked_mul(2)?.checked_add(2)?;
        out.extend(u16::try_from(at.checked_sub(behind)?).ok()?.to_le_bytes());
        at = at.checked_add(part.len())?;
    }
    parts.iter().for_each(|part| out.extend_from_slice(part));
    Some(out)
}

/// Takes bytes from the front; 0 behind the end.
struct Feed<'a> {
    data: &'a [u8],
    at: usize,
    cut: bool,
}

impl<'a> Feed<'a> {
    fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0, cut: false }
    }

    fn byte(&mut self) -> u8 {
        let byte = self.data.get(self.at).copied();
        self.cut |= byte.is_none();
        self.at = self.at.saturating_add(1);
        byte.unwrap_or(0)
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }
}

/// The colours of a tile, 0 to 15, row by row, and whether the data ends early.
#[must_use]
pub fn tile(data: &[u8]) -> ([u8; PIXELS], bool) {
    let mut feed = Feed::new(data);
    let mut pairs = [[0; 2]; 2 * SIDE];
    let mut rest = pairs.as_mut_slice();
    while !rest.is_empty() && !feed.cut {
        let command = feed.byte();
        let mut pair = || {
            let mut part = |bit: u8| if command & bit == 0 { feed.byte() } else { 0 };
            [part(0x10), part(0x40)]
        };
        let count = usize::from(command & 15).saturating_add(1).min(rest.len());
        let (now, later) = rest.split_at_mut(count);
        if command & 0x80 != 0 {
            now.fill(pair());
        } else {
            now.fill_with(pair);
        }
        rest = later;
    }
    (tile_of(&pairs), feed.cut)
}

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "within a tile of 8 × 8 pixels")]
fn tile_of(pairs: &[[u8; 2]; 2 * SIDE]) -> [u8; PIXELS] {
    std::array::from_fn(|pixel| {
        let (x, y) = (pixel % SIDE, pixel / SIDE);
        let ([a, b], [c, d]) = (pairs[y], pairs[SIDE + y]);
        [d, c, b, a].iter().fold(0, |colour, plane| colour << 1 | plane >> (SIDE - 1 - x) & 1)
    })
}

/// Packs a tile of colours 0 to 15.
#[must_use]
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "within a tile of 8 × 8 pixels")]
pub fn encode_tile(colours: &[u8; PIXELS]) -> Vec<u8> {
    let mut pairs = [[0; 2]; 2 * SIDE];
    for (pixel, colour) in colours.iter().enumerate() {
        let (x, y) = (pixel % SIDE, pixel / SIDE);
        for plane in 0..4 {
            pairs[plane / 2 * SIDE + y][plane % 2] |= (colour >> plane & 1) << (SIDE - 1 - x);
        }
    }
    let zeros = |[first, second]: [u8; 2]| (u8::from(first == 0) << 4) | (u8::from(second == 0) << 6);
    let number = |count: usize| u8::try_from(count.saturating_sub(1)).unwrap_or(0);
    let mut out = Vec::new();
    // Pairs that omit the same bytes share a command; equal pairs are stored once.
    for group in pairs.chunk_by(|a, b| zeros(*a) == zeros(*b)) {
        let code = group.first().map_or(0, |pair| zeros(*pair));
        let stored = |pair: &[u8; 2]| {
            let all = [(pair[0], 0x10), (pair[1], 0x40)];
            all.into_iter().filter(move |(_, bit)| code & bit == 0).map(|(byte, _)| byte)
        };
        for run in group.chunk_by(|a, b| a == b) {
            out.push(code | number(run.len()) | if run.len() > 1 { 0x80 } else { 0 });
            out.extend(run.first().into_iter().flat_map(stored));
        }
    }
    out
}

/// The rows of a mask, and whether the data ends early. Set bits hide actors.
#[must_use]
pub fn mask(data: &[u8]) -> ([u8; SIDE], bool) {
    let mut feed = Feed::new(data);
    let mut rows = [0; SIDE];
    let mut rest = rows.as_mut_slice();
    while !rest.is_empty() && !feed.cut {
        let command = feed.byte();
        let (now, later) = rest.split_at_mut(usize::from(command & 31).min(rest.len()));
        match command {
            0x80.. => {
                let byte = match command {
                    _ if command & 0x40 != 0 => 0,
                    _ if command & 0x20 != 0 => 0xFF,
                    _ => feed.byte(),
                };
                now.fill(!byte);
            }
            _ => now.fill_with(|| !feed.byte()),
        }
        rest = later;
    }
    (rows, feed.cut)
}

/// Packs the rows of a mask.
#[must_use]
pub fn encode_mask(rows: &[u8; SIDE]) -> Vec<u8> {
    let mut out = Vec::new();
    for run in rows.chunk_by(|a, b| a == b) {
        let count = u8::try_from(run.len()).unwrap_or(0);
        match run.first() {
            Some(0xFF) => out.push(0xC0 | count),
            Some(0) => out.push(0xA0 | count),
            Some(row) if count > 1 => out.extend([0x80 | count, !row]),
            Some(row) => out.extend([count, !row]),
            None => {}
        }
    }
    out
}
