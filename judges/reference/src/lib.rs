//! Where each pixel of a picture goes: `docs/format/drawing.md §2, §4, §9, §10` and `docs/format/akos-programs.md §8`,
//! read literally, one pixel at a time.
//!
//! Tests of the painter and the oracle's model draw by it. It shares no code with the painter. Colours, planes and
//! shadows are left to the caller.

/// The tables of thresholds, by which scaling leaves out columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// 256 entries, repeated (`docs/format/drawing.md §4`).
    Classic,
    /// The same. The index of mirrored columns counts up while they are painted (v4; `docs/interpreters.md`, rule 1).
    ClassicUp,
    /// 256 entries, whose first and last hold (Humongous games; `docs/format/akos-programs.md §8.1`).
    Held,
    /// 768 entries (v7 and v8).
    Long,
}

impl Table {
    fn centre(self) -> i32 {
        if self == Self::Long { 384 } else { 128 }
    }

    fn threshold(self, index: i32) -> i32 {
        let reversed = |value: i32| i32::from(value.to_le_bytes()[0].reverse_bits());
        match (self, index) {
            (Self::Long, _) => match index.clamp(0, 767) {
                255 | 511 => 254,
                index => reversed(index),
            },
            (Self::Held, _) => match index.clamp(0, 255) {
                0 => 255,
                index @ 1..128 => reversed(128 - index) - 1,
                index => reversed(index - 128),
            },
            _ => match index.rem_euclid(256) {
                0 => 255,
                index @ 1..128 => {
                    let left = 128 - index;
                    reversed(256 - 3 * (1 << left.ilog2()) + left)
                }
                index => reversed(index - 128),
            },
        }
    }
}

/// What an engine takes for a picture's place, when it asks whether and where the screen cuts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A COST picture, stored by columns.
    Columns,
    /// A COST picture, stored by rows (Amiga).
    Rows,
    /// An AKOS picture of codec 1.
    Rle,
    /// An AKOS picture of codec 5.
    Bomp,
    /// An AKOS picture of another codec.
    Other,
}

/// A rule that can be broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// Columns and rows whose threshold is the scale are kept.
    ThresholdIncluded,
    /// Mirrored pictures use the table as others do.
    TableMirrored,
    /// The table's middle is an entry earlier.
    TableOffCentre,
    /// Mirrored pictures are a pixel further left.
    MirrorOffByOne,
    /// Columns that are left out are not painted.
    ColumnsDropped,
    /// Rows that are left out are painted.
    RowsPainted,
    /// Pictures that reach row 256 are drawn.
    TallPicturesDrawn,
    /// Columns of pictures by rows are skipped at the screen's edge.
    ColumnsSkipped,
    /// No thresholds are skipped there.
    ThresholdsStay,
    /// Each row of pictures by rows is below the one before.
    RowsStepAlways,
}

/// A picture and its place.
#[derive(Clone, Debug)]
pub struct Placement<B> {
    /// Width and height in pixels.
    pub size: (i32, i32),
    /// Where it begins, from the anchor, before it is mirrored and scaled.
    pub at: (i32, i32),
    /// The actor's anchor on the screen, elevation included.
    pub anchor: (i32, i32),
    /// Whether it is mirrored.
    pub flipped: bool,
    /// The scale of x and y; 255 is full size.
    pub scale: [i32; 2],
    /// The table of its thresholds.
    pub table: Table,
    /// What edges take it for.
    pub kind: Kind,
    /// Width and height of the screen, if the engine's rules for its edges apply.
    pub screen: Option<(i32, i32)>,
    /// Whether a rule is broken.
    pub breaks: B,
}

/// A pixel of a picture on the screen, or outside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixel {
    /// Its column in the picture; 0 is the one that is painted first.
    pub column: usize,
    /// Its row in the picture.
    pub row: usize,
    /// Its column on the screen.
    pub x: i32,
    /// Its row on the screen.
    pub y: i32,
    /// Whether the column before it went to the same column of the screen.
    pub again: bool,
}

impl<B: Fn(Break) -> bool> Placement<B> {
    fn is_scaled(&self) -> bool {
        self.scale != [255; 2]
    }

    fn way(&self) -> i32 {
        if self.flipped { -1 } else { 1 }
    }

    /// Whether placing takes a step at an offset from the anchor. A scale of 255 is no exception.
    fn steps(&self, offset: i32, scale: i32) -> bool {
        let found = self
            .table
            .threshold(self.table.centre() + offset - i32::from((self.breaks)(Break::TableOffCentre)));
        !self.is_scaled() || found < scale || (found == scale && (self.breaks)(Break::ThresholdIncluded))
    }

    fn keeps(&self, offset: i32, scale: i32) -> bool {
        scale == 255 || self.steps(offset, scale)
    }

    /// The offset of a column in the table.
    fn column(&self, column: i32) -> i32 {
        match self.flipped && !(self.breaks)(Break::TableMirrored) {
            true => self.at.0.abs() - column,
            false => column - self.at.0.abs(),
        }
    }

    /// The offset of a row in the table.
    fn row(&self, row: i32) -> i32 {
        row - self.at.1.abs()
    }

    /// How far the first column or row is from the anchor. One that begins behind the anchor counts the same
    /// offsets as one that begins before it.
    fn distance(&self, offset: i32, scale: i32, way: i32) -> i32 {
        let steps = (1..=offset.abs()).filter(|by| self.steps(-way * by, scale)).count();
        offset.signum() * i32::try_from(steps).unwrap_or(0)
    }

