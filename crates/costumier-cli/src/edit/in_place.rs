//! `put --in-place`: changes the game itself, and keeps the original files next to the new ones.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use costumier::files::folder::path_of;
use costumier_edit::Plan;
use costumier_edit::put::PlannedFile;

use super::archive::Archive;
use super::put::write_planned;
use super::undo;
use crate::args::PutArgs;
use crate::disk::hash;
use crate::disk::safe_write::calls::{Call, Calls, Content, Made, Replaced, replace, second_name};
use crate::disk::safe_write::names::{inside, name_in, require_name};
use crate::disk::safe_write::{NewFile, is_file, open_file};
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::quoted;

/// Changes the game itself and keeps the old files next to the new ones. Returns how to undo the call, if it changed
/// anything.
///
/// **Note:** a file with several names (links) is replaced by a file of its own; under its other names it stays as it
/// was.
///
/// **Note:** it takes the game, because an open file cannot be replaced on Windows.
pub(super) fn in_place(
    opened: OpenGame,
    plan: &Plan,
    args: &PutArgs,
    reporter: &Reporter,
) -> Result<Option<String>> {
    let archive = Archive::of(&opened, &args.game.name);
    let in_archive = match &archive {
        Some(archive) => Some(archive.plan(&opened, plan.changed())?),
        None => None,
    };
    let changed: Vec<(&PlannedFile, PathBuf)> = match (&archive, &in_archive, opened.folder()) {
        (Some(archive), Some(planned), _) if !planned.splices.is_empty() => {
            vec![(planned, archive.place.clone())]
        }
        (Some(_), ..) => Vec::new(),
        (_, _, Some(folder)) => plan.changed().map(|file| (file, path_of(folder, &file.name))).collect(),
        _ => {
            let what = opened.form.last().map_or("this kind of game", |held| &held.what);
            let error =
                anyhow!("{} was not changed: `--in-place` does not write into {what}", args.game.name);
            return Err(hinted(
                error,
                "folders of loose files are, and remasters' archives; `-o DIR` writes a copy of the game as loose \
                 files, `--patch FILE` a patch",
            ));
        }
    };
    for (_, place) in &changed {
        require_name(&place.file_name().unwrap_or_default().to_string_lossy())?;
    }
    let base = undo::folder_of(&opened, archive.as_ref());
    changed.iter().try_for_each(|(_, place)| require_replaceable(&base, place))?;
    let mut calls = Calls::read(&base)?;
    // Everything that can fail comes first: new files, and second names of the old ones. Then only names change.
    let mut kept: Vec<String> = Vec::new();
    let mut call = Call::default();
    let mut ready: Vec<(Content, PathBuf)> = Vec::new();
    let mut made = Made::default();
    for (file, place) in changed {
        let failed = || format!("cannot write {}", place.display());
        let mut new = NewFile::beside(&place).with_context(failed)?;
        let source = opened.files().open(&file.name)?;
        write_planned(Some(file), &*source, &mut new).with_context(failed)?;
        let hash = new.reader().and_then(hash::of_reader).with_context(failed)?;
        new.sync().with_context(failed)?;
        if has_other_names(&place) {
            let text = "has other names (links); under those the old file stays";
            reporter.say(format!("{} {text}", place.display()));
        }
        // The first backup is the original game; each later call keeps its own.
        let backup = next_backup_of(&place)?;
        if backup.symlink_metadata().is_err() {
            second_name(&place, &backup).with_context(failed)?;
            made.0.push(backup.clone());
        }
        kept.push(format!("{} over {}", backup.display(), place.display()));
        let [kept, name] = [&backup, &place].map(|path| name_in(&base, path));
        call.files.push(Replaced { hash, kept, name });
        ready.push((Content::New(new), place));
    }
    drop(opened);
    let undo = (!kept.is_empty()).then(|| {
        let game = quoted(Path::new(&args.game.name));
        format!("to undo this, copy {}, or call `costumier put {game} --undo`", kept.join(", "))
    });
    if !call.files.is_empty() {
        // A call that was stopped and now repeated is in the list once.
        let kept = |call: &Call| call.files.iter().map(|it| it.kept.clone()).collect::<Vec<_>>();
        calls.0.pop_if(|last| kept(last) == kept(&call));
        calls.0.push(call);
        replace(&base, ready, &mut calls, made)?;
    }
    Ok(undo)
}

/// Checks that a file may be replaced: it is in the game's folder, and not read-only. The system allows to replace a
/// read-only file if its folder can be written, but the mark says that it is to stay.
fn require_replaceable(base: &Path, place: &Path) -> Result<()> {
    let shown = place.display();
    if !inside(base, &name_in(base, place)).is_some_and(|place| is_file(&place)) {
        let error = anyhow!("{shown} is not in the folder {}; nothing was changed", base.display());
        let hint = "name the folder that holds the files themselves and no links to it, or write a copy of the game \
                    with `-o DIR`";
        return Err(hinted(error, hint));
    }
    if fs::metadata(place).is_ok_and(|about| about.permissions().readonly()) {
        let error = anyhow!("{shown} is read-only; nothing was changed");
        return Err(hinted(error, "allow writing to the file, or write a copy of the game with `-o DIR`"));
    }
    Ok(())
}

/// Whether a file has other names, as far as the system says.
fn has_other_names(place: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        fs::symlink_metadata(place).is_ok_and(|about| about.is_symlink() || about.nlink() > 1)
    }
    #[cfg(not(unix))]
    fs::symlink_metadata(place).is_ok_and(|about| about.is_symlink())
}

/// Returns the path that keeps the original of a file.
pub(super) fn backup_of(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(costumier::files::folder::KEPT);
    place.with_file_name(name)
}

/// Returns the path that keeps a file before the next change. If a call that was stopped has kept the same bytes
/// already, it is that path.
fn next_backup_of(place: &Path) -> Result<PathBuf> {
    let first = backup_of(place);
    let numbered = |number: u32| {
        let mut name = first.as_os_str().to_owned();
        name.push(format!("-{number}"));
        PathBuf::from(name)
    };
    let mut latest: Option<PathBuf> = None;
    for backup in std::iter::once(first.clone()).chain((2..=MOST_KEPT).map(numbered)) {
        if backup.symlink_metadata().is_err() {
            return Ok(latest.filter(|latest| have_same_bytes(latest, place)).unwrap_or(backup));
        }
        latest = Some(backup);
    }
    let error = anyhow!("{} was not changed: {MOST_KEPT} copies of it are kept already", place.display());
    Err(hinted(error, "delete copies that you do not need any more"))
}

/// Whether two files can be read and have the same bytes.
fn have_same_bytes(one: &Path, other: &Path) -> bool {
    let open = |path: &Path| open_file(path).map(BufReader::new);
    let (Some(mut one), Some(mut other)) = (open(one), open(other)) else { return false };
    loop {
        let (Ok(left), Ok(right)) = (one.fill_buf(), other.fill_buf()) else { return false };
        let length = left.len().min(right.len());
        if left[..length] != right[..length] || (length == 0 && left.len() != right.len()) {
            return false;
        }
        if length == 0 {
            return true;
        }
        one.consume(length);
        other.consume(length);
    }
}

/// Largest number of copies kept of a file.
const MOST_KEPT: u32 = 999;
