//! Patterns of dots, in which screens with fewer colours than a room show its pixels.
//!
//! A pixel becomes one dot or two side by side, in one line or two. Their colours depend on the pixel's position:
//! patterns are fixed to the screen, not to the room or the actor (`docs/format/unjudged.md §2`,
//! `docs/format/drawing.md §8`). They repeat after four columns and four rows. Views of rooms begin at
//! multiples of eight on the screen, so positions in the room give the same pattern.
//!
//! **Note:** in v1, whose pixels are pairs, the left pixel of a pair decides both dots, even where the edge of an
//! actor or plane separates the two. On a Hercules screen, every other line of the room area of v1 and v2 is black;
//! Monkey Island shows four rows in seven lines.

use super::{NOTHING, Rgb, Screen, rgb};

/// Number of columns and rows after which patterns repeat.
const PERIOD: usize = 4;

/// Largest number of lines of [`PERIOD`] rows.
const LINES: usize = 2 * PERIOD;

/// The dots of a pixel in one line. The second is not shown if the pixel has only one.
pub type Dots = [u8; 2];

/// The dots that a screen shows for pixels.
#[derive(Clone, PartialEq, Eq)]
pub struct Pattern {
    across: usize,
    lines: [usize; PERIOD],
    colours: Vec<Rgb>,
    /// Whether two pixels form a pair with the value of the left one.
    in_pairs: bool,
    /// Dots by pixel value, line of four rows, and column of four.
    dots: Vec<[[Dots; PERIOD]; LINES]>,
}

impl std::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { across, lines, colours, dots, .. } = self;
        write!(f, "Pattern({across} across, {lines:?} down, {} of {})", dots.len(), colours.len())
    }
}

/// A line of the screen, as a row of four and one of this row's lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLine {
    /// The row, 0 to 3.
    pub row: usize,
    /// The line of the row, 0 or 1.
    pub line: usize,
}

/// Pixels that are to be shown as dots.
#[derive(Clone, Copy, Debug)]
pub struct Patterned<'a> {
    /// Rows of `width` pixels; an incomplete last row is omitted.
    pub pixels: &'a [u8],
    /// Number of pixels of a row.
    pub width: usize,
    /// The value of transparent pixels, which become [`NOTHING`].
    pub transparent: Option<u8>,
    /// The position of the first pixel, x and y.
    pub at: (i32, i32),
}

/// CGA dots of v2 by pixel colour: the left dot in bits 3 and 2, the right one in bits 1 and 0.
const CGA_V2: [[u8; 16]; PERIOD] = [[0, 4, 1, 5, 8, 10, 2, 15, 12, 7, 13, 5, 14, 11, 13, 15]; PERIOD];

/// CGA dots of v3, by row.
const CGA_V3: [[u8; 16]; PERIOD] = {
    let even = [0, 4, 1, 5, 8, 10, 2, 3, 12, 7, 13, 5, 15, 11, 5, 15];
    let odd = [0, 1, 4, 5, 2, 10, 8, 12, 3, 13, 5, 5, 15, 14, 5, 15];
    [even, odd, even, odd]
};

/// CGA dots of v4, by row.
const CGA_V4: [[u8; 16]; PERIOD] = [
    [0, 4, 1, 5, 2, 10, 2, 3, 0, 5, 5, 7, 15, 14, 5, 15],
    [0, 1, 4, 5, 8, 10, 8, 12, 0, 7, 5, 13, 15, 11, 5, 15],
    [0, 4, 1, 5, 2, 10, 2, 3, 0, 5, 5, 7, 15, 14, 5, 15],
    [0, 1, 4, 5, 8, 10, 8, 12, 0, 13, 5, 13, 15, 11, 5, 15],
];

/// Identity, for colours that are patterns themselves (v1).
const THEMSELVES: [[u8; 16]; PERIOD] = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]; PERIOD];

