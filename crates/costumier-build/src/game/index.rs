//! The index file: names of rooms, how many of everything there are, and directories.
//!
//! A directory is a count, that many room numbers, that many offsets, not pairs
//! (`docs/format/containers.md §4.2`). An offset counts from where the room table of the data file points.
//! Humongous games have a third lane of sizes, and the room table in the index.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use super::data::{DirectoryEntry, Lanes, ResourcePositions};
use super::{GameBuilder, NAME_LETTERS};
use costumier_files::Kind;
use costumier_format::block::write::BlockWriter;
use costumier_format::dialect::{Directories, DiskRules, Maxima, Objects};

/// Bytes of an object's name in v8.
pub(super) const OBJECT_NAME: usize = 40;

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
        let last_room = self.rooms.keys().next_back().copied().unwrap_or(0);
        let disks: Lanes = self
            .rooms
            .iter()
            .map(|(number, room)| {
                (u16::from(*number), DirectoryEntry { room: room.disk, ..DirectoryEntry::default() })
            })
            .collect();
        let mut out = BlockWriter::new();
        out.block(*b"RNAM", |out| {
            for (number, room) in &self.rooms {
                if rules.long_names {
                    out.u16(u16::from(*number));
                    out.bytes(room.name.as_bytes());
                    out.u8(0);
                } else {
                    out.u8(*number);
                    let letters = room.name.bytes().chain(std::iter::repeat(0)).take(NAME_LETTERS);
                    letters.for_each(|letter| out.u8(letter ^ 0xFF));
                }
            }
            if rules.long_names { out.u16(0) } else { out.u8(0) }
        });
        let counts = Counts {
            rooms: (u16::from(last_room) + 1).max(MIN_ENTRIES),
            scripts: entries(scripts, MIN_ENTRIES),
            sounds: entries(sounds, MIN_ENTRIES),
            costumes: entries(costumes, MIN_ENTRIES),
            // Where there is but entry 0, Humongous games look for no charset.
            charsets: entries(charsets, if humongous { 1 } else { MIN_ENTRIES }),
            images: entries(images, IMAGES),
            objects: self.object_count(),
        };
        out.block(*b"MAXS", |out| {
            out.bytes(&vec![0; rules.maxima.text()]);
            counts.maxima(rules.maxima).iter().for_each(|number| count(out, rules, *number));
        });
        match rules.directories {
            Directories::Classic => {
                directory(&mut out, *b"DROO", rules, &disks, counts.rooms);
                if rules.room_scripts {
                    directory(&mut out, *b"DRSC", rules, &places.room_scripts, counts.rooms);
                }
            }
            Directories::Humongous => {
                directory(&mut out, *b"DIRI", rules, &places.images, counts.rooms);
                directory(&mut out, *b"DIRR", rules, &places.rooms, counts.rooms);
            }
        }
        let tag = |kind: Kind| kind.tag(rules.directories);
        directory(&mut out, tag(Kind::Script), rules, scripts, counts.scripts);
        directory(&mut out, tag(Kind::Sound), rules, sounds, counts.sounds);
        directory(&mut out, tag(Kind::Costume), rules, costumes, counts.costumes);
        directory(&mut out, tag(Kind::Charset), rules, charsets, counts.charsets);
        if rules.images {
            directory(&mut out, *b"DIRM", rules, images, counts.images);
        }
        if rules.talkies {
            directory(&mut out, *b"DIRT", rules, &Lanes::new(), TALKIES);
        }
        if humongous {
            let rooms = (0..counts.rooms).map(|id| u8::try_from(id).ok());
            out.block(*b"DLFL", |out| {
                out.u16(counts.rooms);
                let start = |id| places.starts.get(&id).copied();
                rooms.clone().for_each(|id| out.u32(id.and_then(start).unwrap_or(0)));
            });
            if rules.disk_lane || self.rooms.values().any(|room| room.disk != 1) {
                out.block(*b"DISK", |out| {
                    out.u16(counts.rooms);
                    let disk = |id| self.rooms.get(&id).map(|room| room.disk);
                    rooms.for_each(|id| out.u8(id.and_then(disk).unwrap_or(0)));
                });
            }
        }
        out.block(*b"DOBJ", |out| {
            let number = self.object_count();
            count(out, rules, number);
            let state = |id: u16| self.objects.get(&id).map_or(0, |object| object.1);
            match rules.objects {
                Objects::Packed => (0..number).for_each(|id| out.u8(state(id) << 4)),
                Objects::StateRoom | Objects::StateOwnerRoom => (0..number).for_each(|id| out.u8(state(id))),
                Objects::Named => {
                    for id in 0..number {
                        let name = self.objects.get(&id).map_or("", |object| object.0.as_str());
                        let letters = name.bytes().chain(std::iter::repeat(0)).take(OBJECT_NAME);
                        letters.for_each(|letter| out.u8(letter));
                        out.bytes(&[state(id), 0]);
                        out.u32(0);
                    }
                }
            }
            let more = match rules.objects {
                Objects::Packed => 4,
                Objects::StateRoom => 1 + 4,
                Objects::StateOwnerRoom => 1 + 1 + 4,
                Objects::Named => 0,
            };
            out.bytes(&vec![0; usize::from(number).saturating_mul(more)]);
        });
        out.finish()
    }

    /// Objects in the index: those that rooms have, and one per actor, since making an actor writes its class
    /// word.
    fn object_count(&self) -> u16 {
        let last = self.objects.keys().next_back().map_or(0, |id| id.saturating_add(1));
        last.max(self.dialect.disks.actors)
    }
}

