//! The layout of a game's files: headers of blocks, indexes, and where rooms are (`docs/format/containers.md`).

/// A game of v1. The two have indexes of different lengths and differently coloured actors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V1Game {
    /// The game Maniac Mansion.
    Maniac,
    /// The game Zak `McKracken`.
    Zak,
}

/// The header before a block's payload in a data file (`docs/format/containers.md §2`). Sizes include the
/// header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockHeaders {
    /// Four characters and a big-endian 32-bit size.
    Tagged,
    /// A little-endian 32-bit size and two characters.
    Small,
    /// A little-endian 16-bit size and two bytes without a known meaning.
    Bare,
    /// Only a little-endian 16-bit size: costumes and graphics of the NES.
    Size,
}

impl BlockHeaders {
    /// Length of the header in bytes.
    #[must_use]
    pub fn len(self) -> u64 {
        match self {
            Self::Tagged => 8,
            Self::Small => 6,
            Self::Bare => 4,
            Self::Size => 2,
        }
    }

    /// Always false: every block has a header.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }
}

/// The layout of a game's files (`docs/format/containers.md §4–§7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLayout {
    /// An index and data files with a common name, each data file with a table of its rooms.
    Disks,
    /// `000.lfl`, and `disk01.lec`, `disk02.lec` and so on with a table of their rooms.
    Lec,
    /// `00.lfl` with small blocks, and a file for each room: `01.lfl`, `02.lfl` and so on.
    Rooms,
    /// `00.lfl` with tables that are not blocks, and a file for each room.
    OldRooms(OldTables),
}

impl FileLayout {
    /// Whether each room has its own file, with the room as its first block.
    #[must_use]
    pub fn has_room_files(self) -> bool {
        matches!(self, Self::Rooms | Self::OldRooms(_))
    }

    /// Whether the files are of v0 to v2.
    #[must_use]
    pub const fn is_before_v3(self) -> bool {
        matches!(self, Self::OldRooms(tables) if !matches!(tables, OldTables::Counted { object_bytes: 4 }))
    }
}

/// The tables in the index of v0 to v3 with 16 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldTables {
    /// Each table states its length.
    Counted {
        /// Bytes for each object: 4, or 1 in v2.
        object_bytes: usize,
    },
    /// Tables with the lengths of this game for PC.
    Fixed(V1Game),
    /// Tables with the lengths of this game for the C64.
    C64(V1Game),
    /// Tables with the lengths of Maniac Mansion for the NES, whose directory of costumes holds all graphics.
    Nes,
}

impl OldTables {
    /// Numbers of objects, rooms, costumes, scripts and sounds; `None` if the index states them
    /// (`docs/format/containers.md §7.4`).
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

    /// Length of an index with these tables in bytes, its magic number included; `None` if the length varies.
    #[must_use]
    pub fn index_len(self) -> Option<u64> {
        let [objects, rest @ ..] = self.counts()?;
        let resources: u64 = rest.iter().map(|count| u64::from(*count)).sum();
        Some(resources.saturating_mul(3).saturating_add(objects.into()).saturating_add(2))
    }
}

/// Differences between the machines' indexes of small blocks (`docs/format/containers.md §6.1`,
/// `docs/format/editions.md §3.3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallIndex {
    /// Number of entries in the directories of rooms, scripts, sounds and costumes, used or not.
    pub entries: [u16; 4],
    /// Number of bytes behind the objects that their block's size does not count.
    pub tail: usize,
}
