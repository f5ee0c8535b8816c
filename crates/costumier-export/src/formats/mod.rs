//! Encoders: the pixels of a picture or of an animation become the bytes of a file. They do not write to disk.
//!
//! **Note:** GIF, APNG and WebP can loop only to their first frame. An animation that begins with frames outside of its
//! loop therefore shows them each time, and its manifest entry says so. An animation that ends is played once.

pub mod apng;
pub mod aseprite;
pub mod bmp;
pub(crate) mod deflate;
pub mod gif;
mod lzw;
pub mod pal;
pub mod png;
pub mod webp;
mod zip;

use crate::colour::WrittenPalette;
use crate::film::FrameBuffer;
use crate::image::Rect;
pub use zip::zip;

/// The note on a file that shows an animation's beginning each time.
pub const REPEATS_ALL: &str =
    "repeats from its first frame: the format cannot go back to a later one, as the game does";

/// The note on a file whose shadows are opaque.
pub const OPAQUE_SHADOWS: &str = "shadows are opaque: the format knows no half-transparency";

/// How an animation is encoded.
#[derive(Clone, Copy, Debug)]
pub struct MovieOptions<'a> {
    /// The palette of the indices.
    pub palette: &'a WrittenPalette,
    /// The side of the square that each pixel becomes.
    pub scale: u32,
    /// Jiffies in a tick.
    pub jiffies_per_tick: u32,
}

/// Buffers that encoders reuse from animation to animation.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// A whole frame in the costume's pixel values.
    canvas: Vec<u8>,
    /// The pixels that are encoded: cut, enlarged, as indices of the palette.
    pixels: Vec<u8>,
    /// The same, compressed.
    codes: Vec<u8>,
    lzw: lzw::Lzw,
}

impl Buffers {
    /// Releases buffers of more than `most` bytes.
    pub(crate) fn tidy(&mut self, most: usize) {
        for buffer in [&mut self.canvas, &mut self.pixels, &mut self.codes] {
            if buffer.capacity() > most {
                *buffer = Vec::new();
            }
        }
        self.lzw.tidy(most);
    }

    /// Makes `pixels` the part of a frame inside `rect`, as it is written.
    fn cut(&mut self, reel: &FrameBuffer, frame: usize, rect: Rect, options: &MovieOptions<'_>) {
        reel.lay(frame, &mut self.canvas);
        self.pixels.clear();
        options.palette.cut(&self.canvas, reel.width(), rect, options.scale, &mut self.pixels);
    }
}
