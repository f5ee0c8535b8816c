//! `put --undo`: takes back the last `put --in-place` of a game. A list next to the game's files names the calls, the
//! latest last:
//!
//! ```text
//! call
//! 9f2c…  sample.001.before-costumier-2 ⇥ sample.001      SHA-256 of the new file, the old one, their name
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use costumier::files::folder::UNDO;

use super::archive::Archive;
use super::in_place::backup_of;
use crate::failure::hinted;
use crate::hash;
use crate::open::OpenGame;
use crate::report::Reporter;
use crate::safe_write::{NewFile, finish_all, write_file};
use crate::text::count;

/// The line that begins a call.
const CALL: &str = "call";

/// A file that a call replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replaced {
    /// The hash of the new file.
    pub(super) hash: String,
    /// The name of the old file, and the name that both have; in the game's folder.
    pub(super) kept: String,
    pub(super) name: String,
}

/// The calls that changed files of a folder.
#[derive(Debug, Default)]
struct Calls(Vec<Vec<Replaced>>);

impl Calls {
    fn read(folder: &Path) -> Self {
        let mut calls = Self::default();
        for line in fs::read_to_string(folder.join(UNDO)).unwrap_or_default().lines() {
            if line == CALL {
                calls.0.push(Vec::new());
            } else if let Some((hash, names)) = line.split_once("  ")
                && let Some((kept, name)) = names.split_once('\t')
                && let Some(call) = calls.0.last_mut()
            {
                call.push(Replaced { hash: hash.into(), kept: kept.into(), name: name.into() });
            }
        }
        calls
    }

    /// Writes the list, or removes it if it is empty.
    fn write(&self, folder: &Path) -> Result<()> {
        let place = folder.join(UNDO);
        if self.0.is_empty() {
            return fs::remove_file(&place).with_context(|| format!("cannot remove {}", place.display()));
        }
        let mut text = String::new();
        for call in &self.0 {
            text.extend([CALL, "\n"]);
            for Replaced { hash, kept, name } in call {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{hash}  {kept}\t{name}");
            }
        }
        write_file(&place, text.as_bytes(), true)
    }
}

/// Adds a call to the list of a folder. A call that was stopped and now repeated is there once.
pub(super) fn note(folder: &Path, call: Vec<Replaced>) -> Result<()> {
    let mut calls = Calls::read(folder);
    let kept = |call: &[Replaced]| call.iter().map(|it| it.kept.clone()).collect::<Vec<_>>();
    calls.0.pop_if(|last| kept(last) == kept(&call));
    calls.0.push(call);
    calls.write(folder)
}

/// The hash of a file on the disk; `None` if it cannot be read.
pub(super) fn hash_of(place: &Path) -> Option<String> {
    fs::File::open(place).and_then(hash::of_reader).ok()
}

/// The name of a file in the game's folder.
pub(super) fn name_in(folder: &Path, place: &Path) -> String {
    let name = place.strip_prefix(folder).ok().or_else(|| place.file_name().map(Path::new));
    name.unwrap_or(place).to_string_lossy().into_owned()
}

/// The folder that `put --in-place` writes into: that of the game's files, or of their archive.
pub(super) fn folder_of(opened: &OpenGame, archive: Option<&Archive>) -> PathBuf {
    let parent = archive.and_then(|archive| archive.place.parent());
    let folder = parent.or_else(|| opened.folder()).unwrap_or(Path::new("."));
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

/// Takes the last call back.
pub(super) fn undo(opened: &OpenGame, game: &str, force: bool, reporter: &Reporter) -> Result<()> {
    let archive = Archive::of(opened, game);
    let folder = folder_of(opened, archive.as_ref());
    let own: Vec<String> = match &archive {
        Some(archive) => vec![name_in(&folder, &archive.place)],
        None => opened.files().names(),
    };
    let mut calls = Calls::read(&folder);
    let of_game = |call: &Vec<Replaced>| call.iter().any(|it| own.contains(&it.name));
    let Some(at) = calls.0.iter().rposition(of_game) else {
        let error = anyhow!("no `put --in-place` of {game} can be undone");
        let first = own.iter().map(|name| backup_of(&folder.join(name))).find(|place| place.exists());
        return Err(match first {
            Some(place) => {
                hinted(error, format!("the list of calls is gone; copy {} back yourself", place.display()))
            }
            None => error,
        });
    };
    let call = calls.0.remove(at);
    let mut ready = Vec::new();
    for Replaced { hash, kept, name } in &call {
        let (kept, place) = (folder.join(kept), folder.join(name));
        let (old, now) = (hash_of(&kept), hash_of(&place));
        // An undo that was stopped has put it back already.
        if now.is_some() && now == old {
            continue;
        }
        if now.as_ref() != Some(hash) && !force {
            let error = anyhow!("{} was changed since the last `put --in-place`", place.display());
            return Err(hinted(
                error,
                "`--force` puts the old file back all the same, and the change is lost",
            ));
        }
        let failed = || format!("cannot put {} back", kept.display());
        let mut file = fs::File::open(&kept).with_context(failed)?;
        let mut new = NewFile::beside(&place).with_context(failed)?;
        io::copy(&mut file, &mut new).with_context(failed)?;
        ready.push((new, place));
    }
    finish_all(&folder, ready)?;
    calls.write(&folder)?;
    for it in &call {
        // What cannot be removed is a copy too many.
        let _ = fs::remove_file(folder.join(&it.kept));
    }
    let names: Vec<&str> = call.iter().map(|it| it.name.as_str()).collect();
    reporter.say(format!("undone: {} as before the last `put --in-place`", names.join(", ")));
    let left = calls.0.iter().filter(|call| of_game(call)).count();
    if left > 0 {
        reporter.say(format!("{} can be undone too", count(left, "earlier call")));
    }
    Ok(())
}
