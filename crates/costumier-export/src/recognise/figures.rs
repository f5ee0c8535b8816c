//! Chooses the candidates that explain a picture, and says how sure that is.

use super::candidates::{Candidate, Coloured, Shown};
use super::grid::Grid;
use super::{Form, Query};

/// Largest number of figures that are named.
const MOST_FIGURES: usize = 64;

/// Smallest number of equal pixels of a figure.
const FEWEST_PIXELS: u32 = 16;

/// Smallest numbers of equal pixels and of colours of a figure that is sure, and of one in other colours.
const SURE: (u32, u32) = (32, 2);
const SURE_BY_SHAPE: (u32, u32) = (64, 3);

/// Largest number of other answers that are named.
const MOST_OTHERS: usize = 2;

/// How certain an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Each pixel that is seen is equal, and nothing else in the game explains them.
    Sure,
    /// It explains the pixels best.
    Likely,
    /// Others explain the pixels as well, or nearly.
    Unsure,
}

impl Certainty {
    /// Returns the name: `sure`, `likely`, `unsure`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sure => "sure",
            Self::Likely => "likely",
            Self::Unsure => "unsure",
        }
    }
}

/// A figure in the searched picture.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Figure {
    /// The explanation that fits best.
    pub best: Candidate,
    /// How certain it is.
    pub certainty: Certainty,
    /// Others with the same pixels, as far as the picture shows them.
    pub same: Vec<Candidate>,
    /// Others that explain the picture as well, or nearly.
    pub others: Vec<Candidate>,
}

impl Candidate {
    /// Number of pixels that are drawn, and of those that are equal, hidden, and different in the searched picture.
    #[must_use]
    pub fn pixels(&self) -> [u32; 4] {
        let it = &self.tally;
        [it.drawn, it.equal, it.unseen + it.missing, it.other]
    }

    fn rank(&self) -> (std::cmp::Reverse<i64>, u8, u32) {
        let colours = match self.coloured {
            Coloured::Room(room) if room.is_none_or(|room| room == self.room) => 0,
            Coloured::Room(_) => 1,
            Coloured::Nearly(_) => 2,
            Coloured::Otherwise => 3,
        };
        let shown = match self.shown {
            Shown::Pose { .. } => 0,
            Shown::Mixed { .. } => 1,
            Shown::Picture { .. } => 2,
        };
        (std::cmp::Reverse(self.tally.score()), colours * 3 + shown, self.id)
    }

    fn overlaps(&self, other: &Self) -> bool {
        let ([left, top, right, bottom], [l, t, r, b]) = (self.rect(), other.rect());
        self.form == other.form && left < r && l < right && top < b && t < bottom
    }

    /// The place and class of each pixel, as the searched picture would have them.
    fn painted(&self) -> Vec<(i32, i32, Option<u16>)> {
        let mut all = Vec::with_capacity(self.drawn.values.len());
        self.each_pixel(|x, y, value| {
            all.push((x, y, self.classes.get(usize::from(value)).copied().flatten()));
        });
        all
    }

    /// The place and room colour of each pixel.
    fn in_room_colours(&self) -> Vec<(i32, i32, u8)> {
        let mut all = Vec::with_capacity(self.drawn.values.len());
        let palette = &self.colours.palette;
        self.each_pixel(|x, y, value| {
            all.push((x, y, palette.get(usize::from(value)).copied().unwrap_or(value)));
        });
        all
    }

