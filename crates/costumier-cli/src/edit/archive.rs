//! Games that lie in a remaster's archive: what `put` and `patch` write of them is the archive, with its
//! members changed. Of all other forms they write loose files, and say so.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use costumier_edit::put::PlannedFile;
use costumier_edit::put::archive::in_archive;

use super::disk::write_with;
use crate::open::Opened;
use crate::place::home;
use crate::report::Teller;

/// An archive that can be written.
pub(super) struct Archive {
    /// Its name among the files.
    pub(super) name: String,
    /// The file on the disk.
    pub(super) place: PathBuf,
}

impl Archive {
    /// The remaster's archive that the game lies in, if it lies in one that is a file.
    pub(super) fn of(opened: &Opened, game: &str) -> Option<Self> {
        let [held] = opened.form.as_slice() else { return None };
        if !held.what.starts_with("LPAK") {
            return None;
        }
        let place = Some(home(game).join(&held.name)).filter(|place| place.is_file())?;
        Some(Self { name: held.name.clone(), place })
    }

    /// What changes in the archive, where these files of the game do.
    pub(super) fn plan<'a>(
        &self,
        opened: &Opened,
        changed: impl IntoIterator<Item = &'a PlannedFile>,
    ) -> Result<PlannedFile> {
        let before = format!("{}/", self.name);
        let inside =
            changed.into_iter().map(|file| (file.name.strip_prefix(&before).unwrap_or(&file.name), file));
        let source = opened.files().open(&self.name)?;
        Ok(in_archive(&*source, &self.name, &inside.collect::<Vec<_>>())?)
    }

    /// Writes the changed archive: as the file `output`, where that has the archive's ending, or into the
    /// folder of that name.
    pub(super) fn copy(
        &self,
        opened: &Opened,
        planned: &PlannedFile,
        output: &Path,
        force: bool,
    ) -> Result<PathBuf> {
        let ending = |path: &Path| path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let name = self.place.file_name().unwrap_or_default();
        let to = match ending(output) == ending(&self.place) && !output.is_dir() {
            true => output.to_owned(),
            false => output.join(name),
        };
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent)
            .with_context(|| format!("cannot make the folder {}", parent.display()))?;
        let source = opened.files().open(&self.name)?;
        write_with(&to, force, |file| super::put::write_planned(Some(planned), &*source, file))?;
        Ok(to)
    }

    /// Says that the folder holds two games from now on, where a copy came to lie beside what it is of.
    pub(super) fn tell_beside(&self, copy: &Path, teller: &Teller) {
        let folder = |path: &Path| {
            let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
            parent.canonicalize().ok()
        };
        if copy != self.place && folder(copy) == folder(&self.place) {
            let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            teller.warn(format!(
                "{} lies beside {}: the folder holds two games now, so give one of the files, or FOLDER#NAME, to other \
                 commands, and the player one folder for each",
                name(copy),
                name(&self.place),
            ));
        }
    }
}

/// Says that the form that the game lies in is not written.
pub(super) fn tell_loose(opened: &Opened, teller: &Teller) {
    if let Some(held) = opened.form.last() {
        teller.say(format!(
            "{} ({}) stays as it is: the copy is the game's files, loose. ScummVM and this program open them so",
            held.name, held.what
        ));
    }
}
