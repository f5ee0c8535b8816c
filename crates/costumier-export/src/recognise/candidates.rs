//! Poses and pictures of a costume, drawn and compared with the searched picture.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use costumier::format::codec::Decoder;
use costumier::play::ClipFrame;
use costumier::{Bounds, Costume, Direction, Limits, PictureKey, Placed};

use super::mixed::Part;
use super::poses::{Artist, Drawn, Moment, Pose, decode, lies, poses};
use super::tally::{ClassOf, Pairs, Tally, classes_in};
use super::{Query, Sighting, Sightings};
use crate::colour::{CostumeColours, Rgb, RoomPalette};
use crate::open_costume::OpenCostume;

/// Largest number of places where one pose is drawn.
const MOST_ANCHORS: usize = 6;

/// Largest number of drawings of one costume.
const MOST_DRAWINGS: usize = 600;

/// Largest number of candidates of one costume that are kept.
const MOST_KEPT: usize = 96;

/// What of a costume is shown.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shown {
    /// A pose, with its pictures and the moments of animations that show it.
    Pose {
        /// The pictures in drawing order.
        placed: Vec<Placed>,
        /// Whether the actor is mirrored.
        mirrored: bool,
        /// The moments that show exactly these pictures.
        moments: Vec<Moment>,
    },
    /// A pose whose limbs come from several animations, or of which some are off.
    Mixed {
        /// The pictures in drawing order.
        placed: Vec<Placed>,
        /// Whether the actor is mirrored.
        mirrored: bool,
        /// The moments that the limbs come from, that with most limbs first.
        parts: Vec<Part>,
    },
    /// A single picture of a limb.
    Picture {
        /// The key of the picture.
        key: PictureKey,
        /// Whether it is mirrored.
        mirrored: bool,
    },
}

impl Shown {
    /// Returns the first moment.
    fn moment(&self) -> Option<&Moment> {
        match self {
            Self::Pose { moments, .. } => moments.first(),
            Self::Mixed { parts, .. } => parts.first().map(|part| &part.moment),
            Self::Picture { .. } => None,
        }
    }

    pub(super) fn of(pose: &Pose) -> Self {
        let ClipFrame { placed, mirrored, .. } = &pose.frame;
        Self::Pose { placed: placed.clone(), mirrored: *mirrored, moments: pose.moments.clone() }
    }
}

/// Whose colours the pixels have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coloured {
    /// Those of the costume in this room. `None` if the costume has colours of its own.
    Room(Option<u32>),
    /// Nearly those of the costume in this room, as in a file with fewer colours, or if a script sets one.
    Nearly(Option<u32>),
    /// Other colours: only the shape is equal.
    Otherwise,
}

/// A pose or picture at a place of the searched picture.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The costume's id in the directory.
    pub id: u32,
    /// The room that owns the costume.
    pub room: u32,
    /// What of the costume is shown.
    pub shown: Shown,
    /// Whose colours the pixels have.
    pub coloured: Coloured,
    /// The anchor of a pose, or the upper left corner of a picture, in pixels of the game.
    pub at: (i32, i32),
    /// The pixel between the actor's feet, which scripts set. In v0, v1, v2 and on the NES it is not the anchor.
    pub feet: (i32, i32),
    /// The size of the actor across and down; 255 is full size.
    pub scale: [u8; 2],
    pub(super) form: usize,
    pub(super) drawn: Arc<Drawn>,
    pub(super) tally: Tally,
    pub(super) classes: ClassOf,
    pub(super) colours: Arc<Looks>,
}

/// The colours that a costume can have.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    shadow: Vec<bool>,
    /// Rooms and their colours of each pixel value, the own room first.
    pub(super) rooms: Vec<(Option<u32>, Vec<Rgb>)>,
    /// The room colour of each pixel value.
    pub(super) palette: Vec<u8>,
    pub(super) nothing: u8,
}

