//! Pictures made of tiles of 8 × 8 pixels: rooms and objects for the PC-Engine (`reference/08 §8`).
//!
//! ```text
//! TL, ZP   offset table, tiles; masks
//! BM       u8, u8 strips, u8 rows of tiles, u8 bytes of a mask's number (0, 1, 2), u8, offset table, strips
//!
//! offset table    entry i: u16; leads to so many bytes behind itself. The first one tells how many there are
//! tile            16 pairs of bytes: rows of planes 0 and 1, then of planes 2 and 3
//!   1 b n n n n … one pair, n + 1 times   bits 4 and 6: the pair's first, second byte is 0 and not stored
//!   0 b n n n n … n + 1 pairs
//! mask            8 bytes, all bits turned round
//!   1 b b n n n n n   n times the next byte; bit 6: 00, bit 5: FF, not stored
//!   0 . . n n n n n   n bytes
//! strip           u16 words: 8000 | t: tile of the upper border; 4000 | t: of the lower one; else the first tile.
//!                 Then the other tiles, palettes, two to a byte, and, where masks have numbers, these
//! ```
//! What surprises: a tile says four bits of a pixel, and the strip which of sixteen palettes; both together are a
//! room colour. Borders have no tile (0) unless words give one. Objects have no borders. Pictures of more than 18 rows
//! have no masks. Data that ends early leaves the rest 0.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// Pixels across and down a tile.
pub const SIDE: usize = 8;

/// Pixels of a tile.
pub const PIXELS: usize = SIDE * SIDE;

/// Most rows of tiles of a picture with masks.
pub const MASKED_ROWS: usize = 18;

/// The word that sets the upper border, and the one that sets the lower.
const BORDERS: [u16; 2] = [0x8000, 0x4000];

/// The most times that a command of strips does something.
const MOST: usize = 31;

/// Palettes that are not packed.
const ALL_PALETTES: u8 = 0xFE;

/// Number of entries of an offset table that stands at the beginning.
#[must_use]
pub fn entries(data: &[u8]) -> usize {
    match data {
        [low, high, ..] => usize::from(u16::from_le_bytes([*low, *high])) / 2 + 1,
        _ => 0,
    }
}

/// What an entry of an offset table leads to, up to the end of the data.
#[must_use]
pub fn entry(data: &[u8], number: usize) -> Option<&[u8]> {
    let at = number.checked_mul(2)?;
    let offset: &[u8; 2] = data.get(at..)?.first_chunk()?;
    data.get(at.checked_add(2)?.checked_add(u16::from_le_bytes(*offset).into())?..)
}

/// Puts parts behind an offset table; `None` where an offset does not fit.
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
    // Pairs that leave out the same bytes go together; those that are the same go once.
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

/// The rows of a mask, set where actors are hidden, and whether the data ends early.
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

/// Packs a mask.
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

/// A column of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// The number of each tile.
    pub tiles: Vec<u16>,
    /// The palette of each, 0 to 15.
    pub palettes: Vec<u8>,
    /// The number of each one's mask, where masks have numbers.
    pub masks: Vec<u16>,
}

/// What strips of a picture are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of tiles.
    pub rows: usize,
    /// Bytes of a mask's number, 0 where masks have none.
    pub numbers: u8,
    /// Whether the first and the last row are borders: in rooms, not in objects.
    pub borders: bool,
}

impl Shape {
    /// Rows of the first tile that is no border, and behind the last.
    fn inner(self) -> (usize, usize) {
        let border = usize::from(self.borders);
        (border, self.rows.saturating_sub(border))
    }

    fn has_masks(self) -> bool {
        self.numbers > 0 && self.rows <= MASKED_ROWS
    }

    /// Reads a strip, and says whether its data ends early.
    #[must_use]
    pub fn read(self, data: &[u8]) -> (Strip, bool) {
        let mut feed = Feed::new(data);
        let mut tiles = vec![0; self.rows];
        let (first, end) = self.inner();
        let mut put = |row: Option<usize>, tile| {
            if let Some(place) = row.and_then(|row| tiles.get_mut(row)) {
                *place = tile;
            }
        };
        let mut last = loop {
            let word = feed.word();
            let [upper, lower] = BORDERS.map(|bit| word & bit != 0);
            let tile = word & 0x3FFF;
            match (upper, lower) {
                (true, _) => put(first.checked_sub(1), tile),
                (_, true) => put(self.rows.checked_sub(1), tile),
                _ => {
                    put(Some(first).filter(|first| *first < end), tile);
                    break tile;
                }
            }
            if feed.cut {
                break 0;
            }
        };
        let mut row = first.saturating_add(1);
        while row < end && !feed.cut {
            let command = feed.byte();
            for _ in 0..command & 31 {
                if row >= end {
                    break;
                }
                last = match command {
                    0x80.. => last,
                    0x40.. => last.wrapping_add(1),
                    _ => feed.word(),
                };
                put(Some(row), last);
                row = row.saturating_add(1);
            }
        }
        let palettes = self.palettes(&mut feed);
        let masks = if self.has_masks() { self.masks(&mut feed) } else { Vec::new() };
        (Strip { tiles, palettes, masks }, feed.cut)
    }

