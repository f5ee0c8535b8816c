//! The picture that drawing a scene gives.

use crate::costume::ScreenPixels;
use crate::game::Rgb;

/// A scene as pixels. It borrows the renderer; copy the pixels to keep them after the next picture.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rendered<'a> {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Room palette indices, row by row from the top left.
    pub pixels: &'a [u8],
    /// Pixels of 16 bits ([`high`](crate::format::screen::high)) in games with such pixels
    /// ([`Dialect::high_colour`](crate::Dialect::high_colour)). They are what is visible; the indices are those
    /// that they were made from, if any.
    pub high: Option<&'a [u16]>,
    /// The index that means "nothing here"; `None` if a background fills the picture.
    pub transparent: Option<u8>,
    /// Red, green and blue of each index.
    pub palette: &'a [Rgb; 256],
    /// The position of the top left pixel in the room.
    pub origin: (i32, i32),
    /// Width of a room pixel in pixels. It is 1, or 2 if the game [is dithered](crate::Game::is_dithered) and
    /// pixels are dots of the screen in its colours.
    ///
    /// Its height is the same, except on the Hercules screen of v4, where four room pixels have seven lines
    /// ([`Pattern`](crate::format::screen::Pattern)).
    pub enlarged: u32,
    /// Actors of which nothing was drawn.
    pub unseen: &'a [Unseen],
    /// Actors in no walk box, though the room should decide their size or plane ([`Scale::Box`](super::Scale::Box),
    /// [`PlaneChoice::Box`](super::PlaneChoice::Box)), counted from 0 in the scene's order. They are drawn all the
    /// same, usually at full size and in front of everything. In a game they cannot get there.
    pub unboxed: &'a [usize],
}

/// An actor of which nothing was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unseen {
    /// The actor's number, counted from 0 in the scene's order.
    pub actor: usize,
    /// Whether the actor shows something, but outside the picture.
    pub outside: bool,
}

impl Rendered<'_> {
    /// Writes the pixels as red, green, blue and opacity, one byte each. `out` is replaced, and its memory reused.
    pub fn rgba(&self, out: &mut Vec<u8>) {
        self.shown().rgba(out);
    }

    /// Writes the same into rows of `out` that begin `stride` bytes apart: into a texture or a larger picture. What
    /// has no room in `out` or in a row is left out.
    pub fn rgba_into(&self, out: &mut [u8], stride: usize) {
        self.shown().rgba_into(out, stride);
    }

    fn shown(&self) -> ScreenPixels<'_> {
        let Self { pixels, transparent, palette, high, .. } = *self;
        ScreenPixels { width: self.width as usize, pixels, transparent, palette, high }
    }
}
