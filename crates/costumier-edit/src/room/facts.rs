//! What is in a room, as rows that serialise: pictures, planes, objects, colours, cycles, scale slots, walk boxes.

use std::collections::BTreeMap;

use costumier::Dialect;
use costumier::format::room::BoxScale;
use costumier::game::RoomObject;
use serde::Serialize;

use super::cycles::CycleRow;
use super::layers::{Layer, StoredLayer, StoredLayers};
use super::map::{RoomMap, Target};
use super::{OpenRoom, RoomOrigin, cycles, dialect_name};
use crate::pictures::Rgb;

/// What is in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomFacts {
    /// The number of the room in the game.
    pub room: Option<u32>,
    /// The name of the room in the index.
    pub name: Option<String>,
    /// The generation of the game, as room folders name it: `v5`.
    pub generation: &'static str,
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// Number of z-planes of the room.
    pub planes: usize,
    /// The first colour that pictures may have. Costumes have those below.
    pub first_colour: u8,
    /// The colour of each room colour on the screen, by number.
    pub colours: Vec<Rgb>,
    /// The blocks that hold its palettes, such as `CLUT` and `PALS APAL 2`. The room starts with the first one.
    pub palettes: Vec<String>,
    /// The room colours that cycle while the game runs.
    pub cycles: Vec<CycleRow>,
    /// The scale slots that the room sets.
    pub scale_slots: Vec<ScaleSlotRow>,
    /// The walk boxes of the room.
    pub boxes: Vec<RoomBoxRow>,
    /// The objects with pictures.
    pub objects: Vec<ObjectRow>,
    /// The pictures and planes that can be edited.
    pub pictures: Vec<RoomPictureRow>,
    /// Pictures that cannot be edited, each with its reason.
    pub left_out: Vec<String>,
}

/// A scale slot: two rows of the room, and the scale of actors there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScaleSlotRow {
    /// The number of the slot, from 0 on.
    pub slot: usize,
    /// The scale of actors at the first row; 255 is full size.
    pub scale1: i32,
    /// The first row, in room pixels.
    pub y1: i32,
    /// The scale of actors at the second row.
    pub scale2: i32,
    /// The second row, in room pixels.
    pub y2: i32,
}

/// A walk box of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomBoxRow {
    /// The number of the box in scripts.
    pub number: usize,
    /// The four corners of the box, each x and y.
    pub corners: [(i16, i16); 4],
    /// The z-plane that hides actors in the box.
    pub plane: u8,
    /// The flags of the box.
    pub flags: u8,
    /// The scale of actors in the box; `None` if a slot has it.
    pub scale: Option<u16>,
    /// The number of the scale slot that scales actors in the box.
    pub scale_slot: Option<usize>,
}

/// An object of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectRow {
    /// The number of the object. In v8, objects count from 1 on in each room.
    pub id: u32,
    /// The name of the object in the scripts.
    pub name: Option<String>,
    /// Left column and top row in the room.
    pub at: (i32, i32),
    /// Width and height in pixels.
    pub size: (u16, u16),
    /// The states that have pictures.
    pub states: Vec<u8>,
}

/// A picture or a plane of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoomPictureRow {
    /// The name of its file without the ending: `background`, `plane-1`, `objects/12-1`, `objects/12-1-plane-1`,
    /// `objects/12-1-clears`.
    pub name: String,
    /// The number of the object; `None` if it belongs to the room itself.
    pub object: Option<u32>,
    /// The state of the object.
    pub state: Option<u8>,
    /// The number of the plane; `None` for a picture.
    pub plane: Option<usize>,
    /// Left column and top row in the room.
    pub at: (i32, i32),
    /// Width and height in pixels.
    pub size: (usize, usize),
    /// The room colour that leaves pixels out; `None` if all are drawn.
    pub transparent: Option<u8>,
    /// How the pixels are stored: `strips`, `stream` (v2), `cells` (v0 and v1), `tiles` (PC-Engine), `whole` and `rows`
    /// (backgrounds and objects of Humongous games from 7.1 on).
    pub codec: &'static str,
    /// The code of each strip of a picture; `None` for those that cannot be read. Strips of 16 colours have none.
    pub codes: Vec<Option<u8>>,
}

