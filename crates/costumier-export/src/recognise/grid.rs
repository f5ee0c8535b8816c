//! A picture as classes of equal colours, and what may have been done to it: enlarging and stretching.

use std::collections::HashMap;

use crate::colour::Rgb;

/// The class of transparent pixels.
pub(super) const CLEAR: u16 = 0;

/// Opacity from which a pixel counts as visible. Shadows of exported pictures have 128.
pub(super) const VISIBLE: u8 = 128;

/// The border belongs to the ground if at least this part of it has one colour: numerator, denominator.
const BORDER: (usize, usize) = (1, 2);

/// Largest factor by which a picture may have been enlarged.
const MOST_ENLARGED: usize = 16;

/// Largest factor at which the stretch of 4:3 is looked for.
const MOST_STRETCHED: usize = 6;

/// Smallest number of row pairs that must be equal before a picture counts as stretched.
const FEWEST_PAIRS: usize = 3;

/// Rows of a picture as classes: pixels of one class have the same colour.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) classes: Vec<u16>,
    /// The colour of each class. That of [`CLEAR`] means nothing.
    pub(super) colours: Vec<Rgb>,
    /// The class of the colour around the figures, if it is one.
    pub(super) ground: Option<u16>,
    /// Classes from this one on are those of the room's picture: the class of the same colour, and so many more.
    pub(super) backdrop: u16,
}

/// How a picture was enlarged before it was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Enlarged {
    /// Columns of the picture for each pixel.
    pub(super) across: usize,
    /// Rows of the picture for each pixel, in fifths of a row: 5 for one, 6 for the stretch of 4:3.
    pub(super) down_fifths: usize,
    /// First column and row that begin a pixel.
    pub(super) phase: (usize, usize),
}

/// Why a picture is not one of a game: it has more colours than fit into classes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooManyColours;

impl Enlarged {
    /// Returns how an area was enlarged that shows so many columns and rows, in whole steps.
    pub(super) fn of([left, top, width, height]: [usize; 4], [columns, rows]: [usize; 2]) -> Self {
        let rounded = |a: usize, b: usize| ((2 * a + b) / (2 * b).max(1)).max(1);
        let across = rounded(width, columns);
        let down_fifths = match rounded(5 * height, rows).abs_diff(6 * across) {
            0 => 6 * across,
            _ => 5 * rounded(height, rows),
        };
        Self { across, down_fifths, phase: (left % across, top % (down_fifths / 5).max(1)) }
    }

    /// Returns the sample that a pixel belongs to.
    pub(super) fn pixel(self, x: usize, y: usize) -> (usize, usize) {
        let step = |v: usize, by: usize, phase: usize| match v.checked_sub(phase) {
            Some(rest) => rest / by.max(1) + usize::from(phase > 0),
            None => 0,
        };
        let (left, top) = self.phase;
        let down = match self.down_fifths % 5 {
            0 => step(y, self.down_fifths / 5, top),
            _ => source_row(y, self.across, top) - source_row(0, self.across, top),
        };
        (step(x, self.across, left), down)
    }
}

impl Grid {
    /// Makes classes of red, green, blue and opacity.
    pub(super) fn new(width: usize, rgba: &[[u8; 4]]) -> Result<Self, TooManyColours> {
        let width = width.max(1);
        let mut known: HashMap<Rgb, u16> = HashMap::new();
        let (mut classes, mut colours) = (Vec::with_capacity(rgba.len()), vec![[0; 3]]);
        let mut last = ([0; 3], CLEAR);
        for [r, g, b, alpha] in rgba {
            let rgb = [*r, *g, *b];
            if *alpha < VISIBLE {
                classes.push(CLEAR);
                continue;
            }
            if last.1 == CLEAR || last.0 != rgb {
                let next = u16::try_from(colours.len()).map_err(|_| TooManyColours)?;
                let class = *known.entry(rgb).or_insert(next);
                if class == next {
                    colours.push(rgb);
                }
                last = (rgb, class);
            }
            classes.push(last.1);
        }
        let height = classes.len() / width;
        classes.truncate(width * height);
        let mut grid = Self { width, height, classes, colours, ground: None, backdrop: u16::MAX };
        grid.ground = grid.border_colour();
        Ok(grid)
    }

