//! An animation: a chore in a facing, frame by frame.

use costumier::scene::ActorPlacement;
use costumier::{Colours, Painter, Stage};

use crate::costume::Costume;
use crate::error::{Error, Missing, Result};
use crate::number::{ID, Number};
use crate::raster::Raster;

/// An animation: a chore in a facing, from its start until it repeats. Its frames have one size, and fit.
#[derive(Debug)]
pub struct Clip {
    costume: Costume,
    clip: costumier::Clip,
}

#[cfg_attr(border, border(without(js = "clip")))]
impl Clip {
    pub(crate) fn new(costume: Costume, clip: costumier::Clip) -> Self {
        Self { costume, clip }
    }

    /// Returns the chore's number.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn chore(&self) -> u32 {
        self.clip.chore.into()
    }

    /// Returns the facing's name.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn facing(&self) -> &'static str {
        self.clip.facing.name()
    }

    /// Returns the number of frames.
    #[must_use]
    #[cfg_attr(border, border(without(python = "sequence")))]
    pub fn count(&self) -> usize {
        self.clip.frames.len()
    }

    /// Returns the index of the frame that follows the last one. There is none if the last frame stays.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn loops_to(&self) -> Option<usize> {
        self.clip.loops_to
    }

    /// Whether the animation did not repeat within the limits.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn is_cut_off(&self) -> bool {
        self.clip.cut_off
    }

    /// Returns the width of all frames in pixels.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn width(&self) -> u32 {
        self.clip.bounds.width()
    }

    /// Returns the height of all frames in pixels.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn height(&self) -> u32 {
        self.clip.bounds.height()
    }

    /// Returns the pixel of the frames where the costume's coordinates begin. In most games, it is between the feet.
    #[must_use]
    #[cfg_attr(border, border(python(property)))]
    pub fn anchor(&self) -> (i32, i32) {
        (self.clip.bounds.left.saturating_neg(), self.clip.bounds.top.saturating_neg())
    }

    /// Writes the number of ticks that each frame is shown.
    #[must_use]
    #[cfg_attr(border, border(python = "_ticks"))]
    pub fn ticks(&self) -> Vec<u32> {
        self.clip.frames.iter().map(|frame| frame.ticks).collect()
    }

    /// Draws a frame in the size of all frames. Frames count from 0.
    ///
    /// # Errors
    /// `not-found` for a frame that does not exist; the errors of its pictures.
    #[cfg_attr(border, border(python = "_frame"))]
    pub fn frame(&self, number: Number, into: &mut Raster) -> Result<()> {
        let number: usize = number.within("frame", ID)?;
        let Some(frame) = self.clip.frames.get(number) else {
            let why = format!("frame {number}: the animation has {}", self.clip.frames.len());
            return Err(Error::missing(why, Missing::Frame));
        };
        let costume = &self.costume.opened.costume;
        let (bounds, colours) = (self.clip.bounds, Colours::of(costume));
        let mut stage = Stage::empty(bounds.width(), bounds.height(), colours.key())?;
        let placement = ActorPlacement::new(self.anchor(), &colours);
        Painter::default().draw_frame(&mut stage, costume, frame, &placement)?;
        let size = (stage.width(), stage.height());
        into.set(size, stage.transparent(), stage.pixels().to_vec(), self.costume.colours());
        Ok(())
    }
}

/// The formats of animations.
#[cfg(feature = "whole")]
const FORMATS: [&str; 3] = ["gif", "apng", "webp"];

/// Reads options of an export, and refuses those that the call sets itself.
#[cfg(feature = "whole")]
pub(crate) fn options_besides(
    what: &str,
    own: &[&str],
    options: &str,
) -> Result<serde_json::Map<String, serde_json::Value>> {
    let given: serde_json::Map<String, serde_json::Value> = crate::error::read("options", options)?;
    match own.iter().find(|name| given.contains_key(**name)) {
        Some(name) => Err(Error::usage(format!("options: the call sets `{name}` itself for {what}"))),
        None => Ok(given),
    }
}

#[cfg(feature = "whole")]
#[cfg_attr(border, border(without(js = "clip")))]
impl Clip {
    /// Returns the animation as a file of `gif`, `apng` or `webp`: that of the command's export. Options are those of
    /// an export: `scale_up`, `background` …
    ///
    /// # Errors
    /// `usage` for another format or an unknown option; `nothing-shown` if the animation shows nothing.
    #[cfg_attr(border, border(python(default(format = "gif"))))]
    pub fn encode(&self, format: &str, options: &crate::json::ExportJson) -> Result<Vec<u8>> {
        if !FORMATS.contains(&format) {
            let known = FORMATS.join(", ");
            return Err(Error::usage(format!(
                "an animation is no file of the format {format:?}: use {known}"
            )));
        }
        let mut options =
            options_besides("an animation", &["formats", "only", "chore", "facing", "picture"], options)?;
        options.insert("formats".to_owned(), [format].into());
        options.insert("only".to_owned(), "animations".into());
        options.insert("chore".to_owned(), [self.clip.chore].into());
        let action = self.costume.action(&self.clip.chore.to_string(), self.facing())?;
        options.insert("facing".to_owned(), [action.facing.name()].into());
        let files = self.costume.export(&serde_json::Value::Object(options).to_string())?.0;
        let ending = format!(".{format}");
        let file = files.into_iter().find(|(name, _)| name.ends_with(&ending));
        file.map(|(_, bytes)| bytes).ok_or_else(|| {
            let (chore, facing) = (self.clip.chore, self.facing());
            Error::nothing_shown(format!("chore {chore} {facing} shows nothing, so it is no file"))
        })
    }
}
