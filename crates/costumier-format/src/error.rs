//! Errors: what failed, who can do something about it, and where in which file.
//!
//! An [`Error`] is built where the fault is noticed ("needs 12 bytes, 3 are left") and gains its context on the way
//! out: the block, the costume's id, the file. **Note:** offsets are bytes from the start of the *file* if a file
//! is named, and from the start of the block's payload otherwise; the message says which.

use std::borrow::Cow;
use std::fmt;

use crate::escape;

/// The result of a fallible function of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// One failure with its context. It is cheap to move; compare [`Error::kind`] in tests.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    what: String,
    at: Option<u64>,
    block: Option<String>,
    costume: Option<u32>,
    file: Option<String>,
}

/// A text that names nothing of its kind: the error of every [`FromStr`](std::str::FromStr) in this library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no {kind}: use {known}")]
pub struct UnknownName {
    text: String,
    kind: &'static str,
    known: Cow<'static, str>,
}

impl UnknownName {
    /// The text, what it should name (`facing`), and the names that exist.
    #[must_use]
    pub fn new(text: &str, kind: &'static str, known: impl Into<Cow<'static, str>>) -> Self {
        Self { text: text.to_owned(), kind, known: known.into() }
    }

    /// Returns the value of `all` that `text` names, in any case.
    ///
    /// # Errors
    /// If no value has this name.
    pub fn find<T: Copy, const N: usize>(
        text: &str,
        kind: &'static str,
        all: [T; N],
        name: fn(T) -> &'static str,
    ) -> Result<T, Self> {
        let names = all.map(name);
        let at = names.iter().position(|name| name.eq_ignore_ascii_case(text));
        at.and_then(|at| all.get(at).copied()).ok_or_else(|| Self::among(text, kind, &names))
    }

    fn among(text: &str, kind: &'static str, names: &[&str]) -> Self {
        let known = match names {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            _ => names.concat(),
        };
        Self::new(text, kind, known)
    }
}

/// Who can do something about an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The game's files are damaged, incomplete or of another kind than expected.
    File,
    /// The caller asked for something that does not exist.
    Caller,
    /// The disk, or another medium behind a `Source`, failed.
    Disk,
    /// A bound of [`Limits`](crate::Limits) was reached. Usually a size in a damaged file is implausible; rarely is
    /// the game that large.
    Limit,
    /// Costumier does not support this yet.
    Unsupported,
}

/// What went wrong. New kinds may be added.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end before the thing that is read.
    Truncated {
        /// Number of bytes that the thing takes, from its start.
        needed: u64,
        /// Number of bytes that are left, from its start.
        available: u64,
    },
    /// A field holds an invalid value; the text says which and why.
    BadValue(String),
    /// Apparently valid, but not supported by this library.
    Unsupported(String),
    /// A bound of [`Limits`](crate::Limits) was reached.
    Limit(String),
    /// The source could not be read (disk error, file gone, browser refused).
    Source(String),
    /// No file of the folder looks like a SCUMM index.
    NotAGame(String),
    /// The folder or file holds something known that is not an open game. The text says what it is and what to do.
    OtherForm(String),
    /// More than one file of the folder looks like a SCUMM index. Each row names a game: its index file, its
    /// generation, its title. Opening accepts any of these as the game's name.
    SeveralGames(Vec<String>),
    /// A file that the game needs is missing.
    MissingFile(String),
    /// Costume id 0 means "no costume" to the interpreter.
    CostumeZero,
    /// The id is not in the directory.
    CostumeOutOfRange {
        /// Number of directory slots; valid ids are 1 to count − 1.
        count: u32,
    },
    /// The directory slot exists but is empty.
    CostumeUnused,
    /// The costume's room is not in the data file's room table.
    RoomMissing {
        /// Room number that the directory names.
        room: u32,
    },
    /// The directory points at another kind of block.
    NotACostume {
        /// The four characters that were found there.
        found: String,
    },
    /// The game has no room with this number.
    NoSuchRoom {
        /// The room number that was asked for.
        room: u32,
    },
    /// The requested thing does not exist: a picture, a record or a limb of a costume, or a palette of a room. The
    /// text names it.
    NoSuchItem(String),
    /// The format cannot hold what was to be written.
    CannotWrite(String),
}

