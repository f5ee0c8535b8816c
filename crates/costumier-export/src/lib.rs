//! Exports costumes as images, animations, sheets and data. Each format is one file of this crate.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let files = costumier::MemoryFiles::default();
//! use costumier::Game;
//! use costumier_export::catalogue::Entries;
//! use costumier_export::{ExportOptions, Exporter, Identity, MemoryOutput, Names, Workspace};
//!
//! let game = std::sync::Arc::new(Game::open(&files, None, costumier::Limits::default())?);
//! let identity = Identity::of(&game, &files)?;
//! let exporter = Exporter::new(game.clone(), identity, ExportOptions::default(), Names::default())?;
//! let mut workspace = Workspace::new(exporter.options(), game.limits());
//! let mut output = MemoryOutput::default();
//! let mut catalogue = exporter.catalogue();
//! for (number, id) in game.costume_ids().enumerate() {
//!     let report = exporter.costume(id, &mut workspace, &mut output)?;
//!     catalogue.add(number, Entries::of(&report), &mut output)?;
//! }
//! catalogue.finish(&mut output)?;
//! # Ok(())
//! # }
//! ```
//! Threads share an [`Exporter`], and each of them has its own [`Workspace`]. The library's painter draws all pixels
//! in costume colours; a format only packs them.
#![forbid(unsafe_code)]

pub mod budget;
pub mod catalogue;
pub mod colour;
pub mod contact;
mod context;
mod costume;
mod exporter;
pub mod film;
pub mod formats;
mod identity;
mod idle_cores;
pub mod image;
pub mod json;
pub mod montage;
mod names;
mod open_costume;
mod options;
mod page;
pub mod paths;
mod pixels;
pub mod report;
pub mod scene_json;
mod scratch;
pub mod sheet;
pub mod similarity;
mod sink;
pub mod time;
pub mod view;

pub use exporter::Exporter;
pub use identity::Identity;
pub use idle_cores::IdleCores;
pub use names::{CostumeNames, Names, RoomsShown, same_name};
pub use open_costume::{OpenCostume, open};
pub use options::{
    Background, CanvasOf, ChoreFilter, Effort, ExportOptions, Format, Framing, JIFFIES_PER_SECOND, Only,
    OptionsError, SheetLayout,
};
pub use scratch::Workspace;
pub use sink::{ExportError, MemoryOutput, Output, Result};
