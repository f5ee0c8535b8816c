//! The blocks of an index: directories, names of rooms, objects, positions of rooms.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{Index, Kind, Slot};
use crate::Result;
use crate::block::{Block, Tag};
use crate::bytes::Bytes;
use crate::dialect::{Directories, DiskRules, Objects};
use crate::{Problem, Severity};

/// Bytes of an object's name in v8, and of its record: name, state, room, class.
const OBJECT_NAME: usize = 40;
const NAMED_OBJECT: usize = OBJECT_NAME + 1 + 1 + 4;

impl Index {
    /// Reads a block of an index. Returns false if the block is unknown.
    pub(super) fn read_block(
        &mut self,
        block: &Block,
        payload: Bytes<'_>,
        rules: &DiskRules,
    ) -> Result<bool> {
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

    /// Reads the states of objects; those of a table that is cut are 0.
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

    /// Reads a block that only Humongous games have. Returns false if it is unknown.
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

    /// Disk 1 for each room that has a name or owns something, for indexes without a directory of rooms.
    pub(super) fn rooms_spoken_of(&self) -> Vec<u8> {
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
    pub(super) fn place_rooms(&mut self) {
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

    /// Reads names of any length, like [`Index::read_names`].
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

    /// Reads the room names. Returns the offset where the list breaks off, if it does.
    pub(in crate::data) fn read_names(&mut self, payload: Bytes<'_>) -> Option<u64> {
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
}

/// A name's byte as a character. Names are DOS text, of which only ASCII is certain.
fn printable(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '\u{fffd}' }
}

fn is_kind(tag: &Tag, rules: &DiskRules) -> bool {
    Kind::ALL.into_iter().any(|kind| kind.tag(rules.directories) == *tag)
}

fn count(payload: Bytes<'_>, what: &str, rules: &DiskRules) -> Result<u32> {
    if rules.wide { payload.u32(0, what) } else { payload.u16(0, what).map(u32::from) }
}

fn read_lanes(payload: Bytes<'_>, rules: &DiskRules) -> Result<Vec<(u8, u32)>> {
    // A count that memory cannot hold is larger than any block, and is refused as such.
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
