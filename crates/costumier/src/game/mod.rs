//! From a folder of game files to the bytes of a costume.
//!
//! ```text
//! files ─▸ detect ─▸ index ─▸ disks ─▸ block
//!          which?    ids       rooms    by (room, offset), never by counting
//! ```
//! [`Game`] is the way in. What generations do differently lies in the readers beside it, which all give the
//! same [`Index`] and [`Disk`].
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod among;
pub(crate) mod blocks;
pub(crate) mod boxes;
mod characters;
pub(crate) mod cipher;
pub(crate) mod detect;
pub(crate) mod disk;
mod disk_old;
mod embedded;
mod humongous;
pub(crate) mod index;
mod index_old;
pub(crate) mod names;
pub(crate) mod palette;
pub(crate) mod plane;
pub(crate) mod room;
mod room_old;
pub(crate) mod scale;
pub mod scripts;
mod titles;

use std::collections::{BTreeMap, BTreeSet};

pub use crate::source::{Files, MemoryFile, MemoryFiles, Source, WasmNotSendSync};
pub use among::{Listed, games, shelf};
pub use blocks::BlockTree;
pub use boxes::{BoxScale, WalkBox};
pub use cipher::Key;
pub use disk::Disk;
pub use index::{Index, Kind, Slot};
pub use palette::{PaletteSource, Rgb, RoomPalette};
pub use plane::Plane;
pub use room::{Background, Room};
pub use scale::ScaleSlot;
pub use titles::{Title, ToldBy};

use crate::block::Tag;
use crate::bytes::{Bytes, tag_text};
use crate::chore::Roles;
use crate::dialect::{BlockHeaders, Dialect, Directories, FileLayout, Generation};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::problem::{Problem, Severity};
use crate::screen::Screen;
use crate::source::read_vec;

/// A game, opened: its index in memory, its data files at hand. Blocks are read when they are asked for.
#[derive(Debug)]
pub struct Game {
    detected: detect::Detected,
    index: Index,
    index_bytes: u64,
    /// By disk number: the file, or its name and why it cannot be used.
    disks: BTreeMap<u8, Result<Disk, (String, Error)>>,
    limits: Limits,
    problems: Vec<Problem>,
    screen: Option<Screen>,
    /// By costume id: what scripts make of its roles.
    roles: BTreeMap<u32, Roles>,
}

/// One file of a game, present or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// Its name, or the name that it should have.
    pub name: String,
    /// The disk number; 0 for the index.
    pub disk: u8,
    /// Its size in bytes and its key; `None` where it cannot be used.
    pub found: Option<(u64, Key)>,
    /// Number of rooms on it.
    pub rooms: usize,
}

/// One room of a game, as the directories have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomEntry {
    /// Its number.
    pub id: u32,
    /// Its name in the index, if it has one.
    pub name: Option<String>,
    /// The disk that the index says it is on; 0 where the index does not place it.
    pub disk: u8,
    /// Whether that disk's file is there and has it.
    pub present: bool,
}

/// A block as it lies in a data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawBlock {
    /// The room that it belongs to.
    pub room: u32,
    /// Name of the file.
    pub file: String,
    /// Offset of its header in that file, in bytes.
    pub offset: u64,
    /// What it is.
    pub tag: Tag,
    /// Everything after its header.
    pub payload: Vec<u8>,
}

/// A costume's block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostumeBytes {
    /// Directory id.
    pub id: u32,
    /// The room that owns it, whose palette it is drawn with.
    pub room: u32,
    /// Name of the file that holds it.
    pub file: String,
    /// Offset of its header in that file, in bytes.
    pub offset: u64,
    /// What it is: `COST` or `AKOS`.
    pub tag: Tag,
    /// Everything after its header.
    pub payload: Vec<u8>,
    /// How its generation does things.
    pub dialect: Dialect,
}

impl CostumeBytes {
    /// Offset of the payload in the file: what turns an offset in the block into one in the file.
    #[must_use]
    pub fn payload_at(&self) -> u64 {
        self.offset.saturating_add(self.dialect.blocks.len())
    }
}

/// A used slot of the costume directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostumeSlot {
    /// Directory id.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// From that room's block to the costume's, in bytes.
    pub offset: u32,
}

