//! A picture of cells as a folder has it, next to what the room has.

use super::map::WholePicture;

/// Width and height of a cell in pixels.
const CELL: usize = 8;

/// A picture of a folder, and what it was before.
pub(super) struct Painted<'a> {
    pub(super) found: &'a WholePicture,
    pub(super) old: Vec<u8>,
    pub(super) now: Vec<u8>,
    pub(super) old_plane: Vec<Vec<u8>>,
    pub(super) now_plane: Vec<Vec<u8>>,
}

impl Painted<'_> {
    /// Whether a cell has other pixels.
    pub(super) fn differs(&self, x: usize, y: usize) -> bool {
        let width = self.found.size.0;
        (0..CELL).any(|row| {
            let at = (y * CELL + row) * width + x * CELL;
            let [old, now] = [&self.old, &self.now].map(|pixels| pixels.get(at..at + CELL));
            old != now
        })
    }

    /// Returns a pixel of the folder's picture.
    pub(super) fn pixel(&self, x: usize, y: usize) -> u8 {
        self.now.get(y * self.found.size.0 + x).copied().unwrap_or(0)
    }

    /// Returns eight pixels of a row of the folder's plane.
    pub(super) fn plane_row(&self, strip: usize, y: usize) -> u8 {
        self.now_plane.get(strip).and_then(|rows| rows.get(y)).copied().unwrap_or(0)
    }

    /// Whether a cell hides other pixels.
    pub(super) fn plane_differs(&self, x: usize, y: usize) -> bool {
        let rows = y * CELL..(y + 1) * CELL;
        let [old, now] = [&self.old_plane, &self.now_plane]
            .map(|plane| plane.get(x).and_then(|strip| strip.get(rows.clone())));
        old != now
    }
}
