//! Random programs of limbs: windows of pictures, and code with variables, conditions and jumps.
//!
//! No program stops or hangs the interpreter (`docs/format/akos-programs.md §3.2`): a program begins with a code that
//! ends a loop, jumps lead to such codes, conditional blocks end, and the last code leads back. Few commands wait for
//! the end of a loop: there is room for 31.

use costumier::Interpreter;
use costumier::format::akos::Mode;

use super::Wish;
use crate::design::{Code, Compare, Design, Entry, PictureCode};
use crate::interpreter;
use crate::rng::Rng;

/// Variables that programs use, of the 27.
const VARS: [u8; 6] = [0, 1, 2, 2, 7, 26];

/// How far a limb moves those behind it where nothing may be far from its actor.
pub(super) const NEAR: i32 = 2;

/// A variable for real random numbers: nothing else depends on it.
const LUCK: u8 = 25;

/// What v7 and v8 have for "the z-plane of the walk box"; Humongous games have 0.
pub(crate) const PLANE_OF_BOX: u8 = 100;

/// The variable that holds its actor's number, in costumes whose commands contradict each other.
pub(crate) const OWN_NUMBER: u8 = 23;

/// The variable that holds the chore to start, of its own actor or of another.
const WANTED: u8 = 22;

/// Variables that hold numbers of the scene's actors, in costumes that reach others.
pub(crate) const OTHERS: [u8; 3] = [17, 18, 19];

/// Codes without a visible effect. `script` and `action` are skipped, the others wait for the end of the loop.
const ASIDES: [(&str, usize); 12] = [
    ("script script=7", 3),
    ("action a=-1 b=12345", 6),
    ("var-script var=3", 3),
    ("var-sound var=3", 3),
    ("sound sound=1", 3),
    ("sound sound=24", 3),
    ("sound sound=0", 3),
    ("first-sound", 2),
    ("offset x=40 y=-30", 6),
    ("sound-setting sound=200 setting=9 value=99", 8),
    ("sound-setting sound=9 setting=1 value=3", 8),
    ("script script=200", 3),
];

/// Writes programs into a costume.
pub(super) struct Programmer<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) wish: Wish,
    /// Pictures that may be shown.
    pub(super) pictures: Vec<u16>,
    /// Chores that programs may start.
    pub(super) chores: Vec<u8>,
    /// Commands that may still wait for the end of a loop.
    pub(super) waiting: usize,
    /// Whether it is for a Humongous game, which has other sounds and moves pictures.
    pub(super) humongous: bool,
    /// Whether a conditional block is open. The first end ends it, so nothing with a block of its own may
    /// stand in it.
    pub(super) in_block: bool,
}

