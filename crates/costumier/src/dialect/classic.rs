//! What v1 to v4, Humongous 6.0 and the Amiga's v5 do differently from v5 and v6.
//!
//! ```text
//!                base  header of blocks   limbs  starts  palette   pictures
//! v0             a kind of its own (`v0/mod.rs`)
//! v1              0    u16 size, 2 bytes    8    u8      none      cells of 2 bits
//! v1 (NES)       a kind of its own (`nes/mod.rs`)
//! v2, v3 (EGA)   −4    u16 size, 2 bytes   16    u8      1 byte    16 colours, stored around (72, 100)
//! v3 (256)       −6    u32 size, "CO"      16    u8      16 or 32  from 0x79 on not drawn
//! v3 (PC-Engine) −6    u32 size, "CO"      16    u16     17 bytes  blocks of 16 × 16
//! v4             −6    u32 size, "CO"      16    u16     16 or 32
//! ```
//! (`reference/02 §2, §6`.) ScummVM plays packs of all of them and shows what is drawn here
//! (`oracle/README.md`), sounds and CGA's colours excepted. No original game has been compared:
//! [`Dialect::unverified`] names what those who have the games can check.

use super::{
    ColourDepth, CostLayout, DiskRules, Generation, HighColour, ObjectPlaces, ObjectRules, Rules,
    SkippedWhite, SoundCodes,
};
use crate::chore::{Role, Roles};
use crate::screen::Screen;

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

/// The number of a chore that there never is: v0 has no init chore.
const NO_CHORE: u8 = 0xFF;

/// What stands before a block's payload in a data file (`reference/01 §2`). Sizes count the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockHeaders {
    /// Four characters and a big-endian 32-bit size.
    Tagged,
    /// A little-endian 32-bit size and two characters.
    Small,
    /// A little-endian 16-bit size and two bytes without a known meaning.
    Bare,
    /// A little-endian 16-bit size alone: costumes and graphics of the NES.
    Size,
}

impl BlockHeaders {
    /// Number of bytes.
    #[must_use]
    pub fn len(self) -> u64 {
        match self {
            Self::Tagged => 8,
            Self::Small => 6,
            Self::Bare => 4,
            Self::Size => 2,
        }
    }

    /// Never: every block has a header.
    #[must_use]
    pub fn is_empty(self) -> bool {
        false
    }
}

/// How a game's files are laid out (`reference/01 §4–§7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLayout {
    /// An index, and data files named alike, each with a table of its rooms.
    Disks,
    /// `000.lfl`, and `disk01.lec`, `disk02.lec` … with a table of their rooms.
    Lec,
    /// `00.lfl` with small blocks, and a file for each room: `01.lfl`, `02.lfl` …
    Rooms,
    /// `00.lfl` with bare tables, and a file for each room.
    OldRooms(OldTables),
}

impl FileLayout {
    /// Whether each room has a file of its own, of which it is the first block.
    #[must_use]
    pub fn has_room_files(self) -> bool {
        matches!(self, Self::Rooms | Self::OldRooms(_))
    }
}

/// The tables in the index of an old bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldTables {
    /// Each says how long it is.
    Counted {
        /// Bytes for each object: 4, in v2 1.
        object_bytes: usize,
    },
    /// As long as this game's for PC.
    Fixed(V1Game),
    /// As long as this game's for the C64.
    C64(V1Game),
    /// As long as Maniac Mansion's for the NES, whose directory of costumes holds all graphics.
    Nes,
}

impl OldTables {
    /// Numbers of objects, rooms, costumes, scripts and sounds where the index does not state them
    /// (`reference/01 §7.4`).
    #[must_use]
    pub const fn counts(self) -> Option<[u16; 5]> {
        match self {
            Self::Counted { .. } => None,
            Self::Fixed(V1Game::Maniac) => Some([800, 55, 35, 200, 100]),
            Self::Fixed(V1Game::Zak) => Some([775, 61, 37, 155, 120]),
            Self::C64(V1Game::Maniac) => Some([256, 55, 25, 160, 70]),
            Self::C64(V1Game::Zak) => Some([775, 59, 38, 155, 127]),
            Self::Nes => Some([775, 55, 80, 200, 100]),
        }
    }

    /// Whether they are those of v0 to v2, whose rooms are alike in much.
    #[must_use]
    pub const fn is_before_v3(self) -> bool {
        !matches!(self, Self::Counted { object_bytes: 4 })
    }

    /// Bytes of an index with these tables, its magic included, where they are always the same.
    #[must_use]
    pub fn index_len(self) -> Option<u64> {
        let [objects, rest @ ..] = self.counts()?;
        let resources: u64 = rest.iter().map(|count| u64::from(*count)).sum();
        Some(resources.saturating_mul(3).saturating_add(objects.into()).saturating_add(2))
    }
}

