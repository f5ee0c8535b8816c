//! AKOS pictures, pixel by pixel (`docs/format/codecs.md §6`, `docs/format/akos-programs.md §5, §8`), on the
//! interpreter's screen.

use costumier::format::akos::Codec;
use costumier::game::Plane;

use crate::design::{Cel, Design};
use crate::model::mutation::{Broken, Mutation};

/// Number of invisible columns of the interpreter's surface, next to the visible ones.
const BESIDE: i32 = 8;

/// The interpreter's surface: it begins where a strip does, up to seven columns before the screen, and is
/// wider.
pub(in crate::model) struct Surface {
    /// Column of the room where it begins.
    left: i32,
    /// The upper left pixel of the screen.
    seen: (i32, i32),
    width: i32,
    height: i32,
    /// Columns and rows of the screen.
    screen: (i32, i32),
    pixels: Vec<u8>,
}

/// How an actor is painted.
pub(super) struct Paint<'a> {
    /// From the surface's corner.
    pub(super) anchor: (i32, i32),
    pub(super) flipped: bool,
    pub(super) scale: [i32; 2],
    pub(super) plane: Vec<&'a Plane>,
    /// Room colour of each pixel value.
    pub(super) colours: Vec<u8>,
    pub(super) shadow_mode: u8,
    pub(super) shadows: &'a [[u8; 256]; 8],
    pub(super) broken: Broken,
}

impl Surface {
    pub(in crate::model) fn new(
        background: &[u8],
        room_width: i32,
        seen: (i32, i32),
        screen: (i32, i32),
    ) -> Self {
        let left = seen.0 - seen.0.rem_euclid(8);
        let width = screen.0 + BESIDE;
        // Beside the room is nothing.
        let side = |side: i32| usize::try_from(side).unwrap_or(0);
        let inside = side(width.min(room_width - left));
        // It is as high as the room.
        let rows = background.chunks_exact(side(room_width));
        let height = i32::try_from(rows.len()).unwrap_or(0);
        let mut pixels = Vec::with_capacity(side(width) * side(height));
        for row in rows {
            pixels.extend_from_slice(&row[side(left)..][..inside]);
            pixels.resize(pixels.len() + side(width) - inside, 0);
        }
        Self { left, seen, width, height, screen, pixels }
    }

    pub(super) fn left(&self) -> i32 {
        self.left
    }

    /// The visible part.
    pub(in crate::model) fn finish(self) -> Vec<u8> {
        let side = |side: i32| usize::try_from(side).unwrap_or(0);
        let (from, count) = (side(self.seen.0 - self.left), side(self.screen.0));
        let rows =
            self.pixels.chunks_exact(side(self.width)).skip(side(self.seen.1)).take(side(self.screen.1));
        let rows: Vec<&[u8]> = rows.map(|row| &row[from..][..count]).collect();
        rows.concat()
    }

    /// Draws a picture that stands at `at` from the anchor, before it is mirrored and scaled.
    pub(super) fn draw(&mut self, design: &Design, cel: &Cel, at: (i32, i32), paint: &Paint<'_>) {
        let scaled = paint.scale != [255; 2]
            && (design.codec == Codec::Rle || paint.broken.is(Mutation::RowsAreScaled));
        let scale = if scaled { paint.scale } else { [255; 2] };
        let (width, height) = (i32::from(cel.width), i32::from(cel.height));
        let axes = Axes { scaled, scale, flipped: paint.flipped, broken: paint.broken };
        let way = if paint.flipped { -1 } else { 1 };
        let x0 = paint.anchor.0 + axes.x_of(at.0)
            - i32::from(paint.flipped && paint.broken.is(Mutation::MirrorOffByOne));
        let y0 = paint.anchor.1 + axes.y_of(at.1);
        let across = (0..width).filter(|column| axes.counts(axes.column(at.0, *column), 0)).count();
        let across = i32::try_from(across).unwrap_or(0);

        let quirks = !paint.broken.is(Mutation::EdgesCutOnly);
        let mut first = (0, x0);
        if quirks {
            // What the engine takes for the picture's columns.
            let (left, right) = match (design.codec, paint.flipped) {
                (Codec::Rle, false) => (x0, x0 + across),
                (Codec::Rle, true) => (x0 - across, x0),
                (Codec::Bomp, false) => (x0 - 1, x0 - 1 + width),
                (_, false) => (x0, x0 + width),
                (_, true) => (x0 - width + 1, x0 + 1),
            };
            if left >= self.width || right <= 0 {
                return;
            }
            if scaled {
                first = self.first_column(&axes, at.0, x0, width);
            }
        }
        let pixels = Pixels::of(design, cel, paint);
        let (start, mut x) = first;
        // Whether the column before went to the same place.
        let mut again = false;
        for column in start..width {
            let keeps = axes.keeps(axes.column(at.0, column), 0);
            if keeps || !paint.broken.is(Mutation::ColumnsDropped) {
                let mut y = y0;
                for row in 0..height {
                    let keeps = axes.keeps(axes.row(at.1, row), 1);
                    if !keeps && !paint.broken.is(Mutation::RowsPainted) {
                        continue;
                    }
                    if let Some(value) = pixels.at(column, row) {
                        self.pixel(value, paint, (x, y), again);
                    }
                    y += i32::from(keeps);
                }
            }
            if keeps {
                x += way;
            }
            again = !keeps && !paint.broken.is(Mutation::ShadowTwice);
        }
    }

