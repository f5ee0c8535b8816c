//! Laying blocks out as a game: an index file and a data file (`reference/01 §4`).
//!
//! ```text
//! index   RNAM · MAXS · DROO · DSCR · DSOU · DCOS · DCHR · DOBJ
//! data    LECF{ LOFF, LFLF{ ROOM, SCRP …, COST …, CHAR … } … }
//! ```
//! A directory is a count, that many room numbers, that many offsets, not pairs. An offset counts from the ROOM block of
//! that room, which is where `LOFF` points: eight bytes behind the start of the `LFLF`.
//!
//! What the interpreter wants beyond that (`research/oracle-scummvm.md §6`): MAXS before every directory, two entries in each,
//! one object per actor, and charset 1, which it loads before the boot script (script 1).

use std::collections::BTreeMap;

use super::block::{self, BlockWriter};
use crate::dialect::{Dialect, Generation};
use crate::problem::{Problem, Refused, Severity};

/// The key that every byte of a v5 or v6 game is combined with by XOR.
pub const KEY: u8 = 0x69;

/// Letters of a room's name in the index.
pub const NAME_LETTERS: usize = 9;

/// Bytes of a charset that the interpreter reads without looking at them.
const CHARSET_BYTES: usize = 29;

/// Objects in the index: one per actor, since making an actor writes its class word.
const OBJECTS: u16 = 13;

/// Fewest entries of a directory; entry 0 is never used.
const MIN_ENTRIES: u16 = 2;

/// The two files of a game, ready to be stored under any name that ends in `.000` and `.001`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFiles {
    /// The index file, disk 0.
    pub index: Vec<u8>,
    /// The data file, disk 1.
    pub data: Vec<u8>,
}

/// Collects the blocks of a game and lays them out.
///
/// Blocks are given as payloads, without their 8-byte headers. Ids are where one asks for them: directories grow as needed.
#[derive(Clone, Debug)]
pub struct GameBuilder {
    dialect: Dialect,
    key: u8,
    rooms: BTreeMap<u8, Room>,
    scripts: BTreeMap<u16, Resource>,
    sounds: BTreeMap<u16, Resource>,
    costumes: BTreeMap<u16, Resource>,
    charsets: BTreeMap<u16, Resource>,
    problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
struct Room {
    name: String,
    payload: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Resource {
    room: u8,
    tag: [u8; 4],
    payload: Vec<u8>,
}

/// Number and offset of each resource of a kind, by id.
type Places = BTreeMap<u16, (u8, u32)>;

impl GameBuilder {
    /// A game without rooms. `dialect` decides the index's shape (v5 and v6 are known).
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            key: KEY,
            rooms: BTreeMap::new(),
            scripts: BTreeMap::new(),
            sounds: BTreeMap::new(),
            costumes: BTreeMap::new(),
            charsets: BTreeMap::new(),
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
        if name.len() > NAME_LETTERS || !name.bytes().all(|letter| letter.is_ascii_graphic()) {
            self.refuse(
                &path,
                &format!("the name {name:?} is not one of up to {NAME_LETTERS} ASCII letters"),
            );
        }
        if self.rooms.insert(number, Room { name: name.into(), payload }).is_some() {
            self.refuse(&path, "is given twice");
        }
        self
    }

    /// Adds a costume that belongs to `room`: the payload of its `COST` block, which may be any bytes.
    pub fn costume(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        self.costume_block(id, room, *b"COST", payload)
    }

    /// Adds a costume block of another kind (`AKOS`), or anything else that a costume's directory entry shall lead to.
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

