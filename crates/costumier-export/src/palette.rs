//! The palette that is written.
//!
//! **Twins.** Costume palettes often give two entries the same colour. Editors that find indices by colour would melt them into one. So a
//! twin is moved to the nearest colour that nobody has; the exact colour stands in the manifest.
//!
//! Entry 0 is "nothing": transparent, or the background colour that was asked for. Shadows are half black; on a background colour, that
//! colour at half its brightness.

use crate::colour::Rgb;
use crate::options::Background;

/// Colours by index, and how opaque they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenPalette {
    /// The colour of each index, no two alike.
    pub colours: Vec<Rgb>,
    /// How opaque the first indices are, 0 … 255; the others are opaque.
    pub alpha: Vec<u8>,
}

/// Entry 0 where it is transparent: programs that know no transparency show this.
const TRANSPARENT: Rgb = [255, 0, 255];

/// How opaque a shadow is.
const SHADOW: u8 = 128;

impl WrittenPalette {
    /// The palette to write for these exact colours, of which some are shadows.
    #[must_use]
    pub fn new(exact: &[Rgb], shadows: &[bool], background: Background) -> Self {
        let mut colours = exact.to_vec();
        let mut alpha = Vec::new();
        let shaded = match background {
            Background::Transparent => {
                alpha.push(0);
                [0; 3]
            }
            Background::Colour(rgb) => rgb.map(|channel| channel / 2),
        };
        for (k, colour) in colours.iter_mut().enumerate() {
            if shadows.get(k) == Some(&true) {
                *colour = shaded;
                if background == Background::Transparent {
                    alpha.resize(k, 255);
                    alpha.push(SHADOW);
                }
            }
        }
        Self { colours: distinct(colours, background), alpha }
    }

    /// How opaque an index is.
    #[must_use]
    pub fn alpha(&self, index: u8) -> u8 {
        self.alpha.get(usize::from(index)).copied().unwrap_or(255)
    }

    /// Whether index 0 is transparent.
    #[must_use]
    pub fn is_transparent(&self) -> bool {
        self.alpha(0) == 0
    }

    /// Whether some index is neither transparent nor opaque.
    #[must_use]
    pub fn has_shadows(&self) -> bool {
        self.alpha.contains(&SHADOW)
    }

    /// An index as red, green, blue and alpha.
    #[must_use]
    pub fn rgba(&self, index: u8) -> [u8; 4] {
        let [r, g, b] = self.colours.get(usize::from(index)).copied().unwrap_or_default();
        [r, g, b, self.alpha(index)]
    }
}

/// Gives every entry a colour of its own: the first of several twins keeps its colour, the others move to the nearest free one.
/// Entry 0 becomes the background.
fn distinct(mut written: Vec<Rgb>, background: Background) -> Vec<Rgb> {
    let count = written.len();
    // Entry 0 gives way where it is only a stand-in for "nothing", and has its way where it is seen.
    let order: Vec<usize> = match (background, written.first_mut()) {
        (_, None) => return written,
        (Background::Colour(rgb), Some(first)) => {
            *first = rgb;
            (0..count).collect()
        }
        (Background::Transparent, Some(first)) => {
            *first = TRANSPARENT;
            (1..count).chain([0]).collect()
        }
    };
    let mut keeps = vec![false; written.len()];
    for (n, &k) in order.iter().enumerate() {
        keeps[k] = !order[..n].iter().any(|&earlier| written[earlier] == written[k]);
    }
    let mut taken: Vec<Rgb> = order.iter().filter(|&&k| keeps[k]).map(|&k| written[k]).collect();
    for k in order.into_iter().filter(|&k| !keeps[k]) {
        written[k] = nearest_free(written[k], &taken);
        taken.push(written[k]);
    }
    written
}

/// The free colour nearest to `rgb`. Blue counts least and green most, as to the eye.
fn nearest_free(rgb: Rgb, taken: &[Rgb]) -> Rgb {
    const REACH: i16 = 7;
    let mut best = (u32::MAX, rgb);
    for r in -REACH..=REACH {
        for g in -REACH..=REACH {
            for b in -REACH..=REACH {
                let distance = [(r, 3), (g, 6), (b, 1)].map(|(d, w)| u32::from(d.unsigned_abs()).pow(2) * w);
                let distance = distance.iter().sum();
                if distance >= best.0 {
                    continue;
                }
                let moved = |channel: u8, by: i16| u8::try_from(i16::from(channel) + by).ok();
                if let (Some(r), Some(g), Some(b)) = (moved(rgb[0], r), moved(rgb[1], g), moved(rgb[2], b))
                    && !taken.contains(&[r, g, b])
                {
                    best = (distance, [r, g, b]);
                }
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_are_half_black_or_darken_the_background() {
        let it = WrittenPalette::new(&[[9; 3]; 4], &[false, false, true, false], Background::Transparent);
        assert_eq!(it.alpha, [0, 255, 128]);
        assert_eq!(it.rgba(2), [0, 0, 0, 128]);
        assert!(it.is_transparent() && it.has_shadows());
        let on_white =
            WrittenPalette::new(&[[9; 3]; 4], &[false, false, true, false], Background::Colour([255; 3]));
        assert_eq!(on_white.rgba(2), [127, 127, 127, 255]);
        assert!(!on_white.is_transparent() && !on_white.has_shadows());
    }

    #[test]
    fn twins_are_told_apart_by_next_to_nothing() {
        let exact = [[0; 3], [0; 3], [40, 50, 60], [0; 3], [0, 0, 1], [40, 50, 60]];
        let written = distinct(exact.to_vec(), Background::Transparent);
        assert_eq!(written[0], TRANSPARENT);
        assert_eq!(written[1..3], exact[1..3], "the first of a kind keeps its colour");
        assert_eq!(written[4], exact[4], "and is not taken away by a twin of another");
        for (k, (a, b)) in written.iter().zip(exact).enumerate().skip(1) {
            let distance: u32 = a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
            assert!(distance <= 2, "{k}: {a:?} {b:?}");
            assert_eq!(written.iter().filter(|c| *c == a).count(), 1, "{k}");
        }
    }

    #[test]
    fn a_palette_of_one_colour_only_still_has_64_different_ones() {
        for background in [Background::Transparent, Background::Colour([0; 3]), Background::Colour([255; 3])]
        {
            for rgb in [[0; 3], [255; 3], [255, 0, 255]] {
                let mut written = distinct(vec![rgb; 64], background);
                written.sort_unstable();
                written.dedup();
                assert_eq!(written.len(), 64);
            }
        }
    }

    #[test]
    fn a_background_colour_is_exact() {
        let written = distinct(vec![[1; 3], [9; 3], [5; 3]], Background::Colour([9; 3]));
        assert_eq!(written[0], [9; 3]);
        assert_ne!(written[1], [9; 3]);
        assert_eq!(written[2], [5; 3]);
    }
}
