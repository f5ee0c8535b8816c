//! Exports: the files that the command writes, byte for byte.

#[cfg(feature = "fs")]
use std::path::Path;

use costumier_export::catalogue::Entries;
use costumier_export::{ExportError, ExportOptions, Exporter, MemoryOutput, Output, Workspace};

use crate::error::{Error, Result};
use crate::files::FileList;
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
    /// `usage` for an unknown option; the errors of reading the costumes.
    #[cfg_attr(border, border(python = "export_files"))]
    pub fn export(&self, ids: Ids<'_>, options: &ExportJson) -> Result<FileList> {
        to_memory(&self.open, numbers(ids)?, options)
    }

    /// Exports costumes, or all of them, into a folder on disk, and returns the names of the files in it.
    ///
    /// # Errors
    /// As `export`, and if a file cannot be written.
    #[cfg(feature = "fs")]
    #[cfg_attr(border, border(python(name = "export", default(ids = None))))]
    pub fn export_to(&self, folder: &Path, ids: Ids<'_>, options: &ExportJson) -> Result<Vec<String>> {
        to_folder(&self.open, numbers(ids)?, folder, options)
    }
}

fn numbers(ids: Ids<'_>) -> Result<Option<Vec<u32>>> {
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
    let mut output = crate::folder::FolderOutput::new(folder);
    export(open, ids, options, &mut output)?;
    Ok(output.written())
}

fn export(open: &OpenGame, ids: Option<Vec<u32>>, options: &str, output: &mut dyn Output) -> Result<()> {
    let options = ExportOptions::from_json(options, open.game.dots()).map_err(Error::usage)?;
    let known: Vec<u32> = open.game.costume_ids().collect();
    let ids = ids.unwrap_or_else(|| known.clone());
    if let Some(missing) = ids.iter().find(|id| !known.contains(id)) {
        open.game.costume_bytes(*missing)?;
    }
    if let Some(room) = options.room {
        open.game.room(room)?;
    }
    let exporter = Exporter::new(open.game.clone(), open.identity.clone(), options, open.names.clone())
        .map_err(Error::usage)?;
    write(&exporter, &ids, output).map_err(Error::usage)
}

fn write(exporter: &Exporter, ids: &[u32], output: &mut dyn Output) -> Result<(), ExportError> {
    let mut workspace = Workspace::new(exporter.options(), &costumier::Limits::default());
    let mut catalogue = exporter.catalogue();
    for (number, id) in ids.iter().enumerate() {
        let report = exporter.costume(*id, &mut workspace, output)?;
        catalogue.add(number, Entries::of(&report), output)?;
    }
    catalogue.finish(output)?;
    Ok(())
}
