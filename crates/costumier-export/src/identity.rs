//! The identity of a game: the fingerprint of its index, and the name that keys begin with.
//!
//! File names do not distinguish games: every game of v3 has a `000.LFL`, and every language of a game has the same
//! `monkey2.000`. The index differs as soon as anything in the game has another size, so its content is the identity.
//! It is hashed decrypted, because shops encrypt the same game in different ways.

use costumier::files::Decrypted;
use costumier::files::Key;
use costumier::{Files, Game, Result, Source as _};

use crate::pixels::sha256;

/// Number of fingerprint digits in a key. Among thousands of games, the chance of two equal keys is one in hundreds.
const DIGITS: usize = 8;

/// The identity of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name of the index file without folder and ending, in lower case, reduced to letters, digits and `-`.
    pub name: String,
    /// SHA-256 of the decrypted index, in lower-case hexadecimal.
    pub fingerprint: String,
}

impl Identity {
    /// Returns the identity of a game that was opened from these files.
    ///
    /// # Errors
    /// Errors of reading the index.
    pub fn of(game: &Game, files: &dyn Files) -> Result<Self> {
        let Some(index) = game.data().files().next() else { return Ok(Self::new("", &[])) };
        let (length, key) = index.found.unwrap_or((0, Key::PLAIN));
        let source = Decrypted::new(files.open(&index.name)?, key);
        // The index was read before, within the game's limits.
        let mut bytes = vec![0; usize::try_from(length.min(game.limits().index_bytes)).unwrap_or(0)];
        source.read_at(0, &mut bytes)?;
        Ok(Self::new(&index.name, &bytes))
    }

    /// Returns the identity of a game from its index file's name and content.
    #[must_use]
    pub fn new(index: &str, content: &[u8]) -> Self {
        let file = index.rsplit(['/', '\\']).next().unwrap_or(index);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        Self { name: stem.chars().map(letter).collect(), fingerprint: sha256(content) }
    }

    /// Returns the game's name in keys: `monkey2-1f0c9a3e`. Editions with the same file names have different keys.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-{}", self.name, self.digits())
    }

    /// Whether a key is of the same game. The name of the index may differ: a remaster's `monkey1.000` and a floppy's
    /// `monkey.000` may be the same.
    #[must_use]
    pub fn has_key(&self, key: &str) -> bool {
        key.rsplit_once('-').is_some_and(|(_, digits)| digits == self.digits())
    }

    fn digits(&self) -> &str {
        self.fingerprint.get(..DIGITS).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_name_and_the_content() {
        let it = Identity::new("disc/Monkey 2.000", b"abc");
        assert_eq!(it.key(), "monkey-2-ba7816bf");
        assert_ne!(Identity::new("000.LFL", b"abc").key(), Identity::new("000.LFL", b"abd").key());
        // The name tells no games apart.
        for (key, same) in [("monkey-2-ba7816bf", true), ("000-ba7816bf", true), ("monkey-2-ba7816be", false)]
        {
            assert_eq!(it.has_key(key), same, "{key}");
        }
        assert!(!it.has_key("ba7816bf") && !it.has_key("monkey-2"));
    }
}
