//! Pictures of v1 rooms: cells of 8 × 8 pixels, each a character in four colours
//! (`docs/format/old-rooms.md §3`).
//!
//! ```text
//! cell (x, y)   entry y + x · rows of the maps: its character, its own colour, its mask character
//! character     8 bytes, one for each row: four pairs of pixels, the highest bits leftmost
//! pair          0, 1, 2: the room's three colours · 3: the cell's own, of which the low three bits count
//! ```
//! Colours are a C64's; a PC shows them through the game's table. **Note:** bits of mask characters are inverted: 0
//! is in front of actors.

use super::plane::Plane;
use crate::Result;
use crate::bytes::Bytes;
use crate::codec::characters;

/// Length of the characters' table in bytes.
pub(crate) const CHARACTERS: usize = 2048;

/// Width and height of a cell in pixels.
pub(crate) const CELL: usize = 8;

/// Bytes that the stored size of the mask characters counts in addition to them.
pub(crate) const MASK_EXTRA: usize = 8;

/// A picture as it is stored, with its tables unpacked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CharacterPicture {
    /// Number of rows of cells.
    pub(crate) rows: usize,
    /// Number of columns of cells.
    pub(crate) columns: usize,
    /// Eight bytes for each character.
    pub(crate) characters: Vec<u8>,
    /// The character of each cell, column by column.
    pub(crate) map: Vec<u8>,
    /// Each cell's own colour.
    pub(crate) own: Vec<u8>,
    /// The room's three colours.
    pub(crate) common: [u8; 3],
    /// The colour that the screen shows for each colour.
    pub(crate) shown: [u8; 16],
    /// Mask characters, eight bytes each.
    pub(crate) masks: Vec<u8>,
}

/// Names of tables that end early.
pub(crate) type Cut = Vec<&'static str>;

impl CharacterPicture {
    /// Reads the picture and its plane from a room's payload. Stored positions count from the block's header,
    /// `before` bytes before the payload.
    pub(crate) fn read(
        payload: Bytes<'_>,
        before: usize,
        (width, height): (u16, u16),
        shown: [u8; 16],
    ) -> Result<(Self, Plane, Cut)> {
        let at = |position: usize| position.saturating_sub(before);
        let mut cut = Vec::new();
        let mut table = |position: usize, what: &'static str, length: Option<usize>| -> Result<Vec<u8>> {
            let start = usize::from(payload.u16(at(position), what)?);
            let data = payload.tail(start.saturating_sub(before), what)?;
            let (data, length) = match length {
                Some(length) => (data, length),
                None => {
                    let stated = usize::from(data.u16(0, what)?);
                    (data.tail(2, what)?, stated.saturating_sub(MASK_EXTRA))
                }
            };
            let mut out = Vec::new();
            if characters::decode(data.as_slice(), length, &mut out).1 {
                cut.push(what);
            }
            Ok(out)
        };
        let (columns, rows) = (usize::from(width) / CELL, usize::from(height) / CELL);
        let cells = Some(columns.saturating_mul(rows));
        let all = table(10, "characters", Some(CHARACTERS))?;
        let map = table(12, "map of characters", cells)?;
        let own = table(14, "map of colours", cells)?;
        let mask_map = table(16, "map of masks", cells)?;
        let masks = table(18, "mask characters", None)?;
        let colour = |i: usize| payload.u8(at(i), "room colour");
        let common = [colour(6)?, colour(7)?, colour(8)?];
        let mut plane = Plane::new(width, height);
        for (cell, number) in mask_map.iter().enumerate() {
            set_mask(&mut plane, place(cell, rows), &masks, *number);
        }
        Ok((Self { rows, columns, characters: all, map, own, common, shown, masks }, plane, cut))
    }

    /// The characters and colours alone, for another picture that is made of them.
    pub(crate) fn without_maps(&self) -> Self {
        Self {
            characters: self.characters.clone(),
            common: self.common,
            shown: self.shown,
            ..Self::default()
        }
    }

    /// The picture's pixels, row by row.
    pub(crate) fn pixels(&self) -> Vec<u8> {
        let mut out = vec![0; self.rows.saturating_mul(self.columns).saturating_mul(CELL * CELL)];
        for (cell, (character, own)) in self.map.iter().zip(&self.own).enumerate() {
            self.draw_cell(place(cell, self.rows), *character, *own, &mut out);
        }
        out
    }

    /// Draws a character into the cell (column, row) of a picture with `self.rows` rows and columns.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "cells of a room whose sides have 16 bits; 16 colours, and 4 of them"
    )]
    pub(crate) fn draw_cell(&self, (x, y): (usize, usize), character: u8, own: u8, out: &mut [u8]) {
        let width = self.columns * CELL;
        let shown = |colour: u8| self.shown[usize::from(colour & 15)];
        let [a, b, c] = self.common;
        let four = [a, b, c, own & 7].map(shown);
        for row in 0..CELL {
            let byte = self.characters.get(usize::from(character) * CELL + row).copied().unwrap_or(0);
            let start = (y * CELL + row) * width + x * CELL;
            let Some(pixels) = out.get_mut(start..start + CELL) else { continue };
            for (pixel, to) in pixels.iter_mut().enumerate() {
                *to = four[usize::from(byte >> (6 - pixel / 2 * 2) & 3)];
            }
        }
    }
}

/// The column and row of a cell; cells run down the columns.
fn place(cell: usize, rows: usize) -> (usize, usize) {
    (cell.checked_div(rows).unwrap_or(0), cell.checked_rem(rows).unwrap_or(0))
}

/// Sets a cell of the plane from a mask character.
#[allow(clippy::arithmetic_side_effects, reason = "cells of a room whose sides have 16 bits")]
pub(crate) fn set_mask(plane: &mut Plane, (x, y): (usize, usize), bits: &[u8], number: u8) {
    let stride = plane.stride();
    for row in 0..CELL {
        let byte = !bits.get(usize::from(number) * CELL + row).copied().unwrap_or(u8::MAX);
        if let Some(place) = plane.bits_mut().get_mut((y * CELL + row) * stride + x) {
            *place = byte;
        }
    }
}
