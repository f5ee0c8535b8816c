//! BPS patches: written from a list of changes, and applied.
//!
//! ```text
//! "BPS1" · size of the source · size of the target · size of the metadata · metadata
//! actions: number (length − 1) << 2 | kind        0 source here · 1 bytes that follow · 2 source at · 3 target at
//! CRC-32 of the source · of the target · of everything before
//! ```
//! (byuu's specification of BPS, in the public domain.) Numbers have seven bits a byte, low ones first, and
//! each further byte counts from one higher, so that no number can be written in two ways; places are
//! relative to the last, with the sign in the lowest bit.
//!
//! What surprises: checksums are of the files as they lie on the disk, encrypted, so all bytes are given
//! their key here.

use costumier::{Error, ErrorKind, Result, Source};

use super::matches::{Stretch, stretches};
use crate::put::PlannedFile;
use crate::splice::Part;

const MAGIC: &[u8; 4] = b"BPS1";

/// Three checksums.
const FOOTER: usize = 12;

/// Bytes that are read at a time.
const CHUNK: u64 = 1 << 16;

/// Gaps between changes that are not worth an action of their own.
const JOIN: u64 = 8;

/// What a patch says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Size of the file that it is for.
    pub source_len: u64,
    /// CRC-32 of that file.
    pub source_crc: u32,
    /// Size of the file that it makes.
    pub target_len: u64,
    /// CRC-32 of that file.
    pub target_crc: u32,
}

/// How a file relates to a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// It is the file that the patch is for.
    Source,
    /// It is what the patch makes: it was applied before.
    Target,
    /// It is neither.
    Other,
}

impl Facts {
    /// How a file relates to the patch.
    ///
    /// # Errors
    /// What reading says.
    pub fn compare(&self, file: &dyn Source) -> Result<Match> {
        let len = file.len();
        if len != self.source_len && len != self.target_len {
            return Ok(Match::Other);
        }
        let crc = checksum(file)?;
        Ok(if (len, crc) == (self.source_len, self.source_crc) {
            Match::Source
        } else if (len, crc) == (self.target_len, self.target_crc) {
            Match::Target
        } else {
            Match::Other
        })
    }
}

/// The CRC-32 of a file.
///
/// # Errors
/// What reading says.
pub fn checksum(file: &dyn Source) -> Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    each_piece(file, 0..file.len(), |bytes| hasher.update(bytes))?;
    Ok(hasher.finalize())
}

fn each_piece(file: &dyn Source, range: std::ops::Range<u64>, mut take: impl FnMut(&[u8])) -> Result<()> {
    let mut buffer = vec![0; usize::try_from(CHUNK).unwrap_or(0)];
    let mut at = range.start;
    while at < range.end {
        let size = usize::try_from((range.end - at).min(CHUNK)).unwrap_or(0);
        let Some(piece) = buffer.get_mut(..size) else { break };
        file.read_at(at, piece)?;
        take(piece);
        at += size as u64;
    }
    Ok(())
}

/// A patch that makes the changes of a file. `source` is the file as it is; `metadata` may be empty, or a
/// line of XML.
///
/// # Errors
/// What reading the file says.
pub fn write(file: &PlannedFile, source: &dyn Source, metadata: &[u8]) -> Result<Vec<u8>> {
    let mut out = MAGIC.to_vec();
    number(&mut out, file.len);
    number(&mut out, file.len_after());
    number(&mut out, metadata.len() as u64);
    out.extend_from_slice(metadata);
    let mut target_crc = crc32fast::Hasher::new();
    file.write(source, |bytes| {
        target_crc.update(bytes);
        Ok::<(), Error>(())
    })?;
    let mut writer = Writer { out, source_at: 0, target_at: 0, literal: Vec::new() };
    let parts: Vec<Part<'_>> = file.splices.parts(file.len).collect();
    for (number, part) in parts.iter().enumerate() {
        match part {
            Part::Kept(kept) => {
                // Between two changes, a few bytes are cheaper as they are.
                let between = number > 0 && number + 1 < parts.len();
                if between && kept.end - kept.start < JOIN {
                    each_piece(source, kept.clone(), |bytes| writer.literal(bytes))?;
                } else {
                    writer.copy(kept.start, kept.end - kept.start);
                }
            }
            Part::New(bytes, replaced) => {
                let mut new = bytes.to_vec();
                file.key.apply(&mut new);
                let mut old = Vec::new();
                each_piece(source, replaced.start..replaced.end.min(file.len), |bytes| {
                    old.extend_from_slice(bytes);
                })?;
                for stretch in stretches(&old, &new) {
                    match stretch {
                        Stretch::Same(range) => {
                            writer.copy(replaced.start + range.start as u64, range.len() as u64);
                        }
                        Stretch::New(range) => writer.literal(new.get(range).unwrap_or_default()),
                    }
                }
            }
        }
    }
    writer.flush();
    let mut out = writer.out;
    out.extend(checksum(source)?.to_le_bytes());
    out.extend(target_crc.finalize().to_le_bytes());
    out.extend(crc32fast::hash(&out).to_le_bytes());
    Ok(out)
}

