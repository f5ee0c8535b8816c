//! A patch is read and applied: all of it, or nothing.

use costumier::{Error, ErrorKind, Result, Source};

use super::{Facts, MAGIC, Match, each_piece};

/// Three checksums.
const FOOTER: usize = 12;

/// Reads a patch's bytes.
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
