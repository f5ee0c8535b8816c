//! PNG files: written with indices, and read in any form that art programs save.
//!
//! **Note:** only pixels, the palette and transparency count. Text, gamma and colour profiles are ignored, because
//! any program that saves a file may drop them.

use std::borrow::Cow;
use std::io::Cursor;

use super::palette::ShownPalette;
use super::rows::{cut, painted_rect};
use super::{PictureFileError, Rgb};

/// The largest number of pixels that is read from a file.
pub const MOST_PIXELS: u64 = 1 << 26;

/// A picture as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedImage {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The pixels, row by row.
    pub pixels: Pixels,
}

/// The pixels of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// Pixels that are entries of a palette.
    Indexed {
        /// The entry of each pixel.
        indices: Vec<u8>,
        /// Red, green, blue and opacity of each entry.
        palette: Vec<[u8; 4]>,
    },
    /// Red, green, blue and opacity of each pixel.
    Colours(Vec<[u8; 4]>),
}

impl Pixels {
    /// Returns red, green, blue and opacity of each pixel.
    #[must_use]
    pub fn rgba(&self) -> Cow<'_, [[u8; 4]]> {
        match self {
            Self::Colours(colours) => colours.into(),
            Self::Indexed { indices, palette } => {
                let entry = |index: &u8| palette.get(usize::from(*index)).copied().unwrap_or_default();
                indices.iter().map(entry).collect()
            }
        }
    }
}

/// Writes costume colours as an indexed file whose pixel values are those colours.
///
/// # Errors
/// If the number of pixels is not width × height, or a pixel is outside the palette.
pub fn write(
    width: usize,
    height: usize,
    pixels: &[u8],
    palette: &ShownPalette,
) -> Result<Vec<u8>, PictureFileError> {
    write_entries(width, height, pixels, &palette.shown, Some(palette.transparent))
}

/// Writes an indexed file. `transparent` is the entry that is transparent.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_entries(
    width: usize,
    height: usize,
    pixels: &[u8],
    colours: &[Rgb],
    transparent: Option<u8>,
) -> Result<Vec<u8>, PictureFileError> {
    let wrong = |error: png::EncodingError| error.to_string();
    let side = |n: usize| u32::try_from(n).map_err(|_| "too large for a PNG file".to_owned());
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, side(width)?, side(height)?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colours.as_flattened().to_vec());
    if let Some(transparent) = transparent.map(usize::from).filter(|index| *index < colours.len()) {
        let mut opacity = vec![255; transparent];
        opacity.push(0);
        encoder.set_trns(opacity);
    }
    if let Some(beyond) = pixels.iter().find(|pixel| usize::from(**pixel) >= colours.len()) {
        return Err(
            format!("a pixel has costume colour {beyond}, and there are only {}", colours.len()).into()
        );
    }
    let mut writer = encoder.write_header().map_err(wrong)?;
    writer.write_image_data(pixels).map_err(wrong)?;
    writer.finish().map_err(wrong)?;
    Ok(out)
}

/// Reads a file of 1 to 8 bits per channel: with a palette, grey, or in colours, interlaced or not.
///
/// # Errors
/// Why the file cannot be read, as the end of a sentence that begins with its name.
pub fn read(bytes: &[u8]) -> Result<DecodedImage, PictureFileError> {
    let limits = png::Limits { bytes: 4 * usize::try_from(MOST_PIXELS).unwrap_or(usize::MAX) };
    let decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    let unreadable = |error: png::DecodingError| {
        let why = error.to_string();
        format!("cannot be read as a PNG file ({}); save it as PNG again", why.trim_end_matches('.'))
    };
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let info = reader.info();
    if info.bit_depth == png::BitDepth::Sixteen {
        return Err("has 16 bits per channel; save it with 8".into());
    }
    if u64::from(info.width) * u64::from(info.height) > MOST_PIXELS {
        return Err(
            format!("has {} × {} pixels; at most {MOST_PIXELS} are read", info.width, info.height).into()
        );
    }
    let (width, height) = (info.width as usize, info.height as usize);
    let (kind, bits) = (info.color_type, info.bit_depth as u8);
    let colours = info.palette.as_deref().unwrap_or_default().to_vec();
    let opacity = info.trns.as_deref().unwrap_or_default().to_vec();
    let size = reader.output_buffer_size().ok_or("is too large")?;
    let mut packed = vec![0; size];
    let frame = reader.next_frame(&mut packed).map_err(|error| format!("is damaged: {error}"))?;
    let samples = |per_pixel: usize| -> Vec<u8> {
        let rows = packed.chunks_exact(frame.line_size.max(1)).take(height);
        rows.flat_map(|row| unpacked(row, bits).take(width * per_pixel)).collect()
    };
    let pixels = match kind {
        png::ColorType::Indexed => {
            let entries = colours.chunks_exact(3).enumerate().map(|(index, colour)| {
                let part = |n: usize| colour.get(n).copied().unwrap_or(0);
                [part(0), part(1), part(2), opacity.get(index).copied().unwrap_or(255)]
            });
            Pixels::Indexed { indices: samples(1), palette: entries.collect() }
        }
        png::ColorType::Grayscale => {
            let clear = sample(&opacity, 0);
            let most = u16::from(u8::MAX >> (8 - bits));
            let grey = |value: u8| u8::try_from(u16::from(value) * 255 / most).unwrap_or(u8::MAX);
            let colour = |value: &u8| {
                let grey = grey(*value);
                [grey, grey, grey, if clear == Some(u16::from(*value)) { 0 } else { 255 }]
            };
            Pixels::Colours(samples(1).iter().map(colour).collect())
        }
        png::ColorType::GrayscaleAlpha => Pixels::Colours(
            samples(2).as_chunks().0.iter().map(|[grey, a]| [*grey, *grey, *grey, *a]).collect(),
        ),
        png::ColorType::Rgb => {
            let clear = sample(&opacity, 0).zip(sample(&opacity, 1)).zip(sample(&opacity, 2));
            let colour = |[r, g, b]: &[u8; 3]| {
                let own = ((u16::from(*r), u16::from(*g)), u16::from(*b));
                [*r, *g, *b, if clear == Some(own) { 0 } else { 255 }]
            };
            Pixels::Colours(samples(3).as_chunks().0.iter().map(colour).collect())
        }
        // Each has 8 bits.
        png::ColorType::Rgba => {
            let rows = packed.chunks_exact(frame.line_size.max(1)).take(height);
            Pixels::Colours(rows.flat_map(|row| row.as_chunks::<4>().0.iter().take(width).copied()).collect())
        }
    };
    Ok(DecodedImage { width, height, pixels })
}