    /// Whether a pixel of this class shows no figure.
    pub(super) fn is_ground(&self, class: u16) -> bool {
        class == CLEAR || Some(class) == self.ground || class >= self.backdrop
    }

    /// Returns the class of the same colour that is none of the room's picture.
    pub(super) fn colour_of(&self, class: u16) -> u16 {
        class.checked_sub(self.backdrop).unwrap_or(class)
    }

    /// Marks the pixels of the room's picture as ground. There must be room for as many classes again.
    pub(super) fn set_backdrop(&mut self, is_backdrop: &[bool]) -> bool {
        let Ok(count) = u16::try_from(self.colours.len()) else { return false };
        if count > u16::MAX / 2 || self.backdrop != u16::MAX {
            return false;
        }
        (self.backdrop, self.ground) = (count, None);
        self.classes
            .iter_mut()
            .zip(is_backdrop)
            .filter(|(_, is)| **is)
            .for_each(|(class, _)| *class += count);
        true
    }

    /// Returns the class of a pixel; `None` outside of the picture.
    pub(super) fn at(&self, x: i32, y: i32) -> Option<u16> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let row = self.classes.get(y.checked_mul(self.width)?..)?;
        row.get(..self.width)?.get(x).copied()
    }

    /// Returns the class of a pixel's colour, whether it is one of the room's picture or not.
    pub(super) fn colour_at(&self, x: i32, y: i32) -> Option<u16> {
        self.at(x, y).map(|class| self.colour_of(class))
    }

    /// Returns the colour that most of the border has, if it is a colour.
    fn border_colour(&self) -> Option<u16> {
        let mut counts: HashMap<u16, usize> = HashMap::new();
        let (mut all, mut most) = (0, (0, CLEAR));
        let mut count = |class: u16| {
            let number = counts.entry(class).or_default();
            *number += 1;
            all += 1;
            if *number > most.0 {
                most = (*number, class);
            }
        };
        let rows = self.classes.chunks_exact(self.width);
        for (y, row) in rows.enumerate() {
            if y == 0 || y + 1 == self.height {
                row.iter().for_each(|class| count(*class));
            } else if let [first, .., last] = row {
                count(*first);
                count(*last);
            }
        }
        (most.1 != CLEAR && most.0 * BORDER.1 >= all * BORDER.0).then_some(most.1)
    }

    /// Returns the same pixels from right to left.
    pub(super) fn mirrored(&self) -> Self {
        let rows = self.classes.chunks_exact(self.width);
        let classes = rows.flat_map(|row| row.iter().rev().copied()).collect();
        Self { classes, colours: self.colours.clone(), ..*self }
    }

    /// Returns what the picture may have been before it was enlarged, the most enlarged first; then itself.
    pub(super) fn reduced(&self) -> Vec<(Enlarged, Self)> {
        let (columns, rows) = (self.column_edges(), self.row_edges());
        let (across, left) = step(&columns, self.width);
        let (down, top) = step(&rows, self.height);
        let mut ways = vec![];
        let way = |across, down, left, top| Enlarged { across, down_fifths: 5 * down, phase: (left, top) };
        // Pixels may be wider than high, in the picture or in the game.
        let both = gcd(across, down);
        ways.push(way(across, down, left, top));
        ways.push(way(both, both, left % both, top % both));
        if both.is_multiple_of(2) {
            ways.push(way(both / 2, both / 2, left % (both / 2), top % (both / 2)));
        }
        if across <= MOST_STRETCHED {
            let stretched = (0..6 * across).filter(|phase| is_stretched(&rows, across, *phase));
            ways.extend(stretched.take(2).map(|phase| Enlarged {
                across,
                down_fifths: 6 * across,
                phase: (left, phase),
            }));
        }
        ways.push(way(1, 1, 0, 0));
        let mut known = Vec::new();
        for it in ways {
            if !known.contains(&it) {
                known.push(it);
            }
        }
        known.into_iter().map(|it| (it, self.sampled(it))).collect()
    }

    /// Takes one pixel of each that was enlarged.
    fn sampled(&self, by: Enlarged) -> Self {
        if (by.across, by.down_fifths) == (1, 5) {
            return self.clone();
        }
        let columns = samples(self.width, by.across, by.phase.0);
        let rows = if by.down_fifths.is_multiple_of(5) {
            samples(self.height, by.down_fifths / 5, by.phase.1)
        } else {
            stretched_samples(self.height, by.across, by.phase.1)
        };
        let row = |y: usize| self.classes.get(y * self.width..(y + 1) * self.width).unwrap_or_default();
        let classes: Vec<u16> =
            rows.iter().flat_map(|y| columns.iter().filter_map(|x| row(*y).get(*x).copied())).collect();
        let (width, height) = (columns.len().max(1), rows.len());
        Self { width, height, classes, colours: self.colours.clone(), ..*self }
    }

    /// Returns for each column whether it differs from the one before.
    fn column_edges(&self) -> Vec<bool> {
        let mut edges = vec![false; self.width];
        for row in self.classes.chunks_exact(self.width) {
            for ((a, b), edge) in row.iter().zip(row.iter().skip(1)).zip(edges.iter_mut().skip(1)) {
                *edge |= a != b;
            }
        }
        edges
    }

    /// Returns for each row whether it differs from the one before.
    fn row_edges(&self) -> Vec<bool> {
        let rows: Vec<&[u16]> = self.classes.chunks_exact(self.width).collect();
        let pairs = rows.iter().zip(rows.iter().skip(1)).map(|(a, b)| a != b);
        std::iter::once(false).chain(pairs).collect()
    }
}