impl Game {
    /// Opens the game among `files` as far as its index and disks tell; see [`Game::open`].
    ///
    /// A data file that is missing or damaged does not stop this as long as another can be used; it is
    /// reported, and asking for what it holds fails.
    ///
    /// # Errors
    /// What [`choosing`](among::choose) and [`Index::read`] say; when no data file can be used, why the first
    /// one cannot.
    pub(crate) fn read(files: &dyn Files, index: Option<&str>, limits: Limits) -> Result<Self> {
        let detected = among::choose(files, index, &limits)?;
        let in_index = |error: Error| error.in_file(&detected.index);
        let source = cipher::Decrypted::new(files.open(&detected.index)?, detected.key);
        let index_bytes = source.len();
        let bytes = read_vec(&source, 0, index_bytes, limits.index_bytes, "index").map_err(in_index)?;
        let data = Bytes::new(&bytes);
        let index = match detected.dialect.files {
            FileLayout::Disks => Index::read(data, &detected.dialect.disks, &limits),
            FileLayout::Lec | FileLayout::Rooms => Index::read_small(data, &limits),
            FileLayout::OldRooms(tables) => Index::read_old(data, tables),
        };
        let index = index.map_err(in_index)?;

        let mut game = Self {
            detected,
            index,
            index_bytes,
            disks: BTreeMap::new(),
            limits,
            problems: Vec::new(),
            screen: None,
            roles: BTreeMap::new(),
        };
        match game.detected.dialect.files {
            FileLayout::Disks => match game.detected.dialect.disks.directories {
                Directories::Classic => game.open_disks(files)?,
                Directories::Humongous => game.open_humongous_disks(files)?,
            },
            FileLayout::Lec => game.open_lec_disks(files)?,
            FileLayout::Rooms | FileLayout::OldRooms(_) => game.open_room_files(files)?,
        }
        game.look_for_version();
        game.look_around();
        Ok(game)
    }

    fn open_disks(&mut self, files: &dyn Files) -> Result<()> {
        let numbers: BTreeSet<u8> = self.index.disks.iter().copied().filter(|disk| *disk != 0).collect();
        let names = files.names();
        for number in numbers {
            let names_of_disk = names::names_of_disk(&self.detected.index, number);
            let wanted = names_of_disk.join(" or ");
            let disk = match names_of_disk.iter().find_map(|wanted| names::find_data(&names, wanted)) {
                Some(name) => Disk::open(files, name, self.detected.key, &self.limits),
                None => Err(Error::new(ErrorKind::MissingFile(wanted.clone()), format!("disk {number}"))),
            };
            self.disks.insert(number, disk.map_err(|error| (wanted, error)));
        }
        self.require_a_disk()
    }

    /// Where no data file can be used, why the first one cannot.
    fn require_a_disk(&self) -> Result<()> {
        let mut failures = self.disks.values().filter_map(|disk| disk.as_ref().err());
        match failures.next() {
            Some((_, error)) if self.disks.values().all(Result::is_err) => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Collects what is odd about the game as a whole.
    fn look_around(&mut self) {
        let mut problems = self.index.problems.clone();
        for problem in &mut problems {
            problem.path = format!("{} / {}", self.detected.index, problem.path);
        }
        let mut report = |severity, path: &str, text: String| {
            problems.push(Problem::new(severity, path, None, text));
        };
        for other in &self.detected.also {
            report(Severity::Note, other, "another game's index lies here: name it to open that game".into());
        }
        // Of many missing room files, one line tells; it is among the index's problems.
        let unusable = self.disks.values().filter(|disk| disk.is_err()).count();
        let told = self.detected.dialect.files.has_room_files() && unusable > disk_old::FEW;
        for (number, disk) in &self.disks {
            if let Err((name, error)) = disk
                && !(told && matches!(error.kind(), ErrorKind::MissingFile(_)))
            {
                let rooms = self.index.disks.iter().filter(|disk| **disk == *number).count();
                report(Severity::Broken, name, format!("{error}; {rooms} rooms cannot be opened"));
            }
        }
        for room in self.rooms().filter(|room| room.disk != 0 && !room.present) {
            if let Some(Ok(disk)) = self.disks.get(&room.disk) {
                report(
                    Severity::Odd,
                    &disk.name,
                    format!("room {} should be here, but the file's room table does not name it", room.id),
                );
            }
        }
        if self.disks.is_empty() {
            report(Severity::Broken, &self.detected.index, "the index places no room on any disk".into());
        }
        for disk in self.disks.values().flatten() {
            problems.extend(disk.problems.iter().cloned());
        }
        self.problems = problems;
    }

    /// The generation.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.detected.dialect.generation
    }

    /// How this generation does things.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.detected.dialect
    }

