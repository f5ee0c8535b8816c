//! Packs edited costumes, puts them into the files of a SCUMM game, and writes the changes as a patch.
//!
//! ```text
//! payloads ─▸ put::Plan ─┬─▸ the changed files, written piece by piece
//!                        └─▸ patch::bps: a patch that holds nothing of the game
//! ```
//! The crate opens no files: it takes bytes and returns bytes, so that all of it works in a browser too.
//!
//! ```
//! use costumier::{Files, Game, Limits};
//! use costumier_edit::{NewCostume, Plan, PutOptions};
//!
//! # let files = costumier_build::example::files()?;
//! let game = Game::open(&files, None, Limits::default())?;
//! let costume = game.costume(1)?;
//! let key = costume.picture_keys()[0];
//! let mirrored = costume.values(key)?.chunks(16).flat_map(|row| row.iter().rev().copied()).collect::<Vec<_>>();
//! let payload = costume.with_picture(key, &mirrored)?.payload().to_vec();
//! let plan = Plan::new(&game, &files, &[NewCostume { id: 1, room: None, payload }], PutOptions::default())?;
//! for file in plan.changed() {
//!     let bytes = file.to_vec(&*files.open(&file.name)?, 1 << 30)?;
//!     println!("{}: {} bytes", file.name, bytes.len());
//! }
//! # assert!(plan.changed().count() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
