//! Pictures for art programs: written, read, and turned back into costume colours.
//!
//! ```text
//! costume colours ─▸ png::write ─▸ an art program ─▸ png::read ─▸ recover::indices ─▸ costume colours
//! ```
//! Art programs change indexed pictures: entries move by one, unused entries change, equal ones are joined, or all
//! becomes true colour. [`recover`] has the rules that undo this.

pub mod aseprite;
pub mod gpl;
mod ground;
pub mod palette;
pub mod png;
pub mod recover;
pub(crate) mod rows;

use costumier_export::image::ImageError;

/// The reason why a picture or palette file cannot be read or written, as the end of a sentence that begins with its
/// name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PictureFileError(String);

impl From<String> for PictureFileError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<&str> for PictureFileError {
    fn from(why: &str) -> Self {
        Self(why.to_owned())
    }
}

impl From<ImageError> for PictureFileError {
    fn from(error: ImageError) -> Self {
        Self(error.into())
    }
}

impl From<PictureFileError> for String {
    fn from(error: PictureFileError) -> Self {
        error.0
    }
}

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];
