//! Short films of costumes, for lists and panels.

use costumier_export::view;
use costumier_export::view::role_name;
use serde::Serialize;

use crate::error::Result;
use crate::number::{ID, Number};

/// Pixels as red, green, blue and opacity, four bytes each.
pub type Rgba = [u8];
/// Pixels as [`Rgba`], in a buffer of their own.
pub type RgbaBuffer = Vec<u8>;

/// A short film of a costume.
#[derive(Debug)]
pub struct Film(pub(crate) view::Film);

/// The facts of a short film of a costume.
#[derive(Debug, Serialize)]
pub struct FilmRow {
    /// The width of the canvas in pixels.
    width: u32,
    /// The height of the canvas in pixels.
    height: u32,
    /// The position of the actor's feet on the canvas.
    feet: (i32, i32),
    /// What is shown: `stand, south`; `picture 0.3` if the costume has nothing to play; `null` if nothing is
    /// visible.
    what: Option<String>,
    /// The chore that is played.
    chore: Option<u16>,
    /// The facing that is played.
    facing: Option<&'static str>,
    /// The role of the chore.
    role: Option<String>,
    /// The index of the frame that follows the last one; `null` if the last one stays.
    loops_to: Option<usize>,
    /// The duration of each frame in ticks.
    ticks: Vec<u32>,
}

#[cfg(feature = "whole")]
impl Film {
    /// Returns all facts but the pixels.
    #[must_use]
    #[cfg_attr(border, border(without(c = "film", python = "film")))]
    pub fn head(&self) -> FilmRow {
        let film = &self.0;
        FilmRow {
            width: film.width,
            height: film.height,
            feet: film.feet,
            what: film.what.clone(),
            chore: film.action.map(|action| action.chore),
            facing: film.action.map(|action| action.facing.name()),
            role: film.action.and_then(|action| action.role).map(role_name),
            loops_to: film.loops_to,
            ticks: film.frames.iter().map(|frame| frame.ticks).collect(),
        }
    }

    /// Returns the pixels of a frame; none for a frame that does not exist.
    ///
    /// # Errors
    /// `usage` if the number is no whole one.
    #[cfg_attr(border, border(without(c = "film", python = "film")))]
    pub fn frame(&self, number: Number) -> Result<&Rgba> {
        let frame = self.0.frames.get(number.within::<usize>("frame", ID)?);
        Ok(frame.map(|frame| &frame.rgba[..]).unwrap_or_default())
    }
}