struct Writer {
    out: Vec<u8>,
    /// Where the last copy from the source ended: the next is relative to it.
    source_at: u64,
    target_at: u64,
    literal: Vec<u8>,
}

impl Writer {
    fn literal(&mut self, bytes: &[u8]) {
        self.literal.extend_from_slice(bytes);
    }

    fn flush(&mut self) {
        if self.literal.is_empty() {
            return;
        }
        let len = self.literal.len() as u64;
        number(&mut self.out, (len - 1) << 2 | 1);
        self.out.append(&mut self.literal);
        self.target_at += len;
    }

    fn copy(&mut self, from: u64, len: u64) {
        self.flush();
        if len == 0 {
            return;
        }
        if from == self.target_at {
            number(&mut self.out, (len - 1) << 2);
        } else {
            number(&mut self.out, (len - 1) << 2 | 2);
            let (distance, back) = match from.checked_sub(self.source_at) {
                Some(distance) => (distance, 0),
                None => (self.source_at - from, 1),
            };
            number(&mut self.out, distance << 1 | back);
            self.source_at = from + len;
        }
        self.target_at += len;
    }
}

fn number(out: &mut Vec<u8>, mut value: u64) {
    loop {
        let low = value.to_le_bytes()[0] & 0x7F;
        value >>= 7;
        if value == 0 {
            out.push(0x80 | low);
            return;
        }
        out.push(low);
        value -= 1;
    }
}

/// Reads a patch's bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn number(&mut self) -> Result<u64> {
        let start = self.at;
        let (mut value, mut shift) = (0u64, 0u32);
        loop {
            let byte = *self.bytes.get(self.at).ok_or_else(|| broken(start, "a number is cut"))?;
            self.at += 1;
            let part = u64::from(byte & 0x7F)
                .checked_shl(shift)
                .filter(|part| part >> shift == u64::from(byte & 0x7F));
            value = part
                .and_then(|part| value.checked_add(part))
                .ok_or_else(|| broken(start, "a number has more than 64 bits"))?;
            if byte & 0x80 != 0 {
                return Ok(value);
            }
            shift += 7;
            let more = 1u64.checked_shl(shift).filter(|_| shift < 64);
            value = more
                .and_then(|more| value.checked_add(more))
                .ok_or_else(|| broken(start, "a number has more than 64 bits"))?;
        }
    }

    fn slice(&mut self, len: u64) -> Result<&'a [u8]> {
        let end = usize::try_from(len).ok().and_then(|len| self.at.checked_add(len));
        let found = end.and_then(|end| self.bytes.get(self.at..end));
        let found =
            found.ok_or_else(|| broken(self.at, format!("{len} bytes are said to follow, and do not")))?;
        self.at += found.len();
        Ok(found)
    }
}

fn broken(at: usize, why: impl Into<String>) -> Error {
    Error::bad("patch", at as u64, why)
}

/// What a patch is for and what it makes.
///
/// # Errors
/// [`ErrorKind::BadValue`] where it is no BPS patch or is damaged: its own checksum is looked at first.
pub fn facts(patch: &[u8]) -> Result<Facts> {
    open(patch).map(|(facts, _)| facts)
}

fn open(patch: &[u8]) -> Result<(Facts, Reader<'_>)> {
    if !patch.starts_with(MAGIC) {
        return Err(broken(0, "it does not begin with BPS1: this is no BPS patch"));
    }
    let Some((body, footer)) = patch.split_last_chunk::<FOOTER>().filter(|(body, _)| body.len() >= 7) else {
        return Err(broken(patch.len(), "it ends before its checksums"));
    };
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *footer;
    let whole = patch.get(..patch.len() - 4).unwrap_or_default();
    if crc32fast::hash(whole) != u32::from_le_bytes([i, j, k, l]) {
        return Err(broken(patch.len() - 4, "its checksum is wrong: the patch is damaged"));
    }
    let mut reader = Reader { bytes: body, at: MAGIC.len() };
    let (source_len, target_len, metadata) = (reader.number()?, reader.number()?, reader.number()?);
    reader.slice(metadata)?;
    let facts = Facts {
        source_len,
        source_crc: u32::from_le_bytes([a, b, c, d]),
        target_len,
        target_crc: u32::from_le_bytes([e, f, g, h]),
    };
    Ok((facts, reader))
}

