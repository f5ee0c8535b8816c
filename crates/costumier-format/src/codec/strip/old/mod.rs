//! Strips of v3 and v4: sixteen colours, and the codes that only v3's 256-colour games have.
//!
//! Sixteen colours, without a code byte, down the columns (`docs/format/containers.md §11.4`; also code 10):
//! ```text
//! 0rrr cccc            r pixels of colour c                    r = 0: the count is the next byte
//! 10rr rrrr            r pixels copied from the left           r = 0: as above
//! 11rr rrrr, aaaa bbbb r pixels a, b, a, b …                   r = 0: the count follows the pair
//! ```
//! v3 with 256 colours, down the columns (`docs/format/containers.md §11.3`): 1 raw, 2 counts and colours, 3
//! nibbles, 4 a palette of its own, 7 steps. UNVERIFIED with data of a game.
//!
//! **Note:** the pixel to the left of a strip's first column belongs to the strip before.

mod pack;

pub use pack::{V3Encoding, encode_sixteen, encode_v3};

use super::{DecodedStrip, Order, STRIP_WIDTH, Sink, decode};
use crate::bits::BitReader;
use crate::codec::feed::Feed;
use crate::error::{Error, Result};

/// Code of a strip of 16 colours where strips have codes (Monkey Island 1 for the Amiga).
pub const SIXTEEN: u8 = 10;

/// Decodes a strip of 16 colours. Its left column is column `x` of `pixels`, whose rows are `stride` bytes apart.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "done stays below the total, which is 0 where the height is"
)]
pub fn decode_sixteen(
    data: &[u8],
    height: usize,
    pixels: &mut [u8],
    stride: usize,
    x: usize,
) -> DecodedStrip {
    let mut feed = Feed::new(data);
    let total = STRIP_WIDTH.saturating_mul(height);
    let mut done = 0;
    while done < total {
        let head = feed.next();
        let (kind, pair, count) = match head {
            0..0x80 => (0, head & 15, feed.count(head >> 4)),
            0x80..0xC0 => (1, 0, feed.count(head & 0x3F)),
            0xC0.. => {
                let pair = feed.next();
                (2, pair, feed.count(head & 0x3F))
            }
        };
        for i in 0..count.min(total - done) {
            let (column, row) = (x.saturating_add(done / height), done % height);
            let at = row.saturating_mul(stride).saturating_add(column);
            let colour = match kind {
                0 => pair,
                1 if column == 0 => 0,
                1 => at.checked_sub(1).and_then(|at| pixels.get(at)).copied().unwrap_or(0),
                _ if i % 2 == 0 => pair >> 4,
                _ => pair & 15,
            };
            if let Some(pixel) = pixels.get_mut(at) {
                *pixel = colour;
            }
            done += 1;
        }
    }
    DecodedStrip { code: SIXTEEN, bytes: feed.used(), cut: feed.is_cut() }
}

/// Decodes a strip of a v3 game with 256 colours, like [`decode`], with the additional codes of these games.
///
/// # Errors
/// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) without a code,
/// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) for an unknown code.
pub fn decode_v3(
    data: &[u8],
    height: usize,
    transparent: u8,
    out: &mut [u8],
    stride: usize,
) -> Result<DecodedStrip> {
    let Some((&code, body)) = data.split_first() else {
        return Err(Error::truncated("strip", 0, 1, 0));
    };
    let mut sink = Sink { out, stride, height, order: Order::Columns, skipped: None, done: 0 };
    let mut feed = Feed::new(body);
    match code {
        1 => {
            while !sink.is_full() {
                sink.put(feed.next());
            }
        }
        2 => {
            while !sink.is_full() {
                let (count, colour) = (feed.next(), feed.next());
                put_run(&mut sink, colour, usize::from(count) + 1);
            }
        }
        3 => return Ok(nibbles(body, &mut sink)),
        4 => own_palette(&mut feed, &mut sink),
        7 => return Ok(steps(body, &mut sink)),
        _ => {
            let Sink { out, .. } = sink;
            return decode(data, height, transparent, out, stride);
        }
    }
    Ok(DecodedStrip { code, bytes: feed.used().saturating_add(1), cut: feed.is_cut() })
}

fn put_run(sink: &mut Sink<'_>, colour: u8, count: usize) {
    for _ in 0..count {
        if sink.is_full() {
            break;
        }
        sink.put(colour);
    }
}

