//! Poses whose limbs come from several animations (a body that walks, and a head that talks), or of which some are off.
//!
//! A pose that explains a part of a figure is the beginning. One limb after the other is given what it shows in other
//! poses, or nothing, as long as the pose then explains more.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::play::ClipFrame;
use costumier::{Costume, Limits, Placed};

use super::Query;
use super::candidates::{Candidate, Looks, Shown};
use super::poses::{Artist, Moment, Pose, lies, poses};
use crate::colour::RoomPalette;
use crate::open_costume::OpenCostume;

/// Largest number of rounds through all limbs.
const MOST_ROUNDS: usize = 4;

/// Largest number of drawings.
const MOST_DRAWINGS: usize = 2_000;

/// What each limb shows.
type Limbs = BTreeMap<u8, Vec<Placed>>;

/// The limbs that come from a moment of an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The limbs that show the same as in the moment.
    pub limbs: Vec<u8>,
    /// The moment in which they show the same.
    pub moment: Moment,
}

/// A search for limbs of one costume.
struct Search<'a> {
    query: &'a Query,
    opened: &'a OpenCostume,
    looks: &'a Arc<Looks>,
    artist: Artist,
    drawings: usize,
}

impl Query {
    /// Returns a better explanation whose limbs come from several animations, or of which some are off; `None` if there
    /// is none.
    pub(super) fn mixed(
        &self,
        opened: &OpenCostume,
        from: &Candidate,
        palettes: &[RoomPalette],
        limits: &Limits,
    ) -> Option<Candidate> {
        let all = poses(&opened.costume, limits);
        let (placed, mirrored, at) = beginning(&opened.costume, &all, from)?;
        if !placed.is_sorted_by_key(|placed| placed.limb) {
            return None;
        }
        let alternatives = alternatives(&all, mirrored);
        let looks = Arc::new(Looks::of(opened, palettes, limits));
        let mut search =
            Search { query: self, opened, looks: &looks, artist: Artist::new(limits), drawings: 0 };
        let mut limbs = by_limb(&placed);
        let shift = offsets(&opened.costume, &placed);
        let make = |search: &mut Search<'_>, limbs: &Limbs| {
            search.drawn(laid(&opened.costume, limbs, shift), mirrored, from, at)
        };
        let first = from.tally.score();
        let mut best = make(&mut search, &limbs)?;
        for _ in 0..MOST_ROUNDS {
            let before = best.tally.score();
            for (limb, groups) in &alternatives {
                let nothing = Vec::new();
                let mut better: Option<(Candidate, Vec<Placed>)> = None;
                for group in groups.iter().chain([&nothing]) {
                    let mut other = limbs.clone();
                    other.insert(*limb, group.clone());
                    let Some(it) = make(&mut search, &other) else { continue };
                    let most = better.as_ref().map_or(best.tally.score(), |(it, _)| it.tally.score());
                    if it.tally.score() > most {
                        better = Some((it, group.clone()));
                    }
                }
                if let Some((it, group)) = better {
                    limbs.insert(*limb, group);
                    best = it;
                }
            }
            if best.tally.score() == before {
                break;
            }
        }
        if best.tally.score() <= first {
            return None;
        }
        limbs.retain(|_, group| !group.is_empty());
        let parts = parts(&all, mirrored, &limbs);
        let placed = laid(&opened.costume, &limbs, shift);
        best.shown = (!parts.is_empty()).then_some(Shown::Mixed { placed, mirrored, parts })?;
        Some(best)
    }
}

impl Search<'_> {
    fn drawn(
        &mut self,
        placed: Vec<Placed>,
        mirrored: bool,
        from: &Candidate,
        at: (i32, i32),
    ) -> Option<Candidate> {
        self.drawings += 1;
        if placed.is_empty() || self.drawings > MOST_DRAWINGS {
            return None;
        }
        let frame = ClipFrame::new(placed, mirrored, 1);
        let drawn = self.artist.draw(&self.opened.costume, &frame, self.looks.nothing, from.scale).ok()?;
        let shown = Shown::Mixed { placed: Vec::new(), mirrored, parts: Vec::new() };
        Some(Candidate::new(
            self.query,
            self.opened,
            self.looks,
            shown,
            (from.form, at, from.scale),
            Arc::new(drawn),
        ))
    }
}

