//! Draws pixel by pixel (`docs/format/drawing.md`).

use costumier::format::cost::CostSource;
use costumier::game::Plane;
use costumier::scene::{SceneActor, ShadowPalette, View};
use costumier_build::room::RoomSource;

use super::mutation::{Broken, Mutation};

/// A picture with its place from the anchor, its pixels column by column.
#[derive(Debug)]
pub(super) struct Placed {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) at: (i32, i32),
    pub(super) columns: Vec<u8>,
}

/// How an actor is painted.
pub(super) struct Paint<'a> {
    pub(super) anchor: (i32, i32),
    pub(super) native: bool,
    pub(super) scale: [i32; 2],
    /// The planes of which any hides the actor. There is one at most, unless that rule is broken.
    pub(super) plane: Vec<&'a Plane>,
    /// Room colour of each costume colour.
    pub(super) colours: Vec<u8>,
    pub(super) all_shadow: bool,
    /// Where the generation has shadows.
    pub(super) shadow: Option<&'a [u8]>,
    /// Whether pictures are stored and drawn row by row (Amiga).
    pub(super) by_rows: bool,
    /// Whether the scale index of mirrored pictures goes up from column to column.
    pub(super) counts_up: bool,
    pub(super) broken: Broken,
}

/// The screen.
pub(super) struct Canvas {
    /// Where it begins in the room.
    left: i32,
    width: i32,
    height: i32,
    pixels: Vec<u8>,
}

/// The scale threshold of an offset from the anchor; 128 is the anchor (`docs/format/drawing.md §4`).
fn threshold(index: i32) -> i32 {
    let reversed = |value: i32| i32::from(value.to_le_bytes()[0].reverse_bits());
    match index.rem_euclid(256) {
        0 => 255,
        upper @ 128.. => reversed(upper - 128),
        lower => {
            let quarter = 128 - lower;
            let power = 1 << quarter.ilog2();
            reversed(256 - 3 * power + quarter)
        }
    }
}

impl Paint<'_> {
    /// Whether placing takes a step at this offset; scale 255 has no exception here.
    fn steps(&self, index: i32, scale: i32) -> bool {
        let found = threshold(index);
        found < scale || (found == scale && self.broken.is(Mutation::ThresholdIncluded))
    }

    fn keeps(&self, index: i32, scale: i32) -> bool {
        scale == 255 || self.steps(index, scale)
    }

    fn is_scaled(&self) -> bool {
        self.scale != [255; 2]
    }

    /// Offset in the scale table of a column.
    fn column_index(&self, m: i32, column: i32) -> i32 {
        if self.native || self.broken.is(Mutation::TableMirrored) {
            128 - m.abs() + column
        } else {
            128 + m.abs() - column
        }
    }

    /// How far the first column or row is from the anchor. One that begins behind the anchor counts the same
    /// offsets as one that begins before it.
    fn distance(&self, offset: i32, scale: i32, way: i32) -> i32 {
        if !self.is_scaled() {
            return offset;
        }
        let steps = (1..=offset.abs()).filter(|by| self.steps(128 - way * by, scale)).count();
        let steps = i32::try_from(steps).unwrap_or(0);
        if offset < 0 { -steps } else { steps }
    }
}

impl Canvas {
    /// The part of a room that a view shows.
    pub(super) fn new(room: &RoomSource, view: View, lit: bool, base: u8) -> Self {
        let (left, width) = (view.x, i32::try_from(view.width).unwrap_or(0));
        let height = i32::from(room.height);
        let side = |side: i32| usize::try_from(side).unwrap_or(0);
        let mut pixels = vec![0; side(width) * side(height)];
        if lit {
            let rows = room.background.chunks_exact(usize::from(room.width));
            for (to, row) in pixels.chunks_exact_mut(side(width)).zip(rows) {
                let part = row[side(left)..side(left + width)].iter();
                to.iter_mut().zip(part).for_each(|(to, colour)| *to = colour.wrapping_add(base));
            }
        }
        Self { left, width, height, pixels }
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.pixels
    }

