//! The positions of a picture's columns and rows on the stage, and the effect of the stage's edges on them
//! (`docs/format/drawing.md §2, §3.3, §10`).

use std::ops::Range;

use super::scale::{Axis, FULL, ScaleTable};
use super::stage::{Edges, Stage};
use crate::codec::Encoded;
use crate::codec::cell::CELL_WIDTH;
use crate::model::Bounds;

/// A picture's place on a stage, before clipping.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) columns: Axis,
    pub(crate) rows: Axis,
    width: u32,
    height: u32,
    scaled: bool,
    /// Whether it belongs to a COST costume, for which some more edge rules apply.
    classic: bool,
}

/// How the engine clips a kind of picture at the edges of its screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Stored columns outside the screen are skipped, with the exceptions of `docs/format/drawing.md §10`.
    Skipping,
    /// The picture is drawn whole, pixel by pixel.
    Whole,
    /// Cells of v1 are drawn cell by cell, up to the first one behind cell 0 that lies outside the screen
    /// (`docs/format/old-rooms.md §12`).
    Cells,
    /// Codec 5 is drawn whole, but the test whether anything is visible is one column off.
    Bomp,
    /// Blocks (PC-Engine): parts outside the screen are left out. The test whether anything is visible uses the
    /// stated rows (`docs/format/old-rooms.md §12`).
    Blocks {
        /// Number of rows that the header states.
        stated: u16,
    },
    /// Codecs 16 and 32, and v0: parts outside the screen are left out.
    Exact,
    /// Tiles of the NES are not drawn at all if any part lies outside the screen or touches its right or lower edge
    /// (`docs/format/old-rooms.md §7.4`).
    AllOrNothing,
}

impl Cut {
    /// How pictures that are stored like this are clipped.
    pub(crate) fn of(encoded: &Encoded<'_>) -> Self {
        match encoded {
            Encoded::Rle { .. } => Self::Skipping,
            Encoded::RleByRows { .. } => Self::Whole,
            Encoded::Cells { .. } => Self::Cells,
            Encoded::Bomp { .. } => Self::Bomp,
            Encoded::Blocks { stated, .. } => Self::Blocks { stated: *stated },
            Encoded::Tile { .. } => Self::AllOrNothing,
            Encoded::MajMin { .. } | Encoded::Trle { .. } | Encoded::CellRows { .. } => Self::Exact,
        }
    }
}

/// The start of painting: a source column, and its stage column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) column: u32,
    pub(crate) x: i64,
    /// The source column before which painting ends.
    end: u32,
    /// Stage columns (the last one not included) at whose edges painting ends, once it has made a step. `None` if
    /// nothing ends it.
    within: Option<(i64, i64)>,
}

impl Place {
    /// Places a picture of `size` at `at` (the (m, n) of `docs/format/drawing.md §2`) from the anchor.
    pub(crate) fn new(
        size: (u16, u16),
        at: (i32, i32),
        anchor: (i64, i64),
        flip: bool,
        scale: [u8; 2],
        table: ScaleTable,
    ) -> Self {
        let (m, n) = (i64::from(at.0), i64::from(at.1));
        let scaled = scale != [FULL; 2];
        let (columns, rows) = if scaled {
            (Axis::columns(anchor.0, m, flip, scale[0], table), Axis::rows(anchor.1, n, scale[1], table))
        } else {
            (Axis::unscaled(anchor.0 + if flip { -m } else { m }, flip), Axis::unscaled(anchor.1 + n, false))
        };
        Self {
            columns,
            rows,
            width: u32::from(size.0),
            height: u32::from(size.1),
            scaled,
            classic: table.is_classic(),
        }
    }

