//! The archives of LucasArts' installers on floppies, `*.XXX` (`docs/format/editions.md §6.3`).
//!
//! ```text
//! every part    "LFG!", u32 length
//! first part    14 bytes name, u16 parts, u32 size of everything
//! then, through all parts, cut anywhere:
//!   "FILE", u32 n; 14 bytes name, u32 size, 3 × u16, imploded data of n − 24 bytes
//! ```
//! The last letter of a part's name gives its order: A on the first disk, B on the second.

use std::sync::{Arc, OnceLock};

use super::explode::explode;
use super::file_range::{Pieces, Refused, Shared, within};
use super::members::Members;
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, ErrorKind, Result};

/// Bytes at the start of each part that do not belong to the stream.
const HEAD: u64 = 8;

/// Position of the first record in the stream.
const RECORDS: u64 = 20;

/// Largest unpacked file in bytes; games on floppies have at most some 10 MB.
const MOST_UNPACKED: u64 = 64 << 20;

/// Whether a file is a part of such an archive.
pub(super) fn is_part(head: &[u8]) -> bool {
    head.starts_with(b"LFG!")
}

/// The common name of an archive's parts: the name without its last letter.
pub(super) fn stem_of(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let stem = lower.rsplit_once('.').map_or(lower.as_str(), |(stem, _)| stem);
    let mut letters = stem.chars();
    letters.next_back();
    letters.as_str().to_owned()
}

/// The letter of a part, which is that of its disk.
fn letter_of(name: &str) -> char {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.chars().next_back().unwrap_or('?').to_ascii_uppercase()
}

/// The files in an archive, given its parts in the order of their letters.
///
/// # Errors
/// An error for a missing part, with its letter, and for an invalid first part.
pub(super) fn members(parts: &[(String, Shared)]) -> Result<Members> {
    let Some((first_name, first)) = parts.first() else {
        return Err(Error::new(ErrorKind::BadValue("no part of it is here".into()), "LFG archive"));
    };
    let head = read_vec(&**first, 0, first.len().min(32), 32, "LFG header")?;
    let head = Bytes::new(&head);
    let is_first = head.slice(28, 4, "first record").is_ok_and(|tag| tag == b"FILE");
    if !is_first {
        let text = format!("{first_name} is a later part of an archive, and the first (letter A) is missing");
        return Err(Error::new(ErrorKind::MissingFile(text), "LFG archive"));
    }
    let wanted = usize::from(head.u8(22, "number of parts")?);
    if parts.len() < wanted {
        let missing =
            ('A'..='Z').take(wanted).find(|letter| parts.iter().all(|(name, _)| letter_of(name) != *letter));
        let text = format!("part {} of {wanted} of the archive {first_name}", missing.unwrap_or('?'));
        return Err(Error::new(ErrorKind::MissingFile(text), "LFG archive"));
    }
    let mut stream = Pieces::new();
    for (_, part) in parts.iter().take(wanted.max(1)) {
        stream.push(part, HEAD, part.len().saturating_sub(HEAD))?;
    }
    let stream: Shared = Arc::new(stream);
    let mut members = Members::default();
    let mut at = RECORDS;
    while at.saturating_add(HEAD) <= stream.len() {
        let header =
            read_vec(&*stream, at, stream.len().saturating_sub(at).min(32), 32, "record of the archive")?;
        let record = Bytes::with_base(&header, at);
        if record.slice(0, 4, "record of the archive")? != b"FILE" {
            members.odd.push(format!("its records end at byte {at:#x}"));
            break;
        }
        let length = u64::from(record.u32(4, "length of a record")?);
        let name = record.slice(8, 14, "name")?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let name: String = name.iter().copied().map(char::from).collect();
        let size = u64::from(record.u32(22, "size")?);
        let mut packed = Pieces::new();
        let begins = at.saturating_add(HEAD).saturating_add(24);
        match packed.push(&stream, begins, length.saturating_sub(24)) {
            Ok(()) if size <= MOST_UNPACKED => {
                members
                    .add_own(&name, Exploded { packed: Arc::new(packed), size, bytes: OnceLock::new() })?;
            }
            Ok(()) => {
                let text = format!("{name} would unpack to {size} bytes: more than {MOST_UNPACKED}");
                members
                    .add_own(&name, Refused::new(size, Error::new(ErrorKind::Limit(text), "LFG archive")))?;
            }
            Err(error) => members.add_own(&name, Refused::new(size, error))?,
        }
        at = at.saturating_add(HEAD).saturating_add(length);
    }
    Ok(members)
}

