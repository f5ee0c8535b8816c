//! Opening a game, its costumes, and a costume's colours.
//!
//! [`game`](crate::game) finds the bytes and does not depend on costumes. This module holds the functions that need
//! both: opening a game (only its pictures show that a v5 game is for the Amiga), opening a costume by its id, and
//! the colours that it is shown in.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod row_order;

use crate::Files;
use crate::Limits;
use crate::costume::Costume;
use crate::game::{Game, Rgb};
use crate::screen::high;
use crate::{Error, ErrorKind, Result};

impl Game {
    /// Opens the game among `files`. If there are several, `index` names the index file of one (in any case).
    ///
    /// A data file that is missing or damaged does not prevent this as long as another can be used. It is reported,
    /// and reading its contents fails.
    ///
    /// # Errors
    /// [`ErrorKind::NotAGame`], [`ErrorKind::SeveralGames`], [`ErrorKind::Unsupported`], [`ErrorKind::MissingFile`]
    /// for a data file without its index; errors of the index; if no data file can be used, the error of the first
    /// one.
    pub fn open(files: &dyn Files, index: Option<&str>, limits: Limits) -> Result<Self> {
        let mut game = Self::read(files, index, limits)?;
        game.look_for_rows();
        Ok(game)
    }

    /// Opens the game at a path: a folder, an archive or an image, or a game's index file. Only requested parts of
    /// files on disk are read. For other [`Limits`], or to choose among several games, use [`Game::open`] on
    /// [`shelf_at`](costumier_files::folder::shelf_at).
    ///
    /// ```no_run
    /// let game = costumier::Game::open_path("monkey2")?;
    /// for id in game.costume_ids() {
    ///     println!("{id}: {} pictures", game.costume(id)?.picture_keys().len());
    /// }
    /// # Ok::<(), costumier::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Source`] if nothing can be read at the path; the errors of [`Game::open`].
    #[cfg(feature = "fs")]
    pub fn open_path(path: impl AsRef<std::path::Path>) -> Result<Self> {
        let (shelf, index) = costumier_files::folder::shelf_at(path.as_ref())?;
        Self::open(&shelf, index.as_deref(), Limits::default())
    }

    /// Opens a costume by its id. [`Game::costume_ids`] lists the ids that exist.
    ///
    /// Its header and tables are read now; pictures, records and commands are read on demand.
    ///
    /// # Errors
    /// The errors of [`Game::costume_bytes`] and [`Costume::read`], with the id and the file.
    pub fn costume(&self, id: u32) -> Result<Costume> {
        Costume::read(self.costume_bytes(id)?)
    }

    /// The default colours of a costume: the first palette of its room, as when the game starts there. With 16 bits
    /// a pixel ([`Dialect::high_colour`](crate::Dialect::high_colour)), the costume's own colours, if it has any.
    ///
    /// # Errors
    /// The errors of [`Game::costume_bytes`] and [`Game::room`]; [`ErrorKind::NoSuchItem`] for a room without a
    /// palette.
    pub fn costume_palette(&self, id: u32) -> Result<[Rgb; 256]> {
        let room = self.costume_slots().find(|slot| slot.id == id).map(|slot| slot.room);
        let room = match room {
            Some(room) => room,
            None => self.costume_bytes(id)?.room,
        };
        if self.dialect().high_colour.is_some_and(|rules| rules.own_colours)
            && let Some(own) = self.costume(id)?.own_colours()
        {
            return Ok(own.map(|colour| high::rgb(high::pixel(colour))));
        }
        self.room_palette(room).map_err(|error| error.of_costume(id))
    }

    /// The first palette of a room, as when the game starts there. With 16 bits a pixel, the colours that the
    /// pixels show.
    ///
    /// # Errors
    /// The errors of [`Game::room`]; [`ErrorKind::NoSuchItem`] for a room without a palette.
    pub fn room_palette(&self, room: u32) -> Result<[Rgb; 256]> {
        let found = self.room(room)?;
        let missing = || Error::new(ErrorKind::NoSuchItem(format!("palette in room {room}")), "room");
        Ok(found.palettes.first().ok_or_else(missing)?.applied())
    }
}
