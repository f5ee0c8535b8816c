//! Writing rooms of v0, v1 and v2 (`docs/format/old-rooms.md §2–§4`).
//!
//! ```text
//! v2   +4 u16 width, height · +10 u16 picture · +20 u8 objects, boxes at, sounds, scripts · +24 u16 exit,
//!      entry script · +28 scripts, boxes, the ways between them, picture and plane in one stream each
//! v1   +4 u8 width / 8, height / 8, four colours, u16 characters, map, colours, masks, mask characters · +20 as in v2
//! v0   as v1; boxes of five bytes up to 0xFF, then the neighbours of each
//! ```
//! Positions count from the block's header. **Note:** v1 draws cells of 8 × 8 pixels in four colours, three of which
//! are the room's. A picture with other cells is refused; the error names the cell.

use std::collections::{BTreeMap, BTreeSet};

use super::bundle::Bundle;
use super::{RoomSource, refuse};
use costumier_format::block::write::BlockWriter;
use costumier_format::codec::{characters, mask, stream};
use costumier_format::colour;
use costumier_format::dialect::Dialect;
use costumier_format::room::Plane;
use costumier_format::{Problem, Refused};

/// Spare bytes behind a plane: its reader looks ahead.
const SPARE: [u8; 2] = [0; 2];

/// Pixels across and down a cell, and cells that a table can tell apart.
const CELL: usize = 8;
const CELLS: usize = 256;

impl RoomSource {
    /// v1 and v2.
    pub(super) fn oldest(&self, dialect: &Dialect) -> Result<Vec<u8>, Refused> {
        let mut problems = Vec::new();
        self.check_cell_boxes(dialect, &mut problems);
        if !self.height.is_multiple_of(8) {
            refuse(&mut problems, "size", format!("{} rows; they are a multiple of 8", self.height));
        }
        Refused::unless_empty(problems)?;
        let mut bundle = Bundle::new(self, if dialect.is_v0() { self.boxes_v0() } else { self.cell_boxes() });
        let mut fields = BlockWriter::new();
        if let Some(shown) = colour::from_c64(dialect.colours) {
            let cells = Cells::new(self, &shown)?;
            let side = |pixels: u16| u8::try_from(pixels / 8).unwrap_or(u8::MAX);
            fields.bytes(&[side(self.width), side(self.height)]);
            fields.bytes(&cells.common);
            cells.tables().into_iter().for_each(|table| fields.u16(bundle.add(table)));
            let mut pictures = cells.objects.iter();
            return bundle.finish(dialect, &fields.finish(), |object| {
                object.pictures.first_key_value()?;
                Some(object_table(pictures.next()?))
            });
        }
        let stored = |pixels: &[u8], width: u16, height: u16, plane: Option<&Plane>| {
            let mut out = stream::encode(pixels, width.into());
            out.extend(mask::encode(&mask_columns(plane, (usize::from(width) / 8, height.into()))));
            out.extend(SPARE);
            out
        };
        [self.width, self.height, 0].iter().for_each(|field| fields.u16(*field));
        fields.u16(bundle.add(stored(&self.background, self.width, self.height, self.planes.first())));
        fields.bytes(&[0; 8]);
        bundle.finish(dialect, &fields.finish(), |object| {
            let (_, picture) = object.pictures.first_key_value()?;
            let plane = picture.planes.first().and_then(Option::as_ref);
            Some(stored(&picture.pixels, object.width, object.height, plane))
        })
    }

    /// Adds the problems of boxes in cells of 8 × 2 pixels.
    pub(super) fn check_cell_boxes(&self, dialect: &Dialect, problems: &mut Vec<Problem>) {
        if self.boxes.len() > 15 {
            let text = format!("{} boxes; the ways between more than 15 cannot be stored", self.boxes.len());
            refuse(problems, "boxes", text);
        }
        for (number, walk_box) in self.boxes.iter().enumerate() {
            let [(ulx, top), (urx, top_right), (lrx, bottom), (llx, bottom_left)] = walk_box.corners;
            let fits = |value: i16, unit: i16| {
                value.checked_rem(unit) == Some(0)
                    && u8::try_from(value.checked_div(unit).unwrap_or(-1)).is_ok()
            };
            let straight = top == top_right && bottom == bottom_left;
            let upright = ulx == llx && urx == lrx;
            if dialect.is_v0() && (!upright || walk_box.flags != 0) {
                refuse(problems, format!("box {number}"), "v0 has upright boxes without flags");
            }
            if !straight
                || ![ulx, urx, lrx, llx].iter().all(|x| fits(*x, 8))
                || !fits(top, 2)
                || !fits(bottom, 2)
            {
                let text = "corners lie at multiples of 8 across and 2 down, upper and lower edge are level";
                refuse(problems, format!("box {number}"), text);
            }
        }
    }