fn nibbles(body: &[u8], sink: &mut Sink<'_>) -> DecodedStrip {
    let mut bits = BitReader::new(body);
    let mut high = 0;
    while !sink.is_full() {
        let code = bits.bits(4);
        let count = usize::from(code & 3);
        match code >> 2 {
            0 => {
                let low = bits.bits(4);
                put_run(sink, high | low, count + 2);
            }
            1 => (0..=count).for_each(|_| {
                let low = bits.bits(4);
                put_run(sink, high | low, 1);
            }),
            2 => high = bits.bits(4) << 4,
            _ => {}
        }
    }
    DecodedStrip { code: 3, bytes: bits.bytes().min(body.len()).saturating_add(1), cut: bits.is_overrun() }
}

fn own_palette(feed: &mut Feed<'_>, sink: &mut Sink<'_>) {
    let count = feed.next();
    let palette: Vec<u8> = (0..count).map(|_| feed.next()).collect();
    while !sink.is_full() {
        let value = feed.next();
        match palette.get(usize::from(value)) {
            Some(colour) => sink.put(*colour),
            None => {
                let colour = feed.next();
                put_run(sink, colour, usize::from(value.saturating_sub(count)) + 1);
            }
        }
    }
}

fn steps(body: &[u8], sink: &mut Sink<'_>) -> DecodedStrip {
    let (mut colour, rest) = body.split_first().map_or((0, body), |(first, rest)| (*first, rest));
    let mut bits = BitReader::new(rest);
    let mut step = 1u8;
    while !sink.is_full() {
        sink.put(colour);
        if sink.is_full() || !bits.bit() {
            continue;
        }
        if !bits.bit() {
            step = step.wrapping_neg();
            colour = colour.wrapping_sub(step);
        } else if !bits.bit() {
            colour = colour.wrapping_sub(step);
        } else {
            step = 1;
            colour = bits.bits(8);
        }
    }
    DecodedStrip {
        code: 7,
        bytes: bits.bytes().min(rest.len()).saturating_add(2),
        cut: body.is_empty() || bits.is_overrun(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The strip's pixels, column by column.
    fn columns(pixels: &[u8], height: usize, stride: usize, x: usize) -> Vec<u8> {
        (0..8 * height).map(|at| pixels[at % height * stride + x + at / height]).collect()
    }

    #[test]
    fn the_three_commands_of_sixteen_colours() {
        // Height 4: two columns of the previous strip's colour 9 lie at the left.
        let mut pixels = vec![9; 10 * 4];
        let data = [0x84, 0x25, 0xC3, 0x12, 0x07, 12, 0x80, 4, 0xC0, 0x34, 7];
        let decoded = decode_sixteen(&data, 4, &mut pixels, 10, 2);
        let wanted =
            [9, 9, 9, 9, 5, 5, 1, 2, 1, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 3, 4, 3, 4, 3, 4, 3];
        assert_eq!(columns(&pixels, 4, 10, 2), wanted);
        assert_eq!((decoded.bytes, decoded.cut), (11, false));
        assert_eq!((pixels[0], pixels[1]), (9, 9));
    }

    #[test]
    fn sixteen_colours_take_the_fewest_bytes() {
        let packed = |columns: &[u8], height: usize| {
            let pixels: Vec<u8> = (0..8 * height).map(|at| columns[at % 8 * height + at / 8]).collect();
            encode_sixteen(&pixels, height, 8)
        };
        // A run; pairs, which go on through the next columns; a copy of the column before; a long run.
        assert_eq!(packed(&[5; 128], 16), [0x05, 128]);
        assert_eq!(packed(&[1, 2].repeat(16), 4), [0xC0 | 32, 0x12]);
        let gradient: Vec<u8> = (0..8).flat_map(|_| 0..16).collect();
        assert_eq!(packed(&gradient, 16).len(), 16 + 2);
        assert_eq!(
            packed(&[3; 2000], 250),
            [3, 255].repeat(7).iter().copied().chain([3, 215]).collect::<Vec<_>>()
        );
    }

    #[test]
    fn codes_of_v3() {
        let read = |data: &[u8]| {
            let mut out = vec![0; 8];
            let decoded = decode_v3(data, 1, 255, &mut out, 8).unwrap();
            (out, decoded.bytes, decoded.cut)
        };
        assert_eq!(read(&[1, 1, 2, 3, 4, 5, 6, 7, 8]), ((1..=8).collect(), 9, false));
        assert_eq!(read(&[2, 4, 7, 9, 3]), (vec![7, 7, 7, 7, 7, 3, 3, 3], 5, false));
        // High nibble 2, then twice 0x25, then three colours of their own, then three more of 0x21.
        let bits = [0x8 | 0x2 << 4, 0x50, 0x6 | 0x1 << 4, 0x2 | 0x3 << 4, 0x1 | 0x1 << 4];
        assert_eq!(
            read(&[[3].as_slice(), &bits].concat()).0,
            [0x25, 0x25, 0x21, 0x22, 0x23, 0x21, 0x21, 0x21]
        );
        assert_eq!(read(&[4, 2, 50, 60, 0, 1, 5, 7, 1, 1]), (vec![50, 60, 7, 7, 7, 7, 60, 60], 10, false));
        // Colour 100: keep, step down, step in the other direction, absolute 9.
        let mut bits = crate::bits::BitWriter::after(vec![7, 100]);
        for (value, count) in [(0, 1), (0b011, 3), (0b01, 2), (0b111, 3), (9, 8), (0, 1), (0, 1), (0, 1)] {
            bits.write(value, count);
        }
        assert_eq!(read(&bits.finish()).0, [100, 100, 99, 100, 9, 9, 9, 9]);
        assert!(read(&[2, 0]).2);
    }

    proptest! {
        #[test]
        fn sixteen_colours_survive(
            height in 1_usize..150,
            noise in prop::collection::vec((0_u8..16, 1_usize..300), 1..60),
        ) {
            let pixels: Vec<u8> =
                noise.iter().flat_map(|(c, n)| std::iter::repeat_n(*c, *n)).cycle().take(8 * height).collect();
            let packed = encode_sixteen(&pixels, height, 8);
            // Other pixels to the left are never copied.
            let mut out = vec![99; 16 * height];
            let decoded = decode_sixteen(&packed, height, &mut out, 16, 8);
            let own: Vec<u8> = out.as_chunks::<16>().0.iter().flat_map(|row| row[8..].to_vec()).collect();
            prop_assert_eq!(own, pixels);
            prop_assert_eq!((decoded.bytes, decoded.cut), (packed.len(), false));
        }

        /// Each of v3's codes gives the pixels back.
        #[test]
        fn codes_of_v3_survive(
            height in 1_usize..60,
            noise in prop::collection::vec((any::<u8>(), 0_u8..3, 1_usize..300), 1..60),
        ) {
            let run = |(colour, step, count): &(u8, u8, usize)| {
                let (colour, step) = (*colour, step.wrapping_sub(1));
                let count = if step == 0 { *count } else { count % 20 + 1 };
                std::iter::successors(Some(colour), move |before| Some(before.wrapping_add(step))).take(count)
            };
            let pixels: Vec<u8> = noise.iter().flat_map(run).cycle().take(8 * height).collect();
            for encoding in V3Encoding::ALL {
                let packed = encode_v3(&pixels, height, 8, encoding);
                prop_assert_eq!(packed[0], encoding.code());
                let mut out = vec![99; 8 * height];
                let decoded = decode_v3(&packed, height, 255, &mut out, 8).unwrap();
                prop_assert_eq!(&out, &pixels, "{:?}", encoding);
                prop_assert!(!decoded.cut && packed.len() - decoded.bytes <= 1);
            }
        }

        #[test]
        fn a_strip_far_outside_the_picture_writes_nothing(
            data in prop::collection::vec(any::<u8>(), 0..60),
            height in 0_usize..200,
            back in 0_usize..20,
        ) {
            let mut out = vec![7; 8 * 200];
            let decoded = decode_sixteen(&data, height, &mut out, 8, usize::MAX - back);
            prop_assert!(out.iter().all(|pixel| *pixel == 7));
            // The same data decodes equally at another position.
            prop_assert_eq!(decoded, decode_sixteen(&data, height, &mut out, 8, 0));
        }

        #[test]
        fn any_bytes_are_handled(data in prop::collection::vec(any::<u8>(), 0..60), height in 0_usize..200) {
            let mut out = vec![0; 8 * height];
            let _ = decode_sixteen(&data, height, &mut out, 8, 0);
            let _ = decode_sixteen(&data, height, &mut [], 8, 3);
            for code in 0..=10 {
                let data = [&[code], data.as_slice()].concat();
                let _ = decode_v3(&data, height, 255, &mut out, 8);
            }
        }
    }
}
