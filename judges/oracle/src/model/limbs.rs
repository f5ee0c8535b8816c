//! The limbs of an actor and the script operations on them (`docs/format/animation.md`), in the simplest form.

use costumier::format::cost::{CostEntry, CostSource};
use costumier::format::dialect::SoundCodes;
use costumier::scene::{ChoreRef, Step};
use costumier::{Direction, Facing, Role};

use super::mutation::{Broken, Mutation};
use super::rules;

/// The next facing of a turn by the table (`docs/format/animation.md §8`): by the present and the wanted facing.
const NEXT: [[u8; 4]; 4] = [[0, 2, 2, 3], [2, 1, 2, 3], [0, 1, 2, 1], [0, 1, 0, 3]];

const STOP: u8 = 0x79;
const START: u8 = 0x7A;
const HIDE: u8 = 0x7B;
const COUNT: u8 = 0x7C;

#[derive(Clone, Copy, Debug, Default)]
struct Limb {
    /// Its position in the stream; `None` while it is off.
    position: Option<u16>,
    /// The last position with a picture.
    picture: u16,
    start: u16,
    end: u16,
    once: bool,
    record: Option<u16>,
    stopped: bool,
}

/// An actor of the model.
#[derive(Debug)]
pub(super) struct ModelActor {
    limbs: [Limb; 16],
    facing: Facing,
    target: Option<Facing>,
    chore: u16,
    speed: u32,
    progress: u32,
    counter: u16,
    /// Whether a loop has already begun.
    begun: bool,
    broken: Broken,
}

impl ModelActor {
    pub(super) fn new(facing: Facing, broken: Broken) -> Self {
        Self {
            limbs: [Limb::default(); 16],
            facing,
            target: None,
            chore: 0,
            speed: 0,
            progress: 0,
            counter: 0,
            begun: false,
            broken,
        }
    }

    pub(super) fn facing(&self) -> Facing {
        self.facing
    }

    /// The counter as a script shows it: its low byte.
    pub(super) fn counter(&self) -> u8 {
        self.counter.to_le_bytes()[0]
    }

    pub(super) fn perform(&mut self, source: &CostSource, step: Step) {
        match step {
            Step::Chore(ChoreRef::Role(role)) => self.start(source, rules::chore_of(self.broken, role)),
            Step::Chore(ChoreRef::Number(chore)) => self.start(source, chore),
            Step::Face(facing) => self.face(source, facing),
            Step::Animate(operand) => self.animate(source, operand),
            Step::Speed(speed) => {
                self.speed = speed.into();
                if !self.broken.is(Mutation::SpeedKeepsProgress) {
                    self.progress = 0;
                }
            }
            Step::Ticks(ticks) => (0..ticks).for_each(|_| self.tick(source)),
            other => unreachable!("no scene of the oracle has {other:?}"),
        }
    }

    fn animate(&mut self, source: &CostSource, operand: u16) {
        let direction = Direction::from_number(operand.to_le_bytes()[0]);
        match operand {
            0xFC..=0xFF => {
                if !self.broken.is(Mutation::StandKeepsTurning) {
                    self.target = None;
                }
                self.start(source, rules::chore_of(self.broken, Role::Stand));
            }
            0xF8..=0xFB => {
                self.target = None;
                self.face(source, direction.into());
            }
            0xF4..=0xF7 if self.broken.is(Mutation::TurnSnaps) => self.face(source, direction.into()),
            0xF4..=0xF7 => self.target = Some(direction.into()),
            _ => self.start(source, operand),
        }
    }

    fn start(&mut self, source: &CostSource, chore: u16) {
        let chore = match chore {
            0x38..=0x3C => rules::chore_of(self.broken, Role::ALL[usize::from(chore - 0x38)]),
            chore => chore,
        };
        self.progress = 0;
        if !self.broken.is(Mutation::CounterKept) {
            self.counter = 0;
        }
        if chore == 1 && !self.broken.is(Mutation::InitKeepsLimbs) {
            self.limbs = [Limb::default(); 16];
        }
        (0..16).for_each(|limb| self.decode(source, chore, limb));
        self.chore = chore;
    }

    /// Applies a chore's entry for one limb, in the present facing.
    fn decode(&mut self, source: &CostSource, chore: u16, limb: usize) {
        let record = chore * 4 + u16::from(self.facing.direction().number());
        let Some(Some(found)) = source.record_table.get(usize::from(record)) else { return };
        let broken = self.broken;
        let state = &mut self.limbs[limb];
        match source.records[*found][limb] {
            None => {}
            Some(CostEntry::Off) => {
                if !broken.is(Mutation::OffIgnored) {
                    state.position = None;
                }
                state.record = Some(record);
            }
            Some(CostEntry::Window(window)) => match source.commands[usize::from(window.start)] {
                STOP => state.stopped = true,
                START => state.stopped = false,
                _ => {
                    state.position = Some(window.start);
                    state.picture = window.start;
                    state.start = window.start;
                    state.end = window.start + u16::from(window.length) - 1;
                    state.once = window.play_once;
                    state.record = Some(record);
                    if broken.is(Mutation::StopNeverEnds) {
                        state.stopped = false;
                    }
                }
            },
        }
    }

