//! The one figure of a picture with a flat ground: its outline, and the mean colours of its blocks.

use std::collections::HashSet;

use super::grid::VISIBLE;
use crate::colour::Rgb;

/// The border belongs to the ground if at least this part of it has nearly one colour: numerator, denominator.
const BORDER: (usize, usize) = (3, 4);

/// Largest sums of differences to the ground: of pixels of the border, and of those that are none of the figure.
const FLAT: u16 = 48;
const GROUND: u16 = 72;

/// Smallest number of pixels of the figure.
const FEWEST_PIXELS: usize = 64;

/// About so many columns and rows of a block are enough for its mean colour.
const MOST_SAMPLES: usize = 8;

/// The searched picture as it was given.
#[derive(Clone, Debug)]
pub(super) struct Raw {
    pub(super) width: usize,
    pub(super) rgba: Vec<[u8; 4]>,
}

/// Where the figure is: left, top, width, height, and the colour around it. Transparent without one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) area: [usize; 4],
    pub(super) ground: Option<Rgb>,
}

/// The sum of the differences of red, green and blue.
pub(super) fn distance(a: Rgb, b: Rgb) -> u16 {
    a.iter().zip(b).map(|(a, b)| u16::from(a.abs_diff(b))).sum()
}

impl Raw {
    fn height(&self) -> usize {
        self.rgba.len() / self.width.max(1)
    }

    fn at(&self, x: usize, y: usize) -> Option<Rgb> {
        let [r, g, b, alpha] = *self.rgba.get(y * self.width..)?.get(..self.width)?.get(x)?;
        (alpha >= VISIBLE).then_some([r, g, b])
    }

    /// Returns the outline of what is not the ground, if the ground is flat.
    pub(super) fn outline(&self) -> Option<Outline> {
        let (width, height) = (self.width, self.height());
        let (right, bottom) = (width.checked_sub(1)?, height.checked_sub(1)?);
        let across = (0..width).flat_map(|x| [(x, 0), (x, bottom)]);
        let border = across.chain((0..height).flat_map(|y| [(0, y), (right, y)]));
        let border: Vec<Option<Rgb>> = border.map(|(x, y)| self.at(x, y)).collect();
        let is_most = |count: usize| count * BORDER.1 >= border.len() * BORDER.0;
        let ground = match is_most(border.iter().filter(|it| it.is_none()).count()) {
            true => None,
            false => {
                let middle = [0, 1, 2].map(|channel| {
                    let mut all: Vec<u8> =
                        border.iter().flatten().filter_map(|rgb| rgb.get(channel)).copied().collect();
                    all.sort_unstable();
                    all.get(all.len() / 2).copied().unwrap_or(0)
                });
                let flat = border.iter().filter(|it| it.is_some_and(|it| distance(it, middle) <= FLAT));
                if !is_most(flat.count()) {
                    return None;
                }
                Some(middle)
            }
        };
        let is_figure = |rgb: Rgb| ground.is_none_or(|ground| distance(rgb, ground) > GROUND);
        let (mut sides, mut count) = ([usize::MAX, usize::MAX, 0, 0], 0);
        for y in 0..height {
            for x in (0..width).filter(|x| self.at(*x, y).is_some_and(is_figure)) {
                sides = [sides[0].min(x), sides[1].min(y), sides[2].max(x + 1), sides[3].max(y + 1)];
                count += 1;
            }
        }
        let [left, top, right, bottom] = sides;
        (count >= FEWEST_PIXELS).then(|| Outline {
            area: [left, top, right.saturating_sub(left), bottom.saturating_sub(top)],
            ground,
        })
    }

    /// Returns the number of colours in an area.
    pub(super) fn colours(&self, [left, top, width, height]: [usize; 4]) -> usize {
        let all = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
        all.filter_map(|(x, y)| self.at(x, y)).collect::<HashSet<Rgb>>().len()
    }

    /// Returns the mean colour of the middle of a block: the area is cut into so many columns and rows. Columns and
    /// rows may lie outside of the area, the first one at -1. `None` where the picture is transparent or ends.
    pub(super) fn block(&self, area: [usize; 4], cells: [usize; 2], at: [i64; 2]) -> Option<Rgb> {
        let along = |axis: usize| -> Option<(usize, usize)> {
            let from = i64::try_from(*area.get(axis)?).ok()?;
            let length = i64::try_from(*area.get(axis + 2)?).ok()?;
            let (cells, at) = (i64::try_from(*cells.get(axis)?).ok()?.max(1), *at.get(axis)?);
            let edge =
                |quarters: i64| (4 * from * cells + (4 * at + quarters) * length).div_euclid(4 * cells);
            let (middle, begin, end) = (edge(2), edge(1), edge(3));
            let (begin, end) = if end > begin + 1 { (begin, end) } else { (middle, middle + 1) };
            Some((usize::try_from(begin).ok()?, usize::try_from(end).ok()?))
        };
        let ((left, right), (top, bottom)) = (along(0)?, along(1)?);
        let (mut sums, mut count) = ([0_usize; 3], 0);
        let step = |from: usize, to: usize| (to.saturating_sub(from) / MOST_SAMPLES).max(1);
        for y in (top..bottom).step_by(step(top, bottom)) {
            for x in (left..right).step_by(step(left, right)) {
                let rgb = self.at(x, y)?;
                sums.iter_mut().zip(rgb).for_each(|(sum, v)| *sum += usize::from(v));
                count += 1;
            }
        }
        (count > 0).then(|| sums.map(|sum| u8::try_from(sum / count).unwrap_or(u8::MAX)))
    }

    /// Returns the number of columns and rows in which such an area cuts the whole picture, and how many of them are
    /// left of it and above it.
    pub(super) fn cells(&self, area: [usize; 4], cells: [usize; 2]) -> ([usize; 2], [usize; 2]) {
        let [left, top, width, height] = area.map(|side| side.max(1));
        let [columns, rows] = cells;
        let before = [(area[0] * columns).div_ceil(width), (area[1] * rows).div_ceil(height)];
        let after = [
            (self.width.saturating_sub(left + width) * columns).div_ceil(width),
            (self.height().saturating_sub(top + height) * rows).div_ceil(height),
        ];
        ([before[0] + columns + after[0], before[1] + rows + after[1]], before)
    }
}
