//! Makes wrong edits on purpose, as a control. Of the numbers that `put` changes in a game, each size and each offset
//! keeps its old value, one at a time. Each must be noticed: by a frame, by an error of ScummVM, or by the bytes.

use costumier_edit::Plan as PutPlan;
use costumier_edit::splice::Splices;

use super::{Edited, bytes_wrong, edited, has_edits, written};
use crate::args::Args;
use crate::compare::{self, Tallies};
use crate::failure::Outcome;
use crate::judge::Judge;
use crate::pack::Pack;
use crate::report;
use crate::rng::Rng;
use crate::run;
use crate::stop;

/// Bytes of the widest number.
const NUMBER: usize = 8;

/// Number of frames of the pack with faults.
const FRAMES: usize = 100;

/// Number of faults of each engine.
const MOST: usize = 12;

/// Keeps the old value of one number after the other. Returns whether each was noticed, and the right game plays.
pub(crate) fn run(judge: &Judge, args: &Args) -> Outcome<bool> {
    let mut passed = true;
    println!("\nnumbers that were left alone on purpose: how it showed");
    for engine in args.engines.iter().copied().filter(|engine| has_edits(engine)) {
        let plans = run::plans(engine, FRAMES, FRAMES, 2 * FRAMES);
        let Some(plan) = plans.first() else { continue };
        let edited = edited(engine, Rng::of_part(args.seed, u64::MAX), plan, 90)?;
        // If the right game differed already, every fault would seem to be noticed.
        if shows(judge, &edited, edited.pack.files()?) {
            println!("  {}: the right game shows something else", engine.name);
            passed = false;
            continue;
        }
        let [mut played, mut walked, mut missed] = [0; 3];
        for (file, splice) in faults(&edited.plan) {
            stop::check()?;
            let mut plan = edited.plan.clone();
            let Some(planned) = plan.files.get_mut(file) else { continue };
            let kept = planned.splices.iter().enumerate().filter(|(number, _)| *number != splice);
            let Ok(kept) = Splices::new(kept.map(|(_, splice)| splice.clone()).collect()) else { continue };
            planned.splices = kept;
            let files = written(&edited.before, &plan)?;
            if bytes_wrong(&edited, &files).map_or(true, |wrong| wrong.is_some()) {
                walked += 1;
            } else if shows(judge, &edited, files) {
                played += 1;
            } else {
                missed += 1;
                let planned = &edited.plan.files[file];
                let at = planned.splices.iter().nth(splice).map_or(0, |splice| splice.removed.start);
                println!("  {}: NOT NOTICED: {} bytes {at:#x}", engine.name, planned.name);
            }
        }
        println!("  {:9} {walked:3} in the bytes, {played:3} in play, {missed:3} not at all", engine.name);
        passed &= missed == 0;
    }
    Ok(passed)
}

/// The numbers that `put` changes, by file and change.
fn faults(plan: &PutPlan) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for (file, planned) in plan.files.iter().enumerate() {
        for (number, splice) in planned.splices.iter().enumerate() {
            let len = splice.removed.end - splice.removed.start;
            if splice.bytes.len() <= NUMBER && splice.bytes.len() as u64 == len {
                all.push((file, number));
            }
        }
    }
    // Spread over all of them.
    let step = all.len().div_ceil(MOST).max(1);
    all.into_iter().step_by(step).collect()
}

/// Whether a frame differs from the right game's, or ScummVM stops with an error.
fn shows(judge: &Judge, edited: &Edited, files: Vec<(String, Vec<u8>)>) -> bool {
    // Drawn from the right game, played from the wrong one.
    let wrong = Pack { put: Some(files), drawn_from: edited.pack.put.clone(), ..edited.pack.clone() };
    let mut tallies = Tallies::new();
    let compared = compare::compare(judge, &wrong, &mut tallies, |_| Ok(()));
    compared.is_err() || report::different(&tallies) > 0
}
