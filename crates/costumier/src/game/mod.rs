//! A game: what it is, and its rooms.
//!
//! The crate `costumier-files` finds the bytes ([`GameData`]); this module reads rooms, palettes, objects and
//! scripts from them.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod characters;
mod found;
pub(crate) mod object;
pub(crate) mod palette;
pub(crate) mod room;
pub(crate) mod room_old;
mod scripts;
mod shown;

use std::collections::BTreeMap;
use std::sync::Arc;

pub(crate) use costumier_files::RawBlock;
pub use costumier_files::{
    CostumeBytes, CostumeSlot, GameData, GameFile, ListedGame, MemoryFile, RoomEntry, Title, ToldBy, games,
    shelf,
};
pub use costumier_format::room::{BoxScale, BoxSides, Plane, Route, ScaleSlot, WalkBox};
pub(crate) use costumier_format::room::{boxes, plane, scale, tile_tables};
pub use object::{ObjectStates, ObjectsShown, RoomObject};
pub(crate) use palette::Rgb;
pub use palette::{PaletteSource, RoomPalette};
pub use room::{Background, Room, Scenery};

use crate::Roles;
use crate::dialect::{BlockHeaders, FileLayout};
use crate::screen::Screen;
use crate::{Error, ErrorKind, Result};
use costumier_scripts::script::Encoding;

/// An opened game: its index is in memory, and blocks of its data files are read on demand.
///
/// ```
/// use costumier::{Game, Generation, Limits};
///
/// let game = Game::open(&costumier_build::example::files()?, None, Limits::default())?;
/// assert_eq!(game.generation(), Generation::V5);
/// for slot in game.costume_slots() {
///     // A damaged costume does not affect the others.
///     match game.costume(slot.id) {
///         Ok(costume) => println!("costume {} of room {}: {:?}", slot.id, slot.room, costume.picture_keys()),
///         Err(error) => println!("costume {}: {error}", slot.id),
///     }
/// }
/// // The room colours that it is shown in, and problems of the game itself.
/// assert_eq!(game.costume_palette(1)?, game.room_palette(1)?);
/// assert!(game.problems().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Game {
    data: Arc<GameData>,
    screen: Option<Screen>,
    /// Whether patterns have as many lines as dots for each pixel.
    has_square_pixels: bool,
    /// The encoding of texts, if it is given.
    encoding: Option<Encoding>,
    /// The roles that scripts change, by costume id.
    roles: BTreeMap<u32, Roles>,
    /// Blocks that are shown instead of those in the files, by costume id.
    replaced: BTreeMap<u32, Arc<[u8]>>,
}

impl Game {
    /// Rules for opening and showing this game that are known from documents alone: those of its
    /// [dialect](crate::Dialect::unverified), heuristics of recognition, and those of the chosen screen.
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
                    to what stands two bytes before each colour, as ScummVM has it (docs/format/drawing.md §8)",
                ),
                FileLayout::Rooms | FileLayout::OldRooms(_) => Some(
                    "EGA mixes what a room's EPAL says; without one, pairs of the nearest average \
                    (docs/format/drawing.md §8)",
                ),
                FileLayout::Disks => None,
            });
        }
        rules
    }

    /// A room: size, palettes, walk boxes, scale slots, z-planes, picture.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchRoom`] if the index does not place it, [`ErrorKind::RoomMissing`] if its disk does not
    /// have it, and the errors of [`GameData::disk`] and [`Room::read`].
    pub fn room(&self, id: u32) -> Result<Room> {
        if self.data.disk_of(id) == 0 {
            return Err(Error::new(ErrorKind::NoSuchRoom { room: id }, "room directory"));
        }
        let dialect = &self.dialect();
        let (block, name) = (self.data.room_block(id)?, self.room_name(id));
        let mut room = match dialect.blocks {
            BlockHeaders::Tagged => {
                let mut room =
                    Room::read(&block, self.data.room_image(id)?.as_ref(), name, dialect, self.limits())?;
                if dialect.disks.room_scripts {
                    let number = |name: &str| {
                        self.data
                            .index()
                            .object_names
                            .iter()
                            .position(|it| it == name)
                            .and_then(|at| u32::try_from(at).ok())
                    };
                    room.order_objects(
                        self.data.room_scripts(id).ok().flatten().as_ref(),
                        number,
                        self.limits(),
                    );
                }
                room
            }
            _ => Room::read_old(
                &block,
                name,
                (dialect, self.shown_on()),
                &|set| self.data.room_tiles(set),
                self.limits(),
            )?,
        };
        for palette in &mut room.palettes {
            palette.high_colour = dialect.high_colour;
            palette.depth = self.colour_depth();
        }
        for object in &mut room.objects {
            let state =
                usize::try_from(object.id).ok().and_then(|id| self.data.index().object_states.get(id));
            object.initial = state.copied().unwrap_or(0);
        }
        Ok(room)
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod towns_tests;