    fn face(&mut self, source: &CostSource, facing: Facing) {
        if facing == self.facing {
            return;
        }
        self.facing = facing;
        if self.broken.is(Mutation::FacingIsLate) {
            return;
        }
        let direction = u16::from(facing.direction().number());
        for limb in 0..16 {
            let Some(record) = self.limbs[limb].record else { continue };
            if self.broken.is(Mutation::FacingOfLastChore) {
                self.decode(source, self.chore, limb);
            } else if record % 4 != direction || self.broken.is(Mutation::FacingRestartsAll) {
                self.decode(source, record / 4, limb);
            }
        }
    }

    /// A quarter of a turn, before the loop's picture.
    pub(super) fn begin_loop(&mut self, source: &CostSource) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        if self.broken.is(Mutation::AdvanceFirst) {
            self.advance(source);
        }
        let Some(target) = self.target else { return };
        let by_table = rules::turns_by_table(source.dialect.generation(), self.broken);
        if by_table && !self.broken.is(Mutation::TableTurnsByQuarters) {
            let [from, to] = [self.facing, target].map(|facing| usize::from(facing.direction().number()));
            let next = Facing::from(Direction::from_number(NEXT[from][to]));
            return match next == self.facing {
                true => self.target = None,
                false => self.face(source, next),
            };
        }
        // Clockwise from North.
        let quarter = |facing: Facing| match facing.direction() {
            Direction::North => 0_i32,
            Direction::East => 1,
            Direction::South => 2,
            Direction::West => 3,
        };
        let (from, to) = (quarter(self.facing), quarter(target));
        let step = match to - from {
            3 => -1,
            -3 => 1,
            way => way.signum(),
        };
        let next = Facing::from_angle(90 * (from + step).rem_euclid(4));
        if next == self.facing {
            self.target = None;
        } else {
            self.face(source, next);
        }
    }

    /// One loop: the turn, the picture, then the limbs.
    pub(super) fn tick(&mut self, source: &CostSource) {
        self.begin_loop(source);
        self.begun = false;
        self.progress += 1;
        let longer = u32::from(self.broken.is(Mutation::SpeedOneMore));
        if self.progress >= self.speed + longer {
            self.progress = 0;
            self.advance(source);
        }
    }

    fn advance(&mut self, source: &CostSource) {
        for limb in 0..16 {
            let mut state = self.limbs[limb];
            if state.stopped && self.broken.is(Mutation::StoppedHolds) {
                continue;
            }
            let Some(mut position) = state.position else { continue };
            let mut counted = false;
            loop {
                let once = match state.once {
                    true => !self.broken.is(Mutation::OnceLoops),
                    false => self.broken.is(Mutation::LoopHolds),
                };
                position = match (once, position >= state.end) {
                    (_, false) => position + 1,
                    (true, true) => position,
                    (false, true) => state.start,
                };
                let command = source.commands[usize::from(position)];
                let counts = command == COUNT;
                if counts && !(counted && self.broken.is(Mutation::CounterOnce)) {
                    self.counter += 1;
                    counted = true;
                }
                let free = (counts && !self.broken.is(Mutation::CountTakesTime))
                    || (is_sound(source, command) && !self.broken.is(Mutation::SoundTakesTime));
                let stuck = once && position == state.end;
                if !free || state.start == state.end || stuck {
                    break;
                }
            }
            state.position = Some(position);
            if is_picture(source, source.commands[usize::from(position)]) {
                state.picture = position;
            }
            self.limbs[limb] = state;
        }
    }

    /// Limbs and picture numbers that are shown, in the order of drawing.
    pub(super) fn shown(&self, source: &CostSource) -> Vec<(usize, usize)> {
        let mut shown = Vec::new();
        for (limb, state) in self.limbs.iter().enumerate() {
            let Some(mut position) = state.position.filter(|_| !state.stopped) else { continue };
            if self.broken.is(Mutation::HideShowsBefore) {
                position = state.picture;
            }
            let command = source.commands[usize::from(position)];
            if is_picture(source, command) {
                shown.push((limb, usize::from(command)));
            }
        }
        shown
    }
}

fn is_sound(source: &CostSource, command: u8) -> bool {
    match source.dialect.sounds {
        SoundCodes::Footstep | SoundCodes::FootstepBit => command == 0x78,
        SoundCodes::List | SoundCodes::ListReversed => (0x71..=0x78).contains(&command),
    }
}

fn is_picture(source: &CostSource, command: u8) -> bool {
    command != HIDE && command != COUNT && !is_sound(source, command)
}
