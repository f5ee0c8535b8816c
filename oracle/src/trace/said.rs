//! What `cast` says of the place of an instruction.

use std::collections::{BTreeMap, BTreeSet};

use costumier::cast::{Cast, Evidence};
use costumier::raw::script::{Instruction, Level, Operand, Profile, Script};

/// Most places that `cast` keeps for one fact.
const MOST_EVIDENCE: usize = 64;

/// The instructions that must be evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Costume,
    Room,
    Chore,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Costume => "costume of an actor",
            Self::Room => "actor put into a room",
            Self::Chore => "chore played",
        }
    }

    /// What the instruction of that index does; none where it does nothing that is evidence: a costume 0, no room,
    /// an order, a role.
    pub(super) fn of(script: &Script, index: usize) -> Option<Self> {
        let instruction = script.get(index)?;
        let profile = script.profile();
        // The last operand's number, where the script says it.
        let last = if profile.has_stack() {
            index.checked_sub(1).and_then(|before| pushed(&script.get(before)?))
        } else {
            Level::new(instruction.operands).nth(1).and_then(|(operand, _)| number(operand))
        };
        match instruction.name {
            "actorOps" => dresses(&instruction, profile, last).then_some(Self::Costume),
            "animateActor" if last.is_some_and(|number| is_no_chore(profile, number)) => None,
            "animateActor" => Some(Self::Chore),
            "putActorInRoom" => (last != Some(0)).then_some(Self::Room),
            "putActor" | "putActorAtXY" if profile.has_stack() => {
                (!matches!(last, Some(0 | 0xFF | 0x7FFF_FFFF))).then_some(Self::Room)
            }
            _ => None,
        }
    }
}

fn number(operand: Operand) -> Option<i32> {
    match operand {
        Operand::Number(number) => Some(number),
        _ => None,
    }
}

/// The number that a literal push leaves.
fn pushed(instruction: &Instruction<'_>) -> Option<i32> {
    match (instruction.name, instruction.operands) {
        ("pushByte" | "pushWord" | "pushDWord", [Operand::Number(number)]) => Some(*number),
        _ => None,
    }
}

fn dresses(instruction: &Instruction<'_>, profile: Profile, last: Option<i32>) -> bool {
    Level::new(instruction.operands).any(|(operand, parts)| {
        let given = if profile < Profile::V3 || profile.has_stack() {
            last
        } else {
            parts.first().copied().and_then(number)
        };
        matches!(operand, Operand::Sub { name: "costume", .. }) && given != Some(0)
    })
}

/// Orders and roles, as ScummVM tells them from chores.
fn is_no_chore(profile: Profile, number: i32) -> bool {
    match profile {
        Profile::V0 => number >= 253,
        Profile::V7 | Profile::V8 => matches!(number, 255 | 1001..=1005 | 2000..=4999),
        _ if profile < Profile::V3 => (0x38 << 2..0x3D << 2).contains(&number) || (244..256).contains(&number),
        _ => matches!(number, 0x38..=0x3C | 244..=255),
    }
}

/// The places that are evidence for something.
#[derive(Debug, Default)]
pub(super) struct Said {
    places: BTreeSet<(usize, u32)>,
    /// What could not be followed there.
    unknown: BTreeMap<(usize, u32), String>,
    /// Some fact has as many places as are kept: others may be left out.
    is_full: bool,
}

/// What is said of one place.
pub(super) enum Answer<'a> {
    Evidence,
    Unknown(&'a str),
    /// There may have been too much evidence to keep.
    Full,
    Nothing,
}

impl Said {
    pub(super) fn of(cast: &Cast) -> Self {
        let mut said = Self::default();
        for costume in cast.costumes.values() {
            costume.names.iter().for_each(|fact| said.take(&fact.evidence));
            costume.actors.iter().for_each(|fact| said.take(&fact.evidence));
            costume.rooms.iter().for_each(|fact| said.take(&fact.evidence));
            costume.chores.values().for_each(|fact| said.take(&fact.evidence));
        }
        for (reason, places) in &cast.unknown {
            said.unknown.extend(places.iter().map(|it| ((it.script, it.at), reason.clone())));
        }
        said
    }

    fn take(&mut self, evidence: &[Evidence]) {
        self.is_full |= evidence.len() >= MOST_EVIDENCE;
        self.places.extend(evidence.iter().map(|it| (it.script, it.at)));
    }

    pub(super) fn at(&self, place: (usize, u32)) -> Answer<'_> {
        match self.unknown.get(&place) {
            _ if self.places.contains(&place) => Answer::Evidence,
            Some(reason) => Answer::Unknown(reason),
            None if self.is_full => Answer::Full,
            None => Answer::Nothing,
        }
    }
}
