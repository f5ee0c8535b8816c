//! Numbers of JavaScript. As an argument, any number type but `f64` would take whatever came, cut off and wrapped
//! around: -1 would be 4,294,967,295, 1.5 would be 1, and NaN 0.

use std::ops::RangeInclusive;

use crate::error::{Failure, Result};

/// Ids, and places in lists.
pub(crate) const ID: RangeInclusive<i64> = 0..=0xFFFF_FFFF;
/// Numbers that costumes have for chores, records and pictures.
pub(crate) const U16: RangeInclusive<i64> = 0..=0xFFFF;
/// A limb.
#[cfg(feature = "whole")]
pub(crate) const U8: RangeInclusive<i64> = 0..=0xFF;
/// Pixels of a room.
pub(crate) const PIXEL: RangeInclusive<i64> = -0x8000_0000..=0x7FFF_FFFF;
/// Ticks, or frames, of one call.
pub(crate) const TICKS: RangeInclusive<i64> = 0..=100_000;
/// How many times as large.
#[cfg(feature = "whole")]
pub(crate) const SCALE: RangeInclusive<i64> = 1..=8;

/// Returns a number as a whole one.
///
/// # Errors
/// It has a fraction, or lies outside these bounds.
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

/// As [`whole`], for an id that may be left out.
#[cfg(feature = "whole")]
pub(crate) fn optional<T: TryFrom<i64>>(name: &str, value: Option<f64>) -> Result<Option<T>> {
    value.map(|value| whole(name, value, ID)).transpose()
}
