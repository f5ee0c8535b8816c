//! `put --undo`: takes back the last `put --in-place` of a game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};

use super::archive::Archive;
use super::in_place::backup_of;
use crate::failure::hinted;
use crate::open::OpenGame;
use crate::report::Reporter;
use crate::safe_write::NewFile;
use crate::safe_write::calls::{Calls, Replaced, hash_of, replace};
use crate::text::count;

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

/// Takes the last call back. It takes the game, because an open file cannot be replaced on Windows.
pub(super) fn undo(opened: OpenGame, game: &str, force: bool, reporter: &Reporter) -> Result<()> {
    let archive = Archive::of(&opened, game);
    let folder = folder_of(&opened, archive.as_ref());
    let own: Vec<String> = match &archive {
        Some(archive) => vec![name_in(&folder, &archive.place)],
        None => opened.files().names(),
    };
    drop(opened);
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
    let mut call = calls.0.remove(at);
    let mut ready = Vec::new();
    for Replaced { hash, kept, name } in &mut call {
        let (kept, place) = (folder.join(&*kept), folder.join(&*name));
        let (old, now) = (hash_of(&kept), hash_of(&place));
        // An undo that was stopped has put it back already.
        if now.is_some() && now == old {
            continue;
        }
        if now.as_ref() != Some(&*hash) && !force {
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
        // In the list, the old file is the new one until the call is undone.
        *hash = old.unwrap_or_default();
    }
    calls.0.push(call.clone());
    replace(&folder, ready, &calls)?;
    calls.0.pop();
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
