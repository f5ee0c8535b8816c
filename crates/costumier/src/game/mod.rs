//! From a folder of game files to the bytes of a costume.

pub mod source;

pub use source::{Files, MemoryFiles, Source};
