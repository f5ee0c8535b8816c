//! An animation as pixels: frames on one canvas, in the costume's pixel values, with the anchor at the same position
//! in every frame.
//!
//! Only the rectangle of a frame that shows something is stored, and frames that show the same share their pixels.
//! The empty part of a canvas may be large.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::image::{Rect, cut, drawn};

/// The frames of an animation. Its memory is reused from animation to animation.
#[derive(Clone, Debug, Default)]
pub struct FrameBuffer {
    width: u32,
    height: u32,
    anchor: (i32, i32),
    nothing: u8,
    loops_to: Option<usize>,
    ticks: Vec<u32>,
    shown: Vec<VisiblePart>,
    pixels: Vec<u8>,
    /// Frames whose pixels are stored, by a hash of their size and pixels.
    known: BTreeMap<u64, usize>,
}

/// Largest number of unused bytes in a reel whose frames are kept.
const UNUSED: usize = 64 << 10;

/// The visible rectangle of a frame, and the start of its pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct VisiblePart {
    rect: Rect,
    start: usize,
}

impl FrameBuffer {
    /// Removes all frames and begins with an empty canvas. `nothing` is the value of transparent pixels.
    pub fn begin(&mut self, (width, height): (u32, u32), anchor: (i32, i32), nothing: u8) {
        (self.width, self.height, self.anchor, self.nothing) = (width, height, anchor, nothing);
        self.loops_to = None;
        self.ticks.clear();
        self.shown.clear();
        self.pixels.clear();
        self.known.clear();
    }

    /// Sets the frame that follows the last one; `None` if the last one stays.
    pub fn loop_to(&mut self, frame: Option<usize>) {
        self.loops_to = frame;
    }

    /// Adds a frame: the pixels of the whole canvas, shown for so many ticks.
    pub fn add(&mut self, canvas: &[u8], ticks: u32) {
        let rect = drawn(canvas, self.width, self.nothing);
        let start = self.pixels.len();
        // Doubling the buffer would take twice the memory that the budget allows.
        let needed = rect.width() as usize * rect.height() as usize;
        if self.pixels.capacity() - start < needed {
            self.pixels.reserve_exact(needed.max(start / 4));
        }
        cut(canvas, self.width, rect, 1, &mut self.pixels);
        let mut hasher = DefaultHasher::new();
        (rect.width(), self.pixels.get(start..)).hash(&mut hasher);
        let earlier = *self.known.entry(hasher.finish()).or_insert(self.shown.len());
        let mut shown = VisiblePart { rect, start };
        if let Some(other) = self.shown.get(earlier)
            && (other.rect.width(), other.rect.height()) == (rect.width(), rect.height())
            && self.part(earlier) == self.pixels.get(start..).unwrap_or_default()
        {
            shown.start = other.start;
            self.pixels.truncate(start);
        }
        self.shown.push(shown);
        self.ticks.push(ticks);
    }

    /// Returns the width of the canvas in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height of the canvas in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the position of the actor's anchor on the canvas: the pixel between its feet. It may be outside.
    #[must_use]
    pub fn anchor(&self) -> (i32, i32) {
        self.anchor
    }

