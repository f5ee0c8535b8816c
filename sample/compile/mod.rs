//! From the sources of the sample game to its two files. `README.md` says how the sources are written.
//!
//! Every problem of every file is collected before anything is refused, each with the file and the thing in it.

mod boot;
mod costume;
mod picture;
mod room;

use std::path::{Path, PathBuf};

use costumier::Dialect;
use costumier::build::game::{GameBuilder, GameFiles};
use costumier::problem::{Problem, Refused, Severity};
use serde::Deserialize;
use serde::de::DeserializeOwned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameSource {
    /// For people: no file of a v5 game says its name.
    #[serde(rename = "name")]
    _name: String,
    room: Vec<RoomEntry>,
    costume: Vec<CostumeEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomEntry {
    id: u8,
    name: String,
    folder: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostumeEntry {
    id: u8,
    /// For people: no file of a v5 game says it.
    #[serde(rename = "name")]
    _name: String,
    folder: String,
    room: u8,
}

/// Compiles the sources in `folder`.
///
/// # Errors
/// Everything that is wrong with them; a problem's path begins with the file.
pub(crate) fn compile(folder: &Path) -> Result<GameFiles, Refused> {
    let mut report = Report::default();
    let files = compile_all(folder, &mut report);
    Refused::unless_empty(report.problems)?;
    files.ok_or_else(|| Refused { problems: vec![] })
}

fn compile_all(folder: &Path, report: &mut Report) -> Option<GameFiles> {
    let source: GameSource = report.read_toml(&folder.join("game.toml"), "game.toml")?;
    let mut game = GameBuilder::new(Dialect::V5);
    for entry in &source.room {
        let place = Place::new(folder, "rooms", &entry.folder);
        if let Some(payload) = room::compile(&place, report) {
            game.room(entry.id, &entry.name, payload);
        }
    }
    for entry in &source.costume {
        let place = Place::new(folder, "costumes", &entry.folder);
        if let Some(payload) = costume::compile(&place, report) {
            game.costume(entry.id.into(), entry.room, payload);
        }
    }
    let boot_room = source.room.first()?.id;
    if let Some(payload) = boot::compile(&folder.join("boot.script"), report) {
        game.script(1, boot_room, payload);
    }
    if !report.problems.is_empty() {
        return None;
    }
    report.accept("game.toml", game.finish())
}

/// The folder of a room or a costume.
struct Place {
    folder: PathBuf,
    /// What messages call it.
    name: String,
}

impl Place {
    fn new(root: &Path, kind: &str, folder: &str) -> Self {
        Self { folder: root.join(kind).join(folder), name: format!("{kind}/{folder}") }
    }

    /// A file in it, and what messages call that.
    fn file(&self, name: &str) -> (PathBuf, String) {
        (self.folder.join(name), format!("{}/{name}", self.name))
    }
}

/// Everything that was found wrong so far.
#[derive(Default)]
struct Report {
    problems: Vec<Problem>,
}

impl Report {
    fn refuse(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.problems.push(Problem::new(Severity::Broken, path, None, text));
    }

    /// The value, or its problems under the name of the file.
    fn accept<T>(&mut self, file: &str, result: Result<T, Refused>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(refused) => {
                for problem in refused.problems {
                    self.refuse(format!("{file}: {}", problem.path), problem.text);
                }
                None
            }
        }
    }

    fn read(&mut self, path: &Path, name: &str) -> Option<Vec<u8>> {
        std::fs::read(path).map_err(|error| self.refuse(name, error.to_string())).ok()
    }

    fn read_text(&mut self, path: &Path, name: &str) -> Option<String> {
        let bytes = self.read(path, name)?;
        String::from_utf8(bytes).map_err(|error| self.refuse(name, error.to_string())).ok()
    }

    fn read_toml<T: DeserializeOwned>(&mut self, path: &Path, name: &str) -> Option<T> {
        let text = self.read_text(path, name)?;
        toml::from_str(&text).map_err(|error| self.refuse(name, error.to_string())).ok()
    }
}
