//! Blocks of v5 and later: a four-character tag, a big-endian size that counts these eight bytes, a payload.
//!
//! ```text
//! +0  tag[4]
//! +4  u32 BE  size, header included
//! +8  payload: data, or further blocks back to back
//! ```
//! What surprises (`reference/01 §2`): one stray 0x80 byte may stand between two blocks, a tag of zeros means that the
//! rest of the parent is junk, and nothing in a block says whether it holds data or blocks. A walk never fails and never hangs: what
//! cannot be a block ends it, and is reported.

use super::source::{Source, read_vec};
use crate::bytes::{Bytes, tag_text};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::problem::{Problem, Severity};

/// Bytes of a block's header.
pub const HEADER: u64 = 8;

/// Most problems that one walk over a file's tree reports: a file made of junk must not become a mountain of text.
const MOST_PROBLEMS: usize = 1000;

/// Four characters that say what a block is.
pub type Tag = [u8; 4];

/// Where one block lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub tag: Tag,
    /// Offset of its header in the file, in bytes.
    pub offset: u64,
    /// Its size in bytes, header included; never beyond the end of its parent.
    pub size: u64,
}

impl Block {
    /// Its tag as people read it.
    #[must_use]
    pub fn name(&self) -> String {
        tag_text(&self.tag)
    }

    /// Offset of its first payload byte in the file.
    #[must_use]
    pub fn payload_offset(&self) -> u64 {
        self.offset.saturating_add(HEADER)
    }

    /// Bytes of payload.
    #[must_use]
    pub fn payload_len(&self) -> u64 {
        self.size.saturating_sub(HEADER)
    }

    /// Offset of the first byte after it.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(self.size)
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

    /// The block's payload within `data`, the bytes that it was found in by [`blocks_in`].
    ///
    /// # Errors
    /// Truncated when `data` is not what the block was found in.
    pub fn payload<'a>(&self, data: Bytes<'a>) -> Result<Bytes<'a>> {
        let outside = || Error::truncated("block", self.offset, self.size, 0);
        let start = self.payload_offset().checked_sub(data.base()).and_then(|at| usize::try_from(at).ok());
        let len = usize::try_from(self.payload_len()).map_err(|_| outside())?;
        data.view(start.ok_or_else(outside)?, len, "block")
    }
}

/// Blocks that lie side by side, and what was odd about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The blocks, in file order.
    pub list: Vec<Block>,
    /// Junk, cut blocks, and limits that were reached.
    pub problems: Vec<Problem>,
}

impl Blocks {
    /// The first block of that tag.
    #[must_use]
    pub fn find(&self, tag: &Tag) -> Option<&Block> {
        self.list.iter().find(|block| block.tag == *tag)
    }

    /// All blocks of that tag.
    pub fn all(&self, tag: Tag) -> impl Iterator<Item = &Block> {
        self.list.iter().filter(move |block| block.tag == tag)
    }
}

/// The header at `offset` of a file, as it is: its size is not held against anything but the header's own.
///
/// # Errors
/// Truncated when fewer than eight bytes are left; a bad value when the size is below eight.
pub fn header_at(source: &dyn Source, offset: u64) -> Result<Block> {
    let available = source.len().saturating_sub(offset);
    if available < HEADER {
        return Err(Error::truncated("block header", offset, HEADER, available));
    }
    let mut bytes = [0; 8];
    source.read_at(offset, &mut bytes)?;
    let (tag, size) = split_header(bytes);
    if size < HEADER {
        return Err(Error::bad(
            "block size",
            offset + 4,
            format!("{size} is less than the header's 8 bytes"),
        )
        .in_block(tag_text(&tag)));
    }
    Ok(Block { tag, offset, size })
}

/// The payload of the block at `offset` of a file.
///
/// # Errors
/// As [`header_at`]; truncated when the file ends before the block; a limit when it is larger than
/// [`Limits::block_bytes`].
pub fn read_block(source: &dyn Source, offset: u64, limits: &Limits) -> Result<(Block, Vec<u8>)> {
    let block = header_at(source, offset)?;
    let payload = read_vec(source, block.payload_offset(), block.payload_len(), limits.block_bytes, "block")
        .map_err(|error| error.in_block(block.name()))?;
    Ok((block, payload))
}

