//! The index files of v0 to v4.
//!
//! v4 and v3 with 256 colours (`000.LFL`, `00.LFL`), small blocks in any order
//! (`docs/format/containers.md §6.1, §7.1`):
//! ```text
//! RN             { u8 room; 9 bytes name, each XOR 0xFF } until room 0
//! 0R 0S 0N 0C    u16 count; count × { u8 lane; u32 offset }
//!                rooms (lane = disk), scripts, sounds, costumes (lane = room)
//! 0O             u16 count; count × { u24 class; u8 owner and state }   (PC-Engine: count × u24, count × u8)
//! ```
//! v3 with 16 colours and v2 (`00.LFL`, `docs/format/containers.md §7.2, §7.3`):
//! ```text
//! u16 0x0100 · u16 objects · objects × 4 bytes (v2: 1) · rooms, costumes, scripts, sounds:
//!                                               u8 count; u8 lane[count]; u16 offset[count]
//! ```
//! v1 and v0 (`00.LFL`, `docs/format/containers.md §7.4`): `u16 0x0A31` (for the C64 `0x0132`, for the NES
//! `0x4643`) and the same tables without counts; the game and its machine decide their lengths.
//!
//! Behind `0O`, Indiana Jones 3 for the FM-TOWNS has 32 bytes more than that block's size says.
//!
//! **Note:** v4's directories are records, while v5's are arrays. v2 and v3 with 16 colours have the same magic
//! number; they differ only in whether the tables end where the file does.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::index::{Index, Slot};
use crate::Limits;
use crate::block::{Block, Blocks, small_blocks_in};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::{OldTables, V1Game};
use crate::kinds;
use crate::{Error, Result};
use crate::{Problem, Severity};

/// The magic number of v2 and v3 with 16 colours.
pub const MAGIC: u16 = 0x0100;

/// The magic number of v1 for PC.
pub const MAGIC_V1: u16 = 0x0A31;

/// The magic number of extracted files of games for the C64. The first disk itself has [`MAGIC_V1`].
pub const MAGIC_C64: u16 = 0x0132;

/// Tags of blocks of an index of v3 with 256 colours or v4.
pub(super) const SMALL_TAGS: [&[u8; 2]; 6] = [b"RN", b"0R", b"0S", b"0N", b"0C", b"0O"];

/// Number of bytes behind the objects of Indiana Jones 3 for the FM-TOWNS.
pub(super) const TOWNS_TAIL: usize = 32;

/// The magic number of extracted files of Maniac Mansion for the NES.
pub const MAGIC_NES: u16 = 0x4643;

/// A 16-bit offset that marks a slot as empty.
const ABSENT: u16 = 0xFFFF;

impl Index {
    /// Reads the index of v4, or of v3 with 256 colours.
    ///
    /// # Errors
    /// The errors of [`Index::read`].
    pub(crate) fn read_small(data: Bytes<'_>, limits: &Limits) -> Result<Self> {
        kinds::old()?;
        let (blocks, _) = Self::small_blocks(data, limits);
        let mut index = Self { problems: blocks.problems, ..Self::default() };
        let mut seen = [false; 2];
        for block in &blocks.list {
            let name = tag_text(&block.tag);
            index.blocks.push(*block);
            let payload = block.payload(data)?;
            let known =
                index.read_small_block(block, payload).map_err(|error| error.in_block(name.trim_end()))?;
            if !known {
                let at = Some(block.offset);
                index.problems.push(Problem::new(Severity::Note, name.trim_end(), at, "not known, skipped"));
            }
            seen[0] |= block.tag == *b"0R  ";
            seen[1] |= block.tag == *b"0C  ";
        }
        for (seen, name) in seen.iter().zip(["0R", "0C"]) {
            if !seen {
                let end = data.base().saturating_add(data.len() as u64);
                return Err(Error::bad("index", end, format!("it has no {name} block")));
            }
        }
        Ok(index)
    }

