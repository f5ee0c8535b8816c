//! The contents of a COST costume folder after its text and pictures are read. Unpacking and packing use the same
//! types.

use std::collections::BTreeMap;

use costumier::{Dialect, Direction, PictureKey};
use serde::{Deserialize, Serialize};

use super::picture::{Entry, EntryKind, Picture};

/// A COST costume: limbs, pictures and chores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LimbCostume {
    /// The generation that the costume is for.
    pub(crate) dialect: Dialect,
    /// The number of colours in the format byte: 16 or 32, in v1 4.
    pub(crate) colours: u8,
    /// Whether West has pictures of its own and is not mirrored.
    pub(crate) never_mirror: bool,
    /// Whether pictures may borrow the pixels of others (formats 0x60 and 0x61).
    pub(crate) redirects: bool,
    /// The palette as stored: the room colour of each costume colour.
    pub(crate) palette: Vec<u8>,
    /// The limbs that have a table or a name.
    pub(crate) limbs: Vec<Limb>,
    /// The chores of the costume.
    pub(crate) chores: Vec<Chore>,
}

/// A limb of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limb {
    /// The number of the limb, 0 to 15.
    pub(crate) number: u8,
    /// The name of the limb in the folder.
    pub(crate) name: String,
    /// The pictures of the limb.
    pub(crate) table: Table,
}

/// The pictures of a limb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// A table of its own.
    Own(Vec<Entry>),
    /// The table of another limb.
    SameAs(u8),
    /// No table, stored as an offset of 0, as `ScummC` does.
    Null,
}

/// A chore of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chore {
    /// The number of the chore.
    pub(crate) number: u16,
    /// The name of the chore in the folder.
    pub(crate) name: String,
    /// The records by the number of their direction.
    pub(crate) records: BTreeMap<u8, Record>,
}

/// What the limbs do in one direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// The same stored record as another direction of this chore.
    SameAs(#[serde(with = "Way")] Direction),
    /// The actions by limb number.
    Limbs(BTreeMap<u8, Action>),
}

/// What a limb does in a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The limb is switched off.
    Off,
    /// The limb plays commands.
    Play {
        /// The bytes of the commands.
        commands: Vec<u8>,
        /// Whether the limb holds the last command and does not loop.
        once: bool,
    },
}

impl Chore {
    /// Returns what the limbs do in a direction, also if it repeats another one.
    #[must_use]
    pub(crate) fn actions(&self, direction: Direction) -> Option<&BTreeMap<u8, Action>> {
        match self.records.get(&direction.number())? {
            Record::Limbs(limbs) => Some(limbs),
            Record::SameAs(other) => match self.records.get(&other.number())? {
                Record::Limbs(limbs) => Some(limbs),
                Record::SameAs(_) => None,
            },
        }
    }
}

impl LimbCostume {
    /// Returns the picture of a table entry, following shared ones.
    #[must_use]
    pub(crate) fn picture(&self, key: PictureKey) -> Option<&Picture> {
        let mut key = key;
        // A shared entry leads to a stored one. More steps than limbs and tables need are a circle.
        for _ in 0..4 {
            let limb = self.limbs.iter().find(|limb| limb.number == key.limb)?;
            match &limb.table {
                Table::SameAs(other) => key.limb = *other,
                Table::Null => return None,
                Table::Own(entries) => match &entries.get(usize::from(key.index))?.picture {
                    EntryKind::Picture(picture) => return Some(picture),
                    EntryKind::SameAs(other) => key = *other,
                    EntryKind::Empty => return None,
                },
            }
        }
        None
    }
}

/// A direction of a COST costume, as it is written as JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Direction", rename_all = "lowercase")]
pub(crate) enum Way {
    West,
    East,
    South,
    North,
}
