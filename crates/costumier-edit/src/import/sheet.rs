//! A sheet as a drawing: rows of cells, each row an animation. Cells have one size, or are what transparent gaps
//! separate.

use std::ops::Range;
use std::rc::Rc;

use costumier::{Problem, Refused, Severity};

use super::drawing::{Animation, Cel, Drawing, Frame, NOTHING, Paints, lowest};
use super::frames::LAYER;
use super::tag_name;
use crate::folder::refused;
use crate::pictures::png::{self, DecodedImage, Pixels};

/// How a sheet is cut into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Cells of this width and height.
    Cells(usize, usize),
    /// Cells between transparent rows and columns.
    Gaps,
}

/// Names of rows that a sheet without names has, by their number. Sheets of four rows are common in other programs.
const THREE: [&str; 3] = ["walk east", "walk south", "walk north"];
const FOUR: [&str; 4] = ["walk south", "walk west", "walk east", "walk north"];

/// Largest number of cells.
const CELLS: usize = 4096;

impl Drawing {
    /// Reads a sheet from a PNG file. `rows` names the animation of each row from above. Each frame is shown for
    /// `ticks` ticks. `feet` is the pixel of a cell on which the actor stands; `None` takes the middle of the cell, and
    /// the lowest visible row.
    ///
    /// # Errors
    /// If the file cannot be read, the grid does not fit, or a row has no name.
    pub fn of_sheet(
        bytes: &[u8],
        grid: Grid,
        rows: &[String],
        feet: Option<(i32, i32)>,
        ticks: u32,
    ) -> Result<Self, Refused> {
        let wrong = |why: String| refused("sheet", why);
        let mut paints = Paints::default();
        let (sheet, cells, _, notes) = open(bytes, grid, &mut paints)?;
        let names = names(rows, cells.len()).map_err(wrong)?;
        let mut problems = Vec::new();
        let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
        // In a grid all cells stand on one line; between gaps each row has its own.
        let ground = cells.iter().flatten().filter_map(|cell| lowest(&sheet.cut(cell))).max().unwrap_or(0);
        let mut animations = Vec::new();
        for (number, (row, name)) in cells.iter().zip(&names).enumerate() {
            let path = format!("row {} (\"{name}\")", number + 1);
            let tag = match tag_name::read(name) {
                Ok(tag) => tag,
                Err(why) => {
                    problems.push(Problem::new(Severity::Broken, path, None, why.text()));
                    continue;
                }
            };
            let frames = row.iter().map(|cell| {
                let cel = sheet.cut(cell);
                let middle = match grid {
                    Grid::Cells(width, _) => (side(width) / 2, ground),
                    Grid::Gaps => (side(cel.width) / 2, side(cel.height()) - 1),
                };
                let feet = feet.unwrap_or(middle);
                let cel = Cel { at: (feet.0.saturating_neg(), feet.1.saturating_neg()), ..cel };
                Frame { ticks: ticks.max(1), file: None, cels: vec![Some(Rc::new(cel))] }
            });
            animations.push(Animation {
                name: path,
                chore: tag.chore,
                facing: tag.facing,
                frames: frames.collect(),
                loops_to: (!tag.once).then_some(0),
            });
        }
        Refused::unless_empty(problems)?;
        let layers = vec![LAYER.to_owned()];
        Ok(Self { layers, animations, colours: paints.colours, has_palette: false, notes })
    }
}

/// A sheet's pixels, its cells row by row, the picture, and notes.
type OpenSheet = (Sheet, Vec<Vec<Cell>>, DecodedImage, Vec<String>);

/// Reads a sheet.
fn open(bytes: &[u8], grid: Grid, paints: &mut Paints) -> Result<OpenSheet, Refused> {
    let wrong = |why: String| refused("sheet", why);
    let mut found = png::read(bytes).map_err(|error| wrong(error.to_string()))?;
    let notes = remove_background(&mut found).into_iter().collect();
    let pixels = paints.pixels(&found).map_err(wrong)?;
    let sheet = Sheet { width: found.width, height: found.height, pixels };
    let cells = match grid {
        Grid::Cells(width, height) => sheet.grid((width, height)).map_err(wrong)?,
        Grid::Gaps => sheet.gaps(),
    };
    if cells.iter().map(Vec::len).sum::<usize>() > CELLS {
        return Err(wrong(format!("has more than {CELLS} cells; choose a larger --grid")));
    }
    Ok((sheet, cells, found, notes))
}

/// Reads a sheet from a PNG file. Returns its cells in reading order, and notes.
pub(crate) fn sheet_cells(bytes: &[u8], grid: Grid) -> Result<(Vec<DecodedImage>, Vec<String>), Refused> {
    let (_, cells, found, notes) = open(bytes, grid, &mut Paints::default())?;
    let cut = |(columns, rows): &Cell| found.cut([columns.start, rows.start, columns.len(), rows.len()]);
    Ok((cells.iter().flatten().filter_map(cut).collect(), notes))
}

