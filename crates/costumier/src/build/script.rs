//! A small assembler for v5 scripts: enough to set a stage, put actors on it and move them.
//!
//! Numbers are little-endian; operands stand in the order of the fields below. The high bits of an operation byte would turn
//! operands into variables, which nothing here needs. Operations as in `research/oracle-scummvm.md §6`, where the real
//! interpreter ran each of them; walking, waiting and delays likewise, by the sample game.
//!
//! What surprises: a jump counts from the end of its own operand, with 16 bits. So a script can be longer than 32 KB, but its
//! last operation cannot then jump to its first; [`Op::StartScript`] can begin again from the top.

use std::collections::BTreeMap;

use crate::problem::{Problem, Refused, Severity};

/// The variable that holds how long one loop of the interpreter takes, in jiffies (1/60 s).
pub const VAR_TIMER_NEXT: u16 = 19;

/// One operation of a v5 script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Shows or hides the mouse cursor (a counter: hide once what was shown once).
    Cursor(bool),
    /// Lets the player's input through, or not.
    UserInput(bool),
    /// The rows of the screen that show the room: `top` up to, not including, `bottom`.
    Screen {
        /// First row.
        top: u16,
        /// Row behind the last.
        bottom: u16,
    },
    /// Enters a room.
    LoadRoom(u8),
    /// Sets a variable.
    SetVar(u16, u16),
    /// The light bits: 11 is everything on.
    Lights(u8),
    /// Replaces a room palette entry.
    PaletteEntry {
        /// Which entry.
        index: u8,
        /// Red, green, blue.
        colour: [u8; 3],
    },
    /// Changes an actor's settings, in order.
    Actor(u8, Vec<ActorOp>),
    /// Moves an actor into a room.
    PutInRoom {
        /// The actor.
        actor: u8,
        /// The room; 0 takes the actor off the stage.
        room: u8,
    },
    /// Puts an actor at a place in its room, in room pixels.
    Put {
        /// The actor.
        actor: u8,
        /// Pixels from the left.
        x: i16,
        /// Pixels from the top.
        y: i16,
    },
    /// Starts a chore, or an order from 244 on (`reference/03 §6`).
    Animate {
        /// The actor.
        actor: u8,
        /// The chore's number, or the order.
        number: u8,
    },
    /// Lets an actor walk to a place in its room; the script goes on.
    Walk {
        /// The actor.
        actor: u8,
        /// Pixels from the left.
        x: i16,
        /// Pixels from the top.
        y: i16,
    },
    /// Waits until an actor has stopped walking.
    WaitForActor(u8),
    /// Waits for a number of jiffies (1/60 s); 24 bits.
    Delay(u32),
    /// Waits for one loop of the interpreter.
    Break,
    /// A place to jump to; takes no bytes.
    Label(u32),
    /// Goes on at a label.
    Jump(u32),
    /// Starts another script (or this one, from the top).
    StartScript(u8),
    /// Ends the script. A script must not run past its last byte.
    End,
    /// Bytes of an operation that is not in this list.
    Raw(Vec<u8>),
}

/// A setting of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorOp {
    /// Everything back to its default; needs no operand.
    Default,
    /// Wears a costume.
    Costume(u8),
    /// How long each step of an animation is held, in loops of the interpreter (0 and 1: one).
    AnimationSpeed(u8),
    /// Pixels per step while walking, across and down.
    WalkSpeed(u8, u8),
    /// Drawn this many pixels higher.
    Elevation(i16),
    /// Replaces a costume palette entry by a room colour.
    Palette {
        /// The costume's colour.
        entry: u8,
        /// The room's colour.
        colour: u8,
    },
    /// The number of the init chore.
    InitChore(u8),
    /// Size across and down, 1…255. Only of use after [`ActorOp::IgnoreBoxes`].
    Scale(u8, u8),
    /// No z-plane hides the actor, whatever box it stands in.
    NeverClip,
    /// This z-plane hides the actor, whatever box it stands in.
    AlwaysClip(u8),
    /// Walk boxes have no say in place, scale and z-plane.
    IgnoreBoxes,
    /// Walk boxes decide again.
    FollowBoxes,
    /// How the actor casts a shadow.
    ShadowMode(u8),
}