/// Applies a patch. Nothing is given back unless the source and the result are exactly what the patch says.
///
/// # Errors
/// [`ErrorKind::BadValue`] for a damaged patch; [`ErrorKind::CannotWrite`] for a file that it is not for,
/// saying whether it was applied before; [`ErrorKind::Limit`] where the result has more than `most` bytes.
pub fn apply(patch: &[u8], source: &dyn Source, most: u64) -> Result<Vec<u8>> {
    let (facts, mut reader) = open(patch)?;
    let refused = |why: String| Error::new(ErrorKind::CannotWrite(why), "patch");
    match facts.compare(source)? {
        Match::Source => {}
        Match::Target => return Err(refused("the file is patched already".into())),
        Match::Other => {
            return Err(refused(format!(
                "it is for another edition: a file of {} bytes with the CRC-32 {:08x}; this one has {} bytes",
                facts.source_len,
                facts.source_crc,
                source.len()
            )));
        }
    }
    if facts.target_len > most {
        let why = format!("{} bytes are more than the limit of {most}", facts.target_len);
        return Err(Error::new(ErrorKind::Limit(why), "patch"));
    }
    let mut out: Vec<u8> = Vec::new();
    let (mut source_at, mut target_at) = (0u64, 0u64);
    while reader.at < reader.bytes.len() {
        let place = reader.at;
        let action = reader.number()?;
        let len = (action >> 2) + 1;
        let done = out.len() as u64;
        if len > facts.target_len.saturating_sub(done) {
            return Err(broken(place, "it makes more bytes than it says"));
        }
        match action & 3 {
            0 => copy_source(source, done, len, &mut out, place)?,
            1 => out.extend_from_slice(reader.slice(len)?),
            kind => {
                let step = reader.number()?;
                let at = if kind == 2 { &mut source_at } else { &mut target_at };
                let moved = if step & 1 == 0 { at.checked_add(step >> 1) } else { at.checked_sub(step >> 1) };
                let from = moved.ok_or_else(|| broken(place, "it copies from before the beginning"))?;
                *at = from.checked_add(len).ok_or_else(|| broken(place, "it copies from too far"))?;
                if kind == 2 {
                    copy_source(source, from, len, &mut out, place)?;
                } else {
                    copy_target(from, len, &mut out, place)?;
                }
            }
        }
    }
    if out.len() as u64 != facts.target_len || crc32fast::hash(&out) != facts.target_crc {
        return Err(broken(reader.at, "what it makes is not what it says: the patch is damaged"));
    }
    Ok(out)
}

fn copy_source(source: &dyn Source, from: u64, len: u64, out: &mut Vec<u8>, place: usize) -> Result<()> {
    let end = from.checked_add(len).filter(|end| *end <= source.len());
    let end = end.ok_or_else(|| broken(place, "it copies from behind the file's end"))?;
    each_piece(source, from..end, |bytes| out.extend_from_slice(bytes))
}

/// What is copied may overlap what is written: then it repeats.
fn copy_target(from: u64, len: u64, out: &mut Vec<u8>, place: usize) -> Result<()> {
    let from = usize::try_from(from).ok().filter(|from| *from < out.len());
    let from = from.ok_or_else(|| broken(place, "it copies what is not there yet"))?;
    for at in from..from.saturating_add(usize::try_from(len).unwrap_or(0)) {
        let byte = out.get(at).copied().unwrap_or(0);
        out.push(byte);
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation, reason = "tests")]
mod tests {
    use super::*;
    use crate::splice::{Splice, Splices};
    use costumier::raw::game::Key;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn file(source: &[u8], changes: Vec<Splice>, key: Key) -> PlannedFile {
        PlannedFile {
            name: "a.001".into(),
            key,
            len: source.len() as u64,
            splices: Splices::new(changes).unwrap(),
        }
    }

    fn target(file: &PlannedFile, source: &Arc<[u8]>) -> Vec<u8> {
        file.to_vec(source, 1 << 20).unwrap()
    }

