//! Errors for JavaScript: JSON from which the package makes a `CostumierError`.

use std::fmt::Display;

use costumier::{Error, ErrorKind};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The result of all functions that JavaScript calls.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// An error as data, in a form that can be posted to another thread.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// What went wrong, as a word for programs.
    kind: &'static str,
    /// Who can do something about it.
    fault: &'static str,
    /// The whole message in a sentence.
    text: String,
    /// The file with the fault.
    file: Option<String>,
    /// The tag of the block with the fault: `COST`.
    block: Option<String>,
    /// Byte offset in that file, or else in the block's payload.
    at: Option<u64>,
    /// The costume with the fault.
    costume: Option<u32>,
    /// What a person can do next.
    hint: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// With `several-games`, the names of the games; with `generation`, the generations that have such blocks.
    games: Option<Vec<String>>,
}

impl Failure {
    /// Returns the error of a call with invalid arguments.
    pub(crate) fn usage(text: impl Display) -> Self {
        Self {
            kind: "usage",
            fault: "caller",
            text: text.to_string(),
            file: None,
            block: None,
            at: None,
            costume: None,
            hint: None,
            games: None,
        }
    }

    /// Returns the error of a block that was given without its generation. `names` are those that have such blocks.
    #[cfg(feature = "edit")]
    pub(crate) fn generation(kind: &str, names: Vec<&str>) -> Self {
        Self {
            kind: "generation",
            hint: Some("name the generation of the game that the block came from"),
            games: Some(names.into_iter().map(str::to_owned).collect()),
            ..Self::usage(format!("a {kind} block does not store its generation"))
        }
    }
}

impl From<&Error> for Failure {
    fn from(error: &Error) -> Self {
        Self {
            kind: error.kind().name(),
            fault: error.fault().name(),
            text: error.to_string(),
            file: error.file().map(str::to_owned),
            block: error.block().map(str::to_owned),
            at: error.offset(),
            costume: error.costume(),
            hint: hint(error),
            games: match error.kind() {
                ErrorKind::SeveralGames(games) => Some(games.clone()),
                _ => None,
            },
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::from(&error)
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        json(&failure).into()
    }
}

/// Returns what a visitor of a page can do. The command line has other hints for the same errors.
fn hint(error: &Error) -> Option<&'static str> {
    Some(match error.kind() {
        ErrorKind::RoomMissing { .. } => "the room may be on another disk; open all data files of the game",
        ErrorKind::MissingFile(_) => "open the whole folder of the game, which should contain this file",
        ErrorKind::NotAGame(_) => "open the folder, archive or image that holds the game's files",
        ErrorKind::SeveralGames(_) => "name one of them; a part of its name is enough",
        ErrorKind::Unsupported(_) if cfg!(not(feature = "whole")) => {
            "load the whole module, which reads more games"
        }
        // An error that the file's `read` explains needs no hint.
        ErrorKind::Source(why) if why.starts_with("`read`") => return None,
        _ => return error.hint(),
    })
}

/// Writes a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings fail, and there are none.
    serde_json::to_string(value).unwrap_or_default()
}

/// Parses JSON that the package sends: the options of a call.
pub(crate) fn read<'t, T: serde::Deserialize<'t>>(text: &'t str) -> Result<T> {
    // The caller passed an object, so a line and a column mean nothing to it.
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        Failure::usage(format!("options: {}", why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why)))
    })
}
