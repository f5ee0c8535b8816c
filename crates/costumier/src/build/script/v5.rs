//! The bytes of v5 operations: operands stand behind the operation byte, in the order of [`Op`]'s fields.
//!
//! The high bits of an operation byte turn operands into variables, which only the animation counter needs.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{ActorOp, Encoding, Op, checked};

pub(super) const ENCODING: Encoding = Encoding { jump: 0x18, reach: 2, op };

/// Largest number of jiffies in a delay.
const LONGEST_DELAY: u32 = 0xFF_FFFF;

/// The variable that an animation counter goes through.
const COUNTER: [u8; 2] = [100, 0];

fn op(op: &Op, out: &mut Vec<u8>) -> Result<(), String> {
    let mut bytes = |bytes: &[u8]| out.extend_from_slice(bytes);
    match op {
        Op::Cursor(on) => bytes(&[0x2C, if *on { 1 } else { 2 }]),
        Op::UserInput(on) => bytes(&[0x2C, if *on { 3 } else { 4 }]),
        Op::Screen { top, bottom } => {
            bytes(&[0x33, 3]);
            bytes(&top.to_le_bytes());
            bytes(&bottom.to_le_bytes());
        }
        Op::LoadRoom(room) => bytes(&[0x72, *room]),
        Op::ObjectState { object, state } => {
            let [low, high] = object.to_le_bytes();
            bytes(&[0x07, low, high, *state]);
        }
        Op::Camera(x) => {
            bytes(&[0x32]);
            bytes(&x.to_le_bytes());
        }
        Op::SetVar(var, value) => {
            bytes(&[0x1A]);
            bytes(&var.to_le_bytes());
            bytes(&value.to_le_bytes());
        }
        Op::Lights(bits) => bytes(&[0x70, *bits, 0, 0]),
        Op::ShadowPalette { scale, first, last } => {
            bytes(&[0x33, 0x0C]);
            scale.iter().for_each(|part| bytes(&part.to_le_bytes()));
            bytes(&[0, *first, *last]);
        }
        Op::PaletteEntry { index, colour: [r, g, b] } => bytes(&[0x33, 4, *r, 0, *g, 0, *b, 0, 0, *index]),
        Op::Actor(number, settings) => {
            bytes(&[0x13, *number]);
            settings.iter().try_for_each(|setting| actor(*setting, out))?;
            out.push(0xFF);
        }
        Op::Put { actor, room, x, y } => {
            bytes(&[0x2D, *actor, *room, 0x01, *actor]);
            bytes(&x.to_le_bytes());
            bytes(&y.to_le_bytes());
        }
        Op::Animate { actor, number } => bytes(&[0x11, *actor, byte(*number, "chore")?]),
        // A list of classes, each behind a byte, up to 0xFF. The high bit says "into".
        Op::Class { actor, class } => bytes(&[0x5D, *actor, 0, 1, 0x80 | class, 0, 0xFF]),
        Op::CounterColour { actor, entry } => {
            let [low, high] = COUNTER;
            // The high bit of 0x84 says that red is a variable.
            bytes(&[0x22, low, high, *actor, 0x33, 0x84, low, high, 0, 0, 0, 0, 0, *entry]);
        }
        Op::ShowAs { .. } => return Err("from v5 on colours are set (PaletteEntry)".into()),
        Op::VariableColour { .. } => return Err("v5 has no animation variables".into()),
        Op::Walk { actor, x, y } => {
            bytes(&[0x1E, *actor]);
            bytes(&x.to_le_bytes());
            bytes(&y.to_le_bytes());
        }
        Op::WaitForActor(actor) => bytes(&[0xAE, 1, *actor]),
        Op::Delay(jiffies) if *jiffies > LONGEST_DELAY => {
            return Err(format!("a delay of {jiffies} jiffies; 24 bits hold {LONGEST_DELAY}"));
        }
        Op::Delay(jiffies) => {
            let [low, middle, high, _] = jiffies.to_le_bytes();
            bytes(&[0x2E, low, middle, high]);
        }
        Op::Break => bytes(&[0x80]),
        Op::Label(_) | Op::Jump(_) => {}
        Op::StartWith(script, arguments) => {
            bytes(&[0x0A, *script]);
            for argument in arguments {
                bytes(&[0x01]);
                bytes(&argument.to_le_bytes());
            }
            bytes(&[0xFF]);
        }
        Op::Name { actor, name } => {
            bytes(&[0x13, *actor, 0x0D]);
            bytes(checked(name)?);
            bytes(&[0, 0xFF]);
        }
        Op::Dress { actor, costume } => bytes(&[0x93, *actor, 0x40, 0x81, *costume, 0x40, 0xFF]),
        Op::StartScript(script) => bytes(&[0x0A, *script, 0xFF]),
        Op::End => bytes(&[0xA0]),
        Op::Quit => bytes(&[0x98, 3]),
        Op::Raw(raw) => bytes(raw),
    }
    Ok(())
}

fn byte(number: u16, what: &str) -> Result<u8, String> {
    u8::try_from(number).map_err(|_| format!("{what} {number}; v5 has one byte for it"))
}

fn actor(setting: ActorOp, out: &mut Vec<u8>) -> Result<(), String> {
    let mut bytes = |bytes: &[u8]| out.extend_from_slice(bytes);
    match setting {
        ActorOp::Default => bytes(&[0x08]),
        ActorOp::Costume(costume) => bytes(&[0x01, byte(costume, "costume")?]),
        ActorOp::Direction(_) => return Err("v5 turns actors by orders (Animate), not by angles".into()),
        ActorOp::Variable(..) => return Err("v5 has no animation variables".into()),
        ActorOp::AnimationSpeed(loops) => bytes(&[0x16, loops]),
        ActorOp::WalkSpeed(x, y) => bytes(&[0x02, x, y]),
        ActorOp::Elevation(pixels) => {
            bytes(&[0x09]);
            bytes(&pixels.to_le_bytes());
        }
        ActorOp::Palette { entry, colour } => bytes(&[0x0B, entry, colour]),
        ActorOp::InitChore(chore) => bytes(&[0x0E, chore]),
        ActorOp::WalkChore(chore) => bytes(&[0x04, chore]),
        ActorOp::StandChore(chore) => bytes(&[0x06, chore]),
        ActorOp::TalkChores(start, stop) => bytes(&[0x05, start, stop]),
        ActorOp::Scale(x, y) => bytes(&[0x11, x, y]),
        ActorOp::NeverClip => bytes(&[0x12]),
        ActorOp::AlwaysClip(plane) => bytes(&[0x13, plane]),
        ActorOp::IgnoreBoxes => bytes(&[0x14]),
        ActorOp::FollowBoxes => bytes(&[0x15]),
        ActorOp::ShadowMode(mode) => bytes(&[0x17, mode]),
    }
    Ok(())
}
