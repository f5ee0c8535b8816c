//! Compares a drawn pose with a part of the searched picture, pixel for pixel.

use std::collections::HashMap;

use super::grid::Grid;
use super::outline::distance;
use super::poses::Drawn;
use crate::colour::Rgb;

/// Largest sum of differences of a near colour.
const NEAR: u16 = 96;

/// Smallest number of equal pixels that the ground does not explain.
const FEWEST_TELLING: u32 = 8;

/// How many pixels of a pose are where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Pixels that the pose draws.
    pub(super) drawn: u32,
    /// Those that are equal in the picture.
    pub(super) equal: u32,
    /// Those of the equal ones at whose place the ground looks different.
    pub(super) telling: u32,
    /// Those that lie outside of the picture, or beneath a figure in front.
    pub(super) unseen: u32,
    /// Those at whose place the picture shows the ground.
    pub(super) missing: u32,
    /// Those at whose place the picture shows something else.
    pub(super) other: u32,
    /// Number of pixel values of the equal pixels.
    pub(super) values: u32,
}

/// How pixel values and classes coincide.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    drawn: u32,
    unseen: u32,
    /// Pixels whose colour depends on what is beneath them.
    shadows: u32,
    /// Value, class and number of pixels, in order.
    counts: Vec<(u8, u16, u32)>,
}

/// The classes of pixel values.
pub(super) type ClassOf = [Option<u16>; 256];

impl Tally {
    /// How good it is: equal pixels count for it, others against it. Missing ones may be hidden.
    pub(super) fn score(&self) -> i64 {
        8 * i64::from(self.equal) - 24 * i64::from(self.other) - i64::from(self.missing)
    }

    /// Whether it explains more than it contradicts, what the ground does not, and enough of it is seen.
    pub(super) fn is_worthwhile(&self) -> bool {
        self.telling >= FEWEST_TELLING
            && self.equal > 2 * self.other
            && self.equal.saturating_mul(4) >= self.drawn
    }

    /// Whether it explains nearly everything where it stands.
    pub(super) fn is_clean(&self) -> bool {
        self.other * 20 <= self.equal && self.equal * 2 >= self.drawn
    }

    /// Whether every pixel is there.
    pub(super) fn is_whole(&self) -> bool {
        self.equal == self.drawn
    }
}

impl Pairs {
    /// Lays a pose on a grid. `claimed` has the pixels of figures in front, `shadow` the values that are shadows.
    pub(super) fn of(
        grid: &Grid,
        drawn: &Drawn,
        at: (i32, i32),
        claimed: &[bool],
        shadow: &dyn Fn(u8) -> bool,
    ) -> Self {
        let mut pairs: Vec<u32> = Vec::with_capacity(drawn.values.len());
        let (mut all, mut unseen, mut shadows) = (0, 0, 0);
        let is_shadow: [bool; 256] = std::array::from_fn(|value| u8::try_from(value).is_ok_and(shadow));
        let (left, top) = (at.0.saturating_add(drawn.left), at.1.saturating_add(drawn.top));
        for (y, row) in (top..).zip(drawn.values.chunks_exact(drawn.width.max(1))) {
            for (x, value) in (left..).zip(row).filter(|(_, value)| **value != drawn.nothing) {
                all += 1;
                let Some(class) = grid.at(x, y) else {
                    unseen += 1;
                    continue;
                };
                if is_shadow.get(usize::from(*value)) == Some(&true) {
                    shadows += 1;
                } else if !claimed.is_empty() && is_claimed(grid, claimed, x, y) {
                    unseen += 1;
                } else {
                    pairs.push(u32::from(*value) << 16 | u32::from(class));
                }
            }
        }
        pairs.sort_unstable();
        let mut counts: Vec<(u8, u16, u32)> = Vec::new();
        for pair in pairs {
            let [_, value, high, low] = pair.to_be_bytes();
            let class = u16::from_be_bytes([high, low]);
            match counts.last_mut() {
                Some((v, c, count)) if (*v, *c) == (value, class) => *count += 1,
                _ => counts.push((value, class, 1)),
            }
        }
        Self { drawn: all, unseen, shadows, counts }
    }

    /// Counts with the class that each value coincides with most, except the ground.
    pub(super) fn free(&self, grid: &Grid) -> (Tally, ClassOf) {
        let mut best: [(u32, Option<u16>); 256] = [(0, None); 256];
        for (value, class, count) in self.counts.iter().filter(|(_, class, _)| !grid.is_ground(*class)) {
            if let Some(best) = best.get_mut(usize::from(*value)).filter(|best| best.0 < *count) {
                *best = (*count, Some(*class));
            }
        }
        let classes: ClassOf = best.map(|(_, class)| class);
        (self.by(&classes, grid), classes)
    }

    /// Counts with given classes.
    pub(super) fn by(&self, classes: &ClassOf, grid: &Grid) -> Tally {
        let mut it = Tally { drawn: self.drawn, unseen: self.unseen, ..Tally::default() };
        it.equal = self.shadows;
        let mut last = None;
        for (value, class, count) in &self.counts {
            let wanted = classes.get(usize::from(*value)).copied().flatten();
            if wanted == Some(grid.colour_of(*class)) {
                it.equal += count;
                it.telling += if grid.is_ground(*class) { 0 } else { *count };
                if last != Some(*value) {
                    it.values += 1;
                    last = Some(*value);
                }
            } else if grid.is_ground(*class) {
                it.missing += count;
            } else {
                it.other += count;
            }
        }
        it
    }

    /// Whether the colour of each class is near to that of its value.
    pub(super) fn are_near(&self, look: &[Rgb], classes: &ClassOf, grid: &Grid) -> bool {
        self.counts.iter().all(|(value, ..)| {
            let class = classes.get(usize::from(*value)).copied().flatten();
            let colour = class.and_then(|class| grid.colours.get(usize::from(class)));
            let wanted = look.get(usize::from(*value));
            colour.zip(wanted).is_some_and(|(a, b)| distance(*a, *b) <= NEAR)
        })
    }

    /// Whether no class stands for two values.
    pub(super) fn is_one_to_one(&self, classes: &ClassOf) -> bool {
        let mut known = std::collections::BTreeSet::new();
        let mut values: Vec<u8> = self.counts.iter().map(|(value, ..)| *value).collect();
        values.dedup();
        let classes = values.iter().filter_map(|value| classes.get(usize::from(*value)).copied().flatten());
        classes.into_iter().all(|class| known.insert(class))
    }
}

fn is_claimed(grid: &Grid, claimed: &[bool], x: i32, y: i32) -> bool {
    let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
    claimed.get(y * grid.width + x).copied().unwrap_or(false)
}

/// Returns the class of each pixel value in these colours.
pub(super) fn classes_in(colours: &[Rgb], by_colour: &HashMap<Rgb, u16>) -> ClassOf {
    std::array::from_fn(|value| by_colour.get(colours.get(value)?).copied())
}
