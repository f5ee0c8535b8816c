//! A second map of the numbers in a game's files that point or measure. It reads the files by itself: without the
//! library's layouts, index and room tables. What [`GameMap`] says is compared with it.
//!
//! **Note:** the layouts are written here once more, on purpose: a mistake in `costumier_files::layout` is in the
//! reader, the map and the writer at once, and would show nowhere else.

mod old;
mod small;
mod tagged;

use std::collections::BTreeMap;

use costumier::files::layout::{NumberFormat, TableField};
use costumier::format::dialect::FileLayout;
use costumier::{Dialect, Files, Game, Source};
use costumier_edit::map::{Extent, FileId, GameMap, INDEX, MappedFile, Pointer, RoomPlace};

use crate::support::{every_dialect, files, open};

/// The directory of costumes. Its slots hold a room and an offset, in lanes or as records.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Directory {
    /// The name of its block: `DCOS`, `DIRC`, `0C`.
    name: String,
    /// The size of the block around it, if it has one.
    block: Option<Extent>,
    /// Position and form of the number of slots; `None` if the game decides the number.
    count: Option<(u64, NumberFormat)>,
    /// The number of slots.
    slots: u32,
    /// The layout of the slots.
    layout: Layout,
}

/// The layout of a directory's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// All rooms, then all offsets, then (Humongous) all sizes.
    Lanes {
        /// Position of the rooms, one byte each.
        rooms: u64,
        /// Position of the offsets.
        offsets: u64,
        /// The form of an offset.
        form: NumberFormat,
        /// Position of the sizes, four bytes each; `None` if there are none.
        sizes: Option<u64>,
    },
    /// Slot by slot, a byte of room and four bytes of offset.
    Records {
        /// Position of the first slot.
        at: u64,
    },
}

impl Directory {
    /// Returns the position of a slot's room.
    fn room_at(&self, slot: u32) -> u64 {
        match self.layout {
            Layout::Lanes { rooms, .. } => rooms.saturating_add(slot.into()),
            Layout::Records { at } => at.saturating_add(5 * u64::from(slot)),
        }
    }

    /// Returns the position of a slot's offset.
    fn offset_at(&self, slot: u32) -> u64 {
        match self.layout {
            Layout::Lanes { offsets, form, .. } => {
                offsets.saturating_add(form.width() as u64 * u64::from(slot))
            }
            Layout::Records { at } => at.saturating_add(5 * u64::from(slot) + 1),
        }
    }

    /// Returns the position of a slot's size, if sizes are stored.
    fn size_at(&self, slot: u32) -> Option<u64> {
        match self.layout {
            Layout::Lanes { sizes, .. } => sizes.map(|at| at.saturating_add(4 * u64::from(slot))),
            Layout::Records { .. } => None,
        }
    }

    /// Returns the form of offsets.
    fn form(&self) -> NumberFormat {
        match self.layout {
            Layout::Lanes { form, .. } => form,
            Layout::Records { .. } => NumberFormat::U32Le,
        }
    }
}

/// The state of making a map.
struct Mapper<'a> {
    dialect: Dialect,
    files: Vec<MappedFile>,
    sources: Vec<Box<dyn Source + 'a>>,
    /// The data file of each disk.
    by_disk: BTreeMap<u8, FileId>,
    index: Vec<u8>,
    pointers: Vec<Pointer>,
    extents: Vec<Extent>,
    rooms: BTreeMap<u32, RoomPlace>,
    costumes: Option<Directory>,
    stated_costumes: Option<(u64, NumberFormat)>,
}

impl<'a> Mapper<'a> {
    fn read(game: &Game, files: &'a dyn Files) -> Self {
        let mut mapper = Mapper {
            dialect: game.dialect(),
            files: Vec::new(),
            sources: Vec::new(),
            by_disk: BTreeMap::new(),
            index: Vec::new(),
            pointers: Vec::new(),
            extents: Vec::new(),
            rooms: BTreeMap::new(),
            costumes: None,
            stated_costumes: None,
        };
        for file in game.data().files() {
            let Some((len, key)) = file.found else { continue };
            let source = files.open(&file.name).unwrap();
            if mapper.files.is_empty() {
                mapper.index = costumier::files::read_vec(&*source, 0, len, u64::MAX, "index").unwrap();
                key.apply(&mut mapper.index);
            } else {
                mapper.by_disk.insert(file.disk, mapper.files.len());
            }
            mapper.files.push(MappedFile { name: file.name, key, len });
            mapper.sources.push(source);
        }
        match mapper.dialect.files {
            FileLayout::Disks => mapper.tagged(),
            FileLayout::Lec | FileLayout::Rooms => mapper.small(),
            FileLayout::OldRooms(tables) => mapper.old(tables),
        }
        mapper
    }
}