impl RoomFacts {
    pub(super) fn of(open: &OpenRoom, stored: &StoredLayers, dialect: &Dialect, origin: &RoomOrigin) -> Self {
        let room = &open.room;
        let slots = (0..).zip(&room.slots).filter_map(|(slot, it)| Some((slot, it.as_ref()?)));
        let slots = slots.map(|(slot, it)| ScaleSlotRow {
            slot,
            scale1: it.scale1,
            y1: it.y1,
            scale2: it.scale2,
            y2: it.y2,
        });
        let boxes = room.boxes.iter().enumerate().skip(room.first_box).map(|(number, it)| {
            let (scale, scale_slot) = match it.scale {
                BoxScale::Constant(scale) => (Some(scale), None),
                BoxScale::Slot(slot) => (None, Some(slot)),
            };
            let (corners, plane, flags) = (it.corners, it.mask, it.flags);
            RoomBoxRow { number, corners, plane, flags, scale, scale_slot: scale_slot.map(Into::into) }
        });
        Self {
            room: origin.room,
            name: origin.name.clone(),
            generation: dialect_name(dialect),
            size: (room.width, room.height),
            planes: room.planes.len(),
            first_colour: open.colours.first(),
            colours: open.colours.all().to_vec(),
            palettes: room.palettes.iter().map(|palette| palette.source.to_string()).collect(),
            cycles: cycles::read(&open.payload, dialect),
            scale_slots: slots.collect(),
            boxes: boxes.collect(),
            objects: objects(open, stored, origin),
            pictures: stored.iter().map(|(layer, stored)| picture(open, *layer, stored)).collect(),
            left_out: left_out(open, stored),
        }
    }
}

/// Returns the pictures that cannot be edited, each with its reason.
fn left_out(open: &OpenRoom, stored: &StoredLayers) -> Vec<String> {
    let layers = open.map.packed.iter().map(|found| Layer::picture(found.target));
    let cut = layers.filter(|layer| !stored.contains_key(layer));
    let cut = cut.map(|layer| format!("{}: it cannot be read whole", layer.file()));
    open.map.left_out.iter().cloned().chain(cut).collect()
}

/// Returns the objects with pictures.
fn objects(open: &OpenRoom, stored: &StoredLayers, origin: &RoomOrigin) -> Vec<ObjectRow> {
    let mut states: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    for layer in stored.keys().filter(|layer| layer.plane == 0) {
        if let Target::Object { id, state } = layer.target {
            states.entry(id).or_default().push(state);
        }
    }
    let row = |object: &RoomObject| {
        Some(ObjectRow {
            id: object.id,
            name: origin.objects.get(&object.id).cloned(),
            at: (object.left, object.top),
            size: (object.width, object.height),
            states: states.get(&object.id)?.clone(),
        })
    };
    open.room.objects.iter().filter_map(row).collect()
}

fn picture(open: &OpenRoom, layer: Layer, stored: &StoredLayer) -> RoomPictureRow {
    let (object, state) = match layer.target {
        Target::Background => (None, None),
        Target::Object { id, state } => (Some(id), Some(state)),
    };
    let found = object.and_then(|id| open.room.objects.iter().find(|object| object.id == id));
    let is_whole = open.map.whole.iter().any(|whole| whole.target == layer.target);
    let is_packed = layer.plane == 0 && open.map.packed.iter().any(|packed| packed.target == layer.target);
    RoomPictureRow {
        name: layer.name(),
        object,
        state,
        plane: Some(layer.plane).filter(|plane| *plane > 0),
        // Strips begin at the multiple of 8 at or left of their object.
        at: found.map_or((0, 0), |object| match is_packed {
            true => (object.left, object.top),
            false => (object.left.div_euclid(8).saturating_mul(8), object.top),
        }),
        size: stored.size,
        transparent: open.colours_of(stored).hole(layer.target).filter(|_| layer.plane == 0),
        codec: match (layer.target, &open.map) {
            (Target::Background, _) if is_packed => "whole",
            _ if is_packed => "rows",
            _ if !is_whole => "strips",
            (_, RoomMap { tiles: Some(_), .. }) => "tiles",
            (_, RoomMap { cells: Some(_), .. }) => "cells",
            _ => "stream",
        },
        codes: match open.packing.is_sixteen() {
            true => Vec::new(),
            false => stored.codes.clone(),
        },
    }
}
