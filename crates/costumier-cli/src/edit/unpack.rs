//! `unpack`: writes costumes as folders that can be edited.

use anyhow::{Context, Result};
use costumier_edit::folder;
use costumier_export::paths;

use crate::Outcome;
use crate::args::UnpackArgs;
use crate::argument_order;
use crate::open::open;
use crate::report::Reporter;
use crate::safe_write::NewFolder;

/// Writes the folders.
pub(crate) fn run(args: &UnpackArgs, reporter: &Reporter) -> Result<Outcome> {
    let in_order = |error| argument_order::in_order(error, &args.game.name);
    let opened = open(&args.game).map_err(in_order)?;
    let pictures = super::picture_files(args.pictures);
    let ids = opened.ids(&args.ids).map_err(in_order)?;
    let alone = crate::ids::is_single(&args.ids);
    let progress = reporter.progress(ids.len(), "costumes");
    let mut failed = 0;
    let into = NewFolder::begin(&args.output, args.force, &[&crate::game_place::home(&args.game.name)])?;
    for id in &ids {
        let costume = match opened.costume(*id) {
            Ok(found) => found,
            Err(failure) if alone => return Err(failure.into()),
            Err(failure) => {
                reporter.fail(anyhow::Error::from(failure));
                failed += 1;
                continue;
            }
        };
        let about = super::about(&opened, *id, costume.room, &costume.costume)?;
        let unpacked = folder::unpack(&costume.costume, &about, pictures, opened.game.limits());
        let files = match unpacked {
            Ok(files) => files,
            Err(error) if alone => return Err(error).with_context(|| format!("costume {id}")),
            Err(error) => {
                reporter.fail(format!("costume {id}: {error}"));
                failed += 1;
                continue;
            }
        };
        // Of several, each has a folder: `003-sergeant-tick`.
        let own = paths::named_costume(*id, about.name.as_deref().unwrap_or_default());
        let own = own.trim_start_matches("costume-");
        for (name, bytes) in &files {
            let name = if alone { name.clone() } else { format!("{own}/{name}") };
            into.write(&name, bytes)?;
        }
        progress.step();
    }
    progress.end();
    let done = ids.len() - failed;
    if done == 0 && failed > 0 {
        // The folder that existed before stays.
        reporter.say(format!("nothing was unpacked; {} did not change", args.output.display()));
        return Ok(Outcome::SomeFailed);
    }
    into.finish()?;
    let plural = if done == 1 { "" } else { "s" };
    reporter.say(format!(
        "unpacked {done} costume{plural} into {}; `costumier pack --preview` shows what your edits change, \
         `costumier put` puts them into a game",
        args.output.display()
    ));
    Ok(if failed == 0 { Outcome::Done } else { Outcome::SomeFailed })
}
