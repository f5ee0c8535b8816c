//! One chore in one facing: what a user calls an animation.

use crate::chore::Role;
use crate::facing::Facing;

/// A chore × facing that the costume has a record for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Record index in the file.
    pub record: u16,
    /// Chore number: record ÷ number of facings.
    pub chore: u16,
    /// The facing that the record serves.
    pub facing: Facing,
    /// The role that has this chore (`Costume::roles`), if any.
    pub role: Option<Role>,
}

impl Action {
    /// The chore as people know it: the role's name, or `chore 8`.
    #[must_use]
    pub fn chore_name(&self) -> String {
        match self.role {
            Some(role) => role.name().to_owned(),
            None => format!("chore {}", self.chore),
        }
    }
}
