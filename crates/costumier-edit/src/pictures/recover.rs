//! Turns pictures that art programs saved back into costume colours.
//!
//! The rules, in this order. In trials with 35 ways of saving a picture, they gave back every pixel in 33; the other
//! two are one program that joins near colours.
//!
//! 1. A transparent pixel has the transparent costume colour, whatever colour is stored under it.
//! 2. If every entry that is *used* has the colour that was written, pixel values are costume colours. Unused entries
//!    do not count, because programs fill, sort or replace them.
//! 3. Otherwise a pixel has the costume colour that was written as exactly this colour, or that has this colour in
//!    the game, now or before a recolour. If one was written in this colour and another has it in the game now, the
//!    pixel gets the first. This is reported.
//! 4. If two costume colours match, the pixel keeps the one that it had before, or gets the first. This is reported.
//! 5. If a program joined two costume colours that look alike in the game, so that one of them disappeared, pixels
//!    keep the one that they had. Other colours that disappeared are reported.
//!
//! A colour that no costume colour matches is an error, which names the colour and the nearest costume colour.
//! [`Options::nearest`] accepts the nearest one. The transparent one is only accepted for pixels that join the edge:
//! JPEG and scaling damage the ground of a picture.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Rgb;
use super::ground::joins_edge;
use super::palette::ShownPalette;
use super::png::{DecodedImage, Pixels};
use costumier::format::oklab::{Choices, distance, lab};

/// Options for reading colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Replaces a colour that the costume does not have by its nearest one.
    pub nearest: bool,
}

/// A picture in costume colours, with notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Costume colours, row by row.
    pub pixels: Vec<u8>,
    /// What was assumed, for people.
    pub notes: Vec<Note>,
}

/// An assumption about a picture's colours.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Several costume colours have this colour in the game. Pixels kept the one that they had before, or got the
    /// first.
    Joined {
        /// The colour in the picture.
        colour: Rgb,
        /// The costume colours that have it.
        candidates: Vec<u8>,
        /// The number of pixels that have it.
        pixels: usize,
    },
    /// Pixels that changed have a colour in which one costume colour was written, and which others have in the game
    /// now. They got the one that was written so.
    Recoloured {
        /// The colour in the picture.
        colour: Rgb,
        /// The costume colour that the pixels got.
        written: u8,
        /// The costume colours that have it in the game now.
        now: Vec<u8>,
        /// The number of pixels.
        pixels: usize,
    },
    /// Costume colours that the picture had before and has no more.
    Gone(Vec<u8>),
    /// A colour that the costume does not have was replaced by its nearest one.
    Nearest(Foreign),
    /// Pixels that join the edge became transparent: their colour is nearer to that of transparent pixels than to any
    /// other.
    Ground {
        /// The number of pixels.
        pixels: usize,
        /// The first of them: column and row.
        at: (usize, usize),
    },
}

/// A colour that a costume does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The first pixel that has it: column and row.
    pub at: (usize, usize),
    /// The colour in the picture.
    pub colour: Rgb,
    /// The number of pixels that have it.
    pub pixels: usize,
    /// The nearest costume colour, and its colour.
    pub nearest: (u8, Rgb),
    /// The pixel value of all these pixels in an indexed file, if the picture had that value there before. Then the
    /// colour of the value changed, not the picture.
    pub kept: Option<u8>,
}

/// Formats a colour as art programs do: `#rrggbb`.
#[must_use]
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Returns the costume colours of a picture. `before` holds the pixels of the picture before, if its size is the
/// same.
///
/// # Errors
/// Every colour that the costume does not have.
pub fn indices(
    found: &DecodedImage,
    palette: &ShownPalette,
    before: Option<&[u8]>,
    options: Options,
) -> Result<Recovered, Vec<Foreign>> {
    let before = before.filter(|before| before.len() == found.width * found.height);
    if let Pixels::Indexed { indices, palette: entries } = &found.pixels
        && is_as_written(indices, entries, palette)
    {
        let opaque = |index: u8| entries.get(usize::from(index)).is_some_and(|entry| entry[3] >= 128);
        let pixels = indices.iter().map(|index| if opaque(*index) { *index } else { palette.transparent });
        return Ok(Recovered { pixels: pixels.collect(), notes: Vec::new() });
    }
    by_colour(found, palette, before, options)
}

