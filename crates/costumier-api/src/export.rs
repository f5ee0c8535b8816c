//! Exports: the files that the command writes, byte for byte.

#[cfg(feature = "fs")]
use std::path::Path;

use costumier_export::catalogue::{Catalogue, Entries};
use costumier_export::{ExportOptions, Exporter, MemoryOutput, Output, Workspace};

use crate::error::{Error, Result};
use crate::files::{FileList, zipped};
use crate::game::{Game, OpenGame};
use crate::json::ExportJson;
use crate::number::{ID, Number};

/// Ids of costumes in a call; `None` means all.
pub type Ids<'a> = Option<&'a [Number]>;

#[cfg(feature = "whole")]
impl Game {
    /// Exports costumes, or all of them: the files of `costumier export`, in memory. Options have the names of the
    /// command's: `formats`, `chore`, `facing`, `only`, `scale_up`, `room`, `background`, `canvas`, `trim` … The error
    /// for an unknown name lists them all.
    ///
    /// # Errors
    /// `usage` for an unknown option; `not-found` if no costume has a picture, chore or facing that they name; the
    /// errors of reading the costumes.
    #[cfg_attr(border, border(python = "export_files", without(js = "job")))]
    pub fn export(&self, ids: Ids<'_>, options: &ExportJson) -> Result<FileList> {
        to_memory(&self.open, numbers(ids)?, options)
    }

    /// Exports costumes, or all of them, into a folder on disk, and returns the names of the files in it.
    ///
    /// # Errors
    /// As `export`, and if a file cannot be written.
    #[cfg(feature = "fs")]
    #[cfg_attr(border, border(python(name = "export", default(ids = None)), without(js = "disk")))]
    pub fn export_to(&self, folder: &Path, ids: Ids<'_>, options: &ExportJson) -> Result<Vec<String>> {
        to_folder(&self.open, numbers(ids)?, folder, options)
    }
}

pub(crate) fn numbers(ids: Ids<'_>) -> Result<Option<Vec<u32>>> {
    ids.map(|ids| ids.iter().map(|id| id.within("id", ID)).collect()).transpose()
}

/// Exports into memory.
pub(crate) fn to_memory(open: &OpenGame, ids: Option<Vec<u32>>, options: &str) -> Result<FileList> {
    let mut output = MemoryOutput::default();
    export(open, ids, options, &mut output)?;
    Ok(FileList(output.files.into_iter().collect()))
}

/// Exports into a folder.
#[cfg(feature = "fs")]
pub(crate) fn to_folder(
    open: &OpenGame,
    ids: Option<Vec<u32>>,
    folder: &Path,
    options: &str,
) -> Result<Vec<String>> {
    if folder.as_os_str().is_empty() {
        return Err(Error::usage(
            "the name of the folder is empty: `.` is the folder that the program runs in",
        ));
    }
    std::fs::create_dir_all(folder)
        .map_err(|why| Error::usage(format!("{} cannot be a folder: {}", folder.display(), why.kind())))?;
    let mut output = crate::folder::FolderOutput::new(folder);
    export(open, ids, options, &mut output)?;
    Ok(output.written())
}

fn export(open: &OpenGame, ids: Option<Vec<u32>>, options: &str, output: &mut dyn Output) -> Result<()> {
    let mut job = Progress::new(open, ids, options)?;
    while job.step(output)? {}
    Ok(())
}

/// Returns the costumes that a call names, all of which exist; all of the game if it names none.
pub(crate) fn chosen(open: &OpenGame, ids: Option<Vec<u32>>) -> Result<Vec<u32>> {
    let known: Vec<u32> = open.game.costume_ids().collect();
    let Some(ids) = ids else { return Ok(known) };
    if ids.is_empty() {
        return Err(Error::usage("the list of costumes is empty; without a list, all are taken"));
    }
    if let Some(missing) = ids.iter().find(|id| !known.contains(id)) {
        open.game.costume_bytes(*missing)?;
    }
    Ok(ids)
}

