//! Files of SCUMM games: archives and disk images, indexes, data files, and the bytes of every block.
//!
//! ```text
//! files ─▸ container ─▸ choice of a game ─▸ index ─▸ data files ─▸ bytes of a block, by room and offset
//! ```
//! The input is [`Files`]: a folder's files, or those of a browser. [`GameData`] is an opened game of which every
//! block can be read; the crate `costumier` reads the blocks' contents. Only [`folder`] opens files. **Note:**
//! items that `costumier` does not re-export may change with any version.
//!
//! | module | contents |
//! |---|---|
//! | [`container`] | folders, archives, disk images as one set of files |
//! | [`layout`] | where each number of an index is, for readers and writers |
//! | [`data`] | recognising a game, its index, its data files |
//! | [`Files`], [`Source`] | where bytes come from |
//! | [`folder`] | files on disk (feature `fs`) |

pub mod container;
pub mod data;
#[cfg(feature = "fs")]
pub mod folder;
pub mod layout;
mod source;

pub use container::FileSet;
pub use data::GameData;
pub use data::blocks::BlockTree;
pub use data::choice::{ListedGame, games, shelf};
pub use data::cipher::{Decrypted, Key};
pub use data::disk::Disk;
pub use data::found::{CostumeBytes, CostumeSlot, GameFile, RawBlock, RoomEntry};
pub use data::index::{Index, Slot};
pub use data::titles::{Title, ToldBy};
pub use layout::Kind;
pub use source::{Files, MemoryFile, MemoryFiles, Source, WasmNotSendSync, read_vec};

pub(crate) use costumier_format::{
    Error, ErrorKind, Generation, Limits, Problem, Result, Severity, block, bytes, codec, dialect, kinds,
    model,
};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