/// A member that is unpacked as a whole when it is first read, since files of floppies are small.
struct Exploded {
    packed: Shared,
    size: u64,
    bytes: OnceLock<Result<Vec<u8>>>,
}

impl Source for Exploded {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        within(self.size, offset, out.len())?;
        let unpack = || {
            let packed = read_vec(&*self.packed, 0, self.packed.len(), MOST_UNPACKED, "packed file")?;
            explode(&packed, usize::try_from(self.size).unwrap_or(usize::MAX))
        };
        match self.bytes.get_or_init(unpack) {
            Ok(bytes) => {
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let found = bytes.get(from..from.saturating_add(out.len())).unwrap_or_default();
                out.copy_from_slice(found);
                Ok(())
            }
            Err(error) => Err(error.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::explode::tests::implode;
    use super::*;

    /// An archive of these files, split into parts at these positions of the stream.
    fn archive(files: &[(&str, &[u8])], cuts: &[usize]) -> Vec<(String, Shared)> {
        let mut stream = b"GAME___A.XXX\0\0".to_vec();
        stream.extend([u8::try_from(cuts.len() + 1).unwrap(), 0, 0, 0, 0, 0]);
        for (name, bytes) in files {
            let packed = implode(bytes);
            stream.extend(b"FILE");
            stream.extend(u32::try_from(packed.len() + 24).unwrap().to_le_bytes());
            stream.extend(name.bytes().chain([0; 14]).take(14));
            stream.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
            stream.extend([2, 0, 1, 0, 0, 0]);
            stream.extend(packed);
        }
        let mut parts = Vec::new();
        for (letter, cut) in ('A'..='Z').zip(cuts.iter().copied().chain([usize::MAX])) {
            let rest = stream.split_off(cut.min(stream.len()));
            let part = [b"LFG!".as_slice(), &0u32.to_le_bytes(), &stream].concat();
            parts.push((format!("GAME___{letter}.XXX"), Arc::new(Arc::<[u8]>::from(part)) as Shared));
            stream = rest;
        }
        parts
    }

    fn open(parts: &[(String, Shared)]) -> Result<Vec<(String, Result<Vec<u8>>)>> {
        let list = members(parts)?;
        Ok(list
            .iter()
            .map(|(name, it)| (name.to_owned(), read_vec(&**it, 0, it.len(), 1 << 20, "x")))
            .collect())
    }

    #[test]
    fn a_stream_is_cut_anywhere() {
        let (a, b): (Vec<u8>, Vec<u8>) = ((0..=255).collect(), b"LECF".repeat(50));
        let files: [(&str, &[u8]); 2] = [("GAME.000", &a), ("GAME.001", &b)];
        for cuts in [&[][..], &[70], &[40, 3], &[300, 31, 12]] {
            let found = open(&archive(&files, cuts)).unwrap();
            assert_eq!(
                found,
                [("GAME.000".to_owned(), Ok(a.clone())), ("GAME.001".to_owned(), Ok(b.clone()))],
                "{cuts:?}"
            );
        }
    }

    #[test]
    fn a_missing_part_is_named_by_its_letter() {
        let mut parts = archive(&[("GAME.000", &[7; 500])], &[100, 100]);
        parts.remove(1);
        assert!(open(&parts).unwrap_err().to_string().contains("part B of 3"));
        parts.remove(0);
        assert!(open(&parts).unwrap_err().to_string().contains("letter A"));
    }

    #[test]
    fn bent_and_cut_archives_do_no_harm() {
        let [(name, whole)] = &archive(&[("GAME.000", &[7; 40])], &[])[..] else { panic!("one part") };
        let whole = read_vec(&**whole, 0, whole.len(), 1 << 20, "x").unwrap();
        for at in 0..whole.len() {
            let cut: Shared = Arc::new(Arc::<[u8]>::from(&whole[..at]));
            let _ = open(&[(name.clone(), cut)]);
            for value in [0, 1, 0xff] {
                let mut bent = whole.clone();
                bent[at] = value;
                let _ = open(&[(name.clone(), Arc::new(Arc::<[u8]>::from(bent)))]);
            }
        }
    }
}
