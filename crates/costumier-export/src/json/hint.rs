//! Hints for errors: what a person at the command line can do next. The library's error says what is wrong; the hint
//! is for the field `hint` of JSON and for the command line.

use costumier::{Error, ErrorKind};

/// Returns the hint for an error, if there is one.
#[must_use]
pub fn hint(error: &Error) -> Option<&'static str> {
    Some(match error.kind() {
        ErrorKind::NotAGame(_) => "name the folder of the game's files, its index file, or `sample`",
        ErrorKind::SeveralGames(_) => {
            "name one of them as in FOLDER#NAME; a part of its name or title is enough"
        }
        ErrorKind::CostumeZero | ErrorKind::CostumeOutOfRange { .. } | ErrorKind::CostumeUnused => {
            "`costumier list GAME` shows the ids that exist"
        }
        ErrorKind::NoSuchRoom { .. } => "`costumier info GAME` shows the rooms that exist",
        ErrorKind::NoSuchItem(name) if name.starts_with("limb") => {
            "`costumier dump GAME ID` shows what the costume contains"
        }
        // The source explains its own error.
        ErrorKind::Source(_) => return None,
        _ => return error.hint(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_for_a_costume_that_is_not_there_is_told_how_to_list_them() {
        let error = Error::new(ErrorKind::CostumeUnused, "costume directory");
        assert!(hint(&error).is_some_and(|text| text.contains("costumier list")));
        assert_eq!(hint(&Error::new(ErrorKind::Limit(String::new()), "")), None);
        assert!(hint(&Error::bad("unpacked file", 0, "its CRC")).is_some_and(|text| text.contains("7z x")));
    }
}
