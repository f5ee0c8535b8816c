//! A game's costumes, one after the other: the way in. It calls downwards; nothing below knows it.

use std::sync::Arc;

use costumier::Game;

use crate::catalogue::{Catalogue, Entries};
use crate::context::Context;
use crate::costume;
use crate::identity::Identity;
use crate::names::Names;
use crate::opened::Opened;
use crate::options::{ExportOptions, OptionsError};
use crate::report::{CostumeReport, Manifest};
use crate::scratch::Workspace;
use crate::sink::{Output, Result};

/// Exports the costumes of a game. Threads share it.
///
/// ```
/// use std::sync::Arc;
///
/// use costumier::{Game, Limits};
/// use costumier_export::{ExportOptions, Exporter, Format, Identity, MemoryOutput, Names, Workspace};
///
/// let files = costumier::build::example::files()?;
/// let game = Arc::new(Game::open(&files, None, Limits::default())?);
/// let mut options = ExportOptions::default();
/// options.formats = [Format::Gif].into();
/// let exporter = Exporter::new(game.clone(), Identity::of(&game, &files)?, options, Names::default())?;
/// let mut workspace = Workspace::new(exporter.options(), game.limits());
/// let mut output = MemoryOutput::default();
/// let reports = vec![exporter.costume(1, &mut workspace, &mut output)?];
/// exporter.finish(reports, &mut output)?;
/// assert!(output.files.keys().any(|path| path.ends_with(".gif")));
/// assert!(output.files.contains_key("manifest.json"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exporter {
    context: Arc<Context>,
}

impl Exporter {
    /// Prepares to export from a game: reads the palettes of all its rooms. Its identity is what the
    /// manifest's keys begin with.
    ///
    /// A room that cannot be read is no candidate for a palette; the costumes' reports say whose palette they
    /// got.
    ///
    /// # Errors
    /// [`OptionsError`] for options that no export of this game can have.
    pub fn new(
        game: Arc<Game>,
        identity: Identity,
        options: ExportOptions,
        names: Names,
    ) -> Result<Self, OptionsError> {
        options.check_for(&game)?;
        Ok(Self { context: Arc::new(Context::new(game, identity, options, names)) })
    }

    /// The same with the usual options, which every game can have.
    #[must_use]
    pub fn usual(game: Arc<Game>, identity: Identity, names: Names) -> Self {
        Self { context: Arc::new(Context::new(game, identity, ExportOptions::default(), names)) }
    }

    pub(crate) fn context(&self) -> Arc<Context> {
        Arc::clone(&self.context)
    }

    /// What is exported, and how.
    #[must_use]
    pub fn options(&self) -> &ExportOptions {
        &self.context.options
    }

    /// Whether anything can be seen in this room: rooms that only hold resources have a stub for a picture,
    /// or a palette of one colour.
    #[must_use]
    pub fn shows(&self, room: u32) -> bool {
        self.context.palettes.iter().any(|it| it.room == room && it.shows)
    }

    /// About how much an export of this costume writes: files, and bytes to an order of magnitude. One that
    /// cannot be opened is nothing.
    #[must_use]
    pub fn estimate(&self, id: u32) -> (u64, u64) {
        crate::opened::open(&self.context.game, id)
            .map_or((0, 0), |opened| costume::estimate(&self.context, &opened))
    }

    /// Exports one costume. A costume that cannot be read gives a report that says why.
    ///
    /// # Errors
    /// [`ExportError`](crate::ExportError) where the output takes no more; then there is no sense in going
    /// on.
    pub fn costume(
        &self,
        id: u32,
        workspace: &mut Workspace,
        output: &mut dyn Output,
    ) -> Result<CostumeReport> {
        match crate::opened::open(&self.context.game, id) {
            Ok(opened) => self.opened(&opened, workspace, output),
            Err(e) => Ok(costume::failed(&self.context, id, &e)),
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
        costume::export(&self.context, opened, workspace, output)
    }

    /// The manifest and the page of an export, to be filled costume by costume.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::new(Arc::clone(&self.context))
    }

    /// Writes what the costumes have in common, `manifest.json` and `index.html`, from reports that were all
    /// kept. A [`Catalogue`] does the same without keeping them.
    ///
    /// # Errors
    /// [`ExportError`](crate::ExportError).
    pub fn finish(&self, mut costumes: Vec<CostumeReport>, output: &mut dyn Output) -> Result<Manifest> {
        costumes.sort_by_key(|costume| costume.id);
        let mut catalogue = self.catalogue();
        let head = catalogue.head();
        for (number, costume) in costumes.iter().enumerate() {
            catalogue.add(number, Entries::of(costume), output)?;
        }
        let shared_pictures = catalogue.shared();
        let summary = catalogue.finish(output)?;
        Ok(Manifest { head, costumes, shared_pictures, summary })
    }
}
