//! Laying blocks out as a game of v5 or later: an index file and data files (`docs/format/containers.md §4,
//! §8`).
//!
//! ```text
//! index   RNAM · MAXS · DROO · DSCR · DSOU · DCOS · DCHR · DOBJ          index.rs
//! data    LECF{ LOFF, LFLF{ ROOM, SCRP …, COST …, CHAR … } … }          data.rs
//! ```
//! Humongous games from 7.0 on have other directories and no `LOFF` (`docs/format/containers.md §5.2`).
//!
//! ScummVM needs more than that: MAXS before every directory, two
//! entries in each, one object per actor, and charset 1, which it loads before the boot script (script 1).

mod data;
mod index;

use std::collections::BTreeMap;

use super::room::RoomSource;
use costumier_files::layout::{OBJECT_NAME, RoomNames};
use costumier_format::dialect::{Dialect, Directories, FileLayout, Objects};
use costumier_format::{Problem, Refused, Severity};

/// The key that every byte of a v5 or v6 game is combined with by XOR.
pub const KEY: u8 = 0x69;

/// Bytes of a charset that the interpreter reads without looking at them.
const CHARSET_BYTES: usize = 29;

/// Most disks of a game: file names have one digit for them.
pub const MOST_DISKS: u8 = 9;

/// The files of a game, ready to be stored under names that its generation knows: see [`GameFiles::named`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFiles {
    /// The index file, disk 0.
    pub index: Vec<u8>,
    /// The data file, disk 1.
    pub data: Vec<u8>,
    /// The data files of further disks, from 2 on.
    pub further: Vec<Vec<u8>>,
}

impl GameFiles {
    /// The files with their names: `stem` and the endings that games of this dialect have (`monkey2.000`,
    /// `dig.la0`).
    #[must_use]
    pub fn named(self, stem: &str, dialect: &Dialect) -> Vec<(String, Vec<u8>)> {
        let files = [self.index, self.data].into_iter().chain(self.further);
        (0..=u8::MAX).zip(files).map(|(disk, bytes)| (dialect.disks.file_name(stem, disk), bytes)).collect()
    }
}

/// Collects the blocks of a game and lays them out.
///
/// Blocks are given as payloads, without their 8-byte headers. Callers choose the ids; directories grow
/// as needed.
#[derive(Clone, Debug)]
pub struct GameBuilder {
    dialect: Dialect,
    key: u8,
    rooms: BTreeMap<u8, Room>,
    scripts: BTreeMap<u16, Resource>,
    sounds: BTreeMap<u16, Resource>,
    costumes: BTreeMap<u16, Resource>,
    charsets: BTreeMap<u16, Resource>,
    images: BTreeMap<u16, Resource>,
    /// Objects' names and first states, by number.
    objects: BTreeMap<u16, (String, u8)>,
    problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
struct Room {
    name: String,
    disk: u8,
    payload: Vec<u8>,
    /// The picture, where it is a block of its own.
    image: Option<Vec<u8>>,
    /// Codes of its objects, where they are no part of it.
    codes: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Resource {
    room: u8,
    tag: [u8; 4],
    payload: Vec<u8>,
}

impl GameBuilder {
    /// A game without rooms. `dialect` decides the files' shape.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            key: dialect.disks.key,
            rooms: BTreeMap::new(),
            scripts: BTreeMap::new(),
            sounds: BTreeMap::new(),
            costumes: BTreeMap::new(),
            charsets: BTreeMap::new(),
            images: BTreeMap::new(),
            objects: BTreeMap::new(),
            problems: Vec::new(),
        }
    }

    /// Writes the files with another key; 0 leaves them plain.
    pub fn key(&mut self, key: u8) -> &mut Self {
        self.key = key;
        self
    }

