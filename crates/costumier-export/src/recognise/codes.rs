//! Small windows of pictures as codes that do not depend on colours.
//!
//! A code says of 4 × 4 pixels which neighbours differ: 12 pairs side by side, 12 one above the other. The codes of
//! the searched picture are kept with their places. Each picture of the game is decoded once, and each of its windows
//! votes for the place where the whole picture would lie.

use super::grid::Grid;

/// Width and height of a window.
pub(super) const SIDE: usize = 4;

/// Bits of a code.
const BITS: usize = 24;

/// Smallest number of differing pairs of a window; plainer ones match everywhere.
const FEWEST_EDGES: u32 = 6;

/// Largest number of places that are kept of one code.
const MOST_PLACES: usize = 48;

/// Columns of a chunk: 64 less those that a window reaches over.
const CHUNK: usize = 60;

/// The windows of a row of chunks, as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    /// Pixels that differ from their right neighbours, row by row.
    across: Vec<u64>,
    /// Pixels that differ from those beneath.
    down: Vec<u64>,
    /// Pixels that count.
    solid: Vec<u64>,
}

impl Bits {
    /// Calls `then` with code and place of each window whose pixels all count.
    pub(super) fn each_code<T: PartialEq>(
        &mut self,
        width: usize,
        pixels: &[T],
        counts: impl Fn(&T) -> bool,
        mut then: impl FnMut(u32, usize, usize),
    ) {
        let width = width.max(1);
        let height = pixels.len() / width;
        if width < SIDE || height < SIDE {
            return;
        }
        for left in (0..width).step_by(CHUNK) {
            self.fill(width, pixels, left, &counts);
            for y in 0..=height - SIDE {
                let rows = self.solid.get(y..y + SIDE).unwrap_or_default();
                let solid = rows.iter().fold(u64::MAX, |all, row| all & row);
                let mut starts = solid & (solid >> 1) & (solid >> 2) & (solid >> 3) & ((1 << CHUNK) - 1);
                while starts != 0 {
                    let x = starts.trailing_zeros();
                    starts &= starts - 1;
                    let code = self.code(x, y);
                    let (across, down) = ((code & 0xFFF).count_ones(), (code >> 12).count_ones());
                    if across >= 2 && down >= 2 && across + down >= FEWEST_EDGES {
                        then(code, left + x as usize, y);
                    }
                }
            }
        }
    }

    fn code(&self, x: u32, y: usize) -> u32 {
        let across = self.across.get(y..y + SIDE).unwrap_or_default().iter().enumerate();
        let across = across.fold(0, |code, (row, bits)| code | (low(bits >> x) & 7) << (3 * row));
        let down = self.down.get(y..y + SIDE - 1).unwrap_or_default().iter().enumerate();
        down.fold(across, |code, (row, bits)| code | (low(bits >> x) & 15) << (12 + 4 * row))
    }

    fn fill<T: PartialEq>(&mut self, width: usize, pixels: &[T], left: usize, counts: &impl Fn(&T) -> bool) {
        self.across.clear();
        self.down.clear();
        self.solid.clear();
        let rows: Vec<&[T]> =
            pixels.chunks_exact(width).map(|row| row.get(left..).unwrap_or_default()).collect();
        for (y, row) in rows.iter().enumerate() {
            let row = row.get(..row.len().min(64)).unwrap_or_default();
            let bits = |is: &mut dyn Iterator<Item = bool>| {
                is.enumerate().fold(0, |bits, (x, is)| bits | u64::from(is) << x)
            };
            self.solid.push(bits(&mut row.iter().map(counts)));
            self.across.push(bits(&mut row.iter().zip(row.iter().skip(1)).map(|(a, b)| a != b)));
            let beneath = rows.get(y + 1).copied().unwrap_or_default();
            self.down.push(bits(&mut row.iter().zip(beneath).map(|(a, b)| a != b)));
        }
    }
}

fn low(bits: u64) -> u32 {
    (bits & 0xFF) as u32
}

/// A place of a window in one of the searched forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub(super) form: u8,
    /// Whether the form is seen in a mirror; `x` then counts from its right.
    pub(super) mirrored: bool,
    pub(super) x: i32,
    pub(super) y: i32,
}

/// The codes of all searched forms.
#[derive(Clone, Debug)]
pub(super) struct Codes {
    /// A bit for each code that occurs.
    present: Vec<u64>,
    /// Codes with their places, in order.
    places: Vec<(u32, Spot)>,
}

impl Codes {
    /// Collects the codes of these grids, also mirrored.
    pub(super) fn of<'a>(grids: impl Iterator<Item = &'a Grid>) -> Self {
        let mut it = Self { present: vec![0; 1 << (BITS - 6)], places: Vec::new() };
        let mut bits = Bits::default();
        for (form, grid) in (0..=u8::MAX).zip(grids) {
            for (mirrored, grid) in [(false, grid), (true, &grid.mirrored())] {
                bits.each_code(
                    grid.width,
                    &grid.classes,
                    |class| *class != super::grid::CLEAR,
                    |code, x, y| {
                        let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
                        it.places.push((code, Spot { form, mirrored, x: number(x), y: number(y) }));
                        if let Some(word) = it.present.get_mut(code as usize / 64) {
                            *word |= 1 << (code % 64);
                        }
                    },
                );
            }
        }
        it.places.sort_unstable();
        it
    }

    /// Returns the places of a code.
    pub(super) fn places(&self, code: u32) -> &[(u32, Spot)] {
        let word = self.present.get(code as usize / 64).copied().unwrap_or(0);
        if word >> (code % 64) & 1 == 0 {
            return &[];
        }
        let from = self.places.partition_point(|(it, _)| *it < code);
        let rest = self.places.get(from..).unwrap_or_default();
        let count = rest.iter().take(MOST_PLACES).take_while(|(it, _)| *it == code).count();
        rest.get(..count).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_do_not_depend_on_colours_and_are_found_beyond_64_columns() {
        let width = 130;
        let pixel = |n: usize| (n * n / 7 + n / 3) % 5;
        let pixels: Vec<usize> = (0..width * 9).map(pixel).collect();
        let recoloured: Vec<usize> = pixels.iter().map(|it| [9, 4, 7, 30, 2][*it]).collect();
        let codes = |pixels: &[usize]| {
            let mut all = Vec::new();
            Bits::default().each_code(width, pixels, |_| true, |code, x, y| all.push((x, y, code)));
            all.sort_unstable();
            all
        };
        let found = codes(&pixels);
        assert_eq!(found, codes(&recoloured));
        assert!(found.iter().any(|(x, ..)| *x == width - SIDE));
        // Each place once.
        let places: std::collections::BTreeSet<_> = found.iter().map(|(x, y, _)| (x, y)).collect();
        assert_eq!(places.len(), found.len());
        let mut holed = Vec::new();
        Bits::default().each_code(width, &pixels, |it| *it != 3, |code, x, y| holed.push((x, y, code)));
        assert!(holed.len() < found.len() && holed.iter().all(|it| found.contains(it)));
    }
}
