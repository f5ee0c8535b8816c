//! A dialect as the rest of the library and its users hold it: a value that says which generation's rules apply.
//!
//! The rules themselves are [`Rules`], in [`dialect`](crate::dialect): they grow with every
//! generation that is added. Those who look beneath reach them through the dialect (it dereferences to them).

use std::ops::{Deref, DerefMut};

use super::{Directories, Generation, Interpreter, Rules, SoundCodes, V1Game};
use crate::screen::Screen;

/// Which generation, and which of its forms, a game or a costume belongs to: what is handed to parsers and
/// builders.
///
/// ```
/// use costumier_format::{Dialect, Generation};
///
/// assert_eq!(Dialect::V6.generation(), Generation::V6);
/// assert_eq!(Dialect::V8.screen_size(), (640, 480));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect(Rules);

/// For those who look beneath: the rules, one by one.
impl Deref for Dialect {
    type Target = Rules;

    #[inline]
    fn deref(&self) -> &Rules {
        &self.0
    }
}

/// For judges that break a rule on purpose, and for games that nobody has seen yet.
impl DerefMut for Dialect {
    fn deref_mut(&mut self) -> &mut Rules {
        &mut self.0
    }
}

impl Dialect {
    const fn current(rules: Rules) -> Self {
        Self(rules.interpreted_by(Interpreter::Current))
    }

    /// v0: Maniac Mansion for the C64.
    pub const V0: Self = Self::current(Rules::V0);

    /// v1 for the C64: Zak `McKracken`.
    pub const V1_C64: Self = Self::current(Rules::V1_C64);

    /// v1 for the NES: Maniac Mansion.
    pub const NES: Self = Self::current(Rules::NES);

    /// v2.
    pub const V2: Self = Self::current(Rules::V2);

    /// v3 with 16 colours.
    pub const V3: Self = Self::current(Rules::V3);

    /// v3 with 256 colours: Indiana Jones 3 VGA.
    pub const V3_256: Self = Self::current(Rules::V3_256);

    /// v3 for the FM-TOWNS: Loom.
    pub const V3_TOWNS: Self = Self::current(Rules::V3_TOWNS);

    /// v3 for the FM-TOWNS: Zak `McKracken`.
    pub const V3_TOWNS_ZAK: Self = Self::current(Rules::V3_TOWNS_ZAK);

    /// v3 for the FM-TOWNS: Indiana Jones and the Last Crusade.
    pub const V3_TOWNS_INDY: Self = Self::current(Rules::V3_TOWNS_INDY);

    /// v3 for the PC-Engine: Loom.
    pub const V3_PCE: Self = Self::current(Rules::V3_PCE);

    /// v4 with 256 colours.
    pub const V4: Self = Self::current(Rules::V4);

    /// v4 with 16 colours.
    pub const V4_EGA: Self = Self::current(Rules::V4_EGA);

    /// v4 for the Amiga, with palettes.
    pub const V4_AMIGA: Self = Self::current(Rules::V4_AMIGA);

    /// v5, every game and platform but the Amiga's.
    pub const V5: Self = Self::current(Rules::V5);

    /// v5 for the Amiga.
    pub const V5_AMIGA: Self = Self::current(Rules::V5_AMIGA);

    /// v5 for the FM-TOWNS.
    pub const V5_TOWNS: Self = Self::current(Rules::V5_TOWNS);

    /// v6, `LucasArts` games.
    pub const V6: Self = Self::current(Rules::V6);

    /// Humongous 6.0, whose costumes are COST.
    pub const HE60: Self = Self::current(Rules::HE60);

    /// v7.
    pub const V7: Self = Self::current(Rules::V7);

    /// v8.
    pub const V8: Self = Self::current(Rules::V8);

    /// v1 for PC.
    #[must_use]
    pub const fn v1(game: V1Game) -> Self {
        Self::current(Rules::v1(game))
    }

