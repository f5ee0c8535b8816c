//! A room's palette: 256 colours of three full bytes, red, green, blue.
//!
//! `CLUT` is one palette. `PALS{ WRAP{ OFFS, APAL, APAL … } }` (v6) is several; `OFFS` holds one 32-bit offset for
//! each, counted from the `OFFS` block itself (`docs/format/containers.md §10.2`). A room with both starts with
//! `CLUT`.
//!
//! **Note:** when v5, v6 and Humongous games apply a room's palette, they *skip* near-white entries
//! ([`SkippedWhite`] says which), so that the earlier colour stays. All other generations apply white.

use std::fmt;

use crate::Limits;
use crate::Result;
use crate::block::blocks_in;
use crate::bytes::Bytes;
use crate::dialect::{ColourDepth, HighColour, SkippedWhite};
use crate::screen::{Screen, high, nes};
use crate::{Problem, Severity};

/// Length of a palette in bytes.
pub(crate) const PALETTE_BYTES: usize = 768;

/// Largest number of palettes of one room.
const MOST_PALETTES: usize = 256;

pub(crate) use crate::screen::Rgb;

/// The block that a palette was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PaletteSource {
    /// `CLUT`: the only palette of v5 rooms.
    Clut,
    /// `APAL` with this number, from 0, in `PALS` (v6 and later).
    Apal(u16),
    /// `PA`: the palette of v3 and v4 rooms.
    Pa,
    /// No block: a screen with 16 colours has its own palette.
    Screen(Screen),
}

impl fmt::Display for PaletteSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clut => f.write_str("CLUT"),
            Self::Apal(number) => write!(f, "PALS APAL {number}"),
            Self::Pa => f.write_str("PA"),
            Self::Screen(screen) => write!(f, "screen {screen}"),
        }
    }
}

/// A palette of 256 colours, as the file stores it.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomPalette {
    /// The block that the colours come from.
    pub source: PaletteSource,
    /// The colours as stored, white fillers included.
    pub colours: [Rgb; 256],
    /// The near-white entries that the interpreter skips.
    pub skipped_white: SkippedWhite,
    /// How a screen of 16 bits a pixel shows the colours.
    pub high_colour: Option<HighColour>,
    /// How many bits a colour has on the screen.
    pub depth: ColourDepth,
}

impl RoomPalette {
    /// Reads a palette from the payload of its block. Missing entries are black.
    #[must_use]
    pub fn from_bytes(source: PaletteSource, bytes: &[u8], skipped_white: SkippedWhite) -> Self {
        let mut colours = [[0; 3]; 256];
        for (colour, bytes) in colours.iter_mut().zip(bytes.as_chunks::<3>().0) {
            *colour = *bytes;
        }
        Self { source, colours, skipped_white, high_colour: None, depth: ColourDepth::Full }
    }

    /// The colours of a screen with 16 colours; the rest is black.
    #[must_use]
    pub fn of_screen(screen: Screen) -> Self {
        let source = PaletteSource::Screen(screen);
        let mut palette = Self {
            source,
            colours: [[0; 3]; 256],
            skipped_white: SkippedWhite::None,
            high_colour: None,
            depth: ColourDepth::Full,
        };
        for (entry, colour) in palette.colours.iter_mut().zip(screen.colours()) {
            *entry = colour;
        }
        if screen == Screen::Nes {
            palette.colours.iter_mut().zip(nes::COLOURS).for_each(|(entry, colour)| *entry = colour);
        }
        if let (Screen::C64, Some(entry)) = (screen, palette.colours.get_mut(16)) {
            // The interpreter has a seventeenth colour, purple again, in which nothing is drawn.
            *entry = screen.colours()[4];
        }
        palette
    }

    /// Whether the interpreter skips this entry, so that the earlier colour stays.
    #[must_use]
    pub fn is_skipped(&self, index: u8) -> bool {
        self.colours.get(usize::from(index)).is_some_and(|colour| self.skipped_white.skips(index, *colour))
    }

    /// The colours on the screen after this palette has been applied over `before`, in its [depth](ColourDepth).
    #[must_use]
    pub fn applied_over(&self, before: &[Rgb; 256]) -> [Rgb; 256] {
        let mut out = self.colours.map(|colour| self.depth.shown(colour));
        for (index, (colour, before)) in (0..=u8::MAX).zip(out.iter_mut().zip(before)) {
            if self.is_skipped(index) {
                *colour = *before;
            }
        }
        match &self.high_colour {
            Some(rules) => shown(&out, rules).map(high::rgb),
            None => out,
        }
    }