    /// v0: the boxes, then the neighbours of each.
    fn boxes_v0(&self) -> Vec<u8> {
        let low = |value: i16, unit: i16| value.checked_div(unit).unwrap_or(0).to_le_bytes()[0];
        let mut out = Vec::new();
        for walk_box in &self.boxes {
            let [(left, top), _, (right, bottom), _] = walk_box.corners;
            out.extend([low(left, 8), low(right, 8), low(top, 2), low(bottom, 2), walk_box.mask]);
        }
        out.push(u8::MAX);
        for (_, row) in self.boxes.iter().zip(self.neighbours.iter().chain(std::iter::repeat(&Vec::new()))) {
            out.extend(row.iter().map(|to| to.saturating_sub(1)));
            out.push(u8::MAX);
        }
        out
    }

    /// A count, the boxes, where the rows of the matrix begin, and where to go from each box to reach each
    /// other.
    pub(super) fn cell_boxes(&self) -> Vec<u8> {
        let low = |value: i16, unit: i16| value.checked_div(unit).unwrap_or(0).to_le_bytes()[0];
        let count = self.boxes.len().to_le_bytes()[0];
        let mut out = vec![count];
        for walk_box in &self.boxes {
            let [(ulx, top), (urx, _), (lrx, bottom), (llx, _)] = walk_box.corners;
            let across = [ulx, urx, llx, lrx].map(|x| low(x, 8));
            out.extend([low(top, 2), low(bottom, 2)]);
            out.extend(across);
            out.extend([walk_box.mask, walk_box.flags]);
        }
        out.extend((0..count).map(|row| row.wrapping_mul(count)));
        for (from, row) in (0..count).zip(self.neighbours.iter().chain(std::iter::repeat(&Vec::new()))) {
            out.extend(
                (0..count)
                    .map(|to| if to == from || row.contains(&to.saturating_add(1)) { to } else { u8::MAX }),
            );
        }
        out
    }
}

/// Plane 1: the rows of each strip, one strip after the other.
fn mask_columns(plane: Option<&Plane>, (strips, height): (usize, usize)) -> Vec<u8> {
    let Some(plane) = plane else { return vec![0; strips.saturating_mul(height)] };
    (0..strips)
        .flat_map(|strip| (0..height).map(move |row| plane.row(row).get(strip).copied().unwrap_or(0)))
        .collect()
}

/// The three lanes of an object's picture, packed.
fn object_table(cells: &[(u8, u8, u8)]) -> Vec<u8> {
    let lane = |of: fn(&(u8, u8, u8)) -> u8| cells.iter().map(of);
    let table: Vec<u8> = lane(|cell| cell.0).chain(lane(|cell| cell.1)).chain(lane(|cell| cell.2)).collect();
    characters::encode(&table)
}

/// A picture of v1.
struct Cells {
    /// The room's colours; the fourth is not used.
    common: [u8; 4],
    characters: Vec<[u8; CELL]>,
    masks: Vec<[u8; CELL]>,
    /// Character, own colour and mask of each cell, down the columns.
    cells: Vec<(u8, u8, u8)>,
    /// The same of each object that has a picture, row by row.
    objects: Vec<Vec<(u8, u8, u8)>>,
}

/// A picture that is cut into cells.
struct Cut<'a> {
    /// Its name in errors.
    name: String,
    pixels: &'a [u8],
    width: usize,
    plane: Option<&'a Plane>,
    /// Its cells, in the order in which they are stored.
    places: Vec<(usize, usize)>,
}

impl Cut<'_> {
    fn pixel(&self, x: usize, y: usize) -> u8 {
        self.pixels.get(y.saturating_mul(self.width).saturating_add(x)).copied().unwrap_or(0)
    }
}

