//! Reading numbers from AKSQ. Bytes beyond its end read as 0, since programs may be cut.

use crate::error::{Error, ErrorKind, Result};

/// Number of the first picture whose code has two bytes.
pub(super) const LONG: u16 = 0x80;

/// The byte at `at`, or 0 beyond the end.
#[inline]
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(0)
}

/// The little-endian word at `at`.
#[inline]
pub(super) fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([byte(bytes, at), byte(bytes, at.saturating_add(1))])
}

/// The little-endian signed word at `at`.
#[inline]
pub(super) fn short(bytes: &[u8], at: usize) -> i16 {
    i16::from_le_bytes(word(bytes, at).to_le_bytes())
}

/// Converts a number that is stored in one byte.
pub(super) fn fit(number: usize) -> Result<u8> {
    u8::try_from(number).map_err(|_| cannot(format!("{number} do not fit one byte")))
}

/// Appends the code of a picture.
pub(super) fn write_picture(index: u16, out: &mut Vec<u8>) -> Result<()> {
    match index {
        0..LONG => out.push(index.to_le_bytes()[0]),
        LONG..=0xFFF => out.extend((0x8000 | index).to_be_bytes()),
        _ => return Err(cannot("a picture is a number from 0 to 4095".to_owned())),
    }
    Ok(())
}

fn cannot(why: String) -> Error {
    Error::new(ErrorKind::CannotWrite(why), "program").in_block("AKSQ")
}
