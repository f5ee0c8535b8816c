//! A picture of tiles that is to be written: a room's, or an object's within it.

use super::palettes::PaletteNeeds;
use super::{MASK_BYTES, PER_BYTE, Pool, RoomSource};
use costumier_format::codec::nes_tiles;
use costumier_format::room::Plane;

/// 2 × 2 tiles of a room that have one palette: column and row.
pub(super) type Cell = (usize, usize);

/// A picture, its plane and its place in the room, which is a picture itself.
pub(super) struct Canvas<'a> {
    pub(super) name: String,
    pub(super) pixels: &'a [u8],
    plane: Option<&'a Plane>,
    /// Its first tile, in columns and rows of the room.
    corner: (usize, usize),
    columns: usize,
    rows: usize,
    is_room: bool,
}

impl<'a> Canvas<'a> {
    /// The room's picture, and those of its objects.
    pub(super) fn all(room: &'a RoomSource) -> Vec<Self> {
        let tiles = |pixels: u16| usize::from(pixels / 8);
        let mut all = vec![Self {
            name: "background".into(),
            pixels: &room.background,
            plane: room.planes.first(),
            corner: (0, 0),
            columns: tiles(room.width),
            rows: tiles(room.height),
            is_room: true,
        }];
        all.extend(room.objects.iter().filter_map(|object| {
            let (_, picture) = object.pictures.first_key_value()?;
            Some(Self {
                name: format!("object {}", object.id),
                pixels: &picture.pixels,
                plane: picture.planes.first().and_then(Option::as_ref),
                corner: (tiles(object.left), tiles(object.top)),
                columns: tiles(object.width),
                rows: tiles(object.height),
                is_room: false,
            })
        }));
        all
    }

    /// Its tiles, row by row: column and row.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// The 2 × 2 tiles of the room that one of its tiles belongs to.
    pub(super) fn cell(&self, (column, row): (usize, usize)) -> Cell {
        (column.saturating_add(self.corner.0) / 2, row.saturating_add(self.corner.1) / 2)
    }

    /// Whether it sets the palette of this tile: an object does for the 2 × 2 tiles that a pair of its own, whole
    /// ones, begins in.
    pub(super) fn sets(&self, (column, row): (usize, usize)) -> bool {
        // The pair that begins where the cell does, or a tile behind.
        let whole = |at: usize, corner: usize, count: usize| at.saturating_add(corner & 1) / 2 < count / 2;
        self.is_room || whole(column, self.corner.0, self.columns) && whole(row, self.corner.1, self.rows)
    }

    /// Colours of a tile's pixels, and whether they hide actors.
    fn pixels_of(&self, (column, row): (usize, usize)) -> [(u8, bool); 64] {
        let (left, top) = (column.saturating_mul(8), row.saturating_mul(8));
        let width = self.columns.saturating_mul(8);
        std::array::from_fn(|at| {
            let (x, y) = (left.saturating_add(at % 8), top.saturating_add(at / 8));
            let hides = self.plane.is_some_and(|plane| {
                let byte = plane.row(y).get(x / 8).copied().unwrap_or(0);
                byte.wrapping_shr(7_u32.saturating_sub(u32::try_from(x % 8).unwrap_or(0))) & 1 == 1
            });
            (self.pixels.get(y.saturating_mul(width).saturating_add(x)).copied().unwrap_or(0), hides)
        })
    }

    /// Whether a tile hides actors.
    pub(super) fn hides(&self, at: (usize, usize)) -> bool {
        self.pixels_of(at).iter().any(|pixel| pixel.1)
    }

    /// The needs of a tile: colours that its palette must have.
    pub(super) fn wish(&self, at: (usize, usize)) -> PaletteNeeds {
        let pixels = self.pixels_of(at);
        let hides = pixels.iter().any(|pixel| pixel.1);
        let mut wish = PaletteNeeds::default();
        for (colour, hidden) in pixels {
            let bit = 1_u64.wrapping_shl(colour.into());
            match (hides, hidden) {
                (false, _) => wish.any |= bit,
                (true, true) => wish.others |= bit,
                (true, false) => wish.zero |= bit,
            }
        }
        wish
    }

    /// The numbers of its tiles, row by row, with the colours of each cell.
    pub(super) fn tiles(&self, colours: impl Fn(Cell) -> [u8; 4], pool: &mut Pool<'_>) -> Vec<Vec<u8>> {
        let mut number = |at| {
            let palette = colours(self.cell(at));
            let pixels = self.pixels_of(at);
            let hides = pixels.iter().any(|pixel| pixel.1);
            pool.number(pixels.map(|(colour, hidden)| {
                let first = u8::from(hides && hidden);
                let mut values = (first..4).zip(palette.iter().skip(first.into()));
                values.find(|(_, of)| **of == colour).map_or(0, |(value, _)| value)
            }))
        };
        (0..self.rows).map(|row| (0..self.columns).map(|column| number((column, row))).collect()).collect()
    }

    /// A row of the room's hiding bits, as far as its tiles are concerned.
    pub(super) fn hiding(&self, row: usize) -> [u8; MASK_BYTES] {
        self.row_of_bits(|column| row < self.rows && self.hides((column, row)))
    }

    /// A bit for each of its tiles, where the room has them.
    fn row_of_bits(&self, is_set: impl Fn(usize) -> bool) -> [u8; MASK_BYTES] {
        let mut bits = [0; MASK_BYTES];
        for (_, place) in (0..self.columns).zip(self.corner.0..).filter(|(column, _)| is_set(*column)) {
            let bit = 1_u8.wrapping_shl(u32::try_from(place & 7).unwrap_or(0));
            bits.get_mut(place / 8).into_iter().for_each(|byte| *byte |= bit);
        }
        bits
    }

    /// An object's picture of these tiles and palettes.
    pub(super) fn image(&self, tiles: &[Vec<u8>], palette: impl Fn(Cell) -> u8) -> Vec<u8> {
        let mut out: Vec<u8> = tiles.iter().flat_map(|row| nes_tiles::pack(row)).collect();
        let pairs = |count: usize| (0..count / 2).map(|pair| pair.saturating_mul(2));
        for row in pairs(self.rows) {
            let row: Vec<u8> = pairs(self.columns).map(|column| palette(self.cell((column, row)))).collect();
            let byte = |four: &[u8]| four.iter().rev().fold(0, |byte: u8, palette| byte << 2 | palette & 3);
            out.extend(row.chunks(PER_BYTE).map(byte));
        }
        let whole = self.row_of_bits(|_| true);
        let (first, last) =
            (self.corner.0 / 8, self.corner.0.saturating_add(self.columns).saturating_sub(1) / 8);
        let own = first..last.saturating_add(1);
        let kept = [first, last].map(|place| !whole.get(place).copied().unwrap_or(0));
        out.extend([first, own.len()].map(|number| number.to_le_bytes()[0]));
        out.extend(kept);
        for row in 0..self.rows {
            let bits = self.hiding(row);
            out.extend(bits.get(own.clone()).unwrap_or_default());
        }
        out
    }
}
