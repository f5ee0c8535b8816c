//! Pictures whose pixels were changed: saved as JPEG, or resized with smoothing.
//!
//! ```text
//! picture with a flat ground ─▸ the figure's outline
//! poses of similar proportions are laid over it, and their colours compared with the means of its blocks
//! the best ones are candidates upon the picture, reduced to the game's pixels in the nearest colours
//! ```
//!
//! **Note:** single pixels prove nothing here. An answer is sure if the picture agrees with it nearly everywhere, and
//! wherever another pose of these proportions looks different, it disagrees with that one.

use std::sync::Arc;

use costumier::{Game, Limits};

use super::candidates::{Candidate, Coloured, Looks, Shown};
use super::figures::{Certainty, Figure};
use super::grid::{CLEAR, Enlarged, Grid};
use super::outline::{Outline, distance};
use super::poses::{Artist, Drawn, poses};
use super::search::ForEach;
use super::{Form, Query};
use crate::colour::{Rgb, RoomPalette};
use crate::open_costume::{OpenCostume, open};

/// Largest number of pixels of the game by which an outline may differ from a pose.
const NEAR: usize = 2;

/// Largest number of poses of a costume that are kept.
const MOST_KEPT: usize = 12;

/// Largest number of poses whose place is looked for to the pixel.
const MOST_REFINED: usize = 16;

/// Largest number of poses that become candidates.
const MOST_CANDIDATES: usize = 24;

/// Smallest number of colours that smoothing adds to a figure.
const FEWEST_MIXED: usize = 8;

/// Largest number of rooms in whose colours a costume is compared.
const MOST_LOOKS: usize = 3;

/// Largest mean difference of a block of an answer, and of its blocks that agree.
const WORST: u64 = 90;
const AGREES: u16 = 96;

/// Colours that differ so much look different.
const DIFFERENT: u16 = 96;

/// Number of pixels around a pose that are compared too, and by which another pose may be shifted.
const BEYOND: i64 = 2;

/// Largest number of other poses that are compared.
const MOST_RIVALS: usize = 64;

/// Smallest number of pixels in which another pose looks different, so that they tell.
const FEWEST_DIFFERENT: usize = 6;

/// A pose that is laid over the outline.
struct Fit {
    opened: OpenCostume,
    looks: Arc<Looks>,
    /// The number of the room in whose colours it fits best, among those of `looks`.
    look: usize,
    shown: Shown,
    drawn: Arc<Drawn>,
    tight: [i32; 4],
    /// The part of the picture that it is laid over: left, top, width, height.
    area: [usize; 4],
    /// The mean difference of a pixel.
    error: u64,
}

impl Fit {
    /// Columns and rows of the drawn pixels.
    fn cells(&self) -> [usize; 2] {
        cells(self.tight)
    }

    /// The colours of the slots.
    fn colours(&self) -> &[Rgb] {
        self.looks.rooms.get(self.look).map_or(&[], |(_, colours)| colours)
    }

    /// Returns each colour that is drawn, once.
    fn own_colours(&self) -> Vec<Rgb> {
        let mut is_drawn = [false; 256];
        for value in self.drawn.values.iter().filter(|value| **value != self.drawn.nothing) {
            if let Some(slot) = is_drawn.get_mut(usize::from(*value)) {
                *slot = true;
            }
        }
        let mut all: Vec<Rgb> = Vec::new();
        for (rgb, _) in self.colours().iter().zip(is_drawn).filter(|(_, is_drawn)| *is_drawn) {
            if !all.contains(rgb) {
                all.push(*rgb);
            }
        }
        all
    }

    /// Whether both draw the same pixels.
    fn is_drawn_alike(&self, other: &Self) -> bool {
        let [columns, rows] = self.cells().map(|cells| i64::try_from(cells).unwrap_or(0));
        let mut all = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
        self.cells() == other.cells() && all.all(|(x, y)| self.colour(x, y) == other.colour(x, y))
    }

