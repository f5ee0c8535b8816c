//! Indexed PNG: the indices stay as they are, 4 bits each for up to 16 colours, with transparency in tRNS.
//!
//! Deflate takes nearly all the time of an export, so the compressor's memory is reused from file to file. Rows are
//! not filtered, because filters are made for photographs and enlarge indexed pictures. The fast compressor is an
//! exception: it only compresses runs of zeros, which filters make.

use flate2::Compression;
use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit, chunk};

use crate::formats::deflate::Deflate;
use crate::image::{Image, ImageError};
use crate::options::Effort;

/// Writes PNG files, one after the other.
#[derive(Debug)]
pub struct PngWriter {
    filter: Filter,
    deflate: Deflate,
    packed: Vec<u8>,
    shape: Option<(u32, u32)>,
}

impl PngWriter {
    /// Stores the shape of a pixel in each file (`pHYs`): width and height, without a unit.
    #[must_use]
    pub fn with_shape(self, shape: Option<(u32, u32)>) -> Self {
        Self { shape, ..self }
    }

    /// Makes a writer with this compression.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        let deflate = match effort {
            Effort::Fast => Deflate::of_zero_runs(),
            // Level 6 takes longer and saves next to nothing (`cargo bench -p costumier-export-benches`).
            Effort::Usual => Deflate::new(Compression::new(5)),
            Effort::Small => Deflate::new(Compression::best()),
        };
        Self { filter: Filter::of(effort), deflate, packed: Vec::new(), shape: None }
    }

    /// Makes a writer for pictures that are mostly empty and looked at once. It works as [`PngWriter::new`], but the
    /// usual effort is zlib's level 2, which is faster for these and writes little more (`docs/speed.md`).
    #[must_use]
    pub(crate) fn for_sheets(effort: Effort) -> Self {
        let deflate = match effort {
            Effort::Fast => Deflate::of_zero_runs(),
            Effort::Usual => Deflate::new(Compression::new(2)),
            Effort::Small => Deflate::new(Compression::best()),
        };
        Self { filter: Filter::of(effort), deflate: deflate.forgetful(), packed: Vec::new(), shape: None }
    }

    /// Releases buffers of more than `most` bytes.
    pub(crate) fn tidy(&mut self, most: usize) {
        if self.packed.capacity() > most {
            self.packed = Vec::new();
        }
        self.deflate.tidy(most);
    }

    /// Replaces the content of `out` by the picture as a PNG file.
    ///
    /// # Errors
    /// If the picture has no pixels, or if the palette has no colours or more than 256.
    pub fn write(&mut self, image: &Image<'_>, out: &mut Vec<u8>) -> Result<(), ImageError> {
        out.clear();
        let mut encoder = Encoder::new(&mut *out, image.width, image.height);
        encoder.set_color(ColorType::Indexed);
        encoder.set_pixel_dims(self.shape.map(pixel_dims));
        let depth = depth(image.palette.len());
        encoder.set_depth(depth);
        encoder.set_palette(image.palette.as_flattened());
        let alpha = image.alpha.get(..image.palette.len()).unwrap_or(image.alpha);
        if !alpha.is_empty() {
            encoder.set_trns(alpha);
        }
        pack(image, depth, self.filter, &mut self.packed);
        let mut writer = encoder.write_header().map_err(ImageError::of)?;
        writer.write_chunk(chunk::IDAT, self.deflate.zlib(&self.packed)?).map_err(ImageError::of)?;
        writer.finish().map_err(ImageError::of)
    }
}

/// Replaces the content of `out` by a PNG file of red, green, blue and opacity, for pictures of more than 256
/// colours.
///
/// # Errors
/// If the picture has no pixels, or their number does not fit its size.
pub fn write_rgba((width, height): (u32, u32), rgba: &[u8], out: &mut Vec<u8>) -> Result<(), ImageError> {
    out.clear();
    let mut encoder = Encoder::new(&mut *out, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(ImageError::of)?;
    writer.write_image_data(rgba).map_err(ImageError::of)?;
    writer.finish().map_err(ImageError::of)
}

/// Returns a pixel's shape as PNG stores it, in pixels per unit: a narrow pixel has a large number.
pub(crate) fn pixel_dims((width, height): (u32, u32)) -> PixelDimensions {
    PixelDimensions { xppu: height, yppu: width, unit: Unit::Unspecified }
}

/// Returns the bits per pixel. 1 and 2 bits would save little, and some editors read them wrongly.
fn depth(colours: usize) -> BitDepth {
    if colours <= 16 { BitDepth::Four } else { BitDepth::Eight }
}

/// The form of a row of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// The row itself, without a filter byte.
    Bare,
    /// The row behind the filter byte 0.
    None,
    /// The difference from the row above, behind the filter byte 2. (Choosing a filter for each row takes several
    /// times longer than the rest, and saves no bytes.)
    Up,
}

