//! Opens C64 games of two disks: each first disk with the second one that belongs to it.

use std::collections::BTreeMap;

use super::{fellow, first_of, members};
use crate::container::FileSet;
use crate::container::file_range::Shared;
use crate::container::kind::ContainerKind;
use crate::container::opening::MOST_CONTAINERS;

impl FileSet {
    /// Opens first disks of C64 games, each with the second one that belongs to it.
    pub(in crate::container) fn open_c64(
        &mut self,
        disks: BTreeMap<String, [Vec<(String, Shared)>; 2]>,
        added: &mut Vec<String>,
    ) {
        for (_, [firsts, seconds]) in disks {
            let is_asked = |name: &String| self.only.contains(name);
            let one_of_them = firsts.iter().map(|(name, _)| name).any(is_asked);
            // Naming a second disk means the game of its first disk, with exactly this second disk.
            let asked = seconds.iter().find(|(name, _)| !one_of_them && is_asked(name));
            let its_first = asked.and_then(|(name, second)| first_of(&firsts, (name, second)));
            if asked.is_some() && its_first.is_none() {
                // Only the second disk reports the fault.
                self.used.extend(firsts.iter().map(|(name, _)| name.clone()));
            }
            for (first, source) in &firsts {
                if self.containers.len() >= MOST_CONTAINERS {
                    return;
                }
                let meant = match (one_of_them, asked) {
                    (true, _) => self.only.contains(first),
                    (_, Some(_)) => its_first.as_ref() == Some(first),
                    _ => true,
                };
                if !meant {
                    continue;
                }
                let found = fellow((first, source), &seconds);
                let second = asked.or(found.taken);
                self.used.insert(first.clone());
                self.used.extend(second.map(|(name, _)| name.clone()));
                self.used.extend(found.spare.into_iter().map(str::to_owned));
                let name = if second.is_some() { format!("{first}+1") } else { first.clone() };
                let members = members(source, second.map(|(_, source)| source), found.nearest)
                    .map_err(|error| error.in_file(first));
                self.add_set(&name, ContainerKind::C64, members, added);
            }
        }
    }
}