    /// Returns the colour of a pixel, counted from the upper left one of the rectangle around the drawn ones. `None`
    /// for one that is not drawn, `Err` for one that can have any colour.
    fn colour(&self, x: i64, y: i64) -> Result<Option<Rgb>, ()> {
        let own = |side: i32, from: i32, v: i64| usize::try_from(i64::from(side) - i64::from(from) + v).ok();
        let at = own(self.tight[0], self.drawn.left, x).zip(own(self.tight[1], self.drawn.top, y));
        let at = at.filter(|(x, _)| *x < self.drawn.width);
        let value = at.and_then(|(x, y)| self.drawn.values.get(y * self.drawn.width + x));
        match value.filter(|value| **value != self.drawn.nothing) {
            Some(value) if self.looks.is_shadow(*value) => Err(()),
            Some(value) => Ok(self.colours().get(usize::from(*value)).copied()),
            None => Ok(None),
        }
    }
}

/// How much a colour of the picture differs from an expected one.
fn differs(seen: Option<Rgb>, wanted: Option<Rgb>, ground: Option<Rgb>) -> u16 {
    match (seen.or(ground), wanted.or(ground)) {
        (Some(a), Some(b)) => distance(a, b),
        (None, None) => 0,
        _ => 3 * u16::from(u8::MAX),
    }
}

impl Query {
    /// Returns the figure of a picture whose pixels were changed.
    pub(super) fn smoothed(
        &mut self,
        game: &Game,
        ids: &[u32],
        palettes: &[RoomPalette],
        each: &impl ForEach,
    ) -> Option<Figure> {
        let outline = self.raw.outline()?;
        let query = &*self;
        let of = |id: &u32| Some(query.fits(&outline, &open(game, *id).ok()?, palettes, game.limits()));
        let mut fits: Vec<Fit> = each.map(ids, of).into_iter().flatten().flatten().collect();
        fits.sort_by_key(|it| it.error);
        for fit in fits.iter_mut().take(MOST_REFINED) {
            (fit.error, fit.area) = self.refined(&outline, fit);
        }
        fits.sort_by_key(|it| it.error);
        let best = fits.first().filter(|it| it.error <= WORST)?;
        let outline = Outline { area: best.area, ..outline };
        // Without mixed colours it was painted, and not smoothed.
        if self.raw.colours(outline.area) <= 2 * best.own_colours().len() + FEWEST_MIXED {
            return None;
        }
        let certainty = self.verdict(&outline, best, &fits);
        let (form, before) = self.reduced(&outline, best);
        self.forms.push(form);
        let number = self.forms.len() - 1;
        let candidate = |fit: &Fit| {
            let corner = [0, 1].map(|axis| {
                let before = i32::try_from(before[axis]).unwrap_or(i32::MAX);
                before.saturating_sub(fit.tight[axis])
            });
            let spot = (number, (corner[0], corner[1]), [u8::MAX; 2]);
            Candidate::new(self, &fit.opened, &fit.looks, fit.shown.clone(), spot, Arc::clone(&fit.drawn))
        };
        let limit = best.error.saturating_mul(2);
        let near = fits.iter().take_while(|it| it.error <= limit).take(MOST_CANDIDATES);
        let room = |fit: &Fit| fit.looks.rooms.get(fit.look).and_then(|(room, _)| *room);
        let mut all = near.map(|fit| Candidate { coloured: Coloured::Nearly(room(fit)), ..candidate(fit) });
        let best = all.next()?;
        let (same, mut others): (Vec<_>, Vec<_>) = all.partition(|it| best.is_same(it));
        others.truncate(if certainty == Certainty::Sure { 0 } else { 2 });
        Some(Figure { best, certainty, same, others })
    }

