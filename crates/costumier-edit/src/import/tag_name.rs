//! Names of animations: `walk east`, `talk-start_south`, `chore-08-west-curtsy`, Popochiu's `idle_r`, and `_wave_left`
//! as importers for Godot write animations that are played once.

use costumier::{Facing, Role};

/// The chore that a name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChoreWord {
    Role(Role),
    /// A number, and a name if it has one.
    Number(u16, String),
    /// A chore that gets the next free number.
    Named(String),
}

/// What the name of an animation says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagName {
    pub(super) chore: ChoreWord,
    /// The facing; `None` for all facings.
    pub(super) facing: Option<Facing>,
    /// Whether the name says that the animation is played once.
    pub(super) once: bool,
    /// Whether the name means the loop that follows the first frames of the animation.
    pub(super) is_loop: bool,
}

impl TagName {
    /// Adds the number of the chore from a text such as `east · chore 8 · record 33`, which exports write.
    pub(super) fn with_number(mut self, text: Option<&str>) -> Self {
        let said = text.and_then(|text| {
            let number = text.split(" · ").find_map(|part| part.strip_prefix("chore "))?;
            number.parse().ok().filter(|number| *number <= MOST)
        });
        if let (Some(number), ChoreWord::Named(name)) = (said, &self.chore) {
            self.chore = ChoreWord::Number(number, name.clone());
        }
        self
    }
}

/// Why a name is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadName {
    /// It names no facing, and no chore that has the same pictures in all facings.
    NoFacing,
    /// It names no chore.
    NoChore,
    /// The number of the chore is above 63.
    Number,
}

impl BadName {
    /// Returns what is wrong and what to do, as the end of a sentence that begins with the name.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::NoFacing => {
                "names no facing; call it like `walk east` (east, west, south, north, or right, left, down, up)"
            }
            Self::NoChore => "names no chore; call it like `walk east`",
            Self::Number => "has a number that is too high; chores have the numbers 0 to 63",
        }
    }
}

/// Largest number of a chore.
const MOST: u16 = 63;

/// Reads the name of an animation.
pub(super) fn read(name: &str) -> Result<TagName, BadName> {
    let once = name.starts_with('_');
    let lower = name.to_lowercase();
    let mut words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let is_loop = words.len() > 1 && words.last() == Some(&"loop");
    if is_loop {
        words.pop();
    }
    // The facing is the last word, or a whole word before a name: `chore 08 west curtsy`.
    let last = words.len().saturating_sub(1);
    let place = words.iter().rposition(|word| whole_facing(word).is_some());
    let place = place
        .filter(|at| *at > 0)
        .or_else(|| words.last().and_then(|word| facing(word)).map(|_| last))
        .or(place);
    let facing = place.and_then(|at| words.get(at)).and_then(|word| facing(word));
    let (before, after) = match place {
        Some(at) => (words.get(..at).unwrap_or_default(), words.get(at + 1..).unwrap_or_default()),
        None => (words.as_slice(), [].as_slice()),
    };
    // The facing may also come first: `east_walk`.
    let (before, after) = if before.is_empty() { (after, [].as_slice()) } else { (before, after) };
    let chore = match before {
        [] => return Err(BadName::NoChore),
        ["chore", number, rest @ ..] if number.bytes().all(|digit| digit.is_ascii_digit()) => {
            let number = number.parse().ok().filter(|number| *number <= MOST).ok_or(BadName::Number)?;
            ChoreWord::Number(number, [rest, after].concat().join(" "))
        }
        words => match role(&words.join(" ")) {
            Some(role) => ChoreWord::Role(role),
            None => ChoreWord::Named([words, after].concat().join(" ")),
        },
    };
    if facing.is_none() && !matches!(chore, ChoreWord::Role(_)) {
        return Err(BadName::NoFacing);
    }
    Ok(TagName { chore, facing, once, is_loop })
}

fn role(words: &str) -> Option<Role> {
    Some(match words {
        "init" => Role::Init,
        "walk" | "walking" => Role::Walk,
        "stand" | "standing" | "idle" => Role::Stand,
        "talk" | "talk start" | "talking" | "speak" => Role::TalkStart,
        "talk stop" | "talk end" => Role::TalkStop,
        _ => return None,
    })
}

fn whole_facing(word: &str) -> Option<Facing> {
    let word = match word {
        "right" => "east",
        "left" => "west",
        "down" | "front" => "south",
        "up" | "back" => "north",
        word => word,
    };
    Facing::ALL.into_iter().find(|facing| facing.name() == word)
}

fn facing(word: &str) -> Option<Facing> {
    whole_facing(match word {
        "e" | "r" => "east",
        "w" | "l" => "west",
        "s" | "d" => "south",
        "n" | "u" => "north",
        "ne" | "ur" => "northeast",
        "nw" | "ul" => "northwest",
        "se" | "dr" => "southeast",
        "sw" | "dl" => "southwest",
        word => word,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EAST: Option<Facing> = Some(Facing::EAST);
    const WEST: Option<Facing> = Some(Facing::WEST);
    const SOUTH: Option<Facing> = Some(Facing::SOUTH);
    const NORTH: Option<Facing> = Some(Facing::NORTH);

    fn named(chore: ChoreWord, facing: Option<Facing>) -> TagName {
        TagName { chore, facing, once: false, is_loop: false }
    }

    #[test]
    fn names_of_many_programs_are_understood() {
        let role = |role, facing| Ok(named(ChoreWord::Role(role), facing));
        let northeast = Some(Facing::from_angle(45));
        for (name, expected) in [
            ("walk east", role(Role::Walk, EAST)),
            ("Walk-West", role(Role::Walk, WEST)),
            ("talk-start-south", role(Role::TalkStart, SOUTH)),
            ("talk stop north", role(Role::TalkStop, NORTH)),
            ("idle_r", role(Role::Stand, EAST)),
            ("talk_u", role(Role::TalkStart, NORTH)),
            ("walk_left", role(Role::Walk, WEST)),
            ("walk/down", role(Role::Walk, SOUTH)),
            ("idle", Ok(named(ChoreWord::Role(Role::Stand), None))),
            ("chore-08-west", Ok(named(ChoreWord::Number(8, String::new()), WEST))),
            ("chore-08-west-curtsy", Ok(named(ChoreWord::Number(8, "curtsy".into()), WEST))),
            ("pick up east", Ok(named(ChoreWord::Named("pick up".into()), EAST))),
            ("pick up", Ok(named(ChoreWord::Named("pick".into()), NORTH))),
            ("wave_d", Ok(named(ChoreWord::Named("wave".into()), SOUTH))),
            ("east_walk", role(Role::Walk, EAST)),
            ("left talk", role(Role::TalkStart, WEST)),
            ("blink", Err(BadName::NoFacing)),
            ("walk_ur", role(Role::Walk, northeast)),
            ("walk northeast", role(Role::Walk, northeast)),
            ("east", Err(BadName::NoChore)),
            ("", Err(BadName::NoChore)),
            ("chore 64 east", Err(BadName::Number)),
        ] {
            assert_eq!(read(name), expected, "{name}");
        }
        let once = read("_wave_left").unwrap();
        assert!(once.once && once.facing == WEST);
        let looped = read("walk-east-loop").unwrap();
        assert!(looped.is_loop && looped.facing == EAST);
    }
}
