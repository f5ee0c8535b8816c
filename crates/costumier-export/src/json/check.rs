//! The JSON of `check`: problems of one costume.

use costumier::game::CostumeSlot;
use costumier::{Game, Problem};
use serde::Serialize;

use super::{ErrorRow, Status};

/// The result of checking a costume.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeCheck {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The number of the room that owns it.
    pub room: u32,
    /// The result in a word.
    pub status: Status,
    /// Why the costume could not be opened.
    pub error: Option<ErrorRow>,
    /// Its problems. Offsets count from the start of the block's payload.
    pub problems: Vec<Problem>,
}

/// Opens a costume and reads everything in it.
#[must_use]
pub fn check_costume(game: &Game, slot: CostumeSlot) -> CostumeCheck {
    let (status, error, problems) = match crate::open_costume::open(game, slot.id) {
        Ok(opened) => {
            let problems = opened.costume.check();
            (Status::of(&problems), None, problems)
        }
        Err(e) => (Status::Failed, Some(ErrorRow::from(&e)), Vec::new()),
    };
    CostumeCheck { id: slot.id, room: slot.room, status, error, problems }
}
