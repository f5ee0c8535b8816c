//! Checks numbers from JavaScript. Arguments are `f64`, because any other type would convert every number silently:
//! -1 would be 4,294,967,295, 1.5 would be 1, and NaN 0.

use std::ops::RangeInclusive;

use costumier_api::Number;

use crate::error::Result;

/// The range of ids and of indices in lists.
pub(crate) const ID: RangeInclusive<i64> = 0..=0xFFFF_FFFF;
/// The range of numbers of chores, records and pictures.
#[cfg(feature = "whole")]
pub(crate) const U16: RangeInclusive<i64> = 0..=0xFFFF;
/// The range of limbs.
#[cfg(feature = "whole")]
pub(crate) const U8: RangeInclusive<i64> = 0..=0xFF;
/// The range of ticks or frames in one call.
#[cfg(feature = "whole")]
pub(crate) const TICKS: RangeInclusive<i64> = 0..=100_000;

/// Returns a number as a whole one.
///
/// # Errors
/// If it has a fraction, or lies outside of the bounds.
pub(crate) fn whole<T: TryFrom<i64> + Default>(
    name: &str,
    value: f64,
    within: RangeInclusive<i64>,
) -> Result<T> {
    Ok(Number::from(value).within(name, within)?)
}

/// Works as [`whole`], for an id that may be missing.
#[cfg(feature = "whole")]
pub(crate) fn optional<T: TryFrom<i64> + Default>(name: &str, value: Option<f64>) -> Result<Option<T>> {
    value.map(|value| whole(name, value, ID)).transpose()
}
