//! The machines whose editions of a game differ from all others, and their dialects.
//!
//! ```text
//!            others     Amiga        FM-TOWNS                                 PC-Engine
//! v3 (256)   V3_256     –            V3_TOWNS, V3_TOWNS_ZAK, V3_TOWNS_INDY    V3_PCE
//! v4         V4         V4_AMIGA     –                                        –
//! v5         V5         V5_AMIGA     V5_TOWNS                                 –
//! ```
//! **Note:** costumes of the FM-TOWNS are the same as for PC, but their colours differ: the machine shows five bits
//! for each of red, green and blue (`docs/format/old-rooms.md §9`). Games for the PC-Engine share only the file
//! layout with the PC (`docs/format/old-rooms.md §8`).

use std::fmt;
use std::str::FromStr;

use super::{ColourDepth, ColourRule, Dialect};
use crate::error::UnknownName;
use crate::screen::Screen;

/// A machine that a game was made for, as far as its editions differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Platform {
    /// The PC, and all machines with the same editions.
    #[default]
    Pc,
    /// The Amiga, with palettes (v4 and v5).
    Amiga,
    /// The FM-TOWNS (v3 with 256 colours and v5).
    FmTowns,
    /// The PC-Engine, also known as `TurboGrafx` (v3).
    PcEngine,
    /// The C64 (v0, and v1 in its colours). Its files differ from all others, so they cannot be mistaken.
    C64,
    /// The NES (Maniac Mansion). Its files differ from all others, too.
    Nes,
}

impl Platform {
    /// All machines, the PC first.
    pub const ALL: [Self; 6] = [Self::Pc, Self::Amiga, Self::FmTowns, Self::PcEngine, Self::C64, Self::Nes];

    /// The machine's name on the command line, such as `fm-towns`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pc => "pc",
            Self::Amiga => "amiga",
            Self::FmTowns => "fm-towns",
            Self::PcEngine => "pc-engine",
            Self::C64 => "c64",
            Self::Nes => "nes",
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Platform {
    type Err = UnknownName;

    /// A [name](Self::name), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, "platform", Self::ALL, Self::name)
    }
}

impl Dialect {
    /// Dialects of games that appeared on several machines, with the machine; the PC's first.
    const BY_PLATFORM: [&[(Platform, Self)]; 3] = [
        &[
            (Platform::Pc, Self::V3_256),
            (Platform::FmTowns, Self::V3_TOWNS),
            (Platform::FmTowns, Self::V3_TOWNS_ZAK),
            (Platform::FmTowns, Self::V3_TOWNS_INDY),
            (Platform::PcEngine, Self::V3_PCE),
        ],
        &[(Platform::Pc, Self::V4), (Platform::Amiga, Self::V4_AMIGA)],
        &[(Platform::Pc, Self::V5), (Platform::Amiga, Self::V5_AMIGA), (Platform::FmTowns, Self::V5_TOWNS)],
    ];

    /// The machine that the dialect is for.
    #[must_use]
    pub fn platform(&self) -> Platform {
        match (self.depth, self.background_base) {
            _ if self.made_for == Screen::C64 => Platform::C64,
            _ if self.colours == ColourRule::Own => Platform::PcEngine,
            _ if self.is_nes() => Platform::Nes,
            (ColourDepth::Fifteen, _) => Platform::FmTowns,
            (_, 16) => Platform::Amiga,
            _ => Platform::Pc,
        }
    }

    /// The same games for another machine; `None` if there were none, or if costumes and rooms of both are alike.
    /// For the dialect's own machine, the dialect itself.
    #[must_use]
    pub fn for_platform(&self, platform: Platform) -> Option<Self> {
        if platform == self.platform() {
            return Some(*self);
        }
        let edition = self.edition();
        let family = Self::BY_PLATFORM.iter().find(|family| family.iter().any(|(_, own)| *own == edition))?;
        let found = family.iter().find(|(of, _)| *of == platform);
        found.map(|(_, dialect)| dialect.interpreted_by(self.interpreter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_are_found_by_their_names() {
        for platform in Platform::ALL {
            assert_eq!(platform.name().parse(), Ok(platform));
        }
        assert_eq!("FM-TOWNS".parse(), Ok(Platform::FmTowns));
        assert!("atari".parse::<Platform>().unwrap_err().to_string().contains("fm-towns"));
    }

    #[test]
    fn every_edition_leads_to_those_of_other_machines() {
        use Platform as P;
        let to = |dialect: Dialect, platform| dialect.for_platform(platform);
        assert_eq!(to(Dialect::V5_TOWNS, P::Amiga), Some(Dialect::V5_AMIGA));
        assert_eq!(to(Dialect::V5_AMIGA, P::FmTowns), Some(Dialect::V5_TOWNS));
        assert_eq!(to(Dialect::V3_TOWNS_INDY, P::FmTowns), Some(Dialect::V3_TOWNS_INDY));
        assert_eq!(to(Dialect::V3_TOWNS_INDY, P::Pc), Some(Dialect::V3_256));
        assert_eq!(to(Dialect::V3_TOWNS_ZAK, P::Pc), Some(Dialect::V3_256));
        assert_eq!(to(Dialect::V3_256, P::FmTowns), Some(Dialect::V3_TOWNS));
        assert_eq!(to(Dialect::V3_256, P::PcEngine), Some(Dialect::V3_PCE));
        assert_eq!((to(Dialect::V4, P::FmTowns), to(Dialect::V3_256, P::Amiga)), (None, None));
        assert_eq!((to(Dialect::V6, P::Pc), to(Dialect::V6, P::FmTowns)), (Some(Dialect::V6), None));
        assert_eq!((Dialect::V0.platform(), Dialect::V1_C64.platform()), (P::C64, P::C64));
        assert_eq!((Dialect::NES.platform(), to(Dialect::NES, P::Nes)), (P::Nes, Some(Dialect::NES)));
        for (platform, dialect) in Dialect::BY_PLATFORM.concat() {
            assert_eq!(dialect.platform(), platform, "{dialect:?}");
        }
    }
}
