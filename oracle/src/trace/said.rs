//! What `cast` says of the place of an instruction.

use std::collections::{BTreeMap, BTreeSet};

use costumier::cast::{Cast, Certainty, Evidence, Fact};

use super::values::{Deed, Kind};

/// Most places that `cast` keeps for one fact.
const MOST_EVIDENCE: usize = 64;

/// A fact about a costume.
#[derive(Debug)]
struct Word {
    kind: Kind,
    costume: i32,
    actor: Option<i32>,
    /// The room's numbers, or the chore.
    values: BTreeSet<i32>,
    /// It has as many places as are kept: others may be left out.
    is_full: bool,
    /// It is certain, and this by its only place.
    is_certain: bool,
}

/// What is said of places.
#[derive(Debug, Default)]
pub(super) struct Said {
    words: Vec<Word>,
    /// By place, the words that it is evidence for.
    places: BTreeMap<(usize, u32), Vec<usize>>,
    /// What could not be followed there.
    unknown: BTreeMap<(usize, u32), Vec<String>>,
}

/// What is said of one deed.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer<'a> {
    Evidence,
    Unknown(&'a str),
    /// The fact may have had too much evidence to keep.
    Full,
    /// The place is evidence for other costumes of the actor, which other scripts may have undressed since.
    Likely,
    /// The same, where it is said to be certain.
    Certain,
    /// The place is evidence for other values.
    Other,
    Nothing,
}

/// A fault that is put into what is said, on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    LeftOut,
    /// Costumes, rooms' numbers, chores.
    OtherValue,
    /// For a costume the actor that wears it, otherwise the costume of the actor.
    OtherActor,
}

impl Fault {
    pub(super) const ALL: [Self; 3] = [Self::LeftOut, Self::OtherValue, Self::OtherActor];
}

impl Said {
    pub(super) fn of(cast: &Cast) -> Self {
        let mut said = Self::default();
        for (id, costume) in &cast.costumes {
            let id = i32::try_from(*id).unwrap_or_default();
            for fact in &costume.actors {
                said.take(fact, (Kind::Costume, id), Some(fact.value), [].into());
            }
            for fact in &costume.rooms {
                let mut numbers = costume.entered_as.get(&fact.value).cloned().unwrap_or_default();
                numbers.insert(fact.value);
                said.take(fact, (Kind::Room, id), None, numbers);
            }
            for (number, fact) in &costume.chores {
                said.take(fact, (Kind::Chore, id), None, [*number].into());
            }
        }
        for (reason, places) in &cast.unknown {
            for it in places {
                said.unknown.entry((it.script, it.at)).or_default().push(reason.clone());
            }
        }
        said
    }

    fn take<T>(
        &mut self,
        fact: &Fact<T>,
        (kind, costume): (Kind, i32),
        actor: Option<i32>,
        values: BTreeSet<i32>,
    ) {
        let is_full = fact.evidence.len() >= MOST_EVIDENCE;
        let is_certain = fact.certainty == Certainty::Certain && fact.evidence.len() == 1;
        for Evidence { script, at, .. } in &fact.evidence {
            self.places.entry((*script, *at)).or_default().push(self.words.len());
        }
        self.words.push(Word { kind, costume, actor, values, is_full, is_certain });
    }

    /// What is said of a deed; with a fault, where one is put in for its kind.
    pub(super) fn at(&self, deed: &Deed, fault: Option<Fault>) -> Answer<'_> {
        let fits = |word: &&Word| word.kind == deed.kind && word.fits(deed, fault);
        let here = || self.places.get(&deed.place).into_iter().flatten().map(|word| &self.words[*word]);
        let dressed = Deed { worn: None, ..*deed };
        let is_of_other = |word: &&Word| word.kind == deed.kind && word.fits(&dressed, fault);
        let of_others = || here().filter(is_of_other).map(|word| word.is_certain);
        let begins = match deed.kind {
            Kind::Costume => "worn",
            Kind::Room => "put into rooms",
            Kind::Chore => "played",
        };
        let reasons = || self.unknown.get(&deed.place).into_iter().flatten();
        if here().any(|word| fits(&word)) {
            Answer::Evidence
        } else if let Some(reason) = reasons().find(|reason| reason.starts_with(begins)) {
            Answer::Unknown(reason)
        } else if self.words.iter().any(|word| word.is_full && fits(&word)) {
            Answer::Full
        } else if let Some(is_certain) = of_others().max() {
            if is_certain { Answer::Certain } else { Answer::Likely }
        } else if here().any(|word| word.kind == deed.kind) {
            Answer::Other
        } else {
            Answer::Nothing
        }
    }
}

impl Word {
    /// Whether it holds for what a deed is known to have been done with.
    fn fits(&self, deed: &Deed, fault: Option<Fault>) -> bool {
        let other = |if_fault| i32::from(fault == Some(if_fault));
        let (value, wearer) = (other(Fault::OtherValue), other(Fault::OtherActor));
        let is = |known: Option<i32>, said: i32| known.is_none_or(|known| known == said);
        let same = match deed.kind {
            Kind::Costume => {
                is(deed.value, self.costume + value)
                    && self.actor.is_some_and(|actor| is(deed.actor, actor + wearer))
            }
            Kind::Room | Kind::Chore => {
                is(deed.worn, self.costume + wearer)
                    && self.values.iter().any(|it| is(deed.value, it + value))
            }
        };
        same && fault != Some(Fault::LeftOut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use costumier::scripts::script::Profile;
    use costumier::scripts::{GameScripts, Owner, ReadScripts, ScriptBytes};

    /// actorOps 3 costume 5; animateActor 3, 4; putActorInRoom 3, 7.
    const CODE: [u8; 12] = [0x13, 3, 1, 5, 0xFF, 0x11, 3, 4, 0x2D, 3, 7, 0xA0];

    #[test]
    fn a_place_is_evidence_for_what_was_given_there_alone() {
        let list = vec![ScriptBytes::new(Owner::Global(1), 1, CODE.to_vec())];
        let scripts = ReadScripts::new(Profile::V5, GameScripts { list, problems: Vec::new() });
        let said = Said::of(&Cast::of(&scripts));
        let deed = |at, kind, actor, value, worn| Deed { place: (0, at), kind, actor, value, worn };
        let dressed = deed(0, Kind::Costume, Some(3), Some(5), None);
        let played = deed(5, Kind::Chore, Some(3), Some(4), Some(5));
        let put = deed(8, Kind::Room, Some(3), Some(7), Some(5));
        for right in [dressed, played, put] {
            assert_eq!(said.at(&right, None), Answer::Evidence, "{right:?}");
            let unknown = Deed { actor: None, value: None, worn: None, ..right };
            assert_eq!(said.at(&unknown, None), Answer::Evidence, "{right:?}");
            assert_eq!(said.at(&Deed { value: Some(6), ..right }, None), Answer::Other, "{right:?}");
            assert_eq!(said.at(&Deed { place: (0, 11), ..right }, None), Answer::Nothing, "{right:?}");
            for fault in Fault::ALL {
                let answer = said.at(&right, Some(fault));
                assert!(
                    matches!(answer, Answer::Other | Answer::Certain),
                    "{right:?}, {fault:?}: {answer:?}"
                );
            }
        }
        assert_eq!(said.at(&Deed { actor: Some(4), ..dressed }, None), Answer::Other);
        assert_eq!(said.at(&Deed { worn: Some(9), ..played }, None), Answer::Certain);
    }
}