    fn palettes(self, feed: &mut Feed<'_>) -> Vec<u8> {
        let pairs = self.rows.div_ceil(2);
        let mut out = Vec::with_capacity(pairs);
        let mut last = feed.byte();
        if last == ALL_PALETTES {
            out.extend((0..pairs).map(|_| feed.byte()));
        } else {
            out.push(last);
            while out.len() < pairs && !feed.cut {
                let command = feed.byte();
                for _ in 0..command & 0x7F {
                    if out.len() >= pairs {
                        break;
                    }
                    last = if command & 0x80 != 0 { last } else { feed.byte() };
                    out.push(last);
                }
            }
        }
        out.resize(pairs, 0);
        out.into_iter().flat_map(|pair| [pair >> 4, pair & 15]).take(self.rows).collect()
    }

    fn masks(self, feed: &mut Feed<'_>) -> Vec<u16> {
        let mut out = Vec::with_capacity(self.rows);
        let number =
            |feed: &mut Feed<'_>| if self.numbers > 1 { feed.word() } else { u16::from(feed.byte()) };
        while out.len() < self.rows && !feed.cut {
            let command = feed.byte();
            let mut last = None;
            for _ in 0..command & if command & 0x80 != 0 { 0x1F } else { 0x7F } {
                if out.len() >= self.rows {
                    break;
                }
                let found = match (command, last) {
                    (0xC0.., _) => 0,
                    (0xA0.., _) => 0xFF,
                    (0x80.., Some(last)) => last,
                    _ => number(feed),
                };
                last = Some(found);
                out.push(found);
            }
        }
        out.resize(self.rows, 0);
        out
    }

    /// Packs a strip; it is as long as the shape says.
    #[must_use]
    pub fn write(self, strip: &Strip) -> Vec<u8> {
        let mut out = Vec::new();
        let (first, end) = self.inner();
        let word = |out: &mut Vec<u8>, word: u16| out.extend(word.to_le_bytes());
        let tile = |row: usize| strip.tiles.get(row).copied().unwrap_or(0);
        if self.borders {
            for (row, bit) in [0, self.rows.saturating_sub(1)].into_iter().zip(BORDERS) {
                if tile(row) != 0 {
                    word(&mut out, tile(row) | bit);
                }
            }
        }
        word(&mut out, tile(first));
        let mut row = first.saturating_add(1);
        while row < end {
            let before = tile(row.saturating_sub(1));
            let like = |step: u16| {
                let wanted = |row: usize| tile(row.saturating_sub(1)).wrapping_add(step);
                (row..end).take(MOST).take_while(|row| tile(*row) == wanted(*row)).count()
            };
            let (same, rising) = (like(0), like(1));
            let count = same.max(rising).max(1);
            let number = u8::try_from(count).unwrap_or(1);
            match (same, rising) {
                (0, 0) => {
                    out.push(1);
                    word(&mut out, tile(row));
                }
                _ if same >= rising => out.push(0x80 | number),
                _ => out.push(0x40 | number),
            }
            debug_assert!(same == 0 || tile(row) == before, "counted from the tile before");
            row = row.saturating_add(count);
        }
        self.write_palettes(&strip.palettes, &mut out);
        if self.has_masks() {
            self.write_masks(&strip.masks, &mut out);
        }
        out
    }

