//! A random scene of a kind.

use costumier::Facing;
use costumier::scene::{Position, Scale, Scene, SceneActor, ShadowPalette, ShadowTable, View, ViewChoice};

use super::LAST_COLOUR;
use super::actor::{Varied, actor};
use super::akos::{OTHERS, OWN_NUMBER};
use super::offer::Offer;
use super::place::is_drawn_in;
use super::steps::then;
use crate::case::{Case, Kind, place_of, sort_as_drawn};
use crate::corner;
use crate::engine::{CURTAIN, CURTAIN_ROW, Engine};
use crate::rng::Rng;
use crate::wide;

/// A scene in one of the rooms.
pub(crate) fn case(rng: &mut Rng, kind: Kind, offer: &Offer<'_>, room_number: u8) -> Case {
    let room = &offer.rooms[usize::from(room_number) - 1];
    let (width, height) = offer.engine.screen();
    let room_left = i32::from(room.width) - i32::try_from(width).unwrap_or(0);
    // Before v7 the camera stands at multiples of 8. For codec 16 too: in between, this ScummVM takes its
    // mask from eight columns further right.
    let steps = if kind == Kind::Rows { 8 } else { offer.engine.camera_step() };
    // A room that is narrower than the screen stands in its middle, and is compared from its first column on.
    let left = if room_left < 0 { 0 } else { steps * rng.range(0, room_left / steps) };
    let mut scene = Scene::new(u32::from(room_number), Vec::new());
    scene.name = kind.name().into();
    scene.view = View { x: left, y: 0, width, height }.into();
    if offer.engine.dialect().has_lights {
        scene.lights = match kind {
            Kind::Lights => rng.pick(offer.engine.lights()),
            Kind::Mixed if offer.engine.lights().contains(&8) => rng.pick(&[11, 11, 11, 8]),
            _ => Scene::LIGHTS_ON,
        };
    }
    let count = match kind {
        Kind::Actors | Kind::Company => rng.range(2, 5),
        Kind::Mixed | Kind::Talking => rng.range(1, 3),
        _ => 1,
    };
    let last = match offer.engine.wants_curtain() || offer.engine.is_dithered() {
        true => CURTAIN.min(corner::ACTOR) - 1,
        false => CURTAIN,
    };
    let mut numbers: Vec<u8> = (1..=last).collect();
    while numbers.len() > usize::try_from(count).unwrap_or(1) {
        numbers.remove(rng.below(numbers.len()));
    }
    let mut tables = Vec::new();
    let mut actors: Vec<_> = numbers
        .into_iter()
        .map(|number| {
            let varied = Varied::of(kind, rng).held_to(offer.engine);
            if varied.shadow && rng.chance(70) {
                if !offer.engine.has_akos() {
                    scene.shadow.get_or_insert_with(|| shadow_palette(rng));
                } else if tables.is_empty() {
                    tables = (0..8).map(|_| shadow_palette(rng)).collect();
                }
            }
            let mut actor = actor(rng, kind, varied, offer, room, &scene);
            actor.number = number;
            if offer.contradicts.contains(&actor.costume) {
                actor.vars.insert(OWN_NUMBER, number.into());
            }
            if offer.engine.own_colour_only() {
                let colour = actor.palette.pop_first().map(|(_, colour)| (number, colour));
                actor.palette = colour.into_iter().collect();
            }
            (number, actor)
        })
        .collect();
    if actors.len() > 1 && rng.chance(30) {
        // The same row, which is where the order gets interesting.
        let row = place_of(&actors[0].1).1;
        for (_, actor) in actors.iter_mut().filter(|(_, actor)| actor.scale != Scale::Box) {
            let there = (place_of(actor).0, row);
            if !offer.engine.has_cells() {
                actor.position = there.into();
            } else if !is_drawn_in(room, there) {
                actor.position = Position::Cell(there.0, there.1);
            }
        }
    }
    scene.shadows = (0..).zip(tables.iter().map(|of| ShadowTable::Made(*of))).collect();
    sort(&mut actors, offer.engine);
    if kind == Kind::Company && !offer.reaches.is_empty() {
        reach_each_other(&mut actors, &offer.reaches);
    }
    if kind == Kind::Camera {
        scene.view = ViewChoice::Screen;
        let (x, y) = (rng.range(0, i32::from(room.width) - 1), rng.range(0, i32::from(room.height) - 1));
        actors.iter_mut().for_each(|(_, actor)| {
            let (column, row) = (x / 8, y / 2);
            let free = !offer.engine.has_cells() || !is_drawn_in(room, (column, row));
            if free {
                let at = Position::Cell(column, row);
                actor.position = if offer.engine.has_cells() { at } else { (x, y).into() };
            }
        });
    }
    let numbers = actors.iter().map(|(number, _)| *number).collect();
    scene.actors = actors.into_iter().map(|(_, actor)| actor).collect();
    let moving = Kind::MOVING.contains(&kind);
    let mut then = if moving { then(rng, kind, offer, scene.actors.len()) } else { Vec::new() };
    if scene.actors.iter().any(|actor| offer.over.contains(&actor.costume)) {
        // The first frame of which some is seen is the last that is looked at.
        then = vec![Vec::new()];
        scene.actors.iter_mut().for_each(|actor| actor.steps.truncate(1));
    }
    if scene.actors.iter().any(|actor| offer.leaves.contains(&actor.costume)) {
        // An actor that has left gets no commands: what they would do when it comes back is not known.
        then.iter_mut().for_each(Vec::clear);
    }
    Case { kind, visit: 0, scene, numbers, tables, then, counts: moving && offer.engine.has_counters() }
}

