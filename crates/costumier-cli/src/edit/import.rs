//! `import`: makes a costume folder of drawings.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use costumier::Refused;
use costumier_edit::folder::About;
use costumier_edit::import::{self, Drawing, Grid, ImportOptions};

use super::last_put;
use crate::Outcome;
use crate::args::{GameArg, ImportArgs};
use crate::disk::safe_write::{NewFolder, write_file};
use crate::disk::whole_file;
use crate::output::failure::hinted;
use crate::output::report::Reporter;

/// The largest drawing that is read, in bytes, and the largest number of files.
const MOST: u64 = 64 << 20;
const FILES: usize = 4096;

/// Makes the folder.
pub(crate) fn run(args: &ImportArgs, reporter: &Reporter) -> Result<Outcome> {
    let options = options(args)?;
    let drawing = &args.drawing;
    let refusal = |refused: Refused| crate::game::packing::refusal(drawing, "imported", &refused);
    if crate::game::folders::is_costume_folder(drawing) {
        let error = anyhow!("{} is a costume folder already", drawing.display());
        return Err(hinted(error, "`costumier pack` and `costumier put` take it as it is"));
    }
    let read = read(args)?.map_err(refusal)?;
    let made = import::import(&read, &options).map_err(refusal)?;
    // Everything that can fail comes before the first file is written.
    let swatches = match &args.swatches {
        Some(place) if !args.force && place.exists() => {
            bail!("{} exists; choose another name, or replace it with `--force`", place.display())
        }
        Some(place) => Some((place, import::swatches(&made.colours).map_err(|why| anyhow!(why))?)),
        None => None,
    };
    let into = NewFolder::begin(&args.output, args.force, &[drawing])?;
    for (name, bytes) in &made.files {
        into.write(name, bytes)?;
    }
    last_put::keep(&args.output, &into)?;
    into.finish()?;
    if let Some((place, bytes)) = swatches {
        write_file(place, &bytes, args.force)?;
    }
    made.notes.iter().for_each(|note| reporter.say(note));
    made.warnings.iter().for_each(|warning| reporter.warn(warning));
    if args.game.is_none() && options.dialect.is_none_or(|dialect| !dialect.fixed_colours) {
        reporter.say(
            "the colours are as drawn: `put` replaces each by the nearest of the room; add `--in GAME --room N` to \
             see that now",
        );
    }
    reporter.say(format!(
        "wrote a costume into {0}; `costumier try {0}` shows it in ScummVM, `costumier put GAME {0} --id N` puts it \
         into a game",
        args.output.display()
    ));
    Ok(Outcome::Done)
}

/// Returns what the costume becomes: the game's generation, and its room's colours.
fn options(args: &ImportArgs) -> Result<ImportOptions> {
    let name = args.output.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut options = ImportOptions {
        dialect: args.generation,
        colours: args.colours.map(usize::from),
        about: About { name, ..About::default() },
        pictures: super::picture_files(args.pictures),
        ..ImportOptions::default()
    };
    let Some(game) = &args.game else { return Ok(options) };
    let opened = crate::game::open::open(&GameArg::plain(game))?;
    let dialect = opened.game.dialect();
    let first = || opened.game.costume_slots().map(|slot| slot.room).next();
    let Some(room) = opened.room(args.room.as_ref())?.or_else(first) else {
        let error = anyhow!("{game} has no costumes, so it does not say which room's colours to take");
        return Err(hinted(error, "name the room with `--room N`"));
    };
    let palette = opened.game.room_palette(room).with_context(|| format!("room {room}"))?;
    options.dialect.get_or_insert(dialect);
    options.room_colours = palette.to_vec();
    options.about.room = Some(room);
    options.about.game = Some(opened.identity()?.key());
    Ok(options)
}

/// Reads the drawing: a folder, a sheet, or an .aseprite file.
fn read(args: &ImportArgs) -> Result<std::result::Result<Drawing, Refused>> {
    let place = args.drawing.as_path();
    if place.is_dir() {
        if args.grid.is_some() || !args.rows.is_empty() {
            bail!("--grid and --rows are for sheets, and {} is a folder", place.display());
        }
        return Ok(Drawing::of_frames(&frames(place)?, args.feet, args.ticks));
    }
    let bytes = whole_file::read(place, MOST)?;
    let ending = place.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("aseprite" | "ase") => Ok(Drawing::of_aseprite(&bytes, args.feet)),
        Some("png") => {
            let grid = args.grid.map_or(Grid::Gaps, |(width, height)| Grid::Cells(width, height));
            Ok(Drawing::of_sheet(&bytes, grid, &args.rows, args.feet, args.ticks))
        }
        _ => {
            let error = anyhow!("{} is no drawing that can be imported", place.display());
            Err(hinted(error, "use a folder of PNG files, a sheet (.png), or an .aseprite file"))
        }
    }
}

/// Reads the PNG files of a folder.
fn frames(place: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut bytes = 0;
    let entries = fs::read_dir(place).with_context(|| format!("cannot list {}", place.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.to_ascii_lowercase().ends_with(".png") || name.starts_with('.') {
            continue;
        }
        let file = whole_file::read(&entry.path(), MOST)?;
        bytes += file.len();
        if files.len() >= FILES || bytes as u64 > MOST {
            bail!("{} is too large: at most {FILES} files and {MOST} bytes are read", place.display());
        }
        files.push((name, file));
    }
    files.sort();
    Ok(files)
}
