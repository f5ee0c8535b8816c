//! Reads a picture file.

use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use costumier_edit::pictures::png::{self, DecodedImage, MOST_PIXELS, Pixels};
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::disk::whole_file;

/// The largest picture file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Reads a PNG or JPEG file, or a frame of a GIF file.
///
/// # Errors
/// Why the file cannot be read.
pub(crate) fn read(file: &Path, frame: usize) -> Result<DecodedImage> {
    let bytes = whole_file::read(file, LARGEST)?;
    let name = || file.display().to_string();
    if bytes.starts_with(b"GIF8") {
        let (width, pixels) = gif_frame(&bytes, frame).with_context(name)?;
        let height = pixels.len() / width;
        return Ok(DecodedImage { width, height, pixels: Pixels::Colours(pixels) });
    }
    if frame > 0 {
        bail!("{}: `--frame` takes a GIF file", name());
    }
    if bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
        return jpeg(&bytes).with_context(name);
    }
    png::read(&bytes).map_err(|why| anyhow!(why)).with_context(name)
}

fn jpeg(bytes: &[u8]) -> Result<DecodedImage> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let broken = |error: DecodeErrors| anyhow!("cannot be read as a JPEG file ({error})");
    decoder.decode_headers().map_err(broken)?;
    let (width, height) = decoder.dimensions().unwrap_or_default();
    if (width * height) as u64 > MOST_PIXELS || width * height == 0 {
        bail!("has {width} × {height} pixels; at most {MOST_PIXELS} are read");
    }
    let pixels = decoder.decode().map_err(broken)?;
    Ok(DecodedImage { width, height, pixels: Pixels::Colours(pixels.as_chunks().0.to_vec()) })
}

/// Draws the frames of a GIF file up to one of them.
fn gif_frame(bytes: &[u8], wanted: usize) -> Result<(usize, Vec<[u8; 4]>)> {
    let broken = |error: gif::DecodingError| anyhow!("cannot be read as a GIF file ({error})");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    options.set_memory_limit(gif::MemoryLimit::Bytes((4 * MOST_PIXELS).try_into()?));
    let mut decoder = options.read_info(bytes).map_err(broken)?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    if (width * height) as u64 > MOST_PIXELS || width == 0 {
        bail!("has {width} × {height} pixels; at most {MOST_PIXELS} are read");
    }
    let mut canvas = vec![[0; 4]; width * height];
    let mut number = 0;
    while let Some(frame) = decoder.read_next_frame().map_err(broken)? {
        let before = (frame.dispose == gif::DisposalMethod::Previous).then(|| canvas.clone());
        let area = [frame.left, frame.top, frame.width, frame.height].map(usize::from);
        let [left, top, across, down] = area;
        let rows = frame.buffer.as_chunks::<4>().0.chunks_exact(across.max(1));
        for (row, y) in rows.take(down).zip(top..) {
            let to = canvas.get_mut(y * width..(y + 1) * width).and_then(|to| to.get_mut(left..));
            let pairs = to.into_iter().flatten().zip(row).filter(|(_, pixel)| pixel[3] != 0);
            pairs.for_each(|(to, pixel)| *to = *pixel);
        }
        if number == wanted {
            return Ok((width, canvas));
        }
        number += 1;
        match (before, frame.dispose) {
            (Some(before), _) => canvas = before,
            (None, gif::DisposalMethod::Background) => {
                for y in top..(top + down).min(height) {
                    let row = canvas.get_mut(y * width..(y + 1) * width).unwrap_or_default();
                    row.iter_mut().skip(left).take(across).for_each(|pixel| *pixel = [0; 4]);
                }
            }
            _ => {}
        }
    }
    bail!("has {number} frames; --frame counts from 0")
}
