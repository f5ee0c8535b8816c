//! Files of Humongous games: the index has the positions of rooms, data files have endings of several kinds, and
//! small differences show the version of the engine.
//!
//! ```text
//! 6.0, 6.1, 6.2   as v6; 6.0 has COST costumes, the others AKOS                        name.he0 name.he1
//! 7.0, 7.1        other index, MAXS as v6; 7.1 has pictures of rooms in one piece (BMAP)
//! 7.2 to 8.5      MAXS of 40 bytes; from 8.0 on room names of any length
//! 9.0 to 9.8      MAXS of 46 bytes; 9.8 says which disk rooms are on                   name.he0 name.(a) name.(b)
//! 9.9, 10.0       MAXS of 52 bytes; 10.0 has other numbers for all operations of scripts
//! ```
//! Of the games from 9.9 on some have 16 bits a pixel; only their titles show which, not their files. An unknown title
//! has 8. (`docs/format/containers.md §5`, `docs/format/humongous-rooms.md §1, §6`.)
//!
//! **Note:** from 9.8 on the index may still end in `.he0` while data files have letters. The indexes of 7.2 to
//! 7.4, of 8.0 and 8.5, of 9.0 and 9.5, and of 10.0 and 10.1 do not differ; the version is then known if the file
//! has the name of a known game.

use super::blocks::header_at;
use super::disk::Disk;
use super::humongous_titles::HumongousTitle;
use super::{GameData, RawBlock, names};
use crate::block::blocks_in;
use crate::bytes::Bytes;
use crate::dialect::{Dialect, Directories, Maxima};
use crate::kinds;
use crate::source::Files;
use crate::{Error, ErrorKind, Result};
use costumier_scripts::script::{Profile, Script};

/// Number of rooms and costumes that are examined to distinguish versions.
const LOOKED_AT: usize = 32;

/// The dialect of an index with Humongous directories; `None` if `MAXS` has another size.
pub(super) fn dialect_of(maxima: u64, long_names: bool) -> Option<(Dialect, &'static str)> {
    Some(match maxima {
        38 => (Dialect::humongous(70), "it has a directory DIRR, so it is Humongous 7.0 or 7.1"),
        40 if long_names => (Dialect::humongous(80), "room names of any length mean Humongous 8.0 or 8.5"),
        40 => (Dialect::humongous(72), "so it is Humongous 7.2 to 7.4"),
        46 => (Dialect::humongous(90), "so it is Humongous 9.0 to 9.8"),
        52 => (Dialect::humongous(99), "so it is Humongous 9.9 or later"),
        _ => return None,
    })
}

/// Whether the room names in an index have any length, instead of nine encrypted letters. The list then ends where
/// the block does, and has zeros where encrypted letters would be, which no letter looks like.
pub(super) fn has_long_names(names: &[u8]) -> bool {
    let ends_short = match names.iter().step_by(10).position(|room| *room == 0) {
        Some(entries) => entries.saturating_mul(10).saturating_add(1) == names.len(),
        None => false,
    };
    let has_zeros = || names.iter().enumerate().any(|(at, byte)| at % 10 != 0 && *byte == 0);
    end_of_long_names(names) == Some(names.len()) && (!ends_short || has_zeros())
}

fn end_of_long_names(names: &[u8]) -> Option<usize> {
    let mut rest = names;
    loop {
        let (room, after) = rest.split_first_chunk::<2>()?;
        if *room == [0; 2] {
            return names.len().checked_sub(after.len());
        }
        let zero = after.iter().position(|byte| *byte == 0)?;
        rest = after.get(zero..)?.get(1..)?;
    }
}

