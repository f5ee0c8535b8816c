//! Checks a packed block for faults that interpreters react to: everything that `check` finds in the new block and not
//! in the old one.

use std::collections::BTreeSet;

use costumier::{Costume, Dialect, PictureKey, Problem, Severity};

use super::TEXT;
use super::model::LimbCostume;
use super::picture::PictureTables;
use super::report::Report;

/// Reports what `check` finds in a block. Faults of the block before are not reported again. `cost` is the costume of a
/// COST block, whose pictures have names; without it, the block is an AKOS block.
pub(super) fn tell(
    cost: Option<&LimbCostume>,
    original: Option<&Costume>,
    (payload, dialect): (&[u8], Dialect),
    report: &mut Report,
) {
    if original.is_some_and(|original| original.payload() == payload) {
        return;
    }
    let tag = if cost.is_some() { *b"COST" } else { *b"AKOS" };
    let opened = match Costume::open(tag, payload.to_vec(), dialect) {
        Ok(opened) => opened,
        Err(error) => return report.refuse(TEXT, error.to_string()),
    };
    let problems = |costume: &Costume| costume.check().into_iter().filter(|it| it.severity != Severity::Note);
    // Those of an AKOS block are compared by their text only, because positions change.
    let fault = |it: Problem| (cost.map(|_| it.path), it.text);
    let known: BTreeSet<_> = original.into_iter().flat_map(problems).map(fault).collect();
    for problem in problems(&opened).filter(|it| !known.contains(&fault(it.clone()))) {
        let named = cost.and_then(|cost| {
            let mut keys = opened.picture_keys().into_iter();
            Some(name(cost, keys.find(|key| key.to_string() == problem.path)?))
        });
        let path = format!("{TEXT}: {}", named.as_ref().unwrap_or(&problem.path));
        if problem.severity == Severity::Broken || cost.is_none() && is_deadly(&problem) {
            report.refuse(path, problem.text);
        } else {
            report.note(&path, &problem.text);
        }
    }
}

/// Whether an interpreter may stop at a problem of an AKOS block that we ignore when playing: a code without a picture,
/// or a limb that begins behind the program.
fn is_deadly(problem: &Problem) -> bool {
    let deadly = ["begins at", "goes on to", "shows picture", "AKST has no entry", "AKSF has no entry"];
    problem.path.starts_with("AKSQ") || deadly.iter().any(|text| problem.text.starts_with(text))
}

/// Names a picture: `limb 0 "body" / picture "walk-1"`.
fn name(costume: &LimbCostume, key: PictureKey) -> String {
    let limb = costume.limbs.iter().find(|limb| limb.number == key.limb).map_or("", |limb| &limb.name);
    let name = costume.entry(key).map_or("", |entry| &entry.name);
    format!("limb {} \"{limb}\" / picture \"{name}\"", key.limb)
}