    /// Adds a room: its number, its name in the index, the payload of its `ROOM` block.
    pub fn room(&mut self, number: u8, name: &str, payload: Vec<u8>) -> &mut Self {
        let path = format!("room {number}");
        if number == 0 {
            self.refuse(&path, "number 0 means \"no room\"");
        }
        let form = if self.dialect.disks.long_names { RoomNames::Long } else { RoomNames::Short };
        let most = form.most_letters();
        if name.len() > most || !name.bytes().all(|letter| letter.is_ascii_graphic()) {
            self.refuse(&path, &format!("the name {name:?} is not one of up to {most} ASCII letters"));
        }
        if self
            .rooms
            .insert(number, Room { name: name.into(), disk: 1, payload, image: None, codes: Vec::new() })
            .is_some()
        {
            self.refuse(&path, "is given twice");
        }
        self
    }

    /// Adds the picture of a room that is there, in Humongous games from 7.0 on: the payload of its `RMIM`
    /// block. Elsewhere pictures are part of rooms.
    pub fn room_image(&mut self, number: u8, payload: Vec<u8>) -> &mut Self {
        let path = format!("picture of room {number}");
        match self.rooms.get_mut(&number) {
            _ if self.dialect.disks.directories == Directories::Classic => {
                self.refuse(&path, &format!("is part of the room in {} games", self.dialect.generation()));
            }
            Some(room) => room.image = Some(payload),
            None => self.refuse(&path, "its room does not exist yet: add the room first"),
        }
        self
    }

    /// Adds a room and its picture, written as the game's generation has them.
    ///
    /// # Errors
    /// All the reasons why the room cannot be written.
    pub fn room_source(&mut self, number: u8, name: &str, room: &RoomSource) -> Result<&mut Self, Refused> {
        self.room(number, name, room.write_for(&self.dialect)?);
        if self.dialect.disks.directories == Directories::Humongous {
            self.room_image(number, room.write_image(&self.dialect)?);
        }
        if let Some(written) = self.rooms.get_mut(&number) {
            written.codes = room.write_codes(&self.dialect);
        }
        for object in &room.objects {
            self.object(object.id, &object.name, object.initial);
        }
        Ok(self)
    }

    /// Sets the name (v8) and the state that an object has when the game begins. All other objects
    /// are in state 0.
    pub fn object(&mut self, id: u16, name: &str, state: u8) -> &mut Self {
        let path = format!("object {id}");
        let packed = self.dialect.disks.objects == Objects::Packed;
        if id == 0 || (packed && state > 15) || name.len() >= OBJECT_NAME {
            self.refuse(&path, "numbers begin with 1, states end with 15, names with their 39th letter");
        }
        if self.objects.insert(id, (name.into(), state)).is_some() {
            self.refuse(&path, "is given twice");
        }
        self
    }

    /// Puts a room, and all that belongs to it, on another disk than the first.
    pub fn disk(&mut self, room: u8, disk: u8) -> &mut Self {
        let path = format!("room {room}");
        match self.rooms.get_mut(&room) {
            _ if !(1..=MOST_DISKS).contains(&disk) => {
                self.refuse(&path, &format!("disk {disk}; there are 1 to {MOST_DISKS}"));
            }
            Some(room) => room.disk = disk,
            None => self.refuse(&path, "is put on a disk, but is not there"),
        }
        self
    }

    /// Adds a costume that belongs to `room`: the payload of its `COST` block (from v7 on, and in Humongous
    /// games but the first, `AKOS`), which may be any bytes.
    pub fn costume(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        let tag = self.dialect.costumes.tag();
        self.costume_block(id, room, tag, payload)
    }

    /// Adds a costume block of another kind (`AKOS`), or any other block that a costume's directory entry
    /// leads to.
    pub fn costume_block(&mut self, id: u16, room: u8, tag: [u8; 4], payload: Vec<u8>) -> &mut Self {
        let known = self.costumes.insert(id, Resource { room, tag, payload });
        self.added("costume", id, known)
    }

    /// Adds a script that belongs to `room`. Script 1 is the boot script.
    pub fn script(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        let known = self.scripts.insert(id, Resource { room, tag: *b"SCRP", payload });
        self.added("script", id, known)
    }

