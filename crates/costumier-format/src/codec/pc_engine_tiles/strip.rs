//! Strips of PC-Engine pictures: columns of tiles with palettes and masks (`docs/format/old-rooms.md §8`;
//! [`pc_engine_tiles`](super) describes the layout).
//!
//! **Note:** commands count from the tile before them, including the first tile. Borders come before all other
//! tiles, whatever the order of their words.

use super::Feed;

/// Largest number of rows of a picture with masks.
pub const MASKED_ROWS: usize = 18;

/// The words that set the upper and the lower border.
const BORDERS: [u16; 2] = [0x8000, 0x4000];

/// Largest count of a strip's command.
const MOST: usize = 31;

/// Marks palettes that are not packed.
const ALL_PALETTES: u8 = 0xFE;

/// A column of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// The number of each tile.
    pub tiles: Vec<u16>,
    /// The palette of each tile, 0 to 15.
    pub palettes: Vec<u8>,
    /// The number of each tile's mask, if masks have numbers.
    pub masks: Vec<u16>,
}

/// What all strips of a picture have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of rows of tiles.
    pub rows: usize,
    /// Bytes of a mask's number; 0 if masks have no numbers.
    pub numbers: u8,
    /// Whether the first and the last row are borders: true in rooms, false in objects.
    pub borders: bool,
}

impl Shape {
    /// The first row that is not a border, and the row behind the last such row.
    fn inner(self) -> (usize, usize) {
        let border = usize::from(self.borders);
        (border, self.rows.saturating_sub(border))
    }

    fn has_masks(self) -> bool {
        self.numbers > 0 && self.rows <= MASKED_ROWS
    }

    /// Reads a strip. Returns it, and whether its data ends early.
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

    /// Packs a strip, which has as many rows as the shape.
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