/// What tells an index of small blocks of one machine from that of another (`reference/01 §6.1`, `reference/12
/// §3.3`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallIndex {
    /// Entries that its directories of rooms, scripts, sounds and costumes have, used or not.
    pub entries: [u16; 4],
    /// Bytes behind the objects that their block's size does not count.
    pub tail: usize,
}

/// What an actor's position means (`reference/04 §1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Room pixels.
    Pixels,
    /// Cells of 8 × 2 pixels, with what is added to x in pixels.
    Cells {
        /// Facing anywhere but West.
        east: i32,
        /// Facing West.
        west: i32,
        /// Added once more while drawn mirrored: cells of eight pixels keep their left edges where columns
        /// of one pixel are reflected.
        mirrored: i32,
    },
}

impl Anchor {
    /// Pixels to one step of a position, in x and y.
    #[must_use]
    pub fn unit(self) -> (i32, i32) {
        match self {
            Self::Pixels => (1, 1),
            Self::Cells { .. } => (8, 2),
        }
    }

    /// The room pixel that a position names: where walk boxes and scales are looked up.
    #[must_use]
    pub fn ground(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self {
            Self::Pixels => (x, y),
            Self::Cells { .. } => (x.saturating_mul(8), y.saturating_mul(2)),
        }
    }

    /// The anchor pixel of an actor: its position, how far it is raised, whether it faces West and whether it
    /// is drawn mirrored.
    #[must_use]
    pub fn pixel(self, (x, y): (i32, i32), elevation: i32, west: bool, flip: bool) -> (i32, i32) {
        match self {
            Self::Pixels => (x, y.saturating_sub(elevation)),
            Self::Cells { east, west: to_west, mirrored } => {
                let add = if west { to_west } else { east } + if flip { mirrored } else { 0 };
                let x = x.saturating_mul(8).saturating_add(add);
                (x, y.saturating_sub(elevation).saturating_mul(2))
            }
        }
    }
}

/// How an actor turns to another facing (`reference/03 §8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// By quarters, the shorter way (v4 to v6).
    Quarters,
    /// By the table of v1 to v3, which turns half round over South, or East.
    Table,
    /// At once, when the next loop begins (v7 and v8, whose scripts turn actors step by step where they want
    /// that).
    AtOnce,
}

/// How chores are started and facings changed (`reference/03 §5–§9`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayRules {
    /// Whether the init chore empties all limbs first.
    pub init_empties: bool,
    /// Bits of the script operand below the chore's number: 0, or 2 for a direction that is ignored.
    pub operand_shift: u8,
    /// Whether a change of facing starts a chore again for *all* limbs, and makes it the actor's current
    /// one.
    pub refacing_all: bool,
    /// How turns go.
    pub turns: Turns,
    /// The chores that are started when an actor appears, in order.
    pub on_show: &'static [Role],
}

impl PlayRules {
    /// v4 and later.
    pub const MODERN: Self = Self {
        init_empties: true,
        operand_shift: 0,
        refacing_all: false,
        turns: Turns::Quarters,
        on_show: &[Role::Init],
    };

    /// v0, whose commands say everything.
    const V0: Self = Self { turns: Turns::AtOnce, on_show: &[Role::Stand], ..Self::OLDEST };

    /// v1 and v2.
    const OLDEST: Self = Self {
        init_empties: false,
        operand_shift: 2,
        refacing_all: true,
        turns: Turns::Table,
        on_show: &[Role::Stand, Role::Init, Role::TalkStop],
    };
}

/// Which game of v1: their actors are coloured differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V1Game {
    /// Maniac Mansion.
    Maniac,
    /// Zak `McKracken`.
    Zak,
}

/// How costume colours become room colours (`reference/02 §13`, `reference/04 §7.1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourRule {
    /// By the costume's palette, unless the actor overrides the entry.
    Table,
    /// As [`ColourRule::Table`], on a CGA screen: costume colours 6 and 7 are 5 and 15 unless the actor
    /// overrides them (v4).
    CgaTable,
    /// By the palette of the sprites, whatever scripts set; in the dark by three greys (NES).
    Sprites,
    /// Colours are the 16 of the screen, unless the actor overrides one; the colour that the costume names is
    /// drawn as colour 0 is.
    Sixteen {
        /// What colour 12 is in the light, whatever overrides it (v2).
        twelve: Option<u8>,
        /// Colours 6 and 7 are 5 and 15 unless the actor overrides them (v3 on a CGA screen).
        cga: bool,
    },
    /// Four colours, of which two depend on the actor's number.
    Actor {
        /// Which actors.
        game: V1Game,
        /// What its colours are on the screen.
        shown: V1Colours,
    },
    /// The costume's own colours, which no room has (PC-Engine). An override of 0 shows colour 1's, others do
    /// nothing.
    Own,
}

