//! The costume of v0: Maniac Mansion for the C64 (`docs/format/old-rooms.md §6.3`).
//!
//! ```text
//! payload, four bytes behind the block's start; offsets count from the base B, nine bytes behind that start
//! u8 K · u16 F − B · u16 M − B
//! B   picture f: u8 p; its offset from B has the low byte B[p + 2] and the high byte B[p + K]
//! F   limb l: u8 list, from F; sequence n of a list: u8 start, from F; a sequence: picture numbers, 0xFF
//! M   command c: for each limb 0xFF (leave it), or bit 7 flipped and a sequence's number
//! a picture: u8 width in cells, u8 height, u8 x, u8 y, i8 move x, i8 move y, bytes row by row
//! ```
//! Commands take the place of records: chore × 4 + direction, for the chores that have a direction. Pictures belong
//! to the whole costume, limbs are flipped one by one, and no table states its length.
//!
//! **Note:** horizontal distances of pictures are stored in cells of eight pixels; this module converts them to
//! pixels.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod check;
mod write;

pub use check::check;
pub use write::V0Source;

use crate::bytes::Bytes;
use crate::codec::cell::{self, CELL_WIDTH};
use crate::codec::{Encoded, Packed};
use crate::colour::{Wearer, room_colours};
use crate::dialect::Dialect;
use crate::error::{Error, ErrorKind, Result};
use crate::kinds;
use crate::model::{Picture, PictureInfo, PictureKey};
use crate::problem::{Problem, Severity};

/// Number of limbs of a costume.
pub const LIMBS: usize = 8;

/// Length of the header in bytes; the base is behind it.
pub const BASE: usize = 5;

/// Length of a picture's header in bytes.
pub(crate) const PICTURE_HEADER: usize = 6;

/// Ends a sequence; in a command, leaves a limb unchanged.
pub(crate) const END: u8 = 0xFF;

/// Largest number of pictures: 0xFF ends a sequence.
const MOST_PICTURES: usize = 255;

/// What a command does to a limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct V0Order {
    /// The sequence of the limb that it plays.
    pub sequence: u8,
    /// Whether the limb is drawn mirrored.
    pub flipped: bool,
}

impl V0Order {
    /// Reads a byte of a command; `None` leaves the limb unchanged.
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<Self> {
        (byte != END).then_some(Self { sequence: byte & 0x7F, flipped: byte & 0x80 != 0 })
    }

    /// Returns the command's byte. **Note:** sequence 127, flipped, has no byte of its own: 0xFF leaves a limb
    /// unchanged.
    #[must_use]
    pub fn to_byte(self) -> u8 {
        self.sequence & 0x7F | if self.flipped { 0x80 } else { 0 }
    }
}

/// An opened costume of v0.
#[derive(Clone, Debug)]
pub struct V0 {
    /// Empty if the crate is built without old games, so that no value can exist.
    _kind: kinds::Old,
    payload: Vec<u8>,
    dialect: Dialect,
    /// Position of the limbs' lists in the payload.
    lists: usize,
    /// Position of the commands in the payload, and their number.
    commands: (usize, u16),
    pictures: u16,
    /// The actor that wears the costume.
    actor: u8,
    colours: [u8; cell::COLOURS],
    problems: Vec<Problem>,
}

/// The room colours of an actor's costume, in the light.
fn suit(dialect: &Dialect, actor: u8) -> [u8; cell::COLOURS] {
    let all = room_colours(dialect.colours, &[], &Wearer { actor, ..Wearer::PLAIN });
    std::array::from_fn(|k| all.get(k).copied().unwrap_or(0))
}

