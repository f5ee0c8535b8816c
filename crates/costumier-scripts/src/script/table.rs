//! The instruction tables as values: the codes, what follows them, what they take from the stack and give back.
//! They are read from text files ([`super::parse`]).
//!
//! **Note:** the same tables serve the reader, the writer ([`super::write`]), which the assembler calls, and the
//! walk over values, so a wrong row shows in all of them. Of rows that mean the same, the first is written.

use std::collections::BTreeMap;

use super::meaning::Meaning;

/// What follows an instruction's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A byte, or a variable where this bit of the current code is set.
    Byte(u8),
    /// A signed word, or a variable where this bit of the current code is set.
    Word(u8),
    /// This number of bytes, always literal; words are signed.
    Literal(usize),
    /// A word as wide as the machine's words.
    MachineWord,
    /// A variable.
    Variable,
    /// A variable whose number has one byte.
    VariableByte,
    /// A signed distance from the end of the instruction.
    Jump,
    /// Values, each behind a byte that says what it is, until a byte 0xFF.
    List,
    /// Text with escapes.
    Text,
    /// Text without escapes.
    PlainText,
    /// Text of v1 and v2.
    OldText,
    /// A second text, where the value that was popped last is 2 (Humongous 7.0).
    TextIfTwo,
    /// A count, then as many bytes, or words where bit 0x80 of the code is set.
    Range,
    /// Bytes up to and including a 0.
    Bytes,
    /// v0: a byte, absent where bit 0x40 of the code is set.
    Object,
    /// The instruction ends here if the byte before is this literal.
    EndIf(u8),
    /// A byte that becomes the current code.
    Reload,
    /// A sub-operation from this table.
    Sub(usize, Repeat),
    /// A whole instruction.
    Nested,
    /// Leaves the loop of sub-operations.
    Leave,
}

/// How often a sub-operation occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    Once,
    /// Until a byte 0xFF.
    UntilEnd,
    /// Until a byte 0x00.
    UntilZero,
}

/// What an instruction of a stack machine takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pop {
    Value,
    /// A count on top, and that number of values below it.
    List,
    /// A reference to a text.
    Text,
    /// A selector, and two values below it if it is 1.
    Group,
    /// The number of values that the immediate says.
    Many,
}

/// What an instruction of a stack machine gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Push {
    Values(u8),
    /// Twice the values that [`Pop::Many`] took.
    Many,
    /// The result of the called script: nothing, or a value.
    Maybe,
}

/// One instruction or sub-operation.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) operands: Vec<Token>,
    /// The values that it takes from the stack, the deepest first.
    pub(crate) pops: Vec<Pop>,
    pub(crate) push: Push,
    /// The sub-operation that takes one value more (printing for an actor: the actor).
    pub(crate) extra: Option<u8>,
    /// Whether only one disassembler knows it.
    pub(crate) unverified: bool,
    pub(crate) meaning: Meaning,
}

/// Sub-operations of one kind.
#[derive(Clone, Debug)]
pub(crate) struct SubTable {
    pub(crate) mask: u8,
    /// Whether the bits of the sub-operation's own byte say which operands are variables.
    pub(crate) own_bits: bool,
    pub(super) rows: BTreeMap<u8, Row>,
    /// The row of every other byte.
    pub(super) any: Option<Row>,
}

impl SubTable {
    /// Returns the row of a sub-operation's byte.
    pub(crate) fn row(&self, code: u8) -> Option<&Row> {
        self.rows.get(&(code & self.mask)).or(self.any.as_ref())
    }

    /// Whether a byte has no row of its own, so that it is a number.
    #[cfg(test)]
    pub(crate) fn is_any(&self, code: u8) -> bool {
        !self.rows.contains_key(&(code & self.mask))
    }

    /// Returns the rows of that name with every byte that means them, the lowest first.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = (u8, &Row)> {
        (0..=u8::MAX)
            .filter_map(|code| Some((code, self.row(code)?)))
            .filter(move |(_, row)| row.name == name)
    }
}

/// The instructions of one profile.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) rows: Vec<Row>,
    /// The index of the row, by code.
    pub(super) by_code: [Option<u16>; 256],
    pub(super) subs: Vec<SubTable>,
    /// Lines of the files that could not be read; a test checks that there are none.
    pub(crate) faults: Vec<String>,
}

impl Table {
    /// Returns the row of a code.
    pub(crate) fn row(&self, code: u8) -> Option<&Row> {
        let at = (*self.by_code.get(usize::from(code))?)?;
        self.rows.get(usize::from(at))
    }

    /// Returns the rows of that name in the order of the files, each with its codes, the lowest first.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = (&Row, Vec<u8>)> {
        (0_u16..).zip(&self.rows).filter(move |(_, row)| row.name == name).filter_map(|(at, row)| {
            let own = |code: &u8| self.by_code.get(usize::from(*code)) == Some(&Some(at));
            let codes: Vec<u8> = (0..=u8::MAX).filter(own).collect();
            (!codes.is_empty()).then_some((row, codes))
        })
    }

    /// Returns the table that [`Token::Sub`] names.
    pub(crate) fn sub(&self, table: usize) -> Option<&SubTable> {
        self.subs.get(table)
    }

    /// Returns the row of a sub-operation of an instruction.
    pub(crate) fn sub_row(&self, row: &Row, code: u8) -> Option<&Row> {
        let table = row.operands.iter().find_map(|token| match token {
            Token::Sub(table, _) => Some(*table),
            _ => None,
        })?;
        self.sub(table)?.row(code)
    }
}
