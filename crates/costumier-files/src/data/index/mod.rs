//! The index file of v5 and later: the rooms, scripts, sounds, costumes and charsets of a game, with their
//! positions.
//!
//! Successive blocks, in any order (`docs/format/containers.md §4.2, §8`); counts have 32 bits in v8:
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
//! **Note:** directories are two arrays ("lanes"), not records. The lane of `DROO` is the disk; that of the others
//! is the owning *room*, and their offsets count from the position in the data file's room table.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod directories;
mod maxima;

use std::collections::{BTreeMap, BTreeSet};

use crate::Limits;
use crate::block::{Block, Tag, blocks_in};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::{Directories, DiskRules};
use crate::{Error, Result};
use crate::{Problem, Severity};

/// Offset that marks a slot as empty, in addition to room 0.
const ABSENT: u32 = 0xffff_ffff;

/// The kind of things that a directory lists, other than rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `SCRP` blocks, from `DSCR`.
    Script,
    /// `SOUN` blocks, from `DSOU`.
    Sound,
    /// `COST` blocks, from `DCOS`.
    Costume,
    /// `CHAR` blocks, from `DCHR`.
    Charset,
}

impl Kind {
    /// All four kinds, in a fixed order.
    pub const ALL: [Self; 4] = [Self::Script, Self::Sound, Self::Costume, Self::Charset];

    /// Tag of the kind's directory in the index.
    #[must_use]
    pub fn tag(self, directories: Directories) -> Tag {
        match (directories, self) {
            (Directories::Classic, Self::Script) => *b"DSCR",
            (Directories::Classic, Self::Sound) => *b"DSOU",
            (Directories::Classic, Self::Costume) => *b"DCOS",
            (Directories::Classic, Self::Charset) => *b"DCHR",
            (Directories::Humongous, Self::Script) => *b"DIRS",
            (Directories::Humongous, Self::Sound) => *b"DIRN",
            (Directories::Humongous, Self::Costume) => *b"DIRC",
            (Directories::Humongous, Self::Charset) => *b"DIRF",
        }
    }

    /// The kind's name, such as `costume`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Sound => "sound",
            Self::Costume => "costume",
            Self::Charset => "charset",
        }
    }
}

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
    /// The table of objects behind its count, in an index of small blocks.
    pub(crate) small_objects: Vec<u8>,
    /// Names of objects, by number (v8).
    pub object_names: Vec<String>,
    /// The numbers of `MAXS`, as stored.
    pub maxima: Vec<u32>,
    /// Every block of the file, known or not.
    pub blocks: Vec<Block>,
    /// Problems of the index file.
    pub problems: Vec<Problem>,
}

impl Index {
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
    /// count; [`ErrorKind::BadValue`](crate::ErrorKind::BadValue) without a directory of rooms or of costumes.
    /// Other problems are in [`Index::problems`].
    pub fn read(data: Bytes<'_>, rules: &DiskRules, limits: &Limits) -> Result<Self> {
        let blocks = blocks_in(data, limits);
        let mut index = Self { problems: blocks.problems, ..Self::default() };
        let mut seen: BTreeSet<Tag> = BTreeSet::new();
        let mut replaced = BTreeSet::new();
        for block in &blocks.list {
            let first = seen.insert(block.tag);
            index.blocks.push(*block);
            let meant = classic_tag(block.tag, rules);
            if meant != block.tag {
                let text =
                    format!("the name that Humongous games have for {}; read as that", tag_text(&meant));
                index.report(Severity::Odd, block, &text);
                seen.insert(meant);
            }
            let known = index
                .read_block(&Block { tag: meant, ..*block }, block.payload(data)?, rules)
                .map_err(|e| e.in_block(block.name()))?;
            if !known && first {
                index.report(Severity::Note, block, "not known, skipped");
            } else if known && !first && replaced.insert(block.tag) {
                index.report(Severity::Odd, block, "a further block of this kind: the last one counts");
            }
        }
        let wanted: [(&Tag, bool); 7] = match rules.directories {
            Directories::Classic => [
                (b"DROO", false),
                (b"DCOS", true),
                (b"DSCR", false),
                (b"DSOU", false),
                (b"DCHR", false),
                (b"DOBJ", false),
                (b"MAXS", false),
            ],
            Directories::Humongous => [
                (b"DLFL", true),
                (b"DIRR", true),
                (b"DIRC", true),
                (b"DISK", false),
                (b"DIRI", false),
                (b"DOBJ", false),
                (b"MAXS", false),
            ],
        };
        for (tag, needed) in wanted {
            // Only later games have more than one disk.
            if seen.contains(tag) || (tag == b"DISK" && !rules.disk_lane) {
                continue;
            }
            let name = tag_text(tag);
            if needed {
                let end = data.base().saturating_add(data.len() as u64);
                return Err(Error::bad("index", end, format!("it has no {name} block")));
            }
            let text = if tag == b"DROO" {
                index.disks = index.rooms_spoken_of();
                "this block is missing; every room that something else names is looked for on disk 1"
            } else {
                "this block is missing"
            };
            index.problems.push(Problem::new(Severity::Odd, name, None, text));
        }
        index.place_rooms();
        index.compare_with_maxima(rules);
        Ok(index)
    }

    fn report(&mut self, severity: Severity, block: &Block, text: &str) {
        self.problems.push(Problem::new(severity, block.name(), Some(block.offset), text));
    }
}

/// The tag of v5 to v8 for a directory with a Humongous name: the interpreter accepts both names in every game.
fn classic_tag(tag: Tag, rules: &DiskRules) -> Tag {
    if rules.directories == Directories::Humongous {
        return tag;
    }
    match &tag {
        b"DIRR" => *b"DROO",
        _ => {
            let kind = Kind::ALL.into_iter().find(|kind| kind.tag(Directories::Humongous) == tag);
            kind.map_or(tag, |kind| kind.tag(Directories::Classic))
        }
    }
}

#[cfg(test)]
mod tests;
