//! The contents of a COST costume folder after its text and pictures are read. Unpacking and packing use the same
//! types.

use std::collections::BTreeMap;

use costumier::{Dialect, Direction, PictureKey};
use serde::{Deserialize, Serialize};

use super::picture::{Entry, PictureTables};

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
#[serde(rename_all = "snake_case", deny_unknown_fields)]
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

impl PictureTables for LimbCostume {
    fn table_owner(&self, limb: u8) -> u8 {
        match self.limbs.iter().find(|known| known.number == limb).map(|limb| &limb.table) {
            Some(Table::SameAs(other)) => *other,
            _ => limb,
        }
    }

    fn entries(&self, limb: u8) -> &[Entry] {
        table_of(&self.limbs, limb)
    }

    /// Returns the number of the limb if the folder does not name it.
    fn limb_name(&self, limb: u8) -> String {
        let named = self.limbs.iter().find(|known| known.number == limb);
        named.map_or_else(|| limb.to_string(), |limb| limb.name.clone())
    }

    /// Returns limb and picture.
    fn name_of(&self, key: PictureKey) -> String {
        let name = self.entry(key).map_or_else(|| key.index.to_string(), |entry| entry.name.clone());
        format!("{}/{name}", self.limb_name(key.limb))
    }
}

/// Returns the entries that a limb's commands name: its own, or those of the limb whose table it shares.
pub(crate) fn table_of(limbs: &[Limb], number: u8) -> &[Entry] {
    let find = |number: u8| limbs.iter().find(|limb| limb.number == number).map(|limb| &limb.table);
    let table = match find(number) {
        Some(Table::SameAs(other)) => find(*other),
        own => own,
    };
    match table {
        Some(Table::Own(entries)) => entries,
        _ => &[],
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
