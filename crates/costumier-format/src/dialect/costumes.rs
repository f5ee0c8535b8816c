//! The kinds of costumes, and the parts of a COST block that differ.

/// How costumes are stored and played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostumeKind {
    /// COST blocks: limbs of pictures, and a stream of commands (v1 to v6, Humongous 6.0).
    Cost,
    /// AKOS blocks: limbs of pictures, and a program for each (v7, v8, Humongous from 6.1 on).
    Akos,
    /// COST blocks of v0, with pictures of sprites and a command for each limb.
    V0,
    /// COST blocks of the NES, with pictures of tiles.
    Nes,
}

impl CostumeKind {
    /// The tag of the block that holds a costume: `COST` or `AKOS`.
    #[must_use]
    pub const fn tag(self) -> [u8; 4] {
        match self {
            Self::Akos => *b"AKOS",
            Self::Cost | Self::V0 | Self::Nes => *b"COST",
        }
    }
}

/// Where things stand in a COST payload (`reference/02 §2`). Positions are relative to the payload's first
/// byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLayout {
    /// The *base*: what every stored 16-bit offset counts from. −6 means six bytes before the payload.
    pub base: i32,
    /// Position of the first header byte (the highest record index). Where it is not 0, `u32 size, "CO"`
    /// stands before it.
    pub header: usize,
    /// Number of limbs: 16, or 8 with masks of one byte.
    pub limbs: usize,
    /// How wide the window starts of records are.
    pub starts: Starts,
    /// The palette behind the format byte.
    pub palette: Palette,
    /// Whether offsets count from behind themselves, and not from the base (PC-Engine, `reference/02 §13.5`; that of
    /// the command stream, too, as running ScummVM 2.7.0 shows).
    pub from_behind: bool,
}

impl CostLayout {
    /// Whether `u32 size, "CO"` stands inside the payload.
    #[must_use]
    pub fn has_inner_header(&self) -> bool {
        self.header != 0
    }
}

/// What the command bytes above the pictures mean (`reference/02 §7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundCodes {
    /// 0x78 is the footstep sound; 0x71…0x77 are pictures.
    Footstep,
    /// As [`SoundCodes::Footstep`], and a picture whose command has bit 7 set makes the sound when it is left
    /// (v1 to v3).
    FootstepBit,
    /// 0x71…0x78 start entry 0…7 of the actor's sound list.
    List,
    /// 0x71…0x78 start entry 7…0 of the actor's sound list (Humongous).
    ListReversed,
}

impl CostLayout {
    /// What the layouts of v4 to v6 have in common.
    pub(super) const WIDE: Self = Self {
        base: 0,
        header: 0,
        limbs: 16,
        starts: Starts::Word,
        palette: Palette::Full,
        from_behind: false,
    };
}

/// How wide the window starts of animation records are (`reference/02 §6`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// One byte; 0xFF switches the limb off.
    Byte,
    /// Two bytes; 0xFFFF switches the limb off.
    Word,
}

/// The palette that a COST header holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// None.
    None,
    /// One byte: the costume colour that is drawn as the actor's colour 0.
    One,
    /// One room colour for each costume colour, 16 or 32 as the format says.
    Full,
    /// Colours of its own for costume colours 1 to 15, nine bits each in 17 bytes (PC-Engine).
    Colours,
}
