//! Where a game's files point: every number that has to change when something in them grows or shrinks.
//!
//! ```text
//! Pointer   a number that leads to a place, counted from a base       LOFF, FO, DLFL and all directories of the index
//! Extent    a number that says how long something is                  LECF, LFLF, LE, LF
//! Directory where the slots of the costumes stand, so that they can be filled and added to
//! ```
//! It reads the files by itself, without the library's index and room table: what is written by this map is
//! read back by another's.
//!
//! What surprises: slots that lead nowhere, two ids at one place, and rooms out of order are all usual. A
//! pointer is never followed; it keeps leading to the byte that it leads to (`research`: dead entries, shared
//! offsets and unsorted rooms broke other tools).

mod field;
mod old;
mod small;
mod tagged;

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::Key;
use costumier::format::dialect::FileLayout;
use costumier::{Dialect, Error, ErrorKind, Files, Game, Result, Source};

pub use field::Form;

/// The number of a file in [`GameMap::files`].
pub type FileId = usize;

/// The index file's number.
pub const INDEX: FileId = 0;

/// A file of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedFile {
    /// Its name, as it is on the disk.
    pub name: String,
    /// Its key.
    pub key: Key,
    /// Its size in bytes.
    pub len: u64,
}

/// A number that leads to a place: the number is `target - base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The file that the number stands in.
    pub file: FileId,
    /// Where in it.
    pub at: u64,
    /// How it is stored.
    pub form: Form,
    /// The file that it leads into.
    pub into: FileId,
    /// What it counts from, in that file.
    pub base: u64,
    /// Where it leads, in that file.
    pub target: u64,
}

/// A number that says how long a stretch of its own file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The file.
    pub file: FileId,
    /// Where the number stands.
    pub at: u64,
    /// How it is stored.
    pub form: Form,
    /// What it measures; the number is its length.
    pub of: Range<u64>,
}

/// The directory of costumes: slots of room and offset, in lanes or as records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// What it is called: `DCOS`, `DIRC`, `0C`.
    pub name: String,
    /// The size of the block around it.
    pub block: Option<Extent>,
    /// The number of its slots, and how that is stored; `None` where the game's name decides it.
    pub count: Option<(u64, Form)>,
    /// How many slots it has.
    pub slots: u32,
    /// Where they are.
    pub layout: Layout,
}

/// How the slots of a directory lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All rooms, then all offsets, then (Humongous) all sizes.
    Lanes {
        /// Where the rooms begin, a byte each.
        rooms: u64,
        /// Where the offsets begin.
        offsets: u64,
        /// How offsets are stored.
        form: Form,
        /// Where the sizes begin, four bytes each.
        sizes: Option<u64>,
    },
    /// A byte of room and four of offset, slot by slot.
    Records {
        /// Where they begin.
        at: u64,
    },
}

impl Directory {
    /// Where the room of a slot stands.
    #[must_use]
    pub fn room_at(&self, slot: u32) -> u64 {
        match self.layout {
            Layout::Lanes { rooms, .. } => rooms.saturating_add(slot.into()),
            Layout::Records { at } => at.saturating_add(5 * u64::from(slot)),
        }
    }

    /// Where the offset of a slot stands.
    #[must_use]
    pub fn offset_at(&self, slot: u32) -> u64 {
        match self.layout {
            Layout::Lanes { offsets, form, .. } => {
                offsets.saturating_add(form.width() as u64 * u64::from(slot))
            }
            Layout::Records { at } => at.saturating_add(5 * u64::from(slot) + 1),
        }
    }

    /// Where the size of a slot stands, where sizes are kept.
    #[must_use]
    pub fn size_at(&self, slot: u32) -> Option<u64> {
        match self.layout {
            Layout::Lanes { sizes, .. } => sizes.map(|at| at.saturating_add(4 * u64::from(slot))),
            Layout::Records { .. } => None,
        }
    }

    /// How offsets are stored.
    #[must_use]
    pub fn form(&self) -> Form {
        match self.layout {
            Layout::Lanes { form, .. } => form,
            Layout::Records { .. } => Form::U32Le,
        }
    }
}

/// A room: where its blocks are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomPlace {
    /// The file that holds it.
    pub file: FileId,
    /// What the offsets of its blocks count from.
    pub base: u64,
    /// Where its blocks end, and another may be added.
    pub end: u64,
}

/// Everything that points in a game's files.
#[derive(Clone, Debug)]
pub struct GameMap {
    /// The files: the index, then the data files that are there.
    pub files: Vec<MappedFile>,
    /// The index, decrypted.
    pub index: Vec<u8>,
    /// Every number that leads somewhere.
    pub pointers: Vec<Pointer>,
    /// Every number that measures something around blocks.
    pub extents: Vec<Extent>,
    /// The rooms, by number.
    pub rooms: BTreeMap<u32, RoomPlace>,
    /// The directory of costumes.
    pub costumes: Directory,
    /// The number in `MAXS` that repeats how many costumes there are, where one is known to.
    pub stated_costumes: Option<(u64, Form)>,
}

/// What a mapper works on.
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
    stated_costumes: Option<(u64, Form)>,
}

impl GameMap {
    /// Maps an opened game; `files` are those that it was opened from.
    ///
    /// # Errors
    /// What reading the files says; [`ErrorKind::BadValue`] where there is no directory of costumes.
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
            let why = "the index has no directory of costumes that could be changed";
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
    /// Plain bytes of a file; `None` where it ends before.
    fn bytes(&self, file: FileId, at: u64, len: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; len];
        self.sources.get(file)?.read_at(at, &mut out).ok()?;
        self.files.get(file)?.key.apply(&mut out);
        Some(out)
    }

    fn number(&self, file: FileId, at: u64, form: Form) -> Option<u64> {
        form.read(&self.bytes(file, at, form.width())?, 0)
    }

    /// A number of the index.
    fn index_number(&self, at: u64, form: Form) -> Option<u64> {
        form.read(&self.index, usize::try_from(at).ok()?)
    }

    /// Takes down the pointers of a directory of the index, once the rooms are known.
    fn directory(&mut self, directory: &Directory, absent: u64) {
        for slot in 0..directory.slots {
            let (at, form) = (directory.offset_at(slot), directory.form());
            let room = self.index_number(directory.room_at(slot), Form::U8);
            let (Some(room), Some(offset)) = (room, self.index_number(at, form)) else { return };
            let place = u32::try_from(room).ok().and_then(|room| self.rooms.get(&room));
            let Some(place) = place.filter(|_| room != 0 && offset != absent) else { continue };
            let (into, base) = (place.file, place.base);
            self.pointers.push(Pointer { file: INDEX, at, form, into, base, target: base + offset });
        }
    }

    /// The table of a data file's rooms: `u8 count; count × { u8 room; u32 offset }`. Takes down its
    /// pointers; gives room and offset.
    fn room_table(&mut self, file: FileId, at: u64) -> Vec<(u32, u64)> {
        let count = self.number(file, at, Form::U8).unwrap_or(0);
        let mut rooms = Vec::new();
        for entry in 0..count {
            let at = at + 1 + 5 * entry;
            let number = self.number(file, at, Form::U8).and_then(|room| u32::try_from(room).ok());
            let target = self.number(file, at + 1, Form::U32Le);
            let (Some(room), Some(target)) = (number, target) else { break };
            self.pointers.push(Pointer { file, at: at + 1, form: Form::U32Le, into: file, base: 0, target });
            rooms.push((room, target));
        }
        rooms
    }

    fn file_end(&self, file: FileId) -> u64 {
        self.files.get(file).map_or(0, |file| file.len)
    }
}
