//! A small assembler for scripts: enough to set a stage, put actors on it and move them.
//!
//! The operations are the same for every generation, their instructions are not: some put operands behind the
//! operation byte, others push them on a stack. Here they are called by name; their bytes come out of the
//! tables that scripts are read by ([`costumier_scripts::script`]). The real interpreter ran each of them.
//!
//! What surprises: a jump counts from the end of its own operand, before v8 with 16 bits. So a script can be
//! longer than 32 KB, but its last operation cannot then jump to its first; [`Op::StartScript`] can begin
//! again from the top.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod oldest;
mod register;
mod stack;
mod v0;

use std::collections::BTreeMap;

use costumier_format::dialect::Dialect;
use costumier_format::{Problem, Refused, Severity};
use costumier_scripts::script::{Given, Profile, Writer};

/// The variable that holds how long one loop of the interpreter takes, in jiffies (1/60 s).
pub const VAR_TIMER_NEXT: u16 = 19;

/// One operation of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Op {
    /// Shows or hides the mouse cursor (a counter: hide once what was shown once).
    Cursor(bool),
    /// Lets the player's input through, or not.
    UserInput(bool),
    /// The rows of the screen that show the room: `top` up to, not including, `bottom`. From v7 on it is
    /// always the whole screen.
    Screen {
        /// First row.
        top: u16,
        /// Row behind the last.
        bottom: u16,
    },
    /// Enters a room.
    LoadRoom(u8),
    /// Sets an object's state: which picture it shows, 0 for none. v1 and v2 have one bit for it, 8.
    ObjectState {
        /// The object.
        object: u16,
        /// Its state.
        state: u8,
    },
    /// Puts the middle of the screen at a column of the room, a multiple of 8.
    Camera(u16),
    /// Chooses the set of sprites that costumes are drawn from (NES): nothing is seen before it.
    SpriteSet(u8),
    /// Sets a variable.
    SetVar(u16, u16),
    /// The light bits: 11 is everything on. v5 only; it draws the whole screen anew as well.
    Lights(u8),
    /// Makes the table through which shadows are drawn: every colour, its parts scaled by `scale` / 256, as
    /// the nearest of the colours `first` to `last` (`reference/04 §7.3`).
    ShadowPalette {
        /// Scale of red, green, blue; 256 leaves them.
        scale: [u16; 3],
        /// First colour that a shadow may have.
        first: u8,
        /// Last colour that a shadow may have.
        last: u8,
    },
    /// Replaces a room palette entry.
    PaletteEntry {
        /// Which entry.
        index: u8,
        /// Red, green, blue.
        colour: [u8; 3],
    },
    /// Shows a palette entry in another entry's colour, until the next room. v3 and v4.
    ShowAs {
        /// Which entry.
        index: u8,
        /// The entry whose colour it gets.
        colour: u8,
    },
    /// Changes an actor's settings, in order.
    Actor(u8, Vec<ActorOp>),
    /// Puts an actor at a place in a room, in room pixels.
    Put {
        /// The actor.
        actor: u8,
        /// The room; 0 takes the actor off the stage.
        room: u8,
        /// Pixels from the left.
        x: i16,
        /// Pixels from the top.
        y: i16,
    },
    /// Starts a chore, or an order: from 244 on up to v6 (`reference/03 §6`), from 1001 on in v7 and v8
    /// (`reference/05 §8.3`).
    Animate {
        /// The actor.
        actor: u8,
        /// The chore's number, or the order.
        number: u16,
    },
    /// Puts an actor into a class, which stays until the actor's settings go back to their defaults. In class
    /// 20 no z-plane hides it, whatever box it stands in.
    Class {
        /// The actor.
        actor: u8,
        /// The class, 1 to 32.
        class: u8,
    },
    /// Makes an actor's animation counter the red of a palette entry: how one gets at it from outside. v5
    /// spoils variable 100 for it; v8 has no way to ask.
    CounterColour {
        /// The actor.
        actor: u8,
        /// The palette entry; its green and blue become 0.
        entry: u8,
    },
    /// Makes an actor's animation variable (AKOS) the red of a palette entry. v7 and v8.
    VariableColour {
        /// The actor.
        actor: u8,
        /// Number of the variable.
        variable: u8,
        /// The palette entry; its green and blue become 0.
        entry: u8,
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
    /// Starts another script and gives it its first locals.
    StartWith(u8, Vec<u16>),
    /// Gives an actor its name, in the bytes of the game's charset.
    Name {
        /// The actor.
        actor: u8,
        /// The name; no byte of it may be 0 or 0xFF.
        name: Vec<u8>,
    },
    /// Gives a costume to an actor, both by number of the script's own locals: what it was started with.
    Dress {
        /// The local that holds the actor's number.
        actor: u8,
        /// The local that holds the costume's.
        costume: u8,
    },
    /// Ends the script. A script must not run past its last byte.
    End,
    /// Ends the game, though not at once: the script must go on breaking in a loop until then.
    Quit,
    /// Bytes of an operation that is not in this list.
    Raw(Vec<u8>),
}

