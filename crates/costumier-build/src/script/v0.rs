//! v0 operations (`docs/format/scripts.md §B.1`, `docs/format/old-rooms.md §6.4, §6.6`).
//!
//! **Note:** actors have no settings; each wears the costume of its own number. "Animate" takes a command of the
//! costume and a repeat count: the low and the high byte of [`Op::Animate`]'s number.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::Op;
use OperandValue::Target;
use costumier_scripts::script::{OperandValue, Writer};

/// Pixels across a cell, in which cameras count.
const CELL: u16 = 8;

pub(super) fn write(op: &Op, to: &mut Writer) -> Result<(), String> {
    match op {
        Op::LoadRoom(room) => to.put("loadRoom", &[(*room).into()]),
        Op::ObjectState { object, state: 8 } => to.put("setState08", &[(*object).into()]),
        Op::ObjectState { object, state: 0 } => to.put("clearState08", &[(*object).into()]),
        Op::ObjectState { state, .. } => Err(format!("state {state}; v0 has 0 and 8")),
        Op::Camera(x) => to.put("setCameraAt", &[(*x / CELL).into()]),
        Op::SetVar(var, value) => {
            let variable = costumier_scripts::script::Variable::of(to.profile(), (*var).into());
            to.put("move", &[Target(variable), (*value).into()])
        }
        Op::Lights(mode) => to.put("lights", &[(*mode).into()]),
        Op::Put { actor, room, x, y } => {
            to.put("putActorInRoom", &[(*actor).into(), (*room).into()])?;
            to.put("putActor", &[(*actor).into(), (*x).into(), (*y).into()])
        }
        Op::Animate { actor, number } => {
            let [command, repeats] = number.to_le_bytes();
            to.put("animateActor", &[(*actor).into(), command.into(), repeats.into()])
        }
        Op::Walk { actor, x, y } => to.put("walkActorTo", &[(*actor).into(), (*x).into(), (*y).into()]),
        Op::Break => to.put("breakHere", &[]),
        Op::StartScript(script) => to.put("startScript", &[(*script).into()]),
        Op::End => to.put("stopObjectCode", &[]),
        Op::Quit => to.put("restart", &[]),
        other => Err(format!("v0 has no operation for {other:?}")),
    }
}
