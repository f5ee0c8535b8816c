//! A data file of v5 and later: the rooms of one disk, and their positions.
//!
//! ```text
//! +0   LECF  the whole file
//! +8   LOFF  u8 count; count × { u8 room; u32 offset in the file of the room's ROOM block }
//! …    LFLF { ROOM, SCRP, SOUN, COST, CHAR … } for each room
//! ```
//! **Note:** `LOFF` points to `ROOM`, eight bytes into its `LFLF`, but in v8 to the `LFLF`
//! (`docs/format/containers.md §4.3`). Each disk has a table of its own, and a room may be on several disks;
//! the index says which one counts.

use std::collections::BTreeMap;

use super::blocks::{header_at, read_block};
use super::cipher::{Decrypted, Key};
use crate::Limits;
use crate::block::HEADER;
use crate::bytes::Bytes;
use crate::layout::{PlacedTable, ROOM_TABLE, TableField};
use crate::source::{Files, Source};
use crate::{Error, Result};
use crate::{Problem, Severity};

/// An opened data file.
#[derive(Clone, Debug)]
pub struct Disk {
    /// Name of the data file.
    pub name: String,
    /// The file's decrypted bytes.
    pub source: Decrypted,
    /// For each room by number, the position in the file from which the offsets of its blocks count: its `ROOM`
    /// block, or its `LFLF` in v8.
    pub rooms: BTreeMap<u32, u32>,
    /// The table of rooms at the file's beginning, if it has one.
    pub table: Option<PlacedTable>,
    /// Problems of the data file.
    pub problems: Vec<Problem>,
}

impl Disk {
    pub(super) fn new(name: &str, source: Decrypted, rooms: BTreeMap<u32, u32>) -> Self {
        Self { name: name.to_owned(), source, rooms, table: None, problems: Vec::new() }
    }

    /// Opens the data file with that name. `key`, the index's, is tried first.
    ///
    /// # Errors
    /// An error if the file cannot be read, is not a data file under any key, or its room table is cut.
    pub fn open(files: &dyn Files, name: &str, key: Key, limits: &Limits) -> Result<Self> {
        let open = || -> Result<Self> {
            let source = files.open(name)?;
            let key = key_of(&*source, key)?;
            let mut disk = Self::new(name, Decrypted::new(source, key), BTreeMap::new());
            disk.read_table(limits)?;
            Ok(disk)
        };
        open().map_err(|error| error.in_file(name))
    }

    /// Opens a data file without a table, where the index has the positions of its rooms: `rooms`, each offset
    /// behind the header of an `LFLF`.
    pub(super) fn open_without_table(
        files: &dyn Files,
        name: &str,
        key: Key,
        rooms: BTreeMap<u32, u32>,
    ) -> Result<Self> {
        let open = || -> Result<Self> {
            let source = files.open(name)?;
            let key = key_of(&*source, key)?;
            let mut disk = Self::new(name, Decrypted::new(source, key), rooms);
            disk.compare_size()?;
            Ok(disk)
        };
        open().map_err(|error| error.in_file(name))
    }

    /// Compares the size of the outermost block with that of the file.
    fn compare_size(&mut self) -> Result<()> {
        let whole = header_at(&self.source, 0)?;
        if whole.size != self.source.len() {
            let (said, is) = (whole.size, self.source.len());
            let sizes = format!("LECF says {said} bytes, the file has {is}");
            let (severity, text) = if said > is {
                (Severity::Broken, format!("the file is cut short, another copy may be whole: {sizes}"))
            } else {
                (Severity::Odd, sizes)
            };
            self.report(severity, 4, text);
        }
        Ok(())
    }

    fn read_table(&mut self, limits: &Limits) -> Result<()> {
        self.compare_size()?;
        let (table, payload) = read_block(&self.source, HEADER, limits)?;
        if table.tag != *b"LOFF" {
            let text = format!("{} stands where the room table LOFF should be", table.name());
            return Err(Error::bad("room table", HEADER, text));
        }
        self.take_table("LOFF", Bytes::with_base(&payload, table.payload_offset()), 0)
    }

    /// Takes the positions of rooms, which the offsets of their blocks count from, from a table whose offsets lead
    /// `before` bytes before them.
    pub(super) fn take_table(&mut self, name: &str, payload: Bytes<'_>, before: u32) -> Result<()> {
        let (table, rows) = ROOM_TABLE.read(payload, 0).map_err(|error| error.in_block(name))?;
        for (entry, row) in (0..).zip(rows) {
            let (room, Some(offset)) = (row.room, row.offset.checked_add(before)) else { continue };
            if self.rooms.insert(room.into(), offset).is_some_and(|earlier| earlier != offset) {
                let text = format!("{name} names room {room} more than once: the last entry counts");
                let at = table.number(TableField::Room, entry).map_or(table.at, |(at, _)| at);
                self.report(Severity::Odd, at, text);
            }
        }
        self.table = Some(table);
        Ok(())
    }

    fn report(&mut self, severity: Severity, at: u64, text: String) {
        self.problems.push(Problem::new(severity, self.name.clone(), Some(at), text));
    }
}

/// The key under which the file begins with `LECF`.
fn key_of(source: &dyn Source, first: Key) -> Result<Key> {
    let available = source.len();
    if available < HEADER {
        return Err(Error::truncated("data file's first block", 0, HEADER, available));
    }
    let mut opening = [0; 4];
    source.read_at(0, &mut opening)?;
    let fits = |key: &Key| {
        let mut plain = opening;
        key.apply(&mut plain);
        plain == *b"LECF"
    };
    [first].into_iter().chain(Key::ALL).find(fits).ok_or_else(|| {
        let text = format!(
            "it opens with the bytes {:02x?}, which no key turns into LECF: this is no data file, or it is \
             encrypted in another way",
            opening
        );
        Error::bad("data file", 0, text)
    })
}
