//! One picture of a costume: which it is, how large, and where it goes.

use std::fmt;

use crate::codec::Packed;

/// Which picture of a costume.
///
/// COST pictures belong to a limb. AKOS cels belong to the costume as a whole; their `limb` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PictureKey {
    /// Limb number in stored order: limb 0 is mask bit 15 and is drawn first (`reference/02 §4`).
    pub limb: u8,
    /// Index in the limb's picture table.
    pub index: u16,
}

impl fmt::Display for PictureKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "limb {} / picture {}", self.limb, self.index)
    }
}

/// A picture's header (`reference/02 §8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PictureInfo {
    /// Which picture.
    pub key: PictureKey,
    /// Width in pixels; 0 means that nothing is drawn.
    pub width: u16,
    /// Height in pixels; 0 means that nothing is drawn.
    pub height: u16,
    /// From the running offset to the left column, in unscaled pixels, East-facing.
    pub x: i16,
    /// From the running offset to the top row, in unscaled pixels.
    pub y: i16,
    /// Added to the running x after this picture: what later limbs draw moves along.
    pub move_x: i16,
    /// *Subtracted* from the running y after this picture.
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

/// A picture that an actor shows now, and where, before mirroring and scaling.
///
/// `x`, `y` include everything that earlier limbs have added to the running offset, in unscaled pixels
/// relative to the actor's anchor: the (m, n) of `reference/04 §2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The limb that shows it.
    pub limb: u8,
    /// Which picture.
    pub picture: PictureKey,
    /// From the anchor to the left column (unmirrored).
    pub x: i32,
    /// From the anchor to the top row.
    pub y: i32,
    /// Whether its condition asks for the actor's XMAP, a shadow table (Humongous 9.0 on, `reference/05
    /// §11`).
    pub shaded: bool,
    /// Whether this picture is drawn the other way round than the actor is (v0, whose limbs are flipped one by
    /// one). Its `x` counts as the mirrored picture's does.
    pub mirrored: bool,
}

/// A picture of any costume: where it goes, and its pixels as they are stored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Picture<'a> {
    /// Size and place.
    pub info: PictureInfo,
    /// Its pixels, as a decoder and a painter take them.
    pub packed: Packed<'a>,
    /// Position of the packed pixels in the block's payload, in bytes.
    pub encoded_at: usize,
}

impl<'a> Picture<'a> {
    /// The packed pixels: up to where another picture's begin, or to the end of the block where only decoding
    /// tells.
    #[must_use]
    pub fn encoded(&self) -> &'a [u8] {
        self.packed.encoded.data()
    }
}
