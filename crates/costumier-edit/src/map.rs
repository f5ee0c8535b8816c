//! Maps the numbers in a game's files that point or measure: all that have to change if something in the files
//! changes its size.
//!
//! ```text
//! Pointer    a number that leads to a place, counted from a base        LOFF, FO, DLFL, directories of the index
//! Extent     a number that says how long something is                   LECF, LFLF, LE, LF, blocks of the index
//! costumes   the directory of costumes: its slots can be filled and added to
//! ```
//! Positions come from the tables that the reader has found by their layout ([`costumier::files::layout`]). A second
//! map, which reads the files by itself, is among this crate's tests (`tests/edit/second_map`).
//!
//! **Note:** slots that lead nowhere, two ids at one place, and rooms out of order are all usual. A pointer is never
//! followed; after a change it leads to the same byte as before.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::layout::{IndexLayout, List, NumberFormat, PlacedTable, TableField};
use costumier::files::{Disk, Index, Key, Kind, Source};
use costumier::format::block::{Block, HEADER};
use costumier::format::dialect::{BlockHeaders, FileLayout};
use costumier::{Dialect, Error, ErrorKind, Files, Game, Result};

/// Index of a file in [`GameMap::files`].
pub type FileId = usize;

/// The id of the index file.
pub const INDEX: FileId = 0;

/// A file of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedFile {
    /// The name of the file on the disk.
    pub name: String,
    /// The key that the file is encrypted with.
    pub key: Key,
    /// The size of the file in bytes.
    pub len: u64,
}

/// A number that points to a place in a file. The number is `target - base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The file that holds the number.
    pub file: FileId,
    /// Position of the number in that file.
    pub at: u64,
    /// The form of the number.
    pub form: NumberFormat,
    /// The file that it points into.
    pub into: FileId,
    /// Position in that file that the number counts from.
    pub base: u64,
    /// Position in that file that it points to.
    pub target: u64,
}

/// A number that measures a range of its own file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The file that holds the number.
    pub file: FileId,
    /// Position of the number.
    pub at: u64,
    /// The form of the number.
    pub form: NumberFormat,
    /// The measured range. The number is its length.
    pub of: Range<u64>,
}

/// A room, and where its blocks are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPlace {
    /// The file that holds the room.
    pub file: FileId,
    /// Position in the file that the offsets of its blocks count from.
    pub base: u64,
    /// End of its blocks, where another one can be added.
    pub end: u64,
}

/// All numbers in a game's files that point or measure.
#[derive(Clone, Debug)]
pub struct GameMap {
    /// The files: the index, then the data files that exist.
    pub files: Vec<MappedFile>,
    /// The bytes of the index, decrypted.
    pub index: Vec<u8>,
    /// All numbers that point to a place.
    pub pointers: Vec<Pointer>,
    /// All numbers that measure something around blocks.
    pub extents: Vec<Extent>,
    /// The rooms, by number.
    pub rooms: BTreeMap<u32, RoomPlace>,
    /// The directory of costumes.
    pub costumes: PlacedTable,
    /// Position and form of the number in `MAXS` that repeats the number of costumes, if it is known to exist.
    pub stated_costumes: Option<(u64, NumberFormat)>,
}

/// Distance in v4 from `LF`, which the table of rooms leads to, to what offsets count from: its header and the room's
/// number.
const ROOM_IN_FOLDER: u64 = 8;

impl GameMap {
    /// Maps a game that is open. `files` are those that it was opened from.
    ///
    /// # Errors
    /// Errors of reading the files; [`ErrorKind::BadValue`] if there is no directory of costumes.
    pub fn read(game: &Game, files: &dyn Files) -> Result<Self> {
        let (data, dialect) = (game.data(), game.dialect());
        let index = data.index();
        let costumes = index.tables.iter().rfind(|placed| placed.table.list == List::Of(Kind::Costume));
        let costumes = costumes.copied().ok_or_else(|| {
            let why = "the index has no directory of costumes to change";
            Error::new(ErrorKind::BadValue(why.into()), "index")
        })?;
        let maxima = index.blocks.iter().find(|block| block.tag == *b"MAXS");
        let stated = IndexLayout::of(&dialect).maximum_at(List::Of(Kind::Costume));
        let mut map = Self {
            files: Vec::new(),
            index: Vec::new(),
            pointers: Vec::new(),
            extents: Vec::new(),
            rooms: BTreeMap::new(),
            costumes,
            stated_costumes: maxima
                .zip(stated)
                .map(|(block, (at, form))| (block.payload_offset().saturating_add(at), form)),
        };
        let mut disks = BTreeMap::new();
        for file in data.files() {
            let Some((len, key)) = file.found else { continue };
            if map.files.is_empty() {
                let source = files.open(&file.name)?;
                map.index = costumier::files::read_vec(&*source, 0, len, game.limits().index_bytes, "index")?;
                key.apply(&mut map.index);
            } else {
                disks.insert(file.disk, map.files.len());
            }
            map.files.push(MappedFile { name: file.name, key, len });
        }
        for (number, file) in &disks {
            let disk = data.disk(*number)?;
            if dialect.files.has_room_files() {
                let end = map.file_end(*file);
                map.rooms.insert((*number).into(), RoomPlace { file: *file, base: 0, end });
                continue;
            }
            map.container(*file, disk, &dialect, Some(0));
            map.rooms_of_disk(*number, *file, disk, index, &dialect);
        }
        for placed in &index.tables {
            if placed.table.list == List::RoomStarts {
                map.rooms_of_index(placed, game, &disks)?;
            }
        }
        for placed in &index.tables {
            map.directory(placed);
        }
        Ok(map)
    }

