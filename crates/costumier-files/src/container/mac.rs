//! The containers of Macintosh games: a data file with a directory, and wrappers for a Mac's files on other
//! machines (`docs/format/editions.md §5.2, §5.4`). All numbers are big-endian.
//!
//! ```text
//! data file    u32 start of the directory, u32 its length; entries of 40 bytes: u32 start, u32 length, 32 bytes name
//! MacBinary    0, u8 name length, name; u32 length of the data at 83; CRC of the first 124 bytes
//!              at 124; data from 128 on
//! AppleSingle  00 05 16 00, …, u16 count at 24; entries of 12 bytes: u32 id (1: the data), u32 start, u32 length
//! DiskCopy     u8 name length ≤ 63, …, 01 00 at 0x52; the disk from 0x54 on
//! ```
//! **Note:** the data file has no magic number. It is recognised if all entries of its directory are plausible.

use super::file_range::{FileRange, Shared};
use super::members::Members;
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, ErrorKind, Result};

/// Length of an entry of the data file's directory in bytes.
const ENTRY: u64 = 40;

/// Largest number of members of a data file; games have dozens.
const MOST_ENTRIES: u64 = 4_096;

/// Start and length of a data file's directory, by its first 8 bytes alone.
fn directory_of(head: &[u8], len: u64) -> Option<(u64, u64)> {
    let head = Bytes::new(head);
    let start = u64::from(head.u32_be(0, "").ok()?);
    let length = u64::from(head.u32_be(4, "").ok()?);
    let fits = length > 0 && length % ENTRY == 0 && length / ENTRY <= MOST_ENTRIES && start >= 8;
    (fits && start.saturating_add(length) <= len).then_some((start, length))
}

/// Whether a file is a Macintosh data file, by all entries of its directory.
pub(super) fn is_data_file(head: &[u8], source: &dyn Source) -> bool {
    let Some((start, length)) = directory_of(head, source.len()) else { return false };
    read_vec(source, start, length, length, "directory")
        .is_ok_and(|directory| directory.chunks(40).all(|entry| entry_of(entry, source.len()).is_some()))
}

/// Start, length and name of a member.
fn entry_of(entry: &[u8], len: u64) -> Option<(u64, u64, String)> {
    let entry = Bytes::new(entry);
    let start = u64::from(entry.u32_be(0, "").ok()?);
    let length = u64::from(entry.u32_be(4, "").ok()?);
    let name = entry.slice(8, 32, "").ok()?;
    let name = name.split(|byte| *byte == 0).next()?;
    let printable = !name.is_empty() && name.iter().all(|byte| *byte >= 0x20 && *byte != 0x7f);
    let fits = start.saturating_add(length) <= len && start >= 8;
    (printable && fits).then(|| (start, length, roman(name)))
}

/// The files in a data file.
///
/// # Errors
/// The faults of its directory.
pub(super) fn members(source: &Shared) -> Result<Members> {
    let head = read_vec(&**source, 0, 8, 8, "data file's header")?;
    let (start, length) = directory_of(&head, source.len())
        .ok_or_else(|| Error::bad("data file's header", 0, "it names no directory that could be"))?;
    let directory = read_vec(&**source, start, length, MOST_ENTRIES * ENTRY, "data file's directory")?;
    let mut members = Members::default();
    for (entry, at) in directory.chunks(40).zip((start..).step_by(40)) {
        let (from, length, name) = entry_of(entry, source.len())
            .ok_or_else(|| Error::bad("data file's directory", at, "an entry makes no sense"))?;
        members.add_own(&name, FileRange::new(source, from, length, "member of the data file")?)?;
    }
    Ok(members)
}

/// Whether a file begins like an executable of a Macintosh: Mach-O in any byte order, or the older form.
pub(crate) fn is_macintosh_program(head: &[u8; 4]) -> bool {
    let mach = [0xfeed_face_u32, 0xfeed_facf, 0xcafe_babe];
    let magic = u32::from_be_bytes(*head);
    head == b"Joy!" || mach.contains(&magic) || mach.contains(&magic.swap_bytes())
}

/// Whether the first 128 bytes are a MacBinary header. Version I has no checksum, so its fields of version II must
/// be empty.
pub(super) fn is_mac_binary(head: &[u8], len: u64) -> bool {
    let header = Bytes::new(head);
    let fields = (|| {
        let zeros = [header.u8(0, "")?, header.u8(74, "")?, header.u8(82, "")?] == [0; 3];
        let name = usize::from(header.u8(1, "")?);
        let lengths = u64::from(header.u32_be(83, "")?).saturating_add(header.u32_be(87, "")?.into());
        let sum = header.u16_be(124, "")?;
        let printable = header.slice(2, name.min(63), "")?.iter().all(|byte| *byte >= 0x20);
        let version_one = header.slice(99, 29, "")?.iter().all(|byte| *byte == 0);
        let fits = lengths > 0 && lengths.saturating_add(128) <= len.saturating_add(127);
        let summed = crc(header.slice(0, 124, "")?) == sum;
        Ok::<_, Error>(zeros && (1..=63).contains(&name) && printable && fits && (summed || version_one))
    })();
    fields.unwrap_or(false)
}

/// CRC-16 with the polynomial 0x1021, from 0, the highest bit first.
fn crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0u16, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte) << 8, |crc, _| {
            let carry = crc & 0x8000 != 0;
            (crc << 1) ^ if carry { 0x1021 } else { 0 }
        })
    })
}

