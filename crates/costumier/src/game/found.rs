//! The identity of a game, its rooms, and the bytes of its costumes, as `costumier-files` finds them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CostumeBytes, CostumeSlot, Game, GameData, RoomEntry, Title};
use crate::Files;
use crate::dialect::{Dialect, Generation};
use crate::{Limits, Problem, Result, Roles};

impl Game {
    /// Opens a game like [`GameData::open`].
    pub(crate) fn read(files: &dyn Files, index: Option<&str>, limits: Limits) -> Result<Self> {
        let data = GameData::open(files, index, limits)?;
        let data = Arc::new(data);
        Ok(Self {
            data,
            screen: None,
            has_square_pixels: false,
            encoding: None,
            roles: BTreeMap::new(),
            replaced: BTreeMap::new(),
        })
    }

    /// The game's index and data files, block by block.
    #[must_use]
    pub fn data(&self) -> &GameData {
        &self.data
    }

    /// The generation of the game.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.data.generation()
    }

    /// The rules of the game's generation, platform and interpreter.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.data.dialect()
    }

    /// Treats the game as another of its kind, if its files say nothing about that or mislead:
    /// [`Dialect::for_platform`].
    pub fn assume(&mut self, dialect: Dialect) {
        Arc::make_mut(&mut self.data).assume(dialect);
    }

    /// Treats the game as another of its kind because of its costumes, with the reason.
    pub(crate) fn assume_because(&mut self, dialect: Dialect, why: &str) {
        let dialect = dialect.interpreted_by(self.interpreter());
        Arc::make_mut(&mut self.data).assume_because(dialect, why);
    }

    /// The game's title, if it is known, and how it was recognised.
    #[must_use]
    pub fn title(&self) -> Option<Title> {
        self.data.title()
    }

    /// The reason why the game was recognised as this kind, as text.
    #[must_use]
    pub fn why(&self) -> &str {
        self.data.why()
    }

    /// The limits that everything is read with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.data.limits()
    }

    /// Problems of the game as a whole: its index and its data files. Parts have their own:
    /// [`Room::problems`](super::Room::problems), [`Room::object_problems`](super::Room::object_problems),
    /// [`Costume::check`](crate::Costume::check), those of [scripts](Self::scripts), and the errors of parts that
    /// do not open.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        self.data.problems()
    }

    /// Every room that the index names or places, by number.
    pub fn rooms(&self) -> impl Iterator<Item = RoomEntry> {
        self.data.rooms()
    }

    /// A room's name in the index.
    #[must_use]
    pub fn room_name(&self, room: u32) -> Option<&str> {
        self.data.room_name(room)
    }

    /// Every used slot of the costume directory, by id ([`GameData::costume_slots`]).
    pub fn costume_slots(&self) -> impl Iterator<Item = CostumeSlot> {
        self.data.costume_slots()
    }

    /// The ids of [`Game::costume_slots`]. If one costume cannot be opened, the others still can.
    pub fn costume_ids(&self) -> impl Iterator<Item = u32> {
        self.data.costume_ids()
    }

    /// The bytes of a costume, found through the directories, with the roles that scripts give it
    /// ([`Game::set_roles`]).
    ///
    /// # Errors
    /// The errors of [`GameData::costume_bytes`].
    pub fn costume_bytes(&self, id: u32) -> Result<CostumeBytes> {
        let mut found = self.data.costume_bytes(id)?;
        if let Some(roles) = self.roles.get(&id) {
            found.dialect.roles = *roles;
        }
        if let Some(payload) = self.replaced.get(&id) {
            found.payload = payload.to_vec();
        }
        Ok(found)
    }

    /// Returns the same game with another block for a costume, for example an edited one: its bytes without the
    /// block's header. Everything that is opened from that game shows it. [`Game::data`] stays as the files are.
    ///
    /// # Errors
    /// The errors of [`GameData::costume_bytes`]: the costume must exist.
    pub fn with_costume(&self, id: u32, payload: Vec<u8>) -> Result<Self> {
        self.data.costume_bytes(id)?;
        let mut replaced = self.replaced.clone();
        replaced.insert(id, payload.into());
        Ok(Self {
            data: Arc::clone(&self.data),
            screen: self.screen,
            has_square_pixels: self.has_square_pixels,
            encoding: self.encoding,
            roles: self.roles.clone(),
            replaced,
        })
    }

    /// Sets the chores of the roles of single costumes, by id, where scripts change them ([`Game::read_cast`] calls
    /// this). It applies to costumes that are opened from now on: "walk" is then the chore that the game walks
    /// with.
    pub fn set_roles(&mut self, roles: BTreeMap<u32, Roles>) {
        self.roles = roles;
    }
}
