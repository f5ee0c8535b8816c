//! Dialects: the rules that differ between generations, machines and interpreters, one row for each kind of game.
//!
//! Only this folder compares generations. A new generation is a new constant, and a reader in `data` of the crate
//! `costumier-files` if its files have a new layout.

mod actors;
mod akos;
mod camera;
mod classic;
mod colours;
mod conversion;
mod costumes;
mod disks;
mod files;
mod high;
mod interpreter;
mod objects;
mod pictures;
mod platform;
mod questions;

pub use actors::{Anchor, PlayRules, Position, Turns};
pub use akos::{AkosRules, ChoreNumbers, ClipRules};
pub use camera::Camera;
pub use colours::{ColourDepth, ColourRule, SkippedWhite, V1Colours};
pub use costumes::{CostLayout, CostumeKind, Palette, SoundCodes, Starts};
pub use disks::{Directories, DiskRules, Maxima, Naming, Objects, RoomHeader};
pub use files::{BlockHeaders, FileLayout, OldTables, SmallIndex, V1Game};
pub use high::HighColour;
pub use interpreter::{BmapRules, DisputedRule, Interpreter, Known};
pub use objects::{ObjectPlaces, ObjectRules};
pub use pictures::{BundleLayout, OldStrips};
pub use platform::Platform;

use std::fmt;
use std::str::FromStr;

use crate::chore::Roles;
use crate::error::UnknownName;
use crate::screen::Screen;

/// A version of the interpreter that games were made for.
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
    /// All generations, the oldest first.
    pub const ALL: [Self; 10] = [
        Self::V0,
        Self::V1,
        Self::V2,
        Self::V3,
        Self::V4,
        Self::V5,
        Self::V6,
        Self::V7,
        Self::V8,
        Self::Humongous,
    ];

    /// The generation's name in listings and JSON, such as `v5`.
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

impl FromStr for Generation {
    type Err = UnknownName;

    /// A name, as listings and JSON have it: `v5`, `he`.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownName::new(text, "generation", "v0 to v8 or he"))
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The operations of a game's scripts, if its generation does not determine them
/// (`docs/format/humongous-rooms.md §8`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operations {
    /// The operations of the generation; in Humongous games up to 6.2, those of v6.
    #[default]
    OfGeneration,
    /// The operations of v6, except that one ends the game at once, where v6 asks first (Humongous 7.0 and 7.1).
    He70,
    /// The operations of v6 with other variables and more settings (Humongous 7.2 to 9.9).
    He72,
    /// The operations with other numbers throughout (Humongous from 10.0 on).
    He100,
}

/// The rules of one kind of game: a generation, on one machine, as one interpreter plays it.
///
/// Each constant is the row of one kind of game. A field is a rule; a method is a question that several rules answer.
/// A tool that breaks a rule on purpose sets the field of its copy. **Note:** fields are machinery, like
/// this crate: they may change with any version.
///
/// ```
/// use costumier_format::{Dialect, Generation};
///
/// assert_eq!(Dialect::V6.generation(), Generation::V6);
/// assert_eq!(Dialect::V8.screen_size(), (640, 480));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dialect {
    /// The generation. **Note:** only this folder compares it; other code reads a rule or asks a question.
    pub(super) generation: Generation,
    /// The version of a Humongous engine, 60 to 101; 0 for other games.
    pub(super) humongous: u8,
    /// The interpreter whose rules apply. [`Dialect::interpreted_by`] sets it together with its rules.
    pub(super) interpreter: Interpreter,
    /// Places of a COST block's header and offsets.
    pub cost: CostLayout,
    /// The meaning of sound commands.
    pub sounds: SoundCodes,
    /// Default chore numbers of the five roles.
    pub roles: Roles,
    /// Whether room colour 13 goes through the shadow table (`docs/format/drawing.md §7.3`).
    pub shadow_table: bool,
    /// Whether a room's light bits change actors; otherwise every room is lit (`docs/format/drawing.md §7.2`).
    pub has_lights: bool,
    /// The light bit that gives actors their colours: 8, on the NES 1.
    pub actor_light: u8,
    /// The colour of a room that is not lit: 0, on the NES 0x1D.
    pub black: u8,
    /// Size of the interpreter's screen in pixels. A view of this size has the screen's edges.
    pub screen_size: (u32, u32),
    /// Columns by which the surface that the interpreter draws on is wider than its screen. Pictures are cut off at
    /// the edge of that surface.
    pub screen_beyond: u32,
    /// Where the camera can stand in a room that is larger than the screen.
    pub camera: Camera,
    /// The meaning of chore numbers in scripts.
    pub chores: ChoreNumbers,
    /// The kind of the game's costumes.
    pub costumes: CostumeKind,
    /// The set of sprites, 0 or 1, that scripts have chosen (NES). A costume that is not in it is drawn from the
    /// other.
    pub sprite_set: u8,
    /// Rules of AKOS costumes.
    pub akos: AkosRules,
    /// Whether the index of columns in the scale table counts up while a scaled picture is drawn mirrored;
    /// otherwise it counts down. **Note:** the place of the first column is found by counting down in both cases.
    pub flipped_scale_counts_up: bool,
    /// Whether the corners of walk boxes go round either way; otherwise they go round clockwise.
    pub boxes_either_way: bool,
    /// Rules of room pictures in one piece (Humongous from 7.1 on).
    pub bmap: BmapRules,
    /// Headers of blocks in data files.
    pub blocks: BlockHeaders,
    /// Headers of costumes' blocks. They differ from [`Dialect::blocks`] on the NES.
    pub costume_blocks: BlockHeaders,
    /// The layout of the game's files.
    pub files: FileLayout,
    /// The contents of an index and its disks ([`FileLayout::Disks`]).
    pub disks: DiskRules,
    /// The operations of the game's scripts.
    pub operations: Operations,
    /// Rules of objects in rooms.
    pub objects: ObjectRules,
    /// Rules of starting chores and changing facings.
    pub play: PlayRules,
    /// The first value of an actor's running offset, in pixels (`docs/format/animation.md §10`).
    pub origin: (i32, i32),
    /// The meaning of an actor's position.
    pub anchor: Anchor,
    /// Whether pixels of pictures are stored by rows (Amiga v5); otherwise by columns.
    pub row_major: bool,
    /// The number that is added to the colours of a room's picture, and not to those of costumes: 16 on the Amiga (v4
    /// and v5). The sum wraps at 256.
    pub background_base: u8,
    /// The first picture number whose commands draw nothing; 0x80 if all draw.
    pub undrawn_from: u8,
    /// How costume colours become room colours.
    pub colours: ColourRule,
    /// Whether the game has 16 fixed colours and no room palettes.
    pub fixed_colours: bool,
    /// The screen that shows a game of 16 fixed colours if no other is chosen.
    pub made_for: Screen,
    /// Whether room palettes leave the first 16 colours to the machine (Amiga v4,
    /// `docs/format/containers.md §10.2`).
    pub keeps_first_16: bool,
    /// The near-white entries of a room's palette that are not applied.
    pub skipped_white: SkippedWhite,
    /// Rules of a screen whose pixels have 16 bits ([`high`](crate::screen::high)): some Humongous games from 9.9
    /// on, and the PC-Engine. `None` if pixels are palette indices.
    pub high_colour: Option<HighColour>,
    /// Bits of a colour on the screen.
    pub depth: ColourDepth,
    /// Whether an edition for the Macintosh is shown with its gamma ([`ColourDepth::Macintosh`]), unless another screen
    /// is chosen. [`Dialect::has_macintosh_gamma`] says which games there are.
    pub macintosh_gamma: bool,
    /// Parts of an index of small blocks that are not blocks ([`FileLayout::Rooms`], [`FileLayout::Lec`]).
    pub small_index: SmallIndex,
}

