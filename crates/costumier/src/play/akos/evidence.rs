//! A switch that removes a command from the machine, to find which tests notice.
//!
//! A command with an effect becomes one without (C050); one without becomes an unknown code, at which limbs stop.

use std::cell::Cell;

use crate::akos::program::{AkosCommand, Code};

/// Commands that the machine passes without any effect.
const WITHOUT_EFFECT: [u16; 3] = [0xC050, 0xC08B, 0xC08C];

thread_local! {
    static TAKEN_AWAY: Cell<Option<u16>> = const { Cell::new(None) };
}

/// The code as the machine sees it, with the removed command replaced.
pub(super) fn unless_taken_away(code: Code<'_>) -> Code<'_> {
    match code.command().and_then(AkosCommand::code).filter(|code| TAKEN_AWAY.get() == Some(*code)) {
        Some(code) if WITHOUT_EFFECT.contains(&code) => Code::Invalid(code),
        Some(_) => Code::Command { command: AkosCommand::Script { script: 0 }, length: 3 },
        None => code,
    }
}

/// Runs a test without a command. Returns whether it failed.
pub(super) fn fails_without(code: u16, test: fn()) -> bool {
    TAKEN_AWAY.set(Some(code));
    let failed = std::panic::catch_unwind(test).is_err();
    TAKEN_AWAY.set(None);
    failed
}

/// Whether a command is removed now, so that a failure is expected and is not printed.
pub(super) fn is_trying() -> bool {
    TAKEN_AWAY.get().is_some()
}
