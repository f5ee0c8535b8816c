//! What games with 16 bits a pixel do (`reference/09 §4`).

/// The rules of pixels that have 16 bits and are no palette indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HighColour {
    /// So many of the first and of the last colours of a room's palette are shown as pixels of their own
    /// numbers.
    pub numbers: u8,
    /// Costumes have colours of their own (RGBS); otherwise the room's.
    pub own_colours: bool,
    /// Shadows are the middle of two colours; otherwise there are none.
    pub mixes: bool,
}

impl HighColour {
    /// Humongous games.
    pub const HUMONGOUS: Self = Self { numbers: 10, own_colours: true, mixes: true };

    /// Loom for the PC-Engine.
    pub const PC_ENGINE: Self = Self { numbers: 0, own_colours: true, mixes: false };
}
