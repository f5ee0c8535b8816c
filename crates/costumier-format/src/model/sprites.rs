//! The sprites of the NES: two sets from which all costumes of a game are drawn
//! (`docs/format/old-rooms.md §7.1, §7.4`).
//!
//! ```text
//! first[2 · look]      u16 the list of a costume's frame 0; those of its other frames follow
//! lengths[list]        u8 number of its sprites, less one
//! offsets[2 · list]    u16 where they begin in the sprites
//! a sprite             u8 bit 7 flipped, bits 0–6 signed y · u8 tile · u8 bits 0–1 palette, bits 2–7 signed x
//! ```
//! **Note:** a costume holds only numbers of frames. Where each costume begins in the tables is stored in the
//! interpreter, not in the game's files ([`LOOKS`]).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use crate::codec::nes_tiles::TILE;

/// For each costume of a game, by number, its first entry in the table of first lists.
pub const LOOKS: [u8; 25] =
    [0, 3, 1, 6, 8, 2, 0, 7, 12, 4, 9, 10, 18, 11, 20, 13, 17, 15, 14, 16, 23, 0, 1, 5, 22];

/// Number of colours of four palettes.
pub const COLOURS: usize = 16;

/// Length of a sprite in bytes.
pub const SPRITE: usize = 3;

/// One set of sprites. Tables may have any length; sprites beyond their ends are not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpriteSet {
    /// First lists, as they are stored.
    pub first: Vec<u8>,
    /// Lengths of lists, as they are stored.
    pub lengths: Vec<u8>,
    /// Offsets of lists, as they are stored.
    pub offsets: Vec<u8>,
    /// The sprites of all lists, as they are stored.
    pub sprites: Vec<u8>,
    /// The tiles of the set, unpacked.
    pub tiles: Vec<u8>,
    /// NES colours of four palettes of four colours. The first colour of each is never drawn.
    pub palette: [u8; COLOURS],
}

/// Both sets of a game.
pub type SpriteSets = [SpriteSet; 2];

/// A tile at its position in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sprite {
    /// Number of the tile.
    pub tile: u8,
    /// Number of the palette, 0 to 3.
    pub palette: u8,
    /// Pixels from the anchor to the left column, facing West: −32 to 31.
    pub x: i8,
    /// Pixels from the anchor to the top row: −64 to 63.
    pub y: i8,
    /// Whether the tile is drawn mirrored.
    pub flipped: bool,
}

impl Sprite {
    /// Reads a sprite from its three bytes.
    #[must_use]
    pub fn from_bytes([place, tile, more]: [u8; SPRITE]) -> Self {
        Self {
            tile,
            palette: more & 3,
            x: more.cast_signed() >> 2,
            y: (place << 1).cast_signed() >> 1,
            flipped: place & 0x80 != 0,
        }
    }

    /// Returns the sprite's three bytes; bits that do not fit are lost.
    #[must_use]
    pub fn to_bytes(self) -> [u8; SPRITE] {
        let flipped = if self.flipped { 0x80 } else { 0 };
        [self.y.cast_unsigned() & 0x7F | flipped, self.tile, self.x.cast_unsigned() << 2 | self.palette & 3]
    }

    /// Whether the sprite's position fits into its bits.
    #[must_use]
    pub fn fits(self) -> bool {
        Self::from_bytes(self.to_bytes()) == self
    }
}

impl SpriteSet {
    /// Whether the set has no sprites and no tiles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sprites.is_empty() && self.tiles.is_empty()
    }

    /// The sprites of a frame of the costume with this look, in stored order; the first is painted last. `None` if
    /// the tables do not have the frame.
    #[must_use]
    pub fn frame(&self, look: u8, frame: u8) -> Option<&[[u8; SPRITE]]> {
        let word = |table: &[u8], entry: usize| {
            let at = entry.checked_mul(2)?;
            table.get(at..)?.first_chunk().map(|bytes| usize::from(u16::from_le_bytes(*bytes)))
        };
        let list = word(&self.first, look.into())?.checked_add(frame.into())?;
        let count = usize::from(*self.lengths.get(list)?).checked_add(1)?;
        let start = word(&self.offsets, list)?;
        let sprites = self.sprites.get(start..)?.get(..count.checked_mul(SPRITE)?)?;
        Some(sprites.as_chunks().0)
    }

    /// A tile's bytes; fewer than 16 at the table's end.
    #[must_use]
    pub fn tile(&self, number: u8) -> &[u8] {
        let at = usize::from(number).saturating_mul(TILE);
        let rest = self.tiles.get(at..).unwrap_or_default();
        rest.get(..TILE).unwrap_or(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_sprites_are_signed() {
        let sprite = Sprite::from_bytes([0x80 | 0x7E, 5, 0xFC | 2]);
        assert_eq!(sprite, Sprite { tile: 5, palette: 2, x: -1, y: -2, flipped: true });
        for bytes in [[0x40, 1, 0x80], [0x3F, 255, 0x7F], [0xC0, 0, 0]] {
            let sprite = Sprite::from_bytes(bytes);
            assert!(sprite.to_bytes() == bytes && sprite.fits());
        }
        assert_eq!(
            (Sprite::from_bytes([0x40, 1, 0x80]).y, Sprite::from_bytes([0x40, 1, 0x80]).x),
            (-64, -32)
        );
        assert!(!Sprite { x: 32, ..sprite }.fits());
    }

    #[test]
    fn frames_are_found_through_three_tables() {
        let set = SpriteSet {
            first: vec![0, 0, 1, 0],
            lengths: vec![0, 1],
            offsets: vec![3, 0, 0, 0],
            sprites: vec![1, 2, 3, 4, 5, 6],
            ..SpriteSet::default()
        };
        assert_eq!(set.frame(0, 0), Some(&[[4, 5, 6]][..]));
        assert_eq!(set.frame(0, 1), Some(&[[1, 2, 3], [4, 5, 6]][..]));
        assert_eq!(set.frame(1, 0), set.frame(0, 1), "frames count on from a costume's first list");
        assert_eq!((set.frame(1, 1), set.frame(2, 0)), (None, None));
    }
}
