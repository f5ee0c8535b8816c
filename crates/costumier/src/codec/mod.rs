//! How pictures are packed: one file per codec, decoding and encoding beside each other.

pub mod rle;
pub(crate) mod transpose;

pub use rle::{ColourTable, Decoded, Decoder, Depth};
