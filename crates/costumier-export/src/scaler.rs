//! Enlarges indexed pictures without new colours: squares, EPX and MMPX.
//!
//! - EPX (Eric Johnston; the same as Scale2x and Scale3x by Andrea Mazzoleni, <https://www.scale2x.it/algorithm>)
//!   smooths corners. Four times is twice two times.
//! - MMPX (Morgan `McGuire` and Mara Gagiu, "MMPX Style-Preserving Pixel Art Magnification", JCGT 10.2, 2021) smooths
//!   slopes of 1 : 1 and 2 : 1 and keeps thin lines. It doubles.
//!
//! Both are written here from these descriptions. A new pixel has the value of the old pixel or of a neighbour. What is
//! outside of a picture is transparent, and no pixel outside of the rectangle around what is visible becomes visible.
//! MMPX was compared with its authors' program (MIT, in a translation to C): every picture and frame of the sample,
//! doubled with a transparent border, has the same pixels.

use std::fmt;
use std::str::FromStr;

use costumier::UnknownName;
use costumier::screen::Rgb;

/// How pictures are enlarged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaler {
    /// Each pixel becomes a square.
    #[default]
    Squares,
    /// Corners are smoothed: 2, 3 or 4 times.
    Epx,
    /// Slopes are smoothed, thin lines are kept: 2 or 4 times.
    Mmpx,
}

impl FromStr for Scaler {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "squares" => Ok(Self::Squares),
            "epx" => Ok(Self::Epx),
            "mmpx" => Ok(Self::Mmpx),
            _ => Err(UnknownName::new(text, "scaler", "`squares`, `epx` or `mmpx`")),
        }
    }
}

impl fmt::Display for Scaler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Squares => "squares",
            Self::Epx => "epx",
            Self::Mmpx => "mmpx",
        })
    }
}

impl Scaler {
    /// Returns the factors by which it enlarges.
    #[must_use]
    pub fn factors(self) -> &'static [u32] {
        match self {
            Self::Squares => &[1, 2, 3, 4, 5, 6, 7, 8],
            Self::Epx => &[2, 3, 4],
            Self::Mmpx => &[2, 4],
        }
    }
}

/// An indexed picture that is enlarged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) values: Vec<u8>,
    /// The value of transparent pixels, which is also outside.
    pub(crate) nothing: u8,
}

impl Pixels {
    fn at(&self, x: isize, y: isize) -> u8 {
        let inside = usize::try_from(x).ok().filter(|x| *x < self.width).zip(usize::try_from(y).ok());
        let value = inside.and_then(|(x, y)| self.values.get(y.checked_mul(self.width)?.checked_add(x)?));
        value.copied().unwrap_or(self.nothing)
    }

    /// Returns the picture enlarged; by squares if the scaler has no such factor.
    pub(crate) fn enlarged(&self, scaler: Scaler, factor: u32, colours: &[Rgb]) -> Self {
        match (scaler, factor) {
            (_, 1) => self.clone(),
            (Scaler::Epx, 2) => self.each(2, |x, y| self.epx_2(x, y)),
            (Scaler::Epx, 3) => self.each(3, |x, y| self.epx_3(x, y)),
            (Scaler::Mmpx, 2) => {
                let light: Vec<u32> = (0..=u8::MAX).map(|value| self.light(value, colours)).collect();
                self.each(2, |x, y| self.mmpx(x, y, &light))
            }
            (Scaler::Epx | Scaler::Mmpx, 4) => self.enlarged(scaler, 2, colours).enlarged(scaler, 2, colours),
            (_, factor) => {
                let side = factor.max(1) as usize;
                let rows = self.values.chunks(self.width.max(1));
                let wide = |row: &[u8]| row.iter().flat_map(|value| vec![*value; side]).collect::<Vec<_>>();
                let values = rows.flat_map(|row| wide(row).repeat(side)).collect();
                Self { width: self.width * side, values, nothing: self.nothing }
            }
        }
    }

