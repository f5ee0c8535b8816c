//! Finds pictures by similarity, and says what of a game a picture shows.

use costumier_edit::pictures::png::{self, DecodedImage, Pixels};
use costumier_export::json::WhatisReport;
use costumier_export::recognise::{OneByOne, Query};
use costumier_export::similarity::{Edges, Sample, each_picture};
use serde::Serialize;

use crate::error::{Error, Result};
use crate::game::Game;
use crate::number::{ID, Number, PIXEL_BYTES};

/// A picture that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HitRow {
    /// The id of its costume.
    pub costume: u32,
    /// The number of its limb.
    pub limb: u8,
    /// Its index in the limb's table.
    pub index: u16,
    /// Whether it is mirrored.
    pub mirrored: bool,
    /// Whether it has other colours.
    pub recoloured: bool,
    /// Column and row in it where the wanted picture is, if that is a part of it.
    pub part: Option<(usize, usize)>,
    /// All of it in words.
    pub text: String,
}

#[cfg(feature = "edit")]
impl Game {
    /// Finds the pictures that are like these pixels: the same, mirrored, in other colours, enlarged, or a part.
    /// `bytes_per_pixel` is 1 for palette indices or values, 4 for red, green, blue and opacity. Costumes that cannot
    /// be read are passed over.
    ///
    /// # Errors
    /// `usage` if the pixels are no picture of this width.
    #[cfg_attr(border, border(python = "_find"))]
    pub fn find(&self, width: Number, pixels: &[u8], bytes_per_pixel: Number) -> Result<Vec<HitRow>> {
        let (width, each) =
            (width.within("width", ID)?, bytes_per_pixel.within("bytes_per_pixel", PIXEL_BYTES)?);
        let row: Option<usize> = usize::checked_mul(width, each).filter(|row| *row > 0);
        if row.is_none_or(|row| !pixels.len().is_multiple_of(row)) {
            let text = format!("{} bytes are no rows of {width} pixels with {each} bytes each", pixels.len());
            return Err(Error::usage(text));
        }
        match each {
            1 => self.like(&Sample::of_values(width, pixels).map_err(Error::usage)?, true),
            4 => self.like(&Sample::of_colours(width, pixels.as_chunks().0).map_err(Error::usage)?, false),
            other => Err(Error::usage(format!("bytes_per_pixel is {other}: use 1 or 4"))),
        }
    }

    /// Finds the pictures that are like a PNG file.
    ///
    /// # Errors
    /// `usage` if the file is damaged.
    #[cfg_attr(border, border(python = "_find_png"))]
    pub fn find_png(&self, png: &[u8]) -> Result<Vec<HitRow>> {
        let found = read(png)?;
        match found.pixels {
            Pixels::Indexed { indices, .. } => {
                self.like(&Sample::of_values(found.width, &indices).map_err(Error::usage)?, true)
            }
            Pixels::Colours(colours) => {
                self.like(&Sample::of_colours(found.width, &colours).map_err(Error::usage)?, false)
            }
        }
    }

    /// Returns what of the game a picture shows: costume, chore, facing and tick of each figure, and the room of a
    /// screenshot. `rgba` is red, green, blue and opacity of each pixel. It is what `costumier whatis --json` prints.
    ///
    /// # Errors
    /// `usage` if the pixels are no picture of this width, or cannot be those of a game.
    #[cfg_attr(border, border(python = "_whatis"))]
    pub fn whatis(&self, width: Number, rgba: &[u8]) -> Result<WhatisReport> {
        let width = width.within("width", ID)?;
        let (pixels, rest) = rgba.as_chunks();
        if !rest.is_empty() || pixels.is_empty() || pixels.len().checked_rem(width) != Some(0) {
            let text = format!("{} bytes are no rows of {width} pixels with 4 bytes each", rgba.len());
            return Err(Error::usage(text));
        }
        self.recognise(width, pixels)
    }

    /// Returns what of the game a PNG file shows.
    ///
    /// # Errors
    /// `usage` if the file is damaged, or is no picture of a game.
    #[cfg_attr(border, border(python = "_whatis_png"))]
    pub fn whatis_png(&self, png: &[u8]) -> Result<WhatisReport> {
        let found = read(png)?;
        self.recognise(found.width, &found.pixels.rgba())
    }

    fn recognise(&self, width: usize, rgba: &[[u8; 4]]) -> Result<WhatisReport> {
        let mut query = Query::new(width, rgba).map_err(|why| Error::usage(why.to_string()))?;
        let ids: Vec<u32> = self.open.game.costume_ids().collect();
        let (figures, _) = query.search(&self.open.game, &ids, &OneByOne);
        Ok(WhatisReport::of(&query, &figures, &self.open.names))
    }

    fn like(&self, sample: &Sample, is_indexed: bool) -> Result<Vec<HitRow>> {
        let (mut edges, mut hits) = (Edges::default(), Vec::new());
        for id in self.open.game.costume_ids() {
            let Ok(costume) = self.open.game.costume(id) else { continue };
            each_picture(&costume, |key, width, pixels| {
                if let Some(mut found) = sample.like(width, pixels, &mut edges) {
                    // A picture in true colour has no pixel values to compare. Others may hold room colours.
                    found.recoloured &= is_indexed;
                    if found.recoloured
                        && let Ok(drawn) = costume.indices(key)
                    {
                        let again = sample.like(drawn.info.width.into(), &drawn.pixels, &mut edges);
                        found.recoloured = again.is_none_or(|it| it.recoloured);
                    }
                    hits.push(HitRow {
                        costume: id,
                        limb: key.limb,
                        index: key.index,
                        mirrored: found.mirrored,
                        recoloured: found.recoloured,
                        part: found.part,
                        text: found.to_string(),
                    });
                }
            });
        }
        Ok(hits)
    }
}

fn read(png: &[u8]) -> Result<DecodedImage> {
    png::read(png).map_err(|why| Error::usage(format!("the picture {why}")))
}