    /// Returns the poses of a costume that have the proportions of the outline, the best first.
    fn fits(
        &self,
        outline: &Outline,
        opened: &OpenCostume,
        palettes: &[RoomPalette],
        limits: &Limits,
    ) -> Vec<Fit> {
        let looks = Arc::new(Looks::of(opened, palettes, limits));
        let mut artist = Artist::new(limits);
        let mut found = Vec::new();
        for pose in poses(&opened.costume, limits) {
            let Ok(drawn) = artist.draw(&opened.costume, &pose.frame, looks.nothing, [u8::MAX; 2]) else {
                continue;
            };
            let Some(tight) = drawn.tight() else { continue };
            if !is_like(outline.area, cells(tight)) {
                continue;
            }
            let mut fit = Fit {
                opened: opened.clone(),
                looks: Arc::clone(&looks),
                look: 0,
                shown: Shown::of(&pose),
                drawn: Arc::new(drawn),
                tight,
                area: outline.area,
                error: u64::MAX,
            };
            let mut best = (u64::MAX, 0);
            for look in 0..looks.rooms.len().min(MOST_LOOKS) {
                fit.look = look;
                best = best.min((self.error(outline.area, outline.ground, &fit), look));
            }
            (fit.error, fit.look) = best;
            if fit.error < u64::MAX {
                found.push(fit);
            }
        }
        found.sort_by_key(|it| it.error);
        found.truncate(MOST_KEPT);
        found
    }

    /// Calls `then` with each block of an area, its place, its colour, and the one that the pose has there. `beyond` is
    /// the number of blocks on each side around the area.
    fn each_block(
        &self,
        area: [usize; 4],
        beyond: i64,
        fit: &Fit,
        mut then: impl FnMut([i64; 2], Option<Rgb>, Option<Rgb>),
    ) {
        let [columns, rows] = fit.cells().map(|cells| i64::try_from(cells).unwrap_or(0));
        for y in -beyond..rows + beyond {
            for x in -beyond..columns + beyond {
                let Ok(wanted) = fit.colour(x, y) else { continue };
                then([x, y], self.raw.block(area, fit.cells(), [x, y]), wanted);
            }
        }
    }

    /// Returns the mean difference of a pixel.
    fn error(&self, area: [usize; 4], ground: Option<Rgb>, fit: &Fit) -> u64 {
        let (mut sum, mut count) = (0, 0);
        self.each_block(area, 0, fit, |_, seen, wanted| {
            sum += u64::from(differs(seen, wanted, ground));
            count += 1;
        });
        sum.checked_div(count).unwrap_or(u64::MAX)
    }

    /// Returns the area with which a pose fits best, and its error: each side may be a pixel off.
    fn refined(&self, outline: &Outline, fit: &Fit) -> (u64, [usize; 4]) {
        let [left, top, width, height] = outline.area;
        let mut best = (fit.error, outline.area);
        for way in 0..81 {
            let [a, b, c, d] = [way % 3, way / 3 % 3, way / 9 % 3, way / 27];
            let sides =
                [left + a, top + b, left + width + c, top + height + d].map(|side| side.checked_sub(1));
            let [Some(x), Some(y), Some(right), Some(bottom)] = sides else { continue };
            let area = [x, y, right.saturating_sub(x).max(1), bottom.saturating_sub(y).max(1)];
            let error = self.error(area, outline.ground, fit);
            if error < best.0 {
                best = (error, area);
            }
        }
        best
    }