/// A setting of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActorOp {
    /// Everything back to its default; needs no operand.
    Default,
    /// Wears a costume.
    Costume(u16),
    /// Faces this angle at once: 0 North, 90 East, 180 South, 270 West. Not in v5.
    Direction(u16),
    /// Sets an animation variable, by its number (AKOS). v7 and v8.
    Variable(u8, i16),
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
        /// The room's colour; a pixel where pixels have 16 bits.
        colour: u16,
    },
    /// The number of the init chore.
    InitChore(u8),
    /// The number of the walk chore.
    WalkChore(u8),
    /// The number of the stand chore.
    StandChore(u8),
    /// The numbers of the talk-start and talk-stop chores.
    TalkChores(u8, u8),
    /// Size across and down, 1…255; v6 has one number for both. Only of use after [`ActorOp::IgnoreBoxes`].
    Scale(u8, u8),
    /// No z-plane hides the actor, whatever box it stands in. This and what follows: from v5 on, but for
    /// [`ActorOp::IgnoreBoxes`].
    NeverClip,
    /// This z-plane hides the actor, whatever box it stands in. The interpreter crashes on some numbers from
    /// 8 on.
    AlwaysClip(u8),
    /// Walk boxes have no say in place, scale and z-plane.
    IgnoreBoxes,
    /// Walk boxes decide again.
    FollowBoxes,
    /// How the actor casts a shadow; in Humongous games from 7.2 on the number of the image that shadows are
    /// looked up in.
    ShadowMode(u8),
    /// Sets a user condition, 1 … 16, or clears it (Humongous from 7.2 on; of use from 8.0 on).
    Condition(u8, bool),
    /// Gives the mouth a shape for the next time that it is drawn, 1 … 16; 0 is any (Humongous from 7.2 on; of use from
    /// 8.0 on).
    TalkState(u8),
    /// The palette slot that the actor's colours come from; 0 is none (Humongous from 9.9 on).
    PaletteSlot(u8),
    /// The part of the screen that the actor is drawn in, in pixels; the last column and row belong to it
    /// (Humongous from 7.2 on).
    Clip {
        /// First column.
        left: i16,
        /// First row.
        top: i16,
        /// Last column.
        right: i16,
        /// Last row.
        bottom: i16,
    },
}

/// What makes the number of a user condition one that is set.
const SET_CONDITION: i64 = 0x80;

/// A text that ends where it should.
fn checked(text: &[u8]) -> Result<&[u8], String> {
    match text.iter().find(|byte| matches!(byte, 0 | 0xFF)) {
        Some(byte) => Err(format!("a name cannot hold the byte {byte:#04x}")),
        None => Ok(text),
    }
}

