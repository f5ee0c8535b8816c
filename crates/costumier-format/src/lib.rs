//! Blocks of SCUMM games ⇄ values: COST and AKOS costumes, those of v0 and of the NES, and the codecs of pictures.
//!
//! The input is the payload of one block and a [`Dialect`]: the rules of a generation, a platform and an edition. The
//! crate opens no files. The crate `costumier` finds the blocks in games, plays and draws costumes, and re-exports
//! the types that most programs need. **Note:** items that `costumier` does not re-export may change with any
//! version.
//!
//! | module | contents |
//! |---|---|
//! | [`akos`] | costumes of v7, v8 and Humongous games |
//! | [`cost`] | costumes of v1 to v6 |
//! | [`v0`], [`nes`] | costumes of the C64 and of the NES |
//! | [`codec`] | packed pictures: one module for each codec, decoder and encoder |
//! | [`colour`] | costume colours to room colours |
//! | [`dialect`] | the rules of each generation |
//! | [`map`] | what each byte of a costume is |
//! | [`room`] | z-planes, walk boxes, scale slots |
//! | [`screen`] | screens of 16 colours |
//! | [`escape`] | texts of files as terminals can show them |
//! | [`block`], [`bytes`], [`bits`] | blocks, bounded views of bytes, streams of bits |

pub mod akos;
pub mod bits;
pub mod block;
pub mod bytes;
mod chore;
pub mod codec;
pub mod colour;
pub mod cost;
pub mod dialect;
mod error;
pub mod escape;
mod facing;
pub mod kinds;
mod limits;
pub mod map;
pub mod model;
#[cfg(feature = "serde")]
mod names;
pub mod nes;
pub mod oklab;
mod problem;
pub mod room;
pub mod screen;
pub mod v0;

pub use chore::{Role, Roles};
pub use dialect::{Dialect, Generation, Interpreter, Platform};
pub use error::{Error, ErrorKind, Fault, Result, UnknownName};
pub use facing::{Direction, Facing};
pub use limits::Limits;
pub use model::{Action, Bounds, Picture, PictureInfo, PictureKey, Placed};
pub use problem::{Problem, Refused, Severity};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
