//! Pictures on their way to art programs and back.
//!
//! ```text
//! costume colours ─▸ png::write ─▸ somebody's art program ─▸ png::read ─▸ recover::indices ─▸ costume colours
//! ```
//! What art programs do to an indexed picture is known and often unkind: entries move by one, unused ones
//! change, equal ones are joined, all becomes true colour. [`recover`] has the rules that undo it.

pub mod aseprite;
pub mod palette;
pub mod png;
pub mod recover;

/// Red, green, blue.
pub type Rgb = [u8; 3];
