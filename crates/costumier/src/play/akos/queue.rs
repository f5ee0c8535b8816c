//! Commands that wait until all actors are drawn and stepped, and then come last first (`reference/07 §7.1`).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use crate::play::world::Event;

/// Most commands that wait: the interpreter stops at the next one, here it is forgotten.
const ROOM: usize = 31;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Something that the actor itself has nothing to do with.
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

/// A command that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Number of the actor whose program wants it.
    pub actor: u16,
    /// That actor's place among those whose commands wait here, where somebody [says](Queue::set_place) it: in a
    /// scene, several may have the same number.
    pub place: usize,
    /// The limb whose program wants it.
    pub limb: u8,
    /// What is to be done.
    pub order: Order,
}

/// Commands of one or several actors that wait for the end of a tick.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    entries: Vec<Entry>,
    place: usize,
}

impl Queue {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of commands that wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Says whose commands come next, by place.
    pub(crate) fn set_place(&mut self, place: usize) {
        self.place = place;
    }

    pub(in crate::play) fn push(&mut self, actor: u16, limb: u8, order: Order) {
        if self.entries.len() < ROOM {
            self.entries.push(Entry { actor, place: self.place, limb, order });
        }
    }

    /// What came last of what waits.
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }
}
