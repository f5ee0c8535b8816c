//! An earlier export in the folder that is to be written into: which costumes its files are of, and which of them
//! stay.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, anyhow};
use costumier_export::catalogue::{Kept, MANIFEST, PAGE};
use costumier_export::report::Head;

use crate::failure::hinted;
use crate::output::{Folder, Unwritten};
use crate::report::Teller;
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

/// Most files that are named where somebody has changed them.
const MOST_CHANGED: usize = 10;

/// Checks that nobody has changed the files of an earlier export that this one replaces or removes: those of its
/// costumes, the manifest and the page.
pub(crate) fn require_unchanged(folder: &Folder, output: &Path, ids: &[u32]) -> Result<()> {
    let changed = folder.changed(|name| costume_of(name).is_none_or(|id| ids.contains(&id)));
    if changed.is_empty() {
        return Ok(());
    }
    let named = changed.iter().take(MOST_CHANGED).map(|name| format!("\n  {name}")).collect::<String>();
    let more = changed.len().saturating_sub(MOST_CHANGED);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let error = anyhow!(
        "{} of the earlier export in {} {} been changed since; nothing is written:{named}{more}",
        count(changed.len(), "file"),
        output.display(),
        if changed.len() == 1 { "has" } else { "have" },
    );
    Err(hinted(error, "keep a copy elsewhere, or choose another folder; `--force` replaces them"))
}

/// Says what became of the files of the export before this one.
pub(crate) fn tell(unwritten: &Unwritten, damaged: &BTreeSet<u32>, staying: &BTreeSet<u32>, teller: &Teller) {
    let by_costume = |names: &[&String]| by_costume(names.iter().map(|name| name.as_str()));
    let is_damaged = |name: &&String| costume_of(name).is_some_and(|id| damaged.contains(&id));
    let (kept, others): (Vec<_>, Vec<_>) = unwritten.kept.iter().partition(is_damaged);
    if !kept.is_empty() {
        teller.warn(format!(
            "the files of an earlier export stay where costumes cannot be read whole any more ({}); the manifest names \
             only what was written now",
            by_costume(&kept)
        ));
    }
    let is_listed = |name: &&String| costume_of(name).is_some_and(|id| staying.contains(&id));
    let (listed, unlisted): (Vec<&String>, Vec<&String>) = others.iter().partition(|name| is_listed(name));
    if !listed.is_empty() {
        teller.say(format!("the earlier export's other costumes stay: {}", by_costume(&listed)));
    }
    if !unlisted.is_empty() {
        teller.warn(format!(
            "the earlier export's other costumes stay ({}); the manifest and the page leave them out, because they \
             were exported in another way",
            by_costume(&unlisted)
        ));
        teller.hint("name all costumes in one call, or give this export its own folder");
    }
    if !unwritten.changed.is_empty() {
        teller.warn(format!(
            "files of the earlier export stay because they have been changed since: {}",
            by_costume(&unwritten.changed.iter().collect::<Vec<_>>())
        ));
    }
    if !unwritten.removed.is_empty() {
        teller.say(format!(
            "removed {} of the earlier export that this one does not write: {}",
            count(unwritten.removed.len(), "file"),
            by_costume(&unwritten.removed.iter().collect::<Vec<_>>())
        ));
    }
}
