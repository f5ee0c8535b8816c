//! Failures on their way to JavaScript: JSON that a `CostumierError` is made of.

use costumier::{Error, ErrorKind};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The result of everything that JavaScript calls.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// A failure as data. Its fields are those of `Failure` in the package's `types.ts`.
#[derive(Debug, Serialize)]
pub struct Failure {
    kind: &'static str,
    fault: &'static str,
    text: String,
    file: Option<String>,
    block: Option<String>,
    at: Option<u64>,
    costume: Option<u32>,
    hint: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<String>>,
}

impl Failure {
    /// A call whose arguments mean nothing.
    pub(crate) fn usage(text: impl Into<String>) -> Self {
        Self {
            kind: "usage",
            fault: "caller",
            text: text.into(),
            file: None,
            block: None,
            at: None,
            costume: None,
            hint: None,
            games: None,
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
            hint: hint(error.kind()),
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

/// What somebody in front of a page can do next. The command line has other words for it.
fn hint(kind: &ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::Truncated { .. } => "the file may be cut short: compare its size with another copy",
        ErrorKind::RoomMissing { .. } => "the room may be on another disk: take all data files of the game",
        ErrorKind::NotACostume { .. } => "index and data file may come from different editions of the game",
        ErrorKind::MissingFile(_) => "take the whole folder of the game; this file should be in it",
        ErrorKind::NotAGame(_) => "take the folder, archive or image that holds the game's files",
        ErrorKind::SeveralGames(_) => "say which one: a part of its name is enough",
        ErrorKind::Unsupported(_) if cfg!(not(feature = "whole")) => {
            "start the whole module: it reads more games"
        }
        // What the file's `read` says of itself needs no other advice.
        ErrorKind::Source(why) if why.starts_with("`read`") => return None,
        ErrorKind::Source(_) => "the file has changed or is gone: open the game again",
        _ => return None,
    })
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings fail, and there are none.
    serde_json::to_string(value).unwrap_or_default()
}

/// JSON that the package sends: the options of a call.
pub(crate) fn read<'t, T: serde::Deserialize<'t>>(text: &'t str) -> Result<T> {
    // The caller gave an object: a line and a column mean nothing to it.
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        Failure::usage(format!("options: {}", why.rsplit_once(" at line ").map_or(&*why, |(why, _)| why)))
    })
}
