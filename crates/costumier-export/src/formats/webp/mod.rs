//! Animated WebP: lossless, with times in milliseconds and half-transparent shadows.
//!
//! ```text
//! RIFF size WEBP
//!   VP8X  flags (animated, with alpha), canvas width − 1, height − 1
//!   ANIM  background, number of repeats (0: for ever)
//!   ANMF  x ÷ 2, y ÷ 2, width − 1, height − 1, milliseconds, flags, then a VP8L chunk       for each frame
//! ```
//! Sizes of chunks do not include their headers, and chunks are padded to even lengths. Pictures are indexed
//! (`indexed.rs`).
//!
//! **Note:** every frame is the whole canvas and replaces the one before, because decoders disagree about the meaning
//! of clearing a part.

mod indexed;

use crate::film::FrameBuffer;
use crate::formats::{Buffers, MovieOptions};
use crate::image::ImageError;
use crate::time::Clock;

/// Longest side of a picture in pixels.
const MOST: u32 = 1 << 14;
/// Flags of VP8X: animated, with transparency.
const ANIMATED_WITH_ALPHA: u8 = 0b0001_0010;
/// Flag of ANMF: the frame replaces the one before.
const REPLACE: u8 = 0b0000_0010;

/// Replaces the content of `out` by the animation as a WebP file.
///
/// # Errors
/// If the canvas is larger than the format allows.
pub fn write(
    reel: &FrameBuffer,
    options: &MovieOptions<'_>,
    buffers: &mut Buffers,
    out: &mut Vec<u8>,
) -> Result<(), ImageError> {
    out.clear();
    let scale = options.scale;
    let (width, height) = (reel.width() * scale, reel.height() * scale);
    if width > MOST || height > MOST || width == 0 || height == 0 {
        return Err(ImageError::of(format!(
            "{width} × {height} pixels do not fit into a WebP file; a side has 1 to {MOST}"
        )));
    }
    out.extend(b"RIFF\0\0\0\0WEBP");
    chunk(out, b"VP8X", |out| {
        out.extend([ANIMATED_WITH_ALPHA, 0, 0, 0]);
        u24(out, width - 1);
        u24(out, height - 1);
    });
    chunk(out, b"ANIM", |out| {
        out.extend([0; 4]);
        out.extend(u16::from(reel.loops_to().is_none()).to_le_bytes());
    });
    let mut clock = Clock::milliseconds(options.jiffies_per_tick);
    let mut picture = Vec::new();
    for (i, ticks) in reel.ticks().iter().enumerate() {
        buffers.cut(reel, i, reel.canvas(), options);
        picture.clear();
        indexed::write(&buffers.pixels, (width, height), options.palette, &mut picture)?;
        let milliseconds = clock.next(*ticks);
        chunk(out, b"ANMF", |out| {
            u24(out, 0);
            u24(out, 0);
            u24(out, width - 1);
            u24(out, height - 1);
            u24(out, milliseconds.min(0xFF_FFFF));
            out.push(REPLACE);
            chunk(out, b"VP8L", |out| out.extend_from_slice(&picture));
        });
    }
    let size = u32::try_from(out.len() - 8).map_err(|_| "the file would be larger than 4 GB".to_owned())?;
    if let Some(field) = out.get_mut(4..8) {
        field.copy_from_slice(&size.to_le_bytes());
    }
    Ok(())
}

fn u24(out: &mut Vec<u8>, value: u32) {
    let [low, middle, high, _] = value.to_le_bytes();
    out.extend([low, middle, high]);
}

/// Appends a chunk: its name, its length, what `content` appends, and a byte of padding if the length is odd.
fn chunk(out: &mut Vec<u8>, name: &[u8; 4], content: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(name);
    let at = out.len();
    out.extend([0; 4]);
    content(out);
    let length = u32::try_from(out.len() - at - 4).unwrap_or(u32::MAX);
    if let Some(field) = out.get_mut(at..at + 4) {
        field.copy_from_slice(&length.to_le_bytes());
    }
    if length % 2 == 1 {
        out.push(0);
    }
}
