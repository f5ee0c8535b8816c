//! Blocks inside a block: tag, size, payload, back to back (`reference/05 §1`).
//!
//! ```text
//! 4 characters · u32 BIG-endian size, these 8 bytes included · payload
//! ```
//! Readers take the first block of a tag and do not care about the order. A size that leads outside is cut; a size
//! below 8 ends the walk, and what is left belongs to nobody.

use crate::bytes::Bytes;

/// Bytes of a block's header.
pub(super) const HEADER: usize = 8;

/// One block's place in the bytes around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its four characters.
    pub tag: [u8; 4],
    /// Position of its header.
    pub at: usize,
    /// Bytes of payload that are there.
    pub len: usize,
    /// The size as stored, header included.
    pub stored_size: u32,
}

impl Block {
    /// Position of the payload.
    #[must_use]
    pub fn payload_at(&self) -> usize {
        self.at + HEADER
    }

    /// Position behind the payload.
    #[must_use]
    pub fn end(&self) -> usize {
        self.at + HEADER + self.len
    }

    /// Whether the stored size is more than there is.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        usize::try_from(self.stored_size).map_or(true, |size| size > HEADER + self.len)
    }
}

/// The blocks of `data` from `at` on. What follows the last of them starts at its end.
pub(super) fn blocks(data: &[u8], at: usize) -> impl Iterator<Item = Block> + '_ {
    let bytes = Bytes::new(data);
    let mut at = at;
    std::iter::from_fn(move || {
        let tag = bytes.tag(at, "tag").ok()?;
        let stored_size = bytes.u32_be(at + 4, "size").ok()?;
        let size = usize::try_from(stored_size).unwrap_or(usize::MAX);
        if size < HEADER {
            return None;
        }
        let len = (size - HEADER).min(data.len() - at - HEADER);
        let block = Block { tag, at, len, stored_size };
        at = block.end();
        Some(block)
    })
}

/// The payload of the first block with this tag.
pub(super) fn find(data: &[u8], tag: [u8; 4]) -> Option<&[u8]> {
    let block = blocks(data, 0).find(|block| block.tag == tag)?;
    data.get(block.payload_at()..block.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_lead_outside_are_cut_and_nonsense_ends_the_walk() {
        let data = b"ABCD\0\0\0\x0Axx\
                     EFGH\0\0\0\x08\
                     ABCD\0\0\0\xFFyyy";
        let found: Vec<Block> = blocks(data, 0).collect();
        assert_eq!(found.iter().map(|b| (b.at, b.len)).collect::<Vec<_>>(), [(0, 2), (10, 0), (18, 3)]);
        assert_eq!(found.iter().map(Block::is_cut).collect::<Vec<_>>(), [false, false, true]);
        assert_eq!(find(data, *b"ABCD"), Some(&b"xx"[..]));
        assert_eq!(find(data, *b"ZZZZ"), None);
        assert_eq!(blocks(b"ABCD\0\0\0\x07abcdefgh", 0).count(), 0);
        assert_eq!(blocks(b"ABCD\0\0\0", 0).count(), 0);
        assert_eq!(blocks(b"", 9).count(), 0);
    }
}
