//! Costumes as they are asked for: `7`, `1-3`, `1,2`, `Odile`, `all`.

use std::collections::BTreeSet;
use std::str::FromStr;

use anyhow::{Result, anyhow};
use costumier::cast::Cast;
use costumier_export::same_name;

use crate::failure::hinted;
use crate::open::Opened;
use crate::text::count;

/// One part of a list of costumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ids {
    /// This one, which has to be there.
    One(u32),
    /// Those between two ids, both included, as far as they are there.
    Range(u32, u32),
    /// The one that is called so.
    Called(String),
    /// All that are there.
    All,
}

impl Ids {
    /// Whether an id is meant. A name means none before it is looked up.
    pub(crate) fn holds(&self, id: u32) -> bool {
        match self {
            Self::One(one) => *one == id,
            Self::Range(first, last) => (*first..=*last).contains(&id),
            Self::Called(_) => false,
            Self::All => true,
        }
    }
}

/// Whether a list means one costume, however many there are: then it is answered by one document instead of a
/// list.
pub(crate) fn is_single(ids: &[Ids]) -> bool {
    matches!(ids, [Ids::One(_) | Ids::Called(_)])
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<u32>().ok();
        if text == "all" {
            return Ok(Self::All);
        }
        if let Some(one) = number(text) {
            return Ok(Self::One(one));
        }
        match text.split_once('-').map(|(first, last)| (number(first), number(last))) {
            Some((Some(first), Some(last))) if first <= last => Ok(Self::Range(first, last)),
            Some((Some(first), Some(last))) => Err(format!("{text} goes down: write {last}-{first}")),
            None | Some((None, _)) if text.contains(char::is_alphabetic) => Ok(Self::Called(text.to_owned())),
            _ => Err(format!(
                "{text} is no costume id: use one, a range such as 1-3, a name, or `all`; `costumier list GAME` \
                 shows the ids that exist"
            )),
        }
    }
}

/// Least letters of a part of a costume's name that stands for the costume.
const LEAST_PART: usize = 3;

/// Most costumes that are named where several are called alike.
const MOST_NAMED: usize = 8;

impl Opened {
    /// The costume that is called so, as `find --name` finds it: by a part of the name. One that is called exactly
    /// so comes first.
    pub(crate) fn called(&self, wanted: &str) -> Result<u32> {
        // Commands that have no other use for scripts have not read them.
        let read = self.cast.is_none().then(|| Cast::of(&self.game.read_scripts()));
        let cast = self.cast.as_ref().or(read.as_ref());
        let names = self.names_by(cast);
        let certain = names.costumes.iter().filter_map(|(id, it)| Some((*id, it.name.as_deref()?)));
        let likely = cast.into_iter().flat_map(|cast| &cast.costumes);
        let likely = likely.flat_map(|(id, it)| it.names.iter().map(|fact| (*id, fact.value.as_str())));
        let there: BTreeSet<u32> = self.game.costume_ids().collect();
        let all: BTreeSet<(u32, &str)> = certain.chain(likely).filter(|(id, _)| there.contains(id)).collect();
        let of = |is_meant: &dyn Fn(&str) -> bool| -> Vec<(u32, &str)> {
            let mut found: Vec<_> = all.iter().copied().filter(|(_, name)| is_meant(name)).collect();
            found.dedup_by_key(|(id, _)| *id);
            found
        };
        let lower = wanted.to_lowercase();
        let mut found = of(&|name| same_name(name, wanted));
        // A letter or two are rather a typing error than a part of a name.
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
                let near = crate::nearby::best(wanted, all.iter().map(|(_, name)| *name));
                let hint = match (near, all.is_empty()) {
                    (Some(name), _) => format!("did you mean `{name}`?"),
                    (None, true) => {
                        "the game's scripts name no costume; `costumier list GAME` shows the ids".into()
                    }
                    (None, false) => {
                        let all: Vec<(u32, &str)> = all.into_iter().collect();
                        format!("there are {}; `costumier list GAME` shows all ids", list(&all))
                    }
                };
                Err(hinted(anyhow!("no costume is called {wanted:?}"), hint))
            }
            several => {
                let error =
                    anyhow!("{} are called {wanted:?}: {}", count(several.len(), "costume"), list(several));
                Err(hinted(error, "ask for one by its id"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_single_in_ranges_or_all() {
        assert_eq!("7".parse(), Ok(Ids::One(7)));
        assert_eq!("1-3".parse(), Ok(Ids::Range(1, 3)));
        assert_eq!("all".parse(), Ok(Ids::All));
        for name in ["x", "Odile", "Jack-in-the-box", "a-3"] {
            assert_eq!(name.parse(), Ok(Ids::Called(name.into())));
        }
        for bad in ["", "3-1", "-", "1-", "-3", "1-2-3", "4294967296", "1-x"] {
            assert!(bad.parse::<Ids>().is_err(), "{bad}");
        }
        assert!((1..=3).all(|id| Ids::Range(1, 3).holds(id)) && !Ids::Range(1, 3).holds(4));
    }
}
