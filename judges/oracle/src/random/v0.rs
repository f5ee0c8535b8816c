//! Random packs of v0: a costume of v0's kind for each actor, and scenes that give actors commands.

use costumier::Facing;
use costumier::format::v0::{LIMBS, V0Order, V0Source};
use costumier::scene::{PlaneChoice, Position, Scale, Scene, SceneActor, Step, View};
use costumier_build::{PictureSource, PixelSource};

use super::room;
use crate::case::{Case, Kind, sort_as_drawn};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::pack::{Pack, PackCostume, Plan};
use crate::rng::Rng;

/// The kinds of scenes.
pub(crate) const KINDS: [Kind; 9] = [
    Kind::Place,
    Kind::Edges,
    Kind::Boxes,
    Kind::Lights,
    Kind::Actors,
    Kind::Mixed,
    Kind::Chores,
    Kind::Once,
    Kind::Company,
];

/// Actors, and costumes: each wears that of its number.
const ACTORS: u8 = 20;

/// Number of commands: walking, standing, four that no script gives, mouths, and a few more.
const COMMANDS: usize = 28;

/// The command that showing an actor gives: stand, without end.
const STAND_SOUTH: u16 = 0xFF06;

/// Facings, in the order of commands.
const FACINGS: [Facing; 4] = [Facing::WEST, Facing::EAST, Facing::SOUTH, Facing::NORTH];

/// A costume. The commands for standing and walking set every limb, as the interpreter requires.
fn costume(rng: &mut Rng) -> Outcome<Vec<u8>> {
    let mut source = V0Source::new();
    let count = rng.byte(4, 14);
    for number in 0..count {
        let empty = number == 0 || rng.chance(10);
        let (cells, height) = if empty { (0, 0) } else { (rng.byte(1, 3), rng.byte(1, 24)) };
        let rows = (0..usize::from(cells) * usize::from(height)).map(|_| rng.byte(0, 255)).collect();
        source.pictures.push(PictureSource {
            width: 8 * u16::from(cells),
            height: height.into(),
            x: 8 * i16::from(rng.byte(0, 4)),
            y: -i16::from(rng.byte(0, 60)),
            move_x: 8 * (i16::from(rng.byte(0, 4)) - 2),
            move_y: i16::from(rng.byte(0, 40)) - 20,
            pixels: PixelSource::Encoded(rows),
        });
    }
    let mut sequences = [1; LIMBS];
    for (limb, sequences) in source.limbs.iter_mut().zip(&mut sequences) {
        *sequences = rng.byte(1, 3);
        *limb =
            (0..*sequences).map(|_| (0..rng.byte(1, 4)).map(|_| rng.byte(0, count - 1)).collect()).collect();
    }
    for command in 0..COMMANDS {
        let sparse = command >= 8;
        source.commands.push(std::array::from_fn(|limb| {
            let keeps = sparse && rng.chance(if (12..20).contains(&command) { 80 } else { 50 });
            let order = V0Order { sequence: rng.byte(0, sequences[limb] - 1), flipped: rng.chance(40) };
            (!keeps).then_some(order)
        }));
    }
    source.write().map_err(|why| Failure::because("a random costume of v0", why))
}

/// An actor somewhere, in the facing that it is shown in.
fn actor(rng: &mut Rng, kind: Kind, number: u8, left: i32, columns: i32) -> SceneActor {
    let beside = if kind == Kind::Edges { 3 } else { -5 };
    let x = rng.range(-beside, 39 + beside).clamp(-left / 8, columns - 1 - left / 8);
    let y = rng.range(20, 66);
    // An actor that is put somewhere faces south.
    let mut actor = SceneActor::new(number.into(), Position::Cell(left / 8 + x, y), Facing::SOUTH);
    actor.number = number;
    (actor.plane, actor.scale) = (PlaneChoice::Box, Scale::FULL);
    actor
}

/// Something that a script has an actor do.
fn step(rng: &mut Rng) -> Step {
    let repeats = rng.pick(&[0_u16, 0, 1, 2, 0xFF, 0xFF]);
    let command = match rng.below(10) {
        0 => return Step::Face(rng.pick(&FACINGS)),
        1 => 0xFE,
        2 => 0xFD,
        3..6 => u16::from(rng.byte(0, 7)),
        _ => 20 + u16::from(rng.byte(0, 7)),
    };
    Step::Animate(repeats << 8 | command)
}

/// The pack of a seed.
pub(crate) fn pack(engine: &'static Engine, seed: u64, plan: &Plan) -> Outcome<Pack> {
    let mut rng = Rng::new(seed);
    let rng = &mut rng;
    let rooms: Vec<_> = [320, 320, 320 + 8 * u16::from(rng.byte(1, 30))]
        .into_iter()
        .map(|width| {
            let mut room = room::room_for(rng, engine, (width, 136), 1);
            room::cut_to_cells(rng, engine, &mut room);
            room.boxes.iter_mut().for_each(|of| of.mask = rng.pick(&[0, 1, 1, 5]));
            room
        })
        .collect();
    let costumes: Vec<_> = (0..ACTORS)
        .map(|_| Ok(PackCostume { payload: costume(rng)?, source: None }))
        .collect::<Outcome<_>>()?;
    let mut cases = Vec::new();
    for (kind, frames) in plan {
        let mut left_over = *frames;
        while left_over > 0 {
            let number = rng.byte(1, 3);
            let width = i32::from(rooms[usize::from(number) - 1].width);
            let left = 8 * rng.range(0, (width - 320) / 8);
            let mut scene = Scene::new(u32::from(number), Vec::new());
            scene.name = kind.name().into();
            scene.view = View { x: left, y: 0, width: 320, height: 136 }.into();
            if *kind == Kind::Lights {
                scene.lights = rng.pick(engine.lights());
            }
            let count = match kind {
                Kind::Actors | Kind::Company => rng.range(2, 5),
                Kind::Mixed => rng.range(1, 3),
                _ => 1,
            };
            let mut numbers: Vec<u8> = (1..=ACTORS).filter(|number| *number != 19).collect();
            while numbers.len() > usize::try_from(count).unwrap_or(1) {
                numbers.remove(rng.below(numbers.len()));
            }
            let moving = Kind::MOVING.contains(kind);
            let mut actors: Vec<_> = numbers
                .into_iter()
                .map(|number| {
                    let mut actor = actor(rng, *kind, number, left, width / 8);
                    actor.steps = vec![Step::Animate(STAND_SOUTH), Step::Face(rng.pick(&FACINGS))];
                    if moving || rng.chance(50) {
                        actor.steps.push(step(rng));
                    }
                    (number, actor)
                })
                .collect();
            sort_as_drawn(&mut actors);
            let numbers: Vec<u8> = actors.iter().map(|(number, _)| *number).collect();
            scene.actors = actors.into_iter().map(|(_, actor)| actor).collect();
            let loops = if moving { rng.range(6, 14) } else { 0 };
            let then = (0..loops)
                .map(|_| match rng.chance(25) {
                    true => vec![(rng.below(numbers.len()), step(rng))],
                    false => Vec::new(),
                })
                .collect();
            let mut case =
                Case { kind: *kind, visit: 0, scene, numbers, tables: Vec::new(), then, counts: false };
            case.then.truncate(left_over - 1);
            left_over -= case.frames();
            cases.push(case);
        }
    }
    cases.sort_by_key(|case| case.scene.room);
    Ok(Pack::new(engine, rooms, costumes, cases))
}
