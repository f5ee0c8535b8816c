//! v3, v4 and v5 operations: operands stand behind the operation byte.
//!
//! **Note:** before v5, classes set boxes and z-planes ([`Op::Class`]: 20 is never clipped, 21 is clipped by plane
//! 1, 22 ignores boxes), and no operation sets a colour: [`Op::ShowAs`] only chooses among the room's. In v3 the
//! code of a room operation follows its operands, except on the PC-Engine.

use super::{ActorOp, Op, checked, setting};
use OperandValue::{List, Number, Sub, Target, Text, Value};
use costumier_scripts::script::{OperandValue, Profile, Variable, Writer};

/// The variable that an animation counter goes through.
const COUNTER: Variable = Variable::global(100);

/// The value that ends the game.
const QUIT: i64 = 3;

pub(super) fn write(op: &Op, to: &mut Writer) -> Result<(), String> {
    let one = |name| Sub(name, Vec::new());
    let before_v5 = to.profile() < Profile::V5;
    match op {
        Op::Cursor(on) => to.put("cursorCommand", &[one(if *on { "cursorOn" } else { "cursorOff" })]),
        Op::UserInput(on) => to.put("cursorCommand", &[one(if *on { "userputOn" } else { "userputOff" })]),
        Op::Screen { top, bottom } => room(to, "screen", vec![(*top).into(), (*bottom).into()]),
        Op::LoadRoom(room) => to.put("loadRoom", &[(*room).into()]),
        Op::ObjectState { object, state } => to.put("setState", &[(*object).into(), (*state).into()]),
        Op::Camera(x) => to.put("setCameraAt", &[(*x).into()]),
        Op::SetVar(var, value) => {
            to.put("move", &[Target(Variable::of(to.profile(), (*var).into())), (*value).into()])
        }
        Op::Lights(bits) => to.put("lights", &[(*bits).into(), Number(0), Number(0)]),
        Op::ShadowPalette { .. } if before_v5 => Err("before v5 there are no shadows".into()),
        Op::ShadowPalette { scale: [r, g, b], first, last } => {
            room(to, "shadow", vec![(*r).into(), (*g).into(), (*b).into(), (*first).into(), (*last).into()])
        }
        Op::PaletteEntry { .. } if before_v5 => Err("before v5 colours cannot be set".into()),
        Op::PaletteEntry { index, colour: [r, g, b] } => {
            room(to, "palColour", vec![(*r).into(), (*g).into(), (*b).into(), (*index).into()])
        }
        Op::ShowAs { index, colour } if before_v5 => {
            room(to, "palIndirection", vec![(*colour).into(), (*index).into()])
        }
        Op::SpriteSet(_) => Err("only the NES has sets of sprites".into()),
        Op::ShowAs { .. } => Err("from v5 on colours are set (PaletteEntry)".into()),
        Op::Actor(number, settings) => {
            let mut given = vec![(*number).into()];
            for it in settings {
                let (name, values) = setting(*it, to.profile())?;
                given.push(Sub(name, values.into_iter().map(Number).collect()));
            }
            to.put("actorOps", &given)
        }
        Op::Put { actor, room, x, y } => {
            to.put("putActorInRoom", &[(*actor).into(), (*room).into()])?;
            to.put("putActor", &[(*actor).into(), (*x).into(), (*y).into()])
        }
        Op::Animate { actor, number } => to.put("animateActor", &[(*actor).into(), (*number).into()]),
        // The high bit says "into".
        Op::Class { actor, class } => {
            to.put("setClass", &[(*actor).into(), List(vec![(0x80 | *class).into()])])
        }
        Op::CounterColour { .. } if before_v5 => {
            Err("before v5 nothing tells an actor's animation counter".into())
        }
        Op::CounterColour { actor, entry } => {
            to.put("getAnimCounter", &[Target(COUNTER), (*actor).into()])?;
            room(to, "palColour", vec![Value(COUNTER), Number(0), Number(0), (*entry).into()])
        }
        Op::VariableColour { .. } => Err("before v7 there are no animation variables".into()),
        Op::Walk { actor, x, y } => to.put("walkActorTo", &[(*actor).into(), (*x).into(), (*y).into()]),
        Op::WaitForActor(actor) if to.profile().is_v3() && to.profile() != Profile::V3Engine => {
            to.put("waitForActor", &[(*actor).into()])
        }
        Op::WaitForActor(actor) => to.put("wait", &[Sub("actor", vec![(*actor).into()])]),
        Op::Delay(jiffies) => to.put("delay", &[Number((*jiffies).into())]),
        Op::Break => to.put("breakHere", &[]),
        Op::StartScript(script) => to.put("startScript", &[(*script).into(), List(Vec::new())]),
        Op::StartWith(script, arguments) => {
            let arguments = arguments.iter().map(|argument| (*argument).into()).collect();
            to.put("startScript", &[(*script).into(), List(arguments)])
        }
        Op::Name { actor, name } => {
            to.put("actorOps", &[(*actor).into(), Sub("name", vec![Text(checked(name)?)])])
        }
        Op::Dress { actor, costume } => {
            let local = |number: u8| Value(Variable::local(number.into()));
            to.put("actorOps", &[local(*actor), Sub("costume", vec![local(*costume)])])
        }
        Op::End => to.put("stopObjectCode", &[]),
        Op::Quit => to.put("systemOps", &[Number(QUIT)]),
        Op::Label(_) | Op::Jump(_) | Op::Raw(_) => Ok(()),
    }
}

/// An operation of rooms.
fn room(to: &mut Writer, name: &str, operands: Vec<OperandValue<'_>>) -> Result<(), String> {
    if to.profile().is_v3() && to.profile() != Profile::V3Engine {
        let mut given = operands;
        given.push(Sub(name, Vec::new()));
        return to.put("roomOps", &given);
    }
    to.put("roomOps", &[Sub(name, operands)])
}

/// Why a setting is not what register machines have under that name.
pub(super) fn refused(setting: ActorOp, profile: Profile) -> Option<String> {
    let text = match setting {
        ActorOp::Direction(_) => "orders (Animate) turn actors up to v5, not angles",
        ActorOp::Variable(..) => "before v7 there are no animation variables",
        _ if profile == Profile::V5 => return None,
        ActorOp::FollowBoxes => "before v5 actors follow boxes by default",
        ActorOp::NeverClip | ActorOp::AlwaysClip(_) => "before v5 z-planes are chosen by classes (Class)",
        ActorOp::AnimationSpeed(_) => "before v5 animations have one speed",
        ActorOp::ShadowMode(_) => "before v5 there are no shadows",
        ActorOp::Scale(..) if profile.is_v3() => "v3 has no sizes",
        _ => return None,
    };
    Some(text.to_owned())
}
