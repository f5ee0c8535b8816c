//! From files to a game that knows its costumes.
//!
//! [`game`](crate::game) finds the bytes and knows nothing of costumes. What takes both stands here: opening
//! a game (the Amiga's version of v5 is told by its pictures alone), opening a costume by its id, and the
//! colours that it is shown in.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod row_order;

pub use row_order::RowOrder;

use crate::Limits;
use crate::costume::Costume;
use crate::game::{Files, Game, Rgb};
use crate::screen::high;
use crate::{Error, ErrorKind, Result};

impl Game {
    /// Opens the game among `files`. Where there are several, `index` names the index file of one (in any
    /// case).
    ///
    /// A data file that is missing or damaged does not stop this as long as another can be used; it is
    /// reported, and asking for what it holds fails.
    ///
    /// # Errors
    /// [`ErrorKind::NotAGame`], [`ErrorKind::SeveralGames`], [`ErrorKind::Unsupported`],
    /// [`ErrorKind::MissingFile`] for a data file without its index; what is wrong with the index; when
    /// no data file can be used, why the first one cannot.
    pub fn open(files: &dyn Files, index: Option<&str>, limits: Limits) -> Result<Self> {
        let mut game = Self::read(files, index, limits)?;
        game.look_for_rows();
        Ok(game)
    }

    /// Opens the game at a path: a folder, an archive or an image, or a game's index file. Of files on disk only what
    /// is asked for is read. For other [`Limits`], or to choose among several games, there is [`Game::open`] on
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
    /// [`ErrorKind::Source`] where there is nothing to be read; as [`Game::open`].
    #[cfg(feature = "fs")]
    pub fn open_path(path: impl AsRef<std::path::Path>) -> Result<Self> {
        let (shelf, index) = costumier_files::folder::shelf_at(path.as_ref())?;
        Self::open(&shelf, index.as_deref(), Limits::default())
    }

    /// Opens a costume by its id. The ids that exist are [`Game::costume_ids`].
    ///
    /// Its header and tables are read; pictures, records and commands when they are asked for.
    ///
    /// # Errors
    /// What [`Game::costume_bytes`] and [`Costume::read`] report, with the id and the file.
    pub fn costume(&self, id: u32) -> Result<Costume> {
        Costume::read(self.costume_bytes(id)?)
    }

    /// The colours that a costume is shown in where nothing else is said: those of the room that it belongs
    /// to, the first of them where the room has several, as they are when the game starts there. Where pixels
    /// have 16 bits ([`Dialect::high_colour`](crate::Dialect::high_colour)), the costume's own, if it
    /// has any.
    ///
    /// # Errors
    /// What [`Game::costume_bytes`] and [`Game::room`] report; [`ErrorKind::NoSuchItem`] for a room without a
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

    /// The first palette of a room, as it is when the game starts there: as pixels of 16 bits show it, where there
    /// are such.
    ///
    /// # Errors
    /// What [`Game::room`] reports; [`ErrorKind::NoSuchItem`] for a room without a palette.
    pub fn room_palette(&self, room: u32) -> Result<[Rgb; 256]> {
        let found = self.room(room)?;
        let missing = || Error::new(ErrorKind::NoSuchItem(format!("palette in room {room}")), "room");
        Ok(found.palettes.first().ok_or_else(missing)?.applied())
    }
}
