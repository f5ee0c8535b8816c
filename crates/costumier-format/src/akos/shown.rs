//! The commands that records reach, and the pictures that they show. `check` and the search for unused pictures ask
//! for them.

use std::collections::BTreeSet;

use super::program::{AkosCommand, Program};

impl<'a> Program<'a> {
    /// Returns the commands that the limbs reach when the actor plays one of the records that `plays` accepts.
    pub fn commands_of(&self, plays: impl Fn(u16) -> bool) -> impl Iterator<Item = &AkosCommand<'a>> {
        let is_played =
            |entry: &super::program::EntryPoint| entry.users.iter().any(|(index, _)| plays(*index));
        let played: Vec<bool> = self.entries.iter().map(is_played).collect();
        let is_reached = move |from: &Vec<usize>| {
            from.iter().any(|entry| played.get(*entry).is_some_and(|played| *played))
        };
        let reached = self.items.iter().filter(move |item| is_reached(&item.reached_from));
        reached.flat_map(|item| item.codes().filter_map(|(_, code)| code.command()))
    }

    /// Returns the numbers of the pictures that these records show.
    #[must_use]
    pub fn pictures_of(&self, plays: impl Fn(u16) -> bool) -> BTreeSet<u16> {
        self.commands_of(plays).flat_map(AkosCommand::pictures).collect()
    }
}
