//! The AKOS costume block of v7, v8 and Humongous games (`docs/format/akos.md`).
//!
//! ```text
//! AKOS ─┬─ AKHD  header: flags, codec             AKPL  costume colour ▸ room colour     RGBS  red, green, blue
//!       ├─ AKCH  record ─ limb ─ mode, start, length ──▶ AKSQ  program of pictures and commands
//!       ├─ AKOF  picture ─┬─ offset ──▶ AKCI  size and place
//!       │                 └─ offset ──▶ AKCD  pixels, as the header's codec packs them
//!       ├─ AKFO AKSF  jump tables       AKST AKCT  conditions        (Humongous)
//!       └─ AKAX  auxiliary frames       SQDB  names of sequences     (Humongous)
//! ```
//! Integers are little-endian, except block sizes and the codes of AKSQ. The children may stand in any order; if
//! several have the same tag, the first counts; unknown ones are kept. Pictures belong to the costume as a whole:
//! their keys have limb 0.
//!
//! Opening parses the header and the table of pictures; records, pixels, programs and frames are read when asked
//! for.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod check;
mod edit;
mod frame;
mod header;
mod names;
pub mod program;
mod read;
mod record;
mod shown;
mod tables;
mod write;

pub use check::check;
pub use edit::{AkosEdit, BlockSource};
pub use frame::{Area, AuxFrame};
pub use header::{Codec, Header};
pub use names::SequenceName;
pub use record::{AkosEntry, AkosRecord, Mode};
pub use tables::JumpSlice;
pub use write::{AkosSource, Packer};

use crate::block::Block;
use crate::bytes::Bytes;
use crate::codec::{Depth, Encoded, Packed};
use crate::dialect::Dialect;
use crate::error::{Error, ErrorKind, Result};
use crate::facing::{Direction, Facing};
use crate::kinds;
use crate::model::{Picture, PictureInfo, PictureKey};
use crate::problem::Problem;

/// Number of limbs of an AKOS costume.
pub const LIMBS: usize = 16;

/// Number of variables that programs have for each actor.
pub const VARS: usize = 27;

/// Largest number of pictures: a picture code has twelve bits.
pub const MAX_PICTURES: usize = 4096;

/// Largest number of entries of AKPL.
pub const MAX_COLOURS: usize = 256;

/// The palette of a costume without AKPL: each colour is itself.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "the compiler runs it")]
const IDENTITY: [u8; MAX_COLOURS] = {
    let mut table = [0; MAX_COLOURS];
    let mut colour = 0;
    let mut value = 0u8;
    while colour < MAX_COLOURS {
        table[colour] = value;
        value = value.wrapping_add(1);
        colour += 1;
    }
    table
};

/// An opened AKOS block.
#[derive(Clone, Debug)]
pub struct Akos {
    /// Empty if the crate is built without late games, so that no value can exist.
    _kind: kinds::Late,
    payload: Vec<u8>,
    dialect: Dialect,
    header: Header,
    blocks: Vec<Block>,
    parts: Parts,
    record_count: usize,
    pictures: Vec<Entry>,
    problems: Vec<Problem>,
}

/// The range of each known child's payload, in the block's payload; empty if the child is missing.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    palette: Span,
    rgb: Span,
    sequence: Span,
    chores: Span,
    offsets: Span,
    infos: Span,
    pixels: Span,
    jumps: Span,
    jump_slices: Span,
    condition_starts: Span,
    conditions: Span,
    frames: Span,
    names: Span,
    colours: Span,
}

/// A range of the payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Span {
    at: usize,
    end: usize,
}

/// A picture's entry in AKOF, with the bytes that it leads to.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Size and place of the picture; `None` where the entry leads outside AKCI.
    info: Option<PictureInfo>,
    /// The packed pixels, up to where the next picture's begin; `None` where the entry leads outside AKCD.
    data: Option<Span>,
}

