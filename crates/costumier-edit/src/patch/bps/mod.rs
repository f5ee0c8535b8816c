//! BPS patches, written from a list of changes, and applied.
//!
//! ```text
//! "BPS1" · size of the source · size of the target · size of the metadata · metadata
//! actions: number (length − 1) << 2 | kind        0 source here · 1 bytes that follow · 2 source at · 3 target at
//! CRC-32 of the source · of the target · of everything before
//! ```
//! (byuu's specification of BPS, in the public domain.) Numbers have seven bits per byte, low ones first, and each
//! further byte counts from one higher, so that a number has only one form. Positions are relative to the last one,
//! with the sign in the lowest bit.
//!
//! **Note:** checksums are of the files on the disk, encrypted, so all bytes are encrypted with their key here.

mod read;
#[cfg(test)]
mod tests;
mod write;

use costumier::{Result, Source};

pub use read::{apply, facts};
pub use write::write;

const MAGIC: &[u8; 4] = b"BPS1";

/// The most bytes by which a patch may enlarge a file. A patch of a few bytes can state any size.
pub const MOST_GROWTH: u64 = 64 << 20;

/// Number of bytes read at a time.
const CHUNK: u64 = 1 << 16;

/// The sizes and checksums that a patch stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Size in bytes of the file that the patch is for.
    pub source_len: u64,
    /// CRC-32 of the file that the patch is for.
    pub source_crc: u32,
    /// Size in bytes of the file that the patch makes.
    pub target_len: u64,
    /// CRC-32 of the file that the patch makes.
    pub target_crc: u32,
}

/// How a file relates to a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// The patch is for this file.
    Source,
    /// The patch makes this file: it was applied before.
    Target,
    /// The patch neither needs nor makes this file.
    Other,
}

impl Facts {
    /// Compares a file with the patch's sizes and checksums.
    ///
    /// # Errors
    /// Errors of reading the file.
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

/// Returns the CRC-32 of a file.
///
/// # Errors
/// Errors of reading the file.
pub fn checksum(file: &dyn Source) -> Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    each_piece(file, 0..file.len(), |bytes| hasher.update(bytes))?;
    Ok(hasher.finalize())
}

fn each_piece(file: &dyn Source, range: std::ops::Range<u64>, mut take: impl FnMut(&[u8])) -> Result<()> {
    let most = range.end.saturating_sub(range.start).min(CHUNK);
    let mut buffer = vec![0; usize::try_from(most).unwrap_or(0)];
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
