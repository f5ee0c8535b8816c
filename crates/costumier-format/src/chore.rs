//! Chores: the numbers by which scripts start an actor's actions, and the five named roles.
//!
//! **Note:** the number of a role belongs to the actor, not to the costume: scripts may change it. The defaults
//! differ between generations (`docs/format/animation.md §5`).

use std::fmt;
use std::str::FromStr;

use crate::error::UnknownName;

/// What a chore is for, if it has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Sets the actor up. From v3 on, starting it empties the limbs first.
    Init,
    /// The actor is walking.
    Walk,
    /// The actor stands still.
    Stand,
    /// The actor begins to speak.
    TalkStart,
    /// The actor stops speaking.
    TalkStop,
}

impl Role {
    /// All five roles, in the interpreter's order.
    pub const ALL: [Self; 5] = [Self::Init, Self::Walk, Self::Stand, Self::TalkStart, Self::TalkStop];

    /// The role's name in listings and scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Walk => "walk",
            Self::Stand => "stand",
            Self::TalkStart => "talk start",
            Self::TalkStop => "talk stop",
        }
    }
}

impl FromStr for Role {
    type Err = UnknownName;

    /// The role of that name, in any case; `talk-start` and `talk_start` are accepted too, and `talk` is `talk
    /// start`.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let name = text.to_ascii_lowercase().replace(['-', '_'], " ");
        let name = if name == "talk" { Self::TalkStart.name() } else { &name };
        let found = Self::ALL.into_iter().find(|role| role.name() == name);
        found.ok_or_else(|| UnknownName::new(text, "role", "init, walk, stand, talk-start or talk-stop"))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The chore number of each role, for one actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roles {
    /// Number of the init chore.
    pub init: u8,
    /// Number of the walk chore.
    pub walk: u8,
    /// Number of the stand chore.
    pub stand: u8,
    /// Number of the talk-start chore.
    pub talk_start: u8,
    /// Number of the talk-stop chore.
    pub talk_stop: u8,
}

impl Roles {
    /// The default numbers of v3 and later.
    pub const DEFAULT: Self = Self { init: 1, walk: 2, stand: 3, talk_start: 4, talk_stop: 5 };

    /// The chore of a role.
    #[must_use]
    pub fn chore(&self, role: Role) -> u16 {
        self.number(role).into()
    }

    /// The chore of a role as games store it, in one byte.
    #[must_use]
    pub fn number(&self, role: Role) -> u8 {
        match role {
            Role::Init => self.init,
            Role::Walk => self.walk,
            Role::Stand => self.stand,
            Role::TalkStart => self.talk_start,
            Role::TalkStop => self.talk_stop,
        }
    }

    /// The role of a chore number, if it has one.
    #[must_use]
    pub fn role(&self, chore: u16) -> Option<Role> {
        Role::ALL.into_iter().find(|role| self.chore(*role) == chore)
    }

    /// Translates a chore number to an actor whose roles have the numbers of `other`. A role keeps its meaning. If
    /// a chore without a role has the number of a role there, it gets a number that one of the roles here leaves
    /// free. Different chores get different numbers.
    #[must_use]
    pub fn renumbered(&self, chore: u8, other: &Self) -> u8 {
        if let Some(role) = self.role(chore.into()) {
            return other.number(role);
        }
        let numbers = |of: &Self, not: &Self| {
            let mut numbers = Role::ALL.map(|role| of.number(role)).to_vec();
            numbers.retain(|number| not.role((*number).into()).is_none());
            numbers.sort_unstable();
            numbers
        };
        let taken = numbers(other, self).iter().position(|number| *number == chore);
        taken.and_then(|at| numbers(self, other).get(at).copied()).unwrap_or(chore)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_numbers_are_each_other_s_inverse() {
        for role in Role::ALL {
            assert_eq!(Roles::DEFAULT.role(Roles::DEFAULT.chore(role)), Some(role));
            assert_eq!(role.name().parse(), Ok(role));
        }
        assert_eq!("Talk-Start".parse(), Ok(Role::TalkStart));
        assert_eq!("talk".parse(), Ok(Role::TalkStart));
        assert_eq!(Roles::DEFAULT.role(6), None);
    }

    #[test]
    fn chores_keep_their_roles_where_these_have_other_numbers() {
        let (new, old) = (Roles::DEFAULT, crate::Dialect::V2.roles);
        for chore in 0..64 {
            let there = new.renumbered(chore, &old);
            assert_eq!(
                (old.role(there.into()), old.renumbered(there, &new)),
                (new.role(chore.into()), chore)
            );
            assert_eq!(new.renumbered(chore, &new), chore);
        }
        assert_eq!((new.renumbered(0, &old), new.renumbered(2, &old), new.renumbered(7, &old)), (3, 0, 7));
    }
}
