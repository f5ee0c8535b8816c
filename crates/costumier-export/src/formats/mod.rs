//! Frames into bytes, one file per format, and nothing else: no files, no manifest.
//!
//! Formats that hold one animation are called alike: [`gif::encode`]`(&reel, &options)` gives the bytes.
//!
//! None of them can go back to a frame that is not the first. An animation that begins with frames outside
//! its loop therefore shows them each time round; its manifest entry says so. An animation that ends is
//! played once.

pub mod apng;
pub mod aseprite;
pub mod bmp;
pub(crate) mod deflate;
pub mod gif;
pub mod pal;
pub mod png;
pub mod webp;

use crate::colour::WrittenPalette;
use crate::film::Reel;
use crate::image::Rect;

/// What is said of a file that shows an animation's beginning each time round.
pub const REPEATS_ALL: &str =
    "repeats from its first frame: the format cannot go back to a later one, as the game does";

/// What is said of a file whose shadows are opaque.
pub const OPAQUE_SHADOWS: &str = "shadows are opaque: the format knows no half-transparency";

/// How an animation is written.
#[derive(Clone, Copy, Debug)]
pub struct MovieOptions<'a> {
    /// What the indices mean.
    pub palette: &'a WrittenPalette,
    /// Each pixel becomes a square of this size.
    pub scale: u32,
    /// Jiffies per tick.
    pub jiffies_per_tick: u32,
}

/// Memory that encoders use from animation to animation.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// A whole frame in the costume's pixel values.
    canvas: Vec<u8>,
    /// What is encoded of it: cut, enlarged, in the palette's indices.
    pixels: Vec<u8>,
}

impl Buffers {
    /// Gives back what has more bytes than `most`.
    pub(crate) fn tidy(&mut self, most: usize) {
        for buffer in [&mut self.canvas, &mut self.pixels] {
            if buffer.capacity() > most {
                *buffer = Vec::new();
            }
        }
    }

    /// Makes `pixels` the part of a frame that is inside `rect`, as it is to be written.
    fn cut(&mut self, reel: &Reel, frame: usize, rect: Rect, options: &MovieOptions<'_>) {
        reel.lay(frame, &mut self.canvas);
        self.pixels.clear();
        options.palette.cut(&self.canvas, reel.width(), rect, options.scale, &mut self.pixels);
    }
}
