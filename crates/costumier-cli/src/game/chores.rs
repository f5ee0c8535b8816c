//! Names of chores and facings for messages: what a costume can do, if the call asked for something else.

use std::collections::BTreeMap;

use anyhow::anyhow;
use costumier::{Action, Facing};
use costumier_export::wanted::NothingWanted;
use costumier_export::{ExportOptions, Names};

use crate::output::failure::{NoAnimation, hinted};

/// Largest number of chores named in a message.
const MOST_NAMED: usize = 12;

/// Returns the words for a chore in a call: its role, or its name and number.
pub(crate) fn label(names: &Names, id: u32, action: &Action) -> String {
    let plain = action.chore_name().replace(' ', "-");
    // A folder calls chore 6 `chore 6` until somebody names it.
    let own = names.chore(id, action.chore);
    let own = own.filter(|name| !name.replace(' ', "-").eq_ignore_ascii_case(&plain));
    match (own, action.role.is_some()) {
        (Some(name), true) => format!("{name} ({plain})"),
        (Some(name), false) => format!("{name} ({})", action.chore),
        (None, true) => plain,
        (None, false) => action.chore.to_string(),
    }
}

/// Lists the chores of these animations as calls take them, each once, by number: `its chores: init, walk, curtsy (7)`.
/// `None` if there are none.
pub(crate) fn offer(names: &Names, actions: impl IntoIterator<Item = (u32, Action)>) -> Option<String> {
    let mut known = BTreeMap::new();
    for (id, action) in actions {
        known.entry(action.chore).or_insert_with(|| label(names, id, &action));
    }
    let more = if known.len() > MOST_NAMED { ", …" } else { "" };
    let list: Vec<String> = known.into_values().take(MOST_NAMED).collect();
    (!list.is_empty()).then(|| format!("its chores: {}{more}", list.join(", ")))
}

/// Returns the error that no costume has what the call names, with what there is.
pub(crate) fn nothing_wanted(why: NothingWanted, options: &ExportOptions, names: &Names) -> anyhow::Error {
    let text = why.to_string();
    let (chores, there, near) = match why {
        NothingWanted::Animation { chores, there, near, .. } => (chores, there, near),
        NothingWanted::Picture { there: None, .. } => return anyhow!("{text}; nothing was written"),
        NothingWanted::Picture { there: Some(there), .. } => {
            let hint = format!("{there}; `costumier dump GAME ID` shows them");
            return hinted(anyhow!("{text}; nothing was written"), hint);
        }
    };
    let is_named = |(id, action): &&(u32, Action)| {
        let called = names.chore(*id, action.chore);
        chores.is_empty() || chores.iter().any(|chore| chore.admits(action, called))
    };
    let facings: Vec<Facing> = there.iter().filter(is_named).map(|(_, action)| action.facing).collect();
    let hint = match offer(names, there) {
        None => return NoAnimation { text }.into(),
        Some(_) if !facings.is_empty() => {
            other_facings(options.facings.as_deref().unwrap_or_default(), facings)
        }
        Some(offer) => format!("{near}{offer}"),
    };
    hinted(NoAnimation { text }.into(), hint)
}

/// Lists the facings that exist. If the call asked for one between two, it adds which one the game shows for it.
pub(crate) fn other_facings(wanted: &[Facing], there: impl IntoIterator<Item = Facing>) -> String {
    let mut there: Vec<Facing> = there.into_iter().collect();
    there.sort_unstable_by_key(|facing| (facing.direction(), facing.angle()));
    there.dedup();
    let list: Vec<&str> = there.iter().map(|facing| facing.name()).collect();
    let mut text = format!("the facings are {}", list.join(", "));
    let between = wanted.iter().find(|it| !there.contains(it) && there.contains(&it.direction().into()));
    if let Some(facing) = between {
        let shown = facing.direction().name();
        text.push_str(&format!(
            "; the game shows an actor looking {facing} as {shown}: use `--facing {shown}`"
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::Role;

    #[test]
    fn chores_are_offered_as_they_can_be_asked_for() {
        let action = |chore, role| (3, Action { record: 4 * chore, chore, facing: Facing::SOUTH, role });
        let mut names = Names::default();
        names.insert(3, Some(7), "Curtsies");
        names.insert(3, Some(2), "Walk");
        let all = [action(9, None), action(2, Some(Role::Walk)), action(7, None), action(7, None)];
        assert_eq!(offer(&names, all).unwrap(), "its chores: walk, Curtsies (7), 9");
        names.insert(3, Some(9), "chore 9");
        assert_eq!(offer(&names, [action(9, None)]).unwrap(), "its chores: 9");
        assert_eq!(offer(&names, []), None);
    }

    #[test]
    fn a_facing_between_two_is_shown_as_one_of_them() {
        let four = [Facing::NORTH, Facing::WEST, Facing::EAST, Facing::SOUTH, Facing::WEST];
        let said = other_facings(&[Facing::from_angle(45)], four);
        assert_eq!(
            said,
            "the facings are west, east, south, north; the game shows an actor looking northeast as north: \
             use `--facing north`"
        );
        assert_eq!(other_facings(&[Facing::WEST], [Facing::EAST]), "the facings are east");
    }
}
