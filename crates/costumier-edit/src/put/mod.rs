//! Costumes into a game: what has to change in its files, and nothing else.
//!
//! ```text
//! costumes ─▸ blocks in place of the old ─▸ sizes around them ─▸ offsets of what lies behind ─▸ directories ─▸ Plan
//! ```
//! A [`Plan`] lists the stretches of each file that are replaced. Written as files or as a patch, it is the
//! same list.
//!
//! What surprises:
//! - two ids may lead to one block. Changing one of them leaves the other as it is: the changed costume gets
//!   a block of its own, at the end of its room;
//! - a smaller block may be filled up to its old size, so that the index file stays as it is: ScummVM knows a
//!   game by that file alone.

pub mod archive;
mod block;
mod grow;
mod plan;
mod strict;

use costumier::files::Key;
use costumier::{Error, ErrorKind, Files, Game, Result};

use crate::map::GameMap;
use crate::splice::{Part, Splices};

/// A costume to be put into a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCostume {
    /// Its id in the directory. One that is not used yet is added, where the directory can grow.
    pub id: u32,
    /// The room that shall own it; needed for a new id. One that is there stays in its room.
    pub room: Option<u32>,
    /// The block, with or without its header. It must be a costume that the game's generation opens.
    pub payload: Vec<u8>,
}

/// How costumes are put into a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PutOptions {
    /// Blocks that are smaller than before stay smaller, even where filling them up would leave the index
    /// file as it is.
    pub no_padding: bool,
    /// Ids that lead to the same block all get the new one.
    pub all_ids: bool,
}

/// What became of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its id.
    pub id: u32,
    /// The room that owns it.
    pub room: u32,
    /// The file that its block lies in.
    pub file: String,
    /// Bytes of its block before, header included; `None` where it is new.
    pub before: Option<u64>,
    /// Bytes of its block now, header and filling included.
    pub after: u64,
    /// Bytes that fill it up to its old size.
    pub filling: u64,
    /// What was done.
    pub outcome: Outcome,
}

/// What was done with a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It is in the game already, byte for byte.
    Unchanged,
    /// Its block took the place of the old one.
    Replaced,
    /// These other ids had the same block and keep it; this one got a block of its own.
    Split(Vec<u32>),
    /// Its id was not used before.
    Added,
}

/// One file of the game, and what changes in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedFile {
    /// Its name, as it is on the disk.
    pub name: String,
    /// Its key: new bytes are written with it.
    pub key: Key,
    /// Its size before, in bytes.
    pub len: u64,
    /// What changes.
    pub splices: Splices,
}

/// All that changes in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The files: the index, then the data files. Those without changes are there too.
    pub files: Vec<PlannedFile>,
    /// What became of each costume, in the order in which they were given.
    pub costumes: Vec<Placed>,
}

/// Bytes that are copied at a time.
const CHUNK: usize = 1 << 16;

impl Plan {
    /// Works out what has to change so that `costumes` are in the game. `files` are those that the game was
    /// opened from.
    ///
    /// # Errors
    /// [`ErrorKind::CannotWrite`] with all the reasons why it cannot be done, a payload that is no costume of the
    /// game's generation among them; what reading the files says.
    pub fn new(game: &Game, files: &dyn Files, costumes: &[NewCostume], options: PutOptions) -> Result<Self> {
        plan::plan(&GameMap::read(game, files)?, game, files, costumes, options)
    }

    /// Whether the index file changes: ScummVM then no longer knows the game by itself.
    #[must_use]
    pub fn changes_index(&self) -> bool {
        self.files.first().is_some_and(|index| !index.splices.is_empty())
    }

    /// The files that change.
    pub fn changed(&self) -> impl Iterator<Item = &PlannedFile> {
        self.files.iter().filter(|file| !file.splices.is_empty())
    }
}

impl PlannedFile {
    /// Its size afterwards, in bytes.
    #[must_use]
    pub fn len_after(&self) -> u64 {
        self.splices.len_after(self.len)
    }

    /// Its bytes afterwards, encrypted as the file is, piece by piece; `source` is the file as it was.
    ///
    /// # Errors
    /// What reading says, and what `sink` says.
    pub fn write<E: From<Error>>(
        &self,
        source: &dyn costumier::Source,
        mut sink: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if source.len() != self.len {
            let why = format!("it had {} bytes when this was planned and has {} now", self.len, source.len());
            return Err(Error::new(ErrorKind::Source(why), "copying").in_file(&self.name).into());
        }
        let mut buffer = vec![0; CHUNK];
        for part in self.splices.parts(self.len) {
            match part {
                Part::Kept(kept) => {
                    let mut at = kept.start;
                    while at < kept.end {
                        let size = usize::try_from(kept.end - at).unwrap_or(CHUNK).min(CHUNK);
                        let Some(piece) = buffer.get_mut(..size) else { break };
                        source.read_at(at, piece).map_err(|error| error.in_file(&self.name))?;
                        sink(piece)?;
                        at += size as u64;
                    }
                }
                Part::New(bytes, _) => {
                    let mut bytes = bytes.to_vec();
                    self.key.apply(&mut bytes);
                    sink(&bytes)?;
                }
            }
        }
        Ok(())
    }

    /// Its bytes afterwards, in memory.
    ///
    /// # Errors
    /// What reading says; [`ErrorKind::Limit`] for more than `most` bytes.
    pub fn to_vec(&self, source: &dyn costumier::Source, most: u64) -> Result<Vec<u8>> {
        let len = self.len_after();
        let Some(size) = usize::try_from(len).ok().filter(|_| len <= most) else {
            let why = format!("{len} bytes are more than the limit of {most}");
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
