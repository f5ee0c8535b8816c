//! The contents of an AKOS costume folder after its text, pictures and program are read, with labels and names as
//! numbers. Unpacking and packing use the same types.

use std::collections::BTreeMap;

use costumier::Dialect;
use costumier::format::akos::{AkosEntry, Area, Codec, LIMBS};

use crate::pictures::Rgb;

/// The entry of each limb in a record; `None` leaves the limb unchanged.
pub(super) type Limbs = [Option<AkosEntry>; LIMBS];

/// The four letters of a block.
pub(super) type Tag = [u8; 4];

/// An AKOS costume: header, pictures, program and tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AkosCostume {
    /// The generation that the costume is for.
    pub(super) dialect: Dialect,
    /// The header, AKHD.
    pub(super) header: Header,
    /// The palette, AKPL; empty if there is none.
    pub(super) palette: Vec<u8>,
    /// The artist's colours, RGBS; empty if there are none.
    pub(super) artist: Vec<Rgb>,
    /// The pictures, from AKOF, AKCI and AKCD.
    pub(super) pictures: Vec<Entry>,
    /// The bytes of the program, AKSQ.
    pub(super) sequence: Vec<u8>,
    /// The records, AKCH, by index.
    pub(super) records: BTreeMap<u16, Record>,
    /// The jump targets, AKFO.
    pub(super) jumps: Vec<u16>,
    /// The table AKSF: the start of a sequence, the index of its first jump, and the number of its jumps.
    pub(super) jump_slices: Vec<(u16, u16, u16)>,
    /// The conditions, AKCT.
    pub(super) conditions: Vec<u32>,
    /// The table AKST: the start of a sequence, and the index of its first condition.
    pub(super) condition_starts: Vec<(u32, u32)>,
    /// The auxiliary frames, AKAX.
    pub(super) frames: Vec<Frame>,
    /// The names of sequences, SQDB.
    pub(super) names: Vec<String>,
    /// Blocks that are kept as they are, with their tags.
    pub(super) others: Vec<(Tag, Vec<u8>)>,
    /// The order of the blocks, if it is not the usual one.
    pub(super) order: Vec<Tag>,
}

/// Fields of AKHD that do not follow from the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The version: 1 in all files that tools have written.
    pub(super) version: u16,
    /// All sixteen flag bits.
    pub(super) flags: u16,
    /// The codec of all pictures.
    pub(super) codec: Codec,
    /// Number of entries of the record table.
    pub(super) records: u16,
    /// Number of limbs in use; `None` if the header is too short to store it.
    pub(super) limbs: Option<u16>,
}

/// A picture and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The name of the picture in the folder.
    pub(super) name: String,
    /// What the entry leads to.
    pub(super) picture: EntryKind,
}

/// What an entry of AKOF leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// Nothing that can be read.
    Empty,
    /// The same picture as another entry.
    SameAs(u16),
    /// A stored picture.
    Picture(Picture),
}

/// A picture and its header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// Offset from the running offset to the left column and the top row.
    pub(super) at: (i16, i16),
    /// Amounts added to the running x and subtracted from the running y.
    pub(super) moves: (i16, i16),
    /// The pixels of the picture.
    pub(super) pixels: Pixels,
}

/// The source of a picture's pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pixels {
    /// Pixel values, row by row.
    Rows(Vec<u8>),
    /// Packed bytes, for unknown codecs and for pictures that are too large to unpack.
    Packed(Vec<u8>),
    /// The bytes of another picture.
    Borrowed(u16),
}

/// A record, or a reference to the record of another index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// The same stored record as this index.
    SameAs(u16),
    /// A stored record.
    Limbs(Limbs),
}

/// An auxiliary frame of AKAX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The type as stored.
    pub(super) kind: u16,
    /// Offset from the actor to the left column and the top row.
    pub(super) at: (i16, i16),
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// The packed changes; in type 0x20 with their colours before them.
    pub(super) changes: Vec<u8>,
    /// The frame's own table of colours, for type 0x10.
    pub(super) colours: Option<Vec<u8>>,
    /// Areas to refresh; `None` without AXUR.
    pub(super) refresh: Option<Vec<Area>>,
    /// The area to restore; `None` without AXER.
    pub(super) restore: Option<Area>,
}

impl AkosCostume {
    /// Returns the number of records of a chore: 8 if the flag is set and the generation honours it, otherwise 4.
    pub(super) fn directions(&self) -> u16 {
        directions(&self.dialect, self.header.flags)
    }

    /// Returns the record of an index, following references.
    pub(super) fn record(&self, index: u16) -> Option<&Limbs> {
        match self.records.get(&index)? {
            Record::Limbs(limbs) => Some(limbs),
            Record::SameAs(other) => match self.records.get(other)? {
                Record::Limbs(limbs) => Some(limbs),
                Record::SameAs(_) => None,
            },
        }
    }

    /// Returns the picture of an entry, following shared ones.
    pub(super) fn picture(&self, index: u16) -> Option<&Picture> {
        match &self.pictures.get(usize::from(index))?.picture {
            EntryKind::Picture(picture) => Some(picture),
            EntryKind::SameAs(other) => match &self.pictures.get(usize::from(*other))?.picture {
                EntryKind::Picture(picture) => Some(picture),
                _ => None,
            },
            EntryKind::Empty => None,
        }
    }
}

/// Returns the flags that costume.toml has keys for. Humongous games give the second one no meaning, so there it is
/// one of the others.
pub(super) fn named_flags(dialect: &Dialect) -> u16 {
    use costumier::format::akos::Header;
    Header::NEVER_MIRROR | if dialect.akos.eight_ways { Header::EIGHT_WAYS } else { 0 }
}

/// Returns the number of records of a chore with these flags.
pub(super) fn directions(dialect: &Dialect, flags: u16) -> u16 {
    let eight = dialect.akos.eight_ways && flags & costumier::format::akos::Header::EIGHT_WAYS != 0;
    if eight { 8 } else { 4 }
}
