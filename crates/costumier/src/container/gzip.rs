//! Gzip files: `.tar.gz`, `.tgz`, an Amiga disk as `.adz`, a single file (`reference/12 §7.2`).
//!
//! ```text
//! +0   1F 8B 08, u8 flags, u32 time, 2 bytes; extras, a name and a comment where the flags say so
//! …    raw deflate
//! -8   u32 CRC of what comes out, u32 its length
//! ```
//! What surprises: the length counts round at 4 GiB, and of several such files in a row it is the last one's.
//! Then the sum does not fit, which is said.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::sync::Arc;

use super::inflate::{Inflated, Pages};
use super::part::{Part, Shared};
use crate::bytes::Bytes;
use crate::error::{Error, Result};
use crate::source::read_vec;

/// Longest header that is read: names are short.
const HEADER: u64 = 4096;

/// Bytes behind the packed ones.
const END: u64 = 8;

/// Whether a file starts as gzip.
pub(super) fn is_one(head: &[u8]) -> bool {
    head.starts_with(&[0x1f, 0x8b, 8])
}

/// What the file unpacks to.
///
/// # Errors
/// Truncated; above the bounds of unpacking.
pub(super) fn unpacked(source: &Shared) -> Result<Inflated> {
    let head = read_vec(&**source, 0, source.len().min(HEADER), HEADER, "gzip header")?;
    let header = Bytes::new(&head);
    let flags = header.u8(3, "gzip flags")?;
    let mut at = 10usize;
    if flags & 4 != 0 {
        at = at.saturating_add(2).saturating_add(usize::from(header.u16(at, "gzip extras")?));
    }
    // A name, a comment: texts that end with 0.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let text = header.tail(at, "gzip name")?.as_slice();
            let len = text.iter().position(|byte| *byte == 0);
            let len = len.ok_or_else(|| Error::bad("gzip header", at as u64, "its name does not end"))?;
            at = at.saturating_add(len).saturating_add(1);
        }
    }
    if flags & 2 != 0 {
        at = at.saturating_add(2);
    }
    let at = at as u64;
    let packed = source.len().saturating_sub(at).checked_sub(END);
    let packed =
        packed.ok_or_else(|| Error::truncated("gzip file", at, END, source.len().saturating_sub(at)))?;
    let end = read_vec(&**source, source.len().saturating_sub(END), END, END, "gzip's end")?;
    let end = Bytes::new(&end);
    let (sum, len) = (end.u32(0, "gzip's sum")?, end.u32(4, "gzip's length")?);
    let packed: Shared = Arc::new(Part::new(source, at, packed, "gzip's bytes")?);
    Inflated::new(packed, len.into(), sum, 0, &Arc::<Pages>::default())
}

/// The unpacked file's name, after the packed one's.
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
        let twice = [whole.clone(), gzip(0, b"", b"more and more and more")].concat();
        assert!(open(&twice).is_err());
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
