//! Operations of older generations. A script that is written once, with settings, classes and places in
//! pixels, becomes one for each generation from v1 on.
//!
//! v1 and v2 count places in cells of 8 × 2 pixels, and their scripts can do less: they have no texts for actors, no
//! speeds, no arguments, and wait by letting the interpreter's loops pass.

use costumier_format::Facing;
use costumier_format::dialect::{Anchor, ChoreNumbers, ColourRule, Dialect, FileLayout, V1Game};
use costumier_scripts::script::Profile;

use super::{ActorOp, Op};

/// The class of actors that no z-plane hides, before v5.
const NEVER_CLIP: u8 = 20;

/// Jiffies of a loop.
const LOOP: u32 = 6;

/// The light bits of a room that is lit, where actors have their own colours; in Maniac Mansion's first edition lights
/// are on or off.
const ALL_LIGHTS: u8 = 11;
const LIGHTS_ON: u8 = 2;

/// The first "animate" operand that turns an actor; below, it is a chore.
const ORDERS: u16 = 244;

/// `animate` with this and a direction's number faces an actor at once (`docs/format/animation.md §6`); in v7 and v8
/// with this and an angle (`docs/format/akos.md §8.3`).
const FACE: u16 = 248;
const FACE_ANGLE: u16 = 3000;

/// The operation that lets an actor face another way at once. Where scripts name no angles, it is the nearest of the
/// four directions.
#[must_use]
pub fn face(actor: u8, facing: Facing, dialect: &Dialect) -> Op {
    let number = match dialect.chores {
        ChoreNumbers::Bytes | ChoreNumbers::BytesAndThousands => {
            FACE.saturating_add(facing.direction().number().into())
        }
        ChoreNumbers::Thousands => FACE_ANGLE.saturating_add(facing.angle()),
    };
    Op::Animate { actor, number }
}

/// The operations that a generation has in place of one; none if it does without. `top` is the first row of a room
/// that is shown, by the room's number, and `room` the room that was entered last.
pub fn in_generation(op: Op, dialect: &Dialect, top: impl Fn(u8) -> u16, room: u8) -> Vec<Op> {
    if dialect.anchor != Anchor::Pixels { in_cells(op, dialect, top, room) } else { before_v5(op, dialect) }
}

/// Before v5 an actor that is never hidden is in a class, and v3 has no sizes.
fn before_v5(op: Op, dialect: &Dialect) -> Vec<Op> {
    let Op::Actor(actor, mut settings) = op else { return vec![op] };
    let old = dialect.files != FileLayout::Disks;
    let has_sizes = !Profile::written(dialect).is_v3();
    let is_in_front = old && settings.contains(&ActorOp::NeverClip);
    settings.retain(|it| match it {
        ActorOp::NeverClip => !old,
        ActorOp::Scale(..) => has_sizes,
        _ => true,
    });
    let class = is_in_front.then_some(Op::Class { actor, class: NEVER_CLIP });
    std::iter::once(Op::Actor(actor, settings)).chain(class).collect()
}

/// The operations of v1 and v2.
fn in_cells(op: Op, dialect: &Dialect, top: impl Fn(u8) -> u16, room: u8) -> Vec<Op> {
    let cell = |x: i16, y: i16, room: u8| {
        let top = i16::try_from(top(room)).unwrap_or(0);
        (x / 8, y.saturating_sub(top).max(0) / 2)
    };
    let has_switch = matches!(dialect.colours, ColourRule::Actor { game: V1Game::Maniac, .. });
    match op {
        Op::Cursor(_) | Op::UserInput(_) | Op::Screen { .. } | Op::SetVar(..) | Op::Name { .. } => Vec::new(),
        // Rooms are dark until a script lights them.
        Op::LoadRoom(room) => {
            vec![Op::Lights(if has_switch { LIGHTS_ON } else { ALL_LIGHTS }), Op::LoadRoom(room)]
        }
        Op::Actor(actor, settings) => {
            let kept = settings.into_iter().filter_map(|it| match it {
                ActorOp::Costume(_) | ActorOp::Palette { .. } => Some(it),
                // Rows of cells.
                ActorOp::Elevation(pixels) => Some(ActorOp::Elevation(pixels / 2)),
                _ => None,
            });
            vec![Op::Actor(actor, kept.collect())]
        }
        Op::Put { actor, room, x, y } => {
            let (x, y) = cell(x, y, room);
            vec![Op::Put { actor, room, x, y }]
        }
        Op::Walk { actor, x, y } => {
            let (x, y) = cell(x, y, room);
            vec![Op::Walk { actor, x, y }]
        }
        // The upper bits are the chore; the lower ones have no effect.
        Op::Animate { actor, number } if number < ORDERS => {
            vec![Op::Animate { actor, number: number.saturating_mul(4) }]
        }
        Op::Delay(jiffies) => (0..jiffies.div_ceil(LOOP)).map(|_| Op::Break).collect(),
        // The costume is set here instead of in the script that sets costumes.
        Op::StartWith(_, arguments) => match *arguments.as_slice() {
            [actor, costume] => {
                let actor = u8::try_from(actor).unwrap_or(0);
                vec![Op::Actor(actor, vec![ActorOp::Costume(costume)])]
            }
            _ => Vec::new(),
        },
        other => vec![other],
    }
}