/// Turns operations into the payload of a `SCRP` block.
///
/// # Errors
/// Every jump to a label that is not there or is too far away, every label that stands twice, every number that is too large.
pub fn assemble(ops: &[Op]) -> Result<Vec<u8>, Refused> {
    let mut out = Vec::new();
    let mut labels = BTreeMap::new();
    let mut jumps = Vec::new();
    let mut problems = Vec::new();
    let mut refuse = |index: usize, text: String| {
        problems.push(Problem::new(Severity::Broken, format!("operation {index}"), None, text));
    };
    for (index, op) in ops.iter().enumerate() {
        match op {
            Op::Label(label) => {
                if labels.insert(*label, out.len()).is_some() {
                    refuse(index, format!("label {label} stands here for the second time"));
                }
            }
            Op::Jump(label) => {
                out.extend_from_slice(&[0x18, 0, 0]);
                jumps.push((index, *label, out.len()));
            }
            Op::Delay(jiffies) if *jiffies > 0xFF_FFFF => {
                refuse(index, format!("a delay of {jiffies} jiffies; 24 bits hold {}", 0xFF_FFFF));
            }
            plain => plain.encode(&mut out),
        }
    }
    for (index, label, end) in jumps {
        let Some(target) = labels.get(&label) else {
            refuse(index, format!("jumps to label {label}, which is not there"));
            continue;
        };
        let distance = i64::try_from(*target).unwrap_or(i64::MAX) - i64::try_from(end).unwrap_or(0);
        match (i16::try_from(distance), out.get_mut(end - 2..end)) {
            (Ok(distance), Some(operand)) => operand.copy_from_slice(&distance.to_le_bytes()),
            _ => refuse(index, format!("jumps {distance} bytes to label {label}; 16 bits reach 32767")),
        }
    }
    Refused::unless_empty(problems)?;
    Ok(out)
}

impl Op {
    /// The bytes of an operation that depends on no other. Labels and jumps are [`assemble`]'s.
    fn encode(&self, out: &mut Vec<u8>) {
        let mut bytes = |bytes: &[u8]| out.extend_from_slice(bytes);
        match self {
            Self::Cursor(on) => bytes(&[0x2C, if *on { 1 } else { 2 }]),
            Self::UserInput(on) => bytes(&[0x2C, if *on { 3 } else { 4 }]),
            Self::Screen { top, bottom } => {
                bytes(&[0x33, 3]);
                bytes(&top.to_le_bytes());
                bytes(&bottom.to_le_bytes());
            }
            Self::LoadRoom(room) => bytes(&[0x72, *room]),
            Self::SetVar(var, value) => {
                bytes(&[0x1A]);
                bytes(&var.to_le_bytes());
                bytes(&value.to_le_bytes());
            }
            Self::Lights(bits) => bytes(&[0x70, *bits, 0, 0]),
            Self::PaletteEntry { index, colour: [r, g, b] } => {
                bytes(&[0x33, 4, *r, 0, *g, 0, *b, 0, 0, *index]);
            }
            Self::Actor(actor, settings) => {
                bytes(&[0x13, *actor]);
                settings.iter().for_each(|setting| setting.encode(out));
                out.push(0xFF);
            }
            Self::PutInRoom { actor, room } => bytes(&[0x2D, *actor, *room]),
            Self::Put { actor, x, y } => {
                bytes(&[0x01, *actor]);
                bytes(&x.to_le_bytes());
                bytes(&y.to_le_bytes());
            }
            Self::Animate { actor, number } => bytes(&[0x11, *actor, *number]),
            Self::Walk { actor, x, y } => {
                bytes(&[0x1E, *actor]);
                bytes(&x.to_le_bytes());
                bytes(&y.to_le_bytes());
            }
            Self::WaitForActor(actor) => bytes(&[0xAE, 1, *actor]),
            Self::Delay(jiffies) => {
                let [low, middle, high, _] = jiffies.to_le_bytes();
                bytes(&[0x2E, low, middle, high]);
            }
            Self::Break => bytes(&[0x80]),
            Self::Label(_) | Self::Jump(_) => {}
            Self::StartScript(script) => bytes(&[0x0A, *script, 0xFF]),
            Self::End => bytes(&[0xA0]),
            Self::Raw(raw) => bytes(raw),
        }
    }
}

