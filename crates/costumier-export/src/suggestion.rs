//! Suggestions for misspelt words: the name that was probably meant.

use std::collections::BTreeSet;

use costumier::Action;

use crate::names::Names;
use crate::options::ChoreFilter;

/// The longest words that are compared, in bytes, and the most names that a word is compared with. A file may name
/// anything.
const LONGEST: usize = 64;
const MOST_NAMES: usize = 10_000;

/// Smallest similarity, 0 to 1, between a misspelt name and the name that it means.
const ALIKE: f64 = 0.7;

/// Returns the name most similar to `word`, if one is similar enough. Capital letters are as small ones.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let is_short = |word: &str| word.len() <= LONGEST;
    let names = names.take(MOST_NAMES).filter(|name| is_short(name) && is_short(word));
    let scored = names.map(|name| (likeness(word, name), name)).filter(|(score, _)| *score >= ALIKE);
    scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1))).map(|(_, name)| name)
}

/// Whether a word may be a misspelt name, or its beginning.
#[must_use]
pub fn is_alike(word: &str, name: &str) -> bool {
    name.starts_with(&word.to_lowercase()) || likeness(word, name) >= ALIKE
}

fn likeness(a: &str, b: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

/// Returns `did you mean …? ` if a name in the call is similar to that of one of these chores, otherwise an empty
/// string. `actions` are those that exist, each with the id of its costume.
#[must_use]
pub fn chore(names: &Names, wanted: &[ChoreFilter], actions: &[(u32, Action)]) -> String {
    let known: BTreeSet<&str> = actions
        .iter()
        .flat_map(|(id, action)| [names.chore(*id, action.chore), action.role.map(|role| role.name())])
        .flatten()
        .collect();
    let mut likely = wanted.iter().filter_map(|filter| match filter {
        ChoreFilter::Named(name) => nearest(name, known.iter().copied()),
        _ => None,
    });
    likely.next().map(|name| format!("did you mean `{name}`? ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use costumier::{Facing, Role};

    use super::*;

    #[test]
    fn a_misspelt_chore_is_one_that_exists() {
        let action = |chore, role| (3, Action { record: 4 * chore, chore, facing: Facing::SOUTH, role });
        let mut names = Names::default();
        names.insert(3, Some(7), "Curtsies");
        names.insert(3, Some(2), "Walk");
        let wanted = ["curtsy", "wlak"].map(|text| text.parse().unwrap());
        let all = [action(2, Some(Role::Walk)), action(7, None)];
        assert_eq!(chore(&names, &wanted, &all), "did you mean `Walk`? ");
        assert_eq!(chore(&names, &wanted[..1], &all[..1]), "");
    }
}
