//! `.aseprite` files: layers, frames, and cels (the picture of one layer in one frame).
//!
//! ```text
//! header: 128 bytes
//! frame:  length, 0xF1FA, number of chunks, milliseconds; then chunks of length, type, content
//!   0x2019, 0x0004, 0x0011 palettes   0x2004 a layer   0x2005 a cel   0x2018 tags   0x2020 a text for what was
//!   before
//!   0x2022 a slice
//! ```
//! (Aseprite's `docs/ase-file-specs.md`; all numbers are little-endian, and lengths include themselves.)
//!
//! **Note:** other programs than Aseprite drop parts when they save, mostly texts, tags and slices. So a picture is
//! found by its layer and frame. A text is used only to find it again if frames were moved.

mod bytes;
mod read;
mod sprite;
mod write;

pub use costumier_export::film::shared_canvas::Tag;
pub use sprite::{Cel, ReadTag, Sprite, TagOrder};
pub use write::{CelDesign, FrameDesign, SpriteDesign};
