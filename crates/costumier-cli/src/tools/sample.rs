//! `sample`: writes the files of the bundled game, for other programs to open.

use anyhow::{Result, bail};
use costumier_edit::trial::KnownGame;
use costumier_sample::{Edition, TITLE};

use crate::Outcome;
use crate::args::SampleArgs;
use crate::disk::safe_write::Folder;
use crate::output::report::Reporter;
use crate::process::scummvm::{self, INI};

/// Writes the files of the sample game.
pub(crate) fn run(args: &SampleArgs, reporter: &Reporter) -> Result<Outcome> {
    let Some(edition) = costumier_sample::edition(&args.generation) else {
        bail!("the sample game is not made for {}", args.generation)
    };
    let mut files: Vec<(String, Vec<u8>)> = if args.for_scummvm {
        let Some(known) = KnownGame::of(&edition.dialect) else {
            bail!("ScummVM plays no games of {}", edition.name)
        };
        let ini = scummvm::configuration(&known, (&target(edition), TITLE), &args.folder)?;
        let files = edition
            .files
            .iter()
            .map(|(name, bytes)| (known.file_name(name, &edition.dialect), bytes.to_vec()));
        let more = known.more_files(&edition.dialect);
        files.chain(more).chain([(INI.to_owned(), ini.into_bytes())]).collect()
    } else {
        edition.files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
    };
    let folder = Folder::open(&args.folder, args.force)?;
    for (name, _) in &files {
        folder.require_free(name)?;
    }
    for (name, bytes) in &files {
        folder.write(name, bytes)?;
    }
    let last = files.pop().map(|(name, _)| name).unwrap_or_default();
    let others: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
    reporter.say(format!("wrote {} and {last} into {}", others.join(", "), args.folder.display()));
    if args.for_scummvm {
        reporter.say(scummvm::command(&args.folder, &target(edition)));
    }
    Ok(Outcome::Done)
}

/// Returns the name of the edition's section in ScummVM's configuration.
fn target(edition: &Edition) -> String {
    format!("sample-{}", edition.name)
}
