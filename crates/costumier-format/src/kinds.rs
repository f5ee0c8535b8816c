//! The kinds of games that this build of the library reads: all, unless a small program leaves a feature out.
//!
//! ```text
//! old    games of v0 to v4
//! late   games of v7 and v8, and Humongous games
//! ```
//! **Note:** the code for omitted games is compiled all the same, and no other module knows of these features. A
//! reader must hold a token for its kind of game; a costume that only such games have keeps the token. Without the
//! feature the token's type has no value, so the compiler removes all code that needs one.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects, clippy::indexing_slicing))]

use crate::error::{Error, ErrorKind, Result};

/// A token that shows that games of v0 to v4 are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Old {
    /// The token, in builds that read these games.
    #[cfg(feature = "old")]
    IsRead,
}

/// A token that shows that games of v7 and v8, and Humongous games, are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Late {
    /// The token, in builds that read these games.
    #[cfg(feature = "late")]
    IsRead,
}

/// Returns the token for games of v0 to v4.
///
/// # Errors
/// [`ErrorKind::Unsupported`] if this build leaves them out.
pub fn old() -> Result<Old> {
    #[cfg(feature = "old")]
    let token = Some(Old::IsRead);
    #[cfg(not(feature = "old"))]
    let token = None;
    token.ok_or_else(|| left_out("a game of v0 to v4", "old"))
}

/// Returns the token for games of v7 and v8, and Humongous games.
///
/// # Errors
/// [`ErrorKind::Unsupported`] if this build leaves them out.
pub fn late() -> Result<Late> {
    #[cfg(feature = "late")]
    let token = Some(Late::IsRead);
    #[cfg(not(feature = "late"))]
    let token = None;
    token.ok_or_else(|| left_out("a game of v7 or v8, or a Humongous game", "late"))
}

#[cold]
fn left_out(games: &str, feature: &str) -> Error {
    let text = format!("this is {games}, which this program leaves out (it was built without `{feature}`)");
    Error::new(ErrorKind::Unsupported(text), "opening the game")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_read_unless_a_feature_is_left_out() {
        assert_eq!(old().is_ok(), cfg!(feature = "old"));
        assert_eq!(late().is_ok(), cfg!(feature = "late"));
    }
}
