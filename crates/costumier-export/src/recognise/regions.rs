//! Figures of a screenshot by their outlines: what stands in front of the room's picture, and the poses that fill it.
//!
//! Pictures of few connected pixels, and those in sizes that scripts set, have too few windows for votes. But their
//! figure is known: the pixels that are not the room's. A pose that fills it has its width and height in few sizes.

use std::cmp::Reverse;
use std::sync::Arc;

use costumier::Limits;

use super::candidates::{Candidate, Looks, Shown};
use super::figures::Figure;
use super::grid::Grid;
use super::poses::{Artist, Drawn, Pose, poses};
use super::tally::{ClassOf, Pairs, Tally, classes_in};
use super::{Form, Query};
use crate::colour::RoomPalette;
use crate::open_costume::OpenCostume;

/// Pixels at most so far apart belong to one region.
const REACH: usize = 2;

/// Largest number of regions, and the smallest number of their pixels.
const MOST_REGIONS: usize = 8;
const FEWEST_PIXELS: u32 = 32;

/// Largest difference between the sides of a region and those of a pose that fills it.
const NEAR: i32 = 1;

/// Largest number of poses of a costume that are kept for a region.
const MOST_KEPT: usize = 4;

/// Largest number of poses whose width and height are scaled apart.
const MOST_APART: usize = 24;

/// Largest number of drawings of a costume.
const MOST_DRAWINGS: usize = 12_000;

/// A connected part of a screenshot in front of the room's picture.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// Left, top, right, bottom.
    sides: [i32; 4],
    /// Whether it touches these edges of the screenshot.
    is_cut: [bool; 4],
    pixels: u32,
    /// Number of pixels that no figure explains.
    unexplained: u32,
    /// Number of pixels of each class.
    classes: Vec<(u16, u32)>,
}

/// A pose in a size at a place that fills a region.
struct Filling {
    pose: usize,
    scale: [u8; 2],
    at: (i32, i32),
    tally: Tally,
    drawn: Arc<Drawn>,
}

/// What is compared.
struct Comparison<'a> {
    form: &'a Form,
    opened: &'a OpenCostume,
    looks: &'a Looks,
    classes: ClassOf,
    by_shape: bool,
    artist: Artist,
    drawings: usize,
}

impl Region {
    /// Returns the regions of a grid, those with most pixels first.
    fn all(grid: &Grid, claimed: &[bool]) -> Vec<Self> {
        let is_free = |at: usize| grid.classes.get(at).is_some_and(|class| !grid.is_ground(*class));
        let mut known = vec![false; grid.classes.len()];
        let (mut all, mut waiting, mut classes) = (Vec::new(), Vec::new(), Vec::new());
        for start in 0..known.len() {
            if known.get(start) != Some(&false) || !is_free(start) {
                continue;
            }
            waiting.push(start);
            classes.clear();
            let (mut sides, mut unexplained) = ([usize::MAX, usize::MAX, 0, 0], 0);
            if let Some(slot) = known.get_mut(start) {
                *slot = true;
            }
            while let Some(at) = waiting.pop() {
                let (x, y) = (at % grid.width, at / grid.width);
                sides = [sides[0].min(x), sides[1].min(y), sides[2].max(x + 1), sides[3].max(y + 1)];
                unexplained += u32::from(claimed.get(at) != Some(&true));
                classes.extend(grid.classes.get(at));
                for ny in y.saturating_sub(REACH)..=(y + REACH).min(grid.height.saturating_sub(1)) {
                    for nx in x.saturating_sub(REACH)..=(x + REACH).min(grid.width - 1) {
                        let next = ny * grid.width + nx;
                        if let Some(slot) = known.get_mut(next).filter(|slot| !**slot && is_free(next)) {
                            *slot = true;
                            waiting.push(next);
                        }
                    }
                }
            }
            classes.sort_unstable();
            let counts = classes.chunk_by(|a, b| a == b);
            let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            let counts = counts.filter_map(|same| Some((*same.first()?, number(same.len()))));
            let [left, top, right, bottom] = sides;
            all.push(Self {
                sides: sides.map(|side| i32::try_from(side).unwrap_or(i32::MAX)),
                is_cut: [left == 0, top == 0, right == grid.width, bottom == grid.height],
                pixels: number(classes.len()),
                unexplained,
                classes: counts.collect(),
            });
        }
        all.retain(|it| it.pixels >= FEWEST_PIXELS && it.unexplained * 50 > it.pixels);
        all.sort_by_key(|it| Reverse(it.unexplained));
        all.truncate(MOST_REGIONS);
        all
    }

    /// Whether nearly all pixels have one of these classes.
    fn is_in(&self, classes: &ClassOf) -> bool {
        let has = |class: &u16| classes.contains(&Some(*class));
        let inside: u32 = self.classes.iter().filter(|(class, _)| has(class)).map(|(_, count)| count).sum();
        inside * 10 >= self.pixels * 9
    }

