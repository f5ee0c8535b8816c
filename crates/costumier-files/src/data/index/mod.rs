//! The index file: the rooms, scripts, sounds, costumes and charsets of a game, with their positions. Its layouts
//! are in [`layout`](crate::layout).
//!
//! v5 and later: successive blocks, in any order (`docs/format/containers.md §4.2, §8`); counts have 32 bits in v8:
//! ```text
//! RNAM  { u8 room; 9 bytes name, each XOR 0xFF, NUL padded } until room 0
//! MAXS  u16 × 9 (v5) or × 15 (v6, v7), u32 × 17 (v8): numbers of all things; from v7 on behind 100 bytes of text
//! DROO DSCR DSOU DCOS DCHR, DRSC (v8)   u16 count; u8 lane[count]; u32 offset[count]
//! DOBJ  u16 count; …
//! ```
//! Humongous games from 7.0 on have other names for the directories, a third array of sizes, and positions of rooms
//! (`docs/format/containers.md §5.2`):
//! ```text
//! DIRR (rooms) DIRI (their pictures) DIRS DIRN DIRC DIRF
//!            u16 count; u8 room[count]; u32 offset[count]; u32 size[count]
//! DIRM (images, from 7.2 on), DIRT (talkies, from 9.9 on): the same
//! DLFL  u16 count; u32 offset[count] of each room's first block in its file      DISK  u16 count; u8 disk[count]
//! RNAM  from 8.0 on { u16 room; name, 0 } until room 0
//! ```
//! v4 and v3 with 256 colours: small blocks (`docs/format/containers.md §6.1, §7.1`):
//! ```text
//! RN             as RNAM
//! 0R 0S 0N 0C    u16 count; count × { u8 lane; u32 offset }
//!                rooms (lane = disk), scripts, sounds, costumes (lane = room)
//! 0O             u16 count; count × { u24 class; u8 owner and state }   (PC-Engine: count × u24, count × u8)
//! ```
//! v3 with 16 colours and v2 (`docs/format/containers.md §7.2, §7.3`):
//! ```text
//! u16 0x0100 · u16 objects · objects × 4 bytes (v2: 1) · rooms, costumes, scripts, sounds:
//!                                               u8 count; u8 lane[count]; u16 offset[count]
//! ```
//! v1 and v0 (`docs/format/containers.md §7.4`): `u16 0x0A31` (for the C64 `0x0132`, for the NES `0x4643`) and the
//! same tables without counts; the game and its machine decide their lengths.
//!
//! **Note:** from v5 on directories are arrays ("lanes"), not records. The lane of `DROO` is the disk; that of the
//! others is the owning *room*, and their offsets count from the position in the data file's room table.

mod old;

use std::collections::{BTreeMap, BTreeSet};

use crate::Limits;
use crate::block::{Block, Tag};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::BlockHeaders;
use crate::kinds;
use crate::layout::{IndexLayout, List, Need, PlacedTable, Row, TableField};
use crate::{Error, Result};
use crate::{Problem, Severity};

pub use crate::layout::Kind;

/// Offset that marks a slot as empty, in addition to room 0.
const ABSENT: u32 = 0xffff_ffff;

/// One slot of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slot {
    /// The room that owns the block; 0 for an unused slot.
    pub room: u32,
    /// Distance from that room's `ROOM` block (in v8 from the `LFLF` around it) to the block, in bytes.
    pub offset: u32,
}

impl Slot {
    /// Whether the slot points to a block.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.room != 0 && self.offset != ABSENT
    }
}

/// The contents of an index file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// Names of rooms, by number.
    pub room_names: BTreeMap<u32, String>,
    /// The disk that each room is on, by room number; 0 if the room does not exist.
    pub disks: Vec<u8>,
    /// Script slots, by id.
    pub scripts: Vec<Slot>,
    /// Sound slots, by id.
    pub sounds: Vec<Slot>,
    /// Costume slots, by id.
    pub costumes: Vec<Slot>,
    /// Charset slots, by id.
    pub charsets: Vec<Slot>,
    /// Position of each room's blocks in its file, by room number; 0 for none. Empty if data files have these
    /// positions.
    pub room_starts: Vec<u32>,
    /// Rooms' own blocks, by room number. Empty if a room is the first of its blocks.
    pub room_blocks: Vec<Slot>,
    /// Rooms' pictures, by room number. Empty if they are inside the room.
    pub room_images: Vec<Slot>,
    /// Images (`AWIZ` and `MULT` blocks, Humongous from 7.2 on), by id.
    pub images: Vec<Slot>,
    /// Blocks of rooms' scripts (v8), by room number. Empty if scripts are inside the room.
    pub room_scripts: Vec<Slot>,
    /// Number of objects that `DOBJ` states.
    pub objects: u32,
    /// The state of each object when the game begins, by number; 0 is invisible.
    pub object_states: Vec<u8>,
    /// The table of objects, in an index of small blocks.
    small_objects: Vec<u8>,
    /// Names of objects, by number (v8).
    pub object_names: Vec<String>,
    /// The numbers of `MAXS`, as stored.
    pub maxima: Vec<u32>,
    /// The tables that were read, in the file's order. One that a later one replaces is here too.
    pub tables: Vec<PlacedTable>,
    /// Every block of the file, known or not.
    pub blocks: Vec<Block>,
    /// Problems of the index file.
    pub problems: Vec<Problem>,
}

