//! Graphics of the NES, which are in the directory of costumes behind the costumes
//! (`docs/format/old-rooms.md §7.1`).
//!
//! ```text
//! 0 … 24  costumes          25, 26  first lists (set 0, 1)      27, 28  lengths      29, 30  offsets
//! 31, 32  sprites           33, 34  their tiles                 35, 36  their palettes
//! 37      tiles of all rooms        38 … 76  tiles of some rooms       77  table of texts · 78  prepositions
//! ```
//! Tiles are `u16 size, u8 count (0: 256)` and a packed table; the others `u16 size` and their bytes.

use std::sync::Arc;

use super::GameData;
use super::blocks::read_at;
use crate::codec::nes_tiles::{self, TILE};
use crate::model::{COLOURS, SpriteSet, SpriteSets};
use crate::{Error, ErrorKind, Result};

/// Number of costumes; later entries of their directory are graphics.
pub const COSTUMES: u32 = 25;

/// Ids of the first graphics of each kind.
const FIRST: u32 = 25;
const LENGTHS: u32 = 27;
const OFFSETS: u32 = 29;
const SPRITES: u32 = 31;
const SPRITE_TILES: u32 = 33;
const PALETTES: u32 = 35;

/// The tiles of all rooms; those of single rooms follow.
pub const BASE_TILES: u32 = 37;

/// Largest number of sets of tiles for single rooms.
pub const TILE_SETS: u8 = 39;

/// The ids of a set's resources, in the order of their kinds.
pub fn resources(set: u8) -> [u32; 6] {
    [FIRST, LENGTHS, OFFSETS, SPRITES, SPRITE_TILES, PALETTES].map(|kind| kind.saturating_add(set.into()))
}

/// Unpacks tiles: `u8 count (0: 256)`, then a packed table. Returns the tiles, and whether the data is cut; missing
/// bytes are 0.
pub fn unpack_tiles(payload: &[u8]) -> (Vec<u8>, bool) {
    let Some((count, packed)) = payload.split_first() else { return (Vec::new(), true) };
    let count = if *count == 0 { 256 } else { usize::from(*count) };
    let mut out = Vec::new();
    let unpacked = nes_tiles::unpack(packed, count.saturating_mul(TILE), &mut out);
    (out, unpacked.cut)
}

impl GameData {
    /// The bytes of a resource in the directory of costumes, behind its size.
    fn graphics(&self, id: u32) -> Result<Vec<u8>> {
        let missing = || Error::new(ErrorKind::NoSuchItem(format!("graphics {id}")), "costume directory");
        let slot = usize::try_from(id).ok().and_then(|id| self.index.costumes.get(id));
        let slot = slot.filter(|slot| slot.is_used()).ok_or_else(missing)?;
        let (disk, offset) = self.locate(slot.room, slot.offset)?;
        let headers = self.detected.dialect.costume_blocks;
        let (_, payload) = read_at(&disk.source, offset, headers, *b"COST", &self.limits)
            .map_err(|error| error.in_file(&disk.name))?;
        Ok(payload)
    }

    /// Both sets of sprites, read once. Missing resources are empty.
    pub fn sprite_sets(&self) -> Arc<SpriteSets> {
        let read = |number: u8| {
            let [first, lengths, offsets, sprites, tiles, palette] =
                resources(number).map(|id| self.graphics(id).unwrap_or_default());
            let mut colours = [0; COLOURS];
            colours.iter_mut().zip(palette).for_each(|(colour, byte)| *colour = byte);
            let (tiles, _) = unpack_tiles(&tiles);
            SpriteSet { first, lengths, offsets, sprites, tiles, palette: colours }
        };
        Arc::clone(self.sprites.get_or_init(|| Arc::new([read(0), read(1)])))
    }

    /// The tiles of a room with this set: those of all rooms, then those of the set.
    pub fn room_tiles(&self, set: u8) -> Result<Vec<u8>> {
        let (mut tiles, _) = unpack_tiles(&self.graphics(BASE_TILES)?);
        let own = BASE_TILES.saturating_add(set.into());
        if set > 0 {
            tiles.extend(unpack_tiles(&self.graphics(own)?).0);
        }
        Ok(tiles)
    }
}
