//! How a game's files are laid out: headers of blocks, indexes and where rooms are (`reference/01`).

/// Which game of v1: their indexes are of other lengths, their actors coloured differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V1Game {
    /// Maniac Mansion.
    Maniac,
    /// Zak `McKracken`.
    Zak,
}

/// What stands before a block's payload in a data file (`reference/01 §2`). Sizes count the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockHeaders {
    /// Four characters and a big-endian 32-bit size.
    Tagged,
    /// A little-endian 32-bit size and two characters.
    Small,
    /// A little-endian 16-bit size and two bytes without a known meaning.
    Bare,
    /// A little-endian 16-bit size alone: costumes and graphics of the NES.
    Size,
}

impl BlockHeaders {
    /// Number of bytes.
    #[must_use]
    pub fn len(self) -> u64 {
        match self {
            Self::Tagged => 8,
            Self::Small => 6,
            Self::Bare => 4,
            Self::Size => 2,
        }
    }

    /// Never: every block has a header.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }
}

/// How a game's files are laid out (`reference/01 §4–§7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLayout {
    /// An index, and data files named alike, each with a table of its rooms.
    Disks,
    /// `000.lfl`, and `disk01.lec`, `disk02.lec` … with a table of their rooms.
    Lec,
    /// `00.lfl` with small blocks, and a file for each room: `01.lfl`, `02.lfl` …
    Rooms,
    /// `00.lfl` with bare tables, and a file for each room.
    OldRooms(OldTables),
}

impl FileLayout {
    /// Whether each room has a file of its own, of which it is the first block.
    #[must_use]
    pub fn has_room_files(self) -> bool {
        matches!(self, Self::Rooms | Self::OldRooms(_))
    }

    /// Whether these are files of v0 to v2, whose rooms have the same structure.
    #[must_use]
    pub const fn is_before_v3(self) -> bool {
        matches!(self, Self::OldRooms(tables) if !matches!(tables, OldTables::Counted { object_bytes: 4 }))
    }
}

/// The tables in the index of an old bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldTables {
    /// Each says how long it is.
    Counted {
        /// Bytes for each object: 4, in v2 1.
        object_bytes: usize,
    },
    /// As long as this game's for PC.
    Fixed(V1Game),
    /// As long as this game's for the C64.
    C64(V1Game),
    /// As long as Maniac Mansion's for the NES, whose directory of costumes holds all graphics.
    Nes,
}

impl OldTables {
    /// Numbers of objects, rooms, costumes, scripts and sounds where the index does not state them
    /// (`reference/01 §7.4`).
    #[must_use]
    pub const fn counts(self) -> Option<[u16; 5]> {
        match self {
            Self::Counted { .. } => None,
            Self::Fixed(V1Game::Maniac) => Some([800, 55, 35, 200, 100]),
            Self::Fixed(V1Game::Zak) => Some([775, 61, 37, 155, 120]),
            Self::C64(V1Game::Maniac) => Some([256, 55, 25, 160, 70]),
            Self::C64(V1Game::Zak) => Some([775, 59, 38, 155, 127]),
            Self::Nes => Some([775, 55, 80, 200, 100]),
        }
    }

    /// Bytes of an index with these tables, its magic included, where they are always the same.
    #[must_use]
    pub fn index_len(self) -> Option<u64> {
        let [objects, rest @ ..] = self.counts()?;
        let resources: u64 = rest.iter().map(|count| u64::from(*count)).sum();
        Some(resources.saturating_mul(3).saturating_add(objects.into()).saturating_add(2))
    }
}

/// What tells an index of small blocks of one machine from that of another (`reference/01 §6.1`, `reference/12
/// §3.3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallIndex {
    /// Entries that its directories of rooms, scripts, sounds and costumes have, used or not.
    pub entries: [u16; 4],
    /// Bytes behind the objects that their block's size does not count.
    pub tail: usize,
}
