//! The parts of a block that differ between layouts: offsets, picture headers in cells (v1) and in blocks
//! (PC-Engine), and the colours that costumes for the PC-Engine store.
//!
//! **Note:** the header of a picture made of blocks does not say how high the picture is. Of the number of stored
//! blocks, only whether it is 0 counts.

use super::{Cost, Pixels};
use crate::codec::blocks;
use crate::dialect::{CostLayout, Palette};
use crate::model::{PictureInfo, PictureKey};
use crate::screen::{Rgb, nine};

/// Number of colours that costumes for the PC-Engine store: those of costume colours 1 to 15.
pub(super) const COLOURS: usize = 15;

impl Cost {
    /// The costume's own colours by costume colour, as the PC-Engine's screen shows them; `None` if it stores none.
    /// Colours that it does not have are black.
    #[must_use]
    pub fn own_colours(&self) -> Option<[Rgb; 256]> {
        let mut all = [[0; 3]; 256];
        for (colour, bits) in all.iter_mut().skip(1).zip(nine::unpack(self.stored_palette(), COLOURS)) {
            *colour = nine::rgb(bits);
        }
        (self.layout.palette == Palette::Colours).then_some(all)
    }

    /// Position in the payload that a stored offset leads to; `None` if it lies before the payload.
    pub(super) fn position(&self, stored: Stored) -> Option<usize> {
        stored.position(self.layout)
    }

    /// The first bytes of a picture made of blocks: number of stored blocks, blocks across, blocks down.
    pub(super) fn blocks_of(&self, offset: usize) -> Option<[u8; 3]> {
        let is_made_so = self.format.pixels == Pixels::Blocks;
        self.payload.get(offset..).filter(|_| is_made_so)?.first_chunk().copied()
    }
}

/// An offset and its own position in the payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) at: usize,
    pub(super) offset: u16,
}

impl Stored {
    /// Whether the offset leads anywhere: 0 means nothing.
    pub(super) fn leads(&self) -> bool {
        self.offset != 0
    }

    /// The position in the payload that the offset leads to; `None` if it lies before the payload.
    pub(super) fn position(self, layout: CostLayout) -> Option<usize> {
        if layout.from_behind {
            return self.at.checked_add(2)?.checked_add(self.offset.into());
        }
        usize::try_from(i64::from(self.offset).saturating_add(layout.base.into())).ok()
    }
}

/// Reads a picture header of the PC-Engine: sizes in blocks, places as sign and magnitude. The height is that of
/// the drawn rows ([`blocks`]).
pub(super) fn block_picture_info(key: PictureKey, offset: usize, bytes: &[u8]) -> Option<PictureInfo> {
    let (&[stored, across, down, x, y, move_x, move_y], data) = bytes.split_first_chunk()?;
    let signed = |byte: u8| {
        let size = i16::from(byte & 0x7F);
        if byte & 0x80 == 0 { size } else { size.saturating_neg() }
    };
    let side = |blocks: u8| u16::from(blocks).saturating_mul(16);
    Some(PictureInfo {
        key,
        width: side(across),
        height: if stored == 0 { side(down) } else { blocks::rows(data, (across, down)) },
        x: signed(x),
        y: signed(y),
        move_x: signed(move_x),
        move_y: signed(move_y),
        redirect: None,
        offset,
    })
}

/// Reads a picture header of v1: sizes and places in cells of eight pixels, y negated.
#[allow(clippy::arithmetic_side_effects, reason = "eight times 8 bits")]
pub(super) fn cell_picture_info(key: PictureKey, offset: usize, bytes: &[u8]) -> Option<PictureInfo> {
    let &[width, height, x, y, move_x, move_y, ..] = bytes else { return None };
    let signed = |byte: u8| i16::from(byte.cast_signed());
    Some(PictureInfo {
        key,
        width: u16::from(width) * 8,
        height: u16::from(height),
        x: signed(x) * 8,
        y: -signed(y),
        move_x: signed(move_x) * 8,
        move_y: signed(move_y),
        redirect: None,
        offset,
    })
}
