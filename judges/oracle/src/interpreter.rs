//! The interpreter whose rules the judge follows, by its version.

use std::cell::Cell;

use costumier::Interpreter;

use crate::failure::{Failure, Outcome};

thread_local! {
    static CHOSEN: Cell<Interpreter> = const { Cell::new(Interpreter::Current) };
}

/// The interpreter whose rules this thread uses for scenes, pictures and the model.
pub(crate) fn chosen() -> Interpreter {
    CHOSEN.get()
}

/// Sets the interpreter whose rules this thread uses.
pub(crate) fn choose(interpreter: Interpreter) {
    CHOSEN.set(interpreter);
}

/// The interpreter of what ScummVM calls itself: `ScummVM 2.7.0`, `ScummVM 2026.1.1git`.
///
/// # Errors
/// Versions whose rules are neither those of 2.7 nor today's.
pub(crate) fn of_version(said: &str) -> Outcome<Interpreter> {
    let version = said.trim_start_matches("ScummVM ");
    let mut numbers = version.split('.').map(|part| {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        part[..digits].parse::<u32>().ok()
    });
    let mut next = || numbers.next().flatten();
    let (major, minor, patch) = (next(), next(), next().unwrap_or(0));
    let refused = |why: &str| Err(Failure::new(format!("{said} {why}")));
    match (major, minor) {
        (Some(2), Some(7)) => Ok(Interpreter::ScummVm2_7),
        (Some(major), Some(minor)) if (major, minor, patch) >= (2026, 1, 1) => Ok(Interpreter::Current),
        (Some(_), Some(_)) => refused(
            "is no judge: Costumier knows the rules of 2.7 and those from 2026.1.1 on, and they changed one after the \
             other in between",
        ),
        _ => refused("does not say a version that can be read"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_choose_rules_or_are_refused() {
        for (said, wanted) in [
            ("ScummVM 2.7.0", Some(Interpreter::ScummVm2_7)),
            ("ScummVM 2.7.1git", Some(Interpreter::ScummVm2_7)),
            ("ScummVM 2026.1.1git", Some(Interpreter::Current)),
            ("ScummVM 2026.1.1", Some(Interpreter::Current)),
            ("ScummVM 2026.3.0", Some(Interpreter::Current)),
            ("ScummVM 2027.0", Some(Interpreter::Current)),
            ("ScummVM 2026.1.0", None),
            ("ScummVM 2.6.1", None),
            ("ScummVM 2.8.0", None),
            ("ScummVM 3", None),
            ("ScummVM new", None),
        ] {
            assert_eq!(of_version(said).ok(), wanted, "{said}");
        }
    }
}
