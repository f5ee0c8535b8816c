//! What the crate below finds of a game: which it is, its rooms, the bytes of its costumes.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::collections::BTreeMap;

use super::{CostumeBytes, CostumeSlot, Files, Game, GameData, RoomEntry, Title};
use crate::dialect::{Dialect, Generation};
use crate::{Limits, Problem, Result, Roles};

impl Game {
    /// As [`GameData::open`].
    pub(crate) fn read(files: &dyn Files, index: Option<&str>, limits: Limits) -> Result<Self> {
        let data = GameData::open(files, index, limits)?;
        Ok(Self { data, screen: None, roles: BTreeMap::new() })
    }

    /// Its index and data files, block by block.
    #[must_use]
    pub fn data(&self) -> &GameData {
        &self.data
    }

    /// The generation.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.data.generation()
    }

    /// How this generation does things.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.data.dialect()
    }

    /// Takes the game for another of its kind, where its files say nothing about it or mislead:
    /// [`Dialect::for_platform`].
    pub fn assume(&mut self, dialect: Dialect) {
        self.data.assume(dialect);
    }

    /// Takes the game for another of its kind, because of what its costumes are like.
    pub(crate) fn assume_because(&mut self, dialect: Dialect, why: &str) {
        self.data.assume_because(dialect.interpreted_by(self.interpreter()), why);
    }

    /// Which game it is, where that can be told, and by what.
    #[must_use]
    pub fn title(&self) -> Option<Title> {
        self.data.title()
    }

    /// Why the game was recognised as what it is, for people.
    #[must_use]
    pub fn why(&self) -> &str {
        self.data.why()
    }

    /// The bounds that everything is read with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        self.data.limits()
    }

    /// What is odd about the game as a whole: its index and its data files. Of what is in them, each says its
    /// own: [`Room::problems`](super::Room::problems) and [`Room::object_problems`](super::Room::object_problems),
    /// [`Costume::check`](crate::Costume::check), those of its [scripts](Self::scripts), and the errors of whatever
    /// does not open.
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

    /// The ids of [`Game::costume_slots`]. A costume that cannot be opened is no reason to stop at it: the others can.
    pub fn costume_ids(&self) -> impl Iterator<Item = u32> {
        self.data.costume_ids()
    }

    /// The bytes of a costume, found through the directories, with what scripts make of its roles
    /// ([`Game::set_roles`]).
    ///
    /// # Errors
    /// As [`GameData::costume_bytes`].
    pub fn costume_bytes(&self, id: u32) -> Result<CostumeBytes> {
        let mut found = self.data.costume_bytes(id)?;
        if let Some(roles) = self.roles.get(&id) {
            found.dialect.roles = *roles;
        }
        Ok(found)
    }

    /// Says which chores stand behind the roles of single costumes, where scripts change them
    /// ([`Game::read_cast`] does it). Costumes that are opened from now on have them:
    /// "walk" is then what the game walks with.
    pub fn set_roles(&mut self, roles: BTreeMap<u32, Roles>) {
        self.roles = roles;
    }
}
