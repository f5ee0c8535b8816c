//! Hashes of limbs' states. Equal states have equal hashes; different states hardly ever have.

/// Mixes a number into a hash.
pub(super) fn mix(hash: u64, number: u64) -> u64 {
    (hash ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}
