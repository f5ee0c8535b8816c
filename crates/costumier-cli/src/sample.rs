//! `sample`: writes the files of the bundled game, for other programs to open.

use anyhow::{Result, bail};
use costumier_sample::Edition;

use crate::Outcome;
use crate::args::SampleArgs;
use crate::output::Folder;
use crate::report::Teller;

/// Writes the files.
pub(crate) fn run(args: &SampleArgs, teller: &Teller) -> Result<Outcome> {
    let made = costumier_sample::edition(&args.generation);
    let Some(Edition { files, .. }) = made else {
        bail!("the sample game is not made for {}", args.generation)
    };
    let folder = Folder::open(&args.folder, args.force)?;
    for (name, _) in *files {
        folder.require_free(name)?;
    }
    for (name, bytes) in *files {
        folder.write(name, bytes)?;
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let (last, others) = names.split_last().map_or(("", &[][..]), |(last, others)| (*last, others));
    teller.say(format!("wrote {} and {last} into {}", others.join(", "), args.folder.display()));
    Ok(Outcome::Done)
}
