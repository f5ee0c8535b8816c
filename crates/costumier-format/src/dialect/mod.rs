//! Dialects: the rules that differ between generations, machines and interpreters, one row for each kind of game.
//!
//! Only this folder compares generations. A new generation is a new constant, and a reader in the module `game` of the
//! crate `costumier` if its files have a new layout.

mod actors;
mod akos;
mod classic;
mod colours;
mod conversion;
mod disks;
mod files;
mod high;
mod interpreter;
mod objects;
mod platform;
mod questions;
mod rows;

pub use actors::{Anchor, PlayRules, Position, Turns};
pub use akos::{AkosRules, ChoreNumbers, ClipRules};
pub use classic::{Palette, Starts};
pub use colours::{ColourRule, V1Colours};
pub use disks::{Directories, DiskRules, Maxima, Naming, Objects, RoomHeader};
pub use files::{BlockHeaders, FileLayout, OldTables, SmallIndex, V1Game};
pub use high::HighColour;
pub use interpreter::{BmapRules, DisputedRule, Interpreter, Known};
pub use objects::{ObjectPlaces, ObjectRules};
pub use platform::Platform;
pub use rows::Dialect;

use std::fmt;

/// A generation of the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Generation {
    /// Maniac Mansion for the C64.
    V0,
    /// Maniac Mansion and Zak `McKracken`, first editions.
    V1,
    /// Maniac Mansion and Zak `McKracken`, enhanced editions.
    V2,
    /// Indiana Jones and the Last Crusade, Loom; Zak `McKracken` for FM-TOWNS.
    V3,
    /// Monkey Island 1 on floppy disks, Loom CD.
    V4,
    /// Monkey Island 1 CD, Monkey Island 2, Indiana Jones and the Fate of Atlantis.
    V5,
    /// Day of the Tentacle, Sam & Max.
    V6,
    /// Full Throttle, The Dig.
    V7,
    /// The Curse of Monkey Island.
    V8,
    /// Games of Humongous Entertainment, from engine 6.0 on.
    Humongous,
}

impl Generation {
    /// Its name in listings and JSON: `v5`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V0 => "v0",
            Self::V1 => "v1",
            Self::V2 => "v2",
            Self::V3 => "v3",
            Self::V4 => "v4",
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

/// Which near-white entries of a room's palette leave the colour that was there before: those whose three
/// components are all 252 or more (`reference/01 §10.2`, `reference/09 §3.5`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkippedWhite {
    /// None: white is white (up to v4, v7, v8).
    #[default]
    None,
    /// Those from 16 on (v5, v6, Humongous up to 7.4).
    From16,
    /// All but entry 15 (Humongous from 8.0 on).
    AllBut15,
}

impl SkippedWhite {
    /// Whether an entry of this colour is skipped.
    #[must_use]
    pub fn skips(self, index: u8, colour: [u8; 3]) -> bool {
        let may = match self {
            Self::None => false,
            Self::From16 => index >= 16,
            Self::AllBut15 => index != 15,
        };
        may && colour.iter().all(|part| *part >= 252)
    }
}

/// How finely the screen tells the colours of a room's palette apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourDepth {
    /// As they are stored: eight bits for each of red, green and blue.
    #[default]
    Full,
    /// Five bits each: the lower three are lost (FM-TOWNS, `reference/08 §9`).
    Fifteen,
}

impl ColourDepth {
    /// What a colour looks like on the screen.
    #[must_use]
    pub fn shown(self, colour: [u8; 3]) -> [u8; 3] {
        match self {
            Self::Full => colour,
            // Bright stays bright: the upper bits fill what the lower ones leave.
            Self::Fifteen => colour.map(|part| part & 0xF8 | part >> 5),
        }
    }
}

/// Which operations the scripts of a game have, where its generation does not say it (`reference/09 §8`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operations {
    /// Those of its generation; v6's in Humongous games up to 6.2.
    #[default]
    OfGeneration,
    /// v6's; but one ends the game at once, and v6's asks first (Humongous 7.0 and 7.1).
    He70,
    /// v6's with other variables and richer settings (Humongous 7.2 to 9.9).
    He72,
    /// Other numbers for everything (Humongous from 10.0 on).
    He100,
}
