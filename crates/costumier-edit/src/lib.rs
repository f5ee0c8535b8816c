//! The way back: edited costumes into a SCUMM game, and what changes handed on as a patch.
//!
//! ```text
//! payloads ─▸ put::Plan ─┬─▸ the changed files, written piece by piece
//!                        └─▸ patch::bps: a patch that holds nothing of the game
//! ```
//! Bytes in, bytes out: no file is opened here, so all of it serves in a browser as well.
#![forbid(unsafe_code)]

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
