//! A second reading of `reference/07`: slow and literal, with its own lengths, its own conditions and its own queue. Random
//! programs must do the same in it and in the machine. What both share is the reading of records.
//!
//! Where the reference lets a viewer deviate from the interpreter, the model has the deviation too: `C0FF` and the end of AKSQ hold,
//! jumps to commands perform them, a step that looks at too many codes stops the limb.

use std::sync::Arc;

use proptest::prelude::*;

use crate::akos::fixture::{Part, source};
use crate::akos::{Akos, Mode};
use crate::costume::Costume;
use crate::dialect::Dialect;
use crate::facing::Facing;
use crate::play::{Actor, Event, World};

/// Answers of the world, the same for both.
#[derive(Clone, Default)]
struct Answers {
    running: u8,
    talking: bool,
    any: bool,
    lips: u8,
    events: Vec<String>,
}

impl World for Answers {
    fn event(&mut self, event: Event) {
        self.events.push(match event {
            Event::Faulty { limb, .. } => format!("fault {limb}"),
            other => format!("{other:?}"),
        });
    }

    fn sound_running(&mut self, slot: u8) -> bool {
        slot == self.running
    }

    fn talking(&mut self) -> bool {
        self.talking
    }

    fn any_talking(&mut self) -> bool {
        self.any
    }

    fn lip_sync(&mut self) -> Option<u8> {
        Some(self.lips)
    }
}

#[derive(Clone, Copy)]
struct Limb {
    kind: u8,
    start: i64,
    end: i64,
    pos: i64,
    chore: i64,
    base: usize,
}

const NOTHING: Limb = Limb { kind: 0, start: 0xFFFF, end: 0xFFFF, pos: 0xFFFF, chore: 0xFFFF, base: 0 };

enum Queued {
    Tell(String),
    Chore(i64),
    Plane(u8),
    Offset(i16, i16),
    Void(usize),
}

struct Model<'a> {
    akos: &'a Akos,
    code: Vec<u8>,
    /// Version of the Humongous engine; 0 for v7.
    he: u32,
    limbs: [Limb; 16],
    hidden: u32,
    faulty: u32,
    vars: [i16; 27],
    flip: bool,
    mask: u32,
    offset: (i16, i16),
    plane: Option<u8>,
    gone: bool,
    facing: u16,
    queue: Vec<Queued>,
    conditions: Vec<u32>,
    table: Vec<u16>,
}

type Shown = Vec<(u8, u16, i32, i32)>;

