//! Floppies of DOS and the Atari ST: FAT12, and FAT16 (`docs/format/editions.md §6.2`).
//!
//! ```text
//! boot sector  u16 bytes a sector at 11, u8 sectors a cluster, u16 reserved, u8 FATs, u16 root entries,
//!              u16 sectors, …, u16 sectors a FAT at 22
//! FAT          12 bits a cluster: the next one, or 0xff8 and more at the file's end
//! root         entries of 32 bytes: name 8 + 3, attributes at 11, u16 first cluster at 26, u32 size at 28
//! ```
//! **Note:** disks of the ST have no signature. They are recognised if the boot sector has plausible values.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::file_range::{Pieces, Refused, Shared};
use super::members::{DEEPEST, Members};
use crate::bytes::Bytes;
use crate::source::read_vec;
use crate::{Error, Result};

/// Largest disk that is examined, in bytes; floppies are below 3 MB.
pub(super) const LARGEST: u64 = 64 << 20;

/// Attributes of a label or a long name, and of a folder.
const LABEL: u8 = 8;
const FOLDER: u8 = 16;

/// The fields of the boot sector.
#[derive(Clone, Copy)]
struct Boot {
    cluster: u64,
    fat_at: u64,
    fat_len: u64,
    root_at: u64,
    root_len: u64,
    data_at: u64,
    clusters: u64,
}

impl Boot {
    fn read(head: &[u8], len: u64) -> Option<Self> {
        let boot = Bytes::new(head);
        let short = |at: usize| boot.u16(at, "").ok().map(u64::from);
        let byte = |at: usize| boot.u8(at, "").ok().map(u64::from);
        let (sector, per_cluster, reserved, fats) = (short(11)?, byte(13)?, short(14)?, byte(16)?);
        let (entries, total, per_fat) = (short(17)?, short(19)?, short(22)?);
        let total = if total == 0 { u64::from(boot.u32(32, "").ok()?) } else { total };
        let sizes = [512, 1024, 2048].contains(&sector) && per_cluster.is_power_of_two();
        let counts = (1..=2).contains(&fats) && reserved >= 1 && entries >= 16 && per_fat >= 1 && total >= 32;
        let size = total.saturating_mul(sector);
        // Some images lack a little at the end, or have a little more.
        let fits = size <= len.saturating_add(18 * 512) && len <= size.saturating_add(18 * 512);
        if !(sizes && counts && fits) {
            return None;
        }
        let cluster = sector.saturating_mul(per_cluster);
        let (fat_at, fat_len) = (reserved.saturating_mul(sector), per_fat.saturating_mul(sector));
        let root_at = fat_len.saturating_mul(fats).saturating_add(fat_at);
        let root_len = entries.saturating_mul(32);
        let data_at = root_len.div_ceil(sector).saturating_mul(sector).saturating_add(root_at);
        let clusters = size.checked_sub(data_at)?.checked_div(cluster)?;
        Some(Self { cluster, fat_at, fat_len, root_at, root_len, data_at, clusters })
    }
}

impl Boot {
    fn has(&self, cluster: u64) -> bool {
        (2..self.clusters.saturating_add(2)).contains(&cluster)
    }

    /// Position of a cluster on the disk.
    fn place(&self, cluster: u64) -> u64 {
        cluster.saturating_sub(2).saturating_mul(self.cluster).saturating_add(self.data_at)
    }
}

/// Whether a disk's boot sector has plausible values.
pub(super) fn is_one(head: &[u8], len: u64) -> bool {
    len <= LARGEST && Boot::read(head, len).is_some()
}

/// A disk whose table is in memory.
struct Disk<'a> {
    source: &'a Shared,
    boot: Boot,
    fat: Vec<u8>,
    members: Members,
    /// Folders that were visited, by first cluster.
    seen: BTreeSet<u64>,
}

