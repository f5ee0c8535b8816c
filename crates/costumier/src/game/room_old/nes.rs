//! Pictures of NES rooms: tiles, attributes, and strips that hide actors (`docs/format/old-rooms.md §7.3`).
//!
//! ```text
//! +4 u16 width / 8 · +6 u16 height / 8 · +10 u16 picture · +12 u16 attributes · +14 u16 mask
//! picture      u8 set of tiles, 16 NES colours, for each of 16 rows a packed table of the tiles' numbers
//! attributes   a packed table of 64 bytes, or 32 in rooms of 28 tiles: the palettes of 2 × 2 tiles each
//! mask         u8 0; or u8 anything else, u8 bytes to a row, and 16 packed rows: a bit for each tile
//! ```
//! **Note:** columns of attributes count from two tiles left of the room. In rooms of 28 tiles the second half of
//! each row of attributes is skipped, but only if a command of the packed table ends before it. A tile that hides
//! actors hides them only where its pixels are not 0.

use super::{BARE, Reader};
use crate::Result;
use crate::bytes::Bytes;
use crate::codec::nes_tiles;
use crate::game::plane::Plane;
use crate::game::room::{Picture, Room};
use crate::game::tile_tables::{ATTRIBUTES, FEW_ATTRIBUTES, MASK_BYTES, NARROW, ROWS, TileTables};
use crate::model::COLOURS;

impl<'a> Reader<'a> {
    /// Reads picture and plane; `tiles` finds the tiles of a set. Returns the tiles of the room.
    pub(super) fn tiles(
        &mut self,
        room: &mut Room,
        tiles: &dyn Fn(u8) -> Result<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        let (columns, rows) = (usize::from(room.width) / 8, (usize::from(room.height) / 8).min(ROWS));
        let picture = self.table(10, "picture")?;
        let mut at = 0_usize;
        let mut next = |count: usize| {
            let part = picture.as_slice().get(at..).and_then(|rest| rest.get(..count));
            at = at.saturating_add(count);
            part
        };
        let (Some(&[set]), Some(colours)) = (next(1), next(COLOURS).and_then(|it| it.first_chunk())) else {
            self.report("picture", picture.base(), "it is too short for its colours".into());
            return None;
        };
        let mut numbers = Vec::new();
        let mut row = Vec::new();
        for y in 0..rows {
            let unpacked =
                nes_tiles::unpack(picture.as_slice().get(at..).unwrap_or_default(), columns, &mut row);
            at = at.saturating_add(unpacked.bytes);
            numbers.extend_from_slice(&row);
            if unpacked.cut {
                self.report("picture", picture.base(), format!("row {y} of tiles ends early"));
            }
        }
        let tables = TileTables::new(*colours, self.attributes(columns), self.hiding(rows));
        let tiles = match tiles(set) {
            Ok(tiles) => tiles,
            Err(error) => {
                let text = format!("its tiles: {}: {}", error.what(), error.kind());
                self.report("picture", picture.base(), text);
                return None;
            }
        };
        let width = usize::from(room.width);
        let mut pixels = vec![0; width.saturating_mul(room.height.into())];
        let mut plane = Plane::new(room.width, room.height);
        for (cell, number) in numbers.iter().enumerate() {
            let place = (cell.checked_rem(columns).unwrap_or(0), cell.checked_div(columns).unwrap_or(0));
            let from = usize::from(*number).saturating_mul(nes_tiles::TILE);
            let tile = nes_tiles::pixels(tiles.get(from..).unwrap_or_default());
            tables.draw(place, &tile, width, &mut pixels, Some(&mut plane));
        }
        room.picture = Some(Picture::Tiles { pixels, tables: Box::new(tables) });
        room.planes = vec![plane];
        Some(tiles)
    }

    /// The data that an offset in the header leads to.
    fn table(&mut self, at: usize, what: &'static str) -> Option<Bytes<'a>> {
        let place = self.payload.u16(at.saturating_sub(BARE), what).ok().map(usize::from);
        let found = place
            .and_then(|place| place.checked_sub(BARE))
            .and_then(|place| self.payload.tail(place, what).ok());
        if found.is_none() {
            self.report(what, self.payload.base(), "its offset leads outside the room".into());
        }
        found
    }

    /// Unpacks the attributes: 64 bytes, in rows of 16.
    fn attributes(&mut self, columns: usize) -> [u8; ATTRIBUTES * ROWS / 4] {
        let mut whole = [0; ATTRIBUTES * ROWS / 4];
        let Some(data) = self.table(12, "attributes") else { return whole };
        let (mut out, mut command) = (Vec::new(), Vec::new());
        let (wanted, mut rest, mut cut) = (ATTRIBUTES.saturating_mul(ROWS / 4), data.as_slice(), false);
        while out.len() < wanted && !cut {
            let count =
                usize::from(rest.first().copied().unwrap_or(0) & 0x7F).min(wanted.saturating_sub(out.len()));
            let unpacked = nes_tiles::unpack(rest, count, &mut command);
            cut = rest.is_empty() || unpacked.cut;
            // A command with the count 0 has a length, too.
            let passed = if count > 0 {
                unpacked.bytes
            } else {
                usize::from(rest.first().is_some_and(|it| *it == 0)).saturating_add(1)
            };
            rest = rest.get(passed..).unwrap_or_default();
            out.extend_from_slice(&command);
            if columns == NARROW && out.len() % ATTRIBUTES == FEW_ATTRIBUTES {
                out.resize(out.len().saturating_add(FEW_ATTRIBUTES), 0);
            }
        }
        if cut {
            self.report("attributes", data.base(), "the table ends early, the rest is read as zeros".into());
        }
        whole.iter_mut().zip(out).for_each(|(to, byte)| *to = byte);
        whole
    }

    /// The bits of tiles that hide actors; `None` if the room hides nothing.
    fn hiding(&mut self, rows: usize) -> Option<[[u8; MASK_BYTES]; ROWS]> {
        let data = self.table(14, "mask")?;
        let mut out = [[0; MASK_BYTES]; ROWS];
        let bytes = match data.as_slice() {
            [0, ..] => return None,
            [_, bytes, ..] => usize::from(*bytes),
            _ => {
                self.report("mask", data.base(), "it is empty".into());
                return None;
            }
        };
        let (mut at, mut row, mut cut) = (2_usize, Vec::new(), false);
        for to in out.iter_mut().take(rows) {
            let unpacked = nes_tiles::unpack(data.as_slice().get(at..).unwrap_or_default(), bytes, &mut row);
            at = at.saturating_add(unpacked.bytes);
            cut |= unpacked.cut;
            to.iter_mut().zip(&row).for_each(|(to, byte)| *to = *byte);
        }
        if cut {
            self.report("mask", data.base(), "it ends early, the rest hides nothing".into());
        }
        Some(out)
    }
}
