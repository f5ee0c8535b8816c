//! Compares a packed AKOS costume with the block before: which parts were written anew.

use std::collections::BTreeSet;

use costumier::Costume;
use costumier::format::akos::Akos;

use super::model::AkosCostume;
use crate::folder::changes::{add_part, add_rest, pictures};
use crate::folder::{Change, OriginalBlock};

/// Returns the parts that were written anew, by name.
pub(super) fn changes(
    wanted: &AkosCostume,
    OriginalBlock { costume, of_block }: &OriginalBlock<AkosCostume>,
    akos: &Akos,
    payload: &[u8],
) -> Vec<Change> {
    let mut changes = Vec::new();
    let opened = Costume::open(*b"AKOS", payload.to_vec(), wanted.dialect).ok();
    let new = opened.as_ref().and_then(Costume::as_akos);
    pictures((wanted, of_block), ("", 0), (costume, opened.as_ref()), &mut changes);
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
    let (was, is) = (of_block, wanted);
    let mut part = |part: &str, differs: bool, size: &dyn Fn(&AkosCostume) -> usize| {
        add_part(part, differs, (size(was), size(is)), &mut changes);
    };
    part("palette", was.palette != is.palette, &|it| it.palette.len());
    part("artist_rgb", was.artist != is.artist, &|it| 3 * it.artist.len());
    part("program", was.sequence != is.sequence, &|it| it.sequence.len());
    part("jumps", was.jumps != is.jumps, &|it| 2 * it.jumps.len());
    part("jump slices", was.jump_slices != is.jump_slices, &|it| 6 * it.jump_slices.len());
    part("conditions", was.conditions != is.conditions, &|it| 4 * it.conditions.len());
    part("condition starts", was.condition_starts != is.condition_starts, &|it| {
        8 * it.condition_starts.len()
    });
    let frames = |it: &AkosCostume| it.frames.iter().map(|frame| frame.changes.len()).sum();
    part("auxiliary frames", was.frames != is.frames, &frames);
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
