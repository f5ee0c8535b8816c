//! Reading blocks of a file that is not in memory: one at an offset, or all of them level by level.

use crate::Limits;
use crate::block::{Block, Blocks, Grammar, HEADER, SMALL_HEADER, Tag, Walk, long_tag};
use crate::bytes::tag_text;
use crate::dialect::BlockHeaders;
use crate::{Error, Result};
use crate::{Problem, Severity};

use crate::source::{Source, read_vec};

/// Largest number of problems of one walk over a file's tree, so that a file of junk does not give endless text.
const MOST_PROBLEMS: usize = 1000;

/// The header at `offset` of a file, unchecked except that the size is not below the header's.
///
/// # Errors
/// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if fewer than eight bytes are left;
/// [`ErrorKind::BadValue`](crate::ErrorKind::BadValue) if the size is below eight.
pub fn header_at(source: &dyn Source, offset: u64) -> Result<Block> {
    let available = source.len().saturating_sub(offset);
    if available < HEADER {
        return Err(Error::truncated("block header", offset, HEADER, available));
    }
    let mut bytes = [0; 8];
    source.read_at(offset, &mut bytes)?;
    let [a, b, c, d, e, f, g, h] = bytes;
    let (tag, size) = ([a, b, c, d], u64::from(u32::from_be_bytes([e, f, g, h])));
    if size < HEADER {
        return Err(Error::bad(
            "block size",
            offset.saturating_add(4),
            format!("{size} is less than the header's 8 bytes"),
        )
        .in_block(tag_text(&tag)));
    }
    Ok(Block { tag, offset, size, stored_size: size, header: HEADER })
}

/// The header and the payload of the block at `offset` of a file.
///
/// # Errors
/// The errors of [`header_at`]; [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if the file ends before the
/// block; [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the block is larger than [`Limits::block_bytes`].
pub fn read_block(source: &dyn Source, offset: u64, limits: &Limits) -> Result<(Block, Vec<u8>)> {
    let block = header_at(source, offset)?;
    let payload = read_vec(source, block.payload_offset(), block.payload_len(), limits.block_bytes, "block")
        .map_err(|error| error.in_block(block.name()))?;
    Ok((block, payload))
}

/// The tag and the payload of the block at `offset` of a file, with headers of any kind. For headers without a tag,
/// `expected` is returned as the tag.
///
/// # Errors
/// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if the file ends before the block;
/// [`ErrorKind::BadValue`](crate::ErrorKind::BadValue) if the size is less than the header's;
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) if the block is larger than [`Limits::block_bytes`].
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
    let mut bytes = [0; 6];
    let known = usize::try_from(available.min(SMALL_HEADER)).unwrap_or_default();
    source.read_at(offset, bytes.get_mut(..known).unwrap_or_default())?;
    let [a, b, c, d, e, f] = bytes;
    let (size, tag) = match headers {
        BlockHeaders::Bare | BlockHeaders::Size => (u64::from(u16::from_le_bytes([a, b])), expected),
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

/// The blocks of a whole file, read level by level on demand.
#[derive(Clone, Copy)]
pub struct BlockTree<'a> {
    source: &'a dyn Source,
    limits: &'a Limits,
    grammar: Grammar,
}

/// Bytes between the header of a small `LF` block and the blocks inside: the room's number.
const ROOM_NUMBER: u64 = 2;

impl std::fmt::Debug for BlockTree<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BlockTree({} bytes)", self.source.len())
    }
}

impl<'a> BlockTree<'a> {
    /// The tree of a decrypted file.
    #[must_use]
    pub fn new(source: &'a dyn Source, limits: &'a Limits) -> Self {
        Self { source, limits, grammar: Grammar::Tagged }
    }

    /// The tree of a decrypted file whose blocks have such headers; `None` for headers without tags.
    #[must_use]
    pub fn of_headers(source: &'a dyn Source, headers: BlockHeaders, limits: &'a Limits) -> Option<Self> {
        let grammar = match headers {
            BlockHeaders::Tagged => Grammar::Tagged,
            BlockHeaders::Small => Grammar::Small,
            BlockHeaders::Bare | BlockHeaders::Size => return None,
        };
        Some(Self { source, limits, grammar })
    }

    /// The outermost blocks of the file.
    #[must_use]
    pub fn roots(&self) -> Blocks {
        self.between(0, self.source.len())
    }