    /// Humongous games whose costumes are AKOS, by the version of their engine: 61, 62, 70 … 101.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        Self::current(Rules::humongous(version))
    }

    /// The same with 16 bits for each pixel: what some games of Humongous 9.9 have, and others not. Those of
    /// 10.0 and 10.1 have them anyway.
    #[must_use]
    pub const fn with_high_colour(self) -> Self {
        Self(self.0.with_high_colour())
    }

    /// All that costumes of the COST kind come from, oldest first.
    pub const CLASSIC: [Self; 12] = [
        Self::v1(V1Game::Maniac),
        Self::v1(V1Game::Zak),
        Self::V1_C64,
        Self::V2,
        Self::V3,
        Self::V3_256,
        Self::V4,
        Self::V4_AMIGA,
        Self::V5,
        Self::V5_AMIGA,
        Self::V6,
        Self::HE60,
    ];

    /// The interpreter whose rules hold.
    #[must_use]
    pub fn interpreter(&self) -> Interpreter {
        self.0.interpreter
    }

    /// The same game as this interpreter plays it.
    #[must_use]
    pub const fn interpreted_by(self, interpreter: Interpreter) -> Self {
        Self(self.0.interpreted_by(interpreter))
    }

    /// The same game whichever interpreter plays it: what tells editions apart.
    #[must_use]
    pub fn edition(&self) -> Self {
        self.interpreted_by(Interpreter::Current)
    }

    /// The generation.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.0.generation
    }

    /// Size of the interpreter's screen in pixels, width and height.
    #[must_use]
    pub fn screen_size(&self) -> (u32, u32) {
        self.0.screen
    }

    /// Whether costumes are AKOS blocks; elsewhere they are COST blocks.
    #[must_use]
    pub fn has_akos(&self) -> bool {
        self.0.has_akos
    }

    /// The same game on another screen: what costumes do differently there (`reference/02 §13`).
    #[must_use]
    pub fn on_screen(self, screen: Screen) -> Self {
        Self(self.0.on_screen(screen))
    }

    /// What this dialect does that only reading supports: no game was at hand to hold it against. Empty where
    /// playing and drawing have been compared with an interpreter.
    #[must_use]
    pub fn unverified(&self) -> Vec<&'static str> {
        let mut rules = Vec::new();
        let mut rule = |applies: bool, text| {
            if applies {
                rules.push(text);
            }
        };
        rule(
            self.sounds == SoundCodes::FootstepBit,
            "bit 7 of a command is a footstep when the picture is left (reference/03 §4)",
        );
        rule(self.undrawn_from < 0x80, "pictures from 0x79 on are not drawn (reference/02 §7)");
        rule(
            self.keeps_first_16,
            "colours 0 to 15 are the Amiga's own, those of backgrounds begin with 16 (reference/01 §10.2)",
        );
        rule(
            self.sounds == SoundCodes::ListReversed,
            "sound commands name the sound list backwards (reference/02 §7)",
        );
        rule(
            self.disks.directories == Directories::Humongous,
            "the index has the directories DIRR, DIRI, DIRC …, and DLFL places rooms (reference/01 §5.2)",
        );
        rule(
            self.generation == Generation::Humongous && self.has_akos,
            "which engine it is: MAXS, room names, pictures, disks and the boot script tell; 6.2 is taken for \
             6.1, and games of 7.3, 7.4, 8.5, 9.5 and 10.1 under unknown names for the one before (reference/09 \
             §6); 9.9 has 16 bits a pixel in four games, which their names tell",
        );
        rule(
            self.objects.tiles,
            "rooms of tiles and costumes of blocks are as ScummVM reads packs that were written after it; a room \
             without masks, or of more than 18 rows of tiles, has no z-plane, where ScummVM keeps the one of the \
             room before (reference/08 §8)",
        );
        rule(
            self.high_colour.is_some() && self.has_akos,
            "where pixels have 16 bits: costumes of codec 1 without RGBS, whose colours the interpreter leaves \
             undefined, have the room's; pictures of objects in one piece are numbers and no colours, as \
             ScummVM 2.7.0 has it",
        );
        rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compared_with_an_interpreter_is_not_called_unverified() {
        for judged in [Dialect::V5, Dialect::V5_AMIGA, Dialect::V5_TOWNS, Dialect::V6] {
            assert!(judged.unverified().is_empty(), "{judged:?}");
        }
        for dialect in Dialect::CLASSIC.into_iter().filter(|dialect| dialect.generation < Generation::V4) {
            assert!(!dialect.unverified().is_empty(), "{dialect:?}");
        }
    }
}
