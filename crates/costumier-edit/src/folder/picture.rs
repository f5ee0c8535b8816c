//! The entries of a picture table and the pictures that they lead to, for COST and AKOS costumes.
//!
//! **Note:** the pictures of an AKOS costume belong to no limb. Their keys have limb 0.

use costumier::PictureKey;
use costumier_build::{PictureSource, PixelSource};
use serde::{Deserialize, Serialize};

/// An entry of a picture table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the entry in the folder.
    pub name: String,
    /// What the entry leads to.
    pub picture: EntryKind,
}

/// What an entry of a picture table leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// No picture that can be read.
    Empty,
    /// The same stored picture as another entry.
    SameAs(#[serde(with = "Key")] PictureKey),
    /// A stored picture of this entry.
    Picture(Picture),
}

/// A picture and its header.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Offset from the running offset to the left column and the top row, in pixels.
    pub at: (i16, i16),
    /// Pixels added to the running x and subtracted from the running y.
    pub moves: (i16, i16),
    /// The pixels of the picture.
    pub pixels: Pixels,
}

impl Picture {
    /// Returns the picture as a block stores it, with these pixels.
    pub(super) fn source(&self, pixels: PixelSource) -> PictureSource {
        let ((width, height), (x, y), (move_x, move_y)) = (self.size, self.at, self.moves);
        PictureSource { width, height, x, y, move_x, move_y, pixels }
    }
}

/// The source of a picture's pixels.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pixels {
    /// Costume colours, row by row.
    Rows(Vec<u8>),
    /// Packed bytes, for unknown codecs and for pictures that are too large to unpack (AKOS).
    Packed(Vec<u8>),
    /// The pixels of another picture.
    Borrowed(#[serde(with = "Key")] PictureKey),
}

/// The picture tables of a costume: one for each limb (COST), or one for all limbs (AKOS).
pub(crate) trait PictureTables {
    /// Returns the limb whose table a limb shows.
    fn table_owner(&self, limb: u8) -> u8;

    /// Returns the entries that a limb shows: those of its own table, or of the table that it shares.
    fn entries(&self, limb: u8) -> &[Entry];

    /// Returns the name of a limb, for its pictures.
    fn limb_name(&self, limb: u8) -> String;

    /// Returns the name of a picture for other pictures.
    fn name_of(&self, key: PictureKey) -> String;

    /// Returns the entry of a key.
    fn entry(&self, key: PictureKey) -> Option<&Entry> {
        self.entries(key.limb).get(usize::from(key.index))
    }

    /// Returns all entries of all tables. Each has the limb that owns its table.
    fn all(&self) -> Box<dyn Iterator<Item = (PictureKey, &Entry)> + '_> {
        let owners = (0..16).filter(|limb| self.table_owner(*limb) == *limb);
        Box::new(owners.flat_map(|limb| {
            let entries = self.entries(limb).iter().zip(0..=u16::MAX);
            entries.map(move |(entry, index)| (PictureKey { limb, index }, entry))
        }))
    }

    /// Returns the entry that stores the picture of an entry.
    fn owner(&self, key: PictureKey) -> PictureKey {
        match self.entry(key).map(|entry| &entry.picture) {
            Some(EntryKind::SameAs(other)) => *other,
            _ => PictureKey { limb: self.table_owner(key.limb), ..key },
        }
    }

    /// Returns the picture of an entry, following shared ones.
    fn picture(&self, key: PictureKey) -> Option<&Picture> {
        match &self.entry(self.owner(key))?.picture {
            EntryKind::Picture(picture) => Some(picture),
            EntryKind::Empty | EntryKind::SameAs(_) => None,
        }
    }

    /// Returns the picture that owns the pixels which a picture shows.
    fn alike(&self, key: PictureKey) -> Option<PictureKey> {
        let picture = self.picture(key)?;
        match picture.pixels {
            Pixels::Rows(_) | Pixels::Packed(_) => Some(self.owner(key)),
            Pixels::Borrowed(lender) => {
                let same = self.picture(lender).is_some_and(|lender| lender.size == picture.size);
                same.then_some(lender)
            }
        }
    }
}

/// What an entry shows, with other entries as names: equal for entries that show the same, whatever their indices
/// are.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Content<'a> {
    Empty,
    SameAs(String),
    Own(&'a Picture),
    Borrowed(String, [i32; 6]),
}

impl Entry {
    /// Returns what the entry shows, in a costume with these tables.
    pub(super) fn content(&self, tables: &dyn PictureTables) -> Content<'_> {
        match &self.picture {
            EntryKind::Empty => Content::Empty,
            EntryKind::SameAs(key) => Content::SameAs(tables.name_of(*key)),
            EntryKind::Picture(picture) => match picture.pixels {
                Pixels::Rows(_) | Pixels::Packed(_) => Content::Own(picture),
                Pixels::Borrowed(key) => {
                    let Picture { size: (w, h), at: (x, y), moves: (move_x, move_y), .. } = *picture;
                    let place = [w.into(), h.into(), x.into(), y.into(), move_x.into(), move_y.into()];
                    Content::Borrowed(tables.name_of(key), place)
                }
            },
        }
    }
}

/// How a picture's key is written as JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "PictureKey")]
pub(crate) struct Key {
    limb: u8,
    index: u16,
}
