//! Checks of options: values that no export can have.

use std::collections::BTreeSet;

use costumier::Game;

use super::{Background, ExportOptions, Format};
use crate::scaler::Scaler;

/// An option that no export can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// The JSON of [`ExportOptions::from_json`] has no such options: a sentence that names the wrong one.
    #[error("{0}")]
    Json(String),
    /// [`ExportOptions::scale_up`] is out of its range.
    #[error("`scale_up` is {0}: use 1 to 8")]
    ScaleUp(u8),
    /// [`ExportOptions::scaler`] does not enlarge by [`ExportOptions::scale_up`].
    #[error("the scaler {0} needs a `scale_up` of {2}, not {1}")]
    Scaler(Scaler, u8, String),
    /// [`ExportOptions::scaler`] is set, and pictures are not only pixels of costumes.
    #[error("{0} enlarges the pixels of costumes, not rooms or the dots of a screen")]
    ScalerOfOthers(Scaler),
    /// [`ExportOptions::dots`] is not the number of the screen.
    #[error("`dots` is {0}: take the number of dots that the game's screen has for a pixel, 1 or 2")]
    Dots(u8),
    /// [`ExportOptions::shape`] has a side of 0.
    #[error("`shape` is {0} × {1}: use numbers from 1 on")]
    Shape(u32, u32),
    /// [`ExportOptions::jiffies_per_tick`] is out of its range: 0.
    #[error("a tick has 0 jiffies: use 1 to 255")]
    JiffiesPerTick,
    /// [`ExportOptions::longest_loop`] is out of its range: 0.
    #[error("`longest_loop` is 0: use a number of ticks from 1 on")]
    LongestLoop,
    /// [`ExportOptions::room`] does not exist in the game.
    #[error("the game has no room {0}")]
    NoSuchRoom(u32),
    /// [`ExportOptions::recolour`] has neither the number of colours of a costume nor that of a room.
    #[error(
        "the palette has {given} colours, and costume {id} has {own}: use {own} in its order, or the 256 of a room"
    )]
    PaletteSize {
        /// The number of colours of the palette.
        given: usize,
        /// The id of the costume.
        id: u32,
        /// The number of colours of the costume.
        own: usize,
    },
    /// [`ExportOptions::recolour`] has the colours of one costume, and these two have different ones.
    #[error(
        "the palette has {given} colours in the order of one costume, and costumes {first} and {other} have different \
         ones: name one costume, or use the 256 colours of a room"
    )]
    PaletteOfOne {
        /// The number of colours of the palette.
        given: usize,
        /// The id of one costume.
        first: u32,
        /// The id of another costume.
        other: u32,
    },
    /// [`Background::Room`] is set with formats that it cannot be combined with ([`Format::can_show_room`]).
    #[error(
        "a room can be behind frames, strips, gif, apng and webp, but not behind {}",
        names(.0)
    )]
    RoomBehind(BTreeSet<Format>),
}

/// Lists the factors of a scaler.
fn factors(scaler: Scaler) -> String {
    let all: Vec<String> = scaler.factors().iter().map(u32::to_string).collect();
    match all.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => all.concat(),
    }
}

/// Joins the names of formats.
fn names(formats: &BTreeSet<Format>) -> String {
    formats.iter().map(|format| format.name()).collect::<Vec<_>>().join(", ")
}

impl ExportOptions {
    /// Checks that each option is within its range, and that they fit each other. It does not compare rooms with a
    /// game, as [`ExportOptions::check_for`] does.
    ///
    /// # Errors
    /// The first wrong option.
    pub fn check(&self) -> Result<(), OptionsError> {
        if !(1..=8).contains(&self.scale_up) {
            return Err(OptionsError::ScaleUp(self.scale_up));
        }
        if !self.scaler.factors().contains(&u32::from(self.scale_up)) {
            return Err(OptionsError::Scaler(self.scaler, self.scale_up, factors(self.scaler)));
        }
        let only_costumes = self.background != Background::Room && self.dots.is_none_or(|dots| dots == 1);
        if self.scaler != Scaler::Squares && !only_costumes {
            return Err(OptionsError::ScalerOfOthers(self.scaler));
        }
        if let Some(dots) = self.dots.filter(|dots| !(1..=2).contains(dots)) {
            return Err(OptionsError::Dots(dots));
        }
        if let Some((width, height)) = self.shape.filter(|shape| shape.0 == 0 || shape.1 == 0) {
            return Err(OptionsError::Shape(width, height));
        }
        if self.jiffies_per_tick == 0 {
            return Err(OptionsError::JiffiesPerTick);
        }
        if self.longest_loop == 0 {
            return Err(OptionsError::LongestLoop);
        }
        let unfit: BTreeSet<Format> =
            self.formats.iter().copied().filter(|format| !format.can_show_room()).collect();
        if self.background == Background::Room && !unfit.is_empty() {
            return Err(OptionsError::RoomBehind(unfit));
        }
        Ok(())
    }

    /// Checks the options for the costumes of a game.
    ///
    /// # Errors
    /// As [`ExportOptions::check`]; [`OptionsError::NoSuchRoom`].
    pub fn check_for(&self, game: &Game) -> Result<(), OptionsError> {
        self.check()?;
        // Colours that a screen mixes are two dots wide.
        if let Some(dots) = self.dots.filter(|dots| *dots != game.dots().unwrap_or(2)) {
            return Err(OptionsError::Dots(dots));
        }
        match self.room.filter(|room| game.rooms().all(|entry| entry.id != *room)) {
            Some(room) => Err(OptionsError::NoSuchRoom(room)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_export_can_have_is_named() {
        let usual = ExportOptions::default();
        assert_eq!(usual.check(), Ok(()));
        let refused = |options: ExportOptions| options.check().unwrap_err();
        for bad in [0, 9, 255] {
            assert_eq!(refused(ExportOptions { scale_up: bad, ..usual.clone() }), OptionsError::ScaleUp(bad));
        }
        for bad in [0, 3] {
            assert_eq!(refused(ExportOptions { dots: Some(bad), ..usual.clone() }), OptionsError::Dots(bad));
        }
        let flat = ExportOptions { shape: Some((5, 0)), ..usual.clone() };
        assert_eq!(refused(flat), OptionsError::Shape(5, 0));
        let thrice = ExportOptions { scale_up: 3, scaler: Scaler::Mmpx, ..usual.clone() };
        assert_eq!(refused(thrice).to_string(), "the scaler mmpx needs a `scale_up` of 2 or 4, not 3");
        let room = Background::Room;
        let formats = [Format::Gif].into();
        let room =
            ExportOptions { scale_up: 2, scaler: Scaler::Epx, background: room, formats, ..usual.clone() };
        assert_eq!(refused(room), OptionsError::ScalerOfOthers(Scaler::Epx));
        let still = ExportOptions { jiffies_per_tick: 0, ..usual.clone() };
        assert_eq!(refused(still).to_string(), "a tick has 0 jiffies: use 1 to 255");
        assert_eq!(refused(ExportOptions { longest_loop: 0, ..usual }), OptionsError::LongestLoop);
    }

    #[test]
    fn a_room_is_behind_animations_and_nothing_else() {
        let options = |formats: &[Format]| ExportOptions {
            formats: formats.iter().copied().collect(),
            background: Background::Room,
            ..ExportOptions::default()
        };
        assert_eq!(options(&[Format::Png, Format::Gif, Format::Contact]).check(), Ok(()));
        let why = options(&[Format::Webp, Format::Sheet, Format::Aseprite]).check().unwrap_err();
        assert!(why.to_string().contains("not behind sheet, aseprite"), "{why}");
    }
}