impl Akos {
    /// Parses an AKOS payload (the bytes after the block's 8-byte header).
    ///
    /// # Errors
    /// [`ErrorKind::BadValue`] without an AKHD block, [`ErrorKind::Truncated`] where it is too short.
    /// [`Akos::problems`] reports everything else that is missing or odd.
    pub fn open(payload: Vec<u8>, dialect: Dialect) -> Result<Self> {
        read::open(payload, dialect).map_err(|e| e.in_block("AKOS"))
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

    /// The costume's header, AKHD.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The children, in the file's order.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Problems that were found when the block was opened.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// AKPL: the room colour of each costume colour. Without AKPL, each colour is itself.
    #[must_use]
    pub fn palette(&self) -> &[u8] {
        let palette = self.bytes_of(self.parts.palette).as_slice();
        if palette.is_empty() { &IDENTITY } else { palette.get(..MAX_COLOURS).unwrap_or(palette) }
    }

    /// How runs of codec 1 are split, and how many colours the codec has. The length of AKPL decides both.
    #[must_use]
    pub fn depth(&self) -> Depth {
        Depth::of_palette(self.bytes_of(self.parts.palette).len())
    }

    /// The pixel value that is not drawn ([`Codec::transparent`]). An actor's override of colour 0 replaces that of
    /// codec 16. **Note:** codec 32 may also draw this value.
    #[must_use]
    pub fn transparent(&self) -> u8 {
        let palette = self.bytes_of(self.parts.palette).as_slice();
        self.header.codec.transparent(palette, &self.dialect.akos)
    }

    /// RGBS: the artist's red, green and blue of a costume colour; `None` if the block does not say.
    ///
    /// There are two conventions (`docs/format/akos.md §5`): as many triplets as AKPL has entries, or 256 for
    /// all room colours.
    #[must_use]
    pub fn rgb(&self, colour: u8) -> Option<[u8; 3]> {
        let table = self.bytes_of(self.parts.rgb);
        let palette = self.bytes_of(self.parts.palette).as_slice();
        let index = if table.len() == palette.len().saturating_mul(3) && palette.len() < MAX_COLOURS {
            usize::from(colour)
        } else if table.len() == 3 * MAX_COLOURS {
            let room = self.palette().get(usize::from(colour)).copied();
            usize::from(room.unwrap_or(colour))
        } else {
            return None;
        };
        table.slice(index.saturating_mul(3), 3, "colour").ok()?.first_chunk().copied()
    }

    /// RGBS in the form of Humongous games: red, green and blue of all room colours; `None` if RGBS has another
    /// length.
    #[must_use]
    pub fn room_rgb(&self) -> Option<[[u8; 3]; 256]> {
        let table = self.bytes_of(self.parts.rgb).as_slice();
        let (colours, rest) = table.as_chunks::<3>();
        rest.is_empty().then_some(colours)?.try_into().ok()
    }

    /// Number of records of a chore: 8 where the flag says so and the generation honours it, else 4.
    #[must_use]
    pub fn directions(&self) -> u16 {
        if self.dialect.akos.eight_ways && self.header.flags & Header::EIGHT_WAYS != 0 { 8 } else { 4 }
    }

    /// The chore that a record belongs to.
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "4 or 8 directions")]
    pub fn chore_of(&self, record: u16) -> u16 {
        record / self.directions()
    }

    /// The facing that a record serves. With four directions they are numbered West, East, South, North, with
    /// eight clockwise from North (`docs/format/akos.md §8.1`).
    #[must_use]
    #[allow(clippy::arithmetic_side_effects, reason = "less than a full turn")]
    pub fn facing_of(&self, record: u16) -> Facing {
        match self.directions() {
            8 => Facing::from_angle(45 * i32::from(record % 8)),
            _ => Direction::from_number(record.to_le_bytes()[0]).into(),
        }
    }

    /// The record of a chore for a facing; `None` beyond the highest number.
    #[must_use]
    pub fn record_of(&self, chore: u16, facing: Facing) -> Option<u16> {
        let direction = match self.directions() {
            8 => facing.angle() / 45,
            _ => u16::from(facing.direction().number()),
        };
        chore.checked_mul(self.directions())?.checked_add(direction)
    }

    /// AKSQ: the programs of all limbs.
    #[must_use]
    pub fn sequence(&self) -> &[u8] {
        self.bytes_of(self.parts.sequence).as_slice()
    }

    /// Position of AKSQ's payload in the block's payload, in bytes.
    #[must_use]
    pub fn sequence_at(&self) -> usize {
        self.parts.sequence.at
    }

    /// Number of pictures in AKOF, at most the 4096 that a code can name.
    #[must_use]
    pub fn picture_count(&self) -> usize {
        self.pictures.len()
    }

    /// Keys of all pictures, rising.
    pub fn picture_keys(&self) -> impl Iterator<Item = PictureKey> + '_ {
        (0u16..).take(self.pictures.len()).map(|index| PictureKey { limb: 0, index })
    }

    /// A picture's size and place, without its pixels; `None` where there is no such picture or its entry leads
    /// outside AKCI.
    #[must_use]
    pub fn picture_info(&self, index: u16) -> Option<PictureInfo> {
        self.pictures.get(usize::from(index))?.info
    }

    /// A picture: its size and place and its packed pixels.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchItem`] where AKOF has no such entry, [`ErrorKind::BadValue`] where the entry leads
    /// outside AKCI or AKCD, [`ErrorKind::Unsupported`] for an unknown codec.
    pub fn picture(&self, index: u16) -> Result<Picture<'_>> {
        let named = |kind| Error::new(kind, format!("picture {index}"));
        let entry = self.pictures.get(usize::from(index)).ok_or_else(|| {
            let kind = ErrorKind::NoSuchItem(format!("picture {index}"));
            Error::new(kind, "table of pictures").in_block("AKOF")
        })?;
        let at = self.parts.offsets.at.saturating_add(usize::from(index).saturating_mul(read::OFFSET)) as u64;
        let Some(info) = entry.info else {
            let why = "its entry leads outside the table of sizes".into();
            return Err(named(ErrorKind::BadValue(why)).at(at.saturating_add(4)).in_block("AKCI"));
        };
        let Some(data) = entry.data else {
            let why = "its entry leads outside the pixels".into();
            return Err(named(ErrorKind::BadValue(why)).at(at).in_block("AKCD"));
        };
        let (bytes, transparent) = (self.bytes_of(data).as_slice(), self.transparent());
        let encoded = match self.header.codec {
            Codec::Rle => Encoded::Rle { data: bytes, depth: self.depth() },
            Codec::Bomp => Encoded::Bomp { data: bytes },
            Codec::MajMin => Encoded::MajMin { data: bytes, transparent },
            Codec::Trle => {
                let mirrors_place = self.dialect.akos.mirrors_trle_places;
                let mirrors_lines = self.dialect.akos.mirrors_trle_lines;
                Encoded::Trle { data: bytes, transparent, mirrors_place, mirrors_lines }
            }
            Codec::Unknown(number) => {
                let why = format!("codec {number} (known are 1, 5, 16 and 32)");
                return Err(named(ErrorKind::Unsupported(why)).in_block("AKHD"));
            }
        };
        let packed = Packed { width: info.width, height: info.height, encoded };
        Ok(Picture { info, packed, encoded_at: data.at })
    }

    fn bytes_of(&self, span: Span) -> Bytes<'_> {
        Bytes::with_base(self.payload.get(span.at..span.end).unwrap_or_default(), span.at as u64)
    }

    fn chores(&self) -> Bytes<'_> {
        self.bytes_of(self.parts.chores)
    }

    fn condition_starts(&self) -> Bytes<'_> {
        self.bytes_of(self.parts.condition_starts)
    }

    fn condition_words(&self) -> Bytes<'_> {
        self.bytes_of(self.parts.conditions)
    }

    fn jump_slices(&self) -> Bytes<'_> {
        self.bytes_of(self.parts.jump_slices)
    }

    fn jumps(&self) -> Bytes<'_> {
        self.bytes_of(self.parts.jumps)
    }
}

#[cfg(any(test, feature = "fixtures"))]
pub mod fixture;
#[cfg(test)]
mod tests;
