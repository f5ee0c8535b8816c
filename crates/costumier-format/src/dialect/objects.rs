//! What generations do differently with objects in rooms (`reference/01 §12`, `reference/08 §2`,
//! `reference/09 §3.4`).

/// Where the place and the size of an object stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectPlaces {
    /// With its code, in cells of 8 × 8 pixels and a few bits; the height stands in byte 13 (v1, v2).
    CellsShort,
    /// The same, without the walk place's other half: the height stands in byte 12, and each other field a
    /// byte earlier (v0).
    CellsV0,
    /// As [`ObjectPlaces::CellsShort`], with the height in byte 15 (v3, v4).
    Cells,
    /// As [`ObjectPlaces::Cells`], each field a byte earlier, and with a byte less before the height, which stands in
    /// byte 13; there are no parents (PC-Engine; found by running ScummVM 2.7.0).
    CellsPcEngine,
    /// In `CDHD`, in cells (v5).
    CodeCells,
    /// In `CDHD`, in pixels (v6, Humongous).
    CodePixels,
    /// In `IMHD`, in pixels (v7).
    Image,
    /// In `IMHD`, in 32 bits, beside its name (v8).
    NamedImage,
}

impl ObjectPlaces {
    /// Where an object's number stands in `CDHD`, in bytes.
    #[must_use]
    pub fn number_at(self) -> usize {
        match self {
            Self::Image | Self::NamedImage => 4,
            _ => 0,
        }
    }
}

/// How objects are drawn into a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectRules {
    /// Where an object's place stands.
    pub places: ObjectPlaces,
    /// The bits of a state that count: an object is there while any of them is set.
    pub state_bits: u8,
    /// Whether an object has a picture for each state, and not one for all.
    pub picture_by_state: bool,
    /// Whether strips that leave pixels out add to planes; up to v4 they replace what planes hold.
    pub adds: bool,
    /// The rows of a picture are a multiple of this: the rest of an object's height is not drawn.
    pub rows: u16,
    /// Whether every strip counts as one that leaves pixels out, when it comes to planes (v8, Humongous).
    pub always_adds: bool,
    /// Whether `IMHD` says if planes are added to (Humongous).
    pub says_adds: bool,
    /// Whether `TMSK` blocks count (Humongous 7.2 on).
    pub clears: bool,
    /// Whether a plane becomes the object's where its `TMSK` has a pixel, and stays elsewhere; otherwise the
    /// object's is added to it, and then cleared where `TMSK` has a pixel.
    pub mask_replaces: bool,
    /// Whether pictures in one piece are shown as pixels of their own numbers, and not in the room's colours:
    /// where pixels have 16 bits. ScummVM 2.7.0 shows them so.
    pub as_numbers: bool,
    /// Whether pictures of rooms and objects are made of tiles (PC-Engine).
    pub tiles: bool,
}

impl ObjectRules {
    /// v5.
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

    /// v6.
    pub const V6: Self = Self { places: ObjectPlaces::CodePixels, ..Self::V5 };

    /// v7.
    pub const V7: Self = Self { places: ObjectPlaces::Image, rows: 1, ..Self::V6 };

    /// v8.
    pub const V8: Self = Self { places: ObjectPlaces::NamedImage, always_adds: true, ..Self::V7 };

    /// v3 and v4.
    pub const V4: Self =
        Self { places: ObjectPlaces::Cells, picture_by_state: false, adds: false, ..Self::V5 };

    /// v1 and v2.
    pub const V2: Self = Self { places: ObjectPlaces::CellsShort, state_bits: 8, ..Self::V4 };

    /// v0.
    pub const V0: Self = Self { places: ObjectPlaces::CellsV0, ..Self::V2 };

    /// Humongous games, by the version of their engine.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        Self { always_adds: true, says_adds: true, clears: version >= 72, ..Self::V6 }
    }

    /// The picture of an object in a state, by number; `None` where it is not there.
    #[must_use]
    pub fn picture(&self, state: u8) -> Option<u8> {
        let there = state & self.state_bits != 0;
        there.then(|| if self.picture_by_state { state } else { self.only_picture() })
    }

    /// The number of an object's picture where it is the only one.
    #[must_use]
    pub fn only_picture(&self) -> u8 {
        // The lowest bit that counts.
        self.state_bits & self.state_bits.wrapping_neg()
    }
}
