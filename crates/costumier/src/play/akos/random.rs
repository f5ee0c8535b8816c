//! Random numbers that are the same for the same seed on every machine (C082).
//!
//! The interpreter's own numbers are not reproducible and not needed, since games accept any. The purpose of a seed
//! is that a picture of a playing costume can be made again.

/// A generator: a counter with well mixed output (the `SplitMix64` method).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number that never repeats, however many are drawn.
    pub(super) fn state_hash(self) -> u64 {
        self.0
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from `a` to `b`, both included, in either order.
    #[allow(clippy::arithmetic_side_effects, reason = "the remainder of at least 1")]
    pub(super) fn between(&mut self, a: i16, b: i16) -> i16 {
        let (least, most) = (a.min(b), a.max(b));
        let span = u64::from(most.abs_diff(least)) + 1;
        // Below 65536, so adding it to `least` gives the right result even if it wraps on the way.
        let [low, high, ..] = (self.next() % span).to_le_bytes();
        least.wrapping_add_unsigned(u16::from_le_bytes([low, high]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_reached_and_nothing_beyond() {
        let mut random = Random::new(7);
        let seen: std::collections::BTreeSet<i16> = (0..200).map(|_| random.between(3, -2)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2, 3]);
        assert_eq!(random.between(5, 5), 5);
        for _ in 0..100 {
            let _ = random.between(i16::MIN, i16::MAX);
        }
    }

    #[test]
    fn the_seed_decides() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            (0..8).map(|_| random.between(0, 1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
    }
}
