//! What differs between generations, as one value that the rest of the library asks.
//!
//! No other file compares version numbers. A new generation is a new constant here (and, where its files are laid out in a
//! new way, a reader beside the others in [`game`](crate::game)).

mod akos;

pub use akos::{AkosRules, ChoreNumbers};

use std::fmt;

use crate::chore::Roles;

/// The interpreter's generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Generation {
    /// Monkey Island 1 CD, Monkey Island 2, Indiana Jones and the Fate of Atlantis.
    V5,
    /// Day of the Tentacle, Sam & Max.
    V6,
    /// Full Throttle, The Dig.
    V7,
    /// The Curse of Monkey Island.
    V8,
    /// Humongous Entertainment, from engine 6.1 on.
    Humongous,
}

impl Generation {
    /// Its name in listings and JSON: `v5`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V5 => "v5",
            Self::V6 => "v6",
            Self::V7 => "v7",
            Self::V8 => "v8",
            Self::Humongous => "he",
        }
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where things stand in a COST payload (`reference/02 §2`). Positions are relative to the payload's first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLayout {
    /// The *base*: what every stored 16-bit offset counts from. −6 means six bytes before the payload.
    pub base: i32,
    /// Position of the first header byte (the highest record index).
    pub header: usize,
}

/// What the command bytes above the pictures mean (`reference/02 §7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundCodes {
    /// 0x78 is the footstep sound; 0x71…0x77 are pictures.
    Footstep,
    /// 0x71…0x78 start entry 0…7 of the actor's sound list.
    List,
}

/// Everything that a costume of one generation does differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The generation this describes.
    pub generation: Generation,
    /// Where a COST block's header and offsets stand.
    pub cost: CostLayout,
    /// What the sound commands are.
    pub sounds: SoundCodes,
    /// Default chore numbers of the five roles.
    pub roles: Roles,
    /// Whether room colour 13 goes through the shadow table (`reference/04 §7.3`).
    pub shadow_table: bool,
    /// Whether the light bits matter to actors; where they do not, every room is lit (`reference/04 §7.2`).
    pub has_lights: bool,
    /// Size of the interpreter's screen in pixels: a view of this size behaves at its edges like the screen.
    pub screen: (u32, u32),
    /// What scripts mean by chore numbers.
    pub chores: ChoreNumbers,
    /// What AKOS costumes do.
    pub akos: AkosRules,
}

impl Dialect {
    /// v5, every game and platform but the Amiga's.
    pub const V5: Self = Self {
        generation: Generation::V5,
        cost: CostLayout { base: -6, header: 0 },
        sounds: SoundCodes::Footstep,
        roles: Roles::DEFAULT,
        shadow_table: true,
        has_lights: true,
        screen: (320, 200),
        chores: ChoreNumbers::Bytes,
        akos: AkosRules::LUCASARTS,
    };

    /// v6, `LucasArts` games.
    pub const V6: Self = Self {
        generation: Generation::V6,
        cost: CostLayout { base: 0, header: 6 },
        sounds: SoundCodes::List,
        roles: Roles::DEFAULT,
        shadow_table: true,
        has_lights: false,
        screen: (320, 200),
        chores: ChoreNumbers::Bytes,
        akos: AkosRules::LUCASARTS,
    };

    /// v7. Its costumes are AKOS; what concerns COST is v6's.
    pub const V7: Self =
        Self { generation: Generation::V7, shadow_table: false, chores: ChoreNumbers::Thousands, ..Self::V6 };

    /// v8.
    pub const V8: Self = Self { generation: Generation::V8, screen: (640, 480), ..Self::V7 };

    /// Humongous games whose costumes are AKOS, by the version of their engine: 61, 62, 70 … 100.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        Self {
            generation: Generation::Humongous,
            shadow_table: false,
            screen: if version < 71 { (320, 200) } else { (640, 480) },
            akos: AkosRules::humongous(version),
            ..Self::V6
        }
    }
}