impl Error {
    /// A failure while reading `what` (a short noun phrase: "picture header").
    #[must_use]
    pub fn new(kind: ErrorKind, what: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, what: what.into(), at: None, block: None, costume: None, file: None }))
    }

    /// Bytes are missing: `what` needs `needed` bytes at `at`, `available` are there.
    #[must_use]
    pub fn truncated(what: impl Into<String>, at: u64, needed: u64, available: u64) -> Self {
        Self::new(ErrorKind::Truncated { needed, available }, what).at(at)
    }

    /// An invalid value at `at`.
    #[must_use]
    pub fn bad(what: impl Into<String>, at: u64, why: impl Into<String>) -> Self {
        Self::new(ErrorKind::BadValue(why.into()), what).at(at)
    }

    /// Sets the byte offset, unless it was set closer to the cause.
    #[must_use]
    pub fn at(mut self, at: u64) -> Self {
        self.0.at.get_or_insert(at);
        self
    }

    /// Moves the byte offset by `base`: from "in the block" to "in the file".
    #[must_use]
    pub fn moved_by(mut self, base: u64) -> Self {
        self.0.at = self.0.at.map(|at| at.saturating_add(base));
        self
    }

    /// Names the block (`COST`, `RMHD`), unless it has a name already.
    #[must_use]
    pub fn in_block(mut self, block: impl Into<String>) -> Self {
        self.0.block.get_or_insert_with(|| block.into());
        self
    }

    /// Names the costume by its directory id.
    #[must_use]
    pub fn of_costume(mut self, id: u32) -> Self {
        self.0.costume.get_or_insert(id);
        self
    }

    /// Names the file, unless it has a name already.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.0.file.get_or_insert_with(|| file.into());
        self
    }

    /// The kind of the failure.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Name of the thing that was read or written.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.0.what
    }

    /// The byte offset: in the file if [`Error::file`] is set, else in the block's payload.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.0.at
    }

    /// Tag of the block, if known.
    #[must_use]
    pub fn block(&self) -> Option<&str> {
        self.0.block.as_deref()
    }

    /// Directory id of the costume, if one was asked for.
    #[must_use]
    pub fn costume(&self) -> Option<u32> {
        self.0.costume
    }

    /// Name of the file, if known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// Who can do something about the failure.
    #[must_use]
    pub fn fault(&self) -> Fault {
        match self.kind() {
            ErrorKind::Truncated { .. }
            | ErrorKind::BadValue(_)
            | ErrorKind::RoomMissing { .. }
            | ErrorKind::NotACostume { .. }
            | ErrorKind::MissingFile(_) => Fault::File,
            ErrorKind::Source(_) => Fault::Disk,
            ErrorKind::Limit(_) => Fault::Limit,
            ErrorKind::Unsupported(_) => Fault::Unsupported,
            ErrorKind::NotAGame(_)
            | ErrorKind::OtherForm(_)
            | ErrorKind::SeveralGames(_)
            | ErrorKind::CostumeZero
            | ErrorKind::CostumeOutOfRange { .. }
            | ErrorKind::CostumeUnused
            | ErrorKind::NoSuchRoom { .. }
            | ErrorKind::NoSuchItem(_)
            | ErrorKind::CannotWrite(_) => Fault::Caller,
        }
    }
}

/// The things that are read when packed data is damaged.
const PACKED: [&str; 6] =
    ["unpacking", "unpacked file", "zip", "gzip file", "gzip header", "header of a zip's member"];

impl Error {
    /// Returns what a person can do about it, if the library knows it. Programs add hints about their own commands.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self.kind() {
            ErrorKind::Truncated { .. } => {
                "the file may be cut short; compare its size with that of another copy"
            }
            ErrorKind::BadValue(_) if PACKED.contains(&self.what()) => {
                "the archive is damaged; get it again, or unpack what another program can (7z x FILE) and name that \
                 folder"
            }
            ErrorKind::Limit(_) if self.what() == "deflated file" => {
                "if you trust the file, unpack it with another program and name the folder"
            }
            ErrorKind::RoomMissing { .. } => {
                "the room may be on another disk; put all data files into the folder"
            }
            ErrorKind::NotACostume { .. } => {
                "index and data file may come from different editions of the game"
            }
            ErrorKind::MissingFile(_) => {
                "copy the missing file into the folder (upper or lower case does not matter)"
            }
            ErrorKind::NotAGame(_) => "name the folder of the game's files, or its index file",
            ErrorKind::SeveralGames(_) => "name one of them; a part of its name or title is enough",
            ErrorKind::Source(_) => "the file was changed or removed; open the game again",
            _ => return None,
        })
    }
}

impl Fault {
    /// The fault's word in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Caller => "caller",
            Self::Disk => "disk",
            Self::Limit => "limit",
            Self::Unsupported => "unsupported",
        }
    }
}

