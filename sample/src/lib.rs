//! *The Costume Department*: a little SCUMM game made for this project, compiled from the sources in this
//! folder for several kinds of games. The README describes the sources.

use costumier::{Dialect, Generation, MemoryFiles};

/// A file: its name and its bytes.
pub type File = (&'static str, &'static [u8]);

/// The game as it is made for one kind of game.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Edition {
    /// What it is called: a generation, or more exactly `he72`, `v4-ega`.
    pub name: &'static str,
    /// What kind of game it is.
    pub dialect: Dialect,
    /// Its files, the index first.
    pub files: &'static [File],
}

impl Edition {
    /// The files as a game's folder would hold them.
    #[must_use]
    pub fn folder(&self) -> MemoryFiles {
        self.files.iter().copied().collect()
    }
}

/// All editions, v5 first, v6 second. From v7 on, and in Humongous games, its costumes are AKOS blocks; before v5 it
/// has 16 colours.
pub static GAMES: &[Edition] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The edition that is called so.
#[must_use]
pub fn edition(name: &str) -> Option<&'static Edition> {
    GAMES.iter().find(|it| it.name == name)
}

/// The edition for games of this kind.
#[must_use]
pub fn edition_for(dialect: &Dialect) -> Option<&'static Edition> {
    GAMES.iter().find(|it| it.dialect == dialect.edition())
}

/// The files of the game in a generation, the index first; `None` where it is not made for it. Of Humongous games
/// those of 9.0.
#[must_use]
pub fn game(generation: Generation) -> Option<&'static [File]> {
    edition(generation.name()).map(|it| it.files)
}

/// As [`game`], as a game's folder would hold them.
#[must_use]
pub fn files_of(generation: Generation) -> Option<MemoryFiles> {
    edition(generation.name()).map(Edition::folder)
}

/// The v5 game as its folder would hold it.
#[must_use]
pub fn files() -> MemoryFiles {
    files_of(Generation::V5).unwrap_or_default()
}

/// The title of the sample game.
pub const TITLE: &str = "The Costume Department";

/// What a costume or one of its chores is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The id of the costume.
    pub costume: u32,
    /// The chore's number; `None` for the costume itself.
    pub chore: Option<u16>,
    /// The name that scripts give it.
    pub name: &'static str,
}

/// The names of the costumes and their chores.
pub fn names() -> impl Iterator<Item = Name> {
    let lines = include_str!(concat!(env!("OUT_DIR"), "/names.txt")).lines();
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let costume = fields.next()?.parse().ok()?;
        let chore = fields.next()?;
        Some(Name { costume, chore: chore.parse().ok(), name: fields.next()? })
    })
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
