//! Which two EGA colours each of 256 is mixed from, where a room does not say.

use super::{EGA, Rgb, distance, rgb};

/// The two EGA colours that come nearest to each colour when they are mixed: for rooms that do not say
/// (`EPAL`). The lower one is in the upper four bits; of equally near pairs, the one whose lower colour is lowest is
/// taken, then the one whose other is (seen in ScummVM by `oracle --engine v5-on-ega`).
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
    let pairs = (0..16u8).flat_map(|low| (low..16).map(move |high| low << 4 | high));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::Screen;

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
        assert_eq!(pairs[20], 0x04, "dark red is black and red");
        // Red and cyan are as grey as black and light grey; black and dark grey as near as blue and brown.
        palette[21] = [68, 64, 64];
        palette[22] = [48, 56, 80];
        let pairs = ega_pairs(&palette);
        assert_eq!((pairs[21], pairs[22]), (0x07, 0x08));
    }
}
