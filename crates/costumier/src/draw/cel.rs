//! Decoded pictures that are kept, for callers that show the same ones repeatedly.
//!
//! A [`Cel`] is a picture in stage colours, row by row; drawing it is four times as fast as decoding it
//! again. It serves actors in full size without shadows.

use super::blit;
use super::options::Drawn;
use super::place::{Cut, Place};
use super::scale::{FULL, ScaleTable};
use super::stage::Stage;
use crate::model::Bounds;

/// A decoded picture: stage colours in rows, mirrored or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cel {
    pub(crate) size: (u16, u16),
    pub(crate) flip: bool,
    /// Whether the picture's place is mirrored though its pixels are not (codec 32).
    pub(crate) turned: bool,
    /// Whether a single visible column or row shows the one at the same distance from the other side (codec 32).
    pub(crate) mirrors_lines: bool,
    /// The rule by which the engine cuts it at edges.
    pub(crate) cut: Cut,
    /// Whether it belongs to an AKOS costume, for which some edge rules do not apply.
    pub(crate) akos: bool,
    /// Whether planes hide it: false for codec 32.
    pub(crate) hides: bool,
    pub(crate) key: u8,
    /// Bytes per row: the width, padded with keys to a multiple of 16.
    pub(crate) stride: usize,
    pub(crate) rows: Vec<u8>,
}

impl Cel {
    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// The value of transparent pixels.
    #[must_use]
    pub fn key(&self) -> u8 {
        self.key
    }

    /// The pixels of row `y`, left to right; empty below the last row.
    #[must_use]
    pub fn row(&self, y: u16) -> &[u8] {
        let start = usize::from(y) * self.stride;
        self.rows.get(start..start + usize::from(self.size.0)).unwrap_or_default()
    }

    /// Draws the cel like [`Painter::draw`](super::Painter::draw) draws its picture in full size, hidden by z-plane
    /// `plane`. `at` and `anchor` have the same meaning there, but `anchor.1` is less the elevation.
    pub fn draw(&self, stage: &mut Stage, at: (i32, i32), anchor: (i32, i32), plane: u8) -> Drawn {
        let anchor = (i64::from(anchor.0), i64::from(anchor.1));
        let table = if self.akos { ScaleTable::Long } else { ScaleTable::Classic };
        let plane = if self.hides { plane } else { 0 };
        let x = if self.turned { 1i32.saturating_sub(self.size.0.into()).saturating_sub(at.0) } else { at.0 };
        let place = Place::new(self.size, (x, at.1), anchor, self.flip, [FULL; 2], table);
        let (width, height) = (i64::from(self.size.0), i64::from(self.size.1));
        let Some(start) = place.start(stage, self.cut, None) else {
            return Drawn { clipped: true, ..Drawn::default() };
        };
        let before = i64::from(start.column);
        let left = if self.flip { start.x + before + 1 - width } else { start.x - before };
        let top = place.rows.start;
        let x = left.max(0)..(left + width).min(i64::from(stage.width()));
        let y = top.max(0)..(top + height).min(i64::from(stage.height()));
        if x.is_empty() || y.is_empty() {
            return Drawn { clipped: width > 0 && height > 0, ..Drawn::default() };
        }
        // The remaining part lies on the stage, whose coordinates fit all of these types.
        let index = |v: i64| usize::try_from(v).unwrap_or(0);
        let number = |v: i64| i32::try_from(v).unwrap_or(i32::MAX);
        let whole = x.end - x.start == width;
        let [column, row] = if self.mirrors_lines { place.single_lines(stage, None) } else { [false; 2] };
        let stored = |y: i64| if row { height - 1 - (y - top) } else { y - top };
        let lines = (y.start..y.end).map(|y| (index(stored(y)), index(y)));
        let first = if column { width - 1 - (x.start - left) } else { x.start - left };
        if whole {
            blit::draw(stage, plane, self.key, lines, index(left), self.stride / blit::LINE, &self.rows);
        } else {
            let row = |y: usize| &self.rows[y * self.stride + index(first)..];
            blit::draw_part(stage, plane, self.key, lines, index(x.start)..index(x.end), row);
        }
        let area = Bounds {
            left: number(x.start),
            top: number(y.start),
            right: number(x.end),
            bottom: number(y.end),
        };
        Drawn { area, clipped: !whole || y.end - y.start < height }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Depth, Encoded, Packed};
    use crate::draw::{Colours, Painter};

    fn cel() -> Cel {
        let encoded = Encoded::Rle { data: &[0x13, 0x05, 0x24], depth: Depth::Colours16 };
        let picture = Packed { width: 4, height: 3, encoded };
        Painter::default().cel(&picture, &Colours::IDENTITY, false).unwrap().unwrap()
    }

    #[test]
    fn rows_are_the_pictures_rows() {
        let cel = cel();
        assert_eq!(cel.size(), (4, 3));
        assert_eq!([cel.row(0), cel.row(1), cel.row(2)], [[1, 0, 0, 2], [1, 0, 0, 2], [1, 0, 2, 2]]);
        assert!(cel.row(3).is_empty());
    }
}
