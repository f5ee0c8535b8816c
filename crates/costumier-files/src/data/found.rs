//! The targets of a game's index: rooms, costumes and blocks, each with its position.

use std::sync::Arc;

use super::{Disk, GameData, Key, blocks, nes};
use crate::block::Tag;
use crate::bytes::tag_text;
use crate::dialect::{BlockHeaders, Dialect, Directories};
use crate::model::SpriteSets;
use crate::{Error, ErrorKind, Result};

/// One file of a game, existing or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFile {
    /// The file's name, or the name that it should have.
    pub name: String,
    /// The disk number; 0 for the index.
    pub disk: u8,
    /// The file's size in bytes and its key; `None` if it cannot be used.
    pub found: Option<(u64, Key)>,
    /// Number of rooms in the file.
    pub rooms: usize,
}

/// One room of a game, from the directories.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomEntry {
    /// The room's number in the game.
    pub id: u32,
    /// The room's name in the index, if it has one.
    pub name: Option<String>,
    /// The disk that the index places the room on; 0 if it places it nowhere.
    pub disk: u8,
    /// Whether that disk's file exists and has the room.
    pub present: bool,
}

/// A block of a data file, decrypted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBlock {
    /// The room that the block belongs to.
    pub room: u32,
    /// Name of the data file.
    pub file: String,
    /// Offset of the block's header in that file, in bytes.
    pub offset: u64,
    /// The block's tag, as in v5.
    pub tag: Tag,
    /// The bytes after the block's header.
    pub payload: Vec<u8>,
}

/// The block of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostumeBytes {
    /// The costume's id in the directory.
    pub id: u32,
    /// The room that owns the costume, whose palette it is drawn with.
    pub room: u32,
    /// Name of the file that holds it.
    pub file: String,
    /// Offset of the block's header in that file, in bytes.
    pub offset: u64,
    /// The block's tag: `COST` or `AKOS`.
    pub tag: Tag,
    /// The bytes after the block's header.
    pub payload: Vec<u8>,
    /// The rules of the costume's game.
    pub dialect: Dialect,
    /// The game's sprites that the costume is drawn from (NES only).
    pub sprites: Option<Arc<SpriteSets>>,
}

impl CostumeBytes {
    /// Offset of the payload in the file. Add it to an offset in the block to get one in the file.
    #[must_use]
    pub fn payload_at(&self) -> u64 {
        self.offset.saturating_add(self.dialect.costume_blocks.len())
    }
}

/// A used slot of the costume directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostumeSlot {
    /// The costume's id in the directory.
    pub id: u32,
    /// The room that owns the costume.
    pub room: u32,
    /// Distance from that room's block to the costume's, in bytes.
    pub offset: u32,
}

impl GameData {
    /// Every used slot of the costume directory, by id.
    ///
    /// **Note:** slot 0 is listed if it is used, though it means "no costume" to the interpreter. Graphics of the
    /// NES, which are in the same directory, are not listed.
    pub fn costume_slots(&self) -> impl Iterator<Item = CostumeSlot> {
        self.index
            .costumes
            .iter()
            .zip(0_u32..)
            .filter(|(slot, id)| slot.is_used() && !(self.detected.dialect.is_nes() && *id >= nes::COSTUMES))
            .map(|(slot, id)| CostumeSlot { id, room: slot.room, offset: slot.offset })
    }

    /// The ids of [`GameData::costume_slots`].
    pub fn costume_ids(&self) -> impl Iterator<Item = u32> {
        self.costume_slots().map(|slot| slot.id)
    }

    /// The bytes of a costume, found through the directories.
    ///
    /// # Errors
    /// One kind for each way to fail, all with the id: [`ErrorKind::CostumeZero`] (if slot 0 is unused),
    /// [`ErrorKind::CostumeOutOfRange`], [`ErrorKind::CostumeUnused`], [`ErrorKind::RoomMissing`],
    /// [`ErrorKind::MissingFile`], [`ErrorKind::NotACostume`], [`ErrorKind::Unsupported`] for AKOS in games of
    /// COST, [`ErrorKind::Truncated`].
    pub fn costume_bytes(&self, id: u32) -> Result<CostumeBytes> {
        self.find_costume(id).map_err(|error| error.of_costume(id))
    }

