//! Patched games for JavaScript: the files of a game with a patch's changes laid over them.

use std::sync::Arc;

use costumier_edit::patch::set;
use costumier_edit::put;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Result;
use crate::game::Game;

/// The largest file that a patch may produce, in bytes.
const MOST: u64 = 1 << 29;

#[wasm_bindgen]
impl Game {
    /// Returns the game with a patch: a BPS file, or a zip of several. This game stays as it is.
    pub fn patched(&self, patch: &[u8]) -> Result<Game> {
        let before = &self.open.source.files;
        let index = put::index(&self.open.game);
        let patched = set::apply(patch, before, (&index, &put::container(&self.open.game)), MOST)?;
        self.of_files(Arc::new(patched), None)
    }

    /// Returns the same game on another screen, as its files are.
    pub fn on_screen(&self, screen: &str) -> Result<Game> {
        self.of_files(Arc::clone(&self.open.source.files), Some(screen.to_owned()))
    }

    /// Returns the ids of the costumes whose blocks differ from those of another game.
    #[must_use]
    pub fn differing(&self, other: &Game) -> Vec<u32> {
        let block = |game: &Game, id| game.open.game.costume_bytes(id).ok().map(|found| found.payload);
        let ids = |game: &Game| game.open.game.costume_slots().map(|slot| slot.id).collect::<Vec<_>>();
        let mut all = ids(self);
        all.extend(ids(other));
        all.sort_unstable();
        all.dedup();
        all.retain(|id| block(self, *id) != block(other, *id));
        all
    }
}
