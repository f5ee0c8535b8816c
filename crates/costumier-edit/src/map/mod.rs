//! Maps the numbers in a game's files that point or measure: all that have to change if something in the files
//! changes its size.
//!
//! ```text
//! Pointer    a number that leads to a place, counted from a base: LOFF, FO, DLFL, all directories of the index
//! Extent     a number that says how long something is: LECF, LFLF, LE, LF
//! Directory  where the slots of the costumes stand, so that they can be filled and added to
//! ```
//! The map reads the files without the library's index and room table. So what is written by this map is checked by
//! reading it back with the other.
//!
//! **Note:** slots that lead nowhere, two ids at one place, and rooms out of order are all usual. A pointer is never
//! followed; after a change it leads to the same byte as before.

mod field;
mod old;
mod small;
mod tagged;

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::Key;
use costumier::format::dialect::FileLayout;
use costumier::{Dialect, Error, ErrorKind, Files, Game, Result, Source};

pub use field::NumberFormat;

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

/// The directory of costumes. Its slots hold a room and an offset, in lanes or as records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// The name of its block: `DCOS`, `DIRC`, `0C`.
    pub name: String,
    /// The size of the block around it, if it has one.
    pub block: Option<Extent>,
    /// Position and form of the number of slots; `None` if the game decides the number.
    pub count: Option<(u64, NumberFormat)>,
    /// The number of slots.
    pub slots: u32,
    /// The layout of the slots.
    pub layout: Layout,
}

/// The layout of a directory's slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
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
    #[must_use]
    pub fn room_at(&self, slot: u32) -> u64 {
        match self.layout {
            Layout::Lanes { rooms, .. } => rooms.saturating_add(slot.into()),
            Layout::Records { at } => at.saturating_add(5 * u64::from(slot)),
        }
    }

    /// Returns the position of a slot's offset.
    #[must_use]
    pub fn offset_at(&self, slot: u32) -> u64 {
        match self.layout {
            Layout::Lanes { offsets, form, .. } => {
                offsets.saturating_add(form.width() as u64 * u64::from(slot))
            }
            Layout::Records { at } => at.saturating_add(5 * u64::from(slot) + 1),
        }
    }

    /// Returns the position of a slot's size, if sizes are stored.
    #[must_use]
    pub fn size_at(&self, slot: u32) -> Option<u64> {
        match self.layout {
            Layout::Lanes { sizes, .. } => sizes.map(|at| at.saturating_add(4 * u64::from(slot))),
            Layout::Records { .. } => None,
        }
    }

    /// Returns the form of offsets.
    #[must_use]
    pub fn form(&self) -> NumberFormat {
        match self.layout {
            Layout::Lanes { form, .. } => form,
            Layout::Records { .. } => NumberFormat::U32Le,
        }
    }
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
    pub costumes: Directory,
    /// Position and form of the number in `MAXS` that repeats the number of costumes, if it is known to exist.
    pub stated_costumes: Option<(u64, NumberFormat)>,
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

impl GameMap {
    /// Maps a game that is open. `files` are those that it was opened from.
    ///
    /// # Errors
    /// Errors of reading the files; [`ErrorKind::BadValue`] if there is no directory of costumes.
    pub fn read(game: &Game, files: &dyn Files) -> Result<Self> {
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
            let source = files.open(&file.name)?;
            if mapper.files.is_empty() {
                mapper.index =
                    costumier::files::read_vec(&*source, 0, len, game.limits().index_bytes, "index")?;
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
        let Some(costumes) = mapper.costumes else {
            let why = "the index has no directory of costumes to change";
            return Err(Error::new(ErrorKind::BadValue(why.into()), "index"));
        };
        Ok(Self {
            files: mapper.files,
            index: mapper.index,
            pointers: mapper.pointers,
            extents: mapper.extents,
            rooms: mapper.rooms,
            costumes,
            stated_costumes: mapper.stated_costumes,
        })
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
