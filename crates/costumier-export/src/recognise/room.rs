//! The room behind the figures of a screenshot.
//!
//! The windows of each room's picture vote for the place where the picture lies, as those of costumes do. Pixels that
//! are equal to the picture there are the ground; the others are figures.

use costumier::Game;
use costumier::format::room::Plane;
use costumier::game::{ObjectsShown, Room};

use super::codes::Bits;
use super::grid::CLEAR;
use super::{Candidate, Query};

/// Smallest size of a picture that is searched for rooms.
const SMALLEST: (usize, usize) = (64, 64);

/// The room's picture explains at least this part of a screenshot: numerator, denominator.
const PART: (usize, usize) = (1, 3);

/// A room that a screenshot shows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RoomFound {
    /// The room's number in the game.
    pub room: u32,
    /// The number of the room's palette.
    pub palette: u16,
    /// The room's pixel at the upper left corner of the screenshot.
    pub corner: (i32, i32),
    /// Number of pixels that are equal to the room's picture.
    pub equal: usize,
    /// Number of pixels of the screenshot.
    pub pixels: usize,
    pub(super) form: usize,
    planes: Vec<Plane>,
    /// The room itself, for the sizes of its actors.
    pub(super) itself: Room,
}

/// A place where a room's picture may be.
#[derive(Clone, Copy, Debug)]
pub struct RoomSighting {
    room: u32,
    form: usize,
    corner: (i32, i32),
    votes: usize,
}

impl Query {
    /// Whether the picture may be a screenshot.
    #[must_use]
    pub fn may_show_a_room(&self) -> bool {
        let is_large = |it: &super::Form| it.grid.width >= SMALLEST.0 && it.grid.height >= SMALLEST.1;
        self.forms.iter().any(|it| is_large(it) && !it.grid.classes.contains(&CLEAR))
    }

    /// Returns where a room's picture may be.
    #[must_use]
    pub fn sight_room(&self, room: &Room) -> Option<RoomSighting> {
        let pixels = room.scenery(&ObjectsShown::Initial.into()).ok()?.pixels;
        let (mut votes, mut found) = (Vec::new(), Vec::new());
        self.vote(&mut Bits::default(), room.width.into(), &pixels, |_| true, &mut votes);
        votes.retain(|(_, mirrored, ..)| !mirrored);
        self.count(costumier::PictureKey { limb: 0, index: 0 }, room.width, &mut votes, &mut found);
        let best = found.into_iter().max_by_key(|it| it.votes)?;
        let corner = (best.at.0.saturating_neg(), best.at.1.saturating_neg());
        Some(RoomSighting { room: room.id, form: best.form, corner, votes: best.votes })
    }

    /// Takes the likeliest room whose picture explains a good part of the screenshot, and treats its pixels as ground.
    /// Returns the room.
    pub fn set_room(&mut self, game: &Game, mut seen: Vec<RoomSighting>) -> Option<&RoomFound> {
        seen.sort_by_key(|it| (std::cmp::Reverse(it.votes), it.room));
        let best = seen.iter().take(4).filter_map(|it| self.room_at(game, *it));
        let (found, is_backdrop) = best.max_by_key(|(found, _)| found.equal)?;
        let form = self.forms.get_mut(found.form)?;
        if found.equal * PART.1 < found.pixels * PART.0 || !form.grid.set_backdrop(&is_backdrop) {
            return None;
        }
        self.room = Some(found);
        self.room.as_ref()
    }

    /// Compares a room's picture with the screenshot, in each of the room's palettes.
    fn room_at(&self, game: &Game, seen: RoomSighting) -> Option<(RoomFound, Vec<bool>)> {
        let grid = &self.forms.get(seen.form)?.grid;
        let room = game.room(seen.room).ok()?;
        let scenery = room.scenery(&ObjectsShown::Initial.into()).ok()?;
        let width = usize::from(room.width);
        let pixel = |x: usize, y: usize| {
            let at = |v: usize, from: i32| usize::try_from(i64::try_from(v).ok()? + i64::from(from)).ok();
            let x = at(x, seen.corner.0).filter(|x| *x < width)?;
            scenery.pixels.get(at(y, seen.corner.1)?.checked_mul(width)?.checked_add(x)?)
        };
        let with = |number: usize| -> Option<(usize, Vec<bool>)> {
            let colours = room.palettes.get(number)?.applied();
            let places = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (x, y)));
            let mut equal = 0;
            let is_ground = places.zip(&grid.classes).map(|((x, y), class)| {
                // What lies outside of the room's picture is no figure.
                let Some(value) = pixel(x, y) else { return true };
                let is_equal = colours.get(usize::from(*value)) == grid.colours.get(usize::from(*class));
                equal += usize::from(is_equal);
                is_equal
            });
            let all: Vec<bool> = is_ground.collect();
            Some((equal, all))
        };
        let palettes = (0..room.palettes.len().min(64)).filter_map(|number| Some((number, with(number)?)));
        let (number, (equal, all)) =
            palettes.max_by_key(|(number, (equal, _))| (*equal, std::cmp::Reverse(*number)))?;
        let found = RoomFound {
            room: room.id,
            palette: u16::try_from(number).unwrap_or(0),
            corner: seen.corner,
            equal,
            pixels: grid.classes.len(),
            form: seen.form,
            planes: scenery.planes,
            itself: room.clone(),
        };
        Some((found, all))
    }

    /// Returns the room of a screenshot.
    #[must_use]
    pub fn room(&self) -> Option<&RoomFound> {
        self.room.as_ref()
    }
}

impl RoomFound {
    /// Returns the size that an actor at this position has by its walk box; 255 is full size.
    pub(super) fn scale_at(&self, (x, y): (i32, i32)) -> u8 {
        u8::try_from(self.itself.scale_for(self.itself.box_at(x, y), y)).unwrap_or(u8::MAX)
    }

    /// Returns the planes that a figure can be on: those that hide exactly the pixels that are not visible. 0 is in
    /// front of everything.
    #[must_use]
    pub fn planes(&self, query: &Query, it: &Candidate) -> Vec<u8> {
        let Some(grid) = query.forms.get(it.form).map(|form| &form.grid).filter(|_| it.form == self.form)
        else {
            return Vec::new();
        };
        let mut fits = vec![true; self.planes.len() + 1];
        it.each_pixel(|x, y, value| {
            let Some(class) = grid.at(x, y) else { return };
            let wanted = it.classes.get(usize::from(value)).copied().flatten();
            let is_equal = wanted == Some(grid.colour_of(class));
            let is_room = grid.is_ground(class);
            // A pixel that the room has, too, tells nothing.
            if is_equal && is_room {
                return;
            }
            let at = (x.saturating_add(self.corner.0), y.saturating_add(self.corner.1));
            let is_hidden = self.planes.iter().map(|plane| plane.hides(at.0, at.1));
            let is_hidden = std::iter::once(false).chain(is_hidden);
            for (fits, is_hidden) in fits.iter_mut().zip(is_hidden) {
                *fits &= if is_equal { !is_hidden } else { is_hidden && is_room };
            }
        });
        (0..=u8::MAX).zip(fits).filter(|(_, fits)| *fits).map(|(plane, _)| plane).collect()
    }
}
