//! Screens with 16 colours: their palettes, and how they show pictures of 256 colours.
//!
//! Games of v1 to v3 with 16 colours, and Monkey Island 1 EGA, have no palettes: the screen has
//! (`reference/04 §8`). The interpreter's default is EGA. VGA games on an EGA screen show each pixel as 2 ×
//! 2, with two EGA colours in a chequered pattern that the room chooses (`EPAL`).

use std::fmt;
use std::str::FromStr;

/// Red, green and blue, 0…255 each.
pub type Rgb = [u8; 3];

/// A screen with 16 colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

const EGA: [u32; 16] = [
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

fn rgb(colours: [u32; 16]) -> [Rgb; 16] {
    colours.map(|colour| {
        let [_, r, g, b] = colour.to_be_bytes();
        [r, g, b]
    })
}

/// The square of the distance.
fn distance(a: Rgb, b: Rgb) -> u32 {
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

/// The two EGA colours that come nearest to each colour when they are mixed: for rooms that do not say
/// (`EPAL`). The second is in the upper four bits. Of equally near pairs, the lowest colours are taken.
#[must_use]
pub fn ega_pairs(palette: &[Rgb; 256]) -> [u8; 256] {
    // The engine reckons with these brightnesses, not with those that it shows.
    let shades = rgb(EGA).map(|colour| {
        colour.map(|part| match part {
            0x55 => 0x57,
            0xAA => 0xAB,
            other => other,
        })
    });
    let pairs = (0..16u8).flat_map(|high| (0..=high).map(move |low| high << 4 | low));
    let mixed: Vec<(u8, Rgb)> = pairs
        .map(|pair| {
            let (a, b) = (shades[usize::from(pair & 15)], shades[usize::from(pair >> 4)]);
            (pair, [0, 1, 2].map(|i| a[i].midpoint(b[i])))
        })
        .collect();
    palette.map(|colour| {
        let nearest = mixed.iter().min_by_key(|(_, shade)| distance(*shade, colour));
        nearest.map_or(0, |(pair, _)| *pair)
    })
}

/// What [`dither_ega`] makes of transparent pixels: the first value that is no EGA colour.
pub const NOTHING: u8 = 16;

/// Pixels of 256 colours that are to be shown on an EGA screen.
#[derive(Clone, Copy, Debug)]
pub struct Ditherable<'a> {
    /// Rows of `width` pixels; what is too short for a row is left out.
    pub pixels: &'a [u8],
    /// Pixels of a row.
    pub width: usize,
    /// The value of transparent pixels, which become [`NOTHING`].
    pub transparent: Option<u8>,
    /// Whether the first row is an odd one of its screen.
    pub begins_odd: bool,
}

/// Shows a picture of 256 colours on an EGA screen: twice as wide and twice as high, in EGA colours
/// (`reference/04 §8`).
///
/// `pairs` holds two EGA colours for each of the 256. In even rows the upper one stands left, in odd rows
/// right. `out` is replaced.
pub fn dither_ega(picture: &Ditherable<'_>, pairs: &[u8; 256], out: &mut Vec<u8>) {
    out.clear();
    out.reserve(picture.pixels.len() * 4);
    for (y, row) in picture.pixels.chunks_exact(picture.width.max(1)).enumerate() {
        let start = out.len();
        let odd = (y % 2 == 1) != picture.begins_odd;
        for &colour in row {
            let pair = pairs[usize::from(colour)];
            out.extend(match (pair >> 4, pair & 15) {
                _ if picture.transparent == Some(colour) => [NOTHING; 2],
                (high, low) if odd => [low, high],
                (high, low) => [high, low],
            });
        }
        out.extend_from_within(start..);
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

    #[test]
    fn a_pixel_becomes_four_in_a_chequered_pattern() {
        let mut pairs = [0; 256];
        (pairs[7], pairs[9]) = (0x12, 0x34);
        let mut out = vec![99];
        let picture = Ditherable { pixels: &[7, 9, 9, 7], width: 2, transparent: None, begins_odd: false };
        dither_ega(&picture, &pairs, &mut out);
        assert_eq!(out, [1, 2, 3, 4, 1, 2, 3, 4, 4, 3, 2, 1, 4, 3, 2, 1]);
        dither_ega(&Ditherable { transparent: Some(9), begins_odd: true, ..picture }, &pairs, &mut out);
        assert_eq!(out, [2, 1, 16, 16, 2, 1, 16, 16, 16, 16, 1, 2, 16, 16, 1, 2]);
        dither_ega(&Ditherable { pixels: &[], width: 0, ..picture }, &pairs, &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn the_nearest_pair_of_an_ega_colour_is_itself_twice() {
        let mut palette = [[0; 3]; 256];
        palette[..16].copy_from_slice(&Screen::Ega.colours());
        palette[20] = [0x55, 0, 0];
        let pairs = ega_pairs(&palette);
        // Brighter ones can come nearer as a mixture: their 55 is not the 57 that the engine reckons with.
        for (i, pair) in (0..8u8).zip(pairs) {
            assert_eq!(pair, i << 4 | i);
        }
        assert_eq!(pairs[20], 0x40, "dark red is black and red");
    }
}
