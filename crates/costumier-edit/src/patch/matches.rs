//! Finds what new bytes have in common with the old ones, so that a patch copies it from the receiver's file.
//!
//! A costume with one changed picture is still mostly the game's own data. The search finds ranges of at least
//! [`LEAST`] bytes. It remembers a few places only, so a longer match may be missed.

use std::collections::BTreeMap;
use std::ops::Range;

/// The shortest range that a patch copies, in bytes.
pub(super) const LEAST: usize = 16;

/// Number of bytes in a key of the memory.
const KEY: usize = 8;

/// Number of places remembered for each key.
const PLACES: usize = 8;

/// A range of the new bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    /// Equal to this range of the old bytes.
    Same(Range<usize>),
    /// This range of the new bytes itself.
    New(Range<usize>),
}

/// Splits `new` into ranges that `old` has and others.
pub(super) fn stretches(old: &[u8], new: &[u8]) -> Vec<Stretch> {
    let mut places: BTreeMap<[u8; KEY], Vec<usize>> = BTreeMap::new();
    for (at, key) in old.windows(KEY).enumerate() {
        if let Ok(key) = key.try_into() {
            let known = places.entry(key).or_default();
            if known.len() < PLACES {
                known.push(at);
            }
        }
    }
    let mut found = Vec::new();
    let (mut at, mut begun) = (0, 0);
    // The place where the old bytes would continue. It is tried first, so that a change in the middle keeps the
    // match.
    let mut expected = 0;
    while at < new.len() {
        let rest = new.get(at..).unwrap_or_default();
        let length = |from: usize| {
            let old = old.get(from..).unwrap_or_default();
            old.iter().zip(rest).take_while(|(a, b)| a == b).count()
        };
        let known = rest.first_chunk::<KEY>().and_then(|key| places.get(key));
        let candidates = [expected].into_iter().chain(known.into_iter().flatten().copied());
        let best = candidates
            .map(|from| (length(from), from))
            .max_by_key(|(length, from)| (*length, *from == expected));
        match best {
            Some((length, from)) if length >= LEAST => {
                if begun < at {
                    found.push(Stretch::New(begun..at));
                }
                found.push(Stretch::Same(from..from + length));
                at += length;
                begun = at;
                expected = from + length;
            }
            _ => {
                at += 1;
                expected += 1;
            }
        }
    }
    if begun < new.len() {
        found.push(Stretch::New(begun..new.len()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn joined(old: &[u8], new: &[u8]) -> Vec<u8> {
        stretches(old, new)
            .into_iter()
            .flat_map(|stretch| match stretch {
                Stretch::Same(range) => old[range].to_vec(),
                Stretch::New(range) => new[range].to_vec(),
            })
            .collect()
    }

    #[test]
    fn an_insertion_costs_what_is_inserted() {
        let old: Vec<u8> = (0..=255).collect();
        let new = [&old[..100], b"costume", &old[100..]].concat();
        assert_eq!(
            stretches(&old, &new),
            [Stretch::Same(0..100), Stretch::New(100..107), Stretch::Same(100..256)]
        );
    }

    proptest! {
        #[test]
        fn stretches_make_up_the_new_bytes(
            old in proptest::collection::vec(0u8..4, 0..300),
            new in proptest::collection::vec(0u8..4, 0..300),
        ) {
            prop_assert_eq!(joined(&old, &new), new);
        }
    }
}
