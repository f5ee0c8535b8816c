//! Files of JavaScript that are opened: games and drafts.

use std::sync::Arc;

use costumier_api as api;
#[cfg(feature = "whole")]
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::Game;
#[cfg(feature = "edit")]
use crate::border::{Draft, Put, RoomDraft};
use crate::error::Result;
#[cfg(feature = "whole")]
use crate::error::{Failure, FailureRow, json};
use crate::files::{JsFile, JsFiles};

#[wasm_bindgen]
impl Game {
    /// Opens the game among these files.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Vec<JsFile>, options: &str) -> Result<Self> {
        let options = api::OpenOptions::from_json(options)?;
        Ok(api::Game::open_for_pages(Arc::new(JsFiles::new(files)), &options)?.into())
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl Game {
    /// Plans to put costumes and rooms into the game: ids of costumes, the rooms of new ones (others have NaN), then
    /// the numbers of rooms, and all blocks one after the other, of these lengths.
    #[allow(clippy::too_many_arguments, reason = "numbers pass faster than JSON")]
    pub fn put(
        &self,
        ids: &[f64],
        rooms: &[f64],
        room_ids: &[f64],
        lengths: &[u32],
        blocks: &[u8],
        all_ids: bool,
        no_padding: bool,
    ) -> Result<Put> {
        let mut rest = blocks;
        let mut all = lengths.iter().map(|length| {
            let length = usize::try_from(*length).unwrap_or(usize::MAX);
            let (block, behind) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = behind;
            block.to_vec()
        });
        let new = |room: &f64| (!room.is_nan()).then(|| (*room).into());
        let costumes = ids.iter().zip(rooms).zip(&mut all);
        let costumes = costumes.map(|((id, room), block)| ((*id).into(), new(room), block)).collect();
        let rooms = room_ids.iter().zip(&mut all).map(|(id, block)| ((*id).into(), block)).collect();
        Ok(self.it.put(costumes, rooms, all_ids, no_padding)?.into())
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl RoomDraft {
    /// Reads the room folder among these files.
    pub fn read(files: Vec<JsFile>) -> Result<Self> {
        Ok(api::RoomDraft::read(Arc::new(JsFiles::new(files)))?.into())
    }
}

#[cfg(feature = "edit")]
#[wasm_bindgen]
impl Draft {
    /// Reads the costume among these files: a costume folder, also in a zip; an `.aseprite` file; a costume's block,
    /// whose generation has to be named.
    pub fn read(files: Vec<JsFile>, generation: Option<String>) -> Result<Self> {
        Ok(api::Draft::read(Arc::new(JsFiles::new(files)), generation.as_deref())?.into())
    }
}

/// A game among the files. Perhaps it cannot be opened.
#[cfg(feature = "whole")]
#[derive(Serialize)]
struct FoundRow<'a> {
    /// The name of its index file. The option `which` accepts it.
    index: &'a str,
    /// What the game is, for people.
    what: String,
    /// The game's title, if it is recognised.
    title: Option<&'static str>,
    /// Why it cannot be opened.
    error: Option<FailureRow<'a>>,
}

/// Returns the games among files, as JSON.
#[cfg(feature = "whole")]
#[wasm_bindgen]
#[must_use]
pub fn find_games(files: Vec<JsFile>) -> String {
    let limits = costumier::Limits::default();
    let (shelf, _) = costumier::game::shelf(Arc::new(JsFiles::new(files)), None, &limits);
    let games = costumier::game::games(&shelf, &limits);
    let failures: Vec<_> =
        games.iter().map(|game| game.found.as_ref().err().cloned().map(Failure::from)).collect();
    let rows = games.iter().zip(&failures).map(|(game, failure)| FoundRow {
        index: &game.index,
        what: game.what(),
        title: game.title(),
        error: failure.as_ref().map(Failure::row),
    });
    json(&rows.collect::<Vec<_>>())
}
