//! Animated PNG: indexed, with exact timing in sixtieths of a second and half-transparent shadows.
//!
//! The first frame is the whole canvas; programs without animation show it. Later frames store only the rectangle
//! that shows something, and each is cleared before the next.
//!
//! **Note:** pixels have 8 bits even if 4 would do. ffmpeg 5.1 shows 4-bit frames in the wrong place if they do not
//! begin at the left edge.

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Filter};

use crate::film::FrameBuffer;
use crate::formats::png::{Filter as RowFilter, pack};
use crate::formats::{Buffers, MovieOptions};
use crate::image::{Image, ImageError};
use crate::options::{Effort, JIFFIES_PER_SECOND};

/// Replaces the content of `out` by the animation as an APNG file.
///
/// # Errors
/// If there is no frame or no pixel.
pub fn write(
    reel: &FrameBuffer,
    options: &MovieOptions<'_>,
    effort: Effort,
    buffers: &mut Buffers,
    out: &mut Vec<u8>,
) -> Result<(), ImageError> {
    encode(reel, options, effort, buffers, out).map_err(ImageError::of)
}

fn encode(
    reel: &FrameBuffer,
    options: &MovieOptions<'_>,
    effort: Effort,
    buffers: &mut Buffers,
    out: &mut Vec<u8>,
) -> Result<(), png::EncodingError> {
    out.clear();
    let (scale, palette) = (options.scale, options.palette);
    let mut encoder = Encoder::new(&mut *out, reel.width() * scale, reel.height() * scale);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colours.as_flattened());
    if !palette.alpha.is_empty() {
        encoder.set_trns(&palette.alpha[..]);
    }
    encoder
        .set_animated(u32::try_from(reel.len()).unwrap_or(u32::MAX), u32::from(reel.loops_to().is_none()))?;
    encoder.set_blend_op(BlendOp::Source)?;
    encoder.set_dispose_op(DisposeOp::Background)?;
    match effort {
        Effort::Fast => {
            encoder.set_compression(png::Compression::Fast);
            encoder.set_filter(Filter::Up);
        }
        Effort::Usual => {
            encoder.set_compression(png::Compression::Balanced);
            encoder.set_filter(Filter::NoFilter);
        }
        Effort::Small => {
            encoder.set_compression(png::Compression::High);
            encoder.set_filter(Filter::NoFilter);
        }
    }
    let mut writer = encoder.write_header()?;
    let mut packed = Vec::new();
    for (i, ticks) in reel.ticks().iter().enumerate() {
        let rect = match i > 0 && palette.is_transparent() {
            true => reel.drawn(i).or_one_pixel(),
            false => reel.canvas(),
        };
        buffers.cut(reel, i, rect, options);
        let rect = rect.enlarged(scale);
        if i > 0 {
            writer.reset_frame_position()?;
            writer.set_frame_dimension(rect.width(), rect.height())?;
            writer.set_frame_position(rect.left, rect.top)?;
        }
        let (numerator, denominator) = delay(u64::from(*ticks) * u64::from(options.jiffies_per_tick));
        // The library keeps a delay for all later frames, so each frame sets its own.
        writer.set_frame_delay(numerator, denominator)?;
        let image = Image {
            width: rect.width(),
            height: rect.height(),
            pixels: &buffers.pixels,
            palette: &palette.colours,
            alpha: &[],
        };
        pack(&image, BitDepth::Eight, RowFilter::Bare, &mut packed);
        writer.write_image_data(&packed)?;
    }
    writer.finish()
}

/// Returns jiffies as a fraction of a second whose parts have 16 bits.
fn delay(jiffies: u64) -> (u16, u16) {
    match u16::try_from(jiffies) {
        Ok(jiffies) => (jiffies, 60),
        // For more than 18 minutes, whole seconds are exact enough.
        Err(_) => (u16::try_from(jiffies / u64::from(JIFFIES_PER_SECOND)).unwrap_or(u16::MAX), 1),
    }
}
