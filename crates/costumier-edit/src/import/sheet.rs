//! A sheet as a drawing: rows of cells, each row an animation. Cells have one size, or are what transparent gaps
//! separate.

use std::ops::Range;
use std::rc::Rc;

use costumier::{Problem, Refused, Severity};

use super::drawing::{Animation, Cel, Drawing, Frame, NOTHING, Paints, feet_outside, is_visible, lowest};
use super::frames::LAYER;
use super::tag_name;
use crate::folder::refused;
use crate::pictures::png::{self, DecodedImage, Pixels};
use crate::pictures::recover::hex;

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

/// Largest number of cells, and of cells with the empty ones.
const CELLS: usize = 4096;
const MOST_IN_GRID: usize = 1 << 20;

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
        let (sheet, cells, _, mut notes) = open(bytes, grid, &mut paints)?;
        let names = names(rows, cells.len(), grid).map_err(wrong)?;
        let mut warnings: Vec<String> = paints.warning().into_iter().collect();
        if rows.is_empty() {
            let taken =
                names.iter().zip(1..).map(|(name, number)| format!("row {number} was taken for {name}"));
            let taken = taken.collect::<Vec<_>>().join(", ");
            warnings.push(format!("there is no --rows: {taken}; name the rows with --rows if this is wrong"));
        }
        if let Grid::Cells(width, height) = grid {
            warnings.extend(sheet.cut_through((width, height)));
        }
        let mut problems = Vec::new();
        let side = |length: usize| i32::try_from(length).unwrap_or(i32::MAX);
        // In a grid all cells stand on one line; between gaps each row has its own.
        let ground = cells.iter().flatten().filter_map(|cell| lowest(&sheet.cut(cell))).max().unwrap_or(0);
        match (feet, grid) {
            (Some(feet), Grid::Cells(width, height)) => warnings.extend(feet_outside(feet, (width, height))),
            (None, Grid::Cells(width, _)) => notes.push(format!(
                "feet: {},{ground} of each cell, the middle of the lowest visible row",
                side(width) / 2
            )),
            (None, Grid::Gaps) => notes.push("feet: the middle of each cell's lowest row".to_owned()),
            (Some(_), Grid::Gaps) => {}
        }
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
        Ok(Self { layers, animations, colours: paints.colours, has_palette: false, notes, warnings })
    }
}

/// A sheet's pixels, its cells row by row, the picture, and notes.
type OpenSheet = (Sheet, Vec<Vec<Cell>>, DecodedImage, Vec<String>);

/// Reads a sheet.
fn open(bytes: &[u8], grid: Grid, paints: &mut Paints) -> Result<OpenSheet, Refused> {
    let wrong = |why: String| refused("sheet", why);
    let mut found = png::read(bytes).map_err(|error| wrong(error.to_string()))?;
    let notes = remove_background(&mut found).into_iter().collect();
    let pixels = paints.pixels(&found, "the sheet").map_err(wrong)?;
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
        if columns.saturating_mul(rows) > MOST_IN_GRID {
            return Err(format!("has {columns} × {rows} cells; choose a larger --grid"));
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

    /// Returns a warning if visible pixels touch across the lines of a grid.
    fn cut_through(&self, (width, height): (usize, usize)) -> Option<String> {
        let is_visible = |x: usize, y: usize| self.row(y).get(x).is_some_and(|pixel| *pixel != NOTHING);
        let column = (1..self.width.checked_div(width)?)
            .map(|number| number * width)
            .find(|x| (0..self.height).any(|y| is_visible(x - 1, y) && is_visible(*x, y)));
        let row = (1..self.height.checked_div(height)?)
            .map(|number| number * height)
            .find(|y| (0..self.width).any(|x| is_visible(x, y - 1) && is_visible(x, *y)));
        let places = column.map(|x| format!("x = {x}")).into_iter().chain(row.map(|y| format!("y = {y}")));
        let places = places.collect::<Vec<_>>().join(" and ");
        (!places.is_empty()).then(|| {
            format!(
                "the grid of {width} × {height} cuts through drawings at {places}; choose another --grid, unless the \
                 drawings fill their cells"
            )
        })
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

/// Returns the colours of a picture's pixels.
fn colours(found: &DecodedImage) -> Vec<[u8; 4]> {
    match &found.pixels {
        Pixels::Colours(colours) => colours.clone(),
        Pixels::Indexed { indices, palette } => {
            let colour = |index: &u8| palette.get(usize::from(*index)).copied().unwrap_or([0, 0, 0, 255]);
            indices.iter().map(colour).collect()
        }
    }
}

/// Makes a colour transparent.
fn clear(found: &mut DecodedImage, background: [u8; 4]) {
    let [r, g, b, _] = background;
    let clear = |colour: [u8; 4]| if colour == background { [r, g, b, 0] } else { colour };
    found.pixels = Pixels::Colours(colours(found).into_iter().map(clear).collect());
}

/// Makes the colour of the upper left pixel transparent, if nothing in a sheet is. Says so.
fn remove_background(found: &mut DecodedImage) -> Option<String> {
    let colours = colours(found);
    if !colours.iter().all(|colour| is_visible(*colour)) {
        return None;
    }
    let background = *colours.first()?;
    clear(found, background);
    let [r, g, b, _] = background;
    Some(format!(
        "nothing in the sheet is transparent; {}, its upper left pixel, was taken for the background",
        hex([r, g, b])
    ))
}

/// Makes the colour of the corners transparent, if nothing in any picture is and all have the same corners. Says so.
pub(super) fn remove_backgrounds<'a>(founds: impl Iterator<Item = &'a mut DecodedImage>) -> Option<String> {
    let mut background = None;
    let mut whole = Vec::new();
    for found in founds {
        let (colours, width) = (colours(found), found.width);
        let last = colours.len().checked_sub(1)?;
        for corner in [0, width.checked_sub(1)?, last.checked_sub(width - 1)?, last] {
            let corner = *colours.get(corner)?;
            if *background.get_or_insert(corner) != corner {
                return None;
            }
        }
        if !colours.iter().all(|colour| is_visible(*colour)) {
            return None;
        }
        whole.push(found);
    }
    let background = background?;
    whole.into_iter().for_each(|found| clear(found, background));
    let [r, g, b, _] = background;
    Some(format!(
        "nothing in the pictures is transparent; {}, the colour of their corners, was taken for the background",
        hex([r, g, b])
    ))
}

/// Returns the name of each row.
fn names(given: &[String], rows: usize, grid: Grid) -> Result<Vec<String>, String> {
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
    let plural = |count: usize, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
    let found = match grid {
        Grid::Cells(..) => format!("has {} of pictures", plural(rows, "row")),
        Grid::Gaps => format!(
            "has {} of pictures where transparent gaps cut it (if that is wrong, give the cell's size: `--grid \
             24x40`)",
            plural(rows, "row")
        ),
    };
    Err(match (given.len(), rows) {
        (_, 0) => "shows nothing".to_owned(),
        (0, _) => format!(
            "{found}, and nothing says what they show; name them from above, as in `--rows \"walk east,walk south\"`"
        ),
        (given, _) => format!("{found}, and --rows has {}; give each row one", plural(given, "name")),
    })
}
