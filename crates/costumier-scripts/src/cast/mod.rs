//! Who is who: what a game's scripts say about its costumes, with evidence for each thing that is said.
//!
//! ```text
//! scripts ─▸ walk (values along jumps, arguments of scripts that are started) ─▸ events ─▸ facts per costume
//! ```
//! A costume has no name; the actor that wears it gets one by a script, and the script says where. What
//! surprises: nothing here is a guess. *Certain* is what literal numbers in one script, or the only costume
//! that an actor ever gets, say; *likely* is one of several; what cannot be followed is counted as unknown,
//! with the reason (`reference/11 A.4.7`).
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

mod chores;
mod event;
mod facts;
mod gather;
mod rooms;
mod state;
mod value;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use crate::owned::ReadScripts;
use crate::script::{Profile, Variable};
use crate::{Role, Roles};

/// How sure a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// One of several.
    Likely,
    /// Nothing else is possible as far as scripts say.
    Certain,
}

impl Certainty {
    /// Its word in listings and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// Where a script says something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Evidence {
    /// Index in [`ReadScripts::list`].
    pub script: usize,
    /// The byte of the instruction there.
    pub at: u32,
    /// The variable and value that were tested on the way, where one was.
    pub when: Option<(Variable, i32)>,
}

/// Something that scripts say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact<T> {
    /// What.
    pub value: T,
    /// How sure it is: the best of its evidence.
    pub certainty: Certainty,
    /// Where it is said, in the order of scripts.
    pub evidence: Vec<Evidence>,
}

/// Colours that scripts give an actor in a costume: one look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScriptLook {
    /// Costume colour ▸ room colour.
    pub overrides: BTreeMap<u32, u32>,
    /// The shadow mode, where one is set.
    pub shadow: Option<u32>,
}

/// What scripts say about one costume.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CostumeCast {
    /// What the actors that wear it are called.
    pub names: Vec<Fact<String>>,
    /// The actors that wear it.
    pub actors: Vec<Fact<i32>>,
    /// The numbers of chores with roles, where scripts change them.
    pub roles: BTreeMap<Role, Vec<Fact<i32>>>,
    /// Other settings by name: talk colour, width, scale, elevation, z-plane, walk speed, animation speed,
    /// layer, sound.
    pub settings: BTreeMap<&'static str, Vec<Fact<Vec<i32>>>>,
    /// Rooms where it is put, dressed or loaded.
    pub rooms: Vec<Fact<i32>>,
    /// Other numbers by which scripts put it into a room, by room: `pseudoRoom` gives rooms several numbers. An
    /// actor is seen only while the room is entered by the number that the actor was put there by.
    pub entered_as: BTreeMap<i32, BTreeSet<i32>>,
    /// Chores that scripts play; roles by their numbers are not among them.
    pub chores: BTreeMap<i32, Fact<i32>>,
    /// The sets of colours that scripts give it, most evidence first.
    pub looks: Vec<Fact<ScriptLook>>,
    /// Number of places where its actors speak.
    pub speaks: usize,
}

impl CostumeCast {
    /// What it is called: of the names that are certain (else of those that are likely) the one with the most
    /// evidence, of equals the first.
    #[must_use]
    pub fn name(&self) -> Option<&Fact<String>> {
        self.names.iter().rev().max_by_key(|fact| (fact.certainty, fact.evidence.len()))
    }

    /// The chore that scripts use for a role, if exactly one is certain.
    #[must_use]
    pub fn role(&self, role: Role) -> Option<i32> {
        let mut certain = self.roles.get(&role)?.iter().filter(|it| it.certainty == Certainty::Certain);
        let one = certain.next()?;
        certain.next().is_none().then_some(one.value)
    }
}

/// What the scripts of a game say about its costumes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cast {
    /// The instructions that the scripts were read with.
    pub profile: Profile,
    /// By costume id.
    pub costumes: BTreeMap<u32, CostumeCast>,
    /// The actors that the player can be.
    pub egos: BTreeSet<i32>,
    /// What could not be followed, by reason.
    pub unknown: BTreeMap<String, Vec<Evidence>>,
    /// Scripts that are too tangled to be followed to the end, by index.
    pub tangled: Vec<usize>,
}

impl Cast {
    /// The chores behind the roles of every costume for which scripts say exactly one other number for some
    /// role; `defaults` for the rest. Where they say several, which is the usual one nobody knows:
    /// [`CostumeCast::roles`] has them all.
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

    /// Reads what scripts say.
    #[must_use]
    pub fn of(scripts: &ReadScripts) -> Self {
        facts::cast(scripts)
    }
}

#[cfg(test)]
mod tests;