    /// The palette as pixels of 16 bits ([`high`]), in games with such pixels. The first and last ten are pixels
    /// with the value of their index, until a script sets them (`docs/format/humongous-rooms.md §4`).
    #[must_use]
    pub fn pixels(&self) -> Option<[u16; 256]> {
        let rules = self.high_colour.as_ref()?;
        Some(shown(&Self { high_colour: None, ..self.clone() }.applied(), rules))
    }

    /// The colours after this palette has been applied over the room's first one, and the same as pixels of 16
    /// bits, if the game has such pixels.
    pub(crate) fn applied_after(&self, first: &Self) -> ([Rgb; 256], Option<[u16; 256]>) {
        let without = |palette: &Self| Self { high_colour: None, ..palette.clone() };
        let colours = without(self).applied_over(&without(first).applied());
        match &self.high_colour {
            Some(rules) => {
                let pixels = shown(&colours, rules);
                (pixels.map(high::rgb), Some(pixels))
            }
            None => (colours, None),
        }
    }

    /// The colours on the screen if this is the first room of the game: skipped entries are black.
    #[must_use]
    pub fn applied(&self) -> [Rgb; 256] {
        self.applied_over(&[[0; 3]; 256])
    }
}

/// The palette on a screen of 16 bits a pixel.
fn shown(colours: &[Rgb; 256], rules: &HighColour) -> [u16; 256] {
    let numbers = u16::from(rules.numbers);
    let as_colours = numbers..256_u16.saturating_sub(numbers);
    let mut pixels = colours.map(high::pixel);
    for (number, pixel) in (0..).zip(&mut pixels).filter(|(number, _)| !as_colours.contains(number)) {
        *pixel = number;
    }
    pixels
}

impl fmt::Debug for RoomPalette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.colours.iter().map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}")))
            .finish()
    }
}

