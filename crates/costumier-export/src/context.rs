//! What all costumes of an export share: the game, the options, names, and the palettes of all rooms.

use std::sync::Arc;

use costumier::Game;

use crate::colour::RoomPalette;
use crate::identity::Identity;
use crate::names::Names;
use crate::options::ExportOptions;
use crate::paths;

/// What all costumes of an export share.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) game: Arc<Game>,
    pub(crate) identity: Identity,
    /// The game's name in keys.
    pub(crate) key: String,
    pub(crate) options: ExportOptions,
    pub(crate) names: Names,
    pub(crate) palettes: Vec<RoomPalette>,
}

impl Context {
    /// Reads the palettes of all rooms. A room that cannot be read is no candidate.
    pub(crate) fn new(game: Arc<Game>, identity: Identity, options: ExportOptions, names: Names) -> Self {
        let palettes = RoomPalette::all(&game);
        Self { key: identity.key(), game, identity, options, names, palettes }
    }

    /// Returns a costume's key: `monkey2-1f0c9a3e/room-001/costume-007`.
    pub(crate) fn costume_key(&self, room: u32, id: u32) -> String {
        format!("{}/room-{room:03}/{}", self.key, paths::costume(id))
    }

    /// Returns the folder of a costume.
    pub(crate) fn folder(&self, id: u32) -> String {
        match self.names.costume(id).filter(|_| self.options.named_folders) {
            Some(name) => paths::named_costume(id, name),
            None => paths::costume(id),
        }
    }

    /// Returns the name of a costume for people.
    pub(crate) fn title(&self, id: u32) -> String {
        self.names.costume(id).map_or_else(|| format!("Costume {id}"), str::to_owned)
    }
}
