//! A costume's block in a data file: its header, and bytes that fill it up to a size.
//!
//! There are three kinds of headers (`docs/format/containers.md §2`). The meaning of two of the four bytes of
//! the oldest one is not known; they are kept.

use costumier::Dialect;
use costumier::format::dialect::BlockHeaders;

use costumier::files::layout::NumberFormat;

/// The child that fills up an AKOS block. No interpreter reads it.
const FILLER: [u8; 4] = *b"FILL";

/// Size in bytes of the header of an AKOS child.
const CHILD_HEADER: usize = 8;

/// Returns the position of the size in a header, and its form.
#[must_use]
pub(super) fn size_field(headers: BlockHeaders) -> (usize, NumberFormat) {
    match headers {
        BlockHeaders::Tagged => (4, NumberFormat::U32Be),
        BlockHeaders::Small => (0, NumberFormat::U32Le),
        BlockHeaders::Bare | BlockHeaders::Size => (0, NumberFormat::U16Le),
    }
}

/// Returns the header of a new block, with the size 0.
fn fresh_header(dialect: &Dialect) -> Vec<u8> {
    match dialect.costume_blocks {
        BlockHeaders::Tagged => [dialect.costumes.tag(), [0; 4]].concat(),
        BlockHeaders::Small => b"\0\0\0\0CO".to_vec(),
        BlockHeaders::Bare => vec![0; 4],
        BlockHeaders::Size => vec![0; 2],
    }
}

/// Returns the whole block. `header` is that of the old block, if there was one.
///
/// # Errors
/// The number of bytes by which the block is too large for its header.
pub(super) fn whole(dialect: &Dialect, header: Option<&[u8]>, payload: &[u8]) -> Result<Vec<u8>, u64> {
    let mut block = header.map_or_else(|| fresh_header(dialect), <[u8]>::to_vec);
    block.extend_from_slice(payload);
    let (at, form) = size_field(dialect.blocks);
    let size = block.len() as u64;
    let bytes = form.bytes(size).ok_or_else(|| size - form.most())?;
    if let Some(field) = block.get_mut(at..at + bytes.len()) {
        field.copy_from_slice(&bytes);
    }
    Ok(block)
}

/// Fills a payload up to a size. Returns `None` if the payload is not smaller, or if too little is left for a
/// filler.
#[must_use]
pub(super) fn filled(dialect: &Dialect, payload: &[u8], size: usize) -> Option<Vec<u8>> {
    let missing = size.checked_sub(payload.len()).filter(|missing| *missing > 0)?;
    let mut payload = payload.to_vec();
    if dialect.has_akos() {
        missing.checked_sub(CHILD_HEADER)?;
        payload.extend(FILLER);
        payload.extend(u32::try_from(missing).ok()?.to_be_bytes());
    }
    payload.resize(size, 0);
    Some(payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_count_themselves() {
        assert_eq!(whole(&Dialect::V5, None, b"ab").unwrap(), b"COST\0\0\0\x0aab");
        assert_eq!(whole(&Dialect::V4, None, b"ab").unwrap(), b"\x08\0\0\0COab");
        assert_eq!(whole(&Dialect::V2, Some(&[9, 9, 7, 8]), b"ab").unwrap(), [6, 0, 7, 8, b'a', b'b']);
        assert_eq!(whole(&Dialect::V2, None, &vec![0; 65_536]), Err(5));
    }

    #[test]
    fn filling_keeps_a_block_readable() {
        assert_eq!(filled(&Dialect::V5, b"ab", 4).unwrap(), b"ab\0\0");
        assert_eq!(filled(&Dialect::V5, b"ab", 2), None);
        assert_eq!(filled(&Dialect::V7, b"ab", 9), None, "a child needs eight bytes");
        assert_eq!(filled(&Dialect::V7, b"ab", 11).unwrap(), b"abFILL\0\0\0\x09\0");
    }
}
