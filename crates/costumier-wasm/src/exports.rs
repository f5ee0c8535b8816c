//! Exports for JavaScript: the files that the command line writes, byte for byte.

use std::rc::Rc;

use costumier_export::catalogue::{Catalogue, Entries};
use costumier_export::{ExportOptions, Exporter, MemoryOutput, Workspace, formats};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Failure, Result, json};
use crate::game::OpenGame;
use crate::number::{ID, whole};

/// An export that is in progress, one costume after the other.
#[wasm_bindgen]
pub struct Job {
    exporter: Exporter,
    workspace: Workspace,
    catalogue: Option<Catalogue>,
    output: MemoryOutput,
    ids: Vec<u32>,
    done: usize,
    paths: Vec<String>,
}

impl Job {
    pub(crate) fn new(open: &Rc<OpenGame>, ids: Option<Vec<u32>>, options: &str) -> Result<Self> {
        let options = ExportOptions::from_json(options, open.game.dots()).map_err(Failure::usage)?;
        let known: Vec<u32> = open.game.costume_ids().collect();
        let ids = ids.unwrap_or_else(|| known.clone());
        if let Some(missing) = ids.iter().find(|id| !known.contains(id)) {
            open.game.costume_bytes(*missing)?;
        }
        if let Some(room) = options.room {
            open.game.room(room)?;
        }
        let exporter = open.exporter(options)?;
        let workspace = Workspace::new(exporter.options(), open.game.limits());
        let catalogue = Some(exporter.catalogue());
        Ok(Self {
            exporter,
            workspace,
            catalogue,
            output: MemoryOutput::default(),
            ids,
            done: 0,
            paths: Vec::new(),
        })
    }
}

#[wasm_bindgen]
impl Job {
    /// Returns the number of costumes that are exported.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the number of all costumes of the export.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn total(&self) -> usize {
        self.ids.len()
    }

    /// Exports the next costume. Returns false if there is none, and the export is complete.
    pub fn step(&mut self) -> Result<bool> {
        let failed = |error: costumier_export::ExportError| Failure::usage(error.to_string());
        if let Some(id) = self.ids.get(self.done) {
            let report = self.exporter.costume(*id, &mut self.workspace, &mut self.output).map_err(failed)?;
            if let Some(catalogue) = &mut self.catalogue {
                catalogue.add(self.done, Entries::of(&report), &mut self.output).map_err(failed)?;
            }
            self.done += 1;
            return Ok(true);
        }
        if let Some(catalogue) = self.catalogue.take() {
            catalogue.finish(&mut self.output).map_err(failed)?;
            self.paths = self.output.files.keys().cloned().collect();
        }
        Ok(false)
    }

    /// Returns the paths of all files as JSON, after the export is complete.
    #[must_use]
    pub fn paths(&self) -> String {
        json(&self.paths)
    }

    /// Returns a file by its number in the list of paths.
    pub fn file(&self, number: f64) -> Result<Vec<u8>> {
        let path = self.paths.get(whole::<usize>("file", number, ID)?);
        Ok(path.and_then(|path| self.output.files.get(path)).cloned().unwrap_or_default())
    }

    /// Returns all files as a zip. Files of compressed formats are not compressed again.
    pub fn zip(&self) -> Result<Vec<u8>> {
        zipped(self.output.files.iter().map(|(path, bytes)| (path.as_str(), &bytes[..])))
    }
}

/// Makes a zip of files.
pub(crate) fn zipped<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> Result<Vec<u8>> {
    formats::zip(files).map_err(|why| Failure::usage(format!("the zip could not be made: {why}")))
}
