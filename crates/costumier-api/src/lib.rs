//! The calls of Costumier that other languages have: games, costumes, animations, scenes, exports and edits as plain
//! objects of Rust. There is no rule of any game here.
//!
//! A test writes the adapters for C, JavaScript and Python from this source (`tests/border`). It reads:
//! - public methods, their arguments and results, and their documentation, which is that of every language;
//! - `cfg(feature)`: the module of the npm package that has a method. Without one it is the light one; `whole`, `edit`;
//! - `cfg_attr(border, border(…))`, which compiles to nothing: `c = "name"` is the name in C without `costumier_`,
//!   `js = "name"` the one in the glue of JavaScript, `python(name = "…", property, default(argument = …))` the one in
//!   Python. `hand(c = "name")` names a function that is written by hand. `without(c = "word")` leaves the method, or
//!   all of an `impl`, out of a language; the word is that of a reason in `tests/border/reasons.rs`.
//!
//! Numbers are checked here ([`Number`]), so an adapter passes what the caller wrote. Pixels are written into the
//! caller's [`Raster`]; facts are rows that serialise.

#[cfg(feature = "edit")]
mod bring;
mod clip;
mod costume;
#[cfg(feature = "edit")]
mod draft;
#[cfg(feature = "edit")]
mod edit;
mod error;
#[cfg(feature = "whole")]
mod export;
mod files;
#[cfg(feature = "whole")]
mod film;
#[cfg(feature = "edit")]
mod find;
#[cfg(all(feature = "whole", feature = "fs"))]
mod folder;
#[cfg(feature = "edit")]
mod folder_files;
mod game;
#[cfg(feature = "whole")]
mod inside;
mod json;
#[cfg(feature = "whole")]
mod movie;
mod number;
mod open;
#[cfg(feature = "whole")]
mod overview;
mod place;
mod raster;
#[cfg(feature = "edit")]
mod room_draft;
mod scene;
#[cfg(feature = "whole")]
mod viewing;

#[cfg(feature = "edit")]
pub use bring::{Brought, BroughtPictureRow, BroughtRow, ForeignRow};
pub use clip::Clip;
pub use costume::{ActionRow, Costume, HeadRow, PictureRow};
pub use costumier::{Error as LibraryError, ErrorKind, Files, MemoryFiles, Result as LibraryResult, Source};
pub use costumier_export::view::EventRow;
#[cfg(feature = "edit")]
pub use draft::{Draft, DraftRow, EntryRow as DraftEntryRow, LimbRow};
#[cfg(feature = "edit")]
pub use edit::{CostumeIn, FilesIn, Packed, PackedRow, Put, PutRow, RoomIn, pack};
pub use error::{Error, Language, Result, read};
#[cfg(feature = "whole")]
pub use export::{Ids, Job};
pub use files::FileList;
#[cfg(feature = "whole")]
pub use film::{Film, FilmRow, Rgba, RgbaBuffer};
#[cfg(feature = "edit")]
pub use find::HitRow;
pub use game::{CostumeEntry, Game, InfoRow};
#[cfg(feature = "whole")]
pub use inside::{ByteRow, ByteRunRow, ColoursRow, LookRow, Picture, PictureHeadRow};
pub use json::{
    ActorJson, BringJson, Chore, EditJson, ExportJson, FacingName, JsonText, MontageJson, OpenJson,
    SceneJson, SettingsJson, StepJson,
};
#[cfg(feature = "whole")]
pub use movie::Movie;
pub use number::Number;
#[cfg(feature = "sample")]
pub use open::editions;
pub use open::{GivenName, GivenNames, OpenOptions};
pub use place::ContainerRow;
pub use raster::Raster;
#[cfg(feature = "edit")]
pub use room_draft::{PackedRoom, PackedRoomRow, RoomDraft};
pub use scene::{ActorRow, Scene};
#[cfg(feature = "whole")]
pub use viewing::{BadgedRow, SharedPaletteRow};
