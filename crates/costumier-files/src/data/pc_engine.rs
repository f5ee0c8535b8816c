//! The recognition of games for the PC-Engine (`docs/format/old-rooms.md §8`): those of v3 whose rooms consist
//! of tiles.
//!
//! **Note:** their index is like any other of v3 with small blocks, and only the rooms show how its table of
//! objects is to be read.

use super::GameData;
use super::titles::{LOOM, Title, ToldBy};
use crate::block::small_blocks_in;
use crate::bytes::Bytes;
use crate::dialect::{Dialect, FileLayout};

/// Number of rooms that are examined.
const LOOKED_AT: usize = 4;

impl GameData {
    /// Treats a v3 game as one for the PC-Engine if its rooms have tiles (TL).
    pub(super) fn look_for_tiles(&mut self) {
        if self.detected.dialect.files != FileLayout::Rooms || !self.has_tiles() {
            return;
        }
        self.assume_because(Dialect::V3_PCE, "its rooms are made of tiles (TL), so it is for the PC-Engine");
        self.detected.title = Some(Title { name: LOOM, edition: Some("PC-Engine"), told_by: ToldBy::Rooms });
    }

    /// Whether one of the first rooms has tiles.
    fn has_tiles(&self) -> bool {
        let there = self.rooms().filter(|room| room.present).take(LOOKED_AT);
        there.filter_map(|room| self.room_block(room.id).ok()).any(|block| {
            let blocks = small_blocks_in(Bytes::new(&block.payload), &self.limits);
            blocks.list.iter().any(|block| block.tag == *b"TL  ")
        })
    }
}
