//! AKSQ: the programs of all limbs, as typed commands and as text (`reference/07`).
//!
//! [`Program::of`] takes a costume's AKSQ apart; [`Program::listing`] and [`assemble`] are the way to text and
//! back. [`Code::read`] reads a single code, as playing does.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

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

/// Where limbs begin, and who begins there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryPoint {
    /// What the limb does there.
    pub entry: AkosEntry,
    /// The records that say so, each with its limb.
    pub users: Vec<(u16, u8)>,
}

/// One code, or bytes that are none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item<'a> {
    /// Where it begins in AKSQ.
    pub at: u16,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What a limb that understands whole commands reads there.
    pub code: Code<'a>,
    /// Whether the code is these bytes exactly: if not, only bytes say what stands here. That is so for what
    /// is no code, for bytes that windows take for pictures, and for numbers that are stored in an odd way.
    pub is_exact: bool,
    /// Indices of the entry points that reach it; none where nothing does.
    pub reached_from: Vec<usize>,
    /// Whether something begins here or jumps here: it has a label.
    pub labelled: bool,
    /// Codes that begin inside it and are reached as well: by a jump into its middle.
    pub within: Vec<(u16, Code<'a>)>,
}

/// AKSQ, taken apart. Bytes behind the first 65536 cannot be reached and are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program<'a> {
    /// Where limbs begin, in the order of their starts.
    pub entries: Vec<EntryPoint>,
    /// Every byte of AKSQ, in its order.
    pub items: Vec<Item<'a>>,
    /// Whether following the codes was given up.
    pub cut_off: bool,
    /// Places with a label.
    labels: BTreeSet<u16>,
}

impl<'a> Item<'a> {
    /// The command, where its bytes are one exactly.
    #[must_use]
    pub fn command(&self) -> Option<&AkosCommand<'a>> {
        self.code.command().filter(|_| self.is_exact)
    }

    /// The code and those that begin inside it, each with its place.
    pub fn codes(&self) -> impl Iterator<Item = (u16, &Code<'a>)> {
        std::iter::once((self.at, &self.code)).chain(self.within.iter().map(|(at, code)| (*at, code)))
    }

    /// The commands of all its codes.
    pub fn commands(&self) -> impl Iterator<Item = &AkosCommand<'a>> {
        self.command().into_iter().chain(self.within.iter().filter_map(|(_, code)| code.command()))
    }
}

#[cfg(test)]
mod tests;
