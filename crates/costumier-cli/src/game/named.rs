//! The costume or room that a call names: by its number, its name, or a part of its name.

use std::collections::BTreeSet;

use anyhow::{Result, anyhow};
use costumier::cast::Cast;
use costumier::{Error, ErrorKind};
use costumier_export::same_name;

use crate::call::rooms::Room;
use crate::game::open::OpenGame;

use crate::game::suggestion;
use crate::output::failure::hinted;
use crate::output::text::count;

/// Smallest number of letters that count as a part of a name.
const LEAST_PART: usize = 3;

/// Largest number of things with similar names that a message names.
const MOST_NAMED: usize = 8;

/// Returns the id of the thing with this name, or with a part of its name. A name that matches exactly comes first.
/// `noun` is what the thing is. The hints say what to do if nothing has a name, and where all ids are.
///
/// # Errors
/// If nothing or several things have such a name.
pub(crate) fn find(
    noun: &str,
    wanted: &str,
    all: &BTreeSet<(u32, &str)>,
    [unnamed, elsewhere]: [&str; 2],
) -> Result<u32> {
    let of = |is_meant: &dyn Fn(&str) -> bool| -> Vec<(u32, &str)> {
        let mut found: Vec<_> = all.iter().copied().filter(|(_, name)| is_meant(name)).collect();
        found.dedup_by_key(|(id, _)| *id);
        found
    };
    let lower = wanted.to_lowercase();
    let mut found = of(&|name| same_name(name, wanted));
    // One or two letters are more likely a typing error than a part of a name.
    if found.is_empty() && lower.chars().count() >= LEAST_PART {
        found = of(&|name| name.to_lowercase().contains(&lower));
    }
    let list = |them: &[(u32, &str)]| {
        let named = them.iter().take(MOST_NAMED).map(|(id, name)| format!("{id} {name:?}"));
        let more = if them.len() > MOST_NAMED { ", …" } else { "" };
        format!("{}{more}", named.collect::<Vec<_>>().join(", "))
    };
    match &found[..] {
        [(id, _)] => Ok(*id),
        [] => {
            let hint = match suggestion::best(wanted, all.iter().map(|(_, name)| *name)) {
                Some(name) => format!("did you mean `{name}`?"),
                None if all.is_empty() => unnamed.to_owned(),
                None => {
                    let all: Vec<(u32, &str)> = all.iter().copied().collect();
                    format!("the names are {}; {elsewhere}", list(&all))
                }
            };
            Err(hinted(anyhow!("no {noun} has the name {wanted:?}"), hint))
        }
        several => {
            let error = anyhow!("{} have the name {wanted:?}: {}", count(several.len(), noun), list(several));
            Err(hinted(error, "name one by its id"))
        }
    }
}

impl OpenGame {
    /// Returns the costume with this name, or with a part of its name, as `find --name` does.
    ///
    /// # Errors
    /// If no costume or several have such a name.
    pub(crate) fn called(&self, wanted: &str) -> Result<u32> {
        // Commands that do not use scripts otherwise have not read them.
        let read = self.cast.is_none().then(|| Cast::of(&self.game.read_scripts()));
        let cast = self.cast.as_ref().or(read.as_ref());
        let names = self.names_by(cast);
        let certain = names.costumes.iter().filter_map(|(id, it)| Some((*id, it.name.as_deref()?)));
        let likely = cast.into_iter().flat_map(|cast| &cast.costumes);
        let likely = likely.flat_map(|(id, it)| it.names.iter().map(|fact| (*id, fact.value.as_str())));
        let there: BTreeSet<u32> = self.game.costume_ids().collect();
        let all = certain.chain(likely).filter(|(id, _)| there.contains(id)).collect();
        let silent = "the game's scripts name no costume; `costumier list GAME` shows the ids";
        find("costume", wanted, &all, [silent, "`costumier list GAME` shows all ids"])
    }

    /// Returns the number of the room that the call names, if it names one.
    ///
    /// # Errors
    /// If the game has no such room, or several of that name.
    pub(crate) fn room(&self, wanted: Option<&Room>) -> Result<Option<u32>> {
        let rooms: Vec<_> = self.game.rooms().collect();
        match wanted {
            None => Ok(None),
            Some(Room::Number(number)) if rooms.iter().any(|entry| entry.id == *number) => Ok(Some(*number)),
            Some(Room::Number(room)) => {
                Err(self.explain(Error::new(ErrorKind::NoSuchRoom { room: *room }, "")).into())
            }
            Some(Room::Called(name)) => {
                let all = rooms.iter().filter_map(|entry| Some((entry.id, entry.name.as_deref()?))).collect();
                let hints = [
                    "the game's index names no room; use its number",
                    "`costumier info GAME` lists all rooms",
                ];
                find("room", name, &all, hints).map(Some)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_name_comes_before_a_part_and_a_part_has_three_letters() {
        let all = BTreeSet::from([(1, "stage"), (2, "Back stage"), (7, "bar")]);
        let found = |wanted: &str| {
            let hints = ["nothing has a name", "see the list"];
            find("room", wanted, &all, hints).map_err(|error| format!("{error:#}"))
        };
        assert_eq!([found("Stage"), found("back"), found("BAR")], [Ok(1), Ok(2), Ok(7)]);
        assert!(
            found("tag")
                .unwrap_err()
                .contains("2 rooms have the name \"tag\": 1 \"stage\", 2 \"Back stage\"")
        );
        assert!(found("ba").unwrap_err().contains("no room has the name \"ba\""));
    }
}
