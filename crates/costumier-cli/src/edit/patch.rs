//! `patch apply`: applies BPS patches, for people without another program for them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use costumier::Files as _;
use costumier::files::Key;
use costumier_edit::patch::combine::combine;
use costumier_edit::patch::set;
use costumier_edit::put::PlannedFile;
use costumier_edit::splice::{Splice, Splices};

use super::archive::Archive;
use super::game_copy::{self, CopyPlace, known_game};
use super::held_game::HeldGame;
use crate::Outcome;
use crate::args::{PatchArgs, PatchCommand};
use crate::disk::whole_file;
use crate::game::argument_order;
use crate::game::open::open_plain;
use crate::game::place::home as game_home;
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::process::scummvm;

/// The largest patch that is read, in bytes.
const MOST_PATCH: u64 = 64 << 20;

/// The largest file that a patch may produce, in bytes.
const MOST: u64 = 2 << 30;

/// Applies a patch to a copy of a game.
pub(crate) fn run(args: &PatchArgs, reporter: &Reporter) -> Result<Outcome> {
    let PatchCommand::Apply(args) = &args.command;
    let held = HeldGame::hold(&args.game, false)?;
    held.settle()?;
    let in_order = |error| argument_order::in_order(error, &args.game.name);
    let opened = open_plain(&args.game).map_err(in_order)?;
    // Everything is made in memory before anything is written.
    let index = costumier_edit::put::index(&opened.game);
    let places = (&*index, &*super::container(&opened));
    let files = opened.shared_files();
    let mut each = Vec::new();
    for place in &args.patches {
        let patch = whole_file::read(place, MOST_PATCH)?;
        let patched = set::apply(&patch, &files, places, MOST);
        each.push(patched.with_context(|| format!("{} does not fit {}", place.display(), args.game.name))?);
    }
    let patched = combine(&each, &files, &index, MOST).context("the patches cannot be combined")?;
    drop(each);
    let made = &patched.changed;
    let tell_index = || {
        if made.file(&index).is_some() {
            let folder = game_home(&args.output.to_string_lossy());
            let lines = super::unrecognised("the index file changed, so", &opened, Some(&folder));
            lines.iter().for_each(|line| reporter.say(line));
        }
    };
    let names = made.names();
    if let Some(archive) = Archive::of(&opened, &args.game.name).filter(|_| !args.loose && !args.for_scummvm)
    {
        let mut changed = Vec::new();
        for name in &names {
            let len = opened.files().open(name)?.len();
            let bytes = made.file(name).map(|file| file.bytes().to_vec()).unwrap_or_default();
            let splices = Splices::new(vec![Splice { removed: 0..len, bytes }])?;
            changed.push(PlannedFile { name: name.clone(), key: Key::PLAIN, len, splices });
        }
        let planned = archive.plan(&opened, &changed)?;
        let to = archive.copy(&opened, &planned, &args.output, args.force)?;
        reporter.say(format!("wrote the archive {} with {} patched", to.display(), names.join(", ")));
        tell_index();
        return Ok(Outcome::Done);
    }
    let members = super::members(&opened);
    if let Some(other) = names.iter().find(|name| !members.iter().any(|(member, _)| member == *name)) {
        let error = anyhow!("the patch is for {other}, which is no file of the game in {}", args.game.name);
        return Err(hinted(
            error,
            "name the folder or archive with that file; if it holds several games, add `#NAME`",
        ));
    }
    crate::disk::output_kind::require_game_folder(&args.output)?;
    let home = game_home(&args.game.name);
    let known = if args.for_scummvm { Some(known_game(&opened)?) } else { None };
    let read: Vec<&Path> = std::iter::once(&home).chain(&args.patches).map(PathBuf::as_path).collect();
    let place = CopyPlace { output: &args.output, force: args.force, read: &read, known };
    game_copy::copy(&opened, &place, |name, out| {
        let source = patched.open(name)?;
        let mut bytes = vec![0; usize::try_from(source.len())?];
        source.read_at(0, &mut bytes)?;
        Ok(out.write_all(&bytes)?)
    })?;
    super::archive::tell_loose(&opened, reporter);
    reporter.say(format!("wrote the game with {} patched into {}", names.join(", "), args.output.display()));
    if args.for_scummvm {
        reporter.say(scummvm::command(&args.output, super::TARGET));
    } else {
        tell_index();
    }
    Ok(Outcome::Done)
}
