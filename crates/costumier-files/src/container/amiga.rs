//! Disk images of the Amiga: AmigaDOS with the old or the fast file system (`docs/format/editions.md §6.1`).
//! All numbers are big-endian.
//!
//! ```text
//! block 880        root: 72 heads of hash chains at 24, kind at 508 (1 root, 2 drawer, -3 file)
//! drawer, file     the next of its chain at 496, name at 432 (u8 length, then Latin-1)
//! file             size at 324; its data blocks backwards from 308 to 24; more of them in the block that 504 names
//! data block       512 bytes, or in the old system a head of 24 bytes and 488 of data
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use super::file_range::{Pieces, Refused, Shared};
use super::members::{DEEPEST, Members};
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, Result};

/// Length of a block in bytes.
const BLOCK: u64 = 512;

/// Number of entries of a hash table, and of a block of data pointers.
const SLOTS: usize = 72;

/// Sizes of disk images in bytes: double and high density.
const SIZES: [u64; 2] = [901_120, 1_802_240];

/// Offset and length of the data in a block of the old file system.
const OLD: (u64, u64) = (24, 488);

/// Whether a file is an Amiga disk, by its first four bytes and its size.
pub(super) fn is_one(head: &[u8], len: u64) -> bool {
    let magic = matches!(head, [b'D', b'O', b'S', kind, ..] if *kind < 8);
    magic && SIZES.contains(&len)
}

/// The kind of disk as text.
pub(super) fn describe(head: &[u8]) -> String {
    let fast = head.get(3).is_some_and(|kind| kind & 1 != 0);
    format!("Amiga floppy ({})", if fast { "FFS" } else { "OFS" })
}

/// The position of a slot in a table of numbers.
fn place(slot: usize) -> usize {
    slot.saturating_mul(4).saturating_add(24)
}

struct Disk<'a> {
    source: &'a Shared,
    fast: bool,
    blocks: u64,
    members: Members,
    /// Header blocks that were seen: a chain that returns to one ends there.
    seen: BTreeSet<u64>,
}

/// The files on a disk.
///
/// # Errors
/// An invalid root block: the disk is copy-protected or damaged.
pub(super) fn members(source: &Shared) -> Result<Members> {
    let head = read_vec(&**source, 0, 4, 4, "boot block")?;
    let fast = head.get(3).is_some_and(|kind| kind & 1 != 0);
    let blocks = source.len() / BLOCK;
    let mut disk = Disk { source, fast, blocks, members: Members::default(), seen: BTreeSet::new() };
    let root = disk.block(blocks / 2)?;
    if Bytes::new(&root).u32_be(508, "kind of the root block")? != 1 {
        let text =
            "the root block is none: the disk is protected against copying, starts by itself, or is damaged";
        return Err(Error::bad("Amiga disk", (blocks / 2).saturating_mul(BLOCK), text));
    }
    disk.drawer(&root, "", 0)?;
    Ok(disk.members)
}

