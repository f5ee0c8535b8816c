//! The bytes of v6 operations: operands are pushed on a stack, in the order of [`Op`]'s fields; the operation
//! takes them off.
//!
//! `01 i16` pushes a number. Settings of actors and of the screen are operations with a second byte.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{ActorOp, Encoding, Op, checked};

pub(super) const ENCODING: Encoding = Encoding { jump: 0x73, reach: 2, op };

/// Largest number of jiffies in a delay: what the stack holds.
const LONGEST_DELAY: u32 = 0x7FFF;

pub(super) fn op(op: &Op, out: &mut Vec<u8>) -> Result<(), String> {
    match op {
        Op::Cursor(on) => out.extend([0x6B, if *on { 0x90 } else { 0x91 }]),
        Op::UserInput(on) => out.extend([0x6B, if *on { 0x92 } else { 0x93 }]),
        Op::Screen { top, bottom } => call(out, [*top, *bottom], &[0x9C, 0xAE]),
        Op::LoadRoom(room) => call(out, [*room], &[0x7B]),
        Op::ObjectState { object, state } => call(out, [*object, u16::from(*state)], &[0x70]),
        Op::Camera(x) => call(out, [*x], &[0x7A]),
        Op::SetVar(var, value) => {
            call(out, [*value], &[0x43]);
            out.extend(var.to_le_bytes());
        }
        Op::Lights(_) => return Err("v6 has no lights: every room is lit".into()),
        Op::ShadowPalette { scale: [r, g, b], first, last } => {
            call(out, [*r, *g, *b, u16::from(*first), u16::from(*last)], &[0x9C, 0xB7]);
        }
        Op::PaletteEntry { index, colour: [r, g, b] } => call(out, [*r, *g, *b, *index], &[0x9C, 0xAF]),
        Op::Actor(number, settings) => {
            call(out, [*number], &[0x9D, 0xC5]);
            return settings.iter().try_for_each(|setting| actor(*setting, out));
        }
        Op::Put { actor, room, x, y } => {
            call(out, [i16::from(*actor), *x, *y, i16::from(*room)], &[0x7F]);
        }
        Op::Animate { actor, number } => call(out, [u16::from(*actor), *number], &[0x82]),
        // A list of one class, whose length is pushed last. The high bit says "into".
        Op::Class { actor, class } => call(out, [*actor, 0x80 | class, 1], &[0x6E]),
        // The counter stays on the stack as red.
        Op::CounterColour { actor, entry } => {
            call(out, [*actor], &[0xAB]);
            call(out, [0, 0, *entry], &[0x9C, 0xAF]);
        }
        Op::ShowAs { .. } => return Err("from v5 on colours are set (PaletteEntry)".into()),
        Op::VariableColour { .. } => return Err("v6 has no animation variables".into()),
        Op::Walk { actor, x, y } => call(out, [i16::from(*actor), *x, *y], &[0x7E]),
        // Goes back by seven bytes, to the push, until the actor stands.
        Op::WaitForActor(actor) => call(out, [*actor], &[0xA9, 0xA8, 0xF9, 0xFF]),
        Op::Delay(jiffies) => match i16::try_from(*jiffies) {
            Ok(jiffies) => call(out, [jiffies], &[0xB0]),
            Err(_) => {
                return Err(format!("a delay of {jiffies} jiffies; the stack holds {LONGEST_DELAY}"));
            }
        },
        Op::Break => out.push(0x6C),
        Op::Label(_) | Op::Jump(_) => {}
        Op::StartWith(script, arguments) => {
            let count = u16::try_from(arguments.len()).map_err(|_| "too many arguments")?;
            let all = std::iter::once(u16::from(*script)).chain(arguments.iter().copied()).chain([count]);
            let all: Vec<i16> = all.map(u16::cast_signed).collect();
            for number in all {
                call(out, [number], &[]);
            }
            out.push(0x5F);
        }
        Op::Name { actor, name } => {
            call(out, [*actor], &[0x9D, 0xC5]);
            out.extend([0x9D, 0x58]);
            out.extend(checked(name)?);
            out.push(0);
        }
        // 03 pushes what a variable holds.
        Op::Dress { actor, costume } => {
            out.extend([0x03, *actor, 0x40, 0x9D, 0xC5, 0x03, *costume, 0x40, 0x9D, 0x4C]);
        }
        // The 0 is the number of arguments.
        Op::StartScript(script) => call(out, [*script, 0], &[0x5F]),
        Op::End => out.push(0x65),
        Op::Quit => out.extend([0xAE, 0xA0]),
        Op::Raw(raw) => out.extend(raw),
    }
    Ok(())
}

pub(super) fn actor(setting: ActorOp, out: &mut Vec<u8>) -> Result<(), String> {
    match setting {
        ActorOp::Default => out.extend([0x9D, 0x53]),
        ActorOp::Costume(costume) => call(out, [costume], &[0x9D, 0x4C]),
        ActorOp::Direction(angle) => call(out, [angle], &[0x9D, 0xE6]),
        ActorOp::Variable(..) => return Err("v6 has no animation variables".into()),
        ActorOp::AnimationSpeed(loops) => call(out, [loops], &[0x9D, 0x61]),
        ActorOp::WalkSpeed(x, y) => call(out, [x, y], &[0x9D, 0x4D]),
        ActorOp::Elevation(pixels) => call(out, [pixels], &[0x9D, 0x54]),
        ActorOp::Palette { entry, colour } => call(out, [entry, colour], &[0x9D, 0x56]),
        ActorOp::InitChore(chore) => call(out, [chore], &[0x9D, 0x59]),
        ActorOp::WalkChore(chore) => call(out, [chore], &[0x9D, 0x4F]),
        ActorOp::StandChore(chore) => call(out, [chore], &[0x9D, 0x51]),
        ActorOp::TalkChores(start, stop) => call(out, [start, stop], &[0x9D, 0x50]),
        ActorOp::Scale(x, y) if x == y => call(out, [x], &[0x9D, 0x5C]),
        ActorOp::Scale(x, y) => return Err(format!("scale {x} × {y}; there is one for both")),
        ActorOp::NeverClip => out.extend([0x9D, 0x5D]),
        ActorOp::AlwaysClip(plane) => call(out, [plane], &[0x9D, 0x5E]),
        ActorOp::IgnoreBoxes => out.extend([0x9D, 0x5F]),
        ActorOp::FollowBoxes => out.extend([0x9D, 0x60]),
        ActorOp::ShadowMode(mode) => call(out, [mode], &[0x9D, 0x62]),
    }
    Ok(())
}

/// A number that the stack holds.
pub(super) trait Operand {
    fn bytes(self) -> [u8; 2];
}

impl Operand for u8 {
    fn bytes(self) -> [u8; 2] {
        [self, 0]
    }
}

impl Operand for u16 {
    fn bytes(self) -> [u8; 2] {
        self.to_le_bytes()
    }
}

impl Operand for i16 {
    fn bytes(self) -> [u8; 2] {
        self.to_le_bytes()
    }
}

pub(super) fn call<T: Operand, const N: usize>(out: &mut Vec<u8>, operands: [T; N], operation: &[u8]) {
    for operand in operands {
        out.push(0x01);
        out.extend(operand.bytes());
    }
    out.extend_from_slice(operation);
}
