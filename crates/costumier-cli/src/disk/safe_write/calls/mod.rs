//! The calls of `put --in-place` that changed a game: a list next to its files, the latest call last. With it a call
//! is undone, and a call that was stopped is finished.
//!
//! ```text
//! undo.before-costumier        call
//!                              9f2c…  sample.001.before-costumier-2 ⇥ sample.001
//!                              SHA-256 of the new file, the old file, the name of both
//! .costumier-sample.001.new    the new file, until it has its name
//! ```
//! New files get their names all or none: they are all whole, and on the disk, before the list is written, and from
//! then on they are in the list. A call that is stopped between two names leaves new files that the list has; the next
//! one renames them. While a call is undone, its first line is `undo`, and its hashes are those of the old files.
//!
//! **Note:** anybody may have written the list. A list with a name that `put` does not write is not used.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_file as symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use costumier::files::folder::{KEPT, UNDO};

use super::names::inside;
use super::{NewFile, folder_of, open_file, read_back, sync_folder};
use crate::disk::hash;
use crate::output::failure::hinted;

/// The line that begins a call, and the line that begins one that is being undone.
const CALL: &str = "call";
const UNDONE: &str = "undo";

/// The largest list, in bytes.
const MOST: u64 = 4 << 20;

/// The hint for a call that was stopped between two names.
pub(crate) const ENDS: &str =
    "call `put --in-place` again to finish it; the files NAME.before-costumier are the original game";

/// A file that a call replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// The hash of the new file.
    pub(crate) hash: String,
    /// The name of the old file, and the name that both have; in the game's folder.
    pub(crate) kept: String,
    pub(crate) name: String,
}

impl Replaced {
    /// Returns the paths of the old file and of the file, or `None` if `put` does not write such names.
    pub(crate) fn paths(&self, folder: &Path) -> Option<(PathBuf, PathBuf)> {
        let number = self.kept.strip_prefix(&self.name)?.strip_prefix(KEPT)?;
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit());
        let is_kept = number.is_empty() || number.strip_prefix('-').is_some_and(is_number);
        inside(folder, &self.kept).zip(inside(folder, &self.name)).filter(|_| is_kept)
    }
}

/// A call, with the files that it replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) files: Vec<Replaced>,
    /// Whether it is being undone.
    pub(crate) is_undone: bool,
}

impl Call {
    /// Returns the places of files whose new files still need their names.
    fn unnamed(&self, folder: &Path) -> Vec<PathBuf> {
        let is_new = |it: &Replaced, place: &Path| hash_of(&new_of(place)).as_ref() == Some(&it.hash);
        let places = self.files.iter().filter_map(|it| it.paths(folder).map(|(_, place)| (it, place)));
        places.filter(|(it, place)| is_new(it, place)).map(|(_, place)| place).collect()
    }
}

/// The calls that changed files of a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Calls(pub(crate) Vec<Call>);