    /// Adds a charset that belongs to `room`. Where there is none, charset 1 is a block of zeros in the first room.
    pub fn charset(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        let known = self.charsets.insert(id, Resource { room, tag: *b"CHAR", payload });
        self.added("charset", id, known)
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

    /// Writes both files.
    ///
    /// # Errors
    /// Everything that speaks against it: ids given twice, resources of a room that is not there, no room at all, files
    /// beyond 32 bits.
    pub fn finish(&self) -> Result<GameFiles, Refused> {
        let mut problems = self.problems.clone();
        let humongous_6 = self.dialect == Dialect::HE60;
        if !matches!(self.dialect.generation, Generation::V5 | Generation::V6) && !humongous_6 {
            let text = format!("the files of {} games cannot be written yet", self.dialect.generation);
            problems.push(Problem::new(Severity::Broken, "index file", None, text));
        }
        let mut charsets = self.charsets.clone();
        match self.rooms.keys().next() {
            None => problems.push(Problem::new(Severity::Broken, "rooms", None, "a game has at least one")),
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
        let (mut data, places) = self.data_file(resources);
        if u32::try_from(data.len()).is_err() {
            let text = format!("{} bytes; offsets are 32 bits wide", data.len());
            problems.push(Problem::new(Severity::Broken, "data file", None, text));
        }
        Refused::unless_empty(problems)?;
        let mut index = self.index_file(&places);
        index.iter_mut().chain(&mut data).for_each(|byte| *byte ^= self.key);
        Ok(GameFiles { index, data })
    }

    fn data_file(&self, resources: [&BTreeMap<u16, Resource>; 4]) -> (Vec<u8>, [Places; 4]) {
        let mut places: [Places; 4] = Default::default();
        let mut folders = Vec::with_capacity(self.rooms.len());
        for (number, room) in &self.rooms {
            let mut out = BlockWriter::new();
            out.block(*b"LFLF", |out| {
                let (room_at, _) = out.block(*b"ROOM", |out| out.bytes(&room.payload));
                for (resources, places) in resources.iter().zip(&mut places) {
                    for (id, resource) in resources.iter().filter(|(_, r)| r.room == *number) {
                        let (at, _) = out.block(resource.tag, |out| out.bytes(&resource.payload));
                        places.insert(*id, (*number, narrow(at - room_at)));
                    }
                }
            });
            folders.push((*number, out.finish()));
        }
        let mut out = BlockWriter::new();
        out.block(*b"LECF", |out| {
            let mut at = out.len() + block::HEADER + 1 + 5 * folders.len();
            out.block(*b"LOFF", |out| {
                // Numbers are bytes and 0 is none, so there are at most 255.
                out.u8(u8::try_from(folders.len()).unwrap_or(u8::MAX));
                for (number, folder) in &folders {
                    out.u8(*number);
                    out.u32(narrow(at + block::HEADER));
                    at += folder.len();
                }
            });
            folders.iter().for_each(|(_, folder)| out.bytes(folder));
        });
        (out.finish(), places)
    }

    fn index_file(&self, [scripts, sounds, costumes, charsets]: &[Places; 4]) -> Vec<u8> {
        let last_room = self.rooms.keys().next_back().copied().unwrap_or(0);
        let rooms: Places = self.rooms.keys().map(|number| (u16::from(*number), (1, 0))).collect();
        let mut out = BlockWriter::new();
        out.block(*b"RNAM", |out| {
            for (number, room) in &self.rooms {
                out.u8(*number);
                let letters = room.name.bytes().chain(std::iter::repeat(0)).take(NAME_LETTERS);
                letters.for_each(|letter| out.u8(letter ^ 0xFF));
            }
            out.u8(0);
        });
        let counts = Counts {
            rooms: (u16::from(last_room) + 1).max(MIN_ENTRIES),
            scripts: entries(scripts),
            sounds: entries(sounds),
            costumes: entries(costumes),
            charsets: entries(charsets),
        };
        out.block(*b"MAXS", |out| match self.dialect.generation {
            Generation::V5 => counts.maxima_v5().iter().for_each(|value| out.u16(*value)),
            _ => counts.maxima_v6().iter().for_each(|value| out.u16(*value)),
        });
        directory(&mut out, *b"DROO", &rooms, counts.rooms);
        directory(&mut out, *b"DSCR", scripts, counts.scripts);
        directory(&mut out, *b"DSOU", sounds, counts.sounds);
        directory(&mut out, *b"DCOS", costumes, counts.costumes);
        directory(&mut out, *b"DCHR", charsets, counts.charsets);
        out.block(*b"DOBJ", |out| {
            out.u16(OBJECTS);
            out.bytes(&vec![0; usize::from(OBJECTS) * 5]);
        });
        out.finish()
    }
}

/// Number of entries in each directory.
struct Counts {
    rooms: u16,
    scripts: u16,
    sounds: u16,
    costumes: u16,
    charsets: u16,
}

impl Counts {
    /// Variables, ?, bit variables, local objects, ?, charsets, ?, ?, inventory.
    fn maxima_v5(&self) -> [u16; 9] {
        [800, 16, 2048, 200, 50, self.charsets, 100, 50, 80]
    }

    /// Variables, ?, bit variables, local objects, arrays, ?, verbs, floating objects, inventory, and the directories.
    fn maxima_v6(&self) -> [u16; 15] {
        let Self { rooms, scripts, sounds, costumes, charsets } = *self;
        [800, 16, 2048, 200, 50, 0, 100, 50, 80, rooms, scripts, sounds, charsets, costumes, OBJECTS]
    }
}

/// An offset as it is stored. Files beyond 32 bits are refused as a whole.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Entries that a directory needs for its highest id.
fn entries(places: &Places) -> u16 {
    places.keys().next_back().map_or(0, |id| id.saturating_add(1)).max(MIN_ENTRIES)
}

fn directory(out: &mut BlockWriter, tag: [u8; 4], places: &Places, count: u16) {
    let place = |id| places.get(&id).copied().unwrap_or((0, 0));
    out.block(tag, |out| {
        out.u16(count);
        (0..count).for_each(|id| out.u8(place(id).0));
        (0..count).for_each(|id| out.u32(place(id).1));
    });
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