    pub(super) fn draw(&mut self, placed: &Placed, paint: &Paint<'_>) {
        let (m, n) = placed.at;
        let width = i32::try_from(placed.width).unwrap_or(0);
        let height = i32::try_from(placed.height).unwrap_or(0);
        if width == 0 || height == 0 {
            return;
        }
        let way = if paint.native { 1 } else { -1 };
        let off = i32::from(!paint.native && paint.broken.is(Mutation::MirrorOffByOne));
        let x0 = paint.anchor.0 + way * paint.distance(m, paint.scale[0], way) - off;
        let y0 = paint.anchor.1 + paint.distance(n, paint.scale[1], 1);
        let column_index = |column| paint.column_index(m, column);
        let row_index = |row: i32| 128 - n.abs() + row;

        // What the engine does at the edges (`docs/format/drawing.md §10`).
        let counts = |index, scale| i32::from(!paint.is_scaled() || paint.steps(index, scale));
        let across: i32 = (0..width).map(|column| counts(column_index(column), paint.scale[0])).sum();
        let down: i32 = (0..height).map(|row| counts(row_index(row), paint.scale[1])).sum();
        let (left, right) = if paint.native { (x0, x0 + across) } else { (x0 - across, x0) };
        let outside = y0 >= self.height || y0 + down <= 0 || left >= self.width || right <= 0;
        let tall = height + y0.clamp(0, self.height) >= 256 && !paint.broken.is(Mutation::TallPicturesDrawn);
        let part_only = self.height < 200 && paint.broken.is(Mutation::EdgesOfWholeScreens);
        let quirks = !part_only && !paint.broken.is(Mutation::EdgesCutOnly);
        if quirks && (outside || tall) {
            return;
        }
        let (mut start, mut end) = ((0, x0), width);
        if quirks {
            let skip = if paint.is_scaled() {
                let (mut x, mut column) = (x0, 0);
                while column < width && if paint.native { x < 0 } else { x >= self.width } {
                    x += way * counts(column_index(column), paint.scale[0]);
                    column += 1;
                }
                column - 1
            } else if paint.native {
                -x0
            } else {
                x0 - self.width
            };
            if skip > 0 && paint.by_rows && !paint.broken.is(Mutation::ColumnsSkipped) {
                // No column is skipped, but as many thresholds.
                let passed = if paint.broken.is(Mutation::ThresholdsStay) { 0 } else { skip };
                let keeps = |column| paint.keeps(column_index(column + passed), paint.scale[0]);
                return self.rows(placed, paint, (x0, y0), way, keeps);
            }
            if skip > 0 {
                start = (skip, if paint.native { 0 } else { self.width - 1 });
            } else if paint.is_scaled() && !paint.native && paint.counts_up && !paint.by_rows {
                // Where the picture ends is found by counting down (docs/interpreters.md, rule 1).
                end -= (across - 1 - x0).max(0);
            }
        }

        let (first, mut x) = start;
        let column_index = |column: i32| match !paint.native && paint.counts_up {
            true => column_index(first) + column - first,
            false => column_index(column),
        };
        if paint.by_rows && first == 0 {
            let keeps = |column| paint.keeps(column_index(column), paint.scale[0]);
            return self.rows(placed, paint, (x0, y0), way, keeps);
        }
        for column in first..end {
            let keeps = !paint.is_scaled() || paint.keeps(column_index(column), paint.scale[0]);
            if keeps || !paint.broken.is(Mutation::ColumnsDropped) {
                let again = column > first
                    && paint.is_scaled()
                    && !paint.keeps(column_index(column - 1), paint.scale[0]);
                self.column(placed, paint, column, x, y0, again);
            }
            if keeps {
                x += way;
            }
        }
    }

