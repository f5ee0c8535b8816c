//! Names of a game, its costumes and their chores, and the rooms where costumes are seen. Costumes do not store any
//! of this; scripts do.
//!
//! Capital letters, blanks and punctuation make no difference when a name is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use costumier::Game;
use costumier::cast::{Cast, Certainty, CostumeCast};

/// The names of a game. They are shown to people; files are still named by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The title of the game. `None` takes the title that the names of its files suggest.
    pub title: Option<String>,
    /// Names of costumes and chores, by costume id.
    pub costumes: BTreeMap<u32, CostumeNames>,
    /// The rooms where scripts show costumes, by costume id.
    pub seen: BTreeMap<u32, RoomsShown>,
}

/// Whether two names mean the same: only letters and digits count, in either case.
#[must_use]
pub fn same_name(a: &str, b: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let a = plain(a);
    !a.is_empty() && a == plain(b)
}

/// Things by their numbers, with their names: costumes or rooms. One thing may have several names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Titled<'a>(pub BTreeSet<(u32, &'a str)>);

impl<'a> Titled<'a> {
    /// Smallest number of letters that count as a part of a name. One or two are more likely a typing error.
    const LEAST_PART: usize = 3;
    /// Largest number of names in a message.
    const MOST_NAMED: usize = 8;

    /// Returns the things with this name, or, if there are none, those that have it as a part of their name; each once.
    #[must_use]
    pub fn called(&self, wanted: &str) -> Titled<'a> {
        let of = |is_meant: &dyn Fn(&str) -> bool| {
            let mut found: Vec<_> = self.0.iter().copied().filter(|(_, name)| is_meant(name)).collect();
            found.dedup_by_key(|(id, _)| *id);
            Titled(found.into_iter().collect())
        };
        let found = of(&|name| same_name(name, wanted));
        let lower = wanted.to_lowercase();
        if !found.0.is_empty() || lower.chars().count() < Self::LEAST_PART {
            return found;
        }
        of(&|name| name.to_lowercase().contains(&lower))
    }
}

/// Lists numbers and names: `1 "Odile", 2 "Balthasar"`.
impl fmt::Display for Titled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.0.iter().take(Self::MOST_NAMED).map(|(id, name)| format!("{id} {name:?}"));
        f.write_str(&named.collect::<Vec<_>>().join(", "))?;
        f.write_str(if self.0.len() > Self::MOST_NAMED { ", …" } else { "" })
    }
}

/// The names of one costume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostumeNames {
    /// The name of the costume.
    pub name: Option<String>,
    /// The names of its chores, by number.
    pub chores: BTreeMap<u16, String>,
}

/// The rooms in which scripts show a costume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomsShown {
    /// Certain rooms; the first one has most of the evidence.
    pub certain: Vec<u32>,
    /// Rooms of which scripts choose one.
    pub likely: Vec<u32>,
}

impl RoomsShown {
    /// Returns the rooms where scripts show a costume, those with most evidence first.
    fn of(costume: &CostumeCast) -> Self {
        let mut rooms: Vec<_> = costume.rooms.iter().collect();
        rooms.sort_by_key(|fact| std::cmp::Reverse(fact.evidence.len()));
        let of = |certainty: Certainty| {
            let facts = rooms.iter().filter(|fact| fact.certainty == certainty);
            facts.filter_map(|fact| u32::try_from(fact.value).ok()).collect()
        };
        Self { certain: of(Certainty::Certain), likely: of(Certainty::Likely) }
    }

    /// Whether scripts may show the costume in this room.
    #[must_use]
    pub fn holds(&self, room: u32) -> bool {
        self.certain.contains(&room) || self.likely.contains(&room)
    }
}

impl Names {
    /// Returns the certain names of actors in the game's scripts as names of their costumes, and the rooms where
    /// scripts show them.
    #[must_use]
    pub fn of_cast(cast: &Cast) -> Self {
        let mut names = Self::default();
        for (id, costume) in &cast.costumes {
            if let Some(name) = costume.name().filter(|name| name.certainty == Certainty::Certain) {
                names.insert(*id, None, &name.value);
            }
            names.seen.insert(*id, RoomsShown::of(costume));
        }
        names
    }

    /// Sets the name of a costume, or with `chore` the name of one of its chores.
    pub fn insert(&mut self, costume: u32, chore: Option<u16>, name: &str) {
        let names = self.costumes.entry(costume).or_default();
        match chore {
            Some(chore) => {
                names.chores.insert(chore, name.to_owned());
            }
            None => names.name = Some(name.to_owned()),
        }
    }

    /// Returns the costumes of a game with their names, and with all names that scripts give them, also likely ones.
    #[must_use]
    pub fn costumes_of<'a>(&'a self, game: &Game, cast: Option<&'a Cast>) -> Titled<'a> {
        let known = self.costumes.iter().filter_map(|(id, it)| Some((*id, it.name.as_deref()?)));
        let said = cast.into_iter().flat_map(|cast| &cast.costumes);
        let said = said.flat_map(|(id, it)| it.names.iter().map(|fact| (*id, fact.value.as_str())));
        let there: BTreeSet<u32> = game.costume_ids().collect();
        Titled(known.chain(said).filter(|(id, _)| there.contains(id)).collect())
    }

    /// Returns the chore of a costume that has this name.
    #[must_use]
    pub fn chore_called(&self, id: u32, name: &str) -> Option<u16> {
        let mut chores = self.costumes.get(&id)?.chores.iter();
        chores.find(|(_, known)| same_name(known, name)).map(|(chore, _)| *chore)
    }

    pub(crate) fn costume(&self, id: u32) -> Option<&str> {
        self.costumes.get(&id).and_then(|it| it.name.as_deref())
    }

    /// Returns the name of a chore of a costume, if it has one.
    #[must_use]
    pub fn chore(&self, id: u32, chore: u16) -> Option<&str> {
        self.costumes.get(&id).and_then(|it| it.chores.get(&chore)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_people_remember_them() {
        let mut names = Names::default();
        names.insert(3, Some(7), "Looks around");
        names.insert(3, None, "Minuet");
        for written in ["Looks around", "looks-around", "LOOKSAROUND"] {
            assert_eq!(names.chore_called(3, written), Some(7), "{written}");
        }
        assert_eq!(
            [(3, "looks"), (3, ""), (3, "-"), (4, "looks around")]
                .map(|(id, name)| names.chore_called(id, name)),
            [None; 4]
        );
        assert_eq!(names.chore(3, 7), Some("Looks around"));
    }

    #[test]
    fn an_exact_name_comes_before_a_part_and_a_part_has_three_letters() {
        let all = Titled(BTreeSet::from([(1, "stage"), (2, "Back stage"), (7, "bar"), (7, "Barstool")]));
        let found = |wanted: &str| all.called(wanted).to_string();
        assert_eq!(found("Stage"), r#"1 "stage""#);
        assert_eq!(found("back"), r#"2 "Back stage""#);
        assert_eq!(found("BAR"), r#"7 "bar""#);
        assert_eq!(found("tag"), r#"1 "stage", 2 "Back stage""#);
        assert_eq!(found("stool"), r#"7 "Barstool""#);
        assert_eq!(found("ba"), "");
        let many = Titled((0..9).map(|id| (id, "x")).collect());
        assert!(many.to_string().ends_with(r#"7 "x", …"#));
    }
}
