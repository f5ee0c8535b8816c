//! Pictures that are not cut into strips: one stream of v2, cells of 8 × 8 pixels of v0 and v1.
//!
//! ```text
//! v2       a stream of pixels, and one of the plane behind it: the one that changes is encoded anew
//! v0, v1   characters and mask characters of the room, maps of the room and of each object: changed cells take
//!          characters that are there, or such that no cell needs any more; changed tables are packed anew
//! ```
//! (`docs/format/old-rooms.md §3, §4`.)
//!
//! **Note:** a cell of v0 and v1 has the three colours of its room and one more, of the first eight. The room's three
//! stay as they are: scripts and objects need them, too.

use std::ops::Range;

use costumier::format::codec::{characters, mask, stream};
use costumier::format::room::Plane;

use super::OpenRoom;
use super::layers::{Layer, PaintedLayers, StoredLayers, file_of, plane_file_of, rows_of};
use super::map::{CellTables, Target, WholePicture};
use super::painted::Painted;
use crate::folder::report::Report;

/// Width and height of a cell in pixels, and its bytes in tables of characters.
const CELL: usize = 8;

/// Number of characters that cells can choose from.
const CHARACTERS: usize = 256;

/// Bytes that the stored size of the mask characters counts in addition to them.
const MASK_EXTRA: usize = 8;

/// New bytes for a part of the room.
pub(super) struct WholeChange {
    /// The file that they come from, or what they are.
    pub(super) file: String,
    pub(super) range: Range<usize>,
    pub(super) bytes: Vec<u8>,
}

impl OpenRoom {
    /// Returns the pixels of a picture in one piece, row by row, and its plane.
    pub(super) fn whole_picture(&self, found: &WholePicture) -> Option<(Vec<u8>, Plane)> {
        let (pixels, plane) = match found.target {
            Target::Background => (self.room.background().ok()?.pixels, self.room.planes.first()?.clone()),
            Target::Object { id, state } => {
                let object = self.room.objects.iter().find(|object| object.id == id)?;
                let (pixels, plane) = object.whole_picture(state)?;
                (pixels.to_vec(), plane.clone())
            }
        };
        (pixels.len() == found.size.0.checked_mul(found.size.1)?).then_some((pixels, plane))
    }
}

/// Returns the parts of the room that painted pictures change.
pub(super) fn changed(
    open: &OpenRoom,
    (stored, painted): (&StoredLayers, &PaintedLayers),
    report: &mut Report,
) -> Vec<WholeChange> {
    let mut all = Vec::new();
    for found in &open.map.whole {
        let both = |layer| Some([stored.get(&layer)?.pixels.clone(), painted.get(&layer)?.clone()]);
        let Some([old, now]) = both(Layer::picture(found.target)) else { continue };
        let Some(planes) = both(Layer { target: found.target, plane: 1 }) else { continue };
        let [old_plane, now_plane] = planes.map(|pixels| rows_of(&pixels, found.size.0));
        all.push(Painted { found, old, now, old_plane, now_plane });
    }
    if let Some(tables) = &open.map.tiles {
        return super::tiles::changed(open, tables, &all, report);
    }
    match &open.map.cells {
        Some(tables) => {
            Cells::read(open, tables).map(|cells| cells.changed(&all, report)).unwrap_or_default()
        }
        None => all.iter().flat_map(streams).collect(),
    }
}

/// The new streams of a picture of v2.
fn streams(painted: &Painted<'_>) -> Vec<WholeChange> {
    let mut out = Vec::new();
    let [picture, plane] = painted.found.parts.as_slice() else { return out };
    let [picture, plane] = [picture, plane].map(Range::clone);
    if painted.now != painted.old {
        let bytes = stream::encode(&painted.now, painted.found.size.0);
        out.push(WholeChange { file: file_of(painted.found.target), range: picture, bytes });
    }
    if painted.now_plane != painted.old_plane {
        let bytes = mask::encode(&painted.now_plane.concat());
        out.push(WholeChange { file: plane_file_of(painted.found.target, 1), range: plane, bytes });
    }
    out
}

/// Characters of one kind, and which ones cells need.
struct Characters {
    all: Vec<[u8; CELL]>,
    needed: [bool; CHARACTERS],
}

impl Characters {
    fn new(bytes: &[u8]) -> Self {
        Self {
            all: bytes.as_chunks().0.iter().copied().take(CHARACTERS).collect(),
            needed: [false; CHARACTERS],
        }
    }

    fn need(&mut self, number: u8) {
        if let Some(needed) = self.needed.get_mut(usize::from(number)) {
            *needed = true;
        }
    }

