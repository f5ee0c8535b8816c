//! Parts of rooms as values: z-planes, walk boxes, scale slots, and the tables of a room of the NES.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub mod boxes;
pub mod plane;
pub mod scale;
pub mod tile_tables;

pub use boxes::{BoxScale, BoxSides, Route, WalkBox};
pub use plane::Plane;
pub use scale::ScaleSlot;
