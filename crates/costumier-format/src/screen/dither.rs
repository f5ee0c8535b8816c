//! The choice of two EGA colours that are mixed for each of 256 colours, for rooms that do not state it.

use super::{EGA, Rgb, distance, rgb};

/// The two EGA colours whose mixture is nearest to each colour, for rooms without `EPAL`. The lower number is in
/// the upper four bits. Of equally near pairs, the one with the lowest lower number is taken, then the one with the
/// lowest other number, as in ScummVM.
#[must_use]
pub fn ega_pairs(palette: &[Rgb; 256]) -> [u8; 256] {
    // The engine calculates with these brightnesses, which differ from those that it shows.
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
        // Brighter colours can be nearer as a mixture: their 0x55 differs from the 0x57 that the engine calculates
        // with.
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