    /// The painted rectangle on a stage without edges.
    pub(crate) fn bounds(&self) -> Bounds {
        let kept = |axis: &Axis, count| (0..count).map(|i| i64::from(axis.keeps(i))).sum::<i64>();
        let rows = kept(&self.rows, self.height);
        if self.width == 0 || rows == 0 {
            return Bounds::default();
        }
        let first = self.columns.start;
        // The last column is painted whether it is kept or not.
        let last = first + self.columns.step * kept(&self.columns, self.width - 1);
        Bounds {
            left: saturate(first.min(last)),
            top: saturate(self.rows.start),
            right: saturate(first.max(last) + 1),
            bottom: saturate(self.rows.start + rows),
        }
    }

    /// The stage columns of all columns, in the order of painting, and the stage rows of the painted rows, on a stage
    /// without edges.
    pub(crate) fn lines(&self) -> [Vec<(u32, i64)>; 2] {
        let (mut x, mut y) = (self.columns.start, self.rows.start);
        let columns = (0..self.width).map(|column| {
            let at = x;
            x += if self.columns.keeps(column) { self.columns.step } else { 0 };
            (column, at)
        });
        let columns = columns.collect();
        let rows = (0..self.height).filter(|row| self.rows.keeps(*row)).map(|row| {
            y += 1;
            (row, y - 1)
        });
        [columns, rows.collect()]
    }

    /// The start of painting on a stage; `None` if the stage's edge rule says that nothing is drawn. `window` is a
    /// clip rectangle that acts like the screen.
    pub(crate) fn start(&self, stage: &Stage, cut: Cut, window: Option<Bounds>) -> Option<Start> {
        let whole = Start { column: 0, x: self.columns.start, end: self.width, within: None };
        match (stage.edges(), window) {
            (Edges::Free, _) => Some(whole),
            (Edges::Engine, Some(window)) if cut == Cut::Skipping => self.start_in(window, whole, stage),
            (Edges::Engine, _) => {
                let width = i64::from(stage.width()) + i64::from(stage.beyond());
                let before = i64::from(stage.before());
                // Convert columns to those that the engine counts.
                let mut place = *self;
                place.columns.start += before;
                let skipped = place.engine_start(width).filter(|_| cut == Cut::Skipping);
                let whole = Start { end: place.far_end(cut), ..whole };
                let start = skipped.map_or(whole, |(column, edge)| Start {
                    column,
                    x: edge - before,
                    end: self.width,
                    within: None,
                });
                (!place.engine_drops((width, i64::from(stage.height())), cut)).then_some(start)
            }
        }
    }

    /// The start of painting in a clip rectangle that acts like the screen (Humongous, codec 1; rule 5 of
    /// docs/interpreters.md). **Note:** the screen still decides how much of a scaled picture is skipped. A part
    /// that begins outside the rectangle is then drawn at its edge, or not at all.
    fn start_in(&self, window: Bounds, whole: Start, stage: &Stage) -> Option<Start> {
        let (width, height) = (i64::from(stage.width()), i64::from(stage.height()));
        let (left, right) = (i64::from(window.left).max(0), i64::from(window.right).min(width));
        let (top, bottom) = (i64::from(window.top).max(0), i64::from(window.bottom).min(height));
        let (x, flip) = (self.columns.start, self.columns.step < 0);
        let (first_row, count) = (self.rows.start, self.steps(&self.columns, self.width));
        let (from, to) = if flip { (x - count, x) } else { (x, x + count) };
        let beside = from >= right || to <= left;
        if beside || first_row >= bottom || first_row + self.steps(&self.rows, self.height) <= top {
            return None;
        }
        let skip = match (self.scaled, flip) {
            (true, _) => self.engine_start(width).map_or(0, |(column, _)| column),
            (false, true) => u32::try_from(x - right + 1).unwrap_or(0),
            (false, false) => u32::try_from(left - x).unwrap_or(0),
        };
        let edge = if flip { right - 1 } else { left };
        Some(Start {
            column: skip,
            x: if skip > 0 { edge } else { x },
            within: self.scaled.then_some((left, right)),
            ..whole
        })
        .filter(|_| skip < self.width)
    }