/// The files on a disk.
///
/// # Errors
/// An implausible boot sector, and tables that are cut.
pub(super) fn members(source: &Shared) -> Result<Members> {
    let head = read_vec(&**source, 0, 64, 64, "boot sector")?;
    let boot = Boot::read(&head, source.len())
        .ok_or_else(|| Error::bad("boot sector", 11, "it makes no sense for a disk of this size"))?;
    let fat = read_vec(&**source, boot.fat_at, boot.fat_len, LARGEST, "FAT")?;
    let root = read_vec(&**source, boot.root_at, boot.root_len, LARGEST, "root directory")?;
    let mut disk = Disk { source, boot, fat, members: Members::default(), seen: BTreeSet::new() };
    disk.folder(&root, "", 0)?;
    Ok(disk.members)
}

impl Disk<'_> {
    fn next(&self, cluster: u64) -> Option<u64> {
        let fat = Bytes::new(&self.fat);
        let at = usize::try_from(cluster).ok()?;
        let next = if self.boot.clusters < 4_085 {
            let pair = fat.u16(at.saturating_add(at / 2), "FAT").ok()?;
            u64::from(if at % 2 == 1 { pair >> 4 } else { pair & 0xfff })
        } else {
            u64::from(fat.u16(at.saturating_mul(2), "FAT").ok()?)
        };
        // End marks, bad clusters and free ones end the chain.
        self.boot.has(next).then_some(next)
    }

    /// The bytes of a file or a folder, at most `len`.
    fn chain(&self, first: u64, len: u64) -> Result<Pieces> {
        let mut pieces = Pieces::new();
        let (mut cluster, mut left, mut met) = (Some(first), len, BTreeSet::new());
        while let Some(at) = cluster.filter(|_| left > 0) {
            if !self.boot.has(at) || !met.insert(at) {
                return Err(Error::bad(
                    "chain of clusters",
                    self.boot.fat_at,
                    "it leads nowhere, or in a circle",
                ));
            }
            let here = left.min(self.boot.cluster);
            pieces.push(self.source, self.boot.place(at), here)?;
            left = left.saturating_sub(here);
            cluster = self.next(at);
        }
        Ok(pieces)
    }

    fn folder(&mut self, entries: &[u8], path: &str, depth: usize) -> Result<()> {
        use crate::source::Source;
        for entry in entries.chunks_exact(32) {
            let Some((name, attributes)) = entry.get(..11).zip(entry.get(11)) else { break };
            match name.first() {
                Some(0) | None => break,
                Some(0xe5) => continue,
                Some(_) if attributes & LABEL != 0 => continue,
                Some(_) => {}
            }
            let fields = Bytes::new(entry);
            let (first, size) = (u64::from(fields.u16(26, "entry")?), u64::from(fields.u32(28, "entry")?));
            let Some(name) = name_of(name) else { continue };
            let inside = if path.is_empty() { name } else { format!("{path}/{name}") };
            if attributes & FOLDER != 0 {
                let walked = depth >= DEEPEST || !self.seen.insert(first);
                let longest = self.boot.clusters.saturating_mul(self.boot.cluster).min(1 << 20);
                let chain = if walked { Err(()) } else { self.chain(first, longest).map_err(|_| ()) };
                if let Ok(chain) = chain
                    && let Ok(entries) = read_vec(&chain, 0, chain.len(), 1 << 20, "folder")
                {
                    self.folder(&entries, &inside, depth.saturating_add(1))?;
                }
                continue;
            }
            let file: Shared = match self.chain(first, size) {
                Ok(found) if found.len() == size => Arc::new(found),
                Ok(found) => {
                    let why = Error::truncated(format!("{inside} on this disk"), 0, size, found.len());
                    Arc::new(Refused::new(size, why))
                }
                Err(error) => Arc::new(Refused::new(size, error)),
            };
            self.members.add(&inside, file)?;
        }
        Ok(())
    }
}

