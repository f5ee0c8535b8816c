//! Pictures that are brought into a draft.

use costumier_edit::draft::bring::{self, Target};
use costumier_edit::import::Grid;
use costumier_edit::pictures::Rgb;
use serde::{Deserialize, Serialize};

use crate::draft::{Draft, key};
use crate::error::{Error, Result, read};
use crate::json::BringJson;
use crate::number::{ID, Number};

/// What a file becomes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The limb; without it, the pictures that the file names.
    limb: Option<u8>,
    /// A picture of the limb; without it, all.
    index: Option<u16>,
    /// Pictures of the limb; without them, all.
    pictures: Option<Vec<u16>>,
    /// Width and height of the cells of a sheet; without it, gaps separate them.
    grid: Option<(usize, usize)>,
    /// The costume's colours on the screen.
    #[serde(default)]
    colours: Vec<Rgb>,
}

/// Pictures that were brought in.
#[derive(Debug)]
pub struct Brought(bring::Brought);

/// The pictures in a file.
#[derive(Debug, Serialize)]
pub struct BroughtRow {
    /// The pictures that differ from those of the draft.
    pictures: Vec<BroughtPictureRow>,
    /// The colours that the costume does not have.
    foreign: Vec<ForeignRow>,
    /// What was assumed when the file was read.
    notes: Vec<String>,
}

/// A picture in a file.
#[derive(Debug, Serialize)]
pub struct BroughtPictureRow {
    /// The limb of the picture.
    limb: u8,
    /// The index in the limb's table.
    index: u16,
    /// Width and height in pixels.
    size: (u16, u16),
    /// Distance from the running offset to the left column and the top row, in pixels.
    at: (i16, i16),
}

/// A colour that the costume does not have.
#[derive(Debug, Serialize)]
pub struct ForeignRow {
    /// Red, green and blue of the colour.
    colour: Rgb,
    /// Number of pixels with this colour.
    pixels: usize,
    /// The nearest costume colour.
    nearest: u8,
}

#[cfg(feature = "edit")]
impl Draft {
    /// Whether an `.aseprite` file names pictures of this draft.
    #[must_use]
    pub fn names_pictures(&self, file: &[u8]) -> bool {
        bring::names_pictures(&self.draft, file)
    }

    /// Reads the pictures of a PNG or `.aseprite` file for this draft, which stays as it is.
    ///
    /// # Errors
    /// `usage` for unknown options; the reason why the file cannot be read.
    #[cfg_attr(border, border(python = "_bring"))]
    pub fn bring(&self, file: &[u8], options: &BringJson) -> Result<Brought> {
        let Wanted { limb, index, pictures, grid, colours } = read("options", options)?;
        let grid = grid.map_or(Grid::Gaps, |(width, height)| Grid::Cells(width, height));
        let picture = |limb: u8, index: u16| key(u32::from(limb).into(), u32::from(index).into());
        let target = match (limb, index) {
            (None, _) => Target::Named,
            (Some(limb), Some(index)) => Target::Picture(picture(limb, index)?),
            (Some(limb), None) => match pictures {
                Some(all) => Target::Pictures(
                    all.into_iter().map(|index| picture(limb, index)).collect::<Result<_>>()?,
                    grid,
                ),
                None => Target::Limb(limb, grid),
            },
        };
        Ok(Brought(bring::bring(&self.draft, file, target, &colours)?))
    }
}

#[cfg(feature = "edit")]
impl Brought {
    /// Returns the pictures, the colours that the costume does not have, and notes.
    #[must_use]
    #[cfg_attr(border, border(python = "_report"))]
    pub fn report(&self) -> BroughtRow {
        let pictures = self.0.pictures.iter().map(|it| BroughtPictureRow {
            limb: it.key.limb,
            index: it.key.index,
            size: it.size,
            at: it.at,
        });
        let foreign = self.0.foreign.iter().map(|it| ForeignRow {
            colour: it.colour,
            pixels: it.pixels,
            nearest: it.nearest.0,
        });
        BroughtRow { pictures: pictures.collect(), foreign: foreign.collect(), notes: self.0.notes.clone() }
    }

    /// Returns the costume colours of a picture, row by row.
    ///
    /// # Errors
    /// `usage` for a picture that does not exist.
    #[cfg_attr(border, border(python = "_rows"))]
    pub fn rows(&self, number: Number) -> Result<&[u8]> {
        Ok(&self.picture(number)?.rows)
    }

    /// Returns for each pixel of a picture 0, or the number of its foreign colour, counted from 1.
    ///
    /// # Errors
    /// `usage` for a picture that does not exist.
    #[cfg_attr(border, border(python = "_foreign"))]
    pub fn foreign(&self, number: Number) -> Result<Vec<u16>> {
        Ok(self.picture(number)?.foreign.clone())
    }

    fn picture(&self, number: Number) -> Result<&bring::BroughtPicture> {
        let picture = self.0.pictures.get(number.within::<usize>("picture", ID)?);
        picture.ok_or_else(|| Error::usage("there are not so many pictures"))
    }
}