    /// The column before which painting ends if nothing is skipped. As many columns are missing at the end as
    /// counting finds beyond the screen's left edge. This makes a difference if painted columns are not the counted
    /// ones.
    fn far_end(&self, cut: Cut) -> u32 {
        if cut != Cut::Skipping || !self.columns.is_painted_otherwise() {
            return self.width;
        }
        let beyond = self.steps(&self.columns, self.width) - 1 - self.columns.start;
        self.width.saturating_sub(u32::try_from(beyond).unwrap_or(0))
    }

    /// Number of steps of the engine's placement loop over `count` columns or rows.
    fn steps(&self, axis: &Axis, count: u32) -> i64 {
        (0..count).map(|i| i64::from(!self.scaled || axis.counts(i))).sum()
    }

    /// Whether the engine draws nothing: `docs/format/drawing.md §10` rules 1 to 3.
    fn engine_drops(&self, (width, height): (i64, i64), cut: Cut) -> bool {
        let x = self.columns.start;
        let count = self.steps(&self.columns, self.width);
        let cell = i64::try_from(CELL_WIDTH).unwrap_or(0);
        let (left, right) = match (cut, self.columns.step < 0) {
            // A flipped picture's first column counts as outside this box, so a picture that begins at stage column
            // 0 is not drawn.
            (Cut::Skipping | Cut::Whole | Cut::Blocks { .. }, true) => (x - count, x),
            // The same for cells, whose places are those of their left pixels.
            (Cut::Cells, true) => (x - cell + 1 - count, x - cell + 1),
            // The box is one column too far left: if a picture ends at stage column 0, that column is not drawn.
            (Cut::Bomp, false) => (x - 1, x - 1 + count),
            (Cut::Bomp | Cut::Exact | Cut::AllOrNothing, true) => (x - count + 1, x + 1),
            (_, false) => (x, x + count),
        };
        let top = self.rows.start;
        let rows = match cut {
            Cut::Blocks { stated } => u32::from(stated),
            _ => self.height,
        };
        let bottom = top + self.steps(&self.rows, rows);
        let tall = self.classic && cut != Cut::Exact && i64::from(rows) + top.clamp(0, height) >= 256;
        // If cells 0 and 1 lie outside the screen, the engine ignores the cells after them.
        let two = cut == Cut::Cells && if self.columns.step < 0 { x >= width + cell } else { x < -cell };
        let whole = left >= 0 && right < width && top >= 0 && bottom < height;
        let tall = tall || cut == Cut::AllOrNothing && !whole;
        top >= height || bottom <= 0 || left >= width || right <= 0 || tall || two
    }

    /// Moves thresholds as the engine does if it does not skip stored columns (Amiga). The whole picture keeps its
    /// place, but a scaled one that reaches over the edge where it begins uses the thresholds of the columns behind
    /// those that would be skipped.
    pub(crate) fn keep_columns(&mut self, width: u32, edges: Edges) {
        if edges == Edges::Engine
            && self.scaled
            && let Some((column, _)) = self.engine_start(i64::from(width))
        {
            self.columns.pass(column);
        }
    }

    /// Rule 4: the engine skips the stored columns before the stage, and begins at the edge. Except for an unscaled
    /// picture at the left edge, the last column that it should skip is the first that it paints.
    ///
    /// Returns the number of columns to skip and the edge; `None` if nothing is skipped.
    fn engine_start(&self, width: i64) -> Option<(u32, i64)> {
        let flip = self.columns.step < 0;
        let edge = if flip { width - 1 } else { 0 };
        let skip = if self.scaled {
            let mut x = self.columns.start;
            let mut outside = 0_u32;
            while outside < self.width && if flip { x >= width } else { x < 0 } {
                x += if self.columns.counts(outside) { self.columns.step } else { 0 };
                outside += 1;
            }
            outside.saturating_sub(1)
        } else if !self.classic {
            // In AKOS costumes, exactly the columns outside are skipped.
            return None;
        } else {
            let outside = if flip { self.columns.start - width } else { -self.columns.start };
            u32::try_from(outside).unwrap_or(0)
        };
        (skip > 0).then_some((skip, edge))
    }

