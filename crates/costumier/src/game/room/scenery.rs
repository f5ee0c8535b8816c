//! A room with its objects drawn into it: the picture and the planes that hide actors.
//!
//! ```text
//! for each visible object, from the last of the list to the first; for each of its strips inside the room:
//!     picture   the strip's pixels, except those that its code omits
//!     plane p   no table for it           stays
//!               TMSK                      the object's where TMSK has a pixel, where the object's strip is stored
//!                                         (2.7.0: (plane or object's) and not TMSK's; docs/interpreters.md, rule 8)
//!               adds                      plane or object's
//!               else                      the object's; cleared where its strip is not stored
//! ```
//! (`docs/format/containers.md §12`, `docs/format/humongous-rooms.md §3.4`.) A strip "adds" if it omits pixels,
//! except with the raw code 149. In v8 and Humongous games any strip does, unless the object says that it does
//! not.

use super::{MOST_PROBLEMS, Picture, Room};
use crate::Result;
use crate::codec::strip::{STRIP_WIDTH, StripKind};
use crate::codec::{bmap, mask, trle};
use crate::game::object::{ObjectPicture, ObjectStates, RoomObject, Stored, seen, settled};
use crate::game::plane::Plane;
use crate::game::tile_tables::TileTables;
use crate::{Problem, Severity};

/// The visible room: its picture and planes with its objects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scenery {
    /// Colour indices, row by row; rows have the room's width.
    pub pixels: Vec<u8>,
    /// The room's z-planes from plane 1 on.
    pub planes: Vec<Plane>,
    /// Pixels that are shown as pixels of 16 bits with the value of their index, whatever the palette says: those
    /// of objects' pictures in one piece, if [`ObjectRules::as_numbers`](crate::format::dialect::ObjectRules) says
    /// so, and of rooms of one colour ([`BmapRules`](crate::format::dialect::BmapRules)).
    pub numbers: Option<Plane>,
    /// Parts that could not be decoded completely.
    pub problems: Vec<Problem>,
}

impl Scenery {
    fn new(room: &Room, pixels: Vec<u8>, problems: Vec<Problem>) -> Self {
        let mut numbers = room.object_rules.as_numbers.then(|| Plane::new(room.width, room.height));
        if let Some(numbers) = numbers.as_mut().filter(|_| room.is_filled_with_number()) {
            numbers.bits_mut().fill(u8::MAX);
        }
        Self { pixels, planes: room.planes.clone(), numbers, problems }
    }

    fn report(&mut self, problem: Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }
}

impl Room {
    /// The room's picture and planes with its objects in these states.
    ///
    /// # Errors
    /// The errors of [`Room::background`]. Damaged objects are no error: see [`Scenery::problems`].
    pub fn scenery(&self, states: &ObjectStates) -> Result<Scenery> {
        let background = self.background()?;
        let mut scenery = Scenery::new(self, background.pixels, background.problems);
        self.furnish(states, &mut scenery);
        Ok(scenery)
    }

    /// The visible objects in these states, those behind others first, and the numbers of the pictures that they show.
    #[must_use]
    pub fn shown_objects(&self, states: &ObjectStates) -> Vec<(&RoomObject, u8)> {
        let shown = seen(&self.objects, states, &self.object_rules).into_iter();
        let picture = |object| self.object_rules.picture(states.of(object, &self.object_rules));
        shown.filter_map(|(object, _)| Some((object, picture(object)?))).collect()
    }

    /// Problems of the pictures of its objects, in any state.
    #[must_use]
    pub fn object_problems(&self) -> Vec<Problem> {
        let pixels = vec![0; usize::from(self.width).saturating_mul(self.height.into())];
        let mut scenery = Scenery::new(self, pixels, Vec::new());
        for object in &self.objects {
            object.pictures.values().for_each(|picture| self.draw(object, picture, None, &mut scenery));
        }
        scenery.problems
    }

    /// Draws the objects into a picture and planes of the room's size.
    pub(crate) fn furnish(&self, states: &ObjectStates, scenery: &mut Scenery) {
        let seen = seen(&self.objects, states, &self.object_rules);
        let mut tables = match &self.picture {
            Some(Picture::Tiles { tables, .. }) => Some(settled(tables, &seen)),
            _ => None,
        };
        for (object, picture) in seen {
            self.draw(object, picture, tables.as_mut(), scenery);
        }
    }

