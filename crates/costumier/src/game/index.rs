//! The index file of v5 and later: which rooms, scripts, sounds, costumes and charsets a game has, and where.
//!
//! Blocks side by side, in any order (`reference/01 §4.2, §8`); counts have 32 bits in v8:
//! ```text
//! RNAM  { u8 room; 9 bytes name, each XOR 0xFF, NUL padded } until room 0
//! MAXS  u16 × 9 (v5) or × 15 (v6, v7), u32 × 17 (v8): how many of everything; from v7 on behind 100 bytes of text
//! DROO DSCR DSOU DCOS DCHR, DRSC (v8)   u16 count; u8 lane[count]; u32 offset[count]
//! DOBJ  u16 count; …
//! ```
//! Humongous games from 7.0 on call the directories otherwise, add a lane of sizes, and say where rooms are
//! (`reference/01 §5.2`):
//! ```text
//! DIRR (rooms) DIRI (their pictures) DIRS DIRN DIRC DIRF
//!            u16 count; u8 room[count]; u32 offset[count]; u32 size[count]
//! DLFL  u16 count; u32 offset[count] of each room's first block in its file      DISK  u16 count; u8 disk[count]
//! RNAM  from 8.0 on { u16 room; name, 0 } until room 0
//! ```
//! What surprises: directories are two lanes, not records. The lane of `DROO` is the disk; the others' lane
//! is the owning *room*, and their offset counts from where the room table of the data file points.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::{BTreeMap, BTreeSet};

use crate::block::{Block, Tag, blocks_in};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::{Directories, DiskRules, Maxima, Objects};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::problem::{Problem, Severity};

/// Offset that marks a slot as empty, beside room 0.
const ABSENT: u32 = 0xffff_ffff;

/// What a directory lists, other than rooms.
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
    /// All four.
    pub const ALL: [Self; 4] = [Self::Script, Self::Sound, Self::Costume, Self::Charset];

    /// Tag of its directory in the index.
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

    /// What it is called: `costume`.
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
    /// From that room's `ROOM` block to the block, in bytes; in v8 from the `LFLF` around it.
    pub offset: u32,
}

impl Slot {
    /// Whether the slot points at something.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.room != 0 && self.offset != ABSENT
    }
}

/// Bytes of an object's name in v8, and of its record: name, state, room, class.
const OBJECT_NAME: usize = 40;
const NAMED_OBJECT: usize = OBJECT_NAME + 1 + 1 + 4;

/// What an index file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Index {
    /// Names of rooms, by number.
    pub room_names: BTreeMap<u32, String>,
    /// The disk that each room is on, by room number; 0 where the room does not exist.
    pub disks: Vec<u8>,
    /// Script slots, by id.
    pub scripts: Vec<Slot>,
    /// Sound slots, by id.
    pub sounds: Vec<Slot>,
    /// Costume slots, by id.
    pub costumes: Vec<Slot>,
    /// Charset slots, by id.
    pub charsets: Vec<Slot>,
    /// Where each room's blocks begin in its file, by room number; 0 for none. Empty where data files say so
    /// themselves.
    pub room_starts: Vec<u32>,
    /// Rooms' own blocks, by room number. Empty where a room is the first of its blocks.
    pub room_blocks: Vec<Slot>,
    /// Rooms' pictures, by room number. Empty where they lie inside the room.
    pub room_images: Vec<Slot>,
    /// Images (`AWIZ` and `MULT` blocks, Humongous from 7.2 on), by id.
    pub images: Vec<Slot>,
    /// Blocks of rooms' scripts (v8), by room number. Empty where scripts lie inside the room.
    pub room_scripts: Vec<Slot>,
    /// Number of objects that `DOBJ` states.
    pub objects: u32,
    /// The state of each object when the game begins, by number; 0 is not there.
    pub object_states: Vec<u8>,
    /// Names of objects, by number (v8).
    pub object_names: Vec<String>,
    /// The numbers of `MAXS`, as they stand.
    pub maxima: Vec<u32>,
    /// Every block of the file, known or not.
    pub blocks: Vec<Block>,
    /// What is odd about it.
    pub problems: Vec<Problem>,
}

