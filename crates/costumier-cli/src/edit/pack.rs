//! `pack`: a costume folder as a block, or what that would change.

use std::io::{IsTerminal as _, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::Parser as _;
use costumier::{Action, Costume, Facing, Role};
use costumier_edit::folder::{PackOptions, Packed};

use super::disk::write_file;
use crate::Outcome;
use crate::args::{Cli, Color, Command, PackArgs};
use crate::report::Teller;

/// Packs the folder.
pub(crate) fn run(args: &PackArgs, teller: &Teller, out: &mut impl Write) -> Result<Outcome> {
    if !args.watch {
        return once(args, args.force, teller, out);
    }
    // What was written a moment ago may be replaced.
    let mut force = args.force;
    crate::watch::again(std::slice::from_ref(&args.folder), teller, || {
        let outcome = once(args, force, teller, out)?;
        force = true;
        out.flush()?;
        Ok(outcome)
    })
}

fn once(args: &PackArgs, force: bool, teller: &Teller, out: &mut impl Write) -> Result<Outcome> {
    let options = PackOptions { nearest: args.nearest, dialect: args.generation, ..PackOptions::default() };
    let packed = super::pack_folder(&args.folder, &options)?;
    packed.notes.iter().for_each(|note| teller.warn(note));
    if args.preview {
        preview(&packed, out)?;
    }
    let shown = args.output.as_deref().filter(|place| args.preview && is_shown(place));
    if args.preview && (shown.is_some() || (std::io::stdout().is_terminal() && !args.watch)) {
        out.flush()?;
        show(args, &packed, (shown, force), teller, out)?;
    }
    match &args.output {
        Some(_) if shown.is_some() => {}
        Some(place) => {
            write_file(place, &packed.payload, force)?;
            teller.say(format!("wrote {} bytes into {}", packed.payload.len(), place.display()));
        }
        None if args.preview => {}
        None => bail!("say where the block shall go with `-o FILE`, or only look with `--preview`"),
    }
    Ok(Outcome::Done)
}

/// Whether an output is to be looked at: a picture by its name, or a folder.
fn is_shown(place: &Path) -> bool {
    let ending = place.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase();
    let known = ["gif", "apng", "webp", "png", "bmp", "aseprite", "ase"];
    known.contains(&&*ending) || place.is_dir() || place.to_string_lossy().ends_with('/')
}

/// Plays it in the terminal, or exports it: from a game that is this costume alone.
fn show(
    args: &PackArgs,
    packed: &Packed,
    (place, force): (Option<&Path>, bool),
    teller: &Teller,
    out: &mut impl Write,
) -> Result<()> {
    let game = tempfile::Builder::new()
        .prefix("costumier-")
        .tempdir()
        .context("cannot make a folder to play from")?;
    for (name, bytes) in costumier_edit::preview::game(packed)? {
        std::fs::write(game.path().join(&name), bytes).with_context(|| format!("cannot write {name}"))?;
    }
    let dialect = packed.dialect;
    let id = packed.about.id.filter(|id| u16::try_from(*id).is_ok()).unwrap_or(1).to_string();
    let path = game.path().to_string_lossy().into_owned();
    let (chore, facing) = wanted(args, packed)?;
    let mut words = vec!["costumier".to_owned()];
    match place {
        None => words.extend(["play".to_owned(), path, id]),
        Some(place) => {
            let place = place.to_string_lossy().into_owned();
            words.extend(["export".to_owned(), path, id, "-o".to_owned(), place]);
            words.extend(force.then(|| "--force".to_owned()));
        }
    }
    let whole = place.is_some_and(|place| place.extension().is_none());
    if !whole {
        words.extend(["--chore".to_owned(), chore, "--facing".to_owned(), facing]);
    }
    if dialect.for_amiga(true) == Some(dialect) {
        words.push("--amiga".to_owned());
    }
    let call = Cli::try_parse_from(words).context("cannot be shown")?;
    match call.command {
        Command::Play(call) => crate::play::run(&call, crate::depth(Color::Auto), out)?,
        Command::Export(call) => crate::export::run(&call, teller, out)?,
        _ => Outcome::Done,
    };
    Ok(())
}

/// The chore and the facing that are asked for, or the walk, or whatever there is.
fn wanted(args: &PackArgs, packed: &Packed) -> Result<(String, String)> {
    let tag = if packed.dialect.has_akos { *b"AKOS" } else { *b"COST" };
    let costume = Costume::open(tag, packed.payload.clone(), packed.dialect)?;
    let actions = costume.actions();
    let by_chore = |action: &&Action| match &args.chore {
        Some(chore) => chore.admits(action, None),
        None => action.role == Some(Role::Walk),
    };
    let by_facing = |action: &&&Action| action.facing == args.facing.unwrap_or(Facing::SOUTH);
    let named: Vec<&Action> = actions.iter().filter(by_chore).collect();
    let found = named.iter().copied().find(|action| by_facing(&action));
    let other = || if args.facing.is_some() { None } else { named.first().copied() };
    let any = || if args.chore.is_some() || args.facing.is_some() { None } else { actions.first() };
    let action = found.or_else(other).or_else(any).context("the costume has no such animation")?;
    Ok((action.chore.to_string(), action.facing.name().to_owned()))
}

/// What changed and what it costs.
fn preview(packed: &Packed, out: &mut impl Write) -> Result<()> {
    let name = packed.about.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
    match packed.about.id {
        Some(id) => writeln!(out, "costume {id}{name}: {} bytes", packed.payload.len())?,
        None => writeln!(out, "new costume{name}: {} bytes", packed.payload.len())?,
    }
    if packed.changes.is_empty() {
        writeln!(out, "nothing changed")?;
    }
    let size = |bytes: Option<usize>| bytes.map_or_else(|| "–".to_owned(), |bytes| bytes.to_string());
    let width = packed.changes.iter().map(|change| change.part.chars().count()).max().unwrap_or(0);
    for change in &packed.changes {
        let (before, after) = (size(change.before), size(change.after));
        writeln!(out, "  {:width$}  {before:>6} ▸ {after:>6} bytes", change.part)?;
    }
    Ok(())
}
