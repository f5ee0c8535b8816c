//! Compares pictures: whether one has the same pixels as another, mirrored, in other colours, or as a part.
//!
//! **Note:** parts are found by edges, not by colours. Whether a pixel differs from its right neighbour does not
//! depend on the colours, so 64 edges are compared at a time. Only candidates are compared pixel by pixel: each value
//! of one picture must stand for one value of the other.

mod samples;

use std::fmt;

pub use samples::{FEWEST_PIXELS, SampleError, each_picture};

/// Smallest number of edges that a picture must have to be found inside others. With fewer edges it would match
/// everywhere.
const FEWEST_EDGES: usize = 6;

/// Largest factor by which a picture may have been enlarged.
const MOST_ENLARGED: usize = 8;

/// How a picture is similar to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Similarity {
    /// Column and row in the other picture that it is a part of.
    pub part: Option<(usize, usize)>,
    /// Whether its margins were left out, or it was reduced.
    pub cut: bool,
    /// Whether its values stand for others.
    pub recoloured: bool,
    /// Whether it is mirrored left to right.
    pub mirrored: bool,
}

impl fmt::Display for Similarity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = self.part.map(|(x, y)| format!("a part of it, at {x},{y}"));
        let words: Vec<String> = [(self.mirrored, "mirrored"), (self.recoloured, "in other colours")]
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, word)| word.to_owned())
            .chain(part)
            .collect();
        match words.as_slice() {
            [] if self.cut => f.write_str("the same without margins"),
            [] => f.write_str("the same"),
            words => f.write_str(&words.join(", ")),
        }
    }
}

/// Pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// A picture that others are compared with.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The picture as it is, reduced, and without margins; each form also mirrored.
    forms: Vec<Variant>,
}

#[derive(Clone, Debug)]
struct Variant {
    grid: Grid,
    mirrored: bool,
    cut: bool,
    /// The row with most edges, the column where they begin, and the edges. `None` if there are too few.
    anchor: Option<EdgeRow>,
}

#[derive(Clone, Copy, Debug)]
struct EdgeRow {
    row: usize,
    column: usize,
    edges: u64,
    mask: u64,
}

impl Sample {
    /// Makes a sample of a picture with `width` columns. Its values are entries of a palette, or numbers of colours.
    #[must_use]
    pub fn new(width: usize, pixels: &[u8]) -> Self {
        let width = width.max(1);
        let whole = Grid { width, height: pixels.len() / width, pixels: pixels.to_vec() };
        let mut grids = vec![(whole.clone(), false)];
        if let Some(reduced) = whole.reduced() {
            grids.push((reduced, true));
        }
        for (grid, _) in grids.clone() {
            grids.extend(grid.without_margins().map(|grid| (grid, true)));
        }
        let forms = grids.into_iter().flat_map(|(grid, cut)| {
            let mirror = grid.mirrored();
            // A symmetrical picture needs no mirrored form.
            let mirror = (mirror != grid).then(|| Variant::new(mirror, true, cut));
            std::iter::once(Variant::new(grid, false, cut)).chain(mirror)
        });
        Self { forms: forms.collect() }
    }

    /// Returns how the sample is similar to a picture with `width` columns: the closest similarity, if any. `edges`
    /// is memory that is reused for the next picture.
    #[must_use]
    pub fn like(&self, width: usize, pixels: &[u8], edges: &mut Edges) -> Option<Similarity> {
        let height = pixels.len().checked_div(width)?;
        let same_size =
            self.forms.iter().filter(|form| (form.grid.width, form.grid.height) == (width, height));
        let whole = same_size.filter_map(|form| {
            let recoloured = form.grid.pixels != pixels;
            let is = !recoloured || stands_for(form.grid.pixels.iter().zip(pixels));
            is.then_some(Similarity { part: None, cut: form.cut, recoloured, mirrored: form.mirrored })
        });
        if let Some(whole) = whole.min() {
            return Some(whole);
        }
        let mut is_ready = false;
        let mut parts = self.forms.iter().filter_map(|form| {
            let inside = form.grid.width <= width && form.grid.height <= height;
            let anchor = form.anchor.filter(|_| inside)?;
            if !is_ready {
                edges.of(width, pixels);
                is_ready = true;
            }
            let (at, recoloured) = form.find(anchor, (width, height), pixels, edges)?;
            Some(Similarity { part: Some(at), cut: form.cut, recoloured, mirrored: form.mirrored })
        });
        parts.next()
    }
}

impl Variant {
    fn new(grid: Grid, mirrored: bool, cut: bool) -> Self {
        let mut edges = Edges::default();
        edges.of(grid.width, &grid.pixels);
        let all: u32 = edges.words.iter().map(|word| word.count_ones()).sum();
        let columns = grid.width.saturating_sub(1);
        let best = (0..grid.height)
            .flat_map(|row| (0..columns).step_by(32).map(move |column| (row, column)))
            .map(|(row, column)| {
                let length = (columns - column).min(64);
                let mask = if length == 64 { u64::MAX } else { (1 << length) - 1 };
                EdgeRow { row, column, edges: edges.window(row, column) & mask, mask }
            })
            .max_by_key(|anchor| (anchor.edges.count_ones(), std::cmp::Reverse(anchor.row)));
        let anchor = best.filter(|_| all as usize >= FEWEST_EDGES);
        Self { grid, mirrored, cut, anchor }
    }

