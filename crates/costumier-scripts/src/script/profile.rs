//! Profiles: the sets of instructions that games have, one for each set that differs.
//!
//! **Note:** generations are too coarse. Inside v3 the same byte has operands in one game and none in another, and
//! Humongous games renumbered everything more than once (`docs/format/scripts.md §A.2, §A.3`).

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use costumier_format::UnknownName;

use super::table::Table;
use crate::dialect::{
    ChoreNumbers, Dialect, Directories, FileLayout, Generation, Maxima, OldTables, Operations, Platform,
};

/// A set of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Profile {
    /// Maniac Mansion for the C64 and the Apple II.
    V0,
    /// Maniac Mansion and Zak `McKracken`, first editions.
    V1,
    /// The enhanced editions of Maniac Mansion and Zak `McKracken`.
    V2,
    /// Maniac Mansion for the NES, Zak `McKracken` for the C64.
    V2Nes,
    /// Loom with 16 colours.
    V3,
    /// Indiana Jones and the Last Crusade, 256 colours.
    V3Indy,
    /// Indiana Jones and the Last Crusade, 16 colours: numbers of local variables are whole.
    V3IndyEga,
    /// Indiana Jones and the Last Crusade for the Macintosh.
    V3Mac,
    /// Loom and Zak `McKracken` for FM-TOWNS.
    V3Towns,
    /// Indiana Jones and the Last Crusade for FM-TOWNS.
    V3TownsIndy,
    /// Loom for the PC-Engine.
    V3Engine,
    /// Monkey Island 1 on floppy disks, Loom CD.
    V4,
    /// The `LucasArts` games of v5.
    V5,
    /// The `LucasArts` games of v6.
    V6,
    /// The games of v7.
    V7,
    /// The games of v8.
    V8,
    /// Humongous games from 6.0 to 6.2.
    He60,
    /// Humongous games of 7.0.
    He70,
    /// Humongous games of 7.1.
    He71,
    /// Humongous games of 7.2.
    He72,
    /// Humongous games of 7.3 and 7.4.
    He73,
    /// Humongous games of 8.0.
    He80,
    /// Humongous games of 9.0 and 9.5.
    He90,
    /// Humongous games of 9.8.
    He98,
    /// Humongous games of 9.9.
    He99,
    /// Humongous games of 10.0.
    He100,
    /// Humongous games of 10.1.
    He101,
}

/// The name of a profile and the tables that make it. Later tables replace rows of earlier ones.
struct About {
    name: &'static str,
    /// The code by which rows name the profile if they are not for all profiles of their table.
    code: &'static str,
    chain: &'static [&'static str],
}

const fn about(name: &'static str, code: &'static str, chain: &'static [&'static str]) -> About {
    About { name, code, chain }
}

impl Profile {
    /// All profiles, the oldest first.
    pub const ALL: [Self; 27] = [
        Self::V0,
        Self::V1,
        Self::V2,
        Self::V2Nes,
        Self::V3,
        Self::V3Indy,
        Self::V3IndyEga,
        Self::V3Mac,
        Self::V3Towns,
        Self::V3TownsIndy,
        Self::V3Engine,
        Self::V4,
        Self::V5,
        Self::V6,
        Self::V7,
        Self::V8,
        Self::He60,
        Self::He70,
        Self::He71,
        Self::He72,
        Self::He73,
        Self::He80,
        Self::He90,
        Self::He98,
        Self::He99,
        Self::He100,
        Self::He101,
    ];

