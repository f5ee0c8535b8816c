//! From pictures, chores and rooms to the files of a game.
//!
//! ```text
//! costume: pictures + chores × facings ─▶ a COST payload   ┐
//!          the same, by akos           ─▶ an AKOS payload  ├─▶ game: index file + data file
//! room:    background, z-planes, boxes ─▶ a ROOM payload   │
//! script:  operations                  ─▶ a SCRP payload   ┘
//! ```
//! The two kinds of costume are written here; rooms, scripts and games by [`raw::build`](crate::raw::build).
//! Each part is written by itself and handed to [`GameBuilder`](crate::raw::build::game::GameBuilder) as bytes,
//! so that a block from elsewhere can take the place of one made here. Writing is strict: what would not fit
//! or would crash an interpreter is refused, and all reasons are given at once
//! ([`Refused`](crate::Refused)).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod akos;
pub(crate) mod classic;
pub mod costume;
pub(crate) mod d64;
pub mod example;
pub(crate) mod game;
pub(crate) mod room;
pub(crate) mod script;

pub use crate::model::{PictureSource, PixelSource};