impl Mapper<'_> {
    /// Returns decrypted bytes of a file. `None` if the file ends before.
    fn bytes(&self, file: FileId, at: u64, len: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; len];
        self.sources.get(file)?.read_at(at, &mut out).ok()?;
        self.files.get(file)?.key.apply(&mut out);
        Some(out)
    }

    fn number(&self, file: FileId, at: u64, form: NumberFormat) -> Option<u64> {
        form.read(&self.bytes(file, at, form.width())?, 0)
    }

    /// Reads a number of the index.
    fn index_number(&self, at: u64, form: NumberFormat) -> Option<u64> {
        form.read(&self.index, usize::try_from(at).ok()?)
    }

    /// Adds the pointers of a directory of the index. The rooms have to be known.
    fn directory(&mut self, directory: &Directory, absent: u64) {
        for slot in 0..directory.slots {
            let (at, form) = (directory.offset_at(slot), directory.form());
            let room = self.index_number(directory.room_at(slot), NumberFormat::U8);
            let (Some(room), Some(offset)) = (room, self.index_number(at, form)) else { return };
            let place = u32::try_from(room).ok().and_then(|room| self.rooms.get(&room));
            let Some(place) = place.filter(|_| room != 0 && offset != absent) else { continue };
            let (into, base) = (place.file, place.base);
            self.pointers.push(Pointer { file: INDEX, at, form, into, base, target: base + offset });
        }
    }

    /// Reads the table of a data file's rooms: `u8 count; count × { u8 room; u32 offset }`. Adds its pointers, and
    /// returns the room and the offset of each entry.
    fn room_table(&mut self, file: FileId, at: u64) -> Vec<(u32, u64)> {
        let count = self.number(file, at, NumberFormat::U8).unwrap_or(0);
        let mut rooms = Vec::new();
        for entry in 0..count {
            let at = at + 1 + 5 * entry;
            let number = self.number(file, at, NumberFormat::U8).and_then(|room| u32::try_from(room).ok());
            let target = self.number(file, at + 1, NumberFormat::U32Le);
            let (Some(room), Some(target)) = (number, target) else { break };
            self.pointers.push(Pointer {
                file,
                at: at + 1,
                form: NumberFormat::U32Le,
                into: file,
                base: 0,
                target,
            });
            rooms.push((room, target));
        }
        rooms
    }

    fn file_end(&self, file: FileId) -> u64 {
        self.files.get(file).map_or(0, |file| file.len)
    }
}

/// Compares both maps of a game.
fn compare(game: &Game, files: &dyn Files, what: &str) {
    let map = GameMap::read(game, files).unwrap();
    let second = Mapper::read(game, files);
    let pointers = |of: &[Pointer]| {
        let mut all: Vec<_> = of.iter().map(|it| (it.file, it.at, it.into, it.base, it.target)).collect();
        all.sort_unstable();
        all
    };
    assert!(!map.pointers.is_empty() && map.index == second.index, "{what}");
    assert_eq!(pointers(&map.pointers), pointers(&second.pointers), "{what}");
    for pointer in &map.pointers {
        assert!(second.pointers.contains(pointer), "{what}: {pointer:?}");
    }
    let extents = |of: &[Extent]| {
        let mut all: Vec<_> = of.iter().map(|it| (it.file, it.at, it.of.clone(), it.form.width())).collect();
        all.sort_unstable_by_key(|(file, at, ..)| (*file, *at));
        all
    };
    assert_eq!(extents(&map.extents), extents(&second.extents), "{what}");
    assert_eq!(map.rooms, second.rooms, "{what}");
    assert_eq!(map.files, second.files, "{what}");
    assert_eq!(map.stated_costumes, second.stated_costumes, "{what}");
    let directory = second.costumes.unwrap();
    assert_eq!((map.costumes.count(), map.costumes.rows), (directory.count, directory.slots), "{what}");
    assert_eq!(map.costumes.table.name, directory.name);
    let block = map.costumes.block.map(|block| block.offset..block.end());
    assert_eq!(block, directory.block.clone().map(|block| block.of), "{what}");
    for slot in 0..=directory.slots {
        let at = |field| map.costumes.number(field, slot).map(|(at, _)| at);
        assert_eq!(at(TableField::Room), Some(directory.room_at(slot)), "{what} {slot}");
        assert_eq!(at(TableField::Offset), Some(directory.offset_at(slot)), "{what} {slot}");
        assert_eq!(at(TableField::Size), directory.size_at(slot), "{what} {slot}");
    }
    assert_eq!(map.costumes.number(TableField::Offset, 0).unwrap().1, directory.form());
}

#[test]
fn two_maps_of_a_game_agree() {
    for dialect in every_dialect() {
        let files = files(dialect);
        compare(&open(&files, dialect), &files, &format!("{dialect:?}"));
    }
    for edition in costumier_sample::GAMES {
        let files = edition.folder();
        compare(&Game::open(&files, None, costumier::Limits::default()).unwrap(), &files, edition.name);
    }
}
