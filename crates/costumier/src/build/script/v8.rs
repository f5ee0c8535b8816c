//! The bytes of v8 operations: `01 i32` pushes a number, and nearly every operation has a byte of its own.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{ActorOp, Encoding, Op, checked};

pub(super) const ENCODING: Encoding = Encoding { jump: 0x66, reach: 4, op };

/// Rows of the screen.
const ROWS: u16 = 480;

fn op(op: &Op, out: &mut Vec<u8>) -> Result<(), String> {
    match op {
        Op::Cursor(on) => out.extend([0x9C, if *on { 0xDC } else { 0xDD }]),
        Op::UserInput(on) => out.extend([0x9C, if *on { 0xE0 } else { 0xE1 }]),
        Op::Screen { top: 0, bottom: ROWS } => {}
        Op::Screen { top, bottom } => {
            return Err(format!("rows {top} to {bottom} for the room; v8 gives it all {ROWS}"));
        }
        Op::LoadRoom(room) => call(out, [*room], &[0x9D]),
        // A column and a row.
        Op::ObjectState { object, state } => call(out, [*object, u16::from(*state)], &[0x8A]),
        Op::Camera(x) => call(out, [*x, ROWS / 2], &[0x8E]),
        Op::SetVar(var, value) => {
            call(out, [*value], &[0x6D]);
            out.extend(u32::from(*var).to_le_bytes());
        }
        Op::Lights(_) => return Err("v8 has no lights: every room is lit".into()),
        Op::ShadowPalette { .. } => {
            return Err("v8 has no operation for one shadow table; see Op::Raw".into());
        }
        Op::PaletteEntry { index, colour: [r, g, b] } => call(out, [*r, *g, *b, *index], &[0xAB, 0x52]),
        Op::Actor(number, settings) => {
            call(out, [*number], &[0xAC, 0x7A]);
            return settings.iter().try_for_each(|setting| actor(*setting, out));
        }
        Op::Put { actor, room, x, y } => {
            call(out, [i16::from(*actor), *x, *y, i16::from(*room)], &[0xA1]);
        }
        Op::Animate { actor, number } => call(out, [u16::from(*actor), *number], &[0xA4]),
        // A list of one class, whose length is pushed last. The high bit says "into".
        Op::Class { actor, class } => call(out, [*actor, 0x80 | class, 1], &[0x89]),
        Op::CounterColour { .. } => return Err("v8 does not tell an actor's animation counter".into()),
        // The variable stays on the stack as red.
        Op::ShowAs { .. } => return Err("from v5 on colours are set (PaletteEntry)".into()),
        Op::VariableColour { actor, variable, entry } => {
            call(out, [*actor, *variable], &[0xE1]);
            call(out, [0, 0, *entry], &[0xAB, 0x52]);
        }
        Op::Walk { actor, x, y } => call(out, [i16::from(*actor), *x, *y], &[0xA0]),
        // Goes back by eleven bytes, to the push, until the actor stands.
        Op::WaitForActor(actor) => call(out, [*actor], &[0x69, 0x1E, 0xF5, 0xFF, 0xFF, 0xFF]),
        Op::Delay(jiffies) => call(out, [*jiffies], &[0x6A]),
        Op::Break => out.push(0x67),
        Op::Label(_) | Op::Jump(_) => {}
        // The 0 is the number of arguments.
        Op::StartWith(script, arguments) => {
            let count = u16::try_from(arguments.len()).map_err(|_| "too many arguments")?;
            for number in std::iter::once(u16::from(*script)).chain(arguments.iter().copied()).chain([count])
            {
                call(out, [number], &[]);
            }
            out.push(0x7A);
        }
        Op::Name { actor, name } => {
            call(out, [*actor], &[0xAC, 0x7A]);
            out.extend([0xAC, 0x71]);
            out.extend(checked(name)?);
            out.push(0);
        }
        // 02 pushes what a variable holds.
        Op::Dress { actor, costume } => {
            out.extend([0x02, *actor, 0, 0, 0x40, 0xAC, 0x7A, 0x02, *costume, 0, 0, 0x40, 0xAC, 0x64]);
        }
        Op::StartScript(script) => call(out, [*script, 0], &[0x7A]),
        Op::End => out.push(0x7B),
        Op::Quit => out.extend([0xB3, 0x29]),
        Op::Raw(raw) => out.extend(raw),
    }
    Ok(())
}

fn actor(setting: ActorOp, out: &mut Vec<u8>) -> Result<(), String> {
    match setting {
        ActorOp::Default => out.extend([0xAC, 0x6D]),
        ActorOp::Costume(costume) => call(out, [costume], &[0xAC, 0x64]),
        ActorOp::Direction(angle) => call(out, [angle], &[0xAC, 0x81]),
        ActorOp::Variable(variable, value) => call(out, [i16::from(variable), value], &[0xAC, 0x7B]),
        ActorOp::AnimationSpeed(loops) => call(out, [loops], &[0xAC, 0x6C]),
        ActorOp::WalkSpeed(x, y) => call(out, [x, y], &[0xAC, 0x65]),
        ActorOp::Elevation(pixels) => call(out, [pixels], &[0xAC, 0x6E]),
        ActorOp::Palette { entry, colour } => call(out, [entry, colour], &[0xAC, 0x6F]),
        ActorOp::InitChore(chore) => call(out, [chore], &[0xAC, 0x68]),
        ActorOp::WalkChore(chore) => call(out, [chore], &[0xAC, 0x6A]),
        ActorOp::StandChore(chore) => call(out, [chore], &[0xAC, 0x6B]),
        ActorOp::TalkChores(start, stop) => call(out, [start, stop], &[0xAC, 0x69]),
        ActorOp::Scale(x, y) if x == y => call(out, [x], &[0xAC, 0x73]),
        ActorOp::Scale(x, y) => return Err(format!("scale {x} × {y}; there is one for both")),
        ActorOp::NeverClip => out.extend([0xAC, 0x74]),
        ActorOp::AlwaysClip(plane) => call(out, [plane], &[0xAC, 0x75]),
        ActorOp::IgnoreBoxes => out.extend([0xAC, 0x76]),
        ActorOp::FollowBoxes => out.extend([0xAC, 0x77]),
        ActorOp::ShadowMode(mode) => call(out, [mode], &[0xAC, 0x78]),
    }
    Ok(())
}

fn call<T: Into<i64>, const N: usize>(out: &mut Vec<u8>, operands: [T; N], operation: &[u8]) {
    for operand in operands {
        out.push(0x01);
        out.extend(operand.into().to_le_bytes().iter().take(4));
    }
    out.extend_from_slice(operation);
}
