//! The layout of pictures of rooms and objects up to v4, and of rooms without blocks
//! (`docs/format/containers.md §11, §12`, `docs/format/old-rooms.md §2`).

use super::{BlockHeaders, Dialect, FileLayout, OldTables};
use crate::codec::strip::StripKind;

/// Largest number of planes of a picture in v4, without plane 0.
const MOST_PLANES: usize = 3;

/// The layout of strips and planes that have no blocks of their own (v3 and v4): a length, an offset for each strip,
/// strips; then planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OldStrips {
    /// How strips are packed.
    pub kind: StripKind,
    /// Bytes of the length, and of a strip's offset: 4, with 16 colours 2.
    pub width: usize,
    /// Bytes of a plane's size, before the offsets of its strips: 2 in v4, 4 in v3 with 256 colours, none in v3 with
    /// 16.
    pub plane_size: usize,
    /// Largest number of planes.
    pub most_planes: usize,
}

/// Positions in a room that is one structure without blocks (v0 to v3 with 16 colours, NES). They count from the header
/// of the room's block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundleLayout {
    /// Positions of the 16-bit offsets that lead to the picture and its tables.
    pub pictures: &'static [usize],
    /// Position of the number of objects.
    pub objects: usize,
    /// Position of the offset of the walk boxes.
    pub boxes: usize,
    /// Bytes of that offset: 1, in v3 2.
    pub boxes_width: usize,
    /// Position of the number of sounds that are loaded with the room; the number of scripts follows.
    pub counts: usize,
    /// Position of the offset of the exit script.
    pub exit: usize,
    /// Position of the offset of the entry script.
    pub entry: usize,
    /// Position of the offsets of the objects' pictures; those of their codes follow, then a byte for each sound and
    /// script.
    pub tables: usize,
    /// Whether local scripts are listed behind all that: a number and an offset for each, up to the number 0.
    pub has_local_scripts: bool,
}

impl BundleLayout {
    const V3: Self = Self {
        pictures: &[0x0A],
        objects: 0x14,
        boxes: 0x15,
        boxes_width: 2,
        counts: 0x17,
        exit: 0x19,
        entry: 0x1B,
        tables: 0x1D,
        has_local_scripts: true,
    };

    const V2: Self = Self {
        boxes_width: 1,
        counts: 0x16,
        exit: 0x18,
        entry: 0x1A,
        tables: 0x1C,
        has_local_scripts: false,
        ..Self::V3
    };

    const NES: Self = Self { pictures: &[0x0A, 0x0C, 0x0E], ..Self::V2 };

    const V1: Self = Self { pictures: &[0x0A, 0x0C, 0x0E, 0x10, 0x12], ..Self::V2 };
}

impl Dialect {
    /// The layout of strips and planes in v3 and v4.
    #[must_use]
    pub fn old_strips(&self) -> OldStrips {
        let is_chained = self.files == FileLayout::Lec;
        OldStrips {
            kind: match (self.fixed_colours, is_chained) {
                (true, _) => StripKind::Sixteen,
                (false, true) => StripKind::Modern,
                (false, false) => StripKind::V3,
            },
            width: if self.fixed_colours { 2 } else { 4 },
            plane_size: match (self.blocks, is_chained) {
                (BlockHeaders::Bare, _) => 0,
                (_, true) => 2,
                (_, false) => 4,
            },
            most_planes: if is_chained { MOST_PLANES } else { 1 },
        }
    }

    /// The layout of rooms without blocks.
    #[must_use]
    pub fn bundle(&self) -> BundleLayout {
        match self.files {
            FileLayout::OldRooms(OldTables::Counted { object_bytes: 1 }) => BundleLayout::V2,
            FileLayout::OldRooms(OldTables::Nes) => BundleLayout::NES,
            FileLayout::OldRooms(OldTables::Fixed(_) | OldTables::C64(_)) => BundleLayout::V1,
            _ => BundleLayout::V3,
        }
    }
}
