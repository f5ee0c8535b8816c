//! The bytes of v4 and v3 (256 colours) operations: v5's, with older numbers for an actor's settings, and
//! fewer of them.
//!
//! What surprises: boxes and z-planes are a matter of classes here ([`Op::Class`]: 20 never clipped, 21
//! clipped by plane 1, 22 ignores boxes), and no operation sets a colour: [`Op::ShowAs`] only chooses among
//! those that the room has.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::{ActorOp, Encoding, Op, checked, v5};

pub(super) const V4: Encoding =
    Encoding { jump: 0x18, reach: 2, op: |op, out| operation(op, out, Version { sizes: true }) };

pub(super) const V3: Encoding =
    Encoding { jump: 0x18, reach: 2, op: |op, out| operation(op, out, Version { sizes: false }) };

/// Which of the two.
#[derive(Clone, Copy)]
struct Version {
    /// Actors have sizes, and operations of rooms come before their operands (v4).
    sizes: bool,
}

fn operation(op: &Op, out: &mut Vec<u8>, version: Version) -> Result<(), String> {
    match op {
        Op::Screen { top, bottom } => room(out, 3, [*top, *bottom], version),
        Op::ShowAs { index, colour } => room(out, 4, [u16::from(*colour), u16::from(*index)], version),
        Op::Actor(number, settings) => {
            out.extend([0x13, *number]);
            settings.iter().try_for_each(|setting| actor(*setting, out, version))?;
            out.push(0xFF);
        }
        Op::Name { actor, name } => {
            out.extend([0x13, *actor, 0x0F]);
            out.extend(checked(name)?);
            out.extend([0, 0xFF]);
        }
        Op::PaletteEntry { .. } => return Err("before v5 colours cannot be set".into()),
        Op::ShadowPalette { .. } => return Err("before v5 there are no shadows".into()),
        Op::CounterColour { .. } => return Err("before v5 nothing tells an actor's animation counter".into()),
        Op::WaitForActor(actor) if version.sizes => out.extend([0xAE, 1, *actor]),
        Op::WaitForActor(actor) => out.extend([0x3B, *actor]),
        _ => return (v5::ENCODING.op)(op, out),
    }
    Ok(())
}

/// An operation of rooms: in v3 its operands come first.
fn room(out: &mut Vec<u8>, code: u8, operands: [u16; 2], version: Version) {
    let operands = operands.into_iter().flat_map(u16::to_le_bytes);
    out.push(0x33);
    if version.sizes {
        out.push(code);
        out.extend(operands);
    } else {
        out.extend(operands);
        out.push(code);
    }
}

fn actor(setting: ActorOp, out: &mut Vec<u8>, version: Version) -> Result<(), String> {
    match setting {
        ActorOp::Default => out.push(0x0A),
        ActorOp::Costume(costume) => match u8::try_from(costume) {
            Ok(costume) => out.extend([0x01, costume]),
            Err(_) => return Err(format!("costume {costume}; there is one byte for it")),
        },
        ActorOp::WalkSpeed(x, y) => out.extend([0x04, x, y]),
        ActorOp::WalkChore(chore) => out.extend([0x06, chore]),
        ActorOp::TalkChores(start, stop) => out.extend([0x07, start, stop]),
        ActorOp::StandChore(chore) => out.extend([0x08, chore]),
        ActorOp::Elevation(pixels) => {
            out.push(0x0B);
            out.extend(pixels.to_le_bytes());
        }
        ActorOp::Palette { entry, colour } => out.extend([0x0D, entry, colour]),
        ActorOp::InitChore(chore) => out.extend([0x10, chore]),
        ActorOp::Scale(x, y) if version.sizes && x == y => out.extend([0x13, x]),
        ActorOp::Scale(x, y) if version.sizes => return Err(format!("scale {x} × {y}; v4 has one for both")),
        ActorOp::Scale(..) => return Err("v3 has no sizes".into()),
        ActorOp::IgnoreBoxes => out.push(0x14),
        ActorOp::FollowBoxes => return Err("before v5 actors follow boxes by default".into()),
        ActorOp::NeverClip | ActorOp::AlwaysClip(_) => {
            return Err("before v5 z-planes are chosen by classes (Class)".into());
        }
        ActorOp::AnimationSpeed(_) => return Err("before v5 animations have one speed".into()),
        ActorOp::ShadowMode(_) => return Err("before v5 there are no shadows".into()),
        ActorOp::Direction(_) => return Err("orders (Animate) turn actors up to v5, not angles".into()),
        ActorOp::Variable(..) => return Err("before v7 there are no animation variables".into()),
    }
    Ok(())
}
