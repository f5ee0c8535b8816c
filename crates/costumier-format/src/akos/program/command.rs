//! The commands of AKSQ: pictures and commands, each with its operands (`docs/format/akos-programs.md §4`).
//!
//! Operands have the names of listings, in the order of the bytes. The table ([`Opcode`](super::Opcode)) says how
//! each is stored and under which code.

use super::draws::Draw;

/// One command of AKSQ. A picture is a command, too.
///
/// Values are as stored and are not checked: the number of a variable may be one that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AkosCommand<'a> {
    /// Shows one picture, at its own place.
    Picture {
        /// The picture's number, 0 to 4095.
        index: u16,
    },
    /// Shows several pictures at places of their own (C020, C021, C022, C025).
    Draw(Draw<'a>),
    /// Shows nothing at all.
    Empty,
    /// Shows nothing. When the limb leaves this command, an auxiliary frame is shown.
    Frame {
        /// Index of the auxiliary frame.
        frame: i16,
    },
    /// Shows nothing and ends the program.
    End,
    /// Sets a variable to a value.
    Set {
        /// The variable's new value.
        value: i16,
        /// Number of the variable.
        var: u8,
    },
    /// Adds a value to a variable.
    Add {
        /// The value that is added.
        value: i16,
        /// Number of the variable.
        var: u8,
    },
    /// Adds one to variable 0.
    Increment,
    /// Sets a variable to a random number.
    Random {
        /// The smallest possible random number.
        least: i16,
        /// The largest possible random number.
        most: i16,
        /// Number of the variable.
        var: u8,
    },
    /// Sets a variable of another actor.
    ActorSet {
        /// Variable that holds the actor's number.
        actor_var: u8,
        /// Number of the variable of that actor.
        var: u8,
        /// The variable's new value.
        value: i16,
    },
    /// Continues at another offset.
    Goto {
        /// Offset in AKSQ to continue at.
        to: u16,
    },
    /// Continues at another offset if a comparison holds.
    IfGoto {
        /// How the variable is compared with the value.
        how: Comparison,
        /// Offset in AKSQ to continue at.
        to: u16,
        /// Number of the variable.
        var: u8,
        /// The value that the variable is compared with.
        value: i16,
    },
    /// Continues at another offset if a variable is not 0, and sets the variable to 0.
    IfVarClearGoto {
        /// Offset in AKSQ to continue at.
        to: u16,
        /// Number of the variable.
        var: u8,
    },
    /// Continues at another offset depending on whether a sound plays.
    IfSoundGoto {
        /// Whether the sound has to play.
        plays: bool,
        /// Offset in AKSQ to continue at.
        to: u16,
        /// Entry of the actor's sound table.
        sound: u8,
    },
    /// Continues at another offset depending on whether the sound that a variable names plays.
    IfVarSoundGoto {
        /// Whether the sound has to play.
        plays: bool,
        /// Offset in AKSQ to continue at.
        to: u16,
        /// Variable that holds the entry of the actor's sound table.
        var: u8,
    },
    /// Continues at another offset depending on whether the actor talks.
    IfTalkingGoto {
        /// Whether the actor has to talk.
        talks: bool,
        /// Offset in AKSQ to continue at.
        to: u16,
    },
    /// Continues at another offset depending on whether any actor talks.
    IfAnyTalkingGoto {
        /// Whether an actor has to talk.
        talks: bool,
        /// Offset in AKSQ to continue at.
        to: u16,
    },
    /// A command with unknown operands (C0A6, C0A7).
    IfTalkingPick {
        /// Whether the actor has to talk.
        talks: bool,
    },
    /// Continues at an offset of the program's jump table.
    GotoTable {
        /// Variable that holds the number of the entry, from 1 on.
        var: u8,
    },
    /// Unless a comparison holds, skips everything up to [`AkosCommand::EndIf`].
    If {
        /// How the variable is compared with the value.
        how: Comparison,
        /// The value that the variable is compared with.
        value: i16,
        /// Number of the variable.
        var: u8,
    },
    /// Marks where skipping ends.
    EndIf,
    /// Starts a sound of the actor.
    Sound {
        /// Entry of the actor's sound table; from 1 on in v7 and v8.
        sound: u8,
    },
    /// Starts the sound that a variable names.
    VarSound {
        /// Variable that holds the entry of the actor's sound table.
        var: u8,
    },
    /// Starts the first entry of the actor's sound table.
    FirstSound,
    /// Starts a sound softly.
    SoftSound {
        /// Entry of the actor's sound table.
        sound: u8,
    },
    /// Starts softly the sound that a variable names.
    SoftVarSound {
        /// Variable that holds the entry of the actor's sound table.
        var: u8,
    },
    /// Changes a setting of a sound. Only the low bytes of the operands count.
    SoundSetting {
        /// The sound's number, 1 to 8.
        sound: i16,
        /// The setting: volume (1), pan (2) or priority (3).
        setting: i16,
        /// The setting's new value.
        value: i16,
    },
    /// The code of `SoundSetting` in Humongous games, where it is shorter and does nothing.
    SoundSettingIgnored {
        /// The sound's number, as stored.
        sound: i16,
        /// The setting's number, as stored.
        setting: i16,
    },
    /// The actor says a line.
    Talk {
        /// Number under which the line is kept for the actor.
        line: u8,
        /// A byte with unknown meaning.
        b: u8,
    },
    /// The actor says the line that a variable names.
    VarTalk {
        /// Variable that holds the number of the line.
        var: u8,
    },
    /// Sets a user condition if a variable is not 0, else clears it.
    SetUserCondition {
        /// The condition's number, from 1 on.
        condition: u8,
        /// Number of the variable.
        var: u8,
    },
    /// Sets a variable to 1 if a user condition is set, else to 0.
    GetUserCondition {
        /// The condition's number, from 1 on.
        condition: u8,
        /// Number of the variable.
        var: u8,
    },
    /// Gives the actor's mouth a shape.
    SetTalkState {
        /// Number of the shape; 1 is a mouth at rest.
        state: u8,
    },
    /// Sets a variable to 1 if the actor's mouth has a shape, else to 0.
    GetTalkState {
        /// Number of the shape.
        state: u8,
        /// Number of the variable.
        var: u8,
    },
    /// The actor starts a chore.
    Chore {
        /// Number of the chore.
        chore: u8,
    },
    /// The actor starts the chore that a variable names.
    VarChore {
        /// Variable that holds the chore's number.
        var: u8,
    },
    /// Another actor starts a chore.
    ActorChore {
        /// Variable that holds the actor's number.
        actor_var: u8,
        /// Variable that holds the chore's number.
        chore_var: u8,
    },
    /// Puts the actor in a z-plane.
    Plane {
        /// Number of the z-plane.
        plane: u8,
    },
    /// Draws the actor at an offset from its position.
    Offset {
        /// Offset to the right, in pixels.
        x: i16,
        /// Offset downwards, in pixels.
        y: i16,
    },
    /// Turns mirroring of the actor on or off.
    Flip {
        /// Mirrored if not 0.
        value: i16,
    },
    /// The actor leaves the room.
    Leave,
    /// Does nothing in any interpreter.
    Script {
        /// Unknown; perhaps a script's number.
        script: u8,
    },
    /// Does nothing in any interpreter.
    VarScript {
        /// Unknown; perhaps a variable that holds a script's number.
        var: u8,
    },
    /// Does nothing in any interpreter.
    Action {
        /// A number with unknown meaning.
        a: i16,
        /// A number with unknown meaning.
        b: i16,
    },
}

