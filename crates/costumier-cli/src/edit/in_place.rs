//! `put --in-place`: changes the game itself, and keeps the original files next to the new ones.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use costumier_edit::Plan;
use costumier_edit::put::PlannedFile;

use super::archive::Archive;
use super::put::write_planned;
use super::undo;
use crate::args::PutArgs;
use crate::failure::hinted;
use crate::hash;
use crate::open::OpenGame;
use crate::report::Reporter;
use crate::safe_write::calls::{Calls, Replaced, replace};
use crate::safe_write::{NewFile, require_name};
use crate::text::quoted;

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
        (_, _, Some(folder)) => plan.changed().map(|file| (file, folder.join(&file.name))).collect(),
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
        require_writable(place)?;
    }
    // Everything that can fail comes first: new files and copies of the old ones. Then only names change.
    let base = undo::folder_of(&opened, archive.as_ref());
    let mut kept: Vec<String> = Vec::new();
    let mut replaced: Vec<Replaced> = Vec::new();
    let mut ready: Vec<(NewFile, PathBuf)> = Vec::new();
    for (file, place) in changed {
        let failed = || format!("cannot write {}", place.display());
        let mut new = NewFile::beside(&place).with_context(failed)?;
        let source = opened.files().open(&file.name)?;
        write_planned(Some(file), &*source, &mut new).with_context(failed)?;
        let hash = new.reader().and_then(hash::of_reader).with_context(failed)?;
        if has_other_names(&place) {
            let text = "has other names (links); under those the old file stays";
            reporter.say(format!("{} {text}", place.display()));
        }
        // The first copy is the original game; each later call keeps its own copy.
        let mut old = NewFile::beside(&place).with_context(failed)?;
        write_planned(None, &*source, &mut old).with_context(failed)?;
        let backup = next_backup_of(&place, &mut old)?;
        old.finish_like(&backup, &place).with_context(failed)?;
        kept.push(format!("{} over {}", backup.display(), place.display()));
        let [kept, name] = [&backup, &place].map(|path| undo::name_in(&base, path));
        replaced.push(Replaced { hash, kept, name });
        ready.push((new, place));
    }
    drop(opened);
    let undo = (!kept.is_empty()).then(|| {
        let game = quoted(Path::new(&args.game.name));
        format!("to undo this, copy {}, or call `costumier put {game} --undo`", kept.join(", "))
    });
    if !replaced.is_empty() {
        let mut calls = Calls::read(&base);
        // A call that was stopped and now repeated is in the list once.
        let kept = |call: &[Replaced]| call.iter().map(|it| it.kept.clone()).collect::<Vec<_>>();
        calls.0.pop_if(|last| kept(last) == kept(&replaced));
        calls.0.push(replaced);
        replace(&base, ready, &calls)?;
    }
    Ok(undo)
}

/// Checks that a file is not read-only. The system allows to replace such a file if its folder can be written, but the
/// mark says that it is to stay.
fn require_writable(place: &Path) -> Result<()> {
    if fs::metadata(place).is_ok_and(|about| about.permissions().readonly()) {
        let error = anyhow!("{} is read-only; nothing was changed", place.display());
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

/// Returns the path that keeps a file before the next change; `old` is a copy of its bytes. If a call that was
/// stopped has kept the same bytes already, it is that path.
fn next_backup_of(place: &Path, old: &mut NewFile) -> Result<PathBuf> {
    let first = backup_of(place);
    let numbered = |number: u32| {
        let mut name = first.as_os_str().to_owned();
        name.push(format!("-{number}"));
        PathBuf::from(name)
    };
    let mut latest: Option<PathBuf> = None;
    for backup in std::iter::once(first.clone()).chain((2..=MOST_KEPT).map(numbered)) {
        if backup.symlink_metadata().is_err() {
            return Ok(latest.filter(|latest| have_same_bytes(latest, old)).unwrap_or(backup));
        }
        latest = Some(backup);
    }
    let error = anyhow!("{} was not changed: {MOST_KEPT} copies of it are kept already", place.display());
    Err(hinted(error, "delete copies that you do not need any more"))
}

/// Whether two files can be read and have the same bytes.
fn have_same_bytes(one: &Path, other: &mut NewFile) -> bool {
    let one = fs::File::open(one).map(BufReader::new);
    let (Ok(mut one), Ok(mut other)) = (one, other.reader()) else { return false };
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