    /// The blocks inside `block`; empty if it is not a container.
    #[must_use]
    pub fn children(&self, block: &Block) -> Blocks {
        if block.is_container() {
            let numbered = self.grammar == Grammar::Small && block.tag == *b"LFLF";
            let skipped = if numbered { ROOM_NUMBER } else { 0 };
            self.between(block.payload_offset().saturating_add(skipped), block.end())
        } else {
            Blocks::default()
        }
    }

    /// Calls `visit` with every block and its depth (outermost 0), parents first. Returns the problems that were
    /// found.
    ///
    /// Blocks nested deeper than [`Limits::depth`] are left out and reported. At most 1000 problems are kept.
    pub fn visit(&self, mut visit: impl FnMut(usize, &Block)) -> Vec<Problem> {
        let Blocks { list, mut problems, .. } = self.roots();
        // Blocks still to be visited, the next one last. Each level is pushed in reverse, to visit blocks in file
        // order.
        let mut waiting: Vec<(usize, Block)> = list.into_iter().rev().map(|block| (0, block)).collect();
        while let Some((depth, block)) = waiting.pop() {
            visit(depth, &block);
            if depth.saturating_add(1) < self.limits.depth {
                let children = self.children(&block);
                let room = MOST_PROBLEMS.saturating_sub(problems.len());
                problems.extend(children.problems.into_iter().take(room).map(|mut problem| {
                    problem.path = format!("{} at {:#x}", block.name(), block.offset);
                    problem
                }));
                waiting.extend(children.list.into_iter().rev().map(|child| (depth.saturating_add(1), child)));
            } else if block.is_container() && problems.len() < MOST_PROBLEMS {
                let text = format!("nested deeper than {}: its content is left out", self.limits.depth);
                problems.push(Problem::new(Severity::Broken, block.name(), Some(block.offset), text));
            }
        }
        problems
    }

    fn between(&self, start: u64, end: u64) -> Blocks {
        let end = end.min(self.source.len());
        let read = |at, out: &mut [u8]| self.source.read_at(at, out);
        Blocks::collect(Walk::new(start, end, self.grammar, read), self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn block(tag: &[u8; 4], payload: &[u8]) -> Vec<u8> {
        let size = u32::try_from(payload.len() + 8).unwrap();
        [tag.as_slice(), &size.to_be_bytes(), payload].concat()
    }

    #[test]
    fn a_tree_is_visited_in_file_order_and_not_too_deep() {
        let mut deep = block(b"RMHD", &[0; 6]);
        for _ in 0..40 {
            deep = block(b"LFLF", &deep);
        }
        let data: Arc<[u8]> =
            [block(b"LECF", &[block(b"LOFF", &[0]), block(b"LFLF", &block(b"ROOM", &[]))].concat()), deep]
                .concat()
                .into();
        let limits = Limits::default();
        let mut seen = Vec::new();
        let problems = BlockTree::new(&data, &limits).visit(|depth, block| seen.push((depth, block.name())));
        let first: Vec<_> = seen.iter().take(5).map(|(depth, name)| (*depth, name.as_str())).collect();
        assert_eq!(first, [(0, "LECF"), (1, "LOFF"), (1, "LFLF"), (2, "ROOM"), (0, "LFLF")]);
        assert_eq!(seen.iter().map(|(depth, _)| depth).max(), Some(&(limits.depth - 1)));
        assert_eq!(problems.len(), 1);
    }

    #[test]
    fn a_block_is_read_whole_or_not_at_all() {
        let data: Arc<[u8]> = block(b"COST", &[1, 2, 3]).into();
        let (found, payload) = read_block(&data, 0, &Limits::default()).unwrap();
        assert_eq!((found.tag, payload.as_slice()), (*b"COST", &[1, 2, 3][..]));
        for len in 0..<[u8]>::len(&data) {
            let cut: Arc<[u8]> = data[..len].into();
            assert!(read_block(&cut, 0, &Limits::default()).is_err(), "{len}");
        }
        let limits = Limits::with(|limits| limits.block_bytes = 2);
        let error = read_block(&data, 0, &limits).unwrap_err();
        assert!(matches!(error.kind(), crate::ErrorKind::Limit(_)));
        assert_eq!(error.block(), Some("COST"));
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
