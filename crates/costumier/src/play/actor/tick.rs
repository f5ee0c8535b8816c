//! One loop of the interpreter: turn, step the limbs, perform the programs' queued commands
//! (`docs/format/animation.md §4.2, §8`).

use super::Actor;
use crate::Role;
use crate::costume::Costume;
use crate::dialect::Turns;
use crate::play::akos::{Order, Queue};
use crate::play::cost::Counts;
use crate::play::limbs::Limbs;
use crate::play::world::{Event, World};
use crate::{Direction, Facing};

impl Actor {
    /// Performs the part of a loop before drawing: the next part of a turn. [`Actor::tick`] does it if it was not
    /// called.
    #[inline(never)]
    pub fn begin_loop(&mut self) {
        let Some(target) = self.turning_to.filter(|_| !self.turned) else {
            self.step_v0();
            return;
        };
        self.turned = true;
        let next = match self.rules().turns {
            Turns::Quarters | Turns::Eighths => {
                next_step(self.facing, target, i32::from(self.costume.directions()))
            }
            Turns::Table => next_by_table(self.facing, target),
            Turns::AtOnce => target,
        };
        if next == self.facing {
            self.turning_to = None;
            if self.rules().stands_after_turn {
                self.start_role(Role::Stand);
            }
        } else {
            self.set_facing(next);
        }
    }

    /// Performs one loop of the interpreter. Returns whether any limb shows another command than before.
    #[inline]
    pub fn tick(&mut self, world: &mut impl World) -> bool {
        // COST costumes queue no commands for the end of a loop. They are tested first: a jump table for all kinds
        // would be ten of the hundred instructions of a tick.
        if let Limbs::Cost(_) = self.limbs {
            return self.step_cost(world);
        }
        self.tick_alone(world)
    }

    /// Performs one loop of an actor without a COST costume. Separate and not inlined, because that would slow the
    /// short path of COST actors.
    #[inline(never)]
    fn tick_alone(&mut self, world: &mut impl World) -> bool {
        let mut queue = std::mem::take(&mut self.queue);
        let changed = self.tick_with(&mut queue, world);
        queue.run(std::slice::from_mut(self), world);
        self.queue = queue;
        changed
    }

    /// Performs one loop of an actor of the NES, whose costumes queue no commands.
    #[inline(never)]
    fn tick_nes(&mut self) -> bool {
        if !self.is_due() {
            return false;
        }
        let (Costume::Nes(costume), Limbs::Nes(limbs)) = (&*self.costume, &mut self.limbs) else {
            return false;
        };
        limbs.step(costume)
    }

    /// Performs one loop of an actor of v0, which steps before it is drawn.
    #[inline(never)]
    fn tick_v0(&mut self) -> bool {
        let before = self.limbs.clone();
        self.step_v0();
        self.turned = false;
        self.limbs != before
    }

    /// Steps an actor of v0, unless it has stepped in this loop. Other actors do nothing here.
    #[inline]
    fn step_v0(&mut self) {
        let (Costume::V0(costume), Limbs::V0(limbs), false) = (&*self.costume, &mut self.limbs, self.turned)
        else {
            return;
        };
        limbs.step(costume, self.number, self.facing);
        self.turned = true;
    }

    /// Performs one loop like [`Actor::tick`], for actors that share a stage. Their programs' commands for the end
    /// of a loop go into `queue`. When all actors have ticked, call [`Queue::run`].
    pub fn tick_with(&mut self, queue: &mut Queue, world: &mut impl World) -> bool {
        match self.limbs {
            Limbs::Cost(_) => self.step_cost(world),
            Limbs::Akos(_) => self.step_akos(queue, world),
            Limbs::V0(_) => self.tick_v0(),
            Limbs::Nes(_) => self.tick_nes(),
        }
    }

    /// Turns if the actor has not turned yet, and returns whether the limbs step in this loop.
    #[inline(always)]
    fn is_due(&mut self) -> bool {
        if self.turning_to.is_some() {
            self.begin_loop();
        }
        self.turned = false;
        if self.speed > 1 {
            self.progress = self.progress.saturating_add(1);
            if self.progress < self.speed {
                return false;
            }
        }
        self.progress = 0;
        true
    }

