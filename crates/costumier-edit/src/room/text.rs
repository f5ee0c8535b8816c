//! The text of a room folder, `room.toml`: where the room comes from, and what is in it.
//!
//! **Note:** only pictures and planes of a room can be changed so far. The text describes the rest, and a folder whose
//! text describes something else is refused, so that no edit is lost without a word.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use costumier::Dialect;
use costumier::format::room::BoxScale;
use costumier::game::Room;
use serde::Deserialize;
use toml::{Table, Value};

use super::map::{RoomMap, Target};
use super::{RoomOrigin, TEXT};
use crate::folder::report::Report;

/// The largest text that is read, in bytes.
const MOST_TEXT: usize = 1 << 20;

/// The sentences at the beginning.
const HEAD: &str = "\
# A room, unpacked by Costumier. docs/room-folder.md describes the files of this folder.
#
# Paint background.png, plane-1.png … (white: the picture is in front of actors) and objects/ID-STATE.png, then call
# `costumier put GAME FOLDER -o COPY`. preview.png shows all of it with the walk boxes, and is not read.
# `original.bin` is the room as it was. What is not painted keeps its bytes.
# This text is for reading: boxes, scale slots, palettes, cycles and scripts of a room cannot be edited yet.
";

/// Keys that may differ from the original's.
const FREE: [&str; 3] = ["game", "name", "room"];

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: u32,
    #[serde(default)]
    kind: String,
    generation: Option<String>,
    room: Option<u32>,
    game: Option<String>,
    name: Option<String>,
}

/// Writes the text of a room.
pub(super) fn write(room: &Room, map: &RoomMap, dialect: &Dialect, origin: &RoomOrigin) -> String {
    let mut out = HEAD.to_owned();
    let string = |text: &str| Value::String(text.to_owned()).to_string();
    out.push_str("\nformat = 1\nkind = \"room\"\n");
    let _ = writeln!(out, "generation = {}", string(super::dialect_name(dialect)));
    let _ = origin.game.iter().try_for_each(|game| writeln!(out, "game = {}", string(game)));
    let _ = origin.room.iter().try_for_each(|room| writeln!(out, "room = {room}"));
    let _ = origin.name.iter().try_for_each(|name| writeln!(out, "name = {}", string(name)));
    let _ = writeln!(out, "size = [{}, {}]", room.width, room.height);
    let _ = writeln!(out, "planes = {}", room.planes.len());
    if !dialect.fixed_colours {
        let _ = writeln!(out, "# The colour that objects leave out.\ntransparent = {}", room.transparent);
    }
    let mut states: BTreeMap<u32, BTreeSet<u8>> = BTreeMap::new();
    for (target, _) in map.targets() {
        if let Target::Object { id, state } = target {
            states.entry(id).or_default().insert(state);
        }
    }
    for object in room.objects.iter().filter(|object| states.contains_key(&object.id)) {
        let list: Vec<String> = states.get(&object.id).into_iter().flatten().map(u8::to_string).collect();
        let _ = writeln!(out, "\n[[object]]\nid = {}", object.id);
        let _ =
            origin.objects.get(&object.id).map(|name| writeln!(out, "name = {}", string(name))).transpose();
        let _ = writeln!(out, "at = [{}, {}]", object.left, object.top);
        let _ = writeln!(out, "size = [{}, {}]", object.width, object.height);
        let _ = writeln!(out, "states = [{}]", list.join(", "));
    }
    for (number, walk_box) in room.boxes.iter().enumerate().skip(room.first_box) {
        let corners: Vec<String> = walk_box.corners.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        let _ = writeln!(out, "\n[[box]]\nnumber = {number}\ncorners = [{}]", corners.join(", "));
        let _ = writeln!(out, "plane = {}\nflags = {}", walk_box.mask, walk_box.flags);
        let _ = match walk_box.scale {
            BoxScale::Constant(scale) => writeln!(out, "scale = {scale}"),
            BoxScale::Slot(slot) => writeln!(out, "scale-slot = {slot}"),
        };
    }
    out
}

/// Reads where a room comes from, and its generation.
pub(super) fn read(bytes: &[u8], report: &mut Report) -> Option<(RoomOrigin, Dialect)> {
    let text = text_of(bytes, report)?;
    let head: Head = match toml::from_str(text) {
        Ok(head) => head,
        Err(error) => {
            report.refuse(TEXT, error.to_string().trim_end());
            return None;
        }
    };
    if head.format != 1 || head.kind != "room" {
        report.refuse(TEXT, "it is no text of a room in format 1, the only one that this program reads");
        return None;
    }
    let Some(dialect) = head.generation.as_deref().and_then(super::dialect_of) else {
        report.refuse(format!("{TEXT}: generation"), "it names no generation; restore the text");
        return None;
    };
    let origin = RoomOrigin { room: head.room, game: head.game, name: head.name, objects: BTreeMap::new() };
    Some((origin, dialect))
}

fn text_of<'a>(bytes: &'a [u8], report: &mut Report) -> Option<&'a str> {
    if bytes.len() > MOST_TEXT {
        report.refuse(TEXT, format!("has {} bytes; at most {MOST_TEXT} are read", bytes.len()));
        return None;
    }
    let text = std::str::from_utf8(bytes);
    text.map_err(|error| report.refuse(TEXT, format!("{error}; save the text as UTF-8"))).ok()
}

/// Refuses a text that describes another room than the original. `written` is the text of that one.
pub(super) fn compare(bytes: &[u8], written: &str, report: &mut Report) {
    let tables = text_of(bytes, report).and_then(|text| {
        let there = text.parse::<Table>().ok()?;
        Some((there, written.parse::<Table>().ok()?))
    });
    let Some((there, wanted)) = tables else { return };
    let keys: BTreeSet<&String> = there.keys().chain(wanted.keys()).collect();
    for key in keys.into_iter().filter(|key| !FREE.contains(&key.as_str())) {
        let (there, wanted) = (there.get(key), wanted.get(key));
        if without_names(there) != without_names(wanted) {
            let text = match wanted {
                Some(Value::Array(list)) if list.iter().any(Value::is_table) => {
                    "it is not what original.bin has; objects and boxes cannot be edited yet. Restore it"
                        .to_owned()
                }
                Some(wanted) => format!("this cannot be edited yet; the room has {wanted}"),
                None => "a room has nothing of this name".to_owned(),
            };
            report.refuse(format!("{TEXT}: {key}"), text);
        }
    }
}

/// Returns a value without the names of objects.
fn without_names(value: Option<&Value>) -> Option<Value> {
    let mut value = value.cloned();
    if let Some(Value::Array(list)) = &mut value {
        for table in list.iter_mut().filter_map(Value::as_table_mut) {
            table.remove("name");
        }
    }
    value
}
