//! What the next ten bits of a stream say: how many pixels of the old colour, then which command. Surprising:
//! there is one table for each depth, made when the first picture of that depth is decoded, and kept (8 kB).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::sync::OnceLock;

/// Bits that are looked at together.
const BITS: u32 = 10;

/// As many as ten bits can say.
const TENS: usize = 1 << BITS;

/// The most bits that a step takes: ten seen, and eight more of a colour or a count.
pub(super) const MOST_BITS: u32 = BITS + 8;

/// Zero bits, each a pixel more of the old colour, and the command behind them; or zero bits alone, where not
/// enough of the command can be seen to tell what it is.
///
/// The new colour is `(colour & keep) + (operand & mask) + add`, and `operand & count` pixels of it are certain,
/// at least one.
#[derive(Clone, Copy, Default)]
#[repr(align(8))]
pub(super) struct Step {
    /// Bits of all that.
    pub(super) length: u8,
    /// Pixels of the old colour, at most [`Step::MOST_ZEROS`].
    pub(super) zeros: u8,
    /// Where the operand begins.
    pub(super) operand: u8,
    keep: u8,
    mask: u8,
    add: u8,
    /// All bits set where the operand is a count.
    count: u8,
}

impl Step {
    /// The most [`Step::zeros`]: of ten zero bits, the last is the certain pixel.
    pub(super) const MOST_ZEROS: usize = BITS as usize - 1;

    /// Does what the command says, `operand` being the bits at [`Step::operand`]; returns how many pixels of the
    /// new colour are certain.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects, reason = "at most 255, or 1 in place of 0")]
    pub(super) fn take(&self, operand: u64, colour: &mut u8) -> usize {
        let operand = operand.to_le_bytes()[0];
        *colour = (*colour & self.keep).wrapping_add(operand & self.mask).wrapping_add(self.add);
        let count = usize::from(operand & self.count);
        count + usize::from(count == 0)
    }

    /// That which begins with these ten bits.
    #[allow(clippy::arithmetic_side_effects, reason = "at most ten zeros and 13 more bits")]
    fn of(ten: u16, depth: u8) -> Self {
        // No command is seen behind ten zeros; what is found there then is none.
        let zeros = (u32::from(ten) | 1 << BITS).trailing_zeros();
        let (command, seen) = (ten >> zeros, BITS - zeros);
        let zeros = zeros.to_le_bytes()[0];
        // Nothing but zeros: the last of them is said as the one certain pixel behind a command that changes
        // nothing. (There are at least six.)
        let nothing = Self { length: zeros, zeros: zeros.saturating_sub(1), keep: 0xFF, ..Self::default() };
        let step = (command >> 2).to_le_bytes()[0] & 7;
        match (seen, command & 0b10) {
            (0 | 1, _) => nothing,
            (_, 0) => {
                let (length, mask) = (zeros + 2 + depth, (!(0xFF_u16 << depth)).to_le_bytes()[0]);
                Self { length, zeros, operand: zeros + 2, keep: 0, mask, ..nothing }
            }
            (..5, _) => nothing,
            _ if step == 4 => Self { length: zeros + 13, zeros, operand: zeros + 5, count: 0xFF, ..nothing },
            _ => Self { length: zeros + 5, zeros, add: step.wrapping_sub(4), ..nothing },
        }
    }
}

/// The steps of one depth.
pub(super) struct Steps([Step; TENS]);

impl Steps {
    /// Those of colours of so many bits, at most eight.
    pub(super) fn of(depth: u8) -> &'static Self {
        static ALL: [OnceLock<Box<Steps>>; 9] = [const { OnceLock::new() }; 9];
        let [.., eight] = &ALL;
        let depth = depth.min(8);
        ALL.get(usize::from(depth)).unwrap_or(eight).get_or_init(|| {
            let mut steps = Box::new(Self([Step::default(); TENS]));
            for (ten, step) in (0..).zip(&mut steps.0) {
                *step = Step::of(ten, depth);
            }
            steps
        })
    }

    /// What is at the start of this window.
    #[inline(always)]
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        reason = "ten bits, and as many steps as they can say"
    )]
    pub(super) fn next(&self, window: u64) -> &Step {
        &self.0[(window & (TENS as u64 - 1)) as usize]
    }
}