    fn length(&self, axis: usize) -> i32 {
        match self.sides {
            [left, _, right, _] if axis == 0 => right - left,
            [_, top, _, bottom] => bottom - top,
        }
    }

    fn is_whole(&self, axis: usize) -> bool {
        !self.is_cut.iter().skip(axis).step_by(2).any(|is| *is)
    }

    /// Whether a drawn length can be that of the region.
    fn fits(&self, axis: usize, length: i32) -> bool {
        match self.is_whole(axis) {
            true => (length - self.length(axis)).abs() <= NEAR,
            false => length + NEAR >= self.length(axis),
        }
    }

    /// Returns the sizes in which a length can be that of the region, if it is seen whole.
    fn sizes(&self, axis: usize, length: i32) -> Option<(u8, u8)> {
        if length <= 0 || !self.is_whole(axis) {
            return None;
        }
        let size = |pixels: i32| (255 * pixels / length).clamp(1, 255);
        let (from, to) = (size(self.length(axis) - 1 - NEAR) - 4, size(self.length(axis) + 1 + NEAR) + 4);
        let narrow = |v: i32| u8::try_from(v.clamp(1, 255)).unwrap_or(u8::MAX);
        (self.length(axis) <= length + NEAR).then(|| (narrow(from), narrow(to)))
    }

    /// Returns where the anchor of a drawing can be.
    fn places(&self, tight: [i32; 4]) -> Vec<(i32, i32)> {
        let along = |axis: usize| -> Vec<i32> {
            let pairs =
                [axis, axis + 2].map(|side| (self.is_cut.get(side), self.sides.get(side), tight.get(side)));
            let all = pairs
                .into_iter()
                .filter_map(|(is_cut, side, own)| (is_cut == Some(&false)).then(|| Some(side? - own?))?);
            let mut all: Vec<i32> = all.collect();
            if let [a, b] = all[..] {
                all = (a.min(b)..=a.max(b)).collect();
            }
            all
        };
        let (across, down) = (along(0), along(1));
        down.iter().flat_map(|y| across.iter().map(move |x| (*x, *y))).collect()
    }
}

impl Query {
    /// Returns the regions of a screenshot that these figures do not explain.
    pub(super) fn unexplained(&self, figures: &[Figure]) -> Vec<Region> {
        let Some(room) = &self.room else { return Vec::new() };
        let Some(Form { grid, .. }) = self.forms.get(room.form) else { return Vec::new() };
        let mut claimed = vec![false; grid.classes.len()];
        for figure in figures.iter().filter(|figure| figure.best.form == room.form) {
            figure.best.claim(grid, &mut claimed);
        }
        Region::all(grid, &claimed)
    }

    /// Returns poses of a costume that fill regions. `by_shape` is whether colours make no difference; then only poses
    /// in full size are looked for.
    pub(super) fn fill(
        &self,
        opened: &OpenCostume,
        regions: &[Region],
        by_shape: bool,
        palettes: &[RoomPalette],
        limits: &Limits,
    ) -> Vec<Candidate> {
        let Some((room, form)) = self.room.as_ref().and_then(|it| Some((it, self.forms.get(it.form)?)))
        else {
            return Vec::new();
        };
        let looks = Arc::new(Looks::of(opened, palettes, limits));
        let classes = looks.in_room(room.room).map_or([None; 256], |look| classes_in(look, &form.by_colour));
        let regions: Vec<&Region> = regions.iter().filter(|it| by_shape || it.is_in(&classes)).collect();
        if regions.is_empty() {
            return Vec::new();
        }
        let artist = Artist::new(limits);
        let mut compare = Comparison { form, opened, looks: &looks, classes, by_shape, artist, drawings: 0 };
        let all = poses(&opened.costume, limits);
        let whole: Vec<_> = all.iter().map(|pose| compare.drawn(pose, [u8::MAX; 2])).collect();
        let mut found = Vec::new();
        for region in regions {
            let mut fillings = compare.together(region, &all, &whole);
            if !by_shape && !fillings.iter().any(|it| it.tally.is_clean()) {
                fillings.extend(compare.apart(region, &all, &whole));
            }
            fillings.retain(|it| it.tally.is_worthwhile());
            fillings.sort_by_key(|it| (Reverse(it.tally.score()), it.scale[0] != it.scale[1], it.pose));
            for it in fillings.into_iter().take(MOST_KEPT) {
                let Some(pose) = all.get(it.pose) else { continue };
                let spot = (room.form, it.at, it.scale);
                found.push(Candidate::new(self, opened, &looks, Shown::of(pose), spot, it.drawn));
            }
        }
        found
    }
}

