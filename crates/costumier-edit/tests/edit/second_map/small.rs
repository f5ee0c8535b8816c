//! Maps games of v4, and of v3 with 256 colours (`docs/format/containers.md §6, §7.1`).
//!
//! ```text
//! index  0R 0S 0N 0C   u16 count; count × { u8 lane; u32 offset }
//! v4     disk01.lec    LE { FO  LF { u16 room; RO … } … }            FO leads to LF, offsets count from RO
//! v3     01.lfl        RO …                                          offsets count from the file's start
//! ```

use costumier::format::dialect::FileLayout;

use super::{Directory, Extent, INDEX, Layout, Mapper, NumberFormat, RoomPlace};

/// Size in bytes of a block's header.
const HEADER: u64 = 6;

/// Distance from `LF` to the base of offsets: its header and the room's number.
const ROOM_IN_FOLDER: u64 = 8;

/// A directory of the index, and its two letters.
struct FoundDirectory {
    tag: [u8; 2],
    directory: Directory,
}

impl Mapper<'_> {
    /// Maps the index and the data files.
    pub(super) fn small(&mut self) {
        let found = self.small_directories();
        if self.dialect.files == FileLayout::Lec {
            self.lec(found.iter().find(|found| found.tag == *b"0R").map(|found| &found.directory));
        } else {
            self.room_files();
        }
        for FoundDirectory { tag, directory } in found {
            if tag == *b"0R" {
                continue;
            }
            self.directory(&directory, u64::from(u32::MAX));
            if tag == *b"0C" {
                self.costumes = Some(directory);
            }
        }
    }

    fn small_directories(&self) -> Vec<FoundDirectory> {
        let mut found = Vec::new();
        let (mut at, end) = (0, self.index.len() as u64);
        while at + HEADER <= end {
            let size = self.index_number(at, NumberFormat::U32Le).unwrap_or(0);
            let tag =
                usize::try_from(at + 4).ok().and_then(|at| self.index.get(at..)?.first_chunk().copied());
            let Some(tag) = tag.filter(|_| size >= HEADER) else { break };
            if [b"0R", b"0S", b"0N", b"0C"].contains(&&tag) {
                let of = at..at.saturating_add(size).min(end);
                let count = self.index_number(at + HEADER, NumberFormat::U16Le).unwrap_or(0);
                let slots = count.min(of.end.saturating_sub(at + HEADER + 2) / 5);
                let directory = Directory {
                    name: String::from_utf8_lossy(&tag).into_owned(),
                    block: Some(Extent { file: INDEX, at, form: NumberFormat::U32Le, of }),
                    count: Some((at + HEADER, NumberFormat::U16Le)),
                    slots: u32::try_from(slots).unwrap_or(u32::MAX),
                    layout: Layout::Records { at: at + HEADER + 2 },
                };
                found.push(FoundDirectory { tag, directory });
            }
            at = at.saturating_add(size);
        }
        found
    }

    /// Maps disks, each with a table of its rooms. The index says which disk counts.
    fn lec(&mut self, disks: Option<&Directory>) {
        for (disk, file) in self.by_disk.clone() {
            if let Some(size) = self.number(file, 0, NumberFormat::U32Le) {
                self.extents.push(Extent { file, at: 0, form: NumberFormat::U32Le, of: 0..size });
            }
            for (room, target) in self.room_table(file, 2 * HEADER) {
                let size = self.number(file, target, NumberFormat::U32Le).unwrap_or(0);
                let of = target..target.saturating_add(size);
                let end = of.end.min(self.file_end(file));
                let extent = Extent { file, at: target, form: NumberFormat::U32Le, of };
                if !self.extents.contains(&extent) {
                    self.extents.push(extent);
                }
                let named = disks.filter(|disks| room < disks.slots);
                let on = named.and_then(|disks| self.index_number(disks.room_at(room), NumberFormat::U8));
                if on.is_none_or(|on| on == u64::from(disk)) {
                    let base = target.saturating_add(ROOM_IN_FOLDER);
                    self.rooms.insert(room, RoomPlace { file, base, end });
                }
            }
        }
    }

    /// Maps games with a file for each room.
    pub(super) fn room_files(&mut self) {
        for (room, file) in self.by_disk.clone() {
            let end = self.file_end(file);
            self.rooms.insert(room.into(), RoomPlace { file, base: 0, end });
        }
    }
}
