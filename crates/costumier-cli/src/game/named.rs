//! The costume or room that a call names: by its number, its name, or a part of its name.

use anyhow::{Result, anyhow};
use costumier::cast::Cast;
use costumier::{Error, ErrorKind};
use costumier_export::{Titled, suggestion};

use crate::call::rooms::Room;
use crate::game::open::OpenGame;
use crate::output::failure::hinted;
use crate::output::text::count;

/// Returns the id of the thing with this name, or with a part of its name. A name that matches exactly comes first.
/// `noun` is what the thing is. The hints say what to do if nothing has a name, and where all ids are.
///
/// # Errors
/// If nothing or several things have such a name.
fn find(noun: &str, wanted: &str, all: &Titled<'_>, [unnamed, elsewhere]: [&str; 2]) -> Result<u32> {
    let found = all.called(wanted);
    let mut ids = found.0.iter().map(|(id, _)| *id);
    match (ids.next(), ids.next()) {
        (Some(id), None) => Ok(id),
        (None, _) => {
            let hint = match suggestion::nearest(wanted, all.0.iter().map(|(_, name)| *name)) {
                Some(name) => format!("did you mean `{name}`?"),
                None if all.0.is_empty() => unnamed.to_owned(),
                None => format!("the names are {all}; {elsewhere}"),
            };
            Err(hinted(anyhow!("no {noun} has the name {wanted:?}"), hint))
        }
        _ => {
            let error = anyhow!("{} have the name {wanted:?}: {found}", count(found.0.len(), noun));
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
        let all = names.costumes_of(&self.game, cast);
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
                let all = rooms.iter().filter_map(|entry| Some((entry.id, entry.name.as_deref()?)));
                let all = Titled(all.collect());
                let hints = [
                    "the game's index names no room; use its number",
                    "`costumier info GAME` lists all rooms",
                ];
                find("room", name, &all, hints).map(Some)
            }
        }
    }
}
