//! Checks a packed COST block for faults that interpreters react to: everything that `check` finds in the new block
//! and not in the old one.

use std::collections::BTreeSet;

use costumier::{Costume, PictureKey, Severity};

use super::TEXT;
use super::model::LimbCostume;
use super::picture::PictureTables;
use super::report::Report;

/// Reports what `check` finds in a block. Faults of the block before are not reported again.
pub(super) fn tell(wanted: &LimbCostume, original: Option<&Costume>, payload: &[u8], report: &mut Report) {
    let opened = match Costume::open(*b"COST", payload.to_vec(), wanted.dialect) {
        Ok(opened) => opened,
        Err(error) => return report.refuse(TEXT, error.to_string()),
    };
    let problems = |costume: &Costume| costume.check().into_iter().filter(|it| it.severity != Severity::Note);
    let known: BTreeSet<(String, String)> =
        original.into_iter().flat_map(problems).map(|problem| (problem.path, problem.text)).collect();
    for problem in problems(&opened).filter(|it| !known.contains(&(it.path.clone(), it.text.clone()))) {
        let path = opened.picture_keys().into_iter().find(|key| key.to_string() == problem.path);
        let path = match path {
            Some(key) => format!("{TEXT}: {}", named(wanted, key)),
            None => format!("{TEXT}: {}", problem.path),
        };
        match problem.severity {
            Severity::Broken => report.refuse(path, problem.text),
            _ => report.note(&path, &problem.text),
        }
    }
}

/// Names a picture: `limb 0 "body" / picture "walk-1"`.
fn named(costume: &LimbCostume, key: PictureKey) -> String {
    let limb = costume.limbs.iter().find(|limb| limb.number == key.limb).map_or("", |limb| &limb.name);
    let name = costume.entry(key).map_or("", |entry| &entry.name);
    format!("limb {} \"{limb}\" / picture \"{name}\"", key.limb)
}
