//! Names of pictures after the first animation that shows them (`walk-east-2`), so that people can read a folder
//! without a table of numbers.

use std::collections::BTreeMap;

use costumier::format::akos::Akos;
use costumier::format::akos::program::Program;

use super::rank;
use crate::folder::describe::chore_name;

/// The first animation that shows a picture.
#[derive(Clone, Debug)]
struct FirstUse {
    name: String,
    limb: u8,
}

/// The names of all pictures that programs show.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    shown: BTreeMap<u16, FirstUse>,
}

impl Names {
    /// Follows the programs in the order of chores, facings and limbs.
    pub(super) fn of(akos: &Akos, program: &Program<'_>) -> Self {
        let directions = akos.directions();
        let mut by_entry: Vec<Vec<u16>> = vec![Vec::new(); program.entries.len()];
        for item in &program.items {
            let commands = item.codes().filter_map(|(_, code)| code.command());
            let shown: Vec<u16> = commands.flat_map(|command| command.pictures()).collect();
            for entry in &item.reached_from {
                by_entry.get_mut(*entry).into_iter().for_each(|all| all.extend(&shown));
            }
        }
        let mut users: Vec<(u16, u16, u16, u8, usize)> = Vec::new();
        for (number, point) in program.entries.iter().enumerate() {
            for (record, limb) in &point.users {
                let facing = record % directions;
                users.push((record / directions, rank(facing, directions), *record, *limb, number));
            }
        }
        users.sort_unstable();
        let mut names = Self::default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut done = vec![false; program.entries.len()];
        for (chore, _, record, limb, entry) in users {
            if std::mem::replace(done.get_mut(entry).unwrap_or(&mut true), true) {
                continue;
            }
            let chore = chore_name(akos.dialect(), chore).replace(' ', "-");
            let stem = format!("{chore}-{}", akos.facing_of(record).name());
            for index in by_entry.get(entry).into_iter().flatten().copied() {
                if usize::from(index) >= akos.picture_count() || names.shown.contains_key(&index) {
                    continue;
                }
                let count = counts.entry(stem.clone()).or_default();
                *count += 1;
                names.shown.insert(index, FirstUse { name: format!("{stem}-{count}"), limb });
            }
        }
        names
    }

    /// Returns the name of a picture that a program shows.
    pub(super) fn of_shown(&self, index: u16) -> Option<&str> {
        self.shown.get(&index).map(|shown| shown.name.as_str())
    }

    /// Returns the name of a picture; one that no program shows is named by its number.
    pub(super) fn name(&self, index: u16) -> String {
        self.of_shown(index).map_or_else(|| format!("picture-{index}"), str::to_owned)
    }

    /// Returns the limb that shows a picture first.
    pub(super) fn limb(&self, index: u16) -> Option<u8> {
        self.shown.get(&index).map(|shown| shown.limb)
    }
}
