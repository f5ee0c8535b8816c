//! Stepping a limb through its program (`reference/07 §3.2, §4`).
//!
//! A step advances by one code and goes on as long as the code is a command to be performed; it ends on a
//! code that can be shown, or behind a jump. A jump's target is not performed. Where it is a command all the
//! same, the interpreter stops the game; here the command is performed.
//!
//! What the interpreter would hang or stop at marks the limb as faulty and leaves it where it is: a program
//! without a code to rest on, unknown codes, variables above 26, jump tables without such an entry. `C0FF`
//! and the end of AKSQ hold a running limb; in the interpreter it would run on into whatever follows.

use super::queue::{Command, Entry, Queue};
use super::{AkosLimbs, LIMBS, known};
use crate::akos::command::{Code, Instruction, Kind, short_length};
use crate::akos::{Akos, Mode};
use crate::play::world::{Event, World};

/// Entries of an actor's sound table that programs can start.
const SOUNDS: i32 = 24;

/// Codes that one step looks at before the program counts as hanging. Real ones look at a few dozen.
const MOST_CODES: usize = 4096;

/// A program ended where the interpreter would end, too: with an error.
struct Fault;

/// What a command leads to.
enum Next {
    /// The code that follows.
    On,
    /// The end of a conditional block.
    Skip,
    /// Another place; the step ends there.
    Jump(u16),
}

/// Everything that performing a command needs.
struct Step<'a, W> {
    akos: &'a Akos,
    number: u8,
    actor: u16,
    queue: &'a mut Queue,
    world: &'a mut W,
}

impl AkosLimbs {
    /// Advances every limb that is not empty, hidden ones included, in the order 0 … 15. Returns whether any
    /// limb rests on another code than before.
    pub(in crate::play) fn step(
        &mut self,
        akos: &Akos,
        actor: u16,
        queue: &mut Queue,
        world: &mut impl World,
    ) -> bool {
        let mut changed = false;
        for number in 0..16u8 {
            let i = usize::from(number) % LIMBS;
            if self.limbs[i].mode == Mode::Empty || self.faulty & (1 << i) != 0 {
                continue;
            }
            let before = self.limbs[i].position;
            let mut step = Step { akos, number, actor, queue: &mut *queue, world: &mut *world };
            let mut position = before;
            if self.step_limb(i, &mut position, &mut step).is_err() {
                self.faulty |= 1 << i;
                world.event(Event::Faulty { limb: number, at: position });
            }
            self.limbs[i].position = position;
            changed |= position != before;
        }
        changed
    }

    fn step_limb<W: World>(
        &mut self,
        i: usize,
        position: &mut u16,
        step: &mut Step<'_, W>,
    ) -> Result<(), Fault> {
        let akos = step.akos;
        let (sequence, rules) = (akos.sequence(), &akos.dialect().akos);
        let read = |at: u16| Code::read(sequence, usize::from(at), rules);
        let limb = self.limbs[i];
        let mut skipping = false;
        let mut jumped = false;
        for _ in 0..(2 * sequence.len() + 16).min(MOST_CODES) {
            if !std::mem::take(&mut jumped) {
                match limb.mode {
                    Mode::Loop => {
                        *position = advanced(*position, short_length(sequence, usize::from(*position)));
                        if *position > limb.end {
                            *position = limb.start;
                        }
                    }
                    Mode::Once if *position != limb.end => {
                        *position = advanced(*position, short_length(sequence, usize::from(*position)));
                    }
                    Mode::Run | Mode::Delta => {
                        let code = read(*position);
                        match &known(code) {
                            Code::End => return Ok(()),
                            Code::Command(at) if at.opcode.code == 0xC0FF => return Ok(()),
                            Code::Command(at) if at.opcode.code == 0xC08E => step.leave_frame(at),
                            _ => {}
                        }
                        *position = advanced(*position, code.length());
                    }
                    _ => {}
                }
            }
            let command = match known(read(*position)) {
                Code::End => return Ok(()),
                Code::Command(command) => {
                    if skipping && command.opcode.code != 0xC09F {
                        continue;
                    }
                    command
                }
                _ if skipping => continue,
                Code::Picture { .. } => return Ok(()),
                Code::Invalid(_) => return Err(Fault),
            };
            skipping = false;
            match command.opcode.kind {
                Kind::Rest => return Ok(()),
                Kind::Unknown => return Err(Fault),
                Kind::Perform | Kind::Jump => {}
            }
            match self.perform(i, &command, step)? {
                Next::On => {}
                Next::Skip => skipping = true,
                Next::Jump(target) => {
                    *position = target;
                    match read(target) {
                        Code::Command(next) if next.opcode.kind != Kind::Rest => jumped = true,
                        Code::Invalid(_) => return Err(Fault),
                        _ => return Ok(()),
                    }
                }
            }
        }
        Err(Fault)
    }

