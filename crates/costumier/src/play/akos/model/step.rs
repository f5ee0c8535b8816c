//! A tick of the model: limbs step, then queued commands are performed.

use super::{Answers, Limb, Model, Queued};

impl Model<'_> {
    pub(super) fn tick(&mut self, world: &mut Answers) {
        if self.gone {
            return;
        }
        for limb in 0..16 {
            if self.limbs[limb].kind == 0 || self.faulty & (1 << limb) != 0 {
                continue;
            }
            if self.step(limb, world).is_none() {
                self.faulty |= 1 << limb;
                world.events.push(format!("fault {limb}"));
            }
        }
        let state = if world.talking { i64::from(world.lips) } else { 1 };
        self.set_talk(state);
        while let Some(queued) = self.queue.pop() {
            match queued {
                Queued::Tell(text) => world.events.push(text),
                Queued::Chore(chore) => {
                    if chore >= 0 {
                        self.start(chore);
                    }
                }
                Queued::Plane(plane) => self.plane = Some(plane),
                Queued::Offset(x, y) => {
                    if self.he > 0 {
                        self.offset = (x, y);
                    }
                }
                Queued::Void(limb) => {
                    self.gone = true;
                    world.events.push(format!("Left {{ limb: {limb} }}"));
                }
            }
        }
    }

    fn count(&mut self, code: i64) {
        if let Ok(command @ 0xC000..) = u16::try_from(code) {
            *self.executed.entry(command).or_default() += 1;
        }
    }

    fn push(&mut self, queued: Queued) {
        if self.queue.len() < 31 {
            self.queue.push(queued);
        }
    }

    fn var(&self, at: i64) -> Option<i16> {
        self.vars.get(usize::try_from(self.byte(at)).ok()?).copied()
    }

    fn put(&mut self, at: i64, value: i16) -> Option<()> {
        let var = usize::try_from(self.byte(at)).ok()?;
        *self.vars.get_mut(var)? = value;
        Some(())
    }

    fn sound(&mut self, limb: usize, slot: i64) {
        if (0..24).contains(&slot) {
            self.push(Queued::Tell(format!("Sound {{ limb: {limb}, slot: {slot} }}")));
        }
    }

    /// One step of one limb. `None` if the limb fails.
    fn step(&mut self, limb: usize, world: &mut Answers) -> Option<()> {
        let mut skipping = false;
        let mut stay = false;
        for _ in 0..(2 * self.code.len() + 16).min(4096) {
            if !stay {
                let Some(next) = self.next(limb) else { return Some(()) };
                self.limbs[limb].pos = next & 0xFFFF;
            }
            stay = false;
            let at = self.limbs[limb].pos;
            if self.is_end(at) {
                return Some(());
            }
            let code = self.at(at);
            if skipping && code != 0xC09F {
                continue;
            }
            skipping = false;
            if rests(code) {
                self.count(code);
                return Some(());
            }
            let then = self.command(limb, at, code, world)?;
            self.count(code);
            match then {
                Then::On => {}
                Then::Skip => skipping = true,
                Then::Jump(to) => {
                    self.limbs[limb].pos = to;
                    match if self.is_end(to) { 0 } else { self.at(to) } {
                        code if rests(code) => {
                            self.count(code);
                            return Some(());
                        }
                        0xC000.. => stay = true,
                        _ => return None,
                    }
                }
            }
        }
        None
    }

    /// The next place of a limb; `None` if it holds.
    fn next(&mut self, limb: usize) -> Option<i64> {
        let Limb { kind, start, end, pos: at, .. } = self.limbs[limb];
        Some(match kind {
            2 => {
                let next = (at + self.size2(at)) & 0xFFFF;
                if next > end { start } else { next }
            }
            3 if at != end => at + self.size2(at),
            6 | 8 => {
                if self.is_end(at) || self.at(at) == 0xC0FF {
                    return None;
                }
                if self.at(at) == 0xC08E && self.he >= 71 {
                    let frame = self.signed(at + 2);
                    self.push(Queued::Tell(format!("Frame {{ limb: {limb}, frame: {frame} }}")));
                }
                at + self.length(at)
            }
            _ => at,
        })
    }

    /// Performs a command on variables, conditions and places, or else one that reaches beyond the limb.
    fn command(&mut self, limb: usize, at: i64, code: i64, world: &mut Answers) -> Option<Then> {
        let compare = |a: i16, b: i16| match code & 7 {
            0 => a == b,
            1 => a != b,
            2 => a < b,
            3 => a <= b,
            4 => a > b,
            _ => a >= b,
        };
        let target = self.word(at + 2);
        let jump_if = |taken: bool| Some(if taken { Then::Jump(target) } else { Then::On });
        let runs = |world: &Answers, slot: i16| slot == i16::from(world.running);
        match code {
            0xC010 => self.put(at + 4, self.signed(at + 2))?,
            0xC016 => return jump_if(runs(world, self.var(at + 4)?)),
            0xC017 => return jump_if(!runs(world, self.var(at + 4)?)),
            0xC018 => return jump_if(self.byte(at + 4) == i64::from(world.running)),
            0xC019 => return jump_if(self.byte(at + 4) != i64::from(world.running)),
            0xC030 => return jump_if(true),
            0xC031 => {
                let set = self.var(at + 4)? != 0;
                self.put(at + 4, 0)?;
                return jump_if(set);
            }
            0xC040 => self.put(at + 4, self.var(at + 4)?.wrapping_add(self.signed(at + 2)))?,
            0xC045 => {
                let on = self.var(at + 4)? != 0;
                if self.he >= 80 {
                    self.set_condition((self.byte(at + 3) + 16).min(255), on);
                }
            }
            0xC046 => self.put(at + 4, self.condition(self.byte(at + 3) + 16))?,
            0xC047 => self.set_talk(self.byte(at + 3)),
            0xC048 => self.put(at + 4, self.condition(self.byte(at + 3)))?,
            0xC060 => self.vars[0] = self.vars[0].wrapping_add(1),
            0xC070..=0xC075 => return jump_if(compare(self.var(at + 4)?, self.signed(at + 5))),
            0xC082 => {
                let value = self.random.between(self.signed(at + 2), self.signed(at + 4));
                self.put(at + 6, value)?;
            }
            0xC088 => {
                let index = usize::try_from(self.var(at + 2)?).ok()?.checked_sub(1)?;
                let (first, count) = self.limbs[limb].jumps;
                let to = self.source.jumps.get(first + index).filter(|_| index < count)?;
                return Some(Then::Jump(i64::from(*to)));
            }
            0xC08A => self.flip = self.signed(at + 2) != 0,
            0xC090..=0xC095 => {
                let holds = compare(self.var(at + 4)?, self.signed(at + 2));
                return Some(if holds { Then::On } else { Then::Skip });
            }
            0xC0A1 => return jump_if(self.he > 0 && world.talking),
            0xC0A2 => return jump_if(self.he > 0 && !world.talking),
            0xC0A4 => return jump_if(self.he > 0 && world.any),
            0xC0A5 => return jump_if(self.he > 0 && !world.any),
            _ => self.request(limb, at, code, world)?,
        }
        Some(Then::On)
    }

    /// Performs a command that waits, makes a sound or asks something of an actor.
    fn request(&mut self, limb: usize, at: i64, code: i64, world: &mut Answers) -> Option<()> {
        match code {
            0xC015 => self.sound(limb, self.byte(at + 2) - i64::from(self.he == 0)),
            0xC042 | 0xC044 => {
                let slot = if code == 0xC042 { self.byte(at + 2) } else { i64::from(self.var(at + 2)?) };
                if self.he > 0 && (0..256).contains(&slot) {
                    self.push(Queued::Tell(format!("SoftSound {{ limb: {limb}, slot: {slot} }}")));
                }
            }
            0xC061 => self.sound(limb, 0),
            0xC080 => self.push(Queued::Chore(self.byte(at + 2))),
            0xC081 => {
                let chore = self.var(at + 2)?;
                self.push(Queued::Chore(i64::from(chore)));
            }
            0xC083 => self.push(Queued::Plane(u8::try_from(self.byte(at + 2)).unwrap_or_default())),
            0xC084 => {
                let (actor, chore) = (self.var(at + 2)?, self.var(at + 3)?);
                self.push(if actor == 5 {
                    Queued::Chore(i64::from(chore))
                } else {
                    Queued::Tell(format!("ActorChore {{ limb: {limb}, actor: {actor}, chore: {chore} }}"))
                });
            }
            0xC085 => {
                let (actor, var, value) = (self.var(at + 2)?, self.byte(at + 3), self.signed(at + 4));
                if actor == 5 {
                    self.put(at + 3, value)?;
                } else {
                    let text =
                        format!("ActorVar {{ limb: {limb}, actor: {actor}, var: {var}, value: {value} }}");
                    world.events.push(text);
                }
            }
            0xC086 => self.push(Queued::Void(limb)),
            0xC087 => self.push(Queued::Offset(self.signed(at + 2), self.signed(at + 4))),
            0xC089 if self.he == 0 => {
                let (sound, setting, value) = (self.byte(at + 2), self.byte(at + 4), self.byte(at + 6));
                if (1..=8).contains(&sound) {
                    if !(1..=3).contains(&setting) {
                        return None;
                    }
                    let slot = sound - 1;
                    self.push(Queued::Tell(format!(
                        "SoundSetting {{ limb: {limb}, slot: {slot}, setting: {setting}, value: {value} }}"
                    )));
                }
            }
            0xC08D => {
                if self.he >= 71 {
                    self.sound(limb, i64::from(self.var(at + 2)?));
                }
            }
            0xC0A0 | 0xC0A3 => {
                let line = if code == 0xC0A0 { self.byte(at + 2) } else { i64::from(self.var(at + 2)?) };
                if self.he > 0 {
                    self.push(Queued::Tell(format!("Talk {{ limb: {limb}, line: {line} }}")));
                }
            }
            0xC050 | 0xC089 | 0xC08B | 0xC08C | 0xC09F => {}
            _ => return None,
        }
        Some(())
    }
}

/// Where a limb goes on after a command.
enum Then {
    On,
    /// Behind the end of the block.
    Skip,
    Jump(i64),
}

/// Whether a limb rests on the code: pictures, and commands that can be shown.
fn rests(code: i64) -> bool {
    matches!(
        code,
        0..0x80 | 0x8000..=0x8FFF | 0xC020 | 0xC021 | 0xC022 | 0xC025 | 0xC001 | 0xC0FF | 0xC08E
    )
}
