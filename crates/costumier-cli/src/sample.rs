//! `sample`: writes the two files of the bundled game, for other programs to open.

use anyhow::Result;

use crate::Outcome;
use crate::args::SampleArgs;
use crate::output::Folder;
use crate::report::Teller;

/// Writes the files.
pub(crate) fn run(args: &SampleArgs, teller: &Teller) -> Result<Outcome> {
    let folder = Folder::open(&args.folder)?;
    let files = [
        (costumier_sample::INDEX_NAME, costumier_sample::INDEX),
        (costumier_sample::DATA_NAME, costumier_sample::DATA),
    ];
    if !args.force {
        for (name, _) in files {
            folder.require_free(name)?;
        }
    }
    for (name, bytes) in files {
        folder.write(name, bytes)?;
    }
    teller.say(format!("wrote {} and {} into {}", files[0].0, files[1].0, args.folder.display()));
    Ok(Outcome::Done)
}
