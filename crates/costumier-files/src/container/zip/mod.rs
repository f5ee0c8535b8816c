//! Zip archives, also behind other bytes: GOG's installers for Linux are a script with a zip at its end
//! (`docs/format/editions.md §7.1, §7.3`).
//!
//! ```text
//! …        anything: a script, a self-extractor
//! base     members: PK\3\4, a header, a name, the bytes
//! …        the directory: PK\1\2 records, which count from base
//! …        PK\5\6, within the last 65,557 bytes: number of records, length and position of the directory
//! ```
//! **Note:** a member's bytes start behind a header of its own, whose lengths may differ from the directory's. It
//! is read together with the member.

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::file_range::{FileRange, Refused, Shared, within};
use super::inflate::{Inflated, Pages, checked};
use super::members::{Members, is_hidden};
use crate::bytes::Bytes;
use crate::source::{Source, read_vec};
use crate::{Error, Result};

/// Length of the end record without its comment.
const END: usize = 22;

/// Largest distance from a file's end to its end record, in bytes.
const END_WITHIN: u64 = 65_557;

/// Largest directory in bytes.
const MOST_DIRECTORY: u64 = 64 << 20;

/// The value that refers to the 64-bit record.
const WIDE: u64 = 0xffff_ffff;

/// The position of the directory, and the base of offsets.
struct End {
    at: u64,
    len: u64,
    base: u64,
}

/// Whether a file ends like a zip.
pub(super) fn has_end(source: &dyn Source) -> bool {
    find_end(source).is_ok_and(|end| end.is_some())
}

fn find_end(source: &dyn Source) -> Result<Option<End>> {
    let len = source.len().min(END_WITHIN);
    let tail_at = source.len().saturating_sub(len);
    let tail = read_vec(source, tail_at, len, END_WITHIN, "end of the zip")?;
    let starts = (0..tail.len().saturating_add(1).saturating_sub(END)).rev();
    for at in starts.filter(|at| tail.get(*at..at.saturating_add(4)) == Some(b"PK\x05\x06")) {
        let end = Bytes::with_base(tail.get(at..).unwrap_or_default(), tail_at.saturating_add(at as u64));
        let comment = usize::from(end.u16(20, "comment")?);
        if END.saturating_add(comment) > end.len() {
            continue;
        }
        let (mut size, mut offset) = (u64::from(end.u32(12, "size")?), u64::from(end.u32(16, "offset")?));
        let mut ends_at = end.base();
        // Above 65,535 files the record exists as well, and the directory ends before it.
        let many = end.u16(10, "number of files")? == u16::MAX;
        if (size == WIDE || offset == WIDE || many)
            && let Some(wide) = wide_end(source, end.base())?
        {
            (ends_at, size, offset) = wide;
        }
        if let Some(base) = ends_at.checked_sub(size).and_then(|start| start.checked_sub(offset)) {
            return Ok(Some(End { at: ends_at.saturating_sub(size), len: size, base }));
        }
    }
    Ok(None)
}

/// For a zip above 4 GiB: position of its 64-bit end record, and the directory's size and offset.
fn wide_end(source: &dyn Source, end: u64) -> Result<Option<(u64, u64, u64)>> {
    let Some(at) = end.checked_sub(20) else { return Ok(None) };
    let locator = read_vec(source, at, 20, 20, "zip64 locator")?;
    let locator = Bytes::with_base(&locator, at);
    if locator.slice(0, 4, "zip64 locator")? != b"PK\x06\x07" {
        return Ok(None);
    }
    // The locator has the record's position before any bytes were added in front. Without extras, the record
    // directly precedes the locator.
    for at in [locator.u64(8, "zip64 record")?, at.saturating_sub(56)] {
        let Ok(record) = read_vec(source, at, 56, 56, "zip64 record") else { continue };
        let record = Bytes::with_base(&record, at);
        if record.slice(0, 4, "zip64 record")? == b"PK\x06\x06" {
            return Ok(Some((at, record.u64(40, "directory size")?, record.u64(48, "directory offset")?)));
        }
    }
    Ok(None)
}

/// The files in an archive.
///
/// # Errors
/// An error without an end record, and for a directory that is cut or above the limits.
pub(super) fn members(source: &Shared) -> Result<Members> {
    let Some(end) = find_end(&**source)? else {
        return Err(Error::bad("zip", source.len(), "its end is missing: no directory says what it holds"));
    };
    let directory = read_vec(&**source, end.at, end.len, MOST_DIRECTORY, "zip directory")?;
    let directory = Bytes::with_base(&directory, end.at);
    let mut members = Members::default();
    let pages = Arc::<Pages>::default();
    let mut at = 0usize;
    while directory.len().saturating_sub(at) >= 46 {
        if directory.slice(at, 4, "zip directory")? != b"PK\x01\x02" {
            members
                .odd
                .push(format!("its directory ends early, at byte {:#x}", end.at.saturating_add(at as u64)));
            break;
        }
        let entry = directory.tail(at, "zip directory")?;
        let lengths = [28, 30, 32].map(|field| entry.u16(field, "zip directory").map(usize::from));
        let [name_len, extra_len, comment_len] = lengths;
        let (name_len, extra_len) = (name_len?, extra_len?);
        let flags = entry.u16(8, "flags")?;
        let name = name_of(entry.slice(46, name_len, "name of a member")?, flags);
        let extra = entry.view(46usize.saturating_add(name_len), extra_len, "extra field")?;
        let [packed, full, offset] = sizes(entry, extra)?;
        let member = Member {
            method: entry.u16(10, "method")?,
            sum: entry.u32(16, "CRC")?,
            encrypted: flags & 1 != 0,
            packed,
            full,
            header_at: end.base.saturating_add(offset),
            pages: Arc::clone(&pages),
            id: at as u64,
        };
        at = at
            .saturating_add(46)
            .saturating_add(name_len)
            .saturating_add(extra_len)
            .saturating_add(comment_len?);
        if !name.ends_with('/') && !is_hidden(&name) {
            members.add(&name, member.source(source, &name))?;
        }
    }
    Ok(members)
}