    /// Chooses the screen that the game is shown on. Without it, each is shown as the interpreter does by
    /// default: those of 16 colours in EGA, others in the colours of their rooms. Of all screens, games
    /// of 256 colours know only EGA.
    pub fn set_screen(&mut self, screen: Screen) {
        self.screen = Some(screen);
        self.detected.dialect = self.detected.dialect.on_screen(screen);
    }

    /// What opening and showing this game relies on that only reading supports: what its
    /// [dialect](Dialect::unverified) does, what it was taken for by heuristics, and what the chosen
    /// screen shows.
    #[must_use]
    pub fn unverified(&self) -> Vec<&'static str> {
        let dialect = self.dialect();
        let mut rules = dialect.unverified();
        if dialect == Dialect::V4_EGA {
            rules.push("rooms without palettes make it a game of 16 colours (reference/01 §9)");
        }
        if dialect == Dialect::V5_AMIGA {
            rules.push("the Amiga is told by the order in which pixels make sense (reference/02 §11)");
        }
        if dialect == Dialect::HE60 {
            rules.push("Humongous 6.0 is told by the index's ending .he0 (reference/01 §5)");
        }
        match self.screen {
            Some(Screen::Cga) => {
                rules.push(
                    "CGA shows each colour as the nearest of four, where the interpreter mixes them \
                    in patterns",
                );
            }
            Some(Screen::Hercules) => {
                rules.push(
                    "Hercules shows each colour as bright as it is, where the interpreter uses patterns",
                );
            }
            Some(Screen::C64) => {
                rules.push("the C64's colours as others measured them; opinions differ by a few shades");
            }
            Some(Screen::Ega | Screen::Amiga | Screen::AmigaMonkey) | None => {}
        }
        if self.is_dithered() {
            rules.push(
                "EGA mixes what a room's EPAL says; without one, pairs of the nearest average \
                (reference/04 §8)",
            );
        }
        rules
    }

    /// Whether scenes are shown as on an EGA screen: [`Screen::Ega`] was chosen, and the game has 256 colours
    /// of which it can be mixed (up to v6). Each pixel then takes 2 × 2 (see
    /// [`dither_ega`](crate::screen::dither_ega)).
    #[must_use]
    pub fn is_dithered(&self) -> bool {
        self.screen == Some(Screen::Ega)
            && self.knows_screen(Screen::Ega)
            && !self.detected.dialect.fixed_colours
    }

    /// Whether the game can be shown on this screen: those of 16 colours on all, those of 256 on EGA, up to
    /// v6.
    #[must_use]
    pub fn knows_screen(&self, screen: Screen) -> bool {
        let dialect = &self.detected.dialect;
        dialect.fixed_colours || (screen == Screen::Ega && dialect.generation <= Generation::V6)
    }

    /// Takes the game for another of its kind, where its files say nothing about it or mislead:
    /// [`Dialect::for_amiga`].
    pub fn assume(&mut self, dialect: Dialect) {
        self.detected.dialect = dialect;
    }

    /// Takes the game for another of its kind, because of what its costumes are like.
    pub(crate) fn assume_because(&mut self, dialect: Dialect, why: &str) {
        self.assume(dialect);
        self.detected.why.push_str("; ");
        self.detected.why.push_str(why);
    }

    /// Which game it is, where that can be told, and by what.
    #[must_use]
    pub fn title(&self) -> Option<Title> {
        self.detected.title
    }

    /// Why the game was recognised as what it is, for people.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.detected.why
    }

    /// What the index file says.
    #[must_use]
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The bounds that everything is read with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What is odd about the game as a whole.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The game's files: the index, then every data file that the index speaks of.
    pub fn files(&self) -> impl Iterator<Item = GameFile> {
        let index = GameFile {
            name: self.detected.index.clone(),
            disk: 0,
            found: Some((self.index_bytes, self.detected.key)),
            rooms: 0,
        };
        let data = self.disks.iter().map(|(number, disk)| match disk {
            Ok(disk) => GameFile {
                name: disk.name.clone(),
                disk: *number,
                found: Some((disk.source.len(), disk.source.key())),
                rooms: disk.rooms.len(),
            },
            Err((name, _)) => GameFile { name: name.clone(), disk: *number, found: None, rooms: 0 },
        });
        std::iter::once(index).chain(data)
    }

    /// A data file, by disk number.
    ///
    /// # Errors
    /// [`ErrorKind::MissingFile`], or why the file cannot be used.
    pub fn disk(&self, number: u8) -> Result<&Disk> {
        match self.disks.get(&number) {
            Some(Ok(disk)) => Ok(disk),
            Some(Err((_, error))) => Err(error.clone()),
            None => {
                let names = names::names_of_disk(&self.detected.index, number).join(" or ");
                let what = format!("disk {number}, on which the index places no room");
                Err(Error::new(ErrorKind::MissingFile(names), what))
            }
        }
    }

    /// The tree of blocks of a data file, read as one looks at it.
    ///
    /// # Errors
    /// As [`Game::disk`].
    pub fn tree(&self, disk: u8) -> Result<BlockTree<'_>> {
        Ok(BlockTree::new(&self.disk(disk)?.source, &self.limits))
    }

    /// Every room that the index names or places, by number.
    pub fn rooms(&self) -> impl Iterator<Item = RoomEntry> {
        let placed = self.index.disks.iter().zip(0_u32..).filter(|(disk, _)| **disk != 0).map(|(_, id)| id);
        let ids: BTreeSet<u32> = placed.chain(self.index.room_names.keys().copied()).collect();
        ids.into_iter().map(|id| {
            let disk = self.disk_of(id);
            let found = self.disks.get(&disk).and_then(|disk| disk.as_ref().ok());
            RoomEntry {
                id,
                name: self.room_name(id).map(str::to_owned),
                disk,
                present: found.is_some_and(|disk| disk.rooms.contains_key(&id)),
            }
        })
    }

    /// A room's name in the index.
    #[must_use]
    pub fn room_name(&self, room: u32) -> Option<&str> {
        self.index.room_names.get(&room).map(String::as_str)
    }

    fn disk_of(&self, room: u32) -> u8 {
        usize::try_from(room).ok().and_then(|room| self.index.disks.get(room)).copied().unwrap_or(0)
    }

    /// Every used slot of the costume directory, by id.
    ///
    /// Slot 0 is listed if it is used, though it means "no costume" to the interpreter.
    pub fn costume_slots(&self) -> impl Iterator<Item = CostumeSlot> {
        self.index
            .costumes
            .iter()
            .zip(0_u32..)
            .filter(|(slot, _)| slot.is_used())
            .map(|(slot, id)| CostumeSlot { id, room: slot.room, offset: slot.offset })
    }

    /// The ids of [`Game::costume_slots`].
    pub fn costume_ids(&self) -> impl Iterator<Item = u32> {
        self.costume_slots().map(|slot| slot.id)
    }

    /// The bytes of a costume, found through the directories.
    ///
    /// # Errors
    /// One kind for each way to fail, all with the id: [`ErrorKind::CostumeZero`] (when slot 0 is unused),
    /// [`ErrorKind::CostumeOutOfRange`], [`ErrorKind::CostumeUnused`], [`ErrorKind::RoomMissing`],
    /// [`ErrorKind::MissingFile`], [`ErrorKind::NotACostume`], [`ErrorKind::Unsupported`] for AKOS in
    /// games of COST, [`ErrorKind::Truncated`].
    pub fn costume_bytes(&self, id: u32) -> Result<CostumeBytes> {
        let mut found = self.find_costume(id).map_err(|error| error.of_costume(id))?;
        if let Some(roles) = self.roles.get(&id) {
            found.dialect.roles = *roles;
        }
        Ok(found)
    }

    /// Says which chores stand behind the roles of single costumes, where scripts change them
    /// ([`Cast::roles`](crate::cast::Cast::roles)). Costumes that are opened from now on have them:
    /// "walk" is then what the game walks with.
    pub fn set_roles(&mut self, roles: BTreeMap<u32, Roles>) {
        self.roles = roles;
    }

    fn find_costume(&self, id: u32) -> Result<CostumeBytes> {
        let what = "costume directory";
        let slot = usize::try_from(id).ok().and_then(|id| self.index.costumes.get(id));
        let slot = match slot {
            None if id == 0 => return Err(Error::new(ErrorKind::CostumeZero, what)),
            None => {
                let count = u32::try_from(self.index.costumes.len()).unwrap_or(u32::MAX);
                return Err(Error::new(ErrorKind::CostumeOutOfRange { count }, what));
            }
            Some(slot) if slot.is_used() => *slot,
            Some(_) if id == 0 => return Err(Error::new(ErrorKind::CostumeZero, what)),
            Some(_) => return Err(Error::new(ErrorKind::CostumeUnused, what)),
        };
        let (disk, offset) = self.locate(slot.room, slot.offset)?;
        if self.detected.dialect.blocks != BlockHeaders::Tagged {
            return self.old_costume_bytes(id, slot);
        }
        let header = blocks::header_at(&disk.source, offset).map_err(|error| error.in_file(&disk.name))?;
        let has_akos = self.detected.dialect.has_akos;
        let wrong = match &header.tag {
            b"COST" if !has_akos => None,
            b"AKOS" if has_akos => None,
            b"AKOS" => Some(ErrorKind::Unsupported(format!(
                "an AKOS costume, the format of v7, v8 and later Humongous games, in a game of {}",
                self.generation()
            ))),
            other => Some(ErrorKind::NotACostume { found: tag_text(other) }),
        };
        if let Some(kind) = wrong {
            return Err(Error::new(kind, what).at(offset).in_file(&disk.name));
        }
        let RawBlock { room, file, offset, tag, payload } = self.block_at(slot.room, slot.offset)?;
        Ok(CostumeBytes { id, room, file, offset, tag, payload, dialect: self.detected.dialect })
    }

    /// The block at `offset` from where the room table points: what directory slots point at.
    ///
    /// # Errors
    /// [`ErrorKind::RoomMissing`], [`ErrorKind::MissingFile`], [`ErrorKind::Truncated`], a bad size.
    pub fn block_at(&self, room: u32, offset: u32) -> Result<RawBlock> {
        let (disk, at) = self.locate(room, offset)?;
        // Blocks of old bundles have no tag; a room is the first of its file.
        let expected = if offset == self.detected.dialect.disks.room_at { *b"ROOM" } else { *b"    " };
        let (tag, payload) =
            blocks::read_at(&disk.source, at, self.detected.dialect.blocks, expected, &self.limits)
                .map_err(|error| error.in_file(&disk.name))?;
        Ok(RawBlock { room, file: disk.name.clone(), offset: at, tag, payload })
    }

    /// The block of a room.
    ///
    /// # Errors
    /// As [`Game::block_at`].
    pub fn room_block(&self, id: u32) -> Result<RawBlock> {
        if self.detected.dialect.disks.directories == Directories::Humongous {
            let slot = usize::try_from(id).ok().and_then(|id| self.index.room_blocks.get(id));
            let missing = || Error::new(ErrorKind::RoomMissing { room: id }, "room directory");
            let slot = slot.filter(|slot| slot.is_used()).ok_or_else(missing)?;
            return self.block_at(slot.room, slot.offset);
        }
        self.block_at(id, self.detected.dialect.disks.room_at)
    }

    /// A room: size, palettes, walk boxes, scale slots, z-planes, picture.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchRoom`] when the index does not place it, [`ErrorKind::RoomMissing`] when its disk
    /// does not have it, and what [`Game::disk`] and [`Room::read`] say.
    pub fn room(&self, id: u32) -> Result<Room> {
        if self.disk_of(id) == 0 {
            return Err(Error::new(ErrorKind::NoSuchRoom { room: id }, "room directory"));
        }
        let dialect = &self.detected.dialect;
        let (block, name) = (self.room_block(id)?, self.room_name(id));
        match dialect.blocks {
            BlockHeaders::Tagged => {
                let mut room =
                    Room::read(&block, self.room_image(id)?.as_ref(), name, dialect, &self.limits)?;
                room.base = dialect.background_base;
                Ok(room)
            }
            _ => Room::read_old(&block, name, dialect, self.screen, &self.limits),
        }
    }

    /// Which file, and where in it.
    fn locate(&self, room: u32, offset: u32) -> Result<(&Disk, u64)> {
        let missing = || Error::new(ErrorKind::RoomMissing { room }, "room table");
        let disk = match self.disk_of(room) {
            0 => return Err(missing()),
            number => self.disk(number)?,
        };
        let start = disk.rooms.get(&room).ok_or_else(|| missing().in_file(&disk.name))?;
        Ok((disk, u64::from(*start).saturating_add(u64::from(offset))))
    }
}

#[cfg(test)]
mod tests;
