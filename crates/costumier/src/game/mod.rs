//! From a folder of game files to the bytes of a costume.
//!
//! ```text
//! files ─▸ detect ─▸ index ─▸ disks ─▸ block
//!          which?    ids       rooms    by (room, offset), never by counting
//! ```
//! [`Game`] is the way in. What generations do differently lies in the readers beside it, which all give the
//! same [`Index`] and [`Disk`].
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

pub(crate) mod blocks;
pub(crate) mod boxes;
mod characters;
mod choice;
pub(crate) mod cipher;
pub(crate) mod detect;
pub(crate) mod disk;
mod disk_old;
mod embedded;
pub(crate) mod found;
mod humongous;
pub(crate) mod index;
pub(crate) mod index_old;
pub(crate) mod names;
pub(crate) mod nes;
pub(crate) mod object;
mod opening;
pub(crate) mod palette;
mod pc_engine;
pub(crate) mod plane;
pub(crate) mod room;
pub(crate) mod room_old;
pub(crate) mod scale;
pub(crate) mod scripts;
mod shown;
pub(crate) mod tile_tables;
mod titles;
mod towns;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

pub use crate::source::{Files, MemoryFile, MemoryFiles, Source, WasmNotSendSync};
pub(crate) use blocks::BlockTree;
pub use boxes::{BoxScale, BoxSides, Route, WalkBox};
pub use choice::{Listed, games, shelf};
pub(crate) use cipher::Key;
pub(crate) use disk::Disk;
pub(crate) use found::RawBlock;
pub use found::{CostumeBytes, CostumeSlot, GameFile, RoomEntry};
pub(crate) use index::{Index, Kind, Slot};
pub use object::{ObjectStates, ObjectsShown, RoomObject};
pub use palette::{PaletteSource, Rgb, RoomPalette};
pub use plane::Plane;
pub use room::{Background, Room, Scenery};
pub(crate) use room_old::nes as nes_room;
pub use scale::ScaleSlot;
pub use titles::{Title, ToldBy};

use crate::Limits;
use crate::Problem;
use crate::Roles;
use crate::dialect::{BlockHeaders, Dialect, FileLayout, Generation};
use crate::model::SpriteSets;
use crate::screen::Screen;
use crate::{Error, ErrorKind, Result};

/// A game, opened: its index in memory, its data files at hand. Blocks are read when they are asked for.
///
/// ```
/// use costumier::{Game, Generation, Limits};
///
/// let game = Game::open(&costumier::build::example::files()?, None, Limits::default())?;
/// assert_eq!(game.generation(), Generation::V5);
/// for slot in game.costume_slots() {
///     // One that is damaged keeps nobody from the others.
///     match game.costume(slot.id) {
///         Ok(costume) => println!("costume {} of room {}: {:?}", slot.id, slot.room, costume.picture_keys()),
///         Err(error) => println!("costume {}: {error}", slot.id),
///     }
/// }
/// // Which room colours is it shown in, and is anything odd about the game itself?
/// assert_eq!(game.costume_palette(1)?, game.room_palette(1)?);
/// assert!(game.problems().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// What costumes of the NES are drawn from, once it has been read.
    sprites: OnceLock<Arc<SpriteSets>>,
}

impl Game {
    /// The generation.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.detected.dialect.generation()
    }

    /// How this generation does things.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.detected.dialect
    }

    /// What opening and showing this game relies on that only reading supports: what its
    /// [dialect](Dialect::unverified) does, what it was taken for by heuristics, and what the chosen
    /// screen shows.
    #[must_use]
    pub fn unverified(&self) -> Vec<&'static str> {
        let dialect = self.dialect();
        let mut rules = dialect.unverified();
        rules.extend(dialect.guessed_from());
        match self.screen {
            Some(Screen::C64) => {
                rules.push("the C64's colours as ScummVM has them; measurements differ by a few shades");
            }
            Some(Screen::CgaComposite) => {
                rules.push("a composite monitor's colours are not imitated: its dots are shown as CGA's");
            }
            _ => {}
        }
        if self.is_dithered() && !dialect.fixed_colours {
            rules.extend(match dialect.files {
                FileLayout::Lec => Some(
                    "EGA mixes what a room's EPAL says; without one, pairs of the nearest average \
                    to what stands two bytes before each colour, as ScummVM has it (reference/04 §8)",
                ),
                FileLayout::Rooms | FileLayout::OldRooms(_) => Some(
                    "EGA mixes what a room's EPAL says; without one, pairs of the nearest average \
                    (reference/04 §8)",
                ),
                FileLayout::Disks => None,
            });
        }
        rules
    }

    /// Takes the game for another of its kind, where its files say nothing about it or mislead:
    /// [`Dialect::for_platform`].
    pub fn assume(&mut self, dialect: Dialect) {
        self.detected.dialect = dialect;
        self.index.set_object_lanes(dialect.objects.tiles);
    }

    /// Takes the game for another of its kind, because of what its costumes are like.
    pub(crate) fn assume_because(&mut self, dialect: Dialect, why: &str) {
        self.assume(dialect.interpreted_by(self.interpreter()));
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

    /// What is odd about the game as a whole: its index and its data files. Of what is in them, each says its
    /// own: [`Room::problems`] and [`Room::object_problems`], [`Costume::check`](crate::Costume::check),
    /// those of its [scripts](Self::scripts), and the errors of whatever does not open.
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
        let mut room = match dialect.blocks {
            BlockHeaders::Tagged => {
                let mut room =
                    Room::read(&block, self.room_image(id)?.as_ref(), name, dialect, &self.limits)?;
                room.base = dialect.background_base;
                if dialect.disks.room_scripts {
                    let number = |name: &str| {
                        self.index
                            .object_names
                            .iter()
                            .position(|it| it == name)
                            .and_then(|at| u32::try_from(at).ok())
                    };
                    room.order_objects(self.room_scripts(id).as_ref(), number, &self.limits);
                }
                room
            }
            _ => Room::read_old(
                &block,
                name,
                (dialect, self.screen),
                &|set| self.room_tiles(set),
                &self.limits,
            )?,
        };
        for palette in &mut room.palettes {
            palette.high_colour = dialect.high_colour;
            palette.depth = dialect.depth;
        }
        for object in &mut room.objects {
            let state = usize::try_from(object.id).ok().and_then(|id| self.index.object_states.get(id));
            object.initial = state.copied().unwrap_or(0);
        }
        Ok(room)
    }

    /// The block of a room's scripts, where it lies beside the room's.
    fn room_scripts(&self, id: u32) -> Option<RawBlock> {
        let slot = usize::try_from(id).ok().and_then(|id| self.index.room_scripts.get(id))?;
        self.block_at(id, slot.offset).ok().filter(|block| block.tag == *b"RMSC")
    }

    fn disk_of(&self, room: u32) -> u8 {
        usize::try_from(room).ok().and_then(|room| self.index.disks.get(room)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