    /// Says how certain the best pose is.
    fn verdict(&self, outline: &Outline, best: &Fit, all: &[Fit]) -> Certainty {
        let mut blocks = Vec::new();
        self.each_block(outline.area, BEYOND, best, |at, seen, wanted| blocks.push((at, seen, wanted)));
        let differs = |a: Option<Rgb>, b: Option<Rgb>| differs(a, b, outline.ground);
        let told =
            blocks.iter().filter(|(_, seen, wanted)| wanted.is_some() || differs(*seen, *wanted) > AGREES);
        let agree = told.clone().filter(|(_, seen, wanted)| differs(*seen, *wanted) <= AGREES);
        if agree.count() * 20 < told.count() * 17 {
            return Certainty::Unsure;
        }
        // A rival is compared where it fits the same blocks best.
        let shifts = -BEYOND..=BEYOND;
        let is_told_apart = |rival: &Fit| {
            let error = |dx: i64, dy: i64| -> u64 {
                let pairs = blocks.iter().filter_map(|([x, y], seen, _)| {
                    Some(u64::from(differs(*seen, rival.colour(x + dx, y + dy).ok()?)))
                });
                pairs.sum()
            };
            let all = shifts.clone().flat_map(|dx| shifts.clone().map(move |dy| (dx, dy)));
            let Some((dx, dy)) = all.min_by_key(|(dx, dy)| error(*dx, *dy)) else { return true };
            let (mut different, mut won) = (0, 0);
            for ([x, y], seen, wanted) in &blocks {
                let Ok(other) = rival.colour(x + dx, y + dy) else { continue };
                if differs(*wanted, other) > DIFFERENT {
                    different += 1;
                    won += usize::from(differs(*seen, *wanted) < differs(*seen, other));
                }
            }
            different == 0 && best.is_drawn_alike(rival)
                || different >= FEWEST_DIFFERENT && won * 20 >= different * 17
        };
        let limit = best.error.saturating_mul(3).max(WORST / 2);
        match all.iter().skip(1).take_while(|it| it.error <= limit).take(MOST_RIVALS).all(is_told_apart) {
            true => Certainty::Sure,
            false => Certainty::Likely,
        }
    }

    /// Returns the picture in pixels of the game and in the nearest colours of a pose, and the number of columns and
    /// rows before the figure.
    fn reduced(&self, outline: &Outline, fit: &Fit) -> (Form, [usize; 2]) {
        let ([width, height], before) = self.raw.cells(outline.area, fit.cells());
        let mut colours: Vec<Rgb> = vec![[0; 3]];
        colours.extend(fit.own_colours());
        let nearest = |seen: Rgb| {
            let all = (1..).zip(colours.iter().skip(1)).map(|(class, rgb)| (distance(*rgb, seen), class));
            let ground = outline.ground.map(|ground| (distance(ground, seen), CLEAR));
            ground.into_iter().chain(all).min().map_or(CLEAR, |(_, class)| class)
        };
        let mut classes = Vec::with_capacity(width * height);
        let number = |v: usize| i64::try_from(v).unwrap_or(i64::MAX);
        for y in 0..height {
            for x in 0..width {
                let at = [number(x) - number(before[0]), number(y) - number(before[1])];
                classes.push(self.raw.block(outline.area, fit.cells(), at).map_or(CLEAR, nearest));
            }
        }
        let by_colour = (1..).zip(colours.iter().skip(1)).map(|(class, rgb)| (*rgb, class)).collect();
        let grid = Grid { width, height, classes, colours, ground: None, backdrop: u16::MAX };
        (Form { enlarged: Enlarged::of(outline.area, fit.cells()), grid, by_colour }, before)
    }
}

/// Columns and rows of a rectangle: left, top, right, bottom.
fn cells([left, top, right, bottom]: [i32; 4]) -> [usize; 2] {
    [right - left, bottom - top].map(|length| usize::try_from(length).unwrap_or(1).max(1))
}

/// Whether an area can show so many columns and rows, enlarged alike, or stretched to 4:3.
fn is_like([_, _, width, height]: [usize; 4], [columns, rows]: [usize; 2]) -> bool {
    // Rows of the picture, in parts of 5 × columns.
    let high = 5 * height * columns;
    let near = 5 * NEAR * width.max(columns);
    let is_large = width + 1 >= columns && height + 1 >= rows;
    is_large && [5, 6].iter().any(|fifths| high.abs_diff(fifths * width * rows) <= near)
}