/// What a setting is called in the tables, and its values.
fn setting(setting: ActorOp, profile: Profile) -> Result<(&'static str, Vec<i64>), String> {
    let refused = if profile.has_stack() { stack::refused } else { register::refused };
    if let Some(text) = refused(setting, profile) {
        return Err(text);
    }
    Ok(match setting {
        ActorOp::Default => ("default", vec![]),
        ActorOp::Costume(costume) => ("costume", vec![costume.into()]),
        ActorOp::Direction(angle) => ("direction", vec![angle.into()]),
        ActorOp::Variable(variable, value) => ("animVar", vec![variable.into(), value.into()]),
        ActorOp::AnimationSpeed(loops) => ("animSpeed", vec![loops.into()]),
        ActorOp::WalkSpeed(x, y) => ("walkSpeed", vec![x.into(), y.into()]),
        ActorOp::Elevation(pixels) => ("elevation", vec![pixels.into()]),
        ActorOp::Palette { entry, colour } => ("palette", vec![entry.into(), colour.into()]),
        ActorOp::InitChore(chore) => ("initChore", vec![chore.into()]),
        ActorOp::WalkChore(chore) => ("walkChore", vec![chore.into()]),
        ActorOp::StandChore(chore) => ("standChore", vec![chore.into()]),
        ActorOp::TalkChores(start, stop) => ("talkChores", vec![start.into(), stop.into()]),
        ActorOp::Scale(x, y) if profile == Profile::V5 => ("scale", vec![x.into(), y.into()]),
        ActorOp::Scale(x, y) if x == y => ("scale", vec![x.into()]),
        ActorOp::Scale(x, y) => return Err(format!("scale {x} × {y}; there is one for both")),
        ActorOp::NeverClip => ("neverZClip", vec![]),
        ActorOp::AlwaysClip(plane) => ("alwaysZClip", vec![plane.into()]),
        ActorOp::IgnoreBoxes => ("ignoreBoxes", vec![]),
        ActorOp::FollowBoxes => ("followBoxes", vec![]),
        ActorOp::ShadowMode(mode) => ("shadow", vec![mode.into()]),
        ActorOp::Condition(number, on) => {
            ("conditions", vec![i64::from(number) | if on { SET_CONDITION } else { 0 }])
        }
        ActorOp::TalkState(state) => ("talkCondition", vec![state.into()]),
        ActorOp::PaletteSlot(slot) => ("paletteNumber", vec![slot.into()]),
        ActorOp::Clip { left, top, right, bottom } => {
            ("clip", vec![left.into(), top.into(), right.into(), bottom.into()])
        }
    })
}

/// How operations are written in a set of instructions.
fn encoder(profile: Profile) -> Encode {
    match profile {
        Profile::V0 => v0::write,
        Profile::V1 | Profile::V2 | Profile::V2Nes => oldest::write,
        _ if profile.has_stack() => stack::write,
        _ => register::write,
    }
}

/// Writes any operation but jumps and bytes. The error says why the generation does not have it.
type Encode = fn(&Op, &mut Writer) -> Result<(), String>;

/// Turns operations into the payload of a `SCRP` block.
///
/// # Errors
/// Every jump to a label that is not there or is too far away, every label that stands twice, every number
/// that is too large, every operation that the generation does not have.
pub fn assemble(ops: &[Op], dialect: &Dialect) -> Result<Vec<u8>, Refused> {
    let profile = Profile::written(dialect);
    let encode = encoder(profile);
    let mut to = Writer::new(profile);
    let mut labels = BTreeMap::new();
    let mut jumps = Vec::new();
    let mut problems = Vec::new();
    let mut refuse = |index: usize, text: String| {
        problems.push(Problem::new(Severity::Broken, format!("operation {index}"), None, text));
    };
    for (index, op) in ops.iter().enumerate() {
        let at = to.out.len();
        let written = match op {
            Op::Label(label) => match labels.insert(*label, at) {
                Some(_) => Err(format!("label {label} stands here for the second time")),
                None => Ok(()),
            },
            Op::Jump(label) => {
                let written = to.put("jump", &[Given::Jump(0)]);
                jumps.push((index, *label, to.out.len()));
                written
            }
            Op::Raw(bytes) => {
                to.out.extend_from_slice(bytes);
                Ok(())
            }
            plain => encode(plain, &mut to),
        };
        if let Err(text) = written {
            refuse(index, text);
        }
    }
    let reach = profile.word();
    let mut out = to.out;
    for (index, label, end) in jumps {
        let Some(target) = labels.get(&label) else {
            refuse(index, format!("jumps to label {label}, which is not there"));
            continue;
        };
        let distance =
            i64::try_from(*target).unwrap_or(i64::MAX).saturating_sub(i64::try_from(end).unwrap_or(0));
        // Scripts end far below what 32 bits reach.
        let fits = reach > 2 || i16::try_from(distance).is_ok();
        match out.get_mut(end.saturating_sub(reach)..end) {
            Some(operand) if fits => {
                operand.copy_from_slice(distance.to_le_bytes().get(..reach).unwrap_or_default());
            }
            _ => refuse(index, format!("jumps {distance} bytes to label {label}; 16 bits reach 32767")),
        }
    }
    Refused::unless_empty(problems)?;
    Ok(out)
}

#[cfg(test)]
mod cast_tests;
#[cfg(test)]
mod tests;
