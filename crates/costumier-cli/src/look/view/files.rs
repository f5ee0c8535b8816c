//! The files of a game that the server hands out: its index, its data files, and their list.
//!
//! All of them are opened before the first request, so that no request opens anything.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use costumier::Source;
use hyper::body::Bytes;
use serde::Serialize;

use crate::game::open::OpenGame;
use crate::game::place::home;
use crate::output::failure::hinted;

/// The files of a game.
pub(super) struct GameFiles {
    files: BTreeMap<String, Arc<dyn Source>>,
    list: Bytes,
}

/// The contents of `game.json`.
#[derive(Serialize)]
struct List<'a> {
    title: Option<&'a str>,
    /// The name of the index, which identifies the game if the place holds several.
    which: &'a str,
    files: Vec<FileRow<'a>>,
    names: Vec<NameRow<'a>>,
}

#[derive(Serialize)]
struct FileRow<'a> {
    name: &'a str,
    size: u64,
}

#[derive(Serialize)]
struct NameRow<'a> {
    costume: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    chore: Option<u16>,
    name: &'a str,
}

impl GameFiles {
    /// Opens the files of a game, which the call names so.
    ///
    /// # Errors
    /// If one of them lies behind a link that leads out of the game's folder, or cannot be opened any more.
    pub(super) fn of(opened: &OpenGame, called: &str) -> Result<Self> {
        let mut files: BTreeMap<String, Arc<dyn Source>> = BTreeMap::new();
        let mut which = None;
        for file in opened.game.data().files() {
            which.get_or_insert_with(|| file.name.clone());
            if file.found.is_none() {
                continue;
            }
            if let Some(real) = behind_a_link(&home(called), &file.name) {
                let error = anyhow!(
                    "{} is a link out of the game's folder, and `view` serves only files in it",
                    file.name
                );
                let folder = real.parent().unwrap_or(Path::new("/"));
                let hint =
                    format!("copy the file here, or name the folder that it is in: {}", folder.display());
                return Err(hinted(error, hint));
            }
            let source = opened.files().open(&file.name).map_err(|error| opened.explain(error))?;
            files.insert(file.name, Arc::from(source));
        }
        let names = opened.names();
        let title = names.title.as_deref().or(opened.game.title().map(|title| title.name));
        let named = names.costumes.iter().flat_map(|(id, it)| {
            let own = it.name.iter().map(|name| NameRow { costume: *id, chore: None, name });
            let chores =
                it.chores.iter().map(|(chore, name)| NameRow { costume: *id, chore: Some(*chore), name });
            own.chain(chores).collect::<Vec<_>>()
        });
        let list = List {
            title,
            which: which.as_deref().unwrap_or_default(),
            files: files.iter().map(|(name, file)| FileRow { name, size: file.len() }).collect(),
            names: named.collect(),
        };
        let list = serde_json::to_vec(&list)?.into();
        Ok(Self { files, list })
    }

    /// Returns the list of files as JSON.
    pub(super) fn list(&self) -> &Bytes {
        &self.list
    }

    /// Returns a file, or `None` if the game has no such file.
    pub(super) fn file(&self, name: &str) -> Option<&Arc<dyn Source>> {
        self.files.get(name)
    }
}

/// Returns the real path of the file on the disk with this name, or of the archive that holds it, if it lies outside
/// of the folder.
fn behind_a_link(folder: &Path, name: &str) -> Option<PathBuf> {
    let root = folder.canonicalize().ok()?;
    let mut place = root.clone();
    for part in name.split('/') {
        place.push(part);
        // What is inside an archive is on no disk.
        let real = place.canonicalize().ok()?;
        if !real.starts_with(&root) {
            return Some(real);
        }
    }
    None
}
