//! Finds pictures by similarity.

use costumier::{Error, Game};
use costumier_edit::pictures::png::{self, Pixels};
use costumier_export::similarity::{Edges, Sample, each_picture};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::error::{Failure, Result};

/// A picture that is searched for.
#[derive(FromPyObject)]
pub enum Like {
    /// Its width, its pixels, and the number of bytes of each: 1 for entries of a palette, 4 for colours.
    Raw(usize, PyBackedBytes, u8),
    /// The bytes of a PNG file.
    #[pyo3(transparent)]
    Png(PyBackedBytes),
}

/// A picture that was found: costume, limb, index; whether it is mirrored, and in other colours; the column and row in
/// it where the wanted picture is, if it is a part; all of it in words.
pub(crate) type Hit = (u32, u8, u16, bool, bool, Option<(usize, usize)>, String);

/// Returns the sample, and whether its values are entries of a palette.
fn sample(like: &Like) -> Result<(Sample, bool)> {
    let made = match like {
        Like::Raw(width, pixels, 4) => (Sample::of_colours(*width, pixels.as_chunks().0), false),
        Like::Raw(width, pixels, _) => (Sample::of_values(*width, pixels), true),
        Like::Png(bytes) => {
            let found = png::read(bytes).map_err(|why| Failure::usage(format!("the picture {why}")))?;
            match found.pixels {
                Pixels::Indexed { indices, .. } => (Sample::of_values(found.width, &indices), true),
                Pixels::Colours(colours) => (Sample::of_colours(found.width, &colours), false),
            }
        }
    };
    Ok((made.0.map_err(Failure::usage)?, made.1))
}

/// Returns the pictures of a game that are like this one. Costumes that cannot be read are passed over.
pub(crate) fn find(game: &Game, like: &Like) -> Result<Vec<Hit>> {
    let (sample, is_indexed) = sample(like)?;
    let mut edges = Edges::default();
    let mut hits = Vec::new();
    for id in game.costume_ids() {
        let Ok::<_, Error>(costume) = game.costume(id) else { continue };
        each_picture(&costume, |key, width, pixels| {
            if let Some(mut found) = sample.like(width, pixels, &mut edges) {
                // A picture in true colour has no pixel values to compare.
                found.recoloured &= is_indexed;
                let (part, words) = (found.part, found.to_string());
                hits.push((id, key.limb, key.index, found.mirrored, found.recoloured, part, words));
            }
        });
    }
    Ok(hits)
}
