#![doc = include_str!("../README.md")]

pub mod block;
pub mod draft;
pub mod folder;
pub mod import;
pub mod map;
pub mod patch;
pub mod pictures;
pub mod preview;
pub mod put;
pub mod room;
pub mod splice;
pub mod trial;

pub use put::{NewCostume, Plan, PutOptions};

/// The examples of docs/library.md are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod library_guide {}