/// The blocks that fill `data`, with offsets from its [`Bytes::base`].
#[must_use]
pub fn blocks_in(data: Bytes<'_>, limits: &Limits) -> Blocks {
    let start = data.base();
    let end = start.saturating_add(data.len() as u64);
    walk(start, end, limits, |at, out| {
        let at = usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX);
        out.copy_from_slice(data.slice(at, out.len(), "block header")?);
        Ok(())
    })
}

fn split_header(bytes: [u8; 8]) -> (Tag, u64) {
    let [a, b, c, d, size @ ..] = bytes;
    ([a, b, c, d], u64::from(u32::from_be_bytes(size)))
}

fn walk(start: u64, end: u64, limits: &Limits, mut read: impl FnMut(u64, &mut [u8]) -> Result<()>) -> Blocks {
    let mut blocks = Blocks::default();
    let mut at = start;
    let mut report = |severity, at, text: String| {
        blocks.problems.push(Problem::new(severity, "blocks", Some(at), text));
    };
    let mut stray_seen = false;
    let mut after_stray = false;
    while at < end {
        let left = end - at;
        if blocks.list.len() >= limits.children {
            report(
                Severity::Broken,
                at,
                format!("more than {} blocks side by side: the rest is left out", limits.children),
            );
            break;
        }
        let mut bytes = [0; 8];
        let known = usize::try_from(left.min(HEADER)).unwrap_or(8);
        let Some(header) = bytes.get_mut(..known) else { break };
        if let Err(error) = read(at, header) {
            report(Severity::Broken, at, error.to_string());
            break;
        }
        if bytes[0] == 0x80 && !after_stray {
            if !stray_seen {
                report(
                    Severity::Note,
                    at,
                    "a stray 0x80 byte between blocks is skipped, here and further on".into(),
                );
            }
            stray_seen = true;
            after_stray = true;
            at += 1;
            continue;
        }
        after_stray = false;
        if left < HEADER {
            report(Severity::Odd, at, format!("{left} bytes are left over after the last block"));
            break;
        }
        let (tag, size) = split_header(bytes);
        if tag == [0; 4] {
            report(Severity::Odd, at, format!("a tag of zeros: the last {left} bytes are taken for junk"));
            break;
        }
        if !tag.iter().all(|byte| (0x20..0x7f).contains(byte)) {
            report(
                Severity::Broken,
                at,
                format!("{} is no tag: the last {left} bytes are taken for junk", tag_text(&tag)),
            );
            break;
        }
        if size < HEADER {
            report(
                Severity::Broken,
                at,
                format!(
                    "{} has size {size}, less than its header: the last {left} bytes are left out",
                    tag_text(&tag)
                ),
            );
            break;
        }
        blocks.list.push(Block { tag, offset: at, size: size.min(left) });
        if size > left {
            report(
                Severity::Broken,
                at,
                format!("{} says {size} bytes, {left} are left: it is cut there", tag_text(&tag)),
            );
        }
        at += size.min(left);
    }
    blocks
}

/// The blocks of a whole file, read level by level when they are asked for.
#[derive(Clone, Copy)]
pub struct BlockTree<'a> {
    source: &'a dyn Source,
    limits: &'a Limits,
}

impl std::fmt::Debug for BlockTree<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BlockTree({} bytes)", self.source.len())
    }
}

impl<'a> BlockTree<'a> {
    /// The tree of a file, decrypted.
    #[must_use]
    pub fn new(source: &'a dyn Source, limits: &'a Limits) -> Self {
        Self { source, limits }
    }

    /// The outermost blocks.
    #[must_use]
    pub fn roots(&self) -> Blocks {
        self.between(0, self.source.len())
    }

    /// The blocks inside `block`; none where it is no container.
    #[must_use]
    pub fn children(&self, block: &Block) -> Blocks {
        if block.is_container() {
            self.between(block.payload_offset(), block.end())
        } else {
            Blocks::default()
        }
    }

