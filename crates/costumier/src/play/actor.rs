//! An actor: a costume, a facing, and what scripts do with them (`reference/03 §4.2, §5–§8`).
//!
//! One [`Actor::tick`] is one loop of the interpreter: turn, *draw*, then advance. So the first command of a window is seen
//! before anything advances, and whoever draws calls [`Actor::pose`] before [`Actor::tick`].

use std::sync::Arc;

use super::limbs::CostLimbs;
use super::world::World;
use crate::chore::{Role, Roles};
use crate::costume::{Costume, Placed};
use crate::dialect::{PlayRules, Turns};
use crate::facing::{Direction, Facing};

const ALL_LIMBS: u16 = 0xFFFF;

/// Playback state of one costume.
#[derive(Clone, Debug)]
pub struct Actor {
    costume: Arc<Costume>,
    limbs: CostLimbs,
    facing: Facing,
    turning_to: Option<Facing>,
    turned: bool,
    roles: Roles,
    speed: u8,
    progress: u8,
    chore: u8,
    counter: u16,
    sounds: u8,
}

impl Actor {
    /// An actor with empty limbs. Start `init` next: that is what a game does.
    #[must_use]
    pub fn new(costume: Arc<Costume>, facing: Facing) -> Self {
        let roles = costume.dialect().roles;
        Self {
            costume,
            limbs: CostLimbs::default(),
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

    /// An actor in a chore as a game would have it: `init` first, `stand` before the talk chores (their records name only the
    /// head), then the chore itself (`reference/03 §11`).
    #[must_use]
    pub fn performing(costume: &Arc<Costume>, chore: u8, facing: Facing) -> Self {
        let mut actor = Self::new(Arc::clone(costume), facing);
        let role = actor.roles.role(chore);
        actor.show();
        if matches!(role, Some(Role::TalkStart | Role::TalkStop)) {
            actor.start_role(Role::Stand);
        }
        if role != Some(Role::Init) {
            actor.start(chore);
        }
        actor
    }

    /// The costume.
    #[must_use]
    pub fn costume(&self) -> &Arc<Costume> {
        &self.costume
    }

    /// The limbs and what they play.
    #[must_use]
    pub fn limbs(&self) -> &CostLimbs {
        &self.limbs
    }

    /// Where the actor looks.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// The chore that was started last, whether it had a record or not.
    #[must_use]
    pub fn chore(&self) -> u8 {
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

    /// Starts a chore by number. 56 … 60 stand for the actor's own init, walk, stand, talk-start and talk-stop chores.
    ///
    /// Limbs that the chore's record does not name go on with what they do. The init chore empties all limbs first (from v3 on). A chore
    /// without a record for this facing changes no limb. 62 is forbidden by the interpreter and does nothing here.
    pub fn start(&mut self, chore: u8) {
        let chore = match chore {
            0x38..=0x3C => self.roles.chore(Role::ALL[usize::from(chore - 0x38)]),
            _ => chore,
        };
        if chore == 0x3E {
            return;
        }
        self.progress = 0;
        self.counter = 0;
        if chore == self.roles.init && self.rules().init_empties {
            self.limbs.reset();
        }
        self.decode(u16::from(chore), ALL_LIMBS);
        self.chore = chore;
    }

    /// Starts the chore behind a role.
    pub fn start_role(&mut self, role: Role) {
        self.start(self.roles.chore(role));
    }

    /// Performs the script operand of "animate actor" (v1–v6): 252–255 stand and stop turning, 248–251 face at once, 244–247 turn, anything else
    /// is a chore (`reference/03 §6`).
    pub fn animate(&mut self, operand: u8) {
        match operand >> 2 {
            63 => {
                // It stops moving, and turning is a way of moving.
                self.turning_to = None;
                self.start_role(Role::Stand);
            }
            62 => {
                self.turning_to = None;
                self.face(Direction::from_number(operand).into());
            }
            61 => self.turn(Direction::from_number(operand).into()),
            // v1 and v2: chore × 4 and a direction that is ignored.
            _ => self.start(operand >> self.rules().operand_shift),
        }
    }

    /// What a game starts when the actor appears: init; in v1 and v2 stand, init and talk stop, on empty limbs (`reference/03 §9`).
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

    /// Faces another way at once. Each limb starts its own last chore again for the new facing; counters go on.
    pub fn face(&mut self, facing: Facing) {
        if facing == self.facing {
            return;
        }
        self.facing = facing;
        let direction = u16::from(facing.direction().number());
        for limb in 0..16u8 {
            let Some(record) = self.limbs.record_of(limb) else { continue };
            if !self.rules().refacing_all {
                if record & 3 != direction {
                    self.decode(record >> 2, 1 << limb);
                }
            } else if record & 3 != direction || record >> 2 != u16::from(self.chore) {
                // Records are named by one byte, so their chores are below 64.
                self.chore = u8::try_from(record >> 2).unwrap_or(u8::MAX);
                self.decode(record >> 2, ALL_LIMBS);
            }
        }
    }

    /// Turns to another facing, a quarter per loop.
    pub fn turn(&mut self, facing: Facing) {
        self.turning_to = Some(facing);
    }

    /// The part of a loop that comes before drawing: the next quarter of a turn. [`Actor::tick`] does it if nobody has.
    pub fn begin_loop(&mut self) {
        if self.turned {
            return;
        }
        self.turned = true;
        let Some(target) = self.turning_to else { return };
        let next = match self.rules().turns {
            Turns::Quarters => next_quarter(self.facing, target),
            Turns::Table => next_by_table(self.facing, target),
        };
        if next == self.facing {
            self.turning_to = None;
        } else {
            self.face(next);
        }
    }

    /// One loop of the interpreter. Returns whether any limb shows another command than before.
    pub fn tick(&mut self, world: &mut impl World) -> bool {
        self.begin_loop();
        self.turned = false;
        self.progress = self.progress.saturating_add(1);
        if self.progress < self.speed {
            return false;
        }
        self.progress = 0;
        let Costume::Cost(cost) = &*self.costume;
        let stepped = self.limbs.step(cost, &mut self.counter, world);
        self.sounds = self.sounds.saturating_add(stepped.sounds);
        stepped.changed
    }

    /// Appends what the actor shows now: pictures in drawing order with their places. The caller's buffer is reused, not
    /// cleared.
    pub fn pose(&self, out: &mut Vec<Placed>) {
        let Costume::Cost(cost) = &*self.costume;
        self.limbs.pose(cost, out);
    }

    /// Whether it is drawn mirrored: it faces West and the costume has no West art of its own.
    #[must_use]
    pub fn mirrored(&self) -> bool {
        self.costume.mirrors(self.facing)
    }

    fn decode(&mut self, chore: u16, filter: u16) {
        let record = chore * 4 + u16::from(self.facing.direction().number());
        let Costume::Cost(cost) = &*self.costume;
        self.limbs.decode(cost, record, filter);
    }
}

/// The next facing of a turn the shorter way round; half turns go the way in which the number of quarters changes.
fn next_quarter(facing: Facing, target: Facing) -> Facing {
    let (from, to) = (quarter(facing), quarter(target));
    let mut way = to - from;
    if way.abs() > 2 {
        way = -way;
    }
    Facing::from_angle(90 * ((from + way.signum()) & 3))
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

/// Quarters clockwise from North.
fn quarter(facing: Facing) -> i32 {
    match facing.direction() {
        Direction::North => 0,
        Direction::East => 1,
        Direction::South => 2,
        Direction::West => 3,
    }
}