impl Model<'_> {
    fn byte(&self, at: i64) -> i64 {
        usize::try_from(at).ok().and_then(|at| self.code.get(at)).map_or(0, |byte| i64::from(*byte))
    }

    fn word(&self, at: i64) -> i64 {
        self.byte(at) + 256 * self.byte(at + 1)
    }

    fn signed(&self, at: i64) -> i16 {
        let word = self.word(at);
        i16::try_from(if word >= 0x8000 { word - 0x10000 } else { word }).unwrap()
    }

    fn is_end(&self, at: i64) -> bool {
        let left = self.code.len() as i64 - at;
        left <= 0 || (left == 1 && self.byte(at) >= 0x80)
    }

    /// One byte for a small picture, else the big-endian word.
    fn at(&self, at: i64) -> i64 {
        let byte = self.byte(at);
        if byte < 0x80 { byte } else { 256 * byte + self.byte(at + 1) }
    }

    fn size2(&self, at: i64) -> i64 {
        if self.byte(at) < 0x80 { 1 } else { 2 }
    }

    fn component(&self, at: i64) -> i64 {
        4 + self.size2(at + 4)
    }

    fn length(&self, at: i64) -> i64 {
        match self.at(at) {
            0..0x80 => 1,
            0x8000..=0x8FFF => 2,
            0xC015 | 0xC042 | 0xC044 | 0xC050 | 0xC080 | 0xC081 | 0xC083 | 0xC088 | 0xC08C | 0xC08D
            | 0xC0A3 => 3,
            0xC030 | 0xC084 | 0xC08A | 0xC08E | 0xC0A0 | 0xC0A1 | 0xC0A2 | 0xC0A4 | 0xC0A5 => 4,
            0xC010 | 0xC016..=0xC019 | 0xC031 | 0xC040 | 0xC090..=0xC095 => 5,
            0xC085 | 0xC087 | 0xC08B => 6,
            0xC070..=0xC075 | 0xC082 => 7,
            0xC089 => {
                if self.he == 0 {
                    8
                } else {
                    6
                }
            }
            0xC021 | 0xC022 | 0xC045..=0xC048 => self.byte(at + 2),
            code @ (0xC020 | 0xC025) => {
                let head = if code == 0xC020 { 2 } else { 6 };
                (0..self.byte(at + head)).fold(head + 1, |sum, _| sum + self.component(at + sum))
            }
            _ => 2,
        }
    }

    fn start(&mut self, chore: i64) {
        let chore = match (self.he, chore) {
            (0, 1001..=1005) => chore - 1000,
            (0, _) => chore,
            (_, 62) => return,
            (_, 56..=60) => chore - 55,
            _ => chore,
        };
        if chore == 1 {
            self.limbs = [NOTHING; 16];
            self.hidden = 0;
            self.faulty = 0;
        }
        self.apply(chore, 0xFFFF);
    }

    fn apply(&mut self, chore: i64, filter: u32) {
        let old = match self.facing {
            270 => 0,
            90 => 1,
            180 => 2,
            _ => 3,
        };
        let Ok(index) = u16::try_from(4 * chore + old) else { return };
        let Ok(record) = self.akos.record(index) else { return };
        for (limb, entry) in record.limbs.iter().enumerate() {
            let Some(entry) = entry else { continue };
            if filter & (1 << limb) == 0 {
                continue;
            }
            match entry.mode.byte() {
                4 => self.hidden |= 1 << limb,
                5 => self.hidden &= !(1 << limb),
                mode => {
                    let (start, length) =
                        if mode == 1 { (0, 0) } else { (i64::from(entry.start), i64::from(entry.length)) };
                    self.faulty &= !(1 << limb);
                    self.limbs[limb] = Limb {
                        kind: if mode == 1 { 0 } else { mode },
                        start,
                        end: (start + length) & 0xFFFF,
                        pos: start,
                        chore,
                        base: 0,
                    };
                }
            }
        }
    }

    fn face(&mut self, facing: u16) {
        if facing == self.facing {
            return;
        }
        self.facing = facing;
        for limb in 0..16 {
            if self.limbs[limb].chore != 0xFFFF {
                self.apply(self.limbs[limb].chore, 1 << limb);
            }
        }
    }

    fn shown(&self) -> Shown {
        let mut out = Vec::new();
        let (mut x, mut y) = (0, 0);
        for (number, limb) in self.limbs.iter().enumerate() {
            let drawn =
                limb.kind != 0 && self.hidden & (1 << number) == 0 && !(self.he >= 70 && limb.kind == 8);
            if !drawn || self.gone || self.is_end(limb.pos) {
                continue;
            }
            let number = u8::try_from(number).unwrap();
            let at = limb.pos;
            match self.at(at) {
                code @ (0..0x80 | 0x8000..=0x8FFF) => {
                    let index = u16::try_from(code & 0xFFF).unwrap();
                    let Some(info) = self.akos.picture_info(index) else { continue };
                    out.push((number, index, x + i32::from(info.x), y + i32::from(info.y)));
                    x += i32::from(info.move_x);
                    y -= i32::from(info.move_y);
                }
                code @ (0xC020 | 0xC021 | 0xC022 | 0xC025) => {
                    let conditional = matches!(code, 0xC021 | 0xC022);
                    let n = if conditional { self.byte(at + 3) } else { 0 };
                    let mut p = at + if conditional { 4 + n } else { 2 };
                    let (mut mx, mut my) = (0, 0);
                    if matches!(code, 0xC022 | 0xC025) {
                        (mx, my) = (i32::from(self.signed(p)), i32::from(self.signed(p + 2)));
                        p += 4;
                    }
                    let count = self.byte(p);
                    p += 1;
                    for k in 0..count {
                        if p + 5 > self.code.len() as i64 || p + self.component(p) > self.code.len() as i64 {
                            break;
                        }
                        let index = u16::try_from(self.at(p + 4) & 0xFFF).unwrap();
                        let place = (x + i32::from(self.signed(p)), y + i32::from(self.signed(p + 2)));
                        let listed = at + 4 + n <= self.code.len() as i64;
                        let c = if k < n && listed { self.byte(at + 4 + k) } else { k };
                        if !conditional || self.holds(limb.base + usize::try_from(c).unwrap()) {
                            out.push((number, index, place.0, place.1));
                        }
                        p += self.component(p);
                    }
                    if count > 0 {
                        x += mx;
                        y -= my;
                    }
                }
                _ => {}
            }
        }
        out
    }

    fn holds(&self, index: usize) -> bool {
        let mut word = self.conditions.get(index).copied().unwrap_or(0);
        if self.he >= 90 {
            word &= !0xE000;
        }
        if word == 0 {
            return true;
        }
        let bits = word & 0x3FFF_FFFF;
        match word >> 30 {
            0b01 => self.mask & bits == bits,
            0b10 => self.mask & bits == 0,
            _ => self.mask & bits != 0,
        }
    }

    fn talk_bits(&self) -> u32 {
        match self.he {
            0..80 => 0,
            80..85 => 0x3FF,
            _ => 0x1FFF,
        }
    }

    fn set_condition(&mut self, condition: i64, on: bool) {
        if (1..=32).contains(&condition) {
            let bit = 1u32 << (condition - 1);
            if on { self.mask |= bit } else { self.mask &= !bit }
        }
        if self.mask & self.talk_bits() != 0 { self.mask &= !1 } else { self.mask |= 1 }
    }

    fn set_talk(&mut self, state: i64) {
        if self.he >= 80 {
            self.mask = (self.mask & !self.talk_bits()) | 1;
            if state != 1 {
                self.set_condition(state, true);
            }
        }
    }

    fn condition(&self, condition: i64) -> i16 {
        i16::from((1..=32).contains(&condition) && self.mask & (1 << (condition - 1)) != 0)
    }

    fn tick(&mut self, world: &mut Answers) {
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

    fn push(&mut self, queued: Queued) {
        if self.queue.len() < 31 {
            self.queue.push(queued);
        }
    }

    fn var(&self, at: i64) -> Option<i16> {
        self.vars.get(usize::try_from(self.byte(at)).unwrap()).copied()
    }

    fn put(&mut self, at: i64, value: i16) -> Option<()> {
        let var = usize::try_from(self.byte(at)).unwrap();
        *self.vars.get_mut(var)? = value;
        Some(())
    }

    fn sound(&mut self, limb: usize, slot: i64) {
        if (0..24).contains(&slot) {
            self.push(Queued::Tell(format!("Sound {{ limb: {limb}, slot: {slot} }}")));
        }
    }

    /// One step of one limb. `None` where the limb goes wrong.
    fn step(&mut self, limb: usize, world: &mut Answers) -> Option<()> {
        let Limb { kind, start, end, .. } = self.limbs[limb];
        let mut skipping = false;
        let mut stay = false;
        for _ in 0..(2 * self.code.len() + 16).min(4096) {
            let at = self.limbs[limb].pos;
            let next = match kind {
                _ if stay => at,
                2 => {
                    let next = (at + self.size2(at)) & 0xFFFF;
                    if next > end { start } else { next }
                }
                3 if at != end => at + self.size2(at),
                6 | 8 => {
                    if self.is_end(at) || self.at(at) == 0xC0FF {
                        return Some(());
                    }
                    if self.at(at) == 0xC08E && self.he >= 71 {
                        let frame = self.signed(at + 2);
                        self.push(Queued::Tell(format!("Frame {{ limb: {limb}, frame: {frame} }}")));
                    }
                    at + self.length(at)
                }
                _ => at,
            };
            stay = false;
            let at = next & 0xFFFF;
            self.limbs[limb].pos = at;
            if self.is_end(at) {
                return Some(());
            }
            let code = self.at(at);
            if skipping && code != 0xC09F {
                continue;
            }
            skipping = false;
            if matches!(code, 0..0x80 | 0x8000..=0x8FFF | 0xC020 | 0xC021 | 0xC022 | 0xC025 | 0xC001 | 0xC0FF | 0xC08E)
            {
                return Some(());
            }
            let compare = |a: i16, b: i16| match code & 7 {
                0 => a == b,
                1 => a != b,
                2 => a < b,
                3 => a <= b,
                4 => a > b,
                _ => a >= b,
            };
            let mut jump = None;
            let mut jump_if = |taken: bool, to: i64| jump = taken.then_some(to);
            let target = self.word(at + 2);
            let runs = |world: &Answers, slot: i16| slot == i16::from(world.running);
            match code {
                0xC010 => self.put(at + 4, self.signed(at + 2))?,
                0xC015 => self.sound(limb, self.byte(at + 2) - i64::from(self.he == 0)),
                0xC016 => jump_if(runs(world, self.var(at + 4)?), target),
                0xC017 => jump_if(!runs(world, self.var(at + 4)?), target),
                0xC018 => jump_if(self.byte(at + 4) == i64::from(world.running), target),
                0xC019 => jump_if(self.byte(at + 4) != i64::from(world.running), target),
                0xC030 => jump_if(true, target),
                0xC031 => {
                    jump_if(self.var(at + 4)? != 0, target);
                    self.put(at + 4, 0)?;
                }
                0xC040 => self.put(at + 4, self.var(at + 4)?.wrapping_add(self.signed(at + 2)))?,
                0xC042 | 0xC044 => {
                    let slot = if code == 0xC042 { self.byte(at + 2) } else { i64::from(self.var(at + 2)?) };
                    if self.he > 0 && (0..256).contains(&slot) {
                        self.push(Queued::Tell(format!("SoftSound {{ limb: {limb}, slot: {slot} }}")));
                    }
                }
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
                0xC061 => self.sound(limb, 0),
                0xC070..=0xC075 => jump_if(compare(self.var(at + 4)?, self.signed(at + 5)), target),
                0xC080 => self.push(Queued::Chore(self.byte(at + 2))),
                0xC081 => {
                    let chore = self.var(at + 2)?;
                    self.push(Queued::Chore(i64::from(chore)));
                }
                // Only written with both ends equal here.
                0xC082 => self.put(at + 6, self.signed(at + 2))?,
                0xC083 => self.push(Queued::Plane(u8::try_from(self.byte(at + 2)).unwrap())),
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
                        let text = format!(
                            "ActorVar {{ limb: {limb}, actor: {actor}, var: {var}, value: {value} }}"
                        );
                        world.events.push(text);
                    }
                }
                0xC086 => self.push(Queued::Void(limb)),
                0xC087 => self.push(Queued::Offset(self.signed(at + 2), self.signed(at + 4))),
                0xC088 => {
                    let index = usize::try_from(self.var(at + 2)?).ok()?.checked_sub(1)?;
                    // The only slice is empty from 8.0 on: nothing is in range.
                    let to = self.table.get(index).filter(|_| self.he < 80)?;
                    jump_if(true, i64::from(*to));
                }
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
                0xC08A => self.flip = self.signed(at + 2) != 0,
                0xC08D => {
                    if self.he >= 71 {
                        self.sound(limb, i64::from(self.var(at + 2)?));
                    }
                }
                0xC090..=0xC095 => skipping = !compare(self.var(at + 4)?, self.signed(at + 2)),
                0xC0A0 | 0xC0A3 => {
                    let line = if code == 0xC0A0 { self.byte(at + 2) } else { i64::from(self.var(at + 2)?) };
                    if self.he > 0 {
                        self.push(Queued::Tell(format!("Talk {{ limb: {limb}, line: {line} }}")));
                    }
                }
                0xC0A1 => jump_if(self.he > 0 && world.talking, target),
                0xC0A2 => jump_if(self.he > 0 && !world.talking, target),
                0xC0A4 => jump_if(self.he > 0 && world.any, target),
                0xC0A5 => jump_if(self.he > 0 && !world.any, target),
                0xC050 | 0xC089 | 0xC08B | 0xC08C | 0xC09F => {}
                _ => return None,
            }
            if let Some(to) = jump {
                self.limbs[limb].pos = to;
                match if self.is_end(to) { 0 } else { self.at(to) } {
                    0..0x80 | 0x8000..=0x8FFF => return Some(()),
                    0xC020 | 0xC021 | 0xC022 | 0xC025 | 0xC001 | 0xC0FF | 0xC08E => return Some(()),
                    0xC000.. => stay = true,
                    _ => return None,
                }
                // An unknown command is no command.
                let known = crate::akos::command::Opcode::of(
                    u16::try_from(self.at(to)).unwrap(),
                    &self.akos.dialect().akos,
                );
                known?;
            }
        }
        None
    }
}