    /// Returns the number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    /// Whether there are no frames.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty()
    }

    /// Returns the duration of each frame in ticks.
    #[must_use]
    pub fn ticks(&self) -> &[u32] {
        &self.ticks
    }

    /// Returns the frame that follows the last one; `None` if the last one stays.
    #[must_use]
    pub fn loops_to(&self) -> Option<usize> {
        self.loops_to
    }

    /// Returns the value of transparent pixels.
    #[must_use]
    pub fn nothing(&self) -> u8 {
        self.nothing
    }

    /// Returns the number of bytes of the frames' pixels.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.pixels.len()
    }

    /// Releases memory that no frame uses.
    pub(crate) fn settle(&mut self) {
        if self.pixels.capacity() - self.pixels.len() > UNUSED {
            self.pixels.shrink_to_fit();
        }
    }

    /// Returns the number of bytes allocated for pixels.
    pub(crate) fn capacity(&self) -> usize {
        self.pixels.capacity()
    }

    /// Returns the smallest rectangle around the visible pixels of a frame.
    #[must_use]
    pub fn drawn(&self, index: usize) -> Rect {
        self.shown.get(index).map(|shown| shown.rect).unwrap_or_default()
    }

    /// Returns the pixels inside [`FrameBuffer::drawn`], row by row.
    #[must_use]
    pub fn part(&self, index: usize) -> &[u8] {
        let Some(VisiblePart { rect, start }) = self.shown.get(index) else { return &[] };
        let length = rect.width() as usize * rect.height() as usize;
        self.pixels.get(*start..start + length).unwrap_or_default()
    }

    /// Returns the first frame that shows the same at the same place.
    #[must_use]
    pub fn first_like(&self, index: usize) -> usize {
        let shown = self.shown.get(index);
        self.shown.iter().position(|other| Some(other) == shown).unwrap_or(index)
    }

    /// Replaces the content of `canvas` by a whole frame: width × height pixel values.
    pub fn lay(&self, index: usize, canvas: &mut Vec<u8>) {
        canvas.clear();
        canvas.resize(self.width as usize * self.height as usize, self.nothing);
        let rect = self.drawn(index);
        let rows = canvas.chunks_exact_mut(self.width.max(1) as usize).skip(rect.top as usize);
        for (from, to) in self.part(index).chunks_exact(rect.width().max(1) as usize).zip(rows) {
            if let Some(to) = to.get_mut(rect.left as usize..rect.right as usize) {
                to.copy_from_slice(from);
            }
        }
    }

    /// Returns the smallest rectangle around the visible pixels of all frames.
    #[must_use]
    pub fn all_drawn(&self) -> Rect {
        self.shown.iter().fold(Rect::default(), |all, shown| all.union(shown.rect))
    }

    /// Returns the rectangle of the whole canvas.
    #[must_use]
    pub fn canvas(&self) -> Rect {
        Rect { left: 0, top: 0, right: self.width, bottom: self.height }
    }

    /// Cuts off margins that no frame uses.
    pub fn trim(&mut self) {
        let all = self.all_drawn();
        if all.is_empty() {
            return;
        }
        let side = |v: u32| i32::try_from(v).unwrap_or(i32::MAX);
        (self.width, self.height) = (all.width(), all.height());
        self.anchor = (self.anchor.0 - side(all.left), self.anchor.1 - side(all.top));
        for VisiblePart { rect, .. } in self.shown.iter_mut().filter(|shown| !shown.rect.is_empty()) {
            *rect = Rect {
                left: rect.left - all.left,
                top: rect.top - all.top,
                right: rect.right - all.left,
                bottom: rect.bottom - all.top,
            };
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An animation without a loop: its frames and their ticks.
    pub(crate) fn reel(width: u32, height: u32, frames: &[(&[u8], u32)]) -> FrameBuffer {
        let mut reel = FrameBuffer::default();
        reel.begin((width, height), (0, 0), 0);
        for (pixels, ticks) in frames {
            reel.add(pixels, *ticks);
        }
        reel
    }

    fn frame(reel: &FrameBuffer, index: usize) -> Vec<u8> {
        let mut canvas = vec![77; 3];
        reel.lay(index, &mut canvas);
        canvas
    }

    #[test]
    fn trimming_keeps_what_is_drawn_and_moves_the_anchor() {
        let mut it = reel(3, 2, &[(&[0, 0, 1, 0, 0, 0], 1), (&[0, 2, 0, 0, 0, 0], 2), (&[0; 6], 1)]);
        it.anchor = (1, 1);
        it.trim();
        assert_eq!((it.width(), it.height(), it.anchor()), (2, 1, (0, 1)));
        assert_eq!((frame(&it, 0), frame(&it, 1), frame(&it, 2)), (vec![0, 1], vec![2, 0], vec![0, 0]));
        assert_eq!(it.drawn(0), Rect { left: 1, top: 0, right: 2, bottom: 1 });
        let again = it.clone();
        it.trim();
        assert_eq!(frame(&it, 1), frame(&again, 1));
    }

    #[test]
    fn frames_that_show_the_same_share_their_pixels() {
        let square = [0, 0, 0, 0, 5, 6, 0, 7, 8];
        let moved = [5, 6, 0, 7, 8, 0, 0, 0, 0];
        // As many pixels in the same order, but one row of four.
        let it = reel(3, 3, &[(&square, 1), (&moved, 1), (&square, 3)]);
        assert_eq!(it.bytes(), 4);
        assert_eq!(
            (frame(&it, 0), frame(&it, 1), frame(&it, 2)),
            (square.to_vec(), moved.to_vec(), square.to_vec())
        );
        assert_eq!([0, 1, 2].map(|i| it.first_like(i)), [0, 1, 0]);
        let flat = reel(4, 2, &[(&[5, 6, 7, 8, 0, 0, 0, 0], 1), (&[5, 6, 0, 0, 7, 8, 0, 0], 1)]);
        assert_eq!(flat.bytes(), 8);
    }
}
