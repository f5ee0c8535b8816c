//! An actor: a costume, a facing, and what scripts do with them (`reference/03 §4.2, §5–§8`).
//!
//! One [`Actor::tick`] is one loop of the interpreter: turn, *draw*, then advance. So the first command of a
//! window is seen before anything advances, and whoever draws calls [`Actor::pose`] before [`Actor::tick`].

use std::sync::Arc;

use super::akos::{AkosLimbs, Order, Queue};
use super::limbs::{CostLimbs, Counts};
use super::world::{Event, World};
use crate::chore::{Role, Roles};
use crate::costume::Costume;
use crate::dialect::{ChoreNumbers, PlayRules, Turns};
use crate::facing::{Direction, Facing};
use crate::model::Placed;

const ALL_LIMBS: u16 = 0xFFFF;

/// The limbs of an actor, and what their programs have done to it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "one to an actor; a box would be a detour at every tick")]
pub enum Limbs {
    /// Of a COST costume.
    Cost(CostLimbs),
    /// Of an AKOS costume; apart, so that the many actors with COST limbs stay small.
    Akos(Box<AkosLimbs>),
}

impl Limbs {
    /// Empty limbs for a costume.
    fn of(costume: &Costume) -> Self {
        match costume {
            Costume::Cost(_) => Self::Cost(CostLimbs::default()),
            Costume::Akos(_) => Self::Akos(Box::default()),
        }
    }

    /// The limbs of a COST costume.
    #[must_use]
    pub fn as_cost(&self) -> Option<&CostLimbs> {
        match self {
            Self::Cost(limbs) => Some(limbs),
            Self::Akos(_) => None,
        }
    }

    /// The limbs of an AKOS costume.
    #[must_use]
    pub fn as_akos(&self) -> Option<&AkosLimbs> {
        match self {
            Self::Cost(_) => None,
            Self::Akos(limbs) => Some(limbs),
        }
    }

    /// The command that a limb shows now, as an offset in the costume's commands; `None` while it is empty.
    #[must_use]
    pub fn position(&self, limb: u8) -> Option<u16> {
        match self {
            Self::Cost(limbs) => limbs.limb(limb).map(|limb| limb.position),
            Self::Akos(limbs) => limbs.limb(limb).map(|limb| limb.position),
        }
    }

    /// Whether a limb is not drawn, though it may go on playing: stopped (COST) or hidden (AKOS).
    #[must_use]
    pub fn is_hidden(&self, limb: u8) -> bool {
        match self {
            Self::Cost(limbs) => limbs.is_stopped(limb),
            Self::Akos(limbs) => limbs.is_hidden(limb),
        }
    }

    fn reset(&mut self) {
        match self {
            Self::Cost(limbs) => limbs.reset(),
            Self::Akos(limbs) => limbs.reset(),
        }
    }
}

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
    /// The state if programs ask for no variables but these, a bit each.
    pub(super) fn asking_for(mut self, asked: u32) -> Self {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.forget_all_but(asked);
        }
        self
    }
}

