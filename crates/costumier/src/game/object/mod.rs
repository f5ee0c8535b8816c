//! Objects in rooms: doors, plants, and everything else that a game can open, remove or switch on.
//!
//! ```text
//! v5, v6   OBCD{ CDHD u16 number, place and size, parent … },                       room/objects.rs
//!          OBIM{ IMHD u16 number …, IM01{ SMAP, ZP01 … }, IM02 … }
//! v7, v8   as above, but place and size are in IMHD
//! v1 – v4  OC and OI; in rooms without blocks a table of both                         old.rs
//! NES      a table of both, pictures of tiles                                         nes.rs
//! ```
//! (`docs/format/old-rooms.md §2, §3.4`, `docs/format/humongous-rooms.md §3.4`,
//! `docs/format/containers.md §12`.) An object in state 0 is invisible. In another state it shows that state's
//! picture, which is drawn into the room's picture and planes strip by strip, the last object of the list first
//! (`room/scenery.rs`).
//!
//! **Note:** an object with a parent is visible only while the parent is in the right state. Objects also change
//! what hides actors: a door's picture replaces the planes beneath it.

mod nes;
mod old;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use super::plane::Plane;
use super::room::StripTable;
use crate::Limits;
use crate::Result;
use crate::UnknownName;
use crate::bytes::Bytes;
use crate::codec::strip::StripKind;
use crate::dialect::ObjectRules;
pub(super) use nes::{TilePicture, settled};
pub(super) use old::{decode_plane, read_cells, read_code, read_stream};

/// An object of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RoomObject {
    /// The object's number in the game; 0 if it is unknown.
    pub id: u32,
    /// The object's name in the files, if they name objects (v8).
    pub name: Option<String>,
    /// Left edge in room pixels. **Note:** pictures begin at the multiple of 8 at or left of it.
    pub left: i32,
    /// Upper edge in room pixels.
    pub top: i32,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// The object that it depends on, by its place in the room's list, from 1 on; 0 for none.
    pub parent: usize,
    /// The parent's state in which this object is visible.
    pub parent_state: u8,
    /// The object's state when the game begins; 0 is invisible.
    pub initial: u8,
    /// The object's pictures, by state.
    pub(in crate::game) pictures: BTreeMap<u8, ObjectPicture>,
    /// Whether strips that omit pixels add to planes. Otherwise they replace the planes' contents.
    pub(in crate::game) adds: bool,
}

impl RoomObject {
    /// The states that the object has pictures for. Up to v4 one picture serves for all states, and has the number
    /// of the lowest that shows it.
    pub fn states(&self) -> impl Iterator<Item = u8> + '_ {
        self.pictures.keys().copied()
    }

    /// The picture of a state that is not cut into strips (v0 to v2): its pixels, row by row, and its plane.
    #[must_use]
    pub fn whole_picture(&self, state: u8) -> Option<(&[u8], &Plane)> {
        match self.pictures.get(&state)? {
            ObjectPicture::Whole { pixels, plane } => Some((pixels, plane)),
            _ => None,
        }
    }
}

/// The appearance of an object in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum ObjectPicture {
    /// Strips like those of rooms.
    Strips {
        strips: Stored,
        kind: StripKind,
        /// The strips for each of the room's planes; `None` leaves the plane unchanged.
        planes: Vec<Option<Stored>>,
        /// The pixels that are cleared in planes (`TMSK`, Humongous from 7.2 on).
        cleared: Option<Stored>,
    },
    /// Rows of skips, runs and literals, placed to the pixel; planes stay (Humongous from 7.1 on).
    Packed(Stored),
    /// Pixels row by row and a plane, both of which replace what is beneath (v1 and v2).
    Whole { pixels: Vec<u8>, plane: Plane },
    /// Tiles in the room's palettes, with hiding bits, both of which replace what is beneath (NES).
    Tiles(TilePicture),
}

/// Bytes of a file with a table of strips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct Stored {
    /// The bytes that it is a part of, and the range of the part.
    whole: Arc<[u8]>,
    part: Range<usize>,
    /// Offset of the part in the file.
    at: u64,
    table: StripTable,
}

impl Stored {
    /// A part of `whole`, which begins at offset `base` of the file.
    pub(in crate::game) fn of(whole: &Arc<[u8]>, base: u64, part: Bytes<'_>, table: StripTable) -> Self {
        let start = usize::try_from(part.base().saturating_sub(base)).unwrap_or(usize::MAX);
        let part_of = start..start.saturating_add(part.len());
        Self { whole: Arc::clone(whole), part: part_of, at: part.base(), table }
    }

