//! A random room: a background in which every pixel's colour depends on its place, planes, walk boxes, scale slots.

use costumier::format::dialect::{ColourRule, FileLayout, V1Game};
use costumier::game::{BoxScale, Plane, ScaleSlot, WalkBox};
use costumier::screen::Screen;
use costumier_build::room::RoomSource;

use super::{FIRST_DIFFER, LAST_COLOUR, last_colour};
use crate::corner;
use crate::engine::Engine;
use crate::rng::Rng;

/// The darkest part of a colour that is nearly white: from 252 on, some generations pass over it.
const NEAR_WHITE: u8 = 250;

/// A room of this size with so many z-planes.
pub(crate) fn room(rng: &mut Rng, engine: &Engine, (width, height): (u16, u16), planes: usize) -> RoomSource {
    let mut room = RoomSource::new(width, height);
    room.palette = palette(rng);
    if engine.is_deep() {
        deepen(rng, &mut room.palette);
    }
    let numbered = (0..=u8::MAX).zip(&room.palette);
    let carried_over = numbered.filter(|(entry, colour)| engine.passes_over(*entry, **colour));
    room.carried_over = carried_over.map(|(entry, _)| entry).collect();
    if engine.is_dithered() {
        dither(rng, engine, &mut room);
    }
    if engine.has_palettes() {
        // From random numbers of its own, so that the rest of what a seed makes stays the same.
        let mut own = Rng::of_part(rng.seed(), 2);
        room.more_palettes = (0..own.range(0, 3)).map(|_| palette(&mut own)).collect();
        if engine.is_dithered() {
            room.more_palettes.iter_mut().for_each(|palette| begin_as_screen(palette));
        }
    }
    room.background = background(rng, width, height, last_colour(&engine.dialect()));
    room.planes = (0..planes).map(|_| plane(rng, width, height)).collect();
    room.scale_slots = std::array::from_fn(|_| rng.chance(75).then(|| slot(rng)));
    room.boxes = boxes(rng, width, height, &room.scale_slots);
    room.neighbours = vec![Vec::new(); room.boxes.len()];
    room
}

/// C64 colours on a PC, of Maniac Mansion and of Zak (`docs/format/old-rooms.md §3.2`).
const ON_PC: [[u8; 16]; 2] = [
    [0, 0xF, 4, 3, 5, 2, 1, 0xE, 0xC, 6, 0xC, 8, 7, 0xA, 9, 8],
    [0, 0xF, 4, 3, 5, 2, 1, 0xE, 0xC, 6, 0xD, 8, 7, 0xA, 9, 7],
];

/// C64 colours on a C64.
const ON_C64: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A room as an engine's rooms are.
pub(crate) fn room_for(rng: &mut Rng, engine: &Engine, size: (u16, u16), planes: usize) -> RoomSource {
    let mut room = room(rng, engine, size, planes);
    if engine.maps_skips() {
        for (entry, colour) in (0..=u8::MAX).zip(&mut room.palette) {
            if engine.passes_over(entry, *colour) {
                *colour = [NEAR_WHITE; 3];
                room.carried_over.remove(&entry);
            }
        }
    }
    if engine.has_cells() {
        room.boxes = cell_boxes(rng, size, !engine.dialect().is_v0());
        room.neighbours = vec![Vec::new(); room.boxes.len()];
        if planes == 0 {
            // There is one always.
            room.planes = vec![Plane::new(size.0, size.1)];
        }
    }
    room
}

/// Gives a room a picture and planes that reach further down. Boxes and objects stay in its upper part, which is seen
/// wherever the camera does not look down.
pub(crate) fn heighten(rng: &mut Rng, engine: &Engine, room: &mut RoomSource) {
    let height = room.height + 8 * u16::from(rng.byte(1, 25));
    let higher = room_for(rng, engine, (room.width, height), room.planes.len());
    (room.height, room.background, room.planes) = (height, higher.background, higher.planes);
    room.strips.clear();
}

