//! Screens with 16 colours: their palettes, and how they show pictures of 256 colours.
//!
//! Games of v1 to v3 with 16 colours, and Monkey Island 1 EGA, have no palettes: the screen has
//! (`reference/04 §8`). The interpreter's default is EGA. VGA games on an EGA screen show each pixel as 2 ×
//! 2, with two EGA colours in a chequered pattern that the room chooses (`EPAL`).

pub(crate) mod dither;

use std::fmt;
use std::str::FromStr;

/// Red, green and blue, 0…255 each.
pub type Rgb = [u8; 3];

/// What transparent pixels become where an EGA screen shows 256 colours: the first value that is no EGA colour.
pub const NOTHING: u8 = 16;

/// A screen with 16 colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Screen {
    /// EGA and VGA on a PC.
    #[default]
    Ega,
    /// CGA on a PC: black, cyan, magenta, white. Each EGA colour is shown as the nearest of the four; the
    /// interpreter mixes them in patterns, which no reference describes.
    Cga,
    /// Hercules on a PC: one colour. Each EGA colour is shown as bright as it is; the interpreter uses
    /// patterns instead.
    Hercules,
    /// Amiga, v3.
    Amiga,
    /// Amiga, Monkey Island 1.
    AmigaMonkey,
    /// Commodore 64. The numbers are the C64's own: for v1.
    C64,
}

pub(crate) const EGA: [u32; 16] = [
    0x000000, 0x0000AA, 0x00AA00, 0x00AAAA, 0xAA0000, 0xAA00AA, 0xAA5500, 0xAAAAAA, 0x555555, 0x5555FF,
    0x55FF55, 0x55FFFF, 0xFF5555, 0xFF55FF, 0xFFFF55, 0xFFFFFF,
];

const AMIGA: [u32; 16] = [
    0x000000, 0x0000BB, 0x00BB00, 0x00BBBB, 0xBB0000, 0xBB00BB, 0xBB7700, 0xBBBBBB, 0x777777, 0x7777FF,
    0x00FF00, 0x00FFFF, 0xFF8888, 0xFF00FF, 0xFFFF00, 0xFFFFFF,
];

const AMIGA_MONKEY: [u32; 16] = [
    0x000000, 0x0000AA, 0x008822, 0x006677, 0xBB6666, 0xAA22AA, 0x885522, 0x777777, 0x333333, 0x2255DD,
    0x22DD44, 0x00CCFF, 0xFF9999, 0xFF55FF, 0xFFFF77, 0xFFFFFF,
];

/// As measured by others on real machines; opinions differ by a few shades.
const C64: [u32; 16] = [
    0x000000, 0xFFFFFF, 0x68372B, 0x70A4B2, 0x6F3D86, 0x588D43, 0x352879, 0xB8C76F, 0x6F4F25, 0x433900,
    0x9A6759, 0x444444, 0x6C6C6C, 0x9AD284, 0x6C5EB5, 0x959595,
];

const CGA: [Rgb; 4] = [[0, 0, 0], [0x55, 0xFF, 0xFF], [0xFF, 0x55, 0xFF], [0xFF, 0xFF, 0xFF]];

pub(crate) fn rgb(colours: [u32; 16]) -> [Rgb; 16] {
    colours.map(|colour| {
        let [_, r, g, b] = colour.to_be_bytes();
        [r, g, b]
    })
}

/// The square of the distance.
pub(crate) fn distance(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

impl Screen {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Ega, Self::Cga, Self::Hercules, Self::Amiga, Self::AmigaMonkey, Self::C64];

    /// Its name on the command line: `ega`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ega => "ega",
            Self::Cga => "cga",
            Self::Hercules => "hercules",
            Self::Amiga => "amiga",
            Self::AmigaMonkey => "amiga-monkey",
            Self::C64 => "c64",
        }
    }

    /// Its colours.
    #[must_use]
    pub fn colours(self) -> [Rgb; 16] {
        match self {
            Self::Ega => rgb(EGA),
            Self::Cga => {
                let nearest =
                    |colour| CGA.into_iter().min_by_key(|cga| distance(*cga, colour)).unwrap_or_default();
                rgb(EGA).map(nearest)
            }
            Self::Hercules => rgb(EGA).map(|[r, g, b]| {
                let bright = (u32::from(r) * 299 + u32::from(g) * 587 + u32::from(b) * 114) / 1000;
                [u8::try_from(bright).unwrap_or(u8::MAX); 3]
            }),
            Self::Amiga => rgb(AMIGA),
            Self::AmigaMonkey => rgb(AMIGA_MONKEY),
            Self::C64 => rgb(C64),
        }
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Screen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|screen| text.eq_ignore_ascii_case(screen.name()));
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("{text:?} is no screen; there are {names}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_are_found_by_their_names() {
        for screen in Screen::ALL {
            assert_eq!(screen.name().parse(), Ok(screen));
            assert_eq!(screen.colours()[0], [0; 3]);
        }
        assert_eq!(Screen::default().colours()[6], [0xAA, 0x55, 0]);
        assert_eq!(Screen::Cga.colours()[15], [255; 3]);
        assert!("vga".parse::<Screen>().unwrap_err().contains("amiga-monkey"));
    }
}
