//! Blocks: tagged pieces of a file with a size, back to back, which can hold further blocks.
//!
//! ```text
//! v5 and later, AKOS   tag[4] · u32 BE size · payload        (8 bytes of header)
//! v3 (256), v4         u32 LE size · tag[2] · payload        (6 bytes of header)
//! ```
//! A size counts its own header (`docs/format/containers.md §2`). A walk over blocks never fails and always
//! ends: anything that cannot be a block ends it and is reported. Two-character tags are given as their v5
//! equivalents, so that a costume has the tag `COST` everywhere.
//!
//! **Note:** one stray 0x80 byte may stand between two blocks of a file. A tag of zeros means that the rest of the
//! parent is junk. Nothing in a block says whether it holds data or blocks.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod small;
mod walk;
pub mod write;

use std::ops::Range;

pub use small::long_tag;
use walk::Step;
pub use walk::{Grammar, Walk};

use crate::bytes::{Bytes, tag_text};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::problem::{Problem, Severity};

/// Bytes of a block's header in v5 and later.
pub const HEADER: u64 = 8;

/// Bytes of a block's header in v3 (256 colours) and v4.
pub const SMALL_HEADER: u64 = 6;

/// A block's tag: four characters that name its kind.
pub type Tag = [u8; 4];

/// The position and size of one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The block's tag, as in v5.
    pub tag: Tag,
    /// Offset of the block's header in the file, in bytes. For blocks in a costume: offset in the costume's
    /// payload.
    pub offset: u64,
    /// The block's size in bytes, header included; never beyond the end of its parent.
    pub size: u64,
    /// The size as stored, in bytes.
    pub stored_size: u64,
    /// Length of the block's header in bytes.
    pub header: u64,
}

impl Block {
    /// The block's tag as text.
    #[must_use]
    pub fn name(&self) -> String {
        tag_text(&self.tag)
    }

    /// Offset of the first byte of the payload.
    #[must_use]
    pub fn payload_offset(&self) -> u64 {
        self.offset.saturating_add(self.header)
    }

    /// Length of the payload in bytes, as far as it is there.
    #[must_use]
    pub fn payload_len(&self) -> u64 {
        self.size.saturating_sub(self.header)
    }

    /// Offset of the first byte after the block.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.size)
    }

    /// Whether the stored size exceeds the bytes that are there.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.stored_size > self.size
    }

    /// Whether blocks of this tag hold further blocks.
    #[must_use]
    pub fn is_container(&self) -> bool {
        match &self.tag {
            b"LECF" | b"LFLF" | b"ROOM" | b"RMIM" | b"PALS" | b"WRAP" | b"OBIM" | b"OBCD" | b"AKOS" => true,
            [b'I', b'M', high, low] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
            _ => false,
        }
    }

    /// The range of the payload in a slice that starts at offset 0.
    pub(crate) fn inside(&self) -> Range<usize> {
        let index = |offset| usize::try_from(offset).unwrap_or(usize::MAX);
        index(self.payload_offset())..index(self.end())
    }

    /// The block's payload within `data`, the bytes that [`blocks_in`] found it in.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if `data` is not what the block was found in.
    pub fn payload<'a>(&self, data: Bytes<'a>) -> Result<Bytes<'a>> {
        let outside = || Error::truncated("block", self.offset, self.size, 0);
        let start = self.payload_offset().checked_sub(data.base()).and_then(|at| usize::try_from(at).ok());
        let len = usize::try_from(self.payload_len()).map_err(|_| outside())?;
        data.view(start.ok_or_else(outside)?, len, "block")
    }
}

/// Successive blocks, and problems that were found among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Blocks {
    /// The blocks, in file order.
    pub list: Vec<Block>,
    /// Problems: junk, cut blocks, and limits that were reached.
    pub problems: Vec<Problem>,
}

impl Blocks {
    /// The first block with that tag.
    #[must_use]
    pub fn find(&self, tag: &Tag) -> Option<&Block> {
        self.list.iter().find(|block| block.tag == *tag)
    }

    /// All blocks with that tag.
    pub fn all(&self, tag: Tag) -> impl Iterator<Item = &Block> {
        self.list.iter().filter(move |block| block.tag == tag)
    }

    /// The payload of the first block with that tag in `data`, the bytes that were walked over.
    #[must_use]
    pub fn payload<'a>(&self, tag: &Tag, data: Bytes<'a>) -> Option<Bytes<'a>> {
        self.find(tag)?.payload(data).ok()
    }

    /// Collects the blocks and problems of a walk, up to [`Limits::children`] blocks.
    pub fn collect<R>(walk: Walk<R>, limits: &Limits) -> Self
    where
        R: FnMut(u64, &mut [u8]) -> Result<()>,
    {
        let (mut blocks, end, small) = (Self::default(), walk.end(), walk.is_small());
        let mut stray_seen = false;
        for step in walk {
            match step {
                Step::Block(block) if blocks.list.len() >= limits.children => {
                    let text =
                        format!("more than {} blocks side by side: the rest is left out", limits.children);
                    blocks.report(Severity::Broken, block.offset, text);
                    break;
                }
                Step::Block(block) => {
                    if block.is_cut() {
                        let (name, says, left) = (block.name(), block.stored_size, block.size);
                        let text = format!(
                            "{} says {says} bytes, {left} are left: it is cut there",
                            name.trim_end()
                        );
                        blocks.report(Severity::Broken, block.offset, text);
                    }
                    blocks.list.push(block);
                }
                Step::Stray(at) => {
                    if !stray_seen {
                        let text = "a stray 0x80 byte between blocks is skipped, here and further on";
                        blocks.report(Severity::Note, at, text.into());
                    }
                    stray_seen = true;
                }
                Step::End(at, why) => {
                    let (severity, text) = why.told(end.saturating_sub(at), small);
                    blocks.report(severity, at, text);
                }
            }
        }
        blocks
    }

    fn report(&mut self, severity: Severity, at: u64, text: String) {
        self.problems.push(Problem::new(severity, "blocks", Some(at), text));
    }
}

/// The blocks of v5 and later that fill `data`, with offsets from its [`Bytes::base`].
#[must_use]
pub fn blocks_in(data: Bytes<'_>, limits: &Limits) -> Blocks {
    Blocks::collect(Walk::over(data, Grammar::Tagged), limits)
}

/// The blocks of v3 and v4 that fill `data`, with offsets from its [`Bytes::base`].
#[must_use]
pub fn small_blocks_in(data: Bytes<'_>, limits: &Limits) -> Blocks {
    Blocks::collect(Walk::over(data, Grammar::Small), limits)
}

/// The blocks inside an AKOS costume, from `at` on. Any four bytes count as a tag. Bytes after the last block start
/// at its end.
pub(crate) fn parts(data: &[u8], at: u64) -> impl Iterator<Item = Block> + '_ {
    let end = data.len() as u64;
    Walk::over(Bytes::new(data), Grammar::Akos).from(at.min(end)).filter_map(|step| match step {
        Step::Block(block) => Some(block),
        Step::Stray(_) | Step::End(..) => None,
    })
}

/// The payload of the first of [`parts`] with this tag.
pub(crate) fn part(data: &[u8], tag: Tag) -> Option<&[u8]> {
    data.get(parts(data, 0).find(|block| block.tag == tag)?.inside())
}

#[cfg(test)]
mod tests;
