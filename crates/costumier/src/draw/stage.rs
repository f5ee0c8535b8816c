//! The stage: the indexed surface that actors are drawn on, with the planes that hide them.
//!
//! A stage is made from a room (background and z-planes), from a view into a room, or empty. Reuse it from picture
//! to picture: it keeps its memory.

use crate::Limits;
use crate::costume::ScreenPixels;
use crate::game::{Plane, Rgb};
use crate::{Error, ErrorKind, Result};

/// Bytes behind the last pixel and behind the last plane's bits, because both are handled 16 pixels at a time.
pub(crate) const SLACK: usize = 16;

/// Each byte's bits as eight bytes, 255 for a set bit; the highest bit first.
const EXPANDED: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut i = 0;
    while i < 2048 {
        if (i / 8) & (0x80 >> (i % 8)) != 0 {
            table[i / 8][i % 8] = 255;
        }
        i += 1;
    }
    table
};

/// Writes bits as bytes, from bit `skip` of the first byte on, until either ends.
fn expand(bits: &[u8], skip: usize, out: &mut [u8]) {
    let Some((first, bits)) = bits.split_first() else { return };
    let (head, out) = out.split_at_mut(out.len().min(8 - skip));
    head.copy_from_slice(&EXPANDED[usize::from(*first)][skip..][..head.len()]);
    let (whole, tail) = out.as_chunks_mut();
    for (out, byte) in whole.iter_mut().zip(bits) {
        *out = EXPANDED[usize::from(*byte)];
    }
    if let Some(byte) = bits.get(whole.len()) {
        tail.copy_from_slice(&EXPANDED[usize::from(*byte)][..tail.len()]);
    }
}

/// How pictures that reach beyond the stage are clipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Edges {
    /// Pictures are clipped at the edges.
    #[default]
    Free,
    /// Pictures are clipped as on the engine's screen, with its exceptions. Some pictures are not drawn at all, and
    /// some that start outside are drawn one pixel further inside (`docs/format/drawing.md §10`).
    Engine,
}

/// An indexed surface, the planes that hide actors, and the edge rule.
///
/// ```
/// use costumier::{Game, Limits, Stage};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let room = game.room(1)?;
/// // The left part of a room, with what hides actors there.
/// let mut stage = Stage::empty(64, 100, 0)?;
/// stage.show(&room.background()?.pixels, room.width, &room.planes, 0, 0);
/// assert_eq!((stage.width(), stage.height(), stage.planes()), (64, 100, room.planes.len()));
/// let rgba = stage.rgba(&game.room_palette(1)?);
/// assert_eq!(rgba.len(), 64 * 100 * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stage {
    /// Largest number of pixels that the stage may have.
    most: usize,
    width: usize,
    height: usize,
    /// Rows from the top, then [`SLACK`] bytes.
    pixels: Vec<u8>,
    /// The value that means "nothing here"; `None` if a background fills the stage.
    transparent: Option<u8>,
    /// Plane 1, plane 2 and so on with one byte per pixel, 255 where actors are hidden; then [`SLACK`] bytes.
    planes: Vec<u8>,
    plane_count: usize,
    /// One pixel of 16 bits for each index; empty on a stage without them.
    high: Vec<u16>,
    edges: Edges,
    beyond: u32,
    before: u32,
}

impl Default for Stage {
    fn default() -> Self {
        Self::new(&Limits::default())
    }
}

