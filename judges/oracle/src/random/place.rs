//! Positions of actors in random scenes.

use std::ops::Range;

use costumier::game::{BoxSides, WalkBox};
use costumier::scene::{PlaneChoice, Position, SceneActor};
use costumier_build::room::RoomSource;

use crate::case::place_of;
use crate::rng::Rng;

/// Moves an actor to a position in cells that scripts can name, in a walk box, which decides what hides the actor.
///
/// The position is not next to another box, which would draw the actor in. If there is one, the next position is tried
/// instead of a random one, so that the rest of what a seed makes stays the same.
pub(super) fn to_cells(actor: &mut SceneActor, room: &RoomSource, seen: Range<i32>) {
    let (x, y) = place_of(actor);
    let x = x.clamp(seen.start.max(0), seen.end.min(room.width.into()) - 1) / 8;
    let y = y.clamp(0, i32::from(room.height) - 1) / 2;
    let rows = i32::from(room.height) / 2;
    let free = (0..rows).map(|more| (x, (y + more) % rows)).find(|at| !is_drawn_in(room, *at));
    let (x, y) = free.unwrap_or((x, y));
    actor.position = Position::Cell(x, y);
    actor.elevation = 2 * actor.elevation.clamp(-20, 40);
    actor.plane = PlaneChoice::Box;
}

/// Whether the interpreter would move an actor from a cell into a box beside it, though he stands in one: into one
/// of a higher number that is less than four rows away. Of one below him, he would be moved to the upper side
/// between its corners, where an actor who is put has no place.
pub(super) fn is_drawn_in(room: &RoomSource, (x, y): (i32, i32)) -> bool {
    let holds = |by: &WalkBox, row: i32| by.holds(8 * x, 2 * row, BoxSides::Halved);
    let number = room.boxes.iter().rposition(|by| holds(by, y));
    let higher = number.map_or(&room.boxes[..], |number| &room.boxes[number + 1..]);
    let near = y - 3..=y + 3;
    let is_below = |by: &WalkBox| {
        let [ul, ur, ..] = by.corners.map(|(x, y)| (i32::from(x) / 8, i32::from(y) / 2));
        near.contains(&ul.1) && (ul.0..=ur.0).contains(&x)
    };
    higher.iter().any(|by| is_below(by) || near.clone().any(|row| holds(by, row)))
}

/// Somewhere so that pictures reach over an edge, or stand beyond it.
pub(super) fn edge_position(rng: &mut Rng, width: i32, height: i32, scaled: bool) -> (i32, i32) {
    let reach = if scaled { 25 } else { 45 };
    let across = |rng: &mut Rng| match rng.range(0, 2) {
        0 => rng.range(-reach, reach),
        1 => rng.range(width - reach, width + reach),
        _ => rng.range(0, width),
    };
    let down = |rng: &mut Rng| match rng.range(0, 3) {
        0 => rng.range(-20, 60),
        1 => rng.range(height - 10, height + 70),
        _ => rng.range(60, height),
    };
    (across(rng), down(rng))
}

/// A point that lies in a walk box, mostly one on the screen: elsewhere the interpreter would move the actor. Where
/// boxes hold points beside their sides, half of all actors stand on these.
pub(super) fn position_in_box(rng: &mut Rng, room: &RoomSource, seen: Range<i32>) -> Option<(i32, i32)> {
    let (x, y) = anywhere_in_a_box(rng, room, &seen)?;
    let mut held = held_beside(room);
    held.retain(|(x, _)| seen.contains(x));
    // Chosen without a random number, so that the rest of what a seed makes stays the same.
    let chosen = usize::try_from(x + y).ok().filter(|sum| sum % 2 == 0 && !held.is_empty());
    Some(chosen.map_or((x, y), |sum| held[sum / 2 % held.len()]))
}

/// The points that a box holds beside its slanted sides, of which there are few, and that lie in a box of a lower
/// number, where there would be another z-plane or size.
fn held_beside(room: &RoomSource) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for (number, walk_box) in room.boxes.iter().enumerate() {
        for side in 0..4 {
            let steps = 160;
            for step in 0..=steps {
                let (x, y) = along(walk_box, side, step, steps);
                for (x, y) in [(x - 1, y), (x, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    let lower = || room.boxes[..number].iter().any(|lower| lower.contains(x, y));
                    let higher = || {
                        room.boxes[number + 1..].iter().any(|higher| higher.holds(x, y, BoxSides::Straight))
                    };
                    if walk_box.holds(x, y, BoxSides::Straight)
                        && !walk_box.contains(x, y)
                        && lower()
                        && !higher()
                    {
                        found.push((x, y));
                    }
                }
            }
        }
    }
    found
}

/// The point of a side after so many of `all` steps.
fn along(walk_box: &WalkBox, side: usize, step: i32, all: i32) -> (i32, i32) {
    let [from, to] = [side, (side + 1) % 4].map(|corner| walk_box.corners[corner]);
    let between = |from: i16, to: i16| i32::from(from) + (i32::from(to) - i32::from(from)) * step / all;
    (between(from.0, to.0), between(from.1, to.1))
}

fn anywhere_in_a_box(rng: &mut Rng, room: &RoomSource, seen: &Range<i32>) -> Option<(i32, i32)> {
    for attempt in 0..200 {
        let walk_box = &room.boxes[rng.below(room.boxes.len())];
        let (x, y) = within(rng, walk_box);
        let on_screen = seen.contains(&x);
        if walk_box.contains(x, y) && (on_screen || attempt > 100) {
            return Some((x, y));
        }
    }
    None
}

/// A point of the rectangle around a box.
fn within(rng: &mut Rng, walk_box: &WalkBox) -> (i32, i32) {
    let of = |part: fn(&(i16, i16)) -> i16| {
        let parts = walk_box.corners.iter().map(part);
        (i32::from(parts.clone().min().unwrap_or(0)), i32::from(parts.max().unwrap_or(0)))
    };
    let ((left, right), (top, bottom)) = (of(|corner| corner.0), of(|corner| corner.1));
    (rng.range(left, right), rng.range(top, bottom))
}