impl Looks {
    pub(super) fn of(opened: &OpenCostume, palettes: &[RoomPalette], limits: &Limits) -> Self {
        let colours = CostumeColours::of(&opened.costume, opened.room, limits);
        let mut rooms: Vec<(Option<u32>, Vec<Rgb>)> = Vec::new();
        rooms.extend(colours.own.iter().map(|own| (None, own.clone())));
        let is_own = |palette: &&RoomPalette| palette.room == opened.room;
        let own = palettes.iter().filter(is_own);
        for palette in own.chain(palettes.iter().filter(|it| !is_own(it))) {
            let applied = palette.palette.applied();
            let by_value = |entry: &u8| applied.get(usize::from(*entry)).copied().unwrap_or_default();
            let given: Vec<Rgb> = colours.palette.iter().map(by_value).collect();
            if !rooms.iter().any(|(_, known)| *known == given) {
                rooms.push((Some(palette.room), given));
            }
        }
        let shadow = (0..colours.palette.len()).map(|value| colours.is_shadow(value)).collect();
        Self { shadow, rooms, palette: colours.palette.to_vec(), nothing: colours.nothing }
    }

    /// Returns the colours in a room, or those of the costume itself.
    pub(super) fn in_room(&self, number: u32) -> Option<&Vec<Rgb>> {
        let own = self.rooms.iter().find(|(room, _)| *room == Some(number));
        own.or(self.rooms.first()).map(|(_, look)| look)
    }

    pub(super) fn is_shadow(&self, value: u8) -> bool {
        self.shadow.get(usize::from(value)).copied().unwrap_or(false)
    }
}

impl Candidate {
    /// Compares what is drawn with a form at a place. `spot` is the form, the place and the size.
    pub(super) fn new(
        query: &Query,
        opened: &OpenCostume,
        looks: &Arc<Looks>,
        shown: Shown,
        spot: (usize, (i32, i32), [u8; 2]),
        drawn: Arc<Drawn>,
    ) -> Self {
        let (form, at, scale) = spot;
        let feet = match &shown {
            Shown::Pose { mirrored, .. } | Shown::Mixed { mirrored, .. } => {
                let is_west =
                    shown.moment().is_some_and(|it| it.action.facing.direction() == Direction::West);
                opened.costume.dialect().anchor.feet_of(at, is_west, *mirrored)
            }
            Shown::Picture { .. } => at,
        };
        let mut it = Self {
            feet,
            id: opened.id,
            room: opened.room,
            shown,
            coloured: Coloured::Otherwise,
            at,
            scale,
            form,
            drawn,
            tally: Tally::default(),
            classes: [None; 256],
            colours: Arc::clone(looks),
        };
        it.compare(query, &[]);
        it
    }

    /// Compares again, without the pixels of figures in front of it.
    pub(super) fn compare(&mut self, query: &Query, claimed: &[bool]) {
        let Some(form) = query.forms.get(self.form) else { return };
        let looks = Arc::clone(&self.colours);
        let pairs = Pairs::of(&form.grid, &self.drawn, self.at, claimed, &|value| looks.is_shadow(value));
        let (free, classes) = pairs.free(&form.grid);
        let mut best: Option<(Tally, ClassOf, Option<u32>)> = None;
        // A screenshot has the colours of its room.
        let found = query.room.as_ref().map(|found| found.room);
        let is_found = |room: Option<u32>| found.is_some() && room == found;
        let first = looks.rooms.iter().filter(|(room, _)| is_found(*room));
        for (room, colours) in first.chain(looks.rooms.iter().filter(|(room, _)| !is_found(*room))) {
            let classes = classes_in(colours, &form.by_colour);
            let tally = pairs.by(&classes, &form.grid);
            if best.as_ref().is_none_or(|best| tally.score() > best.0.score()) {
                best = Some((tally, classes, *room));
            }
        }
        match best {
            // Colours are stronger evidence than shapes.
            Some((tally, room_classes, room)) if tally.equal * 20 >= free.equal * 19 && tally.equal > 0 => {
                // A script or the room before has set a colour: all else is equal, and so is the shape.
                let is_set = tally.other > 0 && free.other == 0 && pairs.is_one_to_one(&classes);
                (self.tally, self.classes, self.coloured) = match is_set {
                    true => (free, classes, Coloured::Nearly(room)),
                    false => (tally, room_classes, Coloured::Room(room)),
                };
            }
            _ => {
                let near = looks.rooms.iter().find(|(_, look)| pairs.are_near(look, &classes, &form.grid));
                self.coloured = near.map_or(Coloured::Otherwise, |(room, _)| Coloured::Nearly(*room));
                (self.tally, self.classes) = (free, classes);
                // Two values of one colour: the shape alone says less.
                if self.coloured == Coloured::Otherwise && !pairs.is_one_to_one(&self.classes) {
                    self.tally.values = self.tally.values.min(1);
                }
            }
        }
    }

