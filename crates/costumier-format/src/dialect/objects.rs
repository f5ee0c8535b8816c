//! The rules of objects in rooms, by generation (`docs/format/containers.md §12`,
//! `docs/format/old-rooms.md §2`, `docs/format/humongous-rooms.md §3.4`).

/// Where an object's position and size are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectPlaces {
    /// In the object's code, in cells of 8 × 8 pixels and a few bits; the height is in byte 13 (v1, v2).
    CellsShort,
    /// As [`ObjectPlaces::CellsShort`] without the second half of the walk position: the height is in byte 12, and
    /// each other field a byte earlier (v0).
    CellsV0,
    /// As [`ObjectPlaces::CellsShort`], with the height in byte 15 (v3, v4).
    Cells,
    /// As [`ObjectPlaces::Cells`], with each field a byte earlier, one byte less before the height, which is in
    /// byte 13, and no parents (PC-Engine, as ScummVM 2.7.0 reads it).
    CellsPcEngine,
    /// In `CDHD`, in cells (v5).
    CodeCells,
    /// In `CDHD`, in pixels (v6, Humongous).
    CodePixels,
    /// In `IMHD`, in pixels (v7).
    Image,
    /// In `IMHD`, in 32 bits, with the object's name (v8).
    NamedImage,
}

impl ObjectPlaces {
    /// The position of an object's number in `CDHD`, in bytes.
    #[must_use]
    pub fn number_at(self) -> usize {
        match self {
            Self::Image | Self::NamedImage => 4,
            _ => 0,
        }
    }
}

/// The rules for drawing objects into a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectRules {
    /// Where an object's position is stored.
    pub places: ObjectPlaces,
    /// The bits of a state that count: an object is visible while any of them is set.
    pub state_bits: u8,
    /// Whether an object has a picture for each state. Otherwise it has only one.
    pub picture_by_state: bool,
    /// Whether strips that omit pixels add to planes. Otherwise they replace the planes' contents (up to v4).
    pub adds: bool,
    /// The number of drawn rows is a multiple of this; the rest of an object's height is not drawn.
    pub rows: u16,
    /// Whether, for planes, every strip counts as one that omits pixels (v8, Humongous).
    pub always_adds: bool,
    /// Whether `IMHD` says if planes are added to (Humongous).
    pub says_adds: bool,
    /// Whether `TMSK` blocks have an effect (Humongous from 7.2 on).
    pub clears: bool,
    /// Whether the object's plane replaces a plane where `TMSK` has a pixel, and nowhere else. Otherwise the
    /// object's plane is added, and then the plane is cleared where `TMSK` has a pixel.
    pub mask_replaces: bool,
    /// Whether, with 16 bits a pixel, pictures in one piece are shown as pixels of their own values. Otherwise they
    /// have the room's colours. ScummVM 2.7.0 shows them so.
    pub as_numbers: bool,
    /// Whether pictures of rooms and objects consist of tiles (PC-Engine).
    pub tiles: bool,
}

impl ObjectRules {
    /// The rules of v5.
    pub const V5: Self = Self {
        places: ObjectPlaces::CodeCells,
        state_bits: 15,
        picture_by_state: true,
        adds: true,
        rows: 8,
        always_adds: false,
        says_adds: false,
        clears: false,
        mask_replaces: false,
        as_numbers: false,
        tiles: false,
    };

    /// The rules of v6.
    pub const V6: Self = Self { places: ObjectPlaces::CodePixels, ..Self::V5 };

    /// The rules of v7.
    pub const V7: Self = Self { places: ObjectPlaces::Image, rows: 1, ..Self::V6 };

    /// The rules of v8.
    pub const V8: Self = Self { places: ObjectPlaces::NamedImage, always_adds: true, ..Self::V7 };

    /// The rules of v3 and v4.
    pub const V4: Self =
        Self { places: ObjectPlaces::Cells, picture_by_state: false, adds: false, ..Self::V5 };

    /// The rules of v1 and v2.
    pub const V2: Self = Self { places: ObjectPlaces::CellsShort, state_bits: 8, ..Self::V4 };

    /// The rules of v0.
    pub const V0: Self = Self { places: ObjectPlaces::CellsV0, ..Self::V2 };

    /// The rules of Humongous games, by the version of their engine.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        Self { always_adds: true, says_adds: true, clears: version >= 72, ..Self::V6 }
    }

    /// The number of the picture of an object in a state; `None` if the object is not visible.
    #[must_use]
    pub fn picture(&self, state: u8) -> Option<u8> {
        let there = state & self.state_bits != 0;
        there.then(|| if self.picture_by_state { state } else { self.only_picture() })
    }

    /// The number of an object's picture if it has only one.
    #[must_use]
    pub fn only_picture(&self) -> u8 {
        // The lowest of the bits that count.
        self.state_bits & self.state_bits.wrapping_neg()
    }
}
