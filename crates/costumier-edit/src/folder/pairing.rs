//! Pairs the pictures of a folder with those of the block: by name, then by content, then by index.
//!
//! A picture inserted into the middle of a list is then one new picture, though all later ones have other indices.

use std::collections::{BTreeMap, VecDeque};

/// A picture in a list: its name and its content.
pub(super) struct Named<'a, C> {
    pub(super) name: &'a str,
    pub(super) content: C,
}

/// Returns the pairs of two lists, by index, in the order of the first; then what only the second has.
pub(super) fn pairs<C: Ord>(
    now: &[Named<'_, C>],
    was: &[Named<'_, C>],
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut pairing = Pairing { now: vec![None; now.len()], was: vec![None; was.len()] };
    pairing.pass(now.iter().map(|it| it.name), was.iter().map(|it| it.name));
    pairing.pass(now.iter().map(|it| &it.content), was.iter().map(|it| &it.content));
    pairing.pass(0..now.len(), 0..was.len());
    let only_was = pairing.was.iter().enumerate().filter(|(_, now)| now.is_none());
    let only_was = only_was.map(|(other, _)| (None, Some(other)));
    pairing.now.iter().enumerate().map(|(number, other)| (Some(number), *other)).chain(only_was).collect()
}

/// The partner of each item of two lists, by index.
struct Pairing {
    now: Vec<Option<usize>>,
    was: Vec<Option<usize>>,
}

impl Pairing {
    /// Pairs items without a partner that have the same key, both in their order.
    fn pass<K: Ord>(&mut self, now: impl Iterator<Item = K>, was: impl Iterator<Item = K>) {
        let mut free: BTreeMap<K, VecDeque<usize>> = BTreeMap::new();
        for (other, key) in was.enumerate().filter(|(other, _)| self.was.get(*other) == Some(&None)) {
            free.entry(key).or_default().push_back(other);
        }
        for ((number, slot), key) in self.now.iter_mut().enumerate().zip(now) {
            if slot.is_none()
                && let Some(other) = free.get_mut(&key).and_then(VecDeque::pop_front)
                && let Some(partner) = self.was.get_mut(other)
            {
                (*slot, *partner) = (Some(other), Some(number));
            }
        }
    }
}

/// Returns the index of the first item of each name.
pub(super) fn first_of<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut first = BTreeMap::new();
    for (at, name) in names.enumerate() {
        first.entry(name).or_insert(at);
    }
    first
}

/// The names of a list before: that of each index, and the first index of each.
#[derive(Default)]
pub(super) struct NamesBefore<'a> {
    all: Vec<&'a str>,
    first: BTreeMap<&'a str, usize>,
}

impl<'a> NamesBefore<'a> {
    pub(super) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let all: Vec<&str> = names.collect();
        let first = first_of(all.iter().copied());
        Self { all, first }
    }

    /// Returns the index that a picture had before: that of the same name, otherwise its own index if the picture of
    /// that index was removed. `is_now` says whether a picture has this name now.
    pub(super) fn number_of(
        &self,
        (name, number): (&str, usize),
        is_now: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        self.first.get(name).copied().or_else(|| {
            let other = self.all.get(number)?;
            (!is_now(other)).then_some(number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<Named<'_, char>> {
        text.split(' ').map(|it| Named { name: &it[1..], content: it.chars().next().unwrap() }).collect()
    }

    #[test]
    fn one_more_in_the_middle_is_one_more() {
        let (was, now) = (list("aone btwo cthree"), list("aone xnew btwo cthree"));
        let wanted = [(Some(0), Some(0)), (Some(1), None), (Some(2), Some(1)), (Some(3), Some(2))];
        assert_eq!(pairs(&now, &was), wanted);
    }

    #[test]
    fn names_go_before_content_and_content_before_numbers() {
        let (was, now) = (list("aone btwo cthree dfour"), list("btwo ztwo1 cother xlast"));
        let wanted =
            [(Some(0), Some(1)), (Some(1), None), (Some(2), Some(2)), (Some(3), Some(3)), (None, Some(0))];
        assert_eq!(pairs(&now, &was), wanted);
    }

    #[test]
    fn the_number_before_is_known_by_name() {
        let was = NamesBefore::new(["one", "two", "three"].into_iter());
        let before = |name, number, now: &[&str]| was.number_of((name, number), |name| now.contains(&name));
        let now = ["one", "new", "two", "three"];
        assert_eq!(before("new", 1, &now), None);
        assert_eq!(before("two", 2, &now), Some(1));
        assert_eq!(before("second", 1, &["one", "second", "three"]), Some(1), "renamed");
    }
}
