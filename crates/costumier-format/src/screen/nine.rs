//! Colours of nine bits in rooms and costumes for the PC-Engine (`docs/format/old-rooms.md §8`).
//!
//! ```text
//! for each group of up to 8 colours: u8 their ninth bits, the first colour's lowest; then u8 each: their low bits
//! bits 8…6 green, 5…3 red, 2…0 blue, each part 0 … 7
//! ```
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{Rgb, high};

/// The colour that is entry 15 of every palette of a room.
pub const LAST: u16 = 0x1B6;

/// Number of colours that a room stores of a palette.
pub const PACKED: usize = 14;

/// Number of colours of a group.
const GROUP: usize = 8;

/// The visible colour of nine bits. Each part of 0 to 7 is scaled to 0 to 255; the screen shows its upper five
/// bits.
#[must_use]
pub fn rgb(nine: u16) -> Rgb {
    let part = |shift: u32| {
        let [low, _] = (nine.wrapping_shr(shift) & 7).to_le_bytes();
        full(low)
    };
    high::rgb(high::pixel([part(3), part(6), part(0)]))
}

/// Scales a part of 0 to 7 to 0 to 255.
fn full(part: u8) -> u8 {
    u8::try_from(u16::from(part & 7).saturating_mul(255) / 7).unwrap_or(u8::MAX)
}

/// The nine bits of a colour that the screen shows exactly; `None` for any other colour.
#[must_use]
pub fn nine(colour: Rgb) -> Option<u16> {
    let part = |value: u8| {
        (0..8).find(|part| high::pixel([full(*part); 3]) == high::pixel([value; 3])).map(u16::from)
    };
    let [red, green, blue] = colour.map(part);
    Some(green? << 6 | red? << 3 | blue?)
}

/// Number of bytes that `count` colours take.
#[must_use]
pub fn packed_len(count: usize) -> usize {
    count.saturating_add(count.div_ceil(GROUP))
}

/// Reads `count` colours; missing bits are 0.
#[must_use]
pub fn unpack(bytes: &[u8], count: usize) -> Vec<u16> {
    let groups = bytes.chunks(GROUP.saturating_add(1)).filter_map(|group| group.split_first());
    let colours = groups.flat_map(|(ninth, low)| {
        (0u32..).zip(low).map(|(at, low)| u16::from(*low) | (u16::from(*ninth).wrapping_shr(at) & 1) << 8)
    });
    colours.chain(std::iter::repeat(0)).take(count).collect()
}

/// Packs colours of nine bits.
#[must_use]
pub fn pack(colours: &[u16]) -> Vec<u8> {
    let group = |group: &[u16]| {
        let ninth = group.iter().rev().fold(0, |bits: u8, colour| bits << 1 | u8::from(colour & 0x100 != 0));
        std::iter::once(ninth).chain(group.iter().map(|colour| colour.to_le_bytes()[0])).collect::<Vec<_>>()
    };
    colours.chunks(GROUP).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninth_bits_stand_before_eight_colours() {
        let colours = [0x1FF, 0x0AA, 0x101, 4, 5, 6, 7, 0x108, 0x1B6, 10];
        let packed = pack(&colours);
        assert_eq!(packed, [0b1000_0101, 0xFF, 0xAA, 1, 4, 5, 6, 7, 8, 1, 0xB6, 10]);
        assert_eq!(unpack(&packed, 10), colours);
        assert_eq!(unpack(&packed[..4], 5), [0x1FF, 0x0AA, 0x101, 0, 0]);
        assert_eq!((pack(&[0; 15]).len(), packed_len(15)), (17, 17));
    }

    #[test]
    fn green_is_highest_and_the_screen_has_five_bits() {
        assert_eq!(rgb(0b111_000_000), [0, 255, 0]);
        assert_eq!(rgb(0b000_111_001), [255, 0, 33]);
        assert!((0..512).all(|all| nine(rgb(all)) == Some(all)));
        assert_eq!(nine([8, 0, 0]), None);
    }
}
