//! Samples of pictures in colours, and the pictures of costumes that samples are compared with.

use std::collections::BTreeMap;

use costumier::format::codec::{ColourTable, Decoder};
use costumier::{Costume, Limits, PictureKey};

use super::Sample;

/// Pictures with fewer pixels are placeholders, which are the same everywhere.
pub const FEWEST_PIXELS: usize = 16;

/// The reason why a picture cannot be searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// It has more colours than any picture of a costume.
    #[error("the picture has more than 256 colours, and pictures of costumes have at most 256")]
    Colours,
    /// It has so many pixels, fewer than [`FEWEST_PIXELS`].
    #[error("the picture has {0} pixels, which is too few for a search")]
    Pixels(usize),
}

impl Sample {
    /// Makes a sample of a picture in true colours: red, green, blue and opacity of each pixel. Colours are numbered
    /// in order of appearance, and all transparent pixels count as one.
    ///
    /// **Note:** the numbers are no entries of a palette, so [`Similarity::recoloured`](super::Similarity::recoloured)
    /// says nothing of such a sample.
    ///
    /// # Errors
    /// If there are more than 256 colours, or fewer than [`FEWEST_PIXELS`] pixels.
    pub fn of_colours(width: usize, colours: &[[u8; 4]]) -> Result<Self, SampleError> {
        let mut numbers: BTreeMap<[u8; 4], u8> = BTreeMap::new();
        let mut values = Vec::with_capacity(colours.len());
        for colour in colours {
            let colour = if colour[3] == 0 { [0; 4] } else { *colour };
            let next = u8::try_from(numbers.len()).ok();
            let Some(value) = numbers.get(&colour).copied().or(next) else {
                return Err(SampleError::Colours);
            };
            numbers.insert(colour, value);
            values.push(value);
        }
        Self::of_values(width, &values)
    }

    /// Makes a sample of a picture whose values are entries of a palette.
    ///
    /// # Errors
    /// If there are fewer than [`FEWEST_PIXELS`].
    pub fn of_values(width: usize, values: &[u8]) -> Result<Self, SampleError> {
        if values.len() < FEWEST_PIXELS {
            return Err(SampleError::Pixels(values.len()));
        }
        Ok(Self::new(width, values))
    }
}

/// Calls `then` for each picture of a costume that is no placeholder: its key, its width, its stored values.
pub fn each_picture(costume: &Costume, mut then: impl FnMut(PictureKey, usize, &[u8])) {
    let mut decoder = Decoder::new();
    let mut rows = Vec::new();
    let limit = Limits::default().picture_pixels;
    for key in costume.picture_keys() {
        let Ok(picture) = costume.picture(key) else { continue };
        let info = picture.info;
        if !(FEWEST_PIXELS..=limit).contains(&info.pixels()) {
            continue;
        }
        decoder.picture(&picture.packed, &ColourTable::IDENTITY, &mut rows);
        then(key, info.width.into(), &rows);
    }
}