    /// Replaces each pixel by a square of `N` pixels with a side of `side`.
    fn each<const N: usize>(&self, side: usize, square: impl Fn(isize, isize) -> [u8; N]) -> Self {
        let width = self.width * side;
        let height = self.values.len() / self.width.max(1);
        let mut values = vec![self.nothing; width * height * side];
        let place = |n: usize| isize::try_from(n).unwrap_or(isize::MAX);
        for (at, value) in self.values.iter().enumerate() {
            let (x, y) = (at % self.width.max(1), at / self.width.max(1));
            // Most pixels of a picture have neighbours that are all alike.
            let around = (-1..=1).flat_map(|v| (-1..=1).map(move |u| (u, v)));
            let is_plain = around.into_iter().all(|(u, v)| self.at(place(x) + u, place(y) + v) == *value);
            let made = if is_plain { [*value; N] } else { square(place(x), place(y)) };
            for (row, part) in made.chunks(side).enumerate() {
                let from = (y * side + row) * width + x * side;
                if let Some(to) = values.get_mut(from..from + part.len()) {
                    to.copy_from_slice(part);
                }
            }
        }
        Self { width, values, nothing: self.nothing }
    }

    /// The eight neighbours of a pixel and the pixel itself, row by row.
    fn around(&self, x: isize, y: isize) -> [u8; 9] {
        let mut all = [0; 9];
        for (place, value) in (0isize..).zip(&mut all) {
            *value = self.at(x + place % 3 - 1, y + place / 3 - 1);
        }
        all
    }

    fn epx_2(&self, x: isize, y: isize) -> [u8; 4] {
        let [_, up, _, left, own, right, _, down, _] = self.around(x, y);
        if up == down || left == right {
            return [own; 4];
        }
        let corner = |a: u8, b: u8| if a == b { a } else { own };
        [corner(left, up), corner(up, right), corner(left, down), corner(down, right)]
    }

    fn epx_3(&self, x: isize, y: isize) -> [u8; 9] {
        let [a, up, c, left, own, right, g, down, i] = self.around(x, y);
        if up == down || left == right {
            return [own; 9];
        }
        let corner = |a: u8, b: u8| if a == b { a } else { own };
        // An edge takes the value of a side if one of its two corners does, and the corner beyond differs.
        let edge = |side: u8, one: (u8, u8), other: (u8, u8)| {
            let is_taken = (one.0 == side && own != one.1) || (other.0 == side && own != other.1);
            if is_taken { side } else { own }
        };
        [
            corner(left, up),
            edge(up, (left, c), (right, a)),
            corner(up, right),
            edge(left, (up, g), (down, a)),
            own,
            edge(right, (up, i), (down, c)),
            corner(left, down),
            edge(down, (left, i), (right, g)),
            corner(down, right),
        ]
    }

    /// Returns how bright a value is; transparent pixels count as those of the paper do.
    fn light(&self, value: u8, colours: &[Rgb]) -> u32 {
        if value == self.nothing {
            return 256;
        }
        colours.get(usize::from(value)).map_or(0, |colour| colour.iter().map(|part| u32::from(*part)).sum())
            + 1
    }