    #[inline(always)]
    fn step_cost(&mut self, world: &mut impl World) -> bool {
        if !self.is_due() {
            return false;
        }
        let (Costume::Cost(cost), Limbs::Cost(limbs)) = (&*self.costume, &mut self.limbs) else {
            return false;
        };
        limbs.step(cost, &mut Counts { counter: &mut self.counter, sounds: &mut self.sounds }, world)
    }

    #[inline(never)]
    fn step_akos(&mut self, queue: &mut Queue, world: &mut impl World) -> bool {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.forget_told();
        }
        if !self.is_due() {
            return false;
        }
        let (Costume::Akos(akos), Limbs::Akos(limbs)) = (&*self.costume, &mut self.limbs) else {
            return false;
        };
        if limbs.is_gone() {
            return false;
        }
        let changed = limbs.step(akos, self.number, queue, world);
        limbs.refresh_talk_state(&akos.dialect().akos, world);
        changed
    }

    /// Updates the shape of the mouth (`docs/format/akos-programs.md §7.3`), as the interpreter does before it
    /// draws an actor. From the first tick on, [`Actor::tick`] does it.
    pub fn move_mouth(&mut self, world: &mut impl World) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.refresh_talk_state(&self.costume.dialect().akos, world);
        }
    }

    /// Gives the mouth a shape until the next tick, as a script does; 1 is a mouth at rest. Does nothing in
    /// generations without talk states.
    pub fn set_talk_state(&mut self, state: u8) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.tell_talk_state(state, &self.costume.dialect().akos);
        }
    }

    /// Appends the numbers of the auxiliary frames that are shown in this loop: those whose commands the limbs
    /// leave when they step. The interpreter paints them after the step, and the loop's picture is visible after
    /// that.
    pub(crate) fn frames_to_show(&self, out: &mut Vec<u16>) {
        let (Costume::Akos(akos), Limbs::Akos(limbs)) = (&*self.costume, &self.limbs) else { return };
        if self.speed <= 1 || self.progress.saturating_add(1) >= self.speed {
            limbs.frames_to_show(akos, out);
        }
    }

    /// Performs a command from a queue.
    pub(crate) fn carry_out(&mut self, limb: u8, order: Order, world: &mut impl World) {
        if let Order::Chore(chore) = order {
            if let Ok(chore) = u16::try_from(chore) {
                self.start_chore(chore);
            }
            return;
        }
        let draws_offsets = self.costume.dialect().akos.draw_offsets;
        let Limbs::Akos(limbs) = &mut self.limbs else { return };
        match order {
            Order::Tell(event) => {
                if matches!(event, Event::Sound { .. }) {
                    self.sounds = self.sounds.saturating_add(1);
                }
                world.event(event);
            }
            Order::Plane(plane) => limbs.set_plane(plane),
            Order::Offset(x, y) if draws_offsets => limbs.set_offset((x, y)),
            Order::Leave => {
                limbs.set_gone(true);
                world.event(Event::Left { limb });
            }
            Order::Offset(..) | Order::Chore(_) | Order::ActorChore { .. } => {}
        }
    }
}

/// The next facing of a turn the shorter way, by quarters or eighths. Half turns go in the direction in which the
/// number changes.
#[allow(clippy::arithmetic_side_effects, reason = "fewer than 360 degrees, of which `ways` are 4 or 8")]
fn next_step(facing: Facing, target: Facing, ways: i32) -> Facing {
    let (from, to) = (way(facing, ways), way(target, ways));
    let mut by = to - from;
    if by.abs() > ways / 2 {
        by = -by;
    }
    Facing::from_angle(360 / ways * ((from + by.signum()) & (ways - 1)))
}

/// The next facing of a turn by the table (`docs/format/animation.md §8`).
fn next_by_table(facing: Facing, target: Facing) -> Facing {
    use Direction::{East, North, South, West};
    let next = match (facing.direction(), target.direction()) {
        (West, East) | (East, West) => South,
        (South, North) => East,
        (North, South) => West,
        (_, to) => to,
    };
    next.into()
}

/// The facing's number in quarters or eighths, clockwise from North.
fn way(facing: Facing, ways: i32) -> i32 {
    if ways == 8 {
        return i32::from(facing.angle()) / 45;
    }
    match facing.direction() {
        Direction::North => 0,
        Direction::East => 1,
        Direction::South => 2,
        Direction::West => 3,
    }
}
