//! Scale slots, which determine an actor's size from its y position.
//!
//! `SCAL` holds four slots of four 16-bit numbers, in v8 of 32 bits: `scale1, y1, scale2, y2`. Between the two
//! lines the scale is interpolated, and beyond them extrapolated, with integer arithmetic that truncates toward
//! zero (`docs/format/containers.md §10.4`).
//!
//! **Note:** the interpreter does not store a slot of zeros, so the previous room's slot stays. A room alone does
//! not determine such a slot.

use crate::bytes::Bytes;

/// The scale of full size.
pub const FULL_SCALE: u16 = 255;

/// One scale slot. Numbers have the width of the interpreter's calculation, since v8 stores 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleSlot {
    /// Scale at `y1`; 255 is full size.
    pub scale1: i32,
    /// Room row where `scale1` holds, in pixels.
    pub y1: i32,
    /// Scale at `y2`; 255 is full size.
    pub scale2: i32,
    /// Room row where `scale2` holds, in pixels.
    pub y2: i32,
}

impl ScaleSlot {
    /// The scale of an actor at room row `y` (without elevation), 1 to 255.
    ///
    /// If both rows are equal, the interpreter stops with an error; here `scale1` applies everywhere.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "numbers of 32 bits; y1 and y2 differ")]
    pub fn scale_at(&self, y: i32) -> u16 {
        let [scale1, y1, scale2, y2] = [self.scale1, self.y1, self.scale2, self.y2].map(i128::from);
        let mut scale = scale1;
        if y1 != y2 {
            scale += (scale2 - scale1) * (i128::from(y.max(0)) - y1) / (y2 - y1);
        }
        u16::try_from(scale.clamp(1, i128::from(FULL_SCALE))).unwrap_or(FULL_SCALE)
    }

    /// Whether both rows are equal, which the interpreter cannot use.
    #[must_use]
    pub fn is_degenerate(&self) -> bool {
        self.y1 == self.y2
    }
}

/// Length of a `SCAL` payload in bytes: four slots of four 16-bit numbers. In v8 it is twice as long.
pub const SCAL_BYTES: usize = 32;

/// Reads the payload of a `SCAL` block: four slots, `None` for those of zeros and those beyond the payload's end.
/// `wide` numbers have 32 bits (v8).
#[must_use]
#[allow(clippy::arithmetic_side_effects, reason = "four numbers of four slots, of 2 or 4 bytes")]
pub fn read_slots(payload: Bytes<'_>, wide: bool) -> [Option<ScaleSlot>; 4] {
    let width = if wide { 4 } else { 2 };
    let field = |number: usize| match wide {
        // The numbers are unsigned; no row or scale needs more than 31 bits.
        true => payload.u32(4 * number, "scale slot").map(|value| i32::try_from(value).unwrap_or(i32::MAX)),
        false => payload.u16(2 * number, "scale slot").map(i32::from),
    };
    let mut slots = [None; 4];
    for (number, slot) in slots.iter_mut().enumerate().take(payload.len() / (4 * width)) {
        let fields = [0, 1, 2, 3].map(|part| field(4 * number + part).unwrap_or(0));
        if fields != [0; 4] {
            let [scale1, y1, scale2, y2] = fields;
            *slot = Some(ScaleSlot { scale1, y1, scale2, y2 });
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpolates_with_truncation_toward_zero() {
        let slot = ScaleSlot { scale1: 128, y1: 110, scale2: 255, y2: 180 };
        assert_eq!(slot.scale_at(110), 128);
        assert_eq!(slot.scale_at(180), 255);
        assert_eq!(slot.scale_at(145), 191); // 127 * 35 / 70 = 63.5
        assert_eq!(slot.scale_at(109), 127); // 127 * -1 / 70 = -1.8, truncated to -1
        assert_eq!(slot.scale_at(111), 129);
        assert_eq!(slot.scale_at(200), 255); // clamped above
        assert_eq!(slot.scale_at(-500), slot.scale_at(0)); // y is held at 0
        assert_eq!(slot.scale_at(0), 1); // 127 * -110 / 70 = -199: clamped below
        assert_eq!(slot.scale_at(i32::MAX), 255);
    }

    #[test]
    fn lines_may_be_swapped_or_equal() {
        let slot = ScaleSlot { scale1: 255, y1: 180, scale2: 128, y2: 110 };
        assert_eq!(slot.scale_at(145), 192); // 255 + (-127 * -35 / -70 = -63)
        let flat = ScaleSlot { scale1: 300, y1: 10, scale2: 20, y2: 10 };
        assert_eq!(flat.scale_at(0), 255);
        assert!(flat.is_degenerate());
    }

    #[test]
    fn any_numbers_give_a_scale() {
        for value in [i32::MIN, -1, 0, 1, i32::MAX] {
            let slot = ScaleSlot { scale1: value, y1: 0, scale2: i32::MAX, y2: value };
            for y in [i32::MIN, 0, i32::MAX] {
                assert!((1..=255).contains(&slot.scale_at(y)));
            }
        }
    }

    #[test]
    fn zeros_are_no_slot() {
        let mut payload = [0_u8; 32];
        payload[8..16].copy_from_slice(&[128, 0, 110, 0, 255, 0, 180, 0]);
        let slots = read_slots(Bytes::new(&payload), false);
        assert_eq!(slots, [None, Some(ScaleSlot { scale1: 128, y1: 110, scale2: 255, y2: 180 }), None, None]);
        assert_eq!(read_slots(Bytes::new(&payload[..16]), false), slots);
        assert_eq!(read_slots(Bytes::new(&payload[..15]), false), [None; 4]);
    }
}
