//! Merges what several places, and several starts of a script, say about one costume.

use super::{Certainty, CostumeCast, Evidence, Fact, ScriptStarts};

/// Largest number of places that are kept per fact.
const MOST_EVIDENCE: usize = 64;

pub(super) fn add<T: PartialEq>(list: &mut Vec<Fact<T>>, value: T, certainty: Certainty, evidence: Evidence) {
    match list.iter_mut().find(|fact| fact.value == value) {
        Some(fact) => fact.add(certainty, evidence),
        None => list.push(Fact::new(value, certainty, evidence)),
    }
}

pub(super) fn play(costume: &mut CostumeCast, chore: i32, certainty: Certainty, evidence: Evidence) {
    let known = costume.chores.entry(chore);
    known
        .and_modify(|fact| fact.add(certainty, evidence))
        .or_insert_with(|| Fact::new(chore, certainty, evidence));
}

impl<T> Fact<T> {
    fn new(value: T, certainty: Certainty, evidence: Evidence) -> Self {
        let mut fact = Self { value, certainty, evidence: Vec::new() };
        fact.add(certainty, evidence);
        fact
    }

    /// Adds a place, which is kept once for all starts of its script.
    fn add(&mut self, certainty: Certainty, evidence: Evidence) {
        self.certainty = self.certainty.max(certainty);
        let certain =
            if certainty == Certainty::Certain { evidence.certain } else { ScriptStarts::default() };
        let same = |known: &&mut Evidence| (known.script, known.at) == (evidence.script, evidence.at);
        let is_full = self.evidence.len() >= MOST_EVIDENCE;
        match self.evidence.iter_mut().find(same) {
            Some(known) => known.certain.0 |= certain.0,
            None if is_full => {}
            None => self.evidence.push(Evidence { certain, ..evidence }),
        }
    }
}