/// Playback state of one costume.
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
        Self {
            costume,
            limbs,
            number: 0,
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
    /// records name only the head), then the chore itself (`reference/03 §11`).
    #[must_use]
    pub fn performing(costume: &Arc<Costume>, chore: u16, facing: Facing) -> Self {
        let mut actor = Self::new(Arc::clone(costume), facing);
        let role = u8::try_from(chore).ok().and_then(|chore| actor.roles.role(chore));
        actor.show();
        if matches!(role, Some(Role::TalkStart | Role::TalkStop)) {
            actor.start_role(Role::Stand);
        }
        if role != Some(Role::Init) {
            actor.start(chore);
        }
        actor
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
        State { limbs: self.limbs.clone(), facing, turning_to, turned, progress, chore }
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
            (Costume::Cost(_), Limbs::Cost(_)) | (Costume::Akos(_), Limbs::Akos(_))
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
            Limbs::Cost(_) => None,
            Limbs::Akos(limbs) => Some(limbs),
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
        self.progress = 0;
    }

    /// Starts a chore by number. 56 … 60 stand for the actor's own init, walk, stand, talk-start and
    /// talk-stop chores; in v7 and v8 1001 … 1005 do.
    ///
    /// Limbs that the chore's record does not name go on with what they do. The init chore empties all limbs
    /// first (from v3 on). A chore without a record for this facing changes no limb. 62 is forbidden by
    /// the interpreter and does nothing here, but in v7 and v8, where it is a chore as any other.
    pub fn start(&mut self, chore: u16) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.set_gone(false);
        }
        self.start_chore(chore);
    }

    /// What a script and what a program of the actor itself mean by starting a chore.
    fn start_chore(&mut self, chore: u16) {
        let first = match self.costume.dialect().chores {
            ChoreNumbers::Bytes if chore == 0x3E => return,
            ChoreNumbers::Bytes => 0x38,
            ChoreNumbers::Thousands => 1001,
        };
        let role = chore.checked_sub(first).and_then(|role| Role::ALL.get(usize::from(role)));
        let chore = role.map_or(chore, |role| u16::from(self.roles.chore(*role)));
        self.progress = 0;
        self.counter = 0;
        if chore == u16::from(self.roles.init) && self.rules().init_empties {
            self.limbs.reset();
        }
        self.decode(chore, ALL_LIMBS);
        self.chore = chore;
    }

    /// Starts the chore behind a role.
    pub fn start_role(&mut self, role: Role) {
        self.start(u16::from(self.roles.chore(role)));
    }

    /// Performs the script operand of "animate actor": up to v6, 252–255 stand and stop turning, 248–251 face
    /// at once, 244–247 turn (`reference/03 §6`); in v7 and v8, 2000 stands, 3000 + angle faces, 4000 +
    /// angle turns (`reference/05 §8.3`). Anything else is a chore.
    pub fn animate(&mut self, operand: u16) {
        let direction = || Direction::from_number(operand.to_le_bytes()[0]).into();
        let angle = || Facing::from_angle(i32::from(operand % 1000));
        match (self.costume.dialect().chores, operand) {
            (ChoreNumbers::Bytes, 252..=255) | (ChoreNumbers::Thousands, 255 | 2000..=2999) => {
                // It stops moving, and turning is a way of moving.
                self.turning_to = None;
                self.start_role(Role::Stand);
            }
            (ChoreNumbers::Bytes, 248..=251) => self.face_at_once(direction()),
            (ChoreNumbers::Thousands, 3000..=3999) => self.face_at_once(angle()),
            (ChoreNumbers::Bytes, 244..=247) => self.turn(direction()),
            (ChoreNumbers::Thousands, 4000..=4999) => self.turn(angle()),
            // v1 and v2: chore × 4 and a direction that is ignored.
            _ => self.start(operand >> self.rules().operand_shift),
        }
    }

    fn face_at_once(&mut self, facing: Facing) {
        self.turning_to = None;
        self.face(facing);
    }

    /// What a game starts when the actor appears: init; in v1 and v2 stand, init and talk stop, on empty
    /// limbs (`reference/03 §9`).
    pub fn show(&mut self) {
        let rules = self.rules();
        if !rules.init_empties {
            self.limbs.reset();
        }
        rules.on_show.iter().for_each(|role| self.start_role(*role));
    }

    fn rules(&self) -> PlayRules {
        self.costume.dialect().play
    }

    /// Faces another way at once. Each limb starts its own last chore again for the new facing; counters go
    /// on.
    pub fn face(&mut self, facing: Facing) {
        if facing == self.facing {
            return;
        }
        self.facing = facing;
        let direction = u16::from(facing.direction().number());
        for limb in 0..16u8 {
            let record = match &self.limbs {
                Limbs::Cost(limbs) => limbs.record_of(limb),
                Limbs::Akos(limbs) => {
                    if let Some(chore) = limbs.chore_of(limb) {
                        self.decode(chore, 1 << limb);
                    }
                    continue;
                }
            };
            let Some(record) = record else { continue };
            if !self.rules().refacing_all {
                if record & 3 != direction {
                    self.decode(record >> 2, 1 << limb);
                }
            } else if record & 3 != direction || record >> 2 != self.chore {
                self.chore = record >> 2;
                self.decode(record >> 2, ALL_LIMBS);
            }
        }
    }

    /// Turns to another facing: a quarter per loop, or an eighth in costumes with eight directions; in v7 and
    /// v8 all the way when the next loop begins.
    pub fn turn(&mut self, facing: Facing) {
        self.turning_to = Some(facing);
    }

    /// Whether it has still to turn.
    #[must_use]
    pub fn is_turning(&self) -> bool {
        self.turning_to.is_some()
    }

    /// The part of a loop that comes before drawing: the next part of a turn. [`Actor::tick`] does it if
    /// nobody has.
    #[inline(never)]
    pub fn begin_loop(&mut self) {
        let Some(target) = self.turning_to.filter(|_| !self.turned) else { return };
        self.turned = true;
        let next = match self.rules().turns {
            Turns::Quarters => next_step(self.facing, target, i32::from(self.costume.directions())),
            Turns::Table => next_by_table(self.facing, target),
            Turns::AtOnce => target,
        };
        if next == self.facing {
            self.turning_to = None;
        } else {
            self.face(next);
        }
    }

    /// One loop of the interpreter. Returns whether any limb shows another command than before.
    #[inline]
    pub fn tick(&mut self, world: &mut impl World) -> bool {
        match self.limbs {
            // COST programs leave nothing for the end of a loop.
            Limbs::Cost(_) => self.step_cost(world),
            Limbs::Akos(_) => self.tick_akos(world),
        }
    }

    /// Apart and not inlined: it would disturb the way of COST actors, which is short.
    #[inline(never)]
    fn tick_akos(&mut self, world: &mut impl World) -> bool {
        let mut queue = std::mem::take(&mut self.queue);
        let changed = self.step_akos(&mut queue, world);
        queue.run(std::slice::from_mut(self), world);
        self.queue = queue;
        changed
    }

    /// As [`Actor::tick`], for actors that are on the stage together: what their programs want done at the
    /// end of a loop waits in `queue`. When all have ticked, call [`Queue::run`].
    pub fn tick_with(&mut self, queue: &mut Queue, world: &mut impl World) -> bool {
        match self.limbs {
            Limbs::Cost(_) => self.step_cost(world),
            Limbs::Akos(_) => self.step_akos(queue, world),
        }
    }

    /// Turns, if it has not yet, and says whether the limbs are stepped in this loop.
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

    /// Gives the mouth the shape that it has now (`reference/07 §7.3`), as the interpreter does before it
    /// draws an actor. From the first tick on, [`Actor::tick`] does it.
    pub fn move_mouth(&mut self, world: &mut impl World) {
        if let Limbs::Akos(limbs) = &mut self.limbs {
            limbs.refresh_talk_state(&self.costume.dialect().akos, world);
        }
    }

    /// Performs what waited in a queue.
    pub(super) fn perform(&mut self, limb: u8, order: Order, world: &mut impl World) {
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

    /// Appends what the actor shows now: pictures in drawing order with their places. The caller's buffer is
    /// reused, not cleared.
    pub fn pose(&self, out: &mut Vec<Placed>) {
        match (&*self.costume, &self.limbs) {
            (Costume::Cost(cost), Limbs::Cost(limbs)) => limbs.pose(cost, out),
            (Costume::Akos(akos), Limbs::Akos(limbs)) => limbs.pose(akos, out),
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

    fn decode(&mut self, chore: u16, filter: u16) {
        match (&*self.costume, &mut self.limbs) {
            (Costume::Cost(cost), Limbs::Cost(limbs)) => {
                let direction = u16::from(self.facing.direction().number());
                if let Some(record) = chore.checked_mul(4) {
                    limbs.decode(cost, record | direction, filter);
                }
            }
            (Costume::Akos(akos), Limbs::Akos(limbs)) => {
                if let Some(record) = akos.record_of(chore, self.facing) {
                    limbs.apply(akos, record, chore, filter);
                }
            }
            _ => {}
        }
    }
}

/// The next facing of a turn the shorter way round, by quarters or eighths; half turns go the way in which
/// their number changes.
fn next_step(facing: Facing, target: Facing, ways: i32) -> Facing {
    let (from, to) = (way(facing, ways), way(target, ways));
    let mut by = to - from;
    if by.abs() > ways / 2 {
        by = -by;
    }
    Facing::from_angle(360 / ways * ((from + by.signum()) & (ways - 1)))
}

/// The next facing of a turn in v1 to v3 (`reference/03 §8`, the table).
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

/// Quarters or eighths clockwise from North.
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
