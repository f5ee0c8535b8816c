//! Walk boxes: the quadrilaterals that actors stand in. A box decides an actor's z-plane and scale.
//!
//! `BOXD` of v5 and v6: a 16-bit count, then 20 bytes each (`docs/format/containers.md §10.3`):
//! ```text
//! i16 × 8  corners: upper left, upper right, LOWER RIGHT, LOWER LEFT, each x then y
//! u8       mask: the z-plane of actors in the box
//! u8       flags
//! u16      scale: bit 15 set: scale slot (low bits, zero-based); clear: constant
//! ```
//! In v8 (`wide`) everything has 32 bits: 52 bytes each: corners, mask, flags, scale slot (from 1 on; 0 for none),
//! constant scale, 4 more bytes. The low halves of these numbers mean the same.
//!
//! `BOXM`: for each box, triples `from, to, next` ended by 0xFF; a leading 0xFF is skipped.
//!
//! **Note:** the corners go round, so the third is the lower *right*. Box 0 is a dummy.

mod halved;
mod straight;

use super::scale::{FULL_SCALE, ScaleSlot};
use crate::Result;
use crate::bytes::Bytes;
use crate::dialect::{Anchor, Dialect};

/// Length of one box in `BOXD`, in bytes.
pub const BOX_BYTES: usize = 20;

/// Length of one box in v8, in bytes.
pub const WIDE_BOX_BYTES: usize = 52;

/// Where a walk box takes its scale from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxScale {
    /// The same scale everywhere in the box; 255 is full size.
    Constant(u16),
    /// The room's scale slot with this number, zero-based.
    Slot(u8),
}

impl BoxScale {
    /// Reads a stored scale; bit 15 marks a slot.
    #[must_use]
    pub fn from_word(word: u16) -> Self {
        match word & 0x8000 {
            0 => Self::Constant(word),
            _ => Self::Slot(u8::try_from(word & 0x7fff).unwrap_or(u8::MAX)),
        }
    }

    /// The scale as it is stored.
    #[must_use]
    pub fn word(self) -> u16 {
        match self {
            Self::Constant(scale) => scale,
            Self::Slot(slot) => 0x8000 | u16::from(slot),
        }
    }
}

/// How an interpreter finds the sides of walk boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxSides {
    /// By their slopes, in pixels (v3 and later). The interpreter looks for the nearest point of a slanted side in
    /// whole numbers, and so accepts points that are less than about a pixel away from it.
    ///
    /// Source: pictures of ScummVM 2.7.0; `judges/oracle/README.md`, beside slanted sides.
    Straight,
    /// As [`BoxSides::Straight`], but corners may go round in either direction (v7 and v8, docs/interpreters.md,
    /// rule 13).
    StraightEitherWay,
    /// By halving them in cells of 8 × 2 pixels (v2 and older). Fractions of a cell are dropped, so a slanted side
    /// has uneven steps, and two boxes with adjacent corners leave no gap.
    ///
    /// Source: pictures of ScummVM 2.7.0; `judges/oracle/README.md`, halved sides.
    Halved,
}

impl BoxSides {
    /// The rule of a game for sides.
    pub fn of(dialect: &Dialect) -> Self {
        match dialect.anchor {
            Anchor::Pixels if dialect.boxes_either_way => Self::StraightEitherWay,
            Anchor::Pixels => Self::Straight,
            Anchor::Cells { .. } => Self::Halved,
        }
    }
}

/// A walk box of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkBox {
    /// The corners upper left, upper right, lower right, lower left, each (x, y) in room pixels.
    pub corners: [(i16, i16); 4],
    /// The z-plane of actors in this box; 0 is in front of everything.
    pub mask: u8,
    /// Flag bits, see [`WalkBox::INVISIBLE`] and the other constants; the low three bits force a facing.
    pub flags: u8,
    /// The size of actors in this box.
    pub scale: BoxScale,
}

