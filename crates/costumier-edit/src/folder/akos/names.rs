//! Follows the programs of an AKOS costume to the pictures that they show, which get their names from them.

use costumier::format::akos::Akos;
use costumier::format::akos::program::Program;

use super::model::key;
use super::rank;
use crate::folder::describe::chore_name;
use crate::folder::shown::{Names, animation};

/// Names the pictures that programs show, in the order of chores, facings and limbs.
pub(super) fn names(akos: &Akos, program: &Program<'_>) -> Names {
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
    let mut names = Names::default();
    for (chore, _, record, limb, entry) in users {
        let animation = animation(&chore_name(akos.dialect(), chore), akos.facing_of(record).name());
        // Each entry is followed once, for its first user.
        let shown = by_entry.get_mut(entry).map(std::mem::take).unwrap_or_default();
        for index in shown.into_iter().filter(|index| usize::from(*index) < akos.picture_count()) {
            names.show(key(index), limb, &animation);
        }
    }
    names
}
