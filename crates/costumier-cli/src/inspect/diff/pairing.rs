//! Pairs the pictures of two games: by what they show, and between these by their order.
//!
//! A picture inserted into the middle of a list is then one new picture, though all later ones have other indices.

use std::collections::BTreeMap;

use costumier::PictureKey;

use super::side::PictureShot;

/// The pictures of two costumes, sorted by their difference.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs {
    /// Keys of pictures that are only in the second game.
    pub(super) added: Vec<PictureKey>,
    /// Keys of pictures that are only in the first game.
    pub(super) gone: Vec<PictureKey>,
    /// Keys, in the first and the second game, of pictures that are in both and differ.
    pub(super) changed: Vec<(PictureKey, PictureKey)>,
}

/// The pictures of a limb, by index.
type Limb<'a> = Vec<(u16, &'a PictureShot)>;

/// Sorts the pictures of two costumes, limb by limb.
pub(super) fn pairs(
    old: &BTreeMap<PictureKey, PictureShot>,
    new: &BTreeMap<PictureKey, PictureShot>,
) -> Pairs {
    let mut limbs: BTreeMap<u8, [Limb<'_>; 2]> = BTreeMap::new();
    for (side, pictures) in [old, new].into_iter().enumerate() {
        for (key, shot) in pictures {
            let limb = limbs.entry(key.limb).or_default();
            limb.get_mut(side).into_iter().for_each(|limb| limb.push((key.index, shot)));
        }
    }
    let mut pairs = Pairs::default();
    limbs.iter().for_each(|(limb, [old, new])| add(*limb, old, new, &mut pairs));
    pairs
}

/// Sorts the pictures of a limb. Pairs are first those with the same contents and index, then those with the same
/// contents. Of the rest, the first one between two pairs in one game is the first one between them in the other.
fn add(limb: u8, old: &Limb<'_>, new: &Limb<'_>, pairs: &mut Pairs) {
    let mut partner: Vec<Option<usize>> = vec![None; old.len()];
    let mut taken = vec![false; new.len()];
    for by_number in [true, false] {
        for (slot, (index, shot)) in partner.iter_mut().zip(old).filter(|(slot, _)| slot.is_none()) {
            let fits = |(at, (other, new)): &(usize, &(u16, &PictureShot))| {
                taken.get(*at) == Some(&false) && (!by_number || index == other) && shot.is_like(new)
            };
            *slot = new.iter().enumerate().find(fits).map(|(at, _)| at);
            slot.and_then(|at| taken.get_mut(at)).into_iter().for_each(|taken| *taken = true);
        }
    }
    let key = |list: &Limb<'_>, at: usize| list.get(at).map(|(index, _)| PictureKey { limb, index: *index });
    // The index that the picture before this one went to.
    let mut next = 0;
    for (at, slot) in partner.iter().enumerate() {
        let Some(was) = key(old, at) else { continue };
        if let Some(found) = slot {
            next = found + 1;
            continue;
        }
        match key(new, next).filter(|_| taken.get(next) == Some(&false)) {
            Some(now) => {
                taken.get_mut(next).into_iter().for_each(|taken| *taken = true);
                pairs.changed.push((was, now));
                next += 1;
            }
            None => pairs.gone.push(was),
        }
    }
    let added = taken.iter().enumerate().filter(|(_, taken)| !**taken);
    pairs.added.extend(added.filter_map(|(at, _)| key(new, at)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costume(pictures: &str) -> BTreeMap<PictureKey, PictureShot> {
        let shot = |hash: char| PictureShot { place: [0; 6], hash: Some(hash.to_string()), file: None };
        let key = |index| PictureKey { limb: 1, index };
        pictures.chars().zip(0..).map(|(hash, index)| (key(index), shot(hash))).collect()
    }

    fn sorted(old: &str, new: &str) -> (Vec<u16>, Vec<u16>, Vec<(u16, u16)>) {
        let Pairs { added, gone, changed } = pairs(&costume(old), &costume(new));
        let numbers = |keys: Vec<PictureKey>| keys.iter().map(|key| key.index).collect();
        (numbers(added), numbers(gone), changed.iter().map(|(old, new)| (old.index, new.index)).collect())
    }

    #[test]
    fn pictures_are_known_by_what_they_show() {
        assert_eq!(sorted("abcd", "abcd"), (vec![], vec![], vec![]));
        assert_eq!(sorted("abcd", "abxcd"), (vec![2], vec![], vec![]));
        assert_eq!(sorted("abcd", "abd"), (vec![], vec![2], vec![]));
        assert_eq!(sorted("abcd", "axcd"), (vec![], vec![], vec![(1, 1)]));
        assert_eq!(sorted("abcd", "axbcy"), (vec![1], vec![], vec![(3, 4)]));
        assert_eq!(sorted("abcd", "dcba"), (vec![], vec![], vec![]), "in another order");
        assert_eq!(sorted("aab", "aaab"), (vec![2], vec![], vec![]));
    }
}
