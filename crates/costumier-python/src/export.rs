//! Exports: the files that the command line writes, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use costumier_export::catalogue::Entries;
use costumier_export::{ExportError, ExportOptions, Exporter, MemoryOutput, Output, Workspace};

use crate::error::{Failure, Result};
use crate::game::OpenGame;

/// The files of an export, each with its bytes if it is in memory.
pub(crate) type Exported = Vec<(String, Option<Vec<u8>>)>;

/// Exports costumes, or all if `ids` is missing, into a folder or into memory.
pub(crate) fn export(
    open: &OpenGame,
    ids: Option<Vec<u32>>,
    options: &str,
    folder: Option<&Path>,
) -> Result<Exported> {
    let options = ExportOptions::from_json(options, open.game.dots()).map_err(Failure::usage)?;
    let known: Vec<u32> = open.game.costume_ids().collect();
    let ids = ids.unwrap_or_else(|| known.clone());
    if let Some(missing) = ids.iter().find(|id| !known.contains(id)) {
        open.game.costume_bytes(*missing)?;
    }
    if let Some(room) = options.room {
        open.game.room(room)?;
    }
    let exporter = Exporter::new(open.game.clone(), open.identity.clone(), options, open.names.clone())
        .map_err(Failure::usage)?;
    match folder {
        None => {
            let mut output = MemoryOutput::default();
            write(&exporter, &ids, &mut output).map_err(Failure::usage)?;
            Ok(output.files.into_iter().map(|(path, bytes)| (path, Some(bytes))).collect())
        }
        Some(folder) => {
            let mut output = FolderOutput { folder, written: Vec::new(), parts: BTreeMap::new() };
            write(&exporter, &ids, &mut output).map_err(Failure::usage)?;
            output.written.sort();
            Ok(output.written.into_iter().map(|path| (path, None)).collect())
        }
    }
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

/// A folder on the disk. A file appears there when it is whole.
struct FolderOutput<'a> {
    folder: &'a Path,
    written: Vec<String>,
    parts: BTreeMap<String, fs::File>,
}

impl FolderOutput<'_> {
    /// Returns the place of a file and the place of its parts. Makes its folder.
    fn places(&self, path: &str) -> io::Result<(PathBuf, PathBuf)> {
        let place = self.folder.join(path);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut part = place.clone().into_os_string();
        part.push(".part");
        Ok((place, part.into()))
    }
}

impl Output for FolderOutput<'_> {
    fn put(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let (place, part) = self.places(path)?;
        fs::write(&part, bytes)?;
        fs::rename(&part, &place)?;
        self.written.push(path.to_owned());
        Ok(())
    }

    fn append(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        if !self.parts.contains_key(path) {
            let file = fs::File::create(self.places(path)?.1)?;
            self.parts.insert(path.to_owned(), file);
        }
        self.parts.get_mut(path).ok_or(io::ErrorKind::NotFound)?.write_all(bytes)
    }

    fn seal(&mut self, path: &str) -> io::Result<()> {
        // Windows renames no open file.
        drop(self.parts.remove(path).ok_or(io::ErrorKind::NotFound)?);
        let (place, part) = self.places(path)?;
        fs::rename(&part, &place)?;
        self.written.push(path.to_owned());
        Ok(())
    }
}