impl WalkBox {
    /// Flag: actors here are mirrored horizontally.
    pub const X_FLIP: u8 = 0x08;
    /// Flag: actors here are mirrored vertically.
    pub const Y_FLIP: u8 = 0x10;
    /// Flag: only the player's actor may walk here. In Sam & Max: actors here ignore the scale.
    pub const PLAYER_ONLY: u8 = 0x20;
    /// Flag: no actor may walk in.
    pub const LOCKED: u8 = 0x40;
    /// Flag: the box does not exist for now.
    pub const INVISIBLE: u8 = 0x80;

    /// Whether the point is in the box or on its edge, by the interpreter's rule from v3 on.
    ///
    /// **Note:** a box whose corners do not go round clockwise contains nothing. A box that is a mere line contains
    /// the points within two pixels of it that are not beyond the rows and columns of its ends.
    #[must_use]
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "corners are of 16 bits, x and y of 32: 128 bits hold it"
    )]
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let corners = self.corners.map(|(x, y)| (i64::from(x), i64::from(y)));
        let (x, y) = (i64::from(x), i64::from(y));
        let outside = |part: fn(&(i64, i64)) -> i64, at: i64| {
            corners.iter().all(|corner| at < part(corner)) || corners.iter().all(|corner| at > part(corner))
        };
        if outside(|corner| corner.0, x) || outside(|corner| corner.1, y) {
            return false;
        }
        let [ul, ur, lr, ll] = corners;
        let is_line = (ul == ur && lr == ll) || (ul == ll && ur == lr);
        let right_of = |(from, to): ((i64, i64), (i64, i64))| {
            i128::from(to.0 - from.0) * i128::from(y - from.1)
                >= i128::from(to.1 - from.1) * i128::from(x - from.0)
        };
        is_line && is_near_line(ul, lr, (x, y))
            || [(ul, ur), (ur, lr), (lr, ll), (ll, ul)].into_iter().all(right_of)
    }

    /// Whether an actor at this point stands in the box: the point is in it, or the interpreter counts it as a
    /// point of one of the sides. `sides` says how the interpreter finds them.
    #[must_use]
    pub fn holds(&self, x: i32, y: i32, sides: BoxSides) -> bool {
        match sides {
            BoxSides::Straight => self.contains(x, y) || straight::is_on_a_side(&self.corners, (x, y)),
            BoxSides::StraightEitherWay => {
                let [ul, ur, lr, ll] = self.corners;
                let turned = Self { corners: [ul, ll, lr, ur], ..*self };
                self.holds(x, y, BoxSides::Straight) || turned.contains(x, y)
            }
            BoxSides::Halved => halved::holds(&self.corners, (x, y)),
        }
    }

    /// The scale of an actor in this box at row `y` (without elevation), 255 being full size.
    ///
    /// If the slot is empty, it is full size. The interpreter would use what an earlier room left in the slot.
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

/// Whether `point` is at most two pixels from the line between `from` and `to`.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "corners are of 16 bits, the point of 32: 128 bits hold it"
)]
fn is_near_line(from: (i64, i64), to: (i64, i64), point: (i64, i64)) -> bool {
    let square = |dx: i64, dy: i64| i128::from(dx) * i128::from(dx) + i128::from(dy) * i128::from(dy);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (px, py) = (point.0 - from.0, point.1 - from.1);
    let along = i128::from(dx) * i128::from(px) + i128::from(dy) * i128::from(py);
    let length = square(dx, dy);
    if along <= 0 {
        square(px, py) <= 4
    } else if along >= length {
        square(point.0 - to.0, point.1 - to.1) <= 4
    } else {
        let across = i128::from(dx) * i128::from(py) - i128::from(dy) * i128::from(px);
        across.checked_mul(across).is_some_and(|across| across <= 4 * length)
    }
}

/// The boxes of a `BOXD` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoxTable {
    /// The boxes that are in the block.
    pub boxes: Vec<WalkBox>,
    /// Number of boxes that the block states.
    pub stated: usize,
}

