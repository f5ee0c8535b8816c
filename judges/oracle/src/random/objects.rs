//! Random objects of a room: overlapping, with parents, with several pictures, with and without their own z-planes.

use std::collections::BTreeMap;

use costumier::Interpreter;
use costumier::format::dialect::{FileLayout, ObjectPlaces};
use costumier::game::Plane;
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};

use super::last_colour;
use crate::engine::Engine;
use crate::interpreter;
use crate::rng::Rng;

/// The first object's number. Lower numbers belong to actors.
const FIRST: u16 = 40;

/// Most objects of a room.
pub(crate) const MOST: u16 = 8;

/// Gives a room its objects; `number` is the room's, from 1 on.
pub(crate) fn furnish(rng: &mut Rng, engine: &Engine, room: &mut RoomSource, number: u16) {
    let dialect = engine.dialect();
    let rules = dialect.objects;
    let count = u16::from(rng.byte(2, 8)).min(MOST);
    let by_pixels =
        matches!(rules.places, ObjectPlaces::CodePixels | ObjectPlaces::Image | ObjectPlaces::NamedImage);
    let all_planes = dialect.files == FileLayout::Lec || rules.places == ObjectPlaces::NamedImage;
    let can_leave_out = !dialect.fixed_colours && dialect.files != FileLayout::Rooms;
    if can_leave_out && rng.chance(80) {
        room.transparent = engine.names_transparent().then(|| rng.byte(0, last_colour(&dialect)));
    }
    let hole = room.transparent.unwrap_or(255);
    for place in 1..=count {
        let unit: u16 = if by_pixels { rng.pick(&[1, 8]) } else { 8 };
        let rows = unit.max(rules.rows);
        let width = 8 * u16::from(rng.byte(1, 10));
        let height = (rows * u16::from(rng.byte(1, 60 / rows.to_le_bytes()[0]))).min(room.height);
        let within = |rng: &mut Rng, most: u16, unit: u16| {
            u16::try_from(rng.range(0, i32::from(most / unit))).unwrap_or(0) * unit
        };
        // Mostly where they lie over each other.
        let (most_left, most_top) = (room.width - width, (room.height - height) / 8 * 8);
        let near = |rng: &mut Rng, most: u16| if rng.chance(50) { most.min(120) } else { most };
        let (across, down) = (near(rng, most_left), near(rng, most_top));
        let (left, top) = (within(rng, across, 8), within(rng, down, unit));
        // Pictures in one piece begin anywhere.
        // Where pixels have 16 bits, newer ScummVM looks for a palette that is not there.
        let is_lost = engine.is_wide() && interpreter::chosen() == Interpreter::Current;
        let in_one_piece = dialect.disks.whole_pictures && !is_lost;
        let to_pixel = in_one_piece && rng.chance(20);
        let states: Vec<u8> = match rules.picture_by_state {
            // v8 looks for a picture in every state.
            true if rules.places == ObjectPlaces::NamedImage => vec![1, 2, 3, 4],
            true => (1..=4).filter(|_| rng.chance(60)).collect(),
            false => vec![rules.only_picture()],
        };
        let to_pixel = to_pixel && !states.is_empty();
        let left = if to_pixel { (left + u16::from(rng.byte(0, 7))).min(room.width - width) } else { left };
        let size = (width, height);
        let pictures: BTreeMap<u8, ObjectPictureSource> = states
            .into_iter()
            .map(|state| {
                let leaves_out = can_leave_out && rng.chance(50);
                let whole = to_pixel || (in_one_piece && rng.chance(15));
                let pixels = pixels(rng, size, last_colour(&dialect), leaves_out.then_some(hole));
                let planes = room.planes.iter().map(|_| {
                    let absent = !all_planes && !engine.has_bare_files() && rng.chance(30);
                    (!absent).then(|| plane(rng, size))
                });
                let planes = if whole { Vec::new() } else { planes.collect() };
                let cleared = (rules.clears && !whole && rng.chance(40)).then(|| plane(rng, size));
                (
                    state,
                    ObjectPictureSource { pixels, strips: Vec::new(), leaves_out, planes, cleared, whole },
                )
            })
            .collect();
        let visible = rules.state_bits & rules.state_bits.wrapping_neg();
        let initial = match rules.picture_by_state {
            true => rng.byte(0, 4),
            false => visible * u8::from(rng.chance(70)),
        };
        // On the PC-Engine nothing depends on anything.
        let depends = rng.chance(30) && place > 1 && rules.places != ObjectPlaces::CellsPcEngine;
        let parent = if depends { rng.byte(1, place.to_le_bytes()[0] - 1) } else { 0 };
        let parent_state = match rules.picture_by_state {
            true => rng.byte(0, 3),
            false => visible * u8::from(rng.chance(50)),
        };
        room.objects.push(ObjectSource {
            id: FIRST + number * MOST + place,
            name: format!("thing-{number}-{place}"),
            left,
            top,
            width,
            height,
            parent,
            parent_state: if parent == 0 { 0 } else { parent_state },
            initial,
            pictures,
            adds: rng.chance(60),
        });
    }
}

/// Other states for all objects of a room.
pub(crate) fn states(rng: &mut Rng, engine: &Engine, room: &RoomSource) -> BTreeMap<u32, u8> {
    let rules = engine.dialect().objects;
    let state = |rng: &mut Rng| match rules.picture_by_state {
        true => rng.byte(0, 4),
        false => rules.only_picture() * u8::from(rng.chance(60)),
    };
    room.objects.iter().map(|object| (u32::from(object.id), state(rng))).collect()
}

/// A checked pattern of a few colours, with holes where there is a colour for them.
fn pixels(rng: &mut Rng, (width, height): (u16, u16), last: u8, hole: Option<u8>) -> Vec<u8> {
    let colours: Vec<u8> = (0..rng.range(2, 5)).map(|_| rng.byte(0, last)).collect();
    let (across, down) = (rng.range(1, 7), rng.range(1, 7));
    let mut out = Vec::new();
    for y in 0..i32::from(height) {
        for x in 0..i32::from(width) {
            let way = usize::try_from(x / across + y / down).unwrap_or(0);
            let holed = hole.filter(|_| (x / 3 + y / 2) % 4 == 0);
            out.push(holed.unwrap_or(colours[way % colours.len()]));
        }
    }
    out
}

/// A z-plane of random stripes. Many strips are empty.
fn plane(rng: &mut Rng, (width, height): (u16, u16)) -> Plane {
    let mut plane = Plane::new(width, height);
    for strip in (0..width).step_by(8) {
        if rng.chance(40) {
            continue;
        }
        let step = u16::from(rng.byte(1, 5));
        for y in 0..height {
            for x in strip..strip + 8 {
                plane.set(x, y, (x + y) % step == 0);
            }
        }
    }
    plane
}
