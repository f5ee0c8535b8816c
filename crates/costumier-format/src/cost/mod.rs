//! The COST costume block: limbs, records, a command stream and run-length pictures (`docs/format/cost.md`).
//!
//! ```text
//! record index ─ offset table ─▶ record: 16-bit limb mask + one window per named limb
//! window       ─ start, length ─▶ bytes of the command stream
//! command      ─ & 0x7F        ─▶ entry of that limb's picture table
//! table entry  ─ offset        ─▶ picture header + run-length pixels
//! ```
//! **Note:** every stored offset counts from the *base*, which is not the payload's start: in v5 it is six bytes
//! before it ([`CostLayout`], `docs/format/cost.md §2`). No table stores its length; the reader derives their
//! ends (`docs/format/cost.md §11`).
//!
//! Opening parses the header and the extents of the tables; pictures, records and commands are read when asked for.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod check;
mod command;
mod picture_header;
mod read;
mod record;
mod shown;
mod write;

pub use check::check;
pub use command::CostCommand;
pub use command::HIDE;
pub use record::{CostEntry, CostRecord, Window};
pub use write::{CostSource, LimbSource};

use self::picture_header::{Stored, block_picture_info, cell_picture_info};
use crate::bytes::Bytes;
use crate::codec::rle::Depth;
use crate::codec::{Coding, Packed, blocks, cell};
use crate::dialect::{CostLayout, Dialect, Palette};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Picture, PictureInfo, PictureKey};
use crate::problem::Problem;
use crate::screen::nine;

/// Number of limbs of a COST costume; v1 uses the first eight.
pub const LIMBS: usize = 16;

/// Bytes of a picture header without the redirection bytes.
const PICTURE_HEADER: usize = 12;

/// Bytes of a picture header in v1.
const CELL_PICTURE_HEADER: usize = 6;

/// Bytes of a picture header on the PC-Engine.
const BLOCK_PICTURE_HEADER: usize = 7;

/// What the pictures of a format consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// Byte runs with this split.
    Runs(Depth),
    /// Cells of two bits (v1).
    Cells,
    /// Blocks of 16 × 16 pixels (PC-Engine).
    Blocks,
}

/// The fields of the format byte (`docs/format/cost.md §3`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The byte, as stored.
    pub byte: u8,
    /// What the pictures consist of.
    pub pixels: Pixels,
    /// Whether each picture header ends in two redirection bytes (0x60, 0x61).
    pub redirects: bool,
    /// Bit 7: West has art of its own and is not drawn by mirroring.
    pub never_mirror: bool,
}

impl Format {
    /// Splits a format byte into its fields; `None` for a value that the interpreter refuses.
    #[must_use]
    pub fn from_byte(byte: u8) -> Option<Self> {
        let (pixels, redirects) = match byte & 0x7F {
            0x57 => (Pixels::Cells, false),
            0x58 => (Pixels::Runs(Depth::Colours16), false),
            0x59 => (Pixels::Runs(Depth::Colours32), false),
            0x60 => (Pixels::Runs(Depth::Colours16), true),
            0x61 => (Pixels::Runs(Depth::Colours32), true),
            _ => return None,
        };
        Some(Self { byte, pixels, redirects, never_mirror: byte & 0x80 != 0 })
    }

    /// Splits a format byte in a given layout. In layouts with blocks (PC-Engine), only bit 7 has a meaning.
    #[must_use]
    pub fn in_layout(byte: u8, layout: CostLayout) -> Option<Self> {
        match layout.palette {
            Palette::Colours => {
                Some(Self { byte, pixels: Pixels::Blocks, redirects: false, never_mirror: byte & 0x80 != 0 })
            }
            _ => Self::from_byte(byte),
        }
    }

    /// The format's hexadecimal name without the mirror flag, such as `0x58`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{:#04x}", self.byte & 0x7F)
    }

    /// Number of costume colours, 0 (transparent) included.
    #[must_use]
    pub fn colours(&self) -> usize {
        match self.pixels {
            Pixels::Runs(depth) => depth.colours(),
            Pixels::Cells => cell::COLOURS,
            Pixels::Blocks => blocks::COLOURS,
        }
    }

    /// The coding of pixels, by rows if `row_major`; for blocks, `stated` is the number of rows in the picture's
    /// header.
    #[must_use]
    pub fn coding(&self, row_major: bool, stated: u16) -> Coding {
        match self.pixels {
            Pixels::Runs(depth) if row_major => Coding::Rows(depth),
            Pixels::Runs(depth) => Coding::Columns(depth),
            Pixels::Cells => Coding::Cells,
            Pixels::Blocks => Coding::Blocks(stated),
        }
    }

    /// Number of bytes of the palette in the header.
    #[must_use]
    pub fn palette_len(&self, palette: Palette) -> usize {
        match palette {
            Palette::None => 0,
            Palette::One => 1,
            Palette::Full => self.colours(),
            Palette::Colours => nine::packed_len(picture_header::COLOURS),
        }
    }

    fn header_len(&self) -> usize {
        match self.pixels {
            Pixels::Cells => CELL_PICTURE_HEADER,
            Pixels::Blocks => BLOCK_PICTURE_HEADER,
            Pixels::Runs(_) if self.redirects => PICTURE_HEADER + 2,
            Pixels::Runs(_) => PICTURE_HEADER,
        }
    }
}

