//! The forms in which games are owned, such as archives and disk images.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::fmt;

use super::sniff::Seen;

/// The kind of container that files are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Form {
    /// The archive of a remaster, LPAK.
    Lpak,
    /// A zip, or GOG's installer for Linux, which ends in one.
    Zip,
    /// A tar archive, also in gzip.
    Tar,
    /// The image of a CD.
    Cd,
    /// A Macintosh game's single data file.
    MacData,
    /// Floppies of DOS or the Atari ST.
    Fat,
    /// Floppies of the Amiga.
    Amiga,
    /// Floppies of the C64.
    C64,
    /// An archive of LucasArts' installer on floppies, `*.XXX`.
    Lfg,
    /// A single file that is wrapped for other machines or packed: MacBinary, AppleSingle, DiskCopy, gzip.
    Wrapped,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lpak => "remaster's archive (LPAK)",
            Self::Zip => "zip",
            Self::Tar => "tar",
            Self::Cd => "CD image",
            Self::MacData => "Macintosh data file",
            Self::Fat => "DOS floppies",
            Self::Amiga => "Amiga floppies",
            Self::C64 => "C64 floppies",
            Self::Lfg => "installer's archive (LFG!)",
            Self::Wrapped => "wrapped file",
        })
    }
}

impl Form {
    /// The form of a file that holds files; `None` for other files.
    pub(super) fn of(seen: &Seen) -> Option<Self> {
        Some(match seen {
            Seen::Lpak => Self::Lpak,
            Seen::Zip => Self::Zip,
            Seen::Tar => Self::Tar,
            Seen::Cd(_) | Seen::Cue => Self::Cd,
            Seen::MacData => Self::MacData,
            Seen::Fat => Self::Fat,
            Seen::Amiga => Self::Amiga,
            Seen::C64(_) => Self::C64,
            Seen::Lfg => Self::Lfg,
            Seen::Gzip | Seen::MacBinary | Seen::AppleSingle | Seen::DiskCopy => Self::Wrapped,
            Seen::Other => return None,
        })
    }
}
