//! What a place of AKSQ can say: pictures and commands, each with its operands (`reference/07 §4`).
//!
//! The operands' names are those of listings, and stand in the order of the bytes. How each is stored, and
//! under which code, is said by the table ([`Opcode`](super::Opcode)).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::draws::Draw;

/// One command of AKSQ. A picture is one, too.
///
/// Values are as stored, whether they make sense or not: a variable may be one of those that are not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AkosCommand<'a> {
    /// Shows a picture, at its own place.
    Picture {
        /// Which one, 0 … 4095.
        index: u16,
    },
    /// Shows several pictures at places of their own (C020, C021, C022, C025).
    Draw(Draw<'a>),
    /// Shows nothing.
    Empty,
    /// Shows nothing; when the limb leaves it, an auxiliary frame is shown.
    Frame {
        /// Index of the frame.
        frame: i16,
    },
    /// Shows nothing: the end of a program.
    End,
    /// Sets a variable.
    Set {
        /// What to.
        value: i16,
        /// Which variable.
        var: u8,
    },
    /// Adds to a variable.
    Add {
        /// How much.
        value: i16,
        /// To which variable.
        var: u8,
    },
    /// Adds one to variable 0.
    Increment,
    /// Sets a variable to a random number.
    Random {
        /// The least that it can be.
        least: i16,
        /// The most that it can be.
        most: i16,
        /// Which variable.
        var: u8,
    },
    /// Sets a variable of an actor.
    ActorSet {
        /// Variable that holds the actor's number.
        actor_var: u8,
        /// Which of the actor's variables.
        var: u8,
        /// What to.
        value: i16,
    },
    /// Goes to a place.
    Goto {
        /// Where in AKSQ.
        to: u16,
    },
    /// Goes to a place if a comparison holds.
    IfGoto {
        /// How the variable is compared with the value.
        how: Comparison,
        /// Where in AKSQ.
        to: u16,
        /// Which variable.
        var: u8,
        /// What it is compared with.
        value: i16,
    },
    /// Goes to a place if a variable is not 0, and sets it to 0.
    IfVarClearGoto {
        /// Where in AKSQ.
        to: u16,
        /// Which variable.
        var: u8,
    },
    /// Goes to a place if a sound plays, or does not.
    IfSoundGoto {
        /// Whether it has to play.
        plays: bool,
        /// Where in AKSQ.
        to: u16,
        /// Entry of the actor's sound table.
        sound: u8,
    },
    /// Goes to a place if the sound that a variable names plays, or does not.
    IfVarSoundGoto {
        /// Whether it has to play.
        plays: bool,
        /// Where in AKSQ.
        to: u16,
        /// Variable that holds the entry of the actor's sound table.
        var: u8,
    },
    /// Goes to a place if the actor talks, or does not.
    IfTalkingGoto {
        /// Whether it has to talk.
        talks: bool,
        /// Where in AKSQ.
        to: u16,
    },
    /// Goes to a place if anybody talks, or nobody does.
    IfAnyTalkingGoto {
        /// Whether somebody has to talk.
        talks: bool,
        /// Where in AKSQ.
        to: u16,
    },
    /// Nobody knows its operands (C0A6, C0A7).
    IfTalkingPick {
        /// Whether the actor has to talk.
        talks: bool,
    },
    /// Goes to an entry of the program's jump table.
    GotoTable {
        /// Variable that holds the number of the entry, from 1 on.
        var: u8,
    },
    /// Unless a comparison holds, skips everything up to [`AkosCommand::EndIf`].
    If {
        /// How the variable is compared with the value.
        how: Comparison,
        /// What it is compared with.
        value: i16,
        /// Which variable.
        var: u8,
    },
    /// Where skipping ends.
    EndIf,
    /// Starts a sound.
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
    /// Changes a sound; the low bytes count.
    SoundSetting {
        /// Which sound, 1 … 8.
        sound: i16,
        /// Volume (1), pan (2) or priority (3).
        setting: i16,
        /// Its new value.
        value: i16,
    },
    /// The same code in Humongous games, where it is shorter and does nothing.
    SoundSettingIgnored {
        /// Which sound.
        sound: i16,
        /// Which setting.
        setting: i16,
    },
    /// The actor says a line.
    Talk {
        /// Under which number it is kept for the actor.
        line: u8,
        /// Not known.
        b: u8,
    },
    /// The actor says the line that a variable names.
    VarTalk {
        /// Variable that holds the number of the line.
        var: u8,
    },
    /// Sets a user condition, if a variable is not 0; clears it, if it is.
    SetUserCondition {
        /// Which condition, from 1 on.
        condition: u8,
        /// Which variable.
        var: u8,
    },
    /// Sets a variable to 1 if a user condition is set, else to 0.
    GetUserCondition {
        /// Which condition, from 1 on.
        condition: u8,
        /// Which variable.
        var: u8,
    },
    /// Gives the actor's mouth a shape.
    SetTalkState {
        /// Which one; 1 is a mouth at rest.
        state: u8,
    },
    /// Sets a variable to 1 if the actor's mouth has a shape, else to 0.
    GetTalkState {
        /// Which one.
        state: u8,
        /// Which variable.
        var: u8,
    },
    /// The actor starts a chore.
    Chore {
        /// Which one.
        chore: u8,
    },
    /// The actor starts the chore that a variable names.
    VarChore {
        /// Variable that holds the chore.
        var: u8,
    },
    /// Another actor starts a chore.
    ActorChore {
        /// Variable that holds the actor's number.
        actor_var: u8,
        /// Variable that holds the chore.
        chore_var: u8,
    },
    /// Puts the actor in a z-plane.
    Plane {
        /// Which one.
        plane: u8,
    },
    /// Draws the actor at an offset from where it stands.
    Offset {
        /// To the right.
        x: i16,
        /// Downwards.
        y: i16,
    },
    /// Exchanges left and right, or no longer.
    Flip {
        /// Not 0: exchanged.
        value: i16,
    },
    /// The actor leaves the room.
    Leave,
    /// Does nothing in any interpreter.
    Script {
        /// Perhaps a script.
        script: u8,
    },
    /// Does nothing in any interpreter.
    VarScript {
        /// Perhaps a variable that holds a script.
        var: u8,
    },
    /// Does nothing in any interpreter.
    Action {
        /// Not known.
        a: i16,
        /// Not known.
        b: i16,
    },
}

/// How a variable is compared with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤
    LessOrEqual,
    /// >
    Greater,
    /// ≥
    GreaterOrEqual,
}

impl Comparison {
    /// Whether it holds.
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
    /// Where it may lead, as an operand says: not for [`AkosCommand::GotoTable`].
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

    /// Whether a limb rests on it: then it is what the limb shows.
    #[must_use]
    pub fn rests(&self) -> bool {
        matches!(self, Self::Picture { .. } | Self::Draw(_) | Self::Empty | Self::Frame { .. } | Self::End)
    }

    /// The pictures that it shows.
    pub fn pictures(&self) -> impl Iterator<Item = u16> + '_ {
        let (one, several) = match self {
            Self::Picture { index } => (Some(*index), None),
            Self::Draw(draw) => (None, Some(draw.components())),
            _ => (None, None),
        };
        one.into_iter().chain(several.into_iter().flatten().map(|part| part.picture))
    }
}