impl Programmer<'_> {
    /// Adds something that a limb can do.
    pub(super) fn entry(&mut self, design: &mut Design, init: bool) -> Entry {
        let runs = self.wish.programs || self.wish.queued || self.wish.flips || self.wish.leaves;
        let mode = match self.rng.range(0, 99) {
            _ if self.wish.contradicts || self.wish.reaches => Mode::Run,
            number if self.wish.frames.is_some() => {
                if number < 50 {
                    Mode::Run
                } else {
                    Mode::Delta
                }
            }
            0..=3 if !init => Mode::Kill,
            4..=7 => Mode::Hide,
            8..=10 => Mode::Show,
            11 => Mode::Empty,
            12..=13 => Mode::Other(9),
            14..=20 => Mode::Still,
            21..=27 => Mode::Delta,
            28..=40 => Mode::Once,
            41..=65 if !runs => Mode::Loop,
            41..=50 => Mode::Loop,
            _ => Mode::Run,
        };
        let start = design.code.len();
        match mode {
            Mode::Loop | Mode::Once => self.window(design, mode == Mode::Once),
            Mode::Delta if self.wish.frames.is_some() => self.show_frames(design),
            Mode::Run | Mode::Delta => self.program(design),
            mode if mode.has_window() => {
                let code = if self.rng.chance(10) { Code::End } else { self.rest() };
                design.code.push(code);
            }
            // It has no code of its own.
            _ => return Entry { mode, start: 0, end: 0 },
        }
        Entry { mode, start, end: design.code.len() - 1 }
    }

    fn shown(&mut self) -> PictureCode {
        PictureCode { index: self.rng.pick(&self.pictures), wide: self.rng.chance(5) }
    }

    /// A code that a limb rests on.
    fn rest(&mut self) -> Code {
        match self.rng.range(0, 99) {
            0..=7 => Code::Nothing,
            // Another code would end this ScummVM.
            _ if self.wish.skips => self.draw(),
            _ if self.rng.chance(if self.wish.draws { 60 } else { 12 }) => self.draw(),
            _ => Code::Picture(self.shown()),
        }
    }

    fn draw(&mut self) -> Code {
        let most = if self.wish.single { 1 } else { 5 };
        let count = if self.rng.chance(12) { 0 } else { self.rng.range(1, most) };
        let conditions = self.wish.conditions && self.rng.chance(if self.wish.words { 90 } else { 40 });
        let conditions = conditions.then(|| {
            let length = if self.wish.words { count } else { self.rng.range(0, 5) };
            (0..length).map(|_| self.rng.byte(0, 31)).collect()
        });
        let is_near = self.humongous && (self.wish.skips || interpreter::chosen() == Interpreter::ScummVm2_7);
        let far = if is_near { NEAR } else { 14 };
        let moves = self.rng.chance(50).then(|| (self.small(far), self.small(far)));
        let (reach, up) = if self.wish.skips { (20, 10) } else { (45, 20) };
        let parts = (0..count).map(|_| (self.small(reach), self.small(reach) - up, self.shown())).collect();
        Code::Draw { conditions, moves, parts }
    }

    fn small(&mut self, most: i32) -> i16 {
        i16::try_from(self.rng.range(-most, most)).unwrap_or(0)
    }

    /// What modes 2 and 3 play: pictures and commands without operands. A draw command's own bytes would be
    /// read as pictures, so it may only come last.
    fn window(&mut self, design: &mut Design, once: bool) {
        let count = self.rng.range(1, 9);
        for at in 0..count {
            let last = at == count - 1;
            let code = match self.rng.range(0, 19) {
                0 => Code::Nothing,
                1 | 2 if at > 0 && !(last && once) => Code::Increment,
                3 if at > 0 && !(last && once) => Code::EndIf,
                4 if at > 0 => Code::End,
                5 if at > 0 && !self.humongous && !(last && once) && self.waiting > 0 => {
                    self.waiting -= 1;
                    Code::Aside("first-sound", 2)
                }
                _ if last => self.rest(),
                _ if self.wish.skips => Code::Nothing,
                _ => Code::Picture(self.shown()),
            };
            design.code.push(code);
        }
    }

    /// Pictures, and between them commands that wait for the end of the same loop.
    fn contradictions(&mut self, design: &mut Design) {
        let start = design.code.len();
        let first = Code::Picture(self.shown());
        design.code.push(first);
        for _ in 0..self.rng.range(1, 3) {
            for _ in 0..self.rng.range(2, 3) {
                self.order(design);
            }
            let next = Code::Picture(self.shown());
            design.code.push(next);
        }
        design.code.push(Code::Goto(start));
    }

    /// Pictures, and between them requests to other actors, and conditions on variables that others set. At most three
    /// commands of a loop wait: the queue holds 31, of five actors.
    fn reaches(&mut self, design: &mut Design) {
        let start = design.code.len();
        let first = Code::Picture(self.shown());
        design.code.push(first);
        for _ in 0..self.rng.range(1, 3) {
            let (how, var, value) = (self.compare(), self.rng.byte(0, 2), self.small(2));
            design.code.push(Code::GotoIf(how, usize::MAX, var, value));
            for _ in 0..self.rng.range(1, 3) {
                let (other, chore) = (self.rng.pick(&OTHERS), self.rng.pick(&self.chores));
                match self.rng.range(0, 9) {
                    0..=5 => {
                        design
                            .code
                            .extend([Code::Set(WANTED, chore.into()), Code::ActorChore(other, WANTED)]);
                    }
                    6..=8 => design.code.push(Code::ActorSet(other, self.rng.byte(0, 2), self.small(2))),
                    _ => design.code.push(Code::Chore(chore)),
                }
            }
            let next = Code::Picture(self.shown());
            design.code.push(next);
        }
        design.code.push(Code::Goto(start));
        let rests: Vec<usize> = (start..design.code.len()).filter(|at| design.code[*at].rests()).collect();
        for code in &mut design.code[start..] {
            if let Code::GotoIf(_, to, ..) = code {
                *to = self.rng.pick(&rests);
            }
        }
    }

    fn order(&mut self, design: &mut Design) {
        let of_box = if self.humongous { 0 } else { PLANE_OF_BOX };
        let chore = self.rng.pick(&self.chores);
        match self.rng.range(0, 19) {
            0..=6 => design.code.push(Code::Plane(of_box)),
            7..=11 => design.code.push(Code::Plane(self.rng.byte(0, 3))),
            12..=14 => design.code.push(Code::Chore(chore)),
            15..=17 => {
                design.code.extend([Code::Set(WANTED, chore.into()), Code::ActorChore(OWN_NUMBER, WANTED)]);
            }
            // No other actor has the number.
            _ => design.code.push(Code::ActorSet(OWN_NUMBER, self.rng.byte(0, 2), self.small(99))),
        }
    }

    /// What modes 6 and 8 play.
    fn program(&mut self, design: &mut Design) {
        if self.wish.contradicts {
            return self.contradictions(design);
        }
        if self.wish.reaches {
            return self.reaches(design);
        }
        let start = design.code.len();
        let first = self.rest();
        design.code.push(first);
        for _ in 0..self.rng.range(1, if self.wish.programs { 7 } else { 4 }) {
            self.statement(design);
        }
        design.code.push(Code::Goto(start));
        let rests: Vec<usize> = (start..design.code.len()).filter(|at| design.code[*at].rests()).collect();
        if self.rng.chance(70) {
            // Not always back to the beginning.
            let back = self.rng.pick(&rests);
            design.code.pop();
            design.code.push(Code::Goto(back));
        }
        for at in start..design.code.len() - 1 {
            if let Some(to) = design.code[at].target_mut() {
                *to = self.rng.pick(&rests);
            }
            if let Code::GotoTable(_) = design.code[at] {
                // Leads to the places that were kept for it, by the value set just before.
                let Code::Set(_, value) = design.code[at - 1] else { continue };
                let slot = design.jump_of(value);
                design.jumps[slot] = self.rng.pick(&rests);
            }
        }
    }

    fn statement(&mut self, design: &mut Design) {
        match self.rng.range(0, 9) {
            0..=3 => {
                let code = self.rest();
                design.code.push(code);
            }
            4 | 5 if self.wish.programs => {
                let (how, var) = (self.compare(), self.var());
                let value = self.value();
                design.code.push(Code::If(how, var, value));
                self.in_block = true;
                for _ in 0..self.rng.range(0, 3) {
                    self.simple(design);
                }
                self.in_block = false;
                design.code.push(Code::EndIf);
            }
            _ => self.simple(design),
        }
    }

    /// Something without a block.
    fn simple(&mut self, design: &mut Design) {
        let var = self.var();
        let value = self.value();
        if self.wish.queued && self.waiting > 0 && self.rng.chance(40) {
            self.waiting -= 1;
            return self.queued(design, var);
        }
        if self.wish.talk_states > 0 && self.rng.chance(40) {
            return self.mouth(design, var);
        }
        let code = match self.rng.range(0, 15) {
            0..=3 => self.rest(),
            4 | 5 => Code::Set(var, value),
            6 | 7 => Code::Add(var, value),
            8 => Code::Increment,
            9 if !self.in_block && self.rng.chance(50) => return self.luck(design),
            9 => Code::Random(var, value, value),
            10 | 11 if self.wish.programs => Code::GotoIf(self.compare(), usize::MAX, var, value),
            12 if self.wish.programs => Code::GotoIfSet(usize::MAX, var),
            13 if self.wish.programs => {
                // Each has an entry of the table for itself.
                design.jumps.push(0);
                let value = design.jump_value(design.jumps.len() - 1);
                design.code.push(Code::Set(var, value));
                Code::GotoTable(var)
            }
            14 if self.wish.programs && !self.humongous && self.rng.chance(25) => Code::GotoIfSound {
                silent: self.rng.chance(50),
                by_variable: self.rng.chance(30),
                to: usize::MAX,
                operand: LUCK - 1,
            },
            14 => return self.aside(design),
            _ if self.wish.leaves && self.waiting > 0 => {
                self.waiting -= 1;
                Code::Leave
            }
            _ if self.wish.flips && self.rng.chance(60) => Code::Flip(self.rng.pick(&[0, 1, 1, -1, 256])),
            _ => Code::Add(0, 1),
        };
        design.code.push(code);
    }

    /// A random number. The model cannot know its value; a picture shows if it is out of range.
    fn luck(&mut self, design: &mut Design) {
        let least = self.small(9);
        let most = least + i16::from(self.rng.byte(0, 5));
        design.code.push(Code::Random(LUCK, least, most));
        for (how, bound) in [(Compare::Lt, least), (Compare::Gt, most)] {
            design.code.extend([Code::If(how, LUCK, bound), Code::Add(0, 1), Code::EndIf]);
        }
    }

    fn aside(&mut self, design: &mut Design) {
        let (text, length) = match self.humongous {
            true => self.rng.pick(&ASIDES[..2]),
            false => self.rng.pick(&ASIDES),
        };
        let aside = Code::Aside(text, length);
        if !aside.waits() {
            design.code.push(aside);
        } else if self.waiting > 0 {
            self.waiting -= 1;
            design.code.push(aside);
        }
    }

    fn queued(&mut self, design: &mut Design, var: u8) {
        let chore = self.rng.pick(&self.chores);
        let code = match self.rng.range(0, 9) {
            0..=4 => Code::Chore(chore),
            5 | 6 => {
                let first = if self.humongous { 0x38 } else { 1001 };
                let role = first + i16::from(self.rng.byte(0, 4));
                let chore = if self.rng.chance(30) { role } else { chore.into() };
                design.code.push(Code::Set(var, chore));
                Code::VarChore(var)
            }
            _ if self.wish.planes => Code::Plane(match self.rng.byte(0, 6) {
                6 if !self.humongous => PLANE_OF_BOX,
                plane => plane,
            }),
            _ => Code::Chore(chore),
        };
        design.code.push(code);
    }

    fn compare(&mut self) -> Compare {
        self.rng.pick(&Compare::ALL)
    }

    fn var(&mut self) -> u8 {
        self.rng.pick(&VARS)
    }

    fn value(&mut self) -> i16 {
        match self.rng.range(0, 29) {
            0 => i16::MAX,
            1 => i16::MIN,
            _ => self.small(4),
        }
    }
}