    /// A scaled picture that begins before the edge: all columns but the last of those outside are skipped,
    /// and that one is painted at the edge.
    fn first_column(&self, axes: &Axes, offset: i32, x0: i32, width: i32) -> (i32, i32) {
        let (mut x, mut outside) = (x0, 0);
        for column in 0..width {
            let beyond = if axes.flipped { x >= self.width } else { x < 0 };
            if !beyond {
                break;
            }
            outside += 1;
            if axes.counts(axes.column(offset, column), 0) {
                x += if axes.flipped { -1 } else { 1 };
            }
        }
        match outside {
            0 | 1 => (0, x0),
            _ => (outside - 1, if axes.flipped { self.width - 1 } else { 0 }),
        }
    }

    fn pixel(&mut self, value: u8, paint: &Paint<'_>, (x, y): (i32, i32), again: bool) {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        if !inside || paint.plane.iter().any(|plane| plane.hides(self.left + x, y)) {
            return;
        }
        let Ok(at) = usize::try_from(y * self.width + x) else { return };
        let shown = paint.colours[usize::from(value)];
        let table = match paint.shadow_mode {
            _ if paint.broken.is(Mutation::NoShadowMode) => None,
            1 if shown == 13 && !paint.broken.is(Mutation::NoShadowColour) => Some(0),
            3 if shown < 8 => {
                Some(if paint.broken.is(Mutation::FirstTableOnly) { 0 } else { usize::from(shown) })
            }
            _ => None,
        };
        match table {
            None => self.pixels[at] = shown,
            Some(_) if again => {}
            Some(table) => self.pixels[at] = paint.shadows[table][usize::from(self.pixels[at])],
        }
    }
}

/// Where columns and rows of a picture land.
struct Axes {
    scaled: bool,
    scale: [i32; 2],
    flipped: bool,
    broken: Broken,
}

impl Axes {
    /// The threshold of an offset from the anchor, which stands in the middle of 768.
    fn threshold(&self, offset: i32) -> i32 {
        let centre = if self.broken.is(Mutation::TableOffCentre) { 383 } else { 384 };
        let index = centre + offset;
        let reversed = i32::from(index.to_le_bytes()[0].reverse_bits());
        match index {
            255 | 511 => 254,
            _ => reversed,
        }
    }

    fn counts(&self, offset: i32, axis: usize) -> bool {
        let (found, scale) = (self.threshold(offset), self.scale[axis]);
        !self.scaled || found < scale || (found == scale && self.broken.is(Mutation::ThresholdIncluded))
    }

    fn keeps(&self, offset: i32, axis: usize) -> bool {
        self.scale[axis] == 255 || self.counts(offset, axis)
    }

    fn column(&self, offset: i32, column: i32) -> i32 {
        match self.flipped && !self.broken.is(Mutation::TableMirrored) {
            false => column - offset.abs(),
            true => offset.abs() - column,
        }
    }

    fn row(&self, offset: i32, row: i32) -> i32 {
        row - offset.abs()
    }

    /// How far the first column is from the anchor.
    fn x_of(&self, offset: i32) -> i32 {
        let way = if self.flipped { -1 } else { 1 };
        if !self.scaled {
            return way * offset;
        }
        let steps = (1..=offset.abs()).filter(|by| self.counts(-way * by, 0)).count();
        way * offset.signum() * i32::try_from(steps).unwrap_or(0)
    }

    fn y_of(&self, offset: i32) -> i32 {
        if !self.scaled {
            return offset;
        }
        let steps = (1..=offset.abs()).filter(|by| self.counts(-by, 1)).count();
        offset.signum() * i32::try_from(steps).unwrap_or(0)
    }
}

/// A picture's pixels in the order in which they are put down: column 0 is the one that is painted first.
struct Pixels {
    width: usize,
    values: Vec<u8>,
    transparent: u8,
}

impl Pixels {
    fn of(design: &Design, cel: &Cel, paint: &Paint<'_>) -> Self {
        let transparent = match design.codec {
            Codec::Rle => 0,
            _ if paint.broken.is(Mutation::ZeroIsTransparent) => 0,
            _ => 255,
        };
        let whole =
            design.codec != Codec::Bomp || !paint.flipped || paint.broken.is(Mutation::LiteralsMirrored);
        let values = if whole { cel.rows.clone() } else { backwards(&cel.packed, cel) };
        Self { width: usize::from(cel.width), values, transparent }
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        self.values.get(row * self.width + column).copied().filter(|value| *value != self.transparent)
    }
}

/// Rows of codec 5 from right to left: code by code, but each literal keeps its order.
fn backwards(packed: &[u8], cel: &Cel) -> Vec<u8> {
    let (width, mut at) = (usize::from(cel.width), 0);
    let mut out = Vec::new();
    for _ in 0..cel.height {
        let size = usize::from(packed[at]) + 256 * usize::from(packed[at + 1]);
        let next = at + 2 + size;
        at += 2;
        let mut row = Vec::new();
        while row.len() < width {
            let count = (usize::from(packed[at] >> 1) + 1).min(width - row.len());
            if packed[at] & 1 == 1 {
                row.extend(std::iter::repeat_n(packed[at + 1], count));
                at += 2;
            } else {
                // From left to right on the screen, so the last comes first here.
                row.extend(packed[at + 1..at + 1 + count].iter().rev());
                at += 1 + count;
            }
        }
        out.extend(row);
        at = next;
    }
    out
}
