//! The limbs of an AKOS actor (`docs/format/akos-programs.md`) in the simplest form: places in a list of codes, no
//! bytes.

use costumier::format::akos::Mode;
use costumier::scene::{ChoreRef, Step};
use costumier::{Facing, Role};

use crate::design::{Code, Design, Entry};
use crate::model::mutation::{Broken, Mutation};
use crate::model::rules;

#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    /// The mode's byte.
    pub(super) mode: u8,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) at: usize,
    /// The chore that set it last.
    pub(super) chore: Option<u16>,
}

const NOTHING: Limb = Limb { mode: 0, start: 0, end: 0, at: 0, chore: None };

/// What waits for the end of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Waiting {
    Chore(i16),
    /// A chore of the actor with this number.
    ActorChore(i16, i16),
    Plane(u8),
    Leave,
}

/// An AKOS actor of the model.
#[derive(Debug)]
pub(crate) struct AkosActor<'a> {
    pub(super) design: &'a Design,
    pub(super) limbs: [Limb; 16],
    pub(super) hidden: [bool; 16],
    /// Its number among the game's actors.
    number: i16,
    vars: [i16; 27],
    pub(super) flip: bool,
    /// The plane that a program has chosen.
    pub(super) plane: Option<u8>,
    pub(super) gone: bool,
    pub(super) facing: Facing,
    target: Option<Facing>,
    speed: u32,
    progress: u32,
    /// Whether a loop has already begun.
    begun: bool,
    pub(crate) waiting: Vec<Waiting>,
    /// Variables of other actors to set: actor, variable, value.
    pub(crate) sets: Vec<(i16, u8, i16)>,
    pub(super) broken: Broken,
}

impl<'a> AkosActor<'a> {
    pub(crate) fn new(design: &'a Design, number: u8, facing: Facing, broken: Broken) -> Self {
        Self {
            design,
            limbs: [NOTHING; 16],
            hidden: [false; 16],
            number: number.into(),
            vars: [0; 27],
            flip: false,
            plane: None,
            gone: false,
            facing,
            // A script has faced the actor, and a turn follows.
            target: rules::turns_in_steps(broken).then_some(facing),
            speed: 0,
            progress: 0,
            begun: false,
            waiting: Vec::new(),
            sets: Vec::new(),
            broken,
        }
    }

    /// Sets a variable, as a script does.
    pub(crate) fn set(&mut self, var: u8, value: i16) {
        self.vars[usize::from(var)] = value;
    }

    /// Three variables as a script shows them: their low bytes.
    pub(crate) fn told(&self) -> [u8; 3] {
        [0, 1, 2].map(|var: usize| self.vars[var].to_le_bytes()[0])
    }

    pub(crate) fn perform(&mut self, step: Step) {
        match step {
            Step::Chore(ChoreRef::Role(role)) => self.start(rules::chore_of(self.broken, role)),
            Step::Chore(ChoreRef::Number(chore)) => self.start(chore),
            Step::Face(facing) => {
                if rules::turns_in_steps(self.broken) {
                    self.target = Some(facing).filter(|_| facing != self.facing);
                }
                self.face(facing);
            }
            Step::Animate(operand) => self.animate(operand),
            Step::Speed(speed) => {
                self.speed = speed.into();
                if !self.broken.is(Mutation::SpeedKeepsProgress) {
                    self.progress = 0;
                }
            }
            other => unreachable!("no scene of the oracle has {other:?}"),
        }
    }

    fn animate(&mut self, operand: u16) {
        let angle = Facing::from_angle(i32::from(operand % 1000));
        match operand {
            255 | 2000..=2999 => {
                if !self.broken.is(Mutation::StandKeepsTurning) {
                    self.target = None;
                }
                self.start(rules::chore_of(self.broken, Role::Stand));
            }
            3000..=3999 => {
                self.target = None;
                self.face(angle);
            }
            4000..=4999 if self.broken.is(Mutation::TurnSnaps) => self.face(angle),
            4000..=4999 => {
                let stays = rules::turns_in_steps(self.broken) && angle == self.facing;
                self.target = Some(angle).filter(|_| !stays);
            }
            _ => self.start(operand),
        }
    }

    fn start(&mut self, chore: u16) {
        let chore = match chore {
            1001..=1005 => rules::chore_of(self.broken, Role::ALL[usize::from(chore - 1001)]),
            chore => chore,
        };
        self.progress = 0;
        if chore == 1 && !self.broken.is(Mutation::InitKeepsLimbs) {
            self.limbs = [NOTHING; 16];
            if !self.broken.is(Mutation::InitKeepsHidden) {
                self.hidden = [false; 16];
            }
        }
        (0..16).for_each(|limb| self.apply(chore, limb));
    }

    /// The direction's number in records: with eight, clockwise from North.
    fn way(&self) -> u16 {
        let four = match self.facing.angle() {
            270 => 0,
            90 => 1,
            135 | 180 | 225 => 2,
            _ => 3,
        };
        match self.design.ways {
            8 if self.broken.is(Mutation::EightAreFour) => four,
            8 => self.facing.angle() / 45,
            _ => four,
        }
    }