    /// Adds a sound that belongs to `room`: the payload of its `SOUN` block.
    pub fn sound(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        let known = self.sounds.insert(id, Resource { room, tag: *b"SOUN", payload });
        self.added("sound", id, known)
    }

    /// Adds a charset that belongs to `room`. Where there is none, charset 1 is a block of zeros in the first
    /// room; Humongous games from 7.0 on do without.
    pub fn charset(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        let known = self.charsets.insert(id, Resource { room, tag: *b"CHAR", payload });
        self.added("charset", id, known)
    }

    /// Adds an image that belongs to `room`, in Humongous games from 7.2 on: the payload of its `AWIZ` block.
    pub fn image(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        if !self.dialect.disks.images {
            self.refuse(&format!("image {id}"), "the game has no directory of images");
        }
        let known = self.images.insert(id, Resource { room, tag: *b"AWIZ", payload });
        self.added("image", id, known)
    }

    fn added(&mut self, kind: &str, id: u16, known: Option<Resource>) -> &mut Self {
        if id == 0 {
            self.refuse(&format!("{kind} 0"), "id 0 means \"none\"");
        }
        if id == u16::MAX {
            self.refuse(&format!("{kind} {id}"), "directories count their entries with 16 bits");
        }
        if known.is_some() {
            self.refuse(&format!("{kind} {id}"), "is given twice");
        }
        self
    }

    fn refuse(&mut self, path: &str, text: &str) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// Writes the files.
    ///
    /// # Errors
    /// All problems: ids given twice, resources of a room that is not there, no room at
    /// all, files beyond 32 bits.
    pub fn finish(&self) -> Result<GameFiles, Refused> {
        let mut problems = self.problems.clone();
        if self.dialect.files != FileLayout::Disks {
            let text = format!("{} games are written by the classic builder", self.dialect.generation());
            problems.push(Problem::new(Severity::Broken, "index file", None, text));
        }
        let mut charsets = self.charsets.clone();
        match self.rooms.keys().next() {
            None => problems.push(Problem::new(Severity::Broken, "rooms", None, "a game has at least one")),
            Some(_) if self.dialect.disks.directories == Directories::Humongous => {}
            Some(first) if charsets.is_empty() => {
                let payload = vec![0; CHARSET_BYTES];
                charsets.insert(1, Resource { room: *first, tag: *b"CHAR", payload });
            }
            Some(_) => {}
        }
        let kinds = [
            ("script", &self.scripts),
            ("sound", &self.sounds),
            ("costume", &self.costumes),
            ("charset", &charsets),
            ("image", &self.images),
        ];
        for (kind, resources) in kinds {
            for (id, resource) in resources {
                if !self.rooms.contains_key(&resource.room) {
                    let text = format!("belongs to room {}, which is not there", resource.room);
                    problems.push(Problem::new(Severity::Broken, format!("{kind} {id}"), None, text));
                }
            }
        }
        let resources = kinds.map(|(_, resources)| resources);
        let mut places = data::ResourcePositions::default();
        let last = self.rooms.values().map(|room| room.disk).max().unwrap_or(1);
        let mut disks: Vec<Vec<u8>> =
            (1..=last).map(|disk| self.data_file(disk, resources, &mut places)).collect();
        for (bytes, disk) in disks.iter().zip(1..) {
            if u32::try_from(bytes.len()).is_err() {
                let text = format!("{} bytes; offsets are 32 bits wide", bytes.len());
                problems.push(Problem::new(Severity::Broken, format!("data file {disk}"), None, text));
            }
        }
        Refused::unless_empty(problems)?;
        let mut index = self.index_file(&places);
        index.iter_mut().chain(disks.iter_mut().flatten()).for_each(|byte| *byte ^= self.key);
        let mut disks = disks.into_iter();
        let data = disks.next().unwrap_or_default();
        Ok(GameFiles { index, data, further: disks.collect() })
    }
}

#[cfg(test)]
mod tests;