    /// Finds the form in a picture. Returns the place, and whether it is in other colours.
    fn find(
        &self,
        anchor: EdgeRow,
        (width, height): (usize, usize),
        pixels: &[u8],
        edges: &Edges,
    ) -> Option<((usize, usize), bool)> {
        let last = width - self.grid.width;
        for y in 0..=height - self.grid.height {
            let words = edges.row(y + anchor.row);
            let mut x = 0;
            while x <= last {
                // One word holds the edges of this many places.
                let first = x + anchor.column;
                let (low, high) = (words[first / 64], words.get(first / 64 + 1).copied().unwrap_or(0));
                let both = u128::from(low) | u128::from(high) << 64;
                let shift = first % 64;
                let places = (64 - shift).min(last - x + 1);
                let fits = (shift..shift + places)
                    .filter(|by| u64::try_from(both >> by & u128::from(anchor.mask)) == Ok(anchor.edges));
                for at in fits.map(|by| x + by - shift) {
                    if let Some(recoloured) = self.is_at((at, y), width, pixels) {
                        return Some(((at, y), recoloured));
                    }
                }
                x += places;
            }
        }
        None
    }

    /// Whether the form is at this place. The inner value says whether it is in other colours.
    fn is_at(&self, (x, y): (usize, usize), width: usize, pixels: &[u8]) -> Option<bool> {
        let mut rows = self.grid.pixels.chunks_exact(self.grid.width).zip(y..);
        let there = |row: usize| pixels.get(row * width + x..).unwrap_or_default();
        if rows.all(|(mine, row)| there(row).starts_with(mine)) {
            return Some(false);
        }
        let rows = self.grid.pixels.chunks_exact(self.grid.width).zip(y..);
        stands_for(rows.flat_map(|(mine, row)| mine.iter().zip(there(row)))).then_some(true)
    }
}

/// Whether each value of one picture stands for one value of the other.
fn stands_for<'a>(pairs: impl Iterator<Item = (&'a u8, &'a u8)>) -> bool {
    let (mut there, mut back) = ([None; 256], [None; 256]);
    for (a, b) in pairs {
        let (to, from) = (&mut there[usize::from(*a)], &mut back[usize::from(*b)]);
        if *to.get_or_insert(*b) != *b || *from.get_or_insert(*a) != *a {
            return false;
        }
    }
    true
}

/// A bit for each pixel: whether it differs from its right neighbour.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    words: Vec<u64>,
    /// Number of words in a row, with an empty one at the end.
    stride: usize,
}

impl Edges {
    fn of(&mut self, width: usize, pixels: &[u8]) {
        self.stride = width.div_ceil(64) + 1;
        self.words.clear();
        for row in pixels.chunks_exact(width.max(1)) {
            let start = self.words.len();
            self.words.resize(start + self.stride, 0);
            let pairs = row.get(1..).unwrap_or_default();
            for ((left, right), word) in row.chunks(64).zip(pairs.chunks(64)).zip(&mut self.words[start..]) {
                let differ = left.iter().zip(right).map(|(a, b)| u64::from(a != b));
                *word = differ.enumerate().fold(0, |word, (x, differs)| word | differs << x);
            }
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..(row + 1) * self.stride]
    }

    /// Returns the 64 edges from a column on.
    fn window(&self, row: usize, column: usize) -> u64 {
        let at = row * self.stride + column / 64;
        let (low, high) = (self.words[at], self.words[at + 1]);
        let by = column % 64;
        if by == 0 { low } else { low >> by | high << (64 - by) }
    }
}

impl Grid {
    fn mirrored(&self) -> Self {
        let rows = self.pixels.chunks_exact(self.width);
        Self { pixels: rows.flat_map(|row| row.iter().rev().copied()).collect(), ..*self }
    }

    /// Returns the picture before each pixel was enlarged to a square, if it was.
    fn reduced(&self) -> Option<Self> {
        let (width, height) = (self.width, self.height);
        let fits = |by: &usize| {
            let by = *by;
            width % by == 0
                && height % by == 0
                && self.pixels.chunks_exact(width).enumerate().all(|(y, row)| {
                    row.chunks_exact(by).all(|square| square.iter().all(|pixel| *pixel == square[0]))
                        && (y % by == 0 || Some(row) == self.pixels.chunks_exact(width).nth(y - 1))
                })
        };
        let by = (2..=MOST_ENLARGED).rev().find(fits)?;
        let rows = self.pixels.chunks_exact(width).step_by(by);
        let pixels = rows.flat_map(|row| row.iter().step_by(by).copied()).collect();
        Some(Self { width: width / by, height: height / by, pixels })
    }

