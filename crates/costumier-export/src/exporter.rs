//! A whole game: what its costumes share, one costume after the other, and the manifest at the end.

use costumier::game::Game;

use crate::Opened;
use crate::colour::{RoomPalette, text};
use crate::error::{ExportError, Result};
use crate::identity::Identity;
use crate::ledger::{Entries, Ledger, format_names};
use crate::names::Names;
use crate::options::{Background, ExportOptions};
use crate::output::Output;
use crate::paths;
use crate::report::{CostumeReport, Head, MANIFEST_VERSION, Manifest};

pub use crate::costume::Workspace;

/// Exports the costumes of a game. Threads share it.
#[derive(Debug)]
pub struct Exporter<'g> {
    pub(crate) game: &'g Game,
    pub(crate) identity: Identity,
    pub(crate) key: String,
    pub(crate) options: ExportOptions,
    pub(crate) names: Names,
    pub(crate) palettes: Vec<RoomPalette>,
}

impl<'g> Exporter<'g> {
    /// Prepares to export from a game: reads the palettes of all its rooms. Its identity is what the manifest's keys begin with.
    ///
    /// A room that cannot be read is no candidate for a palette; the costumes' reports say whose palette they got.
    #[must_use]
    pub fn new(game: &'g Game, identity: Identity, options: ExportOptions, names: Names) -> Self {
        let key = identity.key();
        Self { game, identity, key, options, names, palettes: RoomPalette::all(game) }
    }

    /// What is exported, and how.
    #[must_use]
    pub fn options(&self) -> &ExportOptions {
        &self.options
    }

    /// Whether anything can be seen in this room: rooms that only hold resources have a stub for a picture, or a palette of one colour.
    #[must_use]
    pub fn shows(&self, room: u32) -> bool {
        self.palettes.iter().any(|it| it.room == room && it.shows)
    }

    /// Exports one costume. A costume that cannot be read gives a report that says why.
    ///
    /// # Errors
    /// [`ExportError`] where the output takes no more; then there is no sense in going on.
    pub fn costume(
        &self,
        id: u32,
        workspace: &mut Workspace,
        output: &mut dyn Output,
    ) -> Result<CostumeReport> {
        match crate::open(self.game, id) {
            Ok(opened) => self.opened(&opened, workspace, output),
            Err(e) => Ok(crate::costume::failed(self, id, &e)),
        }
    }

    /// Exports a costume that is open already, wherever it came from.
    ///
    /// # Errors
    /// As [`Exporter::costume`].
    pub fn opened(
        &self,
        opened: &Opened,
        workspace: &mut Workspace,
        output: &mut dyn Output,
    ) -> Result<CostumeReport> {
        crate::costume::export(self, opened, workspace, output)
    }

    /// What the manifest says before its costumes.
    #[must_use]
    pub fn head(&self) -> Head {
        Head {
            version: MANIFEST_VERSION,
            game: self.key.clone(),
            fingerprint: self.identity.fingerprint.clone(),
            title: self.names.title.clone().or_else(|| self.game.title().map(str::to_owned)),
            generation: self.game.generation().name(),
            formats: format_names(&self.options.formats),
            jiffies_per_tick: self.options.jiffies(),
            scale_up: self.options.scale(),
            background: match self.options.background {
                Background::Transparent => "transparent".to_owned(),
                Background::Colour(rgb) => text(rgb),
                Background::Room => "room".to_owned(),
            },
            trimmed: self.options.trim,
        }
    }

    /// Writes what the costumes have in common, `manifest.json` and `index.html`, from reports that were all kept. [`Ledger`] does the same
    /// without keeping them.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn finish(&self, mut costumes: Vec<CostumeReport>, output: &mut dyn Output) -> Result<Manifest> {
        costumes.sort_by_key(|costume| costume.id);
        let mut ledger = Ledger::new(self);
        for (number, costume) in costumes.iter().enumerate() {
            ledger.add(number, Entries::of(costume), output)?;
        }
        let shared_pictures = ledger.shared();
        let summary = ledger.finish(output)?;
        Ok(Manifest { head: self.head(), costumes, shared_pictures, summary })
    }

    /// A costume's key: `game/room-001/costume-007`.
    pub(crate) fn costume_key(&self, room: u32, id: u32) -> String {
        format!("{}/room-{room:03}/{}", self.key, paths::costume(id))
    }
}

pub(crate) fn put(output: &mut dyn Output, path: &str, bytes: &[u8]) -> Result<()> {
    output.put(path, bytes).map_err(|source| ExportError { path: path.to_owned(), source })
}
