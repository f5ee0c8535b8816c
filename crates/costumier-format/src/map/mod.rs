//! The map of a costume's block: the meaning of every byte, such as a header's field, an offset, a command, or
//! pixels of a picture.
//!
//! The map has each byte of the payload exactly once. Bytes with several uses (pictures and records may share
//! theirs) are named by the first: tables before records, headers before pixels, lower numbers before higher ones.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod akos;
mod cost;
mod nes;
mod v0;

use std::fmt;
use std::ops::Range;

use crate::akos::Akos;
use crate::block::Tag;
use crate::bytes::tag_text;
use crate::cost::Cost;
use crate::model::PictureKey;
use crate::nes::Nes;
use crate::v0::V0;

/// A range of a block's payload with one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The range in the payload, in bytes.
    pub bytes: Range<usize>,
    /// The meaning of the bytes.
    pub meaning: Meaning,
}

/// The meaning of a range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Meaning {
    /// A field of the costume's header.
    Header(&'static str),
    /// The room colour of a costume colour.
    Colour(u16),
    /// The offset of something.
    Offset(Thing),
    /// A part of a record: its mask, or what it says about a limb.
    Record {
        /// The index of the record.
        record: u16,
        /// The limb; `None` for the mask.
        limb: Option<u8>,
        /// Name of the field.
        field: &'static str,
    },
    /// A part of a limb's sequence (v0).
    Sequence {
        /// Number of the limb.
        limb: u8,
        /// The sequence's number in the limb.
        sequence: u8,
        /// Name of the field.
        field: &'static str,
    },
    /// A command of a COST stream, by its index.
    Command(u16),
    /// A statement of an AKOS program, by its offset in AKSQ: a picture, or the code of a command.
    Statement(u16),
    /// An operand, count or length behind the code of a command in an AKOS program.
    Operand {
        /// The statement's offset in AKSQ.
        statement: u16,
        /// Name of the operand, count or length.
        field: &'static str,
    },
    /// A field of a picture's header.
    Picture(PictureKey, &'static str),
    /// Packed pixels of a picture; [`Packed::runs`](crate::codec::Packed::runs) gives details.
    Pixels(PictureKey),
    /// A block inside the costume: its tag, its size, or content without a known meaning.
    Block(Tag, &'static str),
    /// A row of a table in a block.
    Row {
        /// Tag of the block.
        block: Tag,
        /// Number of the row, from 0.
        row: u16,
        /// Name of the field.
        field: &'static str,
    },
    /// Bytes to which nothing leads.
    Nothing,
}

/// The target of an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Thing {
    /// The stream of commands.
    Commands,
    /// A limb's table of pictures.
    Limb(u8),
    /// A record, by its index.
    Record(u16),
    /// A picture's header, by the picture's key.
    Picture(PictureKey),
    /// A picture's pixels, by the picture's key.
    Pixels(PictureKey),
}

/// The parts of a COST payload, from the first byte to the last.
#[must_use]
pub fn of_cost(costume: &Cost) -> Vec<Part> {
    parts(costume.payload().len(), |claims| cost::claim(costume, claims))
}

/// The parts of an AKOS payload, from the first byte to the last.
#[must_use]
pub fn of_akos(costume: &Akos) -> Vec<Part> {
    parts(costume.payload().len(), |claims| akos::claim(costume, claims))
}

/// The parts of the payload of a costume of the NES, from the first byte to the last.
#[must_use]
pub fn of_nes(costume: &Nes) -> Vec<Part> {
    parts(costume.payload().len(), |claims| nes::claim(costume, claims))
}

/// The parts of the payload of a costume of v0, from the first byte to the last.
#[must_use]
pub fn of_v0(costume: &V0) -> Vec<Part> {
    parts(costume.payload().len(), |claims| v0::claim(costume, claims))
}

fn parts(len: usize, claim: impl FnOnce(&mut Claims)) -> Vec<Part> {
    let mut claims = Claims::new(len);
    claim(&mut claims);
    claims.parts()
}

/// The claim of each byte.
struct Claims {
    meanings: Vec<Meaning>,
    /// For each byte the number of its claim in `meanings` plus one; 0 for unclaimed bytes.
    owners: Vec<u32>,
}

impl Claims {
    fn new(len: usize) -> Self {
        Self { meanings: Vec::new(), owners: vec![0; len] }
    }

    /// Claims the unclaimed ones of these bytes, as far as they exist.
    fn take(&mut self, at: usize, len: usize, meaning: Meaning) {
        let end = at.saturating_add(len).min(self.owners.len());
        let Some(bytes) = self.owners.get_mut(at..end) else { return };
        let Ok(number) = u32::try_from(self.meanings.len().saturating_add(1)) else { return };
        let mut taken = false;
        for owner in bytes.iter_mut().filter(|owner| **owner == 0) {
            *owner = number;
            taken = true;
        }
        if taken {
            self.meanings.push(meaning);
        }
    }

    /// Claims successive fields with these lengths in bytes. Returns the position behind them.
    fn fields(&mut self, at: usize, fields: &[(usize, Meaning)]) -> usize {
        fields.iter().fold(at, |at, (len, meaning)| {
            self.take(at, *len, *meaning);
            at.saturating_add(*len)
        })
    }

    fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut at: usize = 0;
        for same in self.owners.chunk_by(|a, b| a == b) {
            let end = at.saturating_add(same.len());
            let number = same.first().and_then(|owner| usize::try_from(*owner).ok()).unwrap_or(0);
            let claim = number.checked_sub(1).and_then(|claim| self.meanings.get(claim));
            parts.push(Part { bytes: at..end, meaning: claim.copied().unwrap_or(Meaning::Nothing) });
            at = end;
        }
        parts
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Commands => f.write_str("the commands"),
            Self::Limb(limb) => write!(f, "limb {limb}'s pictures"),
            Self::Record(record) => write!(f, "record {record}"),
            Self::Picture(key) => write!(f, "{key}"),
            Self::Pixels(key) => write!(f, "{key}'s pixels"),
        }
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(field) => f.write_str(field),
            Self::Colour(number) => write!(f, "room colour of colour {number}"),
            Self::Offset(thing) => write!(f, "offset of {thing}"),
            Self::Record { record, limb: Some(limb), field } => {
                write!(f, "record {record}, limb {limb}: {field}")
            }
            Self::Record { record, limb: None, field } => write!(f, "record {record}: {field}"),
            Self::Sequence { limb, sequence, field } => {
                write!(f, "limb {limb}, sequence {sequence}: {field}")
            }
            Self::Command(index) => write!(f, "command {index}"),
            Self::Statement(at) => write!(f, "statement at {at:#x}"),
            Self::Operand { statement, field } => write!(f, "statement at {statement:#x}: {field}"),
            Self::Picture(key, field) => write!(f, "{key}: {field}"),
            Self::Pixels(key) => write!(f, "{key}: pixels"),
            Self::Block(tag, field) => write!(f, "{}: {field}", tag_text(tag)),
            Self::Row { block, row, field } => write!(f, "{}, row {row}: {field}", tag_text(block)),
            Self::Nothing => f.write_str("nothing leads here"),
        }
    }
}
