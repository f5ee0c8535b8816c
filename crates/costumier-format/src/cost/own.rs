//! What stands around pictures in a block and is not the same everywhere: offsets, headers in cells (v1) and in blocks
//! (PC-Engine), and the colours that costumes for the PC-Engine bring along.
//!
//! What surprises: how high a picture made of blocks is, its header does not say; and only whether it has blocks
//! counts, not how many are stored.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{Cost, Pixels};
use crate::codec::blocks;
use crate::dialect::{CostLayout, Palette};
use crate::model::{PictureInfo, PictureKey};
use crate::screen::{Rgb, nine};

/// Colours that costumes for the PC-Engine bring along: those of costume colours 1 to 15.
pub(super) const COLOURS: usize = 15;

impl Cost {
    /// The costume's own colours by costume colour, where it has any (PC-Engine): as its screen shows them. Colours
    /// that it does not have are black.
    #[must_use]
    pub fn own_colours(&self) -> Option<[Rgb; 256]> {
        let mut all = [[0; 3]; 256];
        for (colour, bits) in all.iter_mut().skip(1).zip(nine::unpack(self.stored_palette(), COLOURS)) {
            *colour = nine::rgb(bits);
        }
        (self.layout.palette == Palette::Colours).then_some(all)
    }

    /// Position in the payload of a stored offset; `None` where it lies before the payload.
    pub(super) fn position(&self, stored: Stored) -> Option<usize> {
        stored.position(self.layout)
    }

    /// The first bytes of a picture made of blocks: how many are stored, and how many it has across and down.
    pub(super) fn blocks_of(&self, offset: usize) -> Option<[u8; 3]> {
        let is_made_so = self.format.pixels == Pixels::Blocks;
        self.payload.get(offset..).filter(|_| is_made_so)?.first_chunk().copied()
    }
}

/// An offset and where it stands in the payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stored {
    pub(super) at: usize,
    pub(super) offset: u16,
}

impl Stored {
    /// Whether it leads anywhere: 0 stands for nothing.
    pub(super) fn leads(&self) -> bool {
        self.offset != 0
    }

    /// The place in the payload that it leads to; `None` where that lies before the payload.
    pub(super) fn position(self, layout: CostLayout) -> Option<usize> {
        if layout.from_behind {
            return self.at.checked_add(2)?.checked_add(self.offset.into());
        }
        usize::try_from(i64::from(self.offset).saturating_add(layout.base.into())).ok()
    }
}

/// A picture header of the PC-Engine: sizes in blocks, places as sign and magnitude. Its height is that of what is
/// drawn ([`blocks`]).
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

/// A picture header of v1: sizes and places in cells of eight pixels, y turned round.
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
