//! A picture of a costume: its key, its size, and its position.

use std::fmt;

use crate::codec::Packed;

/// The key of a picture in a costume.
///
/// COST pictures belong to a limb. AKOS pictures belong to the costume as a whole; their `limb` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PictureKey {
    /// Limb number in stored order: limb 0 is mask bit 15 and is drawn first (`docs/format/cost.md §4`).
    pub limb: u8,
    /// Index in the limb's picture table.
    pub index: u16,
}

impl fmt::Display for PictureKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "limb {} / picture {}", self.limb, self.index)
    }
}

/// A picture's header (`docs/format/cost.md §8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PictureInfo {
    /// The key of the picture.
    pub key: PictureKey,
    /// Width in pixels; 0 means that nothing is drawn.
    pub width: u16,
    /// Height in pixels; 0 means that nothing is drawn.
    pub height: u16,
    /// Distance from the running offset to the left column, in unscaled pixels, facing East.
    pub x: i16,
    /// Distance from the running offset to the top row, in unscaled pixels.
    pub y: i16,
    /// Added to the running x after this picture, so that it moves the pictures of later limbs.
    pub move_x: i16,
    /// *Subtracted* from the running y after this picture, in pixels.
    pub move_y: i16,
    /// The picture whose pixels are borrowed (formats 0x60 and 0x61).
    pub redirect: Option<PictureKey>,
    /// Offset of the picture's header in the block's payload, in bytes.
    pub offset: usize,
}

impl PictureInfo {
    /// Number of pixels, width × height.
    #[must_use]
    pub fn pixels(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }
}

/// A picture that an actor shows now, and its position before mirroring and scaling.
///
/// `x` and `y` include everything that earlier limbs have added to the running offset, in unscaled pixels relative
/// to the actor's anchor: the (m, n) of `docs/format/drawing.md §2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placed {
    /// The limb that shows it.
    pub limb: u8,
    /// The key of the picture.
    pub picture: PictureKey,
    /// Distance from the anchor to the left column (unmirrored), in pixels.
    pub x: i32,
    /// Distance from the anchor to the top row, in pixels.
    pub y: i32,
    /// Whether the picture's condition asks for the actor's XMAP, a shadow table (Humongous from 9.0 on,
    /// `docs/format/akos.md §11`).
    pub shaded: bool,
    /// Whether this picture is drawn mirrored relative to the actor (v0, whose limbs are flipped one by one). If
    /// so, `x` is that of the mirrored picture.
    pub mirrored: bool,
}

impl fmt::Display for Placed {
    /// The picture and its position: `limb 3 / picture 7 at (-11, -46)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at ({}, {})", self.picture, self.x, self.y)
    }
}

/// A picture of any costume: its size and position, and its pixels as they are stored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Picture<'a> {
    /// Size and position of the picture.
    pub info: PictureInfo,
    /// The packed pixels, for decoders and painters.
    pub packed: Packed<'a>,
    /// Position of the packed pixels in the block's payload, in bytes.
    pub encoded_at: usize,
}

impl<'a> Picture<'a> {
    /// The packed pixels, up to where another picture's begin. If only decoding can tell the end, up to the end of
    /// the block.
    #[must_use]
    pub fn encoded(&self) -> &'a [u8] {
        self.packed.encoded.data()
    }
}
