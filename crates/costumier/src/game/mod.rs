//! From a folder of game files to the bytes of a costume.

pub mod boxes;
pub mod plane;
pub mod scale;
pub mod source;

pub use boxes::{BoxScale, WalkBox};
pub use plane::Plane;
pub use scale::ScaleSlot;
pub use source::{Files, MemoryFiles, Source};
