//! Actors that a room scales.
//!
//! A scaled picture has lost columns and rows, so that few of its windows are left, and they vote for places that
//! differ by some pixels. The poses with most votes are drawn in the size that the room gives at each position around.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use costumier::PictureKey;

use super::candidates::Looks;
use super::poses::{Artist, Drawn, Pose, lies};
use super::room::RoomFound;
use super::tally::{Pairs, classes_in};
use super::{Query, Sighting, Sightings};
use crate::open_costume::OpenCostume;

/// Largest number of poses of one costume that are drawn scaled.
const MOST_POSES: usize = 32;

/// Largest number of places that are looked at to the pixel.
const MOST_REFINED: usize = 12;

/// Largest number of steps towards a better place.
const MOST_STEPS: usize = 8;

/// How far the first search goes from the likeliest place, and the length of its steps.
const REACH: (i32, i32) = (4, 8);
const STEP: usize = 2;

/// A pose in a size at a place of a form.
type Scaled<'a> = (&'a Pose, u8, (i32, i32), usize, Arc<Drawn>);

/// What is compared.
struct Comparison<'a> {
    query: &'a Query,
    opened: &'a OpenCostume,
    room: &'a RoomFound,
    looks: &'a Looks,
    drawings: HashMap<(usize, u8), Option<Arc<Drawn>>>,
}

impl Query {
    /// Returns poses in the sizes that the room of a screenshot gives them.
    pub(super) fn scaled<'a>(
        &self,
        opened: &OpenCostume,
        all: &'a [Pose],
        sightings: &Sightings,
        looks: &Looks,
        artist: &mut Artist,
    ) -> Vec<Scaled<'a>> {
        let Some(room) = &self.room else { return Vec::new() };
        let mut by_key: BTreeMap<PictureKey, Vec<&Sighting>> = BTreeMap::new();
        for sighting in sightings.0.iter().filter(|it| it.is_rough && it.form == room.form) {
            by_key.entry(sighting.key).or_default().push(sighting);
        }
        let mut wanted: Vec<(usize, usize, (i32, i32))> = Vec::new();
        for (number, pose) in all.iter().enumerate() {
            let votes = anchors(opened, room, pose, &by_key);
            wanted.extend(votes.into_iter().map(|(at, votes)| (votes, number, at)));
        }
        wanted.sort_by_key(|(votes, number, at)| (Reverse(*votes), *number, *at));
        wanted.truncate(MOST_POSES);
        let mut compare = Comparison { query: self, opened, room, looks, drawings: HashMap::new() };
        let mut found: Vec<(i64, usize, (i32, i32))> = Vec::new();
        for (_, number, at) in wanted {
            let Some(pose) = all.get(number) else { continue };
            let rows = (-REACH.1..=REACH.1).step_by(STEP);
            let places = rows.flat_map(|y| (-REACH.0..=REACH.0).step_by(STEP).map(move |x| (x, y)));
            let scored = places.filter_map(|by| compare.score(artist, number, pose, moved(at, by)));
            found.extend(scored.max().map(|(score, at)| (score, number, at)));
        }
        found.sort_by_key(|(score, number, at)| (Reverse(*score), *number, *at));
        found.dedup_by_key(|(_, number, at)| (*number, *at));
        found.truncate(MOST_REFINED);
        let mut scaled = Vec::new();
        for (_, number, at) in found {
            let Some(pose) = all.get(number) else { continue };
            let at = compare.climb(artist, number, pose, at);
            let scale = compare.scale(at);
            if let Some(drawn) = compare.drawn(artist, number, pose, scale) {
                scaled.push((pose, scale, at, room.form, drawn));
            }
        }
        scaled
    }
}

impl Comparison<'_> {
    fn scale(&self, at: (i32, i32)) -> u8 {
        self.room.scale_at(moved(at, self.room.corner))
    }

    fn drawn(&mut self, artist: &mut Artist, number: usize, pose: &Pose, scale: u8) -> Option<Arc<Drawn>> {
        let drawn = self.drawings.entry((number, scale)).or_insert_with(|| {
            let drawn = artist.draw(&self.opened.costume, &pose.frame, self.looks.nothing, [scale; 2]);
            drawn.ok().map(Arc::new)
        });
        drawn.clone()
    }

    /// Goes to better places near a place while there are any.
    fn climb(&mut self, artist: &mut Artist, number: usize, pose: &Pose, from: (i32, i32)) -> (i32, i32) {
        let mut at = from;
        for _ in 0..MOST_STEPS {
            let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y)));
            let best = around.filter_map(|by| self.score(artist, number, pose, moved(at, by))).max();
            match best {
                Some((_, next)) if next != at => at = next,
                _ => break,
            }
        }
        at
    }

    /// Returns how good a place is in the colours of the room; `None` if nothing is scaled there.
    fn score(
        &mut self,
        artist: &mut Artist,
        number: usize,
        pose: &Pose,
        at: (i32, i32),
    ) -> Option<(i64, (i32, i32))> {
        let scale = self.scale(at);
        if scale == u8::MAX || scale == 0 {
            return None;
        }
        let drawn = self.drawn(artist, number, pose, scale)?;
        let form = self.query.forms.get(self.room.form)?;
        let looks = self.looks;
        let (_, colours) =
            looks.rooms.iter().find(|(room, _)| *room == Some(self.room.room)).or(looks.rooms.first())?;
        let pairs = Pairs::of(&form.grid, &drawn, at, &[], &|value| looks.is_shadow(value));
        let tally = pairs.by(&classes_in(colours, &form.by_colour), &form.grid);
        (tally.equal > 0).then_some((tally.score(), at))
    }
}

fn moved(at: (i32, i32), by: (i32, i32)) -> (i32, i32) {
    (at.0.saturating_add(by.0), at.1.saturating_add(by.1))
}

/// Returns the two likeliest places of a pose's anchor, with their votes.
fn anchors(
    opened: &OpenCostume,
    room: &RoomFound,
    pose: &Pose,
    seen: &BTreeMap<PictureKey, Vec<&Sighting>>,
) -> Vec<((i32, i32), usize)> {
    let mut votes: HashMap<(i32, i32), usize> = HashMap::new();
    for placed in &pose.frame.placed {
        let Some(seen) = seen.get(&placed.picture) else { continue };
        let Ok(picture) = opened.costume.picture(placed.picture) else { continue };
        let (bounds, mirrored) = lies(placed, &picture, pose.frame.mirrored);
        for sighting in seen.iter().filter(|it| it.mirrored == mirrored) {
            // The size is that of the row where the anchor is, which depends on the size.
            let mut at =
                (sighting.at.0.saturating_sub(bounds.left), sighting.at.1.saturating_sub(bounds.top));
            for _ in 0..3 {
                let scale = i64::from(room.scale_at(moved(at, room.corner)));
                let place = |seen: i32, start: i32, length: u16| {
                    let lost = (255 - scale) * i64::from(length) / 2 - scale * i64::from(start);
                    i32::try_from(i64::from(seen) + lost / 255).unwrap_or(i32::MAX)
                };
                at = (
                    place(sighting.at.0, bounds.left, picture.info.width),
                    place(sighting.at.1, bounds.top, picture.info.height),
                );
            }
            *votes.entry((at.0.div_euclid(4) * 4 + 2, at.1.div_euclid(4) * 4 + 2)).or_default() +=
                sighting.votes;
        }
    }
    let mut votes: Vec<_> = votes.into_iter().collect();
    votes.sort_by_key(|(at, votes)| (Reverse(*votes), *at));
    votes.truncate(2);
    votes
}