    /// Returns the rectangle around the drawn pixels, in pixels of the game: left, top, width, height.
    #[must_use]
    pub fn area(&self) -> [i32; 4] {
        let [left, top, right, bottom] = self.drawn.tight().unwrap_or_default();
        let at = |from: i32, to: i32| from.saturating_add(to);
        [at(self.at.0, left), at(self.at.1, top), right.saturating_sub(left), bottom.saturating_sub(top)]
    }

    /// Returns the picture that draws a pixel of the game, and the column and row in it; `None` for a scaled actor. The
    /// pixel counts from the upper left corner of the searched picture.
    #[must_use]
    pub fn touch(&self, costume: &Costume, at: (i32, i32)) -> Option<(PictureKey, (u16, u16))> {
        if self.scale != [u8::MAX; 2] {
            return None;
        }
        let (dx, dy) = (at.0.checked_sub(self.at.0)?, at.1.checked_sub(self.at.1)?);
        let inside = |key: PictureKey, bounds: Bounds, mirrored: bool| {
            let (x, y) = (dx.checked_sub(bounds.left)?, dy.checked_sub(bounds.top)?);
            let picture = costume.picture(key).ok()?;
            let (width, height) = (picture.info.width, picture.info.height);
            let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
            let x = if mirrored { width.checked_sub(x)?.checked_sub(1)? } else { x };
            let mut values = Vec::new();
            let nothing = decode(&mut Decoder::new(), &picture, &mut values);
            let value = values.get(usize::from(y) * usize::from(width) + usize::from(x))?;
            (x < width && y < height && *value != nothing).then_some((key, (x, y)))
        };
        match &self.shown {
            Shown::Picture { key, mirrored } => inside(*key, Bounds::default(), *mirrored),
            // Later pictures are in front.
            Shown::Pose { placed, mirrored, .. } | Shown::Mixed { placed, mirrored, .. } => {
                placed.iter().rev().find_map(|placed| {
                    let picture = costume.picture(placed.picture).ok()?;
                    let (bounds, mirrored) = lies(placed, &picture, *mirrored);
                    inside(placed.picture, bounds, mirrored)
                })
            }
        }
    }

    /// Returns the pixel value that is drawn at a pixel of the game, counted from the upper left corner of the searched
    /// picture; `None` if nothing is drawn there.
    #[must_use]
    pub fn value_at(&self, at: (i32, i32)) -> Option<u8> {
        let [left, top, ..] = self.rect();
        let (x, y) = (at.0.checked_sub(left)?, at.1.checked_sub(top)?);
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let row = self.drawn.values.get(y.checked_mul(self.drawn.width)?..)?;
        let value = row.get(..self.drawn.width)?.get(x)?;
        (*value != self.drawn.nothing).then_some(*value)
    }

    /// The rectangle that is drawn, in the grid: left, top, right, bottom.
    pub(super) fn rect(&self) -> [i32; 4] {
        let number = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let (left, top) =
            (self.at.0.saturating_add(self.drawn.left), self.at.1.saturating_add(self.drawn.top));
        let (right, bottom) =
            (left.saturating_add(number(self.drawn.width)), top.saturating_add(number(self.drawn.height())));
        [left, top, right, bottom]
    }

    /// Calls `then` with place and value of each drawn pixel.
    pub(super) fn each_pixel(&self, mut then: impl FnMut(i32, i32, u8)) {
        let [left, top, ..] = self.rect();
        for (y, row) in (top..).zip(self.drawn.values.chunks_exact(self.drawn.width.max(1))) {
            for (x, value) in (left..).zip(row).filter(|(_, value)| **value != self.drawn.nothing) {
                then(x, y, *value);
            }
        }
    }
}

/// Where the anchor of a pose may be, with the votes of its pictures.
type Anchors = HashMap<(usize, i32, i32), usize>;