    fn write_palettes(self, palettes: &[u8], out: &mut Vec<u8>) {
        let pair = |pair: &[u8]| match pair {
            [first, second, ..] => first << 4 | second & 15,
            [first] => first << 4,
            [] => 0,
        };
        let pairs: Vec<u8> = palettes.chunks(2).map(pair).collect();
        let Some((first, rest)) = pairs.split_first() else { return };
        if *first == ALL_PALETTES {
            out.push(ALL_PALETTES);
            out.extend(pairs);
            return;
        }
        out.push(*first);
        let mut last = *first;
        for run in rest.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(0x7F)) {
            let count = u8::try_from(run.len()).unwrap_or(0);
            let byte = run.first().copied().unwrap_or(0);
            let again = if byte == last { count } else { count.saturating_sub(1) };
            if byte != last {
                out.extend([1, byte]);
            }
            out.extend((again > 0).then_some(0x80 | again));
            last = byte;
        }
    }

    fn write_masks(self, masks: &[u16], out: &mut Vec<u8>) {
        for run in masks.chunk_by(|a, b| a == b).flat_map(|run| run.chunks(MOST)) {
            let count = u8::try_from(run.len()).unwrap_or(0);
            match run.first() {
                Some(0) => out.push(0xC0 | count),
                Some(0xFF) => out.push(0xA0 | count),
                Some(number) => {
                    out.push(if count > 1 { 0x80 | count } else { 1 });
                    out.extend(number.to_le_bytes().iter().take(self.numbers.into()));
                }
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tiles_are_pairs_of_planes() {
        // Row 0: planes 0 and 1; seven rows of nothing; row 0 of plane 3 only, then nothing.
        let data = [0x00, 0x80, 0x41, 0xD6, 0x10, 0x81, 0xD6];
        let (tile, cut) = tile(&data);
        let mut wanted = [0; 64];
        (wanted[0], wanted[1], wanted[7]) = (1 + 8, 2, 2 + 8);
        assert_eq!((tile, cut), (wanted, false));
        assert_eq!(encode_tile(&wanted), data);
        assert_eq!(super::tile(&[0xD6, 0xD8]).0, [0; 64]);
        assert!(super::tile(&[0xD6]).1);
    }

    #[test]
    fn masks_are_turned_round() {
        let rows = [0xFF, 0xFF, 0, 0, 0x0F, 0x0F, 0x0F, 1];
        let data = [0xC2, 0xA2, 0x83, 0xF0, 0x01, 0xFE];
        assert_eq!((mask(&data), encode_mask(&rows)), ((rows, false), data.to_vec()));
        assert_eq!(mask(&[0x02, 0xAA, 0x55, 0x26, 0, 1, 2, 3, 4, 5]).0[..3], [0x55, 0xAA, 0xFF]);
        assert!(mask(&[0x82]).1);
    }

    #[test]
    fn strips_have_borders_palettes_and_masks() {
        let shape = Shape { rows: 8, numbers: 1, borders: true };
        let strip = Strip {
            tiles: vec![9, 5, 5, 6, 7, 3, 3, 8],
            palettes: vec![1, 2, 1, 2, 3, 4, 3, 4],
            masks: vec![0, 0, 4, 4, 255, 255, 9, 0],
        };
        let data = [
            9, 0x80, 8, 0x40, 5, 0, 0x81, 0x42, 1, 3, 0, 0x81, // tiles
            0x12, 0x81, 1, 0x34, 0x81, // palettes
            0xC2, 0x82, 4, 0xA2, 1, 9, 0xC1, // masks
        ];
        assert_eq!(shape.write(&strip), data);
        assert_eq!(shape.read(&data), (strip.clone(), false));
        let bare = Shape { rows: 8, numbers: 2, borders: false };
        let (read, cut) = bare.read(&bare.write(&strip));
        assert_eq!((read, cut), (strip, false));
        // Higher pictures have no masks.
        let high = Shape { rows: 20, numbers: 2, borders: true };
        let (read, cut) = high.read(&[1, 0, 0x91, 0xFE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x1F]);
        assert_eq!((read.palettes[18..].to_vec(), read.masks.len(), cut), (vec![1, 15], 0, false));
    }

    #[test]
    fn offsets_count_from_behind_themselves() {
        let data = table(&[vec![7, 7], vec![8], Vec::new()]).unwrap();
        assert_eq!(data, [4, 0, 4, 0, 3, 0, 7, 7, 8]);
        assert_eq!((entries(&data), entry(&data, 0).unwrap()[0], entry(&data, 1).unwrap()[0]), (3, 7, 8));
        assert_eq!((entry(&data, 3), entry(&data, 4), entries(&[4])), (None, None, 0));
    }

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            colours in prop::collection::vec(prop_oneof![3 => Just(0u8), 2 => 0u8..16], 64),
            rows in prop::array::uniform8(prop_oneof![Just(0u8), Just(255), any::<u8>()]),
            tiles in prop::collection::vec(prop_oneof![2 => 0u16..4, 1 => 0u16..0x3FFF], 2..30),
            palettes in prop::collection::vec(0u8..16, 30),
            masks in prop::collection::vec(prop_oneof![Just(0u16), Just(255), 0u16..256], 30),
            numbers in 0u8..3,
            borders: bool,
        ) {
            let colours: [u8; 64] = colours.try_into().unwrap();
            prop_assert_eq!(tile(&encode_tile(&colours)), (colours, false));
            prop_assert_eq!(mask(&encode_mask(&rows)), (rows, false));
            let rows = tiles.len();
            let shape = Shape { rows, numbers, borders };
            let masks = if numbers > 0 && rows <= 18 { masks[..rows].to_vec() } else { Vec::new() };
            let strip = Strip { tiles, palettes: palettes[..rows].to_vec(), masks };
            let data = shape.write(&strip);
            prop_assert_eq!(shape.read(&data), (strip, false));
            for end in 0..data.len() {
                let (cut, is_cut) = shape.read(&data[..end]);
                prop_assert!(is_cut && cut.tiles.len() == rows && cut.palettes.len() == rows);
            }
        }

        #[test]
        fn no_data_is_too_much(data in prop::collection::vec(any::<u8>(), 0..200), rows in 0usize..256, numbers in 0u8..4) {
            for borders in [true, false] {
                let (strip, _) = Shape { rows, numbers, borders }.read(&data);
                prop_assert_eq!((strip.tiles.len(), strip.palettes.len()), (rows, rows));
            }
            let _ = (tile(&data), mask(&data), entries(&data), entry(&data, rows));
        }
    }
}
