//! `info --json`: a game as a whole.

use std::collections::BTreeMap;

use costumier::Game;
use costumier::files::Kind;
use serde::Serialize;

use super::{ProblemRow, problem_rows};

/// A game in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameInfo {
    /// `v5`.
    pub generation: &'static str,
    /// The machine that it is for, where its edition is like no other's; `pc` for all others.
    pub platform: &'static str,
    /// The game's title, where it can be told.
    pub title: Option<&'static str>,
    /// Which edition of it, where that can be told.
    pub edition: Option<&'static str>,
    /// What the title was told by, for people; `null` without one.
    pub title_told_by: Option<String>,
    /// Why it was recognised as what it is.
    pub why: String,
    /// The index file, then the data files that it speaks of.
    pub files: Vec<FileInfo>,
    /// The rooms.
    pub rooms: Vec<RoomInfo>,
    /// Number of used slots of the costume directory.
    pub costumes: usize,
    /// Number of used slots of the script directory.
    pub scripts: usize,
    /// Number of used slots of the sound directory.
    pub sounds: usize,
    /// Number of used slots of the charset directory.
    pub charsets: usize,
    /// Number of objects that the index states.
    pub objects: u32,
    /// What looks odd.
    pub problems: Vec<ProblemRow>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileInfo {
    /// Its name, or the name that it should have.
    pub name: String,
    /// Disk number; 0 for the index.
    pub disk: u8,
    /// Size in bytes; `null` where it cannot be used.
    pub bytes: Option<u64>,
    /// How it is encrypted, for people.
    pub key: Option<String>,
    /// Number of rooms on it.
    pub rooms: usize,
}

/// One room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomInfo {
    /// Its number.
    pub id: u32,
    /// Its name in the index.
    pub name: Option<String>,
    /// The disk that it is on; 0 where the index does not place it.
    pub disk: u8,
    /// Whether it is there.
    pub present: bool,
    /// Ids of the costumes that it owns.
    pub costumes: Vec<u32>,
}

/// Describes a game.
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
        title: game.title().map(|title| title.name),
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
        problems: problem_rows(game.problems()),
    }
}
