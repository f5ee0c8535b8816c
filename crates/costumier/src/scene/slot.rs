//! Palette slots: colours that scripts of Humongous games prepare and give to actors by number (9.9 on,
//! `docs/format/humongous-rooms.md §4`).
//!
//! ```text
//! 8 bits a pixel     colour i is room colour i, or the one that it is copied from
//! 16 bits a pixel    colour i is a pixel: that of its red, green and blue, or the one that is copied into it
//! ```
//! **Note:** with 8 bits only copies have a visible effect, whatever colours the slot has, since the screen has the
//! room's palette. With 16 bits the first and last ten colours of a slot are pixels with the value of their index,
//! as in a room, until a script sets them.

use std::collections::BTreeMap;

use crate::dialect::{HighColour, SkippedWhite};
use crate::game::{Game, PaletteSource, Rgb, RoomPalette};
use crate::{Error, ErrorKind, Result};

/// The contents of the palette slot that an actor was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PaletteSlot {
    /// Where its colours come from.
    pub from: SlotColours,
    /// Colours that are copied, with the room colours that they are copied from; with 16 bits a pixel, the pixels
    /// that they become.
    pub copies: BTreeMap<u8, u16>,
    /// Colours that are set after everything else.
    pub colours: BTreeMap<u8, Rgb>,
}

/// Where the colours of a palette slot come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlotColours {
    /// The visible palette: the room's, slot 1.
    #[default]
    Shown,
    /// A palette of a room, by the room's id and the palette's number from 0 on.
    Room(u32, u16),
    /// The own colours (`RGBS`) of the costume with this id.
    Costume(u32),
}

/// The colours that a slot gives for those of a costume's palette.
#[derive(Clone, Debug)]
pub(super) struct SlotTable {
    /// The results as room colours.
    pub(super) indices: [u8; 256],
    /// The results as pixels of 16 bits.
    pub(super) pixels: [u16; 256],
}

impl PaletteSlot {
    /// A slot with these colours.
    #[must_use]
    pub fn new(from: SlotColours) -> Self {
        Self { from, ..Self::default() }
    }

    /// The table of the slot; `shown` is the room's palette as pixels of 16 bits, if any.
    ///
    /// # Errors
    /// An error for a room, a palette or a costume that does not exist; the errors of [`Game::room`] and
    /// [`Game::costume`].
    pub(super) fn table(&self, game: &Game, shown: Option<&[u16; 256]>) -> Result<SlotTable> {
        let missing = |what: String| Error::new(ErrorKind::NoSuchItem(what), "palette slot");
        let rules = game.dialect().high_colour;
        let pixels = match self.from {
            SlotColours::Shown => shown.copied(),
            SlotColours::Room(id, number) => {
                let room = game.room(id)?;
                let found = room.palettes.get(usize::from(number)).ok_or_else(|| {
                    missing(format!(
                        "palette {number} of room {id}, which has {}, from 0 on",
                        room.palettes.len()
                    ))
                })?;
                laid_ready(&found.colours, rules)
            }
            SlotColours::Costume(id) => {
                let own = game.costume(id)?.own_colours();
                laid_ready(&own.ok_or_else(|| missing(format!("colours of costume {id}")))?, rules)
            }
        };
        let indices = std::array::from_fn(|i| i.to_le_bytes()[0]);
        let mut table = SlotTable { indices, pixels: pixels.unwrap_or([0; 256]) };
        for (to, from) in &self.copies {
            table.indices[usize::from(*to)] = from.to_le_bytes()[0];
            table.pixels[usize::from(*to)] = *from;
        }
        for (colour, rgb) in &self.colours {
            table.indices[usize::from(*colour)] = *colour;
            table.pixels[usize::from(*colour)] = crate::screen::high::pixel(*rgb);
        }
        Ok(table)
    }
}

/// Pixels of 16 bits for a slot's colours. Near-white colours are included.
fn laid_ready(colours: &[Rgb; 256], rules: Option<HighColour>) -> Option<[u16; 256]> {
    let mut palette =
        RoomPalette::from_bytes(PaletteSource::Apal(0), colours.as_flattened(), SkippedWhite::None);
    palette.high_colour = rules;
    palette.pixels()
}