/// Number of entries in each directory.
struct Counts {
    rooms: u16,
    scripts: u16,
    sounds: u16,
    costumes: u16,
    charsets: u16,
    images: u16,
    objects: u16,
}

impl Counts {
    fn maxima(&self, maxima: Maxima) -> Vec<u16> {
        let Self { rooms, scripts, sounds, costumes, charsets, images, objects } = *self;
        match maxima {
            // Variables, ?, bit variables, local objects, ?, charsets, ?, ?, inventory.
            Maxima::V5 => vec![800, 16, 2048, 200, 50, charsets, 100, 50, 80],
            // Variables, ?, bit variables, local objects, arrays, ?, verbs, floating objects, inventory, and
            // the directories.
            Maxima::V6 => {
                let directories = [rooms, scripts, sounds, charsets, costumes, objects];
                [&[800, 16, 2048, 200, 50, 0, 100, 50, 80], &directories[..]].concat()
            }
            // As v6, images; sprites, local scripts, size of the heap; palettes, ?, talkies
            // (`docs/format/humongous-rooms.md §2.3`).
            Maxima::He72 | Maxima::He90 | Maxima::He99 => {
                let mut numbers = self.maxima(Maxima::V6);
                numbers.extend([images, 64, 50, 1000, 4, 0, TALKIES]);
                numbers.truncate(maxima.numbers());
                numbers
            }
            // Variables, bit variables, ?, objects, local objects, names, verbs, floating objects, inventory,
            // arrays, and the directories.
            Maxima::V7 => {
                let directories = [rooms, scripts, sounds, charsets, costumes];
                [&[800, 2048, 0, objects, 200, 50, 100, 50, 80, 50], &directories[..]].concat()
            }
            // Variables, bit variables, ?, directories, ?, objects, ?, local objects, names, floating
            // objects, inventory, arrays, verbs.
            Maxima::V8 => {
                let directories = [scripts, sounds, charsets, costumes, rooms];
                [&[1500, 2048, 0], &directories[..], &[0, objects, 0, 200, 50, 50, 80, 50, 100]].concat()
            }
        }
    }
}

/// Entries that a directory needs for its highest id, and so many at least.
fn entries(places: &Lanes, least: u16) -> u16 {
    places.keys().next_back().map_or(0, |id| id.saturating_add(1)).max(least)
}

fn count(out: &mut BlockWriter, rules: &DiskRules, number: u16) {
    if rules.wide {
        out.u32(u32::from(number));
    } else {
        out.u16(number);
    }
}

fn directory(out: &mut BlockWriter, tag: [u8; 4], rules: &DiskRules, places: &Lanes, number: u16) {
    let place = |id| places.get(&id).copied().unwrap_or_default();
    out.block(tag, |out| {
        count(out, rules, number);
        (0..number).for_each(|id| out.u8(place(id).room));
        (0..number).for_each(|id| out.u32(place(id).offset));
        if rules.directories == Directories::Humongous {
            (0..number).for_each(|id| out.u32(place(id).size));
        }
    });
}
