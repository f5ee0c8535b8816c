//! Runs of pictures made of blocks of 16 × 16 pixels in planes ([`blocks`](crate::codec::blocks)): one column of
//! blocks after the other, each block by rows.
//!
//! **Note:** the four bits of a colour are in four bytes, so a run's own bits are all bits of its block.

use super::{Open, Paint, Run, RunKind, Runs, bytes};
use crate::codec::blocks::{self, Feed, SIDE};

/// Number of pixels of a block.
const PIXELS: usize = SIDE * SIDE;

impl Runs<'_> {
    /// Returns the next run: a gap, an empty block, or the first run of a block.
    pub(super) fn block(&mut self, stated: u16) -> Run {
        if self.first >= self.goal {
            let column = self.pixels.checked_div(self.width).unwrap_or(0).saturating_mul(SIDE);
            self.goal = self.goal.saturating_add(column);
            self.next_row = 0;
        }
        if self.next_row >= usize::from(stated) / SIDE {
            return self.unsaid(self.goal);
        }
        match self.next_block() {
            Some(open) => self.tell(open),
            None => self.unsaid(self.stored),
        }
    }

    fn next_block(&mut self) -> Option<Open> {
        let at = self.at;
        let gap = self.data.get(at).copied()?;
        let behind = at.saturating_add(1);
        let blank = |count| {
            let command = bytes(at, behind);
            Open {
                paint: Paint::Same { own: command.clone(), value: 0, kind: RunKind::Repeat },
                command,
                count,
            }
        };
        if gap == blocks::EMPTY {
            self.at = behind;
            self.next_row = self.next_row.saturating_add(1);
            return Some(blank(PIXELS));
        }
        let mut feed = Feed { data: self.data, at: behind };
        feed.block(&mut self.planes)?;
        // `row_end` is 1 if the gap has been returned.
        if gap > 0 && self.row_end == 0 {
            self.row_end = 1;
            return Some(blank(usize::from(gap).saturating_mul(SIDE)));
        }
        self.row_end = 0;
        self.at = feed.at;
        self.next_row = self.next_row.saturating_add(1);
        let from = if gap > 0 { behind } else { at };
        Some(Open { command: bytes(from, feed.at), count: PIXELS, paint: Paint::Planes { pixel: 0 } })
    }
}

/// The colour of a block's pixel, and how many pixels from it on have the colour.
pub(super) fn colour(planes: &[u8; blocks::BYTES], pixel: usize) -> (u8, usize) {
    let of = |pixel: usize| blocks::colour(planes, (pixel % SIDE, pixel / SIDE));
    let value = of(pixel);
    let same = (pixel..PIXELS).take_while(|pixel| of(*pixel) == value).count();
    (value, same)
}
