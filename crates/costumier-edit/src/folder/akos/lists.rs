//! Windows that consist of steps only: costume.toml has them as lists, so that people can add a step anywhere.

use costumier::format::akos::program::{Item, Program};
use costumier::format::akos::{AkosEntry, Mode};

use super::model::AkosCostume;
use super::program;
use crate::folder::report::Report;
use crate::folder::text::Layout;

/// The windows of a costume, with the steps of those that are lists.
#[derive(Debug, Default)]
pub(super) struct Lists {
    all: Vec<(AkosEntry, Option<Vec<String>>)>,
}

impl Lists {
    /// Finds the lists among all windows of a costume.
    pub(super) fn of(program: &Program<'_>, of_block: &AkosCostume) -> Self {
        let entries = program.entries.iter().map(|point| point.entry);
        Self { all: entries.map(|entry| (entry, steps(entry, program, of_block))).collect() }
    }

    /// Returns the steps of a window, if it is a list.
    pub(super) fn steps(&self, entry: AkosEntry) -> Option<&[String]> {
        self.all.iter().find(|(known, _)| *known == entry)?.1.as_deref()
    }

    /// Whether a folder of this layout has the program: a short one does not, if lists say the same.
    pub(super) fn need_program(&self, layout: Layout) -> bool {
        let is_list = |(entry, steps): &(AkosEntry, Option<_>)| steps.is_some() || !entry.mode.has_window();
        layout == Layout::Full || !self.all.iter().all(is_list)
    }
}

/// Returns the steps of a window, if packing them gives the same window again.
fn steps(entry: AkosEntry, program: &Program<'_>, of_block: &AkosCostume) -> Option<Vec<String>> {
    if !matches!(entry.mode, Mode::Loop | Mode::Once) {
        return None;
    }
    let end = entry.start.checked_add(entry.length)?;
    let first = program.items.binary_search_by_key(&entry.start, |item| item.at).ok()?;
    let last = program.items.binary_search_by_key(&end, |item| item.at).ok()?;
    let mut bytes: Vec<u8> = Vec::new();
    let mut steps = Vec::new();
    for item in program.items.get(first..=last)? {
        steps.push(step(item, program, of_block)?);
        bytes.extend(item.bytes);
    }
    let found = memchr::memmem::find(&of_block.sequence, &bytes);
    (found == Some(usize::from(entry.start))).then_some(steps)
}

/// Returns a code as a step: the name of a picture, or `@` and a command of two bytes.
fn step(item: &Item<'_>, program: &Program<'_>, of_block: &AkosCostume) -> Option<String> {
    if !item.is_exact || !(1..=2).contains(&item.bytes.len()) {
        return None;
    }
    let statement = program.statement(item);
    if let Some(number) = statement.strip_prefix("picture ") {
        let entry = of_block.pictures.get(number.parse::<usize>().ok()?)?;
        return Some(entry.name.clone());
    }
    let mut report = Report::default();
    let again = program::one(&statement, &of_block.dialect.akos, "", &mut report);
    (again == item.bytes).then(|| format!("@{statement}"))
}
