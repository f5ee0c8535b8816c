//! Checks of records and tables of COST costumes.

use costumier::{Direction, Refused};

use super::model::refused;
use crate::folder::model::{Action, Chore, Record};

/// The largest chore: a table has at most 256 records, four for each chore.
const MOST_CHORE: u16 = 63;

/// Refuses chores that no table can hold, records that repeat one which is not there, and the change of a record that
/// another one repeats.
pub(super) fn check_record(
    path: &str,
    (number, chore): (u16, Option<&Chore>),
    direction: Direction,
    record: Option<&Record>,
) -> Result<(), Refused> {
    if chore.is_none() && number > MOST_CHORE {
        return refused(path, format!("chores of COST costumes are 0 to {MOST_CHORE}"));
    }
    let of = |direction: Direction| chore.and_then(|chore| chore.records.get(&direction.number()));
    if !matches!(record, Some(Record::Limbs(_))) {
        let repeats = |other: &Direction| of(*other) == Some(&Record::SameAs(direction));
        if let Some(other) = Direction::ALL.iter().find(|other| repeats(other)) {
            return refused(path, format!("{other} repeats it; change {other} first"));
        }
    }
    match record {
        Some(Record::SameAs(other))
            if *other == direction || !matches!(of(*other), Some(Record::Limbs(_))) =>
        {
            refused(path, format!("{other} has no record of its own to repeat"))
        }
        Some(Record::Limbs(limbs)) => {
            let is_odd = |(limb, action): &(&u8, &Action)| {
                **limb > 15 || matches!(action, Action::Play { commands, .. } if commands.is_empty())
            };
            match limbs.iter().find(is_odd) {
                Some((limb, _)) if *limb > 15 => refused(path, "limbs are 0 to 15"),
                Some((limb, _)) => refused(path, format!("limb {limb} plays nothing; switch it off instead")),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}
