//! The writer of blocks: a tag, the size including its own eight bytes, the content.
//!
//! ```text
//! 4 characters · u32 BIG-endian size, header included · payload, its integers little-endian
//! ```
//! (`docs/format/containers.md §2`; v5 and later.) Blocks nest and follow each other without padding.

/// Bytes of a block's header.
pub const HEADER: usize = 8;

/// Collects the bytes of a file; blocks can contain blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockWriter {
    bytes: Vec<u8>,
}

impl BlockWriter {
    /// A writer without any bytes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a single byte.
    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Appends 16 bits, little-endian.
    pub fn u16(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    /// Appends 32 bits, little-endian.
    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Appends bytes without a header.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a block whose content `fill` writes. Returns the block's position and its size in bytes, header
    /// included.
    ///
    /// A size beyond 32 bits is stored as the largest number; `GameBuilder` of the crate `costumier` refuses such
    /// files.
    pub fn block(&mut self, tag: [u8; 4], fill: impl FnOnce(&mut Self)) -> (usize, usize) {
        let at = self.bytes.len();
        self.bytes(&tag);
        self.bytes(&[0; 4]);
        fill(self);
        let size = self.bytes.len().saturating_sub(at);
        let stored = u32::try_from(size).unwrap_or(u32::MAX);
        let header = self.bytes.get_mut(at..).unwrap_or_default();
        if let Some(field) = header.get_mut(4..HEADER) {
            field.copy_from_slice(&stored.to_be_bytes());
        }
        (at, size)
    }

    /// Number of bytes written so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing has been written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns all bytes that were written.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Returns a single block around a payload.
#[must_use]
pub fn block(tag: [u8; 4], payload: &[u8]) -> Vec<u8> {
    let mut out = BlockWriter::new();
    out.block(tag, |out| out.bytes(payload));
    out.finish()
}

/// Returns a block of v3 and v4, with a header of six bytes.
#[must_use]
pub fn small_block(tag: &[u8; 2], payload: &[u8]) -> Vec<u8> {
    let size = u32::try_from(payload.len().saturating_add(6)).unwrap_or(u32::MAX);
    [size.to_le_bytes().as_slice(), tag, payload].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_count_headers_and_are_big_endian() {
        let mut out = BlockWriter::new();
        let place = out.block(*b"LECF", |out| {
            out.block(*b"LOFF", |out| {
                out.u8(1);
                out.u8(10);
                out.u32(0x57106);
            });
            assert_eq!(out.block(*b"LFLF", |_| {}), (22, 8));
        });
        assert_eq!(place, (0, 30));
        let wanted: &[u8] = b"LECF\0\0\0\x1eLOFF\0\0\0\x0e\x01\x0a\x06\x71\x05\0LFLF\0\0\0\x08";
        assert_eq!(out.finish(), wanted);
        assert_eq!(block(*b"TRNS", &[5, 0]), b"TRNS\0\0\0\x0a\x05\0");
    }
}
