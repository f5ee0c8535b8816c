//! Edits of a draft. Each one sets one thing, and its inverse is an edit too.

use std::collections::BTreeMap;

use costumier::{Direction, PictureKey};
use serde::{Deserialize, Serialize};

use crate::folder::akos::changed::Window;
use crate::folder::model::{Record, Way};
use crate::folder::picture::{EntryKind, Key};

/// One change of a draft. As JSON, it can be stored and applied again later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// Sets what an entry of a picture table leads to: paints, moves, shares or empties a picture. With the index
    /// after the last one, it adds an entry.
    Picture {
        /// The limb and index of the entry.
        #[serde(with = "Key")]
        key: PictureKey,
        /// The name of an added entry; the new name of another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What it leads to from now on.
        to: EntryKind,
    },
    /// Removes the last entry of a limb's picture table.
    RemovePicture {
        /// The number of the limb; 0 for AKOS costumes.
        limb: u8,
    },
    /// Sets the record of a chore in a direction (COST).
    Record {
        /// The number of the chore. A new one is added.
        chore: u16,
        /// The direction of the chore.
        #[serde(with = "Way")]
        direction: Direction,
        /// The name of an added chore; the new name of another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The record from now on; `None` for no record. A chore without records is removed.
        record: Option<Record>,
    },
    /// Sets the record of a chore in a facing (AKOS).
    Windows {
        /// The number of the chore. A new one is added.
        chore: u16,
        /// The name of the facing, also a diagonal.
        facing: String,
        /// What the limbs do from now on; `None` for no record.
        record: Option<BTreeMap<u8, Window>>,
    },
    /// Sets the palette: the room colour of each costume colour.
    Palette {
        /// As many colours as before.
        colours: Vec<u8>,
    },
}