/// Columns and rows of a cell.
type Cell = (Range<usize>, Range<usize>);

struct Sheet {
    width: usize,
    height: usize,
    pixels: Vec<u16>,
}

impl Sheet {
    fn row(&self, y: usize) -> &[u16] {
        self.pixels.get(y * self.width..(y + 1) * self.width).unwrap_or_default()
    }

    fn cut(&self, (columns, rows): &Cell) -> Cel {
        let pixels = rows.clone().flat_map(|y| self.row(y).get(columns.clone()).unwrap_or_default());
        Cel { at: (0, 0), width: columns.len(), pixels: pixels.copied().collect() }
    }

    fn is_empty(&self, (columns, rows): &Cell) -> bool {
        let mut rows = rows.clone();
        rows.all(|y| self.row(y).get(columns.clone()).unwrap_or_default().iter().all(|it| *it == NOTHING))
    }

    /// Cuts cells of one size. Empty cells at the end of a row are no frames, and empty rows no animations.
    fn grid(&self, (width, height): (usize, usize)) -> Result<Vec<Vec<Cell>>, String> {
        let (columns, rows) = (self.width.checked_div(width), self.height.checked_div(height));
        let (Some(columns), Some(rows)) = (columns, rows) else {
            return Err("needs cells of at least one pixel".into());
        };
        if columns * width != self.width || rows * height != self.height || columns == 0 || rows == 0 {
            return Err(format!(
                "has {} × {} pixels, and cells of {width} × {height} do not fit: {columns} columns and {rows} rows of \
                 them have {} × {}; choose another --grid, or cut the sheet",
                self.width,
                self.height,
                columns * width,
                rows * height
            ));
        }
        let row = |y: usize| {
            let cell = |x: usize| (x * width..(x + 1) * width, y * height..(y + 1) * height);
            let mut cells: Vec<Cell> = (0..columns).map(cell).collect();
            while cells.last().is_some_and(|cell| self.is_empty(cell)) {
                cells.pop();
            }
            cells
        };
        Ok((0..rows).map(row).filter(|cells| !cells.is_empty()).collect())
    }

    /// Cuts the sheet where whole rows, and in each row whole columns, are transparent.
    fn gaps(&self) -> Vec<Vec<Cell>> {
        let bands = runs(self.height, |y| self.row(y).iter().any(|pixel| *pixel != NOTHING));
        let cells = |rows: Range<usize>| {
            let columns = runs(self.width, |x| {
                rows.clone().any(|y| self.row(y).get(x).is_some_and(|pixel| *pixel != NOTHING))
            });
            columns.into_iter().map(|columns| (columns, rows.clone())).collect()
        };
        bands.into_iter().map(cells).collect()
    }
}

/// Returns the runs of numbers below `end` that have a property.
fn runs(end: usize, has: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..end).filter(|at| has(*at)) {
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end = at + 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}

/// Makes the colour of the upper left pixel transparent, if nothing in a picture is. Says so.
fn remove_background(found: &mut DecodedImage) -> Option<String> {
    let colours: Vec<[u8; 4]> = match &found.pixels {
        Pixels::Colours(colours) => colours.clone(),
        Pixels::Indexed { indices, palette } => {
            let colour = |index: &u8| palette.get(usize::from(*index)).copied().unwrap_or([0, 0, 0, 255]);
            indices.iter().map(colour).collect()
        }
    };
    let hidden = |colour: &[u8; 4]| !super::drawing::is_visible(*colour);
    if colours.iter().any(hidden) {
        return None;
    }
    let background = *colours.first()?;
    let [r, g, b, _] = background;
    let clear = |colour: [u8; 4]| if colour == background { [r, g, b, 0] } else { colour };
    found.pixels = Pixels::Colours(colours.into_iter().map(clear).collect());
    let colour = crate::pictures::recover::hex([r, g, b]);
    Some(format!(
        "nothing in the sheet is transparent; {colour}, its upper left pixel, was taken for the background"
    ))
}

/// Returns the name of each row.
fn names(given: &[String], rows: usize) -> Result<Vec<String>, String> {
    if given.len() == rows && rows > 0 {
        return Ok(given.to_vec());
    }
    let usual: &[&str] = match rows {
        3 => &THREE,
        4 => &FOUR,
        _ => &[],
    };
    if given.is_empty() && !usual.is_empty() {
        return Ok(usual.iter().map(|name| (*name).to_owned()).collect());
    }
    Err(match (given.len(), rows) {
        (_, 0) => "shows nothing".to_owned(),
        (0, _) => format!(
            "has {rows} rows of pictures, and nothing says what they show; name them from above, as in `--rows \
             \"walk east,walk south\"`"
        ),
        (given, _) => format!("has {rows} rows of pictures, and --rows has {given} names; give each row one"),
    })
}
