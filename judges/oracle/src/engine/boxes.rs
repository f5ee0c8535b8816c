//! Frame numbers as boxes below the room, for games that have no palette to show them: one box that is always set, one
//! that never is, and a bit in each of the others.

use costumier_build::script::Op;

use crate::judge::frames::Frame;

/// Number of bits, enough for a pack.
const BITS: u32 = 12;

/// Columns from one box to the next, and of a box.
const BOX: (u32, u32) = (16, 12);

/// Rows of a box, and of the empty space above it.
const BOX_ROWS: (u32, u32) = (8, 4);

/// Boxes below the rows that show rooms, in two colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boxes {
    /// The row after the last one that shows rooms.
    pub(super) below: u32,
    pub(super) set: u8,
    pub(super) clear: u8,
}

impl Boxes {
    fn top(self) -> u32 {
        self.below + BOX_ROWS.1
    }

    /// Draws a number.
    pub(super) fn mark(self, number: usize) -> Vec<Op> {
        let bits = (0..BITS).map(|bit| number >> bit & 1 == 1);
        let boxes = [true, false].into_iter().chain(bits);
        let words = |x: u32, y: u32| {
            [x, y].into_iter().flat_map(|side| u16::try_from(side).unwrap_or(0).to_le_bytes())
        };
        let draw = |(at, set): (u32, bool)| {
            let (left, top) = (at * BOX.0, self.top());
            let mut op = vec![0x3F];
            op.extend(words(left, top));
            op.push(5);
            op.extend(words(left + BOX.1 - 1, top + BOX_ROWS.0 - 1));
            op.push(if set { self.set } else { self.clear });
            Op::Raw(op)
        };
        (0..).zip(boxes).map(draw).collect()
    }

    /// Returns the number on the display. `pixel` gives its colour at a column and row of the game.
    pub(super) fn number<P: PartialEq>(self, pixel: impl Fn(u32, u32) -> Option<P>) -> Option<usize> {
        let middle = |at: u32| pixel(at * BOX.0 + BOX.1 / 2, self.top() + BOX_ROWS.0 / 2);
        let (set, clear) = (middle(0)?, middle(1)?);
        if set == clear {
            return None;
        }
        (0..BITS).try_fold(0, |number, bit| {
            let shown = middle(2 + bit)?;
            (shown == set || shown == clear).then_some(number | usize::from(shown == set) << bit)
        })
    }
}

/// The palette index of a dot.
pub(super) fn dot(frame: &Frame, x: u32, y: u32) -> Option<u8> {
    let side = |side: u32| usize::try_from(side).unwrap_or(usize::MAX);
    let row = frame.pixels.chunks_exact(frame.width.max(1)).nth(side(y))?;
    row.get(side(x)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_from_its_boxes_and_nothing_else() {
        let boxes = Boxes { below: 10, set: 15, clear: 0 };
        let mut shown = vec![7; 320 * 40];
        let read = |shown: &[u8]| boxes.number(|x, y| shown.get((320 * y + x) as usize).copied());
        assert_eq!(read(&shown), None);
        for op in boxes.mark(0b1010_0000_0101) {
            let Op::Raw(bytes) = &op else { panic!("{op:?}") };
            let word = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
            for y in word(3)..=word(8) {
                shown[320 * y + word(1)..=320 * y + word(6)].fill(bytes[10]);
            }
        }
        assert_eq!(read(&shown), Some(0b1010_0000_0101));
        shown[320 * 18 + 54..].fill(7);
        assert_eq!(read(&shown), None);
    }
}
