//! Stepping a limb through its program (`docs/format/akos-programs.md §3.2, §4`).
//!
//! A step advances by one code and continues while the code is a command to be performed. It ends on a code that
//! can be shown, or after a jump. A jump's target is not performed. If the target is a command all the same, the
//! interpreter stops the game; here the command is performed.
//!
//! Where the interpreter would hang or stop, the limb is marked as faulty and stays: a program without a code to
//! rest on, unknown codes, variables above 26, jump tables without the entry. **Note:** `C0FF` and the end of AKSQ
//! hold a running limb; in the interpreter it would run on into the following bytes.

use super::queue::{Order, Queue};
use super::{AkosLimbs, LIMBS, unless_taken_away};
use crate::akos::program::{AkosCommand, Code, short_length};
use crate::akos::{Akos, Mode};
use crate::play::world::{Event, World};

/// Number of entries of an actor's sound table that programs can start.
const SOUNDS: i32 = 24;

/// Number of codes in one step after which the program counts as hanging. Real programs need a few dozen.
const MOST_CODES: usize = 4096;

/// The program failed where the interpreter would stop with an error.
struct Fault;

/// Where a limb continues after a command.
enum Next {
    /// The limb rests on the command.
    Rest,
    /// The limb continues with the next code.
    On,
    /// The limb continues at the end of a conditional block.
    Skip,
    /// The limb continues at another offset; the step ends there.
    Jump(u16),
}

/// The context for performing a command.
struct Step<'a, W> {
    akos: &'a Akos,
    number: u8,
    actor: u16,
    queue: &'a mut Queue,
    world: &'a mut W,
}

