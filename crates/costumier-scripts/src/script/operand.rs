//! Instructions as they were read: one flat list of operands for a whole script, so that nothing is allocated
//! per instruction.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::table::Row;
use super::variable::Variable;

/// One operand of an instruction. What has parts is followed by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A literal number.
    Number(i32),
    /// The value of a variable.
    Value(Variable),
    /// A variable itself: where a result goes, or what is looked at.
    Target(Variable),
    /// The byte to go on at, as [`Instruction::at`] counts; it can be outside the script.
    Jump(i64),
    /// A text: bytes from the first on, without the 0 at its end.
    Text {
        /// Its first byte.
        at: u32,
        /// Number of bytes.
        len: u32,
    },
    /// Bytes that are no text.
    Bytes {
        /// The first.
        at: u32,
        /// How many.
        len: u32,
    },
    /// A list of so many values, which follow.
    List(u16),
    /// A sub-operation; its operands follow.
    Sub {
        /// Its byte.
        code: u8,
        /// Its name in the tables.
        name: &'static str,
        /// How many operands follow that belong to it, counting parts.
        len: u16,
    },
}

/// One instruction of a [`Script`](super::Script).
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// Its first byte; counted as `reference/11 A.1` does: from the first instruction of a script with a
    /// block of its own, from the start of the block or structure where verbs point into it.
    pub at: u32,
    /// Number of bytes.
    pub len: u32,
    /// Its first byte's value.
    pub code: u8,
    /// Its name in the tables.
    pub name: &'static str,
    /// What follows, flat: see [`Operand`].
    pub operands: &'a [Operand],
    /// Only one disassembler knows it (`reference/11 B.8`).
    pub unverified: bool,
    pub(crate) row: &'static Row,
}

impl Instruction<'_> {
    /// The byte behind it.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.at.saturating_add(self.len)
    }

    /// Where it can jump to.
    pub fn jumps(&self) -> impl Iterator<Item = i64> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Jump(to) => Some(*to),
            _ => None,
        })
    }
}

/// The operands of one level: parts of an operand are given with it.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    rest: &'a [Operand],
}

impl<'a> Level<'a> {
    /// The operands that stand side by side in `flat`.
    #[must_use]
    pub fn new(flat: &'a [Operand]) -> Self {
        Self { rest: flat }
    }
}

impl<'a> Iterator for Level<'a> {
    type Item = (Operand, &'a [Operand]);

    fn next(&mut self) -> Option<Self::Item> {
        let (first, rest) = self.rest.split_first()?;
        let parts = match first {
            Operand::List(len) | Operand::Sub { len, .. } => usize::from(*len).min(rest.len()),
            _ => 0,
        };
        let (parts, rest) = rest.split_at(parts);
        self.rest = rest;
        Some((*first, parts))
    }
}

/// A byte that a jump names, which may lie before the script.
pub(super) fn place(to: i64) -> String {
    if to < 0 { format!("{to}") } else { format!("{to:#06x}") }
}
