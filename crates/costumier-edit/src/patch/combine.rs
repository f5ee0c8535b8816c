//! Several patches of the same game as one change. Each is for the unchanged game, so none can be applied after
//! another.
//!
//! A patch that only changes costumes, as Costumier's do, is put again with the costumes of the others: then blocks may
//! grow. Other patches are joined byte by byte, which works if the files keep their sizes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use costumier::files::read_vec;
use costumier::{Files, Game, Limits, MemoryFiles, Result};

use super::set::{PatchedFiles, refused};
use crate::put::{NewCostume, Plan, PutOptions};

/// Changes of different patches that are nearer than this, in bytes, may be parts of one number.
const NEAR: usize = 8;

/// Joins games that one patch each was applied to. `files` is the game before, `index` its index, `most` the largest
/// file in bytes.
///
/// # Errors
/// [`ErrorKind::CannotWrite`](costumier::ErrorKind::CannotWrite) if two patches change the same costume, or the same
/// bytes of a file.
pub fn combine(
    patched: &[PatchedFiles],
    files: &Arc<dyn Files>,
    index: &str,
    most: u64,
) -> Result<PatchedFiles> {
    if let [one] = patched {
        return Ok(one.clone());
    }
    let changed = match costumes(patched, files, index, most)? {
        Some(changed) => changed,
        None => bytes(patched, &**files, most)?,
    };
    Ok(PatchedFiles::new(files, changed))
}

/// Puts the costumes of all patches into the game. `None` if a patch changes more than costumes.
fn costumes(
    patched: &[PatchedFiles],
    files: &Arc<dyn Files>,
    index: &str,
    most: u64,
) -> Result<Option<MemoryFiles>> {
    let Ok(game) = Game::open(&**files, Some(index), Limits::default()) else { return Ok(None) };
    let mut all: BTreeMap<u32, (NewCostume, usize)> = BTreeMap::new();
    let mut options = PutOptions::default();
    let mut clashes = Vec::new();
    for (number, one) in patched.iter().enumerate() {
        let Ok(after) = Game::open(one, Some(index), Limits::default()) else { return Ok(None) };
        let costumes = changed(&game, &after);
        let Some(found) = reproduced(&game, &**files, &costumes, one, most) else { return Ok(None) };
        options.no_padding |= found.no_padding;
        options.all_ids |= found.all_ids;
        for costume in costumes {
            match all.get(&costume.id) {
                Some((other, _)) if other.payload == costume.payload => {}
                Some((_, other)) => clashes.push((costume.id, *other, number)),
                None => drop(all.insert(costume.id, (costume, number))),
            }
        }
    }
    if let Some((id, one, other)) = clashes.first() {
        return Err(refused(format!(
            "patches {} and {} both change costume {id}; choose one of them, or ask their authors for a patch of both",
            one + 1,
            other + 1
        )));
    }
    let costumes: Vec<NewCostume> = all.into_values().map(|(costume, _)| costume).collect();
    let plan = Plan::new(&game, &**files, &costumes, options)?;
    written(&plan, &**files, most).map(Some)
}

/// Returns the costumes that a patch changed or added.
fn changed(before: &Game, after: &Game) -> Vec<NewCostume> {
    let bytes = |game: &Game, id: u32| game.costume_bytes(id).ok().map(|it| it.payload.to_vec());
    let slots = after.costume_slots().filter_map(|slot| {
        let was = bytes(before, slot.id);
        let is = bytes(after, slot.id)?;
        let room = was.is_none().then_some(slot.room);
        (was.as_ref() != Some(&is)).then_some(NewCostume { id: slot.id, room, payload: is })
    });
    slots.collect()
}

/// Returns the options with which these costumes give exactly the patched files, if there are any.
fn reproduced(
    game: &Game,
    files: &dyn Files,
    costumes: &[NewCostume],
    patched: &PatchedFiles,
    most: u64,
) -> Option<PutOptions> {
    let both = [false, true];
    let options =
        both.into_iter().flat_map(|no_padding| both.map(|all_ids| PutOptions { no_padding, all_ids }));
    let is_same = |options: &PutOptions| {
        let made = Plan::new(game, files, costumes, *options).and_then(|plan| written(&plan, files, most));
        made.is_ok_and(|made| {
            let names = |files: &MemoryFiles| files.names();
            let same = |name: &String| {
                made.file(name).map(|it| it.bytes()) == patched.changed.file(name).map(|it| it.bytes())
            };
            names(&made) == names(&patched.changed) && names(&made).iter().all(same)
        })
    };
    options.into_iter().find(is_same)
}

/// Returns the changed files of a plan.
fn written(plan: &Plan, files: &dyn Files, most: u64) -> Result<MemoryFiles> {
    let mut made = MemoryFiles::new();
    for file in plan.changed() {
        let bytes = file.to_vec(&*files.open(&file.name)?, most)?;
        made.insert(file.name.as_str(), bytes);
    }
    Ok(made)
}

/// Joins the changes of patches that keep the sizes of files.
fn bytes(patched: &[PatchedFiles], files: &dyn Files, most: u64) -> Result<MemoryFiles> {
    // The bytes of each file, and the changed ranges by their starts, each with its end and its patch.
    type Joined = (Vec<u8>, BTreeMap<usize, (usize, usize)>);
    let mut joined: BTreeMap<String, Joined> = BTreeMap::new();
    for (number, one) in patched.iter().enumerate() {
        for name in one.changed.names() {
            let Some(after) = one.changed.file(&name) else { continue };
            let source = files.open(&name)?;
            let before = read_vec(&*source, 0, source.len(), most, "file of the game")?;
            let is = after.bytes();
            if before.len() != is.len() {
                return Err(refused(format!(
                    "patch {} changes the size of {name}, and more than costumes, so it cannot be combined with \
                     another; ask the authors for a patch of both",
                    number + 1
                )));
            }
            let ranges = differences(&before, is);
            let (bytes, taken) = joined.entry(name.clone()).or_insert_with(|| (before, BTreeMap::new()));
            for range in ranges {
                let near = taken
                    .range(..range.end + NEAR)
                    .rev()
                    .take_while(|(_, (end, _))| end + NEAR > range.start);
                if let Some((start, (end, patch))) = near.into_iter().find(|(_, (_, of))| *of != number) {
                    return Err(refused(format!(
                        "patches {} and {} both change bytes {:#x} to {:#x} of {name}; choose one of them, or ask \
                         their authors for a patch of both",
                        patch + 1,
                        number + 1,
                        range.start.min(*start),
                        range.end.max(*end)
                    )));
                }
                if let (Some(to), Some(from)) = (bytes.get_mut(range.clone()), is.get(range.clone())) {
                    to.copy_from_slice(from);
                }
                taken.insert(range.start, (range.end, number));
            }
        }
    }
    Ok(joined.into_iter().map(|(name, (bytes, _))| (name, bytes)).collect())
}

/// Returns the ranges in which two files of a size differ. Ranges that are near each other are one.
fn differences(one: &[u8], other: &[u8]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, _) in one.iter().zip(other).enumerate().filter(|(_, (one, other))| one != other) {
        match ranges.last_mut().filter(|range| at < range.end + NEAR) {
            Some(range) => range.end = at + 1,
            None => ranges.push(at..at + 1),
        }
    }
    ranges
}
