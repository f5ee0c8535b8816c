//! Writing walk boxes, the ways between them, and scale slots.
//!
//! ```text
//! BOXD  u16 count (dummy included); 20 bytes each, corners upper left, upper right, lower RIGHT, lower LEFT
//! BOXM  for each box: { u8 first, u8 last, u8 next } …, 0xFF      "to get to first … last, go to next"
//! SCAL  4 × { u16 scale1, y1, scale2, y2 }
//! ```
//! In v8 all numbers of `BOXD` and `SCAL` have 32 bits, and a box has a slot (from 1 on) next to its constant
//! scale.
//!
//! **Note:** a reader of BOXM skips one leading 0xFF, so the dummy's row must not be empty. It holds the way from
//! the dummy to itself.

use super::{RoomSource, refuse};
use costumier_format::Problem;
use costumier_format::block::write::BlockWriter;
use costumier_format::room::{BoxScale, ScaleSlot, WalkBox};

/// Most boxes, dummy included: the interpreter keeps the next box in seven bits.
const MAX_BOXES: usize = 128;

/// Where the dummy's corners are: nowhere.
const NOWHERE: i16 = -32_000;

const DUMMY: WalkBox = WalkBox {
    corners: [(NOWHERE, NOWHERE); 4],
    mask: 0,
    flags: WalkBox::INVISIBLE,
    scale: BoxScale::Constant(costumier_format::room::scale::FULL_SCALE),
};

const NO_SLOT: ScaleSlot = ScaleSlot { scale1: 0, y1: 0, scale2: 0, y2: 0 };

pub(super) fn check(room: &RoomSource, problems: &mut Vec<Problem>) {
    if room.boxes.len() >= MAX_BOXES {
        refuse(problems, "boxes", format!("{} boxes; there are {}", room.boxes.len(), MAX_BOXES - 1));
    }
    if room.neighbours.len() != room.boxes.len() {
        let text = format!("given for {} boxes of {}", room.neighbours.len(), room.boxes.len());
        refuse(problems, "neighbours", text);
    }
    for (number, walk_box) in (1..).zip(&room.boxes) {
        let path = || format!("box {number}");
        match walk_box.scale {
            BoxScale::Constant(1..=255) => {}
            BoxScale::Constant(scale) => refuse(problems, path(), format!("scale {scale}; it is 1 to 255")),
            BoxScale::Slot(slot) => {
                if !matches!(room.scale_slots.get(usize::from(slot)), Some(Some(_))) {
                    let text =
                        format!("scales with slot {}, which the room does not have", slot.saturating_add(1));
                    refuse(problems, path(), text);
                }
            }
        }
    }
    for (number, neighbours) in (1..).zip(&room.neighbours) {
        for other in neighbours {
            if !(1..=room.boxes.len()).contains(&usize::from(*other)) {
                let text = format!("leads to box {other}, which is not there");
                refuse(problems, format!("box {number}"), text);
            }
        }
    }
    for (number, slot) in (1..).zip(&room.scale_slots) {
        let Some(slot) = slot else { continue };
        let path = || format!("scale slot {number}");
        if slot.is_degenerate() {
            refuse(problems, path(), format!("both scales are for row {}", slot.y1));
        }
        if fields(slot).iter().any(|field| u16::try_from(*field).is_err()) {
            refuse(problems, path(), "a number does not fit 16 bits without sign");
        }
    }
}

pub(super) fn write(room: &RoomSource, out: &mut BlockWriter) {
    out.block(*b"BOXD", |out| {
        out.u16(u16::try_from(room.boxes.len().saturating_add(1)).unwrap_or(0));
        for walk_box in std::iter::once(&DUMMY).chain(&room.boxes) {
            for (x, y) in walk_box.corners {
                out.bytes(&x.to_le_bytes());
                out.bytes(&y.to_le_bytes());
            }
            out.u8(walk_box.mask);
            out.u8(walk_box.flags);
            out.u16(walk_box.scale.word());
        }
    });
    write_ways(room, out);
}

