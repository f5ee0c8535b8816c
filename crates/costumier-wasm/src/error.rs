//! Errors for JavaScript: JSON from which the package makes a `CostumierError`.

use costumier_api as api;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// The result of all functions that JavaScript calls.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a call failed.
pub struct Failure(api::Error);

/// An error as data, in a form that can be posted to another thread.
#[derive(Serialize)]
pub(crate) struct FailureRow<'a> {
    /// What went wrong, as a word for programs.
    kind: &'static str,
    /// Who can do something about it.
    fault: &'static str,
    /// The whole message in a sentence.
    text: String,
    /// The file with the fault.
    file: Option<&'a str>,
    /// The tag of the block with the fault: `COST`.
    block: Option<&'a str>,
    /// Byte offset in that file, or else in the block's payload.
    at: Option<u64>,
    /// The costume with the fault.
    costume: Option<u32>,
    /// What a person can do next.
    hint: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    /// With `several-games`, the names of the games; with `generation`, the generations that have such blocks.
    games: &'a [String],
}

impl Failure {
    /// Returns the error as data.
    pub(crate) fn row(&self) -> FailureRow<'_> {
        let (error, at) = (&self.0, self.0.library());
        FailureRow {
            kind: error.kind(),
            fault: error.fault(),
            text: error.to_string(),
            file: at.and_then(|it| it.file()),
            block: at.and_then(|it| it.block()),
            at: at.and_then(costumier::Error::offset),
            costume: at.and_then(costumier::Error::costume),
            hint: error.hint_for_pages(),
            games: error.games(),
        }
    }
}

impl From<api::Error> for Failure {
    fn from(error: api::Error) -> Self {
        Self(error)
    }
}

#[cfg(feature = "whole")]
impl From<costumier::Error> for Failure {
    fn from(error: costumier::Error) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> Self {
        json(&failure.row()).into()
    }
}

/// Writes a value as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings fail, and there are none.
    serde_json::to_string(value).unwrap_or_default()
}

/// Writes a list as JSON, if it is not empty.
pub(crate) fn some<T: Serialize>(list: &[T]) -> Option<String> {
    (!list.is_empty()).then(|| json(&list))
}
