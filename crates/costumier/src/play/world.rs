//! What a running game would hear from an actor, and what the actor would ask it.

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
}

/// The game around an actor. `()` is a world that does not care; a `Vec<Event>` collects.
pub trait World {
    /// Called for each event, in the order in which things happen.
    fn event(&mut self, event: Event);
}

impl World for () {
    fn event(&mut self, _event: Event) {}
}

impl World for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
