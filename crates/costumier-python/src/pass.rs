//! What passes the border: numbers, files, JSON.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use costumier_api as api;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use serde::Serialize;

use crate::border::{Draft, Game, RoomDraft};
use crate::error::{Failure, Result};

/// A whole number of Python, of any size.
#[derive(Clone, Copy)]
pub struct Num(pub(crate) api::Number);

impl<'py> FromPyObject<'_, 'py> for Num {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.extract::<i64>() {
            Ok(number) => Ok(Self(number.into())),
            // No range is so large, so the error shows the number's size only.
            Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
                Ok(Self(given.extract::<f64>().unwrap_or(f64::INFINITY).into()))
            }
            Err(error) => Err(error),
        }
    }
}

/// Writes facts as JSON.
pub(crate) fn json(facts: &impl Serialize) -> Result<String> {
    serde_json::to_string(facts).map_err(|why| Failure(api::Error::usage(why)))
}

pub(crate) fn numbers(ids: Option<Vec<Num>>) -> Option<Vec<api::Number>> {
    ids.map(|ids| ids.into_iter().map(|id| id.0).collect())
}

pub(crate) fn files_of(files: &[(String, PyBackedBytes)]) -> BTreeMap<String, Vec<u8>> {
    files.iter().map(|(name, bytes)| (name.replace('\\', "/"), bytes.to_vec())).collect()
}

pub(crate) fn costumes_of(costumes: Vec<(Num, Option<Num>, PyBackedBytes)>) -> Vec<api::CostumeIn> {
    costumes.into_iter().map(|(id, room, bytes)| (id.0, room.map(|it| it.0), bytes.to_vec())).collect()
}

pub(crate) fn rooms_of(rooms: Vec<(Num, PyBackedBytes)>) -> Vec<api::RoomIn> {
    rooms.into_iter().map(|(id, bytes)| (id.0, bytes.to_vec())).collect()
}

/// Opens the game among files in memory. The options are JSON.
#[pyfunction]
pub fn open_files(py: Python<'_>, files: Vec<(String, PyBackedBytes)>, options: &str) -> Result<Game> {
    py.detach(|| {
        let options = api::OpenOptions::from_json(options)?;
        let files: api::MemoryFiles = files_of(&files).into_iter().collect();
        Ok(Game(api::Game::open_files(Arc::new(files), None, &options)?))
    })
}

/// Reads the costume among files in memory.
#[pyfunction]
#[pyo3(signature = (files, generation = None))]
pub fn read_draft(
    py: Python<'_>,
    files: Vec<(String, PyBackedBytes)>,
    generation: Option<&str>,
) -> Result<Draft> {
    py.detach(|| {
        let files: api::MemoryFiles = files_of(&files).into_iter().collect();
        Ok(Draft(Mutex::new(api::Draft::read(Arc::new(files), generation)?)))
    })
}

/// Reads the room folder among files in memory.
#[pyfunction]
pub fn read_room_draft(py: Python<'_>, files: Vec<(String, PyBackedBytes)>) -> Result<RoomDraft> {
    py.detach(|| {
        let files: api::MemoryFiles = files_of(&files).into_iter().collect();
        Ok(RoomDraft(Mutex::new(api::RoomDraft::read(Arc::new(files))?)))
    })
}

/// Returns the names of the sample's editions.
#[pyfunction]
#[must_use]
pub fn editions() -> Vec<&'static str> {
    api::editions()
}