/// Packed size, full size, and offset of the member's own header.
fn sizes(entry: Bytes<'_>, extra: Bytes<'_>) -> Result<[u64; 3]> {
    let mut sizes = [20, 24, 42].map(|at| entry.u32(at, "zip directory").map(u64::from));
    // The 64-bit field has the values that did not fit, in the order full size, packed size, offset.
    let mut at = 0usize;
    while let (Ok(id), Ok(len)) = (extra.u16(at, ""), extra.u16(at.saturating_add(2), "")) {
        at = at.saturating_add(4);
        if id == 1 {
            let mut wide = at;
            for which in [1, 0, 2] {
                if let Some(size) = sizes.get_mut(which)
                    && *size == Ok(WIDE)
                {
                    *size = extra.u64(wide, "64-bit size");
                    wide = wide.saturating_add(8);
                }
            }
        }
        at = at.saturating_add(usize::from(len));
    }
    let [packed, full, offset] = sizes;
    Ok([packed?, full?, offset?])
}

/// An entry of the directory.
struct Member {
    method: u16,
    sum: u32,
    encrypted: bool,
    packed: u64,
    full: u64,
    header_at: u64,
    pages: Arc<Pages>,
    id: u64,
}

impl Member {
    fn source(self, of: &Shared, name: &str) -> Shared {
        if self.encrypted {
            return Arc::new(Refused::unsupported(
                self.full,
                format!("{name} has a password: unpack it with that, and give the folder"),
            ));
        }
        let method = match self.method {
            0 | 8 => return Arc::new(Lazy { of: Arc::clone(of), member: self, found: OnceLock::new() }),
            9 => "Deflate64",
            12 => "bzip2",
            14 => "LZMA",
            93 => "Zstandard",
            95 => "xz",
            _ => "a method that is not known here",
        };
        let why = format!("{name} is packed with {method} ({}); pack it again with Deflate", self.method);
        Arc::new(Refused::unsupported(self.full, why))
    }
}

/// A member whose own header is read together with it.
struct Lazy {
    of: Shared,
    member: Member,
    found: OnceLock<Result<Shared>>,
}

impl Lazy {
    fn find(&self) -> Result<Shared> {
        let at = self.member.header_at;
        let header = read_vec(&*self.of, at, 30, 30, "header of a zip's member")?;
        let header = Bytes::with_base(&header, at);
        if header.slice(0, 4, "header of a zip's member")? != b"PK\x03\x04" {
            return Err(Error::bad("header of a zip's member", at, "no member starts here"));
        }
        let [name, extra] =
            [26, 28].map(|field| header.u16(field, "header of a zip's member").map(u64::from));
        let at = at.saturating_add(30).saturating_add(name?).saturating_add(extra?);
        let stored: Shared = Arc::new(FileRange::new(&self.of, at, self.member.packed, "member of a zip")?);
        if self.member.method == 0 {
            return Ok(Arc::new(Stored { of: stored, sum: self.member.sum, so_far: Mutex::default() }));
        }
        Ok(Arc::new(Inflated::new(
            stored,
            self.member.full,
            self.member.sum,
            self.member.id,
            &self.member.pages,
        )?))
    }
}

impl Source for Lazy {
    fn len(&self) -> u64 {
        if self.member.method == 0 { self.member.packed } else { self.member.full }
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        within(self.len(), offset, out.len())?;
        match self.found.get_or_init(|| self.find()) {
            Ok(found) => found.read_at(offset, out),
            Err(error) => Err(error.clone()),
        }
    }
}

/// A member that is stored unpacked. Its CRC is checked when it is read from start to end, in pieces or at once.
struct Stored {
    of: Shared,
    sum: u32,
    /// Number of bytes read from the start on, and their CRC.
    so_far: Mutex<(u64, crc32fast::Hasher)>,
}

impl Source for Stored {
    fn len(&self) -> u64 {
        self.of.len()
    }

    fn read_at(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        self.of.read_at(offset, out)?;
        let mut so_far = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        if offset == 0 {
            *so_far = Default::default();
        }
        if so_far.0 != offset || out.is_empty() {
            return Ok(());
        }
        so_far.0 = so_far.0.saturating_add(out.len() as u64);
        so_far.1.update(out);
        if so_far.0 == self.len() { checked(so_far.1.clone().finalize(), self.sum) } else { Ok(()) }
    }
}

/// The upper half of code page 437, for names that are not marked as UTF-8.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

fn name_of(bytes: &[u8], flags: u16) -> String {
    let utf8 = std::str::from_utf8(bytes);
    match utf8 {
        Ok(name) if flags & 0x800 != 0 || name.is_ascii() => name.to_owned(),
        _ => {
            let upper: Vec<char> = CP437.chars().collect();
            let letter = |byte: &u8| match byte.checked_sub(0x80) {
                None => char::from(*byte),
                Some(above) => upper.get(usize::from(above)).copied().unwrap_or('?'),
            };
            bytes.iter().map(letter).collect()
        }
    }
}
