//! Indexed pixels with their palette, the input of encoders.

use std::collections::BTreeMap;

use costumier::format::screen::high;
use costumier::screen::Rgb;

/// An indexed picture: rows of indices from the top left, and their colours.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    /// The width of the picture in pixels.
    pub width: u32,
    /// The height of the picture in pixels.
    pub height: u32,
    /// The indices, width × height, row by row.
    pub pixels: &'a [u8],
    /// The colour of each index; at most 256.
    pub palette: &'a [Rgb],
    /// The opacity of the first indices, 0 … 255; later ones are opaque.
    pub alpha: &'a [u8],
}

/// The reason why a picture, or a file of pictures, cannot be made: it would be too large, or the format cannot hold
/// it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ImageError(String);

impl ImageError {
    pub(crate) fn of(why: impl ToString) -> Self {
        Self(why.to_string())
    }
}

impl From<ImageError> for String {
    fn from(error: ImageError) -> Self {
        error.0
    }
}

impl From<String> for ImageError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

/// Returns the [`Image::alpha`] of a picture in which only this index is transparent.
#[must_use]
pub fn only_transparent(index: Option<u8>) -> Vec<u8> {
    index.map_or_else(Vec::new, |index| (0..=index).map(|i| if i == index { 0 } else { 255 }).collect())
}

/// A picture of 16-bit pixels, reduced to indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reduced {
    /// The indices, width × height, row by row.
    pub pixels: Vec<u8>,
    /// The colour of each index.
    pub palette: Vec<Rgb>,
    /// The opacity of the first indices, as in [`Image::alpha`].
    pub alpha: Vec<u8>,
}

impl Reduced {
    /// Reduces a picture of which some pixels are transparent. Returns `None` if it has more than 256 colours;
    /// "transparent" counts as one.
    #[must_use]
    pub fn of(high: &[u16], indices: &[u8], transparent: Option<u8>) -> Option<Self> {
        let mut known = BTreeMap::new();
        let mut it = Self { alpha: only_transparent(transparent.map(|_| 0)), ..Self::default() };
        it.palette.extend(transparent.map(|_| [0; 3]));
        for (pixel, index) in high.iter().zip(indices) {
            if transparent == Some(*index) {
                it.pixels.push(0);
                continue;
            }
            let index = match known.get(pixel) {
                Some(index) => *index,
                None => {
                    let index = u8::try_from(it.palette.len()).ok()?;
                    it.palette.push(high::rgb(*pixel));
                    known.insert(*pixel, index);
                    index
                }
            };
            it.pixels.push(index);
        }
        Some(it)
    }
}

/// A rectangle of pixels. Right and bottom are exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// The first column inside.
    pub left: u32,
    /// The first row inside.
    pub top: u32,
    /// The first column to the right of it.
    pub right: u32,
    /// The first row below it.
    pub bottom: u32,
}

impl Rect {
    /// Returns the width in pixels; 0 for an empty rectangle.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    /// Returns the height in pixels; 0 for an empty rectangle.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }

    /// Whether the rectangle contains no pixel.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Returns this rectangle, or one pixel if it is empty, because formats have no empty pictures.
    #[must_use]
    pub fn or_one_pixel(self) -> Self {
        if self.is_empty() { Self { left: 0, top: 0, right: 1, bottom: 1 } } else { self }
    }

    /// Returns the rectangle after each pixel is enlarged to a square of `scale` × `scale`.
    #[must_use]
    pub fn enlarged(self, scale: u32) -> Self {
        Self {
            left: self.left.saturating_mul(scale),
            top: self.top.saturating_mul(scale),
            right: self.right.saturating_mul(scale),
            bottom: self.bottom.saturating_mul(scale),
        }
    }

    /// Returns the smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Self {
                left: self.left.min(other.left),
                top: self.top.min(other.top),
                right: self.right.max(other.right),
                bottom: self.bottom.max(other.bottom),
            },
        }
    }
}

/// Returns the smallest rectangle around all pixels that are not `nothing`; empty if there are none.
#[must_use]
pub fn drawn(pixels: &[u8], width: u32, nothing: u8) -> Rect {
    let mut rect = Rect { left: u32::MAX, ..Rect::default() };
    for (y, row) in (0u32..).zip(pixels.chunks_exact(width.max(1) as usize)) {
        let Some(first) = row.iter().position(|p| *p != nothing) else { continue };
        let last = row.iter().rposition(|p| *p != nothing).unwrap_or(first);
        let column = |i: usize| u32::try_from(i).unwrap_or(width);
        if rect.bottom == 0 {
            rect.top = y;
        }
        rect.bottom = y + 1;
        rect.left = rect.left.min(column(first));
        rect.right = rect.right.max(column(last) + 1);
    }
    if rect.bottom == 0 { Rect::default() } else { rect }
}

