//! The queue of commands that wait until all actors are drawn and stepped, and are then performed last first
//! (`docs/format/akos-programs.md §7.1`).

use crate::play::world::Event;

/// Largest number of queued commands. The interpreter stops at the next one; here it is dropped.
const ROOM: usize = 31;

/// A queued command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Report something that does not change the actor itself.
    Tell(Event),
    /// Start a chore.
    Chore(i32),
    /// Another actor starts a chore.
    ActorChore { actor: i16, chore: i16 },
    /// Choose a z-plane.
    Plane(u8),
    /// Set the drawing offset.
    Offset(i16, i16),
    /// Leave the room.
    Leave,
}

/// A command in the queue, and where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Number of the actor whose program queued it.
    pub actor: u16,
    /// The actor's place among those that share the queue, if [set](Queue::set_place). In a scene, several actors
    /// may have the same number.
    pub place: usize,
    /// The limb whose program queued it.
    pub limb: u8,
    /// The command to perform.
    pub order: Order,
}

/// The queue of commands of one or several actors, for the end of a tick.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    entries: Vec<Entry>,
    place: usize,
}

impl Queue {
    /// Makes an empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of queued commands.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the queue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Sets the place of the actor whose commands come next.
    pub(crate) fn set_place(&mut self, place: usize) {
        self.place = place;
    }

    pub(in crate::play) fn push(&mut self, actor: u16, limb: u8, order: Order) {
        if self.entries.len() < ROOM {
            self.entries.push(Entry { actor, place: self.place, limb, order });
        }
    }

    /// Removes and returns the command that was queued last.
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }
}
