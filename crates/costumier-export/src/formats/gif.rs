//! Animated GIF: one palette for all frames, costume colours as indices, and exact timing.
//!
//! Every frame stores only the rectangle that shows something, and is cleared before the next. Shadows are opaque.

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::film::FrameBuffer;
use crate::formats::{Buffers, MovieOptions};
use crate::image::ImageError;
use crate::time::Clock;

/// Returns the animation as a GIF file.
///
/// # Errors
/// If the canvas is larger than the format allows.
pub fn encode(reel: &FrameBuffer, options: &MovieOptions<'_>) -> Result<Vec<u8>, ImageError> {
    let mut out = Vec::new();
    write(reel, options, &mut Buffers::default(), &mut out)?;
    Ok(out)
}

/// Replaces the content of `out` by the animation as a GIF file.
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
    let (scale, nothing) = (options.scale, options.palette.transparent());
    let transparent = nothing.is_some();
    let side = |length: u32| {
        u16::try_from(u64::from(length) * u64::from(scale))
            .map_err(|_| format!("a side of {length} × {scale} pixels is too long for a GIF file"))
    };
    let (width, height) = (side(reel.width())?, side(reel.height())?);
    let mut encoder = Encoder::new(&mut *out, width, height, options.palette.colours.as_flattened())
        .map_err(ImageError::of)?;
    if reel.loops_to().is_some() {
        encoder.set_repeat(Repeat::Infinite).map_err(ImageError::of)?;
    }
    let mut clock = Clock::centiseconds(options.jiffies_per_tick);
    for (i, ticks) in reel.ticks().iter().enumerate() {
        let rect = match transparent {
            true => reel.drawn(i).or_one_pixel(),
            false => reel.canvas(),
        };
        buffers.cut(reel, i, rect, options);
        buffers.codes.clear();
        buffers.lzw.encode(&buffers.pixels, &mut buffers.codes);
        let mut length = clock.next(*ticks);
        loop {
            // A frame that lasts longer than the format can store is repeated.
            let delay = u16::try_from(length).unwrap_or(u16::MAX);
            let frame = Frame {
                delay,
                dispose: if transparent { DisposalMethod::Background } else { DisposalMethod::Keep },
                transparent: nothing,
                left: side(rect.left)?,
                top: side(rect.top)?,
                width: side(rect.width())?,
                height: side(rect.height())?,
                buffer: (&buffers.codes[..]).into(),
                ..Frame::default()
            };
            encoder.write_lzw_pre_encoded_frame(&frame).map_err(ImageError::of)?;
            length -= u32::from(delay);
            if length == 0 {
                break;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::WrittenPalette;
    use crate::film::frame_buffer::tests::reel;
    use crate::options::Background;

    fn palette(background: Background) -> WrittenPalette {
        WrittenPalette::new(&[[0; 3], [10; 3], [20; 3]], &[], 0, background)
    }

    fn encode(reel: &FrameBuffer, options: &MovieOptions<'_>) -> Vec<u8> {
        super::encode(reel, options).unwrap()
    }

    fn frames(bytes: &[u8]) -> Vec<::gif::Frame<'static>> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes).unwrap();
        let colours = decoder.global_palette().map(|p| p[3..9].to_vec());
        assert_eq!(colours, Some(vec![10, 10, 10, 20, 20, 20]));
        std::iter::from_fn(|| decoder.read_next_frame().unwrap().cloned()).collect()
    }

    fn options(palette: &WrittenPalette) -> MovieOptions<'_> {
        MovieOptions { palette, scale: 1, jiffies_per_tick: 4 }
    }

    #[test]
    fn frames_are_as_small_as_what_they_show() {
        let reel = reel(4, 3, &[(&[0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0], 1), (&[0; 12], 1)]);
        let found = frames(&encode(&reel, &options(&palette(Background::Transparent))));
        assert_eq!((found[0].left, found[0].top, found[0].width, found[0].height), (1, 1, 2, 1));
        assert_eq!(*found[0].buffer, [1, 2]);
        assert_eq!(
            (found[1].width, found[1].height, &*found[1].buffer),
            (1, 1, &[0][..]),
            "nothing, for its time"
        );
        assert_eq!(found.iter().map(|f| f.delay).collect::<Vec<_>>(), [7, 6]);
    }

    #[test]
    fn a_background_is_part_of_every_frame() {
        let reel = reel(2, 1, &[(&[0, 1], 1), (&[2, 0], 1)]);
        let found = frames(&encode(
            &reel,
            &MovieOptions { scale: 2, ..options(&palette(Background::Colour([0; 3]))) },
        ));
        assert_eq!(*found[1].buffer, [2, 2, 0, 0, 2, 2, 0, 0]);
        assert!(found.iter().all(|f| f.transparent.is_none() && f.dispose == DisposalMethod::Keep));
    }

    #[test]
    fn very_long_frames_are_divided() {
        let reel = reel(1, 1, &[(&[1], 200_000)]);
        let found = frames(&encode(
            &reel,
            &MovieOptions { jiffies_per_tick: 60, ..options(&palette(Background::Transparent)) },
        ));
        let total: u64 = found.iter().map(|f| u64::from(f.delay)).sum();
        assert_eq!(total, 20_000_000);
    }

    #[test]
    fn a_canvas_beyond_the_format_is_refused() {
        let reel = reel(9000, 1, &[(&[1; 9000], 1)]);
        let palette = palette(Background::Transparent);
        let options = MovieOptions { scale: 8, ..options(&palette) };
        assert!(super::encode(&reel, &options).is_err());
    }
}
