//! A room with its objects, drawn pixel by pixel from their data (`docs/format/containers.md §12`).

use std::borrow::Cow;

use costumier::format::dialect::ObjectRules;
use costumier::game::Plane;
use costumier::scene::Scene;
use costumier_build::room::{ObjectSource, RoomSource};

use super::mutation::{Broken, Mutation};
use crate::engine::Engine;

/// The code of raw strips with transparent pixels.
const RAW_HOLED: u8 = 149;

/// The room as a scene shows it.
pub(crate) fn furnished<'a>(
    engine: &Engine,
    room: &'a RoomSource,
    scene: &Scene,
    broken: Broken,
) -> Cow<'a, RoomSource> {
    if room.objects.is_empty() || broken.is(Mutation::NoObjects) {
        return Cow::Borrowed(room);
    }
    let rules = engine.dialect().objects;
    let state = |object: &ObjectSource| match scene.objects.given.get(&u32::from(object.id)) {
        Some(given) if !broken.is(Mutation::ObjectStatesStay) => *given,
        _ => object.initial,
    };
    let mut out = room.clone();
    let there = |object: &ObjectSource| {
        if state(object) & rules.state_bits == 0 {
            return false;
        }
        let mut child = object;
        while child.parent > 0 && !broken.is(Mutation::NoParents) {
            let parent = &room.objects[usize::from(child.parent) - 1];
            if state(parent) & rules.state_bits != child.parent_state {
                return false;
            }
            child = parent;
        }
        true
    };
    let mut order: Vec<&ObjectSource> = room.objects.iter().filter(|object| there(object)).collect();
    if !broken.is(Mutation::ObjectsFromFirst) {
        order.reverse();
    }
    for object in order {
        let mut number = if rules.picture_by_state { state(object) } else { rules.only_picture() };
        if broken.is(Mutation::FirstPictureOnly) {
            number = object.pictures.keys().next().copied().unwrap_or(number);
        }
        draw(object, number, &rules, &mut out, broken);
    }
    Cow::Owned(out)
}

fn draw(object: &ObjectSource, number: u8, rules: &ObjectRules, out: &mut RoomSource, broken: Broken) {
    let Some(picture) = object.pictures.get(&number) else { return };
    let hole = out.transparent.unwrap_or(255);
    let width = usize::from(object.width);
    for y in 0..object.height {
        for x in 0..object.width {
            let pixel = picture.pixels[usize::from(y) * width + usize::from(x)];
            let (left, top) = (object.left + x, object.top + y);
            let left_out = picture.leaves_out && pixel == hole && !broken.is(Mutation::HolesFilled);
            if !left_out {
                out.background[usize::from(top) * usize::from(out.width) + usize::from(left)] = pixel;
            }
        }
    }
    if broken.is(Mutation::ObjectPlanesLeftOut) {
        return;
    }
    let may = if rules.says_adds || rules.always_adds { object.adds } else { rules.adds };
    let mut adds = may && (picture.leaves_out || rules.always_adds);
    if broken.is(Mutation::ObjectPlanesReplace) {
        adds = false;
    }
    if broken.is(Mutation::ObjectPlanesAdd) {
        adds = true;
    }
    for (into, plane) in out.planes.iter_mut().zip(&picture.planes) {
        let Some(plane) = plane else { continue };
        for x in 0..object.width {
            // Strips in which nothing is set are not stored.
            let strip = x / 8 * 8;
            let stored = (strip..strip + 8).any(|x| (0..object.height).any(|y| set(plane, x, y)));
            // The planes of raw strips with transparent pixels replace the planes before.
            let is_raw =
                picture.strips.get(usize::from(strip / 8)).is_some_and(|strip| strip[0] == RAW_HOLED);
            let adds = adds && (rules.always_adds || !is_raw);
            for y in 0..object.height {
                let before = set(into, object.left + x, object.top + y);
                let taken = picture.cleared.as_ref().filter(|_| rules.clears && stored);
                let after = match taken {
                    Some(taken) => (before || set(plane, x, y)) && !set(taken, x, y),
                    None => set(plane, x, y) || (adds && before),
                };
                into.set(object.left + x, object.top + y, after);
            }
        }
    }
}

fn set(plane: &Plane, x: u16, y: u16) -> bool {
    plane.hides(x.into(), y.into())
}
