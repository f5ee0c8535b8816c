//! Slanted sides of walk boxes in v2 and older, which the interpreter finds by halving.
//!
//! A box has an upper and a lower row, each with a left and a right end. For a row between them, the interpreter
//! halves each side, from its upper to its lower end, until it reaches the row. It counts in cells of 8 × 2 pixels
//! and drops fractions when it halves.
//!
//! **Note:** the steps of a slanted side have uneven heights. If a side goes 10 cells to the left in 64 rows, they
//! are 4, 4, 8, 8, 8, 4, 4, 8, 8 and 8 rows high. Only the last row ends at the corner, the first one does not.
//!
//! Source: pictures of ScummVM 2.7.0; `judges/oracle/README.md`, halved sides.

/// Width and height of a cell in pixels.
const CELL: (i32, i32) = (8, 2);

type Cell = (i32, i32);

/// Whether a box with these corners contains a point, both in pixels.
pub(super) fn holds(corners: &[(i16, i16); 4], point: (i32, i32)) -> bool {
    let cell = |(x, y): (i32, i32)| (x.div_euclid(CELL.0), y.div_euclid(CELL.1));
    let [ul, ur, lr, ll] = corners.map(|(x, y)| cell((x.into(), y.into())));
    let (x, y) = cell(point);
    (ul.1..=lr.1).contains(&y) && (side_at(ul, ll, y)..=side_at(ur, lr, y)).contains(&x)
}

/// The column of a side in a row between its ends, in cells.
///
/// The loop ends: the row is always at or below `upper` and above `lower`, and each round halves the distance
/// between them. When they are adjacent, the half is in the upper row, which is then the wanted one.
#[allow(clippy::arithmetic_side_effects, reason = "cells of pixels of 16 bits")]
fn side_at(mut upper: Cell, mut lower: Cell, row: i32) -> i32 {
    if row == lower.1 {
        return lower.0;
    }
    loop {
        let half = ((upper.0 + lower.0).div_euclid(2), (upper.1 + lower.1).div_euclid(2));
        if half.1 == row {
            return half.0;
        }
        *(if half.1 < row { &mut upper } else { &mut lower }) = half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners, in pixels, of a box in cells: upper and lower row, left and right end of both.
    fn corners([top, bottom, ulx, urx, llx, lrx]: [i16; 6]) -> [(i16, i16); 4] {
        [(ulx, top), (urx, top), (lrx, bottom), (llx, bottom)].map(|(x, y)| (8 * x, 2 * y))
    }

    /// For each row, the number of cells left of the box, and in it.
    fn rows(of: [i16; 6]) -> Vec<(i32, i32)> {
        let corners = corners(of);
        let row = |y: i32| {
            let held: Vec<i32> = (0..40).filter(|x| holds(&corners, (8 * x, 2 * y))).collect();
            let (first, last) = (*held.first()?, *held.last()?);
            Some((first, last - first + 1))
        };
        (0..64).filter_map(row).collect()
    }

    /// The results of ScummVM 2.7.0 for an actor that was put into every cell in turn (Maniac Mansion, v1 and v2).
    #[test]
    fn a_slanted_side_is_halved() {
        let seen = |runs: &[(usize, i32, i32)]| -> Vec<(i32, i32)> {
            runs.iter().flat_map(|(rows, left, held)| vec![(*left, *held); *rows]).collect()
        };
        let to_the_left = [
            (3, 9, 20),
            (3, 9, 19),
            (5, 8, 19),
            (2, 7, 19),
            (3, 7, 18),
            (6, 7, 17),
            (2, 6, 17),
            (3, 6, 16),
            (6, 5, 16),
            (2, 4, 16),
            (3, 4, 15),
            (6, 4, 14),
        ];
        assert_eq!(rows([10, 53, 10, 29, 4, 17]), seen(&to_the_left));
        assert_eq!(rows([5, 9, 3, 30, 20, 25]), [(5, 25), (7, 22), (11, 17), (15, 12), (20, 6)]);
        assert_eq!(rows([8, 8, 30, 35, 30, 35]), [(30, 6)]);
    }

    #[test]
    fn boxes_whose_corners_are_neighbours_leave_no_gap() {
        for (upper, lower) in [(0, 38), (19, 9), (9, 19), (38, 0), (7, 8)] {
            let left = rows([0, 63, 0, upper, 0, lower]);
            let right = rows([0, 63, upper + 1, 39, lower + 1, 39]);
            assert_eq!(left.len(), 64);
            assert!(left.iter().zip(&right).all(|(left, right)| left.1 == right.0), "{upper} {lower}");
        }
    }

    #[test]
    fn odd_boxes_hold_what_they_hold() {
        let whole = [(0, 0), (312, 0), (312, 126), (0, 126)];
        assert!(holds(&whole, (319, 127)) && !holds(&whole, (320, 0)) && !holds(&whole, (-1, 0)));
        let upside_down = [(0, 126), (312, 126), (312, 0), (0, 0)];
        assert!(!holds(&upside_down, (0, 0)));
        let far = [(i16::MIN, i16::MIN), (i16::MAX, i16::MIN), (i16::MAX, i16::MAX), (i16::MIN, i16::MAX)];
        for at in [i32::MIN, -32_768, -7, 0, 32_767, i32::MAX] {
            assert_eq!(holds(&far, (at, at)), i16::try_from(at).is_ok(), "{at}");
        }
    }
}
