//! The montage: all costumes of a game in one picture, each once, with names.
//!
//! Each costume stands so that people recognise it: it faces the viewer if it can, with its feet on the line of its
//! row.
//!
//! **Note:** costumes have different palettes, so this picture is not indexed.

mod figure;
mod files;

use std::str::FromStr;

use costumier::UnknownName;

use crate::colour::WrittenPalette;
use crate::contact::lettering;
use crate::image::{ImageError, Rect};
use crate::options::Background;

/// Width in pixels at which rows are broken.
const WIDTH: u32 = 960;
/// Empty pixels around the picture and between figures.
const MARGIN: u32 = 12;
const GAP: u32 = 14;
/// Height of a figure's two label lines.
const LABELS: u32 = 2 * (lettering::HEIGHT + 2);
/// Largest width of a label in pixels, unless the figure is wider.
const LABEL: u32 = 84;
/// Larger figures are cut to this size, around their middle, because damaged costumes put pictures at any position.
const LARGEST: (u32, u32) = (640, 480);
/// Largest number of pixels of the picture.
const MOST: u64 = 64 << 20;
/// The usual background colour.
const SLATE: [u8; 3] = [0x4a, 0x55, 0x68];
/// The two colours of checks, and their side in pixels.
const CHECKS: [[u8; 3]; 2] = [[0xff, 0xff, 0xff], [0xd0, 0xd0, 0xd0]];
const CHECK: usize = 8;
/// The colours of the two label lines: on dark and on bright backgrounds, and where nothing is behind them.
const ON_DARK: [[u8; 3]; 2] = [[0xff, 0xff, 0xff], [0xb8, 0xc2, 0xd0]];
const ON_BRIGHT: [[u8; 3]; 2] = [[0x00, 0x00, 0x00], [0x50, 0x58, 0x64]];
const ON_NOTHING: [[u8; 3]; 2] = [[0x80, 0x80, 0x80], [0x80, 0x80, 0x80]];

/// A costume as a figure in a montage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The id of the costume.
    pub id: u32,
    /// The name of the costume, or `costume 7`.
    pub name: String,
    /// A second label: its id and its room.
    pub note: String,
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The pixel values, row by row.
    pub pixels: Vec<u8>,
    /// The colours of the pixel values, and how the figure is enlarged.
    pub palette: WrittenPalette,
}

/// What is behind the costumes of a montage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// One colour behind all costumes.
    Colour([u8; 3]),
    /// Bright checks, as art programs show transparency.
    Checks,
    /// Nothing: the picture is transparent.
    Transparent,
}

impl Default for Behind {
    fn default() -> Self {
        Self::Colour(SLATE)
    }
}

impl FromStr for Behind {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match (text, text.parse()) {
            ("checks", _) => Ok(Self::Checks),
            (_, Ok(Background::Transparent)) => Ok(Self::Transparent),
            (_, Ok(Background::Colour(colour))) => Ok(Self::Colour(colour)),
            _ => {
                let known = "`checks`, `transparent` or a colour such as `#204060` or `navy`";
                Err(UnknownName::new(text, "background of a montage", known))
            }
        }
    }
}

impl Behind {
    /// Returns the colour at a position.
    fn at(self, x: usize, y: usize) -> [u8; 3] {
        let [bright, dark] = CHECKS;
        match self {
            Self::Colour(colour) => colour,
            Self::Checks if (x / CHECK + y / CHECK).is_multiple_of(2) => bright,
            Self::Checks => dark,
            Self::Transparent => [0; 3],
        }
    }

    /// Returns the colours of the two label lines.
    fn inks(self) -> [[u8; 3]; 2] {
        match self {
            Self::Transparent => ON_NOTHING,
            Self::Checks => ON_BRIGHT,
            // Green counts most for the eye.
            Self::Colour([r, g, b]) if 3 * u32::from(r) + 6 * u32::from(g) + u32::from(b) > 1280 => ON_BRIGHT,
            Self::Colour(_) => ON_DARK,
        }
    }
}

/// A montage as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Montage {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Red, green and blue, row by row.
    pub pixels: Vec<[u8; 3]>,
    /// The opacity of each pixel, if nothing is behind the costumes.
    pub alpha: Option<Vec<u8>>,
}

