//! Gzip files: `.tar.gz`, `.tgz`, an Amiga disk as `.adz`, a single file (`docs/format/editions.md §7.2`).
//!
//! ```text
//! +0   1F 8B 08, u8 flags, u32 time, 2 bytes; extras, a name and a comment where the flags say so
//! …    raw deflate
//! …    u32 CRC of what comes out, u32 its length
//! ```
//! **Note:** several gzip files in a row mean their contents joined, as `bgzip` writes them. Other bytes may
//! follow, since tapes and uploads pad their blocks. So the length at the end of the file is not reliable: the file
//! is unpacked once to find its length.

use std::sync::Arc;

use super::file_range::Shared;
use super::inflate::{Inflated, checked};
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, Result};

/// Largest number of header bytes that are read: names are short.
const HEADER: u64 = 4096;

/// Number of bytes behind the packed ones.
const END: u64 = 8;

/// Whether a file starts as gzip.
pub(super) fn is_one(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b, 8])
}

/// The unpacked file.
///
/// # Errors
/// An error for a file that is cut or damaged, or above the limits of unpacking.
pub(super) fn unpacked(source: &Shared) -> Result<Inflated> {
    let at = deflated_at(&**source, 0)?;
    Inflated::joined(Arc::clone(source), at, next)
}

/// Position of the packed bytes behind a header that starts at `start`.
fn deflated_at(source: &dyn Source, start: u64) -> Result<u64> {
    let head =
        read_vec(source, start, source.len().saturating_sub(start).min(HEADER), HEADER, "gzip header")?;
    let header = Bytes::with_base(&head, start);
    let flags = header.u8(3, "gzip flags")?;
    let mut at = 10usize;
    if flags & 4 != 0 {
        at = at.saturating_add(2).saturating_add(usize::from(header.u16(at, "gzip extras")?));
    }
    // A name and a comment are texts that end with 0.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let text = header.tail(at, "gzip name")?.as_slice();
            let len = text.iter().position(|byte| *byte == 0);
            let len = len.ok_or_else(|| {
                Error::bad("gzip header", start.saturating_add(at as u64), "its name does not end")
            })?;
            at = at.saturating_add(len).saturating_add(1);
        }
    }
    if flags & 2 != 0 {
        at = at.saturating_add(2);
    }
    Ok(start.saturating_add(at as u64))
}

/// Position of the packed bytes of the next file in the row; `None` if none follows.
fn next(source: &dyn Source, ended: u64, sum: u32, len: u64) -> Result<Option<u64>> {
    let end = read_vec(source, ended, END, END, "gzip's end")?;
    let end = Bytes::with_base(&end, ended);
    checked(sum, end.u32(0, "gzip's sum")?)?;
    // The stored length is modulo 4 GiB.
    if u64::from(end.u32(4, "gzip's length")?) != len & u64::from(u32::MAX) {
        return Err(Error::bad("gzip file", ended, "its length is not what its end says: it is damaged"));
    }
    let behind = ended.saturating_add(END);
    let left = source.len().saturating_sub(behind);
    match is_one(&read_vec(source, behind, left.min(3), 3, "behind a gzip file")?) {
        true => deflated_at(source, behind).map(Some),
        false => Ok(None),
    }
}