    /// Paints the picture: calls `paint` for each pixel, in order.
    pub fn paint(&self, mut paint: impl FnMut(Pixel)) {
        let (width, height) = self.size;
        if width <= 0 || height <= 0 {
            return;
        }
        let [across, down] = self.scale;
        let off = i32::from(self.flipped && (self.breaks)(Break::MirrorOffByOne));
        let x = self.anchor.0 + self.way() * self.distance(self.at.0, across, self.way()) - off;
        let y = self.anchor.1 + self.distance(self.at.1, down, 1);
        let Some(Part { first, passed, x, end }) = self.part(x, y) else { return };
        if self.kind == Kind::Rows && first == 0 {
            return self.paint_rows((x, y), passed, paint);
        }
        let index = |column| match self.flipped && self.table == Table::ClassicUp {
            true => self.column(first) + column - first,
            false => self.column(column),
        };
        let (mut x, mut again) = (x, false);
        for column in first..end {
            let keeps = self.keeps(index(column), across);
            if keeps || !(self.breaks)(Break::ColumnsDropped) {
                let mut y = y;
                for row in 0..height {
                    let keeps = self.keeps(self.row(row), down);
                    if keeps || (self.breaks)(Break::RowsPainted) {
                        paint(pixel(column, row, (x, y), again));
                    }
                    y += i32::from(keeps);
                }
            }
            x += if keeps { self.way() } else { 0 };
            again = !keeps;
        }
    }

    /// Paints row by row; a row in which x has not moved is followed by the next in the same place
    /// (`docs/format/drawing.md §9`).
    fn paint_rows(&self, (left, mut y): (i32, i32), passed: i32, mut paint: impl FnMut(Pixel)) {
        let (width, height) = self.size;
        for row in (0..height).filter(|row| self.keeps(self.row(*row), self.scale[1])) {
            let mut x = left;
            for column in 0..width {
                paint(pixel(column, row, (x, y), false));
                let keeps = self.keeps(self.column(column + passed), self.scale[0]);
                x += if keeps { self.way() } else { 0 };
            }
            y += i32::from(x != left || (self.breaks)(Break::RowsStepAlways));
        }
    }

    /// What an engine paints of a picture whose first column and row are here; `None` if nothing.
    fn part(&self, x: i32, y: i32) -> Option<Part> {
        let (width, height) = self.size;
        let whole = Part { first: 0, passed: 0, x, end: width };
        let Some((wide, high)) = self.screen else { return Some(whole) };
        let is_cost = matches!(self.kind, Kind::Columns | Kind::Rows);
        let counts = |offset, scale| i32::from(self.steps(offset, scale));
        let across: i32 = (0..width).map(|column| counts(self.column(column), self.scale[0])).sum();
        let down: i32 = (0..height).map(|row| counts(self.row(row), self.scale[1])).sum();
        // What the engine takes for the picture's columns.
        let (left, right) = match (self.kind, self.flipped) {
            (Kind::Columns | Kind::Rows | Kind::Rle, false) => (x, x + across),
            (Kind::Columns | Kind::Rows | Kind::Rle, true) => (x - across, x),
            (Kind::Bomp, false) => (x - 1, x - 1 + width),
            (Kind::Other, false) => (x, x + width),
            (_, true) => (x - width + 1, x + 1),
        };
        let is_outside = left >= wide || right <= 0 || y >= high || y + down <= 0;
        let is_tall = is_cost && height + y.clamp(0, high) >= 256 && !(self.breaks)(Break::TallPicturesDrawn);
        if is_outside || is_tall {
            return None;
        }
        // The last column outside is painted at the edge.
        let skipped = match (self.is_scaled(), self.flipped) {
            (true, _) => {
                let (mut x, mut column) = (x, 0);
                while column < width && if self.flipped { x >= wide } else { x < 0 } {
                    x += self.way() * counts(self.column(column), self.scale[0]);
                    column += 1;
                }
                column - 1
            }
            (false, _) if !is_cost => 0,
            (false, false) => -x,
            (false, true) => x - wide,
        };
        Some(match skipped {
            1.. if self.kind == Kind::Rows && !(self.breaks)(Break::ColumnsSkipped) => {
                // No column is skipped, but as many thresholds.
                Part { passed: if (self.breaks)(Break::ThresholdsStay) { 0 } else { skipped }, ..whole }
            }
            1.. => Part { first: skipped, x: if self.flipped { wide - 1 } else { 0 }, ..whole },
            // Where the picture ends is found by counting down (docs/interpreters.md, rule 1).
            _ if self.is_scaled()
                && self.flipped
                && self.table == Table::ClassicUp
                && self.kind == Kind::Columns =>
            {
                Part { end: width - (across - 1 - x).max(0), ..whole }
            }
            _ => whole,
        })
    }
}

/// What is painted of a picture.
struct Part {
    /// The first column.
    first: i32,
    /// Number of thresholds that are skipped in rows.
    passed: i32,
    /// Where the first column goes.
    x: i32,
    /// The column after the last.
    end: i32,
}

fn pixel(column: i32, row: i32, (x, y): (i32, i32), again: bool) -> Pixel {
    let [column, row] = [column, row].map(|at| usize::try_from(at).unwrap_or(0));
    Pixel { column, row, x, y, again }
}
