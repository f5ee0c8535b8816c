//! The interpreters whose rules a game can be played by, where they differ.
//!
//! ScummVM's authors keep reading the original programs, so newer versions play some things differently from older
//! ones. This file sets all such rules; no other rule depends on an interpreter or its version.
//! `docs/interpreters.md` lists the rules by number, with what is known of the original programs.

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownName;

use super::{ChoreNumbers, ClipRules, Dialect, Generation, Turns};

/// The interpreter whose rules apply.
///
/// ```
/// use costumier_format::{Dialect, Interpreter};
///
/// let older = Dialect::V4.interpreted_by(Interpreter::ScummVm2_7);
/// assert_eq!(older.interpreter(), Interpreter::ScummVm2_7);
/// // Constants have the rules of the original programs, as far as known.
/// assert_eq!(Dialect::V4.interpreter(), Interpreter::Current);
/// assert_eq!("scummvm-2.7".parse(), Ok(Interpreter::ScummVm2_7));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Interpreter {
    /// The original programs, as far as they are known. ScummVM shows the same from 2026.1.1 on.
    #[default]
    Current,
    /// ScummVM 2.7, the version in Debian 12.
    ScummVm2_7,
}

impl Interpreter {
    /// All interpreters, the current one first.
    pub const ALL: [Self; 2] = [Self::Current, Self::ScummVm2_7];

    /// The interpreter's name on the command line and in scene files, such as `scummvm-2.7`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::ScummVm2_7 => "scummvm-2.7",
        }
    }

    const fn is_current(self) -> bool {
        matches!(self, Self::Current)
    }
}

impl fmt::Display for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Interpreter {
    type Err = UnknownName;

    /// A [name](Self::name), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, "interpreter", Self::ALL, Self::name)
    }
}

/// The rules in which interpreters differ for rooms' pictures in one piece (`BMAP`, Humongous from 7.1 on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BmapRules {
    /// Whether codes 144 to 148 omit pixels of the room's transparent colour. Otherwise these pixels are drawn.
    pub leaves_out: bool,
    /// Whether, with 16 bits a pixel, code 150 fills the room with pixels of the byte's value. Otherwise it uses
    /// the colour that the room's palette has for the byte.
    pub fills_with_number: bool,
}

impl Dialect {
    /// The same game with the rules of this interpreter.
    #[must_use]
    pub const fn interpreted_by(mut self, interpreter: Interpreter) -> Self {
        let current = interpreter.is_current();
        self.interpreter = interpreter;
        // Rule 1.
        self.flipped_scale_counts_up = current && matches!(self.generation, Generation::V4);
        // Rules 2 and 3. Up to v3, all interpreters have the table; v0 turns at once.
        match (self.generation, current) {
            (Generation::V4 | Generation::V5 | Generation::V6 | Generation::Humongous, true) => {
                self.play.turns = Turns::Table;
            }
            (Generation::V4 | Generation::V5 | Generation::V6 | Generation::Humongous, false) => {
                self.play.turns = Turns::Quarters;
            }
            (Generation::V7 | Generation::V8, true) => self.play.turns = Turns::Eighths,
            (Generation::V7 | Generation::V8, false) => self.play.turns = Turns::AtOnce,
            _ => {}
        }
        // Rules 4 to 7.
        self.akos.mirrors_trle_places = !current;
        self.akos.clips = ClipRules { as_screen: current, majmin_open: current };
        self.akos.shades_all_trle = current && self.humongous != 0 && self.humongous < 99;
        // Rule 8.
        self.objects.mask_replaces = current;
        // Rules 9 and 10.
        self.bmap = BmapRules { leaves_out: !current, fills_with_number: !current };
        // Rule 11.
        self.akos.scale_wraps = current;
        // Rule 12.
        if self.humongous >= 100 {
            self.chores = if current { ChoreNumbers::BytesAndThousands } else { ChoreNumbers::Bytes };
        }
        // Rule 13.
        self.boxes_either_way = current && matches!(self.generation, Generation::V7 | Generation::V8);
        // Rule 14 is about walking, which nothing here does.
        // Rule 15.
        self.akos.mixes_trle = !current;
        // Rule 16.
        self.akos.mirrors_trle_lines = current && self.humongous >= 100;
        // Rule 17.
        self.macintosh_gamma = current;
        self
    }
}

/// A rule on which interpreters disagree, for reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DisputedRule {
    /// The rule's number in `docs/interpreters.md`.
    pub number: u8,
    /// What the rule is about.
    pub about: &'static str,
    /// How the rule of newer interpreters was found.
    pub known: Known,
}

/// How a rule is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// ScummVM 2026.1.1 was run and showed the same pictures.
    Seen,
    /// ScummVM's source says so.
    Read,
}

