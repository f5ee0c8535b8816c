//! A table of an index, read, written, and found in a file: a count, then rows of columns.
//!
//! ```text
//! lanes     count · column[count] · column[count] …        v0 to v2, v3 with 16 colours, v5 and later
//! records   count · (column · column …)[count]             v3 with 256 colours, v4, tables of data files
//! ```

use super::{List, NumberFormat};
use crate::Result;
use crate::block::{Block, Tag};
use crate::bytes::Bytes;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableField {
    /// The room that owns the thing; in tables of rooms and disks the disk, in tables of data files the room itself.
    Room,
    /// A position. With two bytes, 0xFFFF is none.
    Offset,
    /// The size of the thing's block in bytes.
    Size,
    /// The first state of an object.
    State,
    /// The owner (low) and the first state of an object (high), four bits each.
    PackedState,
    /// A name, padded with zeros.
    Name,
    /// Bytes that are not read, and written as zeros.
    Other,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// What the column holds.
    pub field: TableField,
    /// Number of bytes in each row. Numbers are little-endian.
    pub width: usize,
}

/// The number of rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The table states it, in a number of so many bytes.
    Stated(usize),
    /// The game decides it.
    Fixed(u16),
}

/// The order of a table's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All numbers of a column, then those of the next.
    Lanes,
    /// All numbers of a row, then those of the next.
    Records,
}

/// Whether an index can do without a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// An index without it cannot be read.
    Required,
    /// An index without it is odd.
    Expected,
    /// Indexes with it and without it are usual.
    Optional,
}

/// The layout of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The tag of its block; for tables without blocks, the name of what it lists.
    pub name: &'static str,
    /// What the table lists.
    pub list: List,
    /// Whether an index can do without it.
    pub need: Need,
    /// How many rows it has.
    pub count: Count,
    /// The columns, in order.
    pub columns: &'static [Column],
    /// The order of the numbers.
    pub order: Order,
}

/// What a table says about one thing. Values without a column are 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The room or the disk: see [`TableField::Room`].
    pub room: u8,
    /// The position; `u32::MAX` for none.
    pub offset: u32,
    /// The size of the block in bytes.
    pub size: u32,
    /// The state of an object when the game begins.
    pub state: u8,
    /// The name of an object.
    pub name: String,
}

impl Column {
    fn read(self, bytes: &[u8], row: &mut Row) {
        let number = || {
            let mut wide = [0; 4];
            wide.iter_mut().zip(bytes).for_each(|(wide, byte)| *wide = *byte);
            u32::from_le_bytes(wide)
        };
        let byte = || bytes.first().copied().unwrap_or(0);
        match self.field {
            TableField::Room => row.room = byte(),
            TableField::Offset if bytes == [0xFF; 2] => row.offset = u32::MAX,
            TableField::Offset => row.offset = number(),
            TableField::Size => row.size = number(),
            TableField::State => row.state = byte(),
            TableField::PackedState => row.state = byte() >> 4,
            TableField::Name => {
                let letters = bytes.iter().copied().take_while(|byte| *byte != 0);
                row.name = letters.map(char::from).collect();
            }
            TableField::Other => {}
        }
    }

    fn write(self, row: &Row, out: &mut Vec<u8>) {
        let number = match self.field {
            TableField::Room => row.room.into(),
            TableField::Offset if self.width == 2 => row.offset.min(0xFFFF),
            TableField::Offset => row.offset,
            TableField::Size => row.size,
            TableField::State => row.state.into(),
            TableField::PackedState => u32::from(row.state) << 4,
            TableField::Name => {
                out.extend(row.name.bytes().chain(std::iter::repeat(0)).take(self.width));
                return;
            }
            TableField::Other => 0,
        };
        out.extend(number.to_le_bytes().into_iter().take(self.width));
    }
}

/// The tag of a block with this name: names of two letters are followed by blanks.
pub(super) fn tag_of(name: &str) -> Tag {
    let mut tag = *b"    ";
    tag.iter_mut().zip(name.bytes()).for_each(|(tag, letter)| *tag = letter);
    tag
}

impl Table {
    pub(crate) fn tag(&self) -> Tag {
        tag_of(self.name)
    }

    /// Whether the table has a column of this kind.
    #[must_use]
    pub fn has(&self, field: TableField) -> bool {
        self.columns.iter().any(|column| column.field == field)
    }

    /// A row that leads nowhere.
    #[must_use]
    pub fn empty_row(&self) -> Row {
        let short = self.columns.iter().any(|column| column.field == TableField::Offset && column.width == 2);
        Row { offset: if short { u32::MAX } else { 0 }, ..Row::default() }
    }

    /// Finds the table at `at` of `data` by its count. Its rows may be cut.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if the data ends before the count does.
    pub fn place(&self, data: Bytes<'_>, at: usize) -> Result<PlacedTable> {
        let name = || format!("number of {}", self.list.name());
        let rows = match self.count {
            Count::Fixed(rows) => rows.into(),
            Count::Stated(1) => data.u8(at, &name())?.into(),
            Count::Stated(2) => data.u16(at, &name())?.into(),
            Count::Stated(_) => data.u32(at, &name())?,
        };
        Ok(PlacedTable { table: *self, at: data.base().saturating_add(at as u64), rows, block: None })
    }