/// Reads a `BOXD` payload. Boxes beyond its end are left out. `wide` selects the layout of v8.
pub fn read_boxes(payload: Bytes<'_>, wide: bool) -> Result<BoxTable> {
    let what = "number of walk boxes";
    let (stated, first, size) = match wide {
        false => (u32::from(payload.u16(0, what)?), 2, BOX_BYTES),
        true => (payload.u32(0, what)?, 4, WIDE_BOX_BYTES),
    };
    let read = |number: usize| {
        let record = payload.view(number.saturating_mul(size).saturating_add(first), size, "walk box")?;
        if wide { read_wide_box(record) } else { read_box(record) }
    };
    let stated = usize::try_from(stated).unwrap_or(usize::MAX);
    let boxes = (0..stated).map_while(|number| read(number).ok()).collect();
    Ok(BoxTable { boxes, stated })
}

#[allow(clippy::arithmetic_side_effects, reason = "four corners; a slot that is not 0")]
fn read_wide_box(record: Bytes<'_>) -> Result<WalkBox> {
    let side = |at: usize| -> Result<i16> {
        // The stored number is signed; it is limited to the range of `i16`.
        let value = record.u32(at, "corner")?.cast_signed();
        Ok(i16::try_from(value.clamp(i16::MIN.into(), i16::MAX.into())).unwrap_or(0))
    };
    let mut corners = [(0, 0); 4];
    for (number, corner) in corners.iter_mut().enumerate() {
        *corner = (side(number * 8)?, side(number * 8 + 4)?);
    }
    let scale = match record.u32(40, "scale slot")? {
        0 => BoxScale::Constant(u16::try_from(record.u32(44, "scale")?).unwrap_or(u16::MAX)),
        slot => BoxScale::Slot(u8::try_from(slot - 1).unwrap_or(u8::MAX)),
    };
    let mask = u8::try_from(record.u32(32, "z-plane")?).unwrap_or(u8::MAX);
    let flags = record.u32(36, "flags")?.to_le_bytes()[0];
    Ok(WalkBox { corners, mask, flags, scale })
}

#[allow(clippy::arithmetic_side_effects, reason = "four corners")]
fn read_box(record: Bytes<'_>) -> Result<WalkBox> {
    let mut corners = [(0, 0); 4];
    for (number, corner) in corners.iter_mut().enumerate() {
        *corner = (record.i16(number * 4, "corner")?, record.i16(number * 4 + 2, "corner")?);
    }
    let scale = record.u16(18, "scale")?;
    let scale = BoxScale::from_word(scale);
    Ok(WalkBox { corners, mask: record.u8(16, "mask")?, flags: record.u8(17, "flags")?, scale })
}

/// One entry of the table for walking from box to box. An actor in this row's box that walks to a box between
/// `from` and `to` goes to `next` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The first destination box.
    pub from: u8,
    /// The last destination box.
    pub to: u8,
    /// The neighbouring box to go to.
    pub next: u8,
}

