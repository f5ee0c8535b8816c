//! Which pixels of an actor are shadows, and what they make of the colour beneath them (`reference/04 §7.3`,
//! `reference/06 §6`).
//!
//! ```text
//! COST             colour 13, or with bit 0x20 of the mode every colour      one table
//! AKOS, mode 1     colour 13                                                 the first of eight tables
//! AKOS, mode 3     colour p below 8                                          table p of eight             (v7, v8)
//! Humongous 9.0 on whatever a condition asks for, mode or no mode: colour p  table p of 256, the "XMAP"
//!     up to 9.8      all of codec 32 (docs/interpreters.md, rule 7)          the same
//! ```
//! Colours are room colours: those of the costume's palette, overrides included. Surprise: the eight tables
//! of v7 and v8 are all 0 when a room is entered, where the one of v5 and v6 is the identity; until a script
//! builds them, shadows are colour 0.

use super::shadow::NO_SHADOW;

/// The room colour that is a shadow.
const SHADOW_COLOUR: u8 = 13;

/// The bit of a COST actor's shadow mode that makes a shadow of the whole actor.
const ALL_SHADOW: u8 = 0x20;

/// Number of tables in v7 and v8, and of the colours that go through them in mode 3.
pub const SHADOW_TABLES: usize = 8;

/// What v7 and v8 have when a room is entered: shadows become colour 0.
pub const UNBUILT_SHADOWS: [[u8; 256]; SHADOW_TABLES] = [[0; 256]; SHADOW_TABLES];

/// The tables that shadows go through: the game's state, not the costume's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShadowTables<'a> {
    /// The game has none, and no shadows.
    #[default]
    None,
    /// The room's table: v5 and v6.
    One(&'a [u8; 256]),
    /// The eight tables of v7 and v8.
    Eight(&'a [[u8; 256]; SHADOW_TABLES]),
    /// The XMAP that the actor has been given: a table for each colour (Humongous 9.0 on).
    Full(&'a [[u8; 256]; 256]),
}

/// Which colours are shadows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Colour 13, through the first table.
    Thirteen,
    /// All, through the first table.
    Everything,
    /// Those below 8, each through its own table.
    Below8,
    /// All, each through its own table.
    Own,
}

/// Shadows of one actor.
#[derive(Clone, Debug)]
pub(crate) struct Shade {
    rule: Rule,
    tables: Vec<[u8; 256]>,
}

impl Shade {
    /// The shadows of a COST actor.
    pub(super) fn classic(mode: u8, tables: ShadowTables<'_>) -> Option<Self> {
        let ShadowTables::One(table) = tables else { return None };
        let rule = if mode & ALL_SHADOW != 0 { Rule::Everything } else { Rule::Thirteen };
        Some(Self { rule, tables: vec![*table] })
    }

    /// The shadows of an AKOS actor. Mode 2 does not exist, the engine stops at it; here it shades nothing,
    /// as 0.
    pub(super) fn akos(mode: u8, tables: ShadowTables<'_>) -> Option<Self> {
        match (mode, tables) {
            (1, ShadowTables::One(table)) => Some(Self { rule: Rule::Thirteen, tables: vec![*table] }),
            (1, ShadowTables::Eight([table, ..])) => {
                Some(Self { rule: Rule::Thirteen, tables: vec![*table] })
            }
            (3, ShadowTables::Eight(tables)) => Some(Self { rule: Rule::Below8, tables: tables.to_vec() }),
            _ => None,
        }
    }

    /// What an XMAP does to the pictures that ask for it.
    pub(super) fn full(tables: ShadowTables<'_>) -> Option<Self> {
        let ShadowTables::Full(tables) = tables else { return None };
        Some(Self { rule: Rule::Own, tables: tables.to_vec() })
    }

    /// The table that colour `p` goes through; `None` where it is written as it is.
    #[inline]
    pub(crate) fn table(&self, p: u8) -> Option<&[u8; 256]> {
        let index = match self.rule {
            Rule::Everything => 0,
            Rule::Thirteen if p == SHADOW_COLOUR => 0,
            Rule::Below8 | Rule::Own => usize::from(p),
            Rule::Thirteen => return None,
        };
        self.tables.get(index)
    }

    /// Whether nothing is changed by any table.
    pub(super) fn is_nothing(&self) -> bool {
        self.tables.iter().all(|table| *table == NO_SHADOW)
    }

    /// Whether a stage of value `v` looks as before where some shadow falls on it.
    pub(super) fn hides_on(&self, v: u8) -> bool {
        self.tables.iter().any(|table| table[usize::from(v)] == v)
    }
}
