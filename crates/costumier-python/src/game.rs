//! The class of an open game.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use costumier::Files;
use costumier::cast::Cast;
use costumier_export::json::{self, info};
use costumier_export::{Identity, Names, same_name};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::costume::Costume;
use crate::edit::{self, Put};
use crate::error::{Failure, Result};
use crate::export;
use crate::find::{self, Hit, Like};
use crate::scene::{self, Drawn, Scene};

/// Largest number of names in an error.
const MOST_NAMED: usize = 8;

/// Smallest number of letters that are looked up as a part of a name.
const LEAST_PART: usize = 3;

/// The data that a game shares with the costumes and scenes opened from it.
pub(crate) struct OpenGame {
    pub(crate) game: Arc<costumier::Game>,
    pub(crate) files: Arc<dyn Files>,
    pub(crate) identity: Identity,
    pub(crate) names: Names,
}

/// A game that is open.
#[pyclass(frozen)]
pub struct Game {
    pub(crate) open: Arc<OpenGame>,
}

#[derive(Serialize)]
struct InfoRow {
    #[serde(flatten)]
    info: json::GameInfo,
    key: String,
    screen_size: (u32, u32),
    screens: Vec<&'static str>,
    interpreter: &'static str,
    bits_per_pixel: u8,
}

/// Writes a value as JSON.
pub(crate) fn text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(Failure::usage)
}

#[pymethods]
impl Game {
    /// Returns the game's facts as JSON.
    fn info(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let OpenGame { game, identity, names, .. } = &*self.open;
            let mut info = info(game);
            info.title = names.title.clone().or(info.title);
            let dialect = game.dialect();
            let screens = costumier::screen::Screen::ALL.into_iter().filter(|it| game.knows_screen(*it));
            text(&InfoRow {
                info,
                key: identity.key(),
                screen_size: dialect.screen_size(),
                screens: screens.map(costumier::screen::Screen::name).collect(),
                interpreter: game.interpreter().name(),
                bits_per_pixel: if dialect.high_colour.is_some() { 16 } else { 8 },
            })
        })
    }

    /// Returns id, room and name of each costume, without opening it.
    fn costumes(&self) -> Vec<(u32, u32, Option<String>)> {
        let OpenGame { game, names, .. } = &*self.open;
        let name = |id| names.costumes.get(&id).and_then(|it| it.name.clone());
        game.costume_slots().map(|slot| (slot.id, slot.room, name(slot.id))).collect()
    }

    /// Returns the id of the costume with this name, or with this part of it.
    fn costume_called(&self, wanted: &str) -> Result<u32> {
        let OpenGame { game, names, .. } = &*self.open;
        let there: BTreeSet<u32> = game.costume_ids().collect();
        let all = names.costumes.iter().filter_map(|(id, it)| Some((*id, it.name.as_deref()?)));
        let all: Vec<(u32, &str)> = all.filter(|(id, _)| there.contains(id)).collect();
        let mut found: Vec<_> = all.iter().filter(|(_, name)| same_name(name, wanted)).collect();
        let lower = wanted.to_lowercase();
        // One or two letters are more likely a typing error than a part of a name.
        if found.is_empty() && lower.chars().count() >= LEAST_PART {
            found = all.iter().filter(|(_, name)| name.to_lowercase().contains(&lower)).collect();
        }
        let list = |them: &[&(u32, &str)]| {
            let named = them.iter().take(MOST_NAMED).map(|(id, name)| format!("{id} {name:?}"));
            let more = if them.len() > MOST_NAMED { ", …" } else { "" };
            format!("{}{more}", named.collect::<Vec<_>>().join(", "))
        };
        match &found[..] {
            [(id, _)] => Ok(*id),
            [] => {
                let hint = match all.is_empty() {
                    true => "the scripts of this game name none; use an id".to_owned(),
                    false => format!("the names are {}", list(&all.iter().collect::<Vec<_>>())),
                };
                Err(Failure::Missing(format!("no costume has the name {wanted:?}"), hint))
            }
            several => Err(Failure::usage(format!(
                "several costumes have the name {wanted:?}: {}; use an id",
                list(several)
            ))),
        }
    }

    /// Opens a costume.
    fn costume(&self, py: Python<'_>, id: u32) -> Result<Costume> {
        py.detach(|| Costume::new(&self.open, id))
    }

    /// Returns the palette of a room: 256 × red, green, blue.
    fn room_palette<'py>(&self, py: Python<'py>, room: u32) -> Result<Bound<'py, PyBytes>> {
        let palette = py.detach(|| self.open.game.room_palette(room))?;
        Ok(PyBytes::new(py, palette.as_flattened()))
    }

    /// Returns what scripts say about all costumes, as JSON.
    fn cast(&self, py: Python<'_>) -> Result<String> {
        py.detach(|| {
            let scripts = self.open.game.read_scripts();
            text(&json::cast(&scripts, &Cast::of(&scripts), &self.open.names))
        })
    }

    /// Draws a scene.
    fn render(&self, py: Python<'_>, scene: &str) -> Result<Drawn> {
        py.detach(|| scene::render(&mut scene::live(&self.open, scene)?))
    }

    /// Starts a scene that is played.
    fn scene(&self, py: Python<'_>, scene: &str) -> Result<Scene> {
        py.detach(|| Scene::new(&self.open, scene))
    }

    /// Finds pictures that are like this one.
    fn find(&self, py: Python<'_>, like: Like) -> Result<Vec<Hit>> {
        py.detach(|| find::find(&self.open.game, &like))
    }

    /// Exports costumes into a folder, or into memory. Returns the paths of the files, with their bytes if they are
    /// in memory.
    fn export(
        &self,
        py: Python<'_>,
        ids: Option<Vec<u32>>,
        options: &str,
        folder: Option<PathBuf>,
    ) -> Result<Vec<(String, Option<Py<PyBytes>>)>> {
        let files = py.detach(|| export::export(&self.open, ids, options, folder.as_deref()))?;
        let bytes = |it: Option<Vec<u8>>| it.map(|bytes| PyBytes::new(py, &bytes).unbind());
        Ok(files.into_iter().map(|(path, it)| (path, bytes(it))).collect())
    }

    /// Plans to put costumes into the game: id, room of a new one, block.
    fn put(
        &self,
        py: Python<'_>,
        costumes: Vec<(u32, Option<u32>, PyBackedBytes)>,
        all_ids: bool,
        no_padding: bool,
    ) -> Result<Put> {
        py.detach(|| Put::new(&self.open, &costumes, all_ids, no_padding))
    }

    /// Applies a patch. Returns the files that change.
    fn apply(&self, py: Python<'_>, patch: PyBackedBytes) -> Result<Vec<(String, Py<PyBytes>)>> {
        let files = py.detach(|| edit::apply(&self.open, &patch))?;
        Ok(files.into_iter().map(|(name, bytes)| (name, PyBytes::new(py, &bytes).unbind())).collect())
    }
}
