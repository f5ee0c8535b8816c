//! Films of scenes as files that other programs play.

use costumier_export::{Format, view};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result};
use crate::exports::zipped;
use crate::number::{ID, SCALE, TICKS, jiffies, whole};
use crate::scene::Scene;

/// A film of a scene in a file format.
#[wasm_bindgen]
pub struct Movie {
    bytes: Vec<u8>,
    is_cut: bool,
}

#[wasm_bindgen]
impl Movie {
    /// Returns the file, or a zip if each frame is a file.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Whether an actor jumps where the film starts again.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

#[wasm_bindgen]
impl Scene {
    /// Films the scene from the mark until its actors repeat, at most `longest` ticks. The scene does not change.
    pub fn movie(
        &self,
        lead: f64,
        format: &str,
        scale_up: f64,
        ticks_per_second: f64,
        longest: f64,
    ) -> Result<Movie> {
        let (lead, scale_up) = (whole("lead", lead, ID)?, whole("scale_up", scale_up, SCALE)?);
        let longest = whole("longest_loop", longest, TICKS)?;
        let format: Format = format.parse().map_err(Failure::usage)?;
        let jiffies = jiffies(ticks_per_second)?;
        let movie = view::movie(&mut self.replay.at_mark(), lead, longest)?;
        let files = movie.files(format, scale_up, jiffies).map_err(Failure::usage)?;
        let bytes = match &files[..] {
            [(_, bytes)] if format != Format::Frames => bytes.clone(),
            _ => zipped(files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])))?,
        };
        Ok(Movie { bytes, is_cut: movie.is_cut })
    }
}