    /// Whether both draw the same pixels.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if self.tally.drawn != other.tally.drawn || self.form != other.form {
            return false;
        }
        self.in_room_colours() == other.in_room_colours()
            || matches!((self.coloured, other.coloured), (Coloured::Room(_), Coloured::Room(_)))
                && self.painted() == other.painted()
    }

    /// Marks the equal pixels.
    pub(super) fn claim(&self, grid: &Grid, claimed: &mut [bool]) {
        self.each_pixel(|x, y, value| {
            let wanted = self.classes.get(usize::from(value)).copied().flatten();
            if (wanted.is_some() && grid.colour_at(x, y) == wanted || self.colours.is_shadow(value))
                && let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                && x < grid.width
                && let Some(slot) = claimed.get_mut(y * grid.width + x)
            {
                *slot = true;
            }
        });
    }

    /// The visible pixels that are equal in the picture.
    fn seen(&self, grid: &Grid) -> Vec<(i32, i32)> {
        let mut all = Vec::with_capacity(self.drawn.values.len());
        self.each_pixel(|x, y, value| {
            let wanted = self.classes.get(usize::from(value)).copied().flatten();
            if wanted.is_some() && grid.colour_at(x, y) == wanted {
                all.push((x, y));
            }
        });
        all
    }

    /// Whether both differ only in pixels that the picture does not show.
    fn is_same_where_seen(&self, other: &Self, grid: &Grid) -> bool {
        let (a, b) = (&self.tally, &other.tally);
        !a.is_whole()
            && (a.other, b.other) == (0, 0)
            && a.equal == b.equal
            && matches!((self.coloured, other.coloured), (Coloured::Room(_), Coloured::Room(_)))
            && self.seen(grid) == other.seen(grid)
    }

    /// Whether enough pixels in enough colours are equal.
    fn is_telling(&self) -> bool {
        let (pixels, values) = if self.coloured == Coloured::Otherwise { SURE_BY_SHAPE } else { SURE };
        let it = &self.tally;
        it.equal >= pixels && it.values >= values && it.equal * 5 >= it.drawn * 2
    }
}

impl Query {
    /// Returns the figures that the picture shows, those with most pixels first.
    #[must_use]
    pub fn figures(&self, mut all: Vec<Candidate>) -> Vec<Figure> {
        let Some(form) = all.iter().min_by_key(|it| it.rank()).map(|it| it.form) else { return Vec::new() };
        all.retain(|it| it.form == form);
        let Some(Form { grid, .. }) = self.forms.get(form) else { return Vec::new() };
        let mut claimed = vec![false; grid.classes.len()];
        let mut figures: Vec<Figure> = Vec::new();
        while figures.len() < MOST_FIGURES {
            all.retain(|it| it.tally.equal >= FEWEST_PIXELS && it.tally.is_worthwhile());
            all.sort_by_key(Candidate::rank);
            if all.is_empty() {
                break;
            }
            let best = all.remove(0);
            figures.push(figure(best.clone(), &all, grid));
            best.claim(grid, &mut claimed);
            for it in all.iter_mut().filter(|it| it.overlaps(&best)) {
                it.compare(self, &claimed);
            }
        }
        let left = Leftovers::of(grid, &claimed);
        for figure in &mut figures {
            let hidden = self.room.as_ref().map(|room| !room.planes(self, &figure.best).is_empty());
            figure.certainty = figure.judged(left.around(grid, &figure.best), hidden);
        }
        figures
    }
}

/// Makes a figure of the best candidate, with its rivals.
fn figure(best: Candidate, rest: &[Candidate], grid: &Grid) -> Figure {
    let (mut same, mut others) = (Vec::new(), Vec::new());
    let near = best.tally.score() * 3 / 4;
    let mut seen = vec![];
    for it in rest.iter().filter(|it| it.overlaps(&best) && it.tally.score() >= near) {
        if best.is_same(it) || best.is_same_where_seen(it, grid) {
            same.push(it.clone());
        } else if !seen.iter().any(|known: &Candidate| known.is_same(it)) {
            seen.push(it.clone());
            others.push(it.clone());
        }
    }
    Figure { best, certainty: Certainty::Likely, same, others }
}

