//! Recognises a game that earlier calls of `put` made from the game of a costume folder. Its index changed, so its
//! fingerprint differs.
//!
//! Two things show it: the costume is still, byte for byte, what the folder was unpacked from; or the original index
//! is kept next to the game, where `put --in-place` puts it.

use std::path::{Path, PathBuf};

use costumier::files::Decrypted;
use costumier::files::Key;
use costumier::{Files as _, Source as _};
use costumier_edit::folder::ORIGINAL;
use costumier_export::Identity;

use super::archive::Archive;
use super::in_place::backup_of;
use crate::args::GameArg;
use crate::open::{OpenGame, open_plain};
use costumier::files::folder::Folder;

/// Whether the game, opened as `game`, was made from the game with this key. `id` is the costume that `folder` is to
/// become.
pub(super) fn is_own_mod(
    opened: &OpenGame,
    game: &str,
    folder: &Path,
    (key, id): (&str, Option<u32>),
) -> bool {
    is_as_unpacked(opened, folder, id) || was(opened, game, key)
}

/// Whether the game's costume is the one that the folder was unpacked from.
fn is_as_unpacked(opened: &OpenGame, folder: &Path, id: Option<u32>) -> bool {
    let original = std::fs::read(folder.join(ORIGINAL)).ok();
    let there = id.and_then(|id| opened.game.costume_bytes(id).ok());
    original.zip(there).is_some_and(|(original, there)| original == there.payload)
}

/// Whether the game had this key before its first `put --in-place`.
fn was(opened: &OpenGame, game: &str, key: &str) -> bool {
    if let Some(archive) = Archive::of(opened, game) {
        let before = GameArg::plain(&backup_of(&archive.place).to_string_lossy());
        let identity = open_plain(&before).and_then(|before| before.identity());
        return identity.is_ok_and(|identity| identity.has_key(key));
    }
    let index = opened.game.data().files().next();
    let Some((folder, index)) = opened.folder().zip(index) else { return false };
    let place = backup_of(&folder.join(&index.name));
    let xor = index.found.map_or(Key::PLAIN, |(_, key)| key);
    plain(&place, xor, opened.game.limits().index_bytes)
        .is_some_and(|bytes| Identity::new(&index.name, &bytes).has_key(key))
}

/// Reads a file and decrypts it.
fn plain(place: &Path, key: Key, most: u64) -> Option<Vec<u8>> {
    let folder: PathBuf = place.parent()?.to_owned();
    let source = Folder::new(&folder, 1).ok()?.open(&place.file_name()?.to_string_lossy()).ok()?;
    let source = Decrypted::new(source, key);
    let length = source.len();
    let mut bytes = vec![0; usize::try_from(length).ok().filter(|_| length <= most)?];
    source.read_at(0, &mut bytes).ok()?;
    Some(bytes)
}
