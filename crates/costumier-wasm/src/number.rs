//! Checks numbers from JavaScript. Arguments are `f64`, because any other type would convert every number silently:
//! -1 would be 4,294,967,295, 1.5 would be 1, and NaN 0.

use std::ops::RangeInclusive;

use crate::error::{Failure, Result};

/// The range of ids and of indices in lists.
pub(crate) const ID: RangeInclusive<i64> = 0..=0xFFFF_FFFF;
/// The range of numbers of chores, records and pictures.
pub(crate) const U16: RangeInclusive<i64> = 0..=0xFFFF;
/// The range of limbs.
#[cfg(feature = "whole")]
pub(crate) const U8: RangeInclusive<i64> = 0..=0xFF;
/// The range of positions in a room, in pixels.
pub(crate) const PIXEL: RangeInclusive<i64> = -0x8000_0000..=0x7FFF_FFFF;
/// The range of ticks or frames in one call.
pub(crate) const TICKS: RangeInclusive<i64> = 0..=100_000;
/// The range of factors for enlarging.
#[cfg(feature = "whole")]
pub(crate) const SCALE: RangeInclusive<i64> = 1..=8;

/// Returns a number as a whole one.
///
/// # Errors
/// If it has a fraction, or lies outside of the bounds.
pub(crate) fn whole<T: TryFrom<i64>>(name: &str, value: f64, within: RangeInclusive<i64>) -> Result<T> {
    #[allow(clippy::cast_possible_truncation, reason = "what is cut off, or is no number, is refused below")]
    let number = value as i64;
    #[allow(clippy::cast_precision_loss, reason = "bounds lie far below 2^53")]
    let is_whole = number as f64 == value && within.contains(&number);
    T::try_from(number).ok().filter(|_| is_whole).ok_or_else(|| {
        let (least, most) = within.into_inner();
        Failure::usage(format!("{name} is {value}: use a whole number from {least} to {most}"))
    })
}

/// Works as [`whole`], for an id that may be missing.
#[cfg(feature = "whole")]
pub(crate) fn optional<T: TryFrom<i64>>(name: &str, value: Option<f64>) -> Result<Option<T>> {
    value.map(|value| whole(name, value, ID)).transpose()
}

/// Returns the jiffies of a tick; `ticks_per_second` may have a fraction.
///
/// # Errors
/// If a tick would be shorter than a jiffy, or longer than 255.
#[cfg(feature = "whole")]
pub(crate) fn jiffies(ticks_per_second: f64) -> Result<u8> {
    let all = f64::from(costumier_export::JIFFIES_PER_SECOND);
    let count = (all / ticks_per_second).floor();
    if (1.0..=255.0).contains(&count) {
        return whole("jiffies", count, 1..=255);
    }
    Err(Failure::usage(format!("ticks_per_second is {ticks_per_second}: use a number from 0.24 to {all}")))
}