impl Query {
    /// Draws the poses and pictures of a costume where its pictures were seen, and compares them.
    #[must_use]
    pub fn candidates(
        &self,
        opened: &OpenCostume,
        sightings: &Sightings,
        palettes: &[RoomPalette],
        limits: &Limits,
    ) -> Vec<Candidate> {
        let costume = &opened.costume;
        let looks = Arc::new(Looks::of(opened, palettes, limits));
        let mut by_key: BTreeMap<PictureKey, Vec<&Sighting>> = BTreeMap::new();
        for sighting in sightings.0.iter().filter(|it| !it.is_rough) {
            by_key.entry(sighting.key).or_default().push(sighting);
        }
        let all = poses(costume, limits);
        let mut wanted: Vec<(usize, usize, (usize, i32, i32))> = Vec::new();
        for (number, pose) in all.iter().enumerate() {
            let mut anchors = anchors(opened, pose, &by_key).into_iter().collect::<Vec<_>>();
            anchors.sort_by_key(|(at, votes)| (std::cmp::Reverse(*votes), *at));
            wanted.extend(anchors.into_iter().take(MOST_ANCHORS).map(|(at, votes)| (votes, number, at)));
        }
        wanted.sort_by_key(|(votes, number, at)| (std::cmp::Reverse(*votes), *number, *at));
        wanted.truncate(MOST_DRAWINGS);
        let mut artist = Artist::new(limits);
        let mut drawings: HashMap<usize, Option<Arc<Drawn>>> = HashMap::new();
        let mut found = Vec::new();
        let candidate = |shown, form, at, scale, drawn| {
            Candidate::new(self, opened, &looks, shown, (form, at, scale), drawn)
        };
        let full = [u8::MAX; 2];
        for (_, number, (form, x, y)) in wanted {
            let Some(pose) = all.get(number) else { continue };
            let drawn = drawings
                .entry(number)
                .or_insert_with(|| artist.draw(costume, &pose.frame, looks.nothing, full).ok().map(Arc::new));
            let Some(drawn) = drawn else { continue };
            found.push(candidate(Shown::of(pose), form, (x, y), full, Arc::clone(drawn)));
        }
        let mut single: Vec<&Sighting> = sightings.0.iter().filter(|it| !it.is_rough).collect();
        single.sort_by_key(|it| std::cmp::Reverse(it.votes));
        let mut decoder = Decoder::new();
        for sighting in single.into_iter().take(MOST_KEPT) {
            let Some(drawn) = picture(&mut decoder, opened, sighting) else { continue };
            let shown = Shown::Picture { key: sighting.key, mirrored: sighting.mirrored };
            found.push(candidate(shown, sighting.form, sighting.at, full, Arc::new(drawn)));
        }
        let is_found = |it: &Candidate| it.tally.is_whole() && matches!(it.shown, Shown::Pose { .. });
        if self.room.is_some() && !found.iter().any(is_found) {
            for (pose, scale, at, form, drawn) in self.scaled(opened, &all, sightings, &looks, &mut artist) {
                found.push(candidate(Shown::of(pose), form, at, [scale; 2], drawn));
            }
        }
        found.sort_by_key(|it| std::cmp::Reverse(it.tally.score()));
        found.truncate(MOST_KEPT);
        found
    }
}

/// Decodes a single picture as it was seen.
fn picture(decoder: &mut Decoder, opened: &OpenCostume, sighting: &Sighting) -> Option<Drawn> {
    let picture = opened.costume.picture(sighting.key).ok()?;
    let mut values = Vec::new();
    let nothing = decode(decoder, &picture, &mut values);
    let width = usize::from(picture.info.width).max(1);
    if sighting.mirrored {
        values.chunks_exact_mut(width).for_each(<[u8]>::reverse);
    }
    Some(Drawn { left: 0, top: 0, width, values, nothing })
}

/// Returns where the anchor of a pose may be.
fn anchors(opened: &OpenCostume, pose: &Pose, seen: &BTreeMap<PictureKey, Vec<&Sighting>>) -> Anchors {
    let mut anchors = Anchors::new();
    for placed in &pose.frame.placed {
        let Some(seen) = seen.get(&placed.picture) else { continue };
        let Ok(picture) = opened.costume.picture(placed.picture) else { continue };
        let (bounds, mirrored) = lies(placed, &picture, pose.frame.mirrored);
        for sighting in seen.iter().filter(|it| it.mirrored == mirrored) {
            let at = (sighting.at.0.saturating_sub(bounds.left), sighting.at.1.saturating_sub(bounds.top));
            *anchors.entry((sighting.form, at.0, at.1)).or_default() += sighting.votes;
        }
    }
    anchors
}
