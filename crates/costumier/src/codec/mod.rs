//! How pictures are packed: one file per codec, decoding and encoding beside each other.

pub mod bomp;
pub mod delta;
pub mod majmin;
pub mod mask;
pub mod rle;
pub mod strip;
pub(crate) mod transpose;
pub mod trle;

pub use rle::{ColourTable, Decoded, Decoder, Depth};

/// A picture's pixels as they are stored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Encoded<'a> {
    /// Byte runs by columns ([`rle`]).
    Rle {
        /// The runs, and whatever follows them.
        data: &'a [u8],
        /// How a code splits.
        depth: Depth,
    },
}

/// A picture ready to be decoded: its size and its stored pixels.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'a> {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// The stored pixels.
    pub encoded: Encoded<'a>,
}

impl Packed<'_> {
    /// Number of pixels, width × height.
    #[must_use]
    pub fn pixels(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }
}
