//! Decoding pictures of all codecs to rows of pixels.

use super::rle::{ColourTable, Decoded, Depth, decode_columns};
use super::{Packed, transpose};

/// A decoder of pictures to rows of pixels. It keeps its scratch memory from picture to picture.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    pub(super) columns: Vec<u8>,
    scratch: Vec<u8>,
}

impl Decoder {
    /// A decoder without scratch memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Decodes a picture into `rows`: afterwards `width × height` bytes, row by row, from the top left.
    ///
    /// **Note:** that much memory is taken whatever the data is. Check sizes from a file against
    /// [`Limits::picture_pixels`](crate::Limits::picture_pixels) first.
    pub fn rows(
        &mut self,
        data: &[u8],
        depth: Depth,
        (width, height): (u16, u16),
        table: &ColourTable,
        rows: &mut Vec<u8>,
    ) -> Decoded {
        self.decode_rows(data, depth, (width, height), table, false, rows)
    }

    /// Decodes like [`Decoder::rows`], with left and right exchanged.
    pub fn rows_mirrored(
        &mut self,
        data: &[u8],
        depth: Depth,
        (width, height): (u16, u16),
        table: &ColourTable,
        rows: &mut Vec<u8>,
    ) -> Decoded {
        self.decode_rows(data, depth, (width, height), table, true, rows)
    }

    /// Decodes a picture of any codec into `rows`, like [`Decoder::rows`].
    pub fn picture(&mut self, picture: &Packed<'_>, table: &ColourTable, rows: &mut Vec<u8>) -> Decoded {
        if let Some(decoded) = picture.decode_in_rows(table, rows) {
            return decoded;
        }
        let decoded = picture.decode_columns(table, &mut self.columns, &mut self.scratch);
        let (width, height) = (usize::from(picture.width), usize::from(picture.height));
        turn(&self.columns, width, height, false, rows);
        decoded
    }

    fn decode_rows(
        &mut self,
        data: &[u8],
        depth: Depth,
        (width, height): (u16, u16),
        table: &ColourTable,
        mirrored: bool,
        rows: &mut Vec<u8>,
    ) -> Decoded {
        let (width, height) = (usize::from(width), usize::from(height));
        let pixels = width.saturating_mul(height);
        let decoded = decode_columns(data, depth, table, pixels, &mut self.columns);
        turn(&self.columns, width, height, mirrored, rows);
        decoded
    }
}

/// Writes columns into `rows`, which afterwards has one byte for each pixel.
fn turn(columns: &[u8], width: usize, height: usize, mirrored: bool, rows: &mut Vec<u8>) {
    rows.resize(transpose::room(width, height), 0);
    transpose::transpose(columns, width, height, mirrored, rows);
    rows.truncate(width.saturating_mul(height));
}
