#![doc = include_str!("../README.md")]

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
pub mod json_error;
pub mod montage;
mod names;
mod open_costume;
mod options;
mod page;
pub mod paths;
mod pixels;
pub mod recognise;
pub mod report;
mod scaler;
pub mod scene_json;
mod scratch;
pub mod sheet;
pub mod similarity;
mod sink;
pub mod suggestion;
pub mod time;
pub mod view;
pub mod wanted;

pub use exporter::Exporter;
pub use identity::Identity;
pub use idle_cores::IdleCores;
pub use names::{CostumeNames, Names, RoomsShown, Titled, same_name};
pub use open_costume::{OpenCostume, open};
pub use options::{
    Background, CanvasOf, ChoreFilter, CostumeParts, Effort, ExportOptions, Format, Framing,
    JIFFIES_PER_SECOND, Only, OptionsError, SheetLayout, TagNames,
};
pub use scaler::Scaler;
pub use scratch::Workspace;
pub use sink::{ExportError, MemoryOutput, Output, Result};
