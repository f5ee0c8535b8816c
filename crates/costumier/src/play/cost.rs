//! The sixteen limbs of a COST actor: decoding records into windows, and stepping through them
//! (`docs/format/animation.md §1, §3, §4`).
//!
//! **Note:** a stopped limb is not drawn but keeps ticking. The first byte of a new window is always shown,
//! whatever it is. Counters and sounds take no time. 0x79 and 0x7A have an effect only as the first byte of a
//! window, and then the window itself is not applied.

use super::state_hash::mix;
use super::world::{Event, World};
use crate::cost::{Cost, CostCommand, CostEntry, HIDE, LIMBS};
use crate::dialect::SoundCodes;
use crate::model::{PictureKey, Placed};

/// The state of one limb: the window that it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LimbState {
    /// Index of the command that is shown now; undefined while the limb is off.
    pub(crate) position: u16,
    /// Index of the first command of the window.
    pub(crate) start: u16,
    /// Index of the last command of the window (inclusive).
    pub(crate) end: u16,
    /// Whether the last command is held. If not, the window repeats.
    pub(crate) play_once: bool,
    /// Index of the record that last set the limb; `None` after a reset.
    pub(crate) record: Option<u16>,
}

impl LimbState {
    const EMPTY: Self = Self { position: 0x7FFF, start: 0xFFFF, end: 0xFFFF, play_once: true, record: None };
}

/// A limb, with values that each tick would otherwise compute again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Limb {
    state: LimbState,
    /// The byte of the current command.
    shown: u8,
    /// The position after the window's last command.
    after_end: u16,
    /// The bits of a position: the interpreter keeps "play once" in its bit 15.
    bits: u16,
}

impl Limb {
    const EMPTY: Self = Self { state: LimbState::EMPTY, shown: HIDE, after_end: 0xFFFF, bits: 0x7FFF };

    /// A limb at the start of its window.
    fn started(state: LimbState, shown: u8) -> Self {
        let (after_end, bits) =
            if state.play_once { (state.end, 0x7FFF) } else { (state.start & 0x7FFF, 0xFFFF) };
        Self { state, shown, after_end, bits }
    }

    #[inline(always)]
    fn next(&self) -> u16 {
        let LimbState { position, end, .. } = self.state;
        if position == end { self.after_end } else { position.wrapping_add(1) & self.bits }
    }
}

/// All limbs of one actor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CostLimbs {
    limbs: [Limb; LIMBS],
    /// Bit i is set if limb i has a window.
    on: u16,
    /// Bit i is set if limb i is stopped, that is, not drawn.
    stopped: u16,
}

impl Default for CostLimbs {
    fn default() -> Self {
        Self { limbs: [Limb::EMPTY; LIMBS], on: 0, stopped: 0 }
    }
}

/// Counters of an actor that stepping its limbs changes.
#[derive(Debug)]
pub(super) struct Counts<'a> {
    /// The animation counter of the actor.
    pub(crate) counter: &'a mut u16,
    /// Number of sounds of the footstep kind that were passed (at most 255).
    pub(crate) sounds: &'a mut u8,
}

impl CostLimbs {
    /// The state of a limb; `None` while it is off.
    #[must_use]
    pub(crate) fn limb(&self, limb: u8) -> Option<&LimbState> {
        let state = &self.limbs.get(usize::from(limb))?.state;
        (self.on & (1 << limb) != 0).then_some(state)
    }

    /// Whether the limb is stopped (0x79): not drawn, though it may tick.
    #[must_use]
    pub(crate) fn is_stopped(&self, limb: u8) -> bool {
        limb < 16 && self.stopped & (1 << limb) != 0
    }

    /// A hash: equal limbs have equal values, and different limbs hardly ever do.
    pub(super) fn state_hash(&self) -> u64 {
        self.limbs.iter().map(|limb| u64::from(limb.state.position)).fold(0, mix)
    }

    /// Empties every limb and clears the stopped bits.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    /// The record that last set a limb, even if the limb is off.
    #[must_use]
    pub(crate) fn record_of(&self, limb: u8) -> Option<u16> {
        self.limbs.get(usize::from(limb)).and_then(|limb| limb.state.record)
    }