/// Repaints a room of v0 or v1 and its objects in random cells, and one for the NES in random tiles.
pub(crate) fn cut_to_cells(rng: &mut Rng, engine: &Engine, room: &mut RoomSource) {
    if engine.dialect().is_nes() {
        super::nes::paint(rng, room);
    }
    if let ColourRule::Actor { game, .. } = engine.dialect().colours {
        let on_c64 = engine.dialect().made_for == Screen::C64;
        let shown = if on_c64 { ON_C64 } else { ON_PC[usize::from(game == V1Game::Zak)] };
        characters(rng, room, &shown);
    }
}

/// Walk boxes that fill the room, in cells of 8 × 2 pixels: in gaps, the interpreter would move actors. They lie side
/// by side, with slanted sides if the engine has them, and some lie over others.
fn cell_boxes(rng: &mut Rng, (width, height): (u16, u16), slanted: bool) -> Vec<WalkBox> {
    let (columns, rows) = (i32::from(width / 8), i32::from(height / 2));
    let cell_box = |rng: &mut Rng, [top, bottom]: [i32; 2], [ulx, urx, llx, lrx]: [i32; 4]| {
        let cell = |x: i32, y: i32| (i16::try_from(8 * x).unwrap_or(0), i16::try_from(2 * y).unwrap_or(0));
        let corners = [cell(ulx, top), cell(urx, top), cell(lrx, bottom), cell(llx, bottom)];
        WalkBox { corners, mask: rng.pick(&[0, 1, 1, 5]), flags: 0, scale: BoxScale::Constant(255) }
    };
    let mut boxes = Vec::new();
    let (mut upper, mut lower) = (0, 0);
    while upper < columns && lower < columns {
        let end = |rng: &mut Rng, left: i32| (left + rng.range(4, 25)).min(columns);
        let next_upper = end(rng, upper.max(lower));
        let is_slanted = slanted && rng.chance(70);
        let (mut next_upper, mut next_lower) = match is_slanted {
            true => (end(rng, upper), end(rng, lower)),
            false => (next_upper, next_upper),
        };
        if boxes.len() == 10 || next_upper == columns || next_lower == columns {
            (next_upper, next_lower) = (columns, columns);
        }
        let ends = [upper, next_upper - 1, lower, next_lower - 1];
        boxes.push(cell_box(rng, [0, rows - 1], ends));
        (upper, lower) = (next_upper, next_lower);
    }
    while slanted && boxes.len() < 14 && rng.chance(60) {
        let top = rng.range(0, rows - 1);
        let bottom = rng.range(top, rows - 1);
        let ends = |rng: &mut Rng| {
            let left = rng.range(0, columns - 1);
            (left, rng.range(left, columns - 1))
        };
        let ((ulx, urx), (llx, lrx)) = (ends(rng), ends(rng));
        boxes.push(cell_box(rng, [top, bottom], [ulx, urx, llx, lrx]));
    }
    boxes
}