impl Calls {
    /// Reads the list of a folder. It is empty if there is none.
    ///
    /// # Errors
    /// If the list cannot be read, or has a line that `put` does not write.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let place = folder.join(UNDO);
        let unusable = |error: anyhow::Error| {
            let hint = "`put` did not write this list; delete it, and copy NAME.before-costumier over NAME yourself \
                        if that is the file you want";
            hinted(error, hint)
        };
        let text = read_back(&place, MOST).with_context(|| format!("cannot read {}", place.display()));
        let mut calls = Self::default();
        for (number, line) in (1..).zip(text.map_err(unusable)?.unwrap_or_default().lines()) {
            if !calls.add(folder, line) {
                let error =
                    anyhow!("{}, line {number}: {line:?} is no file that `put` writes", place.display());
                return Err(unusable(error));
            }
        }
        Ok(calls)
    }

    /// Adds a line. Returns whether `put` writes such lines.
    fn add(&mut self, folder: &Path, line: &str) -> bool {
        if [CALL, UNDONE].contains(&line) {
            // Only the last call is ever being undone.
            let is_last = self.0.last().is_none_or(|last| !last.is_undone);
            self.0.push(Call { files: Vec::new(), is_undone: line == UNDONE });
            return is_last;
        }
        let parts = line.split_once("  ").and_then(|(hash, names)| Some((hash, names.split_once('\t')?)));
        let (Some((hash, (kept, name))), Some(call)) = (parts, self.0.last_mut()) else { return false };
        let file = Replaced { hash: hash.into(), kept: kept.into(), name: name.into() };
        let is_new = call.files.iter().all(|it| it.name.to_lowercase() != file.name.to_lowercase());
        let is_ours = is_new && file.paths(folder).is_some();
        call.files.push(file);
        is_ours
    }

    /// Writes the list, or removes it if it is empty.
    pub(crate) fn write(&self, folder: &Path) -> Result<()> {
        let place = folder.join(UNDO);
        if self.0.is_empty() {
            return fs::remove_file(&place).with_context(|| format!("cannot remove {}", place.display()));
        }
        let mut text = String::new();
        for call in &self.0 {
            text.extend([if call.is_undone { UNDONE } else { CALL }, "\n"]);
            for Replaced { hash, kept, name } in &call.files {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{hash}  {kept}\t{name}");
            }
        }
        let failed = || format!("cannot write {}", place.display());
        if text.len() as u64 > MOST {
            let error = anyhow!("{}: the list of calls is full", place.display());
            return Err(hinted(
                error,
                "undo calls, or delete the list and the old files that you do not need",
            ));
        }
        let mut file = NewFile::beside(&place).with_context(failed)?;
        io::Write::write_all(&mut file, text.as_bytes()).with_context(failed)?;
        file.sync().and_then(|()| file.finish(&place)).with_context(failed)
    }

    /// Returns the places of the last call whose new files still need their names.
    fn unnamed(&self, folder: &Path) -> Vec<PathBuf> {
        self.0.last().map(|call| call.unnamed(folder)).unwrap_or_default()
    }

    /// Finishes the last call: gives its new files their names. A call that is being undone then leaves the list, and
    /// its old files are removed. Everything is on the disk afterwards.
    fn complete(&mut self, folder: &Path) -> Result<()> {
        let Some(last) = self.0.last() else { return Ok(()) };
        last.unnamed(folder).iter().try_for_each(|place| name(place))?;
        let paths: Vec<_> = last.files.iter().filter_map(|it| Some((it, it.paths(folder)?))).collect();
        let folders: BTreeSet<&Path> = paths.iter().map(|(_, (_, place))| folder_of(place)).collect();
        let synced = || {
            let failed = || format!("cannot write {}", folder.display());
            folders.iter().chain([&folder]).try_for_each(|it| sync_folder(it)).with_context(failed)
        };
        synced()?;
        if !last.is_undone {
            return Ok(());
        }
        // A call that was stopped and repeated may share an old file with another one.
        let others: BTreeSet<&str> = self
            .0
            .iter()
            .filter(|call| !call.is_undone)
            .flat_map(|it| &it.files)
            .map(|it| &*it.kept)
            .collect();
        for (it, (kept, place)) in &paths {
            if !others.contains(&*it.kept) && hash_of(place).as_ref() == Some(&it.hash) {
                // What cannot be removed is a copy too many.
                let _ = fs::remove_file(kept);
            }
        }
        let left = Self(self.0.iter().filter(|call| !call.is_undone).cloned().collect());
        left.write(folder)?;
        synced()?;
        *self = left;
        Ok(())
    }
}

/// Returns the path of a new file until it has its name.
fn new_of(place: &Path) -> PathBuf {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    place.with_file_name(format!(".costumier-{name}.new"))
}

/// Returns the hash of a file on the disk, or `None` if it is no file or cannot be read.
pub(crate) fn hash_of(place: &Path) -> Option<String> {
    open_file(place).and_then(|file| hash::of_reader(file).ok())
}

/// The new content of a file.
pub(crate) enum Content {
    New(NewFile),
    /// The content of a file that is kept.
    Kept(PathBuf),
}

/// Files that a call has made so far. They are removed again if the call fails before it is in the list.
#[derive(Debug, Default)]
pub(crate) struct Made(pub(crate) Vec<PathBuf>);

impl Drop for Made {
    fn drop(&mut self) {
        self.0.iter().for_each(|place| drop(fs::remove_file(place)));
    }
}