/// The name and data of the file in a MacBinary wrapper.
///
/// # Errors
/// [`ErrorKind::Truncated`] if the data is longer than the file.
pub(super) fn unwrap_binary(source: &Shared) -> Result<(String, FileRange)> {
    let head = read_vec(&**source, 0, 128, 128, "MacBinary header")?;
    let header = Bytes::new(&head);
    let name = header.slice(2, usize::from(header.u8(1, "name")?), "name")?;
    let length = u64::from(header.u32_be(83, "length of the data")?);
    Ok((roman(name), FileRange::new(source, 128, length, "data in MacBinary")?))
}

/// The data in an AppleSingle wrapper.
///
/// # Errors
/// An error for a wrapper that is cut or has no data.
pub(super) fn unwrap_single(source: &Shared) -> Result<FileRange> {
    let head = read_vec(&**source, 0, source.len().min(26 + 12 * 64), 1024, "AppleSingle header")?;
    let header = Bytes::new(&head);
    for entry in 0..usize::from(header.u16_be(24, "number of entries")?.min(64)) {
        let at = 26usize.saturating_add(entry.saturating_mul(12));
        if header.u32_be(at, "entry")? == 1 {
            let start = header.u32_be(at.saturating_add(4), "entry")?.into();
            return FileRange::new(
                source,
                start,
                header.u32_be(at.saturating_add(8), "entry")?.into(),
                "data in AppleSingle",
            );
        }
    }
    Err(Error::new(ErrorKind::BadValue("it holds no data".into()), "AppleSingle header"))
}

/// Whether a file is a floppy of DiskCopy 4.2.
pub(super) fn is_disk_copy(head: &[u8], len: u64) -> bool {
    let header = Bytes::new(head);
    let name = header.u8(0, "").unwrap_or(0xff);
    let size = header.u32_be(0x40, "").unwrap_or(u32::MAX);
    let mark = header.u16_be(0x52, "").is_ok_and(|mark| mark == 0x100);
    mark && (1..=63).contains(&name) && size > 0 && u64::from(size).saturating_add(0x54) <= len
}

/// The upper half of Mac Roman.
const ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
    ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

fn roman(bytes: &[u8]) -> String {
    let letter = |byte: &u8| match byte.checked_sub(0x80) {
        None => char::from(*byte),
        Some(above) => ROMAN.chars().nth(usize::from(above)).unwrap_or('?'),
    };
    bytes.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// The worked example of `docs/format/editions.md §5.2`.
    fn two() -> Vec<u8> {
        let mut bytes = vec![0, 0, 0, 0x10, 0, 0, 0, 0x50, 0x3b, 0x27, 0x28, 0x24, 0x25, 0x2c, 0x2a, 0x2f];
        for (at, name) in [(8u8, b"A.000"), (12, b"A.001")] {
            bytes.extend([[0, 0, 0, at, 0, 0, 0, 4].as_slice(), name, &[0; 27]].concat());
        }
        bytes
    }

    fn open(bytes: Vec<u8>) -> Option<Vec<(String, Vec<u8>)>> {
        let source: Shared = Arc::new(Arc::<[u8]>::from(bytes.clone()));
        if !is_data_file(&bytes, &*source) {
            return None;
        }
        let list = members(&source).unwrap();
        Some(
            list.iter()
                .map(|(name, it)| (name.to_owned(), read_vec(&**it, 0, it.len(), 99, "x").unwrap()))
                .collect(),
        )
    }

    #[test]
    fn the_worked_example_is_read() {
        let wanted =
            [("A.000".into(), vec![0x3b, 0x27, 0x28, 0x24]), ("A.001".into(), vec![0x25, 0x2c, 0x2a, 0x2f])];
        assert_eq!(open(two()).unwrap(), wanted);
    }

    #[test]
    fn a_directory_that_makes_no_sense_is_none() {
        for len in 0..two().len() {
            assert_eq!(open(two()[..len].to_vec()), None);
        }
        for (at, value) in [(3, 0x11), (7, 0x4f), (7, 0), (0x13, 3), (0x14, 1), (0x18, 0), (0x19, 7)] {
            let mut bent = two();
            bent[at] = value;
            assert_eq!(open(bent), None, "{at}");
        }
    }

    #[test]
    fn mac_binary_is_told_by_its_sum() {
        let mut file = vec![0; 128];
        file[1] = 5;
        file[2..7].copy_from_slice(b"Data\xaa");
        file[65..69].copy_from_slice(b"DATA");
        file[83..87].copy_from_slice(&4u32.to_be_bytes());
        file[122] = 129;
        let sum = crc(&file[..124]).to_be_bytes();
        file[124..126].copy_from_slice(&sum);
        file.extend(b"RNAM");
        assert!(is_mac_binary(&file, file.len() as u64));
        let source: Shared = Arc::new(Arc::<[u8]>::from(file.clone()));
        let (name, data) = unwrap_binary(&source).unwrap();
        assert_eq!((name.as_str(), data.len()), ("Data™", 4));
        for at in 0..126 {
            let mut bent = file.clone();
            bent[at] ^= 0x10;
            assert!(!is_mac_binary(&bent, file.len() as u64), "{at}");
        }
    }

    /// "123456789" gives 0x31C3, as in the catalogue of CRCs for XMODEM.
    #[test]
    fn the_sum_is_the_known_one() {
        assert_eq!(crc(b"123456789"), 0x31c3);
    }
}
