//! Compares a packed COST block with the block before: which parts were written anew.

use costumier::format::cost::{Cost, CostCommand, CostSource, LimbSource};
use costumier::{Costume, Dialect, Direction, PictureKey};

use super::model::{Action, LimbCostume};
use super::pairing::{Named, pairs};
use super::picture::PictureTables;
use super::{Change, OriginalBlock};

/// Returns the parts that were written anew, by name, with bytes before and after.
pub(super) fn changes(
    wanted: &LimbCostume,
    OriginalBlock { costume, of_block }: &OriginalBlock<LimbCostume>,
    cost: &Cost,
    payload: &[u8],
) -> Vec<Change> {
    let opened = Costume::open(*b"COST", payload.to_vec(), wanted.dialect).ok();
    let new = opened.as_ref().and_then(Costume::as_cost);
    let mut changes = Vec::new();
    let renames: Vec<_> = (0..16u8)
        .map(|limb| {
            let table = format!("limb {limb} / ");
            pictures((wanted, of_block), (&table, limb), (costume, opened.as_ref()), &mut changes)
        })
        .collect();
    chores(wanted, of_block, (cost, new), &renames, &mut changes);
    let (was, is) = (&of_block.palette, &wanted.palette);
    add_part("palette", was != is, (was.len(), is.len()), &mut changes);
    tables(cost, new, &mut changes);
    add_rest(cost.payload().len(), payload.len(), &mut changes);
    changes
}

/// Adds the parts that all limbs and chores share, if their sizes differ.
fn tables(cost: &Cost, new: Option<&Cost>, changes: &mut Vec<Change>) {
    let sizes = |cost: &Cost| {
        let source = CostSource::read(cost).ok()?;
        let own = source.limbs.iter().map(|limb| match limb {
            LimbSource::Table(entries) => 2 * entries.len(),
            _ => 0,
        });
        Some([source.commands.len(), 2 * source.record_table.len(), own.sum()])
    };
    let Some((was, is)) = sizes(cost).zip(new.and_then(sizes)) else { return };
    let parts = ["the steps of all limbs", "the table of chores", "the tables of pictures"];
    for ((part, was), is) in parts.into_iter().zip(was).zip(is) {
        add_part(part, was != is, (was, is), changes);
    }
}

/// Adds a part that differs, with its bytes before and after.
pub(super) fn add_part(part: &str, differs: bool, (was, is): (usize, usize), changes: &mut Vec<Change>) {
    if differs {
        changes.push(Change { part: part.to_owned(), before: Some(was), after: Some(is) });
    }
}

/// Adds what the changes leave of the difference between the block's sizes, so that the list adds up. Parts share
/// bytes, and blocks of some tools have gaps, which disappear when the block is written anew.
pub(super) fn add_rest(was: usize, is: usize, changes: &mut Vec<Change>) {
    let sum = |size: fn(&Change) -> Option<usize>| changes.iter().filter_map(size).sum::<usize>();
    let (told, there) = (was + sum(|it| it.after), is + sum(|it| it.before));
    let (gone, came) = (told.saturating_sub(there), there.saturating_sub(told));
    if gone != came {
        let size = |bytes: usize| Some(bytes).filter(|bytes| *bytes > 0);
        let part = "headers, and bytes that are shared or unused".to_owned();
        changes.push(Change { part, before: size(gone), after: size(came) });
    }
}

/// Adds the pictures of a limb's table that differ. `table` names the table. Returns the index that each picture had
/// before, `None` for a new one.
pub(super) fn pictures(
    (wanted, of_block): (&dyn PictureTables, &dyn PictureTables),
    (table, limb): (&str, u8),
    (before, after): (&Costume, Option<&Costume>),
    changes: &mut Vec<Change>,
) -> Vec<Option<usize>> {
    let bytes = |costume: Option<&Costume>, index: usize| {
        let key = PictureKey { limb, index: u16::try_from(index).ok()? };
        Some(costume?.packed(key).ok()?.measure().bytes)
    };
    let [now, was] = [wanted, of_block].map(|tables| {
        let entries = tables.entries(limb).iter();
        entries.map(|entry| Named { name: &entry.name, content: entry.content(tables) }).collect::<Vec<_>>()
    });
    let mut indices = vec![None; now.len()];
    for (new_index, old_index) in pairs(&now, &was) {
        let (is, old) = (new_index.and_then(|at| now.get(at)), old_index.and_then(|at| was.get(at)));
        if let Some(slot) = new_index.and_then(|at| indices.get_mut(at)) {
            *slot = old_index;
        }
        if is.map(|it| &it.content) == old.map(|it| &it.content) {
            continue;
        }
        let name = is.or(old).map_or("", |it| it.name);
        changes.push(Change {
            part: format!("{table}picture {} \"{name}\"", new_index.or(old_index).unwrap_or(0)),
            before: old_index.and_then(|at| bytes(Some(before), at)),
            after: new_index.and_then(|at| bytes(after, at)),
        });
    }
    indices
}

/// Adds chores that differ. Records that show the same pictures under other indices count as one change together.
fn chores(
    wanted: &LimbCostume,
    of_block: &LimbCostume,
    (cost, new): (&Cost, Option<&Cost>),
    renames: &[Vec<Option<usize>>],
    changes: &mut Vec<Change>,
) {
    let mut renumbered = (0, 0, 0);
    for number in 0..64u16 {
        let [now, was] = [wanted, of_block].map(|costume| costume.chores.iter().find(|c| c.number == number));
        for direction in Direction::ALL {
            let [now, was] = [now, was].map(|chore| chore.and_then(|chore| chore.actions(direction)));
            if now == was {
                continue;
            }
            let index = number * 4 + u16::from(direction.number());
            let size = |cost: Option<&Cost>| Some(cost?.record(index).ok()?.bytes);
            let (before, after) = (was.and_then(|_| size(Some(cost))), now.and_then(|_| size(new)));
            let is_same = now.zip(was).is_some_and(|(now, was)| {
                now.len() == was.len()
                    && now.iter().zip(was).all(|((limb, now), (other, was))| {
                        let before = renames.get(usize::from(*limb)).map(Vec::as_slice).unwrap_or_default();
                        limb == other && is_same(now, was, before, &wanted.dialect)
                    })
            });
            if is_same {
                renumbered.0 += 1;
                renumbered.1 += before.unwrap_or(0);
                renumbered.2 += after.unwrap_or(0);
            } else {
                changes.push(Change { part: format!("chore {number} / {direction}"), before, after });
            }
        }
    }
    let (count, was, is) = renumbered;
    let part = format!("numbers of pictures in {count} records, which show the same");
    add_part(&part, count > 0, (was, is), changes);
}

/// Whether two actions do the same. `before` has the index that each picture had before.
fn is_same(now: &Action, was: &Action, before: &[Option<usize>], dialect: &Dialect) -> bool {
    let (Action::Play { commands: now, once }, Action::Play { commands: was, once: was_once }) = (now, was)
    else {
        return now == was;
    };
    let same = |(now, was): (&u8, &u8)| {
        let [now, was] = [*now, *was].map(|byte| CostCommand::from_byte(byte, dialect.sounds));
        match (now, was) {
            (CostCommand::Picture(now), CostCommand::Picture(was)) => {
                before.get(usize::from(now)) == Some(&Some(usize::from(was)))
            }
            _ => now == was,
        }
    };
    once == was_once && now.len() == was.len() && now.iter().zip(was).all(same)
}
