//! The end of a tick of actors that share a stage: their programs' queued commands are performed.

use super::actor::Actor;
use super::akos::{Entry, Order, Queue};
use super::world::{Event, World};

impl Queue {
    /// Performs all queued commands, last in, first out. A command for an actor that is not among `actors` is
    /// reported to `world`.
    pub fn run(&mut self, actors: &mut [Actor], world: &mut impl World) {
        // A chore that is started here does nothing before the next tick, so nothing is added meanwhile.
        while let Some(Entry { actor, limb, order, .. }) = self.pop() {
            if let Order::ActorChore { actor, chore } = order {
                let found =
                    actors.iter_mut().find(|a| i32::from(a.number()) == i32::from(actor) && actor != 0);
                match found {
                    Some(other) => other.carry_out(limb, Order::Chore(i32::from(chore)), world),
                    None => world.event(Event::ActorChore { limb, actor, chore }),
                }
            } else if let Some(own) = actors.iter_mut().find(|a| a.number() == actor) {
                own.carry_out(limb, order, world);
            }
        }
    }
}
