//! A small assembler for scripts: enough to set a stage, put actors on it and move them.
//!
//! The operations are the same for every generation, their instructions are not: some put operands behind the
//! operation byte, others push them on a stack. Here they are called by name; their bytes come out of the
//! tables that scripts are read by ([`costumier_scripts::script`]). The real interpreter ran each of them.
//!
//! **Note:** a jump counts from the end of its own operand, before v8 with 16 bits. So a script can be longer than
//! 32 KB, but its last operation cannot then jump to its first. [`Op::StartScript`] starts it again.

mod older;
mod oldest;
mod register;
mod stack;

use std::collections::BTreeMap;

use costumier_format::dialect::Dialect;
use costumier_format::{Problem, Refused, Severity};
use costumier_scripts::script::{OperandValue, Profile, Writer};

pub use older::{face, in_generation};

/// The variable with the length of one loop of the interpreter, in jiffies (1/60 s).
pub const VAR_TIMER_NEXT: u16 = 19;

/// One operation of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Op {
    /// Shows or hides the mouse cursor. It is a counter: a cursor that was shown twice must be hidden twice.
    Cursor(bool),
    /// Accepts or ignores the player's input.
    UserInput(bool),
    /// Sets the rows of the screen that show the room. From v7 on they are always the whole screen.
    Screen {
        /// The first row that shows the room.
        top: u16,
        /// The row after the last one.
        bottom: u16,
    },
    /// Enters the room with this number.
    LoadRoom(u8),
    /// Sets an object's state: the number of the picture that it shows, 0 for none. v1 and v2 have only the bit 8.
    ObjectState {
        /// The number of the object.
        object: u16,
        /// The state to set.
        state: u8,
    },
    /// Moves the middle of the screen to a column of the room, a multiple of 8.
    Camera(u16),
    /// Chooses the set of sprites from which costumes are drawn (NES). No costume is drawn before that.
    SpriteSet(u8),
    /// Sets a variable to a value.
    SetVar(u16, u16),
    /// Sets the light bits; 11 is everything on. v5 only. It also redraws the whole screen.
    Lights(u8),
    /// Makes the shadow table. Each colour's components are scaled by `scale` / 256; the entry is the nearest of the
    /// colours `first` to `last` (`docs/format/drawing.md §7.3`).
    ShadowPalette {
        /// The factors of red, green and blue; 256 leaves a component as it is.
        scale: [u16; 3],
        /// First colour that a shadow may have.
        first: u8,
        /// Last colour that a shadow may have.
        last: u8,
    },
    /// Replaces an entry of the room's palette.
    PaletteEntry {
        /// The index of the entry.
        index: u8,
        /// Its red, green and blue.
        colour: [u8; 3],
    },
    /// Shows a palette entry in another entry's colour, until the next room. v3 and v4.
    ShowAs {
        /// The index of the entry.
        index: u8,
        /// The entry whose colour it gets.
        colour: u8,
    },
    /// Changes an actor's settings, in order.
    Actor(u8, Vec<ActorOp>),
    /// Puts an actor at a position in a room, in room pixels.
    Put {
        /// The number of the actor.
        actor: u8,
        /// The room; 0 takes the actor off the stage.
        room: u8,
        /// The column, in pixels from the left.
        x: i16,
        /// The row, in pixels from the top.
        y: i16,
    },
    /// Starts a chore or gives an order. Orders are 244 and above up to v6 (`docs/format/animation.md §6`), 1001 and
    /// above in v7 and v8 (`docs/format/akos.md §8.3`).
    Animate {
        /// The number of the actor.
        actor: u8,
        /// The number of the chore or order.
        number: u16,
    },
    /// Puts an actor into a class, until the actor's settings return to their defaults. No z-plane hides an actor of
    /// class 20, in any walk box.
    Class {
        /// The number of the actor.
        actor: u8,
        /// The class, from 1 to 32.
        class: u8,
    },
    /// Sets the red of a palette entry to an actor's animation counter, so that the screen shows the counter. In v5
    /// this overwrites variable 100; v8 scripts cannot read the counter.
    CounterColour {
        /// The number of the actor.
        actor: u8,
        /// The palette entry; its green and blue become 0.
        entry: u8,
    },
    /// Sets the red of a palette entry to an actor's animation variable (AKOS). v7 and v8.
    VariableColour {
        /// The number of the actor.
        actor: u8,
        /// The number of the variable.
        variable: u8,
        /// The palette entry; its green and blue become 0.
        entry: u8,
    },
    /// Makes an actor walk to a position in its room. The script goes on at once.
    Walk {
        /// The number of the actor.
        actor: u8,
        /// The column, in pixels from the left.
        x: i16,
        /// The row, in pixels from the top.
        y: i16,
    },
    /// Waits until an actor has stopped walking.
    WaitForActor(u8),
    /// Waits for a number of jiffies (1/60 s); 24 bits.
    Delay(u32),
    /// Waits for one loop of the interpreter.
    Break,
    /// A target of jumps. It takes no bytes.
    Label(u32),
    /// Jumps to the label with this number.
    Jump(u32),
    /// Starts another script, or this one from its beginning.
    StartScript(u8),
    /// Starts another script with values for its first local variables.
    StartWith(u8, Vec<u16>),
    /// Sets an actor's name, in the bytes of the game's character set.
    Name {
        /// The number of the actor.
        actor: u8,
        /// The name; no byte of it may be 0 or 0xFF.
        name: Vec<u8>,
    },
    /// Sets an actor's costume. Both numbers are read from local variables, which hold the script's arguments.
    Dress {
        /// The local variable with the actor's number.
        actor: u8,
        /// The local variable with the costume's id.
        costume: u8,
    },
    /// Ends the script. A script must not run past its last byte.
    End,
    /// Ends the game, but not at once: until then the script must go on in a loop with [`Op::Break`].
    Quit,
    /// The bytes of an operation that is not in this list.
    Raw(Vec<u8>),
}

