//! `put --undo`: takes back the last `put --in-place` of a game.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use costumier::files::folder::{UNDO, path_of};

use super::archive::Archive;
use super::in_place::backup_of;
use crate::disk::safe_write::calls::{Call, Calls, Content, Made, hash_of, replace};
use crate::disk::safe_write::names::name_in;
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::count;

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
        None => opened.game.data().files().map(|file| file.name).collect(),
    };
    drop(opened);
    let mut calls = Calls::read(&folder)?;
    let of_game = |call: &Call| call.files.iter().any(|it| own.contains(&it.name));
    let Some(at) = calls.0.iter().rposition(of_game) else {
        let error = anyhow!("no `put --in-place` of {game} can be undone");
        let first = own.iter().map(|name| backup_of(&path_of(&folder, name))).find(|place| place.exists());
        return Err(match first {
            Some(place) => {
                hinted(error, format!("the list of calls is gone; copy {} back yourself", place.display()))
            }
            None => error,
        });
    };
    let mut call = calls.0.remove(at);
    let mut ready = Vec::new();
    for it in &mut call.files {
        let paths = it.paths(&folder).filter(|_| own.contains(&it.name));
        let Some((kept, place)) = paths else {
            let error =
                anyhow!("{:?} in the list {UNDO} is no file of this game; nothing was changed", it.name);
            return Err(hinted(error, "copy NAME.before-costumier over NAME yourself, and delete the list"));
        };
        let (old, now) = (hash_of(&kept), hash_of(&place));
        // A person has put it back already.
        let is_back = now.is_some() && now == old;
        if !is_back && now.as_ref() != Some(&it.hash) && !force {
            let error = anyhow!("{} was changed since the last `put --in-place`", place.display());
            return Err(hinted(
                error,
                "`--force` puts the old file back all the same, and the change is lost",
            ));
        }
        let Some(old) = old else {
            let error =
                anyhow!("cannot put {} back: there is no such file; nothing was changed", kept.display());
            return Err(hinted(error, "restore it, or unpack the game again and delete the list of calls"));
        };
        if !is_back {
            ready.push((Content::Kept(kept), place));
        }
        // In the list, the old file is the new one until the call is undone.
        it.hash = old;
    }
    call.is_undone = true;
    let names: Vec<String> = call.files.iter().map(|it| it.name.clone()).collect();
    calls.0.push(call);
    replace(&folder, ready, &mut calls, Made::default())?;
    reporter.say(format!("undone: {} as before the last `put --in-place`", names.join(", ")));
    let left = calls.0.iter().filter(|call| of_game(call)).count();
    if left > 0 {
        reporter.say(format!("{} can be undone too", count(left, "earlier call")));
    }
    Ok(())
}