    /// Draws an object's picture. One of tiles needs settled tables.
    fn draw(
        &self,
        object: &RoomObject,
        picture: &ObjectPicture,
        tables: Option<&mut TileTables>,
        scenery: &mut Scenery,
    ) {
        match picture {
            ObjectPicture::Strips { strips, kind, planes, cleared } => {
                let mut drawing = Drawing { room: self, object, scenery };
                drawing.strips(strips, *kind, planes, cleared.as_ref());
            }
            ObjectPicture::Packed(stored) => self.draw_packed(object, stored, scenery),
            ObjectPicture::Whole { pixels, plane } => self.put(object, pixels, plane, scenery),
            ObjectPicture::Tiles(tiles) => {
                let Some(tables) = tables else { return };
                let to = (scenery.pixels.as_mut_slice(), scenery.planes.first_mut());
                tiles.draw(object, tables, self.width.into(), to);
            }
        }
    }

    /// Draws a picture in one piece over the room's, to the pixel. Planes stay.
    fn draw_packed(&self, object: &RoomObject, stored: &Stored, scenery: &mut Scenery) {
        let (width, height) = (usize::from(object.width), usize::from(object.height));
        let (data, at) = stored.bytes();
        let problem = |severity, text: String| {
            let path = format!("room {} / object {} / BMAP", self.id, object.id);
            Problem::new(severity, path, Some(at), text)
        };
        let Some(packed) = bmap::object_rows(data) else {
            let code = data.first().copied().unwrap_or(0);
            scenery.report(problem(Severity::Odd, format!("code {code} shows nothing in objects")));
            return;
        };
        // The picture's first column in the room, and the room's columns that it covers.
        let (left, top) = (i64::from(object.left), i64::from(object.top));
        let count = |it: i64| usize::try_from(it).unwrap_or(0);
        let to = left.saturating_add(object.width.into()).min(self.width.into());
        let (first, columns) = (count(left.saturating_neg()), count(left)..count(to));
        let inside = |row: usize| {
            let row = i64::try_from(row).ok()?.checked_add(top)?;
            let row = usize::try_from(row).ok().filter(|row| *row < usize::from(self.height))?;
            let start = row.checked_mul(self.width.into())?;
            Some(start.checked_add(columns.start)?..start.checked_add(columns.end)?)
        };
        let size = width.saturating_mul(height);
        let mut rows = vec![0; size];
        let own = first..first.saturating_add(columns.len());
        for (row, own_row) in rows.chunks_exact_mut(width.max(1)).enumerate() {
            let from = inside(row).and_then(|place| scenery.pixels.get(place));
            if let (Some(to), Some(from)) = (own_row.get_mut(own.clone()), from) {
                to.copy_from_slice(from);
            }
        }
        let complete = trle::over(packed, width, &mut rows).complete;
        for (row, own_row) in rows.chunks_exact(width.max(1)).enumerate() {
            let to = inside(row).and_then(|place| scenery.pixels.get_mut(place));
            if let (Some(to), Some(from)) = (to, own_row.get(own.clone())) {
                to.copy_from_slice(from);
            }
        }
        if let Some(numbers) = &mut scenery.numbers {
            let (painted, stride) = (painted(packed, (width, height)), usize::from(self.width));
            for (row, own_row) in painted.chunks_exact(width.max(1)).enumerate() {
                let (Some(to), Some(from)) = (inside(row), own_row.get(own.clone())) else { continue };
                for (at, _) in to.zip(from).filter(|(_, painted)| **painted) {
                    set_pixel(numbers, at, stride, true);
                }
            }
        }
        if !complete && size > 0 {
            scenery.report(problem(Severity::Odd, "the data ends early, the rest shows nothing".into()));
        }
    }

    /// Copies a whole picture and its plane over the room's.
    fn put(&self, object: &RoomObject, pixels: &[u8], plane: &Plane, scenery: &mut Scenery) {
        let stride = usize::from(self.width);
        let (Ok(left), Ok(top)) = (usize::try_from(object.left), usize::try_from(object.top)) else { return };
        let width = usize::from(object.width).min(stride.saturating_sub(left));
        for (row, from) in pixels.chunks_exact(usize::from(object.width).max(1)).enumerate() {
            let start = top.saturating_add(row).saturating_mul(stride).saturating_add(left);
            let to = scenery.pixels.get_mut(start..).and_then(|to| to.get_mut(..width));
            let (Some(to), Some(from)) = (to, from.get(..width)) else { break };
            to.copy_from_slice(from);
        }
        let Some(into) = scenery.planes.first_mut() else { return };
        for row in 0..usize::from(plane.height()) {
            for (strip, byte) in plane.row(row).iter().enumerate().take(width / STRIP_WIDTH) {
                set_byte(into, (left / STRIP_WIDTH).saturating_add(strip), top.saturating_add(row), |_| {
                    *byte
                });
            }
        }
    }
}