pub(super) fn write_wide(room: &RoomSource, out: &mut BlockWriter) {
    out.block(*b"BOXD", |out| {
        out.u32(u32::try_from(room.boxes.len().saturating_add(1)).unwrap_or(0));
        for walk_box in std::iter::once(&DUMMY).chain(&room.boxes) {
            for side in walk_box.corners.iter().flat_map(|(x, y)| [*x, *y]) {
                out.u32(i32::from(side).cast_unsigned());
            }
            let (slot, scale) = match walk_box.scale {
                BoxScale::Constant(scale) => (0, scale.into()),
                BoxScale::Slot(slot) => (u32::from(slot) + 1, 0),
            };
            for value in [walk_box.mask.into(), walk_box.flags.into(), slot, scale, 0] {
                out.u32(value);
            }
        }
    });
    write_ways(room, out);
}

fn write_ways(room: &RoomSource, out: &mut BlockWriter) {
    out.block(*b"BOXM", |out| {
        out.bytes(&[0, 0, 0, 0xFF]);
        out.bytes(&ways(room, 1));
    });
}

/// The ways out of each box, where boxes are numbered from `first` on: 0 in v3 and v4, which have no dummy.
pub(super) fn ways(room: &RoomSource, first: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for from in 1..=room.boxes.len() {
        for number in row(&room.neighbours, from).into_iter().flat_map(|(from, to, next)| [from, to, next]) {
            let number = number.saturating_sub(1).saturating_add(first);
            out.push(u8::try_from(number).unwrap_or(0));
        }
        out.push(0xFF);
    }
    out
}

pub(super) fn write_slots(room: &RoomSource, out: &mut BlockWriter) {
    out.block(*b"SCAL", |out| write_slot_fields(room, out));
}

pub(super) fn write_wide_slots(room: &RoomSource, out: &mut BlockWriter) {
    out.block(*b"SCAL", |out| {
        for field in room.scale_slots.iter().flat_map(|slot| fields(slot.as_ref().unwrap_or(&NO_SLOT))) {
            out.u32(u32::try_from(field).unwrap_or(0));
        }
    });
}

pub(super) fn write_slot_fields(room: &RoomSource, out: &mut BlockWriter) {
    for slot in &room.scale_slots {
        for field in fields(slot.as_ref().unwrap_or(&NO_SLOT)) {
            out.u16(u16::try_from(field).unwrap_or(0));
        }
    }
}

fn fields(slot: &ScaleSlot) -> [i32; 4] {
    [slot.scale1, slot.y1, slot.scale2, slot.y2]
}

/// The ways out of a box: (first, last, next), where `next` is the first step to each box from `first` to
/// `last`.
fn row(neighbours: &[Vec<u8>], from: usize) -> Vec<(usize, usize, usize)> {
    // Breadth first, so every way is a shortest one; of equally short ways, the one whose first step is listed
    // first.
    let mut next = vec![None; neighbours.len().saturating_add(1)];
    if let Some(own) = next.get_mut(from) {
        *own = Some(from);
    }
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(here) = queue.pop_front() {
        let step = next.get(here).copied().flatten();
        for there in here.checked_sub(1).and_then(|at| neighbours.get(at)).into_iter().flatten() {
            let there = usize::from(*there);
            if let Some(slot @ None) = next.get_mut(there) {
                *slot = if here == from { Some(there) } else { step };
                queue.push_back(there);
            }
        }
    }
    let mut row: Vec<(usize, usize, usize)> = Vec::new();
    for (to, step) in next.into_iter().enumerate() {
        let Some(step) = step else { continue };
        match row.last_mut() {
            Some((_, last, known)) if last.saturating_add(1) == to && *known == step => *last = to,
            _ => row.push((to, to, step)),
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_shortest_and_neighbouring_targets_share_a_triple() {
        // 1 – 2 – 3 – 4, and 5 alone.
        let line = vec![vec![2], vec![1, 3], vec![2, 4], vec![3], vec![]];
        assert_eq!(row(&line, 1), [(1, 1, 1), (2, 4, 2)]);
        assert_eq!(row(&line, 3), [(1, 2, 2), (3, 3, 3), (4, 4, 4)]);
        assert_eq!(row(&line, 5), [(5, 5, 5)]);
        // A ring of four: the way round is as long as the way back, and the first named wins.
        let ring = vec![vec![2, 4], vec![3, 1], vec![4, 2], vec![1, 3]];
        assert_eq!(row(&ring, 1), [(1, 1, 1), (2, 3, 2), (4, 4, 4)]);
    }
}
