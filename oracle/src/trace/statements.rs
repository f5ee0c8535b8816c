//! The facts that `cast` states about the place of an instruction.

use std::collections::{BTreeMap, BTreeSet};

use costumier::cast::{Cast, Certainty, Evidence, Fact};

use super::values::{Kind, ObservedFact};

/// Most places that `cast` keeps for one fact.
const MOST_EVIDENCE: usize = 64;

/// A fact about a costume.
#[derive(Debug)]
struct Statement {
    kind: Kind,
    costume: i32,
    actor: Option<i32>,
    /// The room's numbers, or the chore.
    values: BTreeSet<i32>,
    /// Whether it has as many places as `cast` keeps, so that others may be missing.
    is_full: bool,
    /// Whether it is certain because of its only place.
    is_certain: bool,
}

/// The facts that `cast` states, by place.
#[derive(Debug, Default)]
pub(super) struct CastStatements {
    words: Vec<Statement>,
    /// For each place, the statements that it is evidence for.
    places: BTreeMap<(usize, u32), Vec<usize>>,
    /// For each place, the reasons why a value could not be followed.
    unknown: BTreeMap<(usize, u32), Vec<String>>,
}

/// How an observed fact compares with the statements.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict<'a> {
    Evidence,
    Unknown(&'a str),
    /// The fact may have had too much evidence to keep.
    Full,
    /// The place is evidence for other costumes of the actor, which other scripts may have taken off since.
    Likely,
    /// The same, and the statement is certain.
    Certain,
    /// The place is evidence for other values.
    Other,
    Nothing,
}

/// A fault that is put into the statements on purpose.
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

impl CastStatements {
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
        self.words.push(Statement { kind, costume, actor, values, is_full, is_certain });
    }

    /// Compares an observed fact with the statements, which have the fault if one is given.
    pub(super) fn at(&self, fact: &ObservedFact, fault: Option<Fault>) -> Verdict<'_> {
        let fits = |word: &&Statement| word.kind == fact.kind && word.fits(fact, fault);
        let here = || self.places.get(&fact.place).into_iter().flatten().map(|word| &self.words[*word]);
        let dressed = ObservedFact { worn: None, ..*fact };
        let is_of_other = |word: &&Statement| word.kind == fact.kind && word.fits(&dressed, fault);
        let of_others = || here().filter(is_of_other).map(|word| word.is_certain);
        let begins = match fact.kind {
            Kind::Costume => "worn",
            Kind::Room => "put into rooms",
            Kind::Chore => "played",
        };
        let reasons = || self.unknown.get(&fact.place).into_iter().flatten();
        if here().any(|word| fits(&word)) {
            Verdict::Evidence
        } else if let Some(reason) = reasons().find(|reason| reason.starts_with(begins)) {
            Verdict::Unknown(reason)
        } else if self.words.iter().any(|word| word.is_full && fits(&word)) {
            Verdict::Full
        } else if let Some(is_certain) = of_others().max() {
            if is_certain { Verdict::Certain } else { Verdict::Likely }
        } else if here().any(|word| word.kind == fact.kind) {
            Verdict::Other
        } else {
            Verdict::Nothing
        }
    }
}

impl Statement {
    /// Whether it holds for what a deed is known to have been done with.
    fn fits(&self, fact: &ObservedFact, fault: Option<Fault>) -> bool {
        let other = |if_fault| i32::from(fault == Some(if_fault));
        let (value, wearer) = (other(Fault::OtherValue), other(Fault::OtherActor));
        let is = |known: Option<i32>, said: i32| known.is_none_or(|known| known == said);
        let same = match fact.kind {
            Kind::Costume => {
                is(fact.value, self.costume + value)
                    && self.actor.is_some_and(|actor| is(fact.actor, actor + wearer))
            }
            Kind::Room | Kind::Chore => {
                is(fact.worn, self.costume + wearer)
                    && self.values.iter().any(|it| is(fact.value, it + value))
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
        let said = CastStatements::of(&Cast::of(&scripts));
        let fact = |at, kind, actor, value, worn| ObservedFact { place: (0, at), kind, actor, value, worn };
        let dressed = fact(0, Kind::Costume, Some(3), Some(5), None);
        let played = fact(5, Kind::Chore, Some(3), Some(4), Some(5));
        let put = fact(8, Kind::Room, Some(3), Some(7), Some(5));
        for right in [dressed, played, put] {
            assert_eq!(said.at(&right, None), Verdict::Evidence, "{right:?}");
            let unknown = ObservedFact { actor: None, value: None, worn: None, ..right };
            assert_eq!(said.at(&unknown, None), Verdict::Evidence, "{right:?}");
            assert_eq!(said.at(&ObservedFact { value: Some(6), ..right }, None), Verdict::Other, "{right:?}");
            assert_eq!(
                said.at(&ObservedFact { place: (0, 11), ..right }, None),
                Verdict::Nothing,
                "{right:?}"
            );
            for fault in Fault::ALL {
                let answer = said.at(&right, Some(fault));
                assert!(
                    matches!(answer, Verdict::Other | Verdict::Certain),
                    "{right:?}, {fault:?}: {answer:?}"
                );
            }
        }
        assert_eq!(said.at(&ObservedFact { actor: Some(4), ..dressed }, None), Verdict::Other);
        assert_eq!(said.at(&ObservedFact { worn: Some(9), ..played }, None), Verdict::Certain);
    }
}
