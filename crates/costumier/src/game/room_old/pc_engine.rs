//! Reading rooms and objects that consist of tiles: Loom for the PC-Engine (`docs/format/old-rooms.md §8`).
//!
//! ```text
//! PA   u8 first palette, u8 palettes, u16 colour 0 of all, then for each 14 packed colours: 1 … 14; 15 is a grey
//! TL   tiles · ZP masks
//! BM   u8, u8 strips, u8 rows of tiles, u8 bytes of a mask's number, u8, strips · OI u16 number, strips
//! ```
//! A room colour consists of the palette's number and the tile's colour: `16 × palette + colour`. **Note:**
//! palettes that a room does not have are black here; the machine keeps those of an earlier room.

use super::Reader;
use crate::block::Blocks;
use crate::bytes::Bytes;
use crate::codec::pc_engine_tiles::{self, PIXELS, SIDE, Shape};
use crate::game::object::{Budget, ObjectPicture};
use crate::game::palette::{PaletteSource, RoomPalette};
use crate::game::plane::Plane;
use crate::game::room::{Picture, Room};
use crate::screen::nine;

/// Number of colours of a palette.
const COLOURS: usize = 16;

/// The tiles and masks of a room.
pub(super) struct Tiles<'a> {
    tiles: &'a [u8],
    masks: &'a [u8],
    /// Number of bytes of a mask's number, stated by the room's picture.
    numbers: u8,
}

impl<'a> Tiles<'a> {
    /// The tiles and masks in a room's blocks; `None` if it has no tiles.
    pub(super) fn of(blocks: &Blocks, data: Bytes<'a>) -> Option<Self> {
        let part = |tag| blocks.payload(tag, data).map(|part| part.as_slice());
        let numbers = part(b"SMAP").and_then(|picture| picture.get(3).copied()).unwrap_or(0);
        Some(Self { tiles: part(b"TL  ")?, masks: part(b"ZP00").unwrap_or_default(), numbers })
    }

    fn tile(&self, number: u16) -> Option<([u8; PIXELS], bool)> {
        let number =
            Some(usize::from(number)).filter(|number| *number < pc_engine_tiles::entries(self.tiles))?;
        pc_engine_tiles::entry(self.tiles, number).map(pc_engine_tiles::tile)
    }

    fn mask(&self, number: u16) -> Option<([u8; SIDE], bool)> {
        let number =
            Some(usize::from(number)).filter(|number| *number < pc_engine_tiles::entries(self.masks))?;
        pc_engine_tiles::entry(self.masks, number).map(pc_engine_tiles::mask)
    }

    /// Draws `strips` strips behind an offset table. Returns pixels row by row, a plane, and problems.
    fn draw(
        &self,
        table: &[u8],
        size: (u16, u16),
        strips: usize,
        shape: Shape,
    ) -> (Vec<u8>, Plane, Vec<String>) {
        let (width, height) = (usize::from(size.0), usize::from(size.1));
        let mut pixels = vec![0; width.saturating_mul(height)];
        let mut plane = Plane::new(size.0, size.1);
        let mut odd = Vec::new();
        let strips = strips.min(width / SIDE);
        for column in 0..strips {
            let Some(strip) = pc_engine_tiles::entry(table, column) else {
                odd.push(format!("strip {column} lies outside"));
                continue;
            };
            let (strip, cut) = shape.read(strip);
            if cut {
                odd.push(format!("strip {column} ends early, the rest is read as zeros"));
            }
            let left = column.saturating_mul(SIDE);
            for (row, (tile, palette)) in strip.tiles.iter().zip(&strip.palettes).enumerate() {
                let top = row.saturating_mul(SIDE);
                let Some((tile, cut)) = self.tile(*tile).filter(|_| top < height) else { continue };
                if cut {
                    odd.push(format!("a tile of strip {column} ends early, the rest is read as zeros"));
                }
                for (y, colours) in (top..height).zip(tile.as_chunks::<SIDE>().0) {
                    let at = y.saturating_mul(width).saturating_add(left);
                    let to = pixels.get_mut(at..).unwrap_or_default().iter_mut();
                    to.zip(colours).for_each(|(to, colour)| *to = palette << 4 | colour);
                }
            }
            for (row, number) in strip.masks.iter().enumerate() {
                let Some((mask, _)) = self.mask(*number) else { continue };
                for (y, byte) in (row.saturating_mul(SIDE)..height).zip(mask) {
                    let at = y.saturating_mul(plane.stride()).saturating_add(column);
                    if let Some(to) = plane.bits_mut().get_mut(at) {
                        *to = byte;
                    }
                }
            }
        }
        (pixels, plane, odd)
    }
}

impl Reader<'_> {
    /// Reads the picture and the plane of a room.
    pub(super) fn tiled_picture(&mut self, tiles: &Tiles<'_>, picture: Bytes<'_>, room: &mut Room) {
        let &[_, strips, rows, numbers, _, ref table @ ..] = picture.as_slice() else {
            self.report("picture", picture.base(), "it is too short for a picture".into());
            return;
        };
        let shape = Shape { rows: rows.into(), numbers, borders: true };
        let (pixels, plane, odd) = tiles.draw(table, (room.width, room.height), strips.into(), shape);
        odd.into_iter().for_each(|text| self.report("picture", picture.base(), text));
        room.picture = Some(Picture::Whole(pixels));
        room.planes = vec![plane];
    }

    /// Reads the picture of an object of this size; `None` if it has none.
    pub(super) fn tiled_object(
        &mut self,
        tiles: &Tiles<'_>,
        image: Bytes<'_>,
        size: (u16, u16),
        budget: &mut Budget,
    ) -> Option<ObjectPicture> {
        if !budget.admits(size) {
            return None;
        }
        let shape = Shape { rows: usize::from(size.1) / SIDE, numbers: tiles.numbers, borders: false };
        let (pixels, plane, odd) = tiles.draw(image.as_slice(), size, usize::from(size.0) / SIDE, shape);
        odd.into_iter().for_each(|text| self.report("object's picture", image.base(), text));
        Some(ObjectPicture::Whole { pixels, plane })
    }

    /// Reads the sixteen palettes of a room.
    pub(super) fn tiled_palette(&mut self, payload: Bytes<'_>) -> RoomPalette {
        let mut nine = [0_u16; 256];
        nine.iter_mut().skip(COLOURS - 1).step_by(COLOURS).for_each(|colour| *colour = nine::LAST);
        if let &[first, count, low, high, ref rest @ ..] = payload.as_slice() {
            nine.iter_mut().step_by(COLOURS).for_each(|colour| *colour = u16::from_le_bytes([low, high]));
            let stored = nine::packed_len(nine::PACKED);
            for (palette, colours) in
                (usize::from(first)..COLOURS).take(count.into()).zip(rest.chunks(stored))
            {
                let start = palette.saturating_mul(COLOURS).saturating_add(1);
                let to = nine.get_mut(start..).unwrap_or_default().iter_mut();
                to.zip(nine::unpack(colours, nine::PACKED)).for_each(|(to, colour)| *to = colour);
            }
            if rest.len() < usize::from(count).saturating_mul(stored) {
                self.report(
                    "PA",
                    payload.base(),
                    format!("{count} palettes do not fit: missing colours are black"),
                );
            }
        } else {
            self.report("PA", payload.base(), "it is too short for a palette".into());
        }
        let bytes: Vec<u8> = nine.into_iter().flat_map(nine::rgb).collect();
        RoomPalette::from_bytes(PaletteSource::Pa, &bytes, self.dialect.skipped_white)
    }
}
