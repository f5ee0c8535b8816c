//! Films of scenes as files that other programs play.

use costumier::scene::LiveScene;
use costumier_export::{Format, view};

use crate::error::{Error, Result};
use crate::files::zipped;
use crate::number::{ID, Number, SCALE, TICKS};

/// A film of a scene in a file format.
#[derive(Debug)]
pub struct Movie {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Movie {
    pub(crate) fn of(live: &mut LiveScene, format: &str, options: [Number; 4]) -> Result<Self> {
        let [lead, scale_up, ticks_per_second, longest] = options;
        let (lead, scale_up) = (lead.within("lead", ID)?, scale_up.within("scale_up", SCALE)?);
        let longest = longest.within("longest_loop", TICKS)?;
        let format: Format = format.parse().map_err(Error::usage)?;
        let jiffies = ticks_per_second.jiffies()?;
        let movie = view::movie(live, lead, longest)?;
        let files = movie.files(format, scale_up, jiffies).map_err(Error::usage)?;
        let bytes = match &files[..] {
            [(_, bytes)] if format != Format::Frames => bytes.clone(),
            _ => zipped(files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])))?,
        };
        Ok(Self { bytes, is_cut: movie.is_cut })
    }
}

#[cfg(feature = "whole")]
impl Movie {
    /// Returns the file, or a zip if each frame is a file.
    #[must_use]
    #[cfg_attr(border, border(without(c = "movie", python = "movie")))]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether an actor jumps where the film starts again.
    #[must_use]
    #[cfg_attr(border, border(without(c = "movie", python = "movie")))]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}