/// Reads a `BOXM` payload: the routes of each box. Missing rows are empty; rows beyond `boxes` are ignored.
pub fn read_routes(payload: Bytes<'_>, boxes: usize) -> Vec<Vec<Route>> {
    let mut bytes = payload.as_slice().iter().copied().peekable();
    bytes.next_if_eq(&0xff);
    let mut row = || {
        let mut routes = Vec::new();
        while let Some(from) = bytes.next().filter(|from| *from != 0xff) {
            let (Some(to), Some(next)) = (bytes.next(), bytes.next()) else { break };
            routes.push(Route { from, to, next });
        }
        routes
    };
    (0..boxes).map(|_| row()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::Interpreter;

    fn quad(corners: [(i16, i16); 4]) -> WalkBox {
        WalkBox { corners, mask: 0, flags: 0, scale: BoxScale::Constant(255) }
    }

    #[test]
    fn a_record_has_its_third_corner_lower_right() {
        let mut payload = vec![1, 0];
        for value in [10_i16, 20, 30, 21, 31, 41, -9, 40] {
            payload.extend(value.to_le_bytes());
        }
        payload.extend([2, 0x80, 1, 0x80]);
        let table = read_boxes(Bytes::new(&payload), false).unwrap();
        let expected = WalkBox {
            corners: [(10, 20), (30, 21), (31, 41), (-9, 40)],
            mask: 2,
            flags: WalkBox::INVISIBLE,
            scale: BoxScale::Slot(1),
        };
        assert_eq!(table, BoxTable { boxes: vec![expected], stated: 1 });
        payload[20..].copy_from_slice(&[200, 0]);
        payload[0] = 3;
        let table = read_boxes(Bytes::new(&payload), false).unwrap();
        assert_eq!((table.boxes.len(), table.stated, table.boxes[0].scale), (1, 3, BoxScale::Constant(200)));
    }

    #[test]
    fn v8_has_32_bits_for_everything() {
        let mut payload = 2_u32.to_le_bytes().to_vec();
        let corners = [10_i32, 20, 300, 21, 31, 41, -9, 70_000];
        for value in corners.into_iter().chain([2, 0x80, 2, 77, 0]) {
            payload.extend(value.to_le_bytes());
        }
        for value in corners.into_iter().chain([1000, 0, 0, 77, 0]) {
            payload.extend(value.to_le_bytes());
        }
        let table = read_boxes(Bytes::new(&payload), true).unwrap();
        let corners = [(10, 20), (300, 21), (31, 41), (-9, i16::MAX)];
        let first = WalkBox { corners, mask: 2, flags: WalkBox::INVISIBLE, scale: BoxScale::Slot(1) };
        let second = WalkBox { corners, mask: 255, flags: 0, scale: BoxScale::Constant(77) };
        assert_eq!(table, BoxTable { boxes: vec![first, second], stated: 2 });
        payload[..4].copy_from_slice(&[255; 4]);
        let cut = read_boxes(Bytes::new(&payload[..payload.len() - 1]), true).unwrap();
        assert_eq!((cut.boxes, cut.stated), (vec![first], 0xFFFF_FFFF));
    }

    #[test]
    fn edges_belong_to_a_box() {
        let trapeze = quad([(20, 120), (300, 120), (310, 180), (10, 180)]);
        for (x, y) in [(20, 120), (300, 120), (310, 180), (10, 180), (150, 150), (15, 150)] {
            assert!(trapeze.contains(x, y), "{x}, {y}");
        }
        for (x, y) in [(14, 150), (150, 119), (150, 181), (311, 180), (10, 120), (i32::MIN, i32::MAX)] {
            assert!(!trapeze.contains(x, y), "{x}, {y}");
        }
        let wrong_way = quad([(0, 0), (0, 10), (10, 10), (10, 0)]);
        assert!(!wrong_way.contains(5, 5));
        // Rule 13 of docs/interpreters.md: v7 and v8 accept the box.
        let holds = |dialect: Dialect, x| wrong_way.holds(x, 5, BoxSides::of(&dialect));
        assert_eq!([5, 11].map(|x| holds(Dialect::V7, x)), [true, false]);
        assert!(!holds(Dialect::V6, 5) && !holds(Dialect::V7.interpreted_by(Interpreter::ScummVm2_7), 5));
    }

    #[test]
    fn a_line_has_a_little_width() {
        let slope = quad([(0, 0), (0, 0), (100, 50), (100, 50)]);
        assert!(slope.contains(50, 25) && slope.contains(50, 27) && slope.contains(51, 24));
        assert!(!slope.contains(50, 28));
        let flat = quad([(0, 10), (100, 10), (100, 10), (0, 10)]);
        assert!(flat.contains(50, 10) && !flat.contains(50, 11));
        let point = quad([(5, 5); 4]);
        assert!(point.contains(5, 5) && !point.contains(6, 5));
    }

    #[test]
    fn routes_end_at_ff() {
        let rows = read_routes(Bytes::new(&[0xff, 0xff, 1, 1, 1, 2, 3, 2, 0xff, 1, 2]), 4);
        let route = |from, to, next| Route { from, to, next };
        assert_eq!(rows, [vec![], vec![route(1, 1, 1), route(2, 3, 2)], vec![], vec![]]);
    }
}