    /// The blocks of an index of small blocks, and the number of bytes behind the objects that their block's size
    /// does not count: Indiana Jones 3 for the FM-TOWNS has 32 (`docs/format/containers.md §6.1`).
    fn small_blocks(data: Bytes<'_>, limits: &Limits) -> (Blocks, usize) {
        let ends_well = |from: usize| {
            let tag = data.as_slice().get(from.saturating_add(4)..from.saturating_add(6));
            from == data.len()
                || tag.is_some_and(|tag| SMALL_TAGS.iter().any(|known| known.as_slice() == tag))
        };
        let blocks = small_blocks_in(data, limits);
        let parts = || {
            let objects = blocks.list.iter().find(|block| block.tag == *b"0O  ")?;
            let end = objects.offset.checked_add(objects.size)?.checked_sub(data.base())?;
            let end = usize::try_from(end).ok()?;
            let behind = end.checked_add(TOWNS_TAIL)?;
            let has_more = !ends_well(end) && ends_well(behind);
            has_more.then_some((data.view(0, end, "index").ok()?, data.tail(behind, "index").ok()?))
        };
        let Some((first, second)) = parts() else { return (blocks, 0) };
        let mut blocks = small_blocks_in(first, limits);
        let rest = small_blocks_in(second, limits);
        blocks.list.extend(rest.list);
        blocks.problems.extend(rest.problems);
        (blocks, TOWNS_TAIL)
    }

    /// The signs of the machine in an index of small blocks: the number of its scripts, and the number of bytes
    /// behind its objects that no size counts. `None` without a directory of scripts.
    pub(super) fn small_signs(data: Bytes<'_>, limits: &Limits) -> Option<(u16, usize)> {
        let (blocks, tail) = Self::small_blocks(data, limits);
        let scripts = blocks.list.iter().find(|block| block.tag == *b"0S  ")?;
        Some((scripts.payload(data).ok()?.u16(0, "number of scripts").ok()?, tail))
    }