/// A setting of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActorOp {
    /// Returns all settings to their defaults.
    Default,
    /// The id of the costume that the actor wears.
    Costume(u16),
    /// The facing, which changes at once: 0 North, 90 East, 180 South, 270 West. Not in v5.
    Direction(u16),
    /// Sets an animation variable, by its number (AKOS). v7 and v8.
    Variable(u8, i16),
    /// The length of a tick, in loops of the interpreter (0 and 1 mean one loop).
    AnimationSpeed(u8),
    /// Pixels per step while walking, across and down.
    WalkSpeed(u8, u8),
    /// The number of pixels by which the actor is raised.
    Elevation(i16),
    /// Replaces a costume palette entry by a room colour.
    Palette {
        /// The costume colour to replace.
        entry: u8,
        /// The room colour; the pixel itself in games with 16 bits a pixel.
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
    /// Size in x and y, 1 to 255; v6 has one number for both. It has an effect only after [`ActorOp::IgnoreBoxes`].
    Scale(u8, u8),
    /// No z-plane hides the actor, in any walk box. This setting and those below exist from v5 on, except
    /// [`ActorOp::IgnoreBoxes`].
    NeverClip,
    /// This z-plane hides the actor, in any walk box. The interpreter crashes on some numbers from 8 on.
    AlwaysClip(u8),
    /// Walk boxes do not affect the actor's position, scale and z-plane.
    IgnoreBoxes,
    /// Walk boxes affect the actor again.
    FollowBoxes,
    /// The actor's shadow mode. In Humongous games from 7.2 on it is the number of the image with the shadow table.
    ShadowMode(u8),
    /// Sets or clears a user condition, 1 to 16 (Humongous from 7.2 on; it has an effect from 8.0 on).
    Condition(u8, bool),
    /// The talk state for the next time that the actor is drawn, 1 to 16; 0 is any (Humongous from 7.2 on; it has an
    /// effect from 8.0 on).
    TalkState(u8),
    /// The palette slot that the actor's colours come from; 0 is none (Humongous from 9.9 on).
    PaletteSlot(u8),
    /// The part of the screen that the actor is drawn in, in pixels, with the last column and row included (Humongous
    /// from 7.2 on).
    Clip {
        /// The first column inside.
        left: i16,
        /// The first row inside.
        top: i16,
        /// The last column inside.
        right: i16,
        /// The last row inside.
        bottom: i16,
    },
}

/// The bit that makes the operand set a user condition instead of clearing it.
const SET_CONDITION: i64 = 0x80;

/// Returns a text without bytes that would end it early.
fn checked(text: &[u8]) -> Result<&[u8], String> {
    match text.iter().find(|byte| matches!(byte, 0 | 0xFF)) {
        Some(byte) => Err(format!("a name cannot hold the byte {byte:#04x}")),
        None => Ok(text),
    }
}

/// Returns a setting's name in the instruction tables, and its values.
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
        Profile::V0 | Profile::V1 | Profile::V2 | Profile::V2Nes => oldest::write,
        _ if profile.has_stack() => stack::write,
        _ => register::write,
    }
}

/// Writes any operation except jumps and bytes. If the generation does not have it, the error says why.
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
                let written = to.put("jump", &[OperandValue::Jump(0)]);
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