    /// Returns the picture without margin rows and columns that only have the value of all four corners.
    fn without_margins(&self) -> Option<Self> {
        let rows: Vec<&[u8]> = self.pixels.chunks_exact(self.width).collect();
        let (first, last) = (rows.first()?, rows.last()?);
        let margin = *first.first()?;
        if [first.last()?, last.first()?, last.last()?].iter().any(|corner| **corner != margin) {
            return None;
        }
        let is_seen = |row: &&[u8]| row.iter().any(|pixel| *pixel != margin);
        let (top, bottom) = (rows.iter().position(is_seen)?, rows.iter().rposition(is_seen)? + 1);
        let seen = |column: usize| rows.iter().any(|row| row[column] != margin);
        let left = (0..self.width).find(|column| seen(*column))?;
        let right = (0..self.width).rev().find(|column| seen(*column))? + 1;
        let (width, height) = (right - left, bottom - top);
        let is_smaller = (width, height) != (self.width, self.height);
        let pixels = rows[top..bottom].iter().flat_map(|row| row[left..right].iter().copied());
        is_smaller.then(|| Self { width, height, pixels: pixels.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 6;
    #[rustfmt::skip]
    const PICTURE: [u8; 30] = [
        0, 0, 1, 1, 0, 0,
        0, 1, 2, 3, 1, 0,
        0, 1, 3, 3, 1, 0,
        0, 0, 1, 2, 2, 0,
        0, 0, 0, 1, 0, 0,
    ];

    fn like(sample: (usize, &[u8]), picture: (usize, &[u8])) -> Option<String> {
        let found = Sample::new(sample.0, sample.1).like(picture.0, picture.1, &mut Edges::default());
        found.map(|similarity| similarity.to_string())
    }

    fn mirrored(pixels: &[u8]) -> Vec<u8> {
        pixels.chunks_exact(WIDTH).flat_map(|row| row.iter().rev().copied()).collect()
    }

    #[test]
    fn the_same_mirrored_and_recoloured_are_told_apart() {
        let recoloured: Vec<u8> = PICTURE.iter().map(|value| [9, 7, 1, 0][usize::from(*value)]).collect();
        let both = mirrored(&recoloured);
        for (sample, words) in [
            (PICTURE.to_vec(), Some("the same")),
            (mirrored(&PICTURE), Some("mirrored")),
            (recoloured.clone(), Some("in other colours")),
            (both, Some("mirrored, in other colours")),
        ] {
            assert_eq!(like((WIDTH, &sample), (WIDTH, &PICTURE)).as_deref(), words);
        }
        // Two colours that become one are another picture.
        let joined: Vec<u8> = PICTURE.iter().map(|value| [0, 1, 2, 2][usize::from(*value)]).collect();
        assert_eq!(like((WIDTH, &joined), (WIDTH, &PICTURE)), None);
        let mut other = PICTURE;
        other[14] = 0;
        assert_eq!(like((WIDTH, &other), (WIDTH, &PICTURE)), None);
    }

    #[test]
    fn parts_are_found_where_they_are() {
        let part: Vec<u8> = (1..4).flat_map(|y| (1..5).map(move |x| PICTURE[y * WIDTH + x])).collect();
        assert_eq!(like((4, &part), (WIDTH, &PICTURE)).as_deref(), Some("a part of it, at 1,1"));
        let recoloured: Vec<u8> = part.iter().map(|value| value + 40).collect();
        let words = Some("in other colours, a part of it, at 1,1");
        assert_eq!(like((4, &recoloured), (WIDTH, &PICTURE)).as_deref(), words);
        // Too plain to be a part of anything.
        assert_eq!(like((2, &[0, 0, 0, 1]), (WIDTH, &PICTURE)), None);
    }

    #[test]
    fn margins_and_squares_make_no_difference() {
        let row = |y: usize| {
            let inside = (1..6).contains(&y).then(|| &PICTURE[(y - 1) * WIDTH..y * WIDTH]);
            std::iter::repeat_n(0, 3).chain(inside.unwrap_or(&[0; WIDTH]).to_vec()).chain([0; 2])
        };
        let wide: Vec<u8> = (0..9).flat_map(row).collect();
        assert_eq!(like((WIDTH + 5, &wide), (WIDTH, &PICTURE)).as_deref(), Some("a part of it, at 1,0"));
        let large: Vec<u8> = PICTURE
            .chunks_exact(WIDTH)
            .flat_map(|row| [row, row, row])
            .flat_map(|row| row.iter().flat_map(|pixel| [*pixel; 3]))
            .collect();
        assert_eq!(like((3 * WIDTH, &large), (WIDTH, &PICTURE)).as_deref(), Some("the same without margins"));
    }

    /// Windows of edges over the border of a word, beside a plain search.
    #[test]
    fn parts_of_wide_pictures_are_found_at_every_column() {
        let width = 200;
        let noise = |i: usize| {
            let mut x = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            x = (x ^ (x >> 31)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            u8::try_from(x >> 40 & 3).unwrap()
        };
        let picture: Vec<u8> = (0..width * 3).map(noise).collect();
        for x in 0..width - 70 {
            let part: Vec<u8> = (0..3).flat_map(|y| (x..x + 70).map(move |x| noise(y * width + x))).collect();
            let words = format!("a part of it, at {x},0");
            assert_eq!(like((70, &part), (width, &picture)), Some(words));
        }
    }
}
