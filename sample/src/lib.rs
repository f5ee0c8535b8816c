//! *The Costume Department*: a little SCUMM v5 game made for this project, compiled from the sources in this folder.
//!
//! ```
//! use costumier::{Limits, game::Game};
//!
//! let game = Game::open(&costumier_sample::files(), None, Limits::default())?;
//! assert!(game.costume_ids().count() >= 6);
//! # Ok::<(), costumier::Error>(())
//! ```
#![forbid(unsafe_code)]

use costumier::game::MemoryFiles;

/// Name of the index file.
pub const INDEX_NAME: &str = "sample.000";

/// Name of the data file.
pub const DATA_NAME: &str = "sample.001";

/// The index file.
pub const INDEX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sample.000"));

/// The data file.
pub const DATA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sample.001"));

/// Both files under their names, as a game's folder would hold them.
#[must_use]
pub fn files() -> MemoryFiles {
    [(INDEX_NAME, INDEX), (DATA_NAME, DATA)].into_iter().collect()
}

/// The game's title.
pub const TITLE: &str = "The Costume Department";

/// What a costume or one of its chores is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The costume's id.
    pub costume: u32,
    /// The chore's number; `None` for the costume itself.
    pub chore: Option<u16>,
    /// The name.
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