impl AkosLimbs {
    /// Advances every limb that is not empty, hidden ones included, in the order 0 to 15. Returns whether any limb
    /// rests on another code than before.
    #[allow(clippy::indexing_slicing, reason = "less than LIMBS")]
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
        let Some(&limb) = self.limbs.get(i) else { return Ok(()) };
        let mut skipping = false;
        let mut jumped = false;
        for _ in 0..sequence.len().saturating_mul(2).saturating_add(16).min(MOST_CODES) {
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
                        match unless_taken_away(code) {
                            Code::Missing | Code::Command { command: AkosCommand::End, .. } => return Ok(()),
                            Code::Command { command: AkosCommand::Frame { frame }, .. } => {
                                step.leave_frame(frame);
                            }
                            _ => {}
                        }
                        *position = advanced(*position, code.length());
                    }
                    _ => {}
                }
            }
            let command = match unless_taken_away(read(*position)) {
                Code::Missing => return Ok(()),
                Code::Command { command: AkosCommand::EndIf, .. } => AkosCommand::EndIf,
                _ if skipping => continue,
                Code::Command { command, .. } => command,
                Code::Invalid(_) => return Err(Fault),
            };
            skipping = false;
            match self.perform(i, &command, step)? {
                Next::Rest => return Ok(()),
                Next::On => {}
                Next::Skip => skipping = true,
                Next::Jump(target) => {
                    *position = target;
                    match read(target) {
                        Code::Command { command, .. } if !command.rests() => jumped = true,
                        Code::Invalid(_) => return Err(Fault),
                        _ => return Ok(()),
                    }
                }
            }
        }
        Err(Fault)
    }

    /// Appends the numbers of the auxiliary frames whose commands limbs leave in the next step, in the order of the
    /// queue: the last comes first.
    pub(in crate::play) fn frames_to_show(&self, akos: &Akos, out: &mut Vec<u16>) {
        let rules = &akos.dialect().akos;
        if self.gone || !rules.auxiliary_frames {
            return;
        }
        for (number, limb) in self.limbs.iter().enumerate().rev() {
            let runs = matches!(limb.mode, Mode::Run | Mode::Delta) && self.faulty & (1 << number) == 0;
            let code = Code::read(akos.sequence(), usize::from(limb.position), rules);
            if let (true, Code::Command { command: AkosCommand::Frame { frame }, .. }) =
                (runs, unless_taken_away(code))
            {
                out.extend(u16::try_from(frame));
            }
        }
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
        command: &AkosCommand<'_>,
        step: &mut Step<'_, W>,
    ) -> Result<Next, Fault> {
        use AkosCommand as Do;

        let rules = step.akos.dialect().akos;
        let jump_if = |taken: bool, to: u16| Ok(if taken { Next::Jump(to) } else { Next::On });
        match *command {
            Do::Picture { .. } | Do::Draw(_) | Do::Empty | Do::Frame { .. } | Do::End => {
                return Ok(Next::Rest);
            }
            Do::IfTalkingPick { .. } => return Err(Fault),
            Do::Set { value, var } => self.put(var, value)?,
            Do::Add { value, var } => {
                // Adding does not count as reading the variable: the effect does not depend on the sum.
                let sum = self.vars.get_mut(usize::from(var)).ok_or(Fault)?;
                *sum = sum.wrapping_add(value);
            }
            Do::Increment => self.vars[0] = self.vars[0].wrapping_add(1),
            Do::Random { least, most, var } => {
                let value = self.random.between(least, most);
                self.put(var, value)?;
            }
            Do::ActorSet { actor_var, var, value } => {
                let actor = self.get(actor_var)?;
                if actor != 0 && i32::from(actor) == i32::from(step.actor) {
                    self.put(var, value)?;
                } else {
                    step.world.event(Event::ActorVar { limb: step.number, actor, var, value });
                }
            }
            Do::Goto { to } => return Ok(Next::Jump(to)),
            Do::IfGoto { how, to, var, value } => return jump_if(how.holds(self.get(var)?, value), to),
            Do::IfVarClearGoto { to, var } => {
                let set = self.get(var)? != 0;
                self.put(var, 0)?;
                return jump_if(set, to);
            }
            Do::IfSoundGoto { plays, to, sound } => {
                return jump_if(step.is_running(i16::from(sound)) == plays, to);
            }
            Do::IfVarSoundGoto { plays, to, var } => {
                return jump_if(step.is_running(self.get(var)?) == plays, to);
            }
            Do::IfTalkingGoto { talks, to } => {
                return jump_if(rules.talkies && step.world.talking() == talks, to);
            }
            Do::IfAnyTalkingGoto { talks, to } => {
                return jump_if(rules.talkies && step.world.any_talking() == talks, to);
            }
            Do::GotoTable { var } => {
                let jumps = self.limbs.get(i).ok_or(Fault)?.jumps;
                let target = step.akos.jump_target(jumps, self.get(var)?).ok_or(Fault)?;
                return Ok(Next::Jump(target));
            }
            Do::If { how, value, var } => {
                return Ok(if how.holds(self.get(var)?, value) { Next::On } else { Next::Skip });
            }
            Do::Sound { sound } => step.sound(i32::from(sound).saturating_sub(rules.first_sound.into())),
            Do::VarSound { var } if rules.variable_sounds => step.sound(i32::from(self.get(var)?)),
            Do::FirstSound => step.sound(0),
            Do::SoftSound { sound } => step.soft_sound(i16::from(sound)),
            Do::SoftVarSound { var } => step.soft_sound(self.get(var)?),
            Do::SoundSetting { sound, setting, value } => step.sound_setting([sound, setting, value])?,
            Do::Talk { line, .. } => step.talk(i16::from(line)),
            Do::VarTalk { var } => step.talk(self.get(var)?),
            Do::SetUserCondition { condition, var } => {
                let on = self.get(var)? != 0;
                self.set_user_condition_raw(condition, on, &rules);
            }
            Do::GetUserCondition { condition, var } => {
                self.put(var, i16::from(self.user_condition(condition)))?;
            }
            Do::SetTalkState { state } => self.set_talk_state(state, &rules),
            Do::GetTalkState { state, var } => self.put(var, i16::from(self.talk_state_is(state)))?,
            Do::Chore { chore } => step.push(Order::Chore(i32::from(chore))),
            Do::VarChore { var } => step.push(Order::Chore(i32::from(self.get(var)?))),
            Do::ActorChore { actor_var, chore_var } => {
                let (actor, chore) = (self.get(actor_var)?, self.get(chore_var)?);
                step.push(Order::ActorChore { actor, chore });
            }
            Do::Plane { plane } => step.push(Order::Plane(plane)),
            Do::Offset { x, y } => step.push(Order::Offset(x, y)),
            Do::Flip { value } => self.flip = value != 0,
            Do::Leave => step.push(Order::Leave),
            Do::EndIf
            | Do::VarSound { .. }
            | Do::SoundSettingIgnored { .. }
            | Do::Script { .. }
            | Do::VarScript { .. }
            | Do::Action { .. } => {}
        }
        Ok(Next::On)
    }
}

impl<W: World> Step<'_, W> {
    fn push(&mut self, order: Order) {
        self.queue.push(self.actor, self.number, order);
    }

    fn tell(&mut self, event: Event) {
        self.push(Order::Tell(event));
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

    /// Performs C089: volume, pan or priority of a sound.
    fn sound_setting(&mut self, words: [i16; 3]) -> Result<(), Fault> {
        let [sound, setting, value] = words.map(|word| word.to_le_bytes()[0]);
        if let slot @ 0..8 = sound.wrapping_sub(1) {
            if !(1..=3).contains(&setting) {
                return Err(Fault);
            }
            self.tell(Event::SoundSetting { limb: self.number, slot, setting, value });
        }
        Ok(())
    }

    /// Leaves C08E, so that its frame is shown.
    fn leave_frame(&mut self, frame: i16) {
        if self.akos.dialect().akos.auxiliary_frames {
            self.tell(Event::Frame { limb: self.number, frame });
        }
    }
}

fn advanced(position: u16, length: usize) -> u16 {
    // No code is longer than 255 components of six bytes.
    position.wrapping_add(u16::try_from(length).unwrap_or(0))
}