/// A limb's picture table: its start and its number of entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimbTable {
    /// Position of the first entry in the payload; `None` if the stored offset is 0 or leads outside.
    pub start: Option<usize>,
    /// Number of entries before the next table or the first picture begins.
    pub len: usize,
    /// Number of entries before the first picture: those that a command can reach, other limbs' tables included.
    pub reach: usize,
}

/// An opened COST block.
#[derive(Clone, Debug)]
pub struct Cost {
    payload: Vec<u8>,
    dialect: Dialect,
    layout: CostLayout,
    format: Format,
    last_record: u8,
    palette: (usize, usize),
    /// Room colours by the dialect's rule, if they differ from the stored palette.
    colours: Vec<u8>,
    commands: (usize, usize),
    limbs: [LimbTable; LIMBS],
    records: (usize, usize),
    problems: Vec<Problem>,
}

impl Cost {
    /// Parses the header of a COST payload (the bytes after the block's 8-byte header).
    ///
    /// # Errors
    /// [`ErrorKind::Truncated`] where the header does not fit, [`ErrorKind::BadValue`] for a format byte that the
    /// interpreter refuses. [`Cost::problems`] reports what is merely odd.
    pub fn open(payload: Vec<u8>, dialect: Dialect) -> Result<Self> {
        read::open(payload, dialect).map_err(|e| e.in_block("COST"))
    }

    /// The payload, as it was read.
    #[must_use]
    pub fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The dialect of the game that the block came from.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// The positions of header and offsets in this block.
    #[must_use]
    pub fn layout(&self) -> CostLayout {
        self.layout
    }

    /// The block's format byte.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The highest record index (inclusive), as stored.
    #[must_use]
    pub fn last_record(&self) -> u8 {
        self.last_record
    }

    /// Number of entries that the record table has.
    #[must_use]
    pub fn record_count(&self) -> usize {
        self.records.1
    }

