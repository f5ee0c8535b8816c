//! Variables of scripts: the meaning of the numbers that name them (`docs/format/scripts.md §A.3`).
//!
//! **Note:** v3 to v5 can add a second word to a variable's number, or the value of a second variable; which
//! variable is meant is then known only while the script runs.

use std::fmt;

use super::Profile;

/// The kind of memory that a variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Space {
    /// The variables of the game.
    Global,
    /// The running script's own variables.
    Local,
    /// Single bits of the game.
    Bit,
    /// v3: bits of the game's variables: number / 16 is the variable, the rest is the bit.
    BitOfGlobal,
    /// The variables of the room (Humongous 8.0 and later).
    Room,
}

impl Space {
    /// Returns the name in listings and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "var",
            Self::Local => "local",
            Self::Bit => "bit",
            Self::BitOfGlobal => "varbit",
            Self::Room => "roomvar",
        }
    }
}

/// The summand of a variable's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Plus {
    /// A number that is added.
    Number(u16),
    /// The value of a variable is added.
    Value(Space, u16),
}

/// A variable as an instruction names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable {
    /// The kind of memory that it belongs to.
    pub space: Space,
    /// Its number in that memory.
    pub number: u32,
    /// The summand of the number, if the number is not fixed.
    pub plus: Option<Plus>,
}

impl Variable {
    /// Makes a variable of the game.
    #[must_use]
    pub const fn global(number: u32) -> Self {
        Self { space: Space::Global, number, plus: None }
    }

    /// Makes a variable of the running script.
    #[must_use]
    pub const fn local(number: u32) -> Self {
        Self { space: Space::Local, number, plus: None }
    }

    /// Makes the variable that a stored number means.
    pub fn of(profile: Profile, raw: u32) -> Self {
        let plain = |space, number| Self { space, number, plus: None };
        match profile {
            Profile::V0 | Profile::V1 | Profile::V2 | Profile::V2Nes => plain(Space::Global, raw),
            Profile::V8 => match raw {
                raw if raw & 0x8000_0000 != 0 => plain(Space::Bit, raw & 0x7FFF_FFFF),
                raw if raw & 0x4000_0000 != 0 => plain(Space::Local, raw & 0x0FFF_FFFF),
                raw => plain(Space::Global, raw & 0x0FFF_FFFF),
            },
            _ if profile.has_stack() => match raw {
                raw if raw & 0x8000 != 0 && profile >= Profile::He80 => plain(Space::Room, raw & 0xFFF),
                raw if raw & 0x8000 != 0 => plain(Space::Bit, raw & 0x7FFF),
                raw if raw & 0x4000 != 0 => plain(Space::Local, raw & 0xFFF),
                raw => plain(Space::Global, raw & 0xFFF),
            },
            _ => {
                let own_bits =
                    matches!(profile, Profile::V4 | Profile::V5 | Profile::V3TownsIndy | Profile::V3Engine);
                let raw = raw & !0x2000;
                match raw {
                    raw if raw & 0x8000 != 0 && own_bits => plain(Space::Bit, raw & 0x7FFF),
                    raw if raw & 0x8000 != 0 => plain(Space::BitOfGlobal, raw & 0xFFF),
                    raw if raw & 0x4000 != 0 && matches!(profile, Profile::V3Indy | Profile::V3TownsIndy) => {
                        plain(Space::Local, raw & 0xF)
                    }
                    raw if raw & 0x4000 != 0 => plain(Space::Local, raw & 0xFFF),
                    raw => plain(Space::Global, raw & 0xFFF),
                }
            }
        }
    }

    /// Whether it stands for the variable whose number it holds (v1 and v2).
    pub(crate) fn is_reference(self, profile: Profile) -> bool {
        (Profile::V1..=Profile::V2Nes).contains(&profile)
            && self.space == Space::Global
            && (14..=16).contains(&self.number)
    }

    /// Whether a second word follows the stored number (v3 to v5).
    pub(super) fn has_second_word(profile: Profile, raw: u32) -> bool {
        (Profile::V3..=Profile::V5).contains(&profile) && raw & 0x2000 != 0
    }

    /// Returns the meaning of the second word.
    pub(super) fn plus(profile: Profile, word: u16) -> Plus {
        if word & 0x2000 == 0 {
            return Plus::Number(word & 0xFFF);
        }
        let inner = Self::of(profile, u32::from(word & !0x2000));
        Plus::Value(inner.space, u16::try_from(inner.number).unwrap_or(u16::MAX))
    }

    /// Returns the number that is stored for it, and the second word (v3 to v5); `None` if a profile has no such
    /// variable.
    pub(super) fn stored(self, profile: Profile) -> Option<(u32, Option<u16>)> {
        let word = |space, number: u32| match (space, profile) {
            (Space::Bit, Profile::V8) => number | 0x8000_0000,
            (Space::Local, Profile::V8) => number | 0x4000_0000,
            (Space::Bit | Space::BitOfGlobal | Space::Room, _) => number | 0x8000,
            (Space::Local, _) => number | 0x4000,
            (Space::Global, _) => number,
        };
        let raw = word(self.space, self.number);
        let more = match self.plus {
            None => None,
            Some(Plus::Number(more)) => Some(more),
            Some(Plus::Value(space, more)) => Some(u16::try_from(word(space, more.into())).ok()? | 0x2000),
        };
        let raw = if more.is_some() { raw | 0x2000 } else { raw };
        let width = if profile < Profile::V3 { 0xFF } else { u32::MAX };
        let mut read = Self::of(profile, raw);
        if Self::has_second_word(profile, raw) {
            read.plus = Some(Self::plus(profile, more?));
        }
        (raw <= width && read == self).then_some((raw, more))
    }

    /// Returns what the interpreter uses it for, if that is known (`docs/format/scripts.md §A.4.4, §A.4.7`).
    #[must_use]
    pub fn role(&self, profile: Profile) -> Option<&'static str> {
        if self.space != Space::Global || self.plus.is_some() {
            return None;
        }
        if self.number == profile.ego() {
            return Some("ego");
        }
        if self.number == profile.room() {
            return Some("room");
        }
        let classic = (Profile::V3..=Profile::V6).contains(&profile);
        Some(match self.number {
            19 if classic => "timerNext",
            28 if classic => "entryScript",
            30 if classic => "exitScript",
            32 if classic => "verbScript",
            33 if classic => "sentenceScript",
            34 if classic => "inventoryScript",
            35 if classic => "cutsceneStartScript",
            36 if classic => "cutsceneEndScript",
            _ => return None,
        })
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { space, number, plus } = self;
        match plus {
            None if *space == Space::BitOfGlobal => write!(f, "var{}.bit{}", number / 16, number % 16),
            None => write!(f, "{}{number}", space.name()),
            Some(Plus::Number(more)) => write!(f, "{}[{number} + {more}]", space.name()),
            Some(Plus::Value(of, more)) => write!(f, "{}[{number} + {}{more}]", space.name(), of.name()),
        }
    }
}
