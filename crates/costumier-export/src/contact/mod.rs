//! The contact sheet: everything that a costume shows, at its own size, with labels.
//!
//! ```text
//! Odile                          the name; what it is; its colours
//! walk ─────────────────         a heading for each chore
//! west           east            its facings side by side
//! 6 of 8 frames  6 of 8 frames
//! ▒ ▒ ▒ ▒ ▒ ▒    ▒ ▒ ▒ ▒ ▒ ▒     their different frames in order, the feet at the same place
//! pictures ─────────────
//! limb 0         limb 1          the pictures that all of it is put together from
//! ▒ ▒ ▒          ▒ ▒ ▒ ▒
//! ```
//! Nothing overlaps. Rows that are too long for the sheet are broken. The labels have colours of their own, behind
//! the costume's or replacing some that no picture uses, so the costume's indices do not change.

mod contents;
mod inks;
pub mod lettering;
mod pen;

use crate::colour::{Rgb, WrittenPalette};
use crate::image::{ImageError, Rect};

use inks::inks;
use pen::Pen;

pub(crate) use contents::{Shown, Stored, Titles, contents};

/// Width in pixels at which rows are broken. A wider picture makes the sheet wider.
const WIDTH: u32 = 960;
/// Empty pixels around the sheet.
const MARGIN: u32 = 12;
/// Empty pixels between pictures.
const GAP: u32 = 5;
/// Empty pixels between rows.
const ROW_GAP: u32 = 8;
/// Empty pixels between rows that are side by side.
const SIDE_GAP: u32 = 24;
/// Empty pixels before a heading.
const GROUP_GAP: u32 = 14;
/// Side of a colour's square in pixels.
const SWATCH: u32 = 10;

/// A row: its label, a second line in a paler colour, and its pictures, aligned at their tops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row<'a> {
    /// The label of the row.
    pub label: String,
    /// The second line of the label.
    pub note: String,
    /// The pictures of the row.
    pub cells: Vec<Cell<'a>>,
    /// Whether the costume mirrors its pictures here.
    pub is_mirrored: bool,
}

impl Row<'_> {
    /// Whether each picture of the row is the mirror image of the picture at the same place in another row.
    #[must_use]
    pub fn is_mirror_image_of(&self, other: &Self) -> bool {
        self.note == other.note
            && self.cells.len() == other.cells.len()
            && self.cells.iter().zip(&other.cells).all(|(a, b)| a.is_mirror_image_of(b))
    }
}

/// A picture on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// Width of its place in pixels.
    pub width: u32,
    /// Height of its place in pixels.
    pub height: u32,
    /// The part of the place that shows something.
    pub part: Rect,
    /// The pixel values of that part, row by row.
    pub pixels: &'a [u8],
}

impl Cell<'_> {
    /// Whether the pictures show the same, one of them mirrored within its place.
    fn is_mirror_image_of(&self, other: &Self) -> bool {
        let part = other.part;
        let mirrored = match part.is_empty() {
            true => part,
            false => Rect { left: other.width - part.right, right: other.width - part.left, ..part },
        };
        let row = self.part.width().max(1) as usize;
        let rows = || self.pixels.chunks_exact(row).zip(other.pixels.chunks_exact(row));
        (self.width, self.height, self.part) == (other.width, other.height, mirrored)
            && rows().all(|(a, b)| a.iter().eq(b.iter().rev()))
    }
}

/// A colour at the top of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    /// The pixel value of the colour.
    pub value: u8,
    /// Whether a picture of the costume has the value. The square of a colour that is not used is empty and crossed
    /// out.
    pub is_used: bool,
}

/// Rows under a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group<'a> {
    /// The text of the heading.
    pub heading: String,
    /// The rows of the group.
    pub rows: Vec<Row<'a>>,
}

/// The contents of a sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents<'a> {
    /// The name at the top.
    pub title: String,
    /// The second line at the top.
    pub subtitle: String,
    /// The colours at the top.
    pub swatches: Vec<Swatch>,
    /// The groups, from top to bottom.
    pub groups: Vec<Group<'a>>,
    /// The line at the bottom; empty for none.
    pub credit: String,
}

impl Contents<'_> {
    /// Splits the contents into two sheets. `None` if they are a single picture.
    #[must_use]
    pub fn halves(mut self) -> Option<(Self, Self)> {
        let groups = match &mut self.groups[..] {
            [_, _, ..] => self.groups.split_off(self.groups.len() / 2),
            [group] => {
                let rows = match &mut group.rows[..] {
                    [_, _, ..] => group.rows.split_off(group.rows.len() / 2),
                    [row] if row.cells.len() > 1 => {
                        let cells = row.cells.split_off(row.cells.len() / 2);
                        vec![Row { cells, label: row.label.clone(), note: row.note.clone(), ..*row }]
                    }
                    _ => return None,
                };
                vec![Group { heading: group.heading.clone(), rows }]
            }
            [] => return None,
        };
        let (title, subtitle) = (self.title.clone(), self.subtitle.clone());
        let (swatches, credit) = (self.swatches.clone(), self.credit.clone());
        let second = Self { title, subtitle, swatches, groups, credit };
        Some((self, second))
    }
}