    /// All of its bytes, and their offset in the file.
    pub(in crate::game) fn bytes(&self) -> (&[u8], u64) {
        (self.whole.get(self.part.clone()).unwrap_or_default(), self.at)
    }

    /// The bytes of a strip; empty if the strip is not stored.
    pub(in crate::game) fn strip(&self, number: usize) -> Result<Bytes<'_>> {
        let data = self.whole.get(self.part.clone()).unwrap_or_default();
        self.table.strip(Bytes::with_base(data, self.at), number)
    }
}

/// The number of pixels that the objects of a room may still have in all. It bounds the time that a damaged file
/// can cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Budget(usize);

impl Budget {
    /// The budget of a room.
    pub(in crate::game) fn new(limits: &Limits) -> Self {
        Self(limits.stage_pixels)
    }

    /// Whether a picture of this size may be kept.
    pub(in crate::game) fn admits(&mut self, (width, height): (u16, u16)) -> bool {
        let pixels = usize::from(width).saturating_mul(height.into());
        match self.0.checked_sub(pixels) {
            Some(left) if pixels > 0 => {
                self.0 = left;
                true
            }
            _ => false,
        }
    }
}

/// Which objects a room is shown with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ObjectsShown {
    /// No objects: the bare picture.
    None,
    /// Objects that are visible when the game begins.
    #[default]
    Initial,
    /// Every object with a picture, even if the game hides it.
    All,
}

impl ObjectsShown {
    /// All choices.
    const ALL: [Self; 3] = [Self::None, Self::Initial, Self::All];

    /// The name of the choice on the command line and in scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Initial => "initial",
            Self::All => "all",
        }
    }
}

impl fmt::Display for ObjectsShown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ObjectsShown {
    type Err = UnknownName;

    /// A [name](Self::name), in any case.
    fn from_str(text: &str) -> std::result::Result<Self, UnknownName> {
        UnknownName::find(text, "choice of objects", Self::ALL, Self::name)
    }
}

/// The states of a room's objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectStates {
    /// Which objects are shown.
    pub shown: ObjectsShown,
    /// States of single objects, by number, which override `shown`; 0 hides the object.
    pub given: BTreeMap<u32, u8>,
}

impl From<ObjectsShown> for ObjectStates {
    fn from(shown: ObjectsShown) -> Self {
        Self { shown, given: BTreeMap::new() }
    }
}

impl ObjectStates {
    /// The state of an object.
    #[must_use]
    pub fn of(&self, object: &RoomObject, rules: &ObjectRules) -> u8 {
        if let Some(given) = self.given.get(&object.id) {
            return *given;
        }
        match self.shown {
            ObjectsShown::None => 0,
            ObjectsShown::Initial => object.initial,
            ObjectsShown::All
                if rules.picture(object.initial).is_some_and(|it| object.pictures.contains_key(&it)) =>
            {
                object.initial
            }
            ObjectsShown::All => object.pictures.keys().next().copied().unwrap_or(0),
        }
    }
}

/// The visible objects and their pictures, in drawing order.
pub(in crate::game) fn seen<'a>(
    objects: &'a [RoomObject],
    states: &ObjectStates,
    rules: &ObjectRules,
) -> Vec<(&'a RoomObject, &'a ObjectPicture)> {
    let state = |object: &RoomObject| states.of(object, rules);
    let parents_agree = |object: &RoomObject| {
        let mut child = object;
        // A chain of parents that returns to its start has no end.
        for _ in objects {
            let Some(place) = child.parent.checked_sub(1) else { return true };
            match objects.get(place) {
                Some(parent) if state(parent) & rules.state_bits == child.parent_state => child = parent,
                _ => return false,
            }
        }
        false
    };
    let regardless =
        |object: &RoomObject| states.shown == ObjectsShown::All && !states.given.contains_key(&object.id);
    let mut seen = Vec::new();
    for object in objects.iter().rev() {
        let picture = rules.picture(state(object)).and_then(|picture| object.pictures.get(&picture));
        if let Some(picture) = picture.filter(|_| regardless(object) || parents_agree(object)) {
            seen.push((object, picture));
        }
    }
    seen
}

#[cfg(test)]
mod tests;
