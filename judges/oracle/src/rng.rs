//! The random numbers of scenes: `SplitMix64`, so that a seed gives the same scenes on every machine.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The stream of one part of what a seed stands for: parts do not depend on how many numbers other parts
    /// took.
    pub(crate) fn of_part(seed: u64, part: u64) -> Self {
        let mut mixed = Self::new(seed ^ part.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        Self::new(mixed.next())
    }

    /// The seed of a stream that begins where this one is.
    pub(crate) fn seed(&self) -> u64 {
        self.state
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from `first` to `last`, both included.
    pub(crate) fn range(&mut self, first: i32, last: i32) -> i32 {
        let span = i64::from(last) - i64::from(first) + 1;
        let offset = (u128::from(self.next()) * u128::from(span.max(1).unsigned_abs())) >> 64;
        i32::try_from(i64::from(first) + i64::try_from(offset).unwrap_or(0)).unwrap_or(last)
    }

    /// A number from `first` to `last`, both included.
    pub(crate) fn byte(&mut self, first: u8, last: u8) -> u8 {
        u8::try_from(self.range(first.into(), last.into())).unwrap_or(last)
    }

    /// A number below `count`; 0 where there is none.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.range(0, i32::try_from(count).unwrap_or(i32::MAX) - 1)).unwrap_or(0)
    }

    /// True `percent` times in a hundred.
    pub(crate) fn chance(&mut self, percent: i32) -> bool {
        self.range(0, 99) < percent
    }

    /// One of several values.
    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_the_same_numbers_everywhere() {
        let mut rng = Rng::new(1);
        assert_eq!([rng.next(), rng.next()], [0x910A_2DEC_8902_5CC1, 0xBEEB_8DA1_658E_EC67]);
        assert_ne!(Rng::of_part(1, 1).next(), Rng::of_part(1, 2).next());
    }

    #[test]
    fn ranges_include_both_ends() {
        let mut rng = Rng::new(7);
        let mut seen = [false; 5];
        for _ in 0..200 {
            seen[usize::try_from(rng.range(-2, 2) + 2).unwrap()] = true;
        }
        assert_eq!(seen, [true; 5]);
        assert_eq!(rng.range(3, 3), 3);
        assert!(!rng.chance(0) && rng.chance(100));
    }
}
