//! v0, v1 and v2 operations (`docs/format/scripts.md §B.1, §B.2`): operands of one byte, places in cells of 8 × 2
//! pixels.
//!
//! **Note:** actors have few settings, no classes and no sizes, and boxes always count. The argument of a setting
//! precedes its number. The upper six bits of an "animate" operand are the chore. Entering a room runs script 5,
//! which must exist. In v0, actors have no settings; each wears the costume of its own number. "Animate" takes a
//! command of the costume and a repeat count there (`docs/format/old-rooms.md §6.4, §6.6`): the low and the high
//! byte of [`Op::Animate`]'s number.

use super::{ActorOp, Op};
use OperandValue::{Number, Sub, Target};
use costumier_scripts::script::{OperandValue, Profile, Writer};

/// Pixels across a cell, in which cameras count.
const CELL: u16 = 8;

/// The number of the room operation that shows a colour as another one.
const SHOW_AS: u8 = 2;

pub(super) fn write(op: &Op, to: &mut Writer) -> Result<(), String> {
    let is_v0 = to.profile() == Profile::V0;
    let (machine, has) = if is_v0 { ("v0", "has") } else { ("v1 and v2", "have") };
    match op {
        Op::LoadRoom(room) => to.put("loadRoom", &[(*room).into()]),
        Op::ObjectState { object, state: 8 } => to.put("setState08", &[(*object).into()]),
        Op::ObjectState { object, state: 0 } => to.put("clearState08", &[(*object).into()]),
        Op::ObjectState { state, .. } => Err(format!("state {state}; {machine} {has} 0 and 8")),
        Op::SpriteSet(set) if !is_v0 => to.put("switchCostumeSet", &[(*set).into()]),
        Op::Camera(x) => to.put("setCameraAt", &[(*x / CELL).into()]),
        Op::SetVar(var, value) => {
            let variable = costumier_scripts::script::Variable::of(to.profile(), (*var).into());
            to.put("move", &[Target(variable), (*value).into()])
        }
        Op::Lights(mode) if is_v0 => to.put("lights", &[(*mode).into()]),
        Op::Lights(bits) => to.put("lights", &[(*bits).into(), Number(0), Number(0)]),
        Op::ShowAs { index, colour } if !is_v0 => {
            to.put("roomOps", &[(*colour).into(), (*index).into(), SHOW_AS.into()])
        }
        Op::Actor(number, settings) if !is_v0 => settings.iter().try_for_each(|it| actor(*number, *it, to)),
        Op::Put { actor, room, x, y } => {
            to.put("putActorInRoom", &[(*actor).into(), (*room).into()])?;
            to.put("putActor", &[(*actor).into(), (*x).into(), (*y).into()])
        }
        Op::Animate { actor, number } if is_v0 => {
            let [command, repeats] = number.to_le_bytes();
            to.put("animateActor", &[(*actor).into(), command.into(), repeats.into()])
        }
        Op::Animate { actor, number } => to.put("animateActor", &[(*actor).into(), (*number).into()]),
        Op::Walk { actor, x, y } => to.put("walkActorTo", &[(*actor).into(), (*x).into(), (*y).into()]),
        Op::WaitForActor(actor) if !is_v0 => to.put("waitForActor", &[(*actor).into()]),
        Op::Break => to.put("breakHere", &[]),
        Op::StartScript(script) => to.put("startScript", &[(*script).into()]),
        Op::End => to.put("stopObjectCode", &[]),
        Op::Quit => to.put("restart", &[]),
        other => Err(format!("{machine} {has} no operation for {other:?}")),
    }
}

fn actor(number: u8, setting: ActorOp, to: &mut Writer) -> Result<(), String> {
    let is_v1 = to.profile() == Profile::V1;
    let (argument, name, more) = match setting {
        ActorOp::Costume(costume) => (costume.into(), "costume", Vec::new()),
        ActorOp::Elevation(rows) => {
            return to.put("setActorElevation", &[number.into(), rows.to_le_bytes()[0].into()]);
        }
        // An actor of v1 has one colour, which its number names.
        ActorOp::Palette { entry, colour } if is_v1 && entry == number => {
            (colour.into(), "palette", Vec::new())
        }
        ActorOp::Palette { entry, .. } if is_v1 => {
            return Err(format!("entry {entry} of actor {number}; v1 has only that of its number"));
        }
        ActorOp::Palette { entry, colour } => (colour.into(), "palette", vec![entry.into()]),
        other => return Err(format!("v1 and v2 have no setting for {other:?}")),
    };
    to.put("actorOps", &[number.into(), argument, Sub(name, more)])
}