    #[test]
    fn numbers_are_those_of_the_specification() {
        for (value, bytes) in [
            (0, &[0x80][..]),
            (127, &[0xFF]),
            (128, &[0x00, 0x80]),
            (129, &[0x01, 0x80]),
            (16_511, &[0x7F, 0xFF]),
        ] {
            let mut out = Vec::new();
            number(&mut out, value);
            assert_eq!(out, bytes, "{value}");
            assert_eq!(Reader { bytes: &out, at: 0 }.number().unwrap(), value);
        }
        let mut out = Vec::new();
        number(&mut out, u64::MAX);
        assert_eq!(Reader { bytes: &out, at: 0 }.number().unwrap(), u64::MAX);
        assert!(Reader { bytes: &[0; 40], at: 0 }.number().is_err());
        assert!(Reader { bytes: &[0x7F; 9], at: 0 }.number().is_err());
    }

    #[test]
    fn a_shift_of_everything_costs_a_few_bytes() {
        let source: Arc<[u8]> =
            (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let change = Splice { removed: 500..600, bytes: vec![7; 140] };
        let file = file(&source, vec![change], Key::CLASSIC);
        let patch = write(&file, &source, b"").unwrap();
        assert!(patch.len() < 200, "{}", patch.len());
        let made = apply(&patch, &source, 1 << 20).unwrap();
        assert_eq!(made, target(&file, &source));
        assert_eq!(made[500], 7 ^ 0x69);
        let made: Arc<[u8]> = made.into();
        let again = apply(&patch, &made, 1 << 20).unwrap_err();
        assert!(again.to_string().contains("patched already"), "{again}");
        let other: Arc<[u8]> = vec![0; 100_000].into();
        assert!(apply(&patch, &other, 1 << 20).unwrap_err().to_string().contains("another edition"));
        assert!(matches!(apply(&patch, &source, 99).unwrap_err().kind(), ErrorKind::Limit(_)));
    }

    #[test]
    fn a_cut_or_changed_patch_gives_nothing() {
        let source: Arc<[u8]> = (0..200).collect::<Vec<u8>>().into();
        let file = file(&source, vec![Splice { removed: 50..60, bytes: vec![1, 2, 3] }], Key::PLAIN);
        let patch = write(&file, &source, b"<m/>").unwrap();
        for len in 0..patch.len() {
            assert!(apply(&patch[..len], &source, 1 << 20).is_err(), "{len}");
        }
        for at in 0..patch.len() {
            let mut bad = patch.clone();
            bad[at] ^= 0x10;
            assert!(apply(&bad, &source, 1 << 20).is_err(), "{at}");
        }
    }

    #[test]
    fn a_patch_that_claims_to_make_very_much_allocates_nothing() {
        let source: Arc<[u8]> = vec![0; 4].into();
        let mut patch = MAGIC.to_vec();
        for value in [4, 1 << 60, 0] {
            number(&mut patch, value);
        }
        patch.extend(crc32fast::hash(&source).to_le_bytes());
        patch.extend([0; 4]);
        patch.extend(crc32fast::hash(&patch).to_le_bytes());
        assert!(matches!(apply(&patch, &source, 1 << 30).unwrap_err().kind(), ErrorKind::Limit(_)));
    }

    proptest! {
        #[test]
        fn what_is_written_is_applied(
            source in proptest::collection::vec(0u8..5, 40..200),
            cuts in proptest::collection::vec((0u64..30, 0u64..12, proptest::collection::vec(0u8..5, 0..40)), 0..6),
            key in any::<u8>(),
        ) {
            let source: Arc<[u8]> = source.into();
            let (mut at, mut changes) = (0, Vec::new());
            for (gap, len, bytes) in cuts {
                let start = at + gap;
                if start + len > Source::len(&source) { break; }
                changes.push(Splice { removed: start..start + len, bytes });
                at = start + len + 1;
            }
            let file = file(&source, changes, Key(key));
            let patch = write(&file, &source, b"").unwrap();
            prop_assert_eq!(apply(&patch, &source, 1 << 20).unwrap(), target(&file, &source));
        }

        #[test]
        fn any_bytes_are_refused_or_applied(mut body in proptest::collection::vec(any::<u8>(), 0..60)) {
            let source: Arc<[u8]> = vec![3; 16].into();
            let mut patch = MAGIC.to_vec();
            for value in [16, 64, 0] { number(&mut patch, value); }
            patch.append(&mut body);
            patch.extend(crc32fast::hash(&source).to_le_bytes());
            patch.extend([0; 4]);
            patch.extend(crc32fast::hash(&patch).to_le_bytes());
            let _ = apply(&patch, &source, 1 << 20);
        }
    }
}
