//! Puts costumes and rooms into a game: works out which bytes of its files have to change.
//!
//! ```text
//! costumes ─▸ blocks in place of the old ─▸ sizes around them ─▸ offsets of what lies behind ─▸ directories ─▸ Plan
//! ```
//! A [`Plan`] lists the ranges of each file that are replaced. Files and patches are both written from this list.
//!
//! **Note:** two ids can lead to one block. Changing one of them keeps the other: the changed costume gets a new
//! block at the end of its room. A smaller block can be filled up to its old size, so that the index file does not
//! change; ScummVM recognises a game by that file.

pub mod archive;
mod block;
mod grow;
mod plan;
mod rooms;
mod strict;
mod written;

use costumier::files::Key;
use costumier::{Error, ErrorKind, Files, Game, Result};
use serde::Serialize;

pub use rooms::{NewRoom, PlacedRoom};
pub use written::{PutFormat, container, index};

use crate::map::GameMap;
use crate::splice::{Segment, Splices};

/// A costume to put into a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCostume {
    /// Its id in the directory. An unused id is added if the directory can grow.
    pub id: u32,
    /// The room that owns the costume. A new id needs it; an existing costume stays in its room.
    pub room: Option<u32>,
    /// The block, with or without its header. It must be a costume that the game's generation can open.
    pub payload: Vec<u8>,
}

/// Options for putting costumes into a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PutOptions {
    /// Leaves smaller blocks smaller, even if filling them up would keep the index file unchanged.
    pub no_padding: bool,
    /// Changes all ids that lead to the same block.
    pub all_ids: bool,
}

/// A costume that is put into a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlacedCostume {
    /// The id of the costume in the directory.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// The file that holds the costume.
    pub file: String,
    /// Size in bytes of its block before, header included; `None` if it is new.
    pub before: Option<u64>,
    /// Size in bytes of its block now, header and filling included.
    pub after: u64,
    /// Number of bytes that fill it up to its old size.
    pub filling: u64,
    /// What happened to the costume.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// What happened to a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The game has it already, byte for byte.
    Unchanged,
    /// Its block replaced the old one.
    Replaced,
    /// These other ids share the old block and keep it; this id has a new block.
    Split(Vec<u32>),
    /// The id was not used before.
    Added,
}

/// A file of the game, and its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// The name of the file on the disk.
    pub name: String,
    /// The file's key, which new bytes are written with.
    pub key: Key,
    /// Size in bytes before the changes.
    pub len: u64,
    /// The changes of the file.
    pub splices: Splices,
}

/// All changes of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The files: the index, then the data files, including those without changes.
    pub files: Vec<PlannedFile>,
    /// The result for each costume, in the order in which they were given.
    pub costumes: Vec<PlacedCostume>,
    /// The result for each room, in the order in which they were given.
    pub rooms: Vec<PlacedRoom>,
}

/// Number of bytes copied at a time.
const CHUNK: usize = 1 << 16;

impl Plan {
    /// Works out the changes that put `costumes` into the game. `files` are those that the game was opened from.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`] with all reasons why it is impossible, for example a payload that is no costume of
    /// the game's generation; errors of reading the files.
    pub fn new(game: &Game, files: &dyn Files, costumes: &[NewCostume], options: PutOptions) -> Result<Self> {
        Self::with_rooms(game, files, costumes, &[], options)
    }

    /// Works out the changes that put `costumes` and `rooms` into the game.
    ///
    /// # Errors
    /// As [`Plan::new`]; also for rooms of a [generation](crate::room::editable) whose rooms cannot be edited.
    pub fn with_rooms(
        game: &Game,
        files: &dyn Files,
        costumes: &[NewCostume],
        rooms: &[NewRoom],
        options: PutOptions,
    ) -> Result<Self> {
        plan::plan(&GameMap::read(game, files)?, game, files, costumes, rooms, options)
    }

    /// Whether the index file changes. ScummVM then no longer recognises the game.
    #[must_use]
    pub fn changes_index(&self) -> bool {
        self.files.first().is_some_and(|index| !index.splices.is_empty())
    }

    /// Returns the files that change.
    pub fn changed(&self) -> impl Iterator<Item = &PlannedFile> {
        self.files.iter().filter(|file| !file.splices.is_empty())
    }
}

impl PlannedFile {
    /// Returns the size in bytes after the changes.
    #[must_use]
    pub fn len_after(&self) -> u64 {
        self.splices.len_after(self.len)
    }

    /// Writes the file after its changes to `sink`, piece by piece, encrypted as the file is. `source` is the file
    /// before.
    ///
    /// # Errors
    /// Errors of reading, and those of `sink`.
    pub fn write<E: From<Error>>(
        &self,
        source: &dyn costumier::Source,
        mut sink: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if source.len() != self.len {
            let (was, is) = (self.len, source.len());
            let why =
                format!("the file was changed: it had {was} bytes when this was planned, and has {is} now");
            return Err(Error::new(ErrorKind::Source(why), "copying").in_file(&self.name).into());
        }
        let mut buffer = vec![0; CHUNK];
        for part in self.splices.parts(self.len) {
            match part {
                Segment::Kept(kept) => {
                    let mut at = kept.start;
                    while at < kept.end {
                        let size = usize::try_from(kept.end - at).unwrap_or(CHUNK).min(CHUNK);
                        let Some(piece) = buffer.get_mut(..size) else { break };
                        source.read_at(at, piece).map_err(|error| error.in_file(&self.name))?;
                        sink(piece)?;
                        at += size as u64;
                    }
                }
                Segment::New(bytes, _) => {
                    let mut bytes = bytes.to_vec();
                    self.key.apply(&mut bytes);
                    sink(&bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the bytes of the file after its changes.
    ///
    /// # Errors
    /// Errors of reading; [`ErrorKind::Limit`] if the file would have more than `most` bytes.
    pub fn to_vec(&self, source: &dyn costumier::Source, most: u64) -> Result<Vec<u8>> {
        let len = self.len_after();
        let Some(size) = usize::try_from(len).ok().filter(|_| len <= most) else {
            let why = format!("the changed file would have {len} bytes, more than the limit of {most}");
            return Err(Error::new(ErrorKind::Limit(why), "changed file").in_file(&self.name));
        };
        let mut out = Vec::with_capacity(size);
        self.write(source, |bytes| {
            out.extend_from_slice(bytes);
            Ok::<(), Error>(())
        })?;
        Ok(out)
    }
}
