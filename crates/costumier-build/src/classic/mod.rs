//! Laying out games of v1 to v4, from the payloads of their blocks (`docs/format/containers.md §6, §7`).
//!
//! ```text
//! v4             000.lfl { RN, 0R, 0S, 0N, 0C, 0O } · disk01.lec … { LE { FO,              key 0x69
//!                                                       LF { u16 room, RO, SC …, CO … } … } }
//! v3 (256)       00.lfl { 0R, 0S, 0N, 0C, 0O } · 01.lfl … { RO, SC …, CO … }                       no key
//!                (PC-Engine: 91 rooms, objects in two lanes)
//!                (FM-TOWNS: 199 entries in directories, Indiana Jones 3 also 32 bytes behind 0O)
//! v3, v2, v1     00.lfl: magic and bare tables · 01.lfl … : room, scripts, costumes                key 0xFF
//! ```
//! These games are the test data of the readers; no interpreter has judged them.

use std::collections::BTreeMap;

use super::room::RoomSource;
use costumier_files::data::nes::{BASE_TILES, TILE_SETS, resources};
use costumier_files::layout::{Contents, Count, IndexLayout, List, ROOM_TABLE, Row};
use costumier_files::{Key, Kind};
use costumier_format::block::write::{BlockWriter, small_block};
use costumier_format::dialect::{BlockHeaders, Dialect, FileLayout};
use costumier_format::nes::{SpriteSetSource, pack_tiles};
use costumier_format::{Problem, Refused, Severity};

/// Objects that an index counts at least, in games whose positions are cells and in others: one for each actor.
/// Interpreters keep actors' classes among those of objects, and ScummVM 2.7.0 does not ask how many there are.
const OBJECTS: [u16; 2] = [25, 13];

/// A file's name and its bytes, as stored.
pub type NamedFile = (String, Vec<u8>);

/// Collects the blocks of a game of v1 to v4.
#[derive(Clone, Debug)]
pub struct ClassicBuilder {
    dialect: Dialect,
    rooms: BTreeMap<u8, Room>,
    costumes: BTreeMap<u16, (u8, Vec<u8>)>,
    scripts: BTreeMap<u16, (u8, Vec<u8>)>,
    /// The tiles of all rooms, on the NES.
    base_tiles: Vec<[u8; 64]>,
    /// Objects' first states, by number.
    objects: BTreeMap<u16, u8>,
    /// Objects that an index counts at least.
    least_objects: u16,
    problems: Vec<Problem>,
}

#[derive(Clone, Debug)]
struct Room {
    name: String,
    disk: u8,
    payload: Vec<u8>,
}

/// Room and offset of each resource of a kind, by id.
type ResourceTable = BTreeMap<u16, (u8, u32)>;

