//! Screens: their palettes, and the patterns in which screens with fewer colours show a game's.
//!
//! Games of v1 to v3 with 16 colours, and Monkey Island 1 EGA, have no palettes: the screen has one
//! (`docs/format/drawing.md §8`). The interpreter's default is EGA. CGA and Hercules screens show colours as
//! patterns of dots (`docs/format/unjudged.md §2`). EGA screens show VGA games with two EGA colours in a
//! chequered pattern that the room chooses (`EPAL`).

mod dither;
pub mod high;
pub mod macintosh;
pub mod nes;
pub mod nine;
mod pattern;

pub use dither::ega_pairs;
pub use pattern::{Dots, Pattern, Patterned, RowLine, Shades};

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownName;

/// Red, green and blue, 0 to 255 each.
pub type Rgb = [u8; 3];

/// The value of transparent pixels on a screen that shows patterns: the first value that is not one of its colours.
pub const NOTHING: u8 = 16;

/// A kind of screen that games can be shown on. Games of 16 colours know several. Games of 256 colours know a PC's
/// and a
/// Macintosh's, up to v6 also EGA; games for the NES only their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Screen {
    /// EGA and VGA on a PC.
    #[default]
    Ega,
    /// CGA on a PC: black, cyan, magenta and white, from which other colours are mixed.
    Cga,
    /// CGA on a composite monitor (v1). The dots are those of [`Screen::Cga`]; the colours that such a monitor
    /// makes of them are not imitated.
    CgaComposite,
    /// CGA in two colours with twice the dots (v1).
    CgaBw,
    /// Hercules on a PC with a green monitor: one colour.
    Hercules,
    /// Hercules on a PC with an amber monitor: one colour.
    HerculesAmber,
    /// The Amiga, for games of v3.
    Amiga,
    /// The Amiga, for Monkey Island 1.
    AmigaMonkey,
    /// The Commodore 64. Colour numbers are the C64's own, for v1.
    C64,
    /// The NES, with 64 colours of its own.
    Nes,
    /// The Macintosh: games of 256 colours are brighter than on a PC, games of v3 with 16 colours have its own.
    Mac,
    /// VGA on a PC, for games of 256 colours: the rooms' colours as stored.
    Vga,
}

/// The 16 colours of EGA, as 0xRRGGBB.
pub const EGA: [u32; 16] = [
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

/// The C64's colours as in ScummVM; measurements of real machines differ by a few shades.
const C64: [u32; 16] = [
    0x000000, 0xFFFFFF, 0x7E352B, 0x6EB7C1, 0x7F3BA6, 0x5CA035, 0x332799, 0xCBD765, 0x85531C, 0x503C00,
    0xB46B61, 0x4A4A4A, 0x757575, 0xA3E77C, 0x7064D6, 0xA3A3A3,
];

const CGA: [Rgb; 4] = [[0, 0, 0], [0x55, 0xFF, 0xFF], [0xFF, 0x55, 0xFF], [0xFF, 0xFF, 0xFF]];

const WHITE: [Rgb; 2] = [[0; 3], [0xFF; 3]];

const GREEN: [Rgb; 2] = [[0; 3], [0, 0xFF, 0]];

const AMBER: [Rgb; 2] = [[0; 3], [0xAE, 0x69, 0x38]];

/// Red, green and blue of 16 colours that are given as 0xRRGGBB.
pub fn rgb(colours: [u32; 16]) -> [Rgb; 16] {
    colours.map(|colour| {
        let [_, r, g, b] = colour.to_be_bytes();
        [r, g, b]
    })
}

/// The square of the distance between two colours.
pub fn distance(a: Rgb, b: Rgb) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

impl Screen {
    /// All kinds of screens, EGA first.
    pub const ALL: [Self; 12] = [
        Self::Ega,
        Self::Cga,
        Self::CgaComposite,
        Self::CgaBw,
        Self::Hercules,
        Self::HerculesAmber,
        Self::Amiga,
        Self::AmigaMonkey,
        Self::C64,
        Self::Nes,
        Self::Mac,
        Self::Vga,
    ];

    /// The screen's name on the command line, such as `ega`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ega => "ega",
            Self::Cga => "cga",
            Self::CgaComposite => "cga-composite",
            Self::CgaBw => "cga-bw",
            Self::Hercules => "hercules",
            Self::HerculesAmber => "hercules-amber",
            Self::Amiga => "amiga",
            Self::AmigaMonkey => "amiga-monkey",
            Self::C64 => "c64",
            Self::Nes => "nes",
            Self::Mac => "mac",
            Self::Vga => "vga",
        }
    }

    /// The screen's colours for a game of 16 colours. Screens with patterns of [dots](Self::dots) have EGA's; for
    /// the NES, the first 16 of 64.
    #[must_use]
    pub fn colours(self) -> [Rgb; 16] {
        match self {
            Self::Amiga => rgb(AMIGA),
            Self::AmigaMonkey => rgb(AMIGA_MONKEY),
            Self::C64 => rgb(C64),
            Self::Mac => macintosh::COLOURS,
            Self::Nes => std::array::from_fn(|k| nes::COLOURS.get(k).copied().unwrap_or_default()),
            _ => rgb(EGA),
        }
    }

    /// The colours that a dot of the screen can have.
    #[must_use]
    pub fn dots(self) -> &'static [Rgb] {
        match self {
            Self::Cga | Self::CgaComposite => &CGA,
            Self::CgaBw => &WHITE,
            Self::Hercules => &GREEN,
            Self::HerculesAmber => &AMBER,
            Self::Ega | Self::Amiga | Self::AmigaMonkey | Self::C64 | Self::Nes | Self::Mac | Self::Vga => {
                &[]
            }
        }
    }

    /// Whether the interpreter shows v1 on this screen with patterns instead of colours
    /// (`docs/format/unjudged.md §2.1`).
    #[must_use]
    pub fn has_v1_patterns(self) -> bool {
        matches!(self, Self::Cga | Self::CgaBw | Self::Hercules | Self::HerculesAmber)
    }

    /// Whether dots have another shape than with 320 × 200 dots on a PC, so that pictures should state it.
    #[must_use]
    pub fn is_unusual(self) -> bool {
        self.dot_shape() != Self::Ega.dot_shape()
    }

    /// Width and height of a dot as seen, as a fraction. Screens are 4 : 3, with 320 × 200, 640 × 400 or 720 × 350
    /// dots.
    #[must_use]
    pub fn dot_shape(self) -> (u32, u32) {
        match self {
            Self::Hercules | Self::HerculesAmber => (35, 54),
            _ => (5, 6),
        }
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Screen {
    type Err = UnknownName;

    /// A [name](Self::name), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, "screen", Self::ALL, Self::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_are_found_by_their_names() {
        for screen in Screen::ALL {
            assert_eq!(screen.name().parse(), Ok(screen));
            // The first colours of the NES are greys.
            assert_eq!(screen.colours()[0] == [0; 3], screen != Screen::Nes);
        }
        assert_eq!(Screen::default().colours()[6], [0xAA, 0x55, 0]);
        assert_eq!((Screen::Cga.dots().len(), Screen::Hercules.dots().len()), (4, 2));
        assert!("svga".parse::<Screen>().unwrap_err().to_string().contains("amiga-monkey"));
    }
}