    fn get(&mut self, var: u8) -> Result<i16, Fault> {
        let value = *self.vars.get(usize::from(var)).ok_or(Fault)?;
        self.asked |= 1 << var;
        Ok(value)
    }

    fn put(&mut self, var: u8, value: i16) -> Result<(), Fault> {
        *self.vars.get_mut(usize::from(var)).ok_or(Fault)? = value;
        Ok(())
    }

    fn perform<W: World>(
        &mut self,
        i: usize,
        at: &Instruction<'_>,
        step: &mut Step<'_, W>,
    ) -> Result<Next, Fault> {
        let rules = step.akos.dialect().akos;
        let target = at.word(2);
        let jump_if = |taken: bool| Ok(if taken { Next::Jump(target) } else { Next::On });
        match at.opcode.code {
            0xC010 => self.put(at.byte(4), at.signed(2))?,
            0xC015 => step.sound(i32::from(at.byte(2)) - i32::from(rules.first_sound)),
            0xC016 => return jump_if(step.is_running(self.get(at.byte(4))?)),
            0xC017 => return jump_if(!step.is_running(self.get(at.byte(4))?)),
            0xC018 => return jump_if(step.is_running(i16::from(at.byte(4)))),
            0xC019 => return jump_if(!step.is_running(i16::from(at.byte(4)))),
            0xC030 => return jump_if(true),
            0xC031 => {
                let set = self.get(at.byte(4))? != 0;
                self.put(at.byte(4), 0)?;
                return jump_if(set);
            }
            0xC040 => {
                // Adding is not asking: what is done does not depend on the sum.
                let var = self.vars.get_mut(usize::from(at.byte(4))).ok_or(Fault)?;
                *var = var.wrapping_add(at.signed(2));
            }
            0xC042 => step.soft_sound(i16::from(at.byte(2))),
            0xC044 => step.soft_sound(self.get(at.byte(2))?),
            0xC045 => {
                let on = self.get(at.byte(4))? != 0;
                self.set_user_condition_raw(at.byte(3), on, &rules);
            }
            0xC046 => self.put(at.byte(4), i16::from(self.user_condition(at.byte(3))))?,
            0xC047 => self.set_talk_state(at.byte(3), &rules),
            0xC048 => self.put(at.byte(4), i16::from(self.talk_state_is(at.byte(3))))?,
            0xC060 => self.vars[0] = self.vars[0].wrapping_add(1),
            0xC061 => step.sound(0),
            code @ 0xC070..=0xC075 => {
                return jump_if(compare(code, self.get(at.byte(4))?, at.signed(5)));
            }
            0xC080 => step.push(Command::Chore(i32::from(at.byte(2)))),
            0xC081 => step.push(Command::Chore(i32::from(self.get(at.byte(2))?))),
            0xC082 => {
                let value = self.random.between(at.signed(2), at.signed(4));
                self.put(at.byte(6), value)?;
            }
            0xC083 => step.push(Command::Plane(at.byte(2))),
            0xC084 => {
                let (actor, chore) = (self.get(at.byte(2))?, self.get(at.byte(3))?);
                step.push(Command::ActorChore { actor, chore });
            }
            0xC085 => self.set_var_of(at, step)?,
            0xC086 => step.push(Command::Leave),
            0xC087 => step.push(Command::Offset(at.signed(2), at.signed(4))),
            0xC088 => {
                let jumps = self.limbs[i].jumps;
                let target = step.akos.jump_target(jumps, self.get(at.byte(2))?).ok_or(Fault)?;
                return Ok(Next::Jump(target));
            }
            0xC089 if rules.sound_settings => step.sound_setting(at)?,
            0xC08A => self.flip = at.signed(2) != 0,
            0xC08D if rules.variable_sounds => step.sound(i32::from(self.get(at.byte(2))?)),
            code @ 0xC090..=0xC095 => {
                let holds = compare(code, self.get(at.byte(4))?, at.signed(2));
                return Ok(if holds { Next::On } else { Next::Skip });
            }
            0xC0A0 => step.talk(i16::from(at.byte(2))),
            0xC0A1 => return jump_if(rules.talkies && step.world.talking()),
            0xC0A2 => return jump_if(rules.talkies && !step.world.talking()),
            0xC0A3 => step.talk(self.get(at.byte(2))?),
            0xC0A4 => return jump_if(rules.talkies && step.world.any_talking()),
            0xC0A5 => return jump_if(rules.talkies && !step.world.any_talking()),
            // C050, C08B, C08C, C09F, and those that this generation ignores.
            _ => {}
        }
        Ok(Next::On)
    }

