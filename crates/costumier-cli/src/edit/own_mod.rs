//! Recognises a game that earlier calls of `put` made from the game of a costume folder. Its index changed, so its
//! fingerprint differs.
//!
//! Three things show it: the costume is still, byte for byte, what the folder was unpacked from; it is what an earlier
//! `put` of this folder wrote; or the original index is kept next to the game, where `put --in-place` puts it.

use std::path::{Path, PathBuf};

use costumier::files::Decrypted;
use costumier::files::Key;
use costumier::{Files as _, Source as _};
use costumier_export::Identity;

use super::archive::Archive;
use super::in_place::backup_of;
use super::last_put::LastPut;
use crate::args::GameArg;
use crate::game::folders::original;
use crate::game::open::{OpenGame, open_plain};
use costumier::files::folder::{Folder, path_of, text_of};

/// Whether the game, opened as `game`, was made from the game with this key. `there` is the block of the game that the
/// one of `folder` is to replace.
pub(super) fn is_own_mod(
    opened: &OpenGame,
    game: &str,
    folder: &Path,
    (key, there): (&str, Option<&[u8]>),
) -> bool {
    is_own_block(folder, there) || was(opened, game, |before| before.has_key(key))
}

/// Whether the index differs from the one that the game had before its first `put --in-place`.
pub(super) fn has_other_index(opened: &OpenGame, game: &str) -> bool {
    opened.identity().is_ok_and(|now| was(opened, game, |before| before.fingerprint != now.fingerprint))
}

/// Whether a block of the game is the one that the folder was unpacked from, or one that it was put as.
fn is_own_block(folder: &Path, there: Option<&[u8]>) -> bool {
    let Some(there) = there else { return false };
    original(folder).is_some_and(|original| original == there) || LastPut::read(folder).is_block(there)
}

/// Whether the game that was there before the first `put --in-place` is of this kind.
fn was(opened: &OpenGame, game: &str, is: impl FnOnce(&Identity) -> bool) -> bool {
    if let Some(archive) = Archive::of(opened, game) {
        let before = GameArg::plain(&backup_of(&archive.place).to_string_lossy());
        let identity = open_plain(&before).and_then(|before| before.identity());
        return identity.is_ok_and(|identity| is(&identity));
    }
    let index = opened.game.data().files().next();
    let Some((folder, index)) = opened.folder().zip(index) else { return false };
    let place = backup_of(&path_of(folder, &index.name));
    let xor = index.found.map_or(Key::PLAIN, |(_, key)| key);
    plain(&place, xor, opened.game.limits().index_bytes)
        .is_some_and(|bytes| is(&Identity::new(&index.name, &bytes)))
}

/// Reads a file and decrypts it.
fn plain(place: &Path, key: Key, most: u64) -> Option<Vec<u8>> {
    let folder: PathBuf = place.parent()?.to_owned();
    let source = Folder::new(&folder, 1).ok()?.open(&text_of(place.file_name()?)).ok()?;
    let source = Decrypted::new(source, key);
    let length = source.len();
    let mut bytes = vec![0; usize::try_from(length).ok().filter(|_| length <= most)?];
    source.read_at(0, &mut bytes).ok()?;
    Some(bytes)
}