/// Makes the picture and the plane of a room of v1: of a few characters in four colours, of which the cells
/// choose one.
fn characters(rng: &mut Rng, room: &mut RoomSource, shown: &[u8; 16]) {
    let mut some = |count: usize| -> Vec<[u8; 8]> {
        (0..count).map(|_| std::array::from_fn(|_| rng.byte(0, 255))).collect()
    };
    let (pictures, masks) = (some(60), some(20));
    let common = [rng.byte(0, 15), rng.byte(0, 15), rng.byte(0, 15)];
    let hides = room.planes.iter().any(|plane| !plane.is_clear());
    let mut paint = |(width, height): (u16, u16), pixels: &mut [u8], plane: &mut Plane| {
        for y in (0..height).step_by(8) {
            for x in (0..width).step_by(8) {
                let (picture, mask) = (rng.pick(&pictures), rng.pick(&masks));
                let four = [common[0], common[1], common[2], rng.byte(0, 7)];
                let masked = hides && rng.chance(50);
                for (row, (byte, hidden)) in (y..).zip(picture.iter().zip(mask)) {
                    for (column, bit) in (x..x + 8).zip((0..8u32).rev()) {
                        let colour = shown[usize::from(four[usize::from(byte >> (bit & !1) & 3)])];
                        pixels[usize::from(row) * usize::from(width) + usize::from(column)] = colour;
                        plane.set(column, row, masked && hidden >> bit & 1 == 1);
                    }
                }
            }
        }
    };
    let size = (room.width, room.height);
    let mut plane = Plane::new(size.0, size.1);
    paint(size, &mut room.background, &mut plane);
    room.planes = vec![plane];
    for object in &mut room.objects {
        let size = (object.width, object.height);
        for picture in object.pictures.values_mut() {
            let mut plane = Plane::new(size.0, size.1);
            paint(size, &mut picture.pixels, &mut plane);
            picture.planes = vec![Some(plane)];
        }
    }
}

/// Tinted greys from dark to bright. Among those that pictures use some are near white, black, or the same as
/// another; the first ones all differ. The rest does not have the marker's blue.
fn palette(rng: &mut Rng) -> Vec<[u8; 3]> {
    let mut colours = greys(rng);
    for entry in 0..=usize::from(LAST_COLOUR) {
        let colour = match rng.below(100) {
            0..8 => [0; 3].map(|_| rng.byte(NEAR_WHITE, 255)),
            8..11 => [255; 3],
            11..14 => [0; 3],
            14..20 => colours[rng.below(entry + 1)],
            _ => continue,
        };
        let first = colours.iter().take(FIRST_DIFFER.into());
        if entry >= usize::from(FIRST_DIFFER) || !first.into_iter().any(|other| *other == colour) {
            colours[entry] = colour;
        }
    }
    colours
}

/// Gives a room the screen's first colours, and at times what all colours are mixed from.
fn dither(rng: &mut Rng, engine: &Engine, room: &mut RoomSource) {
    begin_as_screen(&mut room.palette);
    room.ega_pairs = rng.chance(60).then(|| {
        let mut pairs = Box::new([0; 256]);
        for (colour, pair) in (0..=u8::MAX).zip(pairs.iter_mut()) {
            *pair = if colour < corner::OWN { colour << 4 | colour } else { rng.byte(0, 255) };
        }
        pairs
    });
    if room.ega_pairs.is_none() && engine.dialect().files == FileLayout::Lec {
        // There each colour is taken for what stands two bytes before it, and so is each of the screen's own.
        let parts = room.palette.as_flattened_mut();
        parts.copy_within(2..3 * usize::from(corner::OWN), 0);
    }
}

/// Makes a palette's first colours the screen's own.
fn begin_as_screen(palette: &mut [[u8; 3]]) {
    let own = Screen::Ega.colours();
    palette.iter_mut().zip(own).take(corner::OWN.into()).for_each(|(to, own)| *to = own);
}

/// Makes the first colours differ in the upper five bits of each part, and gives most others something in the lower
/// three.
fn deepen(rng: &mut Rng, colours: &mut [[u8; 3]]) {
    for (colour, step) in colours.iter_mut().zip(0..FIRST_DIFFER) {
        *colour = [16 * step + rng.byte(0, 15), 240 - 16 * step + rng.byte(0, 15), rng.byte(0, 255)];
    }
    for colour in colours.iter_mut().skip(FIRST_DIFFER.into()) {
        if rng.chance(80) {
            *colour = colour.map(|part| part | rng.byte(0, 7));
        }
    }
}

