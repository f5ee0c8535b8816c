//! The XOR encryption of a game's files: one key byte for every byte of a file
//! (`docs/format/containers.md §3`).
//!
//! Writing and reading are the same operation, since XOR is its own inverse.

use std::sync::Arc;

use crate::Result;
use crate::source::Source;

/// A file's key byte; 0 for files that are not encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u8);

impl Key {
    /// No encryption: v7, v8, v4's index, some re-releases and output of tools.
    pub const PLAIN: Self = Self(0);
    /// The key of v4's data files, v5, v6 and Humongous.
    pub const CLASSIC: Self = Self(0x69);
    /// The key of v1, v2, and v3 with 16 colours.
    pub const OLD: Self = Self(0xff);
    /// Every key that is tried on a game's file, in this order.
    pub const ALL: [Self; 3] = [Self::PLAIN, Self::CLASSIC, Self::OLD];

    /// Decrypts or encrypts bytes in place.
    pub fn apply(self, bytes: &mut [u8]) {
        if self != Self::PLAIN {
            for byte in bytes {
                *byte ^= self.0;
            }
        }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::PLAIN => f.write_str("not encrypted"),
            Self(key) => write!(f, "XOR {key:#04x}"),
        }
    }
}

/// A file that is decrypted while it is read. A clone shares the file.
#[derive(Clone)]
pub struct Decrypted {
    inner: Arc<dyn Source>,
    key: Key,
}

impl Decrypted {
    /// A view of `inner`, which is encrypted with `key`.
    #[must_use]
    pub fn new(inner: Box<dyn Source>, key: Key) -> Self {
        Self { inner: inner.into(), key }
    }

    /// The key of the file.
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }
}

impl std::fmt::Debug for Decrypted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Decrypted({} bytes, {})", self.inner.len(), self.key)
    }
}

impl Source for Decrypted {
    fn len(&self) -> u64 {
        self.inner.len()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        self.inner.read_at(offset, out)?;
        self.key.apply(out);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_look_as_containers_section_9_says() {
        let mut tag = *b"RNAM";
        Key::CLASSIC.apply(&mut tag);
        assert_eq!(tag, [0x3b, 0x27, 0x28, 0x24]);
        let mut tag = *b"LECF";
        Key::CLASSIC.apply(&mut tag);
        assert_eq!(tag, [0x25, 0x2c, 0x2a, 0x2f]);
    }

    #[test]
    fn bytes_come_out_plain_from_any_offset() {
        let hidden: Arc<[u8]> = b"MAXS".iter().map(|byte| byte ^ 0x69).collect();
        let source = Decrypted::new(Box::new(hidden), Key::CLASSIC);
        let mut out = [0; 2];
        source.read_at(2, &mut out).unwrap();
        assert_eq!(&out, b"XS");
        assert_eq!(source.len(), 4);
        assert!(source.read_at(3, &mut out).is_err());
    }
}
