//! Properties of a dialect that follow from several of its rules.

use super::{CostumeKind, Dialect, Directories, Generation, Interpreter, Platform, SoundCodes};

const TICKS: &str =
    "time: each game's scripts set the length of a tick; 6 jiffies (10 ticks a second) are assumed";
const WINDOWS: &str =
    "windows that end in a counter or a sound: they hang ScummVM; playing stops after one pass";

impl Dialect {
    /// The generation of the game.
    #[must_use]
    pub const fn generation(&self) -> Generation {
        self.generation
    }

    /// The interpreter whose rules apply.
    #[must_use]
    pub const fn interpreter(&self) -> Interpreter {
        self.interpreter
    }

    /// The same game with the rules of the current interpreter, for comparing editions.
    #[must_use]
    pub const fn edition(&self) -> Self {
        self.interpreted_by(Interpreter::Current)
    }

    /// Size of the interpreter's screen in pixels: width, height.
    #[must_use]
    pub const fn screen_size(&self) -> (u32, u32) {
        self.screen_size
    }

    /// Whether costumes are AKOS blocks. Otherwise they are COST blocks.
    #[must_use]
    pub const fn has_akos(&self) -> bool {
        matches!(self.costumes, CostumeKind::Akos)
    }

    /// Whether costumes and walk boxes are those of v0.
    #[must_use]
    pub const fn is_v0(&self) -> bool {
        matches!(self.costumes, CostumeKind::V0)
    }

    /// Whether costumes and rooms consist of the tiles of the NES.
    #[must_use]
    pub const fn is_nes(&self) -> bool {
        matches!(self.costumes, CostumeKind::Nes)
    }

    /// Whether scripts name the room colour that an override replaces. Otherwise they name the entry of the
    /// costume's palette (`docs/format/akos.md §9.3`).
    #[must_use]
    pub const fn overrides_name_room_colours(&self) -> bool {
        self.has_akos() && matches!(self.generation, Generation::Humongous)
    }

    /// Whether rooms say how an EGA screen mixes their 256 colours (`EPAL`): up to v6.
    #[must_use]
    pub fn has_ega_pairs(&self) -> bool {
        self.generation <= Generation::V6
    }

    /// Whether an EGA screen shows the game by mixing colours: games of 256 colours up to v6, except for the
    /// FM-TOWNS and the PC-Engine.
    #[must_use]
    pub fn is_mixed_on_ega(&self) -> bool {
        let is_deep = matches!(self.platform(), Platform::FmTowns | Platform::PcEngine);
        self.has_ega_pairs() && !self.fixed_colours && !is_deep
    }

    /// Whether a Macintosh shows these games with its gamma: games of 256 colours from v3 to v7, except for
    /// Humongous games
    /// and editions for other machines.
    #[must_use]
    pub fn has_macintosh_gamma(&self) -> bool {
        let is_for_pc = self.platform() == Platform::Pc && !self.fixed_colours && self.high_colour.is_none();
        is_for_pc && (Generation::V3..=Generation::V7).contains(&self.generation)
    }

    /// Whether games of this kind have 16 colours of its own on a Macintosh: v3.
    #[must_use]
    pub fn has_macintosh_colours(&self) -> bool {
        self.generation == Generation::V3 && self.fixed_colours
    }

    /// The games in which an unmodified ScummVM plays costumes of this kind. It takes a game of 10.0 with 8 bits a
    /// pixel only
    /// by its checksum, so a made one is of 9.9, whose costumes are the same.
    #[must_use]
    pub fn playable(&self) -> Self {
        if self.edition() == Self::humongous(100) { Self::humongous(99) } else { *self }
    }

    /// Whether the index lists the sounds that scripts start by number: up to v6.
    #[must_use]
    pub fn lists_sounds(&self) -> bool {
        self.generation < Generation::V7
    }

    /// The sign by which a game's files show this edition; `None` if the index alone shows it. Reports print it.
    #[must_use]
    pub fn guessed_from(&self) -> Option<&'static str> {
        let guesses = [
            (
                Self::V4_EGA,
                "rooms without palettes make it a game of 16 colours (docs/format/containers.md §9)",
            ),
            (
                Self::V5_AMIGA,
                "the Amiga is told by the order in which pixels make sense (docs/format/cost.md §11)",
            ),
            (
                Self::V5_TOWNS,
                "the FM-TOWNS is told by the index's name and size, or by sounds (docs/format/editions.md §3.1)",
            ),
            (Self::HE60, "Humongous 6.0 is told by the index's ending .he0 (docs/format/containers.md §5)"),
        ];
        let edition = self.edition();
        guesses.into_iter().find(|(guessed, _)| *guessed == edition).map(|(_, text)| text)
    }

    /// Rules of time, scaling and edges that the generation's sources leave open. Reports print them.
    #[must_use]
    pub fn open_questions(&self) -> &'static [&'static str] {
        match self.generation {
            Generation::V7 | Generation::V8 | Generation::Humongous => &[TICKS],
            // Pictures of these generations are never scaled.
            Generation::V0 | Generation::V1 | Generation::V2 | Generation::V3 => &[TICKS, WINDOWS],
            Generation::V4 | Generation::V5 | Generation::V6 => &[
                "scaling: the scale table, and which columns are left out when an actor is small",
                "stage edges: pictures that reach over them follow ScummVM; the original programs may differ",
                TICKS,
                WINDOWS,
                "costumes whose size field is 0: the record table is taken to end where the first record begins",
            ],
        }
    }

    /// The rules of this dialect that are known from documents alone and were not compared with an interpreter.
    /// Reports print them.
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
            "bit 7 of a command is a footstep when the picture is left (docs/format/animation.md §4)",
        );
        rule(self.undrawn_from < 0x80, "pictures from 0x79 on are not drawn (docs/format/cost.md §7)");
        rule(
            self.keeps_first_16,
            "colours 0 to 15 are the Amiga's own, those of backgrounds begin with 16 (docs/format/containers.md §10.2)",
        );
        rule(
            self.sounds == SoundCodes::ListReversed,
            "sound commands name the sound list backwards (docs/format/cost.md §7)",
        );
        rule(
            self.disks.directories == Directories::Humongous,
            "the index has the directories DIRR, DIRI, DIRC …, and DLFL places rooms (docs/format/containers.md §5.2)",
        );
        rule(
            self.generation == Generation::Humongous && self.has_akos(),
            "which engine it is: MAXS, room names, pictures, disks and the boot script tell; games of 6.2, 7.3, 7.4, \
             8.5, 9.5 and 10.1 under unknown names are taken for the one before (docs/format/humongous-rooms.md §6); \
             from 9.9 on twelve titles have 16 bits a pixel, which their names tell, and all others 8",
        );
        rule(
            self.objects.tiles,
            "rooms of tiles and costumes of blocks are as ScummVM reads packs that were written after it; a room \
             without masks, or of more than 18 rows of tiles, has no z-plane, where ScummVM keeps the one of the \
             room before (docs/format/old-rooms.md §8)",
        );
        rule(
            self.high_colour.is_some() && self.has_akos(),
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
