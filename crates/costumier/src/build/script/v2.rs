//! The bytes of v1 and v2 operations (`reference/11 B.2`): operands of one byte, places in cells of 8 × 2
//! pixels.
//!
//! What surprises: actors have few settings, no classes and no sizes; boxes always count. Chores stand in the
//! upper six bits of an "animate" operand. Entering a room runs script 5, which must be there.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{ActorOp, Encoding, Op};

/// v2.
pub(super) const ENCODING: Encoding =
    Encoding { jump: 0x18, reach: 2, op: |operation, out| op(operation, out, true) };

/// v1: an actor has one colour, which its number names.
pub(super) const V1: Encoding =
    Encoding { jump: 0x18, reach: 2, op: |operation, out| op(operation, out, false) };

/// Pixels across a cell, in which cameras count.
const CELL: u16 = 8;

fn op(op: &Op, out: &mut Vec<u8>, has_palettes: bool) -> Result<(), String> {
    let mut bytes = |bytes: &[u8]| out.extend_from_slice(bytes);
    match op {
        Op::LoadRoom(room) => bytes(&[0x72, *room]),
        Op::ObjectState { object, state: state @ (0 | 8) } => {
            bytes(&[if *state == 8 { 0x07 } else { 0x47 }]);
            bytes(&object.to_le_bytes());
        }
        Op::ObjectState { state, .. } => return Err(format!("state {state}; v1 and v2 have 0 and 8")),
        Op::Camera(x) => bytes(&[0x32, byte(x / CELL, "column")?]),
        Op::SetVar(var, value) => {
            bytes(&[0x1A, byte(*var, "variable")?]);
            bytes(&value.to_le_bytes());
        }
        Op::Lights(bits) => bytes(&[0x70, *bits, 0, 0]),
        Op::ShowAs { index, colour } => bytes(&[0x33, *colour, *index, 2]),
        Op::Actor(number, settings) => {
            for setting in settings {
                actor(*number, *setting, out, has_palettes)?;
            }
        }
        Op::Put { actor, room, x, y } => {
            bytes(&[0x2D, *actor, *room, 0x01, *actor, cell(*x, "column")?, cell(*y, "row")?]);
        }
        Op::Animate { actor, number } => bytes(&[0x11, *actor, byte(*number, "animation")?]),
        Op::Walk { actor, x, y } => bytes(&[0x1E, *actor, cell(*x, "column")?, cell(*y, "row")?]),
        Op::WaitForActor(actor) => bytes(&[0x3B, *actor]),
        Op::Break => bytes(&[0x80]),
        Op::Label(_) | Op::Jump(_) => {}
        Op::StartScript(script) => bytes(&[0x42, *script]),
        Op::End => bytes(&[0xA0]),
        Op::Quit => bytes(&[0x98]),
        Op::Raw(raw) => bytes(raw),
        other => return Err(format!("v1 and v2 have no operation for {other:?}")),
    }
    Ok(())
}

fn byte(number: u16, what: &str) -> Result<u8, String> {
    u8::try_from(number).map_err(|_| format!("{what} {number}; v1 and v2 have one byte for it"))
}

fn cell(place: i16, what: &str) -> Result<u8, String> {
    u8::try_from(place).map_err(|_| format!("{what} {place}; v1 and v2 have 0 to 255"))
}

/// The argument stands before the number of the setting.
fn actor(number: u8, setting: ActorOp, out: &mut Vec<u8>, has_palettes: bool) -> Result<(), String> {
    match setting {
        ActorOp::Costume(costume) => out.extend([0x13, number, byte(costume, "costume")?, 4]),
        ActorOp::Elevation(rows) => out.extend([0x3D, number, rows.to_le_bytes()[0]]),
        ActorOp::Palette { entry, colour } if !has_palettes && entry == number => {
            out.extend([0x13, number, colour, 2]);
        }
        ActorOp::Palette { entry, .. } if !has_palettes => {
            return Err(format!("entry {entry} of actor {number}; v1 has only that of its number"));
        }
        ActorOp::Palette { entry, colour } => out.extend([0x13, number, colour, 2, entry]),
        other => return Err(format!("v1 and v2 have no setting for {other:?}")),
    }
    Ok(())
}
