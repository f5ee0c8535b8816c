//! `sample`: writes the files of the bundled game, for other programs to open.

use anyhow::{Context, Result, bail};
use costumier_sample::{Edition, TITLE};

use crate::Outcome;
use crate::args::SampleArgs;
use crate::report::Reporter;
use crate::safe_write::Folder;

/// The name of ScummVM's configuration file in the game's folder.
const INI: &str = "scummvm.ini";

/// Writes the files of the sample game.
pub(crate) fn run(args: &SampleArgs, reporter: &Reporter) -> Result<Outcome> {
    let Some(edition) = costumier_sample::edition(&args.generation) else {
        bail!("the sample game is not made for {}", args.generation)
    };
    let mut files: Vec<(String, Vec<u8>)> = if args.for_scummvm {
        let made = edition.for_scummvm();
        let ini = configuration(edition, made.game_id, args)?;
        let files = made.files.into_iter().map(|(name, bytes)| (name, bytes.to_vec()));
        files.chain([(INI.to_owned(), ini.into_bytes())]).collect()
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
        let ini = args.folder.join(INI);
        reporter.say(format!("scummvm -c {} {}", ini.display(), target(edition)));
    }
    Ok(Outcome::Done)
}

/// Returns the name of the edition's section in ScummVM's configuration.
fn target(edition: &Edition) -> String {
    format!("sample-{}", edition.name)
}

/// Returns the configuration that starts the edition from its folder.
fn configuration(edition: &Edition, game_id: &str, args: &SampleArgs) -> Result<String> {
    let path = std::path::absolute(&args.folder)
        .with_context(|| format!("{} has no absolute path", args.folder.display()))?;
    let Some(path) = path.to_str() else {
        bail!("ScummVM needs a folder with a UTF-8 name, which {} does not have", args.folder.display())
    };
    let target = target(edition);
    Ok(format!(
        "[{target}]\ndescription={TITLE}\nengineid=scumm\ngameid={game_id}\npath={path}\noriginal_gui=false\n\
         enable_enhancements=false\n"
    ))
}