/// Sorts actors as they are drawn. Those that cover the screen or show numbers take part in the sorting, which is where
/// equals may change places.
fn sort(actors: &mut Vec<(u8, SceneActor)>, engine: &Engine) {
    if engine.wants_curtain() {
        actors.push((CURTAIN, SceneActor::new(0, (0, CURTAIN_ROW), Facing::EAST)));
    }
    if engine.has_marker() {
        actors.push((wide::ACTOR, SceneActor::new(0, (0, wide::ROW), Facing::EAST)));
    }
    if engine.is_dithered() {
        actors.push((corner::ACTOR, SceneActor::new(0, (0, corner::ROW), Facing::EAST)));
    }
    sort_as_drawn(actors);
    actors.retain(|(number, _)| *number != CURTAIN || !engine.wants_curtain());
    actors.retain(|(number, _)| *number != corner::ACTOR || !engine.is_dithered());
    actors.retain(|(number, _)| *number != wide::ACTOR);
}

fn shadow_palette(rng: &mut Rng) -> ShadowPalette {
    let factors = if rng.chance(50) {
        [u16::from(rng.byte(0, 255)); 3]
    } else {
        std::array::from_fn(|_| u16::try_from(rng.range(0, 256)).unwrap_or(0))
    };
    let first = rng.byte(0, LAST_COLOUR);
    ShadowPalette { factors, first, last: rng.byte(first, LAST_COLOUR) }
}

/// Lets the actors of every second scene wear costumes whose programs ask something of each other.
///
/// The random numbers come from the actors' positions, so the rest of what a seed makes stays the same.
fn reach_each_other(actors: &mut [(u8, SceneActor)], reaches: &[u32]) {
    let places = actors.iter().map(|(_, actor)| u64::from(place_of(actor).0.unsigned_abs()));
    let mut own = Rng::of_part(places.sum(), actors.len() as u64);
    if own.chance(50) {
        return;
    }
    let numbers: Vec<i16> = actors.iter().map(|(number, _)| (*number).into()).collect();
    for (_, actor) in actors {
        actor.costume = own.pick(reaches);
        actor.vars = OTHERS.map(|var| (var, own.pick(&numbers))).into();
        // These are codec 1, 16 colours at least.
        actor.palette.retain(|entry, _| *entry < 16);
        actor.pixels.retain(|entry, _| *entry < 16);
    }
}
