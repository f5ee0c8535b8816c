//! A whole game: what its costumes share, one costume after the other, and the manifest at the end.

use std::collections::BTreeMap;

use costumier::game::Game;

use crate::Opened;
use crate::colour::{RoomPalette, text};
use crate::error::{ExportError, Result};
use crate::html;
use crate::names::Names;
use crate::options::{Background, ExportOptions};
use crate::output::Output;
use crate::report::{CostumeReport, MANIFEST_VERSION, Manifest, SharedPicture};

pub use crate::costume::Workspace;

/// Exports the costumes of a game. Threads share it.
#[derive(Debug)]
pub struct Exporter<'g> {
    pub(crate) game: &'g Game,
    pub(crate) key: String,
    pub(crate) options: ExportOptions,
    pub(crate) names: Names,
    pub(crate) palettes: Vec<RoomPalette>,
}

impl<'g> Exporter<'g> {
    /// Prepares to export from a game: reads the palettes of all its rooms. `key` is what the game is called in the manifest's keys.
    ///
    /// A room that cannot be read is no candidate for a palette; the costumes' reports say whose palette they got.
    #[must_use]
    pub fn new(game: &'g Game, key: &str, options: ExportOptions, names: Names) -> Self {
        Self { game, key: key.to_owned(), options, names, palettes: RoomPalette::all(game) }
    }

    /// What is exported, and how.
    #[must_use]
    pub fn options(&self) -> &ExportOptions {
        &self.options
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

    /// The manifest of what these reports tell.
    #[must_use]
    pub fn manifest(&self, mut costumes: Vec<CostumeReport>) -> Manifest {
        costumes.sort_by_key(|costume| costume.id);
        let shared_pictures = shared(&costumes);
        Manifest {
            version: MANIFEST_VERSION,
            game: self.key.clone(),
            title: self.names.title.clone().or_else(|| self.game.title().map(str::to_owned)),
            generation: self.game.generation().name(),
            formats: self.options.formats.iter().map(|format| format.name()).collect(),
            jiffies_per_tick: self.options.jiffies(),
            scale_up: self.options.scale(),
            background: match self.options.background {
                Background::Transparent => "transparent".to_owned(),
                Background::Colour(rgb) => text(rgb),
            },
            trimmed: self.options.trim,
            costumes,
            shared_pictures,
        }
    }

    /// Writes what the costumes have in common: `manifest.json` and `index.html`.
    ///
    /// # Errors
    /// [`ExportError`].
    pub fn finish(&self, costumes: Vec<CostumeReport>, output: &mut dyn Output) -> Result<Manifest> {
        let manifest = self.manifest(costumes);
        let path = "manifest.json";
        let mut json = serde_json::to_vec_pretty(&manifest)
            .map_err(|e| ExportError { path: path.to_owned(), source: e.into() })?;
        json.push(b'\n');
        put(output, path, &json)?;
        put(output, "index.html", html::page(&manifest).as_bytes())?;
        Ok(manifest)
    }
}

pub(crate) fn put(output: &mut dyn Output, path: &str, bytes: &[u8]) -> Result<()> {
    output.put(path, bytes).map_err(|source| ExportError { path: path.to_owned(), source })
}

/// Pictures that more than one costume has.
fn shared(costumes: &[CostumeReport]) -> Vec<SharedPicture> {
    let mut same: BTreeMap<(&str, u16, u16), Vec<&str>> = BTreeMap::new();
    for costume in costumes {
        for picture in costume.pictures.iter().filter(|picture| picture.same_as.is_none()) {
            if let Some(sha256) = &picture.sha256 {
                let keys = same.entry((sha256, picture.width, picture.height)).or_default();
                keys.push(&picture.key);
            }
        }
    }
    same.retain(|_, keys| keys.len() > 1);
    let shared = same.into_iter().map(|((sha256, width, height), keys)| SharedPicture {
        sha256: sha256.to_owned(),
        width,
        height,
        keys: keys.into_iter().map(str::to_owned).collect(),
    });
    shared.collect()
}
