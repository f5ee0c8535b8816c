//! Adds entries to AKST and AKSF for programs at offsets that the original did not use. An interpreter that finds one
//! of these tables looks up every start in it, and stops if the start is missing
//! (`docs/format/akos.md §10–11`).

use std::collections::BTreeSet;

use costumier::format::akos::Mode;

use crate::folder::akos::model::AkosCostume;

/// Gives each new start entries that have no effect: the conditions from the first on, and no jumps. A start that the
/// block before lacked stays as it was, if the block had the table and a program begins at the same place.
pub(in crate::folder::akos) fn complete(costume: &mut AkosCostume, of_block: Option<&AkosCostume>) {
    let Some(of_block) = of_block else { return };
    let [mut before, now] = [of_block, costume].map(Starts::of);
    // A missing table lacks no start. With its first entry, it lacks all others.
    if of_block.condition_starts.is_empty() {
        before.without_conditions.clear();
    }
    if of_block.jump_slices.is_empty() {
        before.without_jumps.clear();
    }
    if !costume.condition_starts.is_empty() {
        let new = now.without_conditions.difference(&before.without_conditions);
        costume.condition_starts.extend(new.map(|start| (u32::from(*start), 0)));
    }
    if !costume.jump_slices.is_empty() {
        let new = now.without_jumps.difference(&before.without_jumps);
        costume.jump_slices.extend(new.map(|start| (*start, 0, 0)));
    }
}

/// Starts of limbs that the tables lack.
struct Starts {
    without_conditions: BTreeSet<u16>,
    without_jumps: BTreeSet<u16>,
}

impl Starts {
    fn of(costume: &AkosCostume) -> Self {
        let records = costume.records.keys().filter_map(|index| costume.record(*index));
        let entries: Vec<_> = records.flatten().flatten().copied().collect();
        let conditions: BTreeSet<u32> = costume.condition_starts.iter().map(|(start, _)| *start).collect();
        let jumps: BTreeSet<u16> = costume.jump_slices.iter().map(|slice| slice.0).collect();
        // A limb that is killed uses the conditions of start 0.
        let taken = entries.iter().any(|entry| entry.mode == Mode::Kill).then_some(0);
        let starts = entries.iter().filter(|entry| entry.mode.has_window()).map(|entry| entry.start);
        let all = starts.clone().chain(taken);
        Self {
            without_conditions: all.filter(|start| !conditions.contains(&u32::from(*start))).collect(),
            without_jumps: starts.filter(|start| !jumps.contains(start)).collect(),
        }
    }
}
