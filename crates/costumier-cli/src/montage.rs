//! `montage`: everybody of a game in one picture.

use std::convert::Infallible;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use costumier_export::montage::{Figure, draw};
use costumier_export::{ExportOptions, Exporter, Workspace};

use crate::Outcome;
use crate::args::MontageArgs;
use crate::failure::hinted;
use crate::open;
use crate::output::Folder;
use crate::parallel;
use crate::report::Teller;
use crate::text::{count, size};

/// Most costumes that are named where they show nothing.
const MOST_NAMED: usize = 12;

/// Draws the picture.
pub(crate) fn run(args: &MontageArgs, teller: &Teller, out: &mut dyn Write) -> Result<Outcome> {
    let opened = open::open(&args.game)?;
    let ids = opened.ids(&args.ids)?;
    if let Some(room) = args.room {
        opened.require_room(room)?;
    }
    let (Some(file), Some(parent)) = (args.output.file_name(), args.output.parent()) else {
        bail!("{} is no name of a file", args.output.display());
    };
    let to_stdout = args.output == Path::new("-");
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    let file = file.to_string_lossy();
    if !to_stdout && !args.force && args.output.exists() {
        let error = anyhow!("{} is there already", args.output.display());
        return Err(hinted(error, "`--force` replaces it"));
    }
    let identity = opened.identity()?;
    let title = opened.names().title.unwrap_or_else(|| {
        opened.game.title().map_or_else(|| identity.name.clone(), |title| title.name.to_owned())
    });
    let options = ExportOptions { room: args.room, ..ExportOptions::default() };
    let exporter = Exporter::new(Arc::clone(&opened.game), identity, options, opened.names());
    let progress = teller.progress(ids.len(), "costumes");
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
    let montage = draw(&title, &figures, u32::from(args.scale_up)).map_err(|why| {
        hinted(anyhow!(why), "ask for fewer costumes, as in `costumier montage GAME 1-200`")
    })?;
    let png = montage.png().map_err(|why| anyhow!(why))?;
    if to_stdout {
        out.write_all(&png)?;
    } else {
        Folder::open(parent)?.write(&file, &png)?;
        let everybody = count(figures.len(), "costume");
        teller.say(format!("wrote {}, {}: {everybody}", args.output.display(), size(png.len() as u64)));
    }
    if !missing.is_empty() {
        let more = if missing.len() > MOST_NAMED { ", …" } else { "" };
        let named: Vec<String> = missing.iter().take(MOST_NAMED).cloned().collect();
        teller
            .warn(format!("nothing can be shown of {}{more}: `costumier check` says why", named.join(", ")));
    }
    Ok(Outcome::Done)
}
