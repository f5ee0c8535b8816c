//! A costume's picture as pixels, without an actor.
//!
//! ```text
//! stored pixels ─▶ room colours ([`Indices`]) ─▶ red, green, blue, opacity
//! ```
//! **Note:** an actor may look different, since its colours can be overridden or dimmed and its size scaled.
//! [`draw`](crate::draw) draws actors.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::Costume;
use crate::Limits;
use crate::codec::{ColourTable, Decoder};
use crate::game::Rgb;
use crate::model::{PictureInfo, PictureKey};
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

/// Red, green, blue and opacity of each pixel. Pixels with the transparent value are 0, 0, 0, 0.
pub(crate) fn to_rgba(pixels: &[u8], transparent: Option<u8>, palette: &[Rgb; 256]) -> Vec<u8> {
    let mut colours = palette.map(|[r, g, b]| [r, g, b, u8::MAX]);
    if let Some(clear) = transparent.and_then(|value| colours.get_mut(usize::from(value))) {
        *clear = [0; 4];
    }
    let colour = |pixel: &u8| colours.get(usize::from(*pixel)).copied().unwrap_or_default();
    pixels.iter().flat_map(colour).collect()
}

impl Indices {
    /// Red, green, blue and opacity of each pixel, row by row: width × height × 4 bytes. Transparent pixels are 0,
    /// 0, 0, 0.
    #[must_use]
    pub fn rgba(&self, palette: &[Rgb; 256]) -> Vec<u8> {
        to_rgba(&self.pixels, Some(self.transparent), palette)
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
        let picture = self.picture(key)?;
        let (info, most) = (picture.info, Limits::default().picture_pixels);
        if info.pixels() > most {
            let why = format!("{} × {} pixels; at most {most} are allowed", info.width, info.height);
            return Err(Error::new(ErrorKind::Limit(why), key.to_string()).at(info.offset as u64));
        }
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

    /// Decodes a picture to red, green, blue and opacity: width × height × 4 bytes, row by row. `palette` is the
    /// room's ([`Game::costume_palette`](crate::game::Game::costume_palette)).
    ///
    /// # Errors
    /// The errors of [`Costume::indices`].
    pub fn rgba(&self, key: PictureKey, palette: &[Rgb; 256]) -> Result<Vec<u8>> {
        Ok(self.indices(key)?.rgba(palette))
    }
}
