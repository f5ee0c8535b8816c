//! Indexed pictures as lossless WebP.
//!
//! The encoder library has no palettes, so each pixel would cost four codes. This file passes it the indices as a
//! grey picture, and writes the palette in front of its output.
//!
//! ```text
//! 0x2F, width − 1 (14 bits), height − 1 (14), has alpha (1), version (3)
//! 1, 3 (2)     a transform follows: colours by index
//!   number of colours − 1 (8), 0 (no cache), five codes, the colours, each less the one before
//! what the encoder makes of the indices, from its transforms on
//! ```
//! With up to 16 colours, two to eight indices share a byte, the leftmost in the lowest bits. (RFC 9649; bits are
//! numbered from the lowest.)

use image_webp::{ColorType, EncoderParams, WebPEncoder};

use crate::colour::WrittenPalette;
use crate::image::ImageError;

/// Size in bytes before the encoder's bit stream: RIFF's header and the chunk's.
const HEADERS: usize = 12 + 8;
/// Size in bytes of signature, size and version, which this file writes.
const START: usize = 5;
/// The order in which code lengths for code lengths are stored, up to 8, the last one used.
const LENGTH_ORDER: [u8; 12] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8];
/// Number of symbols of the first code: 256 values, and 24 for lengths of copies.
const GREEN_SYMBOLS: usize = 280;

/// Appends a picture as the content of a `VP8L` chunk.
pub(super) fn write(
    pixels: &[u8],
    (width, height): (u32, u32),
    palette: &WrittenPalette,
    out: &mut Vec<u8>,
) -> Result<(), ImageError> {
    let colours = palette.colours.len().clamp(1, 256);
    let sharing: u8 = match colours {
        0..=2 => 3,
        3..=4 => 2,
        5..=16 => 1,
        _ => 0,
    };
    let (bits, per_byte) = (8 >> sharing, 1usize << sharing);
    let rows = pixels.chunks_exact(width.max(1) as usize);
    let packed: Vec<u8> = rows
        .flat_map(|row| row.chunks(per_byte))
        .map(|few| {
            few.iter().rev().fold(0, |byte, index| if bits == 8 { *index } else { byte << bits | index })
        })
        .collect();
    let mut encoded = Vec::new();
    let mut encoder = WebPEncoder::new(&mut encoded);
    let mut params = EncoderParams::default();
    // The predictor is made for photographs.
    params.use_predictor_transform = false;
    encoder.set_params(params);
    encoder
        .encode(&packed, width.div_ceil(1 << sharing), height, ColorType::L8)
        .map_err(|e| e.to_string())?;

    let mut to = Bits { out, waiting: 0, count: 0 };
    to.push(0x2F, 8);
    to.push(width - 1, 14);
    to.push(height - 1, 14);
    to.push(1, 1);
    to.push(0, 3);
    to.push(0b111, 3);
    to.push(u32::try_from(colours - 1).unwrap_or(255), 8);
    table(palette, colours, &mut to);
    for byte in encoded.get(HEADERS + START..).unwrap_or_default() {
        to.push(u32::from(*byte), 8);
    }
    to.finish();
    Ok(())
}

/// Writes the colours as a picture one pixel high.
fn table(palette: &WrittenPalette, colours: usize, to: &mut Bits<'_>) {
    let rgba = (0..=u8::MAX).take(colours).map(|index| match palette.rgba(index) {
        [.., 0] => [0; 4],
        colour => colour,
    });
    let mut before = [0u8; 4];
    let steps: Vec<[u8; 4]> = rgba
        .map(|colour| {
            let step = std::array::from_fn(|i| colour[i].wrapping_sub(before[i]));
            before = colour;
            step
        })
        .collect();
    // No cache of colours.
    to.push(0, 1);
    // Green, red, blue, opacity.
    let channels = [1, 0, 2, 3];
    let codes = channels.map(|channel| {
        let mut values: Vec<u8> = steps.iter().map(|step| step[channel]).collect();
        values.sort_unstable();
        values.dedup();
        let symbols = if channel == 1 { GREEN_SYMBOLS } else { 256 };
        Code::write(&values, symbols, to)
    });
    // Nothing is copied, so there is one distance, which takes no bits.
    to.push(0b0001, 4);
    for step in &steps {
        for (code, channel) in codes.iter().zip(channels) {
            code.push(step[channel], to);
        }
    }
}

