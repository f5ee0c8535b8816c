//! Converts ticks to the time units of formats.
//!
//! A tick is a whole number of jiffies (1/60 s). APNG can store that exactly. GIF counts hundredths of a second, WebP
//! and JSON milliseconds: there, each frame *ends* at the unit nearest to its true end, and lasts from the end of the
//! frame before. So rounding errors do not add up: at any frame the animation is at most half a unit off.

use crate::options::JIFFIES_PER_SECOND;

/// Converts the ticks of consecutive frames to durations in one unit.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Units per second.
    per_second: u32,
    jiffies_per_tick: u32,
    ticks: u64,
    passed: u64,
}

impl Clock {
    /// Returns a clock in hundredths of a second, for GIF.
    #[must_use]
    pub fn centiseconds(jiffies_per_tick: u32) -> Self {
        Self { per_second: 100, jiffies_per_tick, ticks: 0, passed: 0 }
    }

    /// Returns a clock in milliseconds.
    #[must_use]
    pub fn milliseconds(jiffies_per_tick: u32) -> Self {
        Self { per_second: 1000, jiffies_per_tick, ticks: 0, passed: 0 }
    }

    /// Returns the duration of the next frame, which lasts `ticks`.
    pub fn next(&mut self, ticks: u32) -> u32 {
        self.ticks += u64::from(ticks);
        let jiffies = self.ticks * u64::from(self.jiffies_per_tick);
        let (unit, second) = (u64::from(self.per_second), u64::from(JIFFIES_PER_SECOND));
        let end = (2 * jiffies * unit + second) / (2 * second);
        let length = end - self.passed;
        self.passed = end;
        u32::try_from(length).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_usual_rate_is_exact() {
        let mut clock = Clock::centiseconds(6);
        assert_eq!([1, 2, 5].map(|ticks| clock.next(ticks)), [10, 20, 50]);
    }

    #[test]
    fn four_jiffies_take_turns() {
        let mut clock = Clock::centiseconds(4);
        let lengths: Vec<_> = (0..6).map(|_| clock.next(1)).collect();
        assert_eq!(lengths, [7, 6, 7, 7, 6, 7], "40 hundredths for 24 jiffies");
    }

    proptest! {
        #[test]
        fn the_total_never_drifts(jiffies in 1_u32..60, frames in prop::collection::vec(1_u32..50, 1..200)) {
            for (mut clock, unit) in [(Clock::centiseconds(jiffies), 100), (Clock::milliseconds(jiffies), 1000)] {
                let (mut ticks, mut passed) = (0_u64, 0_u64);
                for &frame in &frames {
                    ticks += u64::from(frame);
                    passed += u64::from(clock.next(frame));
                    let exact = ticks * u64::from(jiffies) * unit;
                    prop_assert!((passed * 60).abs_diff(exact) <= 30, "{passed} after {ticks} ticks");
                }
            }
        }
    }
}
