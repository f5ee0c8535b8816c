//! The JSON of `unused`: what a game holds and never shows.

mod words;

pub use words::{numbered, some};

use std::collections::BTreeMap;

use costumier::cast::{Computed, Evidence};
use costumier::scripts::ReadScripts;
use costumier::unused::{Unused, UnusedItem, UnusedThing};
use costumier::{Facing, Game, PictureKey};
use serde::Serialize;

use self::words::Lengths;
use super::script_word;
use crate::names::Names;

/// What a game holds and never shows.
#[derive(Clone, Debug, Serialize)]
pub struct UnusedReport {
    /// Why nothing is certain, as sentences; empty if all scripts were read whole.
    pub gaps: Vec<String>,
    /// The things, by costume, then objects by room.
    pub items: Vec<UnusedRow>,
    /// The things in sentences.
    pub lines: Vec<UnusedLine>,
    /// Places where scripts compute numbers that may reach some of the things.
    pub computed: Vec<ComputedRow>,
    /// Costumes that are shown only on a certain machine. They are not unused.
    pub conditional: Vec<ConditionalRow>,
    /// Costumes and rooms that could not be read, as sentences.
    pub unread: Vec<String>,
}

/// Things of one costume, or objects of one room, that are unused for the same reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnusedLine {
    /// Indices in `items`: one or more.
    pub items: Vec<usize>,
    /// What they are and why they are unused. It names 24 things and 8 places at most, and counts the others.
    pub text: String,
}

/// A thing that nothing shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnusedRow {
    /// The kind: `costume`, `chore`, `record`, `picture`, `entries` (of a palette), `look` or `object`.
    pub kind: &'static str,
    /// `certain`, or `likely` if a computed number, or a script that could not be read, may show it after all.
    pub certainty: &'static str,
    /// The costume's id; `null` for objects.
    pub costume: Option<u32>,
    /// The name of the costume.
    pub name: Option<String>,
    /// The number of the chore of `chore` and `record`.
    pub chore: Option<u16>,
    /// The name of the chore.
    pub chore_name: Option<String>,
    /// The facing of `record`.
    pub facing: Option<Facing>,
    /// The key of `picture`.
    pub picture: Option<PictureKey>,
    /// Whether the costume has a record that shows the picture.
    pub has_record: Option<bool>,
    /// A picture that is shown, and has the same size and pixels.
    pub same_as: Option<PictureKey>,
    /// The palette entries of `entries`.
    pub entries: Option<Vec<u8>>,
    /// The colours that `look` gives: costume colour ▸ room colour.
    pub overrides: Option<BTreeMap<u32, u32>>,
    /// The room of `object`.
    pub room: Option<u32>,
    /// The name of the room.
    pub room_name: Option<String>,
    /// The number of `object`.
    pub object: Option<u32>,
    /// Indices in `computed`: the places that may show it after all.
    pub computed: Vec<usize>,
    /// Places in scripts that load it without showing it.
    pub loaded: Vec<PlaceRow>,
}

/// A place where a script computes a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComputedRow {
    /// What the number is, and where it comes from.
    pub what: String,
    /// The place in a script.
    pub place: PlaceRow,
    /// The literal numbers that are known of it; others are possible.
    pub known: Vec<i32>,
    /// All of this as a sentence, with 8 of the numbers at most.
    pub text: String,
}

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceRow {
    /// The script, in the word that `costumier script` takes.
    pub script: Option<String>,
    /// The room that holds the script.
    pub room: Option<u32>,
    /// The byte in the script.
    pub at: u32,
}

/// A costume that is shown only on a certain machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionalRow {
    /// The costume's id in the directory.
    pub costume: u32,
    /// The variable of the interpreter that scripts test before each place that shows it.
    pub variable: String,
    /// The value that the variable has there.
    pub is: i32,
    /// The places that put it on an actor.
    pub places: Vec<PlaceRow>,
    /// All of this as the end of a sentence, with 8 of the places at most: `when …`.
    pub text: String,
}