/// Which pixels of a picture in one piece are painted.
fn painted(packed: &[u8], (width, height): (usize, usize)) -> Vec<bool> {
    let [first, second] = [0, u8::MAX].map(|beneath| {
        let mut rows = vec![beneath; width.saturating_mul(height)];
        trle::over(packed, width, &mut rows);
        rows
    });
    first.iter().zip(&second).map(|(first, second)| first == second).collect()
}

/// Sets or clears pixel `at` of a plane, counted in rows of `stride` pixels.
fn set_pixel(plane: &mut Plane, at: usize, stride: usize, to: bool) {
    let place = at.checked_rem(stride).zip(at.checked_div(stride));
    if let Some((Ok(x), Ok(y))) = place.map(|(x, y)| (u16::try_from(x), u16::try_from(y))) {
        plane.set(x, y, to);
    }
}

/// Changes a byte of a plane, which holds eight pixels of a row. Does nothing outside the plane.
fn set_byte(plane: &mut Plane, strip: usize, row: usize, change: impl FnOnce(u8) -> u8) {
    let stride = plane.stride();
    if strip >= stride {
        return;
    }
    let at = row.saturating_mul(stride).saturating_add(strip);
    if let Some(byte) = plane.bits_mut().get_mut(at) {
        *byte = change(*byte);
    }
}

/// An object that is being drawn.
struct Drawing<'a> {
    room: &'a Room,
    object: &'a RoomObject,
    scenery: &'a mut Scenery,
}

/// Columns of the window that a strip is decoded in: the strip before it, whose last column codes may copy, and its
/// own.
const WINDOW: usize = 2 * STRIP_WIDTH;

