//! Counts of screenshots, figures and answers, as a table.

use std::collections::BTreeMap;

use crate::case::Kind;

/// Figures and rooms of screenshots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub(super) screenshots: usize,
    /// Screenshots whose room and its corner were named.
    pub(super) rooms: usize,
    /// Actors of which enough is visible.
    pub(super) figures: usize,
    /// Those whose first answer has the costume and all pictures.
    pub(super) right: usize,
    /// Those whose first answer has the costume and some of the pictures.
    pub(super) part: usize,
    /// Those whose first answer is called sure.
    pub(super) sure: usize,
    /// Answers of all screenshots that are called sure and agree with no actor.
    pub(super) wrong: usize,
}

impl Totals {
    fn add(&mut self, it: &Self) {
        self.screenshots += it.screenshots;
        self.rooms += it.rooms;
        self.figures += it.figures;
        self.right += it.right;
        self.part += it.part;
        self.sure += it.sure;
        self.wrong += it.wrong;
    }

    fn row(&self, name: &str) -> String {
        let Self { screenshots, rooms, figures, right, part, sure, wrong } = self;
        format!("{name:32} {screenshots:11} {rooms:6} {figures:8} {right:6} {part:6} {sure:6} {wrong:6}\n")
    }
}

/// A row for each kind of scene, and the sum.
pub(super) fn table(all: &BTreeMap<Kind, Totals>) -> String {
    let mut text = format!(
        "{:32} {:>11} {:>6} {:>8} {:>6} {:>6} {:>6} {:>6}\n",
        "", "screenshots", "rooms", "figures", "right", "part", "sure", "wrong"
    );
    let mut sum = Totals::default();
    for (kind, totals) in all {
        text.push_str(&totals.row(kind.name()));
        sum.add(totals);
    }
    text.push_str(&sum.row("all"));
    text
}

/// The number of answers that are called sure and are wrong.
pub(super) fn wrong(all: &BTreeMap<Kind, Totals>) -> usize {
    all.values().map(|totals| totals.wrong).sum()
}
