//! All scripts of a game, each with its owner: global ones, a room's own, its entry and exit, and the verbs of objects
//! (`reference/11 A.1`).
//!
//! **Note:** a local script's number means nothing without its room.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::fmt;

use crate::Problem;
use crate::dialect::{ChoreNumbers, Dialect};
use crate::script::{Profile, Script};

/// Whose script it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The game's, by the number of its directory slot.
    Global(u32),
    /// A room's, by number.
    Local(u32),
    /// Runs when the room is entered.
    Entry,
    /// Runs when the room is left.
    Exit,
    /// The verbs of an object, by the object's number.
    Object(u32),
}

impl Owner {
    /// Its kind in listings and JSON.
    #[must_use]
    pub fn kind(self) -> &'static str {
        match self {
            Self::Global(_) => "global",
            Self::Local(_) => "local",
            Self::Entry => "entry",
            Self::Exit => "exit",
            Self::Object(_) => "object",
        }
    }

    /// Its number, where it has one.
    #[must_use]
    pub fn number(self) -> Option<u32> {
        match self {
            Self::Global(number) | Self::Local(number) | Self::Object(number) => Some(number),
            Self::Entry | Self::Exit => None,
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Global(number) | Self::Local(number) => write!(f, "{number}"),
            Self::Object(number) => write!(f, "object {number}"),
            other => f.write_str(other.kind()),
        }
    }
}

/// One verb of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verb {
    /// The game's number of the verb; 0xFF (v8: 0xFFFFFFFF) is every other.
    pub verb: u32,
    /// The byte where its code begins.
    pub at: u32,
}

/// A script's bytes, and whose they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptBytes {
    /// Whose it is.
    pub owner: Owner,
    /// The room that it lies in.
    pub room: u32,
    /// Name of the file.
    pub file: String,
    /// Offset in that file of [`ScriptBytes::code`]'s first byte.
    pub offset: u64,
    /// Its bytes; from [`ScriptBytes::start`] on they are instructions. Positions count as in `reference/11
    /// A.1`.
    pub code: Vec<u8>,
    /// Where the instructions begin.
    pub start: usize,
    /// Whether nothing says how long it is, so that something else may follow the last instruction: rooms of
    /// old bundles.
    pub is_open: bool,
    /// Where verbs begin.
    pub verbs: Vec<Verb>,
    /// An object's name, as it is stored.
    pub name: Option<Vec<u8>>,
}

impl ScriptBytes {
    /// A script of nothing but instructions, which says where it ends; in no file that is known.
    #[must_use]
    pub fn new(owner: Owner, room: u32, code: Vec<u8>) -> Self {
        Self {
            owner,
            room,
            file: String::new(),
            offset: 0,
            code,
            start: 0,
            is_open: false,
            verbs: Vec::new(),
            name: None,
        }
    }
}

/// The scripts of a game, and what could not be read of them.
#[derive(Clone, Debug, Default)]
pub struct GameScripts {
    /// The scripts: global ones by number, then room by room.
    pub list: Vec<ScriptBytes>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// A script and whose it is.
#[derive(Clone, Debug)]
pub struct GameScript {
    /// Whose it is.
    pub owner: Owner,
    /// The room that it lies in.
    pub room: u32,
    /// Name of the file.
    pub file: String,
    /// Offset in that file of byte 0 of [`GameScript::script`].
    pub offset: u64,
    /// Where verbs begin.
    pub verbs: Vec<Verb>,
    /// An object's name, as it is stored.
    pub name: Option<Vec<u8>>,
    /// Its instructions.
    pub script: Script,
}

/// All scripts of a game as instructions.
#[derive(Clone, Debug)]
pub struct ReadScripts {
    /// What they were read with.
    pub profile: Profile,
    /// What they mean by a chore's number.
    pub chores: ChoreNumbers,
    /// Global ones by number, then room by room.
    pub list: Vec<GameScript>,
    /// What could not be found or read.
    pub problems: Vec<Problem>,
}

impl ReadScripts {
    /// Reads what was found with a set of instructions. Chores have the numbers that today's interpreters give them.
    #[must_use]
    pub fn new(profile: Profile, found: GameScripts) -> Self {
        let list = found.list.into_iter().map(|script| read(profile, script)).collect();
        Self { profile, chores: profile.chore_numbers(), list, problems: found.problems }
    }

    /// Reads what was found in a game. Where the game's files do not say which set of instructions it has, the one that
    /// fits best is taken: all sets that are possible are tried on the first scripts (`reference/11 A.6`).
    #[must_use]
    pub fn of_game(dialect: &Dialect, found: GameScripts) -> Self {
        let faults = |profile: Profile| -> usize {
            let tried = found.list.iter().take(TRIED);
            tried.map(|script| read(profile, script.clone()).script.problems.len()).sum()
        };
        let profile = match Profile::readable(dialect) {
            [one] => Some(*one),
            several => several.iter().copied().min_by_key(|profile| faults(*profile)),
        };
        Self { chores: dialect.chores, ..Self::new(profile.unwrap_or(Profile::V5), found) }
    }
}

/// Scripts that are read to find out which instructions a game has.
const TRIED: usize = 200;

fn read(profile: Profile, bytes: ScriptBytes) -> GameScript {
    let ScriptBytes { owner, room, file, offset, code, start, is_open, verbs, name } = bytes;
    let entries: Vec<u32> = verbs.iter().map(|verb| verb.at).collect();
    let read = if is_open { Script::read_open } else { Script::read };
    GameScript { owner, room, file, offset, verbs, name, script: read(profile, code, start, &entries) }
}
