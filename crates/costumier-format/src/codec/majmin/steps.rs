//! Steps of codec 16: what the next ten bits of a stream mean, some pixels of the old colour and then a command.
//!
//! **Note:** each depth has its own table of 8 kB, made when the first picture of that depth is decoded, and kept.

use std::sync::OnceLock;

/// Number of bits that are looked up together.
const BITS: u32 = 10;

/// Number of different values of ten bits.
const TENS: usize = 1 << BITS;

/// Largest number of bits of a step: ten seen, and eight more of a colour or a count.
pub(super) const MOST_BITS: u32 = BITS + 8;

/// Zero bits, each one more pixel of the old colour, and the command behind them. If not enough of the command is
/// visible to recognise it, zero bits alone.
///
/// The new colour is `(colour & keep) + (operand & mask) + add`, and `operand & count` pixels of it are certain, at
/// least one.
#[derive(Clone, Copy, Default)]
#[repr(align(8))]
pub(super) struct Step {
    /// Number of bits of the step.
    pub(super) length: u8,
    /// Number of pixels of the old colour, at most [`Step::MOST_ZEROS`].
    pub(super) zeros: u8,
    /// Position of the operand's first bit.
    pub(super) operand: u8,
    keep: u8,
    mask: u8,
    add: u8,
    /// All bits set if the operand is a count, else 0.
    count: u8,
}

impl Step {
    /// Largest value of [`Step::zeros`]: of ten zero bits, the last is the certain pixel.
    pub(super) const MOST_ZEROS: usize = BITS as usize - 1;

    /// Performs the command on `colour`; `operand` holds the bits at [`Step::operand`]. Returns how many pixels of
    /// the new colour are certain.
    #[inline(always)]
    #[allow(clippy::arithmetic_side_effects, reason = "at most 255, or 1 in place of 0")]
    pub(super) fn take(&self, operand: u64, colour: &mut u8) -> usize {
        let operand = operand.to_le_bytes()[0];
        *colour = (*colour & self.keep).wrapping_add(operand & self.mask).wrapping_add(self.add);
        let count = usize::from(operand & self.count);
        count + usize::from(count == 0)
    }

    /// The step that begins with these ten bits.
    #[allow(clippy::arithmetic_side_effects, reason = "at most ten zeros and 13 more bits")]
    fn of(ten: u16, depth: u8) -> Self {
        // No command is visible behind ten zeros; what `command` holds then is not one.
        let zeros = (u32::from(ten) | 1 << BITS).trailing_zeros();
        let (command, seen) = (ten >> zeros, BITS - zeros);
        let zeros = zeros.to_le_bytes()[0];
        // If only zeros are visible, the last one is expressed as the certain pixel of a command that changes
        // nothing. There are at least six.
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
    /// The steps for absolute colours of `depth` bits, at most eight.
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

    /// The step at the start of this window.
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
