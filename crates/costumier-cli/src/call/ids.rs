//! How a call names costumes: `7`, `1-3`, `1,2`, `Odile`, `all`.

use std::str::FromStr;

/// One part of a list of costumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ids {
    /// A costume that has to exist.
    One(u32),
    /// Costumes between two ids, both included, as far as they exist.
    Range(u32, u32),
    /// The costume with this name.
    Called(String),
    /// All costumes of the game.
    All,
}

impl Ids {
    /// Whether the part includes an id. A name includes none until it is looked up.
    pub(crate) fn holds(&self, id: u32) -> bool {
        match self {
            Self::One(one) => *one == id,
            Self::Range(first, last) => (*first..=*last).contains(&id),
            Self::Called(_) => false,
            Self::All => true,
        }
    }
}

/// Whether a list can only mean one costume, in any game. The answer is then one document, not an array.
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
            Some((Some(first), Some(last))) => {
                Err(format!("the range {text} counts down; write {last}-{first}"))
            }
            None | Some((None, _)) if text.contains(char::is_alphabetic) => Ok(Self::Called(text.to_owned())),
            _ => Err(format!(
                "{text} is no costume id: use one, a range such as 1-3, a name, or `all`; `costumier list GAME` \
                 shows the ids that exist"
            )),
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