    /// Lists the columns that are painted on a stage of this width in the order of painting, with their stage
    /// columns. Each is adjacent to or on the one before. Returns whether some were left out.
    pub(crate) fn visible_columns(&self, start: Start, width: u32, out: &mut Vec<(u32, u32)>) -> bool {
        out.clear();
        if !self.scaled && self.columns.step > 0 {
            out.extend(inside(start.x, start.column..self.width, width));
            return out.len() < self.width as usize;
        }
        let mut x = start.x;
        for column in start.column..start.end {
            match u32::try_from(x) {
                Ok(at) if at < width => out.push((column, at)),
                // Painting moves away from the stage and will not come back.
                Ok(_) if self.columns.step > 0 => break,
                Err(_) if self.columns.step < 0 => break,
                _ => {}
            }
            if self.columns.keeps(column) {
                x += self.columns.step;
                if start.within.is_some_and(|(left, right)| x < left || x >= right) {
                    break;
                }
            }
        }
        out.len() < self.width as usize
    }

    /// Lists the rows that are painted on a stage of this height, with their stage rows. Returns whether some were
    /// left out, not counting those that scaling drops.
    ///
    /// If painting does not step down (`steps` is false), all rows go to the same place.
    pub(crate) fn visible_rows(&self, height: u32, steps: bool, out: &mut Vec<(u32, u32)>) -> bool {
        out.clear();
        if !self.scaled {
            out.extend(inside(self.rows.start, 0..self.height, height));
            return out.len() < self.height as usize;
        }
        let mut y = self.rows.start;
        let mut cut = false;
        for row in 0..self.height {
            if !self.rows.keeps(row) {
                continue;
            }
            match u32::try_from(y) {
                Ok(at) if at < height => out.push((row, at)),
                Ok(_) => return true,
                Err(_) => cut = true,
            }
            y += i64::from(steps);
        }
        cut
    }

    /// Whether a single column and a single row of an unscaled picture are visible: in the clip rectangle, or, without
    /// one, on the engine's screen (`docs/interpreters.md`, rule 16).
    pub(crate) fn single_lines(&self, stage: &Stage, clip: Option<Bounds>) -> [bool; 2] {
        let screen = || Bounds {
            left: 0,
            top: 0,
            right: saturate(stage.width().into()),
            bottom: saturate(stage.height().into()),
        };
        let Some(clip) = clip.or_else(|| (stage.edges() == Edges::Engine).then(screen)) else {
            return [false; 2];
        };
        let is_single = |from: i64, count: u32, clip: [i32; 2]| {
            let [first, end] = clip.map(i64::from);
            (from + i64::from(count)).min(end) - from.max(first) == 1
        };
        [
            is_single(self.columns.start, self.width, [clip.left, clip.right]),
            is_single(self.rows.start, self.height, [clip.top, clip.bottom]),
        ]
    }

    /// Whether any column makes the next one go to another place.
    pub(crate) fn steps_across(&self) -> bool {
        (0..self.width).any(|column| self.columns.keeps(column))
    }
}

/// The `places` that lie in `0..size` if the first one lies at `at`, with their positions.
fn inside(at: i64, places: Range<u32>, size: u32) -> impl Iterator<Item = (u32, u32)> {
    let first = i64::from(places.start);
    let from = (first - at).clamp(first, i64::from(places.end));
    let to = (first - at + i64::from(size)).clamp(from, i64::from(places.end));
    // All values are between 0 and `places.end`, or between 0 and `size`.
    let number = |v: i64| u32::try_from(v).unwrap_or(0);
    let shift = number(at + from - first);
    (number(from)..number(to)).zip(shift..)
}

/// The nearest coordinate in the range of `i32`.
fn saturate(v: i64) -> i32 {
    i32::try_from(v).unwrap_or(if v < 0 { i32::MIN } else { i32::MAX })
}