/// Counts the pixels that are partly transparent. Also returns the first of them: column and row.
#[must_use]
pub fn partly_there(found: &DecodedImage) -> Option<(usize, (usize, usize))> {
    let width = found.width.max(1);
    let opacity = |at: usize| match &found.pixels {
        Pixels::Colours(colours) => colours.get(at).map(|[.., opacity]| *opacity),
        Pixels::Indexed { indices, palette } => {
            indices.get(at).and_then(|index| palette.get(usize::from(*index))).map(|[.., opacity]| *opacity)
        }
    };
    let mut at = (0..width.saturating_mul(found.height))
        .filter(|at| opacity(*at).is_some_and(|opacity| !matches!(opacity, 0 | 255)));
    let first = at.next()?;
    Some((at.count() + 1, (first % width, first / width)))
}

/// Returns which pixels of a picture are painted: neither transparent nor in the colour written for transparent
/// pixels. Without a palette, that colour is the most frequent pixel value.
#[must_use]
pub fn painted(found: &DecodedImage, palette: Option<&ShownPalette>) -> Vec<bool> {
    let hole = palette.and_then(|palette| palette.shown.get(usize::from(palette.transparent)));
    let is_paint = |[r, g, b, opacity]: [u8; 4]| opacity >= 128 && hole != Some(&[r, g, b]);
    match (&found.pixels, palette) {
        (Pixels::Colours(colours), _) => colours.iter().map(|colour| is_paint(*colour)).collect(),
        (Pixels::Indexed { indices, palette: entries }, Some(_)) => {
            let colour = |index: &u8| entries.get(usize::from(*index)).copied().unwrap_or([0, 0, 0, 255]);
            indices.iter().map(|index| is_paint(colour(index))).collect()
        }
        (Pixels::Indexed { indices, .. }, None) => {
            let mut counts = [0_usize; 256];
            indices.iter().for_each(|index| counts[usize::from(*index)] += 1);
            let most = (0..=u8::MAX).max_by_key(|index| counts[usize::from(*index)]).unwrap_or(0);
            indices.iter().map(|index| *index != most).collect()
        }
    }
}

/// Whether all entries that pixels use have the colours that were written.
fn is_as_written(indices: &[u8], entries: &[[u8; 4]], palette: &ShownPalette) -> bool {
    let mut used = [false; 256];
    indices.iter().for_each(|index| used[usize::from(*index)] = true);
    used.iter().enumerate().filter(|(_, used)| **used).all(|(index, _)| {
        let Some([r, g, b, opacity]) = entries.get(index).copied() else { return false };
        opacity < 128 || palette.shown.get(index) == Some(&[r, g, b])
    })
}

struct Matcher<'a> {
    palette: &'a ShownPalette,
    /// Costume colours by the colour that they were written as.
    shown: BTreeMap<Rgb, u8>,
    /// Costume colours by the colours that they have in the game, first those that have it now.
    exact: BTreeMap<Rgb, Vec<u8>>,
    /// Costume colours by the colour that they have in the game now.
    now: BTreeMap<Rgb, Vec<u8>>,
    /// Costume colours as they were written and as they are now, once a nearest one is needed.
    choices: OnceCell<Choices>,
}

impl<'a> Matcher<'a> {
    fn new(palette: &'a ShownPalette) -> Self {
        let add = |to: &mut BTreeMap<Rgb, Vec<u8>>, colours: &[Rgb]| {
            for (index, colour) in (0..=u8::MAX).zip(colours) {
                let indices = to.entry(*colour).or_default();
                if index != palette.transparent && !indices.contains(&index) {
                    indices.push(index);
                }
            }
        };
        let mut now = BTreeMap::new();
        add(&mut now, palette.in_game());
        let mut exact = now.clone();
        add(&mut exact, &palette.exact);
        exact.retain(|_, indices| !indices.is_empty());
        let shown = (0..=u8::MAX).zip(&palette.shown).map(|(index, colour)| (*colour, index)).collect();
        Self { palette, shown, exact, now, choices: OnceCell::new() }
    }