impl ClassicBuilder {
    /// A game without rooms.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        let [of_cells, others] = OBJECTS;
        Self {
            dialect,
            rooms: BTreeMap::new(),
            costumes: BTreeMap::new(),
            scripts: BTreeMap::new(),
            base_tiles: vec![[0; 64]],
            objects: BTreeMap::new(),
            least_objects: if dialect.anchor.cell().is_some() { of_cells } else { others },
            problems: Vec::new(),
        }
    }

    /// Adds a room: its number, its name in the index (v4), the disk that it lies on (v4), the payload of its
    /// block.
    pub fn room(&mut self, number: u8, name: &str, disk: u8, payload: Vec<u8>) -> &mut Self {
        if number == 0 || disk == 0 || self.rooms.contains_key(&number) {
            self.refuse(
                format!("room {number}"),
                "numbers and disks begin with 1, each number is given once",
            );
        }
        self.rooms.insert(number, Room { name: name.into(), disk, payload });
        self
    }

    /// Adds a room as this generation has it, with the first states of its objects.
    ///
    /// # Errors
    /// All the reasons why the room cannot be written.
    pub fn room_source(
        &mut self,
        number: u8,
        name: &str,
        disk: u8,
        room: &RoomSource,
    ) -> Result<&mut Self, Refused> {
        let payload = if self.dialect.is_nes() {
            let (payload, tiles) = room.write_nes(&self.dialect, number, &self.base_tiles)?;
            // The room names a set of its own even if the tiles of all rooms are enough for it.
            self.tiles(number, number, if tiles.is_empty() { &[[0; 64]] } else { &tiles });
            payload
        } else {
            room.write_for(&self.dialect)?
        };
        self.room(number, name, disk, payload);
        for object in &room.objects {
            if object.initial > 15 || self.objects.insert(object.id, object.initial).is_some() {
                self.refuse(format!("object {}", object.id), "states end with 15, each number is given once");
            }
        }
        Ok(self)
    }

    /// Adds a costume that belongs to `room`: the payload of its block, which may be any bytes.
    pub fn costume(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        if id == 0 || self.costumes.insert(id, (room, payload)).is_some() {
            self.refuse(format!("costume {id}"), "ids begin with 1, each is given once");
        }
        self
    }

    /// Sets the tiles of all rooms of the NES, which belong to `room`: 64 pixel values of 0 to 3 each. Rooms that are
    /// added later lean on them; without a call there is one, which is empty.
    pub fn base_tiles(&mut self, room: u8, tiles: &[[u8; 64]]) -> &mut Self {
        self.base_tiles = tiles.to_vec();
        self.tiles(0, room, tiles)
    }

    /// A set of tiles; 0 are those of all rooms.
    fn tiles(&mut self, set: u8, room: u8, tiles: &[[u8; 64]]) -> &mut Self {
        if set > TILE_SETS {
            self.refuse(format!("tiles {set}"), "there are sets for the rooms 1 to 39");
        }
        let payload = pack_tiles(tiles, &mut self.problems);
        let id = u16::try_from(BASE_TILES).unwrap_or(u16::MAX).saturating_add(set.into());
        self.costume(id, room, payload)
    }

    /// Adds one of the two sets of sprites that costumes of the NES are drawn from.
    ///
    /// # Errors
    /// All the reasons why it cannot be written.
    pub fn sprites(&mut self, set: u8, room: u8, sprites: &SpriteSetSource) -> Result<&mut Self, Refused> {
        for (id, payload) in resources(set & 1).into_iter().zip(sprites.write()?) {
            self.costume(u16::try_from(id).unwrap_or(u16::MAX), room, payload);
        }
        Ok(self)
    }

    /// Adds a script that belongs to `room`.
    pub fn script(&mut self, id: u16, room: u8, payload: Vec<u8>) -> &mut Self {
        if id == 0 || self.scripts.insert(id, (room, payload)).is_some() {
            self.refuse(format!("script {id}"), "ids begin with 1, each is given once");
        }
        self
    }

    /// Makes the index count at least so many objects, if it counts them: interpreters use some objects of
    /// certain games, such as 344 of Zak.
    pub fn objects(&mut self, count: u16) -> &mut Self {
        self.least_objects = self.least_objects.max(count);
        self
    }

    fn refuse(&mut self, path: String, text: &str) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// Writes the files.
    ///
    /// # Errors
    /// All problems: ids given twice, resources of a room that is not there, sizes and
    /// ids that this generation's fields do not hold, a generation that is written by
    /// [`GameBuilder`](super::game::GameBuilder).
    pub fn finish(&self) -> Result<Vec<NamedFile>, Refused> {
        let mut problems = self.problems.clone();
        let mut refuse = |path: String, text: String| {
            problems.push(Problem::new(Severity::Broken, path, None, text));
        };
        if self.dialect.files == FileLayout::Disks {
            let text = format!("games of {} are built from other blocks", self.dialect.generation());
            refuse("game".into(), text);
        }
        if self.rooms.is_empty() {
            refuse("rooms".into(), "a game has at least one".into());
        }
        for (kind, resources) in [("script", &self.scripts), ("costume", &self.costumes)] {
            for (id, (room, payload)) in resources {
                if !self.rooms.contains_key(room) {
                    refuse(format!("{kind} {id}"), format!("belongs to room {room}, which is not there"));
                }
                if self.is_bare() && payload.len().saturating_add(4) > usize::from(u16::MAX) {
                    refuse(
                        format!("{kind} {id}"),
                        format!("{} bytes; sizes are 16 bits wide", payload.len()),
                    );
                }
            }
        }
        let (files, [scripts, costumes]) = self.data_files();
        for (kind, places) in [("script", &scripts), ("costume", &costumes)] {
            for (id, (_, offset)) in places {
                let most = self.most_ids(kind);
                if usize::from(*id) >= most {
                    refuse(format!("{kind} {id}"), format!("the directory has {most} entries"));
                }
                if self.is_bare() && *offset >= u32::from(u16::MAX) {
                    refuse(format!("{kind} {id}"), format!("lies at {offset}; offsets are 16 bits wide"));
                }
            }
        }
        Refused::unless_empty(problems)?;
        let mut all = vec![self.index(&scripts, &costumes)];
        all.extend(files);
        Ok(all)
    }

    fn is_bare(&self) -> bool {
        self.dialect.blocks == BlockHeaders::Bare
    }

    /// Returns the number of each resource that the index has room for, if the index does not state it.
    fn counts(&self) -> Option<[u16; 5]> {
        match self.dialect.files {
            FileLayout::OldRooms(tables) => tables.counts(),
            _ => None,
        }
    }

    /// Entries that a directory can have.
    fn most_ids(&self, kind: &str) -> usize {
        match (self.counts(), self.is_bare()) {
            (Some([_, _, costumes, ..]), _) if kind == "costume" => costumes.into(),
            (Some([_, _, _, scripts, _]), _) => scripts.into(),
            (None, true) => 255,
            (None, false) => usize::from(u16::MAX),
        }
    }

    fn block(&self, tag: &[u8; 2], payload: &[u8]) -> Vec<u8> {
        let mut out = BlockWriter::new();
        if tag == b"CO" && self.dialect.costume_blocks == BlockHeaders::Size {
            out.u16(u16::try_from(payload.len().saturating_add(2)).unwrap_or(u16::MAX));
            out.bytes(payload);
        } else if self.is_bare() {
            out.u16(u16::try_from(payload.len().saturating_add(4)).unwrap_or(u16::MAX));
            out.u16(0);
            out.bytes(payload);
        } else {
            out.bytes(&small_block(tag, payload));
        }
        out.finish()
    }

    /// A room's block and everything that belongs to it; offsets count from its start. Where these have 16 bits, what
    /// is longest comes last, so that more can be reached.
    fn folder(&self, number: u8, room: &Room, places: &mut [ResourceTable; 2]) -> Vec<u8> {
        let mut folder = self.block(b"RO", &room.payload);
        let kinds = [(b"SC", &self.scripts), (b"CO", &self.costumes)];
        for ((tag, resources), places) in kinds.into_iter().zip(places) {
            let mut own: Vec<_> = resources.iter().filter(|(_, (owner, _))| *owner == number).collect();
            if self.is_bare() {
                own.sort_by_key(|(_, (_, payload))| payload.len());
            }
            for (id, (_, payload)) in own {
                places.insert(*id, (number, narrow(folder.len())));
                folder.extend(self.block(tag, payload));
            }
        }
        folder
    }

    fn data_files(&self) -> (Vec<NamedFile>, [ResourceTable; 2]) {
        let mut places: [ResourceTable; 2] = Default::default();
        let mut files = Vec::new();
        if self.dialect.files != FileLayout::Lec {
            let key = if self.is_bare() { Key::OLD } else { Key::PLAIN };
            for (number, room) in &self.rooms {
                let mut bytes = self.folder(*number, room, &mut places);
                key.apply(&mut bytes);
                files.push((format!("{number:02}.lfl"), bytes));
            }
            return (files, places);
        }
        let mut disks: BTreeMap<u8, Vec<(u8, Vec<u8>)>> = BTreeMap::new();
        for (number, room) in &self.rooms {
            let mut payload = u16::from(*number).to_le_bytes().to_vec();
            payload.extend(self.folder(*number, room, &mut places));
            disks.entry(room.disk).or_default().push((*number, small_block(b"LF", &payload)));
        }
        for (disk, folders) in disks {
            let mut at = folders.len().saturating_mul(5).saturating_add(12 + 1);
            let mut rows = Vec::with_capacity(folders.len());
            for (number, folder) in &folders {
                rows.push(Row { room: *number, offset: narrow(at), ..Row::default() });
                at = at.saturating_add(folder.len());
            }
            let table = ROOM_TABLE.write(&rows);
            let mut content = small_block(b"FO", &table);
            folders.iter().for_each(|(_, folder)| content.extend_from_slice(folder));
            let mut bytes = small_block(b"LE", &content);
            Key::CLASSIC.apply(&mut bytes);
            files.push((format!("disk{disk:02}.lec"), bytes));
        }
        (files, places)
    }

    fn index(&self, scripts: &ResourceTable, costumes: &ResourceTable) -> NamedFile {
        let layout = IndexLayout::of(&self.dialect);
        // Bare tables do not say which disk a room is on.
        let rooms: ResourceTable = self
            .rooms
            .iter()
            .map(|(number, room)| (u16::from(*number), (if self.is_bare() { 0 } else { room.disk }, 0)))
            .collect();
        let none = ResourceTable::new();
        let lists = [
            (List::Rooms, &rooms),
            (List::Of(Kind::Script), scripts),
            (List::Of(Kind::Sound), &none),
            (List::Of(Kind::Costume), costumes),
        ];
        let mut contents = Contents::default();
        for ((list, places), fewest) in lists.into_iter().zip(self.dialect.small_index.entries) {
            let Some(table) = layout.table(list) else { continue };
            let count = match table.count {
                Count::Stated(1) => entries(places).min(255),
                Count::Stated(_) => entries(places).max(fewest),
                Count::Fixed(count) => count,
            };
            let row = |id| match places.get(&id) {
                Some((room, offset)) => Row { room: *room, offset: *offset, ..Row::default() },
                None => table.empty_row(),
            };
            contents.rows.insert(list, (0..count).map(row).collect());
        }
        let state = |id| Row { state: self.objects.get(&id).copied().unwrap_or(0), ..Row::default() };
        let objects = self.counts().map_or(self.object_count(), |[objects, ..]| objects);
        contents.rows.insert(List::Objects, (0..objects).map(state).collect());
        if self.dialect.files == FileLayout::Lec {
            let names = self.rooms.iter().map(|(number, room)| (u32::from(*number), room.name.clone()));
            contents.names = Some(names.collect());
        }
        let mut bytes = layout.write(&contents);
        if self.is_bare() {
            Key::OLD.apply(&mut bytes);
        }
        let name = if self.dialect.files == FileLayout::Lec { "000.lfl" } else { "00.lfl" };
        (name.into(), bytes)
    }

    /// Objects in an index that counts them.
    fn object_count(&self) -> u16 {
        self.objects.keys().next_back().map_or(0, |id| id.saturating_add(1)).max(self.least_objects)
    }
}

/// Entries that a directory needs for its highest id.
fn entries(places: &ResourceTable) -> u16 {
    places.keys().next_back().map_or(0, |id| id.saturating_add(1)).max(2)
}

/// An offset as it is stored; files are far smaller than 32 bits reach.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
