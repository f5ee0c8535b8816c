//! Objects of the NES: tiles in the room's palettes (`docs/format/old-rooms.md §7`; the rest was found by
//! running ScummVM 2.7.0).
//!
//! ```text
//! for each row of tiles   a packed table: the tiles' numbers
//! for each two of them    for each eight tiles a byte: two bits for each two of its tiles,
//!                         the lowest first: a palette
//! u8 first, n, two kept   the room's bits of hiding tiles: from which byte of a row on, how many bytes,
//!                         and which bits of the first and of the last stay
//! for each row of tiles   n bytes that are added to them; if n is 0, one byte
//! ```
//! **Note:** only the room has palettes and hiding bits, and objects change them permanently. A palette belongs to
//! 2 × 2 tiles at even positions of the room. If an object begins at an odd position, or has an odd number of
//! tiles, some of its tiles keep the present palette: the room's, or one that another object has set. All objects
//! are drawn more than once, so their order does not matter for this. If the room hides nothing, no object does.

use super::{ObjectPicture, RoomObject};
use crate::bytes::Bytes;
use crate::codec::nes_tiles::{self, SIDE, TILE};
use crate::game::plane::Plane;
use crate::game::tile_tables::{PER_BYTE, TileTables};

/// The picture of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct TilePicture {
    columns: usize,
    /// Pixel values of the tiles, row by row of tiles.
    tiles: Vec<[u8; 64]>,
    /// Bytes of palettes, for each two rows of tiles.
    palettes: Vec<Vec<u8>>,
    /// The byte of a row of the room's hiding bits at which the object's begin.
    first: usize,
    /// The bits of its first and of its last byte that keep the room's value.
    kept: [u8; 2],
    /// The object's hiding bits.
    hiding: Vec<Vec<u8>>,
}

impl TilePicture {
    /// Reads a picture of this size that consists of these tiles. Also returns the name of the table that ends
    /// early, if any.
    pub(in crate::game) fn read(
        data: Bytes<'_>,
        (width, height): (u16, u16),
        tiles: &[u8],
    ) -> (Self, Option<&'static str>) {
        let (columns, rows) = (usize::from(width / SIDE), usize::from(height / SIDE));
        let (mut rest, mut cut) = (data.as_slice(), None);
        let (mut all, mut row) = (Vec::new(), Vec::new());
        for _ in 0..rows {
            let unpacked = nes_tiles::unpack(rest, columns, &mut row);
            rest = rest.get(unpacked.bytes..).unwrap_or_default();
            cut = cut.or(unpacked.cut.then_some("its rows of tiles end early, the rest is the first tile"));
            all.extend(row.iter().map(|number| {
                let place = usize::from(*number).saturating_mul(TILE);
                nes_tiles::pixels(tiles.get(place..).unwrap_or_default())
            }));
        }
        let mut next = |count: usize, what| match rest.split_at_checked(count) {
            Some((part, behind)) => {
                rest = behind;
                part.to_vec()
            }
            None => {
                cut = cut.or(Some(what));
                std::mem::take(&mut rest).to_vec()
            }
        };
        let bytes = (columns / 2).div_ceil(PER_BYTE);
        let palettes =
            (0..rows / 2).map(|_| next(bytes, "its palettes end early, the rest are as they were"));
        let palettes = palettes.collect();
        let masks = "what it says of hiding ends early, the rest hides as before";
        let (first, count, kept) = match *next(4, masks) {
            [first, count, left, right] => (first.into(), usize::from(count).max(1), [left, right]),
            _ => (0, 0, [u8::MAX; 2]),
        };
        let hiding = (0..rows).map(|_| next(count, masks)).collect();
        (Self { columns, tiles: all, palettes, first, kept, hiding }, cut)
    }

    /// Copies the object's palettes and hiding bits into the room's.
    fn settle(&self, object: &RoomObject, tables: &mut TileTables) {
        let Some((left, top)) = corner(object) else { return };
        for (bytes, row) in self.palettes.iter().zip((top..).step_by(2)) {
            let pairs = bytes.iter().flat_map(|byte| [0, 2, 4, 6].map(|shift| byte >> shift & 3));
            for (palette, column) in pairs.zip((left..).step_by(2)).take(self.columns / 2) {
                tables.set_palette((column, row), palette);
            }
        }
        for (bytes, row) in self.hiding.iter().zip(top..) {
            let last = bytes.len().saturating_sub(1);
            for ((number, byte), place) in bytes.iter().enumerate().zip(self.first..) {
                let kept = match (number, self.kept) {
                    (0, [left, _]) => left,
                    (_, [_, right]) if number == last => right,
                    _ => 0,
                };
                tables.set_hiding((place, row), kept, *byte);
            }
        }
    }

    /// Draws the object into the pixels and the plane of a room of this width.
    pub(in crate::game) fn draw(
        &self,
        object: &RoomObject,
        tables: &mut TileTables,
        width: usize,
        (pixels, mut plane): (&mut [u8], Option<&mut Plane>),
    ) {
        let Some((left, top)) = corner(object) else { return };
        self.settle(object, tables);
        for (row, tiles) in (top..).zip(self.tiles.chunks(self.columns.max(1))) {
            let inside = (width / 8).saturating_sub(left);
            for (column, tile) in (left..).zip(tiles).take(inside) {
                tables.draw((column, row), tile, width, pixels, plane.as_deref_mut());
            }
        }
    }
}

/// A room's tables after all visible objects have been drawn.
pub(in crate::game) fn settled(tables: &TileTables, seen: &[(&RoomObject, &ObjectPicture)]) -> TileTables {
    let mut tables = tables.clone();
    for (object, picture) in seen {
        if let ObjectPicture::Tiles(tiles) = picture {
            tiles.settle(object, &mut tables);
        }
    }
    tables
}

/// The first tile of an object, in columns and rows of the room.
fn corner(object: &RoomObject) -> Option<(usize, usize)> {
    Some((usize::try_from(object.left).ok()? / 8, usize::try_from(object.top).ok()? / 8))
}