    /// Reads a small block. Returns false if it is unknown.
    fn read_small_block(&mut self, block: &Block, payload: Bytes<'_>) -> Result<bool> {
        match &block.tag {
            b"RN  " => {
                if let Some(at) = self.read_names(payload) {
                    let text = "the list of room names does not end with room 0";
                    self.problems.push(Problem::new(Severity::Odd, "RN", Some(at), text));
                }
            }
            b"0R  " => self.disks = read_records(payload)?.iter().map(|slot| slot.0).collect(),
            b"0S  " => self.scripts = slots(&read_records(payload)?),
            b"0N  " => self.sounds = slots(&read_records(payload)?),
            b"0C  " => self.costumes = slots(&read_records(payload)?),
            b"0O  " => {
                let objects = payload.u16(0, "number of objects")?;
                self.objects = objects.into();
                self.small_objects = payload.as_slice().get(2..).unwrap_or_default().to_vec();
                self.set_object_lanes(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads the states of objects again, from two arrays or from records.
    pub(crate) fn set_object_lanes(&mut self, lanes: bool) {
        let (count, bytes) = (usize::try_from(self.objects).unwrap_or(0), &self.small_objects);
        if bytes.is_empty() {
            return;
        }
        let states: Vec<u8> = match lanes {
            true => bytes.iter().skip(count.saturating_mul(3)).take(count).map(|byte| byte >> 4).collect(),
            false => bytes.as_chunks::<4>().0.iter().take(count).map(|[.., byte]| byte >> 4).collect(),
        };
        self.object_states = states;
    }

    /// Reads the index of v0, v1, v2, or v3 with 16 colours.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if the file is shorter than its tables;
    /// [`ErrorKind::BadValue`](crate::ErrorKind::BadValue) for another magic number.
    pub(crate) fn read_old(data: Bytes<'_>, tables: OldTables) -> Result<Self> {
        kinds::old()?;
        let magic = data.u16(0, "magic")?;
        let (wanted, or) = match tables {
            OldTables::Counted { .. } => (MAGIC, MAGIC),
            OldTables::Fixed(_) => (MAGIC_V1, MAGIC_V1),
            // The first is for files that were taken from disks, the second for the disks themselves.
            OldTables::C64(_) => (MAGIC_C64, MAGIC_V1),
            OldTables::Nes => (MAGIC_NES, MAGIC_NES),
        };
        if magic != wanted && magic != or {
            return Err(Error::bad("magic", data.base(), format!("{magic:#06x} is not {wanted:#06x}")));
        }
        let mut reader = Tables { data, at: 2 };
        let mut index = Self::default();
        match tables {
            OldTables::Counted { object_bytes } => {
                let objects = usize::from(data.u16(2, "number of objects")?);
                let length = objects.saturating_mul(object_bytes);
                let table = data.slice(4, length, "objects")?;
                let records = table.chunks_exact(object_bytes.max(1));
                index.object_states = records.filter_map(|it| it.last().map(|byte| byte >> 4)).collect();
                index.objects = u32::try_from(objects).unwrap_or(u32::MAX);
                reader.at = length.saturating_add(4);
                let rooms = reader.counted("rooms")?;
                index.disks = vec![0; rooms.len()];
                index.costumes = reader.counted("costumes")?;
                index.scripts = reader.counted("scripts")?;
                index.sounds = reader.counted("sounds")?;
            }
            OldTables::Fixed(_) | OldTables::C64(_) | OldTables::Nes => {
                let [objects, rooms, costumes, scripts, sounds] =
                    tables.counts().unwrap_or_default().map(usize::from);
                let table = data.slice(2, objects, "objects")?;
                index.object_states = table.iter().map(|byte| byte >> 4).collect();
                index.objects = u32::try_from(objects).unwrap_or(u32::MAX);
                reader.at = objects.saturating_add(2);
                reader.lanes(rooms, "rooms")?;
                index.disks = vec![0; rooms];
                index.costumes = reader.lanes(costumes, "costumes")?;
                index.scripts = reader.lanes(scripts, "scripts")?;
                index.sounds = reader.lanes(sounds, "sounds")?;
            }
        }
        if let Some(left) = data.len().checked_sub(reader.at).filter(|left| *left > 0) {
            let at = Some(data.base().saturating_add(reader.at as u64));
            let text = format!("{left} bytes are left over after the tables");
            index.problems.push(Problem::new(Severity::Note, "index", at, text));
        }
        Ok(index)
    }

    /// The layout of the tables in an index of v0 to v3 with 16 colours, by which reading is plausible: its tables
    /// end at, or shortly before, the end of the file and name only rooms that exist. `None` if no reading is.
    pub(crate) fn old_tables(data: Bytes<'_>) -> Option<OldTables> {
        let candidates = [
            OldTables::Counted { object_bytes: 4 },
            OldTables::Counted { object_bytes: 1 },
            OldTables::Fixed(V1Game::Maniac),
            OldTables::Fixed(V1Game::Zak),
            OldTables::C64(V1Game::Maniac),
            OldTables::C64(V1Game::Zak),
            OldTables::Nes,
        ];
        let fitting = candidates.into_iter().filter_map(|tables| {
            let index = Self::read_old(data, tables).ok()?;
            let rooms = u32::try_from(index.disks.len()).unwrap_or(u32::MAX);
            let all = [&index.costumes, &index.scripts, &index.sounds];
            let makes_sense = all.into_iter().flatten().all(|slot| !slot.is_used() || slot.room < rooms);
            let left = index.problems.len();
            makes_sense.then_some((left, tables))
        });
        fitting.min_by_key(|(left, _)| *left).map(|(_, tables)| tables)
    }
}

fn read_records(payload: Bytes<'_>) -> Result<Vec<(u8, u32)>> {
    let count = usize::from(payload.u16(0, "number of slots")?);
    let records = payload.slice(2, count * 5, "directory")?;
    let record = |[lane, offset @ ..]: [u8; 5]| (lane, u32::from_le_bytes(offset));
    Ok(records.as_chunks().0.iter().copied().map(record).collect())
}

fn slots(records: &[(u8, u32)]) -> Vec<Slot> {
    records.iter().map(|(room, offset)| Slot { room: u32::from(*room), offset: *offset }).collect()
}

/// Reads successive tables.
struct Tables<'a> {
    data: Bytes<'a>,
    at: usize,
}

impl Tables<'_> {
    fn counted(&mut self, what: &str) -> Result<Vec<Slot>> {
        let count = self.data.u8(self.at, &format!("number of {what}"))?;
        self.at = self.at.saturating_add(1);
        self.lanes(usize::from(count), what)
    }

    fn lanes(&mut self, count: usize, what: &str) -> Result<Vec<Slot>> {
        let rooms = self.data.slice(self.at, count, what)?;
        let offsets = self.data.slice(self.at.saturating_add(count), count.saturating_mul(2), what)?;
        self.at = self.at.saturating_add(count.saturating_mul(3));
        let offsets = offsets.as_chunks().0.iter().map(|bytes| match u16::from_le_bytes(*bytes) {
            ABSENT => u32::MAX,
            offset => u32::from(offset),
        });
        Ok(rooms.iter().zip(offsets).map(|(room, offset)| Slot { room: u32::from(*room), offset }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The directory of `docs/format/containers.md §13`: three slots, costume 2 in room 10 at 0x1234.
    const COSTUMES: [u8; 23] =
        [0x17, 0, 0, 0, b'0', b'C', 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0x34, 0x12, 0, 0];

    #[test]
    fn directories_of_v4_are_records() {
        let rooms = [13, 0, 0, 0, b'0', b'R', 1, 0, 2, 0, 0, 0, 0];
        let data = [rooms.as_slice(), &COSTUMES].concat();
        let index = Index::read_small(Bytes::new(&data), &Limits::default()).unwrap();
        assert_eq!((index.disks.as_slice(), index.costumes.len()), (&[2][..], 3));
        assert_eq!(index.costumes[2], Slot { room: 10, offset: 0x1234 });
        for len in 0..data.len() {
            assert!(Index::read_small(Bytes::new(&data[..len]), &Limits::default()).is_err(), "{len}");
        }
    }

    #[test]
    fn an_fm_towns_index_has_more_behind_its_objects() {
        let limits = Limits::default();
        let block = |tag: &[u8; 2], payload: &[u8]| {
            [&u32::try_from(payload.len() + 6).unwrap().to_le_bytes(), tag.as_slice(), payload].concat()
        };
        let rooms = block(b"0R", &[1, 0, 2, 0, 0, 0, 0]);
        let scripts = block(b"0S", &[[199, 0].as_slice(), &[0; 199 * 5]].concat());
        let objects = block(b"0O", &[2, 0, 1, 2, 3, 0x14, 4, 5, 6, 0x23]);
        let noise: Vec<u8> = (1..=32).collect();
        let parts: [&[&[u8]]; 3] = [
            &[&rooms, &scripts, &COSTUMES, &objects],
            &[&rooms, &scripts, &COSTUMES, &objects, &noise],
            &[&objects, &noise, &rooms, &scripts, &COSTUMES],
        ];
        for (parts, tail) in parts.into_iter().zip([0, 32, 32]) {
            let data = parts.concat();
            assert_eq!(Index::small_signs(Bytes::new(&data), &limits), Some((199, tail)));
            let index = Index::read_small(Bytes::new(&data), &limits).unwrap();
            assert_eq!((index.scripts.len(), index.object_states.as_slice()), (199, &[1, 2][..]), "{tail}");
            assert_eq!((index.costumes[2].offset, index.problems.as_slice()), (0x1234, &[][..]));
        }
        // Another number of bytes is not such an index.
        let data = [rooms.as_slice(), &scripts, &COSTUMES, &objects, &noise[..31]].concat();
        assert_eq!(Index::small_signs(Bytes::new(&data), &limits), Some((199, 0)));
        assert!(!Index::read_small(Bytes::new(&data), &limits).unwrap().problems.is_empty());
    }

    /// An old index with two objects, three rooms, two costumes, one script and no sound.
    fn old(object_bytes: usize) -> Vec<u8> {
        let mut data = vec![0, 1, 2, 0];
        data.extend(vec![7; 2 * object_bytes]);
        data.extend([3, 0, 1, 2, 0, 0, 0, 0, 0, 0]);
        data.extend([2, 0, 2, 0xFF, 0xFF, 0x34, 0x12]);
        data.extend([1, 1, 0x10, 0]);
        data.push(0);
        data
    }

    #[test]
    fn the_two_old_bundles_are_told_apart_by_their_tables() {
        for object_bytes in [1, 4] {
            let data = old(object_bytes);
            let tables = Index::old_tables(Bytes::new(&data)).unwrap();
            assert_eq!(tables, OldTables::Counted { object_bytes });
            let index = Index::read_old(Bytes::new(&data), tables).unwrap();
            assert_eq!((index.disks.len(), index.objects), (3, 2));
            assert!(!index.costumes[0].is_used());
            assert_eq!(index.costumes[1], Slot { room: 2, offset: 0x1234 });
            for len in 0..data.len() {
                assert!(Index::read_old(Bytes::new(&data[..len]), tables).is_err(), "{len}");
            }
        }
    }

    #[test]
    fn the_two_games_of_v1_are_told_apart_by_the_length() {
        for (game, len) in [(V1Game::Maniac, 1972), (V1Game::Zak, 1896)] {
            let mut data = vec![0; len];
            data[..2].copy_from_slice(&MAGIC_V1.to_le_bytes());
            assert_eq!(Index::old_tables(Bytes::new(&data)), Some(OldTables::Fixed(game)));
            assert!(Index::read_old(Bytes::new(&data), OldTables::Fixed(game)).unwrap().problems.is_empty());
        }
        assert_eq!(Index::old_tables(Bytes::new(&[0; 40])), None);
    }
}
