//! The contents of a container: names, and where their bytes are. Every reader adds its files with
//! [`Members::add`], which enforces the limits: number of files, length of names, and no name that could mean a
//! place outside the container.

use std::sync::Arc;

use super::file_range::Shared;
use crate::source::Source;
use crate::{Error, ErrorKind, Result};

/// Largest number of files in all containers together.
pub(super) const MOST_MEMBERS: usize = 100_000;

/// Length of the longest name in bytes, folders included.
const LONGEST_NAME: usize = 255;

/// Depth of the deepest folder inside a container.
pub(super) const DEEPEST: usize = 8;

/// The files in a container, in its order.
#[derive(Default)]
pub(super) struct Members {
    list: Vec<(String, Shared)>,
    /// Number of names that were left out because they are invalid: `..`, a drive letter, an empty name.
    pub(super) refused: usize,
    /// Problems of the container, as text.
    pub(super) odd: Vec<String>,
}

impl Members {
    /// Adds a file under the name in the container. A name that does not mean a place below the container is left
    /// out and counted.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] above 100,000 files.
    pub(super) fn add(&mut self, name: &str, source: Shared) -> Result<()> {
        if self.list.len() >= MOST_MEMBERS {
            let text = format!("it holds more than {MOST_MEMBERS} files");
            return Err(Error::new(ErrorKind::Limit(text), "container"));
        }
        match clean(name) {
            Some(name) => self.list.push((name, source)),
            None => self.refused = self.refused.saturating_add(1),
        }
        Ok(())
    }

    /// Adds a file that only its container owns, like [`Members::add`].
    pub(super) fn add_own(&mut self, name: &str, source: impl Source + 'static) -> Result<()> {
        self.add(name, Arc::new(source))
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Shared)> {
        self.list.iter().map(|(name, source)| (name.as_str(), source))
    }
}

impl IntoIterator for Members {
    type Item = (String, Shared);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// Converts a container's name for a file to a path below the container, with `/` between parts. `None` if it is
/// empty, or could mean a place elsewhere.
pub(super) fn clean(name: &str) -> Option<String> {
    let drive = name.as_bytes().get(1) == Some(&b':');
    if name.contains('\0') || drive {
        return None;
    }
    let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").collect();
    let joined = parts.join("/");
    let bad = joined.is_empty() || joined.len() > LONGEST_NAME || parts.contains(&"..");
    (!bad).then_some(joined)
}

/// Whether a file does not belong to a game: hidden files, and those that a Mac adds to archives.
pub(super) fn is_hidden(name: &str) -> bool {
    let hidden = |part: &str| part.starts_with('.') && part != "." && part != "..";
    name.split('/').any(|part| hidden(part) || part == "__MACOSX")
}

/// The folder that a file is in; empty at the top.
pub(super) fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_places_below() {
        assert_eq!(clean("/classic//en/./x.000").as_deref(), Some("classic/en/x.000"));
        assert_eq!(clean("DOTT\\MANIAC\\00.LFL").as_deref(), Some("DOTT/MANIAC/00.LFL"));
        for bad in ["", "/", "..", "a/../../b", "..\\x", "C:\\x", "c:x", "a\0b", &"x/".repeat(200)] {
            assert_eq!(clean(bad), None, "{bad}");
        }
        assert_eq!(clean("a..b/...").as_deref(), Some("a..b/..."));
    }

    #[test]
    fn there_is_a_most() {
        let mut members = Members::default();
        let nothing: Shared = Arc::new(Arc::<[u8]>::from([]));
        for at in 0..MOST_MEMBERS {
            members.add(&at.to_string(), Arc::clone(&nothing)).unwrap();
        }
        let error = members.add("one more", nothing).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Limit(_)));
    }
}
