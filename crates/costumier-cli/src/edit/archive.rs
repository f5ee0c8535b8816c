//! Games in a remaster's archive: `put` and `patch` write them as a new archive with changed members. Games in all
//! other containers are written as loose files.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use costumier::files::folder::path_of;
use costumier_edit::put::PlannedFile;
use costumier_edit::put::archive::in_archive;

use crate::disk::safe_write::write_with;
use crate::game::open::OpenGame;
use crate::game::place::home;
use crate::output::report::Reporter;

/// An archive that can be written.
pub(super) struct Archive {
    /// Its name among the files.
    pub(super) name: String,
    /// The file on the disk.
    pub(super) place: PathBuf,
}

impl Archive {
    /// Returns the remaster's archive that holds the game, if the archive itself is a file on the disk.
    pub(super) fn of(opened: &OpenGame, game: &str) -> Option<Self> {
        let [held] = opened.form.as_slice() else { return None };
        if !held.what.starts_with("LPAK") {
            return None;
        }
        let place = Some(path_of(&home(game), &held.name)).filter(|place| place.is_file())?;
        Some(Self { name: held.name.clone(), place })
    }

    /// Returns the changes of the archive's members for changes of the game's files.
    pub(super) fn plan<'a>(
        &self,
        opened: &OpenGame,
        changed: impl IntoIterator<Item = &'a PlannedFile>,
    ) -> Result<PlannedFile> {
        let before = format!("{}/", self.name);
        let inside =
            changed.into_iter().map(|file| (file.name.strip_prefix(&before).unwrap_or(&file.name), file));
        let source = opened.files().open(&self.name)?;
        Ok(in_archive(&*source, &self.name, &inside.collect::<Vec<_>>())?)
    }

    /// Writes the changed archive into the file `output`, if that has the archive's ending, or into a folder of that
    /// name.
    pub(super) fn copy(
        &self,
        opened: &OpenGame,
        planned: &PlannedFile,
        output: &Path,
        force: bool,
    ) -> Result<PathBuf> {
        let ending = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let name = self.place.file_name().unwrap_or_default();
        let to = match ending(output) == ending(&self.place) && !output.is_dir() {
            true => output.to_owned(),
            false => {
                crate::disk::output_kind::require_game_folder(output)?;
                output.join(name)
            }
        };
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent)
            .with_context(|| format!("cannot make the folder {}", parent.display()))?;
        let source = opened.files().open(&self.name)?;
        write_with(&to, force, |file| super::put::write_planned(Some(planned), &*source, file))?;
        Ok(to)
    }

    /// Warns that the folder holds two games if the copy is next to the original.
    pub(super) fn tell_beside(&self, copy: &Path, reporter: &Reporter) {
        let folder = |path: &Path| {
            let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
            parent.canonicalize().ok()
        };
        if copy != self.place && folder(copy) == folder(&self.place) {
            let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            reporter.warn(format!(
                "{} is next to {}: the folder holds two games now. For other commands, name one of the files or \
                 FOLDER#NAME; for players, use a folder for each",
                name(copy),
                name(&self.place),
            ));
        }
    }
}

/// Says that the copy of a game in a container is loose files.
pub(super) fn tell_loose(opened: &OpenGame, reporter: &Reporter) {
    if let Some(held) = opened.form.last() {
        reporter.say(format!(
            "{} ({}) stays as it is; the copy is loose files, which ScummVM and this program open",
            held.name, held.what
        ));
    }
}
