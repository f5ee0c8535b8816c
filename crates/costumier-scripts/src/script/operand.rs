//! Instructions as they were read: one flat list of operands for a whole script, so that nothing is allocated per
//! instruction.

use super::table::Row;
use super::variable::Variable;

/// One operand of an instruction. An operand with parts is followed by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A literal number in the code.
    Number(i32),
    /// The value of a variable.
    Value(Variable),
    /// A variable itself: the place of a result, or of what is read.
    Target(Variable),
    /// The byte to go on at, counted like [`Instruction::at`]; it can be outside the script.
    Jump(i64),
    /// A text: bytes from the first on, without the 0 at its end.
    Text {
        /// Its first byte in the script.
        at: u32,
        /// Its number of bytes.
        len: u32,
    },
    /// Bytes that are no text.
    Bytes {
        /// The first byte in the script.
        at: u32,
        /// The number of bytes.
        len: u32,
    },
    /// A list of this number of values, which follow.
    List(u16),
    /// A sub-operation; its operands follow.
    Sub {
        /// The byte that chooses it.
        code: u8,
        /// Its name in the tables.
        name: &'static str,
        /// Number of operands that follow and belong to it, counting parts.
        len: u16,
    },
}

/// One instruction of a [`Script`](super::Script).
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// Its first byte, counted as in `docs/format/scripts.md §A.1`: from the first instruction of a script with
    /// a block of its own, from the start of the block or structure where verbs point into it.
    pub at: u32,
    /// Its number of bytes.
    pub len: u32,
    /// The value of its first byte.
    pub code: u8,
    /// Its name in the tables.
    pub name: &'static str,
    /// Its operands, as a flat list: see [`Operand`].
    pub operands: &'a [Operand],
    /// Whether only one disassembler knows it (`docs/format/scripts.md §B.8`).
    pub unverified: bool,
    pub(crate) row: &'static Row,
}

impl Instruction<'_> {
    /// Returns the position of the byte behind it.
    #[must_use]
    pub fn end(&self) -> u32 {
        self.at.saturating_add(self.len)
    }

    /// Returns the bytes that it can jump to.
    pub fn jumps(&self) -> impl Iterator<Item = i64> {
        self.operands.iter().filter_map(|operand| match operand {
            Operand::Jump(to) => Some(*to),
            _ => None,
        })
    }
}

/// An iterator over the operands of one level. The parts of an operand are given with it.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    rest: &'a [Operand],
}

impl<'a> Level<'a> {
    /// Makes an iterator over the operands of the top level of `flat`.
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

/// Formats the byte that a jump names, which may be before the script.
pub(super) fn place(to: i64) -> String {
    if to < 0 { format!("{to}") } else { format!("{to:#06x}") }
}