impl Disk<'_> {
    fn block(&self, number: u64) -> Result<Vec<u8>> {
        if number == 0 || number >= self.blocks {
            return Err(Error::bad("Amiga disk", 0, format!("there is no block {number}")));
        }
        read_vec(&**self.source, number.saturating_mul(BLOCK), BLOCK, BLOCK, "block of the disk")
    }

    fn drawer(&mut self, block: &[u8], path: &str, depth: usize) -> Result<()> {
        let table = Bytes::new(block);
        for slot in 0..SLOTS {
            let mut next = u64::from(table.u32_be(place(slot), "hash table")?);
            while next != 0 {
                if !self.seen.insert(next) {
                    self.members.odd.push(format!("its drawer {path:?} goes in a circle at block {next}"));
                    break;
                }
                let header = match self.block(next) {
                    Ok(header) => header,
                    Err(error) => {
                        self.members.odd.push(format!("its drawer {path:?} is damaged: {error}"));
                        break;
                    }
                };
                let fields = Bytes::new(&header);
                let length = usize::from(fields.u8(432, "name")?.min(30));
                let name: String =
                    fields.slice(433, length, "name")?.iter().copied().map(char::from).collect();
                // AmigaDOS names have no slashes, but the bytes may be anything.
                let name = name.replace(['/', '\\'], "_");
                let inside = if path.is_empty() { name } else { format!("{path}/{name}") };
                match fields.u32_be(508, "kind")? {
                    2 if depth < DEEPEST => self.drawer(&header, &inside, depth.saturating_add(1))?,
                    0xffff_fffd => self.file(&inside, header.clone())?,
                    _ => {}
                }
                next = u64::from(fields.u32_be(496, "hash chain")?);
            }
        }
        Ok(())
    }

    fn file(&mut self, name: &str, header: Vec<u8>) -> Result<()> {
        let size = u64::from(Bytes::new(&header).u32_be(324, "size")?);
        let file: Shared = match self.pieces(header, size) {
            Ok(found) if found.len() == size => Arc::new(found),
            Ok(found) => {
                let why = Error::truncated(format!("{name} on this disk"), 0, size, found.len());
                Arc::new(Refused::new(size, why))
            }
            Err(error) => Arc::new(Refused::new(size, error)),
        };
        self.members.add(name, file)
    }

    fn pieces(&self, mut header: Vec<u8>, size: u64) -> Result<Pieces> {
        let (skip, most) = if self.fast { (0, BLOCK) } else { OLD };
        let mut pieces = Pieces::new();
        for _ in 0..self.blocks {
            let fields = Bytes::new(&header);
            for slot in (0..SLOTS).rev() {
                let left = size.saturating_sub(pieces.len());
                if left == 0 {
                    return Ok(pieces);
                }
                let number = u64::from(fields.u32_be(place(slot), "data block")?);
                if number == 0 || number >= self.blocks {
                    return Err(Error::bad(
                        "Amiga disk",
                        0,
                        format!("a file goes on in block {number}, which is none"),
                    ));
                }
                pieces.push(
                    self.source,
                    number.saturating_mul(BLOCK).saturating_add(skip),
                    left.min(most),
                )?;
            }
            match u64::from(fields.u32_be(504, "extension")?) {
                0 => break,
                next => header = self.block(next)?,
            }
        }
        Ok(pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(disk: &mut [u8], block: usize, at: usize, value: u32) {
        disk[block * 512 + at..block * 512 + at + 4].copy_from_slice(&value.to_be_bytes());
    }

    /// A disk with a drawer that holds one file of three blocks, two of them named by an extension.
    fn disk(fast: u8) -> Vec<u8> {
        let mut disk = vec![0; 901_120];
        disk[..4].copy_from_slice(&[b'D', b'O', b'S', fast]);
        put(&mut disk, 880, 0, 2);
        put(&mut disk, 880, 508, 1);
        put(&mut disk, 880, 24 + 7 * 4, 866);
        put(&mut disk, 866, 508, 2);
        disk[866 * 512 + 432] = 5;
        disk[866 * 512 + 433..866 * 512 + 438].copy_from_slice(b"rooms");
        put(&mut disk, 866, 24 + 71 * 4, 867);
        put(&mut disk, 867, 508, 0xffff_fffd);
        disk[867 * 512 + 432] = 6;
        disk[867 * 512 + 433..867 * 512 + 439].copy_from_slice(b"00.LFL");
        let (skip, most) = if fast == 1 { (0, 512) } else { (24, 488) };
        let size = most * 73 + 10;
        put(&mut disk, 867, 324, u32::try_from(size).unwrap());
        for slot in 0..72 {
            put(&mut disk, 867, 308 - slot * 4, 900 + u32::try_from(slot).unwrap());
        }
        put(&mut disk, 867, 504, 868);
        put(&mut disk, 868, 308, 1000);
        put(&mut disk, 868, 304, 1001);
        for (part, block) in (0u8..).zip((900..972).chain([1000, 1001])) {
            disk[block * 512 + skip..block * 512 + skip + most].fill(part);
        }
        disk
    }

    fn open(disk: Vec<u8>) -> Result<Vec<(String, Result<Vec<u8>>)>> {
        let source: Shared = Arc::new(Arc::<[u8]>::from(disk));
        let list = members(&source)?;
        Ok(list
            .iter()
            .map(|(name, it)| (name.to_owned(), read_vec(&**it, 0, it.len(), 1 << 20, "x")))
            .collect())
    }

    #[test]
    fn both_file_systems_string_blocks_together() {
        for (fast, most) in [(1, 512), (0, 488)] {
            let found = open(disk(fast)).unwrap();
            let [(name, Ok(bytes))] = &found[..] else { panic!("{found:?}") };
            assert_eq!((name.as_str(), bytes.len()), ("rooms/00.LFL", most * 73 + 10));
            assert!(bytes.iter().enumerate().all(|(at, byte)| usize::from(*byte) == at / most));
        }
    }

    #[test]
    fn circles_and_wrong_blocks_end() {
        let mut circle = disk(1);
        put(&mut circle, 867, 496, 866);
        assert_eq!(open(circle).unwrap().len(), 1);
        let mut itself = disk(1);
        put(&mut itself, 866, 24, 866);
        assert_eq!(open(itself).unwrap().len(), 1);
        let mut beyond = disk(1);
        put(&mut beyond, 867, 300, 1_000_000);
        assert!(open(beyond).unwrap()[0].1.is_err());
        let mut endless = disk(1);
        put(&mut endless, 868, 504, 868);
        put(&mut endless, 867, 324, u32::MAX);
        assert!(open(endless).unwrap()[0].1.is_err());
        let mut protected = disk(1);
        put(&mut protected, 880, 508, 7);
        assert!(open(protected).unwrap_err().to_string().contains("protected"));
    }
}