/// A code that programs are made of: mostly right ones, some rubbish.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let var = || prop_oneof![30 => 0u8..4, 1 => 20u8..30];
    let small = || prop_oneof![-2i16..4, Just(5i16)];
    let target = || 0u16..70;
    let words = |code: u8, words: Vec<i16>, bytes: Vec<u8>| {
        [vec![0xC0, code], words.iter().flat_map(|w| w.to_le_bytes()).collect(), bytes].concat()
    };
    prop_oneof![
        12 => (0u8..0x80).prop_map(|p| vec![p]),
        6 => (0u8..2, any::<u8>()).prop_map(|(high, low)| vec![0x80 | high, low]),
        2 => prop::sample::select(vec![0x01u8, 0x60, 0x61, 0x86, 0x9F, 0xFF, 0x9F, 0x9F]).prop_map(|c| vec![0xC0, c]),
        3 => (prop::sample::select(vec![0x10u8, 0x40]), small(), var()).prop_map(move |(c, v, n)| words(c, vec![v], vec![n])),
        3 => (0x90u8..0x96, small(), var()).prop_map(move |(c, v, n)| words(c, vec![v], vec![n])),
        4 => (0x70u8..0x76, target(), var(), small()).prop_map(|(c, t, n, v)| {
            [&[0xC0, c][..], &t.to_le_bytes(), &[n], &v.to_le_bytes()].concat()
        }),
        3 => (prop::sample::select(vec![0x16u8, 0x17, 0x18, 0x19, 0x31]), target(), var()).prop_map(|(c, t, n)| {
            [&[0xC0, c][..], &t.to_le_bytes(), &[n]].concat()
        }),
        3 => (prop::sample::select(vec![0x30u8, 0xA1, 0xA2, 0xA4, 0xA5]), target()).prop_map(|(c, t)| {
            [&[0xC0, c][..], &t.to_le_bytes()].concat()
        }),
        2 => (prop::sample::select(vec![0x15u8, 0x42, 0x44, 0x50, 0x81, 0x83, 0x88, 0x8C, 0x8D, 0xA3]), var())
            .prop_map(|(c, n)| vec![0xC0, c, n]),
        2 => prop_oneof![8u8..11, Just(1)].prop_map(|chore| vec![0xC0, 0x80, chore]),
        1 => (small(), var()).prop_map(move |(v, n)| words(0x82, vec![v, v], vec![n])),
        1 => (var(), var()).prop_map(|(a, b)| vec![0xC0, 0x84, a, b]),
        1 => (var(), var(), small()).prop_map(|(a, b, v)| [&[0xC0, 0x85, a, b][..], &v.to_le_bytes()].concat()),
        1 => (prop::sample::select(vec![0x87u8, 0x8B]), small(), small()).prop_map(move |(c, x, y)| words(c, vec![x, y], vec![])),
        1 => (0u8..10, 0u8..5, any::<u8>()).prop_map(|(s, c, v)| vec![0xC0, 0x89, s, 0, c, 0, v, 0]),
        2 => (prop::sample::select(vec![0x8Au8, 0x8E]), 0i16..3).prop_map(move |(c, v)| words(c, vec![v], vec![])),
        1 => (0u8..4, 0u8..4).prop_map(|(a, b)| vec![0xC0, 0xA0, a, b]),
        2 => (0x45u8..0x49, 0u8..20, var()).prop_map(|(c, s, n)| match c {
            0x47 => vec![0xC0, c, 4, s],
            _ => vec![0xC0, c, 5, s, n],
        }),
        5 => (
            prop::sample::select(vec![0x20u8, 0x21, 0x22, 0x25]),
            prop::collection::vec(0u8..5, 0..3),
            (small(), small()),
            prop::collection::vec((small(), small(), 0u8..0x80, any::<bool>()), 0..4),
        ).prop_map(|(c, conditions, (mx, my), parts)| {
            let mut out = vec![0xC0, c];
            if matches!(c, 0x21 | 0x22) {
                out.extend([0, u8::try_from(conditions.len()).unwrap()]);
                out.extend(conditions);
            }
            if matches!(c, 0x22 | 0x25) {
                out.extend([mx.to_le_bytes(), my.to_le_bytes()].concat());
            }
            out.push(u8::try_from(parts.len()).unwrap());
            for (x, y, picture, long) in parts {
                out.extend([x.to_le_bytes(), y.to_le_bytes()].concat());
                if long { out.extend([0x81, picture]) } else { out.push(picture) }
            }
            if matches!(c, 0x21 | 0x22) {
                out[2] = u8::try_from(out.len()).unwrap();
            }
            out
        }),
        1 => prop::collection::vec(any::<u8>(), 1..3),
    ]
}

