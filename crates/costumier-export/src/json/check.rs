//! `check --json`: what is odd or broken in one costume.

use costumier::Game;
use costumier::game::CostumeSlot;
use serde::Serialize;

use super::{ErrorRow, ProblemRow, Status, problem_rows};

/// What checking a costume found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeCheck {
    /// Directory id.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// How it fared.
    pub status: Status,
    /// Why it could not be opened.
    pub error: Option<ErrorRow>,
    /// What is odd or broken. Offsets count from the start of the block's payload.
    pub problems: Vec<ProblemRow>,
}

/// Opens a costume and reads everything in it.
#[must_use]
pub fn check_costume(game: &Game, slot: CostumeSlot) -> CostumeCheck {
    let (status, error, problems) = match crate::opened::open(game, slot.id) {
        Ok(opened) => {
            let problems = opened.costume.check();
            (Status::of(&problems), None, problem_rows(&problems))
        }
        Err(e) => (Status::Failed, Some(ErrorRow::from(&e)), Vec::new()),
    };
    CostumeCheck { id: slot.id, room: slot.room, status, error, problems }
}
