//! Shadows: which pixels of an actor are shadows, and how they change the colour beneath them
//! (`docs/format/drawing.md §7.3`, `docs/format/codecs.md §6`).
//!
//! ```text
//! COST             colour 13, or with bit 0x20 of the mode every colour      one table
//! AKOS, mode 1     colour 13                                                 the first of eight tables
//! AKOS, mode 3     colour p below 8                                          table p of eight             (v7, v8)
//! Humongous 9.0 on pictures of codecs 1 and 32 whose condition asks for it, in any mode: colour p
//!                                                                            table p of 256, the "XMAP"
//!     up to 9.8      all of codec 32 (docs/interpreters.md, rule 7)          the same
//! ```
//! Colours are room colours: those of the costume's palette, overrides included. **Note:** the eight tables of v7
//! and v8 are all 0 when a room is entered, while the one of v5 and v6 is the identity. Until a script builds them,
//! shadows are colour 0.

use super::shadow_table::NO_SHADOW;

/// The room colour that is a shadow.
const SHADOW_COLOUR: u8 = 13;

/// The bit of a COST actor's shadow mode that makes a shadow of the whole actor.
const ALL_SHADOW: u8 = 0x20;

/// Number of tables in v7 and v8, and of the colours that go through them in mode 3.
pub const SHADOW_TABLES: usize = 8;

/// The tables of v7 and v8 when a room is entered: shadows become colour 0.
pub(crate) const UNBUILT_SHADOWS: [[u8; 256]; SHADOW_TABLES] = [[0; 256]; SHADOW_TABLES];

/// The tables of shadows. They are state of the game, not of the costume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShadowTables<'a> {
    /// The game has no tables, and no shadows.
    #[default]
    None,
    /// The room's table (v5 and v6).
    One(&'a [u8; 256]),
    /// The eight tables of v7 and v8.
    Eight(&'a [[u8; 256]; SHADOW_TABLES]),
    /// The XMAP that the actor was given: a table for each colour (Humongous from 9.0 on).
    Full(&'a [[u8; 256]; 256]),
}

/// Which colours are shadows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// Colour 13, through the first table.
    Thirteen,
    /// All colours, through the first table.
    Everything,
    /// Colours below 8, each through its own table.
    Below8,
    /// All colours, each through its own table.
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

    /// The shadows of an AKOS actor. The engine stops at mode 2; here it makes no shadows, like 0.
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

    /// The shadows of an XMAP, for the pictures that ask for it.
    pub(super) fn full(tables: ShadowTables<'_>) -> Option<Self> {
        let ShadowTables::Full(tables) = tables else { return None };
        Some(Self { rule: Rule::Own, tables: tables.to_vec() })
    }

    /// The table that colour `p` goes through; `None` if the colour is written unchanged.
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

    /// Whether no table changes anything.
    pub(super) fn is_nothing(&self) -> bool {
        self.tables.iter().all(|table| *table == NO_SHADOW)
    }

    /// Whether some shadow does not change a stage pixel of value `v`.
    pub(super) fn hides_on(&self, v: u8) -> bool {
        self.tables.iter().any(|table| table[usize::from(v)] == v)
    }
}