    /// Applies a chore's entry for one limb, in the present facing.
    fn apply(&mut self, chore: u16, limb: usize) {
        let ways = if self.broken.is(Mutation::EightAreFour) { 4 } else { self.design.ways };
        let index = usize::from(chore) * usize::from(ways) + usize::from(self.way());
        let Some(Some(record)) = self.design.table.get(index) else { return };
        let Some(Entry { mode, start, end }) = self.design.records[*record][limb] else { return };
        let byte = mode.byte();
        match mode {
            Mode::Hide => self.hidden[limb] = !self.broken.is(Mutation::HideIgnored),
            Mode::Show => self.hidden[limb] = false,
            Mode::Kill => {
                let mode = if self.broken.is(Mutation::OffIgnored) { self.limbs[limb].mode } else { 0 };
                self.limbs[limb] = Limb { mode, chore: Some(chore), ..self.limbs[limb] };
            }
            _ => {
                self.limbs[limb] = Limb { mode: byte, start, end, at: start, chore: Some(chore) };
                if self.broken.is(Mutation::ChoreShows) {
                    self.hidden[limb] = false;
                }
            }
        }
    }

    fn face(&mut self, facing: Facing) {
        if facing == self.facing && !self.broken.is(Mutation::FacingRestartsAll) {
            return;
        }
        self.facing = facing;
        if self.broken.is(Mutation::FacingIsLate) {
            return;
        }
        for limb in 0..16 {
            if let Some(chore) = self.limbs[limb].chore {
                self.apply(chore, limb);
            }
        }
    }

    /// A turn, before the loop's picture: all of it at once.
    pub(crate) fn begin_loop(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        if self.broken.is(Mutation::AdvanceFirst) {
            self.advance();
        }
        let Some(target) = self.target else { return };
        let next = match rules::turns_in_steps(self.broken) {
            true => self.a_step_to(target),
            false => target,
        };
        if next == self.facing {
            self.target = None;
        } else {
            self.face(next);
        }
    }

    /// The next of the costume's four or eight facings on the shorter way.
    fn a_step_to(&self, target: Facing) -> Facing {
        let ways = i32::from(self.design.ways);
        let [from, to] = [self.facing, target].map(|facing| self.way_of(facing));
        let by = to - from;
        let by = if by.abs() > ways / 2 { -by } else { by };
        Facing::from_angle(360 / ways * (from + by.signum()).rem_euclid(ways))
    }

    /// The number of the costume's facing that stands for a facing, clockwise from North. Where it has four, those
    /// between North and East or West are North, the others South.
    fn way_of(&self, facing: Facing) -> i32 {
        let angle = i32::from(facing.angle());
        match (self.design.ways, angle) {
            (8, _) => angle / 45,
            (_, 90) => 1,
            (_, 135..=225) => 2,
            (_, 270) => 3,
            _ => 0,
        }
    }

    /// Plays one loop, except for commands that wait for other actors or for its end.
    pub(crate) fn tick(&mut self) {
        self.begin_loop();
        self.begun = false;
        if self.gone {
            return;
        }
        self.progress += 1;
        let longer = u32::from(self.broken.is(Mutation::SpeedOneMore));
        if self.progress >= self.speed + longer {
            self.progress = 0;
            self.advance();
        }
        if self.broken.is(Mutation::QueueFirstIn) {
            self.waiting.reverse();
        }
    }

    /// Does what has waited.
    pub(crate) fn carry_out(&mut self, waiting: Waiting) {
        match waiting {
            Waiting::Chore(chore) | Waiting::ActorChore(_, chore) => self.start(chore.cast_unsigned()),
            Waiting::Plane(plane) => {
                self.plane = (!self.broken.is(Mutation::PlaneCommandIgnored)).then_some(plane);
            }
            Waiting::Leave => self.gone = !self.broken.is(Mutation::LeaveIgnored),
        }
    }

    fn advance(&mut self) {
        for limb in 0..16 {
            if self.limbs[limb].mode != 0 && !(self.hidden[limb] && self.broken.is(Mutation::HiddenHolds)) {
                self.step(limb);
            }
        }
    }

    /// The next place of a limb.
    fn next(&self, limb: Limb) -> usize {
        let mode = match limb.mode {
            2 if self.broken.is(Mutation::LoopHolds) => 3,
            3 if self.broken.is(Mutation::OnceLoops) => 2,
            7 if self.broken.is(Mutation::StillLoops) => 6,
            8 if self.broken.is(Mutation::DeltaHolds) => 7,
            mode => mode,
        };
        match mode {
            2 if limb.at >= limb.end => limb.start,
            3 if limb.at >= limb.end => limb.at,
            2 | 3 | 6 | 8 => limb.at + 1,
            _ => limb.at,
        }
    }

