//! The data of a game: from a set of files to the bytes of every block.
//!
//! ```text
//! files ─▸ choice ─▸ detect ─▸ index ─▸ disks ─▸ block
//!          which?    what?     ids       rooms    by (room, offset), never by counting
//! ```
//! Start with [`GameData`]. Each generation has its own readers, which all give the same [`Index`] and [`Disk`].
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod blocks;
pub mod choice;
pub mod cipher;
pub mod detect;
pub mod disk;
mod disk_old;
mod embedded;
pub mod found;
mod humongous;
mod humongous_titles;
pub mod index;
pub mod names;
pub mod nes;
mod opening;
mod pc_engine;
pub mod titles;
mod towns;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use blocks::BlockTree;
use cipher::Key;
use disk::Disk;
use found::{CostumeBytes, GameFile, RawBlock, RoomEntry};
use index::Index;
use titles::Title;

use crate::dialect::Dialect;
use crate::model::SpriteSets;
use crate::source::Source;
use crate::{Error, ErrorKind, Generation, Limits, Problem, Result};

/// An opened game: its index is in memory, and blocks of its data files are read on demand.
#[derive(Clone, Debug)]
pub struct GameData {
    detected: detect::Detected,
    index: Index,
    index_bytes: u64,
    /// For each disk number, the file, or its name and the reason why it cannot be used.
    disks: BTreeMap<u8, Result<Disk, (String, Error)>>,
    limits: Limits,
    problems: Vec<Problem>,
    /// The sprites of NES costumes, once they have been read.
    sprites: OnceLock<Arc<SpriteSets>>,
}

impl GameData {
    /// The generation of the game.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.detected.dialect.generation()
    }

    /// The rules of the game's generation, platform and interpreter.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.detected.dialect
    }

    /// Treats the game as another of its kind, if its files say nothing about that or mislead.
    pub fn assume(&mut self, dialect: Dialect) {
        self.detected.dialect = dialect;
        self.index.reread_objects(&dialect);
    }

    /// Treats the game as another of its kind, like [`GameData::assume`], with the reason as text.
    pub fn assume_because(&mut self, dialect: Dialect, why: &str) {
        self.assume(dialect);
        self.detected.why.push_str("; ");
        self.detected.why.push_str(why);
    }

    /// The game's title, if it is known, and how it was recognised.
    #[must_use]
    pub fn title(&self) -> Option<Title> {
        self.detected.title
    }

    /// Whether this is an edition for the Macintosh.
    #[must_use]
    pub fn is_for_macintosh(&self) -> bool {
        self.detected.macintosh
    }

    /// The reason why the game was recognised as this kind, as text.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.detected.why
    }

    /// The contents of the index file.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The limits that everything is read with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Problems of the index and the data files.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The game's files: the index, then every data file that the index names.
    pub fn files(&self) -> impl Iterator<Item = GameFile> {
        let index = GameFile {
            name: self.detected.index.clone(),
            disk: 0,
            found: Some((self.index_bytes, self.detected.key)),
            rooms: 0,
        };
        let data = self.disks.iter().map(|(number, disk)| match disk {
            Ok(disk) => GameFile {
                name: disk.name.clone(),
                disk: *number,
                found: Some((disk.source.len(), disk.source.key())),
                rooms: disk.rooms.len(),
            },
            Err((name, _)) => GameFile { name: name.clone(), disk: *number, found: None, rooms: 0 },
        });
        std::iter::once(index).chain(data)
    }

    /// A data file, by disk number.
    ///
    /// # Errors
    /// [`ErrorKind::MissingFile`], or the reason why the file cannot be used.
    pub fn disk(&self, number: u8) -> Result<&Disk> {
        match self.disks.get(&number) {
            Some(Ok(disk)) => Ok(disk),
            Some(Err((_, error))) => Err(error.clone()),
            None => {
                let names = names::names_of_disk(&self.detected.index, number).join(" or ");
                let what = format!("disk {number}, on which the index places no room");
                Err(Error::new(ErrorKind::MissingFile(names), what))
            }
        }
    }

    /// The tree of blocks of a data file, read on demand.
    ///
    /// # Errors
    /// The errors of [`GameData::disk`].
    pub fn tree(&self, disk: u8) -> Result<BlockTree<'_>> {
        Ok(BlockTree::new(&self.disk(disk)?.source, &self.limits))
    }

    /// Every room that the index names or places, by number.
    pub fn rooms(&self) -> impl Iterator<Item = RoomEntry> {
        let named = self.index.room_names.last_key_value().map_or(0, |(id, _)| id.saturating_add(1));
        let placed = u32::try_from(self.index.disks.len()).unwrap_or(u32::MAX);
        let known = |id: &u32| self.disk_of(*id) != 0 || self.index.room_names.contains_key(id);
        (0..named.max(placed)).filter(known).map(|id| {
            let disk = self.disk_of(id);
            let found = self.disks.get(&disk).and_then(|disk| disk.as_ref().ok());
            RoomEntry {
                id,
                name: self.room_name(id).map(str::to_owned),
                disk,
                present: found.is_some_and(|disk| disk.rooms.contains_key(&id)),
            }
        })
    }

    /// A room's name in the index.
    #[must_use]
    pub fn room_name(&self, room: u32) -> Option<&str> {
        self.index.room_names.get(&room).map(String::as_str)
    }

    /// The block of a room's scripts, in games that store it separately from the room's (v8).
    ///
    /// # Errors
    /// The errors of [`GameData::block_at`].
    pub fn room_scripts(&self, id: u32) -> Result<Option<RawBlock>> {
        let slot = usize::try_from(id).ok().and_then(|id| self.index.room_scripts.get(id));
        let Some(slot) = slot.filter(|slot| slot.is_used()) else { return Ok(None) };
        Ok(Some(self.block_at(slot.room, slot.offset)?).filter(|block| block.tag == *b"RMSC"))
    }

    /// The disk that a room is on, by the index; 0 for none.
    #[must_use]
    pub fn disk_of(&self, room: u32) -> u8 {
        usize::try_from(room).ok().and_then(|room| self.index.disks.get(room)).copied().unwrap_or(0)
    }
}
