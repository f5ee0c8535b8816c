//! Rules that both kinds of costumes share, and those that differ between interpreters, as the model has them. They are
//! independent of Costumier's dialect.

use costumier::{Generation, Interpreter, Role};

use super::mutation::{Broken, Mutation};
use crate::interpreter;

/// Whether a rule is that of current interpreters. A broken rule is that of the other one.
fn is_current(broken: Broken, mutation: Mutation) -> bool {
    (interpreter::chosen() == Interpreter::Current) != broken.is(mutation)
}

/// Whether the scale index of a mirrored picture rises from column to column, as without mirroring.
pub(super) fn mirrored_counts_up(generation: Generation, broken: Broken) -> bool {
    generation == Generation::V4 && is_current(broken, Mutation::MirroredScaleOfOther)
}

/// Whether actors turn by the table, so that they turn from north to south by west.
pub(super) fn turns_by_table(generation: Generation, broken: Broken) -> bool {
    generation <= Generation::V3 || is_current(broken, Mutation::TurnsOfOther)
}

/// Whether actors of v7 and v8 turn step by step, and "face" is followed by a turn.
pub(super) fn turns_in_steps(broken: Broken) -> bool {
    is_current(broken, Mutation::TurnsOfOther)
}

/// The chore that stands for a role.
pub(super) fn chore_of(broken: Broken, role: Role) -> u16 {
    let mixed = broken.is(Mutation::RolesByNumber);
    match role {
        Role::Init => 1,
        Role::Walk if mixed => 3,
        Role::Stand if mixed => 2,
        Role::Walk => 2,
        Role::Stand => 3,
        Role::TalkStart => 4,
        Role::TalkStop => 5,
    }
}
