//! Chores for another generation: their numbers, and what an actor shows when it appears.
//!
//! When an actor appears, v1 and v2 start stand, init and talk stop; later generations clear all limbs and start init
//! only. So the init chore is changed to show all of these.

use std::collections::BTreeSet;

use costumier::format::cost::LIMBS;
use costumier::{Dialect, Direction, Role};
use costumier_build::costume::{ChoreDesign, CostumeDesign, LimbAction};

/// Converts the chores of a design.
pub(super) fn convert(design: &mut CostumeDesign, from: &Dialect, to: &Dialect) {
    if (from.play.on_show, from.play.init_empties) != (to.play.on_show, to.play.init_empties) {
        appear(design, from, to);
    }
    for chore in &mut design.chores {
        chore.number = from.roles.renumbered(chore.number, &to.roles);
    }
}

/// Makes the init chore show what an actor shows when it appears.
fn appear(design: &mut CostumeDesign, from: &Dialect, to: &Dialect) {
    let limbs: BTreeSet<usize> = design
        .chores
        .iter()
        .flat_map(|chore| chore.actions.iter().enumerate().filter(|(_, action)| action.is_some()))
        .map(|(limb, _)| limb)
        .collect();
    let init = from.roles.number(Role::Init);
    for direction in Direction::ALL {
        let mut actions: [Option<LimbAction>; LIMBS] = Default::default();
        let mut is_there = false;
        for role in from.play.on_show {
            let number = from.roles.number(*role);
            let record = design.chores.iter().find(|it| (it.number, it.direction) == (number, direction));
            is_there |= record.is_some();
            for (action, next) in actions.iter_mut().zip(record.iter().flat_map(|it| &it.actions)) {
                match next {
                    // The limb is started by what it plays.
                    Some(LimbAction::Start) if action.as_ref().is_some_and(plays) => {}
                    Some(next) => *action = Some(next.clone()),
                    None => {}
                }
            }
        }
        if !is_there {
            continue;
        }
        if from.play.init_empties && !to.play.init_empties {
            for (_, action) in actions.iter_mut().enumerate().filter(|(limb, _)| limbs.contains(limb)) {
                action.get_or_insert(LimbAction::Off);
            }
        }
        match design.chores.iter_mut().find(|it| (it.number, it.direction) == (init, direction)) {
            Some(chore) => chore.actions = actions,
            None => {
                let name = Role::Init.name().to_owned();
                design.chores.push(ChoreDesign { number: init, name, direction, actions });
            }
        }
    }
}

fn plays(action: &LimbAction) -> bool {
    matches!(action, LimbAction::Loop(_) | LimbAction::Once(_))
}
