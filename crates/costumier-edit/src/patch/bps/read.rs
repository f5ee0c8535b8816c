//! Reads and applies a BPS patch: all of it, or nothing.

use costumier::{Error, ErrorKind, Result, Source};

use super::{Facts, MAGIC, MOST_GROWTH, Match, each_piece};

/// Size in bytes of the three checksums.
const FOOTER: usize = 12;

/// A reader of a patch's bytes.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn number(&mut self) -> Result<u64> {
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
            found.ok_or_else(|| broken(self.at, format!("it ends before {len} bytes that should follow")))?;
        self.at += found.len();
        Ok(found)
    }
}

fn broken(at: usize, why: impl Into<String>) -> Error {
    Error::bad("patch", at as u64, why)
}

/// Reads the sizes and checksums of a patch.
///
/// # Errors
/// [`ErrorKind::BadValue`] if it is no BPS patch, or if its own checksum shows that it is damaged.
pub fn facts(patch: &[u8]) -> Result<Facts> {
    open(patch).map(|(facts, _)| facts)
}

fn open(patch: &[u8]) -> Result<(Facts, Reader<'_>)> {
    if !patch.starts_with(MAGIC) {
        return Err(broken(0, "it is no BPS patch: it does not begin with BPS1"));
    }
    let Some((body, footer)) = patch.split_last_chunk::<FOOTER>().filter(|(body, _)| body.len() >= 7) else {
        return Err(broken(patch.len(), "it ends before its checksums"));
    };
    let [a, b, c, d, e, f, g, h, i, j, k, l] = *footer;
    let whole = patch.get(..patch.len() - 4).unwrap_or_default();
    if crc32fast::hash(whole) != u32::from_le_bytes([i, j, k, l]) {
        return Err(broken(patch.len() - 4, "the patch is damaged: its checksum is wrong"));
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

/// Applies a patch. It returns bytes only if the source and the result are exactly what the patch states.
///
/// # Errors
/// [`ErrorKind::BadValue`] for a damaged patch; [`ErrorKind::CannotWrite`] for a file that the patch is not for, or
/// that is patched already; [`ErrorKind::Limit`] if the result would have more than `most` bytes, or more than
/// [`MOST_GROWTH`] bytes more than the file.
pub fn apply(patch: &[u8], source: &dyn Source, most: u64) -> Result<Vec<u8>> {
    let (facts, mut reader) = open(patch)?;
    let refused = |why: String| Error::new(ErrorKind::CannotWrite(why), "patch");
    match facts.compare(source)? {
        Match::Source => {}
        Match::Target => return Err(refused("the file is patched already".into())),
        Match::Other => {
            return Err(refused(format!(
                "the patch is for another edition, or one that had other changes: it needs {} bytes with the CRC-32 \
                 {:08x}, this file has {}",
                facts.source_len,
                facts.source_crc,
                source.len()
            )));
        }
    }
    let most = most.min(source.len().saturating_add(MOST_GROWTH));
    if facts.target_len > most {
        let why = format!("the result would have {} bytes, more than the limit of {most}", facts.target_len);
        return Err(Error::new(ErrorKind::Limit(why), "patch"));
    }
    let mut out: Vec<u8> = Vec::with_capacity(usize::try_from(facts.target_len).unwrap_or(0));
    let (mut source_at, mut target_at) = (0u64, 0u64);
    while reader.at < reader.bytes.len() {
        let place = reader.at;
        let action = reader.number()?;
        let len = (action >> 2) + 1;
        let done = out.len() as u64;
        if len > facts.target_len.saturating_sub(done) {
            return Err(broken(place, "it makes more bytes than it states"));
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
        return Err(broken(reader.at, "the patch is damaged: its result has another checksum"));
    }
    Ok(out)
}

fn copy_source(source: &dyn Source, from: u64, len: u64, out: &mut Vec<u8>, place: usize) -> Result<()> {
    let end = from.checked_add(len).filter(|end| *end <= source.len());
    let end = end.ok_or_else(|| broken(place, "it copies from behind the file's end"))?;
    each_piece(source, from..end, |bytes| out.extend_from_slice(bytes))
}

/// Copies from the target. If the range overlaps what is written, it repeats.
fn copy_target(from: u64, len: u64, out: &mut Vec<u8>, place: usize) -> Result<()> {
    let from = usize::try_from(from).ok().filter(|from| *from < out.len());
    let from = from.ok_or_else(|| broken(place, "it copies bytes that are not written yet"))?;
    for at in from..from.saturating_add(usize::try_from(len).unwrap_or(0)) {
        let byte = out.get(at).copied().unwrap_or(0);
        out.push(byte);
    }
    Ok(())
}