    /// Returns the number of a character: `before` if it is the same, or one that is there, or one that no cell needs.
    fn number(&mut self, wanted: [u8; CELL], before: u8) -> Option<u8> {
        let is_it = |number: &u8| self.all.get(usize::from(*number)) == Some(&wanted);
        let known = [before].into_iter().chain(0..=u8::MAX).find(is_it);
        let number = known.or_else(|| {
            let number = self.needed.iter().position(|needed| !needed)?;
            if number >= self.all.len() {
                self.all.resize(number + 1, [0; CELL]);
            }
            *self.all.get_mut(number)? = wanted;
            u8::try_from(number).ok()
        })?;
        self.need(number);
        Some(number)
    }
}

/// What a room of v0 or v1 is made of.
struct Cells<'a> {
    open: &'a OpenRoom,
    tables: &'a CellTables,
    characters: Characters,
    masks: Characters,
}

/// A cell: its character, its own colour, its mask character.
type Cell = [u8; 3];

impl<'a> Cells<'a> {
    fn read(open: &'a OpenRoom, tables: &'a CellTables) -> Option<Self> {
        let [all, .., masks] = &tables.parts;
        let characters = unpacked(&open.payload, all.start, CHARACTERS * CELL);
        let stated = usize::from(u16::from_le_bytes(*open.payload.get(masks.start..)?.first_chunk()?));
        let masks = unpacked(&open.payload, masks.start + 2, stated.saturating_sub(MASK_EXTRA));
        Some(Self { open, tables, characters: Characters::new(&characters), masks: Characters::new(&masks) })
    }

    /// Reads the cells of a picture, in the order in which they are stored.
    fn cells(&self, found: &WholePicture) -> Vec<Cell> {
        let count = found.size.0 / CELL * (found.size.1 / CELL);
        let table = |at: usize, length: usize| unpacked(&self.open.payload, at, length);
        let lanes = match found.target {
            Target::Background => {
                let [_, map, own, masks, _] = &self.tables.parts;
                [map, own, masks].map(|range| table(range.start, count))
            }
            Target::Object { .. } => {
                let all = found.parts.first().map(|all| table(all.start, count * 3)).unwrap_or_default();
                [0, 1, 2].map(|lane| all.get(lane * count..(lane + 1) * count).unwrap_or_default().to_vec())
            }
        };
        let at = |lane: &Vec<u8>, cell: usize| lane.get(cell).copied().unwrap_or(0);
        (0..count).map(|cell| lanes.each_ref().map(|lane| at(lane, cell))).collect()
    }

    /// Returns column and row of a cell: down the columns in rooms, along the rows in objects.
    fn place(found: &WholePicture, cell: usize) -> (usize, usize) {
        let (columns, rows) = (found.size.0 / CELL, found.size.1 / CELL);
        match found.target {
            Target::Background => (cell / rows.max(1), cell % rows.max(1)),
            Target::Object { .. } => (cell % columns.max(1), cell / columns.max(1)),
        }
    }

