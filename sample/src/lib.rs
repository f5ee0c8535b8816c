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
