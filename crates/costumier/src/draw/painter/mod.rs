//! The painter, which draws an actor's pictures on a stage.
//!
//! ```text
//!  stored runs ─decode─▶ columns, in stage colours ─overlay, turn─▶ rows ─blit─▶ stage
//! ```
//! Colours are mapped while decoding. Scaling, mirroring and clipping at the sides only decide which columns become
//! rows and in what order; scaled rows and the top and bottom edges only decide which rows are drawn. If two
//! columns share a place, the later is first laid over the earlier (`docs/format/drawing.md §3.3`). Pictures
//! with shadows are drawn pixel by pixel, because a shadow depends on the pixel beneath it.

use super::blit;
use super::cel::Cel;
use super::colours::{Colours, Ink, PixelMapping};
use super::options::{DrawOptions, Drawn};
use super::place::{Cut, Place, Start};
use super::scale::ScaleTable;
use super::stage::Stage;
use crate::Limits;
use crate::codec::Packed;
use crate::codec::rle;
use crate::codec::transpose;
use crate::model::{Bounds, PictureKey, Placed};
use crate::{Error, ErrorKind, Result};
use kept::{Form, KeptPixels};

/// The rectangle around a picture, scaled or not, relative to its anchor, as if the stage had no edges.
#[must_use]
pub(crate) fn bounds(
    size: (u16, u16),
    at: (i32, i32),
    flip: bool,
    scale: [u8; 2],
    table: ScaleTable,
) -> Bounds {
    Place::new(size, at, (0, 0), flip, scale, table).bounds()
}

/// The positions of a picture's columns (in the order of painting) and painted rows, scaled or not, relative to its
/// anchor, as if the stage had no edges.
#[must_use]
pub(crate) fn lines(
    size: (u16, u16),
    at: (i32, i32),
    flip: bool,
    scale: [u8; 2],
    table: ScaleTable,
) -> [Vec<(u32, i64)>; 2] {
    Place::new(size, at, (0, 0), flip, scale, table).lines()
}

/// A painter draws pictures on stages. It keeps its scratch memory, so that drawing allocates nothing once the
/// memory is large enough. Of actors ([`Painter::draw_actor`]), it keeps up to 8 MiB of decoded pixels for the next
/// frames.
///
/// ```
/// use std::sync::Arc;
///
/// use costumier::scene::ActorPlacement;
/// use costumier::{Actor, Colours, Facing, Game, Limits, Painter, Role, Stage};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let costume = Arc::new(game.costume(1)?);
/// let stand = costume.roles().chore(Role::Stand);
/// let mut actor = Actor::performing(&costume, stand, Facing::SOUTH);
/// let colours = Colours::of(&costume);
/// let mut stage = Stage::empty(40, 40, colours.key())?;
/// // At its feet, half as large.
/// let mut standing = ActorPlacement::new((20, 35), &colours);
/// standing.scale = [128, 128];
/// Painter::default().draw_actor(&mut stage, &mut actor, &standing)?;
/// assert!(stage.pixels().iter().any(|colour| *colour != colours.key()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Painter {
    most_pixels: usize,
    columns: Vec<u8>,
    scratch: Vec<u8>,
    rows: Vec<u8>,
    starts: Vec<usize>,
    /// The pose of the actor that was drawn last ([`Painter::draw_actor`]).
    pub(crate) pose: Vec<Placed>,
    /// Source columns and their stage columns, in the order of painting.
    across: Vec<(u32, u32)>,
    /// Source rows and their stage rows.
    down: Vec<(u32, u32)>,
    kept: KeptPixels,
}

impl Default for Painter {
    fn default() -> Self {
        Self::new(&Limits::default())
    }
}