    fn changed(mut self, all: &[Painted<'_>], report: &mut Report) -> Vec<WholeChange> {
        let [old_characters, old_masks] = [self.characters.all.clone(), self.masks.all.clone()];
        let cells: Vec<Vec<Cell>> = all.iter().map(|painted| self.cells(painted.found)).collect();
        // What cells without changes need stays. Pictures that cannot be edited have their cells from others.
        for (painted, cells) in all.iter().zip(&cells) {
            for (cell, [character, _, mask]) in cells.iter().enumerate() {
                let (x, y) = Self::place(painted.found, cell);
                if !painted.differs(x, y) {
                    self.characters.need(*character);
                }
                if !painted.plane_differs(x, y) {
                    self.masks.need(*mask);
                }
            }
        }
        let mut out = Vec::new();
        for (painted, old) in all.iter().zip(cells) {
            let mut now = old.clone();
            let mut refused = None;
            for (cell, parts) in now.iter_mut().enumerate() {
                let (x, y) = Self::place(painted.found, cell);
                let new = self.cell(painted, (x, y), *parts);
                match new {
                    Ok(new) => *parts = new,
                    Err(why) => {
                        refused.get_or_insert((file_of(painted.found.target), why));
                    }
                }
            }
            if let Some((file, why)) = refused {
                report.refuse(file, why);
            }
            if now != old {
                out.extend(self.maps(painted.found, &old, &now));
            }
        }
        let [characters, .., masks] = &self.tables.parts;
        if self.characters.all != old_characters {
            let bytes = characters::encode(self.characters.all.as_flattened());
            out.push(WholeChange {
                file: "characters of the room".to_owned(),
                range: characters.clone(),
                bytes,
            });
        }
        if self.masks.all != old_masks {
            let table = self.masks.all.as_flattened();
            let size = u16::try_from(table.len() + MASK_EXTRA).unwrap_or(u16::MAX).to_le_bytes();
            let bytes = [&size, characters::encode(table).as_slice()].concat();
            out.push(WholeChange {
                file: "mask characters of the room".to_owned(),
                range: masks.clone(),
                bytes,
            });
        }
        out
    }

    /// Returns a cell with the pixels of a folder.
    fn cell(&mut self, painted: &Painted<'_>, (x, y): (usize, usize), old: Cell) -> Result<Cell, String> {
        let [mut character, mut own, mut mask] = old;
        let full = |what: &str| {
            format!(
                "the cell of 8 × 8 pixels from {},{} on needs {what} of its own, and the room's {CHARACTERS} are all \
                 in use: repeat cells that the room has already",
                x * CELL,
                y * CELL
            )
        };
        if painted.differs(x, y) {
            let (bytes, colour) = self.character(painted, (x, y), own)?;
            own = colour;
            character = self.characters.number(bytes, character).ok_or_else(|| full("a character"))?;
        }
        if painted.plane_differs(x, y) {
            let strip = painted.now_plane.get(x).map(Vec::as_slice).unwrap_or_default();
            let bytes = std::array::from_fn(|row| !strip.get(y * CELL + row).copied().unwrap_or(0));
            mask = self.masks.number(bytes, mask).ok_or_else(|| full("a mask"))?;
        }
        Ok([character, own, mask])
    }

    /// Returns the character of a cell, and the cell's own colour: `before` if it has the right one.
    fn character(
        &self,
        painted: &Painted<'_>,
        (x, y): (usize, usize),
        before: u8,
    ) -> Result<([u8; CELL], u8), String> {
        let CellTables { common, shown, .. } = self.tables;
        let shows = |colour: u8| shown.get(usize::from(colour & 15)).copied().unwrap_or(0);
        let pixel = |column: usize, row: usize| {
            let at = (y * CELL + row) * painted.found.size.0 + x * CELL + column;
            painted.now.get(at).copied().unwrap_or(0)
        };
        let more: Vec<u8> = {
            let mut more: Vec<u8> = (0..CELL * CELL).map(|at| pixel(at % CELL, at / CELL)).collect();
            more.sort_unstable();
            more.dedup();
            more.retain(|colour| !common.iter().any(|common| shows(*common) == *colour));
            more
        };
        let own = match more.as_slice() {
            [] => Some(before),
            [one] => [before & 7]
                .into_iter()
                .chain(0..8)
                .find(|own| shows(*own) == *one)
                .map(|own| own | before & !7),
            _ => None,
        };
        let Some(own) = own else {
            let list = |colours: &[u8]| colours.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
            return Err(format!(
                "the cell of 8 × 8 pixels from {},{} on has the colours {} besides the room's own three ({}); a cell \
                 has one more, which is one of {}",
                x * CELL,
                y * CELL,
                list(&more),
                list(&common.map(shows)),
                list(&(0..8).map(shows).collect::<Vec<_>>())
            ));
        };
        let mut bytes = [0; CELL];
        for (row, byte) in bytes.iter_mut().enumerate() {
            for pair in (0..CELL).step_by(2) {
                let [left, right] = [pixel(pair, row), pixel(pair + 1, row)];
                if left != right {
                    return Err(format!(
                        "the pixels at {},{} and right of it differ; pixels of this generation are two wide",
                        x * CELL + pair,
                        y * CELL + row
                    ));
                }
                let value = (0_u8..).zip(common).find(|(_, common)| shows(**common) == left);
                *byte = *byte << 2 | value.map_or(3, |(value, _)| value);
            }
        }
        Ok((bytes, own))
    }

    /// The maps of a picture that changed.
    fn maps(&self, found: &WholePicture, old: &[Cell], now: &[Cell]) -> Vec<WholeChange> {
        let lane = |cells: &[Cell], lane: usize| -> Vec<u8> {
            cells.iter().map(|cell| cell.get(lane).copied().unwrap_or(0)).collect()
        };
        let change = |range: &Range<usize>, table: &[u8]| WholeChange {
            file: file_of(found.target),
            range: range.clone(),
            bytes: characters::encode(table),
        };
        match found.target {
            Target::Background => {
                let [_, map, own, masks, _] = &self.tables.parts;
                let lanes = [map, own, masks].into_iter().enumerate();
                let differs = lanes.filter(|(number, _)| lane(old, *number) != lane(now, *number));
                differs.map(|(number, range)| change(range, &lane(now, number))).collect()
            }
            Target::Object { .. } => {
                let table = [0, 1, 2].map(|number| lane(now, number)).concat();
                found.parts.first().map(|range| change(range, &table)).into_iter().collect()
            }
        }
    }
}

/// Unpacks a table.
fn unpacked(payload: &[u8], at: usize, length: usize) -> Vec<u8> {
    let mut out = Vec::new();
    characters::decode(payload.get(at..).unwrap_or_default(), length, &mut out);
    out
}
