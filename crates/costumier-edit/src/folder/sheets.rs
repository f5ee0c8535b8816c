//! Lays pictures out on sheets: one PNG file for each limb.
//!
//! The pictures keep their order and stand on a common ground line in each row, so that a walk looks like a walk. A
//! transparent column and row separates them, so that programs that blur do not mix neighbours.

use crate::pictures::rows::lay;

/// The rectangle of a picture on its sheet: left, top, width, height.
pub(super) type Rect = [usize; 4];

/// Pixels between pictures.
const GAP: usize = 1;

/// The usual width of a sheet in pixels.
const WIDTH: usize = 480;

/// A sheet with the places of its pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    /// The width in pixels.
    pub(super) width: usize,
    /// The height in pixels.
    pub(super) height: usize,
    /// The rectangle of each picture, in the order in which they were given.
    pub(super) places: Vec<Rect>,
}

/// Lays out pictures of these sizes.
#[must_use]
pub(super) fn lay_out(sizes: &[(u16, u16)]) -> Sheet {
    let sizes: Vec<(usize, usize)> = sizes.iter().map(|(w, h)| (usize::from(*w), usize::from(*h))).collect();
    let widest = sizes.iter().map(|size| size.0).max().unwrap_or(0).max(WIDTH);
    let mut places: Vec<Rect> = Vec::with_capacity(sizes.len());
    let (mut left, mut top, mut row) = (0, 0, 0);
    for (width, height) in &sizes {
        if left > 0 && left + width > widest {
            settle(&mut places, row, top);
            row = places.len();
            top = places.iter().map(|[_, top, _, height]| top + height).max().unwrap_or(0) + GAP;
            left = 0;
        }
        places.push([left, top, *width, *height]);
        left += width + GAP;
    }
    settle(&mut places, row, top);
    let far = |side: fn(&Rect) -> usize| places.iter().map(side).max().unwrap_or(0).max(1);
    let (width, height) = (far(|[left, _, width, _]| left + width), far(|[_, top, _, height]| top + height));
    Sheet { width, height, places }
}

/// Moves the pictures of a row, from index `from` on, to a common ground line.
fn settle(places: &mut [Rect], from: usize, top: usize) {
    let Some(row) = places.get_mut(from..) else { return };
    let tallest = row.iter().map(|[_, _, _, height]| *height).max().unwrap_or(0);
    for [_, at, _, height] in row {
        *at = top + tallest - *height;
    }
}

impl Sheet {
    /// Returns the sheet's pixels, with `background` where no picture is.
    #[must_use]
    pub(super) fn paint<'p>(&self, pictures: impl IntoIterator<Item = &'p [u8]>, background: u8) -> Vec<u8> {
        let mut sheet = vec![background; self.width * self.height];
        for ([left, top, width, _], rows) in self.places.iter().zip(pictures) {
            let [left, top] = [left, top].map(|at| i32::try_from(*at).unwrap_or(i32::MAX));
            lay((&mut sheet, self.width), (rows, *width), (left, top), |_| true);
        }
        sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_row_stands_on_its_ground() {
        let sheet = lay_out(&[(10, 5), (20, 9), (300, 2), (200, 3)]);
        assert_eq!(sheet.places, [[0, 4, 10, 5], [11, 0, 20, 9], [32, 7, 300, 2], [0, 10, 200, 3]]);
        assert_eq!((sheet.width, sheet.height), (332, 13));
    }

    proptest! {
        #[test]
        fn pictures_do_not_touch_and_come_back(sizes in proptest::collection::vec((0u16..90, 0u16..60), 0..40)) {
            let sheet = lay_out(&sizes);
            let picture = |((w, h), n): (&(u16, u16), u8)| vec![n; usize::from(*w) * usize::from(*h)];
            let pictures: Vec<Vec<u8>> = sizes.iter().zip(1u8..).map(picture).collect();
            let pixels = sheet.paint(pictures.iter().map(Vec::as_slice), 0);
            prop_assert_eq!(pixels.len(), sheet.width * sheet.height);
            for ([left, top, width, height], picture) in sheet.places.iter().zip(&pictures) {
                let rows = pixels.chunks_exact(sheet.width).skip(*top).take(*height);
                let cut: Vec<u8> = rows.flat_map(|row| row[*left..left + width].to_vec()).collect();
                prop_assert_eq!(&cut, picture);
            }
        }
    }
}
