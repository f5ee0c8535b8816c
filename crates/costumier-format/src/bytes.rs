//! A bounded view over bytes of a file: the only module that turns offsets into slices.
//!
//! Every access is checked and names the thing that was read, so that an error can say "animation offset: needs 2
//! bytes, 1 left". Integers are little-endian unless the method's name ends in `_be` (block headers are big-endian,
//! payloads little-endian: `docs/format/containers.md §2`).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use crate::error::{Error, Result};

/// A view over a block's bytes. Methods take offsets from the view's first byte; errors report offsets from
/// [`Bytes::base`] on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes<'a> {
    data: &'a [u8],
    base: u64,
}

impl<'a> Bytes<'a> {
    /// A view that reports offsets from the start of `data`.
    #[must_use]
    pub fn new(data: &'a [u8]) -> Self {
        Self { data, base: 0 }
    }

    /// A view whose errors report offsets from `base`, the position of `data` in the file.
    #[must_use]
    pub fn with_base(data: &'a [u8], base: u64) -> Self {
        Self { data, base }
    }

    /// The bytes of the view.
    #[must_use]
    pub fn as_slice(&self) -> &'a [u8] {
        self.data
    }

    /// Number of bytes in the view.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether the view has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Offset of the first byte, as reported in errors.
    #[must_use]
    pub fn base(&self) -> u64 {
        self.base
    }

    /// The `len` bytes at offset `at`.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), naming `what`.
    pub fn slice(&self, at: usize, len: usize, what: &str) -> Result<&'a [u8]> {
        at.checked_add(len).and_then(|end| self.data.get(at..end)).ok_or_else(|| {
            let available = self.data.len().saturating_sub(at) as u64;
            Error::truncated(what, self.base.saturating_add(at as u64), len as u64, available)
        })
    }

    /// A view of the `len` bytes at offset `at`.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), naming `what`.
    pub fn view(&self, at: usize, len: usize, what: &str) -> Result<Self> {
        Ok(Self { data: self.slice(at, len, what)?, base: self.base.saturating_add(at as u64) })
    }

    /// A view of everything from `at` on.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if `at` lies behind the end.
    pub fn tail(&self, at: usize, what: &str) -> Result<Self> {
        match self.data.get(at..) {
            Some(data) => Ok(Self { data, base: self.base.saturating_add(at as u64) }),
            None => Err(Error::truncated(what, self.base.saturating_add(at as u64), 1, 0)),
        }
    }

    fn array<const N: usize>(&self, at: usize, what: &str) -> Result<[u8; N]> {
        let mut out = [0; N];
        out.copy_from_slice(self.slice(at, N, what)?);
        Ok(out)
    }

    /// Reads one byte at `at`.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn u8(&self, at: usize, what: &str) -> Result<u8> {
        Ok(u8::from_le_bytes(self.array(at, what)?))
    }

    /// Reads unsigned 16 bits, little-endian.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn u16(&self, at: usize, what: &str) -> Result<u16> {
        Ok(u16::from_le_bytes(self.array(at, what)?))
    }

    /// Reads signed 16 bits, little-endian.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn i16(&self, at: usize, what: &str) -> Result<i16> {
        Ok(i16::from_le_bytes(self.array(at, what)?))
    }

    /// Reads unsigned 32 bits, little-endian.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn u32(&self, at: usize, what: &str) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array(at, what)?))
    }

    /// Reads unsigned 64 bits, little-endian.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn u64(&self, at: usize, what: &str) -> Result<u64> {
        Ok(u64::from_le_bytes(self.array(at, what)?))
    }

    /// Reads unsigned 16 bits, big-endian.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn u16_be(&self, at: usize, what: &str) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array(at, what)?))
    }

    /// Reads unsigned 32 bits, big-endian (block sizes).
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn u32_be(&self, at: usize, what: &str) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array(at, what)?))
    }

    /// Reads a four-character tag.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) at the end of the bytes.
    pub fn tag(&self, at: usize, what: &str) -> Result<[u8; 4]> {
        self.array(at, what)
    }
}

/// A tag as text: printable characters unchanged, others as `\xNN`.
#[must_use]
pub fn tag_text(tag: &[u8]) -> String {
    tag.escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn reads_both_orders() {
        let b = Bytes::new(&[1, 2, 3, 4, 0xff, 0xff]);
        assert_eq!(b.u16(0, "x").unwrap(), 0x0201);
        assert_eq!(b.u32(0, "x").unwrap(), 0x0403_0201);
        assert_eq!(b.u32_be(0, "x").unwrap(), 0x0102_0304);
        assert_eq!(b.i16(4, "x").unwrap(), -1);
    }

    #[test]
    fn says_what_is_missing_and_where() {
        let b = Bytes::with_base(&[1, 2, 3], 100);
        let e = b.u32(1, "room offset").unwrap_err();
        assert_eq!(e.kind(), &ErrorKind::Truncated { needed: 4, available: 2 });
        assert_eq!(e.offset(), Some(101));
        assert_eq!(e.what(), "room offset");
    }

    #[test]
    fn offsets_near_the_end_of_the_address_space_do_not_wrap() {
        let b = Bytes::new(&[1, 2, 3]);
        assert!(b.slice(usize::MAX, 2, "x").is_err());
        assert!(b.slice(1, usize::MAX, "x").is_err());
        assert!(b.tail(4, "x").is_err());
        assert!(b.tail(3, "x").unwrap().is_empty());
    }
}
