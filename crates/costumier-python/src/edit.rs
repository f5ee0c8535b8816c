//! Costume folders, changed games and patches.

use std::collections::BTreeMap;
use std::sync::Arc;

use costumier::{Files as _, MemoryFiles};
use costumier_edit::folder::{self, About, PackOptions, PictureFiles, dialect_of};
use costumier_edit::patch::set;
use costumier_edit::put::{container, index};
use costumier_edit::{NewCostume, Plan, PutOptions, preview};
use costumier_export::{Names, OpenCostume};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use serde::Serialize;

use crate::error::{Failure, Result};
use crate::game::{Game, OpenGame, text};
use crate::open::{self, Options};

/// Largest file that a patch may produce, in bytes.
const MOST_BYTES: u64 = 2 << 30;

/// Returns the files of a costume folder.
pub(crate) fn unpack(open: &OpenGame, opened: &OpenCostume, pictures: &str) -> Result<folder::Files> {
    let OpenCostume { id, room, costume } = opened;
    let pictures = match pictures {
        "sheets" => PictureFiles::Sheets,
        "single" => PictureFiles::Single,
        "aseprite" => PictureFiles::Aseprite,
        other => {
            let why = format!("`pictures` is {other:?}; use \"sheets\", \"single\" or \"aseprite\"");
            return Err(Failure::usage(why));
        }
    };
    let about = About {
        game: Some(open.identity.key()),
        name: open.names.costumes.get(id).and_then(|names| names.name.clone()),
        ..About::of(&open.game, *id, *room, costume)
    };
    Ok(folder::unpack(costume, &about, pictures, open.game.limits())?)
}

/// A costume folder that was packed.
#[pyclass(frozen)]
pub struct Packed {
    packed: folder::Packed,
}

/// Packs the files of a costume folder. With a game, it is packed for that game.
#[pyfunction]
pub fn pack(
    py: Python<'_>,
    files: Vec<(String, PyBackedBytes)>,
    nearest: bool,
    generation: Option<&str>,
    game: Option<&Game>,
) -> Result<Packed> {
    let dialect = match (generation, game) {
        (Some(name), _) => {
            Some(dialect_of(name).ok_or_else(|| Failure::usage(format!("there is no generation {name:?}")))?)
        }
        (None, game) => game.map(|game| game.open.game.dialect()),
    };
    py.detach(|| {
        let files: BTreeMap<String, Vec<u8>> =
            files.iter().map(|(name, bytes)| (name.clone(), bytes.to_vec())).collect();
        let packed = folder::pack(&files, &PackOptions { nearest, dialect, ..PackOptions::default() })?;
        Ok(Packed { packed })
    })
}

#[derive(Serialize)]
struct PackedRow<'a> {
    id: Option<u32>,
    room: Option<u32>,
    name: Option<&'a str>,
    changes: Vec<(&'a str, Option<usize>, Option<usize>)>,
    notes: &'a [String],
}

#[pymethods]
impl Packed {
    /// Returns the block without its header.
    fn payload<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.packed.payload)
    }

    /// Returns id, room, name, changes and notes as JSON.
    fn report(&self) -> Result<String> {
        let about = &self.packed.about;
        let changes = self.packed.changes.iter().map(|it| (it.part.as_str(), it.before, it.after));
        text(&PackedRow {
            id: about.id,
            room: about.room,
            name: about.name.as_deref(),
            changes: changes.collect(),
            notes: &self.packed.notes,
        })
    }

    /// Returns a game with one bare room and this costume.
    fn game(&self, py: Python<'_>) -> Result<Game> {
        py.detach(|| {
            let files: MemoryFiles = preview::game(&self.packed)?.into_iter().collect();
            let id = self.packed.shown_id().into();
            let mut names = Names::default();
            self.packed.about.name.iter().for_each(|name| names.insert(id, None, name));
            for (chore, name) in &self.packed.chores {
                names.insert(id, Some(*chore), name);
            }
            open::open(Arc::new(files), None, &Options::default(), names)
        })
    }
}

/// Costumes that are put into a game: the bytes that change.
#[pyclass(frozen)]
pub struct Put {
    open: Arc<OpenGame>,
    plan: Plan,
}

#[derive(Serialize)]
struct PutRow<'a> {
    changes_index: bool,
    costumes: Vec<PlacedRow<'a>>,
    files: Vec<&'a str>,
}

#[derive(Serialize)]
struct PlacedRow<'a> {
    id: u32,
    room: u32,
    file: &'a str,
    before: Option<u64>,
    after: u64,
    filling: u64,
}

impl Put {
    pub(crate) fn new(
        open: &Arc<OpenGame>,
        costumes: &[(u32, Option<u32>, PyBackedBytes)],
        all_ids: bool,
        no_padding: bool,
    ) -> Result<Self> {
        let costumes: Vec<NewCostume> = costumes
            .iter()
            .map(|(id, room, payload)| NewCostume { id: *id, room: *room, payload: payload.to_vec() })
            .collect();
        let options = PutOptions { no_padding, all_ids };
        let plan = Plan::new(&open.game, &*open.files, &costumes, options)?;
        Ok(Self { open: Arc::clone(open), plan })
    }
}

#[pymethods]
impl Put {
    /// Returns what happens to each costume, and the files that change, as JSON.
    fn report(&self) -> Result<String> {
        let costumes = self.plan.costumes.iter().map(|it| PlacedRow {
            id: it.id,
            room: it.room,
            file: &it.file,
            before: it.before,
            after: it.after,
            filling: it.filling,
        });
        text(&PutRow {
            changes_index: self.plan.changes_index(),
            costumes: costumes.collect(),
            files: self.plan.changed().map(|file| file.name.as_str()).collect(),
        })
    }

    /// Returns the patch, or the files that change, by name.
    fn written(&self, py: Python<'_>, form: &str) -> Result<Vec<(String, Py<PyBytes>)>> {
        let form = form.parse().map_err(Failure::usage)?;
        let files = py.detach(|| {
            let OpenGame { game, files, identity, .. } = &*self.open;
            self.plan.written(&**files, &identity.key(), &container(game), form)
        })?;
        Ok(files.into_iter().map(|(name, bytes)| (name, PyBytes::new(py, &bytes).unbind())).collect())
    }
}

/// Applies a patch to a game. Returns the files that change, by name.
pub(crate) fn apply(open: &OpenGame, patch: &[u8]) -> Result<BTreeMap<String, Vec<u8>>> {
    let places = (&*index(&open.game), &*container(&open.game));
    let changed = set::apply(patch, &open.files, places, MOST_BYTES)?.changed;
    let bytes = |name: String| changed.file(&name).map(|file| (name.clone(), file.bytes().to_vec()));
    Ok(changed.names().into_iter().filter_map(bytes).collect())
}
