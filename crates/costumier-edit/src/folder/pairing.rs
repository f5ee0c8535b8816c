//! Pairs the pictures of a folder with those of the block: by name, then by content, then by index.
//!
//! A picture inserted into the middle of a list is then one new picture, though all later ones have other indices.

/// A picture in a list: its name and its content.
pub(super) struct Named<'a, C> {
    pub(super) name: &'a str,
    pub(super) content: C,
}

/// Returns the pairs of two lists, by index, in the order of the first; then what only the second has.
pub(super) fn pairs<C: PartialEq>(
    now: &[Named<'_, C>],
    was: &[Named<'_, C>],
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut partner: Vec<Option<usize>> = vec![None; now.len()];
    let mut taken = vec![false; was.len()];
    let mut pass = |is_pair: &dyn Fn(usize, usize) -> bool| {
        for (number, slot) in partner.iter_mut().enumerate().filter(|(_, slot)| slot.is_none()) {
            let found =
                (0..was.len()).find(|other| taken.get(*other) == Some(&false) && is_pair(number, *other));
            if let Some(taken) = found.and_then(|other| taken.get_mut(other)) {
                *taken = true;
            }
            *slot = found;
        }
    };
    let both = |number: usize, other: usize| now.get(number).zip(was.get(other));
    pass(&|number, other| both(number, other).is_some_and(|(now, was)| now.name == was.name));
    pass(&|number, other| both(number, other).is_some_and(|(now, was)| now.content == was.content));
    pass(&|number, other| number == other);
    let only_was =
        taken.iter().enumerate().filter(|(_, taken)| !**taken).map(|(other, _)| (None, Some(other)));
    partner.iter().enumerate().map(|(number, other)| (Some(number), *other)).chain(only_was).collect()
}

/// Returns the index that a picture had before: that of the same name, otherwise its own index if the picture of that
/// index was removed.
pub(super) fn number_before<'a>(
    (name, number): (&str, usize),
    mut now: impl Iterator<Item = &'a str>,
    was: &[&str],
) -> Option<usize> {
    if let Some(found) = was.iter().position(|other| *other == name) {
        return Some(found);
    }
    let other = was.get(number)?;
    (!now.any(|now| now == *other)).then_some(number)
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
        let was = ["one", "two", "three"];
        let before =
            |name, number, now: &[&'static str]| number_before((name, number), now.iter().copied(), &was);
        let now = ["one", "new", "two", "three"];
        assert_eq!(before("new", 1, &now), None);
        assert_eq!(before("two", 2, &now), Some(1));
        assert_eq!(before("second", 1, &["one", "second", "three"]), Some(1), "renamed");
    }
}
