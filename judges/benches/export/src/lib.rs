//! A plain exporter to compare with: a short program with a decoder and an image library.
//!
//! Every picture is decoded again for every frame, pixel by pixel, painted on a canvas of four bytes per
//! pixel, and handed to the `png` crate with its usual settings.

#![allow(clippy::cast_possible_truncation, reason = "the numbers here are made here, and small")]

use std::io;
use std::sync::Arc;

use costumier::format::codec::Encoded;
use costumier::{Bounds, Clip, Costume};
use costumier_benches::corpus::Picture;
use costumier_benches::naive;
use costumier_export::Output;
use costumier_export::catalogue::MANIFEST;

/// Discards the files of an export, and counts them.
#[derive(Clone, Debug, Default)]
pub struct Discarded {
    /// Number of files that the export wrote.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: usize,
    /// The size of the manifest, in bytes.
    pub manifest: usize,
}

impl Output for Discarded {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.append(path, bytes)?;
        self.seal(path)
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.bytes += std::hint::black_box(bytes).len();
        if path == MANIFEST {
            self.manifest += bytes.len();
        }
        Ok(())
    }

    fn seal(&mut self, _: &str) -> io::Result<()> {
        self.files += 1;
        Ok(())
    }
}

/// A colour with its opacity.
pub type Rgba = [u8; 4];

/// Draws every frame of the clips and packs it as a PNG file. Returns the number of frames and of bytes.
///
/// # Panics
/// If a picture is missing or a file cannot be written, which does not happen.
#[must_use]
pub fn export(costume: &Arc<Costume>, clips: &[Clip], palette: &[Rgba]) -> (usize, usize) {
    let (mut frames, mut bytes) = (0, 0);
    for clip in clips {
        let (width, height) = (clip.bounds.width() as usize, clip.bounds.height() as usize);
        for frame in &clip.frames {
            let mut canvas = vec![[0; 4]; width * height];
            for placed in &frame.placed {
                let Ok(picture) = costume.picture(placed.picture) else {
                    unreachable!("the picture is there")
                };
                let (info, packed) = (picture.info, picture.packed);
                let Encoded::Rle { data, depth } = packed.encoded else {
                    unreachable!("a run-length picture")
                };
                let (size, data) = ((info.width, info.height), data.to_vec());
                let plain = Picture { width: size.0, height: size.1, columns: Vec::new(), data, costume: 0 };
                let mut rows = Vec::new();
                naive::decode(&plain, depth, &mut rows);
                let at = Bounds::of(placed, &info, clip.mirrored);
                let (left, top) =
                    ((at.left - clip.bounds.left) as usize, (at.top - clip.bounds.top) as usize);
                let width_of_picture = usize::from(size.0);
                for (i, colour) in rows.iter().enumerate().filter(|(_, colour)| **colour != 0) {
                    let (mut x, y) = (i % width_of_picture, i / width_of_picture);
                    if clip.mirrored {
                        x = width_of_picture - 1 - x;
                    }
                    canvas[(top + y) * width + left + x] = palette[usize::from(*colour)];
                }
            }
            bytes += png(&canvas, width, height).unwrap_or_else(|why| panic!("{why}")).len();
            frames += 1;
        }
    }
    (frames, bytes)
}

fn png(canvas: &[Rgba], width: usize, height: usize) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.as_flattened())?;
    writer.finish()?;
    Ok(file)
}
