//! What comes out of drawing a scene.

use crate::draw::high_to_rgba;
use crate::game::Rgb;

/// A scene as pixels. Borrows what it was drawn with; copy what is to outlive the next picture.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rendered<'a> {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Room palette indices, row by row from the top left.
    pub pixels: &'a [u8],
    /// Pixels of 16 bits ([`high`](crate::format::screen::high)) in games that have such
    /// ([`Dialect::high_colour`](crate::Dialect::high_colour)): these are what is shown, and the
    /// indices what they
    /// were made of, as far as they were.
    pub high: Option<&'a [u16]>,
    /// The index that means "nothing here"; `None` where a background fills everything.
    pub transparent: Option<u8>,
    /// Colours of all indices.
    pub palette: &'a [Rgb; 256],
    /// Where the top left pixel lies in the room.
    pub origin: (i32, i32),
    /// How many pixels wide a room pixel is: 1 or 2 where the game [is dithered](crate::Game::is_dithered),
    /// and pixels are dots of the screen in its colours. It is as high, except on the Hercules screen of v4,
    /// where four of them are seven high ([`Pattern`](crate::format::screen::Pattern)).
    pub enlarged: u32,
    /// Actors of whom nothing was drawn.
    pub unseen: &'a [Unseen],
    /// Actors whose size or plane the room should say ([`Scale::Box`](super::Scale::Box),
    /// [`PlaneChoice::Box`](super::PlaneChoice::Box)) and who stand in none of its walk boxes, counted from 0 in the
    /// scene's order. They are drawn all the same, mostly at full size and in front of everything; in a game they do
    /// not get there.
    pub unboxed: &'a [usize],
}

/// An actor of whom nothing was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unseen {
    /// The actor, counted from 0 in the scene's order.
    pub actor: usize,
    /// Whether it shows something, but outside the picture.
    pub outside: bool,
}

impl Rendered<'_> {
    /// The pixels as red, green, blue and opacity, one byte each. `out` is replaced, and its memory reused.
    pub fn rgba(&self, out: &mut Vec<u8>) {
        if let Some(high) = self.high {
            out.clear();
            out.extend(high_to_rgba(self.pixels, self.transparent, high));
            return;
        }
        let mut colours = self.palette.map(|[r, g, b]| [r, g, b, u8::MAX]);
        if let Some(nothing) = self.transparent {
            colours[usize::from(nothing)] = [0; 4];
        }
        out.clear();
        out.reserve(self.pixels.len() * 4);
        out.extend(self.pixels.iter().flat_map(|pixel| colours[usize::from(*pixel)]));
    }
}