/// What the C64's colours of v1 become on a screen (`reference/08 §3.2`, `reference/10 §2.1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum V1Colours {
    /// EGA's, by a table of each game.
    Ega,
    /// Themselves: the screen is a C64's.
    C64,
    /// Patterns of four bits, by a table that both games share: CGA and Hercules.
    Patterns,
}

impl V1Colours {
    fn on(screen: Screen) -> Self {
        match screen {
            Screen::C64 => Self::C64,
            _ if screen.has_v1_patterns() => Self::Patterns,
            _ => Self::Ega,
        }
    }
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

impl Rules {
    /// v1 for PC.
    #[must_use]
    pub const fn v1(game: V1Game) -> Self {
        Self {
            generation: Generation::V1,
            cost: CostLayout { limbs: 8, starts: Starts::Byte, palette: Palette::None, ..CostLayout::WIDE },
            files: FileLayout::OldRooms(OldTables::Fixed(game)),
            origin: (0, 1),
            anchor: Anchor::Cells { east: 0, west: 16, mirrored: 7 },
            colours: ColourRule::Actor { game, shown: V1Colours::Ega },
            ..Self::V2
        }
    }

    /// v1 for the C64: Zak `McKracken`.
    pub const V1_C64: Self = Self {
        files: FileLayout::OldRooms(OldTables::C64(V1Game::Zak)),
        colours: ColourRule::Actor { game: V1Game::Zak, shown: V1Colours::C64 },
        made_for: Screen::C64,
        ..Self::v1(V1Game::Zak)
    };

    /// v0: Maniac Mansion for the C64. Its costumes are of a kind of their own.
    pub const V0: Self = Self {
        generation: Generation::V0,
        is_v0: true,
        roles: Roles { init: NO_CHORE, walk: 0, stand: 1, talk_start: 3, talk_stop: 4 },
        files: FileLayout::OldRooms(OldTables::C64(V1Game::Maniac)),
        play: PlayRules::V0,
        objects: ObjectRules::V0,
        anchor: Anchor::Cells { east: 0, west: 0, mirrored: 0 },
        colours: ColourRule::Actor { game: V1Game::Maniac, shown: V1Colours::C64 },
        made_for: Screen::C64,
        ..Self::v1(V1Game::Maniac)
    };

    /// v1 for the NES: Maniac Mansion. Its costumes are of a kind of their own.
    pub const NES: Self = Self {
        is_nes: true,
        actor_light: 1,
        black: 0x1D,
        costume_blocks: BlockHeaders::Size,
        files: FileLayout::OldRooms(OldTables::Nes),
        screen: (256, 240),
        origin: (0, 0),
        anchor: Anchor::Cells { east: 0, west: 0, mirrored: -1 },
        colours: ColourRule::Sprites,
        made_for: Screen::Nes,
        ..Self::v1(V1Game::Maniac)
    };

    /// v2.
    pub const V2: Self = Self {
        generation: Generation::V2,
        roles: Roles { init: 2, walk: 0, stand: 1, talk_start: 5, talk_stop: 4 },
        files: FileLayout::OldRooms(OldTables::Counted { object_bytes: 1 }),
        play: PlayRules::OLDEST,
        objects: ObjectRules::V2,
        anchor: Anchor::Cells { east: 8, west: 16, mirrored: 0 },
        colours: ColourRule::Sixteen { twelve: Some(12), cga: false },
        ..Self::V3
    };

    /// v3 with 16 colours.
    pub const V3: Self = Self {
        cost: CostLayout { base: -4, starts: Starts::Byte, palette: Palette::One, ..CostLayout::WIDE },
        blocks: BlockHeaders::Bare,
        costume_blocks: BlockHeaders::Bare,
        files: FileLayout::OldRooms(OldTables::Counted { object_bytes: 4 }),
        origin: (-72, -100),
        undrawn_from: 0x80,
        colours: ColourRule::Sixteen { twelve: None, cga: false },
        fixed_colours: true,
        ..Self::V3_256
    };

    /// v3 with 256 colours: Indiana Jones 3 VGA.
    pub const V3_256: Self = Self {
        generation: Generation::V3,
        cost: CostLayout { base: -6, header: 0, starts: Starts::Byte, ..CostLayout::WIDE },
        sounds: SoundCodes::FootstepBit,
        play: PlayRules { turns: Turns::Table, ..PlayRules::MODERN },
        undrawn_from: 0x79,
        files: FileLayout::Rooms,
        ..Self::V4
    };