/// Returns the pictures of a candidate, whether they are mirrored, and the anchor. A single picture begins as the limb
/// of a pose that shows it.
fn beginning(costume: &Costume, all: &[Pose], from: &Candidate) -> Option<(Vec<Placed>, bool, (i32, i32))> {
    match &from.shown {
        Shown::Pose { placed, mirrored, .. } | Shown::Mixed { placed, mirrored, .. } => {
            Some((placed.clone(), *mirrored, from.at))
        }
        Shown::Picture { key, mirrored } => {
            let picture = costume.picture(*key).ok()?;
            all.iter().find_map(|pose| {
                let frame = &pose.frame;
                let placed = frame.placed.iter().find(|placed| placed.picture == *key)?;
                let (bounds, is_mirrored) = lies(placed, &picture, frame.mirrored);
                let at = (from.at.0.saturating_sub(bounds.left), from.at.1.saturating_sub(bounds.top));
                (is_mirrored == *mirrored).then(|| (vec![*placed], frame.mirrored, at))
            })
        }
    }
}

fn by_limb(placed: &[Placed]) -> Limbs {
    let mut limbs = Limbs::new();
    placed.iter().for_each(|placed| limbs.entry(placed.limb).or_default().push(*placed));
    limbs
}

/// Returns what each limb shows in any pose.
fn alternatives(all: &[Pose], mirrored: bool) -> BTreeMap<u8, Vec<Vec<Placed>>> {
    let mut alternatives: BTreeMap<u8, Vec<Vec<Placed>>> = BTreeMap::new();
    for pose in all.iter().filter(|pose| pose.frame.mirrored == mirrored) {
        for (limb, group) in by_limb(&pose.frame.placed) {
            let groups = alternatives.entry(limb).or_default();
            if !groups.iter().any(|known| is_same(known, &group)) {
                groups.push(group);
            }
        }
    }
    alternatives
}

/// Whether both are the same pictures. Their places depend on earlier limbs.
fn is_same(one: &[Placed], other: &[Placed]) -> bool {
    let all =
        |group: &[Placed]| group.iter().map(|it| (it.picture, it.shaded, it.mirrored)).collect::<Vec<_>>();
    all(one) == all(other)
}

/// Returns the running offset before the first picture, if each picture moves the next ones as it says.
fn offsets(costume: &Costume, placed: &[Placed]) -> Option<(i32, i32)> {
    let first = placed.first()?;
    let info = costume.picture(first.picture).ok()?.info;
    let start = (first.x - i32::from(info.x), first.y - i32::from(info.y));
    (moved(costume, placed.to_vec(), start) == placed).then_some(start)
}

fn moved(costume: &Costume, mut placed: Vec<Placed>, start: (i32, i32)) -> Vec<Placed> {
    let (mut x, mut y) = start;
    for it in &mut placed {
        let Ok(picture) = costume.picture(it.picture) else { continue };
        let info = picture.info;
        (it.x, it.y) = (x.saturating_add(info.x.into()), y.saturating_add(info.y.into()));
        (x, y) = (x.saturating_add(info.move_x.into()), y.saturating_sub(info.move_y.into()));
    }
    placed
}

/// Returns the pictures of limbs in drawing order.
fn laid(costume: &Costume, limbs: &Limbs, start: Option<(i32, i32)>) -> Vec<Placed> {
    let placed: Vec<Placed> = limbs.values().flatten().copied().collect();
    match start {
        Some(start) => moved(costume, placed, start),
        None => placed,
    }
}

/// Returns the fewest moments that together show these limbs, those with most limbs first.
fn parts(all: &[Pose], mirrored: bool, limbs: &Limbs) -> Vec<Part> {
    let mut left: Vec<u8> = limbs.keys().copied().collect();
    let mut parts = Vec::new();
    while !left.is_empty() {
        let of = |pose: &Pose| -> Vec<u8> {
            let own = by_limb(&pose.frame.placed);
            let shows = |limb: &&u8| own.get(limb).zip(limbs.get(limb)).is_some_and(|(a, b)| is_same(a, b));
            left.iter().filter(shows).copied().collect()
        };
        let fits = all.iter().filter(|pose| pose.frame.mirrored == mirrored);
        let best = fits.map(|pose| (of(pose), pose)).rev().max_by_key(|(limbs, _)| limbs.len());
        let Some((limbs, moment)) = best.and_then(|(limbs, pose)| Some((limbs, *pose.moments.first()?)))
        else {
            return Vec::new();
        };
        if limbs.is_empty() {
            return Vec::new();
        }
        left.retain(|limb| !limbs.contains(limb));
        parts.push(Part { limbs, moment });
    }
    parts
}