impl Index {
    /// The numbers of the disks that rooms are on, upwards.
    pub(super) fn disk_numbers(&self) -> Vec<u8> {
        (1..=u8::MAX).filter(|number| self.disks.contains(number)).collect()
    }

    /// The slots of one kind, by id.
    #[must_use]
    pub fn slots(&self, kind: Kind) -> &[Slot] {
        match kind {
            Kind::Script => &self.scripts,
            Kind::Sound => &self.sounds,
            Kind::Costume => &self.costumes,
            Kind::Charset => &self.charsets,
        }
    }

    /// Reads a decrypted index file.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), naming the block, if a directory is shorter than its
    /// count; [`ErrorKind::BadValue`](crate::ErrorKind::BadValue) without a directory of rooms or of costumes, or
    /// with another magic number. Other problems are in [`Index::problems`].
    pub fn read(data: Bytes<'_>, layout: &IndexLayout, limits: &Limits) -> Result<Self> {
        if layout.headers != BlockHeaders::Tagged {
            kinds::old()?;
        }
        if layout.headers == BlockHeaders::Bare {
            return Self::read_bare(data, layout);
        }
        let (blocks, _) = layout.blocks(data, limits);
        let mut index = Self { problems: blocks.problems, ..Self::default() };
        let mut seen: BTreeSet<Tag> = BTreeSet::new();
        let mut replaced = BTreeSet::new();
        for block in &blocks.list {
            let first = seen.insert(block.tag);
            index.blocks.push(*block);
            let meant = layout.table_in(block.tag).map_or(block.tag, |table| table.tag());
            if meant != block.tag {
                let text =
                    format!("the name that Humongous games have for {}; read as that", tag_text(&meant));
                index.report(Severity::Odd, block, &text);
                seen.insert(meant);
            }
            let known = index
                .read_block(&Block { tag: meant, ..*block }, block.payload(data)?, layout)
                .map_err(|error| error.in_block(block.name().trim_end()))?;
            if !known && first {
                index.report(Severity::Note, block, "not known, skipped");
            } else if known && !first && replaced.insert(block.tag) {
                index.report(Severity::Odd, block, "a further block of this kind: the last one counts");
            }
        }
        index.look_for_missing(&seen, layout, data)?;
        index.place_rooms();
        index.compare_with_maxima(layout);
        Ok(index)
    }

    /// Reads a block. Returns false if it is unknown.
    fn read_block(&mut self, block: &Block, payload: Bytes<'_>, layout: &IndexLayout) -> Result<bool> {
        if let Some(form) = layout.names(block.tag) {
            let (names, broken) = form.read(payload);
            self.room_names = names;
            if let Some(at) = broken {
                let text = "the list of room names does not end with room 0";
                let name = block.name();
                self.problems.push(Problem::new(Severity::Odd, name.trim_end(), Some(at), text));
            }
            return Ok(true);
        }
        if let Some(form) = layout.maxima.filter(|_| block.tag == *b"MAXS") {
            self.maxima = IndexLayout::read_maxima(form, payload);
            return Ok(true);
        }
        let Some(table) = layout.table_in(block.tag) else {
            return Ok(layout.skipped.iter().any(|name| name.as_bytes() == block.tag));
        };
        let (mut placed, rows) = match table.list {
            // Tables of objects may be cut. Without their numbers talkies are of no use.
            List::Objects => {
                let placed = table.place(payload, 0)?;
                (placed, placed.rows(payload).collect())
            }
            List::Talkies => match table.read(payload, 0) {
                Ok(found) => found,
                Err(_) => return Ok(true),
            },
            _ => table.read(payload, 0)?,
        };
        let left = block.end().saturating_sub(placed.end());
        let is_directory = table.has(TableField::Room) && table.has(TableField::Offset);
        if left > 0 && is_directory && layout.headers == BlockHeaders::Tagged {
            let text = format!("{left} bytes are left over after {} slots", placed.rows);
            self.report(Severity::Odd, block, &text);
        }
        if table.list == List::Objects && layout.headers == BlockHeaders::Small {
            self.small_objects = payload.as_slice().to_vec();
        }
        placed.block = Some(*block);
        self.take(placed, rows);
        Ok(true)
    }

