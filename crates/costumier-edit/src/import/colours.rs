//! The colours of a drawing as colours of a room: the nearest by OKLab, and fewer if there are too many.

use std::collections::{BTreeMap, BTreeSet};

use costumier::Refused;
use costumier_export::formats::png::write_rgba;

use super::drawing::{Drawing, NOTHING};
use crate::folder::refused;
use crate::pictures::recover::hex;
use crate::pictures::{PictureFileError, Rgb};
use costumier::format::oklab::{self, Choices, Lab};

/// The most colours of a costume, the transparent one included.
const MOST: usize = 32;

/// The colours of a smaller costume.
const FEW: usize = 16;

/// The most colours of a drawing that are compared with each other.
const CHOICES: usize = 512;

/// What became of a colour of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourChange {
    /// The colour in the drawing.
    pub drawn: Rgb,
    /// The colour in the costume.
    pub shown: Rgb,
    /// The number of pixels in different pictures that have it.
    pub pixels: usize,
}

/// Costume colours for the colours of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Fitted {
    /// The room colour of each costume colour: 16 or 32.
    pub(super) palette: Vec<u8>,
    /// The colour of each costume colour on the screen.
    pub(super) shown: Vec<Rgb>,
    /// The costume colour of each colour of the drawing.
    pub(super) numbers: Vec<u8>,
    pub(super) changes: Vec<ColourChange>,
}

/// Chooses the costume's colours: room colours, but not the one that is a shadow. Without a room, the drawing's colours
/// get the room colours 16, 17 and so on.
pub(super) fn fit(
    drawing: &Drawing,
    (room, shadow): (&[Rgb], Option<u8>),
    wanted: Option<usize>,
) -> Result<Fitted, Refused> {
    let counts = counts(drawing);
    let used: Vec<usize> = (0..drawing.colours.len()).filter(|it| counts.get(*it) > Some(&0)).collect();
    let most = wanted.unwrap_or(MOST).clamp(2, MOST);
    // A palette keeps its order, and twins in it stay apart. Its entry 0 is transparent, as in costumes.
    let last = used.last().copied().unwrap_or(0);
    if drawing.has_palette && last < most && !used.contains(&0) {
        return Ok(in_order(drawing, (room, shadow), &counts, &used));
    }
    let colour = |at: usize| drawing.colours.get(at).copied().unwrap_or_default();
    let mut different: BTreeMap<Rgb, usize> = BTreeMap::new();
    for at in &used {
        *different.entry(colour(*at)).or_default() += counts.get(*at).copied().unwrap_or(0);
    }
    if wanted.is_none() && different.len() >= MOST {
        let text = format!(
            "it has {} colours, and a costume has at most {} and the transparent one; `--colours {MOST}` takes the \
             nearest ones",
            different.len(),
            MOST - 1
        );
        return Err(refused("colours", text));
    }
    let choices: Vec<Rgb> = if room.is_empty() { of_the_drawing(&different) } else { room.to_vec() };
    let labs: Vec<Lab> = choices.iter().map(|colour| oklab::lab(*colour)).collect();
    let usable = || (0..labs.len()).filter(|at| room.is_empty() || shadow.map(usize::from) != Some(*at));
    let chosen = used.iter().map(|at| {
        let lab = oklab::lab(colour(*at));
        let pixels = counts.get(*at).and_then(|count| u32::try_from(*count).ok()).unwrap_or(u32::MAX);
        let (choice, _) = nearest(lab, &labs, usable());
        Chosen { at: *at, lab, pixels: f64::from(pixels), choice, second: (choice, 0.0) }
    });
    let mut chosen: Vec<Chosen> = chosen.collect();
    reduce(&mut chosen, &labs, most - 1);
    let mut kept: Vec<usize> = Vec::new();
    for colour in &chosen {
        if !kept.contains(&colour.choice) {
            kept.push(colour.choice);
        }
    }
    let mut fitted = Fitted::empty(if kept.len() < FEW { FEW } else { MOST }, drawing.colours.len());
    for (choice, number) in kept.iter().zip(1u8..) {
        let at = if room.is_empty() { usize::from(number) + FEW - 1 } else { *choice };
        fitted.set(number, at, choices.get(*choice).copied().unwrap_or_default());
    }
    for Chosen { at, choice, .. } in chosen {
        let number =
            kept.iter().position(|kept| *kept == choice).and_then(|place| u8::try_from(place + 1).ok());
        fitted.give(at, number.unwrap_or(0), colour(at), counts.get(at).copied().unwrap_or(0));
    }
    Ok(fitted)
}

