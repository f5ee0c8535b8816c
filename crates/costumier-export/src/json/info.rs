//! The JSON of `info`: a game as a whole.

use std::collections::BTreeMap;

use costumier::files::Kind;
use costumier::{Game, Problem};
use serde::Serialize;

/// The facts of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// The game's generation: `v5`.
    pub generation: &'static str,
    /// The machine that the edition is special to; `pc` for all others.
    pub platform: &'static str,
    /// The game's title, if it is recognised or given.
    pub title: Option<String>,
    /// The edition of the title, if it is recognised.
    pub edition: Option<&'static str>,
    /// How the title was recognised, for people; `null` without a title.
    pub title_told_by: Option<String>,
    /// How the generation was recognised.
    pub why: String,
    /// The index file, then the data files that it names.
    pub files: Vec<FileInfo>,
    /// The rooms of the game.
    pub rooms: Vec<RoomInfo>,
    /// Number of used slots of the costume directory.
    pub costumes: usize,
    /// Number of used slots of the script directory.
    pub scripts: usize,
    /// Number of used slots of the sound directory.
    pub sounds: usize,
    /// Number of used slots of the charset directory.
    pub charsets: usize,
    /// Number of objects in the index.
    pub objects: u32,
    /// Problems of the game.
    pub problems: Vec<Problem>,
}

/// A file of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileInfo {
    /// The name of the file, or the name that it should have.
    pub name: String,
    /// The number of the disk; 0 for the index.
    pub disk: u8,
    /// Size in bytes; `null` if the file cannot be used.
    pub bytes: Option<u64>,
    /// How the file is encrypted, for people.
    pub key: Option<String>,
    /// Number of rooms in the file.
    pub rooms: usize,
}

/// A room of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomInfo {
    /// The number of the room.
    pub id: u32,
    /// The name of the room in the index.
    pub name: Option<String>,
    /// The disk of the room; 0 if the index does not name one.
    pub disk: u8,
    /// Whether the room exists in the files.
    pub present: bool,
    /// Ids of the costumes that the room owns.
    pub costumes: Vec<u32>,
}

/// Returns the facts of a game.
#[must_use]
pub fn info(game: &Game) -> GameInfo {
    let files = game.data().files().map(|file| FileInfo {
        name: file.name,
        disk: file.disk,
        bytes: file.found.map(|(bytes, _)| bytes),
        key: file.found.map(|(_, key)| key.to_string()),
        rooms: file.rooms,
    });
    let mut costumes: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for slot in game.costume_slots() {
        costumes.entry(slot.room).or_default().push(slot.id);
    }
    let count = costumes.values().map(Vec::len).sum();
    let rooms = game.rooms().map(|room| RoomInfo {
        id: room.id,
        name: room.name,
        disk: room.disk,
        present: room.present,
        costumes: costumes.remove(&room.id).unwrap_or_default(),
    });
    let used = |kind| game.data().index().slots(kind).iter().filter(|slot| slot.is_used()).count();
    GameInfo {
        generation: game.generation().name(),
        platform: game.dialect().platform().name(),
        title: game.title().map(|title| title.name.to_owned()),
        edition: game.title().and_then(|title| title.edition),
        title_told_by: game.title().map(|title| title.told_by.to_string()),
        why: game.why().to_owned(),
        files: files.collect(),
        rooms: rooms.collect(),
        costumes: count,
        scripts: used(Kind::Script),
        sounds: used(Kind::Sound),
        charsets: used(Kind::Charset),
        objects: game.data().index().objects,
        problems: game.problems().to_vec(),
    }
}
