//! AKSQ: the programs of all limbs, as typed commands and as text (`docs/format/akos-programs.md`).
//!
//! [`Program::of`] splits a costume's AKSQ into codes; [`Program::listing`] turns them into text, and [`assemble`]
//! turns text into bytes. [`Code::read`] reads a single code, as playing does.

mod assembler;
mod bytes;
mod code;
mod command;
mod draws;
mod fields;
mod listing;
mod opcode;
mod scan;
mod table;

pub use assembler::assemble;
pub use code::{Code, short_length};
pub use command::{AkosCommand, Comparison};
pub use draws::{Component, Components, Draw};
pub use fields::Field;
pub use listing::label;
pub use opcode::{Effect, Layout, Opcode, OperandKind, Parameter};

use std::collections::BTreeSet;

use super::AkosEntry;

/// A place where limbs begin, and the records that begin there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryPoint {
    /// What the limb does there.
    pub entry: AkosEntry,
    /// The records that begin here, each with its limb.
    pub users: Vec<(u16, u8)>,
}

/// One code, or bytes that are not a code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item<'a> {
    /// Offset of the first byte in AKSQ.
    pub at: u16,
    /// The bytes of the item.
    pub bytes: &'a [u8],
    /// The code that a limb reads here in modes 6 and 8.
    pub code: Code<'a>,
    /// Whether writing the code gives exactly these bytes. If not, listings write the bytes. That happens for bytes
    /// that are not a code, bytes that windows take for pictures, and numbers that are stored in an unusual way.
    pub is_exact: bool,
    /// Indices of the entry points that reach this item; empty if none does.
    pub reached_from: Vec<usize>,
    /// Whether a limb begins here or a jump leads here, so that the place has a label.
    pub labelled: bool,
    /// Codes that begin inside this item, reached by a jump into its middle.
    pub within: Vec<(u16, Code<'a>)>,
}

/// AKSQ, split into codes. Bytes beyond the first 65536 cannot be reached and are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program<'a> {
    /// Places where limbs begin, in the order of their starts.
    pub entries: Vec<EntryPoint>,
    /// Items that cover every byte of AKSQ, in order.
    pub items: Vec<Item<'a>>,
    /// Whether following the codes was given up because there were too many.
    pub cut_off: bool,
    /// Offsets that have a label.
    labels: BTreeSet<u16>,
}

impl<'a> Item<'a> {
    /// The command, if writing it gives exactly these bytes.
    #[must_use]
    pub fn command(&self) -> Option<&AkosCommand<'a>> {
        self.code.command().filter(|_| self.is_exact)
    }

    /// The code and those that begin inside it, each with its offset.
    pub fn codes(&self) -> impl Iterator<Item = (u16, &Code<'a>)> {
        std::iter::once((self.at, &self.code)).chain(self.within.iter().map(|(at, code)| (*at, code)))
    }

    /// The commands among its codes.
    pub fn commands(&self) -> impl Iterator<Item = &AkosCommand<'a>> {
        self.command().into_iter().chain(self.within.iter().filter_map(|(_, code)| code.command()))
    }
}

#[cfg(test)]
mod tests;
