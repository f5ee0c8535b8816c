//! The sixteen limbs of an AKOS actor: how records change them, and what they show
//! (`docs/format/akos-programs.md §1–§6`).
//!
//! **Note:** a hidden limb keeps stepping, and stays hidden from chore to chore. An emptied limb remembers its
//! chore, so that another facing may fill it again. Draw commands ignore a picture's own place. The running offset
//! continues from limb to limb, and only the *last* picture of a command changes it.

mod conditions;
mod queue;
mod random;
mod step;

pub use queue::Queue;
pub(crate) use queue::{Entry, Order};

use self::random::Random;
use crate::akos::program::{AkosCommand, Code};
use crate::akos::{Akos, AkosEntry, Codec, JumpSlice, LIMBS, Mode, VARS};
use crate::model::{PictureKey, Placed};
use crate::play::state_hash::mix;

/// The state of one limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AkosLimb {
    /// What the limb does; [`Mode::Empty`] if it does nothing.
    pub(crate) mode: Mode,
    /// Start of its codes, as an offset in AKSQ.
    pub(crate) start: u16,
    /// First byte of its last code, in modes 2 and 3.
    pub(crate) end: u16,
    /// Offset of the code that it rests on.
    pub(crate) position: u16,
    /// The chore that last set it; `None` after a reset.
    pub(crate) chore: Option<u16>,
    /// Position of its conditions, in bytes of AKCT.
    pub(crate) conditions: u32,
    /// Its slice of the jump table.
    pub(crate) jumps: JumpSlice,
}

impl AkosLimb {
    const EMPTY: Self = Self {
        mode: Mode::Empty,
        start: 0xFFFF,
        end: 0xFFFF,
        position: 0xFFFF,
        chore: None,
        conditions: 0,
        jumps: JumpSlice { offset: 0, count: 0 },
    };
}

/// All limbs of one actor, and the effects of their programs on it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct AkosLimbs {
    limbs: [AkosLimb; LIMBS],
    /// Bit i is set if limb i is hidden.
    hidden: u16,
    /// Bit i is set if limb i met something at which the interpreter would stop; the limb no longer steps.
    faulty: u16,
    vars: [i16; VARS],
    /// Bit i is set if a program has read variable i. Variables that no program reads decide nothing.
    asked: u32,
    /// Whether the actor is mirrored the other way (C08A).
    flip: bool,
    /// The drawing offset (C087).
    offset: (i16, i16),
    /// The z-plane that a program has chosen (C083).
    plane: Option<u8>,
    /// The condition mask: talk states from bit 0 on, user conditions from bit 16 on.
    conditions: u32,
    /// The talk state that the world has named last.
    mouth: u8,
    /// Whether a script has set another talk state that has not been drawn yet.
    told: bool,
    random: Random,
    /// Whether the actor has left the room (C086).
    gone: bool,
}

impl Default for AkosLimbs {
    fn default() -> Self {
        Self {
            limbs: [AkosLimb::EMPTY; LIMBS],
            hidden: 0,
            faulty: 0,
            vars: [0; VARS],
            asked: 0,
            flip: false,
            offset: (0, 0),
            plane: None,
            conditions: 1,
            mouth: 1,
            told: false,
            random: Random::new(0),
            gone: false,
        }
    }
}

impl AkosLimbs {
    /// The state of a limb; `None` while it is empty.
    #[must_use]
    pub(crate) fn limb(&self, limb: u8) -> Option<&AkosLimb> {
        self.limbs.get(usize::from(limb)).filter(|state| state.mode != Mode::Empty)
    }

    /// Whether the limb is hidden: not drawn, though it may step.
    #[must_use]
    pub(crate) fn is_hidden(&self, limb: u8) -> bool {
        limb < 16 && self.hidden & (1 << limb) != 0
    }

    /// Whether the limb was stopped because its program had an unknown code, a variable that does not exist, or no
    /// code to rest on.
    #[must_use]
    pub(crate) fn is_faulty(&self, limb: u8) -> bool {
        limb < 16 && self.faulty & (1 << limb) != 0
    }

    /// The value of a variable; 0 beyond the last of the 27.
    #[must_use]
    pub(crate) fn var(&self, var: u8) -> i16 {
        self.vars.get(usize::from(var)).copied().unwrap_or(0)
    }

    /// Sets a variable, 0 to 26; others are ignored.
    pub(crate) fn set_var(&mut self, var: u8, value: i16) {
        if let Some(slot) = self.vars.get_mut(usize::from(var)) {
            *slot = value;
        }
    }

    /// The variables that programs have read so far, one bit for each.
    pub(in crate::play) fn asked(&self) -> u32 {
        self.asked
    }

    /// Whether these limbs equal others, except variables that are not in `asked` (one bit for each). Those decide
    /// nothing; counters are an example.
    pub(in crate::play) fn is_same(&self, other: &Self, asked: u32) -> bool {
        let mut vars = self.vars.iter().zip(&other.vars).enumerate();
        vars.all(|(var, (mine, theirs))| asked & (1 << var) == 0 || mine == theirs)
            && Self { vars: other.vars, asked: other.asked, ..self.clone() } == *other
    }

    /// A hash: equal limbs have equal values, whatever is in `asked`, and different limbs hardly ever do.
    pub(in crate::play) fn state_hash(&self) -> u64 {
        let positions = self.limbs.iter().map(|limb| u64::from(limb.position));
        positions.fold(self.random.state_hash(), mix)
    }

    /// Whether a program has exchanged left and right (C08A).
    #[must_use]
    pub(crate) fn flip(&self) -> bool {
        self.flip
    }