/// A drawn contact sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// The indices, row by row.
    pub pixels: Vec<u8>,
    /// The costume's colours, followed by those of the labels.
    pub palette: Vec<Rgb>,
}

/// Draws a sheet of at most `most` pixels in these colours.
///
/// # Errors
/// If the sheet would be larger.
pub fn draw(contents: &Contents<'_>, palette: &WrittenPalette, most: u64) -> Result<Sheet, ImageError> {
    let nothing = palette.nothing;
    let mut sheet = Sheet { palette: palette.colours.clone(), ..Sheet::default() };
    let inks = inks(&mut sheet.palette, palette, contents);
    let rows = || contents.groups.iter().flat_map(|group| &group.rows);
    let widest = rows().map(|row| label_width(row).max(widest_cell(row))).max().unwrap_or(0);
    let texts = [(&contents.title, 2), (&contents.subtitle, 1), (&contents.credit, 1)];
    // As wide as the widest line of rows, up to the limit.
    let least = texts.map(|(text, size)| size * lettering::width(text)).into_iter().fold(widest, u32::max);
    let limit = least.max(WIDTH - 2 * MARGIN);
    let shelves: Vec<Vec<RowGroup<'_>>> =
        contents.groups.iter().map(|group| shelves(&group.rows, limit)).collect();
    let right = shelves.iter().flatten().map(RowGroup::width).max().unwrap_or(0).max(least);
    sheet.width = right + 2 * MARGIN;

    let mut pen = Pen { sheet: &mut sheet, y: MARGIN, inks, nothing, most };
    pen.header(contents)?;
    for (group, shelves) in contents.groups.iter().zip(&shelves) {
        pen.heading(&group.heading, MARGIN + right)?;
        for shelf in shelves {
            pen.shelf(shelf)?;
        }
    }
    if !contents.credit.is_empty() {
        pen.text(MARGIN, pen.y, 1, inks.pale, &contents.credit)?;
        pen.y += lettering::HEIGHT + ROW_GAP;
    }
    let end = pen.y + MARGIN - ROW_GAP;
    pen.grow(end)?;
    Ok(sheet)
}

/// Rows that are side by side.
#[derive(Default)]
struct RowGroup<'r> {
    blocks: Vec<Block<'r>>,
}

/// A row with its labels above it, and its place on the sheet.
struct Block<'r> {
    row: &'r Row<'r>,
    /// Its pictures, line by line.
    lines: Vec<&'r [Cell<'r>]>,
    width: u32,
}

impl RowGroup<'_> {
    fn width(&self) -> u32 {
        let gaps = SIDE_GAP * u32::try_from(self.blocks.len().saturating_sub(1)).unwrap_or(0);
        self.blocks.iter().map(|block| block.width).sum::<u32>() + gaps
    }
}

