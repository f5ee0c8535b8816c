//! How a call names rooms: `3` or `dock`.

use std::str::FromStr;

/// A room in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// The room with this number.
    Number(u32),
    /// The room with this name in the index, or with a part of it.
    Called(String),
}

impl FromStr for Room {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().parse() {
            Ok(number) => Ok(Self::Number(number)),
            Err(_) if text.contains(char::is_alphabetic) => Ok(Self::Called(text.to_owned())),
            Err(_) => Err("use a number or a name; `costumier info GAME` lists the rooms".into()),
        }
    }
}

/// A part of a list of rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rooms {
    /// A room that has to exist.
    One(Room),
    /// Rooms between two numbers, both included, as far as they exist.
    Range(u32, u32),
    /// All rooms of the game.
    All,
}

/// A list of rooms, separated by commas or blanks: `1-3,dock`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RoomList(pub(crate) Vec<Rooms>);

impl FromStr for RoomList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
        let list: Vec<Rooms> = parts.map(part).collect::<Result<_, String>>()?;
        if list.is_empty() { Err(part("").err().unwrap_or_default()) } else { Ok(Self(list)) }
    }
}

fn part(text: &str) -> Result<Rooms, String> {
    let range = text.split_once('-').map(|(first, last)| (first.parse::<u32>(), last.parse::<u32>()));
    match range {
        _ if text == "all" => Ok(Rooms::All),
        Some((Ok(first), Ok(last))) if first <= last => Ok(Rooms::Range(first, last)),
        Some((Ok(first), Ok(last))) => Err(format!("the range {text} counts down; write {last}-{first}")),
        _ => text.parse().map(Rooms::One),
    }
}