    /// The offset that a program adds to the actor's position when it is drawn (C087), in pixels; (0, 0) if the
    /// generation ignores it.
    #[must_use]
    pub(crate) fn offset(&self) -> (i16, i16) {
        self.offset
    }

    /// The z-plane that a program has chosen (C083).
    #[must_use]
    pub(crate) fn plane(&self) -> Option<u8> {
        self.plane
    }

    /// Whether a program has sent the actor out of the room (C086). Starting a chore from outside brings it back.
    #[must_use]
    pub(crate) fn is_gone(&self) -> bool {
        self.gone
    }

    /// Restarts the random numbers from a seed.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    pub(super) fn set_gone(&mut self, gone: bool) {
        self.gone = gone;
    }

    pub(super) fn set_offset(&mut self, offset: (i16, i16)) {
        self.offset = offset;
    }

    pub(super) fn set_plane(&mut self, plane: u8) {
        self.plane = Some(plane);
    }

    /// Empties every limb and shows all limbs again. Variables and conditions stay.
    pub(super) fn reset(&mut self) {
        self.limbs = [AkosLimb::EMPTY; LIMBS];
        self.hidden = 0;
        self.faulty = 0;
    }

    /// The chore that last set a limb, even if the limb is empty.
    pub(super) fn chore_of(&self, limb: u8) -> Option<u16> {
        self.limbs.get(usize::from(limb)).and_then(|state| state.chore)
    }

    /// Applies a record to the limbs whose bit is set in `filter` (bit i is limb i). A record that does not exist,
    /// or cannot be read, changes nothing.
    pub(super) fn apply(&mut self, akos: &Akos, record: u16, chore: u16, filter: u16) {
        let Ok(found) = akos.record(record) else { return };
        for (i, entry) in found.limbs.iter().enumerate() {
            if let (Some(entry), true) = (entry, filter & (1 << i) != 0) {
                self.apply_entry(akos, i, *entry, chore);
            }
        }
    }

    fn apply_entry(&mut self, akos: &Akos, limb: usize, entry: AkosEntry, chore: u16) {
        let bit = 1u16 << limb;
        let (mode, start, length) = match entry.mode {
            Mode::Hide => {
                self.hidden |= bit;
                return;
            }
            Mode::Show => {
                self.hidden &= !bit;
                return;
            }
            Mode::Kill => (Mode::Empty, 0, 0),
            mode => (mode, entry.start, entry.length),
        };
        self.faulty &= !bit;
        let Some(set) = self.limbs.get_mut(limb) else { return };
        *set = AkosLimb {
            mode,
            start,
            end: start.wrapping_add(length),
            position: start,
            chore: Some(chore),
            conditions: akos.conditions_of(start).unwrap_or(0),
            jumps: akos.jumps_of(start).unwrap_or_default(),
        };
    }

    /// Appends the pictures that the limbs show now, in drawing order, with the running offset included.
    #[allow(clippy::arithmetic_side_effects, reason = "sixteen limbs of at most 255 pictures, 16 bits each")]
    pub(super) fn pose(&self, akos: &Akos, out: &mut Vec<Placed>) {
        if self.gone {
            return;
        }
        let rules = &akos.dialect().akos;
        let always_shaded = rules.shades_all_trle && akos.header().codec == Codec::Trle;
        let (mut x, mut y) = (0i32, 0i32);
        for (number, limb) in (0u8..).zip(&self.limbs) {
            let drawn = match limb.mode {
                Mode::Empty => false,
                Mode::Delta => rules.draws_delta_limbs,
                _ => true,
            };
            if !drawn || self.hidden & (1 << number) != 0 {
                continue;
            }
            let place = |index, x, y, shaded| {
                let picture = PictureKey { limb: 0, index };
                Placed { limb: number, picture, x, y, shaded, mirrored: false }
            };
            match unless_taken_away(Code::read(akos.sequence(), usize::from(limb.position), rules)) {
                Code::Command { command: AkosCommand::Picture { index }, .. } => {
                    let Some(info) = akos.picture_info(index) else { continue };
                    out.push(place(index, x + i32::from(info.x), y + i32::from(info.y), false));
                    x += i32::from(info.move_x);
                    y -= i32::from(info.move_y);
                }
                Code::Command { command: AkosCommand::Draw(draw), .. } => {
                    let mut shaded = false;
                    for (k, part) in (0u8..).zip(draw.components()) {
                        // Commands without conditions have 0, "always".
                        let word =
                            draw.conditions.map_or(0, |_| akos.condition(limb.conditions, draw.condition(k)));
                        // A picture that is not drawn does not change whether later ones are shaded.
                        if !akos.condition_holds(word, self.conditions) {
                            continue;
                        }
                        shaded = akos.condition_shades(word) || (shaded && rules.shadow_stays);
                        let (x, y) = (x + i32::from(part.x), y + i32::from(part.y));
                        out.push(place(part.picture, x, y, shaded || always_shaded));
                    }
                    if let (Some((move_x, move_y)), 1..) = (draw.moves, draw.count) {
                        x += i32::from(move_x);
                        y -= i32::from(move_y);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The code as the machine sees it. Tests replace this function to remove commands.
#[cfg(not(test))]
fn unless_taken_away(code: Code<'_>) -> Code<'_> {
    code
}

#[cfg(test)]
use self::evidence::unless_taken_away;

#[cfg(test)]
mod commands_table;
#[cfg(test)]
mod evidence;
#[cfg(any(test, fuzzing))]
pub mod model;
#[cfg(test)]
mod tests;