impl V0 {
    /// Parses the header of a payload (the bytes after the block's header of four bytes).
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] where the header does not fit, [`ErrorKind::BadValue`] where it leads outside.
    pub fn open(payload: Vec<u8>, dialect: Dialect) -> Result<Self> {
        let bytes = Bytes::new(&payload);
        let named = |error: Error| error.in_block("costume of v0");
        let offset = |at: usize, what: &str| -> Result<usize> {
            let stored = bytes.u16(at, what).map_err(named)?;
            let place = usize::from(stored).saturating_add(BASE);
            if place > payload.len() {
                let text = format!("{what} {stored:#x} leads outside");
                return Err(named(Error::bad(what, at as u64, text)));
            }
            Ok(place)
        };
        bytes.u8(0, "distance of the high bytes").map_err(named)?;
        let (lists, commands) = (offset(1, "offset of the limbs")?, offset(3, "offset of the commands")?);
        let mut costume = Self {
            _kind: kinds::old()?,
            actor: Wearer::PLAIN.actor,
            colours: suit(&dialect, Wearer::PLAIN.actor),
            payload,
            dialect,
            lists,
            commands: (commands, 0),
            pictures: 0,
            problems: Vec::new(),
        };
        costume.find_extents();
        Ok(costume)
    }

    /// Sets the actor that wears the costume: in every game the actor whose number is the costume's id
    /// (`docs/format/old-rooms.md §3.5`). It decides one of the colours, and whether a mouth moves. The default
    /// is actor 1.
    #[must_use]
    pub fn worn_by(mut self, actor: u8) -> Self {
        (self.actor, self.colours) = (actor, suit(&self.dialect, actor));
        self
    }

    /// The actor that wears the costume.
    #[must_use]
    pub fn actor(&self) -> u8 {
        self.actor
    }

    /// Finds the numbers of pictures and commands: a table ends where another part begins.
    fn find_extents(&mut self) {
        // The smallest position of a low byte ends the table of pointers.
        let mut end = self.payload.len().min(if self.lists > BASE { self.lists } else { usize::MAX });
        let mut count = 0;
        while let Some(pointer) = self.payload.get(BASE.saturating_add(count)) {
            if count >= MOST_PICTURES || BASE.saturating_add(count) >= end {
                break;
            }
            let low = BASE.saturating_add(usize::from(*pointer)).saturating_add(2);
            if low <= BASE.saturating_add(count) {
                break;
            }
            end = end.min(low);
            count = count.saturating_add(1);
        }
        self.pictures = u16::try_from(count).unwrap_or(u16::MAX);
        let (start, _) = self.commands;
        let behind = (0..self.pictures).filter_map(|number| self.picture_at(number)).filter(|at| *at > start);
        let next = behind.chain([self.lists].into_iter().filter(|at| *at > start)).min();
        let bytes = next.unwrap_or(self.payload.len()).min(self.payload.len()).saturating_sub(start);
        let commands = (bytes / LIMBS).min(256);
        self.commands.1 = u16::try_from(commands).unwrap_or(u16::MAX);
        if count == 0 || commands == 0 {
            let text = format!("it has {count} pictures and {commands} commands");
            self.problems.push(Problem::new(Severity::Odd, "costume", Some(BASE as u64), text));
        }
    }

    /// The payload, as it was read.
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The dialect of the game that the costume came from.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Problems that were found when the costume was opened.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Number of pictures of the costume.
    #[must_use]
    pub fn pictures(&self) -> u16 {
        self.pictures
    }

    /// Number of commands of the costume.
    #[must_use]
    pub fn commands(&self) -> u16 {
        self.commands.1
    }

    /// Position of the commands in the payload, in bytes.
    #[must_use]
    pub fn commands_at(&self) -> usize {
        self.commands.0
    }

    /// Position of the limbs' lists in the payload, in bytes.
    #[must_use]
    pub fn lists_at(&self) -> usize {
        self.lists
    }

    /// The stored distance from pointers to the high bytes of offsets (K in the table above).
    pub fn high_bytes(&self) -> u8 {
        self.payload.first().copied().unwrap_or(0)
    }

    /// Position of a picture's header in the payload, read from the pointer bytes even if they belong to something
    /// else.
    fn picture_at(&self, number: u16) -> Option<usize> {
        let byte = |at: usize| self.payload.get(BASE.checked_add(at)?).copied().map(usize::from);
        let pointer = byte(usize::from(number))?;
        let low = byte(pointer.checked_add(2)?)?;
        let high = byte(pointer.checked_add(usize::from(self.high_bytes()))?)?;
        BASE.checked_add(high << 8 | low)
    }

    /// Keys of all pictures; their limb is 0.
    pub fn picture_keys(&self) -> impl Iterator<Item = PictureKey> + use<> {
        (0..self.pictures).map(|index| PictureKey { limb: 0, index })
    }

    /// A picture's header; `None` if there is no such picture.
    #[must_use]
    pub fn picture_info(&self, index: u16) -> Option<PictureInfo> {
        let offset = self.picture_at(index).filter(|_| index < self.pictures)?;
        let header = self.payload.get(offset..offset.checked_add(PICTURE_HEADER)?)?;
        let &[width, height, x, y, move_x, move_y] = header else { return None };
        let cells = |cells: i16| cells.saturating_mul(CELL);
        Some(PictureInfo {
            key: PictureKey { limb: 0, index },
            width: u16::from(width).saturating_mul(CELL.unsigned_abs()),
            height: height.into(),
            x: cells(x.into()),
            y: i16::from(y).saturating_neg(),
            move_x: cells(move_x.cast_signed().into()),
            move_y: move_y.cast_signed().into(),
            redirect: None,
            offset,
        })
    }

    /// A picture's header and its pixels.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] for a picture that does not exist, [`ErrorKind::Truncated`] for one that the
    /// block's end cuts.
    pub fn picture(&self, key: PictureKey) -> Result<Picture<'_>> {
        let missing = || Error::new(ErrorKind::NoSuchItem(key.to_string()), "table of pictures");
        if key.limb != 0 || key.index >= self.pictures {
            return Err(missing());
        }
        let offset = self.picture_at(key.index).ok_or_else(missing)?;
        let Some(info) = self.picture_info(key.index) else {
            let available = self.payload.len().saturating_sub(offset) as u64;
            return Err(Error::truncated(key.to_string(), offset as u64, PICTURE_HEADER as u64, available));
        };
        let encoded_at = offset.saturating_add(PICTURE_HEADER);
        let data = self.payload.get(encoded_at..).unwrap_or_default();
        let data = data.get(..info.pixels() / CELL_WIDTH).unwrap_or(data);
        let encoded = Encoded::CellRows { data };
        Ok(Picture { info, packed: Packed { width: info.width, height: info.height, encoded }, encoded_at })
    }

    /// What a command does to each limb; `None` if there is no such command.
    #[must_use]
    pub fn command(&self, number: u16) -> Option<[Option<V0Order>; LIMBS]> {
        if number >= self.commands.1 {
            return None;
        }
        let at = self.commands.0.checked_add(usize::from(number).checked_mul(LIMBS)?)?;
        let bytes: &[u8; LIMBS] = self.payload.get(at..)?.first_chunk()?;
        Some(bytes.map(V0Order::from_byte))
    }

    /// Numbers of the commands that do anything, rising.
    pub fn commands_used(&self) -> impl Iterator<Item = u16> + '_ {
        let does =
            |number: &u16| self.command(*number).is_some_and(|orders| orders.iter().any(Option::is_some));
        (0..self.commands()).filter(does)
    }

    /// The room colours of the costume's four colours, on the actor that wears it, in the light. The first is never
    /// drawn.
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        &self.colours
    }

    /// Start of a limb's sequence, counted from the lists ([`V0::lists_at`]) and read from the bytes that are
    /// there.
    #[must_use]
    pub fn sequence_start(&self, limb: u8, sequence: u8) -> Option<u8> {
        let list = self.list_byte(limb.into())?;
        self.list_byte(u16::from(list).saturating_add(sequence.into()))
    }

    /// A byte of the lists. In a sequence, it is the number of a picture.
    #[inline]
    #[must_use]
    pub fn list_byte(&self, at: u16) -> Option<u8> {
        self.payload.get(self.lists.checked_add(at.into())?).copied()
    }

    /// The pictures of a limb's sequence. A sequence without an end mark ends at the block's end, or after 256
    /// pictures.
    #[must_use]
    pub fn sequence(&self, limb: u8, sequence: u8) -> Option<&[u8]> {
        let start = self.lists.checked_add(self.sequence_start(limb, sequence)?.into())?;
        let rest = self.payload.get(start..)?;
        let end = rest.iter().take(256).position(|byte| *byte == END).unwrap_or(rest.len().min(256));
        rest.get(..end)
    }

    /// The sequences of a limb that commands name, rising.
    #[must_use]
    pub fn sequences_of(&self, limb: u8) -> Vec<u8> {
        let named = (0..self.commands()).filter_map(|number| self.command(number));
        let mut all: Vec<u8> = named
            .filter_map(|orders| orders.get(usize::from(limb)).copied().flatten())
            .map(|order| order.sequence)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Width of a cell in pixels.
const CELL: i16 = 8;
