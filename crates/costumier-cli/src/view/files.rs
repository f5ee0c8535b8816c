//! The files of a game that the server hands out: those in the folder of its index, and their list.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use costumier::{Files, Source};
use serde::Serialize;

use crate::open::OpenGame;

/// The files of a game.
pub(super) struct GameFiles {
    files: Arc<dyn Files>,
    sizes: BTreeMap<String, u64>,
    list: String,
    /// Files that have been read before. Members of archives are unpacked once.
    open: Mutex<BTreeMap<String, Arc<dyn Source>>>,
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
    /// Collects the files of an open game.
    pub(super) fn of(opened: &OpenGame) -> Result<Self> {
        let files = opened.shared_files();
        let index = opened.game.data().files().next().map(|file| file.name).unwrap_or_default();
        let folder = index.rsplit_once('/').map_or("", |(folder, _)| folder);
        let inside = |name: &String| {
            folder.is_empty() || name.strip_prefix(folder).is_some_and(|it| it.starts_with('/'))
        };
        let sizes: BTreeMap<String, u64> = files
            .names()
            .into_iter()
            .filter(inside)
            .filter_map(|name| Some((name.clone(), files.open(&name).ok()?.len())))
            .collect();
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
            which: &index,
            files: sizes.iter().map(|(name, size)| FileRow { name, size: *size }).collect(),
            names: named.collect(),
        };
        let list = serde_json::to_string(&list)?;
        Ok(Self { files, sizes, list, open: Mutex::default() })
    }

    /// Returns the list of files as JSON.
    pub(super) fn list(&self) -> &str {
        &self.list
    }

    /// Returns the size of a file, or `None` if the game has no such file.
    pub(super) fn size(&self, name: &str) -> Option<u64> {
        self.sizes.get(name).copied()
    }

    /// Returns a reader of a part of a file.
    pub(super) fn part(
        &self,
        name: &str,
        bytes: Range<u64>,
    ) -> costumier::Result<impl Read + Send + 'static> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let source = match open.get(name) {
            Some(source) => Arc::clone(source),
            None => {
                let source: Arc<dyn Source> = Arc::from(self.files.open(name)?);
                open.insert(name.to_owned(), Arc::clone(&source));
                source
            }
        };
        Ok(SourceRange { source, bytes })
    }
}

/// A part of a source, read while it is sent.
struct SourceRange {
    source: Arc<dyn Source>,
    bytes: Range<u64>,
}

impl Read for SourceRange {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let rest = self.bytes.end.saturating_sub(self.bytes.start);
        let count = usize::try_from(rest).unwrap_or(usize::MAX).min(out.len());
        let out = out.get_mut(..count).unwrap_or_default();
        self.source.read_at(self.bytes.start, out).map_err(|error| io::Error::other(error.to_string()))?;
        self.bytes.start += count as u64;
        Ok(count)
    }
}