    /// Room colour of each costume colour: 4, 16 or 32 entries. Entry 0 is never drawn.
    ///
    /// In v1 to v3 with 16 colours, these are the colours of an actor without overrides (v1: of actor 1).
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        if self.colours.is_empty() { self.stored_palette() } else { &self.colours }
    }

    /// The palette as the block stores it: 0 bytes (v1), 1 byte (v2, v3 with 16 colours), 16 or 32.
    #[must_use]
    pub fn stored_palette(&self) -> &[u8] {
        let (at, len) = self.palette;
        self.payload.get(at..).and_then(|behind| behind.get(..len)).unwrap_or_default()
    }

    /// Problems that were found when the block was opened.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The picture table of a limb; `start: None` and no entries for a limb that is not used.
    #[must_use]
    pub fn limb(&self, limb: u8) -> LimbTable {
        self.limbs.get(usize::from(limb)).copied().unwrap_or_default()
    }

    /// Keys of all pictures: limb by limb, every table entry that is not 0.
    pub fn picture_keys(&self) -> impl Iterator<Item = PictureKey> + '_ {
        (0u8..16).flat_map(move |limb| {
            (0u16..).take(self.limb(limb).len).filter_map(move |index| {
                let key = PictureKey { limb, index };
                self.entry(key).map(|_| key)
            })
        })
    }

    /// The position of an entry of a limb's table and the offset that it holds, if the entry can be reached and is
    /// not 0 ("no picture").
    #[allow(clippy::arithmetic_side_effects, reason = "a place in the payload, and twice 8 bits")]
    fn entry(&self, key: PictureKey) -> Option<Stored> {
        let table = self.limb(key.limb);
        let start = table.start?;
        if usize::from(key.index) >= table.reach {
            return None;
        }
        let at = start + 2 * usize::from(key.index);
        match self.payload.get(at..at + 2)? {
            &[low, high] => {
                Some(Stored { at, offset: u16::from_le_bytes([low, high]) }).filter(Stored::leads)
            }
            _ => None,
        }
    }

    /// A picture's header, without its pixels; `None` if there is no such picture or its header is cut off.
    #[must_use]
    pub fn picture_info(&self, key: PictureKey) -> Option<PictureInfo> {
        let offset = self.position(self.entry(key)?)?;
        let bytes = self.payload.get(offset..)?;
        match self.format.pixels {
            Pixels::Cells => return cell_picture_info(key, offset, bytes),
            Pixels::Blocks => return block_picture_info(key, offset, bytes),
            Pixels::Runs(_) => {}
        }
        let &[w0, w1, h0, h1, x0, x1, y0, y1, mx0, mx1, my0, my1, ref rest @ ..] = bytes else {
            return None;
        };
        let redirect = if self.format.redirects {
            match rest {
                [0xFF, 0xFF, ..] => None,
                &[limb, index, ..] => Some(PictureKey { limb, index: u16::from(index) }),
                _ => return None,
            }
        } else {
            None
        };
        Some(PictureInfo {
            key,
            width: u16::from_le_bytes([w0, w1]),
            height: u16::from_le_bytes([h0, h1]),
            x: i16::from_le_bytes([x0, x1]),
            y: i16::from_le_bytes([y0, y1]),
            move_x: i16::from_le_bytes([mx0, mx1]),
            move_y: i16::from_le_bytes([my0, my1]),
            redirect,
            offset,
        })
    }

    /// A picture: its header, and its own or borrowed pixels.
    ///
    /// A redirected picture keeps its own size and offsets and takes the pixels of its target; the target's own
    /// redirection is not followed (`docs/format/cost.md §9`).
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] where the table has no such entry, [`ErrorKind::Truncated`] where the pointer
    /// leads outside the block.
    pub fn picture(&self, key: PictureKey) -> Result<Picture<'_>> {
        let stored = self.entry(key).ok_or_else(|| {
            Error::new(ErrorKind::NoSuchItem(key.to_string()), "picture table").in_block("COST")
        })?;
        let Some(info) = self.picture_info(key) else {
            return Err(self.outside(key, stored, self.format.header_len()));
        };
        let (encoded_at, borrowed) = match info.redirect {
            None => (info.offset.saturating_add(self.format.header_len()), None),
            Some(target) => {
                let stored = self.entry(target).ok_or_else(|| {
                    Error::new(
                        ErrorKind::NoSuchItem(format!("{target}, whose pixels {key} borrows")),
                        "redirection",
                    )
                    .in_block("COST")
                    .at(info.offset.saturating_add(PICTURE_HEADER) as u64)
                })?;
                let at = self.position(stored).map(|at| at.saturating_add(self.format.header_len()));
                (at.unwrap_or(usize::MAX), Some((target, stored)))
            }
        };
        match self.payload.get(encoded_at..) {
            Some(encoded) => {
                let stated = self.blocks_of(info.offset).map_or(0, |[stored, _, down]| match stored {
                    // Without blocks, the following bytes belong to another picture.
                    0 => 0,
                    _ => u16::from(down) * 16,
                });
                let encoded = self.format.coding(self.dialect.row_major, stated).of(encoded);
                let packed = Packed { width: info.width, height: info.height, encoded };
                Ok(Picture { info, packed, encoded_at })
            }
            None => {
                let (key, stored) = borrowed.unwrap_or((key, stored));
                Err(self.outside(key, stored, self.format.header_len()))
            }
        }
    }

    fn outside(&self, key: PictureKey, stored: Stored, needed: usize) -> Error {
        match self.position(stored) {
            Some(at) => {
                let left = self.payload.len().saturating_sub(at);
                Error::truncated(format!("header of {key}"), at as u64, needed as u64, left as u64)
            }
            None => Error::new(
                ErrorKind::BadValue(format!("offset {:#x} leads before the block", stored.offset)),
                format!("header of {key}"),
            ),
        }
        .in_block("COST")
    }

    /// The command at `index` of the stream; [`CostCommand::Hide`] outside the block.
    ///
    /// **Note:** the interpreter does not compare windows with the stream's end, so bytes behind the stream can be
    /// played (`docs/format/animation.md §3`).
    #[must_use]
    pub fn command(&self, index: u16) -> CostCommand {
        CostCommand::from_byte(self.command_byte(index), self.dialect.sounds)
    }

    /// The byte of [`Cost::command`], as stored. Several bytes may mean the same command.
    #[must_use]
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "a place in the payload and 16 bits; asked by every limb in every tick"
    )]
    pub fn command_byte(&self, index: u16) -> u8 {
        self.payload.get(self.commands.0 + usize::from(index)).copied().unwrap_or(HIDE)
    }

    /// The command stream: from its start to the first limb table.
    #[must_use]
    pub fn commands(&self) -> &[u8] {
        self.payload.get(self.commands.0..self.commands.1).unwrap_or_default()
    }

    /// All bytes from the first command on, since the interpreter does not know where the stream ends.
    pub fn stream(&self) -> &[u8] {
        self.payload.get(self.commands.0..).unwrap_or_default()
    }

    /// Position of the command stream in the payload, in bytes.
    #[must_use]
    pub fn commands_at(&self) -> usize {
        self.commands.0
    }

    fn bytes(&self) -> Bytes<'_> {
        Bytes::new(&self.payload)
    }
}

#[cfg(any(test, feature = "fixtures"))]
pub mod fixture;
#[cfg(test)]
mod tests;