/// A record's limbs: limb, mode, start, length.
fn parts() -> impl Strategy<Value = Vec<Part>> {
    let mode = prop_oneof![8 => Just(6u8), 1 => 0u8..10];
    prop::collection::btree_map(0usize..5, (mode, 0u16..60, 0u16..12), 1..4)
        .prop_map(|map| map.into_iter().map(|(limb, (mode, start, len))| (limb, mode, start, len)).collect())
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Start(u16),
    Face(i32),
    Ticks(u8),
}

fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        2 => prop::sample::select(vec![1u16, 8, 9, 10, 56, 1001]).prop_map(Call::Start),
        1 => (0i32..4).prop_map(|quarter| Call::Face(90 * quarter)),
        4 => (1u8..9).prop_map(Call::Ticks),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn the_machine_does_what_the_model_does(
        pieces in prop::collection::vec(piece(), 1..24),
        lists in prop::collection::vec(parts(), 8),
        calls in prop::collection::vec(call(), 1..10),
        version in prop::sample::select(vec![0u8, 61, 70, 72, 80, 85, 90, 100]),
        conditions in prop::collection::vec(prop_oneof![0u32..8, any::<u32>()], 0..4),
        (running, talking, any, lips) in (0u8..4, any::<bool>(), any::<bool>(), 1u8..14),
    ) {
        let code = pieces.concat();
        let records: Vec<(usize, &[Part])> =
            [4, 5, 32, 33, 34, 35, 38, 42].into_iter().zip(lists.iter().map(Vec::as_slice)).collect();
        let mut made = source(0, &code, &records);
        made.conditions = conditions.clone();
        made.jumps = vec![3, 8, 21];
        let dialect = if version == 0 { Dialect::V7 } else { Dialect::humongous(version) };
        let akos = Akos::open(made.write().unwrap(), dialect).unwrap();
        let mut actor = Actor::new(Arc::new(Costume::Akos(akos.clone())), Facing::SOUTH);
        actor.set_number(5);
        let mut model = Model {
            akos: &akos,
            code,
            he: u32::from(version),
            limbs: [NOTHING; 16],
            hidden: 0,
            faulty: 0,
            vars: [0; 27],
            flip: false,
            mask: 1,
            offset: (0, 0),
            plane: None,
            gone: false,
            facing: 180,
            queue: Vec::new(),
            conditions,
            table: made.jumps.clone(),
        };
        let mut world = Answers { running, talking, any, lips, events: Vec::new() };
        let mut same = world.clone();
        for call in [Call::Start(8)].into_iter().chain(calls) {
            match call {
                Call::Start(chore) => {
                    actor.start(chore);
                    model.gone = false;
                    model.start(i64::from(chore));
                }
                Call::Face(angle) => {
                    actor.face(Facing::from_angle(angle));
                    model.face(u16::try_from(angle).unwrap());
                }
                Call::Ticks(n) => for _ in 0..n {
                    actor.tick(&mut world);
                    model.tick(&mut same);
                },
            }
            let mut pose = Vec::new();
            actor.pose(&mut pose);
            let pose: Shown = pose.iter().map(|p| (p.limb, p.picture.index, p.x, p.y)).collect();
            prop_assert_eq!(pose, model.shown(), "{:?}", call);
            prop_assert_eq!(&world.events, &same.events, "{:?}", call);
            let limbs = actor.limbs().as_akos().unwrap();
            for (var, value) in (0u8..).zip(model.vars) {
                prop_assert_eq!(limbs.var(var), value, "variable {}", var);
            }
            prop_assert_eq!(limbs.conditions(), model.mask);
            prop_assert_eq!((limbs.plane(), limbs.offset(), limbs.flip()), (model.plane, model.offset, model.flip));
            for (number, limb) in (0u8..).zip(&model.limbs) {
                let state = limbs.limb(number).map(|l| (l.mode.byte(), i64::from(l.position)));
                let expected = (limb.kind != Mode::Empty.byte()).then_some((limb.kind, limb.pos));
                prop_assert_eq!(state, expected, "limb {}", number);
                prop_assert_eq!(limbs.is_hidden(number), model.hidden & (1 << number) != 0);
                prop_assert_eq!(limbs.is_faulty(number), model.faulty & (1 << number) != 0);
            }
        }
    }
}
