//! An earlier export in the folder that is to be written into: which costumes its files are of, and which of them
//! stay.

use std::collections::{BTreeMap, BTreeSet};

use costumier_export::catalogue::{Kept, MANIFEST, PAGE};
use costumier_export::report::Head;

use crate::output::Folder;
use crate::text::count;

/// What every file of a costume begins with.
pub(crate) const COSTUME: &str = "costume-";

/// Costumes that are named where there are many.
const NAMED: usize = 8;

/// An earlier export of the same game.
#[derive(Debug)]
pub(crate) struct Earlier {
    /// What its manifest says. `None` if there is none that can be read.
    pub(crate) kept: Option<Kept>,
    /// Whether there is a manifest at all.
    has_manifest: bool,
    /// Whether the manifest and the page are as they were written.
    is_unchanged: bool,
}

impl Earlier {
    /// Reads what is in a folder.
    pub(crate) fn read(folder: &Folder) -> Self {
        let [manifest, page] = [MANIFEST, PAGE].map(|name| folder.text(name).filter(|_| folder.continues()));
        let kept = manifest.as_ref().and_then(|it| Kept::read(it, page.as_deref().unwrap_or_default()));
        let is_unchanged = folder.changed(|name| [MANIFEST, PAGE].contains(&name)).is_empty();
        Self { kept, has_manifest: manifest.is_some(), is_unchanged }
    }

    /// The costumes that go on standing in the manifest and on the page: those that are not exported now, if the
    /// new export is made in the same way.
    pub(crate) fn staying(&self, ids: &[u32], head: &Head) -> BTreeSet<u32> {
        let kept = self.kept.iter().filter(|kept| self.is_unchanged && kept.fits(head));
        kept.flat_map(Kept::ids).filter(|id| !ids.contains(id)).collect()
    }

    /// Whether a file is one of a costume's in the earlier export, and no leftover of an interrupted one. If the
    /// manifest cannot be read, it may be.
    pub(crate) fn names(&self, id: u32, name: &str) -> bool {
        self.kept.as_ref().map_or(self.has_manifest, |kept| kept.names(id, name))
    }
}

/// The costume that a file of an export is of, by its name.
pub(crate) fn costume_of(name: &str) -> Option<u32> {
    let rest = name.strip_prefix(COSTUME)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..digits)?.parse().ok()
}

/// How many files there are of which costumes, in words: `30 of costume 1, 2 of costume 6`.
pub(crate) fn by_costume<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for id in names.into_iter().filter_map(costume_of) {
        *counts.entry(id).or_default() += 1;
    }
    let more = counts.len().saturating_sub(NAMED);
    let named: Vec<String> =
        counts.iter().take(NAMED).map(|(id, files)| format!("{files} of costume {id}")).collect();
    let more =
        if more > 0 { format!(" and those of {}", count(more, "more costume")) } else { String::new() };
    format!("{}{more}", named.join(", "))
}
