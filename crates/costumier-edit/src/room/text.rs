//! The text of a room folder, `room.toml`: where the room comes from, and what is in it.
//!
//! **Note:** only pictures and planes of a room can be changed so far. The text describes the rest, and a folder whose
//! text describes something else is refused, so that no edit is lost without a word.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use costumier::Dialect;
use costumier::game::Room;
use serde::Deserialize;
use toml::{Table, Value};

use super::{CycleRow, ObjectRow, RoomBoxRow, RoomFacts, RoomOrigin, ScaleSlotRow, TEXT};
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
    #[serde(default)]
    object: Vec<NamedObject>,
}

#[derive(Deserialize)]
struct NamedObject {
    id: u32,
    name: Option<String>,
}

/// Writes the text of a room.
pub(super) fn write(facts: &RoomFacts, origin: &RoomOrigin, room: &Room) -> String {
    let mut out = HEAD.to_owned();
    let string = |text: &str| Value::String(text.to_owned()).to_string();
    out.push_str("\nformat = 1\nkind = \"room\"\n");
    let _ = writeln!(out, "generation = {}", string(facts.generation));
    let _ = origin.game.iter().try_for_each(|game| writeln!(out, "game = {}", string(game)));
    let _ = origin.room.iter().try_for_each(|room| writeln!(out, "room = {room}"));
    let _ = origin.name.iter().try_for_each(|name| writeln!(out, "name = {}", string(name)));
    let _ = writeln!(out, "size = [{}, {}]", facts.size.0, facts.size.1);
    let _ = writeln!(out, "planes = {}", facts.planes);
    if facts.colours.len() > 16 {
        let _ = writeln!(out, "# The colour that objects leave out.\ntransparent = {}", room.transparent);
    }
    if !facts.palettes.is_empty() {
        let list: Vec<String> = facts.palettes.iter().map(|name| string(name)).collect();
        let _ = writeln!(out, "# The room starts with the first one, which the pictures are written in.");
        let _ = writeln!(out, "palettes = [{}]", list.join(", "));
    }
    for CycleRow { cycle, first, last, speed } in &facts.cycles {
        let _ = writeln!(out, "\n[[cycle]]\nnumber = {cycle}\ncolours = [{first}, {last}]\nspeed = {speed}");
    }
    for ObjectRow { id, name, at, size, states } in &facts.objects {
        let _ = writeln!(out, "\n[[object]]\nid = {id}");
        let _ = name.iter().try_for_each(|name| writeln!(out, "name = {}", string(name)));
        let _ = writeln!(out, "at = [{}, {}]\nsize = [{}, {}]", at.0, at.1, size.0, size.1);
        let _ = writeln!(out, "states = {states:?}");
    }
    for picture in facts.pictures.iter().filter(|picture| picture.plane.is_none()) {
        let _ = writeln!(out, "\n[[picture]]\nfile = {}", string(&format!("{}.png", picture.name)));
        let _ = writeln!(out, "codec = {}", string(picture.codec));
        if !picture.codes.is_empty() {
            // 0 is no code.
            let codes: Vec<u8> = picture.codes.iter().map(|code| code.unwrap_or(0)).collect();
            let _ = writeln!(out, "codes = {codes:?}");
        }
    }
    for ScaleSlotRow { slot, scale1, y1, scale2, y2 } in &facts.scale_slots {
        let _ = writeln!(out, "\n[[scale-slot]]\nnumber = {slot}");
        let _ = writeln!(out, "y = [{y1}, {y2}]\nscale = [{scale1}, {scale2}]");
    }
    for RoomBoxRow { number, corners, plane, flags, scale, scale_slot } in &facts.boxes {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        let _ = writeln!(out, "\n[[box]]\nnumber = {number}\ncorners = [{}]", corners.join(", "));
        let _ = writeln!(out, "plane = {plane}\nflags = {flags}");
        let _ = scale.iter().try_for_each(|scale| writeln!(out, "scale = {scale}"));
        let _ = scale_slot.iter().try_for_each(|slot| writeln!(out, "scale-slot = {slot}"));
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
    let objects = head.object.into_iter().filter_map(|object| Some((object.id, object.name?))).collect();
    let origin = RoomOrigin { room: head.room, game: head.game, name: head.name, objects };
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