impl Index {
    /// The slots of one kind.
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
    /// Truncated, naming the block, when a directory is shorter than its count; a bad value when there is no
    /// room or no costume directory. Everything else that is odd is reported in [`Index::problems`].
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

    /// An interpreter makes room for as many as `MAXS` says; the directories should agree with it.
    fn compare_with_maxima(&mut self, rules: &DiskRules) {
        let counts = |fields: &[(usize, &str, usize)]| -> Vec<Problem> {
            let wrong = fields.iter().filter_map(|(field, tag, count)| {
                let stated = usize::try_from(*self.maxima.get(*field)?).unwrap_or(usize::MAX);
                let text = format!("it has {count} slots, MAXS says {stated}");
                (stated != *count).then(|| Problem::new(Severity::Note, *tag, None, text))
            });
            wrong.collect()
        };
        let [rooms, scripts, sounds, charsets, costumes] = [
            self.disks.len(),
            self.scripts.len(),
            self.sounds.len(),
            self.charsets.len(),
            self.costumes.len(),
        ];
        let problems = match rules.maxima {
            _ if rules.directories == Directories::Humongous => counts(&[
                (9, "DIRR", self.room_blocks.len()),
                (10, "DIRS", scripts),
                (11, "DIRN", sounds),
                (12, "DIRF", charsets),
                (13, "DIRC", costumes),
            ]),
            Maxima::V5 => counts(&[(5, "DCHR", charsets)]),
            Maxima::V6 => counts(&[
                (9, "DROO", rooms),
                (10, "DSCR", scripts),
                (11, "DSOU", sounds),
                (12, "DCHR", charsets),
                (13, "DCOS", costumes),
            ]),
            Maxima::V7 => counts(&[
                (10, "DROO", rooms),
                (11, "DSCR", scripts),
                (12, "DSOU", sounds),
                (13, "DCHR", charsets),
                (14, "DCOS", costumes),
            ]),
            Maxima::V8 => counts(&[
                (3, "DSCR", scripts),
                (4, "DSOU", sounds),
                (5, "DCHR", charsets),
                (6, "DCOS", costumes),
                (7, "DROO", rooms),
            ]),
            Maxima::He72 | Maxima::He90 | Maxima::He99 => Vec::new(),
        };
        self.problems.extend(problems);
    }

