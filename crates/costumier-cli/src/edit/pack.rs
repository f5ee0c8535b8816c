//! `pack`: turns a costume folder into a block, or shows what that would change.

use std::io::{IsTerminal as _, Write};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::{Action, Facing, Role};
use costumier_edit::folder::{ORIGINAL, PackOptions, Packed};
use costumier_export::Names;

use crate::Outcome;
use crate::args::{Command, PackArgs};
use crate::chores;
use crate::failure::hinted;
use crate::report::Reporter;
use crate::safe_write::write_file;
use crate::terminal::blocks::Depth;

/// Packs the folder, once or whenever it changes.
pub(crate) fn run(
    args: &PackArgs,
    depth: Option<Depth>,
    reporter: &Reporter,
    out: &mut impl Write,
) -> Result<Outcome> {
    if !args.watch {
        return once(args, args.force, (depth, reporter), out);
    }
    // Later rounds may replace what the first one wrote.
    let mut force = args.force;
    let output = args.output.as_deref();
    crate::watch::again(std::slice::from_ref(&args.folder), output, reporter, || {
        let outcome = once(args, force, (depth, reporter), out)?;
        force = true;
        out.flush()?;
        Ok(outcome)
    })
}

fn once(
    args: &PackArgs,
    force: bool,
    (depth, reporter): (Option<Depth>, &Reporter),
    out: &mut impl Write,
) -> Result<Outcome> {
    let options = PackOptions { nearest: args.nearest, dialect: args.generation, ..PackOptions::default() };
    let packed = super::pack_folder(&args.folder, &options)?;
    if args.preview {
        preview(&packed, &args.folder, out)?;
    }
    let shown = args.output.as_deref().filter(|place| args.preview && is_shown(place));
    match &args.output {
        Some(_) if shown.is_some() => {}
        Some(place) => {
            write_file(place, &packed.payload, force)?;
            reporter.say(format!("wrote {} bytes into {}", packed.payload.len(), place.display()));
        }
        None if args.preview => {}
        None => bail!("name the file to write with `-o FILE`, or use `--preview` to write nothing"),
    }
    super::tell_notes(&packed.notes, reporter);
    if args.preview && (shown.is_some() || (std::io::stdout().is_terminal() && !args.watch)) {
        out.flush()?;
        return show(args, packed, (shown, force), (depth, reporter), out);
    }
    Ok(Outcome::Done)
}

/// Whether an output is shown, not packed: a picture by its name, or a folder.
fn is_shown(place: &Path) -> bool {
    let ending = place.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase();
    let known = ["gif", "apng", "webp", "png", "bmp", "aseprite", "ase"];
    known.contains(&&*ending) || is_folder(place)
}

/// Whether an output is a folder: it exists as one, or its name ends like one.
fn is_folder(place: &Path) -> bool {
    place.is_dir() || place.to_string_lossy().ends_with('/')
}

/// Plays the packed costume in the terminal, or exports it, as a game with that costume alone.
fn show(
    args: &PackArgs,
    packed: Packed,
    (place, force): (Option<&Path>, bool),
    (depth, reporter): (Option<Depth>, &Reporter),
    out: &mut impl Write,
) -> Result<Outcome> {
    costumier_edit::preview::unknown_colours(&packed).iter().for_each(|note| reporter.warn(note));
    let folder = args.folder.to_string_lossy().into_owned();
    let id = packed.shown_id().to_string();
    let mut words = vec!["costumier".to_owned()];
    match place {
        None => words.extend(["play".to_owned(), folder, id]),
        Some(place) => {
            let place = place.to_string_lossy().into_owned();
            words.extend(["export".to_owned(), folder, id, "-o".to_owned(), place]);
            words.extend(force.then(|| "--force".to_owned()));
        }
    }
    // A folder gets a whole export, unless the call names an animation.
    let asked = args.chore.is_some() || args.facing.is_some();
    if asked || !place.is_some_and(is_folder) {
        let (chore, facing) = wanted(args, &packed)?;
        words.extend(["--chore".to_owned(), chore, "--facing".to_owned(), facing]);
    }
    let call = crate::args::parse(words).context("the preview cannot be shown")?;
    match call.command {
        Command::Play(call) => {
            let opened = crate::open::open_packed(packed, &call.game)?;
            crate::play::on(&opened, &call, depth, out)
        }
        Command::Export(call) => {
            let opened = crate::open::open_packed(packed, &call.game)?;
            crate::export::on(&opened, &call, reporter, out)
        }
        _ => Ok(Outcome::Done),
    }
}

