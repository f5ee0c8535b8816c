//! `new`: writes a small costume folder to begin with: one with every part in it, or the smallest.

use std::sync::Arc;

use anyhow::{Context, Result};
use costumier::{Costume, Game, Limits};
use costumier_edit::folder::{self, About, Files, PackOptions, PictureFiles};
use costumier_sample::Edition;

use crate::Outcome;
use crate::args::NewArgs;
use crate::disk::safe_write::NewFolder;
use crate::output::report::Reporter;

/// The costume of the sample game that is used.
const EXAMPLE: u32 = 1;

/// Writes the folder.
pub(crate) fn run(args: &NewArgs, reporter: &Reporter) -> Result<Outcome> {
    // The sample's games of 16 colours use colours that were chosen by hand.
    let is_painted = args.generation.is_some_and(|dialect| dialect.fixed_colours);
    let painted = costumier_sample::edition("v4-ega").filter(|_| is_painted);
    let files = painted.map_or_else(costumier_sample::files, Edition::folder);
    let game = Arc::new(Game::open(&files, None, Limits::default())?);
    let costume = game.costume(EXAMPLE)?;
    let palette = game.costume_palette(EXAMPLE)?;
    let colours = costume.palette().iter();
    let name = args.folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let about = About {
        colours: colours
            .map(|colour| palette.get(usize::from(*colour)).copied().unwrap_or_default())
            .collect(),
        name,
        ..About::default()
    };
    let files = if args.minimal {
        let options = PackOptions { dialect: args.generation, ..PackOptions::default() };
        let (files, notes) = folder::minimal(&costume, &about, &options)?;
        notes.iter().for_each(|note| reporter.say(note));
        files
    } else {
        template(costume, about, args, reporter)?
    };
    let into = NewFolder::begin(&args.folder, args.force, &[])?;
    for (name, bytes) in &files {
        into.write(name, bytes)?;
    }
    into.finish()?;
    reporter.say(format!(
        "wrote a costume into {0}; paint over its pictures, change costume.toml, and try `costumier pack {0} \
         --preview`",
        args.folder.display()
    ));
    Ok(Outcome::Done)
}

/// Returns the files of a costume with all the usual chores.
fn template(costume: Costume, about: About, args: &NewArgs, reporter: &Reporter) -> Result<Files> {
    let (costume, about) = match args.generation.filter(|dialect| dialect != costume.dialect()) {
        Some(dialect) => {
            let options = PackOptions { dialect: Some(dialect), ..PackOptions::default() };
            let packed = folder::convert(&costume, &about, &options).with_context(|| {
                format!("the example cannot be converted to {}", folder::dialect_name(&dialect))
            })?;
            packed.notes.iter().for_each(|note| reporter.say(note));
            (packed.costume()?, packed.about)
        }
        None => (costume, about),
    };
    folder::unpack_as_new(&costume, &about, PictureFiles::Sheets, &Limits::default())
        .context("the example cannot be unpacked")
}