/// Returns the exporter of a game.
pub(crate) fn exporter(open: &OpenGame, options: ExportOptions) -> Result<Exporter> {
    if let Some(room) = options.room {
        open.game.room(room)?;
    }
    Exporter::new(open.game.clone(), open.identity.clone(), options, open.names.clone()).map_err(Error::usage)
}

/// An export that is in progress, one costume after the other.
struct Progress {
    exporter: Exporter,
    workspace: Workspace,
    catalogue: Option<Catalogue>,
    ids: Vec<u32>,
    done: usize,
}

impl Progress {
    fn new(open: &OpenGame, ids: Option<Vec<u32>>, options: &str) -> Result<Self> {
        let options = ExportOptions::from_json(options, open.game.dots()).map_err(Error::usage)?;
        let (ids, exporter) = (chosen(open, ids)?, exporter(open, options)?);
        exporter.check_wanted(&ids)?;
        let workspace = Workspace::new(exporter.options(), open.game.limits());
        Ok(Self { catalogue: Some(exporter.catalogue()), exporter, workspace, ids, done: 0 })
    }

    /// Exports the next costume. Returns false if there is none, and the export is complete.
    fn step(&mut self, output: &mut dyn Output) -> Result<bool> {
        if let Some(id) = self.ids.get(self.done) {
            let report = self.exporter.costume(*id, &mut self.workspace, output).map_err(Error::usage)?;
            if let Some(catalogue) = &mut self.catalogue {
                catalogue.add(self.done, Entries::of(&report), output).map_err(Error::usage)?;
            }
            self.done += 1;
            return Ok(true);
        }
        if let Some(catalogue) = self.catalogue.take() {
            catalogue.finish(output).map_err(Error::usage)?;
        }
        Ok(false)
    }
}

/// An export into memory that is in progress, one costume after the other.
pub struct Job {
    progress: Progress,
    output: MemoryOutput,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("done", &self.done()).field("total", &self.total()).finish()
    }
}

#[cfg(feature = "whole")]
impl Game {
    /// Begins an export of these costumes, or of all if `ids` is missing.
    ///
    /// # Errors
    /// As `export`; for a costume or a room that does not exist.
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn job(&self, ids: Ids<'_>, options: &ExportJson) -> Result<Job> {
        Ok(Job {
            progress: Progress::new(&self.open, numbers(ids)?, options)?,
            output: MemoryOutput::default(),
        })
    }
}

#[cfg(feature = "whole")]
impl Job {
    /// Returns the number of costumes that are exported.
    #[must_use]
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn done(&self) -> usize {
        self.progress.done
    }

    /// Returns the number of all costumes of the export.
    #[must_use]
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn total(&self) -> usize {
        self.progress.ids.len()
    }

    /// Exports the next costume. Returns false if there is none, and the export is complete.
    ///
    /// # Errors
    /// If a file cannot be made.
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn step(&mut self) -> Result<bool> {
        self.progress.step(&mut self.output)
    }

    /// Returns the paths of all files, after the export is complete.
    #[must_use]
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn paths(&self) -> Vec<String> {
        self.output.files.keys().cloned().collect()
    }

    /// Returns a file by its number in the list of paths.
    ///
    /// # Errors
    /// `usage` if the number is no whole one.
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn file(&self, number: Number) -> Result<&[u8]> {
        let file = self.output.files.values().nth(number.within("file", ID)?);
        Ok(file.map(Vec::as_slice).unwrap_or_default())
    }

    /// Returns all files as a zip.
    ///
    /// # Errors
    /// If the files are too large for a zip.
    #[cfg_attr(border, border(without(c = "export", python = "export")))]
    pub fn zip(&self) -> Result<Vec<u8>> {
        zipped(self.output.files.iter().map(|(path, bytes)| (path.as_str(), &bytes[..])))
    }
}