impl Cells {
    #[allow(clippy::arithmetic_side_effects, reason = "places in cells of a room whose sides have 16 bits")]
    fn new(room: &RoomSource, shown: &[u8; 16]) -> Result<Self, Refused> {
        let mut problems = Vec::new();
        let (columns, rows) = (usize::from(room.width) / CELL, usize::from(room.height) / CELL);
        let mut cuts = vec![Cut {
            name: "background".into(),
            pixels: &room.background,
            width: room.width.into(),
            plane: room.planes.first(),
            places: (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))).collect(),
        }];
        for object in &room.objects {
            let Some((_, picture)) = object.pictures.first_key_value() else { continue };
            let (columns, rows) = (usize::from(object.width) / CELL, usize::from(object.height) / CELL);
            cuts.push(Cut {
                name: format!("object {}", object.id),
                pixels: &picture.pixels,
                width: object.width.into(),
                plane: picture.planes.first().and_then(Option::as_ref),
                places: (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).collect(),
            });
        }
        // The colours of each cell, as bits.
        let of_cell = |cut: &Cut<'_>, (x, y): (usize, usize)| {
            let all = (0..CELL * CELL).map(|at| cut.pixel(x * CELL + at % CELL, y * CELL + at / CELL));
            all.fold(0u16, |set, colour| set | 1 << (colour & 15))
        };
        let sets: BTreeSet<u16> =
            cuts.iter().flat_map(|cut| cut.places.iter().map(|place| of_cell(cut, *place))).collect();
        let Some(common) = common_colours(&sets, shown) else {
            let text = "three colours of the room and one of the eight first for each cell of 8 x 8 pixels \
                do not make it";
            refuse(&mut problems, "background", text);
            return Err(Refused { problems });
        };
        let mut characters: BTreeMap<[u8; CELL], usize> = BTreeMap::new();
        let mut masks: BTreeMap<[u8; CELL], usize> = BTreeMap::new();
        let mut all = Vec::new();
        for cut in &cuts {
            let mut cells = Vec::new();
            for (x, y) in cut.places.iter().copied() {
                let mut own = 0;
                let mut character = [0; CELL];
                for (row, byte) in character.iter_mut().enumerate() {
                    for pair in 0..CELL / 2 {
                        let (left, right) = (
                            cut.pixel(x * CELL + 2 * pair, y * CELL + row),
                            cut.pixel(x * CELL + 2 * pair + 1, y * CELL + row),
                        );
                        if left != right && problems.is_empty() {
                            let text = format!(
                                "two pixels side by side differ in cell {x}, {y}, but pixels are drawn twice as wide"
                            );
                            refuse(&mut problems, cut.name.clone(), text);
                        }
                        let value =
                            (0u8..3).zip(common).find(|(_, c)| shown.get(usize::from(*c)) == Some(&left));
                        let value = value.map_or(3, |(value, _)| value);
                        if value == 3 {
                            own = (0u8..8).zip(shown).find(|(_, s)| **s == left).map_or(0, |(own, _)| own);
                        }
                        *byte = *byte << 2 | value;
                    }
                }
                let strip =
                    |row: usize| cut.plane.and_then(|plane| plane.row(y * CELL + row).get(x).copied());
                let hiding: [u8; CELL] = std::array::from_fn(|row| !strip(row).unwrap_or(0));
                let next = characters.len();
                let character = *characters.entry(character).or_insert(next);
                let next = masks.len();
                let hiding = *masks.entry(hiding).or_insert(next);
                cells.push((character.to_le_bytes()[0], own, hiding.to_le_bytes()[0]));
            }
            all.push(cells);
        }
        let mut all = all.into_iter();
        let cells = all.next().unwrap_or_default();
        for (what, count) in [("background", characters.len()), ("z-plane 1", masks.len())] {
            if count > CELLS {
                refuse(&mut problems, what, format!("{count} different cells; there are {CELLS}"));
            }
        }
        Refused::unless_empty(problems)?;
        let ordered = |table: BTreeMap<[u8; CELL], usize>| {
            let mut all: Vec<_> = table.into_iter().map(|(cell, number)| (number, cell)).collect();
            all.sort_unstable();
            all.into_iter().map(|(_, cell)| cell).collect()
        };
        let [a, b, c] = common;
        Ok(Self {
            common: [a, b, c, 0],
            characters: ordered(characters),
            masks: ordered(masks),
            cells,
            objects: all.collect(),
        })
    }

    /// The five tables, in the order of their offsets.
    fn tables(&self) -> [Vec<u8>; 5] {
        let mut all = self.characters.concat();
        all.resize(CELLS * CELL, 0);
        let map: Vec<u8> = self.cells.iter().map(|cell| cell.0).collect();
        let own: Vec<u8> = self.cells.iter().map(|cell| cell.1).collect();
        let hiding: Vec<u8> = self.cells.iter().map(|cell| cell.2).collect();
        let masks = self.masks.concat();
        let stated = u16::try_from(masks.len().saturating_add(8)).unwrap_or(u16::MAX).to_le_bytes();
        let masks = [stated.as_slice(), &characters::encode(&masks)].concat();
        let [all, map, own, hiding] = [all, map, own, hiding].map(|table| characters::encode(&table));
        [all, map, own, hiding, masks]
    }
}

/// Three C64 colours so that each cell needs at most one more, of the first eight. The first of equals.
fn common_colours(sets: &BTreeSet<u16>, shown: &[u8; 16]) -> Option<[u8; 3]> {
    let bit = |colour: u8| 1u16 << (shown.get(usize::from(colour)).copied().unwrap_or(0) & 15);
    let owns: Vec<u16> = (0..8).map(bit).collect();
    let used = sets.iter().fold(0, |all, set| all | set);
    // Of the unneeded colours, only one is tried, as "any colour".
    let mut tried: Vec<u8> = Vec::new();
    for colour in 0..16 {
        let known = tried.iter().any(|other| bit(*other) == bit(colour));
        if !known && (bit(colour) & used != 0 || tried.is_empty()) {
            tried.push(colour);
        }
    }
    let fits = |three: u16| {
        sets.iter().all(|set| {
            let more = set & !three;
            more == 0 || owns.contains(&more)
        })
    };
    for a in &tried {
        for b in &tried {
            for c in &tried {
                if fits(bit(*a) | bit(*b) | bit(*c)) {
                    return Some([*a, *b, *c]);
                }
            }
        }
    }
    None
}