impl Painter {
    /// A painter that refuses pictures above `limits.picture_pixels`.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            most_pixels: limits.picture_pixels,
            columns: Vec::new(),
            scratch: Vec::new(),
            rows: Vec::new(),
            starts: Vec::new(),
            pose: Vec::new(),
            across: Vec::new(),
            down: Vec::new(),
            kept: KeptPixels::default(),
        }
    }

    /// Draws the pictures of a pose in order. `picture` returns a picture by its key.
    ///
    /// # Errors
    /// The first error of `picture` or [`Painter::draw`]. The pictures after it are drawn nevertheless.
    pub fn draw_all<'p>(
        &mut self,
        stage: &mut Stage,
        pose: &[Placed],
        look: &DrawOptions<'_>,
        mut picture: impl FnMut(PictureKey) -> Result<Packed<'p>>,
    ) -> Result<Drawn> {
        draw_each(pose, look, |placed, look| {
            picture(placed.picture).and_then(|picture| self.draw(stage, &picture, (placed.x, placed.y), look))
        })
    }

    /// Draws one picture whose left column and top row are `at` pixels from the anchor, before mirroring and
    /// scaling: the (m, n) of `docs/format/drawing.md §2`.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for a picture of more pixels than the painter's limit.
    pub fn draw(
        &mut self,
        stage: &mut Stage,
        picture: &Packed<'_>,
        at: (i32, i32),
        look: &DrawOptions<'_>,
    ) -> Result<Drawn> {
        if picture.pixels() == 0 {
            return Ok(Drawn::default());
        }
        self.check(picture)?;
        let anchor = (i64::from(look.anchor.0), i64::from(look.anchor.1) - i64::from(look.elevation));
        let size = (picture.width, picture.height);
        let mut look = look.for_picture(picture);
        let at = match look.flip {
            true => {
                let (x, flip) = picture.mirrored(at.0);
                look.flip = flip;
                (x, at.1)
            }
            false => at,
        };
        let look = &look;
        let mut place = Place::new(size, at, anchor, look.flip, look.scale, look.table);
        let cut = Cut::of(&picture.encoded);
        let Some(start) = place.start(stage, cut, look.clip.filter(|_| look.clips.as_screen)) else {
            return Ok(Drawn { clipped: true, ..Drawn::default() });
        };
        place.columns.paint_from(start.column);
        if picture.is_by_rows() {
            place.keep_columns(stage.width(), stage.edges());
        }
        let mut clip = look.clip;
        let from_right = look.flip && cut == Cut::Skipping && !look.clips.as_screen;
        if let Some(clip) = clip.as_mut().filter(|_| from_right) {
            let first = place.columns.start;
            // The rectangle's first column counts as outside, like the stage's.
            if first == i64::from(clip.left) {
                return Ok(Drawn { clipped: true, ..Drawn::default() });
            }
            // The interpreter does not cut a picture on the left if it is cut on the right, where it begins.
            if first >= i64::from(clip.right) {
                clip.left = clip.left.min(0);
            }
        }
        let drawn = self.aim(&place, start, stage, picture.is_by_rows(), clip);
        if drawn.area.is_empty() {
            return Ok(drawn);
        }
        let mapping = look.colours.mapping(&picture.encoded, look.shaded);
        if picture.encoded.mirrors_lines() && !mapping.is_shaded() {
            self.mirror_lines(size, place.single_lines(stage, clip));
        }
        if let (Some(high), true) = (look.colours.high(), stage.is_high()) {
            self.draw_high(stage, picture, look, &mapping, high);
        } else if mapping.is_plain()
            && (picture.encoded.has_room_colours() || picture.comes_in_rows() && self.is_unscaled())
        {
            self.draw_stored_rows(stage, picture, look, &mapping);
        } else if mapping.is_plain() {
            self.draw_rows(stage, picture, look);
        } else {
            self.draw_pixels(stage, picture, look, &mapping);
        }
        Ok(drawn)
    }

    fn check(&self, picture: &Packed<'_>) -> Result<()> {
        if picture.pixels() <= self.most_pixels {
            return Ok(());
        }
        let why = format!(
            "{} x {} pixels; at most {} are allowed",
            picture.width, picture.height, self.most_pixels
        );
        Err(Error::new(ErrorKind::Limit(why), "picture"))
    }

    /// The columns of the picture drawn last that are in this column of the stage, the last one first.
    pub(crate) fn columns_at(&self, x: u32) -> impl Iterator<Item = u32> + Clone {
        self.across.iter().rev().filter(move |at| at.1 == x).map(|at| at.0)
    }

    /// The row of the picture drawn last that is in this row of the stage.
    pub(crate) fn rows_at(&self, y: u32) -> Option<u32> {
        self.down.iter().rev().find(|at| at.1 == y).map(|at| at.0)
    }

    /// Finds the visible columns and rows.
    fn aim(
        &mut self,
        place: &Place,
        start: Start,
        stage: &Stage,
        by_rows: bool,
        clip: Option<Bounds>,
    ) -> Drawn {
        let cut_x = place.visible_columns(start, stage.width(), &mut self.across);
        // When drawing by rows, y steps only after a row in which x has stepped (`docs/format/drawing.md §9`).
        let steps = !by_rows || place.steps_across();
        let cut_y = place.visible_rows(stage.height(), steps, &mut self.down);
        if let Some(clip) = clip {
            let inside = |v: u32, from: i32, to: i32| (from..to).contains(&coordinate(v));
            self.across.retain(|at| inside(at.1, clip.left, clip.right));
            self.down.retain(|at| inside(at.1, clip.top, clip.bottom));
        }
        let area = match (self.across.first(), self.across.last(), self.down.first(), self.down.last()) {
            (Some(a), Some(b), Some(top), Some(bottom)) => Bounds {
                left: coordinate(a.1.min(b.1)),
                top: coordinate(top.1),
                right: coordinate(a.1.max(b.1) + 1),
                bottom: coordinate(bottom.1 + 1),
            },
            _ => Bounds::default(),
        };
        // If scaling drops all rows of a picture, nothing counts as cut.
        let paints = !self.down.is_empty() || cut_y;
        Drawn { area, clipped: paints && (cut_x | cut_y) }
    }

    /// Shows other lines of a picture of this size: a single visible column is the one at the same distance from the
    /// picture's other side. Rows likewise.
    fn mirror_lines(&mut self, (width, height): (u16, u16), [column, row]: [bool; 2]) {
        let mirror = |lines: &mut [(u32, u32)], count: u16| {
            lines.iter_mut().for_each(|line| line.0 = u32::from(count).saturating_sub(line.0 + 1));
        };
        if column {
            mirror(&mut self.across, width);
        }
        if row {
            mirror(&mut self.down, height);
        }
    }

    /// Decodes to columns and maps costume colours to room colours. Returns the value of transparent pixels.
    fn decode(&mut self, picture: &Packed<'_>, look: &DrawOptions<'_>, mapping: &PixelMapping<'_>) -> u8 {
        if picture.encoded.has_room_colours() {
            let key = self.pixels(picture, Form::RoomColumns { flip: look.flip }, look.colours.table());
            return mapping.majmin_key.unwrap_or(key);
        }
        self.pixels(picture, Form::Columns, look.colours.table());
        look.colours.key()
    }

    /// Draws a picture the fast way: decodes it in stage colours, turns columns into rows, and draws 16 pixels at a
    /// time.
    fn draw_rows(&mut self, stage: &mut Stage, picture: &Packed<'_>, look: &DrawOptions<'_>) {
        let height = usize::from(picture.height);
        self.pixels(picture, Form::Columns, look.colours.table());
        let key = look.colours.key();
        self.merge_columns(height, key);
        if look.flip {
            self.starts.reverse();
        }
        self.pad_columns(picture, key);
        let (Some(first), Some(last)) = (self.down.first(), self.down.last()) else { return };
        let (first, count) = (first.0 as usize, (last.0 - first.0) as usize + 1);
        let rows = transpose::gather(&self.columns, &self.starts, first, count, &mut self.rows);

        let (Some(one), Some(other)) = (self.across.first(), self.across.last()) else { return };
        let left = one.1.min(other.1) as usize;
        blit::draw_down(stage, look.plane, key, &self.down, left, self.starts.len() / blit::LINE, rows);
    }

    /// Decodes a picture into a [`Cel`], which can then be drawn without decoding. `None` if some pixels are
    /// shadows, are mapped after decoding or have 16 bits, or if the picture has no pixels.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] for a picture of more pixels than the painter's limit.
    pub fn cel(&mut self, picture: &Packed<'_>, colours: &Colours, flip: bool) -> Result<Option<Cel>> {
        self.check(picture)?;
        let mapping = colours.mapping(&picture.encoded, false);
        if picture.pixels() == 0 || !mapping.is_plain() || colours.high().is_some() {
            return Ok(None);
        }
        let (width, height) = (usize::from(picture.width), usize::from(picture.height));
        let hides = picture.encoded.is_mirrored();
        let turned = flip && picture.encoded.mirrors_its_place();
        let mirrors_lines = picture.encoded.mirrors_lines();
        let flip = flip && hides;
        let (size, cut, akos) = ((picture.width, picture.height), Cut::of(&picture.encoded), mapping.guarded);
        if picture.comes_in_rows() {
            let key = self.decode_stored_rows(picture, colours, flip, &mapping);
            let stride = self.pad_rows(width, 0, height, key);
            let rows = self.columns[..stride * height].to_vec();
            return Ok(Some(Cel { size, flip, turned, mirrors_lines, cut, akos, hides, key, stride, rows }));
        }
        let key = colours.key();
        self.pixels(picture, Form::Columns, colours.table());
        self.starts.clear();
        self.starts.extend((0..width).map(|column| column * height));
        if flip {
            self.starts.reverse();
        }
        self.pad_columns(picture, key);
        let stride = self.starts.len();
        let rows = transpose::gather(&self.columns, &self.starts, 0, height, &mut self.rows);
        let rows = rows[..stride * height].to_vec();
        Ok(Some(Cel { size, flip, turned, mirrors_lines, cut, akos, hides, key, stride, rows }))
    }

    /// Overlays columns that share a place, and lists the starts of the remaining columns.
    fn merge_columns(&mut self, height: usize, key: u8) {
        self.starts.clear();
        if side_by_side(&self.across) {
            self.starts.extend(self.across.iter().map(|at| at.0 as usize * height));
            return;
        }
        let mut before = None;
        for &(column, x) in &self.across {
            let start = column as usize * height;
            if before == Some(x) {
                // Columns that are painted one after the other are adjacent in the picture.
                let (earlier, later) = self.columns.split_at_mut(start);
                blit::overlay(&earlier[start - height..], &mut later[..height], key);
                self.starts.pop();
            }
            self.starts.push(start);
            before = Some(x);
        }
    }

    /// Pads the list of columns to a multiple of 16 with a column of keys.
    fn pad_columns(&mut self, picture: &Packed<'_>, key: u8) {
        let missing = self.starts.len().next_multiple_of(blit::LINE) - self.starts.len();
        if missing == 0 {
            return;
        }
        let blank = picture.pixels() + rle::SLACK;
        let end = blank + usize::from(picture.height) + transpose::SLACK;
        if self.columns.len() < end {
            self.columns.resize(end, key);
        }
        self.columns[blank..end].fill(key);
        self.starts.extend(std::iter::repeat_n(blank, missing));
    }

    /// Draws a picture with shadows or mapped pixels over the stage: pixel by pixel, column by column.
    fn draw_pixels(
        &mut self,
        stage: &mut Stage,
        picture: &Packed<'_>,
        look: &DrawOptions<'_>,
        mapping: &PixelMapping<'_>,
    ) {
        let key = self.decode(picture, look, mapping);
        let height = usize::from(picture.height);
        let width = stage.stride();
        let (pixels, mask) = stage.surface(look.plane);
        let mut before = None;
        for &(column, x) in &self.across {
            let shaded_already = mapping.guarded && before == Some(x);
            before = Some(x);
            let x = x as usize;
            let source = &self.columns[column as usize * height..][..height];
            for &(row, y) in &self.down {
                let (value, at) = (source[row as usize], y as usize * width + x);
                if value == key || mask.is_some_and(|mask| mask[at] != 0) {
                    continue;
                }
                match mapping.ink(value, pixels[at]) {
                    Ink::Clear => {}
                    // A pixel is not shaded again if the column before was in the same place.
                    Ink::Shadow(_) if shaded_already => {}
                    Ink::Colour(colour) | Ink::Shadow(colour) => pixels[at] = colour,
                }
            }
        }
    }
}

