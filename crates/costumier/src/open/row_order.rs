//! The recognition of v5 games for the Amiga, whose costumes store their pixels by rows instead of columns
//! (`docs/format/drawing.md §9`).
//!
//! No header says so (`docs/format/containers.md §9`), but the pixels do. In the right order, pixels of
//! adjacent runs are often equal. They are one *height* apart in a stream stored by columns, one *width* apart
//! in one stored by rows. At the other distance, pixels are unrelated. So each picture votes for the distance
//! with more equal pixels (`docs/format/cost.md §11` proposes to decode both ways; this needs no second
//! decoding).
//!
//! UNVERIFIED with games for the Amiga. Measured with 216 hand-drawn pictures of the oracle's example games, stored
//! both ways: 134 votes for columns and none for rows; stored by rows, 141 for rows and none for columns. The other
//! pictures, mostly square, did not vote. Of the sample game's pictures 30 vote, two of them wrongly when stored by
//! rows (`sample/tests/editions/game.rs`).

use crate::codec::{ColourTable, Encoded};
use crate::cost::Cost;
use crate::dialect::Dialect;
use crate::game::Game;

/// Number of costumes that are examined, spread over the directory.
const MOST_COSTUMES: usize = 24;
/// Number of pictures of each costume.
const MOST_PICTURES: usize = 8;
/// Smallest difference of a picture's sides. With a smaller one, both distances are nearly the same.
const LEAST_DIFFERENCE: u16 = 4;
/// Shortest side of a picture that votes.
const LEAST_SIDE: u16 = 6;
/// Largest number of pixels of a picture that votes; those of actors are smaller.
const MOST_PIXELS: usize = 0x8000;
/// Smallest lead of one distance, in equal pairs per 100.
const LEAST_LEAD: usize = 4;
/// Smallest lead that is more than chance: its square times the number of pairs (three standard deviations of two
/// shares near one half).
const CHANCE: usize = 45_000;
/// Smallest number of votes for a decision.
const LEAST_VOICES: usize = 8;
/// Smallest ratio of the majority to the minority.
const MAJORITY: usize = 4;

/// The votes of pictures for an order of pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowOrder {
    /// Votes for rows, as on the Amiga.
    pub(crate) by_rows: usize,
    /// Votes for columns, as on all other platforms.
    pub(crate) by_columns: usize,
}

impl RowOrder {
    /// Whether enough pictures agree on rows.
    #[must_use]
    pub(crate) fn is_amiga(self) -> bool {
        self.by_rows >= LEAST_VOICES && self.by_rows >= self.by_columns.saturating_mul(MAJORITY)
    }

    /// Counts a picture's vote. `stored` holds pixel values in stored order.
    pub(crate) fn ask(&mut self, stored: &[u8], (width, height): (u16, u16)) {
        let small = width.min(height) < LEAST_SIDE || width.abs_diff(height) < LEAST_DIFFERENCE;
        let pixels = usize::from(width).saturating_mul(usize::from(height));
        let Some(stored) = stored.get(..pixels).filter(|_| !small && pixels <= MOST_PIXELS) else { return };
        let (columns, pairs) = equal_percent(stored, usize::from(height));
        let (rows, others) = equal_percent(stored, usize::from(width));
        let lead = columns.abs_diff(rows);
        match lead >= LEAST_LEAD && lead.saturating_mul(lead).saturating_mul(pairs.min(others)) >= CHANCE {
            true if rows > columns => self.by_rows = self.by_rows.saturating_add(1),
            true => self.by_columns = self.by_columns.saturating_add(1),
            false => {}
        }
    }
}

/// Number of equal pairs per 100 pairs of pixels at this distance, and the number of pairs. Pairs of transparent
/// pixels do not count, since margins are alike in every order.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "no more pairs than pixels that are looked at, times a hundred"
)]
fn equal_percent(stored: &[u8], distance: usize) -> (usize, usize) {
    let pairs = stored.iter().zip(stored.iter().skip(distance)).filter(|(a, b)| **a != 0 || **b != 0);
    let (equal, all) = pairs.fold((0, 0), |(equal, all), (a, b)| (equal + usize::from(a == b), all + 1));
    (equal * 100 / all.max(1_usize), all)
}

impl Game {
    /// Treats a v5 game as one for the Amiga if its pictures say so.
    pub(super) fn look_for_rows(&mut self) {
        if self.dialect().edition() != Dialect::V5 {
            return;
        }
        let order = self.row_order();
        if order.is_amiga() {
            let all = order.by_rows.saturating_add(order.by_columns);
            let text = format!(
                "{} of {all} pictures looked at make sense row by row, as the Amiga stores them",
                order.by_rows
            );
            self.assume_because(Dialect::V5_AMIGA, &text);
        }
    }

    /// The votes of some pictures of some costumes of a v5 game.
    #[must_use]
    pub(crate) fn row_order(&self) -> RowOrder {
        let mut order = RowOrder::default();
        let slots: Vec<u32> = self.costume_ids().collect();
        let mut stored = Vec::new();
        let mut scratch = Vec::new();
        for id in slots.iter().step_by(slots.len().div_ceil(MOST_COSTUMES).max(1)) {
            let Ok(cost) = self.costume_bytes(*id).and_then(|found| Cost::open(found.payload, Dialect::V5))
            else {
                continue;
            };
            let keys: Vec<_> = cost.picture_keys().collect();
            for key in keys.iter().step_by(keys.len().div_ceil(MOST_PICTURES).max(1)) {
                let Some(packed) = cost.picture(*key).ok().map(|picture| picture.packed) else { continue };
                if packed.pixels() > MOST_PIXELS || !matches!(packed.encoded, Encoded::Rle { .. }) {
                    continue;
                }
                // Columns of this dialect are the stored stream itself.
                packed.decode_columns(&ColourTable::IDENTITY, &mut stored, &mut scratch);
                order.ask(&stored, (packed.width, packed.height));
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disc with a stripe, by columns.
    fn disc(width: u16, height: u16) -> Vec<u8> {
        let (w, h) = (i32::from(width), i32::from(height));
        let colour = |x: i32, y: i32| {
            let (dx, dy) = ((2 * x - w) * h, (2 * y - h) * w);
            let inside = dx * dx + dy * dy < w * w * h * h;
            u8::from(inside) + u8::from(inside && (y / 5) % 2 == 0)
        };
        (0..w).flat_map(|x| (0..h).map(move |y| colour(x, y))).collect()
    }

    #[test]
    fn a_disc_knows_its_order_and_a_square_does_not() {
        let mut order = RowOrder::default();
        order.ask(&disc(20, 44), (20, 44));
        assert_eq!(order, RowOrder { by_rows: 0, by_columns: 1 });
        // The columns of a picture are the rows of its transpose.
        order.ask(&disc(20, 44), (44, 20));
        assert_eq!(order, RowOrder { by_rows: 1, by_columns: 1 });
        for (pixels, size) in [(disc(30, 30), (30, 30)), (vec![0; 900], (20, 45)), (vec![], (20, 45))] {
            order.ask(&pixels, size);
        }
        assert_eq!(order, RowOrder { by_rows: 1, by_columns: 1 }, "what says nothing does not count");
    }

    #[test]
    fn a_few_voices_decide_nothing() {
        let amiga = |by_rows, by_columns| RowOrder { by_rows, by_columns }.is_amiga();
        assert!(amiga(8, 0) && amiga(8, 2) && !amiga(7, 0) && !amiga(8, 3) && !amiga(0, 30));
    }
}
