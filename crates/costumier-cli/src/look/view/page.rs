//! The page's files: those built into the program, or those of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use hyper::body::Bytes;

use crate::output::failure::hinted;

/// Paths and contents of `web/dist` if the feature `viewer` is on; otherwise empty.
const BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Largest number of files of a page.
const MOST: usize = 1000;

/// The files of a page by their paths.
#[derive(Debug)]
pub(super) struct Page {
    files: BTreeMap<String, Bytes>,
}

impl Page {
    /// Returns the page that is built in.
    pub(super) fn built_in() -> Option<Self> {
        let files = BUILT_IN.iter().map(|(path, bytes)| ((*path).to_owned(), Bytes::from_static(bytes)));
        (!BUILT_IN.is_empty()).then(|| Self { files: files.collect() })
    }

    /// Reads the page in a folder. Links in it are left out.
    pub(super) fn of_folder(folder: &Path) -> Result<Self> {
        if !folder.join("index.html").is_file() {
            return Err(hinted(
                anyhow!("{} holds no page: index.html is missing", folder.display()),
                "`cargo xtask web` makes one in web/dist",
            ));
        }
        let mut files = BTreeMap::new();
        let mut folders = vec![(folder.to_owned(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            let entries =
                fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
            for entry in entries {
                let entry = entry?;
                let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
                let kind = entry.file_type()?;
                if kind.is_dir() {
                    folders.push((entry.path(), format!("{path}/")));
                } else if kind.is_file() {
                    files.insert(path, fs::read(entry.path())?.into());
                }
                if files.len() > MOST {
                    bail!("{} is no page: it holds more than {MOST} files", folder.display());
                }
            }
        }
        Ok(Self { files })
    }

    /// Returns a file and its media type.
    pub(super) fn file(&self, path: &str) -> Option<(Bytes, &'static str)> {
        Some((self.files.get(path)?.clone(), type_of(path)))
    }
}

/// Returns the media type of a file.
fn type_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
