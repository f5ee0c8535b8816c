//! Pixels of 16 bits, which some Humongous games from 9.9 on have instead of palette indices
//! (`docs/format/humongous-rooms.md §4`).
//!
//! ```text
//! bit 15 unused · 14…10 red · 9…5 green · 4…0 blue
//! ```
//! **Note:** the first and last ten colours of a room are drawn as pixels with the value of their index. So they
//! are shades of dark blue, whatever the room's palette says.

use super::Rgb;

/// The bits of a halved pixel without those that come from the next channel.
const HALVES: u16 = 0x7DEF;

/// The pixel of a colour; the lowest three bits of each channel are lost.
#[must_use]
pub fn pixel([r, g, b]: Rgb) -> u16 {
    u16::from(r >> 3) << 10 | u16::from(g >> 3) << 5 | u16::from(b >> 3)
}

/// The colour that a pixel shows.
#[must_use]
pub fn rgb(pixel: u16) -> Rgb {
    [10, 5, 0].map(|shift| {
        let [five, _] = ((pixel >> shift) & 31).to_le_bytes();
        five << 3 | five >> 2
    })
}

/// The mean of two pixels, as used for shadows.
#[must_use]
pub fn mixed(new: u16, beneath: u16) -> u16 {
    ((new >> 1) & HALVES).wrapping_add((beneath >> 1) & HALVES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_bits_a_channel() {
        assert_eq!(pixel([0xFF, 0x84, 0x0F]), 0b11111_10000_00001);
        assert_eq!(rgb(0b11111_10000_00001), [0xFF, 0x84, 0x08]);
        assert!((0..0x8000).all(|all| pixel(rgb(all)) == all));
        assert_eq!(rgb(9), [0, 0, 0x4A], "the number 9 is a dark blue");
    }

    #[test]
    fn shadows_are_the_middle_of_two_colours() {
        assert_eq!(mixed(0x7FFF, 0), 0b01111_01111_01111);
        assert_eq!(mixed(0x7FFF, 0x7FFF), 0b11110_11110_11110);
        assert_eq!(mixed(0b00001_00001_00001, 0), 0, "no bit gets into the next channel");
    }
}