/// Draws a montage. Figures are enlarged `scale` times as their palettes say. Each pixel of a letter becomes a
/// square of
/// `scale`; those of the title are twice as large.
///
/// # Errors
/// If the picture would be too large, or `scale` is not 1 to 8.
pub fn draw(title: &str, figures: &[Figure], scale: u32, behind: Behind) -> Result<Montage, ImageError> {
    if !(1..=8).contains(&scale) {
        return Err(ImageError::of(format!("the scale is {scale}: use 1 to 8")));
    }
    if let Some(it) = figures.iter().find(|it| it.width > LARGEST.0 || it.height > LARGEST.1) {
        return Err(ImageError::of(format!(
            "{} is {} × {} pixels: at most {} × {} are drawn",
            it.name, it.width, it.height, LARGEST.0, LARGEST.1
        )));
    }
    let cell = |figure: &Figure| (figure.width * scale).max(LABEL * scale);
    let mut rows: Vec<Vec<&Figure>> = Vec::new();
    let mut used = 0;
    for figure in figures {
        let wide = cell(figure) + GAP;
        match rows.last_mut() {
            Some(row) if used + wide <= (WIDTH * scale.min(2)).max(WIDTH) => row.push(figure),
            _ => {
                rows.push(vec![figure]);
                used = 0;
            }
        }
        used += wide;
    }
    let length = |row: &Vec<&Figure>| row.iter().map(|it| cell(it) + GAP).sum::<u32>().saturating_sub(GAP);
    let tallest = |row: &Vec<&Figure>| row.iter().map(|it| it.height * scale).max().unwrap_or(0);
    let width =
        rows.iter().map(length).max().unwrap_or(0).max(2 * scale * lettering::width(title)) + 2 * MARGIN;
    let head = MARGIN + 2 * scale * lettering::HEIGHT + GAP;
    let lines = rows.iter().map(|row| u64::from(tallest(row) + LABELS * scale + GAP)).sum::<u64>();
    let height = u64::from(head + MARGIN - GAP.min(MARGIN)).saturating_add(lines);
    let height = match u32::try_from(height) {
        Ok(fits) if u64::from(width).saturating_mul(height) <= MOST => fits,
        _ => return Err(ImageError::of(format!("{width} × {height} pixels are too many for one picture"))),
    };
    // Labels are drawn first, as numbers of colours; figures are drawn over them.
    let mut letters = vec![0_u8; width as usize * height as usize];
    lettering::draw(&mut letters, width, (MARGIN, MARGIN), 2 * scale, 1, title);
    let mut tops = Vec::new();
    let mut top = head;
    for row in &rows {
        let (mut left, feet) = (MARGIN, top + tallest(row));
        for figure in row {
            let room = cell(figure);
            let name = shortened(&figure.name, room / scale);
            let note = shortened(&figure.note, room / scale);
            let line = (lettering::HEIGHT + 2) * scale;
            lettering::draw(&mut letters, width, (left, feet + 3), scale, 1, &name);
            lettering::draw(&mut letters, width, (left, feet + 3 + line), scale, 2, &note);
            tops.push((*figure, left, feet - figure.height * scale));
            left += room + GAP;
        }
        top = feet + LABELS * scale + GAP;
    }
    let [bright, pale] = behind.inks();
    let across = width.max(1) as usize;
    let ink = |(at, letter): (usize, &u8)| match letter {
        0 => behind.at(at % across, at / across),
        1 => bright,
        _ => pale,
    };
    let alpha = || letters.iter().map(|letter| if *letter == 0 { 0 } else { 255 }).collect();
    let alpha = (behind == Behind::Transparent).then(alpha);
    let mut montage = Montage { width, height, pixels: letters.iter().enumerate().map(ink).collect(), alpha };
    for (figure, left, top) in tops {
        montage.paste(figure, (left, top), scale);
    }
    Ok(montage)
}

/// Returns as much of a text as fits, with a dot for the part that is left out.
fn shortened(text: &str, room: u32) -> String {
    if lettering::width(text) <= room {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while !short.is_empty() && lettering::width(&format!("{short}.")) > room {
        short.pop();
    }
    format!("{}.", short.trim_end())
}

impl Montage {
    fn paste(&mut self, figure: &Figure, (left, top): (u32, u32), scale: u32) {
        let width = self.width.max(1) as usize;
        let palette = &figure.palette;
        let whole = Rect { left: 0, top: 0, right: figure.width, bottom: figure.height };
        let mut large = Vec::new();
        palette.cut(&figure.pixels, figure.width, whole, scale, &mut large);
        let rows = self.pixels.chunks_exact_mut(width).skip(top as usize).enumerate();
        for ((y, row), values) in rows.zip(large.chunks_exact((figure.width * scale).max(1) as usize)) {
            let opacity =
                self.alpha.as_mut().and_then(|alpha| alpha.chunks_exact_mut(width).nth(top as usize + y));
            let mut opacity = opacity.into_iter().flatten().skip(left as usize);
            for (place, value) in row.iter_mut().skip(left as usize).zip(values) {
                let opacity = opacity.next();
                if *value == palette.nothing {
                    continue;
                }
                let [r, g, b, alpha] = palette.rgba(*value);
                if let Some(opacity) = opacity {
                    // Nothing is behind this pixel, so it keeps its own colour.
                    *opacity = alpha;
                    *place = [r, g, b];
                    continue;
                }
                let over = |new: u8, old: u8| {
                    let alpha = u16::from(alpha);
                    u8::try_from((u16::from(new) * alpha + u16::from(old) * (255 - alpha)) / 255)
                        .unwrap_or(new)
                };
                *place = [over(r, place[0]), over(g, place[1]), over(b, place[2])];
            }
        }
    }
}

#[cfg(test)]
mod tests;
