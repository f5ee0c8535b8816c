//! Blocks of v1 to v4: smaller headers than those of v5, otherwise the same idea.
//!
//! ```text
//! v3 (256), v4   u32 LE size, two characters, payload          size counts the header
//! v1, v2, v3     u16 LE size, two bytes without a known meaning, payload
//! ```
//! (`reference/01 §2`.) Tags are given as their v5 equivalents, so that whoever asks for a costume asks for `COST` everywhere. What
//! surprises: the last block of a container may be followed by bytes that are no blocks; a walk ends there.

use super::chunk::{Tag, read_block};
use super::source::{Source, read_vec};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::BlockHeaders;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::problem::{Problem, Severity};

/// Bytes of a header of v3 (256 colours) and v4.
pub const HEADER: usize = 6;

/// Two-character tags, and the tags that the same things have in v5.
const TAGS: [(&[u8; 2], &Tag); 20] = [
    (b"LE", b"LECF"),
    (b"FO", b"LOFF"),
    (b"LF", b"LFLF"),
    (b"RO", b"ROOM"),
    (b"CO", b"COST"),
    (b"SC", b"SCRP"),
    (b"SO", b"SOUN"),
    (b"LS", b"LSCR"),
    (b"EN", b"ENCD"),
    (b"EX", b"EXCD"),
    (b"HD", b"RMHD"),
    (b"PA", b"CLUT"),
    (b"SP", b"EPAL"),
    (b"BX", b"BOXD"),
    (b"SA", b"SCAL"),
    (b"BM", b"SMAP"),
    (b"ZP", b"ZP00"),
    (b"CC", b"CYCL"),
    (b"OI", b"OBIM"),
    (b"OC", b"OBCD"),
];

/// The v5 tag of a small one; where there is none, the two characters and two blanks.
#[must_use]
pub fn long_tag(small: [u8; 2]) -> Tag {
    let known = TAGS.iter().find(|(tag, _)| **tag == small);
    known.map_or([small[0], small[1], b' ', b' '], |(_, long)| **long)
}

/// The block at `offset` of a file, whatever its header looks like. Where headers have no tag, `expected` is taken for it.
///
/// # Errors
/// Truncated when the file ends before the block; a bad value when the size is less than the header's; a limit when the block is larger
/// than [`Limits::block_bytes`].
pub fn read_at(
    source: &dyn Source,
    offset: u64,
    headers: BlockHeaders,
    expected: Tag,
    limits: &Limits,
) -> Result<(Tag, Vec<u8>)> {
    if headers == BlockHeaders::Tagged {
        return read_block(source, offset, limits).map(|(block, payload)| (block.tag, payload));
    }
    let available = source.len().saturating_sub(offset);
    let len = headers.len();
    if available < len {
        return Err(Error::truncated("block header", offset, len, available));
    }
    let mut bytes = [0; HEADER];
    let known = usize::try_from(available.min(HEADER as u64)).unwrap_or(HEADER);
    source.read_at(offset, bytes.get_mut(..known).unwrap_or_default())?;
    let [a, b, c, d, e, f] = bytes;
    let (size, tag) = match headers {
        BlockHeaders::Bare => (u64::from(u16::from_le_bytes([a, b])), expected),
        _ => (u64::from(u32::from_le_bytes([a, b, c, d])), long_tag([e, f])),
    };
    let named = |error: Error| error.in_block(tag_text(&tag));
    let Some(payload) = size.checked_sub(len) else {
        let why = format!("{size} is less than the header's {len} bytes");
        return Err(named(Error::bad("block size", offset, why)));
    };
    let payload =
        read_vec(source, offset.saturating_add(len), payload, limits.block_bytes, "block").map_err(named)?;
    Ok((tag, payload))
}

/// A block with a small header, found in memory.
#[derive(Clone, Copy, Debug)]
pub struct SmallBlock<'a> {
    /// What it is, as a tag of v5.
    pub tag: Tag,
    /// Offset of its header.
    pub offset: u64,
    /// Everything behind the header.
    pub payload: Bytes<'a>,
}

