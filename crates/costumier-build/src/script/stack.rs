//! v6, v7 and v8 operations: operands are pushed on a stack, in the order of [`Op`]'s fields; the operation
//! takes them off. Settings of actors are operations of their own, for the actor that was named last.
//!
//! **Note:** from v7 on the screen is never divided, and the camera also moves up and down. Only there have actors
//! animation variables, which AKOS programs read.

use super::{ActorOp, Op, checked, setting};
use OperandValue::{Jump, List, Number, Stacked, Sub, Target, Text, Value};
use costumier_scripts::script::{OperandValue, Profile, Variable, Writer};

/// Largest number of jiffies in a delay where the stack holds 16 bits.
const LONGEST_DELAY: u32 = 0x7FFF;

/// Returns the rows of the screen, if the screen is never divided.
fn rows(profile: Profile) -> Option<u16> {
    match profile {
        Profile::V7 => Some(200),
        Profile::V8 => Some(480),
        _ => None,
    }
}

pub(super) fn write(op: &Op, to: &mut Writer) -> Result<(), String> {
    let one = |name| [Sub(name, Vec::new())];
    let profile = to.profile();
    match op {
        Op::Cursor(on) => to.call("cursorCommand", &one(if *on { "cursorOn" } else { "cursorOff" }), &[]),
        Op::UserInput(on) => {
            to.call("cursorCommand", &one(if *on { "userputOn" } else { "userputOff" }), &[])
        }
        Op::Screen { top, bottom } => match rows(profile) {
            None => to.call("roomOps", &one("screen"), &[(*top).into(), (*bottom).into()]),
            Some(rows) if (0, rows) == (*top, *bottom) => Ok(()),
            Some(rows) => Err(format!("rows {top} to {bottom} for the room; {profile} gives it all {rows}")),
        },
        Op::LoadRoom(room) => to.call("loadRoom", &[], &[(*room).into()]),
        Op::ObjectState { object, state } => to.call("setState", &[], &[(*object).into(), (*state).into()]),
        // A column, and where cameras move up and down a row.
        Op::Camera(x) => match rows(profile) {
            None => to.call("setCameraAt", &[], &[(*x).into()]),
            Some(rows) => to.call("setCameraAt", &[], &[(*x).into(), (rows / 2).into()]),
        },
        Op::SetVar(var, value) => {
            let variable = Target(Variable::of(profile, (*var).into()));
            to.call("writeWordVar", &[variable], &[(*value).into()])
        }
        Op::Lights(_) => Err(format!("{profile} has no lights: every room is lit")),
        Op::ShadowPalette { .. } if profile == Profile::V8 => {
            Err("v8 has no operation for one shadow table; see Op::Raw".into())
        }
        Op::ShadowPalette { scale: [r, g, b], first, last } => {
            let values = [(*r).into(), (*g).into(), (*b).into(), (*first).into(), (*last).into()];
            to.call("roomOps", &one("shadow"), &values)
        }
        Op::PaletteEntry { index, colour: [r, g, b] } => {
            let values = [(*r).into(), (*g).into(), (*b).into(), (*index).into()];
            to.call("roomOps", &one("palColour"), &values)
        }
        Op::SpriteSet(_) => Err("only the NES has sets of sprites".into()),
        Op::ShowAs { .. } => Err("from v5 on colours are set (PaletteEntry)".into()),
        Op::Actor(number, settings) => {
            to.call("actorOps", &one("setCurrentActor"), &[(*number).into()])?;
            settings.iter().try_for_each(|it| {
                let (name, values) = setting(*it, profile)?;
                let mut values: Vec<_> = values.into_iter().map(Number).collect();
                if matches!(it, ActorOp::Condition(..)) {
                    values = vec![List(values)];
                }
                to.call("actorOps", &one(name), &values)
            })
        }
        Op::Put { actor, room, x, y } => {
            to.call("putActorAtXY", &[], &[(*actor).into(), (*x).into(), (*y).into(), (*room).into()])
        }
        Op::Animate { actor, number } => to.call("animateActor", &[], &[(*actor).into(), (*number).into()]),
        // The high bit says "into".
        Op::Class { actor, class } => {
            to.call("setClass", &[], &[(*actor).into(), List(vec![(0x80 | *class).into()])])
        }
        Op::CounterColour { .. } if profile == Profile::V8 => {
            Err("v8 does not tell an actor's animation counter".into())
        }
        // The counter stays on the stack as red.
        Op::CounterColour { actor, entry } => {
            to.call("getActorAnimCounter", &[], &[(*actor).into()])?;
            to.call("roomOps", &one("palColour"), &[Stacked, Number(0), Number(0), (*entry).into()])
        }
        Op::VariableColour { .. } if profile == Profile::V6 => Err("v6 has no animation variables".into()),
        Op::VariableColour { actor, variable, entry } => {
            to.call("getAnimateVariable", &[], &[(*actor).into(), (*variable).into()])?;
            to.call("roomOps", &one("palColour"), &[Stacked, Number(0), Number(0), (*entry).into()])
        }
        Op::Walk { actor, x, y } => to.call("walkActorTo", &[], &[(*actor).into(), (*x).into(), (*y).into()]),
        // Goes back to the push until the actor stands: the push, two bytes, the distance.
        Op::WaitForActor(actor) => {
            let word = i64::try_from(profile.word()).unwrap_or(0);
            let back = word.saturating_mul(2).saturating_add(3);
            to.call("wait", &[Sub("actor", vec![Jump(back.saturating_neg())])], &[(*actor).into()])
        }
        Op::Delay(jiffies) if profile != Profile::V8 && *jiffies > LONGEST_DELAY => {
            Err(format!("a delay of {jiffies} jiffies; the stack holds {LONGEST_DELAY}"))
        }
        Op::Delay(jiffies) => to.call("delay", &[], &[Number((*jiffies).into())]),
        Op::Break => to.call("breakHere", &[], &[]),
        Op::StartScript(script) => to.call("startScriptQuick", &[], &[(*script).into(), List(Vec::new())]),
        Op::StartWith(script, arguments) => {
            let arguments = arguments.iter().map(|argument| (*argument).into()).collect();
            to.call("startScriptQuick", &[], &[(*script).into(), List(arguments)])
        }
        Op::Name { actor, name } => {
            to.call("actorOps", &one("setCurrentActor"), &[(*actor).into()])?;
            if profile.has_plain_texts() {
                return to.call("actorOps", &one("name"), &[Text(checked(name)?)]);
            }
            to.call("actorOps", &[Sub("name", vec![Text(checked(name)?)])], &[])
        }
        Op::Dress { actor, costume } => {
            let local = |number: u8| [Value(Variable::local(number.into()))];
            to.call("actorOps", &one("setCurrentActor"), &local(*actor))?;
            to.call("actorOps", &one("costume"), &local(*costume))
        }
        Op::End => to.call("stopObjectCode", &[], &[]),
        Op::Quit => to.call("systemOps", &one("quit"), &[]),
        Op::Label(_) | Op::Jump(_) | Op::Raw(_) => Ok(()),
    }
}

/// Why a setting is not what stack machines have under that name.
pub(super) fn refused(setting: ActorOp, profile: Profile) -> Option<String> {
    let is_variable = matches!(setting, ActorOp::Variable(..));
    (is_variable && profile == Profile::V6).then(|| "v6 has no animation variables".to_owned())
}
