//! The class of an animation: a chore in a facing, frame by frame.

use std::sync::Arc;

use costumier::scene::ActorPlacement;
use costumier::{Colours, Costume, Error, ErrorKind, Painter, Stage};
use pyo3::prelude::*;

use crate::error::Result;
use crate::raster::{Palette, Pixels, Raster};

/// An animation of a costume.
#[pyclass(frozen)]
pub struct Clip {
    pub(crate) costume: Arc<Costume>,
    pub(crate) clip: costumier::Clip,
    pub(crate) palette: Palette,
}

#[pymethods]
impl Clip {
    /// Returns the chore's number.
    #[getter]
    fn chore(&self) -> u16 {
        self.clip.chore
    }

    /// Returns the facing's name.
    #[getter]
    fn facing(&self) -> &'static str {
        self.clip.facing.name()
    }

    /// Returns the index of the frame that follows the last one.
    #[getter]
    fn loops_to(&self) -> Option<usize> {
        self.clip.loops_to
    }

    /// Whether the animation was cut off before it repeated.
    #[getter]
    fn cut_off(&self) -> bool {
        self.clip.cut_off
    }

    /// Returns left, top, width and height of all frames, counted from the anchor.
    #[getter]
    fn bounds(&self) -> (i32, i32, u32, u32) {
        let bounds = self.clip.bounds;
        (bounds.left, bounds.top, bounds.width(), bounds.height())
    }

    /// Returns the number of ticks that each frame is shown.
    #[getter]
    fn ticks(&self) -> Vec<u32> {
        self.clip.frames.iter().map(|frame| frame.ticks).collect()
    }

    /// Draws a frame in the size of all frames.
    fn frame(&self, py: Python<'_>, number: usize) -> Result<Raster> {
        py.detach(|| {
            let (bounds, colours) = (self.clip.bounds, Colours::of(&self.costume));
            let Some(frame) = self.clip.frames.get(number) else {
                let why = format!("frame {number}: the animation has {}", self.clip.frames.len());
                return Err(Error::new(ErrorKind::NoSuchItem(why), "animation").into());
            };
            let mut stage = Stage::empty(bounds.width(), bounds.height(), colours.key())?;
            let anchor = (bounds.left.saturating_neg(), bounds.top.saturating_neg());
            let placement = ActorPlacement::new(anchor, &colours);
            Painter::default().draw_frame(&mut stage, &self.costume, frame, &placement)?;
            Ok(Raster {
                width: stage.width(),
                height: stage.height(),
                transparent: stage.transparent(),
                pixels: Pixels::Indices(stage.pixels().to_vec()),
                palette: Arc::clone(&self.palette),
            })
        })
    }
}