impl GameData {
    /// Opens the disks that the index places rooms on. Their files have a number or, in later games, a letter.
    pub(super) fn open_humongous_disks(&mut self, files: &dyn Files) -> Result<()> {
        kinds::late()?;
        let numbers = self.index.disk_numbers();
        let names = files.names();
        let numbered = names::name_of_disk(&self.detected.index, Some(1));
        let is_numbered = numbered.is_some_and(|name| names::find_data(&names, &name).is_some());
        let is_late = matches!(self.detected.dialect.disks.maxima, Maxima::He90 | Maxima::He99);
        let has_letters = is_late && self.has_disk_lane() && !is_numbered;
        for number in numbers {
            let wanted = names::names_of_humongous_disk(&self.detected.index, number, has_letters);
            let found = wanted.iter().find_map(|wanted| names::find_data(&names, wanted));
            let first = wanted.into_iter().next().unwrap_or_default();
            let rooms = (0u32..)
                .zip(self.index.disks.iter().zip(&self.index.room_starts))
                .filter(|(_, (disk, start))| **disk == number && **start != 0)
                .map(|(room, (_, start))| (room, *start))
                .collect();
            let disk = match found {
                Some(name) => Disk::open_without_table(files, name, self.detected.key, rooms),
                None => Err(Error::new(ErrorKind::MissingFile(first.clone()), format!("disk {number}"))),
            };
            self.disks.insert(number, disk.map_err(|error| (first, error)));
        }
        self.require_a_disk()
    }

    /// The block of a room's picture, if it is separate from the room's; `None` if the picture is part of the room,
    /// or there is none.
    ///
    /// # Errors
    /// The errors of [`GameData::block_at`].
    pub fn room_image(&self, id: u32) -> Result<Option<RawBlock>> {
        let slot = usize::try_from(id).ok().and_then(|id| self.index.room_images.get(id));
        match slot.filter(|slot| slot.is_used()) {
            Some(slot) => self.block_at(slot.room, slot.offset).map(Some),
            None => Ok(None),
        }
    }

    /// The `XMAP` of an image: for each colour, the colours that it makes of those beneath when it is a shadow
    /// (`docs/format/humongous-rooms.md §5.3`). With 16 bits a pixel, it only matters that an `XMAP` exists:
    /// [`GameData::has_xmap`].
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for an image that does not exist, or has no `XMAP` of 65,536 bytes; the errors of
    /// [`GameData::block_at`].
    pub fn xmap(&self, image: u32) -> Result<Box<[[u8; 256]; 256]>> {
        let table = self.xmap_bytes(image)?;
        let (rows, _) = table.as_chunks::<256>();
        rows.to_vec().into_boxed_slice().try_into().map_err(|_| no_image("whole XMAP of image", image))
    }

    /// Whether an image has an `XMAP`, of any size. With 16 bits a pixel this makes shadows, which mix pixels
    /// (`docs/format/unjudged.md §1.2`).
    #[must_use]
    pub fn has_xmap(&self, image: u32) -> bool {
        self.xmap_bytes(image).is_ok()
    }

    fn xmap_bytes(&self, image: u32) -> Result<Vec<u8>> {
        let missing = |what: &str| no_image(what, image);
        let slot = usize::try_from(image).ok().and_then(|id| self.index.images.get(id));
        let slot = slot.filter(|slot| slot.is_used()).ok_or_else(|| missing("image"))?;
        let block = self.block_at(slot.room, slot.offset)?;
        let data = Bytes::new(&block.payload);
        let blocks = blocks_in(data, &self.limits);
        let found = blocks.find(b"XMAP");
        let table = found.ok_or_else(|| missing("XMAP of image"))?.payload(data)?;
        Ok(table.as_slice().to_vec())
    }

    /// Recognises the version of a Humongous game if the index alone does not show it.
    pub(super) fn look_for_version(&mut self) {
        if kinds::late().is_err() {
            return;
        }
        let version = match self.detected.dialect.disks.maxima {
            Maxima::V6 if self.detected.dialect.disks.directories == Directories::Classic => self
                .has_akos_costumes()
                .then_some((61, "its costumes are AKOS blocks, so it is Humongous 6.1 or 6.2")),
            Maxima::V6 if self.detected.dialect.disks.directories == Directories::Humongous => self
                .has_whole_pictures()
                .then_some((71, "its rooms have pictures in one piece, so it is 7.1")),
            Maxima::He90 => self
                .has_lettered_disks()
                .then_some((98, "its index says which disk rooms are on, so it is 9.8")),
            Maxima::He99 => {
                self.has_newest_scripts().then_some((100, "its boot script makes sense as one of 10.0"))
            }
            _ => None,
        };
        if let Some((version, why)) = version {
            self.detected.dialect = Dialect::humongous(version);
            self.detected.why = format!("{}; {why}", self.detected.why);
        }
        self.believe_the_title();
    }

