//! Pictures for art programs: written, read, and turned back into costume colours.
//!
//! ```text
//! costume colours ─▸ png::write ─▸ an art program ─▸ png::read ─▸ recover::indices ─▸ costume colours
//! ```
//! Art programs change indexed pictures: entries move by one, unused entries change, equal ones are joined, or all
//! becomes true colour. [`recover`] has the rules that undo this.

pub mod aseprite;
pub mod gpl;
pub mod palette;
pub mod png;
pub mod recover;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];
