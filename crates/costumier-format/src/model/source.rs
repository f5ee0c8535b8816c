//! A picture to be written: the owned counterpart of [`PictureInfo`](super::PictureInfo) and packed pixels.

/// One picture to be written: its size, its position and its pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureSource {
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// Distance from the running offset to the left column, in pixels, facing East.
    pub x: i16,
    /// Distance from the running offset to the top row, in pixels.
    pub y: i16,
    /// Added to the running x after this picture, in pixels.
    pub move_x: i16,
    /// *Subtracted* from the running y after this picture, in pixels.
    pub move_y: i16,
    /// Where the pixels come from.
    pub pixels: PixelSource,
}

impl PictureSource {
    /// A picture of `(width, height)` pixels at `(x, y)` that moves nothing, with its pixel values row by row.
    #[must_use]
    pub fn new((width, height): (u16, u16), (x, y): (i16, i16), rows: Vec<u8>) -> Self {
        Self { width, height, x, y, move_x: 0, move_y: 0, pixels: PixelSource::Rows(rows) }
    }
}

/// Where the pixels of a picture come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PixelSource {
    /// Pixel values, row by row, width × height of them: room colours if the codec has those (all of AKOS but codec
    /// 1), else costume colours.
    Rows(Vec<u8>),
    /// Packed pixels that are written unchanged, as in an unchanged picture.
    Encoded(Vec<u8>),
    /// The pixels of another picture, with this picture's own size and place (COST formats 0x60 and 0x61
    /// only).
    Borrowed {
        /// Limb of the picture that has the pixels.
        limb: u8,
        /// The picture's index in that limb's table.
        index: u8,
    },
}
