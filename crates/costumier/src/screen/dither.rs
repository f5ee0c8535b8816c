//! Pictures of 256 colours on an EGA screen: each pixel becomes 2 × 2, mixed of two EGA colours.

use super::{EGA, NOTHING, Rgb, distance, rgb};

/// The two EGA colours that come nearest to each colour when they are mixed: for rooms that do not say
/// (`EPAL`). The second is in the upper four bits. Of equally near pairs, the lowest colours are taken.
#[must_use]
pub fn ega_pairs(palette: &[Rgb; 256]) -> [u8; 256] {
    // The engine reckons with these brightnesses, not with those that it shows.
    let shades = rgb(EGA).map(|colour| {
        colour.map(|part| match part {
            0x55 => 0x57,
            0xAA => 0xAB,
            other => other,
        })
    });
    let pairs = (0..16u8).flat_map(|high| (0..=high).map(move |low| high << 4 | low));
    let mixed: Vec<(u8, Rgb)> = pairs
        .map(|pair| {
            let (a, b) = (shades[usize::from(pair & 15)], shades[usize::from(pair >> 4)]);
            (pair, [0, 1, 2].map(|i| a[i].midpoint(b[i])))
        })
        .collect();
    palette.map(|colour| {
        let nearest = mixed.iter().min_by_key(|(_, shade)| distance(*shade, colour));
        nearest.map_or(0, |(pair, _)| *pair)
    })
}

/// Pixels of 256 colours that are to be shown on an EGA screen.
#[derive(Clone, Copy, Debug)]
pub struct Ditherable<'a> {
    /// Rows of `width` pixels; what is too short for a row is left out.
    pub pixels: &'a [u8],
    /// Pixels of a row.
    pub width: usize,
    /// The value of transparent pixels, which become [`NOTHING`].
    pub transparent: Option<u8>,
    /// Whether the first row is an odd one of its screen.
    pub begins_odd: bool,
}

/// Shows a picture of 256 colours on an EGA screen: twice as wide and twice as high, in EGA colours
/// (`reference/04 §8`).
///
/// `pairs` holds two EGA colours for each of the 256. In even rows the upper one stands left, in odd rows
/// right. `out` is replaced.
pub fn dither_ega(picture: &Ditherable<'_>, pairs: &[u8; 256], out: &mut Vec<u8>) {
    out.clear();
    out.reserve(picture.pixels.len() * 4);
    for (y, row) in picture.pixels.chunks_exact(picture.width.max(1)).enumerate() {
        let start = out.len();
        let odd = (y % 2 == 1) != picture.begins_odd;
        for &colour in row {
            let pair = pairs[usize::from(colour)];
            out.extend(match (pair >> 4, pair & 15) {
                _ if picture.transparent == Some(colour) => [NOTHING; 2],
                (high, low) if odd => [low, high],
                (high, low) => [high, low],
            });
        }
        out.extend_from_within(start..);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Screen;

    #[test]
    fn a_pixel_becomes_four_in_a_chequered_pattern() {
        let mut pairs = [0; 256];
        (pairs[7], pairs[9]) = (0x12, 0x34);
        let mut out = vec![99];
        let picture = Ditherable { pixels: &[7, 9, 9, 7], width: 2, transparent: None, begins_odd: false };
        dither_ega(&picture, &pairs, &mut out);
        assert_eq!(out, [1, 2, 3, 4, 1, 2, 3, 4, 4, 3, 2, 1, 4, 3, 2, 1]);
        dither_ega(&Ditherable { transparent: Some(9), begins_odd: true, ..picture }, &pairs, &mut out);
        assert_eq!(out, [2, 1, 16, 16, 2, 1, 16, 16, 16, 16, 1, 2, 16, 16, 1, 2]);
        dither_ega(&Ditherable { pixels: &[], width: 0, ..picture }, &pairs, &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn the_nearest_pair_of_an_ega_colour_is_itself_twice() {
        let mut palette = [[0; 3]; 256];
        palette[..16].copy_from_slice(&Screen::Ega.colours());
        palette[20] = [0x55, 0, 0];
        let pairs = ega_pairs(&palette);
        // Brighter ones can come nearer as a mixture: their 55 is not the 57 that the engine reckons with.
        for (i, pair) in (0..8u8).zip(pairs) {
            assert_eq!(pair, i << 4 | i);
        }
        assert_eq!(pairs[20], 0x40, "dark red is black and red");
    }
}
