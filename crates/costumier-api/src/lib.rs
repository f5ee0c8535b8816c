//! The calls of Costumier that other languages have: games, costumes, animations, scenes, exports and edits as plain
//! objects of Rust. There is no rule of any game here.
//!
//! A test writes the adapters for C, JavaScript and Python from this source (`tests/border`). It reads:
//! - public methods, their arguments and results, and their documentation, which is that of every language;
//! - `cfg(feature)`: the module of the npm package that has a method. Without one it is the light one; `whole`, `edit`;
//! - `cfg_attr(border, border(…))`, which compiles to nothing: `c = "name"` is the name in C without `costumier_`,
//!   `js = "name"` the one in the glue of JavaScript, `python(name = "…", property, default(argument = …))` the one in
//!   Python. An empty name leaves the method out.
//!
//! Numbers are checked here ([`Number`]), so an adapter passes what the caller wrote. Pixels are written into the
//! caller's [`Raster`]; facts are rows that serialise.

mod clip;
mod costume;
#[cfg(feature = "edit")]
mod edit;
mod error;
#[cfg(feature = "whole")]
mod export;
mod files;
#[cfg(feature = "edit")]
mod find;
#[cfg(all(feature = "whole", feature = "fs"))]
mod folder;
mod game;
mod json;
#[cfg(feature = "whole")]
mod movie;
mod number;
mod open;
mod raster;
mod scene;

pub use clip::Clip;
pub use costume::{ActionRow, Costume, PictureRow};
pub use costumier::{Error as LibraryError, ErrorKind, Files, MemoryFiles, Result as LibraryResult, Source};
pub use costumier_export::view::EventRow;
#[cfg(feature = "edit")]
pub use edit::{CostumeIn, FilesIn, Packed, PackedRow, PlacedRow, Put, PutRow, pack};
pub use error::{Error, Language, Result};
#[cfg(feature = "whole")]
pub use export::Ids;
pub use files::FileList;
#[cfg(feature = "edit")]
pub use find::HitRow;
pub use game::{CostumeEntry, Game, InfoRow};
pub use json::{
    ActorJson, Chore, ExportJson, FacingName, JsonText, OpenJson, SceneJson, SettingsJson, StepJson,
};
#[cfg(feature = "whole")]
pub use movie::Movie;
pub use number::Number;
pub use open::OpenOptions;
#[cfg(feature = "sample")]
pub use open::editions;
pub use raster::Raster;
pub use scene::{ActorRow, Scene};