/// Keeps the entries of the drawing's palette as costume colours.
fn in_order(
    drawing: &Drawing,
    (room, shadow): (&[Rgb], Option<u8>),
    counts: &[usize],
    used: &[usize],
) -> Fitted {
    let size = if drawing.colours.len() <= FEW { FEW } else { MOST };
    let mut fitted = Fitted::empty(size, drawing.colours.len());
    let nearest = Choices::new((0..=u8::MAX).zip(room.iter().copied()).filter(|(at, _)| shadow != Some(*at)));
    for (number, colour) in (0u8..).zip(&drawing.colours).take(size).skip(1) {
        if room.is_empty() {
            fitted.set(number, usize::from(number) + FEW - 1, *colour);
        } else {
            let (at, shown) = nearest.nearest(*colour).unwrap_or_default();
            fitted.set(number, at.into(), shown);
        }
    }
    for at in used {
        let colour = drawing.colours.get(*at).copied().unwrap_or_default();
        fitted.give(*at, u8::try_from(*at).unwrap_or(0), colour, counts.get(*at).copied().unwrap_or(0));
    }
    fitted
}

impl Fitted {
    fn empty(size: usize, colours: usize) -> Self {
        Self {
            palette: vec![0; size],
            shown: vec![[0; 3]; size],
            numbers: vec![0; colours],
            changes: Vec::new(),
        }
    }

    fn set(&mut self, number: u8, room_colour: usize, shown: Rgb) {
        let number = usize::from(number);
        if let (Some(entry), Some(colour)) = (self.palette.get_mut(number), self.shown.get_mut(number)) {
            *entry = u8::try_from(room_colour).unwrap_or(0);
            *colour = shown;
        }
    }

    fn give(&mut self, at: usize, number: u8, drawn: Rgb, pixels: usize) {
        if let Some(slot) = self.numbers.get_mut(at) {
            *slot = number;
        }
        let shown = self.shown.get(usize::from(number)).copied().unwrap_or_default();
        self.changes.push(ColourChange { drawn, shown, pixels });
    }
}

/// A colour of the drawing on its way to a choice.
struct Chosen {
    /// Its number in the drawing.
    at: usize,
    lab: Lab,
    pixels: f64,
    /// The number of the nearest choice.
    choice: usize,
    /// The number of the second nearest one, and how much worse the pixels look with it.
    second: (usize, f64),
}

impl Chosen {
    /// Finds the second nearest choice.
    fn look_around(&mut self, choices: &[Lab], kept: &[bool]) {
        let others = (0..choices.len()).filter(|it| *it != self.choice && kept.get(*it) == Some(&true));
        let (second, far) = nearest(self.lab, choices, others);
        self.second = (second, far * self.pixels);
    }
}