/// Returns the largest step that all edges fit, and where the first step begins.
fn step(edges: &[bool], length: usize) -> (usize, usize) {
    let at: Vec<usize> = edges.iter().enumerate().filter(|(_, is)| **is).map(|(at, _)| at).collect();
    let Some(first) = at.first() else { return (1, 0) };
    let by = at.iter().fold(0, |by, edge| gcd(by, edge - first));
    // An enlarged picture that was not cut is a multiple.
    let by = if by > MOST_ENLARGED || by == 0 { gcd(gcd(by, *first), length) } else { by };
    let by = (1..=by.min(MOST_ENLARGED)).rev().find(|it| by % it == 0).unwrap_or(1);
    (by, first % by)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns the middle of each whole or cut step.
fn samples(length: usize, by: usize, phase: usize) -> Vec<usize> {
    let before = phase.checked_sub(1);
    before.into_iter().chain((phase..length).step_by(by)).collect()
}

/// Returns the source row of a row that is stretched by 6 to 5 and enlarged.
fn source_row(row: usize, by: usize, phase: usize) -> usize {
    (row * 5 + phase) / (6 * by)
}

/// Whether rows within one source row are equal, and enough of them are there to tell.
fn is_stretched(edges: &[bool], by: usize, phase: usize) -> bool {
    let (mut equal, mut seen, mut waiting) = (0, 0, 0);
    for (row, is_edge) in edges.iter().enumerate().skip(1) {
        let is_inside = source_row(row, by, phase) == source_row(row - 1, by, phase);
        match (is_inside, is_edge) {
            (true, true) => return false,
            // Rows above the first edge and below the last one tell nothing.
            (true, false) => waiting += usize::from(seen > 0),
            (false, true) => {
                seen += 1;
                equal += std::mem::take(&mut waiting);
            }
            (false, false) => {}
        }
    }
    equal >= FEWEST_PAIRS && seen >= FEWEST_PAIRS
}

fn stretched_samples(height: usize, by: usize, phase: usize) -> Vec<usize> {
    let mut rows = Vec::new();
    let mut last = None;
    for row in 0..height {
        let source = source_row(row, by, phase);
        if last != Some(source) {
            rows.push(row);
            last = Some(source);
        }
    }
    rows
}
