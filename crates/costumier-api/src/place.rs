//! The files that a game is opened from, out of their archives.

use std::sync::Arc;

use costumier::Files;
use serde::Serialize;

/// An archive or image among the files.
#[derive(Clone, Debug, Serialize)]
pub struct ContainerRow {
    /// The name of its file.
    pub name: String,
    /// Its kind: `zip`, `LPAK 1.5`.
    pub what: String,
    /// Number of files in it.
    pub files: usize,
    /// Why it could not be opened.
    pub failed: Option<String>,
    /// What is unusual about it.
    pub odd: Vec<String>,
}

/// The files that a game is opened from.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) files: Arc<dyn Files>,
    /// The name of the index, if the caller gave a single index file.
    pub(crate) index: Option<String>,
    #[cfg(feature = "whole")]
    pub(crate) containers: Vec<ContainerRow>,
}

impl Place {
    /// Returns loose files.
    #[cfg(feature = "whole")]
    pub(crate) fn loose(files: Arc<dyn Files>) -> Self {
        Self { files, index: None, containers: Vec::new() }
    }

    /// Opens the archives and images among files. A `start` names the file that a person chose.
    #[cfg(feature = "whole")]
    pub(crate) fn unpacked(files: Arc<dyn Files>, start: Option<&str>) -> Self {
        // A single file may be an archive, or an index without its other files. Then it names the game.
        let only = match &files.names()[..] {
            [one] => Some(one.clone()),
            _ => None,
        };
        let (shelf, index) =
            costumier::game::shelf(files, start.or(only.as_deref()), &costumier::Limits::default());
        let containers = shelf.containers().iter().map(|it| ContainerRow {
            name: it.name.clone(),
            what: if it.what.is_empty() { it.form.to_string() } else { it.what.clone() },
            files: it.files,
            failed: it.failed.as_ref().map(ToString::to_string),
            odd: it.odd.clone(),
        });
        let containers = containers.collect();
        Self { index, containers, ..Self::loose(Arc::new(shelf)) }
    }

    /// The light module opens no archives and images.
    #[cfg(not(feature = "whole"))]
    pub(crate) fn unpacked(files: Arc<dyn Files>, _: Option<&str>) -> Self {
        Self { files, index: None }
    }
}