    /// Returns the costume colours that have a colour in the game now, if a pixel that had the costume colour `own` is
    /// read as another one, which was written in this colour.
    fn recoloured(&self, colour: Rgb, written: u8, own: Option<u8>) -> Option<&Vec<u8>> {
        let now = self.now.get(&colour).filter(|now| !now.is_empty() && !now.contains(&written))?;
        (written != self.palette.transparent && own != Some(written)).then_some(now)
    }

    fn nearest(&self, colour: Rgb) -> (u8, Rgb) {
        let choices = self.choices.get_or_init(|| {
            let written = (0..=u8::MAX).zip(self.palette.shown.iter().copied());
            let all = written.chain((0..=u8::MAX).zip(self.palette.now.iter().copied()));
            Choices::new(all.filter(|(index, _)| *index != self.palette.transparent))
        });
        choices.nearest(colour).unwrap_or((self.palette.transparent, [0; 3]))
    }

    /// Whether a colour is nearer to that of transparent pixels than to the costume colour `nearest`.
    fn is_ground(&self, colour: Rgb, nearest: Rgb) -> bool {
        let hole = self.palette.shown.get(usize::from(self.palette.transparent));
        hole.is_some_and(|hole| distance(lab(colour), lab(*hole)) < distance(lab(colour), lab(nearest)))
    }
}

fn by_colour(
    found: &DecodedImage,
    palette: &ShownPalette,
    before: Option<&[u8]>,
    options: Options,
) -> Result<Recovered, Vec<Foreign>> {
    let matcher = Matcher::new(palette);
    let mut foreign: BTreeMap<Rgb, Foreign> = BTreeMap::new();
    let mut joined: BTreeMap<Rgb, usize> = BTreeMap::new();
    let mut recoloured: BTreeMap<Rgb, Note> = BTreeMap::new();
    let width = found.width.max(1);
    let colour_at = |at: usize| match &found.pixels {
        Pixels::Colours(colours) => colours.get(at).copied(),
        Pixels::Indexed { indices, palette } => {
            indices.get(at).and_then(|index| palette.get(usize::from(*index)).copied())
        }
    };
    let value_at = |at: usize| match &found.pixels {
        Pixels::Colours(_) => None,
        Pixels::Indexed { indices, .. } => indices.get(at).copied(),
    };
    let mut pixels = Vec::with_capacity(found.width * found.height);
    for at in 0..found.width * found.height {
        // An index outside the file's own palette is black in most programs.
        let [r, g, b, opacity] = colour_at(at).unwrap_or([0, 0, 0, 255]);
        let colour = [r, g, b];
        let own = before.and_then(|before| before.get(at).copied());
        let index = if opacity < 128 {
            palette.transparent
        } else if let Some(index) = matcher.shown.get(&colour) {
            if let Some(now) = matcher.recoloured(colour, *index, own) {
                let note = recoloured.entry(colour).or_insert_with(|| Note::Recoloured {
                    colour,
                    written: *index,
                    now: now.clone(),
                    pixels: 0,
                });
                if let Note::Recoloured { pixels, .. } = note {
                    *pixels += 1;
                }
            }
            *index
        } else if let Some(indices) = matcher.exact.get(&colour) {
            if indices.len() > 1 {
                *joined.entry(colour).or_default() += 1;
            }
            let same = own.filter(|own| indices.contains(own));
            same.or(indices.first().copied()).unwrap_or(palette.transparent)
        } else {
            let kept = value_at(at).filter(|value| own == Some(*value));
            let entry = foreign.entry(colour).or_insert_with(|| Foreign {
                at: (at % width, at / width),
                colour,
                pixels: 0,
                nearest: matcher.nearest(colour),
                kept,
            });
            entry.pixels += 1;
            entry.kept = entry.kept.filter(|value| kept == Some(*value));
            entry.nearest.0
        };
        pixels.push(index);
    }
    let mut notes: Vec<Note> = joined
        .into_iter()
        .map(|(colour, pixels)| {
            let candidates = matcher.exact.get(&colour).cloned().unwrap_or_default();
            Note::Joined { colour, candidates, pixels }
        })
        .collect();
    notes.extend(recoloured.into_values());
    notes.extend(before.and_then(|before| keep_joined(&mut pixels, before, &matcher)));
    if !foreign.is_empty() && !options.nearest {
        let mut foreign: Vec<Foreign> = foreign.into_values().collect();
        foreign.sort_by_key(|foreign| (foreign.at.1, foreign.at.0));
        return Err(foreign);
    }
    let ground: BTreeSet<Rgb> = foreign
        .values()
        .filter(|it| matcher.is_ground(it.colour, it.nearest.1))
        .map(|it| it.colour)
        .collect();
    if !ground.is_empty() {
        let colour = |at: usize| colour_at(at).map(|[r, g, b, _]| [r, g, b]).filter(|it| ground.contains(it));
        let cleared = joins_edge(&pixels, width, palette.transparent, |at| colour(at).is_some());
        for at in &cleared {
            if let Some(entry) = colour(*at).and_then(|colour| foreign.get_mut(&colour)) {
                entry.pixels -= 1;
            }
            if let Some(pixel) = pixels.get_mut(*at) {
                *pixel = palette.transparent;
            }
        }
        foreign.retain(|_, entry| entry.pixels > 0);
        let first = cleared.first().map(|at| (at % width, at / width));
        notes.extend(first.map(|at| Note::Ground { pixels: cleared.len(), at }));
    }
    notes.extend(foreign.into_values().map(Note::Nearest));
    Ok(Recovered { pixels, notes })
}

