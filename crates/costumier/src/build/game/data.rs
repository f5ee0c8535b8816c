//! A data file: the rooms of one disk, each in a folder with all that belongs to it.
//!
//! ```text
//! LECF{ LOFF{ u8 count; count × { u8 room; u32 offset in the file } }
//!       LFLF{ ROOM, RMSC (v8), SCRP …, SOUN …, COST …, CHAR … } … }
//! ```
//! `LOFF` points at the `ROOM` block, in v8 at the `LFLF` (`reference/01 §4.3, §8`).

use std::collections::BTreeMap;

use super::{GameBuilder, Resource};
use crate::build::block::{self, BlockWriter};

/// The operation that ends a script in v8: what a room that does nothing does when it is entered and left.
const END: u8 = 0x7B;

/// Room and offset of each block of a kind, by id.
pub(super) type Lanes = BTreeMap<u16, (u8, u32)>;

/// Where everything was put.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Scripts, sounds, costumes, charsets.
    pub(super) resources: [Lanes; 4],
    /// Scripts of rooms, by room.
    pub(super) room_scripts: Lanes,
}

impl GameBuilder {
    pub(super) fn data_file(
        &self,
        disk: u8,
        resources: [&BTreeMap<u16, Resource>; 4],
        places: &mut Places,
    ) -> Vec<u8> {
        let rules = &self.dialect.disks;
        let mut folders = Vec::with_capacity(self.rooms.len());
        for (number, room) in self.rooms.iter().filter(|(_, room)| room.disk == disk) {
            let mut out = BlockWriter::new();
            out.block(*b"LFLF", |out| {
                let (room_at, _) = out.block(*b"ROOM", |out| out.bytes(&room.payload));
                // What offsets count from.
                let start = room_at.saturating_sub(usize::try_from(rules.room_at).unwrap_or(0));
                if rules.room_scripts {
                    let (at, _) = out.block(*b"RMSC", |out| {
                        for tag in [b"EXCD", b"ENCD"] {
                            out.block(*tag, |out| out.u8(END));
                        }
                    });
                    places.room_scripts.insert(u16::from(*number), (*number, narrow(at - start)));
                }
                for (resources, places) in resources.iter().zip(&mut places.resources) {
                    for (id, resource) in resources.iter().filter(|(_, r)| r.room == *number) {
                        let (at, _) = out.block(resource.tag, |out| out.bytes(&resource.payload));
                        places.insert(*id, (*number, narrow(at - start)));
                    }
                }
            });
            folders.push((*number, out.finish()));
        }
        let to_start = block::HEADER.saturating_sub(usize::try_from(rules.room_at).unwrap_or(0));
        let mut out = BlockWriter::new();
        out.block(*b"LECF", |out| {
            let mut at = out.len() + block::HEADER + 1 + 5 * folders.len();
            out.block(*b"LOFF", |out| {
                // Numbers are bytes and 0 is none, so there are at most 255.
                out.u8(u8::try_from(folders.len()).unwrap_or(u8::MAX));
                for (number, folder) in &folders {
                    out.u8(*number);
                    out.u32(narrow(at + to_start));
                    at += folder.len();
                }
            });
            folders.iter().for_each(|(_, folder)| out.bytes(folder));
        });
        out.finish()
    }
}

/// An offset as it is stored. Files beyond 32 bits are refused as a whole.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
