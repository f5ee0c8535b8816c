//! Pictures of NES rooms: tiles, attributes, and strips that hide actors (`reference/08 §7.3`).
//!
//! ```text
//! +4 u16 width / 8 · +6 u16 height / 8 · +10 u16 picture · +12 u16 attributes · +14 u16 mask
//! picture      u8 set of tiles, 16 NES colours, for each of 16 rows a packed table of the tiles' numbers
//! attributes   a packed table of 64 bytes, or 32 in rooms of 28 tiles: the palettes of 2 × 2 tiles each
//! mask         u8 0; or u8 anything else, u8 bytes to a row, and 16 packed rows: a bit for each tile
//! ```
//! What surprises: columns of attributes count from two tiles left of the room. In rooms of 28 tiles the second half
//! of each row of attributes is passed over, but only where a command of the packed table ends before it. A tile that
//! hides actors hides them only where its pixels are not 0.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{BARE, Reader};
use crate::bytes::Bytes;
use crate::codec::tile;
use crate::error::Result;
use crate::game::plane::Plane;
use crate::game::room::{Picture, Room};
use crate::model::COLOURS;

/// Rows of tiles.
pub(crate) const ROWS: usize = 16;

/// Tiles across a room that is narrower than the screen.
pub(crate) const NARROW: usize = 28;

/// Columns of tiles that stand left of each room.
pub(crate) const BEFORE: usize = 2;

/// Bytes of attributes in a row of them, and how many are stored of narrow rooms.
pub(crate) const ATTRIBUTES: usize = 16;
pub(crate) const FEW_ATTRIBUTES: usize = 8;

/// The palette number of a tile.
pub(crate) fn palette_of(attributes: &[u8], column: usize, row: usize) -> u8 {
    let x = column.saturating_add(BEFORE);
    let byte = attributes.get((row << 2) & 0x30 | (x >> 2) & 0x0F).copied().unwrap_or(0);
    byte.wrapping_shr(u32::try_from((row & 2) << 1 | x & 2).unwrap_or(0)) & 3
}

impl<'a> Reader<'a> {
    /// Reads picture and plane; `tiles` finds the tiles of a set.
    pub(super) fn tiles(&mut self, room: &mut Room, tiles: &dyn Fn(u8) -> Result<Vec<u8>>) {
        let (columns, rows) = (usize::from(room.width) / 8, (usize::from(room.height) / 8).min(ROWS));
        let Some(picture) = self.table(10, "picture") else { return };
        let mut at = 0_usize;
        let mut next = |count: usize| {
            let part = picture.as_slice().get(at..).and_then(|rest| rest.get(..count));
            at = at.saturating_add(count);
            part
        };
        let (Some(&[set]), Some(colours)) = (next(1), next(COLOURS)) else {
            self.report("picture", picture.base(), "it is too short for its colours".into());
            return;
        };
        let mut numbers = Vec::new();
        let mut row = Vec::new();
        for y in 0..rows {
            let unpacked = tile::unpack(picture.as_slice().get(at..).unwrap_or_default(), columns, &mut row);
            at = at.saturating_add(unpacked.bytes);
            numbers.extend_from_slice(&row);
            if unpacked.cut {
                self.report("picture", picture.base(), format!("row {y} of tiles ends early"));
            }
        }
        let attributes = self.attributes(columns);
        let hidden = self.hidden_tiles(columns, rows);
        let tiles = match tiles(set) {
            Ok(tiles) => tiles,
            Err(error) => {
                self.report(
                    "picture",
                    picture.base(),
                    format!("its tiles: {}: {}", error.what(), error.kind()),
                );
                return;
            }
        };
        let size = usize::from(room.width).saturating_mul(room.height.into());
        let mut out = vec![0; size];
        let mut plane = Plane::new(room.width, room.height);
        for (cell, number) in numbers.iter().enumerate() {
            let (x, y) = (cell.checked_rem(columns).unwrap_or(0), cell.checked_div(columns).unwrap_or(0));
            let place = usize::from(*number).saturating_mul(tile::TILE);
            let pixels = tile::pixels(tiles.get(place..).unwrap_or_default());
            let palette = usize::from(palette_of(&attributes, x, y)).saturating_mul(4);
            let hides = hidden.get(cell).copied().unwrap_or(false);
            for (line, values) in pixels.as_chunks::<8>().0.iter().enumerate() {
                let line = y.saturating_mul(8).saturating_add(line);
                let first = line.saturating_mul(room.width.into()).saturating_add(x.saturating_mul(8));
                let colour =
                    |value: u8| colours.get(palette.saturating_add(value.into())).copied().unwrap_or(0);
                let there = out.get_mut(first..).unwrap_or_default();
                there.iter_mut().zip(values).for_each(|(pixel, value)| *pixel = colour(*value));
                let bits = values.iter().fold(0_u8, |bits, value| bits << 1 | u8::from(*value != 0));
                let stride = plane.stride();
                let byte = plane.bits_mut().get_mut(line.saturating_mul(stride).saturating_add(x));
                byte.into_iter().for_each(|byte| *byte = if hides { bits } else { 0 });
            }
        }
        room.picture = Some(Picture::Whole(out));
        room.planes = vec![plane];
    }

    /// What an offset in the header leads to.
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

    /// 64 bytes of attributes, in rows of 16.
    fn attributes(&mut self, columns: usize) -> Vec<u8> {
        let Some(data) = self.table(12, "attributes") else { return Vec::new() };
        let (mut out, mut command) = (Vec::new(), Vec::new());
        let (wanted, mut rest, mut cut) = (ATTRIBUTES.saturating_mul(ROWS / 4), data.as_slice(), false);
        while out.len() < wanted && !cut {
            let count =
                usize::from(rest.first().copied().unwrap_or(0) & 0x7F).min(wanted.saturating_sub(out.len()));
            let unpacked = tile::unpack(rest, count, &mut command);
            cut = rest.is_empty() || unpacked.cut;
            // A command that says nothing has a length, too.
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
        out
    }

    /// Which tiles hide actors, row by row.
    fn hidden_tiles(&mut self, columns: usize, rows: usize) -> Vec<bool> {
        let Some(data) = self.table(14, "mask") else { return Vec::new() };
        let mut out = Vec::new();
        let bytes = match data.as_slice() {
            [0, ..] => return out,
            [_, bytes, ..] => usize::from(*bytes),
            _ => {
                self.report("mask", data.base(), "it is empty".into());
                return out;
            }
        };
        let (mut at, mut row, mut cut) = (2_usize, Vec::new(), false);
        for _ in 0..rows {
            let unpacked = tile::unpack(data.as_slice().get(at..).unwrap_or_default(), bytes, &mut row);
            at = at.saturating_add(unpacked.bytes);
            cut |= unpacked.cut;
            let bit = |strip: usize| row.get(strip / 8).is_some_and(|byte| byte >> (strip & 7) & 1 == 1);
            out.extend((0..columns).map(bit));
        }
        if cut {
            self.report("mask", data.base(), "it ends early, the rest hides nothing".into());
        }
        out
    }
}
