//! Pictures that show a whole costume, or all costumes of a game.

use costumier_export::montage::{self, Behind, Figure};
use costumier_export::{ExportOptions, Format, MemoryOutput, Workspace};
use serde::Deserialize;

use crate::clip::options_besides;
use crate::error::{Error, Result, read};
use crate::export::{Ids, chosen, exporter, numbers};
use crate::game::{Game, OpenGame};
use crate::json::MontageJson;

/// Options of a montage: those of the command.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MontageOptions {
    /// `png`, `webp` or `gif`; without it, `png`.
    format: Option<String>,
    /// The room whose colours are used.
    room: Option<u32>,
    /// The factor, 1 to 8, by which everything is enlarged.
    scale_up: Option<u8>,
    /// What is behind the costumes: `checks`, `transparent`, or a colour such as `#204060` or `navy`.
    background: Option<String>,
}

#[cfg(feature = "whole")]
impl Game {
    /// Returns a picture of costumes, or of all of them, each once and with its name: the file that `costumier
    /// montage` writes. Options are `format`, `room`, `scale_up` and `background`. A costume of which nothing can be
    /// drawn is left out.
    ///
    /// # Errors
    /// `usage` for an unknown option, and if the picture would be too large; for a costume or a room that does not
    /// exist.
    pub fn montage(&self, ids: Ids<'_>, options: &MontageJson) -> Result<Vec<u8>> {
        let MontageOptions { format, room, scale_up, background } = read("options", options)?;
        let format = format.as_deref().unwrap_or("png");
        let format: Format = format.parse().map_err(|_| {
            Error::usage(format!("{format:?} is no format of a montage: use png, webp or gif"))
        })?;
        let behind: Behind = match background {
            Some(text) => text.parse().map_err(Error::usage)?,
            None => Behind::default(),
        };
        let scale_up = scale_up.unwrap_or(1);
        let options = ExportOptions { room, scale_up, ..ExportOptions::default() };
        let (open, ids) = (&*self.open, chosen(&self.open, numbers(ids)?)?);
        let exporter = exporter(open, options)?;
        let mut workspace = Workspace::new(exporter.options(), open.game.limits());
        let figures = ids.iter().filter_map(|id| exporter.figure(*id, &mut workspace));
        let figures: Vec<Figure> = figures.collect();
        let made = montage::draw(&exporter.montage_title(), &figures, u32::from(scale_up), behind);
        made.and_then(|made| made.write(format)).map_err(Error::usage)
    }
}

/// Returns the contact sheet of a costume.
pub(crate) fn contact_sheet(open: &OpenGame, id: u32, options: &str) -> Result<Vec<u8>> {
    options_besides("a contact sheet", &["formats", "only"], options)?;
    let mut options = ExportOptions::from_json(options, open.game.dots()).map_err(Error::usage)?;
    options.formats = [Format::Contact].into();
    let exporter = exporter(open, options)?;
    exporter.check_wanted(&[id])?;
    let (mut workspace, mut output) =
        (Workspace::new(exporter.options(), open.game.limits()), MemoryOutput::default());
    let report = exporter.costume(id, &mut workspace, &mut output).map_err(Error::usage)?;
    let sheet = output.files.into_iter().find(|(path, _)| path.ends_with(".png")).map(|(_, bytes)| bytes);
    sheet.ok_or_else(|| {
        let why = report.left_out.first().map_or("it shows nothing", |it| &it.text);
        Error::nothing_shown(format!("costume {id} has no contact sheet: {why}"))
    })
}
