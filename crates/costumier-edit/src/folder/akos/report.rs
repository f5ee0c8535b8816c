//! Compares a packed AKOS costume with the block before: what was written anew, and what would break an interpreter.

use std::collections::BTreeSet;

use costumier::format::akos::Akos;
use costumier::{Costume, Dialect, Problem, Severity};

use super::model::AkosCostume;
use crate::folder::changes::add_rest;
use crate::folder::pairing::{Named, pairs};
use crate::folder::report::Report;
use crate::folder::{Change, TEXT};

/// Returns the parts that were written anew, by name.
pub(super) fn changes(
    wanted: &AkosCostume,
    of_block: &AkosCostume,
    akos: &Akos,
    payload: &[u8],
) -> Vec<Change> {
    let mut changes = Vec::new();
    let opened = Costume::open(*b"AKOS", payload.to_vec(), wanted.dialect).ok();
    let new = opened.as_ref().and_then(Costume::as_akos);
    let bytes = |akos: Option<&Akos>, index| Some(akos?.picture(index).ok()?.packed.measure().bytes);
    let [now, was] = [wanted, of_block].map(|costume| {
        let entries = costume.pictures.iter();
        entries.map(|entry| Named { name: &entry.name, content: entry.content(costume) }).collect::<Vec<_>>()
    });
    for (new_index, old_index) in pairs(&now, &was) {
        let (is, old) = (new_index.and_then(|at| now.get(at)), old_index.and_then(|at| was.get(at)));
        if is.map(|it| &it.content) == old.map(|it| &it.content) {
            continue;
        }
        let size = |akos: Option<&Akos>, at: usize| bytes(akos, u16::try_from(at).ok()?);
        let name = is.or(old).map_or("", |it| it.name);
        changes.push(Change {
            part: format!("picture {} \"{name}\"", new_index.or(old_index).unwrap_or(0)),
            before: old_index.and_then(|at| size(Some(akos), at)),
            after: new_index.and_then(|at| size(new, at)),
        });
    }
    let indices: BTreeSet<u16> = of_block.records.keys().chain(wanted.records.keys()).copied().collect();
    let directions = wanted.directions();
    for index in indices {
        let [now, was] = [wanted, of_block].map(|costume| costume.record(index));
        if now == was {
            continue;
        }
        let size = |akos: Option<&Akos>| Some(akos?.record(index).ok()?.bytes);
        changes.push(Change {
            part: format!("chore {} / {}", index / directions, super::facing_name(index, directions)),
            before: was.and_then(|_| size(Some(akos))),
            after: now.and_then(|_| size(new)),
        });
    }
    let mut part = |part: &str, differs: bool, before: usize, after: usize| {
        if differs {
            changes.push(Change { part: part.to_owned(), before: Some(before), after: Some(after) });
        }
    };
    let (was, is) = (of_block, wanted);
    part("palette", was.palette != is.palette, was.palette.len(), is.palette.len());
    part("artist_rgb", was.artist != is.artist, 3 * was.artist.len(), 3 * is.artist.len());
    part("program", was.sequence != is.sequence, was.sequence.len(), is.sequence.len());
    part("jumps", was.jumps != is.jumps, 2 * was.jumps.len(), 2 * is.jumps.len());
    part(
        "jump slices",
        was.jump_slices != is.jump_slices,
        6 * was.jump_slices.len(),
        6 * is.jump_slices.len(),
    );
    part("conditions", was.conditions != is.conditions, 4 * was.conditions.len(), 4 * is.conditions.len());
    part(
        "condition starts",
        was.condition_starts != is.condition_starts,
        8 * was.condition_starts.len(),
        8 * is.condition_starts.len(),
    );
    let frames =
        |costume: &AkosCostume| costume.frames.iter().map(|frame| frame.changes.len()).sum::<usize>();
    part("auxiliary frames", was.frames != is.frames, frames(was), frames(is));
    for (tag, payload) in &wanted.others {
        let before = of_block.others.iter().find(|(other, _)| other == tag).map(|(_, payload)| payload.len());
        if !of_block.others.contains(&(*tag, payload.clone())) {
            let part = format!("block {}", tag.escape_ascii());
            changes.push(Change { part, before, after: Some(payload.len()) });
        }
    }
    add_rest(akos.payload().len(), payload.len(), &mut changes);
    changes
}

/// Reports faults of the new block that the old one does not have.
pub(super) fn choke(original: Option<&Costume>, payload: &[u8], dialect: Dialect, report: &mut Report) {
    if original.and_then(Costume::as_akos).is_some_and(|akos| akos.payload() == payload) {
        return;
    }
    // Compared by their text only, because positions change.
    let known: BTreeSet<String> =
        original.map(Costume::check).unwrap_or_default().into_iter().map(|problem| problem.text).collect();
    let opened = match Costume::open(*b"AKOS", payload.to_vec(), dialect) {
        Ok(opened) => opened,
        Err(error) => return report.refuse(TEXT, error.to_string()),
    };
    for problem in opened.check() {
        if known.contains(&problem.text) {
            continue;
        }
        match problem.severity {
            Severity::Note => {}
            // A code without a picture, or a limb that begins behind the program: some interpreters stop at it.
            Severity::Odd if is_deadly(&problem) => {
                report.refuse(format!("{TEXT}: {}", problem.path), problem.text);
            }
            Severity::Odd => report.note(&format!("{TEXT}: {}", problem.path), &problem.text),
            _ => report.refuse(format!("{TEXT}: {}", problem.path), problem.text),
        }
    }
}

/// Whether an interpreter may stop at a problem that we ignore when playing.
fn is_deadly(problem: &Problem) -> bool {
    let deadly = ["begins at", "goes on to", "shows picture", "AKST has no entry", "AKSF has no entry"];
    problem.path.starts_with("AKSQ") || deadly.iter().any(|text| problem.text.starts_with(text))
}