    /// False where the block is not known.
    fn read_block(&mut self, block: &Block, payload: Bytes<'_>, rules: &DiskRules) -> Result<bool> {
        match &block.tag {
            b"RNAM" => {
                let broken =
                    if rules.long_names { self.read_long_names(payload) } else { self.read_names(payload) };
                if let Some(at) = broken {
                    self.problems.push(Problem::new(
                        Severity::Odd,
                        "RNAM",
                        Some(at),
                        "the list of room names does not end with room 0",
                    ));
                }
            }
            b"MAXS" => {
                let numbers = payload.as_slice().get(rules.maxima.text()..).unwrap_or_default();
                self.maxima = match rules.maxima.width() {
                    2 => numbers.as_chunks().0.iter().map(|n| u16::from_le_bytes(*n).into()).collect(),
                    _ => numbers.as_chunks().0.iter().map(|n| u32::from_le_bytes(*n)).collect(),
                };
            }
            b"DROO" => {
                let rooms = read_lanes(payload, rules)?;
                self.disks = rooms.iter().map(|(disk, _)| *disk).collect();
                self.report_tail(block, payload, rooms.len(), rules);
            }
            b"DOBJ" => {
                self.objects = count(payload, "number of objects", rules)?;
                self.read_objects(payload, rules);
            }
            b"AARY" | b"ANAM" => {}
            b"DRSC" if rules.room_scripts => {
                let lanes = read_lanes(payload, rules)?;
                self.room_scripts =
                    lanes.into_iter().map(|(room, offset)| Slot { room: u32::from(room), offset }).collect();
            }
            tag if rules.directories == Directories::Humongous && !is_kind(tag, rules) => {
                return self.read_humongous(block, payload, rules);
            }
            _ => {
                let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.tag(rules.directories) == block.tag)
                else {
                    return Ok(false);
                };
                let slots: Vec<Slot> = read_lanes(payload, rules)?
                    .into_iter()
                    .map(|(room, offset)| Slot { room: u32::from(room), offset })
                    .collect();
                self.report_tail(block, payload, slots.len(), rules);
                match kind {
                    Kind::Script => self.scripts = slots,
                    Kind::Sound => self.sounds = slots,
                    Kind::Costume => self.costumes = slots,
                    Kind::Charset => self.charsets = slots,
                }
            }
        }
        Ok(true)
    }

    /// States of objects; those of a table that is cut are 0.
    fn read_objects(&mut self, payload: Bytes<'_>, rules: &DiskRules) {
        let number = usize::try_from(self.objects).unwrap_or(usize::MAX);
        let table = payload.as_slice().get(rules.count_width()..).unwrap_or_default();
        let lane = table.iter().take(number);
        self.object_states = match rules.objects {
            Objects::Packed => lane.map(|byte| byte >> 4).collect(),
            Objects::StateRoom | Objects::StateOwnerRoom => lane.copied().collect(),
            Objects::Named => {
                let records = table.as_chunks::<NAMED_OBJECT>().0.iter().take(number);
                let read = records.map(|record| {
                    let (name, rest) = record.split_at(OBJECT_NAME);
                    let letters = name.iter().copied().take_while(|byte| *byte != 0);
                    (letters.map(char::from).collect(), rest.first().copied().unwrap_or(0))
                });
                let (names, states) = read.unzip();
                self.object_names = names;
                states
            }
        };
    }

    /// Blocks that only Humongous games have. False where it is not known.
    fn read_humongous(&mut self, block: &Block, payload: Bytes<'_>, rules: &DiskRules) -> Result<bool> {
        let slots = |lanes: Vec<(u8, u32)>| -> Vec<Slot> {
            lanes.into_iter().map(|(room, offset)| Slot { room: u32::from(room), offset }).collect()
        };
        match &block.tag {
            b"DLFL" => {
                let rooms = usize::from(payload.u16(0, "number of rooms")?);
                let starts = payload.slice(2, rooms * 4, "rooms' places")?;
                self.room_starts = starts.as_chunks().0.iter().map(|at| u32::from_le_bytes(*at)).collect();
            }
            b"DISK" => {
                let rooms = usize::from(payload.u16(0, "number of rooms")?);
                self.disks = payload.slice(2, rooms, "rooms' disks")?.to_vec();
            }
            b"DIRR" => {
                self.room_blocks = slots(read_lanes(payload, rules)?);
                self.report_tail(block, payload, self.room_blocks.len(), rules);
            }
            b"DIRI" => {
                self.room_images = slots(read_lanes(payload, rules)?);
                self.report_tail(block, payload, self.room_images.len(), rules);
            }
            b"DIRM" => {
                self.images = slots(read_lanes(payload, rules)?);
                self.report_tail(block, payload, self.images.len(), rules);
            }
            b"DIRT" | b"SVER" | b"INIB" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Disk 1 for each room that has a name or owns something, where no directory says which rooms there are.
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

    /// In Humongous games a room exists where it has a place; without `DISK`, on the first disk.
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

    /// As [`Index::read_names`], for names of any length.
    fn read_long_names(&mut self, payload: Bytes<'_>) -> Option<u64> {
        self.room_names.clear();
        let mut at = 0;
        loop {
            let offset = payload.base().saturating_add(at as u64);
            let Ok(room) = payload.u16(at, "room number") else { return Some(offset) };
            if room == 0 {
                return None;
            }
            let rest = payload.as_slice().get(at.saturating_add(2)..).unwrap_or_default();
            let Some(length) = rest.iter().position(|byte| *byte == 0) else { return Some(offset) };
            let name = rest.iter().take(length).copied().map(printable).collect();
            self.room_names.insert(u32::from(room), name);
            at = at.saturating_add(length).saturating_add(3);
        }
    }

    /// Where the list of names broke off, if it did.
    pub(super) fn read_names(&mut self, payload: Bytes<'_>) -> Option<u64> {
        self.room_names.clear();
        let mut at = 0;
        loop {
            let offset = payload.base().saturating_add(at as u64);
            let Ok(room) = payload.u8(at, "room number") else { return Some(offset) };
            if room == 0 {
                return None;
            }
            let Ok(hidden) = payload.slice(at.saturating_add(1), 9, "room name") else { return Some(offset) };
            let name: String =
                hidden.iter().map(|byte| byte ^ 0xff).take_while(|byte| *byte != 0).map(printable).collect();
            self.room_names.insert(u32::from(room), name);
            at = at.saturating_add(10);
        }
    }

    fn report_tail(&mut self, block: &Block, payload: Bytes<'_>, count: usize, rules: &DiskRules) {
        let lanes = if rules.directories == Directories::Humongous { 9 } else { 5 };
        let used = count.saturating_mul(lanes).saturating_add(rules.count_width());
        if let Some(left) = payload.len().checked_sub(used).filter(|left| *left > 0) {
            self.report(Severity::Odd, block, &format!("{left} bytes are left over after {count} slots"));
        }
    }

    fn report(&mut self, severity: Severity, block: &Block, text: &str) {
        self.problems.push(Problem::new(severity, block.name(), Some(block.offset), text));
    }
}

/// A name's byte as a character: names are DOS text, of which only ASCII is certain.
fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '\u{fffd}' }
}

