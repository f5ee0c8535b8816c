//! New folders that appear whole or not at all: they are made under a temporary name next to their place.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::files::folder::text_of;
use costumier_edit::folder::TEXT;
use tempfile::TempDir;

use super::leftovers::{self, NEW, OLD};
use super::lock::FolderLock;
use super::names::require_name;
use super::{folder_of, sync_folder};
use crate::disk::output_kind;
use crate::output::failure::{hinted, with_room};

/// A folder that is being written under a temporary name. Dropping it removes the folder if it has not got its name.
pub(crate) struct NewFolder {
    place: PathBuf,
    force: bool,
    /// Locks the folder that is there. A folder that does not exist yet goes to the first call that gives it its name.
    there: FolderLock,
    /// Held until the end. Some systems remove no folder with an open file, so this field is dropped first.
    lock: File,
    making: TempDir,
}

impl NewFolder {
    /// Begins a folder. `force` allows to replace one that exists and is not empty. A folder that holds what is being
    /// read (`read`: files and folders), or the working directory, is never replaced.
    pub(crate) fn begin(place: &Path, force: bool, read: &[&Path]) -> Result<Self> {
        output_kind::require_folder(place)?;
        let parent = folder_of(place);
        fs::create_dir_all(parent).with_context(|| format!("cannot make the folder {}", parent.display()))?;
        // First of all: a call that was killed may have moved the old folder aside.
        leftovers::sweep(parent);
        may_replace(place, force, read)?;
        let there = FolderLock::hold(place, true)?;
        let (lock, making) = leftovers::unfinished(parent)
            .with_context(|| format!("cannot write into {}", parent.display()))
            .map_err(nothing_written)?;
        Ok(Self { place: place.to_owned(), force, there, lock, making })
    }

    /// Returns the path of a file in the unfinished folder, and makes the folders on the way.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> Result<PathBuf> {
        let relative = name.as_ref();
        let name = text_of(relative.as_os_str());
        require_name(&name)?;
        let path = self.making.path().join(NEW).join(relative);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make the folder of {name}"))?;
        }
        Ok(path)
    }

    /// Writes a file into the unfinished folder.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name)?;
        let written = fs::write(&path, bytes);
        written
            .with_context(|| format!("cannot write {}", self.place.join(name).display()))
            .map_err(nothing_written)
    }

    /// Waits until everything written so far is on the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        let synced = sync_tree(&self.making.path().join(NEW));
        synced.with_context(|| format!("cannot write {}", self.place.display())).map_err(nothing_written)
    }

    /// Gives the folder its name, and removes the folder that had it.
    pub(crate) fn finish(mut self) -> Result<()> {
        // Somebody may have made a folder there meanwhile.
        may_replace(&self.place, self.force, &[])?;
        let is_new = self.place.symlink_metadata().is_err();
        if !is_new {
            if !self.there.is_held() {
                self.there = FolderLock::hold(&self.place, true)?;
            }
            // Until the new folder is on the disk, the old one may be the only copy of what it holds.
            self.sync()?;
        }
        let Self { place, making, lock, .. } = self;
        let failed = || format!("cannot put {} in its place", place.display());
        let parent = folder_of(&place);
        if is_new {
            // The system gives no folder the name of one with files, which another call may have made by now.
            fs::rename(making.path().join(NEW), &place).with_context(failed)?;
            return sync_folder(parent).with_context(failed);
        }
        let old = making.path().join(OLD);
        fs::create_dir(&old).with_context(failed)?;
        // From here on the old folder may be the only copy.
        let making = making.keep();
        let done = fs::rename(&place, old.join(place.file_name().unwrap_or_default()))
            .and_then(|()| fs::rename(making.join(NEW), &place))
            .and_then(|()| sync_folder(parent));
        leftovers::settle(parent, &making, lock);
        done.with_context(failed)?;
        if old.symlink_metadata().is_ok() {
            bail!("the new folder is in place; the old one is left in {}", old.display());
        }
        Ok(())
    }
}

/// Says about a full disk that nothing was written: an unfinished folder is removed.
pub(crate) fn nothing_written(error: anyhow::Error) -> anyhow::Error {
    with_room(error, "nothing was written")
}

/// Waits until the files of a folder, and of the folders in it, are on the disk.
fn sync_tree(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_tree(&entry.path())?;
        } else {
            // Windows syncs only files that are open for writing.
            File::options().write(true).open(entry.path())?.sync_all()?;
        }
    }
    sync_folder(folder)
}

/// Checks that a folder may be replaced: with `force`, and only if it holds nothing that must not be lost.
fn may_replace(place: &Path, force: bool, read: &[&Path]) -> Result<()> {
    if place.symlink_metadata().is_err() || is_empty(place) {
        return Ok(());
    }
    if place.is_file() {
        let error = anyhow!("{} is a file, and the call writes a folder", place.display());
        return Err(hinted(error, "choose another name for the folder"));
    }
    let whole = match place.canonicalize() {
        Ok(whole) => whole,
        Err(_) if force => return Ok(()),
        Err(_) => PathBuf::new(),
    };
    let here = [Path::new(".")];
    let lost =
        read.iter().chain(&here).find(|dear| dear.canonicalize().is_ok_and(|dear| dear.starts_with(&whole)));
    let Some(lost) = lost.filter(|_| !whole.as_os_str().is_empty()) else {
        return if force { Ok(()) } else { Err(exists(place)) };
    };
    let lost_place = lost.canonicalize().unwrap_or_default();
    let what = match (*lost == here[0], lost_place == whole) {
        (true, true) => "it is the working directory".to_owned(),
        (true, false) => "the working directory is in it".to_owned(),
        (false, true) => "the call reads it".to_owned(),
        (false, false) => format!("the call reads {} in it", lost.display()),
    };
    let forced = if force { "; `--force` makes no difference" } else { "" };
    let error = anyhow!("{} was not replaced: {what}{forced}", place.display());
    Err(hinted(error, "choose another folder; only `put --in-place` changes a game in its own folder"))
}

/// Returns the error that a folder exists.
fn exists(place: &Path) -> anyhow::Error {
    let edited = if [TEXT, costumier_edit::room::TEXT].iter().any(|text| place.join(text).is_file()) {
        " and may have been edited"
    } else {
        ""
    };
    let error = anyhow!("{} exists", place.display());
    hinted(error, format!("it holds files{edited}; choose another folder, or replace it with `--force`"))
}

fn is_empty(place: &Path) -> bool {
    fs::read_dir(place).is_ok_and(|mut entries| entries.next().is_none())
}
