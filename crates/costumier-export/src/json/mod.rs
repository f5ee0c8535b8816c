//! The JSON that commands print with `--json`. Field names are stable: fields may be added, never renamed.
//!
//! Each struct serialises to what its command prints. Numbers are those of the file; names are in lower case; a field
//! that does not apply is `null`.

mod cast;
mod check;
mod clashes;
mod dump;
mod hint;
mod info;
pub(crate) mod lines;
mod list;
mod unused;
mod whatis;

pub use cast::{cast, costume_cast, script_word};
pub use check::{CostumeCheck, check_costume};
pub use clashes::{ClashColourRow, ClashRow, ClashesReport};
pub(crate) use dump::records;
pub use dump::{CodeDump, CostumeDump, LimbDump, LimbEntryDump, PictureDump, RecordDump, dump};
pub use hint::hint;
pub use info::{FileInfo, GameInfo, RoomInfo, info};
pub use list::{CostumeRow, list_costume};
pub use unused::{
    ComputedRow, ConditionalRow, PlaceRow, UnusedLine, UnusedReport, UnusedRow, numbered, some,
};
pub use whatis::{FigureRow, PartRow, RoomFoundRow, ShownRow, WhatisReport};

use costumier::{Costume, Problem, Severity};
use serde::Serialize;

/// The result of reading or checking something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing unusual was found.
    #[default]
    Ok,
    /// Something is unusual, but everything could be read.
    Odd,
    /// Parts could not be read.
    Broken,
    /// It could not be opened at all.
    Failed,
}

impl Status {
    /// Returns the status for the worst of these problems.
    #[must_use]
    pub fn of(problems: &[Problem]) -> Self {
        match problems.iter().map(|problem| problem.severity).max() {
            None | Some(Severity::Note) => Self::Ok,
            Some(Severity::Odd) => Self::Odd,
            Some(Severity::Broken) => Self::Broken,
        }
    }

    /// Returns the name: `ok`, `odd`, `broken`, `failed`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Odd => "odd",
            Self::Broken => "broken",
            Self::Failed => "failed",
        }
    }
}

/// Returns a costume's format: the format byte without its mirror flag, `0x58`; the codec of AKOS, `codec 1`; `v0`
/// and `nes`, which have no such byte.
pub(crate) fn format_name(costume: &Costume) -> String {
    match costume {
        Costume::Akos(akos) => format!("codec {}", akos.header().codec.number()),
        Costume::V0(_) => "v0".into(),
        Costume::Nes(_) => "nes".into(),
        _ => costume.as_cost().map(|cost| cost.format().name()).unwrap_or_default(),
    }
}

/// An error: why a costume could not be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ErrorRow {
    /// The message with its place.
    pub text: String,
    /// Name of the file with the fault, if there is one.
    pub file: Option<String>,
    /// Tag of the block with the fault.
    pub block: Option<String>,
    /// Byte offset in that file, or else in the block's payload.
    pub at: Option<u64>,
    /// What a person can do next.
    pub hint: Option<&'static str>,
}

impl From<&costumier::Error> for ErrorRow {
    fn from(error: &costumier::Error) -> Self {
        Self {
            text: error.to_string(),
            file: error.file().map(str::to_owned),
            block: error.block().map(str::to_owned),
            at: error.offset(),
            hint: hint(error),
        }
    }
}
