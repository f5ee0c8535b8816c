//! What differs between generations, as one value that the rest of the library asks.
//!
//! No other file compares version numbers. A new generation is a new constant here (and, if its files are laid
//! out in a new way, a reader next to the others in the module `game` of the crate `costumier`).

mod actors;
mod akos;
mod classic;
mod colours;
mod conversion;
mod disks;
mod files;
mod handle;
mod high;
mod interpreter;
mod objects;
mod platform;

pub use actors::{Anchor, PlayRules, Position, Turns};
pub use akos::{AkosRules, ChoreNumbers, ClipRules};
pub use classic::{Palette, Starts};
pub use colours::{ColourRule, V1Colours};
pub use disks::{Directories, DiskRules, Maxima, Naming, Objects, RoomHeader};
pub use files::{BlockHeaders, FileLayout, OldTables, SmallIndex, V1Game};
pub use handle::Dialect;
pub use high::HighColour;
pub use interpreter::{BmapRules, DisputedRule, Interpreter, Known};
pub use objects::{ObjectPlaces, ObjectRules};
pub use platform::Platform;

use std::fmt;

use crate::chore::Roles;
use crate::screen::Screen;

/// The interpreter's generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
    /// Humongous Entertainment, from engine 6.1 on.
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

/// What one generation does in its own way, rule by rule: what a [`Dialect`] stands for.
///
/// Rules that interpreters do not share hold once [`Rules::interpreted_by`] has set them, as each [`Dialect`] has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The generation this describes.
    pub generation: Generation,
    /// The version of a Humongous engine, 60 … 101; 0 for other games. Only this folder asks for it.
    pub(super) humongous: u8,
    /// The interpreter whose rules hold. [`Rules::interpreted_by`] sets it and all that hangs on it.
    pub(super) interpreter: Interpreter,
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
    /// The light bit that gives actors their colours: 8, on the NES 1.
    pub actor_light: u8,
    /// The colour of a room that is not lit: 0, on the NES 0x1D.
    pub black: u8,
    /// Size of the interpreter's screen in pixels: a view of this size behaves at its edges like the screen.
    pub screen: (u32, u32),
    /// By how many columns the surface that the interpreter draws on is wider than its screen: pictures are
    /// cut off only there.
    pub screen_beyond: u32,
    /// What scripts mean by chore numbers.
    pub chores: ChoreNumbers,
    /// Costumes are AKOS blocks; elsewhere they are COST blocks.
    pub has_akos: bool,
    /// Costumes and walk boxes are those of v0, which are of a kind of their own.
    pub is_v0: bool,
    /// Costumes and rooms are made of tiles: those of the NES.
    pub is_nes: bool,
    /// Which of the two sets of sprites scripts have chosen (NES); a costume that it does not hold is shown from
    /// the other.
    pub sprite_set: u8,
    /// What AKOS costumes do.
    pub akos: AkosRules,
    /// While a scaled picture is painted mirrored, the index of its columns in the scale table counts up, as for one
    /// that is not mirrored; otherwise it counts down. Where the first column goes is found by counting down anyway.
    pub flipped_scale_counts_up: bool,
    /// The corners of walk boxes may go round either way; otherwise only clockwise.
    pub boxes_either_way: bool,
    /// What room pictures in one piece do (Humongous from 7.1 on).
    pub bmap: BmapRules,
    /// What the headers of blocks in data files look like.
    pub blocks: BlockHeaders,
    /// What the headers of costumes' blocks look like: as all, but on the NES.
    pub costume_blocks: BlockHeaders,
    /// How the game's files are laid out.
    pub files: FileLayout,
    /// Where they are an index and disks: what is in these.
    pub disks: DiskRules,
    /// Which operations scripts have.
    pub operations: Operations,
    /// How objects are drawn into rooms.
    pub objects: ObjectRules,
    /// How chores are started and facings changed.
    pub play: PlayRules,
    /// Where an actor's running offset starts, in pixels (`reference/03 §10`).
    pub origin: (i32, i32),
    /// What an actor's position means.
    pub anchor: Anchor,
    /// Whether the pixels of pictures follow each other along rows (Amiga v5) instead of down columns.
    pub row_major: bool,
    /// What is added to the colours of a room's picture, though not to those of costumes: 16 on the Amiga
    /// (v4 and v5), whose first 16 colours are kept for other things. It wraps at 256.
    pub background_base: u8,
    /// Commands from this picture number on draw nothing (0x80: all draw).
    pub undrawn_from: u8,
    /// How costume colours become room colours.
    pub colours: ColourRule,
    /// Whether the game has 16 colours that never change instead of room palettes.
    pub fixed_colours: bool,
    /// Where it has: the screen that shows them, unless another is chosen.
    pub made_for: Screen,
    /// Whether the first 16 colours are the machine's and room palettes do not change them (Amiga v4,
    /// `reference/01 §10.2`).
    pub keeps_first_16: bool,
    /// Which near-white entries of a room's palette are not applied.
    pub skipped_white: SkippedWhite,
    /// How pixels of the screen have 16 bits ([`high`](crate::screen::high)) and are no palette indices: some
    /// Humongous games from 9.9 on. `None` where they are indices.
    pub high_colour: Option<HighColour>,
    /// How finely the screen tells colours apart.
    pub depth: ColourDepth,
    /// What an index of small blocks has besides them ([`FileLayout::Rooms`], [`FileLayout::Lec`]).
    pub small_index: SmallIndex,
}