impl Drawing<'_> {
    fn strips(
        &mut self,
        strips: &Stored,
        kind: StripKind,
        planes: &[Option<Stored>],
        cleared: Option<&Stored>,
    ) {
        let rules = self.room.object_rules;
        let (first, width) = (self.object.left.div_euclid(8), usize::from(self.object.width) / STRIP_WIDTH);
        let inside = usize::from(self.room.width) / STRIP_WIDTH;
        let columns = (0..width).zip(first..).filter_map(|(number, column)| {
            let column = usize::try_from(column).ok().filter(|column| *column < inside)?;
            Some((number, column))
        });
        for (number, column) in columns {
            let keeps = match self.picture(strips, kind, number, column) {
                Ok(keeps) => keeps,
                Err(problem) => {
                    self.report(problem);
                    continue;
                }
            };
            let adds = self.object.adds && (keeps || rules.always_adds);
            for (plane, stored) in planes.iter().enumerate() {
                let Some(stored) = stored else { continue };
                let clears = cleared.filter(|_| rules.clears);
                if let Err(problem) = self.plane(plane, stored, clears, (number, column), adds) {
                    self.report(problem);
                }
            }
        }
    }

    /// Number of rows that are drawn.
    fn rows(&self) -> usize {
        let rows = self.room.object_rules.rows.max(1);
        usize::from(self.object.height.checked_div(rows).unwrap_or(0).saturating_mul(rows))
    }

    /// Decodes a strip into the room. Returns whether planes beneath it stay.
    fn picture(
        &mut self,
        strips: &Stored,
        kind: StripKind,
        number: usize,
        column: usize,
    ) -> Result<bool, Problem> {
        let path = || format!("strip {number}");
        let body = strips.strip(number).map_err(|error| {
            Problem::new(
                Severity::Broken,
                path(),
                error.offset(),
                format!("{}: {}", error.what(), error.kind()),
            )
        })?;
        let (height, stride) = (self.rows(), usize::from(self.room.width));
        let base = self.room.base;
        let mut window = vec![0; WINDOW.saturating_mul(height)];
        let left = column.saturating_mul(STRIP_WIDTH);
        let start = |row: usize| {
            let row = i64::from(self.object.top).saturating_add_unsigned(row as u64);
            usize::try_from(row).ok()?.checked_mul(stride)?.checked_add(left)
        };
        for (row, to) in window.chunks_exact_mut(WINDOW).enumerate() {
            let Some(start) = start(row) else { continue };
            // Left of the room is the end of the row above.
            let from = start.checked_sub(STRIP_WIDTH).and_then(|from| self.scenery.pixels.get(from..));
            let from = from.and_then(|from| from.get(..WINDOW));
            match (from, self.scenery.pixels.get(start..)) {
                (Some(from), _) => to.copy_from_slice(from),
                (None, Some(own)) => {
                    to.iter_mut().skip(STRIP_WIDTH).zip(own).for_each(|(to, own)| *to = *own);
                }
                (None, None) => continue,
            }
            to.iter_mut().for_each(|pixel| *pixel = pixel.wrapping_sub(base));
        }
        let transparent = self.room.transparent;
        // Pixels that a strip omits keep their different values in both windows.
        let mut other: Option<Vec<u8>> =
            self.scenery.numbers.is_some().then(|| window.iter().map(|pixel| !pixel).collect());
        if let Some(other) = &mut other {
            // The next decoding reports its faults.
            let _ = kind.decode(body.as_slice(), (height, transparent), other, WINDOW, STRIP_WIDTH);
        }
        let decoded = kind
            .decode(body.as_slice(), (height, transparent), &mut window, WINDOW, STRIP_WIDTH)
            .map_err(|error| {
            let at = error.moved_by(body.base());
            Problem::new(Severity::Broken, path(), at.offset(), format!("{}: {}", at.what(), at.kind()))
        })?;
        if let (Some(other), Some(numbers)) = (&other, &mut self.scenery.numbers) {
            for (row, (own, other)) in window.chunks_exact(WINDOW).zip(other.chunks_exact(WINDOW)).enumerate()
            {
                let Some(start) = start(row) else { continue };
                let pairs = own.iter().zip(other).skip(STRIP_WIDTH);
                for (at, _) in (start..).zip(pairs).filter(|(_, (own, other))| own == other) {
                    set_pixel(numbers, at, stride, false);
                }
            }
        }
        for (row, from) in window.chunks_exact(WINDOW).enumerate() {
            let to = start(row).and_then(|start| self.scenery.pixels.get_mut(start..));
            let Some(to) = to.and_then(|to| to.get_mut(..STRIP_WIDTH)) else { continue };
            for (to, from) in to.iter_mut().zip(from.iter().skip(STRIP_WIDTH)) {
                *to = from.wrapping_add(base);
            }
        }
        if decoded.cut {
            let text = "the data ends early, the rest is read as zeros";
            self.report(Problem::new(Severity::Odd, path(), Some(body.base()), text));
        }
        Ok(kind.keeps_planes(decoded.code))
    }

    /// Combines a strip of an object's plane with the room's.
    fn plane(
        &mut self,
        plane: usize,
        stored: &Stored,
        cleared: Option<&Stored>,
        (number, column): (usize, usize),
        adds: bool,
    ) -> Result<(), Problem> {
        let height = self.rows();
        let Some(into) = self.scenery.planes.get_mut(plane) else { return Ok(()) };
        let rows_of = |stored: &Stored| -> Result<Option<Vec<u8>>, Problem> {
            let path = || format!("z-plane {} / strip {number}", plane.saturating_add(1));
            let body = stored.strip(number).map_err(|error| {
                Problem::new(Severity::Broken, path(), error.offset(), error.kind().to_string())
            })?;
            if body.is_empty() {
                return Ok(None);
            }
            let mut rows = vec![0; height];
            if mask::decode(body.as_slice(), height, &mut rows, 1).cut {
                let text = "it ends early: the rest hides nothing";
                return Err(Problem::new(Severity::Odd, path(), Some(body.base()), text));
            }
            Ok(Some(rows))
        };
        let own = rows_of(stored)?;
        let taken = match cleared {
            Some(cleared) => Some(rows_of(cleared)?.unwrap_or_else(|| vec![0; height])),
            None => None,
        };
        for row in 0..height {
            let Ok(y) = usize::try_from(i64::from(self.object.top).saturating_add_unsigned(row as u64))
            else {
                continue;
            };
            let byte = |rows: &[u8]| rows.get(row).copied().unwrap_or(0);
            match (&own, &taken) {
                (Some(own), Some(mask)) if self.room.object_rules.mask_replaces => {
                    let mask = byte(mask);
                    set_byte(into, column, y, |before| (before & !mask) | (byte(own) & mask));
                }
                (Some(own), Some(taken)) => {
                    set_byte(into, column, y, |before| (before | byte(own)) & !byte(taken));
                }
                (Some(own), None) if adds => set_byte(into, column, y, |before| before | byte(own)),
                (Some(own), None) => set_byte(into, column, y, |_| byte(own)),
                (None, _) if adds => {}
                (None, _) => set_byte(into, column, y, |_| 0),
            }
        }
        Ok(())
    }

    fn report(&mut self, problem: Problem) {
        let path = format!("room {} / object {} / {}", self.room.id, self.object.id, problem.path);
        self.scenery.report(problem.in_path(path));
    }
}
