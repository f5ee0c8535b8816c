//! What a running game would hear from an actor, and what the actor would ask it.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

/// Something that happened while limbs were stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        /// The counter afterwards.
        counter: u16,
    },
    /// A window without anything to rest on: the interpreter would hang here, we stop.
    Stuck {
        /// The limb whose window it is.
        limb: u8,
    },
    /// A program does what the interpreter would stop or hang at. The limb stays where it is from now on.
    Faulty {
        /// The limb whose program it is.
        limb: u8,
        /// Where in AKSQ.
        at: u16,
    },
    /// A sound that begins softly: entry `slot` of the actor's sound table.
    SoftSound {
        /// The limb whose program wants it.
        limb: u8,
        /// Entry of the actor's sound table.
        slot: u8,
    },
    /// Volume (1), pan (2) or priority (3) of a sound.
    SoundSetting {
        /// The limb whose program wants it.
        limb: u8,
        /// Entry of the actor's sound table.
        slot: u8,
        /// Which of the three.
        setting: u8,
        /// Its new value.
        value: u8,
    },
    /// The actor says the line that is kept for it under this number.
    Talk {
        /// The limb whose program wants it.
        limb: u8,
        /// Number of the line.
        line: i16,
    },
    /// An auxiliary frame is shown, behind all actors' pictures.
    Frame {
        /// The limb whose program wants it.
        limb: u8,
        /// Index of the frame; there may be none of that index.
        frame: i16,
    },
    /// Another actor, which was not at hand, shall start a chore.
    ActorChore {
        /// The limb whose program wants it.
        limb: u8,
        /// Number of the other actor.
        actor: i16,
        /// The chore.
        chore: i16,
    },
    /// A variable of another actor, which was not at hand, shall be set.
    ActorVar {
        /// The limb whose program wants it.
        limb: u8,
        /// Number of the other actor.
        actor: i16,
        /// Number of the variable.
        var: u8,
        /// Its new value.
        value: i16,
    },
    /// The actor has left the room, by its own program.
    Left {
        /// The limb whose program wants it.
        limb: u8,
    },
}

/// The game around an actor. `()` is a world that does not care; a `Vec<Event>` collects. In both nothing
/// sounds and nobody talks.
///
/// Programs of AKOS costumes ask questions; who does not answer them has a silent game.
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

    /// Whether anybody is talking.
    fn any_talking(&mut self) -> bool {
        self.talking()
    }

    /// The shape of a talking actor's mouth, 1 … 13, where the voice tells; without it, the mouth moves at
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
