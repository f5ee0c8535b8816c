//! A second implementation of `docs/format/akos-programs.md`: slow and literal, with its own lengths,
//! conditions and queue. Random programs must have the same effect in it and in the machine. It reads records
//! and pictures from the source of a costume, not from its bytes: only random numbers are shared.
//!
//! Where that page allows a viewer to deviate from the interpreter, the model deviates like the machine: `C0FF`
//! and the end of AKSQ hold, jumps to commands perform them, a step that looks at too many codes stops the limb.
//!
//! Tests and fuzz targets compare the two.
#![allow(
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    reason = "it is no part of the library"
)]

mod compare;
#[cfg(test)]
mod programs;
mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use compare::{Call, compare};
#[cfg(test)]
pub(super) use programs::example;

use super::random::Random;
use crate::akos::{AkosSource, Header};
use crate::play::{Event, World};

/// Answers of the world, the same for both, and the events that both report to it.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    pub running: u8,
    pub talking: bool,
    pub any: bool,
    pub lips: u8,
    pub events: Vec<String>,
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
    /// Index of the first condition.
    base: usize,
    /// The limb's part of the jump table: first entry, number of entries.
    jumps: (usize, usize),
}

const NOTHING: Limb =
    Limb { kind: 0, start: 0xFFFF, end: 0xFFFF, pos: 0xFFFF, chore: 0xFFFF, base: 0, jumps: (0, 0) };

enum Queued {
    Tell(String),
    Chore(i64),
    Plane(u8),
    Offset(i16, i16),
    Void(usize),
}

struct Model<'a> {
    source: &'a AkosSource,
    code: &'a [u8],
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
    random: Random,
    /// How often each command was performed or rested on.
    executed: Executed,
}

/// Length of the code at the start of these bytes, in a Humongous engine (`he`) or in v7 (0).
#[cfg(test)]
pub(super) fn length(bytes: &[u8], he: u32) -> i64 {
    let mut source = AkosSource::new(crate::akos::Codec::Rle, Vec::new());
    source.sequence = bytes.to_vec();
    Model::new(&source, he).length(0)
}

/// How often each command was performed or rested on.
pub type Executed = BTreeMap<u16, u64>;

type ShownCels = Vec<(u8, u16, i32, i32)>;

impl<'a> Model<'a> {
    fn new(source: &'a AkosSource, he: u32) -> Self {
        Self {
            source,
            code: source.sequence.get(..1 << 16).unwrap_or(&source.sequence),
            he,
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
            random: Random::new(0),
            executed: Executed::new(),
        }
    }

    fn byte(&self, at: i64) -> i64 {
        usize::try_from(at).ok().and_then(|at| self.code.get(at)).map_or(0, |byte| i64::from(*byte))
    }

    fn word(&self, at: i64) -> i64 {
        self.byte(at) + 256 * self.byte(at + 1)
    }

    fn signed(&self, at: i64) -> i16 {
        let word = self.word(at);
        i16::try_from(if word >= 0x8000 { word - 0x10000 } else { word }).unwrap_or_default()
    }

    fn is_end(&self, at: i64) -> bool {
        let left = self.code.len() as i64 - at;
        left <= 0 || (left == 1 && self.byte(at) >= 0x80)
    }

    /// One byte for a picture below 0x80, else the big-endian word.
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
        let index = if self.he == 0 && self.source.flags & Header::EIGHT_WAYS != 0 {
            8 * chore + i64::from(self.facing) / 45
        } else {
            let old = match self.facing {
                270 => 0,
                90 => 1,
                135 | 180 | 225 => 2,
                _ => 3,
            };
            4 * chore + old
        };
        let place = usize::try_from(index).ok().and_then(|i| self.source.record_table.get(i).copied()?);
        let Some(record) = place.and_then(|i| self.source.records.get(i)) else { return };
        for (limb, entry) in record.iter().enumerate() {
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
                        base: self.first_condition(start),
                        jumps: self.slice(start),
                    };
                }
            }
        }
    }

    fn first_condition(&self, start: i64) -> usize {
        let found = self.source.condition_starts.iter().find(|entry| i64::from(entry.0) == start);
        found.and_then(|entry| usize::try_from(entry.1).ok()).unwrap_or(0)
    }

    fn slice(&self, start: i64) -> (usize, usize) {
        if self.he < 80 {
            return (0, self.source.jumps.len());
        }
        let found = self.source.jump_slices.iter().find(|entry| i64::from(entry.0) == start);
        found.map_or((0, 0), |entry| (usize::from(entry.1), usize::from(entry.2)))
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

    fn shown(&self) -> ShownCels {
        let mut out = Vec::new();
        let (mut x, mut y) = (0, 0);
        for (number, limb) in self.limbs.iter().enumerate() {
            let drawn =
                limb.kind != 0 && self.hidden & (1 << number) == 0 && !(self.he >= 70 && limb.kind == 8);
            if !drawn || self.gone || self.is_end(limb.pos) {
                continue;
            }
            let number = u8::try_from(number).unwrap_or_default();
            let at = limb.pos;
            match self.at(at) {
                code @ (0..0x80 | 0x8000..=0x8FFF) => {
                    let index = u16::try_from(code & 0xFFF).unwrap_or_default();
                    let Some(info) = self.source.pictures.get(usize::from(index)) else { continue };
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
                        let index = u16::try_from(self.at(p + 4) & 0xFFF).unwrap_or_default();
                        let place = (x + i32::from(self.signed(p)), y + i32::from(self.signed(p + 2)));
                        let listed = at + 4 + n <= self.code.len() as i64;
                        let c = if k < n && listed { self.byte(at + 4 + k) } else { k };
                        if !conditional || self.holds(limb.base, c) {
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

    fn holds(&self, base: usize, condition: i64) -> bool {
        let index = base + usize::try_from(condition).unwrap_or_default();
        let mut word = self.source.conditions.get(index).copied().unwrap_or(0);
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
}