/// Restores costume colours that disappeared from the picture, if the pixels look the same in the game. Returns the
/// colours that are still gone.
fn keep_joined(pixels: &mut [u8], before: &[u8], matcher: &Matcher<'_>) -> Option<Note> {
    let (mut had, mut has) = ([false; 256], [false; 256]);
    before.iter().for_each(|index| had[usize::from(*index)] = true);
    pixels.iter().for_each(|index| has[usize::from(*index)] = true);
    let is_gone = |index: u8| had[usize::from(index)] && !has[usize::from(index)];
    let gone: Vec<u8> =
        (0..=u8::MAX).filter(|index| *index != matcher.palette.transparent && is_gone(*index)).collect();
    if gone.is_empty() {
        return None;
    }
    let palette = matcher.palette;
    let alike = |a: u8, b: u8| {
        let same = |colours: &[Rgb]| colours.get(usize::from(a)) == colours.get(usize::from(b));
        same(&palette.exact) || same(palette.in_game())
    };
    for (pixel, was) in pixels.iter_mut().zip(before) {
        if gone.contains(was) && *pixel != matcher.palette.transparent && alike(*pixel, *was) {
            *pixel = *was;
        }
    }
    Some(Note::Gone(gone))
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sixteen colours, 2 and 6 alike, 1 and 13 alike.
    fn palette() -> ShownPalette {
        let mut exact: Vec<Rgb> = (0..16u8).map(|n| [n * 15, 255 - n * 9, n * 3]).collect();
        exact[6] = exact[2];
        exact[13] = exact[1];
        ShownPalette::new(exact, 0)
    }

    fn indexed(indices: Vec<u8>, palette: Vec<[u8; 4]>) -> DecodedImage {
        DecodedImage { width: indices.len(), height: 1, pixels: Pixels::Indexed { indices, palette } }
    }

    fn entries(palette: &ShownPalette) -> Vec<[u8; 4]> {
        let entry = |(index, [r, g, b]): (usize, &Rgb)| [*r, *g, *b, if index == 0 { 0 } else { 255 }];
        palette.shown.iter().enumerate().map(entry).collect()
    }

    fn recovered(found: &DecodedImage) -> Vec<u8> {
        indices(found, &palette(), None, Options::default()).unwrap().pixels
    }

    /// What GIMP does: a random entry in front, every index one higher, the transparent one first.
    #[test]
    fn an_entry_in_front_of_all_others() {
        let palette = palette();
        let mut shifted = vec![[71, 3, 200, 0]];
        shifted.extend(entries(&palette).iter().map(|[r, g, b, _]| [*r, *g, *b, 255]));
        let pixels: Vec<u8> = (0..16).collect();
        let moved: Vec<u8> = pixels.iter().map(|n| if *n == 0 { 0 } else { n + 1 }).collect();
        assert_eq!(recovered(&indexed(moved, shifted)), pixels);
    }

    /// What GrafX2 does: unused entries get other colours, and there are 256.
    #[test]
    fn unused_entries_do_not_count() {
        let mut all = entries(&palette());
        all[9] = [0, 0, 0, 255];
        all.resize(256, [3, 3, 3, 255]);
        let pixels = vec![0, 1, 2, 6, 13, 15];
        assert_eq!(recovered(&indexed(pixels.clone(), all)), pixels);
    }

    /// What optimisers do: used entries only, in another order.
    #[test]
    fn entries_in_another_order() {
        let palette = palette();
        let all = entries(&palette);
        let pixels = vec![3, 0, 13, 1, 2, 6];
        let found = indexed(vec![5, 0, 3, 1, 2, 4], vec![all[0], all[1], all[2], all[13], all[6], all[3]]);
        assert_eq!(recovered(&found), pixels);
    }

    #[test]
    fn true_colours_and_the_colours_of_the_game() {
        let palette = palette();
        let colours = [palette.shown[6], palette.exact[6], palette.exact[4]].map(|[r, g, b]| [r, g, b, 255]);
        let pixels = [&colours[..], &[[1, 2, 3, 0]]].concat();
        let found = DecodedImage { width: 2, height: 2, pixels: Pixels::Colours(pixels) };
        let plain = indices(&found, &palette, None, Options::default()).unwrap();
        assert_eq!(plain.pixels, [6, 2, 4, 0], "2 is written as the colour that both have in the game");
        assert!(plain.notes.is_empty());
    }

    #[test]
    fn twins_are_told_apart_by_what_was_there() {
        let palette = ShownPalette::new(vec![[0; 3], [255, 0, 255], [255, 0, 255]], 0);
        let palette = ShownPalette { shown: vec![[1; 3], [2; 3], [3; 3]], ..palette };
        let found =
            DecodedImage { width: 3, height: 1, pixels: Pixels::Colours(vec![[255, 0, 255, 255]; 3]) };
        let read = indices(&found, &palette, Some(&[2, 1, 0]), Options::default()).unwrap();
        assert_eq!(read.pixels, [2, 1, 1]);
        assert_eq!(read.notes.len(), 1);
    }

    /// What quantisers do: one entry for both.
    #[test]
    fn a_twin_that_was_joined_is_kept_where_it_was() {
        let palette = palette();
        let seen = |index: usize| {
            let [r, g, b] = palette.shown[index];
            [r, g, b, 255]
        };
        let found = DecodedImage {
            width: 4,
            height: 1,
            pixels: Pixels::Colours(vec![seen(2), seen(2), seen(3), seen(2)]),
        };
        let read = indices(&found, &palette, Some(&[6, 2, 6, 5]), Options::default()).unwrap();
        assert_eq!(read.pixels, [6, 2, 3, 2]);
        assert_eq!(read.notes, [Note::Gone(vec![5, 6])]);
        let all_there = indices(&found, &palette, Some(&[2, 2, 3, 2]), Options::default()).unwrap();
        assert_eq!((all_there.pixels, all_there.notes), (vec![2, 2, 3, 2], vec![]));
    }

    #[test]
    fn a_foreign_colour_is_named_with_the_nearest() {
        let found = DecodedImage {
            width: 2,
            height: 2,
            pixels: Pixels::Colours(vec![[0, 0, 0, 0], [46, 229, 9, 255], [9, 9, 9, 255], [9, 9, 9, 255]]),
        };
        let foreign = indices(&found, &palette(), None, Options::default()).unwrap_err();
        assert_eq!(foreign.len(), 2);
        assert_eq!((foreign[0].at, foreign[0].nearest.0), ((1, 0), 3));
        assert_eq!((foreign[1].at, foreign[1].pixels), ((0, 1), 2));
        assert_eq!((foreign[0].colour, foreign[0].kept), ([0x2e, 0xe5, 0x09], None));
        let taken = indices(&found, &palette(), None, Options { nearest: true }).unwrap();
        assert_eq!(taken.pixels[..2], [0, 3]);
        assert_ne!(taken.pixels[2], 0, "never the transparent one");
        assert_eq!(taken.notes.len(), 2);
    }

    /// What changing the palette alone does, in the file or in the text.
    #[test]
    fn a_colour_that_changed_is_told_from_pixels_that_did() {
        let mut all = entries(&palette());
        all[3] = [1, 1, 1, 255];
        let found = indexed(vec![3, 3, 4, 0], all);
        let kept = |before: &[u8]| {
            indices(&found, &palette(), Some(before), Options::default()).unwrap_err()[0].kept
        };
        assert_eq!(kept(&[3, 3, 4, 0]), Some(3));
        assert_eq!(kept(&[3, 2, 4, 0]), None);
    }

    #[test]
    fn pixels_that_are_partly_there_are_counted() {
        let colours = vec![[1, 2, 3, 255], [1, 2, 3, 0], [1, 2, 3, 128], [1, 2, 3, 1]];
        let found = DecodedImage { width: 2, height: 2, pixels: Pixels::Colours(colours) };
        assert_eq!(partly_there(&found), Some((2, (0, 1))));
        assert_eq!(partly_there(&indexed(vec![0, 1], vec![[0; 4], [9, 9, 9, 255]])), None);
        assert_eq!(partly_there(&indexed(vec![0, 1], vec![[0; 4], [9, 9, 9, 200]])), Some((1, (1, 0))));
    }

    #[test]
    fn paint_is_what_is_neither_transparent_nor_the_ground() {
        let palette = palette();
        let [ground, paint] = [0, 3].map(|index: usize| {
            let [r, g, b] = palette.shown[index];
            [r, g, b, 255]
        });
        let found = DecodedImage {
            width: 4,
            height: 1,
            pixels: Pixels::Colours(vec![[1, 2, 3, 0], ground, paint, [9, 9, 9, 255]]),
        };
        assert_eq!(painted(&found, Some(&palette)), [false, false, true, true]);
        assert_eq!(painted(&indexed(vec![7, 7, 1], Vec::new()), None), [false, false, true]);
    }

    proptest! {
        /// Any order of any superset of the used entries gives every index back.
        #[test]
        fn any_order_of_entries(
            pixels in proptest::collection::vec(0u8..16, 1..60),
            order in Just((0..16usize).collect::<Vec<_>>()).prop_shuffle(),
            true_colour: bool,
        ) {
            let palette = palette();
            let all = entries(&palette);
            let place: Vec<u8> = (0..16).map(|n| order.iter().position(|o| *o == n).unwrap() as u8).collect();
            let moved: Vec<u8> = pixels.iter().map(|n| place[usize::from(*n)]).collect();
            let shuffled: Vec<[u8; 4]> = order.iter().map(|n| all[*n]).collect();
            let found = if true_colour {
                let colours = moved.iter().map(|n| shuffled[usize::from(*n)]).collect();
                DecodedImage { width: moved.len(), height: 1, pixels: Pixels::Colours(colours) }
            } else {
                indexed(moved, shuffled)
            };
            prop_assert_eq!(recovered(&found), pixels);
        }
    }
}
