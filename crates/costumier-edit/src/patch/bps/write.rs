//! Writes a BPS patch from a list of changes. Kept bytes become copies; so do new bytes that the old file has too.

use costumier::{Error, Result, Source};

use super::{MAGIC, checksum, each_piece};
use crate::patch::matches::{Stretch, stretches};
use crate::put::PlannedFile;
use crate::splice::Segment;

/// Gaps between changes of at most so many bytes have no action of their own.
const JOIN: u64 = 8;

/// Returns a patch that makes the changes of a file. `source` is the file before; `metadata` may be empty, or a line
/// of XML.
///
/// # Errors
/// Errors of reading the file.
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
    let parts: Vec<Segment<'_>> = file.splices.parts(file.len).collect();
    for (number, part) in parts.iter().enumerate() {
        match part {
            Segment::Kept(kept) => {
                // Between two changes, a few bytes are cheaper as literals.
                let between = number > 0 && number + 1 < parts.len();
                if between && kept.end - kept.start < JOIN {
                    each_piece(source, kept.clone(), |bytes| writer.literal(bytes))?;
                } else {
                    writer.copy(kept.start, kept.end - kept.start);
                }
            }
            Segment::New(bytes, replaced) => {
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
    /// End of the last copy from the source, which the next position is relative to.
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

pub(super) fn number(out: &mut Vec<u8>, mut value: u64) {
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
