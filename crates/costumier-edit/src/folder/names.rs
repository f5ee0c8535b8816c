//! The limbs of a text and their pictures by name, so that a list is not read again for each of its entries.

use std::collections::BTreeMap;

use super::model::{Limb, table_of};
use super::pairing::first_of;
use super::source::LimbEntry;

/// The limbs of the text and their pictures by name, each the first of its name: lists may be long.
pub(super) struct TextNames<'a> {
    pub(super) limbs: &'a [LimbEntry],
    /// The index of the first limb of a name, and the number of limbs that have it.
    pub(super) by_name: BTreeMap<&'a str, (usize, usize)>,
    /// The index of the first limb of a number.
    pub(super) by_number: BTreeMap<usize, usize>,
    /// The index of the first picture of a name, for each limb.
    pub(super) pictures: Vec<BTreeMap<&'a str, usize>>,
}

impl<'a> TextNames<'a> {
    pub(super) fn new(limbs: &'a [LimbEntry]) -> Self {
        let (mut by_name, mut by_number) = (BTreeMap::new(), BTreeMap::new());
        for (at, limb) in limbs.iter().enumerate() {
            by_name.entry(limb.name.as_str()).or_insert((at, 0)).1 += 1;
            by_number.entry(limb.number).or_insert(at);
        }
        let names = |limb: &'a LimbEntry| first_of(limb.picture.iter().map(|picture| picture.name.as_str()));
        Self { limbs, by_name, by_number, pictures: limbs.iter().map(names).collect() }
    }

    pub(super) fn named(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).map(|(at, _)| *at)
    }

    pub(super) fn picture(&self, limb: usize, name: &str) -> Option<usize> {
        self.pictures.get(limb)?.get(name).copied()
    }
}

/// The limbs that were read, and the pictures that each can show, by name.
pub(super) struct Tables<'a> {
    pub(super) limbs: &'a [Limb],
    pub(super) numbers: BTreeMap<&'a str, u8>,
    /// The index of the first picture of a name, for each limb.
    pub(super) pictures: BTreeMap<u8, BTreeMap<&'a str, usize>>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(limbs: &'a [Limb]) -> Self {
        let (mut numbers, mut pictures) = (BTreeMap::new(), BTreeMap::new());
        for limb in limbs {
            numbers.entry(limb.name.as_str()).or_insert(limb.number);
            pictures.entry(limb.number).or_insert_with(|| {
                let entries = table_of(limbs, limb.number).iter();
                first_of(entries.map(|entry| entry.name.as_str()))
            });
        }
        Self { limbs, numbers, pictures }
    }
}