/// Tinted greys that all differ.
fn greys(rng: &mut Rng) -> Vec<[u8; 3]> {
    let mut colours: Vec<[u8; 3]> = Vec::with_capacity(256);
    while colours.len() < 256 {
        let grey = 6 + i32::try_from(colours.len()).unwrap_or(0) * 50 / 255;
        let mut part = || u8::try_from((grey + rng.range(-7, 7)).clamp(0, 62)).unwrap_or(0) << 2;
        let colour = [part(), part(), part()];
        if !colours.contains(&colour) {
            colours.push(colour);
        }
    }
    colours
}

/// Hills and valleys: every colour appears, and a person can still see what stands before them.
fn background(rng: &mut Rng, width: u16, height: u16, last: u8) -> Vec<u8> {
    let (across, down, bend) = (rng.range(1, 9), rng.range(1, 9), rng.range(8, 40));
    // Few colours change slowly: 16-bit offsets have to reach all of it.
    let slow = if last == LAST_COLOUR { 1 } else { 20 };
    let last = i32::from(last);
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
    for y in 0..i32::from(height) {
        for x in 0..i32::from(width) {
            let way = (x * across + y * down + (x / bend) * (y / bend)) / slow % (2 * last);
            pixels.push(u8::try_from(if way > last { 2 * last - way } else { way }).unwrap_or(0));
        }
    }
    pixels
}

/// A plane of random rectangles and stripes.
fn plane(rng: &mut Rng, width: u16, height: u16) -> Plane {
    let mut plane = Plane::new(width, height);
    let (columns, rows) = (i32::from(width), i32::from(height));
    for _ in 0..rng.range(1, 12) * columns / 320 {
        let (left, top) = (rng.range(-20, columns), rng.range(-20, rows));
        let (right, bottom) = (left + rng.range(1, 90), top + rng.range(1, 70));
        let step = rng.range(1, 5);
        for y in top.max(0)..bottom.min(rows) {
            for x in left.max(0)..right.min(columns) {
                if step == 1 || (x + y) % step == 0 {
                    let (x, y) = (u16::try_from(x).unwrap_or(0), u16::try_from(y).unwrap_or(0));
                    plane.set(x, y, true);
                }
            }
        }
    }
    plane
}

fn slot(rng: &mut Rng) -> ScaleSlot {
    let y1 = rng.range(0, 200);
    let mut y2 = rng.range(0, 200);
    if y1 == y2 {
        y2 += 1;
    }
    ScaleSlot { scale1: rng.range(1, 255), y1, scale2: rng.range(1, 300), y2 }
}

/// Boxes that overlap, straight ones and crooked ones. Their flags are empty: a flag would steer facings or
/// keep actors out.
fn boxes(rng: &mut Rng, width: u16, height: u16, slots: &[Option<ScaleSlot>; 4]) -> Vec<WalkBox> {
    let (columns, rows) = (i32::from(width), i32::from(height));
    let count = rng.range(2, 9) * columns / 320;
    (0..count)
        .map(|_| {
            let (left, top) = (rng.range(0, columns - 40), rng.range(0, rows - 30));
            let (right, bottom) = (left + rng.range(20, 160), top + rng.range(10, 100));
            let slant = if rng.chance(50) { rng.range(-15, 15) } else { 0 };
            let corner = |x: i32, y: i32| {
                let x = i16::try_from(x.clamp(0, columns - 1)).unwrap_or(0);
                (x, i16::try_from(y.clamp(0, rows - 1)).unwrap_or(0))
            };
            let corners = [
                corner(left + slant.max(0), top),
                corner(right + slant.min(0), top),
                corner(right - slant.max(0), bottom),
                corner(left - slant.min(0), bottom),
            ];
            let own: Vec<u8> = (0..4).filter(|slot| slots[usize::from(*slot)].is_some()).collect();
            let scale = if own.is_empty() || rng.chance(40) {
                BoxScale::Constant(rng.byte(1, 255).into())
            } else {
                BoxScale::Slot(rng.pick(&own))
            };
            WalkBox { corners, mask: rng.byte(0, 7), flags: 0, scale }
        })
        .collect()
}