/// How a variable is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Equal to the value (=).
    Equal,
    /// Not equal to the value (≠).
    NotEqual,
    /// Less than the value (<).
    Less,
    /// Less than or equal to the value (≤).
    LessOrEqual,
    /// Greater than the value (>).
    Greater,
    /// Greater than or equal to the value (≥).
    GreaterOrEqual,
}

impl Comparison {
    /// Whether the comparison holds for these numbers.
    #[must_use]
    pub fn holds(self, left: i16, right: i16) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
        }
    }
}

impl AkosCommand<'_> {
    /// The offset that an operand names as the place to continue at. `None` for [`AkosCommand::GotoTable`], whose
    /// offsets are in the jump table.
    #[must_use]
    pub fn target(&self) -> Option<u16> {
        match *self {
            Self::Goto { to }
            | Self::IfGoto { to, .. }
            | Self::IfVarClearGoto { to, .. }
            | Self::IfSoundGoto { to, .. }
            | Self::IfVarSoundGoto { to, .. }
            | Self::IfTalkingGoto { to, .. }
            | Self::IfAnyTalkingGoto { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Whether a limb rests on this command. If so, it is what the limb shows.
    #[must_use]
    pub fn rests(&self) -> bool {
        matches!(self, Self::Picture { .. } | Self::Draw(_) | Self::Empty | Self::Frame { .. } | Self::End)
    }

    /// The pictures that the command shows.
    pub fn pictures(&self) -> impl Iterator<Item = u16> + '_ {
        let (one, several) = match self {
            Self::Picture { index } => (Some(*index), None),
            Self::Draw(draw) => (None, Some(draw.components())),
            _ => (None, None),
        };
        one.into_iter().chain(several.into_iter().flatten().map(|part| part.picture))
    }
}
