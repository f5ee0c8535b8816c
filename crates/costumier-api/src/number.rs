//! Numbers of other languages, with the ranges that calls accept.
//!
//! A language that converts silently would make 4,294,967,295 of -1 and 0 of NaN. Its adapter passes each number as
//! the caller wrote it.

use std::fmt;
use std::ops::RangeInclusive;

use crate::error::{Error, Result};

/// The range of ids and of indices in lists.
pub(crate) const ID: RangeInclusive<i64> = 0..=0xFFFF_FFFF;
/// The range of indices of pictures.
pub(crate) const U16: RangeInclusive<i64> = 0..=0xFFFF;
/// The range of limbs.
pub(crate) const U8: RangeInclusive<i64> = 0..=0xFF;
/// The range of positions in a room, in pixels.
pub(crate) const PIXEL: RangeInclusive<i64> = -0x8000_0000..=0x7FFF_FFFF;
/// The range of ticks in one call.
pub(crate) const TICKS: RangeInclusive<i64> = 0..=100_000;
/// The range of factors for enlarging.
#[cfg(feature = "whole")]
pub(crate) const SCALE: RangeInclusive<i64> = 1..=8;
/// The range of bytes per pixel of a picture that is searched for.
#[cfg(feature = "edit")]
pub(crate) const PIXEL_BYTES: RangeInclusive<i64> = 1..=4;

/// A number in a call, before its range is checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(f64);

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        #[allow(clippy::cast_precision_loss, reason = "the ranges lie far below 2^53")]
        Self(number as f64)
    }
}

impl From<i32> for Number {
    fn from(number: i32) -> Self {
        Self(number.into())
    }
}

impl From<u32> for Number {
    fn from(number: u32) -> Self {
        Self(number.into())
    }
}

impl From<usize> for Number {
    fn from(number: usize) -> Self {
        i64::try_from(number).unwrap_or(i64::MAX).into()
    }
}

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self(number)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Number {
    /// Returns the number if it lies within a range, all of which the type has.
    ///
    /// # Errors
    /// `usage` if it has a fraction or lies outside; `name` is the argument's name.
    pub fn within<T: TryFrom<i64> + Default>(self, name: &str, range: RangeInclusive<i64>) -> Result<T> {
        Ok(T::try_from(self.whole(name, range)?).unwrap_or_default())
    }

    // Apart from `within`, of which there is one for each type: modules that pages load are small.
    fn whole(self, name: &str, range: RangeInclusive<i64>) -> Result<i64> {
        #[allow(clippy::cast_possible_truncation, reason = "a number that is cut off differs")]
        let whole = self.0 as i64;
        #[allow(clippy::cast_precision_loss, reason = "the ranges lie far below 2^53")]
        let is_whole = whole as f64 == self.0;
        if is_whole && range.contains(&whole) {
            return Ok(whole);
        }
        let (least, most) = range.into_inner();
        Err(Error::usage(format!("{name} is {self}: use a whole number from {least} to {most}")))
    }

    /// Returns the jiffies of a tick, if this is a number of ticks in a second. It may have a fraction.
    ///
    /// # Errors
    /// `usage` if a tick would be shorter than a jiffy, or longer than 255.
    #[cfg(feature = "whole")]
    pub(crate) fn jiffies(self) -> Result<u8> {
        let all = f64::from(costumier_export::JIFFIES_PER_SECOND);
        Self::from((all / self.0).floor())
            .within("jiffies", 1..=255)
            .map_err(|_| Error::usage(format!("ticks_per_second is {self}: use a number from 0.24 to {all}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_of_their_range_are_refused_with_their_name() {
        let text = |number: Number, range| number.within::<u32>("tick", range).unwrap_err().to_string();
        for (number, shown) in [
            (Number::from(-1), "-1"),
            (1.5.into(), "1.5"),
            (f64::NAN.into(), "NaN"),
            (f64::INFINITY.into(), "inf"),
            (Number::from(u64::MAX as f64), "18446744073709552000"),
            (Number::from(100_001_i64), "100001"),
        ] {
            let wanted = format!("tick is {shown}: use a whole number from 0 to 100000");
            assert_eq!(text(number, TICKS), wanted);
        }
        assert_eq!(Number::from(2.0).within::<u8>("limb", U8).ok(), Some(2));
        assert_eq!(Number::from(-3).within::<i32>("x", PIXEL).ok(), Some(-3));
        assert_eq!(Number::from(usize::MAX).within::<u32>("actor", ID).ok(), None);
    }
}
