//! The JSON that commands print with `--json`. Field names are stable: fields may be added, never renamed.
//!
//! Each struct serialises to what its command prints. Numbers are those of the file; names are in lower case; a field
//! that does not apply is `null`.

mod cast;
mod check;
mod dump;
mod hint;
mod info;
pub(crate) mod lines;
mod list;

pub use cast::{cast, costume_cast, script_word};
pub use check::{CostumeCheck, check_costume};
pub(crate) use dump::records;
pub use dump::{CodeDump, CostumeDump, LimbDump, LimbEntryDump, PictureDump, RecordDump, dump};
pub use hint::hint;
pub use info::{FileInfo, GameInfo, RoomInfo, info};
pub use list::{CostumeRow, list_costume};

use costumier::{Costume, Problem, Severity};
use serde::Serialize;

/// The result of reading or checking something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Nothing unusual was found.
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

/// Returns a costume's format: the format byte without its mirror flag, `0x58`; for AKOS the codec, `codec 1`.
pub(crate) fn format_name(costume: &Costume) -> String {
    match costume {
        Costume::Akos(akos) => format!("codec {}", akos.header().codec.number()),
        Costume::V0(_) => "v0".into(),
        Costume::Nes(_) => "nes".into(),
        _ => costume.as_cost().map(|cost| cost.format().name()).unwrap_or_default(),
    }
}

/// An error: why a costume could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

#[cfg(test)]
mod tests {
    use costumier::play::Event;
    use costumier::scene::{ChoreRef, Step};
    use costumier::{Action, Bounds, Facing, PictureKey, Placed, Platform, Role, UnknownName};
    use serde::de::DeserializeOwned;
    use serde_json::{Value, from_value, json, to_value};

    use super::*;

    fn is<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T, expected: Value) {
        assert_eq!(to_value(&value).unwrap(), expected);
        assert_eq!(from_value::<T>(expected).unwrap(), value);
    }

    #[test]
    fn plain_values_are_the_same_in_json_and_back() {
        is(Facing::WEST, json!("west"));
        is(Role::TalkStart, json!("talk start"));
        is(Platform::FmTowns, json!("fm-towns"));
        let picture = PictureKey { limb: 3, index: 7 };
        is(picture, json!({ "limb": 3, "index": 7 }));
        is(
            Bounds { left: -2, top: -9, right: 4, bottom: 1 },
            json!({ "left": -2, "top": -9, "right": 4, "bottom": 1 }),
        );
        is(
            Placed { limb: 3, picture, x: -11, y: 4, shaded: false, mirrored: true },
            json!({ "limb": 3, "picture": { "limb": 3, "index": 7 }, "x": -11, "y": 4, "shaded": false,
                "mirrored": true }),
        );
        is(
            Action { record: 9, chore: 2, facing: Facing::EAST, role: Some(Role::Walk) },
            json!({ "record": 9, "chore": 2, "facing": "east", "role": "walk" }),
        );
        // As in scene files.
        is(Step::Perform(ChoreRef::Role(Role::Walk)), json!({ "perform": "walk" }));
        is(Step::Chore(ChoreRef::Number(8)), json!({ "chore": 8 }));
        is(Step::TalkState(2), json!({ "talk_state": 2 }));
        is(
            Event::SoundSetting { limb: 1, slot: 2, setting: 3, value: 4 },
            json!({ "event": "sound-setting", "limb": 1, "slot": 2, "setting": 3, "value": 4 }),
        );
        is(
            Problem::new(Severity::Odd, "limb 3", Some(16), "it is cut"),
            json!({ "severity": "odd", "path": "limb 3", "at": 16, "text": "it is cut" }),
        );
        assert!(from_value::<Facing>(json!("up")).unwrap_err().to_string().contains("\"up\" is no facing"));
    }

    #[test]
    fn plain_values_say_what_they_are() {
        let event = Event::SoftSound { limb: 4, slot: 3 };
        assert_eq!(
            (event.limb(), event.name(), event.to_string()),
            (4, "soft-sound", "sound 3, softly".into())
        );
        assert_eq!(to_value(event).unwrap()["event"], event.name());
        for (chore, text) in [(ChoreRef::Role(Role::TalkStop), "talk stop"), (ChoreRef::Number(8), "8")] {
            assert_eq!((chore.to_string().as_str(), text.parse()), (text, Ok::<_, UnknownName>(chore)));
            assert_eq!(Step::Perform(chore).to_string(), format!("perform {text}"));
        }
        assert!("fly".parse::<ChoreRef>().unwrap_err().to_string().contains("is no role"));
        let placed = Placed {
            limb: 3,
            picture: PictureKey { limb: 3, index: 7 },
            x: -11,
            y: -46,
            shaded: false,
            mirrored: false,
        };
        assert_eq!(placed.to_string(), "limb 3 / picture 7 at (-11, -46)");
        assert_eq!(format!("{:<6}|", Severity::Odd), "odd   |");
    }
}