/// Returns the samples of a row. The leftmost sample is in the highest bits of a byte.
fn unpacked(row: &[u8], bits: u8) -> impl Iterator<Item = u8> + '_ {
    let bits = bits.clamp(1, 8);
    row.iter().flat_map(move |byte| {
        let byte = *byte;
        (0..8 / bits).map(move |n| (byte << (n * bits)) >> (8 - bits))
    })
}

/// Returns a 16-bit sample of a tRNS chunk.
fn sample(opacity: &[u8], number: usize) -> Option<u16> {
    opacity.get(2 * number..)?.first_chunk().map(|bytes| u16::from_be_bytes(*bytes))
}

impl DecodedImage {
    /// Whether a rectangle is wholly inside: left, top, width, height.
    #[must_use]
    pub fn holds(&self, [left, top, width, height]: [usize; 4]) -> bool {
        left.checked_add(width).is_some_and(|right| right <= self.width)
            && top.checked_add(height).is_some_and(|bottom| bottom <= self.height)
    }

    /// Returns the smallest rectangle around the visible pixels: left, top, width, height.
    pub(crate) fn visible(&self) -> Option<[usize; 4]> {
        match &self.pixels {
            Pixels::Indexed { indices, palette } => painted_rect(indices, self.width, |index| {
                palette.get(usize::from(*index)).is_none_or(|entry| entry[3] >= 128)
            }),
            Pixels::Colours(colours) => painted_rect(colours, self.width, |colour| colour[3] >= 128),
        }
    }

    /// Returns the part inside a rectangle: left, top, width, height. `None` if the rectangle is not wholly inside.
    #[must_use]
    pub fn cut(&self, [left, top, width, height]: [usize; 4]) -> Option<Self> {
        if !self.holds([left, top, width, height]) {
            return None;
        }
        let pixels = match &self.pixels {
            Pixels::Indexed { indices, palette } => Pixels::Indexed {
                indices: cut(indices, self.width, [left, top, width, height]),
                palette: palette.clone(),
            },
            Pixels::Colours(colours) => Pixels::Colours(cut(colours, self.width, [left, top, width, height])),
        };
        Some(Self { width, height, pixels })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let palette = ShownPalette::grey(16, 0);
        let pixels: Vec<u8> = (0..35).map(|n| n % 16).collect();
        let bytes = write(7, 5, &pixels, &palette).unwrap();
        let found = read(&bytes).unwrap();
        assert_eq!((found.width, found.height), (7, 5));
        let Pixels::Indexed { indices, palette: entries } = &found.pixels else { panic!("not indexed") };
        assert_eq!(indices, &pixels);
        assert_eq!((entries.len(), entries[0][3], entries[1][3]), (16, 0, 255));
        let part = found.cut([1, 1, 3, 2]).unwrap();
        assert_eq!(
            part.pixels,
            Pixels::Indexed { indices: vec![8, 9, 10, 15, 0, 1], palette: entries.clone() }
        );
        assert_eq!(found.cut([5, 0, 3, 1]), None);
    }

    #[test]
    fn samples_of_less_than_a_byte_come_from_the_left() {
        assert_eq!(unpacked(&[0b1011_0001], 1).collect::<Vec<_>>(), [1, 0, 1, 1, 0, 0, 0, 1]);
        assert_eq!(unpacked(&[0b1011_0001], 2).collect::<Vec<_>>(), [2, 3, 0, 1]);
        assert_eq!(unpacked(&[0x5A], 4).collect::<Vec<_>>(), [5, 10]);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        assert!(read(b"GIF89a").unwrap_err().to_string().contains("as a PNG file"));
        let bytes = write(2, 2, &[0, 1, 2, 3], &ShownPalette::grey(4, 0)).unwrap();
        for len in 0..bytes.len() - 12 {
            assert!(read(&bytes[..len]).is_err(), "{len}");
        }
        assert!(write(2, 2, &[0, 1, 2, 4], &ShownPalette::grey(4, 0)).is_err());
    }
}