/// Appends the pixels inside `rect`, each enlarged to a square of `scale` × `scale`.
pub fn cut(pixels: &[u8], width: u32, rect: Rect, scale: u32, out: &mut Vec<u8>) {
    let scale = scale.max(1) as usize;
    let rows = pixels.chunks_exact(width.max(1) as usize);
    for row in rows.skip(rect.top as usize).take(rect.height() as usize) {
        let row = row.get(rect.left as usize..rect.right as usize).unwrap_or_default();
        if scale == 1 {
            out.extend_from_slice(row);
            continue;
        }
        let start = out.len();
        out.extend(row.iter().flat_map(|p| std::iter::repeat_n(*p, scale)));
        let end = out.len();
        for _ in 1..scale {
            out.extend_from_within(start..end);
        }
    }
}

/// Appends a picture, with its rows repeated so that pixels of this width and height become squares. Returns the
/// number of rows. Pixels that are wider than high are not changed.
pub fn squared(pixels: &[u8], width: u32, (wide, high): (u32, u32), out: &mut Vec<u8>) -> u32 {
    let width = width.max(1) as usize;
    let rows = pixels.len() / width;
    let (wide, high) = (wide.max(1) as usize, (high as usize).max(wide.max(1) as usize));
    let squares = (rows.saturating_mul(high) + wide / 2) / wide;
    for at in 0..squares {
        let row = (2 * at + 1) * rows / (2 * squares);
        out.extend_from_slice(&pixels[row * width..][..width]);
    }
    u32::try_from(squares).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: [u8; 20] = [
        0, 0, 0, 0, 0, //
        0, 0, 3, 0, 0, //
        0, 4, 0, 0, 0, //
        0, 0, 0, 0, 0,
    ];

    #[test]
    fn few_colours_of_16_bits_become_indices() {
        let high = [0x7C00, 5, 0x7C00, 0];
        let it = Reduced::of(&high, &[9, 9, 7, 9], Some(7)).unwrap();
        assert_eq!(it.pixels, [1, 2, 0, 3]);
        assert_eq!(it.palette, [[0; 3], [255, 0, 0], [0, 0, 41], [0; 3]]);
        assert_eq!(it.alpha, [0]);
        let many: Vec<u16> = (0..=256).collect();
        assert!(Reduced::of(&many[..256], &[1; 256], None).is_some());
        assert!(Reduced::of(&many, &[1; 257], None).is_none());
        assert!(Reduced::of(&many[..256], &[1; 256], Some(7)).is_none(), "one of 257 is nothing");
    }

    #[test]
    fn margins_are_found_and_cut() {
        let rect = drawn(&PICTURE, 5, 0);
        assert_eq!(rect, Rect { left: 1, top: 1, right: 3, bottom: 3 });
        let mut out = Vec::new();
        cut(&PICTURE, 5, rect, 1, &mut out);
        assert_eq!(out, [0, 3, 4, 0]);
        assert!(drawn(&[9; 9], 3, 9).is_empty());
        assert!(drawn(&[], 0, 0).is_empty());
    }

    #[test]
    fn a_rectangle_whose_right_is_left_of_its_left_is_empty() {
        let rect = Rect { left: 3, top: 5, right: 1, bottom: 2 };
        assert_eq!((rect.width(), rect.height(), rect.is_empty()), (0, 0, true));
        let mut out = Vec::new();
        cut(&PICTURE, 5, rect, 1, &mut out);
        assert!(out.is_empty());
        let far = Rect { right: u32::MAX, ..rect };
        assert_eq!(far.enlarged(2).right, u32::MAX);
    }

    #[test]
    fn rows_are_repeated_evenly() {
        let mut out = Vec::new();
        assert_eq!(squared(&[1, 2, 3, 4, 5], 1, (5, 6), &mut out), 6);
        assert_eq!(out, [1, 2, 3, 3, 4, 5]);
        out.clear();
        assert_eq!((squared(&[7; 200], 2, (35, 54), &mut out), out.len()), (154, 308));
        assert_eq!(squared(&[], 0, (5, 6), &mut out), 0);
        out.clear();
        assert_eq!((squared(&[1, 2], 1, (3, 2), &mut out), out.as_slice()), (2, &[1, 2][..]));
    }

    #[test]
    fn pixels_become_squares() {
        let mut out = Vec::new();
        cut(&[1, 2, 3, 4], 2, Rect { left: 0, top: 0, right: 2, bottom: 2 }, 2, &mut out);
        assert_eq!(out, [1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]);
    }
}