/// Gives new files their names, all or none; they are the last call of the list, which is written before.
pub(crate) fn replace(
    folder: &Path,
    ready: Vec<(Content, PathBuf)>,
    calls: &mut Calls,
    mut made: Made,
) -> Result<()> {
    for (content, place) in ready {
        let new = new_of(&place);
        made.0.push(new.clone());
        let kept = match content {
            Content::New(file) => file.finish_like(&new, &place),
            Content::Kept(old) => second_name(&old, &new),
        };
        kept.with_context(|| format!("cannot put {} in its place", place.display()))?;
    }
    let folders: BTreeSet<&Path> = made.0.iter().map(|place| folder_of(place)).collect();
    folders
        .into_iter()
        .try_for_each(sync_folder)
        .with_context(|| format!("cannot write {}", folder.display()))?;
    calls.write(folder)?;
    made.0.clear();
    sync_folder(folder).with_context(|| format!("cannot write {}", folder.display()))?;
    calls.complete(folder)
}

/// Gives a file a second name, which nothing has. A symbolic link is copied as a link; any other file gets a hard
/// link, or a copy if the system makes no links.
pub(crate) fn second_name(file: &Path, name: &Path) -> io::Result<()> {
    let linked = match file.symlink_metadata()?.is_symlink() {
        true => symlink(&fs::read_link(file)?, name),
        false => fs::hard_link(file, name),
    };
    if linked.is_ok() {
        return Ok(());
    }
    let mut copy = NewFile::beside(name)?;
    io::copy(&mut fs::File::open(file)?, &mut copy)?;
    copy.sync()?;
    copy.finish_like(name, file)
}

/// Gives a new file its name.
fn name(place: &Path) -> Result<()> {
    fs::rename(new_of(place), place).map_err(|error| {
        hinted(
            anyhow::Error::from(error).context(format!("cannot put {} in its place", place.display())),
            "see to it that no other program holds the file, and call `put --in-place` again, which ends it; \
             NAME.before-costumier is the game as it was",
        )
    })
}

/// A call that was stopped before and is finished now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finished {
    /// It was `put --in-place`.
    Put,
    /// It was `put --undo`.
    Undo,
}

/// Finishes a `put --in-place` or `put --undo` that was stopped, if `in_place`.
///
/// # Errors
/// If a game has old and new files and this call may not write into the game.
pub(crate) fn settle(folder: &Path, in_place: bool) -> Result<Option<Finished>> {
    if !in_place {
        let is_mixed = Calls::read(folder).is_ok_and(|calls| !calls.unnamed(folder).is_empty());
        return if is_mixed { Err(hinted(anyhow!("{}", two_states(folder)), ENDS)) } else { Ok(None) };
    }
    let mut calls = Calls::read(folder)?;
    let is_undone = calls.0.last().is_some_and(|last| last.is_undone);
    let finished = match (is_undone, calls.unnamed(folder).is_empty()) {
        (true, _) => Some(Finished::Undo),
        (false, false) => Some(Finished::Put),
        (false, true) => None,
    };
    if finished.is_some() {
        calls.complete(folder)?;
    }
    remove_unlisted(folder);
    Ok(finished)
}

/// Removes new files that no list has: their call was stopped before it wrote the list.
fn remove_unlisted(folder: &Path) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let is_new = |place: &PathBuf| {
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(".costumier-") && name.ends_with(".new")
    };
    // One that cannot be removed does no harm.
    files.filter(is_new).for_each(|place| drop(fs::remove_file(place)));
}

/// Returns the error for a folder with new files that need their names.
pub(crate) fn two_states(folder: &Path) -> String {
    let folder = crate::output::text::path(folder);
    format!("{folder} holds a mix of old and new files: `put --in-place` was stopped there")
}

/// Number of levels above a file where its list may be: games have their files that deep in folders.
const ABOVE: usize = 4;

/// Returns the folder whose list has new files of the game with this index, a path on the disk.
pub(crate) fn unsettled_folder(index: &Path) -> Option<PathBuf> {
    let game = index.parent()?.canonicalize().ok()?;
    let is_ours = |folder: &&Path| {
        let calls = Calls::read(folder).unwrap_or_default();
        calls.unnamed(folder).iter().any(|place| place.parent() == Some(&*game))
    };
    game.ancestors().take(ABOVE).find(is_ours).map(Path::to_owned)
}

#[cfg(test)]
mod tests;