    fn step(&mut self, limb: usize) {
        let mut skipping = false;
        // Longer than any program; a broken rule may run in circles.
        for _ in 0..4096 {
            let next = self.next(self.limbs[limb]);
            let Some(code) = self.design.code.get(next) else { return };
            self.limbs[limb].at = next;
            if skipping && !matches!(code, Code::EndIf) {
                continue;
            }
            skipping = false;
            #[cfg(test)]
            trace::came_to(self.design, next);
            if code.rests() {
                return;
            }
            match self.command(limb, code) {
                Done::On => {}
                Done::Skip => skipping = true,
                Done::Jump(to) => {
                    let late = usize::from(self.broken.is(Mutation::JumpsOneFurther));
                    self.limbs[limb].at = to + late;
                    return;
                }
                Done::Rest => return,
            }
        }
    }

    fn command(&mut self, limb: usize, code: &Code) -> Done {
        let broken = self.broken;
        let var = |var: u8| usize::from(var);
        let jump = |to: usize, taken: bool| if taken { Done::Jump(to) } else { Done::On };
        match *code {
            Code::Set(to, value) => self.vars[var(to)] = value,
            Code::Add(to, value) if broken.is(Mutation::AddSets) => self.vars[var(to)] = value,
            Code::Add(to, value) => self.vars[var(to)] = self.vars[var(to)].wrapping_add(value),
            Code::Increment if broken.is(Mutation::CountTakesTime) => {
                self.vars[0] = self.vars[0].wrapping_add(1);
                return Done::Rest;
            }
            Code::Increment => self.vars[0] = self.vars[0].wrapping_add(1),
            Code::Random(to, least, _) => self.vars[var(to)] = least,
            Code::Goto(to) => return jump(to, true),
            Code::GotoIfSet(to, of) => {
                let set = self.vars[var(of)] != 0;
                if !broken.is(Mutation::TestKeeps) {
                    self.vars[var(of)] = 0;
                }
                return jump(to, set);
            }
            Code::GotoIf(how, to, of, value) => {
                let holds = how.holds(self.vars[var(of)], value);
                return jump(to, holds != broken.is(Mutation::JumpInverted));
            }
            Code::GotoTable(of) => {
                let first = i16::from(!broken.is(Mutation::TableFromZero));
                let at = usize::try_from(self.vars[var(of)] - first).unwrap_or(usize::MAX);
                return self.design.jumps.get(at).map_or(Done::Rest, |to| Done::Jump(*to));
            }
            Code::If(how, of, value) => {
                let holds = how.holds(self.vars[var(of)], value);
                if holds == broken.is(Mutation::ConditionInverted) {
                    return Done::Skip;
                }
            }
            Code::Flip(value) => self.flip = value != 0,
            Code::Plane(plane) => self.waiting.push(Waiting::Plane(plane)),
            Code::Chore(chore) => self.wait_for(chore.into()),
            Code::VarChore(of) => self.wait_for(self.vars[var(of)]),
            Code::ActorChore(who, of) => {
                self.waiting.push(Waiting::ActorChore(self.vars[var(who)], self.vars[var(of)]));
            }
            Code::ActorSet(who, of, value) if self.vars[var(who)] == self.number => {
                self.vars[var(of)] = value;
            }
            Code::ActorSet(who, of, value) => self.sets.push((self.vars[var(who)], of, value)),
            Code::Leave => self.waiting.push(Waiting::Leave),
            // No sound is ever running.
            Code::GotoIfSound { silent, to, .. } => return jump(to, silent),
            // Conditions are those of Humongous games, which the model does not know.
            Code::EndIf | Code::Aside(..) | Code::Condition(..) | Code::Frame(_) => {}
            Code::Picture(_) | Code::Nothing | Code::End | Code::Draw { .. } => return Done::Rest,
        }
        let _ = limb;
        Done::On
    }

    fn wait_for(&mut self, chore: i16) {
        if self.broken.is(Mutation::ChoreAtOnce) {
            self.start(chore.cast_unsigned());
        } else {
            self.waiting.push(Waiting::Chore(chore));
        }
    }
}

/// The outcome of a command.
enum Done {
    On,
    Skip,
    Jump(usize),
    Rest,
}

/// The codes that programs ran, for the list of compared commands.
#[cfg(test)]
pub(crate) mod trace {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use crate::design::Design;

    thread_local! {
        static PLACES: RefCell<BTreeSet<(usize, usize)>> = const { RefCell::new(BTreeSet::new()) };
    }

    pub(super) fn came_to(design: &Design, place: usize) {
        PLACES.with_borrow_mut(|places| places.insert((std::ptr::from_ref(design).addr(), place)));
    }

    /// The places of this design that limbs came to since the thread began.
    pub(crate) fn places(design: &Design) -> Vec<usize> {
        let address = std::ptr::from_ref(design).addr();
        PLACES.with_borrow(|places| {
            places.range((address, 0)..=(address, usize::MAX)).map(|(_, at)| *at).collect()
        })
    }

    /// Forgets all.
    pub(crate) fn forget() {
        PLACES.with_borrow_mut(BTreeSet::clear);
    }
}
