//! The forms in which games are owned, such as archives and disk images.

use std::fmt;

use super::sniff::FileKind;

/// The kind of container that files are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ContainerKind {
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

impl fmt::Display for ContainerKind {
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

impl ContainerKind {
    /// The form of a file that holds files; `None` for other files.
    pub(super) fn of(seen: &FileKind) -> Option<Self> {
        Some(match seen {
            FileKind::Lpak => Self::Lpak,
            FileKind::Zip => Self::Zip,
            FileKind::Tar => Self::Tar,
            FileKind::Cd(_) | FileKind::Sheet => Self::Cd,
            FileKind::MacData => Self::MacData,
            FileKind::Fat => Self::Fat,
            FileKind::Amiga => Self::Amiga,
            FileKind::C64(_) => Self::C64,
            FileKind::Lfg => Self::Lfg,
            FileKind::Gzip | FileKind::MacBinary | FileKind::AppleSingle | FileKind::DiskCopy => {
                Self::Wrapped
            }
            FileKind::Other => return None,
        })
    }
}
