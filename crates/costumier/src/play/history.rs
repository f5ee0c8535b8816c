//! The earlier states of an actor, for finding one that returns.
//!
//! Programs with random numbers can have hundreds of states of which none returns. So each state has a hash, and
//! only states with the same hash are compared.

use super::actor::{Actor, State};

/// The states of an actor, tick by tick.
#[derive(Default)]
pub(super) struct History {
    hashes: Vec<u64>,
    states: Vec<State>,
}

impl History {
    /// Returns the tick in which the actor was in its present state. If there was none, the present state becomes
    /// that of the next tick.
    ///
    /// **Note:** once a program reads a variable, the variable counts for all states, earlier ones included.
    pub(super) fn meet(&mut self, actor: &Actor) -> Option<usize> {
        let (state, asked) = (actor.state(), actor.asked());
        let hash = state.state_hash();
        let alike =
            self.hashes.iter().zip(&self.states).enumerate().filter(|(_, (other, _))| **other == hash);
        let met =
            alike.map(|(tick, (_, other))| (tick, other)).find(|(_, other)| other.is_same(&state, asked));
        let met = met.map(|(tick, _)| tick);
        if met.is_none() {
            self.hashes.push(hash);
            self.states.push(state);
        }
        met
    }
}
