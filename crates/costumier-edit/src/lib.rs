//! Packs edited costumes, puts them into the files of a SCUMM game, and writes the changes as a patch.
//!
//! ```text
//! payloads ─▸ put::Plan ─┬─▸ the changed files, written piece by piece
//!                        └─▸ patch::bps: a patch that holds nothing of the game
//! ```
//! The crate opens no files: it takes bytes and returns bytes, so that all of it works in a browser too.
#![forbid(unsafe_code)]

pub mod draft;
pub mod folder;
pub mod map;
pub mod patch;
pub mod pictures;
pub mod preview;
pub mod put;
pub mod splice;

pub use put::{NewCostume, Plan, PutOptions};

/// The examples of docs/library.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod library_guide {}