    /// Returns the four pixels of MMPX: upper left, upper right, lower left, lower right. Every rule of the paper is
    /// written once, for a direction `u` and a side `v` of it.
    fn mmpx(&self, x: isize, y: isize, light: &[u32]) -> [u8; 4] {
        let at = |(dx, dy): Step| self.at(x + dx, y + dy);
        let light = |value: u8| light.get(usize::from(value)).copied().unwrap_or(0);
        let own = at((0, 0));
        let mut new = [own; 4];
        // Slopes of 1 : 1. `u` is the horizontal and `v` the vertical side of a corner.
        for (u, v) in [(LEFT, UP), (RIGHT, UP), (LEFT, DOWN), (RIGHT, DOWN)] {
            let (side, above) = (at(u), at(v));
            let beyond = [at(add(u, v)), at(add(back(u), v)), at(add(u, back(v)))];
            let is_slope = side == above && side != at(back(v)) && side != at(back(u));
            let is_front = light(own) >= light(side) || own == beyond[0];
            let is_line =
                light(own) < light(side) || beyond[0] != side || own != at(add(v, v)) || own != at(add(u, u));
            if is_slope && is_front && beyond.contains(&own) && is_line {
                new[corner(u, v)] = side;
            }
        }
        // Where lines meet or end.
        for u in [RIGHT, LEFT, DOWN, UP] {
            let v = across(u);
            let ahead = at(u);
            let same = [add(u, v), add(u, back(v)), back(u), add(back(u), back(u))];
            let is_end = own != ahead && same.into_iter().all(|step| at(step) == own);
            let is_bar = at(v) == ahead && at(back(v)) == ahead;
            if is_end && is_bar && ahead != at(add(add(u, u), u)) {
                (new[corner(u, v)], new[corner(u, back(v))]) = (ahead, ahead);
            }
        }
        for u in [UP, DOWN, RIGHT, LEFT] {
            let v = across(u);
            let ahead = at(u);
            let same = [add(back(u), v), back(u), add(back(u), back(v)), add(back(u), back(u))];
            let other = [add(u, v), add(u, back(v)), v, back(v)];
            let is_crossing =
                same.into_iter().all(|step| at(step) == own) && other.into_iter().all(|step| at(step) != own);
            if light(ahead) < light(own) && is_crossing {
                (new[corner(u, v)], new[corner(u, back(v))]) = (ahead, ahead);
            }
        }
        // Slopes of 2 : 1.
        for (u, sides) in
            [(DOWN, [RIGHT, LEFT]), (UP, [RIGHT, LEFT]), (LEFT, [DOWN, UP]), (RIGHT, [DOWN, UP])]
        {
            let ahead = at(u);
            let behind = [back(u), add(back(u), sides[0]), add(back(u), sides[1])];
            if ahead == own || behind.into_iter().any(|step| at(step) == ahead) {
                continue;
            }
            for v in sides {
                let same = [add(u, back(v)), v, add(v, v)];
                let other = [back(v), add(add(v, v), back(u))];
                if same.into_iter().all(|step| at(step) == ahead)
                    && other.into_iter().all(|step| at(step) != ahead)
                {
                    new[corner(u, back(v))] = new[corner(u, v)];
                }
            }
        }
        new
    }
}

/// A step on the picture: columns to the right, rows down.
type Step = (isize, isize);

const RIGHT: Step = (1, 0);
const LEFT: Step = (-1, 0);
const DOWN: Step = (0, 1);
const UP: Step = (0, -1);

fn add(a: Step, b: Step) -> Step {
    (a.0 + b.0, a.1 + b.1)
}

fn back((x, y): Step) -> Step {
    (-x, -y)
}

/// Returns a step at right angles.
fn across((x, y): Step) -> Step {
    (y, x)
}

