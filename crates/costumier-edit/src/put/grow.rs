//! Adds slots to a game's directory of costumes.
//!
//! Lanes grow at their ends, records at the end of all of them. From v6 on, a number in `MAXS` repeats the count, and
//! the interpreter refuses a game whose two numbers differ.

use costumier::files::layout::{PlacedTable, Row};

use crate::map::{Extent, GameMap};
use crate::splice::Splice;

/// The changes of the index that give the directory more slots, and the new slots.
pub(super) struct Grown {
    /// Changes of the index, except the new slots.
    changes: Vec<Splice>,
    directory: PlacedTable,
    slots: Vec<Row>,
}

/// Makes room for slots up to `last`.
///
/// # Errors
/// Why the directory cannot grow, for people.
pub(super) fn grow(map: &GameMap, last: u32) -> Result<Grown, String> {
    let directory = map.costumes;
    let first = directory.rows;
    let Some((count_at, form)) = directory.count() else {
        return Err(format!("the game's index always has {first} costumes; use an id below that"));
    };
    let slots = u64::from(last) + 1;
    // Scripts name a costume with at most two bytes.
    if slots > form.most() || last > 0xFFFF {
        return Err(format!("the directory of costumes has at most {} slots; use a lower id", form.most()));
    }
    let added = usize::try_from(slots - u64::from(first)).unwrap_or(0);
    let grown = Grown { changes: Vec::new(), directory, slots: vec![directory.table.empty_row(); added] };
    let growth: usize = grown.lanes().map(|lane| lane.len()).sum();
    let mut changes = vec![Splice::over(count_at, form.bytes(slots).unwrap_or_default())];
    if let Some(block) = &directory.block {
        let size = block.size + growth as u64;
        let Extent { at, form, .. } = Extent::of_block(block);
        changes.push(Splice::over(at, form.bytes(size).ok_or("its block would be too large")?));
    }
    if let Some((at, form)) = map.stated_costumes
        && map.index_number(at, form) == Some(u64::from(first))
    {
        let number = form.bytes(slots).ok_or("the field in MAXS cannot hold so many costumes")?;
        changes.push(Splice::over(at, number));
    }
    Ok(Grown { changes, ..grown })
}

impl Grown {
    /// Fills a new slot.
    pub(super) fn set(&mut self, slot: u32, room: u8, offset: u32, size: u32) {
        let number = slot.checked_sub(self.directory.rows).and_then(|number| usize::try_from(number).ok());
        if let Some(row) = number.and_then(|number| self.slots.get_mut(number)) {
            *row = Row { room, offset, size, ..Row::default() };
        }
    }

    /// Returns the new bytes of each lane, or of the records.
    fn lanes(&self) -> impl Iterator<Item = Vec<u8>> {
        self.directory.table.write_lanes(&self.slots)
    }

    /// Returns all changes of the index.
    pub(super) fn finish(self) -> Vec<Splice> {
        let lanes = self.directory.lane_ends().zip(self.lanes());
        let new = lanes.map(|(at, bytes)| Splice { removed: at..at, bytes }).collect();
        [self.changes, new].concat()
    }
}
