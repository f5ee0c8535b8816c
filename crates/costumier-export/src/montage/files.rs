//! A montage as a file: PNG, lossless WebP, or a GIF of one frame.

use std::collections::{BTreeMap, BTreeSet};

use super::Montage;
use crate::image::ImageError;
use crate::options::Format;

impl Montage {
    /// Returns the picture as a file: PNG, lossless WebP, or a GIF of one frame.
    ///
    /// # Errors
    /// If the format cannot hold the picture, or is another one.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, ImageError> {
        match format {
            Format::Png => self.png(),
            Format::Gif => self.gif(),
            Format::Webp => {
                let mut file = Vec::new();
                let kind = match self.alpha {
                    Some(_) => image_webp::ColorType::Rgba8,
                    None => image_webp::ColorType::Rgb8,
                };
                let encoder = image_webp::WebPEncoder::new(&mut file);
                encoder.encode(&self.samples(), self.width, self.height, kind).map_err(ImageError::of)?;
                Ok(file)
            }
            other => Err(ImageError::of(format!("a montage is a PNG, WebP or GIF file, not {other}"))),
        }
    }

    /// Returns red, green and blue of all pixels, with the opacity behind them if there is one.
    fn samples(&self) -> Vec<u8> {
        match &self.alpha {
            None => self.pixels.as_flattened().to_vec(),
            Some(alpha) => {
                let pixels = self.pixels.iter().zip(alpha);
                pixels.flat_map(|([r, g, b], alpha)| [*r, *g, *b, *alpha]).collect()
            }
        }
    }

    fn gif(&self) -> Result<Vec<u8>, ImageError> {
        if self.alpha.is_some() {
            return Err(ImageError::of("a GIF file of a montage cannot be transparent"));
        }
        let colours: BTreeSet<[u8; 3]> = self.pixels.iter().copied().collect();
        if colours.len() > 256 {
            return Err(ImageError::of(format!(
                "the picture has {} colours, and a GIF file can have 256",
                colours.len()
            )));
        }
        let index: BTreeMap<[u8; 3], u8> = colours.iter().copied().zip(0..=u8::MAX).collect();
        let side = |length: u32| u16::try_from(length).map_err(|_| format!("{length} pixels are too many"));
        let palette: Vec<[u8; 3]> = colours.into_iter().collect();
        let pixels: Vec<u8> = self.pixels.iter().filter_map(|rgb| index.get(rgb).copied()).collect();
        let mut file = Vec::new();
        let (width, height) = (side(self.width)?, side(self.height)?);
        let mut encoder =
            gif::Encoder::new(&mut file, width, height, palette.as_flattened()).map_err(ImageError::of)?;
        let frame = gif::Frame { width, height, buffer: pixels.into(), ..gif::Frame::default() };
        encoder.write_frame(&frame).map_err(ImageError::of)?;
        drop(encoder);
        Ok(file)
    }

    /// Returns the picture as a PNG file.
    ///
    /// # Errors
    /// If it has no pixels.
    pub fn png(&self) -> Result<Vec<u8>, ImageError> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(if self.alpha.is_some() { png::ColorType::Rgba } else { png::ColorType::Rgb });
        let mut writer = encoder.write_header().map_err(ImageError::of)?;
        writer.write_image_data(&self.samples()).map_err(ImageError::of)?;
        writer.finish().map_err(ImageError::of)?;
        Ok(file)
    }
}
