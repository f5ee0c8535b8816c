//! The colours of a costume's room, in `room.gpl`, and the colours that a changed `palette` has with them.
//!
//! ```text
//! rgb ──────────────────▸ the colours that pictures are painted in
//! palette ─▸ room.gpl ──▸ the colours in the game: previews, --nearest, conversions
//! ```

use std::collections::BTreeSet;

use costumier::Dialect;

use super::report::Report;
use super::{About, Files, TEXT};
use crate::pictures::palette::ShownPalette;
use crate::pictures::{Rgb, gpl};

/// The name of the file with the 256 colours of the costume's room.
pub(super) const ROOM: &str = "room.gpl";

/// Whether a folder gets the file: pixel values are costume colours, and the room's colours are known.
pub(super) fn is_written(about: &About) -> bool {
    about.colours.len() < 256 && about.room_colours.len() == 256
}

/// Writes the file.
pub(super) fn write(about: &About, files: &mut Files) {
    if is_written(about) {
        let name = about.room.map_or_else(|| "room".to_owned(), |room| format!("room {room}"));
        files.insert(ROOM.to_owned(), gpl::write(&name, &about.room_colours));
    }
}

/// Reports costume colours whose colour in `rgb` was changed: it has no effect.
fn tell_rgb(edited: &[usize], report: &mut Report) {
    let list: Vec<String> = edited.iter().map(usize::to_string).collect();
    let plural = if list.len() == 1 { "" } else { "s" };
    if !list.is_empty() {
        let text = format!(
            "costume colour{plural} {} changed, which changes nothing in the game: `rgb` only says in which colours \
             the pictures are painted. Change `palette`",
            list.join(", ")
        );
        report.note(&format!("{TEXT}: rgb"), &text);
    }
}

/// Reads the file. Returns no colours if the folder has none.
pub(super) fn read(files: &Files, report: &mut Report) -> Vec<Rgb> {
    let Some(bytes) = files.get(ROOM) else { return Vec::new() };
    gpl::read(bytes).unwrap_or_else(|why| {
        report.refuse(ROOM, format!("{why}. Unpack the costume again, or remove the file"));
        Vec::new()
    })
}

impl About {
    /// Takes the colours of a `palette` that was `was` in the block. Returns the colours that the folder's pictures are
    /// painted in, and whether `rgb` is known to be as it was written.
    pub(super) fn painted(
        &mut self,
        colours: usize,
        transparent: u8,
        (was, palette): (Option<&[u8]>, &[u8]),
        dialect: &Dialect,
        report: &mut Report,
    ) -> (Option<ShownPalette>, bool) {
        let painted = (!self.colours.is_empty()).then(|| self.palette(colours, transparent));
        let edited = self.edited_rgb(was, palette);
        tell_rgb(edited.as_deref().unwrap_or_default(), report);
        self.recolour(was.unwrap_or(palette), palette, dialect);
        (painted.map(|it| it.recoloured(&self.colours)), edited.is_some_and(|edited| edited.is_empty()))
    }

    /// Returns the costume colours whose colour in `rgb` the room has neither for `palette` nor for `was`, the palette
    /// of the block before. `None` if the room's colours are unknown.
    fn edited_rgb(&self, was: Option<&[u8]>, palette: &[u8]) -> Option<Vec<usize>> {
        let was = was.filter(|_| self.room_colours.len() == 256 && !self.colours.is_empty())?;
        let differs = |rgb: &Rgb, number: &u8| self.room_colours.get(usize::from(*number)) != Some(rgb);
        let all = self.colours.iter().zip(was).zip(palette).enumerate().skip(1);
        let edited = all.filter(|(_, ((rgb, was), now))| differs(rgb, was) && differs(rgb, now));
        Some(edited.map(|(k, _)| k).collect())
    }

    /// Replaces the colours, which belong to the palette `was`, by those that `palette` has in the game. Without the
    /// room's colours, a costume colour whose number changed gets the colour of another one with this number. If there
    /// is none, its colour is `unknown`.
    pub(crate) fn recolour(&mut self, was: &[u8], palette: &[u8], dialect: &Dialect) {
        let painted = self.colours.clone();
        let screen = dialect.fixed_colours.then(|| dialect.made_for.colours());
        let unchanged = |k: usize| was.get(k).filter(|number| palette.get(k) == Some(number));
        let mut unknown = BTreeSet::new();
        for (k, (colour, number)) in self.colours.iter_mut().zip(palette).enumerate() {
            let at = usize::from(*number);
            let known = match (self.room_colours.get(at), unchanged(k), screen) {
                (Some(colour), ..) => Some(*colour),
                (None, Some(_), _) => Some(*colour),
                (None, None, Some(screen)) => screen.get(at % 16).copied(),
                (None, None, None) => {
                    let same = (0..painted.len()).find(|other| unchanged(*other) == Some(number));
                    same.and_then(|other| painted.get(other)).copied()
                }
            };
            match known {
                Some(known) => *colour = known,
                None => drop(unknown.insert(k)),
            }
        }
        self.unknown = unknown;
    }
}
