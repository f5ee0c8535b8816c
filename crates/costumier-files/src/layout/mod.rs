//! Layouts of index files: which tables an index has, and where each number of them is.
//!
//! ```text
//! IndexLayout   the tables of an index in the order in which they are written       tables.rs, a row for each
//! Table         count; rows of columns, column after column or row after row        table.rs
//! PlacedTable   a table in a file ▸ its rows, the position of each number
//! Row           what a table says about one thing
//! ```
//! A layout is a value that is used three times: [`Index::read`](crate::Index::read) reads by it,
//! [`IndexLayout::write`] writes by it, and `costumier-edit` finds the numbers that it changes by it.
//!
//! **Note:** two things are no tables and have readers and writers of their own: names of rooms, a list that ends
//! with room 0 (`room_names`), and `MAXS`, where each number has a meaning of its own (`maxima`).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod maxima;
mod number;
mod room_names;
mod table;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::block::write::{BlockWriter, small_block};
use crate::block::{Blocks, Tag, blocks_in, small_blocks_in};
use crate::bytes::Bytes;
use crate::dialect::{BlockHeaders, Dialect, DiskRules, FileLayout, Maxima, OldTables};
use crate::{Error, Limits, Result};

pub use number::NumberFormat;
pub use room_names::RoomNames;
pub use table::{Column, Count, Need, Order, PlacedTable, Row, Table, TableField};
pub(crate) use tables::{MAGIC, MAGIC_C64, MAGIC_NES, MAGIC_V1, is_small_tag, is_tag};
pub use tables::{OBJECT_NAME, ROOM_TABLE};

/// The kind of things that a directory lists, other than rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `SCRP` blocks, from `DSCR`.
    Script,
    /// `SOUN` blocks, from `DSOU`.
    Sound,
    /// `COST` blocks, from `DCOS`.
    Costume,
    /// `CHAR` blocks, from `DCHR`.
    Charset,
}

impl Kind {
    /// All four kinds, in a fixed order.
    pub const ALL: [Self; 4] = [Self::Script, Self::Sound, Self::Costume, Self::Charset];

    /// The kind's name, such as `costume`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::Sound => "sound",
            Self::Costume => "costume",
            Self::Charset => "charset",
        }
    }
}

/// What a table lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum List {
    /// The disk of each room.
    Rooms,
    /// The position of each room's blocks in its file.
    RoomStarts,
    /// The disk of each room, in indexes that have positions of rooms.
    Disks,
    /// The block of each room, in indexes that have positions of rooms.
    RoomBlocks,
    /// The block of each room's picture.
    RoomImages,
    /// The block of each room's scripts.
    RoomScripts,
    /// Scripts, sounds, costumes or charsets.
    Of(Kind),
    /// Images: `AWIZ` and `MULT` blocks.
    Images,
    /// Talkies, which nothing here reads.
    Talkies,
    /// Objects with their states.
    Objects,
}

impl List {
    /// The name of what the table lists, in the plural.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rooms => "rooms",
            Self::RoomStarts => "positions of rooms",
            Self::Disks => "disks of rooms",
            Self::RoomBlocks => "blocks of rooms",
            Self::RoomImages => "pictures of rooms",
            Self::RoomScripts => "scripts of rooms",
            Self::Of(Kind::Script) => "scripts",
            Self::Of(Kind::Sound) => "sounds",
            Self::Of(Kind::Costume) => "costumes",
            Self::Of(Kind::Charset) => "charsets",
            Self::Images => "images",
            Self::Talkies => "talkies",
            Self::Objects => "objects",
        }
    }
}

/// A table with its place and its rows.
type TableWithRows = (PlacedTable, Vec<Row>);

/// What an index says, for [`IndexLayout::write`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Names of rooms, by number; `None` if the index has no block of them.
    pub names: Option<BTreeMap<u32, String>>,
    /// The rows of each table. A block whose list is not here is not written.
    pub rows: BTreeMap<List, Vec<Row>>,
}

/// The layout of an index file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexLayout {
    /// The headers of the blocks around tables; `Bare` if tables follow each other without headers.
    pub(crate) headers: BlockHeaders,
    /// The numbers that an index without blocks may begin with. The first is written.
    pub(crate) magic: Option<[u16; 2]>,
    /// The name of the block of room names, and its form.
    names: Option<(&'static str, RoomNames)>,
    /// The form of `MAXS`.
    pub(crate) maxima: Option<Maxima>,
    /// The tables, in the order in which they are written.
    pub(crate) tables: Vec<Table>,
    /// Blocks that are known and not read.
    pub(crate) skipped: &'static [&'static str],
    /// Number of bytes behind the objects that their block's size does not count.
    tail: usize,
}

impl IndexLayout {
    /// The layout of the indexes of a dialect's games.
    #[must_use]
    pub fn of(dialect: &Dialect) -> Self {
        match dialect.files {
            FileLayout::Disks => Self::tagged(&dialect.disks),
            FileLayout::Lec | FileLayout::Rooms => Self {
                headers: BlockHeaders::Small,
                magic: None,
                names: Some(("RN", RoomNames::Short)),
                maxima: None,
                tables: tables::small(dialect.objects.tiles),
                skipped: &[],
                tail: dialect.small_index.tail,
            },
            FileLayout::OldRooms(tables) => Self::old(tables),
        }
    }

