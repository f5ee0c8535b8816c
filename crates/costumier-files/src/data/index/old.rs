//! Indexes without tags: v0 to v3 with 16 colours, and what indexes of small blocks show about the machine.
//!
//! **Note:** v2 and v3 with 16 colours have the same magic number; they differ only in whether the tables end where
//! the file does.

use super::Index;
use crate::Limits;
use crate::bytes::Bytes;
use crate::dialect::{Dialect, OldTables, V1Game};
use crate::layout::{IndexLayout, List};
use crate::{Problem, Result, Severity};

impl Index {
    /// Reads an index of tables without blocks.
    pub(super) fn read_bare(data: Bytes<'_>, layout: &IndexLayout) -> Result<Self> {
        let mut index = Self::default();
        let (tables, end) = layout.bare_tables(data)?;
        for (placed, rows) in tables {
            index.take(placed, rows);
        }
        // The files of rooms show which disk, that is which file, each is in.
        index.disks.fill(0);
        if let Some(left) = data.len().checked_sub(end).filter(|left| *left > 0) {
            let at = Some(data.base().saturating_add(end as u64));
            let text = format!("{left} bytes are left over after the tables");
            index.problems.push(Problem::new(Severity::Note, "index", at, text));
        }
        Ok(index)
    }

    /// The layout of the tables in an index of v0 to v3 with 16 colours, by which reading is plausible: its tables
    /// end at, or shortly before, the end of the file and name only rooms that exist. `None` if no reading is.
    pub(crate) fn old_tables(data: Bytes<'_>, limits: &Limits) -> Option<OldTables> {
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
            let index = Self::read(data, &IndexLayout::old(tables), limits).ok()?;
            let rooms = u32::try_from(index.disks.len()).unwrap_or(u32::MAX);
            let all = [&index.costumes, &index.scripts, &index.sounds];
            let makes_sense = all.into_iter().flatten().all(|slot| !slot.is_used() || slot.room < rooms);
            let left = index.problems.len();
            makes_sense.then_some((left, tables))
        });
        fitting.min_by_key(|(left, _)| *left).map(|(_, tables)| tables)
    }

    /// The signs of the machine in an index of small blocks: the number of its scripts, and the number of bytes
    /// behind its objects that no size counts. `None` without a directory of scripts.
    pub(crate) fn small_signs(data: Bytes<'_>, limits: &Limits) -> Option<(u16, usize)> {
        let (blocks, tail) = IndexLayout::of(&Dialect::V3_256).blocks(data, limits);
        let scripts = blocks.list.iter().find(|block| block.tag == *b"0S  ")?;
        Some((scripts.payload(data).ok()?.u16(0, "number of scripts").ok()?, tail))
    }

    /// Reads the states of objects again, by the layout of another dialect of small blocks.
    pub(crate) fn reread_objects(&mut self, dialect: &Dialect) {
        if self.small_objects.is_empty() {
            return;
        }
        let layout = IndexLayout::of(dialect);
        let data = Bytes::new(&self.small_objects);
        if let Some(placed) = layout.table(List::Objects).and_then(|table| table.place(data, 0).ok()) {
            self.object_states = placed.rows(data).map(|row| row.state).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::index::Slot;
    use crate::layout::MAGIC_V1;

    fn small() -> IndexLayout {
        IndexLayout::of(&Dialect::V4)
    }

    fn read(data: &[u8], layout: &IndexLayout) -> Result<Index> {
        Index::read(Bytes::new(data), layout, &Limits::default())
    }

    /// The directory of `docs/format/containers.md §13`: three slots, costume 2 in room 10 at 0x1234.
    const COSTUMES: [u8; 23] =
        [0x17, 0, 0, 0, b'0', b'C', 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0x34, 0x12, 0, 0];

    #[test]
    fn directories_of_v4_are_records() {
        let rooms = [13, 0, 0, 0, b'0', b'R', 1, 0, 2, 0, 0, 0, 0];
        let data = [rooms.as_slice(), &COSTUMES].concat();
        let index = read(&data, &small()).unwrap();
        assert_eq!((index.disks.as_slice(), index.costumes.len()), (&[2][..], 3));
        assert_eq!(index.costumes[2], Slot { room: 10, offset: 0x1234 });
        for len in 0..data.len() {
            assert!(read(&data[..len], &small()).is_err(), "{len}");
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
            let index = read(&data, &small()).unwrap();
            assert_eq!((index.scripts.len(), index.object_states.as_slice()), (199, &[1, 2][..]), "{tail}");
            assert_eq!((index.costumes[2].offset, index.problems.as_slice()), (0x1234, &[][..]));
        }
        // Another number of bytes is not such an index.
        let data = [rooms.as_slice(), &scripts, &COSTUMES, &objects, &noise[..31]].concat();
        assert_eq!(Index::small_signs(Bytes::new(&data), &limits), Some((199, 0)));
        assert!(!read(&data, &small()).unwrap().problems.is_empty());
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
            let tables = Index::old_tables(Bytes::new(&data), &Limits::default()).unwrap();
            assert_eq!(tables, OldTables::Counted { object_bytes });
            let index = read(&data, &IndexLayout::old(tables)).unwrap();
            assert_eq!((index.disks.len(), index.objects), (3, 2));
            assert!(!index.costumes[0].is_used());
            assert_eq!(index.costumes[1], Slot { room: 2, offset: 0x1234 });
            for len in 0..data.len() {
                assert!(read(&data[..len], &IndexLayout::old(tables)).is_err(), "{len}");
            }
        }
    }

    #[test]
    fn the_two_games_of_v1_are_told_apart_by_the_length() {
        for (game, len) in [(V1Game::Maniac, 1972), (V1Game::Zak, 1896)] {
            let mut data = vec![0; len];
            data[..2].copy_from_slice(&MAGIC_V1.to_le_bytes());
            assert_eq!(
                Index::old_tables(Bytes::new(&data), &Limits::default()),
                Some(OldTables::Fixed(game))
            );
            assert!(read(&data, &IndexLayout::old(OldTables::Fixed(game))).unwrap().problems.is_empty());
        }
        assert_eq!(Index::old_tables(Bytes::new(&[0; 40]), &Limits::default()), None);
    }
}