/// Hercules dots of v4: both lines of a row, two bits for each of four pixels.
const HERCULES_V4: [[u8; 16]; 2] = [
    [0x00, 0x08, 0xAA, 0xBB, 0x55, 0x66, 0x99, 0x7F, 0x11, 0x55, 0x77, 0xEE, 0xAA, 0xEE, 0xFF, 0xFF],
    [0x00, 0x80, 0xAA, 0xDD, 0x00, 0x99, 0x66, 0xF7, 0x44, 0xAA, 0xDD, 0x77, 0xFF, 0xBB, 0xBB, 0xFF],
];

/// The table by which a generation's colours become patterns of four dots of two bits, or two of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shades {
    /// v1, whose colours are patterns.
    V1,
    /// v2, with its own table.
    V2,
    /// v3 with 16 colours.
    V3,
    /// v4 with 16 colours.
    V4,
}

impl Shades {
    fn table(self) -> &'static [[u8; 16]; PERIOD] {
        match self {
            Self::V1 => &THEMSELVES,
            Self::V2 => &CGA_V2,
            Self::V3 => &CGA_V3,
            Self::V4 => &CGA_V4,
        }
    }
}

impl Pattern {
    /// A pattern of `across` dots (1 or 2) and `lines` lines (1 or 2 each) for four rows. `dots` returns the dots
    /// of each of `values` pixel values in a line and a column of four.
    #[must_use]
    pub fn from_fn(
        across: usize,
        lines: [usize; PERIOD],
        colours: &[Rgb],
        values: u16,
        dots: impl Fn(u8, RowLine, usize) -> Dots,
    ) -> Self {
        let lines = lines.map(|lines| lines.clamp(1, 2));
        let all: Vec<RowLine> =
            (0..PERIOD).flat_map(|row| (0..lines[row]).map(move |line| RowLine { row, line })).collect();
        let of = |value: u8| {
            let mut own = [[[0; 2]; PERIOD]; LINES];
            for (to, line) in own.iter_mut().zip(&all) {
                for (column, to) in to.iter_mut().enumerate() {
                    *to = dots(value, *line, column);
                }
            }
            own
        };
        Self {
            across: across.clamp(1, 2),
            lines,
            colours: colours.to_vec(),
            in_pairs: false,
            dots: (0..=u8::MAX).take(values.into()).map(of).collect(),
        }
    }

    /// The pattern of a game of 16 colours on this screen; `None` if pixels are shown unchanged, or the game was
    /// never made for the screen.
    #[must_use]
    pub fn of_screen(screen: Screen, kind: Shades) -> Option<Self> {
        let table = kind.table();
        let entry = |row: usize, value: u8| table[row % PERIOD][usize::from(value & 15)];
        // Either four dots for two pixels, one bit each, or two dots of two bits.
        let bits = |line: RowLine, value: u8, column: usize| {
            let four = entry(line.row, value) >> if column.is_multiple_of(2) { 2 } else { 0 };
            [four >> 1 & 1, four & 1]
        };
        let colours = screen.dots();
        let pattern = match (screen, kind) {
            (Screen::Cga, _) | (Screen::CgaComposite, Shades::V1) => {
                Some(Self::from_fn(1, [1; PERIOD], colours, 16, |value, line, column| {
                    let both = entry(line.row, value);
                    [if column.is_multiple_of(2) { both >> 2 & 3 } else { both & 3 }, 0]
                }))
            }
            (Screen::CgaBw, Shades::V1) => {
                Some(Self::from_fn(2, [2; PERIOD], colours, 16, |value, line, column| {
                    bits(line, value, column)
                }))
            }
            (Screen::Hercules | Screen::HerculesAmber, Shades::V1 | Shades::V2) => {
                Some(Self::from_fn(2, [2; PERIOD], colours, 16, |value, line, column| match line.line {
                    0 => bits(line, value, column),
                    _ => [0; 2],
                }))
            }
            (Screen::Hercules | Screen::HerculesAmber, Shades::V4) => {
                Some(Self::from_fn(2, [2, 2, 2, 1], colours, 16, |value, line, column| {
                    let byte = HERCULES_V4[line.line & 1][usize::from(value & 15)];
                    let two = byte >> (6 - 2 * (column % PERIOD));
                    [two >> 1 & 1, two & 1]
                }))
            }
            _ => None,
        };
        pattern.map(|pattern| Self { in_pairs: kind == Shades::V1, ..pattern })
    }