impl Stage {
    /// A stage without pixels, which never gets more than `limits.stage_pixels`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            most: limits.stage_pixels,
            width: 0,
            height: 0,
            pixels: vec![0; SLACK],
            transparent: Some(0),
            planes: Vec::new(),
            plane_count: 0,
            high: Vec::new(),
            edges: Edges::Free,
            beyond: 0,
            before: 0,
        }
    }

    /// An empty stage, filled with `transparent`, a value that nothing drawn on it should have (see
    /// [`free_value`](super::free_value)).
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for more pixels than [`Limits::stage_pixels`] has by default.
    pub fn empty(width: u32, height: u32, transparent: u8) -> Result<Self> {
        let mut stage = Self::default();
        stage.clear(width, height, transparent)?;
        Ok(stage)
    }

    /// Makes this an empty stage of another size. Its memory and edge rule are kept.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for more pixels than [`Limits::stage_pixels`] of the limits that the stage was made
    /// with.
    pub fn clear(&mut self, width: u32, height: u32, transparent: u8) -> Result<()> {
        let pixels = u64::from(width) * u64::from(height);
        let Some(pixels) = usize::try_from(pixels).ok().filter(|n| *n <= self.most) else {
            let why = format!("{width} x {height} pixels; at most {} are allowed", self.most);
            return Err(Error::new(ErrorKind::Limit(why), "stage"));
        };
        // Neither can fail: width and height are at most the number of pixels, or one of them is 0.
        self.width = usize::try_from(width).unwrap_or(0);
        self.height = usize::try_from(height).unwrap_or(0);
        self.pixels.clear();
        self.pixels.resize(pixels + SLACK, transparent);
        self.transparent = Some(transparent);
        self.planes.clear();
        self.plane_count = 0;
        self.high.clear();
        Ok(())
    }

    /// Fills the stage with the part of a room that begins at (x, y), and takes over its planes.
    ///
    /// `background` is the room's pixels, row by row, `room_width` per row. Pixels outside the room keep the value
    /// of the empty stage. If there are planes, actors are hidden there (`docs/format/drawing.md §6.2`).
    pub fn show(&mut self, background: &[u8], room_width: u16, planes: &[Plane], x: i32, y: i32) {
        let room_width = usize::from(room_width);
        for (row, to) in self.pixels.chunks_exact_mut(self.width.max(1)).take(self.height).enumerate() {
            let from = usize::try_from(i64::from(y) + row as i64)
                .ok()
                .and_then(|y| background.chunks_exact(room_width.max(1)).nth(y));
            let Some(from) = from else { continue };
            let (skip_to, skip_from) = if x < 0 { (x.unsigned_abs(), 0) } else { (0, x.unsigned_abs()) };
            let to = to.get_mut(skip_to as usize..).unwrap_or_default();
            let from = from.get(skip_from as usize..).unwrap_or_default();
            let shared = to.len().min(from.len());
            to[..shared].copy_from_slice(&from[..shared]);
        }
        self.planes.clear();
        self.plane_count = planes.len();
        for plane in planes {
            for row in 0..self.height {
                self.push_plane_row(plane, x, i64::from(y) + row as i64);
            }
        }
        if !planes.is_empty() {
            self.planes.extend([0; SLACK]);
        }
        let room_height = background.len() / room_width.max(1);
        if covers(x, self.width, room_width) && covers(y, self.height, room_height) {
            self.transparent = None;
        }
    }

    /// Appends one row of a plane, from room pixel (x, y) on. Bits become bytes, and pixels outside the room hide
    /// actors.
    fn push_plane_row(&mut self, plane: &Plane, x: i32, y: i64) {
        let start = self.planes.len();
        self.planes.resize(start + self.width, 255);
        let row = usize::try_from(y).map(|y| plane.row(y)).unwrap_or_default();
        let before = usize::try_from(-i64::from(x)).unwrap_or(0);
        let from = usize::try_from(x).unwrap_or(0);
        let inside = usize::from(plane.width()).saturating_sub(from);
        let out = self.planes[start..].get_mut(before..).unwrap_or_default();
        let inside = inside.min(out.len());
        expand(row.get(from / 8..).unwrap_or_default(), from % 8, &mut out[..inside]);
    }

    /// Gives each pixel 16 bits in addition to its index, as in some Humongous games
    /// ([`Dialect::high_colour`](crate::Dialect::high_colour)). `table` is the room's
    /// ([`RoomPalette::pixels`](crate::game::RoomPalette::pixels)).
    ///
    /// Until the stage is cleared, actors whose colours have [`high`](super::ActorColours::high) are drawn in both;
    /// other actors only change indices.
    pub fn set_high(&mut self, table: &[u16; 256]) {
        let pixels = self.pixels.iter().take(self.width * self.height);
        self.high.clear();
        self.high.extend(pixels.map(|pixel| table[usize::from(*pixel)]));
    }

    /// Gives the indices that `numbers` covers the pixels with these values
    /// ([`Scenery::numbers`](crate::game::Scenery)). The stage's corner is at (x, y) of the plane.
    pub fn set_numbers(&mut self, numbers: &Plane, x: i32, y: i32) {
        let place = |start: i32, n: usize| start.saturating_add(i32::try_from(n).unwrap_or(i32::MAX));
        let rows = self.high.chunks_exact_mut(self.width.max(1)).zip(self.pixels.chunks(self.width.max(1)));
        for (row, (high, own)) in rows.enumerate() {
            for (column, (high, own)) in high.iter_mut().zip(own).enumerate() {
                if numbers.hides(place(x, column), place(y, row)) {
                    *high = u16::from(*own);
                }
            }
        }
    }

    /// The pixels of 16 bits ([`high`](crate::format::screen::high)), row by row; `None` on a stage without them.
    /// They have no meaning where the index is the [transparent](Self::transparent) one.
    #[must_use]
    pub fn high(&self) -> Option<&[u16]> {
        Some(self.high.as_slice()).filter(|high| !high.is_empty())
    }

    /// Returns [`Stage::surface`] without slack for the mask, and the pixels of 16 bits, empty on a stage without
    /// them.
    pub(crate) fn high_surface(&mut self, plane: u8) -> (&mut [u8], &mut [u16], Option<&[u8]>) {
        let number = usize::from(plane).min(self.plane_count);
        let size = self.width * self.height;
        let mask = number.checked_sub(1).and_then(|i| self.planes.get(i * size..(i + 1) * size));
        (&mut self.pixels, &mut self.high, mask)
    }

    /// Whether pixels have 16 bits.
    #[inline]
    pub(crate) fn is_high(&self) -> bool {
        !self.high.is_empty()
    }

    /// Sets how pictures are clipped at the edges.
    pub fn set_edges(&mut self, edges: Edges) {
        self.edges = edges;
    }

    /// How pictures are clipped at the edges.
    #[must_use]
    pub fn edges(&self) -> Edges {
        self.edges
    }

    /// Makes the engine's screen wider than the stage by so many columns on the right, for its edge rule. In v7 and
    /// v8 it is 8 columns wider, and pictures are clipped there
    /// ([`Dialect::screen_beyond`](crate::Dialect::screen_beyond)).
    pub fn set_beyond(&mut self, columns: u32) {
        self.beyond = columns;
    }

    /// Makes the engine's screen begin so many columns before the stage, for its edge rule. In v7 and v8 it begins
    /// at a multiple of 8, like a strip, wherever the camera is.
    pub fn set_before(&mut self, columns: u32) {
        self.before = columns;
    }

    /// Number of columns by which the engine's screen begins before the stage.
    #[must_use]
    pub fn before(&self) -> u32 {
        self.before
    }

    /// Number of columns by which the engine's screen is wider than the stage.
    #[must_use]
    pub fn beyond(&self) -> u32 {
        self.beyond
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        // The width is at most `stage_pixels`.
        u32::try_from(self.width).unwrap_or(u32::MAX)
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        u32::try_from(self.height).unwrap_or(u32::MAX)
    }

    /// Number of pixels per row in memory.
    pub(crate) fn stride(&self) -> usize {
        self.width
    }

    /// The value of pixels without content; `None` if a background fills the whole stage.
    #[must_use]
    pub fn transparent(&self) -> Option<u8> {
        self.transparent
    }

    /// Red, green, blue and opacity of each pixel, row by row: width × height × 4 bytes. Transparent pixels are 0,
    /// 0, 0, 0. `palette` is the room's ([`Game::costume_palette`](crate::game::Game::costume_palette)); pixels of
    /// 16 bits do not need it.
    #[must_use]
    pub fn rgba(&self, palette: &[Rgb; 256]) -> Vec<u8> {
        let mut out = Vec::new();
        self.shown(palette).rgba(&mut out);
        out
    }

    /// Writes the same into rows of `out` that begin `stride` bytes apart. What has no room in `out` or in a row is
    /// left out.
    pub fn rgba_into(&self, palette: &[Rgb; 256], out: &mut [u8], stride: usize) {
        self.shown(palette).rgba_into(out, stride);
    }

    fn shown<'a>(&'a self, palette: &'a [Rgb; 256]) -> ScreenPixels<'a> {
        let (pixels, transparent) = (self.pixels(), self.transparent);
        ScreenPixels { width: self.width, pixels, transparent, palette, high: self.high() }
    }

    /// Number of planes, plane 0 not counted.
    #[must_use]
    pub fn planes(&self) -> usize {
        self.plane_count
    }

    /// All pixels, row by row from the top left.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels[..self.width * self.height]
    }

    /// All pixels, row by row, for writing.
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels[..self.width * self.height]
    }

    /// Pixels and slack, and the mask of the plane for this plane number: one byte per pixel, 255 where actors are
    /// hidden, and slack. `None` for plane 0, which hides nothing, and on a stage without planes. Numbers above the
    /// last plane mean the last (`docs/format/drawing.md §6.1`).
    pub(crate) fn surface(&mut self, plane: u8) -> (&mut [u8], Option<&[u8]>) {
        let number = usize::from(plane).min(self.plane_count);
        let size = self.width * self.height;
        let mask = number.checked_sub(1).and_then(|i| self.planes.get(i * size..(i + 1) * size + SLACK));
        (&mut self.pixels, mask)
    }
}

