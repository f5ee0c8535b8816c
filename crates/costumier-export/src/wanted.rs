//! What an export asks for by name, and whether any of its costumes has it: pictures, chores and facings.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use costumier::{Action, Facing, PictureKey};

use crate::names::Names;
use crate::open_costume::OpenCostume;
use crate::options::{ChoreFilter, ExportOptions};
use crate::suggestion;

/// What the options name and no costume has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingWanted {
    /// No costume has one of the pictures.
    #[error("{text}")]
    Picture {
        /// The message, without a hint.
        text: String,
        /// The pictures that exist, in words; `None` if the call names several costumes.
        there: Option<String>,
    },
    /// No costume has an animation with these chores and facings.
    #[error("{text}")]
    Animation {
        /// The message, without a hint.
        text: String,
        /// The chores that no costume has in one of the facings.
        chores: Vec<ChoreFilter>,
        /// The animations that exist, each with the id of its costume.
        there: Vec<(u32, Action)>,
        /// `did you mean …? ` if a name of the call is misspelt, otherwise empty.
        near: String,
    },
}

/// Checks that these costumes have each chore and each picture that the options name.
///
/// # Errors
/// [`NothingWanted`] with those that none has.
pub fn check(
    options: &ExportOptions,
    names: &Names,
    costumes: impl Iterator<Item = OpenCostume>,
) -> Result<(), NothingWanted> {
    let facings = options.facings.as_deref().unwrap_or_default();
    // What no costume so far has; without chores, one for the facings.
    let mut chores: Vec<Option<&ChoreFilter>> = options.chores.iter().flatten().map(Some).collect();
    if chores.is_empty() && !facings.is_empty() {
        chores.push(None);
    }
    let mut pictures = options.pictures.clone().unwrap_or_default();
    let (mut ids, mut actions, mut keys) = (Vec::new(), Vec::new(), Vec::new());
    // The costume that ends the search need not be the last one.
    for OpenCostume { id, costume, .. } in costumes {
        if chores.is_empty() && pictures.is_empty() {
            return Ok(());
        }
        ids.push(id);
        if !chores.is_empty() {
            let its = costume.actions();
            let has = |chore: &Option<&ChoreFilter>| {
                let wanted = (chore.map_or(&[][..], slice::from_ref), facings);
                its.iter().any(|it| is_wanted(wanted, it, names.chore(id, it.chore)))
            };
            chores.retain(|chore| !has(chore));
            actions.extend(its.into_iter().map(|action| (id, action)));
        }
        if !pictures.is_empty() {
            let its = costume.picture_keys();
            pictures.retain(|key| !its.contains(key));
            keys.extend(its);
        }
    }
    // The reports of costumes that cannot be opened say why.
    if ids.is_empty() {
        return Ok(());
    }
    if !chores.is_empty() {
        let chores: Vec<ChoreFilter> = chores.into_iter().flatten().cloned().collect();
        return Err(no_animation((&chores, facings), names, actions));
    }
    if pictures.is_empty() { Ok(()) } else { Err(no_picture(&pictures, &ids, &keys)) }
}

/// The chores and the facings of a call. None means all.
type Wanted<'a> = (&'a [ChoreFilter], &'a [Facing]);

fn is_wanted((chores, facings): Wanted<'_>, action: &Action, name: Option<&str>) -> bool {
    is_of(chores, action, name) && (facings.is_empty() || facings.contains(&action.facing))
}

fn is_of(chores: &[ChoreFilter], action: &Action, name: Option<&str>) -> bool {
    chores.is_empty() || chores.iter().any(|chore| chore.admits(action, name))
}

/// Returns the error that no animation of these costumes has one of the chores and facings.
#[must_use]
pub fn no_animation(wanted: Wanted<'_>, names: &Names, there: Vec<(u32, Action)>) -> NothingWanted {
    let (chores, facings) = wanted;
    let ids: BTreeSet<u32> = there.iter().map(|(id, _)| *id).collect();
    let (whose, article) = match (ids.first(), ids.len()) {
        (Some(id), 1) => (format!("costume {id} has"), "no"),
        _ => ("no costume has".to_owned(), "a"),
    };
    let has_chore = there.iter().any(|(id, action)| is_of(chores, action, names.chore(*id, action.chore)));
    let chore = chores.iter().map(ChoreFilter::in_words).collect::<Vec<_>>().join(" or ");
    let facing = facings.iter().map(|facing| facing.name()).collect::<Vec<_>>().join(" or ");
    let text = match (chores.is_empty(), has_chore) {
        _ if there.is_empty() => "there are no animations".to_owned(),
        (_, false) => format!("{whose} {article} {chore}"),
        (true, true) => {
            format!("{whose} {} animation facing {facing}", if ids.len() == 1 { "no" } else { "an" })
        }
        (false, true) => format!("{whose} {article} {chore} facing {facing}"),
    };
    let near = meant(names, chores, &there);
    NothingWanted::Animation { text, chores: chores.to_vec(), there, near }
}

