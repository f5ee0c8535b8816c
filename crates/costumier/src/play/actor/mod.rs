//! An actor: a costume, a facing, and the actions of scripts on them (`docs/format/animation.md §4.2, §5–§8`).
//!
//! One [`Actor::tick`] is one loop of the interpreter: turn, *draw*, then advance. **Note:** call [`Actor::pose`]
//! before [`Actor::tick`], so that the first command of a window is visible before anything advances.

mod chores;
mod tick;

use std::sync::Arc;

use super::akos::{AkosLimbs, Queue};
use super::limbs::{Limbs, PlayingLimb};
use crate::Facing;
use crate::costume::Costume;
use crate::dialect::PlayRules;
use crate::model::Placed;
use crate::{Role, Roles};

/// Everything that decides what an actor will show while no script changes it.
///
/// It leaves out what only scripts change (costume, number, roles, speed), and what is only counted (sounds, the
/// animation counter, variables that no program reads).
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
    /// A hash: equal states have equal values, and different states hardly ever do.
    pub(super) fn state_hash(&self) -> u64 {
        self.limbs.state_hash()
    }

    /// Whether the state equals another, if programs read no variables but `asked`, one bit for each.
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

/// The playback state of one actor in a costume.
///
/// ```
/// use std::sync::Arc;
///
/// use costumier::{Actor, Facing, Game, Limits, Role};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// let costume = Arc::new(game.costume(1)?);
/// let mut actor = Actor::new(Arc::clone(&costume), Facing::EAST);
/// actor.perform(costume.roles().chore(Role::Walk));
/// let (mut seen, mut heard) = (Vec::new(), Vec::new());
/// for _tick in 0..4 {
///     // The pictures that it shows now, in drawing order; then the next loop of the interpreter.
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
    /// An actor with empty limbs. Start `init` next, as a game does.
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

    /// An actor in a chore as a game would show it: `init` first, `stand` before the talk chores (their records
    /// name only the head), then the chore itself (`docs/format/animation.md §11`). If the costume has no
    /// [record](Costume::has_record) for the chore, only `init` is visible.
    #[must_use]
    pub fn performing(costume: &Arc<Costume>, chore: u16, facing: Facing) -> Self {
        let mut actor = Self::new(Arc::clone(costume), facing);
        actor.perform(chore);
        actor
    }

    /// Starts a chore from empty limbs, as in [`Actor::performing`].
    pub fn perform(&mut self, chore: u16) {
        let role = self.roles.role(chore);
        self.show();
        if matches!(role, Some(Role::TalkStart | Role::TalkStop)) {
            self.start_role(Role::Stand);
        }
        if role != Some(Role::Init) {
            self.start(chore);
        }
    }

    /// Copies another actor into this one and reuses the memory.
    pub(crate) fn copy(&mut self, other: &Self) {
        match (&mut self.limbs, &other.limbs) {
            // Reuse the existing box.
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

    /// The state that decides what the actor will show from now on.
    pub(super) fn state(&self) -> State {
        let Self { facing, turning_to, turned, progress, chore, .. } = *self;
        let mut limbs = self.limbs.clone();
        if let (Costume::V0(costume), Limbs::V0(limbs)) = (&*self.costume, &mut limbs) {
            // The next loop begins with this step anyway; with it, states of the same effect compare as equal.
            limbs.prepare(costume, self.number, facing);
        }
        State { limbs, facing, turning_to, turned, progress, chore }
    }

    /// The variables that the actor's programs have read so far, one bit for each.
    pub(super) fn asked(&self) -> u32 {
        self.limbs.as_akos().map_or(0, AkosLimbs::asked)
    }

    /// The costume of the actor.
    #[must_use]
    pub fn costume(&self) -> &Arc<Costume> {
        &self.costume
    }

    /// Gives the actor another costume, in which it continues what it does, for a costume that is being edited.
    /// With a costume of another kind, the limbs become empty.
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
    pub(crate) fn limbs(&self) -> &Limbs {
        &self.limbs
    }

    /// What a limb plays; `None` while it is empty.
    #[must_use]
    pub fn limb(&self, limb: u8) -> Option<PlayingLimb> {
        self.limbs.limb(limb)
    }

    /// The record that last set a limb, also while the limb is empty; `None` in AKOS and v0.
    #[must_use]
    pub fn record_of(&self, limb: u8) -> Option<u16> {
        self.limbs.record_of(limb)
    }

    /// The z-plane that a program has chosen (AKOS).
    #[must_use]
    pub fn plane(&self) -> Option<u8> {
        self.limbs.as_akos().and_then(AkosLimbs::plane)
    }

    /// Whether a program has sent the actor out of the room (AKOS). Starting a chore from outside brings it back.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.limbs.as_akos().is_some_and(AkosLimbs::is_gone)
    }

    /// A variable of the programs of an AKOS costume; 0 for others, and beyond the last of the 27.
    #[must_use]
    pub fn var(&self, var: u8) -> i16 {
        self.limbs.as_akos().map_or(0, |limbs| limbs.var(var))
    }

    /// Sets a variable of the programs of an AKOS costume. There are 27; others are ignored.
    pub fn set_var(&mut self, var: u8, value: i16) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.set_var(var, value);
        }
    }

    /// Whether a user condition of the programs of an AKOS costume, 1 … 16, is set.
    #[must_use]
    pub fn condition(&self, condition: u8) -> bool {
        self.limbs.as_akos().is_some_and(|limbs| limbs.user_condition(condition))
    }

    /// Sets or clears a user condition of the programs of an AKOS costume, 1 … 16. The talk state stays.
    pub fn set_condition(&mut self, condition: u8, on: bool) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.set_user_condition(condition, on);
        }
    }

    /// Starts the random numbers of the programs of an AKOS costume over.
    pub fn set_seed(&mut self, seed: u64) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.set_seed(seed);
        }
    }

    /// The actor's number in its game, by which programs of AKOS costumes name it; 0 means none.
    #[must_use]
    pub fn number(&self) -> u16 {
        self.number
    }

    /// Gives the actor a number. Actors that tick with one [`Queue`] need different numbers.
    pub fn set_number(&mut self, number: u16) {
        self.number = number;
    }

    /// The direction that the actor faces.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// The chore that was started last, even if it has no record.
    #[must_use]
    pub fn chore(&self) -> u16 {
        self.chore
    }

    /// The chore numbers of the five roles; scripts may change them.
    #[must_use]
    pub fn roles(&self) -> Roles {
        self.roles
    }

    /// Changes the chore numbers of the roles.
    pub fn set_roles(&mut self, roles: Roles) {
        self.roles = roles;
    }

    /// The animation counter: how often the command 0x7C was passed since a chore was last started.
    #[must_use]
    pub fn counter(&self) -> u16 {
        self.counter
    }

    /// Number of sound commands passed since the last [`Actor::take_sounds`] (at most 255).
    #[must_use]
    pub fn sounds(&self) -> u8 {
        self.sounds
    }

    /// Reads and clears the sound counter, as the interpreter does after drawing all actors.
    pub fn take_sounds(&mut self) -> u8 {
        std::mem::take(&mut self.sounds)
    }

    /// Number of loops of the interpreter per step of the limbs; 0 and 1 both mean every loop.
    #[must_use]
    pub fn speed(&self) -> u8 {
        self.speed
    }

    /// Sets the animation speed in loops per step and restarts its count.
    pub fn set_speed(&mut self, speed: u8) {
        self.speed = speed;
        self.begin_period();
    }

    /// Restarts the count of loops, so that a whole period passes before the next step.
    pub(super) fn begin_period(&mut self) {
        self.progress = 0;
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.begin_period(&self.costume.dialect().akos);
        }
    }

    /// Appends the pictures that the actor shows now, with their positions, in drawing order: limb 0 first. `out` is
    /// not cleared.
    pub fn pose(&self, out: &mut Vec<Placed>) {
        match (&*self.costume, &self.limbs) {
            (Costume::Cost(cost), Limbs::Cost(limbs)) => limbs.pose(cost, out),
            (Costume::Akos(akos), Limbs::Akos(limbs)) => limbs.pose(akos, out),
            (Costume::V0(v0), Limbs::V0(limbs)) => limbs.pose(v0, out),
            (Costume::Nes(nes), Limbs::Nes(limbs)) => limbs.pose(nes, out),
            _ => {}
        }
    }

    /// The offset that a program adds to the actor's position, in pixels, mirrored or not; (0, 0) in most games.
    #[must_use]
    pub fn offset(&self) -> (i32, i32) {
        let (x, y) = self.limbs.as_akos().map_or((0, 0), AkosLimbs::offset);
        (i32::from(x), i32::from(y))
    }

    /// Whether the actor is drawn mirrored: it faces West and the costume has no West art of its own. A program of
    /// the costume may invert this.
    #[must_use]
    pub fn mirrored(&self) -> bool {
        self.costume.mirrors(self.facing) != self.limbs.as_akos().is_some_and(AkosLimbs::flip)
    }

    fn rules(&self) -> PlayRules {
        self.costume.dialect().play
    }
}
