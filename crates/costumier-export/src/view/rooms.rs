//! Facts about rooms for a viewer: sizes, boxes, palettes, and a place where an actor can stand.

use costumier::Problem;
use costumier::game::{BoxScale, Room, WalkBox};
use serde::Serialize;

use crate::film::backdrop::spot;

/// The facts about a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomRow {
    /// The number of the room.
    pub id: u32,
    /// The name of the room in the index.
    pub name: Option<String>,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// Number of z-planes, which can hide actors.
    pub planes: usize,
    /// The walk boxes of the room.
    pub boxes: Vec<BoxRow>,
    /// The objects of the room. Pictures of earlier ones are in front.
    #[cfg(feature = "whole")]
    pub objects: Vec<RoomObjectRow>,
    /// The blocks that hold its palettes, such as `CLUT` and `PALS APAL 2`. The room starts with the first one.
    pub palettes: Vec<String>,
    /// Whether anything is visible in the room. Rooms that only hold resources have a placeholder for a picture.
    pub shows: bool,
    /// A position where an actor can stand: the middle of the largest walk box.
    pub place: (i32, i32),
    /// Problems of the room.
    pub problems: Vec<Problem>,
}

/// A walk box of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxRow {
    /// The number of the box in scripts.
    pub number: usize,
    /// The four corners of the box, each x and y.
    pub corners: [(i16, i16); 4],
    /// The flags of the box.
    pub flags: u8,
    /// The z-plane that hides actors in the box.
    pub plane: u8,
    /// The scale of actors: `255`, or `slot 1`.
    pub scale: String,
}

/// An object of a room.
#[cfg(feature = "whole")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomObjectRow {
    /// The number of the object in the game; 0 if it is unknown.
    pub number: u32,
    /// The name of the object in the files, if they name objects (v8).
    pub name: Option<String>,
    /// The rectangle of the object in the room, in pixels: left, top, width, height.
    pub area: [i32; 4],
    /// The states that have pictures.
    pub states: Vec<u8>,
    /// The state when the game begins; 0 is invisible.
    pub initial: u8,
}

/// Largest side in pixels of the placeholder picture of a room without a scene.
const STUB: u16 = 8;

/// Returns the facts about a room.
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
    #[cfg(feature = "whole")]
    let object = |it: &costumier::game::RoomObject| RoomObjectRow {
        number: it.id,
        name: it.name.clone(),
        area: [it.left, it.top, it.width.into(), it.height.into()],
        states: it.states().collect(),
        initial: it.initial,
    };
    RoomRow {
        id: room.id,
        name: room.name.clone(),
        width: room.width,
        height: room.height,
        planes: room.planes.len(),
        #[cfg(feature = "whole")]
        objects: room.objects.iter().map(object).collect(),
        boxes: room.boxes.iter().enumerate().map(walk_box).collect(),
        palettes: room.palettes.iter().map(|palette| palette.source.to_string()).collect(),
        shows: room.width > STUB && room.height > STUB,
        place: spot(room),
        problems: room.problems.clone(),
    }
}
