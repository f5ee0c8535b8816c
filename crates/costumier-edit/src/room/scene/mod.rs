//! A room for level editors and engines: its pictures in their places, what is in front of actors, its walk boxes.
//!
//! ```text
//! room folder ─┬─▸ room.tmx    a map for Tiled
//!              ├─▸ room.tscn   a scene for Godot 4
//!              └─▸ front-1.png …   the pixels of the room, as the game begins, that plane 1 … puts in front of actors
//! ```
//! **Note:** these files are for taking a room elsewhere. `pack` does not read them.

mod godot;
mod tiled;

use std::collections::BTreeMap;

use costumier::format::room::{BoxScale, ScaleSlot, WalkBox};
use costumier::game::{ObjectStates, Room};
use costumier::{Game, Result};

use super::map::Target;
use super::{OpenRoom, RoomOrigin, editable, layers, preview};
use crate::folder::Files;

/// The program that a room is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneFormat {
    /// A map for Tiled, `room.tmx`.
    Tiled,
    /// A scene for Godot 4, `room.tscn`.
    Godot,
}

impl SceneFormat {
    /// Returns the name of the file.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Self::Tiled => "room.tmx",
            Self::Godot => "room.tscn",
        }
    }
}

/// Writes a room that was [unpacked](super::unpack) for other programs: the file, and `front-1.png` and so on, which
/// lie in its folder.
///
/// # Errors
/// [`ErrorKind::Unsupported`](costumier::ErrorKind::Unsupported) for generations without room folders; the errors of
/// reading the room.
pub fn scene_files(game: &Game, id: u32, origin: &RoomOrigin, format: SceneFormat) -> Result<Files> {
    let dialect = game.dialect();
    editable(&dialect)?;
    let shown = game.room(id)?;
    let open = OpenRoom::open(super::stored(game, id)?, id, &dialect, game.limits())?;
    let scene = Scene::of(&shown, &open, game.room_name(id), &origin.objects);
    let mut files = Files::new();
    let colours = game.room_palette(id).unwrap_or([[0; 3]; 256]);
    let scenery = shown.scenery(&ObjectStates::default())?;
    for (front, plane) in scene.fronts.iter().zip(&scenery.planes) {
        let mut pixels = Vec::with_capacity(scenery.pixels.len());
        for (y, row) in scenery.pixels.chunks(usize::from(shown.width).max(1)).enumerate() {
            let bits = plane.row(y);
            pixels.extend(row.iter().enumerate().map(|(x, pixel)| {
                let is_front = bits.get(x / 8).is_some_and(|bits| bits & (0x80 >> (x % 8)) != 0);
                let [r, g, b] = colours.get(usize::from(*pixel)).copied().unwrap_or_default();
                if is_front { [r, g, b, u8::MAX] } else { [0; 4] }
            }));
        }
        let bytes = preview::written(pixels.as_flattened(), png::ColorType::Rgba, scene.size);
        files.extend(bytes.map(|bytes| (front.clone(), bytes)));
    }
    let text = match format {
        SceneFormat::Tiled => tiled::write(&scene),
        SceneFormat::Godot => godot::write(&scene),
    };
    files.insert(format.file().to_owned(), text.into_bytes());
    Ok(files)
}

/// Returns the names of the files with what planes put in front of actors, from plane 1 on.
pub(super) fn fronts(room: &Room) -> impl Iterator<Item = String> {
    (1..=room.planes.len()).map(|number| format!("front-{number}.png"))
}

/// What both formats say of a room.
struct Scene<'a> {
    id: u32,
    name: &'a str,
    /// Width and height in pixels.
    size: (u16, u16),
    /// Pictures of objects, those behind others first.
    objects: Vec<Placed<'a>>,
    /// The files with what planes put in front of actors, from plane 1 on.
    fronts: Vec<String>,
    /// The walk boxes that actors can stand in, with their numbers.
    boxes: Vec<(usize, &'a WalkBox)>,
    slots: &'a [Option<ScaleSlot>; 4],
}

/// A picture of an object in its place.
struct Placed<'a> {
    id: u32,
    state: u8,
    name: Option<&'a str>,
    file: String,
    /// Upper left corner in the room, in pixels.
    corner: (i32, i32),
    /// Width and height in pixels.
    size: (usize, usize),
    /// Whether it is seen when the game begins.
    is_shown: bool,
}

impl<'a> Scene<'a> {
    fn of(
        room: &'a Room,
        open: &'a OpenRoom,
        name: Option<&'a str>,
        names: &'a BTreeMap<u32, String>,
    ) -> Self {
        // The game knows in which states objects begin. A folder numbers those of v8 anew, in the same order.
        let place = |id: u32| open.room.objects.iter().position(|object| object.id == id);
        let is_shown = |id: u32, state: u8| {
            let object = place(id).and_then(|place| room.objects.get(place));
            let shown = room.shown_objects(&ObjectStates::default());
            shown.iter().any(|(it, picture)| {
                object.is_some_and(|object| std::ptr::eq(*it, object)) && *picture == state
            })
        };
        let mut places = Vec::new();
        for found in &open.map.pictures {
            if let Target::Object { id, state } = found.target {
                places.push((id, state, found.corner, found.size));
            }
        }
        let whole = open.map.whole.iter().map(|found| (found.target, found.size));
        let packed = open.map.packed.iter().filter(|found| open.packed_picture(found).is_some());
        for (target, size) in whole.chain(packed.map(|found| (found.target, found.size))) {
            let Target::Object { id, state } = target else { continue };
            let object = open.room.objects.iter().find(|object| object.id == id);
            let corner = object.map_or((0, 0), |object| (object.left, object.top));
            places.push((id, state, corner, size));
        }
        // Pictures of earlier objects are in front.
        places.sort_by_key(|(id, state, ..)| (std::cmp::Reverse(place(*id)), *state));
        let placed = |(id, state, corner, size)| Placed {
            id,
            state,
            name: open
                .room
                .objects
                .iter()
                .find(|object| object.id == id)
                .and_then(|object| names.get(&id).or(object.name.as_ref()).map(String::as_str)),
            file: layers::file_of(Target::Object { id, state }),
            corner,
            size,
            is_shown: is_shown(id, state),
        };
        Self {
            id: room.id,
            name: name.unwrap_or("room"),
            size: (room.width, room.height),
            objects: places.into_iter().map(placed).collect(),
            fronts: fronts(room).collect(),
            boxes: room.boxes.iter().enumerate().skip(room.first_box).collect(),
            slots: &room.slots,
        }
    }

    /// Returns the properties of a walk box, by name. A scale of 255 is full size.
    fn properties_of(walk_box: &WalkBox) -> [(&'static str, i64); 3] {
        let scale = match walk_box.scale {
            BoxScale::Constant(scale) => ("scale", i64::from(scale)),
            BoxScale::Slot(slot) => ("scale-slot", i64::from(slot)),
        };
        [("plane", walk_box.mask.into()), ("flags", walk_box.flags.into()), scale]
    }

    /// Returns the scale slots that the room sets: number, then scale and row of both ends.
    fn slots(&self) -> impl Iterator<Item = (usize, [i32; 4])> {
        let set = self.slots.iter().enumerate().filter_map(|(at, slot)| Some((at, slot.as_ref()?)));
        set.map(|(at, slot)| (at, [slot.scale1, slot.y1, slot.scale2, slot.y2]))
    }
}
