//! What is different in v2: places are cells of 8 × 2 pixels, and scripts can do less. They have no texts for actors,
//! no speeds, no arguments; they wait by letting the interpreter's loops pass.

use costumier::Dialect;
use costumier::format::dialect::Anchor;
use costumier_build::script::{ActorOp, Op};

use super::boot::ScriptContext;

/// Jiffies of a loop.
const LOOP: u32 = 6;

/// The light bits of a room that is lit, where actors have their own colours.
const ALL_LIGHTS: u8 = 11;

/// What an "animate" operand begins with that turns an actor; below, it is a chore and a facing.
const ORDERS: u16 = 244;

/// Whether a kind of game counts in cells.
pub(super) fn has(dialect: &Dialect) -> bool {
    dialect.anchor != Anchor::Pixels
}

/// The operations that v2 has in place of one; none where it can do without.
pub(super) fn operations(op: Op, context: &ScriptContext<'_>, room: u8) -> Vec<Op> {
    let cell = |x: i16, y: i16, room: u8| {
        let top = context.tops.get(&room).copied().and_then(|top| i16::try_from(top).ok()).unwrap_or(0);
        (x / 8, (y - top).max(0) / 2)
    };
    match op {
        Op::Cursor(_) | Op::UserInput(_) | Op::Screen { .. } | Op::SetVar(..) | Op::Name { .. } => Vec::new(),
        // Rooms are dark until a script lights them.
        Op::LoadRoom(room) => vec![Op::Lights(ALL_LIGHTS), Op::LoadRoom(room)],
        Op::Actor(actor, mut settings) => {
            let has = |it: &ActorOp| {
                matches!(it, ActorOp::Costume(_) | ActorOp::Elevation(_) | ActorOp::Palette { .. })
            };
            settings.retain(has);
            vec![Op::Actor(actor, settings)]
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
        Op::Animate { actor, number } if number < ORDERS => vec![Op::Animate { actor, number: number * 4 }],
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
