//! Edits of a draft. Each one sets one thing.

use std::collections::BTreeMap;

use costumier::{Direction, PictureKey};
use serde::{Deserialize, Serialize};

use crate::folder::akos::changed::{ChangedRecords, Window};
use crate::folder::akos::model::AkosCostume;
use crate::folder::model::{Record, Way};
use crate::folder::picture::{EntryKind, Key};

/// One change of a draft. As JSON, it can be stored and applied again later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
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
    /// Sets the text of the program (AKOS), as `Draft::program` returns it. Labels keep their users: records, jumps
    /// and conditions follow them.
    Program {
        /// The whole text from now on.
        text: String,
    },
    /// Sets the pictures of a stretch of the program (AKOS). It can get longer or shorter; what is behind it moves.
    Stretch {
        /// Offset of the first command in AKSQ.
        start: u16,
        /// As many pictures as wanted, one at least.
        pictures: Vec<u16>,
    },
    /// Sets the palette: the room colour of each costume colour.
    Palette {
        /// As many colours as before.
        colours: Vec<u8>,
    },
}

/// What undoes an edit.
#[derive(Clone, Debug)]
pub(super) enum Inverse {
    /// An edit that sets what was there before.
    Edit(Edit),
    /// The program before, with everything that names a place in it.
    Program(Box<ProgramParts>),
}

/// The parts of an AKOS costume that change with its program.
#[derive(Clone, Debug)]
pub(super) struct ProgramParts {
    parts: AkosCostume,
    changed: ChangedRecords,
}

impl ProgramParts {
    /// Takes the program of a costume out of it. Its pictures are not copied.
    pub(super) fn of(mut costume: AkosCostume) -> Self {
        costume.pictures = Vec::new();
        costume.frames = Vec::new();
        costume.others = Vec::new();
        Self { parts: costume, changed: ChangedRecords::default() }
    }

    /// Puts the program into a costume. Returns the one that was there.
    pub(super) fn put(mut self, costume: &mut AkosCostume, changed: &mut ChangedRecords) -> Self {
        let parts = &mut self.parts;
        std::mem::swap(&mut parts.sequence, &mut costume.sequence);
        std::mem::swap(&mut parts.records, &mut costume.records);
        std::mem::swap(&mut parts.header, &mut costume.header);
        std::mem::swap(&mut parts.jumps, &mut costume.jumps);
        std::mem::swap(&mut parts.jump_slices, &mut costume.jump_slices);
        std::mem::swap(&mut parts.condition_starts, &mut costume.condition_starts);
        std::mem::swap(&mut self.changed, changed);
        self
    }
}
