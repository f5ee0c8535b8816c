//! Walk boxes: the quadrilaterals that actors stand in. A box gives an actor its z-plane and its scale.
//!
//! `BOXD` of v5 and v6: a 16-bit count, then 20 bytes each (`reference/01 §10.3`):
//! ```text
//! i16 × 8  corners: upper left, upper right, LOWER RIGHT, LOWER LEFT, each x then y
//! u8       mask: the z-plane of actors who stand here
//! u8       flags
//! u16      scale: bit 15 set: scale slot (low bits, zero-based); clear: constant
//! ```
//! `BOXM`: for each box, triples `from, to, next` ended by 0xFF; a leading 0xFF is skipped.
//!
//! What surprises: the corners go round, so the third is the lower *right*. Box 0 is a dummy.

use super::scale::{FULL_SCALE, ScaleSlot};

/// Bytes of one box in `BOXD`.
pub const BOX_BYTES: usize = 20;

/// Where a walk box takes its scale from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxScale {
    /// The same scale everywhere in the box; 255 is full size.
    Constant(u16),
    /// The room's scale slot of this number, zero-based.
    Slot(u8),
}

/// One walk box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkBox {
    /// Upper left, upper right, lower right, lower left, each (x, y) in room pixels.
    pub corners: [(i16, i16); 4],
    /// The z-plane of actors who stand here; 0 is in front of everything.
    pub mask: u8,
    /// Flag bits, see [`WalkBox::INVISIBLE`] and its siblings; the low three force a facing.
    pub flags: u8,
    /// How large actors are here.
    pub scale: BoxScale,
}

impl WalkBox {
    /// Flag: actors here are mirrored horizontally.
    pub const X_FLIP: u8 = 0x08;
    /// Flag: actors here are mirrored vertically.
    pub const Y_FLIP: u8 = 0x10;
    /// Flag: only the player's actor may walk here; Sam & Max: actors here ignore the scale.
    pub const PLAYER_ONLY: u8 = 0x20;
    /// Flag: nobody may walk in.
    pub const LOCKED: u8 = 0x40;
    /// Flag: the box does not exist for now.
    pub const INVISIBLE: u8 = 0x80;

    /// The scale of an actor who stands in this box at row `y` (without elevation).
    ///
    /// Full size where the slot is empty: the interpreter would use what an earlier room left there.
    #[must_use]
    pub fn scale_at(&self, slots: &[Option<ScaleSlot>; 4], y: i32) -> u16 {
        match self.scale {
            BoxScale::Constant(scale) => scale,
            BoxScale::Slot(slot) => match slots.get(usize::from(slot)) {
                Some(Some(slot)) => slot.scale_at(y),
                _ => FULL_SCALE,
            },
        }
    }
}
