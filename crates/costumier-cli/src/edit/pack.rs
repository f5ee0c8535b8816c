//! `pack`: turns a costume folder into a block, or shows what that would change.

use std::io::{IsTerminal as _, Write};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use costumier::{Action, Facing, Role};
use costumier_edit::folder::{self, ORIGINAL, PackOptions, Packed, dialect_name};
use costumier_edit::{NewCostume, Plan, PutOptions};
use costumier_export::wanted::meant;

use crate::Outcome;
use crate::args::{Command, GameArg, PackArgs};
use crate::disk::output_kind::{self, is_folder};
use crate::disk::safe_write::write_file;
use crate::game::chores;
use crate::game::folders;
use crate::inspect::diff::BeforeAfter;
use crate::output::failure::{Hinted, ManyFrames, hinted};
use crate::output::report::Reporter;
use crate::output::terminal::blocks::Depth;
use crate::output::text::line;

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
    crate::disk::watch::again(std::slice::from_ref(&args.folder), output, reporter, || {
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
    if folders::is_room_folder(&args.folder) {
        return super::room::pack(args, force, reporter, out);
    }
    if let Some(place) = args.output.as_deref().filter(|place| !(args.preview && is_shown(place))) {
        let hint = match args.preview {
            true => {
                "`--preview` writes .png, .gif, .apng, .webp and .aseprite files, and folders (`-o FOLDER/`)"
            }
            false => "for pictures add `--preview`; for a block, use another ending",
        };
        output_kind::require_block(place, hint)?;
    }
    let options = PackOptions { nearest: args.nearest, dialect: args.generation, ..PackOptions::default() };
    let packed = crate::game::packing::pack_folder(&args.folder, &options)?;
    let before = if args.preview { before(&packed, &args.folder)? } else { None };
    if args.preview {
        preview(&packed, &args.folder, out)?;
        if let Some(words) = before.as_ref().and_then(BeforeAfter::words) {
            reporter.say(words);
        }
        if let Some(cost) = cost(args, &packed)? {
            reporter.say(cost);
        }
    }
    if let (Some(place), Some(before)) = (args.output.as_deref().filter(|place| is_png(place)), &before) {
        crate::game::packing::tell_notes(&packed.notes, reporter);
        let Some(picture) = before.picture()? else {
            bail!(
                "no picture of {} looks different, so {} was not written",
                args.folder.display(),
                place.display()
            )
        };
        write_file(place, &picture, force)?;
        reporter.say(format!("wrote the changed pictures, before and after, into {}", place.display()));
        return Ok(Outcome::Done);
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
    crate::game::packing::tell_notes(&packed.notes, reporter);
    if args.preview && (shown.is_some() || (std::io::stdout().is_terminal() && !args.watch)) {
        out.flush()?;
        return show(args, packed, (shown, force), (depth, reporter), out);
    }
    // A misspelt chore is refused, even if nothing is played.
    if args.chore.is_some() || args.facing.is_some() {
        wanted(args, &packed)?;
    }
    Ok(Outcome::Done)
}

/// Returns the costume before and after the edit; `None` if the folder has no block to compare with, or if the costume
/// becomes another generation's.
fn before(packed: &Packed, folder: &Path) -> Result<Option<BeforeAfter>> {
    let Some(original) = folders::original(folder) else { return Ok(None) };
    let text = folders::text(folder);
    if folder::origin(&text).1.is_some_and(|own| dialect_name(&own) != dialect_name(&packed.dialect)) {
        return Ok(None);
    }
    let mut before = Packed { payload: original, notes: Vec::new(), ..packed.clone() };
    let Ok(costume) = before.costume() else { return Ok(None) };
    let about = &mut before.about;
    if !about.room_colours.is_empty() {
        // The folder's colours are those after the edit.
        let colour = |entry: &u8| about.room_colours.get(usize::from(*entry)).copied().unwrap_or_default();
        let by_room = costume.as_akos().is_some_and(|akos| akos.header().codec.number() != 1);
        if !by_room {
            about.colours = costume.palette().iter().map(colour).collect();
        }
        about.unknown.clear();
    }
    let (id, plain) = (packed.shown_id().into(), GameArg::plain(""));
    let open = |packed| crate::game::open::open_packed(packed, &plain);
    Ok(Some(BeforeAfter::new(open(before)?, open(Packed { notes: Vec::new(), ..packed.clone() })?, id)))
}

/// Says what the change costs: whether the index file of the game changes, and which kind of patch it needs. A new
/// costume needs a game to tell.
fn cost(args: &PackArgs, packed: &Packed) -> Result<Option<String>> {
    let Some(game) = &args.game else {
        let Ok(original) = std::fs::metadata(args.folder.join(ORIGINAL)) else { return Ok(None) };
        let original = usize::try_from(original.len()).unwrap_or(0);
        return Ok(Some(match packed.payload.len().checked_sub(original) {
            None | Some(0) => {
                "the costume did not grow, so the index file stays unchanged; name the patch `*.bps`"
                    .to_owned()
            }
            Some(more) => format!(
                "the costume grew by {}; `--in GAME` says whether the index file changes",
                crate::output::text::count(more, "byte")
            ),
        }));
    };
    let opened = crate::game::open::open(&GameArg::plain(game))?;
    let Some(id) = packed.about.id else {
        return Ok(Some(
            "the costume gets a new id, so the index file changes; name the patch `*.zip`".to_owned(),
        ));
    };
    let room = packed.about.room.filter(|_| opened.game.costume_ids().all(|known| known != id));
    let new = [NewCostume { id, room, payload: packed.payload.clone() }];
    let plan = Plan::new(&opened.game, opened.files(), &new, PutOptions::default())?;
    let changed: Vec<&str> = plan.changed().map(|file| file.name.as_str()).collect();
    let index = costumier_edit::put::index(&opened.game);
    let named: Vec<String> = changed
        .iter()
        .map(|name| if *name == index { format!("{name} (the index)") } else { (*name).to_owned() })
        .collect();
    let files = crate::output::text::count(named.len(), "file");
    let (ending, same) = match plan.changes_index() {
        true => (if named.len() > 1 { "zip" } else { "bps" }, ""),
        false => ("bps", "; the index file stays unchanged"),
    };
    Ok(Some(match named.as_slice() {
        [] => format!("the game `{game}` has this costume already"),
        named => format!(
            "in the game `{game}`, {files} would change: {}{same}; name the patch `*.{ending}`",
            named.join(" and ")
        ),
    }))
}

/// Whether an output is one picture.
pub(super) fn is_png(place: &Path) -> bool {
    place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) && !is_folder(place)
}

/// Whether `--preview` exports to this output: its name has the ending of an export, or it is a folder. Other outputs
/// receive the packed block.
fn is_shown(place: &Path) -> bool {
    let ending = place.extension().and_then(|it| it.to_str()).unwrap_or_default().to_ascii_lowercase();
    let known = ["gif", "apng", "webp", "png", "bmp", "aseprite", "ase"];
    known.contains(&&*ending) || is_folder(place)
}

/// What to do about a file that cannot hold an animation.
const ANIMATIONS: &str = "name a .gif, .apng or .webp file, or a folder: `-o FOLDER/`";

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
        Some(place) if place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bmp")) => {
            return Err(hinted(anyhow!("{} is one picture", place.display()), ANIMATIONS));
        }
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
            let opened = crate::game::open::open_packed(packed, &call.game)?;
            crate::look::play::on(&opened, &call, depth, out)
        }
        Command::Export(call) => {
            let opened = crate::game::open::open_packed(packed, &call.game)?;
            crate::take::export::on(&opened, &call, reporter, out).map_err(|error| {
                match error.downcast_ref::<Hinted>().is_some_and(Hinted::is::<ManyFrames>) {
                    true => hinted(anyhow!("{error}"), ANIMATIONS),
                    false => error,
                }
            })
        }
        _ => Ok(Outcome::Done),
    }
}

