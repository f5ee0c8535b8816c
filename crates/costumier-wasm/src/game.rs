//! Files of JavaScript that are opened: games and drafts.

use std::sync::Arc;

use costumier_api as api;
use costumier_export::Names;
use serde::Deserialize;
#[cfg(feature = "whole")]
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "edit")]
use crate::border::Draft;
use crate::border::Game;
#[cfg(feature = "whole")]
use crate::error::{Failure, FailureRow, json};
use crate::error::{Result, read};
use crate::files::{JsFile, JsFiles};

/// The options for opening a game.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    which: Option<String>,
    screen: Option<String>,
    platform: Option<String>,
    interpreter: Option<String>,
    scripts: Option<bool>,
    names: Option<GivenNames>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct GivenNames {
    title: Option<String>,
    costumes: Vec<GivenName>,
}

#[derive(Debug, Deserialize)]
struct GivenName {
    costume: u32,
    chore: Option<u16>,
    name: String,
}

#[wasm_bindgen]
impl Game {
    /// Opens the game among these files.
    #[wasm_bindgen(constructor)]
    pub fn new(files: Vec<JsFile>, options: &str) -> Result<Self> {
        let Options { which, screen, platform, interpreter, scripts, names } = read(options)?;
        let GivenNames { title, costumes } = names.unwrap_or_default();
        let mut names = Names { title, ..Names::default() };
        costumes.iter().for_each(|it| names.insert(it.costume, it.chore, &it.name));
        let options = api::OpenOptions { which, platform, interpreter, screen, encoding: None, scripts };
        Ok(api::Game::open_for_pages(Arc::new(JsFiles::new(files)), &options, names)?.into())
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
