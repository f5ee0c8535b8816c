//! The contents of a COST costume folder after its text and pictures are read. Unpacking and packing use the same
//! types.

use std::collections::BTreeMap;

use costumier::{Dialect, Direction, PictureKey};

/// A COST costume: limbs, pictures and chores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LimbCostume {
    /// The generation that the costume is for.
    pub(super) dialect: Dialect,
    /// The number of colours in the format byte: 16 or 32, in v1 4.
    pub(super) colours: u8,
    /// Whether West has pictures of its own and is not mirrored.
    pub(super) never_mirror: bool,
    /// Whether pictures may borrow the pixels of others (formats 0x60 and 0x61).
    pub(super) redirects: bool,
    /// The palette as stored: the room colour of each costume colour.
    pub(super) palette: Vec<u8>,
    /// The limbs that have a table or a name.
    pub(super) limbs: Vec<Limb>,
    /// The chores of the costume.
    pub(super) chores: Vec<Chore>,
}

/// A limb of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limb {
    /// The number of the limb, 0 to 15.
    pub(super) number: u8,
    /// The name of the limb in the folder.
    pub(super) name: String,
    /// The pictures of the limb.
    pub(super) table: Table,
}

/// The pictures of a limb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// A table of its own.
    Own(Vec<Entry>),
    /// The table of another limb.
    SameAs(u8),
    /// No table, stored as an offset of 0, as `ScummC` does.
    Null,
}

/// An entry of a limb's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The name of the entry in the folder.
    pub(super) name: String,
    /// What the entry leads to.
    pub(super) picture: EntryKind,
}

/// What an entry of a table leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// No picture: an offset of 0.
    Empty,
    /// The same stored picture as another entry.
    SameAs(PictureKey),
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
    pub(super) pixels: PicturePixels,
}

/// The source of a picture's pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PicturePixels {
    /// Costume colours, row by row.
    Rows(Vec<u8>),
    /// The pixels of another picture.
    Borrowed(PictureKey),
}

/// A chore of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chore {
    /// The number of the chore.
    pub(super) number: u16,
    /// The name of the chore in the folder.
    pub(super) name: String,
    /// The facings by the number of their direction.
    pub(super) facings: BTreeMap<u8, Facing>,
}

/// What the limbs do in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// The same stored record as another direction of this chore.
    SameAs(Direction),
    /// The actions by limb number.
    Limbs(BTreeMap<u8, Action>),
}

/// What a limb does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Action {
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
    pub(super) fn actions(&self, direction: Direction) -> Option<&BTreeMap<u8, Action>> {
        match self.facings.get(&direction.number())? {
            Facing::Limbs(limbs) => Some(limbs),
            Facing::SameAs(other) => match self.facings.get(&other.number())? {
                Facing::Limbs(limbs) => Some(limbs),
                Facing::SameAs(_) => None,
            },
        }
    }
}

impl LimbCostume {
    /// Returns the picture of a table entry, following shared ones.
    #[must_use]
    pub(super) fn picture(&self, key: PictureKey) -> Option<&Picture> {
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