    /// Paints row by row; a row in which x has not moved is followed by the next in the same place
    /// (`docs/format/drawing.md §9`).
    fn rows(
        &mut self,
        placed: &Placed,
        paint: &Paint<'_>,
        (x0, y0): (i32, i32),
        way: i32,
        keeps: impl Fn(i32) -> bool,
    ) {
        let mut y = y0;
        for row in 0..placed.height {
            let index = 128 - placed.at.1.abs() + i32::try_from(row).unwrap_or(0);
            if !paint.keeps(index, paint.scale[1]) {
                continue;
            }
            let mut x = x0;
            for column in 0..placed.width {
                self.pixel(placed.columns[column * placed.height + row], paint, x, y, false);
                if keeps(i32::try_from(column).unwrap_or(0)) {
                    x += way;
                }
            }
            if x != x0 || paint.broken.is(Mutation::RowsStepAlways) {
                y += 1;
            }
        }
    }

    /// Paints one column at `x`; `again` where the column before went there too.
    fn column(&mut self, placed: &Placed, paint: &Paint<'_>, column: i32, x: i32, y0: i32, again: bool) {
        let mut y = y0;
        for row in 0..i32::try_from(placed.height).unwrap_or(0) {
            let index = 128 - placed.at.1.abs() + row;
            let keeps = !paint.is_scaled() || paint.keeps(index, paint.scale[1]);
            if !keeps && !paint.broken.is(Mutation::RowsPainted) {
                continue;
            }
            let at = usize::try_from(column).unwrap_or(0) * placed.height + usize::try_from(row).unwrap_or(0);
            self.pixel(placed.columns[at], paint, x, y, again);
            if keeps {
                y += 1;
            }
        }
    }

    fn pixel(&mut self, colour: u8, paint: &Paint<'_>, x: i32, y: i32, again: bool) {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if colour == 0 || !inside || paint.plane.iter().any(|plane| plane.hides(self.left + x, y)) {
            return;
        }
        let Ok(at) = usize::try_from(y * self.width + x) else { return };
        let shown = paint.colours[usize::from(colour)];
        let wanted = paint.all_shadow || (shown == 13 && !paint.broken.is(Mutation::NoShadowColour));
        let shadow = paint.shadow.filter(|_| wanted);
        if shadow.is_some() && again && paint.broken.is(Mutation::ShadowOnce) {
            return;
        }
        self.pixels[at] = shadow.map_or(shown, |table| table[usize::from(self.pixels[at])]);
    }
}

/// Room colour of each costume colour (`docs/format/drawing.md §7.1, §7.2`).
pub(super) fn colours(source: &CostSource, actor: &SceneActor, lights: u8, broken: Broken) -> Vec<u8> {
    let colours = source.palette.iter().enumerate().map(|(colour, own)| {
        if lights & 8 == 0 && !broken.is(Mutation::ActorsAlwaysLit) {
            return if colour == 12 { 0 } else { 8 };
        }
        let found = u8::try_from(colour).ok().and_then(|colour| actor.palette.get(&colour));
        match found {
            Some(255) if !broken.is(Mutation::Override255) => *own,
            Some(other) if !broken.is(Mutation::NoOverrides) => *other,
            _ => *own,
        }
    });
    colours.collect()
}

/// The shadow table of a room's colours as they are stored (`docs/format/drawing.md §7.3`).
pub(super) fn shadow_table(palette: &[[u8; 3]], shadow: Option<ShadowPalette>) -> Vec<u8> {
    let Some(shadow) = shadow else { return (0..=255).collect() };
    let mut table = Vec::with_capacity(256);
    for colour in palette {
        let darker: Vec<i32> = (0..3)
            .map(|part| (i32::from(colour[part] / 4) * i32::from(shadow.factors[part])) / 256)
            .collect();
        let mut best = (i32::MAX, 0);
        for candidate in shadow.first..=shadow.last {
            let other = palette[usize::from(candidate)];
            let far = (0..3).map(|part| (i32::from(other[part] / 4) - darker[part]).abs()).sum();
            if far < best.0 {
                best = (far, candidate);
            }
        }
        table.push(best.1);
    }
    table
}