/// Returns the nearest of some choices, the first of equal ones, and its distance.
fn nearest(from: Lab, choices: &[Lab], among: impl Iterator<Item = usize>) -> (usize, f64) {
    let far = |at: usize| choices.get(at).map_or(f64::INFINITY, |to| oklab::distance(from, *to));
    among.map(|at| (at, far(at))).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

/// Gives up choices until at most `most` are left: each time the one whose pixels change least.
fn reduce(chosen: &mut [Chosen], choices: &[Lab], most: usize) {
    let mut kept = vec![false; choices.len()];
    for colour in chosen.iter() {
        if let Some(kept) = kept.get_mut(colour.choice) {
            *kept = true;
        }
    }
    let mut left = kept.iter().filter(|kept| **kept).count();
    if left <= most.max(1) {
        return;
    }
    chosen.iter_mut().for_each(|colour| colour.look_around(choices, &kept));
    while left > most.max(1) {
        let mut costs = vec![0.0; choices.len()];
        for colour in chosen.iter() {
            if let Some(cost) = costs.get_mut(colour.choice) {
                *cost += colour.second.1;
            }
        }
        let costs = costs.iter().enumerate().filter(|(at, _)| kept.get(*at) == Some(&true));
        let Some((given_up, _)) = costs.min_by(|a, b| a.1.total_cmp(b.1)) else { return };
        if let Some(kept) = kept.get_mut(given_up) {
            *kept = false;
        }
        left -= 1;
        for colour in chosen.iter_mut() {
            if colour.choice == given_up {
                colour.choice = colour.second.0;
            } else if colour.second.0 != given_up {
                continue;
            }
            colour.look_around(choices, &kept);
        }
    }
}

/// Returns at most [`CHOICES`] of a drawing's colours: of those that are alike in their highest bits, the most
/// frequent.
fn of_the_drawing(colours: &BTreeMap<Rgb, usize>) -> Vec<Rgb> {
    (0..8)
        .map(|bits| {
            let mut alike: BTreeMap<Rgb, (usize, Rgb)> = BTreeMap::new();
            for (colour, pixels) in colours {
                let best = alike.entry(colour.map(|part| part >> bits)).or_insert((0, *colour));
                if *pixels > best.0 {
                    *best = (*pixels, *colour);
                }
            }
            alike.into_values().map(|(_, colour)| colour).collect::<Vec<Rgb>>()
        })
        .find(|choices| choices.len() <= CHOICES)
        .unwrap_or_default()
}

/// Counts the pixels of each colour in the different pictures of a drawing.
fn counts(drawing: &Drawing) -> Vec<usize> {
    let mut counts = vec![0; drawing.colours.len()];
    let mut seen = BTreeSet::new();
    for cel in drawing.animations.iter().flat_map(|it| &it.frames).flat_map(|it| it.cels.iter().flatten()) {
        if seen.insert(std::rc::Rc::as_ptr(cel)) {
            for pixel in cel.pixels.iter().filter(|pixel| **pixel != NOTHING) {
                if let Some(count) = counts.get_mut(usize::from(*pixel)) {
                    *count += 1;
                }
            }
        }
    }
    counts
}

/// Width of a colour in the picture of changes, and the gap between the two of a pair.
const SWATCH: usize = 24;
const GAP: usize = 2;
/// Number of pairs in a row.
const PAIRS: usize = 8;

/// Returns a PNG file that shows each colour of the drawing, and to its right the colour that it became.
///
/// # Errors
/// If the picture is too large for a PNG file.
pub fn swatches(changes: &[ColourChange]) -> Result<Vec<u8>, PictureFileError> {
    let cell = (2 * SWATCH + 2 * GAP, SWATCH + GAP);
    let (columns, rows) = (changes.len().clamp(1, PAIRS), changes.len().div_ceil(PAIRS).max(1));
    let (width, height) = (columns * cell.0 + GAP, rows * cell.1 + GAP);
    let mut pixels = vec![[32, 32, 32, 255]; width * height];
    for (number, change) in changes.iter().enumerate() {
        let (left, top) = (GAP + number % PAIRS * cell.0, GAP + number / PAIRS * cell.1);
        for (side, [r, g, b]) in [change.drawn, change.shown].into_iter().enumerate() {
            for row in pixels.chunks_mut(width).skip(top).take(SWATCH) {
                let from = left + side * SWATCH;
                if let Some(part) = row.get_mut(from..from + SWATCH) {
                    part.fill([r, g, b, 255]);
                }
            }
        }
    }
    let side = |length: usize| u32::try_from(length).map_err(|_| "the picture is too large");
    let mut out = Vec::new();
    write_rgba((side(width)?, side(height)?), pixels.as_flattened(), &mut out)?;
    Ok(out)
}

/// Says in one line which colours changed, and which became one.
pub(super) fn told(changes: &[ColourChange]) -> Option<String> {
    const SHOWN: usize = 6;
    let changed = changes.iter().filter(|it| it.drawn != it.shown).count();
    let mut became: BTreeMap<Rgb, BTreeSet<Rgb>> = BTreeMap::new();
    for change in changes {
        became.entry(change.shown).or_default().insert(change.drawn);
    }
    let (kept, drawn) = (became.len(), became.values().map(BTreeSet::len).sum::<usize>());
    let mut became: Vec<(Rgb, BTreeSet<Rgb>)> = became.into_iter().collect();
    became.retain(|(shown, drawn)| drawn.iter().any(|drawn| drawn != shown));
    // Those that cannot be told apart any more come first, then the largest changes.
    became.sort_by_cached_key(|(shown, drawn)| {
        let far = drawn.iter().map(|drawn| oklab::distance(oklab::lab(*drawn), oklab::lab(*shown)));
        std::cmp::Reverse((drawn.len(), far.fold(0.0, f64::max).to_bits()))
    });
    let first = became.iter().take(SHOWN).map(|(shown, drawn)| {
        let mut parts: Vec<String> = drawn.iter().take(SHOWN).map(|drawn| hex(*drawn)).collect();
        if let Some(more @ 1..) = drawn.len().checked_sub(SHOWN) {
            parts.push(format!("{more} more"));
        }
        format!("{} ▸ {}", parts.join(" + "), hex(*shown))
    });
    let first = first.collect::<Vec<_>>().join(", ");
    let merged = if kept < drawn { format!(", and {drawn} became {kept}") } else { String::new() };
    let more = match became.len().checked_sub(SHOWN) {
        Some(more @ 1..) => format!(" and {more} more; `--swatches FILE` shows all"),
        _ => String::new(),
    };
    let all = changes.len();
    (changed > 0).then(|| format!("{changed} of {all} colours were replaced{merged}: {first}{more}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_that_become_one_are_told_first() {
        let change = |drawn: u8, shown: u8| ColourChange { drawn: [drawn; 3], shown: [shown; 3], pixels: 1 };
        let two = [change(1, 2), change(7, 8), change(9, 8), change(8, 8)];
        let said = "3 of 4 colours were replaced, and 4 became 2: #070707 + #080808 + #090909 ▸ #080808, \
                    #010101 ▸ #020202";
        assert_eq!(told(&two).as_deref(), Some(said));
        assert_eq!(told(&[change(1, 2)]).as_deref(), Some("1 of 1 colours were replaced: #010101 ▸ #020202"));
        assert_eq!(told(&[change(1, 1), change(2, 2)]), None);
    }

    #[test]
    fn each_colour_becomes_the_nearest_that_is_kept() {
        let colours: Vec<Rgb> = (0..60u8).map(|n| [37, 91, 151].map(|step| n.wrapping_mul(step))).collect();
        let labs: Vec<Lab> = colours.iter().map(|colour| oklab::lab(*colour)).collect();
        let chosen = labs.iter().enumerate().map(|(at, lab)| {
            let pixels = f64::from(u8::try_from(at + 1).unwrap());
            Chosen { at, lab: *lab, pixels, choice: at, second: (at, 0.0) }
        });
        let mut chosen: Vec<Chosen> = chosen.collect();
        reduce(&mut chosen, &labs, 6);
        let kept: BTreeSet<usize> = chosen.iter().map(|colour| colour.choice).collect();
        assert_eq!(kept.len(), 6);
        for colour in chosen {
            let distance = |other: usize| oklab::distance(colour.lab, labs[other]);
            assert!(kept.iter().all(|other| distance(colour.choice) <= distance(*other)), "{}", colour.at);
        }
    }
}
