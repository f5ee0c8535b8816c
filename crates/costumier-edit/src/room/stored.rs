//! The bytes of a room, as `original.bin` has them: the content of the room's block. In Humongous games from 7.0 on,
//! the block of its picture is separate, and comes first with its header.
//!
//! ```text
//! v0 to v8, Humongous up to 6.2    ROOM's content
//! Humongous from 7.0 on            RMIM │ RMDA's content
//! ```

use costumier::files::RawBlock;
use costumier::format::block::HEADER;
use costumier::{Game, Result};

/// Returns the blocks that a room consists of in a game's files, the room's own last.
///
/// # Errors
/// Errors of reading the blocks.
pub(crate) fn blocks(game: &Game, id: u32) -> Result<Vec<RawBlock>> {
    let room = game.data().room_block(id)?;
    Ok(game.data().room_image(id)?.into_iter().chain([room]).collect())
}

/// Returns the bytes of a room in a game, as the file [`ORIGINAL`](crate::folder::ORIGINAL) of its folder has them.
///
/// # Errors
/// Errors of reading the room's blocks.
pub fn stored(game: &Game, id: u32) -> Result<Vec<u8>> {
    Ok(joined(&blocks(game, id)?))
}

pub(crate) fn joined(blocks: &[RawBlock]) -> Vec<u8> {
    let mut out = Vec::new();
    for (number, block) in (1..).zip(blocks) {
        if number < blocks.len() {
            let size = (block.payload.len() as u64).saturating_add(HEADER);
            out.extend(block.tag);
            out.extend(u32::try_from(size).unwrap_or(u32::MAX).to_be_bytes());
        }
        out.extend_from_slice(&block.payload);
    }
    out
}

/// Divides the bytes of a room into the contents of these blocks; `None` if they are those of other blocks.
pub(crate) fn split<'a>(mut stored: &'a [u8], blocks: &[RawBlock]) -> Option<Vec<&'a [u8]>> {
    let (_, before) = blocks.split_last()?;
    let mut parts = Vec::new();
    for block in before {
        let rest = stored.strip_prefix(block.tag.as_slice())?;
        let (size, _) = rest.split_first_chunk()?;
        let (part, rest) = stored.split_at_checked(usize::try_from(u32::from_be_bytes(*size)).ok()?)?;
        parts.push(part.get(usize::try_from(HEADER).ok()?..)?);
        stored = rest;
    }
    parts.push(stored);
    Some(parts)
}
