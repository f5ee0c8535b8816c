//! The colours in which pictures are written for editing.
//!
//! Two costume colours can be the same colour on the screen. An art program that stores colours and not indices would
//! join them. So each costume colour is written as a distinct colour, changed as little as possible, and both colours
//! are recognised when a picture is read.

use std::collections::BTreeSet;

use super::Rgb;

/// The colour written for transparent pixels. It is rarely painted by accident.
const TRANSPARENT: Rgb = [255, 0, 255];

/// The colours of a costume, in the game and as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPalette {
    /// The colour of each costume colour in the game.
    pub exact: Vec<Rgb>,
    /// The colour of each costume colour as written; no two are equal.
    pub shown: Vec<Rgb>,
    /// The costume colour that is transparent.
    pub transparent: u8,
    /// The colour of each costume colour in the game after a recolour; empty if it is `exact`.
    pub now: Vec<Rgb>,
}

impl ShownPalette {
    /// Makes the colours to write a costume in. `exact` has a colour for each costume colour, at most 256.
    #[must_use]
    pub fn new(exact: Vec<Rgb>, transparent: u8) -> Self {
        let mut taken: BTreeSet<Rgb> = BTreeSet::from([TRANSPARENT]);
        let shown = (0..=u8::MAX).zip(&exact).map(|(index, colour)| {
            if index == transparent {
                return TRANSPARENT;
            }
            let colour = nearest_free(*colour, &taken);
            taken.insert(colour);
            colour
        });
        let shown = shown.collect();
        Self { exact, shown, transparent, now: Vec::new() }
    }

    /// Makes the colours to write a picture without transparent pixels in. `spare` is a colour that the picture does
    /// not have.
    #[must_use]
    pub(crate) fn opaque(exact: Vec<Rgb>, spare: u8) -> Self {
        let mut palette = Self::new(exact, spare);
        let taken: BTreeSet<Rgb> = palette.shown.iter().copied().collect();
        let spare = usize::from(spare);
        if let Some((shown, exact)) = palette.shown.get_mut(spare).zip(palette.exact.get(spare)) {
            *shown = nearest_free(*exact, &taken);
        }
        palette
    }

    /// Adds the colours that the costume colours have in the game after a recolour.
    #[must_use]
    pub fn recoloured(self, now: &[Rgb]) -> Self {
        let now = now.iter().take(self.exact.len()).copied().collect();
        Self { now, ..self }
    }

    /// Returns the colours in the game.
    #[must_use]
    pub fn in_game(&self) -> &[Rgb] {
        if self.now.len() == self.exact.len() { &self.now } else { &self.exact }
    }

    /// Makes shades of grey, for a costume without known colours.
    #[must_use]
    pub fn grey(colours: usize, transparent: u8) -> Self {
        let most = colours.saturating_sub(1).max(1);
        let grey = |index: usize| u8::try_from(index * 255 / most).unwrap_or(u8::MAX);
        Self::new((0..colours.min(256)).map(|index| [grey(index); 3]).collect(), transparent)
    }
}

/// Returns the colour itself, or the nearest free one: one step in one channel, then further.
fn nearest_free(colour: Rgb, taken: &BTreeSet<Rgb>) -> Rgb {
    // Among 256 colours, one within a few steps is always free.
    (0..=8i16)
        .flat_map(|reach| {
            let side = -reach..=reach;
            side.clone()
                .flat_map(move |r| {
                    let side = side.clone();
                    side.clone().flat_map(move |g| side.clone().map(move |b| [r, g, b]))
                })
                .filter(move |by| by.iter().any(|by| by.abs() == reach))
        })
        .filter_map(|by| {
            let moved = |channel: usize| {
                let value = i16::from(*colour.get(channel)?) + by.get(channel)?;
                u8::try_from(value).ok()
            };
            Some([moved(0)?, moved(1)?, moved(2)?])
        })
        .find(|candidate| !taken.contains(candidate))
        .unwrap_or(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_written_as_one_of_its_own() {
        let exact: Vec<Rgb> = (0..=255u8).map(|index| [index / 64 * 85; 3]).collect();
        let palette = ShownPalette::new(exact.clone(), 0);
        let different: BTreeSet<Rgb> = palette.shown.iter().copied().collect();
        assert_eq!(different.len(), 256);
        for (shown, exact) in palette.shown.iter().zip(&exact).skip(1) {
            assert!(shown.iter().zip(exact).all(|(a, b)| a.abs_diff(*b) <= 8), "{shown:?} {exact:?}");
        }
        let palette = ShownPalette::new(vec![[9; 3], [1, 2, 3], [1, 2, 3]], 0);
        assert_eq!(palette.shown[..2], [TRANSPARENT, [1, 2, 3]]);
        assert!(palette.shown[2].iter().zip([1u8, 2, 3]).all(|(a, b)| a.abs_diff(b) <= 1));
    }
}
