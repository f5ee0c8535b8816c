//! Costume folders on the disk: finds them, and reads one into memory.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use costumier_edit::folder::{Files, ORIGINAL, TEXT};

use crate::disk::safe_write::{bytes_back, read_back};
use crate::disk::whole_file;
use crate::output::failure::hinted;

/// The largest file that a costume folder may hold, and all its files together, in bytes.
const MOST: u64 = 64 << 20;
const MOST_TOGETHER: u64 = 256 << 20;

/// Largest number of files looked at.
const FILES: usize = 10_000;

/// Returns the block that a costume folder was unpacked from, if it is there.
pub(crate) fn original(folder: &Path) -> Option<Vec<u8>> {
    bytes_back(&folder.join(ORIGINAL), MOST).ok().flatten()
}

/// Returns the text of a costume folder, or an empty one if there is none.
pub(crate) fn text(folder: &Path) -> String {
    read_back(&folder.join(TEXT), MOST).ok().flatten().unwrap_or_default()
}

/// Reads the files of a costume folder and of the folders in it.
pub(crate) fn read_folder(path: &Path) -> Result<Files> {
    let mut files = Files::new();
    let mut left = MOST_TOGETHER;
    let mut waiting = vec![(path.to_owned(), String::new())];
    while let Some((folder, before)) = waiting.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()));
        let entries = entries.map_err(|error| {
            hinted(error, "name a costume folder; `costumier unpack` and `costumier new` make them")
        })?;
        for entry in entries {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            let about = fs::metadata(entry.path()).with_context(|| format!("cannot read {name}"))?;
            if about.is_dir() && before.is_empty() {
                waiting.push((entry.path(), format!("{name}/")));
            } else if !about.is_dir() && is_ours(&name) {
                let bytes = whole_file::read(&entry.path(), MOST)?;
                let Some(rest) = left.checked_sub(bytes.len() as u64) else {
                    bail!(
                        "the files in {} are too large: at most {MOST_TOGETHER} bytes are read",
                        path.display()
                    );
                };
                left = rest;
                files.insert(name, bytes);
            }
            if files.len() > FILES {
                bail!("{} is no costume folder: it holds more than {FILES} files", path.display());
            }
        }
    }
    Ok(files)
}

/// Whether a costume folder may hold a file of this name. Editors leave other files next to these.
fn is_ours(name: &str) -> bool {
    let known = [".png", ".aseprite", ".ase", ".toml", ".bin", ".txt", ".gpl"];
    known.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
}

/// Whether a folder is a costume folder.
pub(crate) fn is_costume_folder(path: &Path) -> bool {
    path.join(TEXT).is_file()
}

/// Whether a folder is a room folder.
pub(crate) fn is_room_folder(path: &Path) -> bool {
    path.join(costumier_edit::room::TEXT).is_file() && !is_costume_folder(path)
}

/// Returns the costume folders and room folders in a folder that is none itself, by name.
pub(crate) fn folders_in(path: &Path) -> Vec<PathBuf> {
    if is_costume_folder(path) || is_room_folder(path) {
        return Vec::new();
    }
    let inside = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_one = |path: &PathBuf| is_costume_folder(path) || is_room_folder(path);
    let mut folders: Vec<PathBuf> = inside.filter(is_one).take(FILES).collect();
    folders.sort();
    folders
}

/// Returns the costume folder that a file belongs to, if it belongs to one.
pub(crate) fn costume_folder_of(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|_| file.is_file())?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    is_costume_folder(folder).then(|| folder.to_owned())
}

/// Returns the costume folders in a folder that is none itself, by name.
pub(crate) fn costume_folders_in(path: &Path) -> Vec<PathBuf> {
    if is_costume_folder(path) {
        return Vec::new();
    }
    let inside = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = inside.filter(|path| is_costume_folder(path)).take(FILES).collect();
    folders.sort();
    folders
}