impl Comparison<'_> {
    fn drawn(&mut self, pose: &Pose, scale: [u8; 2]) -> Option<(Arc<Drawn>, [i32; 4])> {
        self.drawings += 1;
        if self.drawings > MOST_DRAWINGS {
            return None;
        }
        let drawn = self.artist.draw(&self.opened.costume, &pose.frame, self.looks.nothing, scale).ok()?;
        let tight = drawn.tight()?;
        Some((Arc::new(drawn), tight))
    }

    /// Returns the poses that fill a region in one size.
    fn together(
        &mut self,
        region: &Region,
        all: &[Pose],
        whole: &[Option<(Arc<Drawn>, [i32; 4])>],
    ) -> Vec<Filling> {
        let mut found = Vec::new();
        for (number, (pose, whole)) in all.iter().zip(whole).enumerate() {
            let Some((full, [left, top, right, bottom])) = whole else { continue };
            let ranges = [region.sizes(0, right - left), region.sizes(1, bottom - top)];
            let range = match ranges {
                // Shape alone says little in other sizes.
                _ if self.by_shape => Some((u8::MAX, u8::MAX)),
                [Some(a), Some(b)] => Some((a.0.max(b.0), a.1.min(b.1))),
                [one, other] => one.or(other),
            };
            let Some((from, to)) = range else { continue };
            let mut best: Option<Filling> = None;
            for size in (from..=to).rev() {
                let (drawn, tight) = match size {
                    u8::MAX => (Arc::clone(full), [*left, *top, *right, *bottom]),
                    _ => match self.drawn(pose, [size; 2]) {
                        Some(it) => it,
                        None => continue,
                    },
                };
                self.place(region, number, [size; 2], &drawn, tight, &mut best);
            }
            found.extend(best);
        }
        found
    }

    /// Returns the poses that fill a region in different sizes across and down.
    fn apart(
        &mut self,
        region: &Region,
        all: &[Pose],
        whole: &[Option<(Arc<Drawn>, [i32; 4])>],
    ) -> Vec<Filling> {
        let mut rough = Vec::new();
        for (number, (pose, whole)) in all.iter().zip(whole).enumerate() {
            let Some((_, [left, top, right, bottom])) = whole else { continue };
            let ranges = [region.sizes(0, right - left), region.sizes(1, bottom - top)];
            let [Some(across), Some(down)] = ranges else { continue };
            let mut best = None;
            let part = |(from, to): (u8, u8), quarter: u8| {
                from.saturating_add(to.saturating_sub(from) / 4 * quarter)
            };
            for (x, y) in (1..4).flat_map(|x| (1..4).map(move |y| (x, y))) {
                let scale = [part(across, x), part(down, y)];
                if let Some((drawn, tight)) = self.drawn(pose, scale) {
                    self.place(region, number, scale, &drawn, tight, &mut best);
                }
            }
            rough.extend(best.map(|it| (it, across, down)));
        }
        rough.sort_by_key(|(it, ..)| Reverse(it.tally.score()));
        let mut found = Vec::new();
        for (it, across, down) in rough.into_iter().take(MOST_APART) {
            let Some(pose) = all.get(it.pose) else { continue };
            let number = it.pose;
            let mut scale = it.scale;
            let mut best = Some(it);
            // Columns do not depend on the size down, nor rows on that across: one after the other.
            for _ in 0..2 {
                for (axis, (from, to)) in [(0, across), (1, down)] {
                    for size in from..=to {
                        let tried = if axis == 0 { [size, scale[1]] } else { [scale[0], size] };
                        if let Some((drawn, tight)) = self.drawn(pose, tried) {
                            self.place(region, number, tried, &drawn, tight, &mut best);
                        }
                    }
                    scale = best.as_ref().map_or(scale, |it| it.scale);
                }
            }
            found.extend(best);
        }
        found
    }

    /// Compares a drawing at its places, and keeps the best.
    fn place(
        &self,
        region: &Region,
        pose: usize,
        scale: [u8; 2],
        drawn: &Arc<Drawn>,
        tight: [i32; 4],
        best: &mut Option<Filling>,
    ) {
        let [left, top, right, bottom] = tight;
        if !region.fits(0, right - left) || !region.fits(1, bottom - top) {
            return;
        }
        for at in region.places(tight) {
            let pairs = Pairs::of(&self.form.grid, drawn, at, &[], &|value| self.looks.is_shadow(value));
            let tally = match self.by_shape {
                true => pairs.free(&self.form.grid).0,
                false => pairs.by(&self.classes, &self.form.grid),
            };
            let is_better = best.as_ref().is_none_or(|best| best.tally.score() < tally.score());
            if is_better {
                *best = Some(Filling { pose, scale, at, tally, drawn: Arc::clone(drawn) });
            }
        }
    }
}