impl ErrorKind {
    /// The kind's word in JSON, by which programs distinguish kinds.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Truncated { .. } => "truncated",
            Self::BadValue(_) => "bad-value",
            Self::Unsupported(_) => "unsupported",
            Self::Limit(_) => "limit",
            Self::Source(_) => "source",
            Self::NotAGame(_) => "not-a-game",
            Self::OtherForm(_) => "other-form",
            Self::SeveralGames(_) => "several-games",
            Self::MissingFile(_) => "missing-file",
            Self::CostumeZero => "costume-zero",
            Self::CostumeOutOfRange { .. } => "costume-out-of-range",
            Self::CostumeUnused => "costume-unused",
            Self::RoomMissing { .. } => "room-missing",
            Self::NotACostume { .. } => "not-a-costume",
            Self::NoSuchRoom { .. } => "no-such-room",
            Self::NoSuchItem(_) => "no-such-item",
            Self::CannotWrite(_) => "cannot-write",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { needed, available } => {
                write!(f, "needs {needed} byte{}, {available} left", if *needed == 1 { "" } else { "s" })
            }
            Self::BadValue(why)
            | Self::Limit(why)
            | Self::Source(why)
            | Self::NotAGame(why)
            | Self::OtherForm(why)
            | Self::CannotWrite(why) => f.write_str(&escape::message(why)),
            Self::Unsupported(why) => write!(f, "not supported: {}", escape::message(why)),
            Self::SeveralGames(games) => {
                write!(f, "there are {} games here:", games.len())?;
                games.iter().try_for_each(|game| write!(f, "\n  {}", escape::line(game)))
            }
            Self::MissingFile(name) => write!(f, "file {} is missing", escape::line(name)),
            Self::CostumeZero => f.write_str("id 0 means \"no costume\""),
            Self::CostumeOutOfRange { count } => {
                write!(f, "there is no such id, the largest is {}", count.saturating_sub(1))
            }
            Self::CostumeUnused => f.write_str("the directory slot is unused"),
            Self::RoomMissing { room } => write!(f, "its room {room} is not in the data file's room table"),
            Self::NotACostume { found } => {
                write!(f, "the directory points at {}, not at a costume", escape::line(found))
            }
            Self::NoSuchRoom { room } => write!(f, "there is no room {room}"),
            Self::NoSuchItem(name) => write!(f, "there is no {}", escape::line(name)),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.0;
        if let Some(file) = &inner.file {
            write!(f, "{}: ", escape::line(file))?;
        }
        if let Some(id) = inner.costume {
            write!(f, "costume {id}: ")?;
        }
        if let Some(block) = &inner.block {
            write!(f, "{}: ", escape::line(block))?;
        }
        if !inner.what.is_empty() {
            write!(f, "{}: ", escape::line(&inner.what))?;
        }
        write!(f, "{}", inner.kind)?;
        match (inner.at, &inner.block, &inner.file) {
            (None, ..) => Ok(()),
            (Some(at), Some(_), None) => write!(f, " (at byte {at:#x} of the block)"),
            (Some(at), ..) => write!(f, " (at byte {at:#x})"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self}; {:?})", self.0.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_listed_where_none_fits() {
        let find = |text, names| UnknownName::find(text, "fruit", names, |name: &'static str| name);
        assert_eq!(find("Pear", ["apple", "pear", "plum"]), Ok("pear"));
        let message = |names: Result<&str, UnknownName>| names.unwrap_err().to_string();
        assert_eq!(
            message(find("fig", ["apple", "pear", "plum"])),
            "\"fig\" is no fruit: use apple, pear or plum"
        );
        let one = UnknownName::find("fig", "fruit", ["apple"], |name: &'static str| name);
        assert_eq!(message(one), "\"fig\" is no fruit: use apple");
    }

    #[test]
    fn a_hint_is_there_where_somebody_can_do_something() {
        assert!(Error::bad("unpacked file", 0, "its CRC").hint().is_some_and(|text| text.contains("7z x")));
        assert_eq!(Error::bad("picture", 0, "no such limb").hint(), None);
        assert_eq!(Error::new(ErrorKind::Limit(String::new()), "").hint(), None);
    }

    #[test]
    fn an_error_reads_from_the_outside_in() {
        let e = Error::truncated("picture header", 0x10, 12, 3)
            .in_block("COST")
            .of_costume(7)
            .moved_by(0x5800)
            .in_file("monkey2.001");
        assert_eq!(
            e.to_string(),
            "monkey2.001: costume 7: COST: picture header: needs 12 bytes, 3 left (at byte 0x5810)"
        );
        assert_eq!(e.fault(), Fault::File);
    }

    #[test]
    fn names_in_an_error_cannot_command_a_terminal() {
        let named = |kind| Error::new(kind, "a\x1b").in_block("\u{9b}").in_file("x\nerror: y");
        let name = || "x\nerror: \u{202e}".to_owned();
        for kind in [
            ErrorKind::MissingFile(name()),
            ErrorKind::NoSuchItem(name()),
            ErrorKind::SeveralGames(vec![name()]),
            ErrorKind::NotAGame(name()),
            ErrorKind::NotACostume { found: name() },
        ] {
            let text = named(kind).to_string();
            assert!(text.lines().skip(1).all(|line| line.starts_with("  ")), "{text}");
            assert!(text.chars().all(|it| it == '\n' || escape::is_shown(it)), "{text}");
        }
    }

    #[test]
    fn the_innermost_place_wins() {
        let e = Error::bad("x", 5, "no").at(9).in_block("A").in_block("B");
        assert_eq!(e.offset(), Some(5));
        assert_eq!(e.block(), Some("A"));
    }

    #[test]
    fn errors_cross_threads() {
        fn check<T: Send + Sync + 'static>() {}
        check::<Error>();
    }
}
