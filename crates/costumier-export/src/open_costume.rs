//! An open costume with its id and room.

use std::sync::Arc;

use costumier::{Costume, Game};

/// A costume that was found by its id and opened.
#[derive(Clone, Debug)]
pub struct OpenCostume {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The number of the room that owns the costume.
    pub room: u32,
    /// The costume, open for reading.
    pub costume: Arc<Costume>,
}

/// Finds a costume by its id and opens it.
///
/// # Errors
/// As [`Game::costume_bytes`] and [`Costume::read`].
pub fn open(game: &Game, id: u32) -> costumier::Result<OpenCostume> {
    let found = game.costume_bytes(id)?;
    let room = found.room;
    Ok(OpenCostume { id, room, costume: Arc::new(Costume::read(found)?) })
}
