//! `montage`: all costumes of a game in one picture.

use std::convert::Infallible;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use costumier_export::montage::{Figure, draw};
use costumier_export::{ExportOptions, Exporter, Format, Workspace};

use crate::Outcome;
use crate::args::MontageArgs;
use crate::disk::output_kind;
use crate::disk::safe_write::Folder;
use crate::game::open;
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::{count, size};
use crate::process::parallel;
use crate::take::export;
use crate::take::recolour;

/// Largest number of costumes without a picture that are named.
const MOST_NAMED: usize = 12;

/// Draws the picture and writes it.
pub(crate) fn run(args: &MontageArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let ids = opened.ids(&args.ids)?;
    let room = opened.room(args.room.as_ref())?;
    let to_stdout = args.output == Path::new("-");
    let format = match to_stdout {
        true => Format::Png,
        false => output_kind::require_format(&args.output, &[Format::Png, Format::Webp, Format::Gif])?,
    };
    let place = (!to_stdout).then(|| Folder::of_file(&args.output, args.force)).transpose()?;
    let identity = opened.identity()?;
    let recolour = args.palette.as_deref().map(recolour::read).transpose()?;
    let options = ExportOptions {
        room,
        recolour,
        recolour_name: args.palette.as_deref().map(recolour::name),
        scaler: args.scaler,
        scale_up: args.scale_up,
        ..ExportOptions::default()
    };
    export::check(&options)?;
    let exporter = Exporter::new(Arc::clone(&opened.game), identity, options, opened.names())?;
    recolour::check(&exporter, &opened, &ids, reporter)?;
    let progress = reporter.progress(ids.len(), "costumes");
    let figures: Result<Vec<Option<Figure>>, Infallible> = parallel::map(
        &ids,
        None,
        || Workspace::new(exporter.options(), opened.game.limits()),
        |workspace, id| {
            let figure = exporter.figure(*id, workspace);
            progress.step();
            Ok(figure)
        },
    );
    progress.end();
    let Ok(figures) = figures;
    let missing: Vec<String> =
        ids.iter().zip(&figures).filter(|(_, it)| it.is_none()).map(|(id, _)| id.to_string()).collect();
    let figures: Vec<Figure> = figures.into_iter().flatten().collect();
    let behind = args.background.unwrap_or_default();
    let montage = draw(&exporter.montage_title(), &figures, u32::from(args.scale_up), behind);
    let montage = montage.map_err(|why| {
        hinted(anyhow!(why), "ask for fewer costumes, as in `costumier montage GAME 1-200`")
    })?;
    let file = montage.write(format).map_err(|why| {
        hinted(anyhow!("{}: {why}", args.output.display()), "name a .png or .webp file instead")
    })?;
    if let Some((folder, name)) = place {
        folder.write(&name, &file)?;
        let everybody = count(figures.len(), "costume");
        reporter.say(format!("wrote {}, {}: {everybody}", args.output.display(), size(file.len() as u64)));
    } else {
        out.write_all(&file)?;
    }
    if !missing.is_empty() {
        let more = if missing.len() > MOST_NAMED { ", …" } else { "" };
        let named: Vec<String> = missing.iter().take(MOST_NAMED).cloned().collect();
        reporter.warn(format!(
            "no picture could be drawn of {}{more}; `costumier check` says why",
            named.join(", ")
        ));
    }
    Ok(Outcome::Done)
}
