//! The rooms behind the numbers by which scripts name them.
//!
//! `pseudoRoom` gives a room other numbers, from 128 on. The interpreter looks every number with that bit up in a
//! table that starts empty; a number that is not in the table is no room.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Event, EventKind};
use crate::script::Profile;

/// The first number that is looked up.
const FIRST: i32 = 0x80;

/// The table of a game, as all its scripts together fill it.
pub(super) struct RoomNumbers {
    profile: Profile,
    rooms: BTreeMap<i32, BTreeSet<i32>>,
}

impl RoomNumbers {
    pub(super) fn new<'a>(profile: Profile, events: impl Iterator<Item = &'a Event>) -> Self {
        let mut rooms: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
        for event in events {
            let EventKind::PseudoRoom(room, numbers) = &event.kind else { continue };
            for number in numbers {
                rooms.entry(*number).or_default().insert(*room);
            }
        }
        Self { profile, rooms }
    }

    /// Returns the rooms that a number can mean: one; none if no script gives the number to a room; several if
    /// scripts give it to one after the other.
    pub(super) fn of(&self, number: i32) -> Vec<i32> {
        if number < FIRST || !self.profile.has_pseudo_rooms() {
            return vec![number];
        }
        self.rooms.get(&number).into_iter().flatten().copied().collect()
    }
}
