//! What the folder of an AKOS costume says, once its text, its pictures and its program are read: the same
//! for what is unpacked and what is packed. Labels and names are places and numbers here.

use std::collections::BTreeMap;

use costumier::Dialect;
use costumier::format::akos::{AkosEntry, Area, Codec, LIMBS};

use crate::pictures::Rgb;

/// What a record says of each limb; `None` leaves the limb alone.
pub(super) type Limbs = [Option<AkosEntry>; LIMBS];

/// A block's tag.
pub(super) type Tag = [u8; 4];

/// An AKOS costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AkosCostume {
    /// The generation it is for.
    pub(super) dialect: Dialect,
    /// AKHD.
    pub(super) header: Header,
    /// AKPL; empty where there is none.
    pub(super) palette: Vec<u8>,
    /// RGBS, where it is there.
    pub(super) artist: Vec<Rgb>,
    /// AKOF, AKCI, AKCD.
    pub(super) pictures: Vec<Entry>,
    /// AKSQ.
    pub(super) sequence: Vec<u8>,
    /// AKCH, by record index.
    pub(super) records: BTreeMap<u16, Record>,
    /// AKFO.
    pub(super) jumps: Vec<u16>,
    /// AKSF: a sequence's start, the place of its first jump in AKFO, in jumps, and their number.
    pub(super) jump_slices: Vec<(u16, u16, u16)>,
    /// AKCT.
    pub(super) conditions: Vec<u32>,
    /// AKST: a sequence's start, and the number of its first condition.
    pub(super) condition_starts: Vec<(u32, u32)>,
    /// AKAX.
    pub(super) frames: Vec<Frame>,
    /// SQDB: names of sequences.
    pub(super) names: Vec<String>,
    /// Blocks that are kept as they are, with their tags.
    pub(super) others: Vec<(Tag, Vec<u8>)>,
    /// The order of the blocks, where it is not the usual one.
    pub(super) order: Vec<Tag>,
}

/// The fields of AKHD that tables do not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// 1 in everything that tools have written.
    pub(super) version: u16,
    /// All sixteen bits.
    pub(super) flags: u16,
    /// How all pictures are packed.
    pub(super) codec: Codec,
    /// Entries of the record table.
    pub(super) records: u16,
    /// Number of limbs in use, where the header is long enough to say.
    pub(super) limbs: Option<u16>,
}

/// A picture and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name in the folder.
    pub(super) name: String,
    /// What it is.
    pub(super) picture: EntryKind,
}

/// What an entry of AKOF leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// Nothing that could be read.
    Empty,
    /// What another entry leads to.
    SameAs(u16),
    /// A picture.
    Picture(Picture),
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Picture {
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// From the running offset to the left column and the top row.
    pub(super) at: (i16, i16),
    /// What it adds to the running x and takes from the running y.
    pub(super) moves: (i16, i16),
    /// Its pixels.
    pub(super) pixels: Pixels,
}

/// Where a picture's pixels come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pixels {
    /// Pixel values, row by row.
    Rows(Vec<u8>),
    /// As they are packed: for codecs that nobody knows, and sizes that nobody has the memory for.
    Packed(Vec<u8>),
    /// Another picture's bytes.
    Borrowed(u16),
}

/// A record, or a reference to one that is stored for another index already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// The very record of this index.
    SameAs(u16),
    /// What it says.
    Limbs(Limbs),
}

/// An auxiliary frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Its type as stored.
    pub(super) kind: u16,
    /// From the actor to the left column and the top row.
    pub(super) at: (i16, i16),
    /// Width and height in pixels.
    pub(super) size: (u16, u16),
    /// The packed changes, with the colours in front of them in type 0x20.
    pub(super) changes: Vec<u8>,
    /// Colours of its own, for type 0x10.
    pub(super) colours: Option<Vec<u8>>,
    /// Areas to refresh; `None` without AXUR.
    pub(super) refresh: Option<Vec<Area>>,
    /// Area to restore; `None` without AXER.
    pub(super) restore: Option<Area>,
}

impl AkosCostume {
    /// Records of a chore: 8 where the flag says so and the generation honours it, else 4.
    pub(super) fn directions(&self) -> u16 {
        directions(&self.dialect, self.header.flags)
    }

    /// What the record of an index says, whoever says it.
    pub(super) fn record(&self, index: u16) -> Option<&Limbs> {
        match self.records.get(&index)? {
            Record::Limbs(limbs) => Some(limbs),
            Record::SameAs(other) => match self.records.get(other)? {
                Record::Limbs(limbs) => Some(limbs),
                Record::SameAs(_) => None,
            },
        }
    }

    /// The picture behind an entry, shared ones followed.
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

/// The flags that costume.toml has words for. Humongous games give the second no meaning: there it is one of
/// the others.
pub(super) fn named_flags(dialect: &Dialect) -> u16 {
    use costumier::format::akos::Header;
    Header::NEVER_MIRROR | if dialect.akos.eight_ways { Header::EIGHT_WAYS } else { 0 }
}

/// Records of a chore, by the header's flags.
pub(super) fn directions(dialect: &Dialect, flags: u16) -> u16 {
    let eight = dialect.akos.eight_ways && flags & costumier::format::akos::Header::EIGHT_WAYS != 0;
    if eight { 8 } else { 4 }
}