impl Rules {
    /// v5, every game and platform but the Amiga's.
    pub const V5: Self = Self {
        generation: Generation::V5,
        humongous: 0,
        interpreter: Interpreter::Current,
        cost: CostLayout { base: -6, header: 0, ..CostLayout::WIDE },
        sounds: SoundCodes::Footstep,
        roles: Roles::DEFAULT,
        shadow_table: true,
        has_lights: true,
        actor_light: 8,
        black: 0,
        screen: (320, 200),
        screen_beyond: 0,
        chores: ChoreNumbers::Bytes,
        has_akos: false,
        is_v0: false,
        is_nes: false,
        sprite_set: 0,
        akos: AkosRules::LUCASARTS,
        flipped_scale_counts_up: false,
        boxes_either_way: false,
        bmap: BmapRules { leaves_out: false, fills_with_number: false },
        blocks: BlockHeaders::Tagged,
        costume_blocks: BlockHeaders::Tagged,
        files: FileLayout::Disks,
        disks: DiskRules::V5,
        operations: Operations::OfGeneration,
        objects: ObjectRules::V5,
        play: PlayRules::MODERN,
        origin: (0, 0),
        anchor: Anchor::Pixels,
        row_major: false,
        background_base: 0,
        undrawn_from: 0x80,
        colours: ColourRule::Table,
        fixed_colours: false,
        made_for: Screen::Ega,
        keeps_first_16: false,
        skipped_white: SkippedWhite::From16,
        high_colour: None,
        depth: ColourDepth::Full,
        small_index: SmallIndex { entries: [0; 4], tail: 0 },
    };

    /// v6, `LucasArts` games.
    pub const V6: Self = Self {
        generation: Generation::V6,
        cost: CostLayout { base: 0, header: 6, ..CostLayout::WIDE },
        disks: DiskRules::V6,
        objects: ObjectRules::V6,
        sounds: SoundCodes::List,
        has_lights: false,
        ..Self::V5
    };

    /// v7. Its costumes are AKOS; what concerns COST is v6's.
    pub const V7: Self = Self {
        generation: Generation::V7,
        shadow_table: false,
        chores: ChoreNumbers::Thousands,
        has_akos: true,
        disks: DiskRules::V7,
        objects: ObjectRules::V7,
        screen_beyond: 8,
        skipped_white: SkippedWhite::None,
        ..Self::V6
    };

    /// v8.
    pub const V8: Self = Self {
        generation: Generation::V8,
        screen: (640, 480),
        disks: DiskRules::V8,
        objects: ObjectRules::V8,
        akos: AkosRules { remap_from: 24, ..AkosRules::LUCASARTS },
        ..Self::V7
    };

    /// The same with 16 bits for each pixel: what some games of Humongous 9.9 have, and others not.
    #[must_use]
    pub const fn with_high_colour(self) -> Self {
        let objects = ObjectRules { as_numbers: true, ..self.objects };
        Self { high_colour: Some(HighColour::HUMONGOUS), objects, ..self }
    }

    /// Humongous games whose costumes are AKOS, by the version of their engine: 61, 62, 70 … 101. From 10.0 on
    /// they have 16 bits for each pixel.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        let indexed = Self {
            generation: Generation::Humongous,
            humongous: version,
            shadow_table: false,
            screen: if version < 71 { (320, 200) } else { (640, 480) },
            has_akos: true,
            akos: AkosRules::humongous(version),
            disks: DiskRules::humongous(version),
            operations: match version {
                0..70 => Operations::OfGeneration,
                70..72 => Operations::He70,
                72..100 => Operations::He72,
                _ => Operations::He100,
            },
            objects: ObjectRules::humongous(version),
            skipped_white: if version < 80 { SkippedWhite::From16 } else { SkippedWhite::AllBut15 },
            ..Self::V6
        };
        if version < 100 { indexed } else { indexed.with_high_colour() }
    }
}
