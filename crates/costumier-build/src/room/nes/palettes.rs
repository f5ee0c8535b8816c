//! Which colours the palettes of a room of the NES have: four of four, one of which serves each 2 × 2 tiles.

use std::collections::BTreeSet;

/// Most steps of looking for four palettes.
const STEPS: u32 = 200_000;

/// Colours, a bit each.
type Colours = u64;

/// The needs of two by two tiles: colours that their palette must have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PaletteNeeds {
    /// Colours of pixels that have to have value 0.
    pub(super) zero: Colours,
    /// Colours of pixels that must not.
    pub(super) others: Colours,
    /// Colours of all other pixels.
    pub(super) any: Colours,
}

impl PaletteNeeds {
    pub(super) fn with(self, other: Self) -> Self {
        Self { zero: self.zero | other.zero, others: self.others | other.others, any: self.any | other.any }
    }

    /// Colours that may stand at any value and that nothing else needs.
    fn left(self) -> Colours {
        self.any & !(self.zero | self.others)
    }

    /// Whether a palette of four can be all that.
    fn fits(self) -> bool {
        let (zero, others) = (self.zero.count_ones(), self.others.count_ones());
        zero <= 1 && others <= 3 && self.left().count_ones().saturating_add(others).saturating_add(zero) <= 4
    }

    pub(super) fn contains(self, other: Self) -> bool {
        self.with(other) == self
            || self.zero | other.zero == self.zero
                && self.others | other.others == self.others
                && other.any & !(self.any | self.zero | self.others) == 0
    }

    /// The palette: NES colours.
    pub(super) fn palette(self) -> [u8; 4] {
        let colours = |set: Colours| (0..64u8).filter(move |colour| set >> colour & 1 == 1);
        let mut left: Vec<u8> = colours(self.left()).collect();
        let others: Vec<u8> = colours(self.others).collect();
        let zero = colours(self.zero).next();
        let room = 3_usize.saturating_sub(others.len());
        let zero = zero.or_else(|| if left.len() > room { left.pop() } else { None });
        let mut all = [zero.unwrap_or(0); 4];
        // A free entry repeats the last one that is needed: texts use the first and the last entry of a palette.
        let mut wanted = others.into_iter().chain(left);
        let mut last = zero.unwrap_or(0);
        for entry in all.iter_mut().skip(1) {
            last = wanted.next().unwrap_or(last);
            *entry = last;
        }
        all
    }
}

/// Four palettes of which each wish has one.
pub(super) fn four(wishes: impl Iterator<Item = PaletteNeeds>) -> Option<[PaletteNeeds; 4]> {
    let all: BTreeSet<PaletteNeeds> = wishes.collect();
    let within = |wish: &PaletteNeeds| {
        all.iter().any(|other| other != wish && other.contains(*wish) && !wish.contains(*other))
    };
    let mut hard: Vec<PaletteNeeds> = all.iter().filter(|wish| !within(wish)).copied().collect();
    let size = |wish: &PaletteNeeds| (wish.zero | wish.others | wish.any).count_ones();
    hard.sort_by_key(|wish| std::cmp::Reverse(size(wish)));
    let mut palettes = [PaletteNeeds::default(); 4];
    let mut steps = STEPS;
    place(&hard, 0, &mut palettes, &mut steps).then_some(palettes)
}

/// Puts one wish after the other into palettes, the first `used` of which are begun, and takes them out again where
/// those behind them do not fit.
fn place(wishes: &[PaletteNeeds], used: usize, palettes: &mut [PaletteNeeds; 4], steps: &mut u32) -> bool {
    let Some((wish, rest)) = wishes.split_first() else { return true };
    for number in 0..used.saturating_add(1).min(palettes.len()) {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        let Some(palette) = palettes.get(number).copied() else { return false };
        let both = palette.with(*wish);
        if !both.fits() {
            continue;
        }
        palettes.iter_mut().skip(number).take(1).for_each(|place| *place = both);
        if place(rest, used.max(number.saturating_add(1)), palettes, steps) {
            return true;
        }
        palettes.iter_mut().skip(number).take(1).for_each(|place| *place = palette);
    }
    false
}
