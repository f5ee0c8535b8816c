//! A data file: the rooms of one disk, each in a folder with all that belongs to it.
//!
//! ```text
//! LECF{ LOFF{ u8 count; count × { u8 room; u32 offset in the file } }
//!       LFLF{ ROOM, RMSC (v8), SCRP …, SOUN …, COST …, CHAR … } … }
//! ```
//! `LOFF` points at the `ROOM` block, in v8 at the `LFLF` (`docs/format/containers.md §4.3, §8`). Humongous
//! games from 7.0 on have no `LOFF`: their index says where folders begin, behind the header of `LFLF`; and a
//! room is two blocks, `RMIM` and `RMDA` (`docs/format/containers.md §5.2`).

use std::collections::BTreeMap;

use super::{GameBuilder, Resource};
use costumier_files::layout::{ROOM_TABLE, Row};
use costumier_format::block::write::{self as block, BlockWriter};
use costumier_format::dialect::Directories;

/// The operation that ends a script in v8: the entry and exit scripts of a room without actions.
const END: u8 = 0x7B;

/// Kinds of resources.
pub(super) const KINDS: usize = 5;

/// The places of the blocks of a kind, by id.
pub(super) type Lanes = BTreeMap<u16, Row>;

/// The places of all blocks.
#[derive(Debug, Default)]
pub(super) struct ResourcePositions {
    /// Scripts, sounds, costumes, charsets, images.
    pub(super) resources: [Lanes; KINDS],
    /// Scripts of rooms, by room.
    pub(super) room_scripts: Lanes,
    /// Rooms' blocks, by room.
    pub(super) rooms: Lanes,
    /// Pictures of rooms that are blocks next to them, by room.
    pub(super) images: Lanes,
    /// Where each room's blocks begin in its file, by room.
    pub(super) starts: Lanes,
}

impl GameBuilder {
    pub(super) fn data_file(
        &self,
        disk: u8,
        resources: [&BTreeMap<u16, Resource>; KINDS],
        places: &mut ResourcePositions,
    ) -> Vec<u8> {
        let rules = &self.dialect.disks;
        let humongous = rules.directories == Directories::Humongous;
        let room_tag = if humongous { *b"RMDA" } else { *b"ROOM" };
        let mut folders = Vec::with_capacity(self.rooms.len());
        for (number, room) in self.rooms.iter().filter(|(_, room)| room.disk == disk) {
            let id = u16::from(*number);
            let mut out = BlockWriter::new();
            out.block(*b"LFLF", |out| {
                // Offsets count from here.
                let start = out.len().saturating_sub(usize::try_from(rules.room_at).unwrap_or(0));
                let place = |(at, size): (usize, usize)| Row {
                    room: *number,
                    offset: narrow(at.saturating_sub(start)),
                    size: narrow(size),
                    ..Row::default()
                };
                if let Some(image) = room.image.as_ref().filter(|_| humongous) {
                    places.images.insert(id, place(out.block(*b"RMIM", |out| out.bytes(image))));
                }
                places.rooms.insert(id, place(out.block(room_tag, |out| out.bytes(&room.payload))));
                if rules.room_scripts {
                    let scripts = out.block(*b"RMSC", |out| {
                        for tag in [b"EXCD", b"ENCD"] {
                            out.block(*tag, |out| out.u8(END));
                        }
                        out.bytes(&room.codes);
                    });
                    places.room_scripts.insert(id, place(scripts));
                }
                let resources = resources.iter().copied().zip(&mut places.resources);
                for (resources, places) in resources {
                    for (id, resource) in resources.iter().filter(|(_, r)| r.room == *number) {
                        let written = out.block(resource.tag, |out| out.bytes(&resource.payload));
                        places.insert(*id, place(written));
                    }
                }
            });
            folders.push((*number, out.finish()));
        }
        let to_start = block::HEADER.saturating_sub(usize::try_from(rules.room_at).unwrap_or(0));
        let mut out = BlockWriter::new();
        out.block(*b"LECF", |out| {
            let start = |number: u8, at: usize| Row { room: number, offset: narrow(at), ..Row::default() };
            let table: Vec<Row> = folders.iter().map(|(number, _)| start(*number, 0)).collect();
            let table =
                if humongous { 0 } else { block::HEADER.saturating_add(ROOM_TABLE.write(&table).len()) };
            let mut at = out.len().saturating_add(table);
            let mut rows = Vec::with_capacity(folders.len());
            for (number, folder) in &folders {
                rows.push(start(*number, at.saturating_add(to_start)));
                at = at.saturating_add(folder.len());
            }
            if !humongous {
                // Numbers are bytes and 0 is none, so there are at most 255.
                out.block(*b"LOFF", |out| out.bytes(&ROOM_TABLE.write(&rows)));
            }
            places.starts.extend(rows.into_iter().map(|row| (u16::from(row.room), row)));
            folders.iter().for_each(|(_, folder)| out.bytes(folder));
        });
        out.finish()
    }
}

/// An offset as it is stored. Files beyond 32 bits are refused as a whole.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