/// Returns the chore and facing that the call names; by default the walk, or the first animation.
fn wanted(args: &PackArgs, packed: &Packed) -> Result<(String, String)> {
    let actions = packed.costume()?.actions();
    let mut names = Names::default();
    for (chore, name) in &packed.chores {
        names.insert(1, Some(*chore), name);
    }
    let by_chore = |action: &&Action| match &args.chore {
        Some(chore) => chore.admits(action, names.chore(1, action.chore)),
        None => action.role == Some(Role::Walk),
    };
    let by_facing = |action: &&&Action| action.facing == args.facing.unwrap_or(Facing::SOUTH);
    let named: Vec<&Action> = actions.iter().filter(by_chore).collect();
    let found = named.iter().copied().find(|action| by_facing(&action));
    let other = || if args.facing.is_some() { None } else { named.first().copied() };
    let any = || if args.chore.is_some() || args.facing.is_some() { None } else { actions.first() };
    if let Some(action) = found.or_else(other).or_else(any) {
        return Ok((action.chore.to_string(), action.facing.name().to_owned()));
    }
    let (error, hint) = match (&args.chore, &args.facing) {
        (Some(chore), _) if named.is_empty() => {
            let offer = chores::offer(&names, actions.iter().map(|action| (1, *action)));
            (anyhow!("the costume has no {chore}"), offer.map(|offer| format!("it has {offer}")))
        }
        (_, Some(facing)) => {
            let there = if args.chore.is_some() { named } else { actions.iter().collect() };
            let there = there.into_iter().map(|action| action.facing);
            (
                anyhow!("the costume shows nothing facing {facing}"),
                Some(chores::other_facings(&[*facing], there)),
            )
        }
        _ => (anyhow!("the costume has no chores"), None),
    };
    Err(match hint {
        Some(hint) => hinted(error, hint),
        None => error,
    })
}

/// Prints what changed and what it costs in bytes.
fn preview(packed: &Packed, folder: &Path, out: &mut impl Write) -> Result<()> {
    let name = packed.about.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
    match packed.about.id {
        Some(id) => writeln!(out, "costume {id}{name}: {} bytes", packed.payload.len())?,
        None => writeln!(out, "new costume{name}: {} bytes", packed.payload.len())?,
    }
    if packed.changes.is_empty() {
        // A conversion to another generation keeps no part of the original block, so there is nothing to list.
        match std::fs::read(folder.join(ORIGINAL)).ok() {
            None => {
                writeln!(out, "all of it is new: {} holds no {ORIGINAL} to compare with", folder.display())?;
            }
            Some(original) if original != packed.payload => {
                let generation = packed.dialect.generation();
                writeln!(out, "all of it is written anew for {generation}; it had {} bytes", original.len())?;
            }
            Some(_) => writeln!(out, "nothing changed")?,
        }
    }
    let size = |bytes: Option<usize>| bytes.map_or_else(|| "–".to_owned(), |bytes| bytes.to_string());
    let width = packed.changes.iter().map(|change| change.part.chars().count()).max().unwrap_or(0);
    for change in &packed.changes {
        let (before, after) = (size(change.before), size(change.after));
        writeln!(out, "  {:width$}  {before:>6} ▸ {after:>6} bytes", change.part)?;
    }
    Ok(())
}