    /// The pattern of pictures of 256 colours on an EGA screen: each pixel becomes 2 × 2 dots of two EGA colours.
    /// `pairs` holds the two for each value; the one in the upper four bits is left in even rows and right in odd
    /// rows (`docs/format/drawing.md §8`).
    #[must_use]
    pub fn of_ega(pairs: &[u8; 256]) -> Self {
        Self::from_fn(2, [2; PERIOD], &rgb(super::EGA), 256, |value, line, _| {
            let pair = pairs[usize::from(value)];
            if line.row % 2 == 0 { [pair >> 4, pair & 15] } else { [pair & 15, pair >> 4] }
        })
    }

    /// The colours that dots index.
    #[must_use]
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// Number of dots of a pixel, side by side: 1 or 2.
    #[must_use]
    pub fn across(&self) -> u32 {
        if self.across == 2 { 2 } else { 1 }
    }

    /// Number of lines of each of four rows.
    #[must_use]
    pub fn lines(&self) -> [usize; PERIOD] {
        self.lines
    }

    /// Whether each pixel has as many lines as dots, so that its shape is a square.
    #[must_use]
    pub fn is_square(&self) -> bool {
        self.lines == [self.across; PERIOD]
    }

    /// The same pattern with as many lines as dots for each pixel: the last line of a row is repeated.
    #[must_use]
    pub fn squared(mut self) -> Self {
        let first: [usize; PERIOD] = std::array::from_fn(|row| self.lines.iter().take(row).sum());
        for own in &mut self.dots {
            let before = *own;
            for (number, line) in own.iter_mut().enumerate().take(PERIOD * self.across) {
                let row = number / self.across;
                *line = before[first[row] + (number % self.across).min(self.lines[row] - 1)];
            }
        }
        self.lines = [self.across; PERIOD];
        self
    }

    /// Number of lines of `rows` rows from row `first` on.
    #[must_use]
    pub fn lines_of(&self, first: i32, rows: u32) -> u32 {
        let all: u32 = self.lines.iter().map(|lines| if *lines == 2 { 2 } else { 1 }).sum();
        let rest = (0..rows % 4).map(|row| {
            let row = i64::from(first) + i64::from(row);
            if self.lines[phase(row)] == 2 { 2 } else { 1 }
        });
        (rows / 4).saturating_mul(all).saturating_add(rest.sum())
    }

    /// The row that a line belongs to, both counted from row `first` of the room on.
    #[must_use]
    pub fn row_of(&self, first: i32, line: u32) -> u32 {
        let all: u32 = self.lines.iter().map(|lines| if *lines == 2 { 2 } else { 1 }).sum();
        let (fours, mut rest) = (line / all, line % all);
        let mut row = 0;
        loop {
            let lines = if self.lines[phase(i64::from(first) + i64::from(row))] == 2 { 2 } else { 1 };
            if rest < lines || row >= 3 {
                return fours.saturating_mul(4).saturating_add(row);
            }
            rest -= lines;
            row += 1;
        }
    }

    /// The dots of a pixel at a position of the room, in one of its lines.
    #[must_use]
    pub fn dots(&self, value: u8, at: (i32, i32), line: usize) -> Dots {
        let row = phase(at.1.into());
        let line = self.lines.iter().take(row).sum::<usize>() + line.min(self.lines[row] - 1);
        self.dots.get(usize::from(value)).map_or([0; 2], |own| own[line][phase(at.0.into())])
    }

