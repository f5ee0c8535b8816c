//! A costume's block in a file of its own, as `costumier extract` writes it.
//!
//! **Note:** a block does not store its generation, and the same bytes play differently in two generations. So the
//! caller has to know it.

use costumier::format::dialect::BlockHeaders;
use costumier::{Costume, Dialect, Result};

use crate::folder::{About, DIALECTS, Packed};

/// The header at the start of a file with a bare block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockHeader {
    headers: BlockHeaders,
    is_akos: bool,
}

impl BlockHeader {
    /// Returns the header at the start of a file of this length, if there is one and its size is the file's.
    #[must_use]
    pub fn read(head: &[u8], length: u64) -> Option<Self> {
        let [a, b, c, d, e, f, g, h] = *head.first_chunk::<8>()?;
        let is_akos = &[a, b, c, d] == b"AKOS";
        let is_tagged = is_akos || &[a, b, c, d] == b"COST";
        if is_tagged && u64::from(u32::from_be_bytes([e, f, g, h])) == length {
            return Some(Self { headers: BlockHeaders::Tagged, is_akos });
        }
        let is_small = &[e, f] == b"CO" && u64::from(u32::from_le_bytes([a, b, c, d])) == length;
        is_small.then_some(Self { headers: BlockHeaders::Small, is_akos: false })
    }

    /// Whether games of this dialect have such blocks.
    #[must_use]
    pub fn fits(self, dialect: &Dialect) -> bool {
        self.headers == dialect.blocks && self.is_akos == dialect.has_akos()
    }

    /// Returns the names of the generations that have such blocks.
    #[must_use]
    pub fn generations(self) -> Vec<&'static str> {
        DIALECTS.iter().filter(|(_, dialect)| self.fits(dialect)).map(|(name, _)| *name).collect()
    }

    /// The kind of block: `COST` or `AKOS`.
    #[must_use]
    pub fn kind(self) -> &'static str {
        if self.is_akos { "AKOS" } else { "COST" }
    }
}

/// Opens a file with a block, with or without its header, as a costume with the id 1 and without known colours.
///
/// # Errors
/// As [`Costume::open`].
pub fn open(bytes: &[u8], dialect: Dialect) -> Result<Packed> {
    let length = bytes.len() as u64;
    let is_bare = || {
        let size = bytes.first_chunk::<2>().map(|head| u64::from(u16::from_le_bytes(*head)));
        dialect.blocks == BlockHeaders::Bare && length >= 4 && size == Some(length)
    };
    let header = match BlockHeader::read(bytes, length) {
        Some(found) => usize::try_from(found.headers.len()).unwrap_or(0),
        None if is_bare() => 4,
        // `extract --payload` leaves the header out.
        None => 0,
    };
    let payload = bytes.get(header..).unwrap_or_default().to_vec();
    Costume::open(dialect.costumes.tag(), payload.clone(), dialect)?;
    // A block stores no id.
    let about = About::default();
    Ok(Packed { payload, dialect, about, changes: Vec::new(), notes: Vec::new(), chores: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_a_tag_and_the_file_s_size() {
        let tagged = BlockHeader { headers: BlockHeaders::Tagged, is_akos: false };
        assert_eq!(BlockHeader::read(b"COST\0\0\0\x0c", 12), Some(tagged));
        assert_eq!(BlockHeader::read(b"COST\0\0\0\x0c", 13), None);
        assert_eq!(BlockHeader::read(b"COST\0\0\0", 7), None);
        assert_eq!(
            BlockHeader::read(b"\x0c\0\0\0CO\0\0", 12).map(|it| it.headers),
            Some(BlockHeaders::Small)
        );
        let akos = BlockHeader { headers: BlockHeaders::Tagged, is_akos: true };
        assert_eq!(akos.generations()[..3], ["v7", "v8", "he61"]);
        assert_eq!(tagged.generations(), ["v5", "v5-amiga", "v6", "he60"]);
    }
}
