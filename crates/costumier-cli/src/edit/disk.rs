//! Folders on the disk: a costume folder read into memory, and whole folders written at once.
//!
//! A folder that is written appears whole or not at all: it is made beside its place under another name, and
//! given its own at the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use costumier_edit::folder::{Files, TEXT};

use super::unfinished::{self, Making};
use crate::failure::hinted;

/// The largest file that a costume folder may hold, in bytes.
const MOST: u64 = 64 << 20;

/// The most files that are looked at.
const FILES: usize = 10_000;

/// Reads a costume folder: what lies in it, and one folder down.
pub(crate) fn read_folder(path: &Path) -> Result<Files> {
    let mut files = Files::new();
    let mut waiting = vec![(path.to_owned(), String::new())];
    while let Some((folder, before)) = waiting.pop() {
        let entries = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()));
        let entries = entries.map_err(|error| {
            hinted(error, "give a costume folder: `costumier unpack` and `costumier new` make some")
        })?;
        for entry in entries {
            let entry = entry?;
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            let about = fs::metadata(entry.path()).with_context(|| format!("cannot read {name}"))?;
            if about.is_dir() && before.is_empty() {
                waiting.push((entry.path(), format!("{name}/")));
            } else if about.is_file() && is_ours(&name) {
                if about.len() > MOST {
                    bail!("{} has {} bytes; at most {MOST} are read", entry.path().display(), about.len());
                }
                let bytes = fs::read(entry.path()).with_context(|| format!("cannot read {name}"))?;
                files.insert(name, bytes);
            }
            if files.len() > FILES {
                bail!("{} holds more than {FILES} files: this is no costume folder", path.display());
            }
        }
    }
    Ok(files)
}

/// Files that a costume folder is made of. Editors leave others beside them.
fn is_ours(name: &str) -> bool {
    let known = [".png", ".aseprite", ".ase", ".toml", ".bin", ".txt"];
    known.iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
}

/// Whether a folder is a costume folder.
pub(crate) fn is_costume_folder(path: &Path) -> bool {
    path.join(TEXT).is_file()
}

/// The costume folders in a folder that is none itself, by name.
pub(crate) fn costume_folders_in(path: &Path) -> Vec<PathBuf> {
    if is_costume_folder(path) {
        return Vec::new();
    }
    let inside = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = inside.filter(|path| is_costume_folder(path)).take(FILES).collect();
    folders.sort();
    folders
}

/// A folder that is being written.
pub(crate) struct NewFolder {
    place: PathBuf,
    force: bool,
    making: Making,
}

impl NewFolder {
    /// Begins a folder. One that is there already, and not empty, is replaced only with `force`; never one that holds
    /// what is being read (`read`: files and folders) or where the call is made.
    pub(crate) fn begin(place: &Path, force: bool, read: &[&Path]) -> Result<Self> {
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
        // First of all: a call that was killed may have put what lay here aside.
        unfinished::sweep(parent);
        may_replace(place, force, read)?;
        let making = Making::begin(parent, place)
            .with_context(|| format!("cannot write into {}", parent.display()))?;
        Ok(Self { place: place.to_owned(), force, making })
    }

    /// Where a file of it is to be written for now. Folders on the way are made.
    pub(crate) fn path(&self, name: &str) -> Result<PathBuf> {
        let relative = Path::new(name);
        let inside = relative.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        if !inside {
            bail!("{name} is no name of a file in the folder");
        }
        let path = self.making.folder().join(relative);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make the folder of {name}"))?;
        }
        Ok(path)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name)?;
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", self.place.join(name).display()))
    }

    /// Gives the folder its name. What was there under it goes when the new one is in place.
    pub(crate) fn finish(self) -> Result<()> {
        // Somebody may have put something there meanwhile.
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
                // Back to how it was; if even that fails, the first error says more.
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

/// Refuses to replace what is there, where that was not asked for, and what holds things that are not to be lost.
fn may_replace(place: &Path, force: bool, read: &[&Path]) -> Result<()> {
    if place.symlink_metadata().is_err() || is_empty(place) {
        return Ok(());
    }
    if !force {
        let error = anyhow!("{} exists", place.display());
        let what = if is_costume_folder(place) { " and may have been edited" } else { "" };
        return Err(hinted(
            error,
            format!("it holds other things{what}: choose another folder, or replace it with `--force`"),
        ));
    }
    let Ok(whole) = place.canonicalize() else { return Ok(()) };
    let here = [Path::new(".")];
    let lost =
        read.iter().chain(&here).find(|dear| dear.canonicalize().is_ok_and(|dear| dear.starts_with(&whole)));
    let Some(lost) = lost else { return Ok(()) };
    let what = match *lost == here[0] {
        true => "the call is made in it".to_owned(),
        false => format!("{} is read from it", lost.display()),
    };
    let error = anyhow!("{} is not replaced, not even with `--force`: {what}", place.display());
    Err(hinted(error, "choose another folder; a game is changed where it lies by `put --in-place`"))
}

fn is_empty(place: &Path) -> bool {
    fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none())
}

/// Writes a file whole, over none that is there without `force`.
pub(crate) fn write_file(place: &Path, bytes: &[u8], force: bool) -> Result<()> {
    use std::io::Write as _;
    write_with(place, force, |file| Ok(file.write_all(bytes)?))
}

/// The same, where `write` puts the bytes in.
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

/// Files for a while are for nobody else; this one is to stay, and may be read by those who may read what it takes
/// the place of.
pub(crate) fn permit(file: &fs::File, place: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let before = fs::metadata(place).map(|about| about.permissions());
        // A system that will not leaves it as it is.
        let _ = file.set_permissions(before.unwrap_or_else(|_| fs::Permissions::from_mode(0o644)));
    }
    #[cfg(not(unix))]
    let _ = (file, place);
}
