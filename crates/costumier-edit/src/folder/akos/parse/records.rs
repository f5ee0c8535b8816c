//! Parses the chores of the text: a record for each facing, with an entry for each limb.

use std::collections::{BTreeMap, BTreeSet};

use costumier::format::akos::{AkosEntry, LIMBS, Mode};

use super::Reader;
use crate::folder::akos::facing_name;
use crate::folder::akos::model::{Limbs, Record};
use crate::folder::akos::program::Assembled;
use crate::folder::akos::source::{ActionEntry, ChoreEntry};
use crate::folder::source::WordOr;

impl Reader<'_> {
    pub(super) fn records(
        &mut self,
        directions: u16,
        pictures: &BTreeMap<&str, usize>,
        program: &mut Assembled,
        numeric: &mut BTreeSet<String>,
    ) -> BTreeMap<u16, Record> {
        let mut records = BTreeMap::new();
        let mut shared = Vec::new();
        for chore in &self.source.chore {
            let path = format!("chore {} \"{}\"", chore.number, chore.name);
            for (facing, entry) in chore.facings() {
                let path = format!("{path} / {facing}");
                let Some(index) = self.index(chore.number, facing, directions, &path) else { continue };
                match entry {
                    WordOr::Word(other) => shared.push((index, chore, other, path)),
                    WordOr::Other(entries) => {
                        let limbs = self.limbs(entries, pictures, program, numeric, &path);
                        if records.insert(index, Record::Limbs(limbs)).is_some() {
                            self.refuse(&path, "is described twice");
                        }
                    }
                }
            }
        }
        for (index, chore, other, path) in shared {
            if let Some(found) = self.repeated(chore, other, directions, &records, &path)
                && records.insert(index, Record::SameAs(found)).is_some()
            {
                self.refuse(&path, "is described twice");
            }
        }
        records
    }

    /// Returns the record that another one repeats: `east`, or `2/east` of another chore.
    fn repeated(
        &mut self,
        chore: &ChoreEntry,
        other: &str,
        directions: u16,
        records: &BTreeMap<u16, Record>,
        path: &str,
    ) -> Option<u16> {
        let (number, facing) = match other.split_once('/') {
            Some((number, facing)) => (number.parse().ok(), facing),
            None => (Some(chore.number), other),
        };
        let index = number.and_then(|number| index(number, facing, directions));
        let found = index.filter(|index| matches!(records.get(index), Some(Record::Limbs(_))));
        if found.is_none() {
            let text = format!(
                "repeats {other:?}, which is not described; name a facing (`east`, or `2/east` of chore 2)"
            );
            self.refuse(path, text);
        }
        found
    }

    fn index(&mut self, chore: u16, facing: &str, directions: u16, path: &str) -> Option<u16> {
        let found = index(chore, facing, directions);
        if found.is_none() {
            let text = match directions {
                4 => {
                    "a costume of four directions has west, east, south and north (or say eight_ways = true \
                     in v7 and v8); records are numbered up to 65534"
                }
                _ => "records are numbered up to 65534",
            };
            self.refuse(path, text);
        }
        found
    }

    fn limbs(
        &mut self,
        entries: &BTreeMap<String, ActionEntry>,
        pictures: &BTreeMap<&str, usize>,
        program: &mut Assembled,
        numeric: &mut BTreeSet<String>,
        path: &str,
    ) -> Limbs {
        let mut limbs: Limbs = [None; LIMBS];
        for (name, entry) in entries {
            let path = format!("{path} / {name}");
            let number = name.strip_prefix("limb-").and_then(|number| number.parse::<usize>().ok());
            let Some(slot) = number.and_then(|number| limbs.get_mut(number)) else {
                self.refuse(path, format!("is no limb; limbs are named limb-0 to limb-{}", LIMBS - 1));
                continue;
            };
            *slot = match entry {
                WordOr::Word(word) => {
                    let mode =
                        [Mode::Kill, Mode::Hide, Mode::Show].into_iter().find(|mode| mode.name() == word);
                    if mode.is_none() {
                        let text =
                            format!("{word:?} is no action; use kill, hide, show, or an entry in braces");
                        self.refuse(&path, text);
                    }
                    mode.map(|mode| AkosEntry { mode, start: 0, length: 0 })
                }
                WordOr::Other(window) => self.window(window, pictures, program, numeric, &path),
            };
        }
        limbs
    }
}

/// Returns the index of a chore's record for a facing. `None` if the facing does not exist.
pub(crate) fn index(chore: u16, facing: &str, directions: u16) -> Option<u16> {
    let number = (0..directions).find(|number| facing_name(*number, directions) == facing)?;
    // The table has fewer than 65536 entries.
    chore.checked_mul(directions)?.checked_add(number).filter(|index| *index < u16::MAX)
}
