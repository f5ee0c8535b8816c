//! `new`: a small living example to begin with.

use std::sync::Arc;

use anyhow::{Context, Result};
use costumier::{Costume, Game, Limits};
use costumier_edit::folder::{self, About, ORIGINAL, PackOptions, PictureFiles};

use super::disk::NewFolder;
use crate::Outcome;
use crate::args::NewArgs;
use crate::report::Teller;

/// The costume of the sample game that is given away.
const EXAMPLE: u32 = 1;

/// Writes the folder.
pub(crate) fn run(args: &NewArgs, teller: &Teller) -> Result<Outcome> {
    let game = Arc::new(Game::open(&costumier_sample::files(), None, Limits::default())?);
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
    let mut files = folder::unpack(&costume, &about, PictureFiles::Sheets, game.limits())
        .context("the example cannot be unpacked")?;
    // It is nobody's costume: there is nothing to go back to.
    files.remove(ORIGINAL);
    if let Some(dialect) = args.generation.filter(|dialect| dialect != costume.dialect()) {
        let options = PackOptions { dialect: Some(dialect), ..PackOptions::default() };
        let packed = folder::pack(&files, &options).context("the example has no form in this generation")?;
        let tag = if dialect.has_akos { *b"AKOS" } else { *b"COST" };
        let costume = Costume::open(tag, packed.payload, dialect)?;
        files = folder::unpack(&costume, &about, PictureFiles::Sheets, game.limits())
            .context("the example cannot be unpacked")?;
        files.remove(ORIGINAL);
    }
    let into = NewFolder::begin(&args.folder, args.force, &[])?;
    for (name, bytes) in &files {
        into.write(name, bytes)?;
    }
    into.finish()?;
    teller.say(format!(
        "wrote a costume into {0}; paint over its pictures, change costume.toml, and try `costumier pack {0} \
         --preview`",
        args.folder.display()
    ));
    Ok(Outcome::Done)
}