/// Returns the chore and facing that the call names; by default the walk, or the first animation.
fn wanted(args: &PackArgs, packed: &Packed) -> Result<(String, String)> {
    let actions = packed.costume()?.actions();
    let names = super::chore_names(packed);
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
            let all: Vec<(u32, Action)> = actions.iter().map(|action| (1, *action)).collect();
            let near = meant(&names, std::slice::from_ref(chore), &all);
            let offer = chores::offer(&names, all).map(|offer| format!("{near}{offer}"));
            (anyhow!("the costume has no {}", chore.in_words()), offer)
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
    let original = folders::original(folder);
    let now = packed.payload.len();
    let bytes = match original.as_ref().map(Vec::len).filter(|was| *was != now && !packed.changes.is_empty())
    {
        Some(was) => format!("{was} ▸ {now} bytes"),
        None => format!("{now} bytes"),
    };
    match packed.about.id {
        Some(id) => line(out, format_args!("costume {id}{name}: {bytes}"))?,
        None => line(out, format_args!("new costume{name}: {bytes}"))?,
    }
    if packed.changes.is_empty() {
        // A conversion to another generation keeps no part of the original block, so there is nothing to list.
        match original {
            None => {
                let folder = folder.display();
                line(out, format_args!("all of it is new: {folder} holds no {ORIGINAL} to compare with"))?;
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
        line(out, format_args!("  {:width$}  {before:>6} ▸ {after:>6} bytes", change.part))?;
    }
    Ok(())
}