impl Filter {
    fn of(effort: Effort) -> Self {
        if effort == Effort::Fast { Self::Up } else { Self::None }
    }
}

/// Lays out pixels as PNG stores them: rows, filtered or not; two pixels in a byte at 4 bits.
pub(crate) fn pack(image: &Image<'_>, depth: BitDepth, filter: Filter, out: &mut Vec<u8>) {
    out.clear();
    let length = (if depth == BitDepth::Eight { image.width } else { image.width.div_ceil(2) }) as usize;
    out.reserve_exact((length + 1) * image.height as usize);
    for row in image.pixels.chunks_exact(image.width.max(1) as usize) {
        match filter {
            Filter::Bare => {}
            Filter::None => out.push(0),
            Filter::Up => out.push(2),
        }
        if depth == BitDepth::Eight {
            out.extend_from_slice(row);
            continue;
        }
        let (pairs, last) = row.as_chunks::<2>();
        out.extend(pairs.iter().map(|[left, right]| left << 4 | right & 15));
        out.extend(last.iter().map(|left| left << 4));
    }
    if filter == Filter::Up {
        // From the last row to the second, because each is compared with a row that is not filtered yet.
        let line = length + 1;
        // A picture with fewer pixels than its size needs has fewer rows.
        for start in (1..out.len() / line).rev().map(|y| y * line) {
            let (before, rest) = out.split_at_mut(start);
            let above = &before[start - line..];
            rest.iter_mut()
                .zip(above)
                .take(line)
                .skip(1)
                .for_each(|(byte, above)| *byte = byte.wrapping_sub(*above));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Rgb;
    use crate::image::only_transparent;
    use proptest::prelude::*;

    fn decode(bytes: &[u8]) -> (png::OutputInfo, Vec<u8>, Vec<u8>, Option<Vec<u8>>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::IDENTITY);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let palette = reader.info().palette.clone().unwrap().to_vec();
        let trns = reader.info().trns.clone().map(|t| t.to_vec());
        (info, pixels, palette, trns)
    }

    fn unpacked(info: &png::OutputInfo, pixels: &[u8]) -> Vec<u8> {
        if info.bit_depth == BitDepth::Eight {
            return pixels.to_vec();
        }
        let rows = pixels.chunks_exact(info.line_size);
        rows.flat_map(|row| row.iter().flat_map(|b| [b >> 4, b & 15]).take(info.width as usize)).collect()
    }

    proptest! {
        #[test]
        fn indices_and_palette_come_back(
            width in 1_u32..20,
            height in 1_u32..20,
            colours in prop_oneof![Just(16_usize), Just(32), 1_usize..257],
            transparent: Option<u8>,
            seed in prop::collection::vec(any::<u8>(), 400),
        ) {
            let palette: Vec<Rgb> = (0..=255).map(|i| [i, 255 - i, i / 2]).take(colours).collect();
            let pixels: Vec<u8> = seed[..(width * height) as usize]
                .iter()
                .map(|p| u8::try_from(usize::from(*p) % colours).unwrap())
                .collect();
            let alpha = only_transparent(transparent);
            let image = Image { width, height, pixels: &pixels, palette: &palette, alpha: &alpha };
            let mut out = Vec::new();
            for effort in [Effort::Usual, Effort::Fast, Effort::Small] {
                let mut writer = PngWriter::new(effort);
                // Twice: the second file must not see the first one's state.
                for _ in 0..2 {
                    writer.write(&image, &mut out).unwrap();
                    let (info, bytes, plte, trns) = decode(&out);
                    prop_assert_eq!((info.width, info.height), (width, height));
                    prop_assert_eq!(unpacked(&info, &bytes), pixels.clone());
                    prop_assert_eq!(plte, palette.as_flattened());
                    let alpha = alpha.get(..colours).unwrap_or(&alpha);
                    prop_assert_eq!(trns.unwrap_or_default(), alpha);
                }
            }
        }
    }

    #[test]
    fn a_shape_is_said_where_there_is_one() {
        let image = Image { width: 1, height: 1, pixels: &[0], palette: &[[0; 3]], alpha: &[] };
        let said = |shape| {
            let mut out = Vec::new();
            PngWriter::new(Effort::Usual).with_shape(shape).write(&image, &mut out).unwrap();
            let reader = png::Decoder::new(std::io::Cursor::new(&out)).read_info().unwrap();
            reader.info().pixel_dims.map(|it| (it.xppu, it.yppu))
        };
        assert_eq!(said(None), None);
        assert_eq!(said(Some((35, 54))), Some((54, 35)));
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        let image = Image { width: 0, height: 4, pixels: &[], palette: &[[0; 3]], alpha: &[0] };
        for effort in [Effort::Fast, Effort::Usual, Effort::Small] {
            assert!(PngWriter::new(effort).write(&image, &mut Vec::new()).is_err());
        }
    }
}
