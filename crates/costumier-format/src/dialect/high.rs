//! The rules of games with 16 bits a pixel (`docs/format/humongous-rooms.md §4`).

/// The rules of pixels that have 16 bits and are not palette indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HighColour {
    /// Number of colours at each end of a room's palette that are shown as pixels with the value of their index.
    pub numbers: u8,
    /// Whether costumes have colours of their own (RGBS). Otherwise they have the room's.
    pub own_colours: bool,
    /// Whether shadows are the mean of two colours. Otherwise there are no shadows.
    pub mixes: bool,
}

impl HighColour {
    /// The rules of Humongous games.
    pub const HUMONGOUS: Self = Self { numbers: 10, own_colours: true, mixes: true };

    /// The rules of Loom for the PC-Engine.
    pub const PC_ENGINE: Self = Self { numbers: 0, own_colours: true, mixes: false };
}
