//! The cast of a game: what its scripts say about its costumes, with evidence for each fact.
//!
//! ```text
//! scripts ─▸ walk (values along jumps, arguments of scripts that are started) ─▸ events ─▸ facts per costume
//! ```
//! A costume has no name; a script names the actor that wears it.
//!
//! **Note:** nothing here is a guess. A *certain* fact comes from literal numbers in one script, or from the only
//! costume that an actor ever gets; a *likely* fact is one of several possible ones; what cannot be followed is
//! counted as unknown, with the reason (`docs/format/scripts.md §A.4.7`).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod chores;
mod event;
mod facts;
mod gather;
mod merge;
mod reach;
mod rooms;
mod state;
mod value;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

pub use reach::{Computed, Reach, ReachedCostume};

use crate::owned::ReadScripts;
use crate::script::{Encoding, Profile, Variable};
use crate::{Role, Roles};

/// How sure a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// The fact is one of several possible ones.
    Likely,
    /// Nothing else is possible according to the scripts.
    Certain,
}

impl Certainty {
    /// Returns the word in listings and JSON: `likely` or `certain`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// The place of a fact in a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Evidence {
    /// Index of the script in [`ReadScripts::list`].
    pub script: usize,
    /// Position of the instruction's first byte in the script.
    pub at: u32,
    /// The variable that was tested on the way to the instruction, and the value that it was equal to; `None`
    /// without a test.
    pub when: Option<(Variable, i32)>,
    /// The starts of the script for which the place makes the fact certain; none if it is only likely.
    pub certain: ScriptStarts,
}

/// The arguments of one start of a script: the values that each argument can have, none if they cannot be followed.
/// `None` stands for a start that is not known.
pub type Start = Option<Vec<Vec<i32>>>;

/// Some of the starts of one script, as indices in its list in [`Cast::starts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScriptStarts(u16);

impl Evidence {
    /// Makes the evidence of an instruction, without a test before it.
    #[must_use]
    pub fn new(script: usize, at: u32) -> Self {
        Self { script, at, when: None, certain: ScriptStarts::default() }
    }
}

impl ScriptStarts {
    /// Whether the start with this index is one of them.
    #[must_use]
    pub fn contains(self, index: usize) -> bool {
        u32::try_from(index).is_ok_and(|index| self.0.checked_shr(index).unwrap_or(0) & 1 == 1)
    }
}

/// A fact from scripts, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact<T> {
    /// What the scripts say.
    pub value: T,
    /// How sure the fact is: the best of its evidence.
    pub certainty: Certainty,
    /// The places that say it, in the order of scripts.
    pub evidence: Vec<Evidence>,
}

/// A look: the colours that scripts give an actor in a costume.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScriptLook {
    /// The overrides: costume colour ▸ room colour.
    pub overrides: BTreeMap<u32, u32>,
    /// The shadow mode, if scripts set one.
    pub shadow: Option<u32>,
}

/// The facts that scripts give about one costume.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CostumeCast {
    /// The names of the actors that wear it.
    pub names: Vec<Fact<String>>,
    /// The actors that wear it, by number.
    pub actors: Vec<Fact<i32>>,
    /// The numbers of chores with roles, where scripts change them.
    pub roles: BTreeMap<Role, Vec<Fact<i32>>>,
    /// Other settings by name: talk colour, width, scale, elevation, z-plane, walk speed, animation speed, layer,
    /// sound.
    pub settings: BTreeMap<&'static str, Vec<Fact<Vec<i32>>>>,
    /// Rooms into which scripts put its actors, or in which they give an actor the costume or load it.
    pub rooms: Vec<Fact<i32>>,
    /// Other numbers by which scripts put it into a room, by room: `pseudoRoom` gives rooms several numbers.
    /// **Note:** an actor is visible only while the room is entered by the number with which the actor was put
    /// there.
    pub entered_as: BTreeMap<i32, BTreeSet<i32>>,
    /// Chores that scripts play, by number. Roles by their numbers are not among them.
    pub chores: BTreeMap<i32, Fact<i32>>,
    /// The sets of colours that scripts give it, the one with the most evidence first.
    pub looks: Vec<Fact<ScriptLook>>,
    /// Number of places where its actors speak.
    pub speaks: usize,
}

impl CostumeCast {
    /// Returns the name of the costume: of the certain names (without any, of the likely ones) the one with the
    /// most evidence, and of equal ones the first.
    #[must_use]
    pub fn name(&self) -> Option<&Fact<String>> {
        self.names.iter().rev().max_by_key(|fact| (fact.certainty, fact.evidence.len()))
    }

    /// Returns the chore that scripts use for a role, if exactly one is certain.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<i32> {
        let mut certain = self.roles.get(&role)?.iter().filter(|it| it.certainty == Certainty::Certain);
        let one = certain.next()?;
        certain.next().is_none().then_some(one.value)
    }
}

/// The facts that a game's scripts give about its costumes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cast {
    /// The set of instructions that the scripts were read with.
    pub profile: Profile,
    /// The encoding that names were read in.
    pub encoding: Encoding,
    /// The facts by costume number.
    pub costumes: BTreeMap<u32, CostumeCast>,
    /// The actors that the player can be.
    pub egos: BTreeSet<i32>,
    /// Places that could not be followed, by reason.
    pub unknown: BTreeMap<String, Vec<Evidence>>,
    /// Scripts that are too tangled to be followed to the end, by index.
    pub tangled: Vec<usize>,
    /// The starts of each script that were told apart, by index of the script.
    pub starts: Vec<Vec<Start>>,
}

impl Cast {
    /// Returns the chores behind the roles of every costume for which scripts set exactly one certain number for
    /// some role; the other roles are taken from `defaults`. Where scripts set several numbers, it is unknown which
    /// is the usual one, so the default remains: [`CostumeCast::roles`] has all of them.
    #[must_use]
    pub fn roles(&self, defaults: Roles) -> BTreeMap<u32, Roles> {
        let changed = |costume: &CostumeCast| {
            let mut roles = defaults;
            for role in Role::ALL {
                let number = costume.role(role).and_then(|number| u8::try_from(number).ok());
                let place = match role {
                    Role::Init => &mut roles.init,
                    Role::Walk => &mut roles.walk,
                    Role::Stand => &mut roles.stand,
                    Role::TalkStart => &mut roles.talk_start,
                    Role::TalkStop => &mut roles.talk_stop,
                };
                *place = number.unwrap_or(*place);
            }
            roles
        };
        let all = self.costumes.iter().map(|(id, costume)| (*id, changed(costume)));
        all.filter(|(_, roles)| *roles != defaults).collect()
    }

    /// Returns the starts for which a place makes its fact certain, if these are some of the script's starts and not
    /// all.
    #[must_use]
    pub fn certain_starts(&self, evidence: &Evidence) -> Vec<&Start> {
        let all = self.starts.get(evidence.script).map_or(&[][..], Vec::as_slice);
        let certain = all.iter().enumerate().filter(|(index, _)| evidence.certain.contains(*index));
        let certain: Vec<&Start> = certain.map(|(_, start)| start).collect();
        if certain.len() < all.len() { certain } else { Vec::new() }
    }

    /// Reads the facts from the scripts of a game.
    #[must_use]
    pub fn of(scripts: &ReadScripts) -> Self {
        facts::cast(scripts)
    }
}

#[cfg(test)]
mod tests;