/// The code for the values of a channel.
#[derive(Clone, Copy)]
enum Code {
    /// One value, which takes no bits.
    None,
    /// One bit: whether it is this value.
    Second(u8),
    /// Eight bits, the highest first.
    Whole,
}

impl Code {
    /// Writes a code for these distinct values, which are in rising order.
    fn write(values: &[u8], symbols: usize, to: &mut Bits<'_>) -> Self {
        match *values {
            [only] => {
                to.push(0b101, 3);
                to.push(u32::from(only), 8);
                Self::None
            }
            [first, second] => {
                to.push(0b111, 3);
                to.push(u32::from(first), 8);
                to.push(u32::from(second), 8);
                Self::Second(second)
            }
            _ => {
                to.push(0, 1);
                to.push(8, 4);
                // The lengths 0 and 8 take one bit each.
                for length in LENGTH_ORDER {
                    to.push(u32::from(matches!(length, 0 | 8)), 3);
                }
                to.push(0, 1);
                for symbol in 0..symbols {
                    to.push(u32::from(symbol < 256), 1);
                }
                Self::Whole
            }
        }
    }

    fn push(self, value: u8, to: &mut Bits<'_>) {
        match self {
            Self::None => {}
            Self::Second(second) => to.push(u32::from(value == second), 1),
            Self::Whole => to.push(u32::from(value.reverse_bits()), 8),
        }
    }
}

/// A writer of bits, the lowest first.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits<'_> {
    fn push(&mut self, bits: u32, count: u32) {
        self.waiting |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.out.push(self.waiting.to_le_bytes()[0]);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) {
        if self.count > 0 {
            self.push(0, 8 - self.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::options::Background;

    /// The picture as a file of its own, decoded.
    fn decoded(chunk: &[u8]) -> Vec<u8> {
        let mut file = Vec::from(*b"RIFF\0\0\0\0WEBPVP8L");
        file.extend(u32::try_from(chunk.len()).unwrap().to_le_bytes());
        file.extend(chunk);
        file.resize(file.len().next_multiple_of(2), 0);
        let size = u32::try_from(file.len() - 8).unwrap().to_le_bytes();
        file[4..8].copy_from_slice(&size);
        let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(file)).unwrap();
        let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
        decoder.read_image(&mut pixels).unwrap();
        pixels
    }

    proptest! {
        #[test]
        fn a_decoder_sees_the_palette_s_colours(
            width in 1_u32..40,
            height in 1_u32..20,
            colours in prop_oneof![1_usize..18, Just(32), Just(256)],
            seed in prop::collection::vec(any::<u8>(), 800),
            flat: bool,
        ) {
            let exact: Vec<[u8; 3]> =
                seed.iter()
                    .cycle()
                    .zip(0_u8..=255)
                    .map(|(s, i)| if flat { [0; 3] } else { [*s, i, s ^ i] })
                    .take(colours)
                    .collect();
            let shadows: Vec<bool> = (0..colours).map(|k| k == 3).collect();
            let palette = WrittenPalette::new(&exact, &shadows, 0, Background::Transparent);
            let pixels: Vec<u8> = seed[..(width * height) as usize]
                .iter()
                .map(|s| u8::try_from(usize::from(*s) % colours).unwrap())
                .collect();
            let mut chunk = Vec::new();
            write(&pixels, (width, height), &palette, &mut chunk).unwrap();
            let expected: Vec<u8> = pixels
                .iter()
                .flat_map(|index| match palette.rgba(*index) { [.., 0] => [0; 4], colour => colour })
                .collect();
            prop_assert_eq!(decoded(&chunk), expected);
        }
    }
}
