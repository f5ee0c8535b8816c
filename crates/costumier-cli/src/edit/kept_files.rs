//! Files in a folder that `unpack --force` replaces: those that `unpack` did not write stay.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use costumier_edit::folder::ORIGINAL;
use costumier_edit::{folder, room};

use super::last_put::LAST_PUT;
use crate::disk::safe_write::NewFolder;
use crate::game::folders::{is_costume_folder, is_room_folder, text};
use crate::output::report::Reporter;
use crate::output::text::count;

/// Largest number of files that are named.
const NAMED: usize = 5;

/// A costume folder or room folder that is being replaced.
struct OldFolder {
    /// Its path in the folder that is replaced.
    place: PathBuf,
    /// The text of a costume folder; `None` for a room folder.
    costume: Option<String>,
}

impl OldFolder {
    fn of(folder: &Path, place: &Path) -> Option<Self> {
        let place = place.to_owned();
        match (is_room_folder(folder), is_costume_folder(folder)) {
            (true, _) => Some(Self { place, costume: None }),
            (_, true) => Some(Self { place, costume: Some(text(folder)) }),
            _ => None,
        }
    }

    /// Whether a file, named as in the folder that is replaced, is one that `unpack` or `put` writes.
    fn is_written(&self, file: &Path) -> bool {
        let name = file.strip_prefix(&self.place).unwrap_or(file).to_string_lossy().replace('\\', "/");
        if [ORIGINAL, LAST_PUT].contains(&&*name) {
            return true;
        }
        match &self.costume {
            Some(text) => {
                [folder::TEXT, "room.gpl", "costume.aseprite", "program.txt"].contains(&&*name)
                    || numbers(&name, "limb-", ".png").is_some_and(is_number)
                    || text.contains(&format!("\"{name}\""))
            }
            None => {
                let object = numbers(&name, "objects/", ".png").is_some_and(|it| {
                    let (picture, plane) = it.split_once("-plane-").unwrap_or((it, "1"));
                    let is_picture =
                        picture.split_once('-').is_some_and(|(id, state)| is_number(id) && is_number(state));
                    is_picture && is_number(plane)
                });
                [room::TEXT, room::PREVIEW, "background.png"].contains(&&*name)
                    || numbers(&name, "plane-", ".png").is_some_and(is_number)
                    || object
            }
        }
    }
}

fn numbers<'a>(name: &'a str, before: &str, after: &str) -> Option<&'a str> {
    name.strip_prefix(before)?.strip_suffix(after)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Keeps the files of the folder `place` that `unpack` did not write: gives them a name in the new folder too.
pub(super) fn keep(place: &Path, new: &NewFolder, reporter: &Reporter) -> Result<()> {
    let mut kept: Vec<String> = Vec::new();
    let mut waiting: Vec<(PathBuf, Option<OldFolder>)> = Vec::new();
    // A link to a folder is replaced, and the folder stays.
    if place.is_dir() && !place.is_symlink() {
        waiting.push((PathBuf::new(), OldFolder::of(place, Path::new(""))));
    }
    while let Some((inside, old)) = waiting.pop() {
        let folder = place.join(&inside);
        let failed = || format!("cannot list {}", folder.display());
        for entry in fs::read_dir(&folder).with_context(failed)? {
            let entry = entry.with_context(failed)?;
            let file = inside.join(entry.file_name());
            if entry.file_type().with_context(failed)?.is_dir() {
                let outer = || {
                    let old = old.as_ref()?;
                    Some(OldFolder { place: old.place.clone(), costume: old.costume.clone() })
                };
                waiting.push((file.clone(), OldFolder::of(&entry.path(), &file).or_else(outer)));
                continue;
            }
            if old.as_ref().is_some_and(|old| old.is_written(&file)) {
                continue;
            }
            let to = new.path(&file)?;
            if to.symlink_metadata().is_ok() {
                continue;
            }
            fs::hard_link(entry.path(), &to)
                .or_else(|_| fs::copy(entry.path(), &to).map(|_| ()))
                .with_context(|| format!("cannot keep {}", entry.path().display()))?;
            kept.push(file.display().to_string());
        }
    }
    if !kept.is_empty() {
        kept.sort();
        let more = kept.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {}", count(more, "more file")) } else { String::new() };
        let named = kept.get(..NAMED.min(kept.len())).unwrap_or_default().join(", ");
        reporter
            .say(format!("kept in {}, because `unpack` did not write it: {named}{more}", place.display()));
    }
    Ok(())
}