/// The unpacked file's name, derived from the packed one's.
pub(super) fn name_of(name: &str) -> String {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    match ending.to_ascii_lowercase().as_str() {
        "tgz" | "taz" => format!("{stem}.tar"),
        "adz" => format!("{stem}.adf"),
        "gz" => stem.to_owned(),
        _ => format!("{name} unpacked"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(flags: u8, extras: &[u8], plain: &[u8]) -> Vec<u8> {
        let packed = miniz_oxide::deflate::compress_to_vec(plain, 6);
        let (sum, len) = (crc32fast::hash(plain), u32::try_from(plain.len()).unwrap());
        let head = [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3];
        [head.as_slice(), extras, &packed, &sum.to_le_bytes(), &len.to_le_bytes()].concat()
    }

    fn open(bytes: &[u8]) -> Result<Vec<u8>> {
        let file = unpacked(&(Arc::new(Arc::<[u8]>::from(bytes)) as Shared))?;
        read_vec(&file, 0, crate::source::Source::len(&file), 1 << 24, "all")
    }

    #[test]
    fn with_and_without_a_name_and_extras() {
        let plain = b"costume ".repeat(1000);
        for (flags, extras) in
            [(0, &b""[..]), (8, b"game.tar\0"), (0x1e, b"\x02\0xxname\0comment\0hh"), (16, b"a comment\0")]
        {
            assert!(open(&gzip(flags, extras, &plain)).unwrap() == plain, "{flags}");
        }
    }

    #[test]
    fn damage_is_an_error() {
        let whole = gzip(8, b"game.tar\0", &b"costume ".repeat(1000));
        for len in 0..whole.len() {
            assert!(open(&whole[..len]).is_err(), "{len}");
        }
        let mut wrong = whole.clone();
        let at = wrong.len() - 8;
        wrong[at] ^= 1;
        assert!(open(&wrong).unwrap_err().to_string().contains("CRC"));
        let mut wrong = whole.clone();
        let at = wrong.len() - 1;
        wrong[at] ^= 1;
        assert!(open(&wrong).unwrap_err().to_string().contains("length"));
        // A second file in the row that is damaged.
        let mut twice = [whole.clone(), whole].concat();
        let at = twice.len() - 9;
        twice[at] ^= 1;
        assert!(open(&twice).is_err());
        for len in twice.len() / 2 + 3..twice.len() {
            assert!(open(&twice[..len]).is_err(), "{len}");
        }
    }

    #[test]
    fn files_in_a_row_are_one_and_padding_is_none() {
        // Ends of the first file fall on every position of a read block, and of an unpacked page.
        let noise = |len: u32| -> Vec<u8> {
            (0..len).map(|at| (at.wrapping_mul(2_654_435_761) >> 13).to_le_bytes()[0]).collect()
        };
        let stored = |plain: &[u8]| {
            let packed = miniz_oxide::deflate::compress_to_vec(plain, 0);
            let (sum, len) = (crc32fast::hash(plain), u32::try_from(plain.len()).unwrap());
            let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
            [head.as_slice(), &packed, &sum.to_le_bytes(), &len.to_le_bytes()].concat()
        };
        let firsts = (65_490..65_550).chain((1 << 20) - 3..=(1 << 20) + 3);
        for (first, pack) in firsts.flat_map(|len| [(len, true), (len, false)]) {
            let (first, second) = (noise(first), noise(70_000));
            let both = if pack {
                [gzip(8, b"a\0", &first), gzip(0, b"", b""), gzip(16, b"b\0", &second)].concat()
            } else {
                [stored(&first), stored(b""), stored(&second)].concat()
            };
            let whole = [first.clone(), second].concat();
            for padding in [&b""[..], &[0; 512], b"a signature"] {
                let packed = [both.as_slice(), padding].concat();
                assert!(open(&packed).unwrap() == whole, "{} {pack} {}", first.len(), padding.len());
            }
        }
    }

    #[test]
    fn ranges_of_a_row_are_read_in_any_order() {
        let parts: Vec<Vec<u8>> = (0..40).map(|at: u8| vec![at; 300_000 + usize::from(at)]).collect();
        let packed: Vec<u8> = parts.iter().flat_map(|part| gzip(0, b"", part)).collect();
        let whole = parts.concat();
        let file = unpacked(&(Arc::new(Arc::<[u8]>::from(packed)) as Shared)).unwrap();
        assert_eq!(file.len(), whole.len() as u64);
        for at in (0..whole.len() - 5000).step_by(700_001).rev() {
            let range = read_vec(&file, at as u64, 5000, 5000, "range").unwrap();
            assert!(range == whole[at..at + 5000], "{at}");
        }
    }

    #[test]
    fn a_bomb_ends_at_its_bound() {
        let packed = gzip(0, b"", &vec![0; 20 << 20]);
        let error = open(&packed).unwrap_err();
        assert!(error.to_string().contains("above the bounds"), "{error}");
    }

    #[test]
    fn names_lose_their_ending() {
        for (name, wanted) in [
            ("game.tar.gz", "game.tar"),
            ("a/GAME.TGZ", "a/GAME.tar"),
            ("disk1.adz", "disk1.adf"),
            ("monkey2.000.gz", "monkey2.000"),
            ("odd", "odd unpacked"),
        ] {
            assert_eq!(name_of(name), wanted);
        }
    }
}