    /// Takes what only the title tells: the engine among those whose files are alike, and the bits of a pixel.
    fn believe_the_title(&mut self) {
        let own = self.detected.dialect;
        let Some(title) = self.detected.title.and_then(|title| HumongousTitle::called(title.name)) else {
            return;
        };
        if !own.has_akos() {
            return;
        }
        let is_alike = |named: &Dialect| named.disks == own.disks && named.operations == own.operations;
        let mut found = own;
        if let Some(version) = title.engines().find(|version| is_alike(&Dialect::humongous(*version))) {
            found = Dialect::humongous(version);
            if found != own.edition() {
                let (major, minor) = (version / 10, version % 10);
                self.detected.why =
                    format!("{}; {} is a game of {major}.{minor}", self.detected.why, title.name);
            }
        }
        if title.has_high_colour() && own.disks.talkies {
            found = found.with_high_colour();
            self.detected.why = format!("{}; {} has 16 bits a pixel", self.detected.why, title.name);
        }
        self.detected.dialect = found;
    }

    /// Whether the first costume that can be found is an AKOS block.
    fn has_akos_costumes(&self) -> bool {
        let mut tags = self.costume_slots().take(LOOKED_AT).filter_map(|slot| {
            let (disk, offset) = self.locate(slot.room, slot.offset).ok()?;
            header_at(&disk.source, offset).ok().map(|block| block.tag)
        });
        tags.find(|tag| [b"AKOS", b"COST"].contains(&tag)) == Some(*b"AKOS")
    }

    /// Whether the first room picture that can be found is in one piece.
    fn has_whole_pictures(&self) -> bool {
        let rooms = self.rooms().filter(|room| room.present).take(LOOKED_AT);
        let mut kinds = rooms.filter_map(|room| {
            let image = self.room_image(room.id).ok()??;
            let data = Bytes::new(&image.payload);
            let inner = blocks_in(data, &self.limits).find(b"IM00")?.payload(data).ok()?;
            let blocks = blocks_in(inner, &self.limits);
            let whole = blocks.find(b"BMAP").is_some();
            (whole || blocks.find(b"SMAP").is_some()).then_some(whole)
        });
        kinds.next() == Some(true)
    }

    /// Whether the index says which disk rooms are on.
    fn has_disk_lane(&self) -> bool {
        self.index.blocks.iter().any(|block| block.tag == *b"DISK")
    }

    /// Whether the index says which disk rooms are on, and the disks' files have letters.
    fn has_lettered_disks(&self) -> bool {
        let mut files = self.disks.values().filter_map(|disk| disk.as_ref().ok());
        self.has_disk_lane() && files.any(|disk| names::has_letter(&disk.name))
    }

    /// Whether the boot script has fewer faults in the operations of 10.0 than in those of 9.9.
    fn has_newest_scripts(&self) -> bool {
        let Some(slot) = self.index.scripts.get(1).filter(|slot| slot.is_used()) else { return false };
        let Ok(block) = self.block_at(slot.room, slot.offset) else { return false };
        let faults = |profile| Script::read(profile, block.payload.clone(), 0, &[]).problems.len();
        faults(Profile::He100) < faults(Profile::He99)
    }
}

fn no_image(what: &str, image: u32) -> Error {
    Error::new(ErrorKind::NoSuchItem(format!("{what} {image}")), "image directory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_kinds_of_room_names_are_told_apart() {
        let long = b"\x01\0pier\0\x02\0a longer name\0\0\0";
        let short = [&[7][..], &[0x99; 9], &[8], &[0x88; 9], &[0]].concat();
        assert!(has_long_names(long) && !has_long_names(&short));
        assert!(has_long_names(&[0, 0]) && !has_long_names(&[0]));
        // The list is as long as two encrypted names.
        assert!(has_long_names(b"\x01\0r1\0\x64\0r100\0\x65\0r101\0\0\0"));
        for len in 0..long.len() {
            assert!(!has_long_names(&long[..len]), "{len}");
        }
    }
}