/// Reads the palettes of a `PALS` payload, in the order of `OFFS`.
///
/// # Errors
/// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) or [`ErrorKind::BadValue`](crate::ErrorKind::BadValue)
/// without `WRAP` or `OFFS`. An offset that leads to no `APAL` is reported and gives a black palette, so that the
/// others keep their numbers.
pub(crate) fn read_pals(
    payload: Bytes<'_>,
    skipped_white: SkippedWhite,
    limits: &Limits,
    problems: &mut Vec<Problem>,
) -> Result<Vec<RoomPalette>> {
    let missing = |name: &str| crate::Error::bad("PALS", payload.base(), format!("it has no {name} block"));
    let outer = blocks_in(payload, limits);
    let wrap = outer.find(b"WRAP").ok_or_else(|| missing("WRAP"))?;
    let inner = blocks_in(wrap.payload(payload)?, limits);
    let offsets = inner.find(b"OFFS").ok_or_else(|| missing("OFFS"))?;
    let mut palettes = Vec::new();
    for entry in offsets.payload(payload)?.as_slice().as_chunks::<4>().0.iter().take(MOST_PALETTES) {
        let at = offsets.offset.saturating_add(u64::from(u32::from_le_bytes(*entry)));
        let number = palettes.len();
        let found = inner.all(*b"APAL").find(|block| block.offset == at);
        let bytes =
            found.map(|block| block.payload(payload)).transpose()?.map_or(&[][..], |view| view.as_slice());
        if bytes.len() < PALETTE_BYTES {
            let text = format!("{} bytes instead of {PALETTE_BYTES}: what is missing is black", bytes.len());
            problems.push(Problem::new(Severity::Odd, format!("palette {number}"), Some(at), text));
        }
        let source = PaletteSource::Apal(u16::try_from(number).unwrap_or(u16::MAX));
        palettes.push(RoomPalette::from_bytes(source, bytes, skipped_white));
    }
    Ok(palettes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;
    use crate::game::tests::block;

    /// A palette where entries 3, 15, 16 and 255 are near white, 17 is a little darker, and 20 is darker in blue
    /// only.
    fn whites(dialect: &Dialect) -> RoomPalette {
        let mut bytes = [0; PALETTE_BYTES];
        for (index, value) in [(3, 253), (15, 255), (16, 252), (17, 251), (255, 255)] {
            bytes[index * 3..index * 3 + 3].fill(value);
        }
        bytes[20 * 3..20 * 3 + 3].copy_from_slice(&[255, 255, 251]);
        RoomPalette::from_bytes(PaletteSource::Clut, &bytes, dialect.skipped_white)
    }

    #[test]
    fn near_white_entries_are_skipped_as_the_generation_does() {
        let skipped = |dialect: Dialect| -> Vec<u8> {
            let palette = whites(&dialect);
            (0..=255).filter(|index| palette.is_skipped(*index)).collect()
        };
        for dialect in [Dialect::V5, Dialect::V5_AMIGA, Dialect::V6, Dialect::HE60, Dialect::humongous(73)] {
            assert_eq!(skipped(dialect), [16, 255], "{dialect:?}");
        }
        for version in [80, 90, 99, 100] {
            assert_eq!(skipped(Dialect::humongous(version)), [3, 16, 255], "{version}");
        }
        for dialect in [Dialect::V3_256, Dialect::V4, Dialect::V4_AMIGA, Dialect::V7, Dialect::V8] {
            assert_eq!(skipped(dialect), [0; 0], "{dialect:?}");
            assert_eq!(whites(&dialect).applied(), whites(&dialect).colours);
        }
    }

    #[test]
    fn what_is_skipped_stays_as_it_was() {
        let palette = whites(&Dialect::V6);
        let before = [[1, 2, 3]; 256];
        let after = palette.applied_over(&before);
        assert_eq!([after[15], after[16], after[17], after[255]], [[255; 3], [1, 2, 3], [251; 3], [1, 2, 3]]);
        assert_eq!(after[20], [255, 255, 251]);
        assert_eq!(palette.applied()[16], [0; 3]);
        assert_eq!(palette.colours[16], [252; 3]);
    }

    #[test]
    fn on_screens_of_16_bits_the_first_and_last_ten_are_numbers() {
        let bytes: Vec<u8> = (0..=255).flat_map(|i| [i, 255 - i, 40]).collect();
        let mut palette = RoomPalette::from_bytes(PaletteSource::Clut, &bytes, SkippedWhite::AllBut15);
        assert_eq!(palette.pixels(), None);
        palette.high_colour = Some(HighColour::HUMONGOUS);
        let pixels = palette.pixels().unwrap();
        assert_eq!(palette.applied(), pixels.map(high::rgb));
        let colour = |i: u16| (i >> 3) << 10 | ((255 - i) >> 3) << 5 | 5;
        assert_eq!([0, 9, 10, 245, 246, 255].map(|i| pixels[i]), [0, 9, colour(10), colour(245), 246, 255]);
        palette.high_colour = Some(HighColour { numbers: 0, ..HighColour::HUMONGOUS });
        let all = palette.pixels().unwrap();
        assert_eq!([0, 9, 255].map(|i| all[i]), [0, 9, 255].map(colour));
    }

    #[test]
    fn an_fm_towns_shows_fifteen_bits_of_a_colour() {
        let mut palette = whites(&Dialect::V5_TOWNS);
        palette.colours[4] = [0x07, 0x84, 0xFF];
        assert_eq!(palette.applied()[4], [0x07, 0x84, 0xFF], "until it is shown there");
        palette.depth = Dialect::V5_TOWNS.depth;
        assert_eq!(palette.applied()[4], [0, 0x84, 0xFF]);
        assert_eq!((palette.applied()[3], palette.applied()[17]), ([0xFF; 3], [0xFF; 3]));
        assert_eq!(palette.colours[4], [0x07, 0x84, 0xFF], "what is stored stays");
        // The stored colours decide what is skipped; skipped entries keep the visible colour.
        assert_eq!(palette.applied_over(&[[1, 2, 3]; 256])[16], [1, 2, 3]);
        // All values of five bits: 0 is black, 31 is white, the others are evenly spaced.
        let shown = |part: u8| ColourDepth::Fifteen.shown([part; 3])[0];
        let all: Vec<u8> = (0..32).map(|five| shown(five << 3)).collect();
        assert_eq!([all[0], all[1], all[15], all[16], all[31]], [0, 8, 123, 132, 255]);
        assert!((0..=255).all(|part| shown(part) >> 3 == part >> 3 && shown(shown(part)) == shown(part)));
    }

    #[test]
    fn several_palettes_are_found_by_their_offsets() {
        let pal = |value: u8| block(b"APAL", &[value; PALETTE_BYTES]);
        // OFFS takes 20 bytes; the second palette comes first.
        let offsets: Vec<u8> = [20 + 776_u32, 20, 21].into_iter().flat_map(u32::to_le_bytes).collect();
        let body = [block(b"OFFS", &offsets), pal(7), pal(9)].concat();
        let pals = block(b"WRAP", &body);
        let mut problems = Vec::new();
        let found =
            read_pals(Bytes::new(&pals), SkippedWhite::None, &Limits::default(), &mut problems).unwrap();
        assert_eq!(
            found.iter().map(|palette| palette.colours[3]).collect::<Vec<_>>(),
            [[9; 3], [7; 3], [0; 3]]
        );
        assert_eq!(found[2].source.to_string(), "PALS APAL 2");
        assert_eq!(problems.len(), 1);
        for len in 0..pals.len() {
            let _ =
                read_pals(Bytes::new(&pals[..len]), SkippedWhite::None, &Limits::default(), &mut problems);
        }
    }
}
