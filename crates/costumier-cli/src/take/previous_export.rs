//! The export that an output folder already holds: the costumes of its files, and which of them stay.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, anyhow};
use costumier_export::catalogue::{KeptCostumes, MANIFEST, PAGE};
use costumier_export::report::ManifestHead;

use crate::disk::safe_write::{COSTUME, Folder, Unwritten};
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::count;

/// Largest number of costumes named in a message.
const NAMED: usize = 8;

/// An earlier export of the same game in the output folder.
#[derive(Debug)]
pub(crate) struct PreviousExport {
    /// The contents of its manifest. `None` if there is none that can be read, as after an interrupted call.
    pub(crate) kept: Option<KeptCostumes>,
    /// Whether the manifest and the page are as Costumier wrote them.
    is_unchanged: bool,
}

impl PreviousExport {
    /// Reads the earlier export in a folder.
    pub(crate) fn read(folder: &Folder) -> Self {
        let [manifest, page] = [MANIFEST, PAGE].map(|name| folder.text(name).filter(|_| folder.continues()));
        let kept = manifest.and_then(|it| KeptCostumes::read(&it, page.as_deref().unwrap_or_default()));
        let is_unchanged = folder.changed(|name| [MANIFEST, PAGE].contains(&name)).is_empty();
        Self { kept, is_unchanged }
    }

    /// Returns the costumes that stay in the manifest and on the page: those that are not exported now, if the new
    /// export has the same options.
    pub(crate) fn staying(&self, ids: &[u32], head: &ManifestHead) -> BTreeSet<u32> {
        let kept = self.kept.iter().filter(|kept| self.is_unchanged && kept.fits(head));
        kept.flat_map(KeptCostumes::ids).filter(|id| !ids.contains(id)).collect()
    }
}

/// Returns the costume of an exported file, from the file's name.
pub(crate) fn costume_of(name: &str) -> Option<u32> {
    let rest = name.strip_prefix(COSTUME)?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest.get(..digits)?.parse().ok()
}

/// Counts files by costume, in words: `30 files of costume 1, 2 files of costume 6`.
pub(crate) fn by_costume<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for id in names.into_iter().filter_map(costume_of) {
        *counts.entry(id).or_default() += 1;
    }
    let more = counts.len().saturating_sub(NAMED);
    let named: Vec<String> = counts
        .iter()
        .take(NAMED)
        .map(|(id, files)| format!("{} of costume {id}", count(*files, "file")))
        .collect();
    let more =
        if more > 0 { format!(" and those of {}", count(more, "more costume")) } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// Largest number of changed files named in an error.
const MOST_CHANGED: usize = 10;

/// Checks that the files of an earlier export that this one replaces or removes are unchanged: those of its costumes,
/// the manifest and the page.
///
/// # Errors
/// If one of them has been changed since it was written.
pub(crate) fn require_unchanged(folder: &Folder, output: &Path, ids: &[u32]) -> Result<()> {
    let changed = folder.changed(|name| costume_of(name).is_none_or(|id| ids.contains(&id)));
    if changed.is_empty() {
        return Ok(());
    }
    let named = changed.iter().take(MOST_CHANGED).map(|name| format!("\n  {name}")).collect::<String>();
    let more = changed.len().saturating_sub(MOST_CHANGED);
    let more = if more > 0 { format!("\n  and {more} more") } else { String::new() };
    let error = anyhow!(
        "{} of the earlier export in {} {} been changed since; nothing was written:{named}{more}",
        count(changed.len(), "file"),
        output.display(),
        if changed.len() == 1 { "has" } else { "have" },
    );
    Err(hinted(error, "choose another folder, or copy them elsewhere and replace them with `--force`"))
}

/// Reports what happened to the files of the earlier export.
pub(crate) fn tell(
    unwritten: &Unwritten,
    damaged: &BTreeSet<u32>,
    staying: &BTreeSet<u32>,
    reporter: &Reporter,
) {
    let by_costume = |names: &[&String]| by_costume(names.iter().map(|name| name.as_str()));
    let is_damaged = |name: &&String| costume_of(name).is_some_and(|id| damaged.contains(&id));
    let (kept, others): (Vec<_>, Vec<_>) = unwritten.kept.iter().partition(is_damaged);
    if !kept.is_empty() {
        reporter.warn(format!(
            "some costumes cannot be read whole any more, so their files of the earlier export stay ({}); the \
             manifest lists only files of this export",
            by_costume(&kept)
        ));
    }
    let is_listed = |name: &&String| costume_of(name).is_some_and(|id| staying.contains(&id));
    let (listed, unlisted): (Vec<&String>, Vec<&String>) = others.iter().partition(|name| is_listed(name));
    if !listed.is_empty() {
        reporter.say(format!("kept of the earlier export: {}", by_costume(&listed)));
    }
    if !unlisted.is_empty() {
        reporter.warn(format!(
            "the earlier export's other costumes stay ({}); the manifest and the page leave them out, because that \
             export had other options or was interrupted",
            by_costume(&unlisted)
        ));
        reporter.hint("name all costumes in one call, or export into another folder");
    }
    if !unwritten.changed.is_empty() {
        reporter.warn(format!(
            "files of the earlier export stay because they have been changed since: {}",
            by_costume(&unwritten.changed.iter().collect::<Vec<_>>())
        ));
    }
    if !unwritten.removed.is_empty() {
        let all: Vec<&String> = unwritten.removed.iter().collect();
        let first = all.first().and_then(|name| name.rsplit('/').next()).unwrap_or_default();
        reporter.say(format!("deleted of the earlier export: {}, such as {first}", by_costume(&all)));
    }
}