fn no_picture(wanted: &[PictureKey], ids: &[u32], there: &[PictureKey]) -> NothingWanted {
    let names: Vec<String> = wanted.iter().map(|key| format!("{}.{}", key.limb, key.index)).collect();
    let names = names.join(" or ");
    match ids {
        [id] => NothingWanted::Picture {
            text: format!("costume {id} has no picture {names}"),
            there: Some(limbs(there)),
        },
        _ => NothingWanted::Picture { text: format!("no costume has a picture {names}"), there: None },
    }
}

/// Lists pictures by limb: `limb 0 has 0 to 8, limb 1 has 0`.
#[must_use]
pub fn limbs(there: &[PictureKey]) -> String {
    let mut limbs: BTreeMap<u8, (u16, u16)> = BTreeMap::new();
    for key in there {
        let (first, last) = limbs.entry(key.limb).or_insert((key.index, key.index));
        (*first, *last) = ((*first).min(key.index), (*last).max(key.index));
    }
    let limbs = limbs.into_iter().map(|(limb, (first, last))| match first == last {
        true => format!("limb {limb} has {first}"),
        false => format!("limb {limb} has {first} to {last}"),
    });
    let limbs: Vec<String> = limbs.collect();
    if limbs.is_empty() { "it has none".to_owned() } else { limbs.join(", ") }
}

/// Returns `did you mean …? ` if a name in the call is similar to that of one of these chores, otherwise an empty
/// string. `actions` are those that exist, each with the id of its costume.
#[must_use]
pub fn meant(names: &Names, wanted: &[ChoreFilter], actions: &[(u32, Action)]) -> String {
    let known: BTreeSet<&str> = actions
        .iter()
        .flat_map(|(id, action)| [names.chore(*id, action.chore), action.role.map(|role| role.name())])
        .flatten()
        .collect();
    let mut likely = wanted.iter().filter_map(|filter| match filter {
        ChoreFilter::Named(name) => suggestion::nearest(name, known.iter().copied()),
        _ => None,
    });
    likely.next().map(|name| format!("did you mean `{name}`? ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use costumier::Role;

    use super::*;

    #[test]
    fn a_misspelt_chore_is_one_that_exists() {
        let action = |chore, role| (3, Action { record: 4 * chore, chore, facing: Facing::SOUTH, role });
        let mut names = Names::default();
        names.insert(3, Some(7), "Curtsies");
        names.insert(3, Some(2), "Walk");
        let wanted = ["curtsy", "wlak"].map(|text| text.parse().unwrap());
        let all = [action(2, Some(Role::Walk)), action(7, None)];
        assert_eq!(meant(&names, &wanted, &all), "did you mean `Walk`? ");
        assert_eq!(meant(&names, &wanted[..1], &all[..1]), "");
    }

    #[test]
    fn pictures_are_listed_by_limb() {
        let keys = [(0, 0), (0, 8), (0, 3), (2, 5)].map(|(limb, index)| PictureKey { limb, index });
        assert_eq!(limbs(&keys), "limb 0 has 0 to 8, limb 2 has 5");
        assert_eq!(limbs(&[]), "it has none");
    }

    #[test]
    fn an_animation_that_no_costume_has_is_named() {
        let action = |chore, facing| (3, Action { record: 4 * chore, chore, facing, role: None });
        let there = vec![action(7, Facing::WEST), action(8, Facing::EAST)];
        let text = |chores: &[u16], facings: &[Facing], there: &[(u32, Action)]| {
            let chores: Vec<_> = chores.iter().map(|number| ChoreFilter::Number(*number)).collect();
            no_animation((&chores, facings), &Names::default(), there.to_vec()).to_string()
        };
        assert_eq!(text(&[9], &[], &there), "costume 3 has no chore 9");
        assert_eq!(text(&[7], &[Facing::EAST], &there), "costume 3 has no chore 7 facing east");
        assert_eq!(text(&[], &[Facing::SOUTH], &there), "costume 3 has no animation facing south");
        let two = [there[0], (4, there[1].1)];
        assert_eq!(text(&[9, 6], &[], &two), "no costume has a chore 9 or chore 6");
        assert_eq!(text(&[], &[Facing::SOUTH], &two), "no costume has an animation facing south");
        assert_eq!(text(&[9], &[], &[]), "there are no animations");
    }
}
