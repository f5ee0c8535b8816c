//! The data files of v1 to v4.
//!
//! ```text
//! v4      disk01.lec  LE { FO u8 count; count × { u8 room; u32 offset in the file of LF }
//!                          LF { u16 room; RO, SC, SO, CO … } … }
//! older   01.lfl      the room's block, then everything else; offsets in directories count from the file's start
//! ```
//! (`docs/format/containers.md §6.2, §7`.) v4's directories count from the `RO` block, which is eight bytes
//! behind the start of `LF`. **Note:** a v3 index does not list the rooms; their files show which exist.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::read_at;
use super::cipher::{Decrypted, Key};
use super::disk::Disk;
use super::index::{Kind, Slot};
use super::{CostumeBytes, GameData, names};
use crate::Limits;
use crate::block::{SMALL_HEADER, Tag, small_blocks_in};
use crate::bytes::{Bytes, tag_text};
use crate::dialect::{BlockHeaders, Dialect, FileLayout};
use crate::kinds;
use crate::source::{Files, Source};
use crate::{Error, ErrorKind, Result};
use crate::{Problem, Severity};

/// Distance from `LF` to its `RO` in bytes: a header, and a room number.
const ROOM_IN_FOLDER: u32 = 8;

/// Number of missing room files that are reported one by one.
pub(super) const FEW: usize = 3;

impl GameData {
    /// Opens the disks of v4.
    pub(super) fn open_lec_disks(&mut self, files: &dyn Files) -> Result<()> {
        kinds::old()?;
        let numbers = self.index.disk_numbers();
        for number in numbers {
            let wanted = names::name_of_lec(&self.detected.index, number);
            let names = files.names();
            let disk = match names::find_data(&names, &wanted) {
                Some(name) => Disk::open_lec(files, name, &self.limits),
                None => Err(Error::new(ErrorKind::MissingFile(wanted.clone()), format!("disk {number}"))),
            };
            self.disks.insert(number, disk.map_err(|error| (wanted, error)));
        }
        self.require_a_disk()?;
        if self.has_no_palettes() {
            self.detected.dialect = Dialect::V4_EGA;
            self.detected.why.push_str("; its rooms have no palettes, so it has 16 colours");
        }
        Ok(())
    }

    /// Whether the first room that can be read has no `PA` block (`docs/format/containers.md §9`, UNVERIFIED).
    fn has_no_palettes(&self) -> bool {
        let rooms = (0u32..).zip(&self.index.disks).filter(|(_, disk)| **disk != 0).map(|(id, _)| id);
        let block = rooms.filter_map(|id| self.block_at(id, 0).ok()).find(|block| block.tag == *b"ROOM");
        block.is_some_and(|block| {
            small_blocks_in(Bytes::new(&block.payload), &self.limits).find(b"CLUT").is_none()
        })
    }

    /// Opens the files of rooms: those that exist, and those that a directory names.
    pub(super) fn open_room_files(&mut self, files: &dyn Files) -> Result<()> {
        kinds::old()?;
        let names = files.names();
        let used: BTreeSet<u32> = Kind::ALL
            .into_iter()
            .flat_map(|kind| self.index.slots(kind))
            .filter(|slot| slot.is_used())
            .map(|slot| slot.room)
            .collect();
        let mut missing = Vec::new();
        for room in 1..=u8::MAX {
            let id = u32::from(room);
            if usize::from(room) >= self.index.disks.len() && !used.contains(&id) {
                continue;
            }
            let wanted = names::name_of_room(&self.detected.index, room);
            let disk = match names::find_data(&names, &wanted) {
                Some(name) => Disk::open_room(files, name, &self.detected.dialect, self.detected.key, id),
                None if used.contains(&id) => {
                    missing.push(wanted.clone());
                    Err(Error::new(ErrorKind::MissingFile(wanted.clone()), format!("room {room}")))
                }
                None => continue,
            };
            if self.index.disks.len() <= usize::from(room) {
                self.index.disks.resize(usize::from(room) + 1, 0);
            }
            if let Some(slot) = self.index.disks.get_mut(usize::from(room)) {
                *slot = room;
            }
            self.disks.insert(room, disk.map_err(|error| (wanted, error)));
        }
        // The index's disk numbers of missing files would be misleading.
        for (room, disk) in (0u8..=u8::MAX).zip(&mut self.index.disks) {
            if !self.disks.contains_key(&room) {
                *disk = 0;
            }
        }
        if missing.len() > FEW {
            let first = missing.iter().take(FEW).map(String::as_str).collect::<Vec<_>>().join(", ");
            let text = format!(
                "{} room files that the index speaks of are missing: {first} … (a demo has fewer rooms than its index)",
                missing.len()
            );
            self.index.problems.push(Problem::new(Severity::Odd, "rooms", None, text));
        }
        self.require_a_disk()
    }

