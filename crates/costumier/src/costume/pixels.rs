//! A costume's picture as pixels, without an actor.
//!
//! ```text
//! stored pixels ─▶ room colours ([`Indices`]) ─▶ red, green, blue, opacity
//! ```
//! **Note:** an actor may look different, since its colours can be overridden or dimmed and its size scaled.
//! [`draw`](crate::draw) draws actors.

use super::Costume;
use crate::Limits;
use crate::codec::{ColourTable, Decoder};
use crate::game::Rgb;
use crate::model::{Picture, PictureInfo, PictureKey};
use crate::screen::high;
use crate::{Error, ErrorKind, Result};

/// A decoded picture: the room colour of each pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Indices {
    /// Size and position of the picture.
    pub info: PictureInfo,
    /// Room colours, row by row from the top left: width × height bytes.
    pub pixels: Vec<u8>,
    /// The value of pixels that are not drawn. No drawn pixel has this value.
    pub transparent: u8,
}

/// Pixels as a screen shows them.
#[derive(Clone, Copy)]
pub(crate) struct ScreenPixels<'a> {
    /// Width in pixels.
    pub(crate) width: usize,
    /// Room colours, row by row.
    pub(crate) pixels: &'a [u8],
    /// The value of pixels that are not there: 0, 0, 0, 0.
    pub(crate) transparent: Option<u8>,
    /// Red, green and blue of each room colour.
    pub(crate) palette: &'a [Rgb; 256],
    /// Pixels of 16 bits, which are shown in place of room colours.
    pub(crate) high: Option<&'a [u16]>,
}

impl ScreenPixels<'_> {
    /// Replaces `out` by red, green, blue and opacity of each pixel.
    pub(crate) fn rgba(&self, out: &mut Vec<u8>) {
        out.resize(self.pixels.len().saturating_mul(4), 0);
        self.rgba_into(out, self.width.saturating_mul(4));
    }

    /// Writes the same into rows that begin `stride` bytes apart. What has no room in `out` or in a row is left out.
    pub(crate) fn rgba_into(&self, out: &mut [u8], stride: usize) {
        let width = self.width.max(1);
        let rows = self.pixels.chunks(width).zip(out.chunks_mut(stride.max(1)));
        if let Some(high) = self.high {
            for ((indices, out), high) in rows.zip(high.chunks(width)) {
                for ((to, index), pixel) in out.as_chunks_mut().0.iter_mut().zip(indices).zip(high) {
                    let [r, g, b] = high::rgb(*pixel);
                    *to = if self.transparent == Some(*index) { [0; 4] } else { [r, g, b, u8::MAX] };
                }
            }
            return;
        }
        let mut colours = self.palette.map(|[r, g, b]| [r, g, b, u8::MAX]);
        if let Some(clear) = self.transparent.and_then(|value| colours.get_mut(usize::from(value))) {
            *clear = [0; 4];
        }
        for (indices, out) in rows {
            for (to, index) in out.as_chunks_mut().0.iter_mut().zip(indices) {
                *to = colours.get(usize::from(*index)).copied().unwrap_or_default();
            }
        }
    }
}

impl Indices {
    /// Red, green, blue and opacity of each pixel, row by row: width × height × 4 bytes. Transparent pixels are 0,
    /// 0, 0, 0.
    #[must_use]
    pub fn rgba(&self, palette: &[Rgb; 256]) -> Vec<u8> {
        let mut out = Vec::new();
        self.shown(palette).rgba(&mut out);
        out
    }

    /// Writes the same into rows of `out` that begin `stride` bytes apart. What has no room in `out` or in a row is
    /// left out.
    pub fn rgba_into(&self, palette: &[Rgb; 256], out: &mut [u8], stride: usize) {
        self.shown(palette).rgba_into(out, stride);
    }

    fn shown<'a>(&'a self, palette: &'a [Rgb; 256]) -> ScreenPixels<'a> {
        let (width, transparent) = (self.info.width.into(), Some(self.transparent));
        ScreenPixels { width, pixels: &self.pixels, transparent, palette, high: None }
    }

    /// The room colours that are drawn, rising, each once. Colours by which scripts override them are not included
    /// ([`CostumeCast::looks`](crate::cast::CostumeCast::looks)).
    #[must_use]
    #[allow(clippy::indexing_slicing, reason = "an entry for every byte")]
    pub fn colours(&self) -> Vec<u8> {
        let mut seen = [false; 256];
        for pixel in &self.pixels {
            seen[usize::from(*pixel)] = true;
        }
        (0..=u8::MAX).filter(|colour| *colour != self.transparent && seen[usize::from(*colour)]).collect()
    }
}