    /// Calls `visit` with every block and its depth (outermost 0), parents first, and gives back what was odd on the way.
    ///
    /// Blocks nested deeper than [`Limits::depth`] are left out and reported. At most 1000 problems are kept.
    pub fn visit(&self, mut visit: impl FnMut(usize, &Block)) -> Vec<Problem> {
        let Blocks { list, mut problems } = self.roots();
        // Blocks still to be visited, nearest first. A level's blocks are pushed in reverse so that they come out in file order.
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
                waiting.extend(children.list.into_iter().rev().map(|child| (depth + 1, child)));
            } else if block.is_container() && problems.len() < MOST_PROBLEMS {
                let text = format!("nested deeper than {}: its content is left out", self.limits.depth);
                problems.push(Problem::new(Severity::Broken, block.name(), Some(block.offset), text));
            }
        }
        problems
    }

    fn between(&self, start: u64, end: u64) -> Blocks {
        walk(start, end.min(self.source.len()), self.limits, |at, out| self.source.read_at(at, out))
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

    fn names(blocks: &Blocks) -> Vec<String> {
        blocks.list.iter().map(Block::name).collect()
    }

    #[test]
    fn children_lie_back_to_back() {
        let data = [block(b"RMHD", &[1, 2]), block(b"CLUT", &[]), block(b"BOXD", &[3])].concat();
        let view = Bytes::with_base(&data, 1000);
        let blocks = blocks_in(view, &Limits::default());
        assert_eq!(names(&blocks), ["RMHD", "CLUT", "BOXD"]);
        assert_eq!(blocks.problems, []);
        assert_eq!(blocks.list[1].offset, 1010);
        let payload = blocks.find(b"BOXD").unwrap().payload(view).unwrap();
        assert_eq!((payload.as_slice(), payload.base()), (&[3][..], 1026));
    }

    #[test]
    fn a_stray_byte_is_skipped_and_zeros_end_the_walk() {
        let data = [block(b"SCRP", &[1]), vec![0x80], block(b"COST", &[2]), vec![0; 20]].concat();
        let blocks = blocks_in(Bytes::new(&data), &Limits::default());
        assert_eq!(names(&blocks), ["SCRP", "COST"]);
        let severities: Vec<_> = blocks.problems.iter().map(|problem| problem.severity).collect();
        assert_eq!(severities, [Severity::Note, Severity::Odd]);
        assert_eq!(blocks.problems[0].at, Some(9));
        let twice = [vec![0x80, 0x80], block(b"COST", &[])].concat();
        assert_eq!(names(&blocks_in(Bytes::new(&twice), &Limits::default())), [""; 0]);
    }

    #[test]
    fn bad_sizes_end_the_walk_and_are_reported() {
        for size in [0_u32, 1, 7] {
            let data = [b"COST".as_slice(), &size.to_be_bytes(), &[0; 8]].concat();
            let blocks = blocks_in(Bytes::new(&data), &Limits::default());
            assert!(blocks.list.is_empty());
            assert_eq!(blocks.problems.len(), 1);
        }
        let data = [b"COST".as_slice(), &u32::MAX.to_be_bytes(), &[0; 8]].concat();
        let blocks = blocks_in(Bytes::new(&data), &Limits::default());
        assert_eq!(blocks.list[0].size, 16);
        assert!(blocks.problems[0].text.contains("16 are left"));
    }

    #[test]
    fn walks_are_bounded() {
        let data = block(b"ROOM", &[]).repeat(100);
        let limits = Limits { children: 10, ..Limits::default() };
        let blocks = blocks_in(Bytes::new(&data), &limits);
        assert_eq!(blocks.list.len(), 10);
        assert_eq!(blocks.problems.len(), 1);
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
        let limits = Limits { block_bytes: 2, ..Limits::default() };
        let error = read_block(&data, 0, &limits).unwrap_err();
        assert!(matches!(error.kind(), crate::ErrorKind::Limit(_)));
        assert_eq!(error.block(), Some("COST"));
    }
}