    /// Applies a record to the limbs whose bit is set in `filter` (bit i is limb i). A record that does not exist,
    /// or cannot be read, changes nothing.
    pub(super) fn decode(&mut self, cost: &Cost, record: u16, filter: u16) {
        let Ok(found) = cost.record(record) else { return };
        for (i, (entry, limb)) in found.limbs.iter().zip(&mut self.limbs).enumerate() {
            let Some(entry) = entry else { continue };
            let bit = 1u16 << i;
            if filter & bit == 0 {
                continue;
            }
            match *entry {
                CostEntry::Off => {
                    self.on &= !bit;
                    let state = LimbState { start: 0, record: Some(record), ..limb.state };
                    *limb = Limb::started(state, limb.shown);
                }
                CostEntry::Window(window) => match cost.command(window.start) {
                    CostCommand::Start => self.stopped &= !bit,
                    CostCommand::Stop => self.stopped |= bit,
                    _ => {
                        // The interpreter keeps "play once" in bit 15 of the position.
                        let state = LimbState {
                            position: window.start & 0x7FFF,
                            start: window.start,
                            end: window.start.wrapping_add(window.length.into()).wrapping_sub(1),
                            play_once: window.play_once || window.start & 0x8000 != 0,
                            record: Some(record),
                        };
                        *limb = Limb::started(state, cost.command_byte(state.position));
                        self.on |= bit;
                    }
                },
            }
        }
    }

    /// Advances every limb that is on, stopped ones included, in the order 0 to 15. Returns whether any limb shows
    /// another command than before.
    #[inline]
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "`left` is not 0; of sixteen limbs, the number has four bits"
    )]
    pub(super) fn step(&mut self, cost: &Cost, counts: &mut Counts<'_>, world: &mut impl World) -> bool {
        let stream = cost.stream();
        let mut changed = 0;
        let mut left = self.on;
        while left != 0 {
            let number = (left.trailing_zeros() & 15) as u8;
            left &= left - 1;
            let limb = &mut self.limbs[usize::from(number)];
            let before = limb.shown;
            limb.state.position = limb.next();
            limb.shown = stream.get(usize::from(limb.state.position)).copied().unwrap_or(HIDE);
            if CostCommand::may_be_passed(limb.shown) || before & 0x80 != 0 {
                limb.pass(number, before, cost, counts, world);
            }
            changed |= limb.shown ^ before;
        }
        changed & 0x7F != 0
    }

    /// Appends the pictures that the limbs show now, in drawing order, with the running offset included
    /// (`docs/format/animation.md §10`).
    #[allow(clippy::arithmetic_side_effects, reason = "sixteen limbs of 16 bits each")]
    pub(super) fn pose(&self, cost: &Cost, out: &mut Vec<Placed>) {
        let (mut x, mut y) = cost.dialect().origin;
        let drawn = self.on & !self.stopped;
        for (limb, Limb { shown, .. }) in (0u8..).zip(&self.limbs) {
            if drawn & (1 << limb) == 0 {
                continue;
            }
            let CostCommand::Picture(index) = CostCommand::from_byte(*shown, cost.dialect().sounds) else {
                continue;
            };
            if index >= cost.dialect().undrawn_from {
                continue;
            }
            let key = PictureKey { limb, index: u16::from(index) };
            let Some(info) = cost.picture_info(key) else { continue };
            let (at_x, at_y) = (x + i32::from(info.x), y + i32::from(info.y));
            out.push(Placed { limb, picture: key, x: at_x, y: at_y, shaded: false, mirrored: false });
            x += i32::from(info.move_x);
            y -= i32::from(info.move_y);
        }
    }
}

impl Limb {
    /// Advances from commands that take no time to one that takes some. `before` is the byte of the command shown
    /// before.
    ///
    /// Separate and not inlined, because that would slow the loop for pictures.
    #[cold]
    #[inline(never)]
    fn pass(&mut self, limb: u8, before: u8, cost: &Cost, counts: &mut Counts<'_>, world: &mut impl World) {
        let sounds = cost.dialect().sounds;
        if sounds == SoundCodes::FootstepBit && before & 0x80 != 0 {
            *counts.sounds = counts.sounds.saturating_add(1);
            world.event(Event::Sound { limb, slot: 0 });
        }
        let LimbState { start, end, .. } = self.state;
        // A window has at most 128 commands; more than one pass over it is useless.
        let mut left = end.wrapping_sub(start).min(127);
        while CostCommand::may_be_passed(self.shown) {
            match CostCommand::from_byte(self.shown, sounds) {
                CostCommand::Count => {
                    *counts.counter = counts.counter.wrapping_add(1);
                    world.event(Event::Counted { limb, counter: *counts.counter });
                }
                CostCommand::Sound(slot) => {
                    *counts.sounds = counts.sounds.saturating_add(1);
                    world.event(Event::Sound { limb, slot });
                }
                _ => return,
            }
            if start == end {
                return;
            }
            if left == 0 {
                world.event(Event::Stuck { limb });
                return;
            }
            left = left.saturating_sub(1);
            self.state.position = self.next();
            self.shown = cost.command_byte(self.state.position);
        }
    }
}