    fn find_costume(&self, id: u32) -> Result<CostumeBytes> {
        let what = "costume directory";
        let slot = usize::try_from(id).ok().and_then(|id| self.index.costumes.get(id));
        let slot = match slot {
            None if id == 0 => return Err(Error::new(ErrorKind::CostumeZero, what)),
            None => {
                let count = u32::try_from(self.index.costumes.len()).unwrap_or(u32::MAX);
                return Err(Error::new(ErrorKind::CostumeOutOfRange { count }, what));
            }
            Some(_) if self.detected.dialect.is_nes() && id >= nes::COSTUMES => {
                return Err(Error::new(ErrorKind::CostumeOutOfRange { count: nes::COSTUMES }, what));
            }
            Some(slot) if slot.is_used() => *slot,
            Some(_) if id == 0 => return Err(Error::new(ErrorKind::CostumeZero, what)),
            Some(_) => return Err(Error::new(ErrorKind::CostumeUnused, what)),
        };
        let (disk, offset) = self.locate(slot.room, slot.offset)?;
        if self.detected.dialect.blocks != BlockHeaders::Tagged {
            return self.old_costume_bytes(id, slot);
        }
        let header = blocks::header_at(&disk.source, offset).map_err(|error| error.in_file(&disk.name))?;
        let wrong = match &header.tag {
            tag if *tag == self.detected.dialect.costumes.tag() => None,
            b"AKOS" => Some(ErrorKind::Unsupported(format!(
                "an AKOS costume, the format of v7, v8 and later Humongous games, in a game of {}",
                self.generation()
            ))),
            other => Some(ErrorKind::NotACostume { found: tag_text(other) }),
        };
        if let Some(kind) = wrong {
            return Err(Error::new(kind, what).at(offset).in_file(&disk.name));
        }
        let RawBlock { room, file, offset, tag, payload } = self.block_at(slot.room, slot.offset)?;
        Ok(CostumeBytes {
            id,
            room,
            file,
            offset,
            tag,
            payload,
            dialect: self.detected.dialect,
            sprites: None,
        })
    }

    /// The block at `offset` from the position in the room table, as directory slots have it.
    ///
    /// # Errors
    /// [`ErrorKind::RoomMissing`], [`ErrorKind::MissingFile`], [`ErrorKind::Truncated`], and an error for a wrong
    /// size.
    pub fn block_at(&self, room: u32, offset: u32) -> Result<RawBlock> {
        let (disk, at) = self.locate(room, offset)?;
        // Blocks of v0 to v3 with 16 colours have no tag; a room is the first block of its file.
        let expected = if offset == self.detected.dialect.disks.room_at { *b"ROOM" } else { *b"    " };
        let (tag, payload) =
            blocks::read_at(&disk.source, at, self.detected.dialect.blocks, expected, &self.limits)
                .map_err(|error| error.in_file(&disk.name))?;
        Ok(RawBlock { room, file: disk.name.clone(), offset: at, tag, payload })
    }

    /// The block of a room.
    ///
    /// # Errors
    /// The errors of [`GameData::block_at`].
    pub fn room_block(&self, id: u32) -> Result<RawBlock> {
        if self.detected.dialect.disks.directories == Directories::Humongous {
            let slot = usize::try_from(id).ok().and_then(|id| self.index.room_blocks.get(id));
            let missing = || Error::new(ErrorKind::RoomMissing { room: id }, "room directory");
            let slot = slot.filter(|slot| slot.is_used()).ok_or_else(missing)?;
            return self.block_at(slot.room, slot.offset);
        }
        self.block_at(id, self.detected.dialect.disks.room_at)
    }

    /// The file of a block, and the position in it.
    ///
    /// # Errors
    /// The errors of [`GameData::block_at`].
    pub fn locate(&self, room: u32, offset: u32) -> Result<(&Disk, u64)> {
        let missing = || Error::new(ErrorKind::RoomMissing { room }, "room table");
        let disk = match self.disk_of(room) {
            0 => return Err(missing()),
            number => self.disk(number)?,
        };
        let start = disk.rooms.get(&room).ok_or_else(|| missing().in_file(&disk.name))?;
        Ok((disk, u64::from(*start).saturating_add(u64::from(offset))))
    }
}