    /// The layout of v5 and later.
    #[must_use]
    pub fn tagged(rules: &DiskRules) -> Self {
        let form = if rules.long_names { RoomNames::Long } else { RoomNames::Short };
        Self {
            headers: BlockHeaders::Tagged,
            magic: None,
            names: Some(("RNAM", form)),
            maxima: Some(rules.maxima),
            tables: tables::tagged(rules),
            skipped: tables::skipped(rules),
            tail: 0,
        }
    }

    /// The layout of v0 to v3 with 16 colours: tables without headers.
    #[must_use]
    pub fn old(tables: OldTables) -> Self {
        Self {
            headers: BlockHeaders::Bare,
            magic: Some(tables::magic(tables)),
            names: None,
            maxima: None,
            tables: tables::old(tables),
            skipped: &[],
            tail: 0,
        }
    }

    /// The form of room names, if the index has a block with this tag for them.
    pub(crate) fn names(&self, tag: Tag) -> Option<RoomNames> {
        self.names.filter(|(name, _)| table::tag_of(name) == tag).map(|(_, form)| form)
    }

    /// The table that lists these things.
    #[must_use]
    pub fn table(&self, list: List) -> Option<&Table> {
        self.tables.iter().find(|table| table.list == list)
    }

    /// The table in a block with this tag. Every interpreter accepts the Humongous names for other games'
    /// directories.
    pub(crate) fn table_in(&self, tag: Tag) -> Option<&Table> {
        let own = self.tables.iter().find(|table| table.tag() == tag);
        own.or_else(|| self.table(tables::humongous_list(tag)?))
    }

    /// The blocks of an index. Small ones may have bytes behind the objects that no size counts: their number is
    /// the second result.
    pub(crate) fn blocks(&self, data: Bytes<'_>, limits: &Limits) -> (Blocks, usize) {
        match self.headers {
            BlockHeaders::Tagged => (blocks_in(data, limits), 0),
            _ => small_blocks(data, limits),
        }
    }

    /// Finds the tables of an index without blocks, one behind the other, with their rows. Returns the end of the
    /// last one too.
    pub(crate) fn bare_tables(&self, data: Bytes<'_>) -> Result<(Vec<TableWithRows>, usize)> {
        let magic = data.u16(0, "magic")?;
        if let Some(known @ [wanted, _]) = self.magic
            && !known.contains(&magic)
        {
            return Err(Error::bad("magic", data.base(), format!("{magic:#06x} is not {wanted:#06x}")));
        }
        let mut at = 2;
        let mut found = Vec::with_capacity(self.tables.len());
        for table in &self.tables {
            let (placed, rows) = table.read(data, at)?;
            at = usize::try_from(placed.end().saturating_sub(data.base())).unwrap_or(usize::MAX);
            found.push((placed, rows));
        }
        Ok((found, at))
    }

    /// Writes an index, not encrypted.
    #[must_use]
    pub fn write(&self, contents: &Contents) -> Vec<u8> {
        let mut out = BlockWriter::new();
        let block = |out: &mut BlockWriter, name: &str, payload: &[u8]| match self.headers {
            BlockHeaders::Tagged => drop(out.block(table::tag_of(name), |out| out.bytes(payload))),
            BlockHeaders::Small => {
                let [first, second, ..] = table::tag_of(name);
                out.bytes(&small_block(&[first, second], payload));
            }
            BlockHeaders::Bare | BlockHeaders::Size => out.bytes(payload),
        };
        if let Some([magic, _]) = self.magic {
            out.u16(magic);
        }
        if let Some(((name, form), names)) = self.names.zip(contents.names.as_ref()) {
            block(&mut out, name, &form.write(names));
        }
        if let Some(form) = self.maxima {
            block(&mut out, "MAXS", &self.write_maxima(form, contents));
        }
        for table in &self.tables {
            match contents.rows.get(&table.list) {
                Some(rows) => block(&mut out, table.name, &table.write(rows)),
                None if self.headers == BlockHeaders::Bare => out.bytes(&table.write(&[])),
                None => {}
            }
        }
        out.bytes(&vec![0; self.tail]);
        out.finish()
    }
}

/// Number of bytes behind the objects of Indiana Jones 3 for the FM-TOWNS.
const TOWNS_TAIL: usize = Dialect::V3_TOWNS_INDY.small_index.tail;

/// The blocks of an index of small blocks, and the number of bytes behind the objects that their block's size does
/// not count: Indiana Jones 3 for the FM-TOWNS has 32 (`docs/format/containers.md §6.1`).
fn small_blocks(data: Bytes<'_>, limits: &Limits) -> (Blocks, usize) {
    let ends_well = |from: usize| {
        let tag = data.as_slice().get(from.saturating_add(4)..from.saturating_add(6));
        from == data.len() || tag.is_some_and(is_small_tag)
    };
    let blocks = small_blocks_in(data, limits);
    let parts = || {
        let objects = blocks.list.iter().find(|block| block.tag == *b"0O  ")?;
        let end = objects.offset.checked_add(objects.size)?.checked_sub(data.base())?;
        let end = usize::try_from(end).ok()?;
        let behind = end.checked_add(TOWNS_TAIL)?;
        let has_more = !ends_well(end) && ends_well(behind);
        has_more.then_some((data.view(0, end, "index").ok()?, data.tail(behind, "index").ok()?))
    };
    let Some((first, second)) = parts() else { return (blocks, 0) };
    let mut blocks = small_blocks_in(first, limits);
    let rest = small_blocks_in(second, limits);
    blocks.list.extend(rest.list);
    blocks.problems.extend(rest.problems);
    (blocks, TOWNS_TAIL)
}
