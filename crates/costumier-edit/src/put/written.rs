//! The files of a plan in memory: patches, or the files that change, for bindings to other languages.

use std::str::FromStr;

use costumier::{Files, Game, Result, UnknownName};

use super::Plan;
use crate::patch::{bps, set};

/// Largest changed file that is held in memory, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// What is written of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PutFormat {
    /// One BPS patch, or a zip of several, which hold nothing of the game.
    Patch,
    /// The files that change, whole.
    Files,
}

impl FromStr for PutFormat {
    type Err = UnknownName;

    fn from_str(text: &str) -> std::result::Result<Self, UnknownName> {
        match text {
            "patch" => Ok(Self::Patch),
            "files" => Ok(Self::Files),
            _ => Err(UnknownName::new(text, "form of a change", "\"patch\" or \"files\"")),
        }
    }
}

/// Returns what the names of a game's files begin with if they are in an archive or a folder: that path, with `/`
/// behind it.
#[must_use]
pub fn container(game: &Game) -> String {
    index(game).rsplit_once('/').map(|(before, _)| format!("{before}/")).unwrap_or_default()
}

/// Returns the name of a game's index file, empty for a game without one.
#[must_use]
pub fn index(game: &Game) -> String {
    game.data().files().next().map(|file| file.name).unwrap_or_default()
}

impl Plan {
    /// Returns the files of this form, by name; none if nothing changes. `key` is the game's key in patches. Names
    /// leave out the [`container`].
    ///
    /// # Errors
    /// Errors of reading the files; [`ErrorKind::Limit`](costumier::ErrorKind::Limit) above one GiB.
    pub fn written(
        &self,
        files: &dyn Files,
        key: &str,
        container: &str,
        form: PutFormat,
    ) -> Result<Vec<(String, Vec<u8>)>> {
        let changed: Vec<_> = self.changed().collect();
        let loose = |name: &str| name.strip_prefix(container).unwrap_or(name).to_owned();
        Ok(match (form, &changed[..]) {
            (_, []) => Vec::new(),
            (PutFormat::Patch, [file]) => {
                let patch = bps::write(file, &*files.open(&file.name)?, b"")?;
                vec![(format!("{}.bps", loose(&file.name).replace('/', "_")), patch)]
            }
            (PutFormat::Patch, _) => vec![("patch.zip".to_owned(), set::write(self, files, key, container)?)],
            (PutFormat::Files, changed) => {
                let mut whole = Vec::with_capacity(changed.len());
                for file in changed {
                    whole.push((loose(&file.name), file.to_vec(&*files.open(&file.name)?, MOST_BYTES)?));
                }
                whole
            }
        })
    }
}