/// Whether `len` pixels from `from` on lie within `0..whole`.
fn covers(from: i32, len: usize, whole: usize) -> bool {
    usize::try_from(from).is_ok_and(|from| from.saturating_add(len) <= whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(stage: &mut Stage, plane: u8, x: usize, y: usize) -> bool {
        let at = y * stage.stride() + x;
        let (_, mask) = stage.surface(plane);
        mask.is_some_and(|mask| mask[at] != 0)
    }

    #[test]
    fn a_view_takes_its_part_of_room_and_planes() {
        let background: Vec<u8> = (0..200).collect();
        let mut plane = Plane::new(20, 10);
        plane.set(5, 3, true);
        plane.set(19, 9, true);
        let mut stage = Stage::empty(12, 6, 255).unwrap();
        stage.show(&background, 20, &[Plane::new(20, 10), plane], 3, 2);
        assert_eq!(stage.pixels()[..3], [43, 44, 45]);
        assert_eq!(stage.pixels()[12], 63);
        assert_eq!(stage.transparent(), None);
        assert!(bit(&mut stage, 2, 2, 1));
        assert!(!bit(&mut stage, 2, 3, 1));
        assert!(!bit(&mut stage, 1, 2, 1));
        assert!(!bit(&mut stage, 0, 2, 1));
        assert!(bit(&mut stage, 200, 2, 1), "numbers above the last plane mean the last");
    }

    #[test]
    fn every_view_has_the_planes_and_pixels_of_the_room() {
        let mut plane = Plane::new(21, 3);
        for (i, (x, y)) in (0..3).flat_map(|y| (0..21).map(move |x| (x, y))).enumerate() {
            plane.set(x, y, i * i % 7 < 3);
        }
        let background: Vec<u8> = (0..63).collect();
        for (x, width) in (-10..30).flat_map(|x| [1, 7, 8, 17, 40].map(|width| (x, width))) {
            let mut stage = Stage::empty(width, 5, 255).unwrap();
            stage.show(&background, 21, &[plane.clone()], x, -1);
            for (column, row) in (0_i32..5).flat_map(|row| (0..width).map(move |column| (column, row))) {
                let (from_x, from_y) = (x + column as i32, row - 1);
                let at = (column as usize, row as usize);
                assert_eq!(bit(&mut stage, 1, at.0, at.1), plane.hides(from_x, from_y), "{x} {width} {at:?}");
                let inside = (0..21).contains(&from_x) && (0..3).contains(&from_y);
                let shown = if inside { u8::try_from(from_y * 21 + from_x).unwrap() } else { 255 };
                assert_eq!(stage.pixels()[at.1 * width as usize + at.0], shown, "{x} {width} {at:?}");
            }
        }
    }

    #[test]
    fn outside_the_room_nothing_shows_and_actors_are_hidden() {
        let mut stage = Stage::empty(4, 4, 77).unwrap();
        stage.show(&[1; 4], 2, &[Plane::new(2, 2)], -1, -1);
        assert_eq!(stage.pixels(), [77, 77, 77, 77, 77, 1, 1, 77, 77, 1, 1, 77, 77, 77, 77, 77]);
        assert_eq!(stage.transparent(), Some(77));
        let hidden: Vec<bool> = (0..16).map(|i| bit(&mut stage, 1, i % 4, i / 4)).collect();
        assert_eq!(hidden.iter().filter(|hidden| !**hidden).count(), 4);
        assert!(!hidden[5] && !hidden[10]);
    }

    #[test]
    fn reuse_keeps_memory_and_forgets_planes() {
        let mut stage = Stage::empty(64, 64, 0).unwrap();
        let memory = stage.pixels.as_ptr();
        stage.show(&[3; 4096], 64, &[Plane::new(64, 64)], 0, 0);
        stage.clear(10, 10, 9).unwrap();
        assert_eq!(stage.pixels(), [9; 100]);
        assert_eq!((stage.planes(), stage.transparent()), (0, Some(9)));
        assert_eq!(stage.pixels.as_ptr(), memory);
    }

    #[test]
    fn a_stage_obeys_the_limits_that_it_was_made_with() {
        let mut stage = Stage::new(&Limits::with(|limits| limits.stage_pixels = 12));
        assert!(stage.clear(4, 3, 0).is_ok());
        let error = stage.clear(13, 1, 0).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit(_)));
    }

    #[test]
    fn stages_beyond_the_limit_are_refused() {
        let error = Stage::empty(u32::MAX, u32::MAX, 0).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit(_)));
        assert!(Stage::empty(u32::MAX, 0, 0).is_ok());
    }
}