    /// v3 for the FM-TOWNS: Zak `McKracken` and Loom. The screen has 240 rows.
    pub const V3_TOWNS: Self = Self {
        screen: (320, 240),
        depth: ColourDepth::Fifteen,
        small_index: SmallIndex { entries: [99, 199, 199, 199], tail: 0 },
        ..Self::V3_256
    };

    /// The same: Indiana Jones and the Last Crusade, whose index has more behind its last block.
    pub const V3_TOWNS_INDY: Self =
        Self { small_index: SmallIndex { tail: 32, ..Self::V3_TOWNS.small_index }, ..Self::V3_TOWNS };

    /// v3 for the PC-Engine: Loom. Rooms are made of tiles, costumes of blocks with colours of their own, and
    /// pixels have 16 bits.
    pub const V3_PCE: Self = Self {
        cost: CostLayout { base: -6, palette: Palette::Colours, from_behind: true, ..CostLayout::WIDE },
        colours: ColourRule::Own,
        high_colour: Some(HighColour::PC_ENGINE),
        objects: ObjectRules { places: ObjectPlaces::CellsPcEngine, tiles: true, ..ObjectRules::V4 },
        small_index: SmallIndex { entries: [91, 0, 0, 0], tail: 0 },
        ..Self::V3_256
    };

    /// v4 with 256 colours.
    pub const V4: Self = Self {
        generation: Generation::V4,
        cost: CostLayout { base: -6, header: 0, ..CostLayout::WIDE },
        blocks: BlockHeaders::Small,
        costume_blocks: BlockHeaders::Small,
        files: FileLayout::Lec,
        objects: ObjectRules::V4,
        shadow_table: false,
        skipped_white: SkippedWhite::None,
        ..Self::V5
    };

    /// v4 with 16 colours.
    pub const V4_EGA: Self = Self { fixed_colours: true, ..Self::V4 };

    /// v4 for the Amiga, with palettes: 16 colours of the machine's, and the room's behind them. Costumes are
    /// like the PC's.
    pub const V4_AMIGA: Self = Self { background_base: 16, keeps_first_16: true, ..Self::V4 };

    /// v5 for the Amiga.
    pub const V5_AMIGA: Self = Self { row_major: true, background_base: 16, shadow_table: false, ..Self::V5 };

    /// v5 for the FM-TOWNS.
    pub const V5_TOWNS: Self = Self { depth: ColourDepth::Fifteen, ..Self::V5 };

    /// Humongous 6.0.
    pub const HE60: Self = Self {
        generation: Generation::Humongous,
        sounds: SoundCodes::ListReversed,
        shadow_table: false,
        disks: DiskRules::humongous(60),
        objects: ObjectRules::humongous(60),
        ..Self::V6
    };

    /// The same game on another screen: what costumes do differently there (`reference/02 §13`).
    #[must_use]
    pub fn on_screen(mut self, screen: Screen) -> Self {
        let on_cga = screen == Screen::Cga;
        self.colours = match self.colours {
            ColourRule::Actor { game, .. } => ColourRule::Actor { game, shown: V1Colours::on(screen) },
            ColourRule::Sixteen { twelve, .. } => ColourRule::Sixteen {
                twelve: twelve.map(|_| if screen.has_v1_patterns() { 15 } else { 12 }),
                cga: on_cga && self.generation >= Generation::V3,
            },
            ColourRule::Table | ColourRule::CgaTable if self.fixed_colours && on_cga => ColourRule::CgaTable,
            ColourRule::Table | ColourRule::CgaTable => ColourRule::Table,
            ColourRule::Own => ColourRule::Own,
            ColourRule::Sprites => ColourRule::Sprites,
        };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Dialect;

    #[test]
    fn anchors_of_cells_depend_on_the_facing() {
        let at = |dialect: Dialect, west, flip| dialect.anchor.pixel((10, 20), 3, west, flip);
        assert_eq!(at(Dialect::V5, true, true), (10, 17));
        assert_eq!(at(Dialect::V2, false, false), (88, 34));
        assert_eq!(at(Dialect::V2, true, true), (96, 34));
        let v1 = Dialect::v1(V1Game::Zak);
        assert_eq!(at(v1, false, false), (80, 34));
        // The first cell of a mirrored picture has its left edge at 8 · 10 + 16, so its rightmost pixel is
        // reflected there.
        assert_eq!(at(v1, true, true), (96 + 7, 34));
        assert_eq!(at(v1, true, false), (96, 34));
        assert_eq!(v1.anchor.pixel((i32::MAX, i32::MIN), i32::MAX, true, true).0, i32::MAX);
    }
}
