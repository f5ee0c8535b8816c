//! What a costume folder stores about its costume's origin: generation, game and room, and the colours it is shown
//! in.

use std::collections::BTreeSet;

use costumier::format::dialect::V1Game;
use costumier::{Costume, Dialect, Game};

use crate::pictures::Rgb;
use crate::pictures::palette::ShownPalette;

/// Where a costume comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The id of the costume in the game.
    pub id: Option<u32>,
    /// The number of the room that owns the costume.
    pub room: Option<u32>,
    /// The key of the game, made from its index's fingerprint.
    pub game: Option<String>,
    /// A name for people.
    pub name: Option<String>,
    /// The colour of each costume colour on the screen; empty if unknown.
    pub colours: Vec<Rgb>,
    /// The costume colours whose colour on the screen is unknown: their room colour was changed in a folder that does
    /// not know the room's colours.
    pub unknown: BTreeSet<usize>,
    /// The 256 colours of the room; empty if they are unknown, and in generations whose colours are those of the
    /// screen.
    pub room_colours: Vec<Rgb>,
}

/// The dialects that a folder can name.
pub const DIALECTS: [(&str, Dialect); 31] = [
    ("v1-maniac", Dialect::v1(V1Game::Maniac)),
    ("v1-zak", Dialect::v1(V1Game::Zak)),
    ("v1-c64", Dialect::V1_C64),
    ("v2", Dialect::V2),
    ("v3-16", Dialect::V3),
    ("v3", Dialect::V3_256),
    ("v4", Dialect::V4),
    ("v4-16", Dialect::V4_EGA),
    ("v4-amiga", Dialect::V4_AMIGA),
    ("v5", Dialect::V5),
    ("v5-amiga", Dialect::V5_AMIGA),
    ("v6", Dialect::V6),
    ("v7", Dialect::V7),
    ("v8", Dialect::V8),
    ("he60", Dialect::HE60),
    ("he61", Dialect::humongous(61)),
    ("he62", Dialect::humongous(62)),
    ("he70", Dialect::humongous(70)),
    ("he71", Dialect::humongous(71)),
    ("he72", Dialect::humongous(72)),
    ("he73", Dialect::humongous(73)),
    ("he74", Dialect::humongous(74)),
    ("he80", Dialect::humongous(80)),
    ("he85", Dialect::humongous(85)),
    ("he90", Dialect::humongous(90)),
    ("he95", Dialect::humongous(95)),
    ("he98", Dialect::humongous(98)),
    ("he99", Dialect::humongous(99)),
    ("he99-16", Dialect::humongous(99).with_high_colour()),
    ("he100", Dialect::humongous(100).with_high_colour()),
    ("he100-8", Dialect::humongous(100)),
];

/// Returns the name of a dialect in folders.
#[must_use]
pub fn dialect_name(dialect: &Dialect) -> &'static str {
    let own = dialect.edition();
    let exact = DIALECTS.iter().find(|(_, known)| *known == own);
    // A game shown on another screen, or of another engine, has the same kind of costumes.
    let kind = |it: &Dialect| (it.generation(), it.files, it.cost, it.row_major);
    let late = |it: &Dialect| (it.costumes, it.akos, it.operations, it.high_colour);
    let alike = || DIALECTS.iter().filter(|(_, known)| kind(known) == kind(&own));
    let nearest = exact.or_else(|| alike().find(|(_, known)| late(known) == late(&own)));
    nearest.or_else(|| alike().next()).map_or("v5", |(name, _)| name)
}

/// Returns the dialect of a name, or `None` if no dialect has it.
#[must_use]
pub fn dialect_of(name: &str) -> Option<Dialect> {
    DIALECTS.iter().find(|(known, _)| *known == name).map(|(_, dialect)| *dialect)
}

impl About {
    /// Returns where a costume of a game comes from, and its colours. The game's fingerprint and the costume's name
    /// are left out.
    #[must_use]
    pub fn of(game: &Game, id: u32, room: u32, costume: &Costume) -> Self {
        let palette = game.costume_palette(id).ok();
        let colour =
            |palette: &[Rgb; 256], colour: u8| palette.get(usize::from(colour)).copied().unwrap_or_default();
        let dialect = costume.dialect();
        let has_own = dialect.high_colour.is_some() && costume.own_colours().is_some();
        let by_room = !dialect.fixed_colours && !has_own;
        let has_frames = costume.as_akos().is_some_and(|akos| akos.frame_count() > 0);
        let room_colours = palette.as_ref().filter(|_| by_room || has_frames).map(|palette| palette.to_vec());
        // Pictures of room colours store the whole palette, others the costume's own colours.
        let colours =
            palette.map(|palette| costume.palette().iter().map(|own| colour(&palette, *own)).collect());
        Self {
            id: Some(id),
            room: Some(room),
            colours: colours.unwrap_or_default(),
            room_colours: room_colours.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Returns the colours that pictures are written in: `colours` of them, with `transparent` as the transparent
    /// one.
    #[must_use]
    pub fn palette(&self, colours: usize, transparent: u8) -> ShownPalette {
        if self.colours.len() < colours {
            return ShownPalette::grey(colours, transparent);
        }
        ShownPalette::new(self.colours.iter().take(colours).copied().collect(), transparent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_a_name_of_its_own() {
        for (name, dialect) in DIALECTS {
            assert_eq!(dialect_of(name), Some(dialect));
            let found = dialect_of(dialect_name(&dialect)).unwrap();
            assert_eq!(found.generation(), dialect.generation(), "{name}");
        }
        for dialect in Dialect::CLASSIC {
            assert_eq!(dialect_of(dialect_name(&dialect)), Some(dialect));
        }
    }
}
