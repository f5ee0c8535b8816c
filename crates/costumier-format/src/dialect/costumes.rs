//! The kinds of costumes, and the layouts of COST blocks.

/// How costumes are stored and played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostumeKind {
    /// COST blocks: limbs of pictures, and a stream of commands (v1 to v6, Humongous 6.0).
    Cost,
    /// AKOS blocks: limbs of pictures, and a program for each limb (v7, v8, Humongous from 6.1 on).
    Akos,
    /// COST blocks of v0: pictures of sprites, and a command for each limb.
    V0,
    /// COST blocks of the NES: pictures of tiles.
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

/// The positions of the parts of a COST payload (`docs/format/cost.md §2`), in bytes from the payload's first
/// byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLayout {
    /// The *base*, from which every stored 16-bit offset counts. −6 means six bytes before the payload.
    pub base: i32,
    /// Position of the first header byte (the highest record index). If it is not 0, `u32 size, "CO"` comes before
    /// it.
    pub header: usize,
    /// Number of limbs: 16, or 8 with masks of one byte.
    pub limbs: usize,
    /// Size of the window starts in records.
    pub starts: Starts,
    /// The palette behind the format byte.
    pub palette: Palette,
    /// Whether offsets count from behind themselves. Otherwise they count from the base. Only the PC-Engine has
    /// this, also for the command stream (`docs/format/cost.md §13.5`).
    pub from_behind: bool,
}

impl CostLayout {
    /// Whether `u32 size, "CO"` is inside the payload.
    #[must_use]
    pub fn has_inner_header(&self) -> bool {
        self.header != 0
    }
}

/// The meaning of the command bytes above the pictures (`docs/format/cost.md §7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundCodes {
    /// 0x78 is the footstep sound; 0x71 to 0x77 are pictures.
    Footstep,
    /// As [`SoundCodes::Footstep`], but a picture whose command has bit 7 set also makes the sound when it is left
    /// (v1 to v3).
    FootstepBit,
    /// 0x71 to 0x78 start entries 0 to 7 of the actor's sound list.
    List,
    /// 0x71 to 0x78 start entries 7 to 0 of the actor's sound list (Humongous).
    ListReversed,
}

impl CostLayout {
    /// The common parts of the layouts of v4 to v6.
    pub(super) const WIDE: Self = Self {
        base: 0,
        header: 0,
        limbs: 16,
        starts: Starts::Word,
        palette: Palette::Full,
        from_behind: false,
    };
}

/// Size of the window starts in records (`docs/format/cost.md §6`).
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
    /// The header has no palette.
    None,
    /// One byte: the costume colour that is drawn as the actor's colour 0.
    One,
    /// One room colour for each costume colour, 16 or 32 by the format.
    Full,
    /// The costume's own colours for costume colours 1 to 15, nine bits each in 17 bytes (PC-Engine).
    Colours,
}
