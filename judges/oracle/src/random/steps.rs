//! The steps of actors in random scenes, before they are first shown and from frame to frame.

use costumier::scene::{ChoreRef, Step};
use costumier::{Facing, Role};

use super::offer::Offer;
use super::{akos, costume};
use crate::case::Kind;
use crate::engine::Engine;
use crate::rng::Rng;

/// Facings that v5 scripts can name.
const STRAIGHT: [Facing; 4] = [Facing::WEST, Facing::EAST, Facing::SOUTH, Facing::NORTH];

pub(super) fn facing(rng: &mut Rng, engine: &Engine) -> Facing {
    if engine.has_diagonals() && rng.chance(20) {
        return Facing::from_angle(45 + 90 * rng.range(0, 3));
    }
    rng.pick(&STRAIGHT)
}

/// What shows most costumes.
const INIT: Step = Step::Chore(ChoreRef::Role(Role::Init));

pub(super) fn first_steps(rng: &mut Rng, kind: Kind, engine: &Engine) -> Vec<Step> {
    let shown = engine.shown_by().iter().map(|role| Step::Chore(ChoreRef::Role(*role)));
    let mut steps: Vec<_> = shown.chain([INIT]).collect();
    if engine.has_speeds() && (kind == Kind::Speed || (kind == Kind::Company && rng.chance(40))) {
        steps.insert(rng.below(2), Step::Speed(speed(rng)));
    }
    for _ in 0..rng.range(0, 3) {
        steps.push(if rng.chance(25) { face(rng, engine) } else { chore(rng, engine) });
    }
    if kind == Kind::Talking {
        steps.extend(rng.chance(30).then(|| Step::Speed(speed(rng))));
        steps.extend(rng.chance(70).then(|| talk_state(rng, engine)));
    }
    steps
}

/// A mouth's shape, at times that of one at rest.
fn talk_state(rng: &mut Rng, engine: &Engine) -> Step {
    let states = engine.dialect().akos.talk_states.count_ones();
    Step::TalkState(rng.byte(1, u8::try_from(states).unwrap_or(1)))
}

fn speed(rng: &mut Rng) -> u8 {
    rng.pick(&[0, 1, 2, 2, 3, 4, 5, 7, 255])
}

fn face(rng: &mut Rng, engine: &Engine) -> Step {
    if rng.chance(50) { Step::Face(facing(rng, engine)) } else { order(rng, engine, Order::Face) }
}

/// Operands of "animate actor" that are no chores.
#[derive(Clone, Copy)]
enum Order {
    Turn,
    Face,
    Stand,
}

/// An order in an engine's numbers (`docs/format/animation.md §6`, `docs/format/akos.md §8.3`).
fn order(rng: &mut Rng, engine: &Engine, order: Order) -> Step {
    let number = if !engine.animates_by_bytes() {
        let angle = facing(rng, engine).angle();
        match order {
            Order::Turn => 4000 + angle,
            Order::Face => 3000 + angle,
            Order::Stand => rng.pick(&[2000, 2000 + angle, 255]),
        }
    } else {
        let first = match order {
            Order::Turn => 0xF4,
            Order::Face => 0xF8,
            Order::Stand => 0xFC,
        };
        first + u16::from(rng.byte(0, 3))
    };
    Step::Animate(number)
}

/// A chore by number or role, at times one that no costume has.
fn chore(rng: &mut Rng, engine: &Engine) -> Step {
    let (akos, bytes) = (engine.has_akos(), engine.animates_by_bytes());
    let shift = engine.dialect().play.operand_shift;
    let number = match rng.range(0, 19) {
        0..=2 => return Step::Chore(ChoreRef::Role(rng.pick(&Role::ALL))),
        3 => return order(rng, engine, Order::Stand),
        4 if akos && !bytes => rng.pick(&[0, 12, 40, 254, 700]),
        4 => rng.pick(&[0, 12, 40, 54]),
        5 => {
            let first = engine.dialect().chores.first_role();
            return Step::Animate((first + u16::from(rng.byte(0, 4))) << shift);
        }
        _ if akos => rng.pick(&akos::CHORES).into(),
        _ => rng.pick(&costume::CHORES).into(),
    };
    Step::Chore(ChoreRef::Number(number))
}

/// What happens before each further frame.
pub(super) fn then(rng: &mut Rng, kind: Kind, offer: &Offer<'_>, actors: usize) -> Vec<Vec<(usize, Step)>> {
    let frames = rng.range(11, 23);
    let often = match kind {
        Kind::Once | Kind::Counters | Kind::Programs | Kind::Queued => 8,
        Kind::Turning | Kind::Talking => 35,
        _ => rng.pick(&[8, 20, 40]),
    };
    (0..frames)
        .map(|_| {
            let mut steps = Vec::new();
            for actor in 0..actors {
                while rng.chance(often) {
                    steps.push((actor, next_step(rng, kind, offer.engine)));
                }
            }
            steps
        })
        .collect()
}

fn next_step(rng: &mut Rng, kind: Kind, engine: &Engine) -> Step {
    let turn = |rng: &mut Rng| order(rng, engine, Order::Turn);
    match kind {
        Kind::Facings if rng.chance(80) => face(rng, engine),
        Kind::Turning => match rng.range(0, 9) {
            0 => order(rng, engine, Order::Face),
            1 | 2 => order(rng, engine, Order::Stand),
            3 => chore(rng, engine),
            _ => turn(rng),
        },
        Kind::Speed if rng.chance(50) => Step::Speed(speed(rng)),
        Kind::Talking => match rng.range(0, 9) {
            0..=5 => talk_state(rng, engine),
            6 => Step::Speed(speed(rng)),
            7 => face(rng, engine),
            _ => chore(rng, engine),
        },
        Kind::Company => match rng.range(0, 9) {
            0 if engine.has_speeds() => Step::Speed(speed(rng)),
            1 | 2 => turn(rng),
            3 | 4 => order(rng, engine, Order::Face),
            _ => chore(rng, engine),
        },
        Kind::Chores | Kind::StopStart if rng.chance(15) => INIT,
        _ => chore(rng, engine),
    }
}
