//! AKOS pictures, pixel by pixel, on the interpreter's screen: [`Placement`] says where pixels go, this file what they
//! become (`docs/format/codecs.md §6`, `docs/format/akos-programs.md §5`).

use costumier::format::akos::Codec;
use costumier::game::Plane;
use costumier_reference::{Kind, Pixel, Placement, Table};

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
        let scaled = design.codec == Codec::Rle || paint.broken.is(Mutation::RowsAreScaled);
        let placement = Placement {
            size: (cel.width.into(), cel.height.into()),
            at,
            anchor: paint.anchor,
            flipped: paint.flipped,
            scale: if scaled { paint.scale } else { [255; 2] },
            table: Table::Long,
            kind: match design.codec {
                Codec::Rle => Kind::Rle,
                Codec::Bomp => Kind::Bomp,
                _ => Kind::Other,
            },
            screen: (!paint.broken.is(Mutation::EdgesCutOnly)).then_some((self.width, self.height)),
            breaks: |rule| paint.broken.breaks(rule),
        };
        let pixels = Pixels::of(design, cel, paint);
        placement.paint(|to| {
            if let Some(value) = pixels.at(to) {
                self.pixel(value, paint, to);
            }
        });
    }

    fn pixel(&mut self, value: u8, paint: &Paint<'_>, Pixel { x, y, again, .. }: Pixel) {
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
            Some(_) if again && !paint.broken.is(Mutation::ShadowTwice) => {}
            Some(table) => self.pixels[at] = paint.shadows[table][usize::from(self.pixels[at])],
        }
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

    fn at(&self, to: Pixel) -> Option<u8> {
        self.values.get(to.row * self.width + to.column).copied().filter(|value| *value != self.transparent)
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
