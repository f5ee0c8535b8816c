//! The contents of an AKOS costume folder after its text, pictures and program are read, with labels and names as
//! numbers. Unpacking and packing use the same types.

use std::collections::BTreeMap;

use costumier::format::akos::{AkosEntry, Area, Header, LIMBS};
use costumier::{Dialect, PictureKey};

use crate::folder::picture::{Entry, PictureTables};
use crate::pictures::Rgb;

/// Returns the key of a picture by its index.
pub(crate) fn key(index: u16) -> PictureKey {
    PictureKey { limb: 0, index }
}

/// The entry of each limb in a record; `None` leaves the limb unchanged.
pub(crate) type Limbs = [Option<AkosEntry>; LIMBS];

/// The four letters of a block.
pub(crate) type Tag = [u8; 4];

/// An AKOS costume: header, pictures, program and tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AkosCostume {
    /// The generation that the costume is for.
    pub(crate) dialect: Dialect,
    /// The header, AKHD. **Note:** the number of its pictures may differ from that of `pictures`.
    pub(crate) header: Header,
    /// The palette, AKPL; empty if there is none.
    pub(crate) palette: Vec<u8>,
    /// The artist's colours, RGBS; empty if there are none.
    pub(crate) artist: Vec<Rgb>,
    /// The pictures, from AKOF, AKCI and AKCD.
    pub(crate) pictures: Vec<Entry>,
    /// The bytes of the program, AKSQ.
    pub(crate) sequence: Vec<u8>,
    /// The records, AKCH, by index.
    pub(crate) records: BTreeMap<u16, Record>,
    /// The jump targets, AKFO.
    pub(crate) jumps: Vec<u16>,
    /// The table AKSF: the start of a sequence, the index of its first jump, and the number of its jumps.
    pub(crate) jump_slices: Vec<(u16, u16, u16)>,
    /// The conditions, AKCT.
    pub(crate) conditions: Vec<u32>,
    /// The table AKST: the start of a sequence, and the index of its first condition.
    pub(crate) condition_starts: Vec<(u32, u32)>,
    /// The auxiliary frames, AKAX.
    pub(crate) frames: Vec<Frame>,
    /// The names of sequences, SQDB.
    pub(crate) names: Vec<String>,
    /// Blocks that are kept as they are, with their tags.
    pub(crate) others: Vec<(Tag, Vec<u8>)>,
    /// The order of the blocks, if it is not the usual one.
    pub(crate) order: Vec<Tag>,
}

/// A record, or a reference to the record of another index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    /// The same stored record as this index.
    SameAs(u16),
    /// A stored record.
    Limbs(Limbs),
}

/// An auxiliary frame of AKAX.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The type as stored.
    pub(crate) kind: u16,
    /// Offset from the actor to the left column and the top row.
    pub(crate) at: (i16, i16),
    /// Width and height in pixels.
    pub(crate) size: (u16, u16),
    /// The packed changes; in type 0x20 with their colours before them.
    pub(crate) changes: Vec<u8>,
    /// The frame's own table of colours, for type 0x10.
    pub(crate) colours: Option<Vec<u8>>,
    /// Areas to refresh; `None` without AXUR.
    pub(crate) refresh: Option<Vec<Area>>,
    /// The area to restore; `None` without AXER.
    pub(crate) restore: Option<Area>,
}

impl AkosCostume {
    /// Returns the number of records of a chore: 8 if the flag is set and the generation honours it, otherwise 4.
    pub(crate) fn directions(&self) -> u16 {
        directions(&self.dialect, self.header.flags)
    }

    /// Returns the record of an index, following references.
    pub(crate) fn record(&self, index: u16) -> Option<&Limbs> {
        match self.records.get(&index)? {
            Record::Limbs(limbs) => Some(limbs),
            Record::SameAs(other) => match self.records.get(other)? {
                Record::Limbs(limbs) => Some(limbs),
                Record::SameAs(_) => None,
            },
        }
    }
}

impl PictureTables for AkosCostume {
    fn table_owner(&self, _limb: u8) -> u8 {
        0
    }

    fn entries(&self, _limb: u8) -> &[Entry] {
        &self.pictures
    }

    fn limb_name(&self, limb: u8) -> String {
        format!("limb-{limb}")
    }

    fn name_of(&self, key: PictureKey) -> String {
        self.entry(key).map_or_else(String::new, |entry| entry.name.clone())
    }
}

/// Returns the flags that costume.toml has keys for. Humongous games give the second one no meaning, so there it is
/// one of the others.
pub(crate) fn named_flags(dialect: &Dialect) -> u16 {
    Header::NEVER_MIRROR | if dialect.akos.eight_ways { Header::EIGHT_WAYS } else { 0 }
}

/// Returns the number of records of a chore with these flags.
pub(crate) fn directions(dialect: &Dialect, flags: u16) -> u16 {
    let eight = dialect.akos.eight_ways && flags & Header::EIGHT_WAYS != 0;
    if eight { 8 } else { 4 }
}