/// Puts rows side by side, as many as fit.
fn shelves<'r>(rows: &'r [Row<'r>], limit: u32) -> Vec<RowGroup<'r>> {
    let mut shelves: Vec<RowGroup<'r>> = Vec::new();
    for row in rows {
        let lines = lines(row, limit);
        let widths = lines.iter().map(|line| line_width(line));
        let width = widths.max().unwrap_or(0).max(label_width(row));
        let block = Block { row, lines, width };
        match shelves.last_mut().filter(|shelf| shelf.width() + SIDE_GAP + width <= limit) {
            Some(shelf) => shelf.blocks.push(block),
            None => shelves.push(RowGroup { blocks: vec![block] }),
        }
    }
    shelves
}

fn line_width(line: &[Cell<'_>]) -> u32 {
    line.iter().map(|cell| cell.width + GAP).sum::<u32>().saturating_sub(GAP)
}

fn widest_cell(row: &Row<'_>) -> u32 {
    row.cells.iter().map(|cell| cell.width).max().unwrap_or(0)
}

fn label_width(row: &Row<'_>) -> u32 {
    lettering::width(&row.label).max(lettering::width(&row.note))
}

/// Returns a row's pictures, line by line.
fn lines<'r, 'a>(row: &'r Row<'a>, width: u32) -> Vec<&'r [Cell<'a>]> {
    let mut lines = Vec::new();
    let mut rest = &row.cells[..];
    while !rest.is_empty() {
        let mut used = 0;
        let fitting = rest.iter().take_while(|cell| {
            used += cell.width + GAP;
            used <= width + GAP
        });
        let (line, after) = rest.split_at(fitting.count().max(1));
        lines.push(line);
        rest = after;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Background;
    use proptest::prelude::*;

    fn palette(background: Background) -> WrittenPalette {
        WrittenPalette::new(&[[255, 0, 255], [1; 3], [2; 3], [3; 3]], &[], 0, background)
    }

    const MOST: u64 = 1 << 26;

    fn cell(pixels: &[u8], width: u32, height: u32) -> Cell<'_> {
        let part = Rect { left: 0, top: 0, right: width, bottom: height };
        Cell { width, height, part, pixels }
    }

    fn contents(rows: Vec<Row<'_>>) -> Contents<'_> {
        let groups = vec![Group { heading: "walk".into(), rows }];
        Contents {
            title: "Odile".into(),
            subtitle: "costume 1".into(),
            swatches: [1, 2, 3].map(|value| Swatch { value, is_used: true }).to_vec(),
            groups,
            credit: String::new(),
        }
    }

    /// What a header with three colours puts on the sheet by itself.
    fn squares() -> usize {
        (SWATCH * SWATCH) as usize
    }

    proptest! {
        #[test]
        fn nothing_overlaps_and_nothing_is_lost(
            rows in prop::collection::vec((1_u32..300, 1_u32..90, 1_usize..40), 1..6),
        ) {
            let pixels = vec![2; 300 * 90];
            let rows: Vec<Row<'_>> = rows
                .iter()
                .map(|&(width, height, count)| Row {
                    label: "west".into(),
                    note: "some images".into(),
                    is_mirrored: false,
                    cells: vec![cell(&pixels[..(width * height) as usize], width, height); count],
                })
                .collect();
            let cells = rows.iter().flat_map(|row| &row.cells);
            let expected: u32 = cells.map(|cell| cell.width * cell.height).sum();
            let sheet = draw(&contents(rows), &palette(Background::Transparent), MOST).unwrap();
            // Every pixel of every picture is there: nothing covers it, not even a letter.
            let found = sheet.pixels.iter().filter(|p| **p == 2).count();
            prop_assert_eq!(found - squares(), expected as usize);
            prop_assert_eq!(sheet.pixels.len(), (sheet.width * sheet.height) as usize);
            prop_assert!(sheet.width <= WIDTH.max(320 + 2 * MARGIN + 80));
            // The margins are empty.
            let empty = |row: &[u8]| row.iter().all(|p| *p == 0);
            let line = sheet.width as usize;
            prop_assert!(sheet.pixels.chunks_exact(line).take(MARGIN as usize).all(empty));
            prop_assert!(sheet.pixels.chunks_exact(line).rev().take(MARGIN as usize).all(empty));
        }
    }

    #[test]
    fn the_letters_have_colours_of_their_own() {
        let sheet = draw(&contents(Vec::new()), &palette(Background::Transparent), MOST).unwrap();
        assert_eq!(sheet.palette[..4], palette(Background::Transparent).colours);
        assert_eq!(sheet.palette.len(), 6);
        assert!(sheet.pixels.contains(&4) && sheet.pixels.contains(&5));
    }

    #[test]
    fn where_the_palette_is_full_letters_take_colours_that_are_not_shown() {
        let full: Vec<Rgb> = (0..=255).map(|i| [i; 3]).collect();
        let full = WrittenPalette::new(&full, &[], 255, Background::Colour([0x4a, 0x55, 0x68]));
        let most: Vec<u8> = (0..=255).filter(|i| ![9, 77].contains(i)).chain([0, 1]).collect();
        let row = |pixels| {
            let cells = vec![cell(pixels, 16, 16)];
            contents(vec![Row { label: "west".into(), cells, ..Row::default() }])
        };
        let sheet = draw(&row(&most), &full, MOST).unwrap();
        let changed: Vec<usize> = (0..256).filter(|i| sheet.palette[*i] != full.colours[*i]).collect();
        assert_eq!((changed, sheet.palette[9]), (vec![9, 77], [255; 3]));
        assert!(sheet.pixels.contains(&9) && sheet.pixels.starts_with(&[255; 100]));
        // And where all are shown, none changes.
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(draw(&row(&all), &full, MOST).unwrap().palette, full.colours);
    }

    #[test]
    fn halves_have_everything_once_and_in_its_order() {
        let pixels = [2; 12];
        let row = |label: &str, cells| Row {
            label: label.into(),
            cells: vec![cell(&pixels, 3, 4); cells],
            ..Row::default()
        };
        let whole = contents(vec![row("west", 5), row("east", 1), row("south", 2)]);
        let mut waiting = vec![whole];
        let mut seen = Vec::new();
        while let Some(it) = waiting.pop() {
            let alone = it.groups[0].rows[0].label.clone();
            match it.halves() {
                Some((first, second)) => waiting.extend([second, first]),
                None => seen.push(alone),
            }
        }
        assert_eq!(seen, ["west", "west", "west", "west", "west", "east", "south", "south"]);
    }

    #[test]
    fn a_sheet_that_would_be_gigantic_is_refused() {
        let row = Row { cells: vec![cell(&[], 60_000, 60_000)], ..Row::default() };
        assert!(draw(&contents(vec![row]), &palette(Background::Transparent), MOST).is_err());
    }
}