impl Dialect {
    /// The rules on which interpreters disagree and that apply to games of this kind.
    #[must_use]
    pub fn disputed(&self) -> Vec<DisputedRule> {
        use Generation::{Humongous, V4, V5, V6, V7, V8};
        let of_akos = self.generation == Humongous && self.has_akos();
        let rooms = self.humongous >= 71;
        let all = [
            (1, "scaled pictures that face West", Known::Seen, self.generation == V4),
            (2, "turns by quarters", Known::Seen, matches!(self.generation, V4 | V5 | V6 | Humongous)),
            (3, "turns by eighths", Known::Seen, matches!(self.generation, V7 | V8)),
            (4, "codec 32 facing West", Known::Seen, of_akos && self.humongous >= 70),
            (5, "clip rectangles of codec 1", Known::Seen, of_akos && self.akos.clip_rectangles),
            (6, "clip rectangles of codec 16", Known::Seen, of_akos && self.akos.clip_rectangles),
            (7, "XMAP on codec 32", Known::Seen, of_akos && (70..99).contains(&self.humongous)),
            (8, "TMSK of objects", Known::Seen, self.objects.clears),
            (9, "room pictures of codes 144 to 148", Known::Seen, rooms),
            (10, "room pictures of code 150", Known::Seen, rooms && self.high_colour.is_some()),
            (11, "scaled pictures 128 pixels from the actor", Known::Seen, of_akos),
            (12, "chores 56 to 60 and 1024 to 1028", Known::Read, self.humongous >= 100),
            (
                13,
                "walk boxes whose corners go round the other way",
                Known::Seen,
                matches!(self.generation, V7 | V8),
            ),
            (15, "XMAP on codec 32 in 16 bits", Known::Seen, of_akos && self.high_colour.is_some()),
            (16, "codec 32 with one visible line", Known::Seen, of_akos && self.humongous >= 100),
            (17, "colours of Macintosh editions", Known::Read, self.has_macintosh_gamma()),
        ];
        let rules = all.into_iter().filter(|(.., applies)| *applies);
        rules.map(|(number, about, known, _)| DisputedRule { number, about, known }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;

    fn all() -> impl Iterator<Item = Dialect> {
        let humongous = [61, 62, 70, 71, 72, 80, 85, 90, 98, 99, 100, 101].map(Dialect::humongous);
        let others = [Dialect::V0, Dialect::NES, Dialect::V3_PCE, Dialect::V4_EGA, Dialect::V5_TOWNS];
        let towns = [Dialect::V3_TOWNS, Dialect::V3_TOWNS_ZAK, Dialect::V3_TOWNS_INDY];
        let late = [Dialect::V7, Dialect::V8, Dialect::humongous(99).with_high_colour()];
        Dialect::CLASSIC.into_iter().chain(humongous).chain(others).chain(towns).chain(late)
    }

    #[test]
    fn interpreters_are_found_by_their_names() {
        for interpreter in Interpreter::ALL {
            assert_eq!(interpreter.name().parse(), Ok(interpreter));
        }
        assert!("scummvm".parse::<Interpreter>().unwrap_err().to_string().contains("scummvm-2.7"));
    }

    #[test]
    fn constants_are_current_and_one_can_go_back() {
        for dialect in all() {
            let older = dialect.interpreted_by(Interpreter::ScummVm2_7);
            assert_eq!((dialect.interpreter(), older.edition()), (Interpreter::Current, dialect));
            assert_eq!(older.interpreted_by(Interpreter::ScummVm2_7), older);
            assert_eq!(older.disputed(), dialect.disputed(), "the kind of game decides what matters");
        }
    }

    #[test]
    fn a_dialect_without_disputed_rules_plays_the_same() {
        let dialects = [Dialect::V0, Dialect::V1_C64, Dialect::V2, Dialect::V3, Dialect::V3_TOWNS_ZAK];
        for dialect in dialects {
            assert!(dialect.disputed().is_empty());
            let older = dialect.interpreted_by(Interpreter::ScummVm2_7);
            assert_eq!(older.play, dialect.play);
            assert_eq!((older.chores, older.flipped_scale_counts_up), (dialect.chores, false));
        }
    }

    #[test]
    fn rules_hang_on_the_engines_version() {
        let chores = |version, by| Dialect::humongous(version).interpreted_by(by).chores;
        use Interpreter::{Current, ScummVm2_7};
        assert_eq!(chores(99, Current), ChoreNumbers::Bytes);
        assert_eq!(chores(100, Current), ChoreNumbers::BytesAndThousands);
        assert_eq!(chores(100, ScummVm2_7), ChoreNumbers::Bytes);
        let shades = |version| Dialect::humongous(version).akos.shades_all_trle;
        assert_eq!([98, 99].map(shades), [true, false]);
        let numbers = |dialect: Dialect| dialect.disputed().iter().map(|it| it.number).collect::<Vec<_>>();
        assert_eq!(numbers(Dialect::V4), [1, 2, 17]);
        assert_eq!(numbers(Dialect::V5), [2, 17]);
        assert_eq!(numbers(Dialect::V5_TOWNS), [2]);
        assert_eq!(numbers(Dialect::V7), [3, 13, 17]);
        assert_eq!(numbers(Dialect::V8), [3, 13]);
        assert_eq!(
            numbers(Dialect::humongous(100).with_high_colour()),
            [2, 4, 5, 6, 8, 9, 10, 11, 12, 15, 16]
        );
    }
}
