//! Machines whose editions of a game are like nobody else's, and which dialect is whose.
//!
//! ```text
//!            others     Amiga        FM-TOWNS                                 PC-Engine
//! v3 (256)   V3_256     –            V3_TOWNS, V3_TOWNS_ZAK, V3_TOWNS_INDY    V3_PCE
//! v4         V4         V4_AMIGA     –                                        –
//! v5         V5         V5_AMIGA     V5_TOWNS                                 –
//! ```
//! What surprises: costumes of the FM-TOWNS are the PC's. Their colours are not: that machine puts a picture on
//! its screen with five bits for each of red, green and blue (`reference/08 §9`). On the PC-Engine nothing is
//! like the PC's but the files (`reference/08 §8`).

use std::fmt;
use std::str::FromStr;

use super::{ColourDepth, ColourRule, Dialect};
use crate::screen::Screen;

/// A machine that a game was made for, as far as it matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Platform {
    /// PCs, and all others that do as these do.
    #[default]
    Pc,
    /// The Amiga, with palettes (v4 and v5).
    Amiga,
    /// The FM-TOWNS (v3 with 256 colours and v5).
    FmTowns,
    /// The PC-Engine, also known as `TurboGrafx` (v3).
    PcEngine,
    /// The C64 (v0, and v1 in its colours). Its files are no other's, so nothing else can be taken for them.
    C64,
    /// The NES (Maniac Mansion). Its files are no other's, either.
    Nes,
}

impl Platform {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Pc, Self::Amiga, Self::FmTowns, Self::PcEngine, Self::C64, Self::Nes];

    /// Its name on the command line: `fm-towns`.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|platform| text.eq_ignore_ascii_case(platform.name()));
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("{text:?} is no platform; there are {names}")
        })
    }
}

impl Dialect {
    /// Dialects of games that several machines had, with the machine; the PC's first.
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

    /// The machine that this is for.
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

    /// The same games as they were for a machine: `None` for another than its own where there were none, or costumes
    /// and rooms of both are alike.
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
        assert!("atari".parse::<Platform>().unwrap_err().contains("fm-towns"));
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
