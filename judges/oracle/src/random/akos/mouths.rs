//! Random uses of talk states and user conditions in programs (Humongous 8.0 on).

use super::CONDITIONS;
use super::program::Programmer;
use crate::design::{Code, Design};

impl Programmer<'_> {
    /// Sets a condition or a talk state, or asks for one: what it is shows in the variable.
    pub(super) fn mouth(&mut self, design: &mut Design, var: u8) {
        let state = self.rng.byte(1, self.wish.talk_states);
        let condition = self.rng.byte(1, CONDITIONS);
        design.code.push(match self.rng.range(0, 3) {
            0 => Code::Condition(format!("set-user-condition condition={condition} var={var}"), 5),
            1 => Code::Condition(format!("get-user-condition condition={condition} var={var}"), 5),
            2 => Code::Condition(format!("set-talk-state state={state}"), 4),
            _ => Code::Condition(format!("get-talk-state state={state} var={var}"), 5),
        });
    }
}