    /// The mean colour of a pixel value's dots, without lines that are always black.
    #[must_use]
    pub fn mean(&self, value: u8) -> Rgb {
        let mut sums = [0_u32; 3];
        let mut count = 0;
        let Some(own) = self.dots.get(usize::from(value)) else { return [0; 3] };
        let is_lit =
            |line: usize| self.dots.iter().any(|own| own[line].iter().flatten().any(|dot| *dot != 0));
        let lines = own.iter().take(self.lines.iter().sum()).enumerate();
        for (_, columns) in lines.filter(|(line, _)| is_lit(*line)) {
            for dot in columns.iter().flat_map(|dots| &dots[..self.across]) {
                let colour = self.colours.get(usize::from(*dot)).copied().unwrap_or_default();
                sums.iter_mut().zip(colour).for_each(|(sum, part)| *sum += u32::from(part));
                count += 1;
            }
        }
        sums.map(|sum| u8::try_from(sum / count.max(1)).unwrap_or(u8::MAX))
    }

    /// Converts pixels to dots. `out` is replaced.
    pub fn show(&self, picture: &Patterned<'_>, out: &mut Vec<u8>) {
        out.clear();
        let rows = picture.pixels.chunks_exact(picture.width.max(1));
        out.reserve(picture.pixels.len() * self.across * 2);
        let first = phase(picture.at.0.into());
        let mut paired = Vec::new();
        let nothing = [[NOTHING; 2]; PERIOD];
        for (row, y) in rows.zip(i64::from(picture.at.1)..) {
            let row = if self.in_pairs {
                paired.clear();
                paired.extend_from_slice(row);
                let seen = |value: u8| picture.transparent != Some(value);
                for pair in paired.get_mut(first % 2..).unwrap_or_default().chunks_exact_mut(2) {
                    if seen(pair[0]) && seen(pair[1]) {
                        pair[1] = pair[0];
                    }
                }
                &paired
            } else {
                row
            };
            let above: usize = self.lines.iter().take(phase(y)).sum();
            for line in above..above + self.lines[phase(y)] {
                let own = |value: u8| match self.dots.get(usize::from(value)) {
                    _ if picture.transparent == Some(value) => &nothing,
                    Some(dots) => &dots[line],
                    None => &[[0; 2]; PERIOD],
                };
                let columns = row.iter().zip((0..PERIOD).cycle().skip(first));
                if self.across == 1 {
                    out.extend(columns.map(|(value, column)| own(*value)[column][0]));
                } else {
                    out.extend(columns.flat_map(|(value, column)| own(*value)[column]));
                }
            }
        }
    }
}

