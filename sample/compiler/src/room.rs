//! A room: `room.toml`, `background.png` and `zplane-1.png`, `zplane-2.png`, …

use std::collections::BTreeSet;

use costumier::game::{BoxScale, Plane, ScaleSlot, WalkBox};
use costumier::{Dialect, Generation};
use costumier_build::room::{MAX_PLANES, RoomSource};
use serde::Deserialize;

use super::picture::Sheet;
use super::{Report, SourceFolder, has_cells};

/// Rows of the screen that v2 shows rooms in, and the last of them that a cell begins in.
const ROWS_IN_V2: u16 = 128;
const LAST_ROW: i16 = 126;

/// The first entry of every room's palette.
const BLACK: u8 = 0;

/// The first colour that is a room's own; costumes have those before it.
const FURNITURE: u8 = 96;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomFile {
    size: [u16; 2],
    transparent: Option<u8>,
    /// The first row of those that v2 shows: it has 128 for rooms.
    top_in_v2: u16,
    #[serde(default)]
    scale_slots: Vec<SlotEntry>,
    #[serde(default, rename = "box")]
    boxes: Vec<BoxEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlotEntry {
    scale1: i32,
    y1: i32,
    scale2: i32,
    y2: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxEntry {
    corners: [(i16, i16); 4],
    mask: u8,
    flags: u8,
    scale: ScaleEntry,
    #[serde(default)]
    neighbours: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ScaleEntry {
    Constant(u16),
    Slot(String),
}

/// The room, for a kind of game, and the first row of its picture that is shown there.
pub(super) fn compile(
    place: &SourceFolder,
    dialect: &Dialect,
    report: &mut Report,
) -> Option<(RoomSource, u16)> {
    let (path, name) = place.file("room.toml");
    let source: Option<RoomFile> = report.read_toml(&path, &name);
    let background = match dialect.fixed_colours {
        true => None,
        false => Sheet::read(place, "background.png", report),
    };
    let source = source?;
    let [width, height] = source.size;
    let mut room = RoomSource::new(width, height);
    room.transparent = source.transparent;
    if dialect.fixed_colours {
        // Painted anew, in the colours of the machine.
        room.background = Sheet::read(place, "sixteen.png", report).map(|it| it.pixels).unwrap_or_default();
    } else if let Some(background) = background {
        room.palette = background.palette;
        room.background = background.pixels;
        if let Some(rules) = dialect.high_colour {
            without_numbers(&mut room, rules.numbers);
        }
    }
    for number in 1..=MAX_PLANES {
        let file = format!("zplane-{number}.png");
        if place.folder.join(&file).exists() {
            room.planes.extend(plane(place, &file, report));
        }
        if has_one_plane(dialect) {
            break;
        }
    }
    if source.scale_slots.len() > room.scale_slots.len() {
        let text = format!("{} of them; there are {}", source.scale_slots.len(), room.scale_slots.len());
        report.refuse(format!("{name}: scale_slots"), text);
    }
    for (slot, entry) in room.scale_slots.iter_mut().zip(&source.scale_slots) {
        let SlotEntry { scale1, y1, scale2, y2 } = *entry;
        *slot = Some(ScaleSlot { scale1, y1, scale2, y2 });
    }
    for (entry, number) in source.boxes.into_iter().zip(1..) {
        let scale = entry.scale.read().unwrap_or_else(|text| {
            report.refuse(format!("{name}: box {number}"), text);
            BoxScale::Constant(255)
        });
        let BoxEntry { corners, mut mask, flags, neighbours, .. } = entry;
        if mask > 1 && has_one_plane(dialect) {
            mask = 0;
        }
        room.boxes.push(WalkBox { corners, mask, flags, scale });
        room.neighbours.push(neighbours);
    }
    fill_screen(&mut room, dialect);
    let top = if has_cells(dialect) { source.top_in_v2 } else { 0 };
    if has_cells(dialect) {
        in_cells(&mut room, top);
    }
    Some((room, top))
}

/// Adds black columns and rows where the screen is larger than the room: interpreters of v8 and Humongous games
/// crash in rooms that are smaller than the screen.
fn fill_screen(room: &mut RoomSource, dialect: &Dialect) {
    let [width, height] =
        <[u32; 2]>::from(dialect.screen_size()).map(|side| u16::try_from(side).unwrap_or(u16::MAX));
    let (old, new) = (usize::from(room.width), usize::from(room.width.max(width)));
    let is_whole = |plane: &Plane| (plane.width(), plane.height()) == (room.width, room.height);
    if room.background.len() != old * usize::from(room.height) || !room.planes.iter().all(is_whole) {
        // The writer of the room names what does not fit.
        return;
    }
    // Each row is as long as the new room is wide; rows that are missing are black altogether.
    let mut background: Vec<u8> = room.background.chunks(old.max(1)).fold(Vec::new(), |mut rows, row| {
        rows.extend(row);
        rows.resize(rows.len() + new - row.len(), BLACK);
        rows
    });
    room.width = room.width.max(width);
    room.height = room.height.max(height);
    background.resize(new * usize::from(room.height), BLACK);
    room.background = background;
    for plane in &mut room.planes {
        let mut larger = Plane::new(room.width, room.height);
        for (x, y) in (0..plane.width()).flat_map(|x| (0..plane.height()).map(move |y| (x, y))) {
            larger.set(x, y, plane.hides(x.into(), y.into()));
        }
        *plane = larger;
    }
}

/// The rows of a room that v2 shows, and its boxes in cells of 8 × 2 pixels.
fn in_cells(room: &mut RoomSource, top: u16) {
    let (width, rows) = (usize::from(room.width), usize::from(ROWS_IN_V2));
    let pixels = room.background.drain(..).skip(usize::from(top) * width).take(rows * width);
    room.background = pixels.collect();
    room.height = ROWS_IN_V2;
    for plane in &mut room.planes {
        let mut cut = Plane::new(room.width, ROWS_IN_V2);
        for (x, y) in (0..room.width).flat_map(|x| (0..ROWS_IN_V2).map(move |y| (x, y))) {
            cut.set(x, y, plane.hides(x.into(), i32::from(y) + i32::from(top)));
        }
        *plane = cut;
    }
    let top = i16::try_from(top).unwrap_or(0);
    for (x, y) in room.boxes.iter_mut().flat_map(|it| &mut it.corners) {
        (*x, *y) = (*x / 8 * 8, (*y - top).clamp(0, LAST_ROW) / 2 * 2);
    }
}

/// Whether there is one z-plane beside plane 0: then who would stand behind another stands in front.
fn has_one_plane(dialect: &Dialect) -> bool {
    dialect.generation() < Generation::V4
}

/// Where pixels have 16 bits, the first and last colours of a room are shown as the numbers that they have, nearly
/// black (`docs/format/humongous-rooms.md §4`). What is painted in them moves to entries that the picture
/// leaves free.
fn without_numbers(room: &mut RoomSource, numbers: u8) {
    let kept = numbers..=u8::MAX - numbers;
    let used: BTreeSet<u8> = room.background.iter().copied().collect();
    // From the top, where rooms have no colours of costumes.
    let mut free: Vec<u8> =
        kept.clone().filter(|entry| *entry >= FURNITURE && !used.contains(entry)).collect();
    for entry in used.into_iter().filter(|entry| !kept.contains(entry)) {
        let Some(to) = free.pop() else { return };
        if room.palette.len() <= usize::from(to) {
            room.palette.resize(usize::from(to) + 1, [0; 3]);
        }
        room.palette[usize::from(to)] = room.palette[usize::from(entry)];
        room.background.iter_mut().filter(|pixel| **pixel == entry).for_each(|pixel| *pixel = to);
    }
}

impl ScaleEntry {
    fn read(&self) -> Result<BoxScale, String> {
        match self {
            Self::Constant(scale) => Ok(BoxScale::Constant(*scale)),
            Self::Slot(text) => match text.strip_prefix("slot ").map(str::parse) {
                Some(Ok(number @ 1..=4)) => Ok(BoxScale::Slot(number - 1)),
                _ => Err(format!("scale {text:?} is no number and none of \"slot 1\" to \"slot 4\"")),
            },
        }
    }
}

fn plane(place: &SourceFolder, file: &str, report: &mut Report) -> Option<Plane> {
    let sheet = Sheet::read(place, file, report)?;
    let width = u16::try_from(sheet.width).unwrap_or(u16::MAX);
    let height = u16::try_from(sheet.height).unwrap_or(u16::MAX);
    let mut plane = Plane::new(width, height);
    for (row, y) in sheet.pixels.chunks_exact(sheet.width).zip(0..) {
        for (pixel, x) in row.iter().zip(0..) {
            plane.set(x, y, *pixel != 0);
        }
    }
    Some(plane)
}
