//! What a costume folder says, once its text and its pictures are read: the same for what is unpacked and
//! what is packed.

use std::collections::BTreeMap;

use costumier::{Dialect, Direction, PictureKey};

/// A costume of limbs: what a COST block can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LimbCostume {
    /// The generation it is for.
    pub(super) dialect: Dialect,
    /// Number of colours that the format byte speaks of: 16 or 32, in v1 4.
    pub(super) colours: u8,
    /// West has art of its own.
    pub(super) never_mirror: bool,
    /// Pictures may borrow others' pixels (formats 0x60 and 0x61).
    pub(super) redirects: bool,
    /// The palette as it is stored.
    pub(super) palette: Vec<u8>,
    /// The limbs that have something to say.
    pub(super) limbs: Vec<Limb>,
    /// The chores.
    pub(super) chores: Vec<Chore>,
}

/// A limb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limb {
    /// Its number, 0 to 15.
    pub(super) number: u8,
    /// Its name in the folder.
    pub(super) name: String,
    /// Its pictures.
    pub(super) table: Table,
}

/// The pictures of a limb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// Its own.
    Own(Vec<Entry>),
    /// Those of another limb.
    SameAs(u8),
    /// None, said with an offset of 0, as `ScummC` does.
    Null,
}

/// An entry of a limb's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name in the folder.
    pub(super) name: String,
    /// What it is.
    pub(super) picture: EntryKind,
}

/// What an entry of a table leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// Nothing: an offset of 0.
    Empty,
    /// The same stored picture as another entry.
    SameAs(PictureKey),
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
    pub(super) pixels: PicturePixels,
}

/// Where a picture's pixels come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PicturePixels {
    /// Costume colours, row by row.
    Rows(Vec<u8>),
    /// Another picture's.
    Borrowed(PictureKey),
}

/// A chore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chore {
    /// Its number.
    pub(super) number: u16,
    /// Its name in the folder.
    pub(super) name: String,
    /// What the limbs do, by direction.
    pub(super) facings: BTreeMap<u8, Facing>,
}

/// What the limbs do in a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Facing {
    /// The very record of another direction of this chore.
    SameAs(Direction),
    /// By limb number.
    Limbs(BTreeMap<u8, Action>),
}

/// What a limb does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Action {
    /// It is switched off.
    Off,
    /// It plays commands.
    Play {
        /// The commands' bytes.
        commands: Vec<u8>,
        /// It holds the last instead of going back to the first.
        once: bool,
    },
}

impl Chore {
    /// What the limbs do in a direction, whoever says it.
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
    /// The picture behind a table entry, shared ones followed.
    #[must_use]
    pub(super) fn picture(&self, key: PictureKey) -> Option<&Picture> {
        let mut key = key;
        // Whoever shares leads to one that does not: more steps than limbs and tables need are a circle.
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
