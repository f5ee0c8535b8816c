//! The entry point of the crate: exports a game's costumes one after the other.

use std::sync::Arc;

use costumier::Game;

use crate::catalogue::{Catalogue, Entries};
use crate::colour::Mapping;
use crate::context::Context;
use crate::costume;
use crate::identity::Identity;
use crate::names::Names;
use crate::open_costume::OpenCostume;
use crate::options::{ExportOptions, OptionsError};
use crate::report::{CostumeReport, Manifest};
use crate::scratch::Workspace;
use crate::sink::{Output, Result};
use crate::wanted::{self, NothingWanted};

/// Number of colours of a room.
const ROOM_COLOURS: usize = 256;

/// Exports the costumes of a game. Threads share it.
///
/// ```
/// use std::sync::Arc;
///
/// use costumier::{Game, Limits};
/// use costumier_export::{ExportOptions, Exporter, Format, Identity, MemoryOutput, Names, Workspace};
///
/// let files = costumier_build::example::files()?;
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
    /// Makes an exporter for a game, and reads the palettes of all its rooms. The keys in the manifest begin with
    /// `identity`.
    ///
    /// A room that cannot be read is no candidate for a palette. The costumes' reports name the palettes that they
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

    /// Makes an exporter with the default options, which every game can have.
    #[must_use]
    pub fn usual(game: Arc<Game>, identity: Identity, names: Names) -> Self {
        Self { context: Arc::new(Context::new(game, identity, ExportOptions::default(), names)) }
    }

    pub(crate) fn context(&self) -> Arc<Context> {
        Arc::clone(&self.context)
    }

    /// Returns the options of the export.
    #[must_use]
    pub fn options(&self) -> &ExportOptions {
        &self.context.options
    }

    /// Whether anything can be seen in this room. Rooms that only hold resources have a placeholder for a picture, or
    /// a palette of one colour.
    #[must_use]
    pub fn shows(&self, room: u32) -> bool {
        self.context.palettes.iter().any(|it| it.room == room && it.shows)
    }

    /// Estimates the export of a costume: the number of files, and their bytes to an order of magnitude. Both are 0
    /// for a costume that cannot be opened.
    #[must_use]
    pub fn estimate(&self, id: u32) -> (u64, u64) {
        crate::open_costume::open(&self.context.game, id)
            .map_or((0, 0), |opened| costume::estimate(&self.context, &opened))
    }

    /// Checks that the palette in [`ExportOptions::recolour`] fits these costumes: it has the 256 colours of a room,
    /// or those of a costume, and all of them have the same. Costumes that cannot be opened are left out.
    ///
    /// # Errors
    /// [`OptionsError::PaletteSize`] and [`OptionsError::PaletteOfOne`].
    pub fn check_palette(&self, ids: &[u32]) -> Result<(), OptionsError> {
        let Some(given) = self.options().recolour.as_ref().map(Vec::len) else { return Ok(()) };
        let mut first: Option<(u32, Vec<u8>)> = None;
        for id in ids {
            let Ok(opened) = crate::open_costume::open(&self.context.game, *id) else { continue };
            let palette = costume::looks(&self.context, &opened);
            let own = palette.colours.len();
            if given != own && given != ROOM_COLOURS {
                return Err(OptionsError::PaletteSize { given, id: *id, own });
            }
            // Where no palette names room colours, a pixel value means the same in all costumes.
            if given != own || palette.mapping != Mapping::CostumePalette {
                continue;
            }
            let numbers = palette.colours.iter().map(|colour| colour.room_colour).collect();
            match &first {
                Some((first, known)) if *known != numbers => {
                    return Err(OptionsError::PaletteOfOne { given, first: *first, other: *id });
                }
                Some(_) => {}
                None => first = Some((*id, numbers)),
            }
        }
        Ok(())
    }

    /// Checks that these costumes have a picture and an animation that the options name. Costumes that cannot be opened
    /// are left out: their reports say why.
    ///
    /// # Errors
    /// [`NothingWanted`] if none has any of them: the export would write nothing.
    pub fn check_wanted(&self, ids: &[u32]) -> Result<(), NothingWanted> {
        let Context { game, options, names, .. } = &*self.context;
        let costumes = ids.iter().filter_map(|id| crate::open_costume::open(game, *id).ok());
        wanted::check(options, names, costumes)
    }

    /// Exports one costume. If it cannot be read, the report says why.
    ///
    /// # Errors
    /// [`ExportError`](crate::ExportError) if the output refuses a file. The export cannot go on then.
    pub fn costume(
        &self,
        id: u32,
        workspace: &mut Workspace,
        output: &mut dyn Output,
    ) -> Result<CostumeReport> {
        match crate::open_costume::open(&self.context.game, id) {
            Ok(opened) => self.opened(&opened, workspace, output),
            Err(e) => Ok(costume::failed(&self.context, id, &e)),
        }
    }

    /// Exports a costume that is open already, also one of another source.
    ///
    /// # Errors
    /// As [`Exporter::costume`].
    pub fn opened(
        &self,
        opened: &OpenCostume,
        workspace: &mut Workspace,
        output: &mut dyn Output,
    ) -> Result<CostumeReport> {
        costume::export(&self.context, opened, workspace, output)
    }

    /// Returns an empty manifest and page, to which costumes are added one by one.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        Catalogue::new(Arc::clone(&self.context))
    }

    /// Writes `manifest.json` and `index.html` from the reports of all costumes. A [`Catalogue`] does the same
    /// without keeping the reports.
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
