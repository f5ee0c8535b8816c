//! An actor: a costume, a facing, and what scripts do with them (`reference/03 §4.2, §5–§8`).
//!
//! One [`Actor::tick`] is one loop of the interpreter: turn, *draw*, then advance. So the first command of a
//! window is seen before anything advances, and whoever draws calls [`Actor::pose`] before [`Actor::tick`].
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod chores;
mod tick;

use std::sync::Arc;

use super::akos::{AkosLimbs, Queue};
use super::limbs::Limbs;
use crate::Facing;
use crate::costume::Costume;
use crate::dialect::PlayRules;
use crate::model::Placed;
use crate::{Role, Roles};

/// What decides what an actor will show as long as nobody outside does anything with it. Left out is what
/// nothing but scripts change (costume, number, roles, speed), and what is only counted (sounds, the
/// animation counter, variables that no program has asked for).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct State {
    limbs: Limbs,
    facing: Facing,
    turning_to: Option<Facing>,
    turned: bool,
    progress: u8,
    chore: u16,
}

impl State {
    /// A number that equal states have in common, and others hardly ever.
    pub(super) fn mark(&self) -> u64 {
        self.limbs.mark()
    }

    /// Whether it is the same as another state, if programs ask for no variables but these, a bit each.
    pub(super) fn is_same(&self, other: &Self, asked: u32) -> bool {
        match (&self.limbs, &other.limbs) {
            (Limbs::Akos(mine), Limbs::Akos(theirs)) => {
                let Self { limbs: _, facing, turning_to, turned, progress, chore } = *self;
                let rest = (facing, turning_to, turned, progress, chore);
                rest == (other.facing, other.turning_to, other.turned, other.progress, other.chore)
                    && mine.is_same(theirs, asked)
            }
            _ => self == other,
        }
    }
}

/// Playback state of one costume.
///
/// ```
/// use std::sync::Arc;
///
/// use costumier::{Actor, Facing, Game, Limits, Role};
///
/// let game = Game::open(&costumier::build::example::files()?, None, Limits::default())?;
/// let costume = Arc::new(game.costume(1)?);
/// let mut actor = Actor::new(Arc::clone(&costume), Facing::EAST);
/// actor.perform(costume.roles().chore(Role::Walk).into());
/// let (mut seen, mut heard) = (Vec::new(), Vec::new());
/// for _tick in 0..4 {
///     // What it shows now, in the order in which it is drawn; then the next loop of the interpreter.
///     seen.clear();
///     actor.pose(&mut seen);
///     assert_eq!(seen.len(), 2, "a body and a head");
///     actor.tick(&mut heard);
/// }
/// actor.face(Facing::WEST);
/// assert!(actor.mirrored(), "its West is its East, mirrored");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Actor {
    costume: Arc<Costume>,
    limbs: Limbs,
    number: u16,
    queue: Queue,
    facing: Facing,
    turning_to: Option<Facing>,
    turned: bool,
    roles: Roles,
    speed: u8,
    progress: u8,
    chore: u16,
    counter: u16,
    sounds: u8,
}

impl Actor {
    /// An actor with empty limbs. Start `init` next: that is what a game does.
    #[must_use]
    pub fn new(costume: Arc<Costume>, facing: Facing) -> Self {
        let roles = costume.dialect().roles;
        let limbs = Limbs::of(&costume);
        let number = costume.as_v0().map_or(0, |v0| v0.actor().into());
        Self {
            costume,
            limbs,
            number,
            queue: Queue::new(),
            facing,
            turning_to: None,
            turned: false,
            roles,
            speed: 0,
            progress: 0,
            chore: 0,
            counter: 0,
            sounds: 0,
        }
    }

    /// An actor in a chore as a game would have it: `init` first, `stand` before the talk chores (their
    /// records name only the head), then the chore itself (`reference/03 §11`). Of a chore that the costume has
    /// no [record](Costume::has_record) for, `init` alone is seen.
    #[must_use]
    pub fn performing(costume: &Arc<Costume>, chore: u16, facing: Facing) -> Self {
        let mut actor = Self::new(Arc::clone(costume), facing);
        actor.perform(chore);
        actor
    }

    /// Begins anew in a chore, as [`Actor::performing`] has it.
    pub fn perform(&mut self, chore: u16) {
        let role = u8::try_from(chore).ok().and_then(|chore| self.roles.role(chore));
        self.show();
        if matches!(role, Some(Role::TalkStart | Role::TalkStop)) {
            self.start_role(Role::Stand);
        }
        if role != Some(Role::Init) {
            self.start(chore);
        }
    }

    /// Becomes the same as another actor, in the memory that it has.
    pub(crate) fn copy(&mut self, other: &Self) {
        match (&mut self.limbs, &other.limbs) {
            // Into the box that is there.
            (Limbs::Akos(mine), Limbs::Akos(theirs)) => (**mine).clone_from(theirs),
            (mine, theirs) => mine.clone_from(theirs),
        }
        let Self {
            number, facing, turning_to, turned, roles, speed, progress, chore, counter, sounds, ..
        } = *other;
        (self.number, self.facing, self.turning_to, self.turned) = (number, facing, turning_to, turned);
        (self.roles, self.speed, self.progress, self.chore) = (roles, speed, progress, chore);
        (self.counter, self.sounds) = (counter, sounds);
        self.queue.clone_from(&other.queue);
        self.costume.clone_from(&other.costume);
    }

