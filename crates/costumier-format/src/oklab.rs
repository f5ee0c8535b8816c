//! Colours as near as they look: distances in OKLab.
//!
//! OKLab is Björn Ottosson's colour space, in which equal distances look equally large
//! (<https://bottosson.github.io/posts/oklab/>). Roots are found by Newton's method, so that every machine chooses the
//! same colours.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use crate::screen::Rgb;

/// A colour in OKLab: lightness, and two axes of hue.
pub type Lab = [f64; 3];

/// Colours to choose from, each with its number.
#[derive(Clone, Debug)]
pub struct Choices {
    all: Vec<(u8, Rgb, Lab)>,
}

impl Choices {
    /// Makes choices of colours with their numbers.
    pub fn new(colours: impl IntoIterator<Item = (u8, Rgb)>) -> Self {
        Self { all: colours.into_iter().map(|(number, colour)| (number, colour, lab(colour))).collect() }
    }

    /// Returns the nearest colour and its number; of equal ones, the first.
    #[must_use]
    pub fn nearest(&self, colour: Rgb) -> Option<(u8, Rgb)> {
        let from = lab(colour);
        let near = self.all.iter().map(|(number, colour, at)| (distance(from, *at), *number, *colour));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, number, colour)| (number, colour))
    }
}

/// Returns the square of the distance between two colours.
#[must_use]
pub fn distance(one: Lab, other: Lab) -> f64 {
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Returns a colour of the screen in OKLab.
#[must_use]
pub fn lab(colour: Rgb) -> Lab {
    let [r, g, b] = colour.map(linear);
    let long = root(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b, 3);
    let middle = root(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b, 3);
    let short = root(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b, 3);
    [
        0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
        1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
        0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short,
    ]
}

/// Returns the light of a part of an sRGB colour, 0 to 1.
fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.040_45 {
        return part / 12.92;
    }
    // The power 2.4 is the twelfth power of the fifth root.
    root((part + 0.055) / 1.055, 5).powi(12)
}

/// Returns a root of a number from 0 to 1, by Newton's method.
fn root(of: f64, degree: i32) -> f64 {
    if of <= 0.0 {
        return 0.0;
    }
    let degree_of = f64::from(degree);
    let mut root = 1.0;
    for _ in 0..64 {
        let next = root - (root - of / f64::powi(root, degree - 1)) / degree_of;
        if (next - root).abs() <= f64::EPSILON * root {
            return next;
        }
        root = next;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklab_has_its_published_values() {
        // From the table of the page that defines OKLab, as given there for sRGB's corners.
        let near = |colour: Rgb, expected: Lab| {
            lab(colour).iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.001)
        };
        assert!(near([255, 255, 255], [1.0, 0.0, 0.0]));
        assert!(near([255, 0, 0], [0.628, 0.225, 0.126]));
        assert!(near([0, 255, 0], [0.866, -0.234, 0.179]));
        assert!(near([0, 0, 255], [0.452, -0.032, -0.312]));
        assert!(near([0, 0, 0], [0.0; 3]));
    }

    #[test]
    fn roots_are_roots() {
        for n in 1..=1000 {
            let of = f64::from(n) / 1000.0;
            for degree in [3, 5] {
                assert!((root(of, degree).powi(degree) - of).abs() < 1e-12, "{of} {degree}");
            }
        }
    }
}
