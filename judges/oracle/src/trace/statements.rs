//! The facts that `cast` states about the place of an instruction.

use std::collections::{BTreeMap, BTreeSet};

use costumier::cast::{Cast, Evidence, Fact, Start};

use super::values::{Kind, ObservedFact};

/// Most places that `cast` keeps for one fact.
const MOST_EVIDENCE: usize = 64;

/// A fact about a costume.
#[derive(Debug)]
struct Statement<'a> {
    kind: Kind,
    costume: i32,
    actor: Option<i32>,
    /// The room's numbers, or the chore.
    values: BTreeSet<i32>,
    /// Whether it has as many places as `cast` keeps, so that others may be missing.
    is_full: bool,
    /// Its places, with the starts of their scripts for which it is certain.
    evidence: &'a [Evidence],
}

/// The facts that `cast` states, by place.
#[derive(Debug)]
pub(super) struct CastStatements<'a> {
    cast: &'a Cast,
    words: Vec<Statement<'a>>,
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
    /// The same, and the statement is certain for this start of the script.
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

impl<'a> CastStatements<'a> {
    pub(super) fn of(cast: &'a Cast) -> Self {
        let mut said = Self { cast, words: Vec::new(), places: BTreeMap::new(), unknown: BTreeMap::new() };
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
        fact: &'a Fact<T>,
        (kind, costume): (Kind, i32),
        actor: Option<i32>,
        values: BTreeSet<i32>,
    ) {
        let is_full = fact.evidence.len() >= MOST_EVIDENCE;
        for Evidence { script, at, .. } in &fact.evidence {
            self.places.entry((*script, *at)).or_default().push(self.words.len());
        }
        self.words.push(Statement { kind, costume, actor, values, is_full, evidence: &fact.evidence });
    }

    /// Compares an observed fact with the statements, which have the fault if one is given.
    pub(super) fn at(&self, fact: &ObservedFact, fault: Option<Fault>) -> Verdict<'_> {
        let fits = |word: &&Statement| word.kind == fact.kind && word.fits(fact, fault);
        let here = || self.places.get(&fact.place).into_iter().flatten().map(|word| &self.words[*word]);
        let dressed = ObservedFact { worn: None, ..fact.clone() };
        let is_of_other = |word: &&Statement| word.kind == fact.kind && word.fits(&dressed, fault);
        let of_others = || here().filter(is_of_other).map(|word| self.is_certain(word, fact));
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

    /// Whether the statement is certain at this place for every start of the script that can be the observed one.
    fn is_certain(&self, word: &Statement<'_>, fact: &ObservedFact) -> bool {
        let starts = self.cast.starts[fact.place.0].iter().enumerate();
        let mut starts = starts.filter(|(_, start)| can_be(start, fact.start.as_deref())).peekable();
        let here = word.evidence.iter().find(|it| (it.script, it.at) == fact.place);
        starts.peek().is_some() && starts.all(|(index, _)| here.is_some_and(|it| it.certain.contains(index)))
    }
}

/// Whether this can be the start that was observed.
fn can_be(start: &Start, observed: Option<&[Option<i32>]>) -> bool {
    let (Some(start), Some(observed)) = (start, observed) else { return true };
    start.len() == observed.len()
        && start
            .iter()
            .zip(observed)
            .all(|(values, seen)| values.is_empty() || seen.is_none_or(|seen| values.contains(&seen)))
}

impl Statement<'_> {
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
        let cast = Cast::of(&scripts);
        let said = CastStatements::of(&cast);
        let fact = |at, kind, actor, value, worn| ObservedFact {
            place: (0, at),
            kind,
            actor,
            value,
            worn,
            start: None,
        };
        let dressed = fact(0, Kind::Costume, Some(3), Some(5), None);
        let played = fact(5, Kind::Chore, Some(3), Some(4), Some(5));
        let put = fact(8, Kind::Room, Some(3), Some(7), Some(5));
        for right in [&dressed, &played, &put] {
            assert_eq!(said.at(right, None), Verdict::Evidence, "{right:?}");
            let unknown = ObservedFact { actor: None, value: None, worn: None, ..right.clone() };
            assert_eq!(said.at(&unknown, None), Verdict::Evidence, "{right:?}");
            assert_eq!(
                said.at(&ObservedFact { value: Some(6), ..right.clone() }, None),
                Verdict::Other,
                "{right:?}"
            );
            assert_eq!(
                said.at(&ObservedFact { place: (0, 11), ..right.clone() }, None),
                Verdict::Nothing,
                "{right:?}"
            );
            for fault in Fault::ALL {
                let answer = said.at(right, Some(fault));
                assert!(
                    matches!(answer, Verdict::Other | Verdict::Certain),
                    "{right:?}, {fault:?}: {answer:?}"
                );
            }
        }
        assert_eq!(said.at(&ObservedFact { actor: Some(4), ..dressed.clone() }, None), Verdict::Other);
        assert_eq!(said.at(&ObservedFact { worn: Some(9), ..played.clone() }, None), Verdict::Certain);
    }

    /// startScript 2 [3, 5] and [4, 6]. There: actorOps 3 costume 5; breakHere; actorOps local0 costume local1;
    /// animateActor 3, 4. A third script dresses actor 3 otherwise.
    #[test]
    fn a_certain_statement_holds_for_its_start_alone() {
        let codes: [&[u8]; 3] = [
            &[10, 2, 1, 3, 0, 1, 5, 0, 0xFF, 10, 2, 1, 4, 0, 1, 6, 0, 0xFF, 0xA0],
            &[0x13, 3, 1, 5, 0xFF, 0x80, 0x93, 0, 0x40, 0x81, 1, 0x40, 0xFF, 0x11, 3, 4, 0xA0],
            &[0x13, 3, 1, 6, 0xFF, 0xA0],
        ];
        let numbered = (1..).zip(codes);
        let list = numbered.map(|(number, code)| ScriptBytes::new(Owner::Global(number), 1, code.to_vec()));
        let scripts =
            ReadScripts::new(Profile::V5, GameScripts { list: list.collect(), problems: Vec::new() });
        let cast = Cast::of(&scripts);
        let said = CastStatements::of(&cast);
        let played = |start: Option<[i32; 2]>| ObservedFact {
            place: (1, 13),
            kind: Kind::Chore,
            actor: Some(3),
            value: Some(4),
            worn: Some(9),
            start: start.map(|start| start.map(Some).to_vec()),
        };
        assert_eq!(said.at(&played(Some([3, 5])), None), Verdict::Certain);
        assert_eq!(said.at(&played(Some([4, 6])), None), Verdict::Likely);
        assert_eq!(said.at(&played(None), None), Verdict::Likely);
    }
}