/// Calls `draw` for each picture of a pose, with the look that it has there. Past the first error, the others are drawn
/// nevertheless.
fn draw_each(
    pose: &[Placed],
    look: &DrawOptions<'_>,
    mut draw: impl FnMut(&Placed, &DrawOptions<'_>) -> Result<Drawn>,
) -> Result<Drawn> {
    let mut all = Ok(Drawn::default());
    for placed in pose {
        let look = DrawOptions { shaded: placed.shaded, flip: look.flip != placed.mirrored, ..*look };
        all = match (all, draw(placed, &look)) {
            (Ok(all), Ok(drawn)) => Ok(all.and(drawn)),
            (Ok(_), Err(e)) | (Err(e), _) => Err(e),
        };
    }
    all
}

/// Whether each of these columns or rows has a place of its own, adjacent to that of the one before.
fn side_by_side(list: &[(u32, u32)]) -> bool {
    match list {
        [first, .., last] => {
            let steps = list.len() - 1;
            first.0.abs_diff(last.0) as usize == steps && first.1.abs_diff(last.1) as usize == steps
        }
        _ => true,
    }
}

/// Converts a stage coordinate, which is always below this type's maximum.
fn coordinate(v: u32) -> i32 {
    i32::try_from(v).unwrap_or(i32::MAX)
}

mod high;
mod kept;
mod stored_rows;

#[cfg(test)]
mod tests;
