//! `unpack`: writes costumes, or rooms, as folders that can be edited.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use costumier_edit::folder;
use costumier_export::paths;

use crate::Outcome;
use crate::args::UnpackArgs;
use crate::disk::safe_write::NewFolder;
use crate::game::argument_order;
use crate::game::open::open;
use crate::output::report::Reporter;
use crate::output::text::quoted;

/// Writes the folders.
pub(crate) fn run(args: &UnpackArgs, reporter: &Reporter, out: &mut impl Write) -> Result<Outcome> {
    let in_order = |error| argument_order::in_order(error, &args.game.name);
    let opened = open(&args.game).map_err(in_order)?;
    if !args.rooms.is_empty() {
        return super::room::unpack(&opened, args, reporter, out);
    }
    let pictures = super::picture_files(args.pictures);
    let ids = opened.ids(&args.ids).map_err(in_order)?;
    // A block holds one costume, and so does a costume folder.
    let alone = crate::call::ids::is_single(&args.ids) || opened.belongs.is_some();
    let progress = reporter.progress(ids.len(), "costumes");
    let mut failed = 0;
    // The folders of costumes, inside the one that is written.
    let mut inside = Vec::new();
    let into = NewFolder::begin(&args.output, args.force, &[&crate::game::place::home(&args.game.name)])?;
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
        inside.push(if alone { args.output.clone() } else { args.output.join(own) });
        progress.step();
    }
    progress.end();
    let done = ids.len() - failed;
    if done == 0 && failed > 0 {
        // The folder that existed before stays.
        reporter.say(format!("nothing was unpacked; {} did not change", args.output.display()));
        return Ok(Outcome::SomeFailed);
    }
    super::kept_files::keep(&args.output, &into, reporter)?;
    into.finish()?;
    let plural = if done == 1 { "" } else { "s" };
    let (game, id) = match &opened.belongs {
        // It takes the place of a costume that the call names.
        Some(belongs) if belongs.id.is_none() => ("GAME".to_owned(), " --id ID"),
        Some(_) => ("GAME".to_owned(), ""),
        None => (quoted(Path::new(&args.game.name)), ""),
    };
    let costume = inside.first().map(|first| quoted(first)).unwrap_or_default();
    let output = quoted(&args.output);
    reporter.say(format!(
        "unpacked {done} costume{plural} into {}; `costumier pack {costume} --preview` shows what your edits change, \
         `costumier put {game} {output}{id} -o COPY` puts {} into a copy of a game",
        args.output.display(),
        if done == 1 { "it" } else { "all of them" }
    ));
    Ok(if failed == 0 { Outcome::Done } else { Outcome::SomeFailed })
}