impl Costume {
    /// Decodes a picture to room colours. Each call allocates memory; to decode many pictures, keep a
    /// [`Painter`](crate::draw::Painter).
    ///
    /// # Errors
    /// The errors of [`Costume::picture`]; [`ErrorKind::Limit`] above the [`Limits::picture_pixels`] of
    /// [`Limits::default`].
    pub fn indices(&self, key: PictureKey) -> Result<Indices> {
        let picture = self.picture_within(key)?;
        let info = picture.info;
        let mut pixels = Vec::new();
        if picture.packed.encoded.has_room_colours() {
            let transparent = picture.packed.decode_room_rows(false, &mut pixels);
            pixels.truncate(info.pixels());
            return Ok(Indices { info, pixels, transparent });
        }
        let mut room: Vec<u8> = self.palette().to_vec();
        // At most 64 of 256 values are taken.
        let unused = |value: &u8| !room.iter().skip(1).any(|colour| colour == value);
        let transparent = (0..=u8::MAX).rev().find(unused).unwrap_or(0);
        if let Some(first) = room.first_mut() {
            *first = transparent;
        }
        Decoder::new().picture(&picture.packed, &ColourTable::new(&room), &mut pixels);
        Ok(Indices { info, pixels, transparent })
    }

    /// A picture of at most as many pixels as the [`Limits::picture_pixels`] of [`Limits::default`].
    pub(super) fn picture_within(&self, key: PictureKey) -> Result<Picture<'_>> {
        let picture = self.picture(key)?;
        let (info, most) = (picture.info, Limits::default().picture_pixels);
        if info.pixels() > most {
            let why = format!("{} × {} pixels; at most {most} are allowed", info.width, info.height);
            return Err(Error::new(ErrorKind::Limit(why), key.to_string()).at(info.offset as u64));
        }
        Ok(picture)
    }

    /// Decodes a picture to red, green, blue and opacity: width × height × 4 bytes, row by row. `palette` is the
    /// room's ([`Game::costume_palette`](crate::game::Game::costume_palette)).
    ///
    /// # Errors
    /// The errors of [`Costume::indices`].
    pub fn rgba(&self, key: PictureKey, palette: &[Rgb; 256]) -> Result<Vec<u8>> {
        Ok(self.indices(key)?.rgba(palette))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of three pixels. Pixels of value 0 are transparent.
    fn shown<'a>(palette: &'a [Rgb; 256], high: Option<&'a [u16]>) -> ScreenPixels<'a> {
        ScreenPixels { width: 3, pixels: &[1, 0, 2, 2, 1, 0], transparent: Some(0), palette, high }
    }

    #[test]
    fn wider_rows_keep_what_lies_behind_them() {
        let mut palette = [[0; 3]; 256];
        (palette[1], palette[2]) = ([10, 20, 30], [40, 50, 60]);
        // Red, green and blue, 5 bits each.
        let high = [0x7C00, 0, 0x03E0, 0x001F, 0x7FFF, 0];
        for high in [None, Some(&high[..])] {
            let shown = shown(&palette, high);
            let mut whole = Vec::new();
            shown.rgba(&mut whole);
            assert_eq!((whole.len(), &whole[4..8], whole[3]), (24, &[0; 4][..], 255));
            // A row of 12 bytes in one of 20.
            let mut wide = [7; 2 * 20];
            shown.rgba_into(&mut wide, 20);
            for (row, bytes) in wide.chunks(20).enumerate() {
                assert_eq!(bytes[..12], whole[12 * row..][..12], "row {row}");
                assert_eq!(bytes[12..], [7; 8], "behind row {row}");
            }
            // Two pixels of each row have room, and the second row has room for one.
            let mut small = [7; 8 + 4];
            shown.rgba_into(&mut small, 8);
            assert_eq!((&small[..8], &small[8..]), (&whole[..8], &whole[12..16]));
            // A row that has room for a pixel and a half holds one.
            let mut narrow = [7; 2 * 6];
            shown.rgba_into(&mut narrow, 6);
            assert_eq!(
                (&narrow[..4], &narrow[4..6], &narrow[6..10]),
                (&whole[..4], &[7; 2][..], &whole[12..16])
            );
        }
    }
}
