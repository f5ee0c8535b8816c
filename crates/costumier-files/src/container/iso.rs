//! CD images: ISO 9660, of 2,048 bytes a sector or of raw sectors (`docs/format/editions.md §6.5`).
//!
//! ```text
//! sector 16…  volume descriptors: u8 kind (1 primary, 2 supplementary, 255 end), "CD001"; the root's record at 156
//! record      u8 length (0: continue in the next sector), u8 extended, u32 sector, …, u32 size at 10,
//!             flags at 25, u8 name length at 32, name
//! ```
//! **Note:** the position of "CD001" shows the layout of a raw image. The names of Joliet, a second tree over the
//! same files, are used if it has as many files: the first tree cuts names of Humongous games to 8 letters.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::file_range::{Pieces, Refused, Sectors, Shared};
use super::members::{DEEPEST, MOST_MEMBERS, Members};
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, Result};

/// Bytes of user data in a sector.
const SECTOR: u64 = 2048;

/// The sector at which volume descriptors start.
const DESCRIPTORS: u64 = 16;

/// Largest number of volume descriptors that are read.
const MOST_DESCRIPTORS: u64 = 32;

/// Largest directory that is read, in bytes.
const MOST_DIRECTORY: u64 = 8 << 20;

/// Layouts of sectors: bytes as stored, bytes before the user data.
const LAYOUTS: [(u64, u64); 5] = [(SECTOR, 0), (2352, 16), (2352, 24), (2336, 8), (2448, 16)];

/// The layout of a CD image's sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    size: u64,
    skip: u64,
}

/// The layout of the image, if it is one; `at` is the start of its first sector.
pub(super) fn layout_of(source: &dyn Source, at: u64) -> Option<Layout> {
    let fits = |(size, skip): &(u64, u64)| {
        let place =
            at.saturating_add(size.saturating_mul(DESCRIPTORS)).saturating_add(*skip).saturating_add(1);
        let mut magic = [0; 5];
        source.len() >= place.saturating_add(5)
            && source.read_at(place, &mut magic).is_ok()
            && &magic == b"CD001"
    };
    LAYOUTS.iter().find(|layout| fits(layout)).map(|(size, skip)| Layout { size: *size, skip: *skip })
}

impl Layout {
    /// The kind of image as text.
    pub(super) fn describe(self) -> String {
        match self.size {
            SECTOR => "CD image (ISO 9660)".into(),
            size => format!("CD image (ISO 9660 in raw sectors of {size} bytes)"),
        }
    }

    /// The image with only the user data of its sectors.
    pub(super) fn plain(self, source: &Shared, at: u64) -> Shared {
        if self.size == SECTOR && at == 0 {
            return Arc::clone(source);
        }
        Arc::new(Sectors::new(Arc::clone(source), at, self.size, self.skip))
    }
}

/// A tree of directories of a volume.
struct Tree<'a> {
    image: &'a Shared,
    joliet: bool,
    members: Members,
    /// Directories that were visited, by sector: one that contains itself is visited once.
    seen: BTreeSet<u64>,
}

/// The files on a CD.
///
/// # Errors
/// An error without a primary volume descriptor, and above the limits. A directory that cannot be read is reported,
/// and the others are read.
pub(super) fn members(image: &Shared) -> Result<Members> {
    let (mut primary, mut joliet) = (None, None);
    for sector in DESCRIPTORS..DESCRIPTORS.saturating_add(MOST_DESCRIPTORS) {
        let at = sector.saturating_mul(SECTOR);
        let Ok(descriptor) = read_vec(&**image, at, SECTOR, SECTOR, "volume descriptor") else { break };
        let descriptor = Bytes::with_base(&descriptor, at);
        if descriptor.slice(1, 5, "volume descriptor")? != b"CD001" {
            break;
        }
        let root = || record(descriptor.tail(156, "root directory")?).map(Some);
        match descriptor.u8(0, "volume descriptor")? {
            1 if primary.is_none() => primary = root()?,
            2 if joliet.is_none() && descriptor.slice(88, 2, "escape sequence")? == b"%/" => joliet = root()?,
            255 => break,
            _ => {}
        }
    }
    let Some(primary) = primary else {
        return Err(Error::bad("CD image", DESCRIPTORS * SECTOR, "no primary volume descriptor"));
    };
    let short = Tree::walk(image, &primary, false)?;
    match joliet.map(|root| Tree::walk(image, &root, true)) {
        Some(Ok(long)) if long.len() >= short.len() => Ok(long),
        _ => Ok(short),
    }
}

