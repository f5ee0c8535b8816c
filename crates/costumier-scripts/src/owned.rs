//! The scripts of a game, each with its owner: global ones, a room's own, its entry and exit, and the verbs of
//! objects (`docs/format/scripts.md §A.1`).
//!
//! **Note:** a local script's number means nothing without its room.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use std::fmt;

use crate::Problem;
use crate::dialect::{ChoreNumbers, Dialect};
use crate::script::{Encoding, Profile, Script};

/// The owner of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The game owns the script; with the number of its directory slot.
    Global(u32),
    /// A room owns the script; with the script's number.
    Local(u32),
    /// The script runs when the room is entered.
    Entry,
    /// The script runs when the room is left.
    Exit,
    /// The script has the verbs of an object; with the object's number.
    Object(u32),
}

impl Owner {
    /// Returns the kind in listings and JSON, such as `global`.
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

    /// Returns the number of the script or object; `None` for entries and exits.
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
    /// The game's number of the verb; 0xFF (v8: 0xFFFFFFFF) means every other verb.
    pub verb: u32,
    /// The byte of the script where its code begins.
    pub at: u32,
}

/// The bytes of a script, and its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptBytes {
    /// The owner of the script.
    pub owner: Owner,
    /// The number of the room that the script is stored in.
    pub room: u32,
    /// Name of the file.
    pub file: String,
    /// Offset in that file of [`ScriptBytes::code`]'s first byte, in bytes.
    pub offset: u64,
    /// The bytes of the script; from [`ScriptBytes::start`] on they are instructions. Positions count as in
    /// `docs/format/scripts.md §A.1`.
    pub code: Vec<u8>,
    /// Index of the byte in [`ScriptBytes::code`] where the instructions begin.
    pub start: usize,
    /// Whether the length of the script is not stored, so that something else may follow the last instruction:
    /// rooms without blocks (v0 to v3 with 16 colours).
    pub is_open: bool,
    /// The verbs, with the bytes where they begin.
    pub verbs: Vec<Verb>,
    /// The name of an object, with the bytes that the file has.
    pub name: Option<Vec<u8>>,
}

impl ScriptBytes {
    /// Makes a script of only instructions, with a known end, that comes from no file.
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
    /// Problems: what could not be read.
    pub problems: Vec<Problem>,
}

/// The instructions of a script, and its owner.
#[derive(Clone, Debug)]
pub struct GameScript {
    /// The owner of the script.
    pub owner: Owner,
    /// The number of the room that the script is stored in.
    pub room: u32,
    /// Name of the file.
    pub file: String,
    /// Offset in that file of byte 0 of [`GameScript::script`], in bytes.
    pub offset: u64,
    /// The verbs, with the bytes where they begin.
    pub verbs: Vec<Verb>,
    /// The name of an object, with the bytes that the file has.
    pub name: Option<Vec<u8>>,
    /// The instructions of the script.
    pub script: Script,
}

/// All scripts of a game as instructions.
#[derive(Clone, Debug)]
pub struct ReadScripts {
    /// The set of instructions that they were read with.
    pub profile: Profile,
    /// The encoding of all texts: the one that the texts look like, until [`ReadScripts::set_encoding`].
    pub encoding: Encoding,
    /// The meaning of the numbers of chores in these scripts.
    pub chores: ChoreNumbers,
    /// The scripts: global ones by number, then room by room.
    pub list: Vec<GameScript>,
    /// Problems: what could not be found or read.
    pub problems: Vec<Problem>,
}

impl GameScript {
    /// Returns the room that owns the script; `None` for a global one.
    #[must_use]
    pub fn own_room(&self) -> Option<u32> {
        (!matches!(self.owner, Owner::Global(_))).then_some(self.room)
    }
}

impl ReadScripts {
    /// Reads the scripts of a game with a set of instructions. Chores have the numbers that today's interpreters
    /// give them.
    #[must_use]
    pub fn new(profile: Profile, found: GameScripts) -> Self {
        let list: Vec<GameScript> = found.list.into_iter().map(|script| read(profile, script)).collect();
        let encoding = Encoding::of(profile);
        let chores = profile.chore_numbers();
        let scripts = Self { profile, encoding, chores, list, problems: found.problems };
        #[cfg(not(target_family = "wasm"))]
        let scripts = scripts.guessed();
        scripts
    }

    /// Takes the encoding that the texts look like.
    #[cfg(not(target_family = "wasm"))]
    fn guessed(mut self) -> Self {
        let texts = self.list.iter().flat_map(|script| script.script.texts());
        let guess = crate::script::guess(self.profile, texts);
        guess.into_iter().for_each(|guess| self.set_encoding(guess));
        self
    }

    /// Reads all texts in another encoding. Texts of v1 and v2 have only one.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        for script in &mut self.list {
            script.script.set_encoding(encoding);
        }
        if self.encoding != Encoding::SevenBits {
            self.encoding = encoding;
        }
    }

    /// Reads the scripts of a game with the set of instructions of its dialect. If the game's files do not say
    /// which set it is, the one that fits best is taken: all possible sets are tried on the first 200 scripts
    /// (`docs/format/scripts.md §A.6`).
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

/// Number of scripts that are read to find out which instructions a game has.
const TRIED: usize = 200;

fn read(profile: Profile, bytes: ScriptBytes) -> GameScript {
    let ScriptBytes { owner, room, file, offset, code, start, is_open, verbs, name } = bytes;
    let entries: Vec<u32> = verbs.iter().map(|verb| verb.at).collect();
    let read = if is_open { Script::read_open } else { Script::read };
    GameScript { owner, room, file, offset, verbs, name, script: read(profile, code, start, &entries) }
}
