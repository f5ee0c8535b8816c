//! What a game, its costumes and their chores are called, and where costumes are seen, where somebody knows:
//! costumes themselves do not say, scripts do.

use std::collections::BTreeMap;

use costumier::cast::{Cast, Certainty, CostumeCast};

/// A game's names. They are shown; files are named by number all the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The game's title; `None` takes what its files' names hint at.
    pub title: Option<String>,
    /// By costume id.
    pub costumes: BTreeMap<u32, CostumeNames>,
    /// The rooms where scripts show costumes, by costume id.
    pub seen: BTreeMap<u32, Seen>,
}

/// The names of one costume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CostumeNames {
    /// The costume's.
    pub name: Option<String>,
    /// Those of its chores, by number.
    pub chores: BTreeMap<u16, String>,
}

/// Rooms in which scripts show a costume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// For certain; the first is where most of the evidence points.
    pub certain: Vec<u32>,
    /// One of several possible rooms.
    pub likely: Vec<u32>,
}

impl Seen {
    /// Where scripts show a costume, the rooms with most evidence first.
    fn of(costume: &CostumeCast) -> Self {
        let mut rooms: Vec<_> = costume.rooms.iter().collect();
        rooms.sort_by_key(|fact| std::cmp::Reverse(fact.evidence.len()));
        let of = |certainty: Certainty| {
            let facts = rooms.iter().filter(|fact| fact.certainty == certainty);
            facts.filter_map(|fact| u32::try_from(fact.value).ok()).collect()
        };
        Self { certain: of(Certainty::Certain), likely: of(Certainty::Likely) }
    }

    /// Whether scripts may show it there.
    #[must_use]
    pub fn holds(&self, room: u32) -> bool {
        self.certain.contains(&room) || self.likely.contains(&room)
    }
}

impl Names {
    /// What the game's scripts call the actors of its costumes, where that is certain, and where they show
    /// them.
    #[must_use]
    pub fn of_cast(cast: &Cast) -> Self {
        let mut names = Self::default();
        for (id, costume) in &cast.costumes {
            if let Some(name) = costume.name().filter(|name| name.certainty == Certainty::Certain) {
                names.insert(*id, None, &name.value);
            }
            names.seen.insert(*id, Seen::of(costume));
        }
        names
    }

    /// Names a costume, or with a number one of its chores.
    pub fn insert(&mut self, costume: u32, chore: Option<u16>, name: &str) {
        let names = self.costumes.entry(costume).or_default();
        match chore {
            Some(chore) => {
                names.chores.insert(chore, name.to_owned());
            }
            None => names.name = Some(name.to_owned()),
        }
    }

    pub(crate) fn costume(&self, id: u32) -> Option<&str> {
        self.costumes.get(&id).and_then(|it| it.name.as_deref())
    }

    pub(crate) fn chore(&self, id: u32, chore: u16) -> Option<&str> {
        self.costumes.get(&id).and_then(|it| it.chores.get(&chore)).map(String::as_str)
    }
}
