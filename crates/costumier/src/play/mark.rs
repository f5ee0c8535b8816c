//! Hashes of limbs' states: equal states have equal values, and different states hardly ever do.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// Mixes a number into a hash.
pub(super) fn stir(mark: u64, number: u64) -> u64 {
    (mark ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}