/// The position within the period.
fn phase(at: i64) -> usize {
    usize::try_from(at.rem_euclid(4)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pattern: &Pattern, pixels: &[u8], width: usize, at: (i32, i32)) -> Vec<u8> {
        let mut out = vec![99];
        pattern.show(&Patterned { pixels, width, transparent: Some(200), at }, &mut out);
        out
    }

    #[test]
    fn a_pixel_becomes_four_in_a_chequered_pattern_on_an_ega_screen() {
        let mut pairs = [0; 256];
        (pairs[7], pairs[9]) = (0x12, 0x34);
        let ega = Pattern::of_ega(&pairs);
        assert_eq!(shown(&ega, &[7, 9, 9, 7], 2, (0, 0)), [1, 2, 3, 4, 1, 2, 3, 4, 4, 3, 2, 1, 4, 3, 2, 1]);
        assert_eq!(
            shown(&ega, &[7, 200, 200, 7], 2, (5, 1)),
            [2, 1, 16, 16, 2, 1, 16, 16, 16, 16, 1, 2, 16, 16, 1, 2]
        );
        assert!(shown(&ega, &[], 0, (0, 0)).is_empty());
    }

    #[test]
    fn v3_is_chequered_on_a_cga_screen_as_documented() {
        let cga = Pattern::of_screen(Screen::Cga, Shades::V3).unwrap();
        assert_eq!(shown(&cga, &[1, 1, 6, 6, 7, 7], 6, (0, 16)), [1, 0, 0, 2, 0, 3]);
        assert_eq!(shown(&cga, &[1, 1, 6, 6, 7, 7], 6, (0, 17)), [0, 1, 2, 0, 3, 0]);
        // The pattern does not move with the picture.
        assert_eq!(shown(&cga, &[1, 6], 2, (1, 16)), [0, 0]);
        assert_eq!(shown(&cga, &[1, 6], 2, (-1, -4)), [0, 0]);
    }

    #[test]
    fn hercules_of_v1_has_black_lines_and_of_v4_seven_for_four_rows() {
        let v1 = Pattern::of_screen(Screen::Hercules, Shades::V1).unwrap();
        assert_eq!(shown(&v1, &[11, 11], 2, (0, 0)), [1, 0, 1, 1, 0, 0, 0, 0]);
        assert!(v1.is_square());
        let v4 = Pattern::of_screen(Screen::HerculesAmber, Shades::V4).unwrap();
        assert!(!v4.is_square());
        assert_eq!((v4.lines_of(0, 200), v4.lines_of(16, 128), v4.lines_of(3, 2)), (350, 224, 3));
        assert_eq!((v4.lines_of(-1, 1), v4.lines_of(0, 0)), (1, 0));
        let rows: Vec<u32> = (0..8).map(|line| v4.row_of(2, line)).collect();
        assert_eq!(rows, [0, 0, 1, 2, 2, 3, 3, 4]);
        // Colour 1: 08 in the first line, 80 in the second; the fourth row has one line.
        let four_rows = shown(&v4, &[1; 16], 4, (0, 0));
        let (a, b) = ([0, 0, 0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(four_rows, [a, b, a, b, a, b, a].concat());
        // With square pixels, the line of the fourth row is shown twice; others stay as they are.
        let square = v4.squared();
        assert!(square.is_square());
        assert_eq!(shown(&square, &[1; 16], 4, (0, 0)), [a, b, a, b, a, b, a, a].concat());
        assert_eq!(v1.clone().squared(), v1);
    }

    #[test]
    fn the_left_pixel_of_a_pair_says_both_dots_of_v1() {
        let v1 = Pattern::of_screen(Screen::Cga, Shades::V1).unwrap();
        assert_eq!(shown(&v1, &[15, 4, 200, 4], 4, (0, 0)), [3, 3, 16, 0]);
        assert_eq!(shown(&v1, &[4, 15, 4, 1], 4, (1, 0)), [0, 3, 3, 0]);
    }

    #[test]
    fn games_know_the_screens_that_they_were_made_for() {
        let has = |screen, kind| Pattern::of_screen(screen, kind).is_some();
        let all = [Shades::V1, Shades::V2, Shades::V3, Shades::V4];
        let of = |screen| all.map(|kind| has(screen, kind));
        assert_eq!(of(Screen::Cga), [true; 4]);
        assert_eq!(of(Screen::CgaBw), [true, false, false, false]);
        assert_eq!(of(Screen::CgaComposite), of(Screen::CgaBw));
        assert_eq!(of(Screen::Hercules), [true, true, false, true]);
        assert_eq!(of(Screen::HerculesAmber), of(Screen::Hercules));
        assert_eq!(of(Screen::Ega), [false; 4]);
    }

    #[test]
    fn from_afar_dots_are_their_mean() {
        let cga = Pattern::of_screen(Screen::Cga, Shades::V2).unwrap();
        assert_eq!((cga.mean(0), cga.mean(15)), ([0; 3], [255; 3]));
        // Pattern 4: one dot of colour 1, one of 0.
        assert_eq!(cga.mean(1), [0x2A, 0x7F, 0x7F]);
    }
}
