//! Folders on the disk: reads a costume folder into memory, and writes whole folders.
//!
//! A new folder appears whole or not at all: it is made under a temporary name next to its place and renamed at the
//! end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use costumier_edit::folder::{Files, TEXT};

use super::unfinished::{self, UnfinishedFolder};
use crate::failure::hinted;

/// The largest file that a costume folder may hold, in bytes.
const MOST: u64 = 64 << 20;

/// Largest number of files looked at.
const FILES: usize = 10_000;

/// Reads the files of a costume folder and of the folders in it.
pub(crate) fn read_folder(path: &Path) -> Result<Files> {
    let mut files = Files::new();
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
            } else if about.is_file() && is_ours(&name) {
                if about.len() > MOST {
                    bail!(
                        "{} is too large: {} bytes, at most {MOST} are read",
                        entry.path().display(),
                        about.len()
                    );
                }
                let bytes = fs::read(entry.path()).with_context(|| format!("cannot read {name}"))?;
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

/// A folder that is being written under a temporary name.
pub(crate) struct NewFolder {
    place: PathBuf,
    force: bool,
    making: UnfinishedFolder,
}

impl NewFolder {
    /// Begins a folder. `force` allows to replace one that exists and is not empty. A folder that holds what is being
    /// read (`read`: files and folders), or the working directory, is never replaced.
    pub(crate) fn begin(place: &Path, force: bool, read: &[&Path]) -> Result<Self> {
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
        // First of all: a call that was killed may have moved the old folder aside.
        unfinished::sweep(parent);
        may_replace(place, force, read)?;
        let making = UnfinishedFolder::begin(parent, place)
            .with_context(|| format!("cannot write into {}", parent.display()))?;
        Ok(Self { place: place.to_owned(), force, making })
    }

    /// Returns the path of a file in the unfinished folder, and makes the folders on the way.
    pub(crate) fn path(&self, name: &str) -> Result<PathBuf> {
        let relative = Path::new(name);
        let inside = relative.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !inside {
            bail!("{name} is not a valid file name for the folder");
        }
        let path = self.making.folder().join(relative);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make the folder of {name}"))?;
        }
        Ok(path)
    }

    /// Writes a file into the unfinished folder.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name)?;
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", self.place.join(name).display()))
    }

    /// Gives the folder its name, and removes the folder that had it.
    pub(crate) fn finish(self) -> Result<()> {
        // Somebody may have made a folder there meanwhile.
        may_replace(&self.place, self.force, &[])?;
        let failed = || format!("cannot put {} in its place", self.place.display());
        let unfinished = self.making.folder();
        let old = if self.place.symlink_metadata().is_ok() {
            let aside = self.making.old();
            fs::rename(&self.place, &aside).with_context(failed)?;
            Some(aside)
        } else {
            None
        };
        if let Err(error) = fs::rename(&unfinished, &self.place) {
            if let Some(old) = &old {
                // Restores the old folder. If that fails too, the first error says more.
                let _ = fs::rename(old, &self.place);
            }
            return Err(error).with_context(failed);
        }
        if let Some(old) = old {
            let left = || format!("the new folder is in place; the old one is left in {}", old.display());
            if old.is_dir() { fs::remove_dir_all(&old) } else { fs::remove_file(&old) }.with_context(left)?;
        }
        Ok(())
    }
}

/// Checks that a folder may be replaced: with `force`, and only if it holds nothing that must not be lost.
fn may_replace(place: &Path, force: bool, read: &[&Path]) -> Result<()> {
    if place.symlink_metadata().is_err() || is_empty(place) {
        return Ok(());
    }
    if !force {
        let error = anyhow!("{} exists", place.display());
        let what = if is_costume_folder(place) { " and may have been edited" } else { "" };
        return Err(hinted(
            error,
            format!("it holds files{what}; choose another folder, or replace it with `--force`"),
        ));
    }
    let Ok(whole) = place.canonicalize() else { return Ok(()) };
    let here = [Path::new(".")];
    let lost =
        read.iter().chain(&here).find(|dear| dear.canonicalize().is_ok_and(|dear| dear.starts_with(&whole)));
    let Some(lost) = lost else { return Ok(()) };
    let what = match *lost == here[0] {
        true => "it is the working directory, or above it".to_owned(),
        false => format!("the call reads {} from it", lost.display()),
    };
    let error = anyhow!("{} was not replaced: {what}; `--force` makes no difference", place.display());
    Err(hinted(error, "choose another folder; to change a game in its own folder, use `put --in-place`"))
}

fn is_empty(place: &Path) -> bool {
    fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none())
}

/// Writes a whole file. It replaces one only with `force`.
pub(crate) fn write_file(place: &Path, bytes: &[u8], force: bool) -> Result<()> {
    use std::io::Write as _;
    write_with(place, force, |file| Ok(file.write_all(bytes)?))
}

/// Writes a whole file whose bytes come from `write`. It replaces one only with `force`.
pub(crate) fn write_with(
    place: &Path,
    force: bool,
    write: impl FnOnce(&mut std::io::BufWriter<tempfile::NamedTempFile>) -> Result<()>,
) -> Result<()> {
    if !force && place.symlink_metadata().is_ok() {
        let error = anyhow!("{} exists", place.display());
        return Err(hinted(error, "choose another name, or replace it with `--force`"));
    }
    let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = || format!("cannot write {}", place.display());
    let file = unfinished::part(parent).with_context(failed)?;
    let mut file = std::io::BufWriter::new(file);
    write(&mut file).with_context(failed)?;
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(failed)?;
    permit(file.as_file(), place);
    file.persist(place).map_err(|error| error.error).with_context(failed)?;
    Ok(())
}

/// Gives a file the permissions of the file that it replaces. Temporary files can be read by their owner only, and
/// this one stays.
pub(crate) fn permit(file: &fs::File, place: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let before = fs::metadata(place).map(|about| about.permissions());
        // If the system refuses, the file keeps its permissions.
        let _ = file.set_permissions(before.unwrap_or_else(|_| fs::Permissions::from_mode(0o644)));
    }
    #[cfg(not(unix))]
    let _ = (file, place);
}