    /// Returns the sets that scripts of a game can have, the most usual first. A game's files do not always tell
    /// which it is.
    #[must_use]
    pub fn readable(dialect: &Dialect) -> &'static [Self] {
        match dialect.generation() {
            Generation::V0 => &[Self::V0],
            Generation::V1 if dialect.is_nes() => &[Self::V2Nes],
            Generation::V1 if matches!(dialect.files, FileLayout::OldRooms(OldTables::C64(_))) => {
                &[Self::V2Nes, Self::V1]
            }
            Generation::V1 => &[Self::V1],
            Generation::V2 => &[Self::V2],
            Generation::V3 if dialect.objects.tiles => &[Self::V3Engine],
            Generation::V3 if dialect.small_index.tail > 0 => &[Self::V3TownsIndy],
            Generation::V3 if dialect.platform() == Platform::FmTowns => &[Self::V3Towns, Self::V3TownsIndy],
            Generation::V3 if dialect.files == FileLayout::Rooms => {
                &[Self::V3Indy, Self::V3Towns, Self::V3TownsIndy, Self::V3]
            }
            Generation::V3 => &[Self::V3, Self::V3IndyEga, Self::V3Mac, Self::V3Engine],
            Generation::V4 => &[Self::V4],
            Generation::V5 => &[Self::V5],
            Generation::V6 => &[Self::V6],
            Generation::V7 => &[Self::V7],
            Generation::V8 => &[Self::V8],
            // Humongous games: the only generation that is left.
            _ => match dialect.disks.maxima {
                Maxima::He72 => &[Self::He72, Self::He73, Self::He80],
                // The index tells which one; it decides where the scripts fit both.
                Maxima::He90 if dialect.disks.disk_lane => &[Self::He98, Self::He90],
                Maxima::He90 => &[Self::He90, Self::He98],
                Maxima::He99 if dialect.operations == Operations::He100 => &[Self::He100, Self::He101],
                Maxima::He99 => &[Self::He99],
                _ if dialect.disks.directories == Directories::Humongous => &[Self::He71, Self::He70],
                _ => &[Self::He60],
            },
        }
    }

    /// Returns the set that scripts of a new game are written in: one whose operations all games of the dialect
    /// have.
    #[must_use]
    pub fn written(dialect: &Dialect) -> Self {
        match (dialect.operations, Self::readable(dialect)) {
            (Operations::He70, _) => Self::He71,
            (Operations::He72, _) => Self::He72,
            (Operations::He100, _) => Self::He100,
            (_, [Self::V2Nes, Self::V1]) => Self::V1,
            // Its instruction that waits for an actor is the usual one.
            (_, [Self::V3, ..]) => Self::V3IndyEga,
            (_, [Self::V3Indy | Self::V3Towns | Self::V3TownsIndy, ..]) => Self::V3Indy,
            (_, [Self::He60]) => Self::V6,
            (_, [first, ..]) => *first,
            (_, []) => Self::V5,
        }
    }

    fn about(self) -> About {
        match self {
            Self::V0 => about("v0", "0", &["T0"]),
            Self::V1 => about("v1", "1", &["T2"]),
            Self::V2 => about("v2", "2", &["T2"]),
            Self::V2Nes => about("v2-nes", "2n", &["T2"]),
            Self::V3 => about("v3", "3", &["T5"]),
            Self::V3Indy => about("v3-indy", "3i", &["T5"]),
            Self::V3IndyEga => about("v3-indy-ega", "3i", &["T5"]),
            Self::V3Mac => about("v3-mac", "3m", &["T5"]),
            Self::V3Towns => about("v3-towns", "3t", &["T5"]),
            Self::V3TownsIndy => about("v3-towns-indy", "3it", &["T5"]),
            Self::V3Engine => about("v3-pce", "3p", &["T5"]),
            Self::V4 => about("v4", "4", &["T5"]),
            Self::V5 => about("v5", "5", &["T5"]),
            Self::V6 => about("v6", "6", &["T6"]),
            Self::V7 => about("v7", "7", &["T6", "D7"]),
            Self::V8 => about("v8", "8", &["T8"]),
            Self::He60 => about("he60", "60", &["T6", "H60"]),
            Self::He70 => about("he70", "70", &["T6", "H60", "H70"]),
            Self::He71 => about("he71", "71", &["T6", "H60", "H70", "H71"]),
            Self::He72 => about("he72", "72", &["T6", "H60", "H70", "H71", "H72"]),
            Self::He73 => about("he73", "73", &["T6", "H60", "H70", "H71", "H72", "H73"]),
            Self::He80 => about("he80", "80", &["T6", "H60", "H70", "H71", "H72", "H73", "H80"]),
            Self::He90 => about("he90", "90", &["T6", "H60", "H70", "H71", "H72", "H73", "H80", "H90"]),
            Self::He98 => {
                about("he98", "98", &["T6", "H60", "H70", "H71", "H72", "H73", "H80", "H90", "H98"])
            }
            Self::He99 => {
                about("he99", "99", &["T6", "H60", "H70", "H71", "H72", "H73", "H80", "H90", "H98", "H99"])
            }
            Self::He100 => about("he100", "100", &["H100"]),
            Self::He101 => about("he101", "101", &["H100", "H101"]),
        }
    }

    /// Returns the name in calls and JSON: `v5`, `v3-indy`, `he100`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.about().name
    }

    /// Returns the instructions, which are read from the tables once.
    pub(crate) fn table(self) -> &'static Table {
        static TABLES: [OnceLock<Table>; Profile::ALL.len()] =
            [const { OnceLock::new() }; Profile::ALL.len()];
        let build = || {
            let about = self.about();
            Table::build(about.chain, about.code)
        };
        let place = Self::ALL.iter().position(|profile| *profile == self).unwrap_or(0);
        match TABLES.get(place) {
            Some(cell) => cell.get_or_init(build),
            // Every profile is in `ALL`.
            None => TABLES[0].get_or_init(build),
        }
    }

    /// Whether operands are on a stack instead of behind the instruction.
    #[must_use]
    pub fn has_stack(self) -> bool {
        self >= Self::V6
    }

    /// Returns the number of bytes of a word, of a variable's number and of a jump.
    #[must_use]
    pub fn word(self) -> usize {
        if self == Self::V8 { 4 } else { 2 }
    }

    /// Whether it is a set of Humongous games, of any version.
    #[must_use]
    pub fn is_humongous(self) -> bool {
        self >= Self::He60
    }

    /// Whether texts have no escapes, and names go through the stack of texts (Humongous 7.2 and later).
    #[must_use]
    pub fn has_plain_texts(self) -> bool {
        self >= Self::He72
    }

    /// Returns the meaning of the numbers of chores in scripts.
    pub(crate) fn chore_numbers(self) -> ChoreNumbers {
        match self {
            Self::V7 | Self::V8 => ChoreNumbers::Thousands,
            Self::He100 | Self::He101 => ChoreNumbers::BytesAndThousands,
            _ => ChoreNumbers::Bytes,
        }
    }

    /// Whether rooms can have other numbers, which `pseudoRoom` gives them. From v7 on and from Humongous 7.2 on
    /// the instruction changes nothing.
    #[must_use]
    pub fn has_pseudo_rooms(self) -> bool {
        self <= Self::V6 || (Self::He60..Self::He72).contains(&self)
    }

    /// Whether an actor's overrides stay when it gets another costume.
    pub(crate) fn keeps_overrides(self) -> bool {
        matches!(self, Self::V1 | Self::V2Nes)
    }

    /// Whether it is a set of v3, in any of its forms.
    #[must_use]
    pub fn is_v3(self) -> bool {
        (Self::V3..=Self::V3Engine).contains(&self)
    }

    /// Whether it is a set of Indiana Jones and the Last Crusade, whose texts have a shorter escape
    /// (`docs/format/scripts.md §A.5`).
    #[must_use]
    pub fn is_indy3(self) -> bool {
        matches!(self, Self::V3Indy | Self::V3IndyEga | Self::V3Mac | Self::V3TownsIndy)
    }

    /// Returns the number of the variable that holds the player's actor (`docs/format/scripts.md §A.4.4`).
    #[must_use]
    pub fn ego(self) -> u32 {
        match self {
            Self::V0 | Self::V1 | Self::V2 | Self::V2Nes => 0,
            Self::V7 => 111,
            Self::V8 => 126,
            _ if self >= Self::He72 => 9,
            _ => 1,
        }
    }

    /// Returns the number of the variable that holds the current room's number
    /// (`docs/format/scripts.md §A.4.4`).
    #[must_use]
    pub fn room(self) -> u32 {
        match self {
            Self::V7 => 10,
            Self::V8 => 31,
            _ if self >= Self::He72 => 21,
            _ => 4,
        }
    }

    /// Returns the first number of a room's own scripts; global ones end below it
    /// (`docs/format/scripts.md §A.1`).
    #[must_use]
    pub fn first_local(self) -> u32 {
        match self {
            Self::V7 | Self::V8 => 2000,
            _ if self >= Self::He99 => 2048,
            _ => 200,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    /// A [name](Self::name), in any case.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find(text, "profile", Self::ALL, Self::name)
    }
}
