//! SQDB: names of sequences that a tool left in some Humongous costumes (`docs/format/akos.md §2`).
//!
//! ```text
//! SQDB ─ WRAP ─┬─ OFFS
//!              └─ SEQI ─ NAME STOF SQLC SIZE      per sequence
//! ```
//! Only the names are understood. STOF is given as a number if it has two or four bytes; SQLC and SIZE are not
//! read.

use super::Akos;
use crate::block::{part, parts};
use crate::bytes::Bytes;

/// One entry of SQDB: a sequence's name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceName {
    /// The name, up to its first zero byte. Bytes that are not ASCII are written as `\xNN`.
    pub name: String,
    /// The number in STOF, if STOF has two or four bytes. It may be where the sequence starts.
    pub start: Option<u32>,
}

impl Akos {
    /// Names of sequences, in the file's order; empty in most costumes.
    #[must_use]
    pub fn sequence_names(&self) -> Vec<SequenceName> {
        let outer = self.bytes_of(self.parts.names).as_slice();
        let Some(wrap) = part(outer, *b"WRAP") else { return Vec::new() };
        parts(wrap, 0)
            .filter(|block| &block.tag == b"SEQI")
            .filter_map(|block| {
                let entry = wrap.get(block.inside())?;
                let name = part(entry, *b"NAME").unwrap_or_default();
                let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
                let start = part(entry, *b"STOF").map(Bytes::new).and_then(|stof| match stof.len() {
                    2 => stof.u16(0, "start").ok().map(u32::from),
                    4 => stof.u32(0, "start").ok(),
                    _ => None,
                });
                Some(SequenceName { name: name.escape_ascii().to_string(), start })
            })
            .collect()
    }
}
