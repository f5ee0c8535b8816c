//! The interface between an actor and the game around it: events that the actor reports, and questions that it
//! asks.

use std::fmt;

/// Something that happened while limbs were stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "event", rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Event {
    /// A sound command: entry `slot` of the actor's sound list (the footstep sound is entry 0).
    Sound {
        /// The limb whose window held the command.
        limb: u8,
        /// Entry of the actor's sound list.
        slot: u8,
    },
    /// The animation counter went up by one.
    Counted {
        /// The limb whose window held the command.
        limb: u8,
        /// The counter's value afterwards.
        counter: u16,
    },
    /// A window has no command to rest on. The interpreter would hang; the library stops the limb.
    Stuck {
        /// The limb that plays the window.
        limb: u8,
    },
    /// A program did something at which the interpreter would stop or hang. The limb stays where it is from now on.
    Faulty {
        /// The limb that runs the program.
        limb: u8,
        /// Offset of the code in AKSQ.
        at: u16,
    },
    /// A sound begins softly: entry `slot` of the actor's sound table.
    SoftSound {
        /// The limb whose program starts it.
        limb: u8,
        /// Entry of the actor's sound table.
        slot: u8,
    },
    /// A sound's volume (1), pan (2) or priority (3) changes.
    SoundSetting {
        /// The limb whose program changes it.
        limb: u8,
        /// Entry of the actor's sound table.
        slot: u8,
        /// The setting: 1, 2 or 3.
        setting: u8,
        /// The setting's new value.
        value: u8,
    },
    /// The actor says the line that is kept for it under this number.
    Talk {
        /// The limb whose program says it.
        limb: u8,
        /// Number of the line.
        line: i16,
    },
    /// An auxiliary frame is shown, behind all actors' pictures.
    Frame {
        /// The limb whose program shows it.
        limb: u8,
        /// Index of the frame. The costume may not have a frame with this index.
        frame: i16,
    },
    /// Another actor is to start a chore, but is not among the given actors.
    ActorChore {
        /// The limb whose program starts it.
        limb: u8,
        /// Number of the other actor.
        actor: i16,
        /// Number of the chore.
        chore: i16,
    },
    /// A variable of another actor is to be set, but the actor is not among the given actors.
    ActorVar {
        /// The limb whose program sets it.
        limb: u8,
        /// Number of the other actor.
        actor: i16,
        /// Number of the variable.
        var: u8,
        /// The variable's new value.
        value: i16,
    },
    /// The actor has left the room, by its own program.
    Left {
        /// The limb whose program did it.
        limb: u8,
    },
}

impl Event {
    /// The limb that caused the event.
    #[must_use]
    pub fn limb(self) -> u8 {
        match self {
            Self::Sound { limb, .. }
            | Self::Counted { limb, .. }
            | Self::Stuck { limb }
            | Self::Faulty { limb, .. }
            | Self::SoftSound { limb, .. }
            | Self::SoundSetting { limb, .. }
            | Self::Talk { limb, .. }
            | Self::Frame { limb, .. }
            | Self::ActorChore { limb, .. }
            | Self::ActorVar { limb, .. }
            | Self::Left { limb } => limb,
        }
    }

    /// The name of the kind of event: `sound`, `soft-sound`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sound { .. } => "sound",
            Self::Counted { .. } => "counted",
            Self::Stuck { .. } => "stuck",
            Self::Faulty { .. } => "faulty",
            Self::SoftSound { .. } => "soft-sound",
            Self::SoundSetting { .. } => "sound-setting",
            Self::Talk { .. } => "talk",
            Self::Frame { .. } => "frame",
            Self::ActorChore { .. } => "actor-chore",
            Self::ActorVar { .. } => "actor-var",
            Self::Left { .. } => "left",
        }
    }
}

impl fmt::Display for Event {
    /// The event in a few words, without its limb: `sound 3, softly`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sound { slot, .. } => write!(f, "sound {slot}"),
            Self::Counted { counter, .. } => write!(f, "counter {counter}"),
            Self::Stuck { .. } => f.write_str("no command to rest on; a game would hang"),
            Self::Faulty { at, .. } => write!(f, "fault at {at:#x}; a game would stop or hang"),
            Self::SoftSound { slot, .. } => write!(f, "sound {slot}, softly"),
            Self::SoundSetting { slot, setting, value, .. } => {
                let setting = match setting {
                    1 => "volume",
                    2 => "pan",
                    _ => "priority",
                };
                write!(f, "sound {slot}: {setting} {value}")
            }
            Self::Talk { line, .. } => write!(f, "says line {line}"),
            Self::Frame { frame, .. } => write!(f, "shows auxiliary frame {frame}"),
            Self::ActorChore { actor, chore, .. } => write!(f, "starts chore {chore} of actor {actor}"),
            Self::ActorVar { actor, var, value, .. } => {
                write!(f, "variable {var} of actor {actor} becomes {value}")
            }
            Self::Left { .. } => f.write_str("leaves the room"),
        }
    }
}

/// The game around an actor. `()` ignores all events; a `Vec<Event>` collects them. In both no sound plays and no
/// actor talks.
///
/// The methods answer questions of AKOS programs. The defaults are those of a silent game.
pub trait World {
    /// Called for each event, in the order in which things happen.
    fn event(&mut self, event: Event);

    /// Whether entry `slot` of the actor's sound table is playing.
    fn sound_running(&mut self, slot: u8) -> bool {
        let _ = slot;
        false
    }

    /// Whether this actor is talking.
    fn talking(&mut self) -> bool {
        false
    }

    /// Whether any actor is talking.
    fn any_talking(&mut self) -> bool {
        self.talking()
    }

    /// The shape of a talking actor's mouth, 1 to 13, if the voice determines it. If not, the mouth moves at
    /// random.
    fn lip_sync(&mut self) -> Option<u8> {
        None
    }
}

impl World for () {
    fn event(&mut self, _event: Event) {}
}

impl World for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