/// Small blocks that lie side by side.
#[derive(Clone, Debug, Default)]
pub struct SmallBlocks<'a> {
    /// The blocks, in file order.
    pub list: Vec<SmallBlock<'a>>,
    /// Junk, cut blocks, and limits that were reached.
    pub problems: Vec<Problem>,
}

impl<'a> SmallBlocks<'a> {
    /// The payload of the first block of that (v5) tag.
    #[must_use]
    pub fn find(&self, tag: &Tag) -> Option<Bytes<'a>> {
        self.list.iter().find(|block| block.tag == *tag).map(|block| block.payload)
    }
}

/// The small blocks that fill `data`, with offsets from its [`Bytes::base`].
#[must_use]
pub fn blocks_in<'a>(data: Bytes<'a>, limits: &Limits) -> SmallBlocks<'a> {
    let mut blocks = SmallBlocks::default();
    let mut at = 0;
    let mut report = |severity, at: usize, text: String| {
        let at = data.base().saturating_add(at as u64);
        blocks.problems.push(Problem::new(severity, "blocks", Some(at), text));
    };
    while at < data.len() {
        let left = data.len() - at;
        let header = (data.u32(at, "block size"), data.slice(at + 4, 2, "block tag"));
        let (Ok(size), Ok(&[first, second])) = header else {
            report(Severity::Note, at, format!("{left} bytes are left over after the last block"));
            break;
        };
        let tag = [first, second];
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size < HEADER || !tag.iter().all(u8::is_ascii_graphic) {
            report(Severity::Note, at, format!("no block begins here: the last {left} bytes are left out"));
            break;
        }
        if blocks.list.len() >= limits.children {
            let text = format!("more than {} blocks side by side: the rest is left out", limits.children);
            report(Severity::Broken, at, text);
            break;
        }
        if size > left {
            let text = format!("{} says {size} bytes, {left} are left: it is cut there", tag_text(&tag));
            report(Severity::Broken, at, text);
        }
        let whole = size.min(left);
        if let Ok(payload) = data.view(at + HEADER, whole - HEADER, "block") {
            let offset = data.base().saturating_add(at as u64);
            blocks.list.push(SmallBlock { tag: long_tag(tag), offset, payload });
        }
        at += whole;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn small_blocks_count_their_header_and_end_at_junk() {
        let data =
            [&[8, 0, 0, 0], b"RO12".as_slice(), &[9, 0, 0, 0], b"XYabc", &[3, 0, 0, 0], b"ZZ"].concat();
        let found = blocks_in(Bytes::with_base(&data, 100), &Limits::default());
        let list: Vec<_> =
            found.list.iter().map(|block| (&block.tag, block.offset, block.payload.as_slice())).collect();
        assert_eq!(list, [(b"ROOM", 100, &b"12"[..]), (b"XY  ", 108, b"abc")]);
        assert_eq!((found.problems.len(), found.problems[0].at), (1, Some(117)));
        let cut = blocks_in(Bytes::new(&data[..15]), &Limits::default());
        assert_eq!(cut.list[1].payload.as_slice(), b"a");
        assert_eq!(cut.problems[0].severity, Severity::Broken);
    }

    #[test]
    fn headers_differ_and_payloads_are_the_same() {
        let limits = Limits::default();
        let read = |bytes: &[u8], headers| {
            let source: Arc<[u8]> = bytes.into();
            read_at(&source, 1, headers, *b"COST", &limits)
        };
        for (bytes, headers) in [
            (&b"\0COST\0\0\0\x0aab"[..], BlockHeaders::Tagged),
            (b"\0\x08\0\0\0COab", BlockHeaders::Small),
            (b"\0\x06\0..ab", BlockHeaders::Bare),
        ] {
            assert_eq!(read(bytes, headers).unwrap(), (*b"COST", b"ab".to_vec()), "{headers:?}");
            for len in 1..bytes.len() {
                assert!(read(&bytes[..len], headers).is_err(), "{headers:?} cut to {len}");
            }
        }
        assert!(read(b"\0\x03\0..ab", BlockHeaders::Bare).is_err());
        assert!(read(b"\0\x05\0\0\0COab", BlockHeaders::Small).is_err());
    }
}