    /// Reads the table at `at` of `data`.
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`](crate::ErrorKind::Truncated) if the data ends before the table does.
    pub fn read(&self, data: Bytes<'_>, at: usize) -> Result<(PlacedTable, Vec<Row>)> {
        let placed = self.place(data, at)?;
        for (start, len) in placed.lanes() {
            let start = usize::try_from(start.saturating_sub(data.base())).unwrap_or(usize::MAX);
            data.slice(start, usize::try_from(len).unwrap_or(usize::MAX), self.list.name())?;
        }
        let rows = placed.rows(data).collect();
        Ok((placed, rows))
    }

    /// Columns whose numbers are together: each by itself in lanes, all of them in records.
    fn groups(&self) -> impl Iterator<Item = &'static [Column]> {
        let size = match self.order {
            Order::Lanes => 1,
            Order::Records => self.columns.len().max(1),
        };
        self.columns.chunks(size)
    }

    /// Writes rows without a count: the bytes of each lane, or of all records.
    pub fn write_lanes(&self, rows: &[Row]) -> impl Iterator<Item = Vec<u8>> {
        self.groups().map(|group| {
            let mut out = Vec::new();
            rows.iter().for_each(|row| group.iter().for_each(|column| column.write(row, &mut out)));
            out
        })
    }

    /// Writes a table of these rows. If the game decides their number, others are left out or added.
    #[must_use]
    pub fn write(&self, rows: &[Row]) -> Vec<u8> {
        let mut rows = rows.to_vec();
        let mut out = Vec::new();
        match self.count {
            Count::Fixed(count) => rows.resize(count.into(), self.empty_row()),
            Count::Stated(width) => {
                let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
                out.extend(count.to_le_bytes().into_iter().take(width));
            }
        }
        out.extend(self.write_lanes(&rows).flatten());
        out
    }
}

/// A table in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTable {
    /// The layout of the table.
    pub table: Table,
    /// Position of its count in the file; without a count, of its first row.
    pub at: u64,
    /// Number of its rows.
    pub rows: u32,
    /// The block around it, if there is one.
    pub block: Option<Block>,
}

impl PlacedTable {
    /// Position and form of the count; `None` if the game decides it.
    #[must_use]
    pub fn count(&self) -> Option<(u64, NumberFormat)> {
        match self.table.count {
            Count::Stated(width) => Some((self.at, NumberFormat::of_width(width)?)),
            Count::Fixed(_) => None,
        }
    }

    fn start(&self) -> u64 {
        self.at.saturating_add(self.count().map_or(0, |(_, form)| form.width() as u64))
    }

    /// Position and length of each lane; of all records as one.
    fn lanes(&self) -> impl Iterator<Item = (u64, u64)> {
        let mut at = self.start();
        let rows = u64::from(self.rows);
        self.table.groups().map(move |group| {
            let width = group.iter().map(|column| column.width as u64).sum();
            let lane = (at, rows.saturating_mul(width));
            at = at.saturating_add(lane.1);
            lane
        })
    }

    /// Position of the first byte behind the table.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.lanes().last().map_or(self.at, |(at, len)| at.saturating_add(len))
    }

    /// Position of each column's value in a row. A row may be behind the last one: there the lanes end.
    fn cells(&self, row: u32) -> impl Iterator<Item = (Column, u64)> {
        let row = u64::from(row);
        self.table.groups().zip(self.lanes()).flat_map(move |(group, (start, _))| {
            let width: u64 = group.iter().map(|column| column.width as u64).sum();
            let mut at = start.saturating_add(row.saturating_mul(width));
            group.iter().map(move |column| {
                let here = at;
                at = at.saturating_add(column.width as u64);
                (*column, here)
            })
        })
    }

    /// Position and form of a row's number; `None` if the table has no such numbers.
    #[must_use]
    pub fn number(&self, field: TableField, row: u32) -> Option<(u64, NumberFormat)> {
        let (column, at) = self.cells(row).find(|(column, _)| column.field == field)?;
        Some((at, NumberFormat::of_width(column.width)?))
    }

    /// Where rows can be added: the end of each lane; for records one position.
    pub fn lane_ends(&self) -> impl Iterator<Item = u64> {
        self.lanes().map(|(at, len)| at.saturating_add(len))
    }

    /// The rows that are whole in `data`, the bytes that the table was found in.
    pub fn rows(&self, data: Bytes<'_>) -> impl Iterator<Item = Row> {
        (0..self.rows).map_while(move |row| {
            let mut out = Row::default();
            for (column, at) in self.cells(row).filter(|(column, _)| column.field != TableField::Other) {
                let at = usize::try_from(at.checked_sub(data.base())?).ok()?;
                column.read(data.as_slice().get(at..at.checked_add(column.width)?)?, &mut out);
            }
            Some(out)
        })
    }
}
