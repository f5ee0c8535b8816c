//! The condition mask: the shape of an actor's mouth, and conditions that scripts set for drawing
//! (`docs/format/akos-programs.md §7.3`).
//!
//! ```text
//! bits 0 …     talk states from 1 on; bit 0 is the mouth at rest        bits 16 …    user conditions from 1 on
//! ```
//! **Note:** while a program runs, the interpreter keeps bit 0 incorrectly: setting a user condition at rest clears
//! it, and the next one sets it again. Before it draws the next picture, it corrects the talk state and with it the
//! bit. Here, conditions that are set from outside keep the bit correct.

use super::AkosLimbs;
use crate::dialect::AkosRules;
use crate::play::world::World;

/// Bit of the first user condition.
const USER: u8 = 16;

/// Range of talk states from which a talking mouth gets one if the world names none.
const RANDOM_STATES: (i16, i16) = (1, 10);

fn bit(condition: u8) -> u32 {
    condition.checked_sub(1).and_then(|shift| 1u32.checked_shl(u32::from(shift))).unwrap_or(0)
}

impl AkosLimbs {
    /// The condition mask.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn conditions(&self) -> u32 {
        self.conditions
    }

    /// Sets or clears a condition as the interpreter does, with its fault in bit 0.
    fn set_condition(&mut self, condition: u8, on: bool, rules: &AkosRules) {
        let bit = bit(condition);
        self.conditions = if on { self.conditions | bit } else { self.conditions & !bit };
        let at_rest = self.conditions & rules.talk_states == 0;
        self.conditions = if at_rest { self.conditions | 1 } else { self.conditions & !1 };
    }

    pub(super) fn set_user_condition_raw(&mut self, condition: u8, on: bool, rules: &AkosRules) {
        if rules.talk_states != 0 {
            self.set_condition(condition.saturating_add(USER), on, rules);
        }
    }

    /// Whether a user condition, 1 to 16, is set.
    #[must_use]
    pub(crate) fn user_condition(&self, condition: u8) -> bool {
        self.conditions & bit(condition.saturating_add(USER)) != 0
    }

    pub(super) fn talk_state_is(&self, state: u8) -> bool {
        self.conditions & bit(state) != 0
    }

    /// Sets the talk state; 1 is a mouth at rest. It lasts until the next tick sets the state that the world names.
    pub(crate) fn set_talk_state(&mut self, state: u8, rules: &AkosRules) {
        if rules.talk_states == 0 {
            return;
        }
        self.conditions = self.conditions & !rules.talk_states | 1;
        if state != 1 {
            self.set_condition(state, true, rules);
        }
    }

    /// Sets the talk state as a script does. The state is drawn even if a period restarts before.
    pub(in crate::play) fn tell_talk_state(&mut self, state: u8, rules: &AkosRules) {
        self.set_talk_state(state, rules);
        self.told = true;
    }

    /// Notes that a state set by a script has been drawn for a loop.
    pub(in crate::play) fn forget_told(&mut self) {
        self.told = false;
    }

    /// Restarts an animation's period, as the interpreter does before it draws. A state that a script set in an
    /// earlier loop, and that no step has replaced, ends.
    pub(in crate::play) fn begin_period(&mut self, rules: &AkosRules) {
        if !self.told {
            self.set_talk_state(self.mouth, rules);
        }
    }

    /// Sets or clears a user condition, 1 to 16, without changing the talk state.
    pub(crate) fn set_user_condition(&mut self, condition: u8, on: bool) {
        let bit = bit(condition.saturating_add(USER));
        self.conditions = if on { self.conditions | bit } else { self.conditions & !bit };
    }

    /// Updates the talk state, as the interpreter does before it draws. The mouth of a silent actor rests; that of
    /// a talking actor gets the state of its voice, or a random one.
    pub(in crate::play) fn refresh_talk_state(&mut self, rules: &AkosRules, world: &mut impl World) {
        if rules.talk_states == 0 {
            return;
        }
        let state = match (world.talking(), world.lip_sync()) {
            (false, _) => 1,
            (true, Some(state)) => state,
            (true, None) => {
                let (least, most) = RANDOM_STATES;
                self.random.between(least, most).to_le_bytes()[0]
            }
        };
        self.mouth = state;
        self.set_talk_state(state, rules);
    }
}