impl Dialect {
    /// Games of v5 on every platform but the Amiga and the FM-TOWNS.
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
        screen_size: (320, 200),
        screen_beyond: 0,
        camera: Camera::Strips,
        chores: ChoreNumbers::Bytes,
        costumes: CostumeKind::Cost,
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
        macintosh_gamma: false,
        small_index: SmallIndex { entries: [0; 4], tail: 0 },
    }
    .interpreted_by(Interpreter::Current);

    /// Games of v6 by `LucasArts`.
    pub const V6: Self = Self {
        generation: Generation::V6,
        cost: CostLayout { base: 0, header: 6, ..CostLayout::WIDE },
        disks: DiskRules::V6,
        objects: ObjectRules::V6,
        sounds: SoundCodes::List,
        has_lights: false,
        ..Self::V5
    }
    .interpreted_by(Interpreter::Current);

    /// Games of v7. **Note:** the rules of COST blocks are those of v6 and have no use.
    pub const V7: Self = Self {
        generation: Generation::V7,
        shadow_table: false,
        chores: ChoreNumbers::Thousands,
        costumes: CostumeKind::Akos,
        disks: DiskRules::V7,
        objects: ObjectRules::V7,
        screen_beyond: 8,
        camera: Camera::Pixels,
        skipped_white: SkippedWhite::None,
        ..Self::V6
    }
    .interpreted_by(Interpreter::Current);

    /// The games of v8.
    pub const V8: Self = Self {
        generation: Generation::V8,
        screen_size: (640, 480),
        disks: DiskRules::V8,
        objects: ObjectRules::V8,
        akos: AkosRules { remap_from: 24, ..AkosRules::LUCASARTS },
        ..Self::V7
    }
    .interpreted_by(Interpreter::Current);

    /// The same game with 16 bits a pixel, as in some games from Humongous 9.9 on.
    #[must_use]
    pub const fn with_high_colour(self) -> Self {
        let objects = ObjectRules { as_numbers: true, ..self.objects };
        Self { high_colour: Some(HighColour::HUMONGOUS), objects, ..self }
    }

    /// Humongous games with AKOS costumes and 8 bits a pixel, by the version of their engine: 61, 62, 70 to 101.
    #[must_use]
    pub const fn humongous(version: u8) -> Self {
        Self {
            generation: Generation::Humongous,
            humongous: version,
            shadow_table: false,
            screen_size: if version < 71 { (320, 200) } else { (640, 480) },
            camera: if version < 71 { Camera::Strips } else { Camera::Still },
            costumes: CostumeKind::Akos,
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
        }
        .interpreted_by(Interpreter::Current)
    }

    /// Dialects with COST costumes of limbs and records, oldest first.
    pub const CLASSIC: [Self; 12] = [
        Self::v1(V1Game::Maniac),
        Self::v1(V1Game::Zak),
        Self::V1_C64,
        Self::V2,
        Self::V3,
        Self::V3_256,
        Self::V4,
        Self::V4_AMIGA,
        Self::V5,
        Self::V5_AMIGA,
        Self::V6,
        Self::HE60,
    ];
}
