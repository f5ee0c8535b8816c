//! Rooms for a viewer: sizes, boxes, palettes, and where somebody can stand.

use costumier::game::{BoxScale, Room, WalkBox};
use serde::Serialize;

use crate::film::backdrop::spot;
use crate::json::{ProblemRow, problem_rows};

/// A room in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomRow {
    /// Its number.
    pub id: u32,
    /// Its name in the index.
    pub name: Option<String>,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Number of z-planes.
    pub planes: usize,
    /// Its walk boxes.
    pub boxes: Vec<BoxRow>,
    /// The blocks that hold its palettes.
    pub palettes: Vec<String>,
    /// Whether anything can be seen in it.
    pub shows: bool,
    /// Where an actor can stand.
    pub place: (i32, i32),
    /// What is odd.
    pub problems: Vec<ProblemRow>,
}

/// A walk box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxRow {
    /// Its number in scripts.
    pub number: usize,
    /// Its corners.
    pub corners: [(i16, i16); 4],
    /// Its flags.
    pub flags: u8,
    /// The z-plane that hides who stands in it.
    pub plane: u8,
    /// `255`, or `slot 1`.
    pub scale: String,
}

/// Sides of the picture of a room that nobody is ever in.
const STUB: u16 = 8;

/// A room, told.
#[must_use]
pub fn room_row(room: &Room) -> RoomRow {
    let walk_box = |(number, it): (usize, &WalkBox)| BoxRow {
        number,
        corners: it.corners,
        flags: it.flags,
        plane: room.plane_for(Some(number)),
        scale: match it.scale {
            BoxScale::Constant(scale) => scale.to_string(),
            BoxScale::Slot(slot) => format!("slot {slot}"),
        },
    };
    RoomRow {
        id: room.id,
        name: room.name.clone(),
        width: room.width,
        height: room.height,
        planes: room.planes.len(),
        boxes: room.boxes.iter().enumerate().map(walk_box).collect(),
        palettes: room.palettes.iter().map(|palette| palette.source.to_string()).collect(),
        shows: room.width > STUB && room.height > STUB,
        place: spot(room),
        problems: problem_rows(&room.problems),
    }
}