    /// Takes what a table says.
    fn take(&mut self, placed: PlacedTable, rows: Vec<Row>) {
        self.tables.push(placed);
        let slots = || rows.iter().map(|row| Slot { room: row.room.into(), offset: row.offset }).collect();
        let rooms = || rows.iter().map(|row| row.room).collect();
        match placed.table.list {
            List::Of(Kind::Script) => self.scripts = slots(),
            List::Of(Kind::Sound) => self.sounds = slots(),
            List::Of(Kind::Costume) => self.costumes = slots(),
            List::Of(Kind::Charset) => self.charsets = slots(),
            List::Rooms | List::Disks => self.disks = rooms(),
            List::RoomStarts => self.room_starts = rows.iter().map(|row| row.offset).collect(),
            List::RoomBlocks => self.room_blocks = slots(),
            List::RoomImages => self.room_images = slots(),
            List::RoomScripts => self.room_scripts = slots(),
            List::Images => self.images = slots(),
            List::Talkies => {}
            List::Objects => {
                self.objects = placed.rows;
                self.object_states = rows.iter().map(|row| row.state).collect();
                if placed.table.has(TableField::Name) {
                    self.object_names = rows.into_iter().map(|row| row.name).collect();
                }
            }
        }
    }

    fn look_for_missing(
        &mut self,
        seen: &BTreeSet<Tag>,
        layout: &IndexLayout,
        data: Bytes<'_>,
    ) -> Result<()> {
        for table in layout.tables.iter().filter(|table| !seen.contains(&table.tag())) {
            match table.need {
                Need::Optional => {}
                Need::Required => {
                    let end = data.base().saturating_add(data.len() as u64);
                    return Err(Error::bad("index", end, format!("it has no {} block", table.name)));
                }
                Need::Expected if table.list == List::Rooms => {
                    self.disks = self.rooms_spoken_of();
                    let text =
                        "this block is missing; every room that something else names is looked for on disk 1";
                    self.problems.push(Problem::new(Severity::Odd, table.name, None, text));
                }
                Need::Expected => self.report_missing(table.name),
            }
        }
        if layout.maxima.is_some() && !seen.contains(b"MAXS") {
            self.report_missing("MAXS");
        }
        Ok(())
    }

    fn report_missing(&mut self, name: &str) {
        self.problems.push(Problem::new(Severity::Odd, name, None, "this block is missing"));
    }

    fn report(&mut self, severity: Severity, block: &Block, text: &str) {
        self.problems.push(Problem::new(severity, block.name().trim_end(), Some(block.offset), text));
    }

    /// Disk 1 for each room that has a name or owns something, for indexes without a directory of rooms.
    fn rooms_spoken_of(&self) -> Vec<u8> {
        let owners = Kind::ALL.into_iter().flat_map(|kind| self.slots(kind)).filter(|slot| slot.is_used());
        let mut disks = vec![0; 1 + usize::from(u8::MAX)];
        for room in
            owners.map(|slot| slot.room).chain(self.room_names.keys().copied()).filter(|room| *room != 0)
        {
            if let Some(disk) = usize::try_from(room).ok().and_then(|room| disks.get_mut(room)) {
                *disk = 1;
            }
        }
        disks
    }

    /// Places the rooms of Humongous games: a room exists if it has a position; without `DISK`, it is on the first
    /// disk.
    fn place_rooms(&mut self) {
        if self.room_starts.is_empty() {
            return;
        }
        if self.disks.is_empty() {
            self.disks = vec![1; self.room_starts.len()];
        }
        self.disks.resize(self.room_starts.len(), 0);
        for (disk, start) in self.disks.iter_mut().zip(&self.room_starts) {
            if *start == 0 {
                *disk = 0;
            }
        }
    }

    /// Reports directories whose lengths differ from `MAXS`, by which an interpreter allocates memory.
    fn compare_with_maxima(&mut self, layout: &IndexLayout) {
        for (list, stated) in layout.counted_lists().zip(&self.maxima) {
            let Some(list) = list else { continue };
            let count = match list {
                List::Rooms => self.disks.len(),
                List::RoomBlocks => self.room_blocks.len(),
                List::Of(kind) => self.slots(kind).len(),
                _ => continue,
            };
            if let Some(table) = layout.table(list).filter(|_| *stated as usize != count) {
                let text = format!("it has {count} slots, MAXS says {stated}");
                self.problems.push(Problem::new(Severity::Note, table.name, None, text));
            }
        }
    }
}

#[cfg(test)]
mod tests;