    /// C085: a variable of an actor, perhaps of this one.
    fn set_var_of<W: World>(&mut self, at: &Instruction<'_>, step: &mut Step<'_, W>) -> Result<(), Fault> {
        let (actor, var, value) = (self.get(at.byte(2))?, at.byte(3), at.signed(4));
        if actor != 0 && i32::from(actor) == i32::from(step.actor) {
            return self.put(var, value);
        }
        step.world.event(Event::ActorVar { limb: step.number, actor, var, value });
        Ok(())
    }
}

impl<W: World> Step<'_, W> {
    fn push(&mut self, command: Command) {
        self.queue.push(Entry { actor: self.actor, limb: self.number, command });
    }

    fn tell(&mut self, event: Event) {
        self.push(Command::Tell(event));
    }

    fn sound(&mut self, slot: i32) {
        if let (Ok(slot), true) = (u8::try_from(slot), slot < SOUNDS) {
            self.tell(Event::Sound { limb: self.number, slot });
        }
    }

    fn soft_sound(&mut self, slot: i16) {
        if let (Ok(slot), true) = (u8::try_from(slot), self.akos.dialect().akos.talkies) {
            self.tell(Event::SoftSound { limb: self.number, slot });
        }
    }

    fn is_running(&mut self, slot: i16) -> bool {
        u8::try_from(slot).is_ok_and(|slot| self.world.sound_running(slot))
    }

    fn talk(&mut self, line: i16) {
        if self.akos.dialect().akos.talkies {
            self.tell(Event::Talk { limb: self.number, line });
        }
    }

    /// C089: volume, pan or priority of a sound.
    fn sound_setting(&mut self, at: &Instruction<'_>) -> Result<(), Fault> {
        let (sound, setting, value) = (at.byte(2), at.byte(4), at.byte(6));
        if let slot @ 0..8 = sound.wrapping_sub(1) {
            if !(1..=3).contains(&setting) {
                return Err(Fault);
            }
            self.tell(Event::SoundSetting { limb: self.number, slot, setting, value });
        }
        Ok(())
    }

    /// C08E is left behind: its frame will be shown.
    fn leave_frame(&mut self, at: &Instruction<'_>) {
        if self.akos.dialect().akos.auxiliary_frames {
            self.tell(Event::Frame { limb: self.number, frame: at.signed(2) });
        }
    }
}

fn advanced(position: u16, length: usize) -> u16 {
    // No code is longer than 255 components of six bytes.
    position.wrapping_add(u16::try_from(length).unwrap_or(0))
}

/// The comparison that the last digit of C07x and C09x stands for.
fn compare(code: u16, left: i16, right: i16) -> bool {
    match code & 0xF {
        0 => left == right,
        1 => left != right,
        2 => left < right,
        3 => left <= right,
        4 => left > right,
        _ => left >= right,
    }
}
