//! First disks of games for the C64, each opened with its second one.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeMap;

use super::{fellow, members};
use crate::container::form::Form;
use crate::container::opening::MOST_CONTAINERS;
use crate::container::part::Shared;
use crate::container::{Container, Shelf};

impl Shelf {
    /// Opens first disks of C64 games, each with the second one that belongs to it.
    pub(in crate::container) fn open_c64(
        &mut self,
        disks: BTreeMap<String, [Vec<(String, Shared)>; 2]>,
        added: &mut Vec<String>,
    ) {
        for (_, [firsts, seconds]) in disks {
            let is_asked = |name: &String| self.only.contains(name);
            let one_of_them = firsts.iter().map(|(name, _)| name).any(is_asked);
            let by_second = seconds.iter().map(|(name, _)| name).any(is_asked);
            for (first, source) in firsts {
                if self.containers.len() >= MOST_CONTAINERS {
                    return;
                }
                let second = fellow((&first, &source), &seconds);
                let meant = match (one_of_them, by_second) {
                    (true, _) => self.only.contains(&first),
                    (_, true) => second.is_some_and(|(second, _)| self.only.contains(second)),
                    _ => true,
                };
                if !meant {
                    continue;
                }
                let name = if second.is_some() { format!("{first}+1") } else { first.clone() };
                let mut container = Container {
                    name: name.clone(),
                    form: Form::C64,
                    what: Form::C64.to_string(),
                    files: 0,
                    failed: None,
                    odd: Vec::new(),
                };
                let members = members(&source, second.map(|(_, source)| source));
                match members {
                    Ok(members) => {
                        container.files = members.len();
                        container.odd.clone_from(&members.odd);
                        self.containers.push(container);
                        self.add(&name, members, added);
                    }
                    Err(error) => {
                        container.failed = Some(error.in_file(&first));
                        self.containers.push(container);
                    }
                }
            }
        }
    }
}
