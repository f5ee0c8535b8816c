//! The walk over successive blocks, in memory or in a file, one step at a time.

use super::{Block, HEADER, SMALL_HEADER, Tag, long_tag};
use crate::bytes::{Bytes, tag_text};
use crate::error::{Error, Result};
use crate::problem::Severity;

/// Which bytes count as a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// Files of v5 and later: printable tags, and stray bytes between blocks.
    Tagged,
    /// Files of v3 and v4: headers of six bytes.
    Small,
    /// The inside of AKOS: like [`Tagged`](Self::Tagged), but any four bytes are a tag, and no bytes are stray.
    Akos,
}

/// What a step found, and where.
#[derive(Clone, Debug)]
pub enum Step {
    /// A block, with its position.
    Block(Block),
    /// A stray byte 0x80 between two blocks, and its offset.
    Stray(u64),
    /// The reason why the walk ended early, and the offset.
    End(u64, End),
}

/// Why a walk ended before its end.
#[derive(Clone, Debug)]
pub enum End {
    /// Fewer bytes were left than a header has.
    LeftOver,
    /// A tag of zeros was found.
    Zeros,
    /// The tag has characters that no tag has.
    NoTag(Tag),
    /// A size that is smaller than the header: tag and size.
    Size(Tag, u64),
    /// Reading from the file failed.
    Unreadable(Error),
}

impl End {
    /// The severity and text to report, with `left` bytes before the end.
    pub(super) fn told(&self, left: u64, small: bool) -> (Severity, String) {
        match self {
            Self::Unreadable(error) => (Severity::Broken, error.to_string()),
            Self::LeftOver => {
                let severity = if small { Severity::Note } else { Severity::Odd };
                (severity, format!("{left} bytes are left over after the last block"))
            }
            // Most containers of v4 end with such bytes.
            _ if small => {
                (Severity::Note, format!("no block begins here: the last {left} bytes are left out"))
            }
            Self::Zeros => {
                (Severity::Odd, format!("a tag of zeros: the last {left} bytes are taken for junk"))
            }
            Self::NoTag(tag) => {
                let name = tag_text(tag);
                (Severity::Broken, format!("{name} is no tag: the last {left} bytes are taken for junk"))
            }
            Self::Size(tag, size) => {
                let name = tag_text(tag);
                let why = format!("{name} has size {size}, less than its header");
                (Severity::Broken, format!("{why}: the last {left} bytes are left out"))
            }
        }
    }
}

/// A walk from block to block between two offsets.
#[derive(Clone, Debug)]
pub struct Walk<R> {
    /// Fills a buffer with the bytes at an offset.
    read: R,
    grammar: Grammar,
    at: u64,
    end: u64,
    after_stray: bool,
}

impl<R: FnMut(u64, &mut [u8]) -> Result<()>> Walk<R> {
    /// A walk from `start` to `end`; `read` fills a buffer with the bytes at an offset.
    pub fn new(start: u64, end: u64, grammar: Grammar, read: R) -> Self {
        Self { read, grammar, at: start, end, after_stray: false }
    }

    /// The same walk, starting at another offset.
    pub(super) fn from(self, at: u64) -> Self {
        Self { at, ..self }
    }

    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn is_small(&self) -> bool {
        self.grammar == Grammar::Small
    }

    fn header(&mut self) -> std::result::Result<Step, End> {
        let left = self.end.saturating_sub(self.at);
        let header = if self.is_small() { SMALL_HEADER } else { HEADER };
        let mut bytes = [0; 8];
        let there = usize::try_from(left.min(header)).unwrap_or_default();
        (self.read)(self.at, bytes.get_mut(..there).unwrap_or_default()).map_err(End::Unreadable)?;
        let is_stray = bytes[0] == 0x80 && self.grammar == Grammar::Tagged && !self.after_stray;
        self.after_stray = is_stray;
        if is_stray {
            let at = self.at;
            self.at = at.saturating_add(1);
            return Ok(Step::Stray(at));
        }
        if left < header {
            return Err(End::LeftOver);
        }
        let [a, b, c, d, e, f, g, h] = bytes;
        let (tag, stored_size, is_tag) = if self.is_small() {
            let is_tag = e.is_ascii_graphic() && f.is_ascii_graphic();
            (long_tag([e, f]), u32::from_le_bytes([a, b, c, d]), is_tag)
        } else {
            let tag = [a, b, c, d];
            let is_tag = self.grammar == Grammar::Akos || tag.iter().all(|byte| matches!(byte, 0x20..=0x7E));
            (tag, u32::from_be_bytes([e, f, g, h]), is_tag)
        };
        let stored_size = u64::from(stored_size);
        if tag == [0; 4] && !is_tag {
            return Err(End::Zeros);
        }
        if !is_tag {
            return Err(End::NoTag(tag));
        }
        if stored_size < header {
            return Err(End::Size(tag, stored_size));
        }
        let block = Block { tag, offset: self.at, size: stored_size.min(left), stored_size, header };
        self.at = block.end();
        Ok(Step::Block(block))
    }
}

impl<'a> Walk<()> {
    /// A walk over all of `data`, with offsets from its base.
    pub(super) fn over(
        data: Bytes<'a>,
        grammar: Grammar,
    ) -> Walk<impl FnMut(u64, &mut [u8]) -> Result<()> + use<'a>> {
        let start = data.base();
        let end = start.saturating_add(data.len() as u64);
        Walk::new(start, end, grammar, move |at, out: &mut [u8]| {
            let at = usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX);
            out.copy_from_slice(data.slice(at, out.len(), "block header")?);
            Ok(())
        })
    }
}

impl<R: FnMut(u64, &mut [u8]) -> Result<()>> Iterator for Walk<R> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.at >= self.end {
            return None;
        }
        Some(self.header().unwrap_or_else(|why| {
            let at = std::mem::replace(&mut self.at, self.end);
            Step::End(at, why)
        }))
    }
}
