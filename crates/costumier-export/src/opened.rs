//! A costume that is open, and where it is from.

use std::sync::Arc;

use costumier::{Costume, Game};

/// A costume found by its id and opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Directory id.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// The costume.
    pub costume: Arc<Costume>,
}

/// Finds a costume by its id and opens it.
///
/// # Errors
/// What [`Game::costume_bytes`] and [`Costume::read`] say.
pub fn open(game: &Game, id: u32) -> costumier::Result<Opened> {
    let found = game.costume_bytes(id)?;
    let room = found.room;
    Ok(Opened { id, room, costume: Arc::new(Costume::read(found)?) })
}
