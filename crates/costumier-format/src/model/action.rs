//! An action: one chore in one facing, for which an export shows an animation.

use std::fmt;

use crate::chore::Role;
use crate::facing::Facing;

/// A chore and a facing that the costume has a record for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Action {
    /// Record index in the file.
    pub record: u16,
    /// Chore number: record ÷ number of facings.
    pub chore: u16,
    /// The facing that the record serves.
    pub facing: Facing,
    /// The role of the chore (`Costume::roles`), if any.
    pub role: Option<Role>,
}

impl Action {
    /// The chore's name for messages: the role's name, or `chore 8`.
    #[must_use]
    pub fn chore_name(&self) -> String {
        match self.role {
            Some(role) => role.name().to_owned(),
            None => format!("chore {}", self.chore),
        }
    }
}

impl fmt::Display for Action {
    /// The chore and the facing: `walk, east`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.chore_name(), self.facing)
    }
}
