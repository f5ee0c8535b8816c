//! Rooms, costumes and scenes from random numbers: everything that the engine can do, except for what crashes or hangs
//! it (README.md, "What is left out").

use costumier::Dialect;

mod actor;
pub(crate) mod akos;
pub(crate) mod costume;
pub(crate) mod nes;
pub(crate) mod nes_objects;
pub(crate) mod objects;
pub(crate) mod offer;
pub(crate) mod palettes;
pub(crate) mod pce;
mod place;
pub(crate) mod room;
pub(crate) mod scene;
mod slots;
mod steps;
pub(crate) mod strips;
pub(crate) mod v0;

/// Palette entry of the marker that says which frame is shown. No picture uses it.
pub(crate) const MARKER: u8 = 254;

/// Palette entry whose red is the animation counter, or the first of an AKOS actor's variables; the two
/// entries before it are for the next two. No picture uses them.
pub(crate) const COUNTER: u8 = 253;

/// The first entries of a palette, of which no two have the same colour.
pub(crate) const FIRST_DIFFER: u8 = 16;

/// The last room colour that pictures and shadows use: below the entries whose colours change.
pub(crate) const LAST_COLOUR: u8 = 240;

/// The last colour that pictures use in a generation.
pub(crate) fn last_colour(dialect: &Dialect) -> u8 {
    if dialect.fixed_colours { 15 } else { LAST_COLOUR }
}
