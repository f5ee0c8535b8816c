//! Works out a [`Plan`]: first the blocks, then all numbers that depend on their places.

use std::collections::BTreeMap;
use std::ops::Range;

use costumier::files::layout::{NumberFormat, TableField};
use costumier::{Dialect, Error, Files, Game, Problem, Refused, Result, Severity};

use super::block::{filled, size_field, whole};
use super::grow::grow;
use super::{NewCostume, NewRoom, Outcome, PlacedCostume, Plan, PlannedFile, PutOptions, rooms, strict};
use crate::map::{FileId, GameMap, INDEX, Pointer};
use crate::splice::{Splice, Splices};

/// A block before the changes.
struct Old {
    file: FileId,
    at: Range<u64>,
    header: Vec<u8>,
    payload: Vec<u8>,
    room: u32,
}

/// A block that is added at the end of its room, and the slot that will lead to it.
struct Appended {
    id: u32,
    room: u32,
    bytes: Vec<u8>,
}

struct Planner<'a> {
    map: &'a GameMap,
    game: &'a Game,
    files: &'a dyn Files,
    dialect: Dialect,
    options: PutOptions,
    changes: BTreeMap<FileId, Vec<Splice>>,
    appended: Vec<Appended>,
    /// Ids whose blocks change their size, with the size before and after. Some directories store sizes.
    sizes: Vec<(u32, u64, u64)>,
    problems: Vec<Problem>,
}

pub(super) fn plan(
    map: &GameMap,
    game: &Game,
    files: &dyn Files,
    costumes: &[NewCostume],
    rooms: &[NewRoom],
    options: PutOptions,
) -> Result<Plan> {
    let mut planner = Planner {
        map,
        game,
        files,
        dialect: game.dialect(),
        options,
        changes: BTreeMap::new(),
        appended: Vec::new(),
        sizes: Vec::new(),
        problems: Vec::new(),
    };
    let mut placed = Vec::new();
    let costumes: Vec<NewCostume> =
        costumes.iter().map(|costume| strict::without_header(costume, &planner.dialect)).collect();
    for (number, costume) in costumes.iter().enumerate() {
        if costumes.iter().take(number).any(|other| other.id == costume.id) {
            planner.refuse(costume.id, "it is given twice");
        } else {
            placed.extend(planner.place(&costumes, costume));
        }
    }
    let Planner { changes, problems, .. } = &mut planner;
    let rooms = rooms::place((map, game, files), rooms, options.no_padding, changes, problems);
    Refused::unless_empty(std::mem::take(&mut planner.problems))?;
    let splices = planner.follow()?;
    let files = map.files.iter().zip(splices).map(|(file, splices)| PlannedFile {
        name: file.name.clone(),
        key: file.key,
        len: file.len,
        splices,
    });
    Ok(Plan { files: files.collect(), costumes: placed, rooms })
}

