//! Reading walk boxes of v0 to v4.

use super::Reader;
use crate::Result;
use crate::bytes::Bytes;
use crate::game::boxes::{BoxScale, WalkBox};
use crate::game::scale::FULL_SCALE;

/// The end mark of v0's list of boxes.
const END: u8 = 0xFF;

/// Largest number of boxes that a byte can number.
const MOST_BOXES: usize = 255;

impl Reader<'_> {
    #[allow(clippy::arithmetic_side_effects, reason = "at most 255 boxes of at most 20 bytes")]
    pub(super) fn boxes(&mut self, payload: Bytes<'_>, record: usize) -> Vec<WalkBox> {
        let stated = usize::from(payload.u8(0, "number of walk boxes").unwrap_or(0));
        let read = |number: usize| -> Result<WalkBox> {
            let bytes = payload.view(1 + number * record, record, "walk box")?;
            let mut corners = [(0, 0); 4];
            for (number, corner) in corners.iter_mut().enumerate() {
                *corner = (bytes.i16(number * 4, "corner")?, bytes.i16(number * 4 + 2, "corner")?);
            }
            let scale = if record < 20 { FULL_SCALE } else { bytes.u16(18, "scale")? };
            Ok(WalkBox {
                corners,
                mask: bytes.u8(16, "mask")?,
                flags: bytes.u8(17, "flags")?,
                scale: BoxScale::from_word(scale),
            })
        };
        let boxes: Vec<WalkBox> = (0..stated).map_while(|number| read(number).ok()).collect();
        self.report_missing_boxes(stated, boxes.len(), payload.base());
        boxes
    }

    /// Reads boxes of v1 and v2: upper and lower edge, left and right of both, mask, flags; x in units of 8 pixels,
    /// y in units of 2.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "at most 255 boxes of 8 bytes; bytes times 8 have 11 bits"
    )]
    pub(super) fn boxes_v2(&mut self, payload: Bytes<'_>) -> Vec<WalkBox> {
        let stated = usize::from(payload.u8(0, "number of walk boxes").unwrap_or(0));
        let read = |number: usize| payload.slice(1 + number * 8, 8, "walk box").ok();
        let boxes: Vec<WalkBox> = (0..stated)
            .map_while(|number| match read(number)? {
                &[top, bottom, ulx, urx, llx, lrx, mask, flags] => {
                    let at = |x: u8, y: u8| (i16::from(x) * 8, i16::from(y) * 2);
                    let corners = [at(ulx, top), at(urx, top), at(lrx, bottom), at(llx, bottom)];
                    Some(WalkBox { corners, mask, flags, scale: BoxScale::Constant(FULL_SCALE) })
                }
                _ => None,
            })
            .collect();
        self.report_missing_boxes(stated, boxes.len(), payload.base());
        boxes
    }

    /// Reads boxes of v0: left, right, upper, lower edge, mask, up to a byte 0xFF; units as in v2. Only two bits of
    /// a mask count (`docs/format/drawing.md §6.1`).
    #[allow(clippy::arithmetic_side_effects, reason = "bytes times 8 have 11 bits")]
    pub(super) fn boxes_v0(&mut self, payload: Bytes<'_>) -> Vec<WalkBox> {
        let mut boxes = Vec::new();
        for record in payload.as_slice().chunks(5) {
            match *record {
                [END, ..] => return boxes,
                [left, right, top, bottom, mask] => {
                    let at = |x: u8, y: u8| (i16::from(x) * 8, i16::from(y) * 2);
                    let corners = [at(left, top), at(right, top), at(right, bottom), at(left, bottom)];
                    let scale = BoxScale::Constant(FULL_SCALE);
                    boxes.push(WalkBox { corners, mask: mask & 3, flags: 0, scale });
                }
                _ => break,
            }
            if boxes.len() >= MOST_BOXES {
                break;
            }
        }
        self.report("walk boxes", payload.base(), "the list does not end".into());
        boxes
    }

    fn report_missing_boxes(&mut self, stated: usize, found: usize, at: u64) {
        if found < stated {
            self.report("walk boxes", at, format!("{stated} are stated, {found} are there"));
        }
    }
}