impl Figure {
    /// Says how certain it is. `left` is the number of pixels around it that nothing explains, `hidden` whether a
    /// plane of the room can hide what is not visible; `None` without a room.
    fn judged(&mut self, left: usize, hidden: Option<bool>) -> Certainty {
        let best = &self.best.tally;
        let by_shape = self.best.coloured == Coloured::Otherwise;
        // A rival explains the same pixels without contradicting the picture.
        let is_rival = |it: &Candidate| {
            let (rival, is_subset) = (&it.tally, it.tally.equal < best.equal);
            let coloured = by_shape || it.coloured != Coloured::Otherwise;
            let (explains, is_near) = (
                rival.other == 0 && !is_subset,
                rival.equal * 10 >= best.equal * 9 && rival.drawn > best.equal,
            );
            match (best.is_whole(), left) {
                (true, 0) => coloured && rival.is_whole() && !is_subset,
                (false, 0) if hidden.is_none() => coloured && explains,
                // In a room or without a known ground, a pose that shows more may be hidden in part.
                _ => coloured && explains || is_near,
            }
        };
        let has_rival = self.others.iter().any(is_rival);
        let is_clean = best.other == 0
            && (best.is_whole() || left == 0 && hidden != Some(false))
            && self.best.is_telling();
        let certainty = match (is_clean, has_rival) {
            (true, false) => Certainty::Sure,
            (false, false) if best.other * 10 <= best.equal => Certainty::Likely,
            _ => Certainty::Unsure,
        };
        if certainty == Certainty::Sure {
            self.others.clear();
        }
        self.others.truncate(MOST_OTHERS);
        certainty
    }
}

/// The connected pixels of a picture that nothing explains.
struct Leftovers {
    /// The number of the connected part that each pixel belongs to; 0 for the ground.
    parts: Vec<u32>,
    /// Number of pixels of each part.
    sizes: Vec<usize>,
    /// Number of unexplained pixels of each part.
    counts: Vec<usize>,
}

impl Leftovers {
    fn of(grid: &Grid, claimed: &[bool]) -> Self {
        let mut parts = vec![0; grid.classes.len()];
        let (mut sizes, mut counts) = (vec![0], vec![0]);
        let mut waiting = Vec::new();
        let is_free = |at: usize| grid.classes.get(at).is_some_and(|class| !grid.is_ground(*class));
        for start in 0..parts.len() {
            if parts.get(start) != Some(&0) || !is_free(start) {
                continue;
            }
            let part = u32::try_from(counts.len()).unwrap_or(u32::MAX);
            let (mut size, mut count) = (0, 0);
            waiting.push(start);
            if let Some(slot) = parts.get_mut(start) {
                *slot = part;
            }
            while let Some(at) = waiting.pop() {
                size += 1;
                count += usize::from(claimed.get(at) != Some(&true));
                let (x, y) = (at % grid.width, at / grid.width);
                for ny in y.saturating_sub(1)..=(y + 1).min(grid.height.saturating_sub(1)) {
                    for nx in x.saturating_sub(1)..=(x + 1).min(grid.width - 1) {
                        let next = ny * grid.width + nx;
                        if parts.get(next) == Some(&0) && is_free(next) {
                            if let Some(slot) = parts.get_mut(next) {
                                *slot = part;
                            }
                            waiting.push(next);
                        }
                    }
                }
            }
            sizes.push(size);
            counts.push(count);
        }
        Self { parts, sizes, counts }
    }

    /// Number of unexplained pixels that are connected with a figure. A single picture has to explain all of them on
    /// its own.
    fn around(&self, grid: &Grid, it: &Candidate) -> usize {
        let mut parts = Vec::new();
        it.each_pixel(|x, y, _| {
            if let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y))
                && x < grid.width
                && let Some(part) = self.parts.get(y * grid.width + x)
            {
                parts.push(*part);
            }
        });
        parts.sort_unstable();
        parts.dedup();
        let count = |counts: &[usize]| parts.iter().filter_map(|part| counts.get(*part as usize)).sum();
        match it.shown {
            Shown::Pose { .. } | Shown::Mixed { .. } => count(&self.counts),
            Shown::Picture { .. } => usize::saturating_sub(count(&self.sizes), it.tally.equal as usize),
        }
    }
}
