//! Pictures that a call names by limb and index: whether the costumes have them.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow};
use costumier::PictureKey;

use crate::game::open::OpenGame;
use crate::output::failure::hinted;

/// Checks that at least one of the costumes has one of the pictures. No picture in the call means all.
///
/// # Errors
/// If none has any of them.
pub(crate) fn require_any(wanted: &[PictureKey], opened: &OpenGame, ids: &[u32]) -> Result<()> {
    if wanted.is_empty() {
        return Ok(());
    }
    let mut there = Vec::new();
    // Costumes that cannot be opened are reported when they are exported.
    for costume in ids.iter().filter_map(|id| opened.costume(*id).ok()) {
        let keys = costume.costume.picture_keys();
        if keys.iter().any(|key| wanted.contains(key)) {
            return Ok(());
        }
        there.extend(keys);
    }
    let names: Vec<String> = wanted.iter().map(|key| format!("{}.{}", key.limb, key.index)).collect();
    let names = names.join(" or ");
    Err(match ids {
        [id] => hinted(
            anyhow!("costume {id} has no picture {names}; nothing was written"),
            format!("{}; `costumier dump GAME {id}` shows them", limbs(&there)),
        ),
        _ => anyhow!("no costume has a picture {names}; nothing was written"),
    })
}

/// Lists the pictures by limb: `limb 0 has 0 to 8, limb 1 has 0`.
fn limbs(there: &[PictureKey]) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_listed_by_limb() {
        let keys = [(0, 0), (0, 8), (0, 3), (2, 5)].map(|(limb, index)| PictureKey { limb, index });
        assert_eq!(limbs(&keys), "limb 0 has 0 to 8, limb 2 has 5");
        assert_eq!(limbs(&[]), "it has none");
    }
}
