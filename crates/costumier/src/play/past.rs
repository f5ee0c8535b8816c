//! The states that an actor has been in, to find the one that comes back.
//!
//! Where programs throw dice there are hundreds, and none comes back. So each has a mark, and only states with the
//! same mark are compared.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::actor::{Actor, State};

/// States, tick by tick.
#[derive(Default)]
pub(super) struct Past {
    marks: Vec<u64>,
    states: Vec<State>,
}

impl Past {
    /// The tick in which the actor was in the state that it is in now; where there is none, this is the next
    /// tick's. Variables count from when a program asks for them, and then for all states.
    pub(super) fn meet(&mut self, actor: &Actor) -> Option<usize> {
        let (state, asked) = (actor.state(), actor.asked());
        let mark = state.mark();
        let alike = self.marks.iter().zip(&self.states).enumerate().filter(|(_, (other, _))| **other == mark);
        let met =
            alike.map(|(tick, (_, other))| (tick, other)).find(|(_, other)| other.is_same(&state, asked));
        let met = met.map(|(tick, _)| tick);
        if met.is_none() {
            self.marks.push(mark);
            self.states.push(state);
        }
        met
    }
}