impl PlaceRow {
    pub(super) fn of(scripts: &ReadScripts, evidence: &Evidence) -> Self {
        let script = scripts.list.get(evidence.script);
        Self { script: script.map(script_word), room: script.map(|script| script.room), at: evidence.at }
    }
}

impl UnusedReport {
    /// Makes the rows of what was found. `scripts` are those that it was found in.
    #[must_use]
    pub fn of(game: &Game, unused: &Unused, scripts: &ReadScripts, names: &Names) -> Self {
        let places =
            |list: &[Evidence]| list.iter().map(|place| PlaceRow::of(scripts, place)).collect::<Vec<_>>();
        let computed = |row: &Computed| {
            let place = PlaceRow::of(scripts, &row.evidence);
            let mut row =
                ComputedRow { what: row.what.clone(), place, known: row.known.clone(), text: String::new() };
            row.text = words::computed(&row, Lengths::SHORT);
            row
        };
        let item = |item: &UnusedItem| {
            let row = UnusedRow::of(&item.thing, names);
            UnusedRow {
                room_name: row.room.and_then(|room| game.room_name(room)).map(str::to_owned),
                certainty: item.certainty.name(),
                computed: item.computed.clone(),
                loaded: places(&item.loaded),
                ..row
            }
        };
        let conditional = unused.conditional.iter().map(|row| {
            let (variable, places) = (row.variable.to_string(), places(&row.places));
            let mut row =
                ConditionalRow { costume: row.costume, variable, is: row.value, places, text: String::new() };
            row.text = words::condition(&row);
            row
        });
        let items: Vec<UnusedRow> = unused.items.iter().map(item).collect();
        let line = |numbers: Vec<usize>| {
            let text = words::sentence(&rows(&items, &numbers), Lengths::SHORT);
            UnusedLine { items: numbers, text }
        };
        Self {
            gaps: unused.gaps.clone(),
            lines: words::grouped(&items).map(line).collect(),
            items,
            computed: unused.computed.iter().map(computed).collect(),
            conditional: conditional.collect(),
            unread: unused.unread.clone(),
        }
    }

    /// Returns the things of a line.
    #[must_use]
    pub fn rows(&self, line: &UnusedLine) -> Vec<&UnusedRow> {
        rows(&self.items, &line.items)
    }

    /// Returns the sentence of a line, with all names and places.
    #[must_use]
    pub fn whole_text(&self, line: &UnusedLine) -> String {
        words::sentence(&self.rows(line), Lengths::WHOLE)
    }
}

impl ComputedRow {
    /// Returns the row as a sentence, with all numbers.
    #[must_use]
    pub fn whole_text(&self) -> String {
        words::computed(self, Lengths::WHOLE)
    }
}

fn rows<'a>(items: &'a [UnusedRow], numbers: &[usize]) -> Vec<&'a UnusedRow> {
    numbers.iter().filter_map(|number| items.get(*number)).collect()
}

impl UnusedRow {
    fn of(thing: &UnusedThing, names: &Names) -> Self {
        let costume = thing.costume();
        let mut row = Self {
            kind: thing.kind(),
            costume,
            name: costume.and_then(|id| names.costume(id)).map(str::to_owned),
            ..Self::default()
        };
        match thing {
            UnusedThing::Chore { chore, .. } => row.chore = Some(*chore),
            UnusedThing::Record { chore, facing, .. } => {
                (row.chore, row.facing) = (Some(*chore), Some(*facing));
            }
            UnusedThing::Picture { picture, has_record, same_as, .. } => {
                (row.picture, row.has_record) = (Some(*picture), Some(*has_record));
                row.same_as = *same_as;
            }
            UnusedThing::Entries { entries, .. } => row.entries = Some(entries.clone()),
            UnusedThing::Look { overrides, .. } => row.overrides = Some(overrides.clone()),
            UnusedThing::Object { room, object } => (row.room, row.object) = (Some(*room), Some(*object)),
            _ => {}
        }
        let chore = row.chore.zip(costume).and_then(|(chore, id)| names.chore(id, chore));
        row.chore_name = chore.map(str::to_owned);
        row
    }
}
