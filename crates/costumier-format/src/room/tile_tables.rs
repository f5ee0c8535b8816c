//! The tables of a room's tiles on the NES, which objects change: palettes, and bits of tiles that hide actors
//! (`docs/format/old-rooms.md §7.3`).
//!
//! **Note:** columns of attributes count from two tiles left of the room, and a tile that hides actors hides them
//! only where its pixels are not 0.

use super::Plane;
use crate::model::COLOURS;

/// Number of rows of tiles.
pub const ROWS: usize = 16;

/// Number of columns of tiles left of each room.
pub const BEFORE: usize = 2;

/// Number of bytes of attributes in a row.
pub const ATTRIBUTES: usize = 16;

/// Width in tiles of a room that is narrower than the screen.
pub const NARROW: usize = 28;

/// Number of bytes that narrow rooms store for a row of attributes.
pub const FEW_ATTRIBUTES: usize = 8;

/// Number of palettes in a byte of an object's.
pub const PER_BYTE: usize = 4;

/// Number of bytes of hiding bits in a row.
pub const MASK_BYTES: usize = 8;

/// The position of a tile's palette in a room's attributes: the byte, and the lower of its two bits.
pub fn attribute(column: usize, row: usize) -> (usize, u32) {
    let x = column.saturating_add(BEFORE);
    let shift = u32::try_from((row & 2) << 1 | x & 2).unwrap_or(0);
    ((row << 2) & 0x30 | (x >> 2) & 0x0F, shift)
}

/// The palette number of a tile.
fn palette_of(attributes: &[u8], column: usize, row: usize) -> u8 {
    let (place, shift) = attribute(column, row);
    attributes.get(place).copied().unwrap_or(0).wrapping_shr(shift) & 3
}

/// The tables of a room's tiles, which objects change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileTables {
    /// NES colours of four palettes of four colours.
    colours: [u8; COLOURS],
    /// Palettes of 2 × 2 tiles each.
    attributes: [u8; ATTRIBUTES * ROWS / 4],
    /// Bits of tiles that hide actors, the lowest of a byte leftmost; `None` if the room hides nothing.
    hiding: Option<[[u8; MASK_BYTES]; ROWS]>,
}

impl TileTables {
    /// Tables of a room: its colours, the palettes of its tiles, and bits of the tiles that hide actors.
    pub fn new(
        colours: [u8; COLOURS],
        attributes: [u8; ATTRIBUTES * ROWS / 4],
        hiding: Option<[[u8; MASK_BYTES]; ROWS]>,
    ) -> Self {
        Self { colours, attributes, hiding }
    }

    /// Sets the palette of the 2 × 2 tiles that this one belongs to.
    pub fn set_palette(&mut self, (column, row): (usize, usize), palette: u8) {
        let (place, shift) = attribute(column, row);
        let byte = self.attributes.get_mut(place);
        byte.into_iter()
            .for_each(|byte| *byte = *byte & !3_u8.wrapping_shl(shift) | palette.wrapping_shl(shift));
    }

    /// Changes a byte of a row's hiding bits: keeps the bits in `kept` and adds those in `added`.
    pub fn set_hiding(&mut self, (place, row): (usize, usize), kept: u8, added: u8) {
        let rows = self.hiding.as_mut().and_then(|rows| rows.get_mut(row));
        let byte = rows.and_then(|row| row.get_mut(place));
        byte.into_iter().for_each(|byte| *byte = *byte & kept | added);
    }

    /// Draws a tile's pixel values into the pixels and the plane of a room of this width.
    pub fn draw(
        &self,
        (column, row): (usize, usize),
        tile: &[u8; 64],
        width: usize,
        pixels: &mut [u8],
        mut plane: Option<&mut Plane>,
    ) {
        let palette = usize::from(palette_of(&self.attributes, column, row)).saturating_mul(4);
        let rows = self.hiding.as_ref().and_then(|rows| rows.get(row));
        let hides =
            rows.and_then(|row| row.get(column / 8)).is_some_and(|byte| byte >> (column & 7) & 1 == 1);
        let colour = |value: u8| self.colours.get(palette.saturating_add(value.into())).copied().unwrap_or(0);
        for (line, values) in (row.saturating_mul(8)..).zip(tile.as_chunks::<8>().0) {
            let first = line.saturating_mul(width).saturating_add(column.saturating_mul(8));
            let there = pixels.get_mut(first..).unwrap_or_default();
            there.iter_mut().zip(values).for_each(|(pixel, value)| *pixel = colour(*value));
            let Some(plane) = &mut plane else { continue };
            let bits = values.iter().fold(0_u8, |bits, value| bits << 1 | u8::from(*value != 0));
            let place = line.saturating_mul(plane.stride()).saturating_add(column);
            let byte = plane.bits_mut().get_mut(place);
            byte.into_iter().for_each(|byte| *byte = if hides { bits } else { 0 });
        }
    }
}