/// The tag of v5 to v8 for a directory under its Humongous name: the interpreter takes both names in every
/// game.
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

fn is_kind(tag: &Tag, rules: &DiskRules) -> bool {
    Kind::ALL.into_iter().any(|kind| kind.tag(rules.directories) == *tag)
}

fn count(payload: Bytes<'_>, what: &str, rules: &DiskRules) -> Result<u32> {
    if rules.wide { payload.u32(0, what) } else { payload.u16(0, what).map(u32::from) }
}

fn read_lanes(payload: Bytes<'_>, rules: &DiskRules) -> Result<Vec<(u8, u32)>> {
    // A count that memory cannot hold is larger than any block, and refused as such.
    let slots = usize::try_from(count(payload, "number of slots", rules)?).unwrap_or(usize::MAX);
    let first = rules.count_width();
    let lane = payload.slice(first, slots, "directory's first lane")?;
    let offsets =
        payload.slice(first.saturating_add(slots), slots.saturating_mul(4), "directory's offsets")?;
    let offsets = offsets.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    if rules.directories == Directories::Humongous {
        payload.slice(
            first.saturating_add(slots.saturating_mul(5)),
            slots.saturating_mul(4),
            "directory's sizes",
        )?;
    }
    Ok(lane.iter().copied().zip(offsets).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    /// `reference/01 §13`.
    const DCOS: [u8; 25] = [
        0x44, 0x43, 0x4f, 0x53, 0, 0, 0, 0x19, 3, 0, // DCOS, size 25, 3 slots
        0, 0, 0x0a, // rooms
        0, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, // offsets
    ];
    const DROO: [u8; 15] = [b'D', b'R', b'O', b'O', 0, 0, 0, 15, 1, 0, 1, 0, 0, 0, 0];

    fn read(data: &[u8]) -> Result<Index> {
        Index::read(Bytes::new(data), &DiskRules::V6, &Limits::default())
    }

    #[test]
    fn without_a_directory_of_rooms_they_are_looked_for_on_disk_1() {
        let index = read(&DCOS).unwrap();
        assert_eq!((index.disks[10], index.disks[9], index.costumes[2].room), (1, 0, 10));
        let told: Vec<_> = index.problems.iter().map(|problem| problem.path.as_str()).collect();
        assert!(told.contains(&"DROO"), "{told:?}");
    }

    #[test]
    fn directories_with_humongous_names_are_read_as_what_they_are() {
        let mut data = [DCOS.as_slice(), &DROO].concat();
        data[..4].copy_from_slice(b"DIRC");
        data[25..29].copy_from_slice(b"DIRR");
        let (index, usual) = (read(&data).unwrap(), read(&[DCOS.as_slice(), &DROO].concat()).unwrap());
        assert_eq!((&index.costumes, &index.disks), (&usual.costumes, &usual.disks));
        let odd: Vec<_> = index.problems.iter().filter(|problem| problem.at.is_some()).collect();
        assert!(
            odd.iter().any(|problem| problem.path == "DIRC" && problem.severity == Severity::Odd),
            "{odd:?}"
        );
    }

    #[test]
    fn directories_are_lanes() {
        let index = read(&[DCOS.as_slice(), &DROO].concat()).unwrap();
        assert_eq!(index.costumes.len(), 3);
        assert_eq!(index.costumes[2], Slot { room: 10, offset: 0x1234 });
        assert!(index.costumes[2].is_used() && !index.costumes[1].is_used());
        assert_eq!(index.disks, [1]);
        let missing: Vec<_> = index.problems.iter().map(|problem| problem.path.as_str()).collect();
        assert_eq!(missing, ["DSCR", "DSOU", "DCHR", "DOBJ", "MAXS"]);
    }

    #[test]
    fn room_names_are_hidden_a_second_time() {
        let mut names = b"RNAM\0\0\0\x13".to_vec();
        names.push(10);
        names.extend(b"harbour\0\0".iter().map(|byte| byte ^ 0xff));
        names.push(0);
        let index = read(&[names.as_slice(), &DROO, &DCOS].concat()).unwrap();
        assert_eq!(index.room_names, BTreeMap::from([(10, "harbour".to_owned())]));
        names.pop();
        names[7] = 0x12;
        let index = read(&[names.as_slice(), &DROO, &DCOS].concat()).unwrap();
        assert_eq!(index.room_names.len(), 1);
        assert!(index.problems.iter().any(|problem| problem.path == "RNAM" && problem.at == Some(18)));
    }

    #[test]
    fn a_count_beyond_the_block_is_an_error_that_names_it() {
        let mut data = [DCOS.as_slice(), &DROO].concat();
        data[8] = 4;
        let error = read(&data).unwrap_err();
        assert_eq!(error.block(), Some("DCOS"));
        assert_eq!(error.kind(), &ErrorKind::Truncated { needed: 16, available: 11 });
        assert_eq!(error.offset(), Some(14));
    }

    #[test]
    fn unknown_and_double_blocks_are_reported() {
        let data = [DROO.as_slice(), b"WHAT\0\0\0\x09x", &DCOS, &DROO].concat();
        let index = read(&data).unwrap();
        let found: Vec<_> =
            index.problems.iter().map(|problem| (problem.path.as_str(), problem.at)).collect();
        assert_eq!(found[..2], [("WHAT", Some(15)), ("DROO", Some(49))]);
    }

    #[test]
    fn the_maxima_are_held_against_the_directories() {
        let mut maxima = b"MAXS\0\0\0\x26".to_vec();
        maxima.extend([0; 18]);
        maxima.extend([1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0]);
        let index = read(&[maxima.as_slice(), &DROO, &DCOS].concat()).unwrap();
        let last = index.problems.last().unwrap();
        assert_eq!((last.path.as_str(), last.text.as_str()), ("DCOS", "it has 3 slots, MAXS says 9"));
        assert_eq!(index.problems.iter().filter(|problem| problem.text.contains("MAXS says")).count(), 1);
    }

    #[test]
    fn a_cut_index_is_an_error() {
        let data = [DROO.as_slice(), &DCOS].concat();
        for len in 0..data.len() {
            assert!(read(&data[..len]).is_err(), "{len}");
        }
    }
}