impl ActorOp {
    fn encode(self, out: &mut Vec<u8>) {
        let mut bytes = |bytes: &[u8]| out.extend_from_slice(bytes);
        match self {
            Self::Default => bytes(&[0x08]),
            Self::Costume(costume) => bytes(&[0x01, costume]),
            Self::AnimationSpeed(loops) => bytes(&[0x16, loops]),
            Self::WalkSpeed(x, y) => bytes(&[0x02, x, y]),
            Self::Elevation(pixels) => {
                bytes(&[0x09]);
                bytes(&pixels.to_le_bytes());
            }
            Self::Palette { entry, colour } => bytes(&[0x0B, entry, colour]),
            Self::InitChore(chore) => bytes(&[0x0E, chore]),
            Self::Scale(x, y) => bytes(&[0x11, x, y]),
            Self::NeverClip => bytes(&[0x12]),
            Self::AlwaysClip(plane) => bytes(&[0x13, plane]),
            Self::IgnoreBoxes => bytes(&[0x14]),
            Self::FollowBoxes => bytes(&[0x15]),
            Self::ShadowMode(mode) => bytes(&[0x17, mode]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_boot_script_is_byte_exact() {
        let bytes = assemble(&[
            Op::Cursor(false),
            Op::UserInput(false),
            Op::Screen { top: 0, bottom: 200 },
            Op::LoadRoom(1),
            Op::Actor(
                1,
                vec![
                    ActorOp::Default,
                    ActorOp::Costume(1),
                    ActorOp::IgnoreBoxes,
                    ActorOp::AnimationSpeed(255),
                ],
            ),
            Op::PutInRoom { actor: 1, room: 1 },
            Op::Put { actor: 1, x: 160, y: 100 },
            Op::Animate { actor: 1, number: 0xFA },
            Op::Label(0),
            Op::Break,
            Op::Jump(0),
        ])
        .unwrap();
        let wanted = [
            0x2c, 0x02, 0x2c, 0x04, 0x33, 0x03, 0x00, 0x00, 0xc8, 0x00, 0x72, 0x01, 0x13, 0x01, 0x08, 0x01,
            0x01, 0x14, 0x16, 0xff, 0xff, 0x2d, 0x01, 0x01, 0x01, 0x01, 0xa0, 0x00, 0x64, 0x00, 0x11, 0x01,
            0xfa, 0x80, 0x18, 0xfc, 0xff,
        ];
        assert_eq!(bytes, wanted);
    }

    #[test]
    fn jumps_go_forward_too() {
        let bytes = assemble(&[Op::Jump(7), Op::Break, Op::Break, Op::Label(7), Op::End]).unwrap();
        assert_eq!(bytes, [0x18, 2, 0, 0x80, 0x80, 0xA0]);
    }

    #[test]
    fn every_operation_has_its_bytes() {
        for (op, wanted) in [
            (Op::Cursor(true), vec![0x2C, 1]),
            (Op::UserInput(true), vec![0x2C, 3]),
            (Op::SetVar(VAR_TIMER_NEXT, 6), vec![0x1A, 19, 0, 6, 0]),
            (Op::Lights(11), vec![0x70, 11, 0, 0]),
            (Op::PaletteEntry { index: 254, colour: [8, 16, 24] }, vec![0x33, 4, 8, 0, 16, 0, 24, 0, 0, 254]),
            (Op::Put { actor: 2, x: -5, y: 300 }, vec![1, 2, 0xFB, 0xFF, 0x2C, 1]),
            (Op::Walk { actor: 2, x: 5, y: 300 }, vec![0x1E, 2, 5, 0, 0x2C, 1]),
            (Op::WaitForActor(3), vec![0xAE, 1, 3]),
            (Op::Delay(0x01_02_03), vec![0x2E, 3, 2, 1]),
            (Op::StartScript(2), vec![0x0A, 2, 0xFF]),
            (
                Op::Actor(
                    1,
                    vec![
                        ActorOp::WalkSpeed(4, 2),
                        ActorOp::Elevation(-1),
                        ActorOp::Palette { entry: 3, colour: 9 },
                        ActorOp::InitChore(6),
                        ActorOp::Scale(100, 200),
                        ActorOp::NeverClip,
                        ActorOp::AlwaysClip(2),
                        ActorOp::FollowBoxes,
                        ActorOp::ShadowMode(1),
                    ],
                ),
                vec![
                    0x13, 1, 2, 4, 2, 9, 0xFF, 0xFF, 0x0B, 3, 9, 0x0E, 6, 0x11, 100, 200, 0x12, 0x13, 2,
                    0x15, 0x17, 1, 0xFF,
                ],
            ),
            (Op::Raw(vec![1, 2, 3]), vec![1, 2, 3]),
        ] {
            assert_eq!(assemble(std::slice::from_ref(&op)).unwrap(), wanted, "{op:?}");
        }
    }

    #[test]
    fn all_wrong_jumps_are_named() {
        let refused = assemble(&[
            Op::Label(1),
            Op::Jump(2),
            Op::Raw(vec![0x80; 40_000]),
            Op::Jump(1),
            Op::Label(1),
            Op::Delay(1 << 24),
        ])
        .unwrap_err();
        let paths: Vec<_> = refused.problems.iter().map(|p| p.path.as_str()).collect();
        assert_eq!(paths, ["operation 4", "operation 5", "operation 1"]);
        let far = assemble(&[Op::Label(1), Op::Raw(vec![0x80; 32_766]), Op::Jump(1)]).unwrap_err();
        assert_eq!(far.problems[0].path, "operation 2");
        assert!(assemble(&[Op::Label(1), Op::Raw(vec![0x80; 32_765]), Op::Jump(1)]).is_ok());
    }
}