impl<'a> Tree<'a> {
    fn walk(image: &'a Shared, root: &Record, joliet: bool) -> Result<Members> {
        let mut tree = Self { image, joliet, members: Members::default(), seen: BTreeSet::new() };
        tree.directory(root, "", 0)?;
        Ok(tree.members)
    }

    fn directory(&mut self, of: &Record, path: &str, depth: usize) -> Result<()> {
        if depth > DEEPEST || self.seen.len() > MOST_MEMBERS || !self.seen.insert(of.sector) {
            return Ok(());
        }
        let start = of.sector.saturating_mul(SECTOR);
        let data = match read_vec(&**self.image, start, of.size, MOST_DIRECTORY, "directory of the CD") {
            Ok(data) => data,
            Err(error) => {
                self.members.odd.push(format!("its folder {path:?} cannot be read: {error}"));
                return Ok(());
            }
        };
        let data = Bytes::with_base(&data, start);
        // Extents of a file that has several are adjacent.
        let mut extents: Vec<Record> = Vec::new();
        let mut at = 0usize;
        while at < data.len() {
            let length = usize::from(data.u8(at, "record of the CD")?);
            if length == 0 {
                at = (at / 2048).saturating_add(1).saturating_mul(2048);
                continue;
            }
            let entry = data.tail(at, "record of the CD")?;
            at = at.saturating_add(length);
            let found = match record(entry) {
                // A folder's own entry, and its parent's.
                Ok(found) if matches!(found.name.as_slice(), [0 | 1]) => continue,
                Ok(found) => found,
                Err(error) => {
                    self.members.odd.push(format!("its folder {path:?} is cut: {error}"));
                    break;
                }
            };
            let name = self.name(&found.name);
            let inside = if path.is_empty() { name } else { format!("{path}/{name}") };
            if found.flags & 2 != 0 {
                self.directory(&found, &inside, depth.saturating_add(1))?;
                continue;
            }
            let goes_on = found.flags & 0x80 != 0;
            extents.push(found);
            if !goes_on {
                self.file(&inside, &extents)?;
                extents.clear();
            }
        }
        Ok(())
    }

    fn file(&mut self, name: &str, extents: &[Record]) -> Result<()> {
        let mut pieces = Pieces::new();
        let full = extents.iter().fold(0u64, |sum, extent| sum.saturating_add(extent.size));
        for extent in extents {
            if let Err(error) = pieces.push(self.image, extent.sector.saturating_mul(SECTOR), extent.size) {
                return self.members.add_own(name, Refused::new(full, error));
            }
        }
        self.members.add_own(name, pieces)
    }

    fn name(&self, raw: &[u8]) -> String {
        let text: String = if self.joliet {
            let letters = raw.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair));
            char::decode_utf16(letters).map(|letter| letter.unwrap_or('?')).collect()
        } else {
            raw.iter().copied().map(char::from).collect()
        };
        let name = text.rsplit_once(';').map_or(text.as_str(), |(name, _)| name);
        name.strip_suffix('.').unwrap_or(name).to_owned()
    }
}

/// A record of a directory.
struct Record {
    sector: u64,
    size: u64,
    flags: u8,
    name: Vec<u8>,
}

/// The record at the start of `bytes`.
fn record(bytes: Bytes<'_>) -> Result<Record> {
    let what = "record of the CD";
    let extended = u64::from(bytes.u8(1, what)?);
    let name = bytes.slice(33, usize::from(bytes.u8(32, what)?), what)?.to_vec();
    let sector = u64::from(bytes.u32(2, what)?).saturating_add(extended);
    Ok(Record { sector, size: bytes.u32(10, what)?.into(), flags: bytes.u8(25, what)?, name })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of `docs/format/editions.md §6.5`.
    #[test]
    fn a_record_says_where_a_file_is() {
        let mut bytes = vec![
            0x2e, 0, 0x1a, 0, 0, 0, 0, 0, 0, 0x1a, 4, 1, 0, 0, 0, 0, 1, 4, 0x7e, 0x0b, 0x16, 3, 0x36, 0x28,
            0, 0, 0, 0, 1, 0, 0, 1, 0x0c,
        ];
        bytes.extend(b"SAMPLE.000;1");
        let found = record(Bytes::new(&bytes)).unwrap();
        assert_eq!((found.sector, found.size, found.flags), (26, 260, 0));
        let image: Shared = Arc::new(Arc::<[u8]>::from([]));
        let tree = Tree { image: &image, joliet: false, members: Members::default(), seen: BTreeSet::new() };
        assert_eq!(tree.name(&found.name), "SAMPLE.000");
        assert_eq!(tree.name(b"README.;1"), "README");
    }
}
