//! The index file: names of rooms, numbers of resources, and directories. `costumier_files::layout` says
//! how they are written.
//!
//! An offset counts from where the room table of the data file points (`docs/format/containers.md §4.2`).

use std::collections::BTreeMap;

use super::GameBuilder;
use super::data::{Lanes, ResourcePositions};
use costumier_files::Kind;
use costumier_files::layout::{Contents, IndexLayout, List, Row};
use costumier_format::dialect::Directories;

/// Fewest entries of a directory; entry 0 is never used.
const MIN_ENTRIES: u16 = 2;

/// Images that there is room for at least: entry 0, which is none.
const IMAGES: u16 = 1;

/// Entries of the directory of talkies: none is written.
const TALKIES: u16 = 1;

impl GameBuilder {
    pub(super) fn index_file(&self, places: &ResourcePositions) -> Vec<u8> {
        let rules = &self.dialect.disks;
        let humongous = rules.directories == Directories::Humongous;
        let [scripts, sounds, costumes, charsets, images] = &places.resources;
        let rooms = self.rooms.keys().next_back().map_or(0, |last| u16::from(*last).saturating_add(1));
        let rooms = rooms.max(MIN_ENTRIES);
        let disks: Lanes = self
            .rooms
            .iter()
            .map(|(number, room)| (u16::from(*number), Row { room: room.disk, ..Row::default() }))
            .collect();
        let states: Lanes = self
            .objects
            .iter()
            .map(|(id, (name, state))| (*id, Row { state: *state, name: name.clone(), ..Row::default() }))
            .collect();
        // Where there is but entry 0, Humongous games look for no charset.
        let fewest_charsets = if humongous { 1 } else { MIN_ENTRIES };
        let mut lists = vec![
            (List::Rooms, &disks, rooms),
            (List::RoomScripts, &places.room_scripts, rooms),
            (List::RoomImages, &places.images, rooms),
            (List::RoomBlocks, &places.rooms, rooms),
            (List::RoomStarts, &places.starts, rooms),
            (List::Of(Kind::Script), scripts, entries(scripts, MIN_ENTRIES)),
            (List::Of(Kind::Sound), sounds, entries(sounds, MIN_ENTRIES)),
            (List::Of(Kind::Costume), costumes, entries(costumes, MIN_ENTRIES)),
            (List::Of(Kind::Charset), charsets, entries(charsets, fewest_charsets)),
            (List::Objects, &states, self.object_count()),
        ];
        if rules.images {
            lists.push((List::Images, images, entries(images, IMAGES)));
        }
        let none = Lanes::new();
        if rules.talkies {
            lists.push((List::Talkies, &none, TALKIES));
        }
        if rules.disk_lane || self.rooms.values().any(|room| room.disk != 1) {
            lists.push((List::Disks, &disks, rooms));
        }
        let rows = |(list, lanes, count): (List, &Lanes, u16)| {
            (list, (0..count).map(|id| lanes.get(&id).cloned().unwrap_or_default()).collect())
        };
        let names: BTreeMap<u32, String> =
            self.rooms.iter().map(|(number, room)| (u32::from(*number), room.name.clone())).collect();
        let contents = Contents { names: Some(names), rows: lists.into_iter().map(rows).collect() };
        IndexLayout::tagged(rules).write(&contents)
    }

    /// Objects in the index: those that rooms have, and one per actor, since making an actor writes its class
    /// word.
    fn object_count(&self) -> u16 {
        let last = self.objects.keys().next_back().map_or(0, |id| id.saturating_add(1));
        last.max(self.dialect.disks.actors)
    }
}

/// Entries that a directory needs for its highest id, and so many at least.
fn entries(places: &Lanes, least: u16) -> u16 {
    places.keys().next_back().map_or(0, |id| id.saturating_add(1)).max(least)
}
