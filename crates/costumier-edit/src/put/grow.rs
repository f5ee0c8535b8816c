//! Adds slots to a game's directory of costumes.
//!
//! Lanes grow at their ends, records at the end of all of them. From v6 on, a number in `MAXS` repeats the count, and
//! the interpreter refuses a game whose two numbers differ.

use crate::map::{GameMap, Layout, NumberFormat};
use crate::splice::Splice;

/// The changes of the index that give the directory `slots` slots, and the places for the new ones.
pub(super) struct Grown {
    /// Changes of the index, except the new bytes of lanes.
    pub(super) changes: Vec<Splice>,
    /// The new bytes at the end of each lane, which the caller fills in.
    pub(super) lanes: Vec<Lane>,
    first: u32,
}

/// The new bytes of a lane.
pub(super) struct Lane {
    at: u64,
    bytes: Vec<u8>,
    /// Number of bytes of a slot.
    width: usize,
    /// The meaning of the value in a slot.
    kind: LaneKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LaneKind {
    Room,
    Offset(NumberFormat),
    Size,
    Record,
}

/// Makes room for slots up to `last`.
///
/// # Errors
/// Why the directory cannot grow, for people.
pub(super) fn grow(map: &GameMap, last: u32) -> Result<Grown, String> {
    let directory = &map.costumes;
    let first = directory.slots;
    let Some((count_at, form)) = directory.count else {
        return Err(format!("the game's index always has {first} costumes; use an id below that"));
    };
    let slots = u64::from(last) + 1;
    // Scripts name a costume with at most two bytes.
    if slots > form.most() || last > 0xFFFF {
        return Err(format!("the directory of costumes has at most {} slots; use a lower id", form.most()));
    }
    let added = usize::try_from(slots - u64::from(first)).unwrap_or(0);
    let absent = if directory.form() == NumberFormat::U16Le { 0xFF } else { 0 };
    let lane = |at: u64, width: usize, fill: u8, kind: LaneKind| Lane {
        at,
        bytes: vec![fill; added * width],
        width,
        kind,
    };
    let lanes = match directory.layout {
        Layout::Lanes { form, sizes, .. } => {
            let mut lanes = vec![
                lane(directory.room_at(first), 1, 0, LaneKind::Room),
                lane(directory.offset_at(first), form.width(), absent, LaneKind::Offset(form)),
            ];
            if sizes.is_some() {
                lanes.extend(directory.size_at(first).map(|at| lane(at, 4, 0, LaneKind::Size)));
            }
            lanes
        }
        Layout::Records { .. } => vec![lane(directory.room_at(first), 5, 0, LaneKind::Record)],
    };
    let growth: usize = lanes.iter().map(|lane| lane.bytes.len()).sum();
    let mut changes = vec![Splice::over(count_at, form.bytes(slots).unwrap_or_default())];
    if let Some(block) = &directory.block {
        let size = (block.of.end - block.of.start) + growth as u64;
        changes.push(Splice::over(block.at, block.form.bytes(size).ok_or("its block would be too large")?));
    }
    if let Some((at, form)) = map.stated_costumes {
        let stated = usize::try_from(at).ok().and_then(|at| form.read(&map.index, at));
        if stated == Some(u64::from(first)) {
            changes.push(Splice::over(
                at,
                form.bytes(slots).ok_or("the field in MAXS cannot hold so many costumes")?,
            ));
        }
    }
    Ok(Grown { changes, lanes, first })
}

impl Grown {
    /// Writes a new slot into the lanes.
    pub(super) fn set(&mut self, slot: u32, room: u8, offset: u64, size: u64) {
        let Some(number) = slot.checked_sub(self.first).and_then(|n| usize::try_from(n).ok()) else { return };
        for lane in &mut self.lanes {
            let value = match lane.kind {
                LaneKind::Room => Some(vec![room]),
                LaneKind::Offset(form) => form.bytes(offset),
                LaneKind::Size => NumberFormat::U32Le.bytes(size),
                LaneKind::Record => {
                    NumberFormat::U32Le.bytes(offset).map(|offset| [vec![room], offset].concat())
                }
            };
            let at = number * lane.width;
            if let (Some(value), Some(place)) = (value, lane.bytes.get_mut(at..at + lane.width)) {
                place.copy_from_slice(&value);
            }
        }
    }

    /// Returns all changes of the index.
    pub(super) fn finish(self) -> Vec<Splice> {
        let mut changes = self.changes;
        changes.extend(
            self.lanes.into_iter().map(|lane| Splice { removed: lane.at..lane.at, bytes: lane.bytes }),
        );
        changes
    }
}
