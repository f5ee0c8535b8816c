//! The actors of a scene while loops of the interpreter pass: their programs can send commands to each other.
//!
//! In a loop, actors step in the order of the scene, in which they are also drawn. A variable of another actor
//! (C085) is set at once, so an actor that steps later in the loop reads it. All other commands wait in one queue
//! until all actors have stepped, and are performed last first (`docs/format/akos-programs.md §7.1`). If two
//! actors start chores of a third (C084), the chore of the first in the scene therefore remains.

use super::actor::{SceneActor, Step};
use super::player::{Player, StepContext, allowed};
use crate::Result;
use crate::game::Game;
use crate::play::akos::{Entry, Order};
use crate::play::{Event, Queue};

/// Commands of programs to other actors while they step. It is kept from loop to loop only for its memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ActorCommands {
    queue: Queue,
    /// Variables of other actors to set: actor, variable, value.
    sets: Vec<(usize, u8, i16)>,
    /// For each actor, the number of loops still to pass, and the index of the step after them.
    ways: Vec<(u32, usize)>,
}

/// The scene around its actors.
#[derive(Clone, Copy)]
pub(super) struct SceneContext<'a> {
    pub(super) game: &'a Game,
    /// The scene's descriptions of its actors.
    pub(super) said: &'a [SceneActor],
    /// Whether any actor talks.
    pub(super) any_talking: bool,
}

impl SceneContext<'_> {
    /// The index of the actor that a program's number means: the program's own actor (at `place`) if it has the
    /// number, else the first actor that has it. No actor has 0.
    fn who(&self, place: usize, number: i16) -> Option<usize> {
        let has = |said: &SceneActor| number != 0 && i16::from(said.number) == number;
        if self.said.get(place).is_some_and(has) { Some(place) } else { self.said.iter().position(has) }
    }
}

impl ActorCommands {
    /// Advances the actors for which `passes` returns true by one loop.
    pub(super) fn tick(
        &mut self,
        stage: SceneContext<'_>,
        players: &mut [Player],
        passes: impl Fn(usize) -> bool,
        heard: &mut impl FnMut(usize, Event),
    ) {
        let SceneContext { game, said: all, any_talking } = stage;
        let Self { queue, sets, .. } = self;
        for (place, said) in all.iter().enumerate().filter(|(place, _)| passes(*place)) {
            let Some(player) = players.get_mut(place) else { break };
            let heard = &mut |event| match event {
                Event::ActorVar { actor, var, value, .. } => match stage.who(place, actor) {
                    Some(other) => sets.push((other, var, value)),
                    None => heard(place, event),
                },
                _ => heard(place, event),
            };
            queue.set_place(place);
            player.tick(queue, StepContext { game, said, any_talking, heard });
            for (other, var, value) in sets.drain(..) {
                players.get_mut(other).into_iter().for_each(|other| other.actor.set_var(var, value));
            }
        }
        // A chore that is started here does nothing before the next loop, so nothing is added meanwhile.
        while let Some(Entry { place, limb, order, .. }) = queue.pop() {
            let (who, order) = match order {
                Order::ActorChore { actor, chore } => match stage.who(place, actor) {
                    Some(other) => (other, Order::Chore(chore.into())),
                    None => (place, Order::Tell(Event::ActorChore { limb, actor, chore })),
                },
                own => (place, own),
            };
            let (Some(player), Some(said)) = (players.get_mut(who), all.get(who)) else { continue };
            let heard = &mut |event| heard(who, event);
            player.carry_out(limb, order, StepContext { game, said, any_talking, heard });
        }
    }

    /// Performs all steps of the scene's actors from the beginning. Each loop passes for all actors that have loops
    /// left; an actor that has made all its steps waits for the others.
    ///
    /// # Errors
    /// The errors of [`Player::perform`].
    pub(super) fn make_steps(&mut self, stage: SceneContext<'_>, players: &mut [Player]) -> Result<()> {
        let SceneContext { game, said: all, any_talking } = stage;
        let mut ways = std::mem::take(&mut self.ways);
        ways.clear();
        ways.resize(all.len(), (0, 0));
        loop {
            for ((said, player), (loops, next)) in all.iter().zip(players.iter_mut()).zip(&mut ways) {
                while let (0, Some(step)) = (*loops, said.steps.get(*next)) {
                    *next = next.saturating_add(1);
                    let context = StepContext { game, said, any_talking, heard: &mut |_| {} };
                    match *step {
                        Step::Ticks(ticks) => *loops = allowed(game, ticks)?,
                        step => player.perform(step, context)?,
                    }
                }
            }
            if ways.iter().all(|(loops, _)| *loops == 0) {
                break;
            }
            let passes = |place: usize| ways.get(place).is_some_and(|(loops, _)| *loops > 0);
            self.tick(stage, players, passes, &mut |_, _| {});
            ways.iter_mut().for_each(|(loops, _)| *loops = loops.saturating_sub(1));
        }
        self.ways = ways;
        Ok(())
    }
}
