//! The rules by which costume colours become room colours, on the screen that a game was made for and on others.

use super::{Dialect, Generation, V1Game};
use crate::screen::{Screen, macintosh};

/// How costume colours become room colours (`docs/format/cost.md §13`, `docs/format/drawing.md §7.1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourRule {
    /// By the costume's palette, unless the actor overrides the entry.
    Table,
    /// As in [`ColourRule::Table`], on a CGA screen: costume colours 6 and 7 are 5 and 15 unless the actor
    /// overrides them. An override of 255, which elsewhere means none, gives them the costume's own colours (v4).
    CgaTable,
    /// By the palette of the sprites, whatever scripts set; in the dark by three greys (NES).
    Sprites,
    /// Colours are the screen's 16, unless the actor overrides one. The colour that the costume names is drawn as
    /// colour 0.
    Sixteen {
        /// Colour 12 in the light, whatever overrides it (v2).
        twelve: Option<u8>,
        /// Whether colours 6 and 7 are 5 and 15 unless the actor overrides them (v3 on a CGA screen).
        cga: bool,
    },
    /// Four colours, of which two depend on the actor's number.
    Actor {
        /// The game, which decides the actors' colours.
        game: V1Game,
        /// What the C64's colours become on the screen.
        shown: V1Colours,
    },
    /// The costume's own colours, which no room has (PC-Engine). An override of 0 shows colour 1; other overrides
    /// do nothing.
    Own,
}

/// What the C64's colours of v1 become on a screen (`docs/format/old-rooms.md §3.2`,
/// `docs/format/unjudged.md §2.1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V1Colours {
    /// Colours of EGA, by a table for each game.
    Ega,
    /// C64 colours, unchanged: the screen is a C64's.
    C64,
    /// Patterns of four bits, by a table for both games: CGA and Hercules.
    Patterns,
}

impl V1Colours {
    fn on(screen: Screen) -> Self {
        match screen {
            Screen::C64 => Self::C64,
            _ if screen.has_v1_patterns() => Self::Patterns,
            _ => Self::Ega,
        }
    }
}

/// Which near-white entries of a room's palette are not applied, so that the earlier colour stays. Near-white means
/// that all three components are 252 or more (`docs/format/containers.md §10.2`,
/// `docs/format/humongous-rooms.md §3.5`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkippedWhite {
    /// No entries: white is applied (up to v4, v7, v8).
    #[default]
    None,
    /// Entries from 16 on (v5, v6, Humongous up to 7.4).
    From16,
    /// All entries but 15 (Humongous from 8.0 on).
    AllBut15,
}

impl SkippedWhite {
    /// Whether an entry with this colour is skipped.
    #[must_use]
    pub fn skips(self, index: u8, colour: [u8; 3]) -> bool {
        let may = match self {
            Self::None => false,
            Self::From16 => index >= 16,
            Self::AllBut15 => index != 15,
        };
        may && colour.iter().all(|part| *part >= 252)
    }
}

/// How a screen shows a colour of the room's palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourDepth {
    /// Eight bits for each of red, green and blue, as stored.
    #[default]
    Full,
    /// Five bits for each; the lower three are lost (FM-TOWNS, `docs/format/old-rooms.md §9`).
    Fifteen,
    /// Eight bits for each, brightened by a gamma of 1.45 (Macintosh, `docs/format/editions.md §5.3`).
    Macintosh,
}

impl ColourDepth {
    /// The colour that the screen shows, as red, green and blue.
    #[must_use]
    pub fn shown(self, colour: [u8; 3]) -> [u8; 3] {
        match self {
            Self::Full => colour,
            // The upper bits fill the lower ones, so that white stays white.
            Self::Fifteen => colour.map(|part| part & 0xF8 | part >> 5),
            Self::Macintosh => colour.map(macintosh::shown),
        }
    }
}

impl Dialect {
    /// The same game on another screen, with the screen's rules for costumes (`docs/format/cost.md §13`).
    #[must_use]
    pub fn on_screen(mut self, screen: Screen) -> Self {
        let on_cga = screen == Screen::Cga;
        self.colours = match self.colours {
            ColourRule::Actor { game, .. } => ColourRule::Actor { game, shown: V1Colours::on(screen) },
            ColourRule::Sixteen { twelve, .. } => ColourRule::Sixteen {
                twelve: twelve.map(|_| if screen.has_v1_patterns() { 15 } else { 12 }),
                cga: on_cga && self.generation >= Generation::V3,
            },
            ColourRule::Table | ColourRule::CgaTable if self.fixed_colours && on_cga => ColourRule::CgaTable,
            ColourRule::Table | ColourRule::CgaTable => ColourRule::Table,
            ColourRule::Own => ColourRule::Own,
            ColourRule::Sprites => ColourRule::Sprites,
        };
        self
    }
}
