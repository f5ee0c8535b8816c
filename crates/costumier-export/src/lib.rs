//! Costumes as images, animations, sheets and data: one file per format.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let files = costumier::game::MemoryFiles::default();
//! use costumier_export::ledger::{Entries, Ledger};
//! use costumier_export::{ExportOptions, Exporter, Identity, MemoryOutput, Names, Workspace};
//!
//! let game = costumier::game::Game::open(&files, None, costumier::Limits::default())?;
//! let identity = Identity::of(&game, &files)?;
//! let exporter = Exporter::new(&game, identity, ExportOptions::default(), Names::default());
//! let mut workspace = Workspace::new(exporter.options(), game.limits());
//! let mut output = MemoryOutput::default();
//! let mut ledger = Ledger::new(&exporter);
//! for (number, id) in game.costume_ids().enumerate() {
//!     let report = exporter.costume(id, &mut workspace, &mut output)?;
//!     ledger.add(number, Entries::of(&report), &mut output)?;
//! }
//! ledger.finish(&mut output)?;
//! # Ok(())
//! # }
//! ```
//! An [`Exporter`] is shared by threads, each of which has a [`Workspace`] of its own. All pixels come from the library's painter, in
//! costume colours; each format only packs them.
#![forbid(unsafe_code)]

mod animations;
pub mod apng;
pub mod aseprite;
pub mod aseprite_json;
pub mod backdrop;
pub mod bmp;
pub mod colour;
pub mod contact;
mod costume;
mod deflate;
pub mod ensemble;
mod error;
mod exporter;
pub mod gif;
pub mod godot;
pub mod html;
mod identity;
pub mod image;
pub mod json;
pub mod ledger;
mod lettering;
pub mod movie;
mod names;
mod options;
mod output;
pub mod pal;
pub mod palette;
pub mod paths;
mod pictures;
mod pixels;
pub mod png;
pub mod reel;
pub mod report;
pub mod scene_json;
pub mod sheet;
pub mod sheet_data;
mod shorten;
mod showcase;
pub mod texturepacker_json;
pub mod time;
pub mod webp;
mod whole;

use std::sync::Arc;

use costumier::costume::Costume;
use costumier::game::Game;

pub use error::{ExportError, Result};
pub use exporter::{Exporter, Workspace};
pub use identity::Identity;
pub use names::{CostumeNames, Names};
pub use options::{Background, ChoreFilter, Effort, ExportOptions, Format, JIFFIES_PER_SECOND, SheetLayout};
pub use output::{MemoryOutput, Output};

/// A costume found by its id and opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Directory id.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// The costume.
    pub costume: Arc<Costume>,
}

/// Finds a costume by its id and opens it.
///
/// # Errors
/// What [`Game::costume_bytes`] and [`Costume::read`] say.
pub fn open(game: &Game, id: u32) -> costumier::Result<Opened> {
    let found = game.costume_bytes(id)?;
    let room = found.room;
    Ok(Opened { id, room, costume: Arc::new(Costume::read(found)?) })
}
