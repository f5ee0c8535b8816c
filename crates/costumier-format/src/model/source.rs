//! A picture to be written: what readers give as [`PictureInfo`](super::PictureInfo) and packed pixels, owned.

/// One picture to be written: its size, its place and its pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureSource {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// From the running offset to the left column, East-facing.
    pub x: i16,
    /// From the running offset to the top row.
    pub y: i16,
    /// Added to the running x after this picture.
    pub move_x: i16,
    /// *Subtracted* from the running y after this picture.
    pub move_y: i16,
    /// What is drawn.
    pub pixels: PixelSource,
}

/// Where the pixels of a picture come from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PixelSource {
    /// Pixel values, row by row, width × height of them: costume colours, or room colours where the codec has
    /// those (all of AKOS but codec 1).
    Rows(Vec<u8>),
    /// Packed already, written as it is: what an unchanged picture keeps.
    Encoded(Vec<u8>),
    /// The pixels of another picture, with this picture's own size and place (COST formats 0x60 and 0x61
    /// only).
    Borrowed {
        /// Limb of the picture that has the pixels.
        limb: u8,
        /// Its index in that limb's table.
        index: u8,
    },
}