/// Converts `NAME    EXT` to `NAME.EXT`; `None` for a folder's own entry and its parent's.
fn name_of(raw: &[u8]) -> Option<String> {
    let text = |bytes: &[u8]| -> String {
        let text: String = bytes.iter().copied().map(char::from).collect();
        text.trim_end().to_owned()
    };
    let (stem, ending) = (text(raw.get(..8)?), text(raw.get(8..11)?));
    // 0x05 stands for a first letter of 0xe5.
    let stem = stem.replacen('\u{5}', "\u{e5}", 1);
    match (stem.as_str(), ending.as_str()) {
        ("." | ".." | "", _) => None,
        (stem, "") => Some(stem.to_owned()),
        (stem, ending) => Some(format!("{stem}.{ending}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boot sector of a 1.44 MB disk (`docs/format/editions.md §6.2`).
    fn floppy() -> Vec<u8> {
        let mut disk = vec![0; 1_474_560];
        let boot =
            [0xeb, 0x3c, 0x90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0, 2, 0xe0, 0, 0x40, 0x0b, 0xf0, 9, 0];
        disk[..24].copy_from_slice(&boot);
        disk
    }

    fn entry(disk: &mut [u8], at: usize, name: &[u8; 11], attributes: u8, first: u16, size: u32) {
        disk[at..at + 11].copy_from_slice(name);
        disk[at + 11] = attributes;
        disk[at + 26..at + 28].copy_from_slice(&first.to_le_bytes());
        disk[at + 28..at + 32].copy_from_slice(&size.to_le_bytes());
    }

    fn link(disk: &mut [u8], cluster: usize, next: u16) {
        let at = 512 + cluster * 3 / 2;
        let old = u16::from_le_bytes([disk[at], disk[at + 1]]);
        let new = if cluster % 2 == 1 { old & 0xf | next << 4 } else { old & 0xf000 | next };
        disk[at..at + 2].copy_from_slice(&new.to_le_bytes());
    }

    const ROOT: usize = 19 * 512;
    const DATA: usize = 33 * 512;

    fn open(disk: Vec<u8>) -> Vec<(String, Result<Vec<u8>>)> {
        let source: Shared = Arc::new(Arc::<[u8]>::from(disk));
        let list = members(&source).unwrap();
        list.iter().map(|(name, it)| (name.to_owned(), read_vec(&**it, 0, it.len(), 1 << 20, "x"))).collect()
    }

    #[test]
    fn a_file_goes_where_its_clusters_do() {
        let mut disk = floppy();
        entry(&mut disk, ROOT, b"SAMPLE  000", 0, 5, 700);
        entry(&mut disk, ROOT + 32, b"LABEL      ", LABEL, 0, 0);
        link(&mut disk, 5, 9);
        link(&mut disk, 9, 0xfff);
        disk[DATA + 3 * 512..DATA + 4 * 512].fill(1);
        disk[DATA + 7 * 512..DATA + 8 * 512].fill(2);
        let found = open(disk);
        assert_eq!(found, [("SAMPLE.000".into(), Ok([vec![1; 512], vec![2; 188]].concat()))]);
    }

    #[test]
    fn circles_end() {
        let mut disk = floppy();
        entry(&mut disk, ROOT, b"FOLDER     ", FOLDER, 2, 0);
        entry(&mut disk, DATA, b"AGAIN      ", FOLDER, 2, 0);
        entry(&mut disk, DATA + 32, b"ROUND   001", 0, 3, 1 << 20);
        link(&mut disk, 2, 0xfff);
        link(&mut disk, 3, 3);
        let found = open(disk);
        assert_eq!(found.len(), 1);
        assert!(found[0].1.is_err(), "a file that goes in a circle");
    }

    #[test]
    fn senseless_boot_sectors_are_none() {
        assert!(is_one(&floppy()[..64], 1_474_560));
        for (at, value) in [(12, 0), (13, 3), (16, 0), (17, 0), (20, 0xff), (22, 0)] {
            let mut disk = floppy();
            disk[at] = value;
            let taken = is_one(&disk[..64], 1_474_560);
            assert!(!taken, "byte {at}");
        }
        assert!(!is_one(&floppy()[..64], 1 << 30));
    }
}
