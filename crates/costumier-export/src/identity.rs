//! Which game it is: its index's fingerprint, and the name that its keys begin with.
//!
//! File names tell games apart badly: every game of v3 has a `000.LFL`, every language of a game the same
//! `monkey2.000`. What the index says differs as soon as anything in the game is longer or shorter, so its
//! content is the identity. It is taken decrypted: how a shop packed the file makes no other game of it.

use costumier::files::Decrypted;
use costumier::files::Key;
use costumier::{Files, Game, Result, Source as _};

use crate::pixels::sha256;

/// Digits of the fingerprint that keys have: with thousands of games, two alike are one chance in hundreds.
const DIGITS: usize = 8;

/// A game's identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The index file's name without folder and ending, in lower case, of letters, digits and `-` only.
    pub name: String,
    /// SHA-256 over the index as it is decrypted, in lower-case hexadecimal.
    pub fingerprint: String,
}

impl Identity {
    /// The identity of a game that was opened from these files.
    ///
    /// # Errors
    /// What reading the index says.
    pub fn of(game: &Game, files: &dyn Files) -> Result<Self> {
        let Some(index) = game.data().files().next() else { return Ok(Self::new("", &[])) };
        let (length, key) = index.found.unwrap_or((0, Key::PLAIN));
        let source = Decrypted::new(files.open(&index.name)?, key);
        // It was read before, within the game's limits.
        let mut bytes = vec![0; usize::try_from(length.min(game.limits().index_bytes)).unwrap_or(0)];
        source.read_at(0, &mut bytes)?;
        Ok(Self::new(&index.name, &bytes))
    }

    /// The identity of a game by its index file's name and content.
    #[must_use]
    pub fn new(index: &str, content: &[u8]) -> Self {
        let file = index.rsplit(['/', '\\']).next().unwrap_or(index);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        Self { name: stem.chars().map(letter).collect(), fingerprint: sha256(content) }
    }

    /// What the game is called in keys: `monkey2-1f0c9a3e`. Editions with the same file names have different
    /// ones.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-{}", self.name, self.digits())
    }

    /// Whether a key is of the same game, under whatever name its index lay there: a remaster's `monkey1.000` and
    /// a floppy's `monkey.000` may be one.
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