    /// What decides what it will show from now on.
    pub(super) fn state(&self) -> State {
        let Self { facing, turning_to, turned, progress, chore, .. } = *self;
        let mut limbs = self.limbs.clone();
        if let (Costume::V0(costume), Limbs::V0(limbs)) = (&*self.costume, &mut limbs) {
            // What the next loop begins with anyway, so that what is as good as the same is the same.
            limbs.prepare(costume, self.number, facing);
        }
        State { limbs, facing, turning_to, turned, progress, chore }
    }

    /// Which variables its programs have asked for so far, a bit each.
    pub(super) fn asked(&self) -> u32 {
        self.limbs.as_akos().map_or(0, AkosLimbs::asked)
    }

    /// The costume.
    #[must_use]
    pub fn costume(&self) -> &Arc<Costume> {
        &self.costume
    }

    /// Wears another costume from now on, and goes on with what it does: for one that is being changed. Of
    /// another kind, it starts with empty limbs.
    pub fn wear(&mut self, costume: Arc<Costume>) {
        let same = matches!(
            (&*costume, &self.limbs),
            (Costume::Cost(_), Limbs::Cost(_))
                | (Costume::Akos(_), Limbs::Akos(_))
                | (Costume::V0(_), Limbs::V0(_))
                | (Costume::Nes(_), Limbs::Nes(_))
        );
        if !same {
            self.limbs = Limbs::of(&costume);
        }
        self.costume = costume;
    }

    /// The limbs and what they play.
    #[must_use]
    pub fn limbs(&self) -> &Limbs {
        &self.limbs
    }

    /// The state of an AKOS costume's programs, to set variables, conditions or the seed of random numbers.
    pub fn akos_limbs_mut(&mut self) -> Option<&mut AkosLimbs> {
        match &mut self.limbs {
            Limbs::Akos(limbs) => Some(limbs),
            _ => None,
        }
    }

    /// The actor's number in its game, by which programs of AKOS costumes name it; 0 means none.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Gives the actor a number. Actors that tick with one [`Queue`] need different ones.
    pub fn set_number(&mut self, number: u16) {
        self.number = number;
    }

    /// Where the actor looks.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// The chore that was started last, whether it had a record or not.
    #[must_use]
    pub fn chore(&self) -> u16 {
        self.chore
    }

    /// Chore numbers behind the five roles; scripts may change them.
    #[must_use]
    pub fn roles(&self) -> Roles {
        self.roles
    }

    /// Changes the chore numbers behind the roles.
    pub fn set_roles(&mut self, roles: Roles) {
        self.roles = roles;
    }

    /// The animation counter: how often 0x7C was passed since a chore was last started.
    #[must_use]
    pub fn counter(&self) -> u16 {
        self.counter
    }

    /// How often a sound command was passed since the last [`Actor::take_sounds`] (stops at 255).
    #[must_use]
    pub fn sounds(&self) -> u8 {
        self.sounds
    }

    /// Reads and clears the sound counter, as the interpreter does after drawing all actors.
    pub fn take_sounds(&mut self) -> u8 {
        std::mem::take(&mut self.sounds)
    }

    /// Loops of the interpreter per step of the limbs; 0 and 1 both mean every loop.
    #[must_use]
    pub fn speed(&self) -> u8 {
        self.speed
    }

    /// Sets the animation speed and starts its count over.
    pub fn set_speed(&mut self, speed: u8) {
        self.speed = speed;
        self.begin_period();
    }

    /// The limbs are stepped a whole period from now on.
    pub(super) fn begin_period(&mut self) {
        self.progress = 0;
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.begin_period(&self.costume.dialect().akos);
        }
    }

    /// Appends what the actor shows now: pictures in drawing order with their places. The caller's buffer is
    /// reused, not cleared.
    pub fn pose(&self, out: &mut Vec<Placed>) {
        match (&*self.costume, &self.limbs) {
            (Costume::Cost(cost), Limbs::Cost(limbs)) => limbs.pose(cost, out),
            (Costume::Akos(akos), Limbs::Akos(limbs)) => limbs.pose(akos, out),
            (Costume::V0(v0), Limbs::V0(limbs)) => limbs.pose(v0, out),
            (Costume::Nes(nes), Limbs::Nes(limbs)) => limbs.pose(nes, out),
            _ => {}
        }
    }

    /// What a program adds to the actor's position, in pixels, mirrored or not; (0, 0) in most games.
    #[must_use]
    pub fn offset(&self) -> (i32, i32) {
        let (x, y) = self.limbs.as_akos().map_or((0, 0), AkosLimbs::offset);
        (i32::from(x), i32::from(y))
    }

    /// Whether it is drawn mirrored: it faces West and the costume has no West art of its own; a program of
    /// the costume may turn that round.
    #[must_use]
    pub fn mirrored(&self) -> bool {
        self.costume.mirrors(self.facing) != self.limbs.as_akos().is_some_and(AkosLimbs::flip)
    }

    fn rules(&self) -> PlayRules {
        self.costume.dialect().play
    }
}
