//! Writes SCUMM costumes, rooms, scripts and whole games.
//!
//! ```text
//! costume: pictures + chores × facings ─▶ a COST payload   ┐
//!          the same, by akos           ─▶ an AKOS payload  ├─▶ game: index file + data file
//! room:    background, z-planes, boxes ─▶ a ROOM payload   │
//! script:  operations                  ─▶ a SCRP payload   ┘
//! ```
//! Each part is written by itself and handed to [`GameBuilder`](game::GameBuilder) as bytes, so that a block from
//! elsewhere can take its place. Writing is strict: what does not fit or crashes an interpreter is refused, and
//! [`Refused`] gives all reasons at once. Bytes come out; the crate `costumier` opens and draws them. **Note:** any
//! item of this crate may change with any version.
//!
//! | module | contents |
//! |---|---|
//! | [`costume`], [`akos`] | costumes: COST for v1 to v6, AKOS for v7, v8 and Humongous games |
//! | [`room`] | rooms: background, z-planes, walk boxes, objects |
//! | [`script`] | scripts, from operations |
//! | [`game`] | games of v5 and later: one index, data files |
//! | [`classic`] | games of v0 to v4: a file for each room, or for each disk |
//! | [`d64`] | disk images for the C64 |
//! | [`scummvm`] | names of files and configuration with which ScummVM starts a game |
//! | [`example`] | a small game for examples and tests |
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod akos;
pub mod classic;
pub mod costume;
pub mod d64;
pub mod example;
pub mod game;
pub mod room;
pub mod script;
pub mod scummvm;

pub use costumier_format::Refused;
pub use costumier_format::model::{PictureSource, PixelSource};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
