//! The sixteen limbs of a COST actor: decoding records into windows, and stepping through them (`reference/03 §1, §3, §4`).
//!
//! Surprises: a stopped limb is not drawn but keeps ticking. The first byte of a new window is shown as it is, whatever it is.
//! Counters and sounds take no time. 0x79 and 0x7A count only as the first byte of a window, and then the window itself is not
//! taken.

use super::world::{Event, World};
use crate::cost::command::{self, Command};
use crate::cost::record::LimbEntry;
use crate::cost::{Cost, LIMBS};
use crate::dialect::SoundCodes;
use crate::model::{PictureKey, Placed};

/// One limb: the window that it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LimbState {
    /// Index of the command that is shown now; meaningless while the limb is off.
    pub position: u16,
    /// First command of the window.
    pub start: u16,
    /// Last command of the window (inclusive).
    pub end: u16,
    /// Hold the last command instead of starting over.
    pub play_once: bool,
    /// Index of the record that last set the limb; `None` after a reset.
    pub record: Option<u16>,
}

impl LimbState {
    const EMPTY: Self = Self { position: 0x7FFF, start: 0xFFFF, end: 0xFFFF, play_once: true, record: None };
}

/// All limbs of one actor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CostLimbs {
    limbs: [LimbState; LIMBS],
    /// Bit i: limb i has a window.
    on: u16,
    /// Bit i: limb i is stopped, that is, not drawn.
    stopped: u16,
}

impl Default for CostLimbs {
    fn default() -> Self {
        Self { limbs: [LimbState::EMPTY; LIMBS], on: 0, stopped: 0 }
    }
}

/// What a step of the limbs added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stepped {
    /// Whether any limb shows another command than before.
    pub changed: bool,
    /// How often a sound of the footstep kind was passed.
    pub sounds: u8,
}

impl CostLimbs {
    /// The state of a limb, or `None` while it is off.
    #[must_use]
    pub fn limb(&self, limb: u8) -> Option<&LimbState> {
        let state = self.limbs.get(usize::from(limb))?;
        (self.on & (1 << limb) != 0).then_some(state)
    }

    /// Whether the limb is stopped (0x79): not drawn, though it may tick.
    #[must_use]
    pub fn is_stopped(&self, limb: u8) -> bool {
        limb < 16 && self.stopped & (1 << limb) != 0
    }

    /// Empties every limb and clears the stopped bits.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// The record that last set a limb, also while the limb is off.
    #[must_use]
    pub fn record_of(&self, limb: u8) -> Option<u16> {
        self.limbs.get(usize::from(limb)).and_then(|state| state.record)
    }

    /// Applies a record to the limbs whose bit is set in `filter` (bit i = limb i). A record that does not exist, or that cannot
    /// be read, changes nothing.
    pub(super) fn decode(&mut self, cost: &Cost, record: u16, filter: u16) {
        let Ok(found) = cost.record(record) else { return };
        for (i, entry) in found.limbs.iter().enumerate() {
            let Some(entry) = entry else { continue };
            let bit = 1u16 << i;
            if filter & bit == 0 {
                continue;
            }
            let limb = &mut self.limbs[i];
            match *entry {
                LimbEntry::Off => {
                    self.on &= !bit;
                    limb.start = 0;
                    limb.record = Some(record);
                }
                LimbEntry::Window(window) => match cost.command(window.start) {
                    command::START => self.stopped &= !bit,
                    command::STOP => self.stopped |= bit,
                    _ => {
                        // The interpreter keeps "play once" in bit 15 of the position.
                        *limb = LimbState {
                            position: window.start & 0x7FFF,
                            start: window.start,
                            end: window.start.wrapping_add(u16::from(window.length) - 1),
                            play_once: window.play_once || window.start & 0x8000 != 0,
                            record: Some(record),
                        };
                        self.on |= bit;
                    }
                },
            }
        }
    }

    /// Advances every limb that is on, stopped ones included, in the order 0 … 15.
    pub(super) fn step(&mut self, cost: &Cost, counter: &mut u16, world: &mut impl World) -> Stepped {
        let mut stepped = Stepped::default();
        let sounds = cost.dialect().sounds;
        let stream = cost.stream();
        let command = |position: u16| stream.get(usize::from(position)).copied().unwrap_or(command::HIDE);
        let mut left = self.on;
        while left != 0 {
            let number = (left.trailing_zeros() & 15) as u8;
            left &= left - 1;
            let Some(limb) = self.limbs.get_mut(usize::from(number)) else { break };
            let before = command(limb.position);
            if sounds == SoundCodes::FootstepBit && before & 0x80 != 0 {
                stepped.sounds = stepped.sounds.saturating_add(1);
                world.event(Event::Sound { limb: number, slot: 0 });
            }
            let mut position = limb.position;
            let mut passed = 0;
            let shown = loop {
                if !limb.play_once {
                    position = if position >= limb.end { limb.start & 0x7FFF } else { position + 1 };
                } else if position != limb.end {
                    position = (position + 1) & 0x7FFF;
                }
                let byte = command(position);
                // Most commands are pictures, and no generation passes these.
                if byte < 0x71 {
                    break byte;
                }
                match Command::from_byte(byte, sounds) {
                    Command::Count => {
                        *counter = counter.wrapping_add(1);
                        world.event(Event::Counted { limb: number, counter: *counter });
                    }
                    Command::Sound(slot) => {
                        stepped.sounds = stepped.sounds.saturating_add(1);
                        world.event(Event::Sound { limb: number, slot });
                    }
                    _ => break byte,
                }
                if limb.start == limb.end {
                    break byte;
                }
                // A window has at most 128 commands; one pass over it is all that can make sense.
                passed += 1;
                if passed > limb.end.wrapping_sub(limb.start).min(127) {
                    world.event(Event::Stuck { limb: number });
                    break byte;
                }
            };
            limb.position = position;
            stepped.changed |= (shown ^ before) & 0x7F != 0;
        }
        stepped
    }

    /// Appends the pictures that the limbs show now, in drawing order, with the running offset worked in (`reference/03 §10`).
    pub(super) fn pose(&self, cost: &Cost, out: &mut Vec<Placed>) {
        let (mut x, mut y) = cost.dialect().origin;
        let drawn = self.on & !self.stopped;
        for (limb, state) in (0u8..).zip(&self.limbs) {
            if drawn & (1 << limb) == 0 {
                continue;
            }
            let byte = cost.command(state.position);
            let Command::Picture(index) = Command::from_byte(byte, cost.dialect().sounds) else { continue };
            if index >= cost.dialect().undrawn_from {
                continue;
            }
            let key = PictureKey { limb, index: u16::from(index) };
            let Some(info) = cost.picture_info(key) else { continue };
            let (at_x, at_y) = (x + i32::from(info.x), y + i32::from(info.y));
            out.push(Placed { limb, picture: key, x: at_x, y: at_y, shaded: false });
            x += i32::from(info.move_x);
            y -= i32::from(info.move_y);
        }
    }
}