    /// The bytes of a costume of v1 to v4.
    pub(super) fn old_costume_bytes(&self, id: u32, slot: Slot) -> Result<CostumeBytes> {
        kinds::old()?;
        let dialect = self.detected.dialect;
        let (disk, offset) = self.locate(slot.room, slot.offset)?;
        let (tag, payload) = read_at(&disk.source, offset, dialect.costume_blocks, *b"COST", &self.limits)
            .map_err(|error| error.in_file(&disk.name))?;
        if tag != *b"COST" {
            let found = tag_text(&tag).trim_end().to_owned();
            let error = Error::new(ErrorKind::NotACostume { found }, "costume directory");
            return Err(error.at(offset).in_file(&disk.name));
        }
        let sprites = dialect.is_nes().then(|| self.sprite_sets());
        Ok(CostumeBytes {
            id,
            room: slot.room,
            file: disk.name.clone(),
            offset,
            tag,
            payload,
            dialect,
            sprites,
        })
    }
}

impl Disk {
    /// Opens a disk of v4.
    fn open_lec(files: &dyn Files, name: &str, limits: &Limits) -> Result<Self> {
        let open = || -> Result<Self> {
            let source = files.open(name)?;
            let key = key_of(&*source, b"LE", Key::CLASSIC)?;
            let mut disk = Self::new(name, Decrypted::new(source, key), BTreeMap::new());
            disk.read_lec_table(limits)?;
            Ok(disk)
        };
        open().map_err(|error| error.in_file(name))
    }

    fn read_lec_table(&mut self, limits: &Limits) -> Result<()> {
        let at = SMALL_HEADER;
        let expected: Tag = *b"LOFF";
        let (tag, payload) = read_at(&self.source, at, BlockHeaders::Small, expected, limits)?;
        if tag != expected {
            let text = format!("{} stands where the room table FO should be", tag_text(&tag).trim_end());
            return Err(Error::bad("room table", at, text));
        }
        self.take_table("FO", Bytes::with_base(&payload, 2 * at), ROOM_IN_FOLDER)
    }

    /// Opens the file of a room.
    fn open_room(files: &dyn Files, name: &str, dialect: &Dialect, key: Key, room: u32) -> Result<Self> {
        let open = || -> Result<Self> {
            let source = files.open(name)?;
            let key = match dialect.files {
                FileLayout::Rooms => key_of(&*source, b"RO", key)?,
                _ => key,
            };
            Ok(Self::new(name, Decrypted::new(source, key), BTreeMap::from([(room, 0)])))
        };
        open().map_err(|error| error.in_file(name))
    }
}

/// The key under which the file's first small block has this tag.
fn key_of(source: &dyn Source, tag: &[u8; 2], first: Key) -> Result<Key> {
    let (needed, available) = (SMALL_HEADER, source.len());
    if available < needed {
        return Err(Error::truncated("data file's first block", 0, needed, available));
    }
    let mut opening = [0; 6];
    source.read_at(0, &mut opening)?;
    let fits = |key: &Key| {
        let mut plain = opening;
        key.apply(&mut plain);
        plain.ends_with(tag)
    };
    [first].into_iter().chain(Key::ALL).find(fits).ok_or_else(|| {
        let text = format!(
            "it opens with the bytes {opening:02x?}, which no key turns into a block {}: this is no data \
             file, or it is encrypted in another way",
            tag_text(tag)
        );
        Error::bad("data file", 0, text)
    })
}