    /// Maps the table of rooms in a data file. The index says which file counts for a room that is in several.
    fn rooms_of_disk(&mut self, number: u8, file: FileId, disk: &Disk, index: &Index, dialect: &Dialect) {
        let Some(table) = &disk.table else { return };
        let (before, behind) = match dialect.files {
            FileLayout::Lec => (0, ROOM_IN_FOLDER),
            _ => (HEADER.saturating_sub(dialect.disks.room_at.into()), 0),
        };
        for entry in 0..table.rows {
            let read = |field| {
                let (at, form) = table.number(field, entry)?;
                let mut bytes = [0; 4];
                let bytes = bytes.get_mut(..form.width())?;
                disk.source.read_at(at, bytes).ok()?;
                Some((at, form, form.read(bytes, 0)?))
            };
            let (Some((_, _, room)), Some((at, form, target))) =
                (read(TableField::Room), read(TableField::Offset))
            else {
                return;
            };
            self.pointers.push(Pointer { file, at, form, into: file, base: 0, target });
            let end = self.container(file, disk, dialect, target.checked_sub(before));
            let Ok(room) = u32::try_from(room) else { continue };
            let on = usize::try_from(room).ok().and_then(|room| index.disks.get(room));
            if on.is_none_or(|on| *on == number) {
                self.rooms.insert(room, RoomPlace { file, base: target.saturating_add(behind), end });
            }
        }
    }

    /// Maps the table of rooms in the index of Humongous games from 7.0 on.
    fn rooms_of_index(
        &mut self,
        placed: &PlacedTable,
        game: &Game,
        disks: &BTreeMap<u8, FileId>,
    ) -> Result<()> {
        for room in 0..placed.rows {
            let Some((at, form)) = placed.number(TableField::Offset, room) else { continue };
            let disk = game.data().disk_of(room);
            let (Some(file), Some(target)) = (disks.get(&disk), self.index_number(at, form)) else {
                continue;
            };
            let target_block = target.checked_sub(HEADER);
            let end = self.container(*file, game.data().disk(disk)?, &game.dialect(), target_block);
            self.pointers.push(Pointer { file: INDEX, at, form, into: *file, base: 0, target });
            self.rooms.insert(room, RoomPlace { file: *file, base: target, end });
        }
        Ok(())
    }

    /// Adds the size of the container of a disk or of a room at a position. Returns the container's end, or the file's
    /// if there is none.
    fn container(&mut self, file: FileId, disk: &Disk, dialect: &Dialect, at: Option<u64>) -> u64 {
        let file_end = self.file_end(file);
        let mut header = [0; 8];
        let len = usize::try_from(dialect.blocks.len()).unwrap_or(0);
        let mut read = |at: u64| {
            disk.source.read_at(at, header.get_mut(..len)?).ok()?;
            Some(at)
        };
        let Some(at) = at.and_then(&mut read) else { return file_end };
        let (tag, size, form) = match dialect.blocks {
            BlockHeaders::Tagged => (0, 4, NumberFormat::U32Be),
            _ => (4, 0, NumberFormat::U32Le),
        };
        let tag = header.get(tag..).unwrap_or_default();
        let known: [&[u8]; 4] = [b"LECF", b"LFLF", b"LE", b"LF"];
        let Some(length) = form.read(&header, size).filter(|_| known.iter().any(|it| tag.starts_with(it)))
        else {
            return file_end;
        };
        let end = at.saturating_add(length);
        let extent = Extent { file, at: at.saturating_add(size as u64), form, of: at..end };
        if !self.extents.contains(&extent) {
            self.extents.push(extent);
        }
        end.min(file_end)
    }

    /// Adds the pointers of a directory of the index, whose slots lead to places in rooms.
    fn directory(&mut self, placed: &PlacedTable) {
        if placed.table.list == List::Rooms {
            return;
        }
        for slot in 0..placed.rows {
            let numbers = placed.number(TableField::Room, slot).zip(placed.number(TableField::Offset, slot));
            let Some(((room_at, room_form), (at, form))) = numbers else { return };
            let room = self.index_number(room_at, room_form);
            let (Some(room), Some(offset)) = (room, self.index_number(at, form)) else { return };
            let place = u32::try_from(room).ok().and_then(|room| self.rooms.get(&room));
            let Some(place) = place.filter(|_| room != 0 && offset != form.most()) else { continue };
            let (into, base) = (place.file, place.base);
            let target = base.saturating_add(offset);
            self.pointers.push(Pointer { file: INDEX, at, form, into, base, target });
        }
    }

    /// Reads a number of the index.
    pub(crate) fn index_number(&self, at: u64, form: NumberFormat) -> Option<u64> {
        form.read(&self.index, usize::try_from(at).ok()?)
    }

    fn file_end(&self, file: FileId) -> u64 {
        self.files.get(file).map_or(0, |file| file.len)
    }
}

impl Extent {
    /// The size of a block of the index.
    pub(crate) fn of_block(block: &Block) -> Self {
        let (at, form) =
            if block.header == HEADER { (4, NumberFormat::U32Be) } else { (0, NumberFormat::U32Le) };
        Self { file: INDEX, at: block.offset.saturating_add(at), form, of: block.offset..block.end() }
    }
}
