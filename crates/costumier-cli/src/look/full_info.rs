//! `info --full`: facts that need more than the index: each room's size, picture and walk boxes, and the hashes of
//! files.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use serde_json::Value;

use crate::game::open::OpenGame;
use crate::output::table::{self, Align};
use crate::output::text::line;
use crate::process::parallel;

const COLUMNS: [(&str, Align); 8] = [
    ("room", Align::Left),
    ("width", Align::Right),
    ("height", Align::Right),
    ("picture", Align::Left),
    ("palettes", Align::Right),
    ("boxes", Align::Right),
    ("z-planes", Align::Right),
    ("objects", Align::Right),
];

/// What was read of a game's rooms and files.
pub(crate) struct FullInfo {
    rooms: Vec<RoomFacts>,
    files: Vec<(String, Option<String>)>,
}

/// The facts of a room that was read.
#[derive(Default, Serialize)]
struct RoomFacts {
    #[serde(skip)]
    id: u32,
    width: Option<u16>,
    height: Option<u16>,
    /// Whether the room has a picture that can be decoded.
    picture: Option<bool>,
    palettes: Option<usize>,
    boxes: Option<usize>,
    z_planes: Option<usize>,
    objects: Option<usize>,
    /// Why the room cannot be read.
    error: Option<String>,
}

impl FullInfo {
    /// Reads the rooms and hashes the files of a game.
    pub(crate) fn of(opened: &OpenGame) -> Result<Self> {
        let present: Vec<u32> = opened.game.rooms().filter(|room| room.present).map(|room| room.id).collect();
        let rooms = parallel::map_all(&present, |id| match opened.game.room(*id) {
            Ok(room) => RoomFacts {
                id: *id,
                width: Some(room.width),
                height: Some(room.height),
                picture: Some(room.background().is_ok()),
                palettes: Some(room.palettes.len()),
                // From v5 on, the first box is a dummy that no actor walks in.
                boxes: Some(room.boxes.len().saturating_sub(room.first_box)),
                z_planes: Some(room.planes.len()),
                objects: Some(room.objects.len()),
                error: None,
            },
            Err(error) => RoomFacts { id: *id, error: Some(error.to_string()), ..RoomFacts::default() },
        });
        Ok(Self { rooms, ..Self::hashes(opened)? })
    }

    /// Hashes the files of a game.
    pub(crate) fn hashes(opened: &OpenGame) -> Result<Self> {
        let names: Vec<(String, bool)> =
            opened.game.data().files().map(|file| (file.name, file.found.is_some())).collect();
        let hashes = parallel::map_all(&names, |(name, found)| match found {
            true => opened.hash_of(name).ok(),
            false => None,
        });
        Ok(Self { rooms: Vec::new(), files: names.into_iter().map(|(name, _)| name).zip(hashes).collect() })
    }

    /// Adds the facts to the document of `info`.
    pub(crate) fn added_to(&self, mut document: Value) -> Value {
        let facts = |id: &Value| self.rooms.iter().find(|room| id.as_u64() == Some(room.id.into()));
        for room in document["rooms"].as_array_mut().into_iter().flatten() {
            let found = facts(&room["id"]).and_then(|facts| serde_json::to_value(facts).ok());
            let (Some(fields), Some(Value::Object(found))) = (room.as_object_mut(), found) else { continue };
            fields.extend(found);
        }
        for (file, (_, hash)) in document["files"].as_array_mut().into_iter().flatten().zip(&self.files) {
            if let Some(fields) = file.as_object_mut() {
                fields.insert("sha256".into(), hash.clone().into());
            }
        }
        document
    }

    /// Prints the facts below those of `info`.
    pub(crate) fn print(&self, opened: &OpenGame, out: &mut dyn Write) -> Result<()> {
        writeln!(out)?;
        let cells = |room: &RoomFacts| {
            let text = opened.room_text(room.id);
            let Some(picture) = room.picture else {
                return vec![text, "-".into(), "-".into(), room.error.clone().unwrap_or_default()];
            };
            let number = |value: Option<usize>| value.unwrap_or_default().to_string();
            vec![
                text,
                number(room.width.map(usize::from)),
                number(room.height.map(usize::from)),
                if picture { "yes" } else { "no" }.into(),
                number(room.palettes),
                number(room.boxes),
                number(room.z_planes),
                number(room.objects),
            ]
        };
        table::write(out, &COLUMNS, &self.rooms.iter().map(cells).collect::<Vec<_>>())?;
        writeln!(out)?;
        self.print_hashes(out)
    }

    /// Prints the hash of each file.
    pub(crate) fn print_hashes(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "SHA-256")?;
        for (name, hash) in &self.files {
            line(out, format_args!("{}  {name}", hash.as_deref().unwrap_or("cannot be read")))?;
        }
        Ok(())
    }
}