impl Planner<'_> {
    fn refuse(&mut self, id: u32, text: impl Into<String>) {
        self.problems.push(Problem::new(Severity::Broken, format!("costume {id}"), None, text));
    }

    fn change(&mut self, file: FileId, splice: Splice) {
        self.changes.entry(file).or_default().push(splice);
    }

    /// Returns the pointer of a costume's slot, if the slot is used.
    fn slot(&self, id: u32) -> Option<Pointer> {
        let directory = &self.map.costumes;
        let (at, _) = directory.number(TableField::Offset, id).filter(|_| id < directory.rows)?;
        self.map.pointers.iter().find(|pointer| pointer.file == INDEX && pointer.at == at).copied()
    }

    /// Returns the other ids whose slots lead to the same place.
    fn others(&self, id: u32, slot: &Pointer) -> Vec<u32> {
        let same = |other: &u32| {
            let other = self.slot(*other);
            other.is_some_and(|other| (other.into, other.target) == (slot.into, slot.target))
        };
        (0..self.map.costumes.rows).filter(|other| *other != id).filter(same).collect()
    }

    /// Returns the block that a slot leads to.
    fn old(&self, id: u32, slot: &Pointer) -> Result<Old> {
        let found = self.game.costume_bytes(id)?;
        let header = usize::try_from(self.dialect.costume_blocks.len()).unwrap_or(0);
        let file = self.map.files.get(slot.into).ok_or_else(|| {
            Error::bad("costume directory", slot.at, "the slot leads into a file that is missing")
        })?;
        let mut bytes = vec![0; header];
        self.files.open(&file.name)?.read_at(slot.target, &mut bytes)?;
        file.key.apply(&mut bytes);
        let end = slot.target.saturating_add((header + found.payload.len()) as u64);
        Ok(Old {
            file: slot.into,
            at: slot.target..end,
            header: bytes,
            payload: found.payload,
            room: found.room,
        })
    }

    /// Decides where a costume's block goes.
    fn place(&mut self, all: &[NewCostume], costume: &NewCostume) -> Option<PlacedCostume> {
        let id = costume.id;
        if let Some(slot) = self.slot(id) {
            return match self.old(id, &slot) {
                Ok(old) => self.replace(all, costume, &slot, &old),
                Err(error) => {
                    self.refuse(id, format!("the block of this id cannot be replaced: {error}"));
                    None
                }
            };
        }
        if id == 0 {
            self.refuse(id, "id 0 means \"no costume\"; use another id");
            return None;
        }
        let Some(room) = costume.room else {
            self.refuse(id, "the game has no costume of this id; name the room for a new one");
            return None;
        };
        self.require_costume(id, &costume.payload, None)?;
        let bytes = self.whole(id, None, &costume.payload)?;
        self.add(id, room, bytes, None, Outcome::Added)
    }

    /// Refuses a payload that the game could not open.
    fn require_costume(&mut self, id: u32, payload: &[u8], old: Option<&[u8]>) -> Option<()> {
        let why = strict::refused(payload, old, &self.dialect, self.game.limits());
        why.map_or(Some(()), |why| {
            self.refuse(id, why);
            None
        })
    }

    fn whole(&mut self, id: u32, header: Option<&[u8]>, payload: &[u8]) -> Option<Vec<u8>> {
        let block = whole(&self.dialect, header, payload);
        if let Err(excess) = block {
            let (_, form) = size_field(self.dialect.blocks);
            let text = format!(
                "the block is {excess} bytes too large; a block of this game has at most {}",
                form.most()
            );
            self.refuse(id, text);
        }
        block.ok()
    }

    /// Adds a block at the end of a room.
    fn add(
        &mut self,
        id: u32,
        room: u32,
        bytes: Vec<u8>,
        before: Option<u64>,
        outcome: Outcome,
    ) -> Option<PlacedCostume> {
        let place = self.map.rooms.get(&room).filter(|_| room != 0 && u8::try_from(room).is_ok());
        let Some(file) = place.and_then(|place| self.map.files.get(place.file)) else {
            self.refuse(id, format!("room {room} does not exist in the game, or its file is missing"));
            return None;
        };
        let after = bytes.len() as u64;
        let name = file.name.clone();
        self.appended.push(Appended { id, room, bytes });
        Some(PlacedCostume { id, room, file: name, before, after, filling: 0, outcome })
    }

    /// Replaces a block by another.
    fn replace(
        &mut self,
        all: &[NewCostume],
        costume: &NewCostume,
        slot: &Pointer,
        old: &Old,
    ) -> Option<PlacedCostume> {
        let id = costume.id;
        let before = old.at.end - old.at.start;
        let file = self.map.files.get(old.file).map(|file| file.name.clone()).unwrap_or_default();
        let placed = |after, filling, outcome| {
            Some(PlacedCostume { id, room: old.room, file, before: Some(before), after, filling, outcome })
        };
        if let Some(room) = costume.room.filter(|room| *room != old.room) {
            self.refuse(id, format!("it belongs to room {} and cannot be moved to room {room}", old.room));
            return None;
        }
        if costume.payload == old.payload {
            return placed(before, 0, Outcome::Unchanged);
        }
        self.require_costume(id, &costume.payload, Some(&old.payload))?;
        let others = self.others(id, slot);
        let given = |other: &&u32| all.iter().any(|c| c.id == **other && c.payload == costume.payload);
        let keeping: Vec<u32> = others.iter().filter(|other| !given(other)).copied().collect();
        if !keeping.is_empty() && !self.options.all_ids {
            let bytes = self.whole(id, Some(&old.header), &costume.payload)?;
            return self.add(id, old.room, bytes, Some(before), Outcome::Split(keeping));
        }
        let mut filling = 0;
        let mut payload = costume.payload.clone();
        let smaller = !self.options.no_padding && payload.len() < old.payload.len();
        if smaller
            && self.moves_index(old)
            && let Some(full) = filled(&self.dialect, &payload, old.payload.len())
        {
            filling = (full.len() - payload.len()) as u64;
            payload = full;
        }
        // Filled up, it may be what an earlier call wrote.
        if payload == old.payload {
            return placed(before, 0, Outcome::Unchanged);
        }
        let bytes = self.whole(id, Some(&old.header), &payload)?;
        let after = bytes.len() as u64;
        self.sizes.push((id, before, after));
        // Another id of the same block may have replaced it before.
        let done = self.changes.get(&old.file).is_some_and(|c| c.iter().any(|c| c.removed == old.at));
        if !done {
            self.change(old.file, Splice { removed: old.at.clone(), bytes });
        }
        placed(after, filling, Outcome::Replaced)
    }

    /// Whether the index changes if the block gets another size.
    fn moves_index(&self, old: &Old) -> bool {
        let behind = |pointer: &Pointer| {
            let leads = pointer.file == INDEX && pointer.into == old.file;
            leads && pointer.base <= old.at.start && pointer.target >= old.at.end
        };
        self.map.costumes.table.has(TableField::Size) || self.map.pointers.iter().any(behind)
    }

    /// Works out everything that depends on the places of blocks.
    fn follow(mut self) -> Result<Vec<Splices>> {
        // Blocks at the end of the same room follow each other.
        let mut ends: BTreeMap<(FileId, u64), Vec<u8>> = BTreeMap::new();
        let mut inner = Vec::new();
        for added in &self.appended {
            let Some(place) = self.map.rooms.get(&added.room) else { continue };
            let bytes = ends.entry((place.file, place.end)).or_default();
            inner.push(bytes.len() as u64);
            bytes.extend_from_slice(&added.bytes);
        }
        for ((file, end), bytes) in &ends {
            self.change(*file, Splice { removed: *end..*end, bytes: bytes.clone() });
        }
        let count = self.map.files.len();
        let blocks: Vec<Splices> = (0..count)
            .map(|file| Splices::new(self.changes.get(&file).cloned().unwrap_or_default()))
            .collect::<Result<_>>()?;
        let none = Splices::default();
        let of = |file: FileId| blocks.get(file).unwrap_or(&none);

        self.measure(of);
        self.lead(of);
        let mut slots = Vec::new();
        for (added, inner) in self.appended.iter().zip(inner) {
            let Some(place) = self.map.rooms.get(&added.room) else { continue };
            let total = ends.get(&(place.file, place.end)).map_or(0, Vec::len) as u64;
            let moved = of(place.file);
            let at = moved.moved(place.end).saturating_sub(total).saturating_add(inner);
            let offset = at.saturating_sub(moved.moved(place.base));
            slots.push((added.id, added.room, offset, added.bytes.len() as u64));
        }
        self.fill(&slots);
        Refused::unless_empty(std::mem::take(&mut self.problems))?;
        (0..count).map(|file| Splices::new(self.changes.remove(&file).unwrap_or_default())).collect()
    }

    /// Changes the sizes of containers around blocks.
    fn measure<'s>(&mut self, of: impl Fn(FileId) -> &'s Splices) {
        for extent in &self.map.extents {
            let splices = of(extent.file);
            let size = splices.moved(extent.of.end).saturating_sub(splices.moved(extent.of.start));
            if size == extent.of.end - extent.of.start {
                continue;
            }
            match extent.form.bytes(size) {
                Some(bytes) => {
                    self.changes.entry(extent.file).or_default().push(Splice::over(extent.at, bytes));
                }
                None => {
                    let name = self.map.files.get(extent.file).map_or("", |file| &file.name);
                    let text =
                        format!("the container would have {size} bytes, more than {}", extent.form.most());
                    self.problems.push(Problem::new(Severity::Broken, name, Some(extent.at), text));
                }
            }
        }
    }

    /// Changes the offsets of everything behind blocks.
    fn lead<'s>(&mut self, of: impl Fn(FileId) -> &'s Splices) {
        let slot = |added: &Appended| self.map.costumes.number(TableField::Offset, added.id);
        let new_slots: Vec<u64> = self.appended.iter().filter_map(slot).map(|(at, _)| at).collect();
        let mut furthest: BTreeMap<FileId, (u64, NumberFormat)> = BTreeMap::new();
        for pointer in &self.map.pointers {
            if pointer.file == INDEX && new_slots.contains(&pointer.at) {
                continue;
            }
            let splices = of(pointer.into);
            let len = self.map.files.get(pointer.into).map_or(0, |file| file.len);
            let before = pointer.target - pointer.base;
            // A pointer outside the file leads nowhere and is left as it is.
            if splices.is_empty() || pointer.target >= len {
                continue;
            }
            let after = splices.moved(pointer.target).saturating_sub(splices.moved(pointer.base));
            if after == before {
                continue;
            }
            // The highest number of 16 bits means "nothing".
            let most = pointer.form.most() - u64::from(pointer.form == NumberFormat::U16Le);
            match pointer.form.bytes(after).filter(|_| after <= most) {
                Some(bytes) => {
                    self.changes.entry(pointer.file).or_default().push(Splice::over(pointer.at, bytes));
                }
                None => {
                    let worst = furthest.entry(pointer.into).or_insert((0, pointer.form));
                    worst.0 = worst.0.max(after - most);
                }
            }
        }
        for (file, (excess, form)) in furthest {
            let name = self.map.files.get(file).map_or("", |file| &file.name);
            let most = form.most() - u64::from(form == NumberFormat::U16Le);
            let text = format!(
                "{excess} bytes too many lie before something in it: places in this game's files go up to \
                 {most}; costumes or rooms must become {excess} bytes smaller"
            );
            self.problems.push(Problem::new(Severity::Broken, name, None, text));
        }
    }

    /// Changes slots of the directory: those of blocks at the end of rooms, and stored sizes.
    fn fill(&mut self, slots: &[(u32, u32, u64, u64)]) {
        let directory = &self.map.costumes;
        let last = slots.iter().map(|(id, ..)| *id).max().filter(|last| *last >= directory.rows);
        let mut grown = match last.map(|last| grow(self.map, last)).transpose() {
            Ok(grown) => grown,
            Err(why) => {
                self.refuse(last.unwrap_or(0), why);
                return;
            }
        };
        for (id, room, offset, size) in slots.iter().copied() {
            let Some((at, form)) = directory.number(TableField::Offset, id) else { continue };
            let most = form.most() - u64::from(form == NumberFormat::U16Le);
            let (Some(offset), Ok(number)) =
                (u32::try_from(offset).ok().filter(|_| offset <= most), u8::try_from(room))
            else {
                let excess = offset.saturating_sub(most);
                let text =
                    format!("room {room} is full: it can be added when the room has {excess} bytes less");
                self.refuse(id, text);
                continue;
            };
            if id >= directory.rows {
                if let Some(grown) = &mut grown {
                    grown.set(id, number, offset, u32::try_from(size).unwrap_or(0));
                }
                continue;
            }
            self.change(INDEX, Splice::over(at, form.bytes(offset.into()).unwrap_or_default()));
            for (field, value) in [(TableField::Room, number.into()), (TableField::Size, size)] {
                let number = directory.number(field, id);
                if let Some((at, bytes)) = number.and_then(|(at, form)| Some((at, form.bytes(value)?))) {
                    self.change(INDEX, Splice::over(at, bytes));
                }
            }
        }
        for change in grown.into_iter().flat_map(super::grow::Grown::finish) {
            self.change(INDEX, change);
        }
        for (id, before, after) in std::mem::take(&mut self.sizes) {
            let Some((at, form)) = directory.number(TableField::Size, id) else { continue };
            let stored = self.map.index_number(at, form);
            // Some tools store sizes without the header. A number that is neither size is left as it is.
            let header = self.dialect.costume_blocks.len();
            let now = match stored {
                Some(stored) if stored == before => Some(after),
                Some(stored) if stored + header == before => Some(after - header),
                _ => None,
            };
            if let Some(bytes) = now.filter(|now| Some(*now) != stored).and_then(|now| form.bytes(now)) {
                self.change(INDEX, Splice::over(at, bytes));
            }
        }
    }
}
