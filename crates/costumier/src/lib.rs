//! Opens SCUMM games, finds a costume by its id, and turns it into pixels.
#![forbid(unsafe_code)]

pub mod akos;
pub mod bits;
pub mod block;
pub mod build;
pub mod bytes;
pub mod chore;
pub mod codec;
pub mod colour;
pub mod cost;
pub mod costume;
pub mod dialect;
pub mod draw;
pub mod error;
pub mod facing;
pub mod game;
pub mod limits;
pub mod model;
pub mod play;
pub mod problem;
pub mod scene;
pub mod screen;
pub mod text;

pub use chore::{Role, Roles};
pub use dialect::{Dialect, Generation};
pub use error::{Error, ErrorKind, Fault, Result};
pub use facing::{Direction, Facing};
pub use limits::Limits;
pub use problem::{Problem, Severity};