/// Returns the number of the new pixel in the corner of two directions.
fn corner(a: Step, b: Step) -> usize {
    let (x, y) = add(a, b);
    usize::from(x > 0) + 2 * usize::from(y > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Rows of letters; a dot is transparent.
    fn picture(rows: &[&str]) -> Pixels {
        let values =
            rows.concat().bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'a' + 1 }).collect();
        Pixels { width: rows[0].len(), values, nothing: 0 }
    }

    fn text(pixels: &Pixels) -> Vec<String> {
        let letter = |value: &u8| if *value == 0 { '.' } else { char::from(value - 1 + b'a') };
        pixels.values.chunks(pixels.width).map(|row| row.iter().map(letter).collect()).collect()
    }

    /// The colours of the letters: a is black, b grey, c white.
    const COLOURS: [Rgb; 4] = [[0; 3], [0; 3], [100; 3], [255; 3]];

    fn made(rows: &[&str], scaler: Scaler, factor: u32) -> Vec<String> {
        text(&picture(rows).enlarged(scaler, factor, &COLOURS))
    }

    #[test]
    fn diagonals_are_smoothed() {
        let two = ["aa....", "aaa...", ".aaa..", "..aaa.", "...aaa", "....aa"];
        assert_eq!(made(&["a..", ".a.", "..a"], Scaler::Epx, 2), two);
        let three = [
            "...aaa......",
            "...aaa......",
            "..aaaa......",
            "aaaaaab.....",
            "aaaaabbb....",
            "aaaabbbbb...",
            "...bbbbbb...",
            "....bbbb....",
            ".....bb.....",
        ];
        assert_eq!(made(&[".a..", "aab.", ".bb."], Scaler::Epx, 3), three);
        // A slope of 2 : 1 is a line for MMPX, and steps for EPX.
        let slope = [
            "............",
            "............",
            "aaaa........",
            "aaaaaa......",
            "..aaaaaa....",
            "....aaaaaa..",
            "......aaaaaa",
            "........aaaa",
        ];
        assert_eq!(made(&["......", "aa....", "..aa..", "....aa"], Scaler::Mmpx, 2), slope);
    }

    /// The checksums are those of a second program, which writes out every formula as it is published.
    #[test]
    fn noise_is_enlarged_as_the_published_formulas_say() {
        for (scaler, factor, expected) in
            [(Scaler::Epx, 2, 0x5C58_4C7E), (Scaler::Epx, 3, 0x8113_13E2), (Scaler::Mmpx, 2, 0x3214_2E7F)]
        {
            let mut sum = flate2::Crc::new();
            for seed in 1..=40u32 {
                let mut state = seed;
                let noise = (0..24 * 18).map(|_| {
                    state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) & 0x7FFF_FFFF;
                    if (state >> 20).is_multiple_of(3) { 0 } else { u8::try_from((state >> 16) % 4).unwrap() }
                });
                let pixels = Pixels { width: 24, values: noise.collect(), nothing: 0 };
                for row in text(&pixels.enlarged(scaler, factor, &COLOURS)) {
                    sum.update(row.as_bytes());
                }
            }
            assert_eq!(sum.sum(), expected, "{scaler} {factor}");
        }
    }

    proptest! {
        #[test]
        fn nothing_new_appears(
            width in 1usize..9,
            values in prop::collection::vec(0u8..4, 1..80),
            scaler in prop::sample::select(vec![Scaler::Squares, Scaler::Epx, Scaler::Mmpx]),
        ) {
            let values = values[..values.len() / width * width].to_vec();
            let pixels = Pixels { width, values, nothing: 0 };
            let height = pixels.values.len() / width;
            for factor in scaler.factors() {
                let big = pixels.enlarged(scaler, *factor, &COLOURS);
                let side = *factor as usize;
                prop_assert_eq!((big.width, big.values.len()), (width * side, width * height * side * side));
                for (at, value) in big.values.iter().enumerate() {
                    let (x, y) = (at % big.width / side, at / big.width / side);
                    // The value of a neighbour: of a neighbour of one, if it was enlarged twice.
                    let reach = if side == 4 { 2isize } else { 1 };
                    let near = (-reach..=reach).flat_map(|v| (-reach..=reach).map(move |u| (u, v)));
                    let (x, y) = (x as isize, y as isize);
                    let is_near = near.into_iter().any(|(u, v)| pixels.at(x + u, y + v) == *value);
                    prop_assert!(is_near, "{} {} at {} {}", scaler, factor, x, y);
                }
                // The rectangle around what is visible grows with the picture.
                let rect = |of: &Pixels, side: usize| {
                    let shown = of.values.iter().enumerate().filter(|(_, value)| **value != 0);
                    let places: Vec<(usize, usize)> =
                        shown.map(|(at, _)| (at % of.width / side, at / of.width / side)).collect();
                    let ends = |all: Vec<usize>| (all.iter().min().copied(), all.iter().max().copied());
                    let columns = ends(places.iter().map(|place| place.0).collect());
                    (columns, ends(places.iter().map(|place| place.1).collect()))
                };
                let (small, large) = (rect(&pixels, 1), rect(&big, side));
                for (small, large) in [(small.0, large.0), (small.1, large.1)] {
                    prop_assert!(large.0.is_none() || (small.0 <= large.0 && large.1 <= small.1));
                }
            }
        }

        #[test]
        fn a_picture_that_is_turned_is_enlarged_like_it(
            values in prop::collection::vec(0u8..4, 36),
            scaler in prop::sample::select(vec![(Scaler::Epx, 2), (Scaler::Epx, 3)]),
        ) {
            let mirrored = |it: &Pixels| Pixels {
                values: it.values.chunks(it.width).flat_map(|row| row.iter().rev().copied()).collect(),
                ..it.clone()
            };
            let pixels = Pixels { width: 6, values, nothing: 0 };
            let (scaler, factor) = scaler;
            let one = mirrored(&pixels.enlarged(scaler, factor, &COLOURS));
            prop_assert_eq!(one, mirrored(&pixels).enlarged(scaler, factor, &COLOURS));
        }
    }
}
