//! Pictures of v2 rooms and objects: one stream of runs for all columns (`docs/format/old-rooms.md §4.1`).
//!
//! ```text
//! 0nnn cccc    n pixels of colour c                                                n = 0: the count is the next byte
//! 1nnn nnnn    n pixels "as to the left": what such a run last wrote in their rows    n = 0: as above
//! ```
//! Pixels run down the columns; runs continue from one column to the next.
//!
//! **Note:** an interpreter that begins with the first visible strip does not know the pixels left of it, and
//! forgets at each strip which kind of run it is in. So the encoder keeps runs of the second kind within columns 1
//! to 7 of a strip.

use super::feed::{Consumed, Feed};
use super::strip::STRIP_WIDTH;

/// Longest run that a count byte can express.
const LONGEST: usize = 255;

/// Decodes a picture of `width` × `height` pixels into rows of `width` bytes. Pixels beyond the end of `out` are
/// dropped.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "done stays below pixels, which is 0 where the height is, and no more than width × height"
)]
pub fn decode(data: &[u8], (width, height): (usize, usize), out: &mut [u8]) -> Consumed {
    let mut feed = Feed::new(data);
    let mut left = vec![0; height];
    let pixels = out.len().min(width.saturating_mul(height));
    let mut done = 0;
    while done < pixels {
        let head = feed.next();
        let copies = head & 0x80 != 0;
        let count = feed.count(if copies { head & 0x7F } else { head >> 4 });
        for _ in 0..count.min(pixels - done) {
            let (column, row) = (done / height, done % height);
            let colour = match left.get_mut(row) {
                Some(left) if !copies => {
                    *left = head & 15;
                    *left
                }
                Some(left) => *left,
                None => 0,
            };
            if let Some(pixel) = out.get_mut(row * width + column) {
                *pixel = colour;
            }
            done += 1;
        }
    }
    feed.taken()
}

/// Packs rows of `width` pixels; only the low four bits of a colour are kept.
#[must_use]
#[allow(
    clippy::arithmetic_side_effects,
    reason = "places inside the rows; there are none where the height is 0"
)]
pub fn encode(rows: &[u8], width: usize) -> Vec<u8> {
    let height = rows.len().checked_div(width).unwrap_or(0);
    let pixel = |at: usize| rows.get(at % height * width + at / height).copied().unwrap_or(0) & 15;
    let pixels = width * height;
    let mut left = vec![0; height];
    let mut out = Vec::new();
    let mut at = 0;
    while at < pixels {
        let colour = pixel(at);
        let alike = (at..pixels).take(LONGEST).take_while(|at| pixel(*at) == colour).count();
        let strip = STRIP_WIDTH * height;
        let strip_end = if at % strip < height { at } else { (at / strip + 1) * strip };
        let copied = (at..strip_end)
            .take(LONGEST)
            .take_while(|at| pixel(*at) == left.get(*at % height).copied().unwrap_or(0))
            .count();
        if copied > alike {
            put(&mut out, 0x80, 0x7F, 0, copied);
            at += copied;
            continue;
        }
        for at in at..at + alike {
            if let Some(left) = left.get_mut(at % height) {
                *left = colour;
            }
        }
        put(&mut out, colour, 7, 4, alike);
        at += alike;
    }
    out
}

/// Appends a run. Its count is in the head if it is at most `most`, else in the next byte.
fn put(out: &mut Vec<u8>, head: u8, most: u8, shift: u8, count: usize) {
    let count = u8::try_from(count).unwrap_or(u8::MAX);
    match count {
        short if short <= most => out.push(head | short << shift),
        long => out.extend([head, long]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_example_of_old_rooms_section_4_1() {
        // 8 × 4: columns 1111 2223 2223 and five times FFFF.
        let data = [0x41, 0x32, 0x13, 0x84, 0x0F, 0x10, 0x84];
        let mut rows = [99; 32];
        let decoded = decode(&data, (8, 4), &mut rows);
        assert_eq!((decoded.bytes, decoded.cut), (7, false));
        let column = |x: usize| [0, 1, 2, 3].map(|y| rows[y * 8 + x]);
        assert_eq!([column(0), column(1), column(2)], [[1; 4], [2, 2, 2, 3], [2, 2, 2, 3]]);
        assert!((3..8).all(|x| column(x) == [15; 4]));
        assert!(encode(&rows, 8).len() <= data.len());
    }

    #[test]
    fn copies_stay_within_a_strip_and_off_its_first_column() {
        // Two rows, equal over three strips.
        let rows: Vec<u8> = [[3; 24], [5; 24]].concat();
        let data = encode(&rows, 24);
        assert_eq!(data, [0x13, 0x15, 0x8E, 0x13, 0x15, 0x8E, 0x13, 0x15, 0x8E]);
    }

    proptest! {
        #[test]
        fn pictures_survive(
            (strips, height) in (1_usize..6, 1_usize..40),
            noise in prop::collection::vec((0_u8..16, 1_usize..300, any::<bool>()), 1..60)
        ) {
            let width = 8 * strips;
            let pixels: Vec<u8> = noise.iter().flat_map(|(c, n, _)| std::iter::repeat_n(*c, *n)).cycle()
                .take(width * height).collect();
            for rows in [&pixels, &pixels.iter().rev().copied().collect()] {
                let packed = encode(rows, width);
                let mut out = vec![99; width * height];
                let decoded = decode(&packed, (width, height), &mut out);
                prop_assert_eq!(&out, rows);
                prop_assert_eq!((decoded.bytes, decoded.cut), (packed.len(), false));
            }
        }

        #[test]
        fn any_bytes_are_handled(
            data in prop::collection::vec(any::<u8>(), 0..60),
            size in (0_usize..40, 0_usize..40),
        ) {
            let mut out = vec![0; size.0 * size.1];
            let _ = decode(&data, size, &mut out);
            let _ = decode(&data, size, &mut []);
        }
    }
}
