//! A shelf: a set of files with the contents of all containers among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::file_range::{FileRange, Handle, Shared};
use super::kind::ContainerKind;
use super::mac::is_macintosh_program;
use super::members::Members;
use crate::source::{Files, Source};
use crate::{Error, Result};

/// Wrappers of single files that only the Macintosh has.
const MACS_WRAPPERS: [&str; 2] = ["MacBinary", "AppleSingle"];

/// A container that was found on a shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Container {
    /// The container's name on the shelf. For several disks that belong together, the first one's name and the
    /// number of further ones.
    pub name: String,
    /// The kind of container.
    pub form: ContainerKind,
    /// The kind in detail, such as `LPAK 1.5`.
    pub what: String,
    /// Number of files in it.
    pub files: usize,
    /// The reason why it could not be opened.
    pub failed: Option<Error>,
    /// Problems of the container, as text.
    pub odd: Vec<String>,
}

impl Container {
    /// A container without files, until they are added.
    pub(super) fn new(name: impl Into<String>, form: ContainerKind, what: impl Into<String>) -> Self {
        Self { name: name.into(), form, what: what.into(), files: 0, failed: None, odd: Vec::new() }
    }

    /// Counts the files that were found in the container, and takes over what is odd about them.
    pub(super) fn count(&mut self, members: &Members) {
        self.files = members.len();
        self.odd.clone_from(&members.odd);
        match members.refused {
            0 => {}
            1 => self.odd.push("a name in it leads elsewhere and was left out".to_owned()),
            more => self.odd.push(format!("{more} names in it lead elsewhere and were left out")),
        }
    }
}

/// Everything in a set of files, with opened containers.
pub struct FileSet {
    loose: Arc<dyn Files>,
    /// The files by name; `None` for loose files.
    pub(super) files: BTreeMap<String, Option<Shared>>,
    pub(super) containers: Vec<Container>,
    inside: BTreeMap<String, (String, u64)>,
    /// The names of the only file that the user wants; empty if all files are wanted.
    pub(super) only: BTreeSet<String>,
    /// Files that are parts of a container with another name, or copies of such parts: disks of a set.
    pub(super) used: BTreeSet<String>,
}

impl fmt::Debug for FileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileSet({} files, {:?})", self.files.len(), self.containers)
    }
}

impl Files for FileSet {
    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn open(&self, name: &str) -> Result<Box<dyn Source>> {
        match self.files.get(name) {
            Some(Some(member)) => Ok(Box::new(Handle(Arc::clone(member)))),
            _ => self.loose.open(name),
        }
    }

    fn is_from_macintosh(&self, name: &str) -> bool {
        let is_macs =
            |it: &Container| it.form == ContainerKind::MacData || MACS_WRAPPERS.contains(&it.what.as_str());
        let head = |program: &str| {
            let mut head = [0; 4];
            self.open(program).ok()?.read_at(0, &mut head).ok().map(|()| head)
        };
        let program = self.inside(name).and_then(|(program, _)| head(program));
        self.chain(name).any(is_macs) || program.is_some_and(|head| is_macintosh_program(&head))
    }

    fn why_no_game(&self, name: Option<&str>) -> Option<Error> {
        self.why(name)
    }

    fn unopened(&self) -> Vec<(String, Error)> {
        self.damaged().chain(self.other_forms()).collect()
    }
}

impl FileSet {
    /// These loose files, without opened containers.
    pub(super) fn of_loose(loose: Arc<dyn Files>, names: &[String]) -> Self {
        Self {
            loose,
            files: names.iter().map(|name| (name.clone(), None)).collect(),
            containers: Vec::new(),
            inside: BTreeMap::new(),
            only: BTreeSet::new(),
            used: BTreeSet::new(),
        }
    }

    /// Adds a file that is a range of another.
    pub(crate) fn add_range(&mut self, name: &str, of: &str, at: u64, len: u64) {
        let Ok(source) = self.open(of) else { return };
        let part = FileRange::clamped(&source.into(), at, len);
        self.files.insert(name.to_owned(), Some(Arc::new(part)));
        self.inside.insert(name.to_owned(), (of.to_owned(), at));
    }

    /// For a file inside an executable: the executable's name, and the offset there in bytes.
    #[must_use]
    pub fn inside(&self, name: &str) -> Option<(&str, u64)> {
        self.inside.get(name).map(|(of, at)| (of.as_str(), *at))
    }

    /// The containers that were found, in the order of their depth.
    #[must_use]
    pub fn containers(&self) -> &[Container] {
        &self.containers
    }

    /// The containers that a file is in, the outermost first.
    pub fn chain(&self, name: &str) -> impl Iterator<Item = &Container> {
        let holds = |container: &&Container| {
            name.strip_prefix(container.name.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        self.containers.iter().filter(holds)
    }
}

/// Number of folders that a file is in.
pub(super) fn depth(name: &str) -> usize {
    name.matches('/').count()
}
