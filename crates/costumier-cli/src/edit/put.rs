//! `put`: costume folders into a copy of a game, into the game itself, or as a patch for those who own it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use costumier_edit::folder::{PackOptions, TEXT, dialect_name};
use costumier_edit::patch::set;
use costumier_edit::put::{Outcome as Put, Placed, PlannedFile};
use costumier_edit::{NewCostume, Plan, PutOptions};

use super::archive::Archive;
use super::disk::{NewFolder, is_costume_folder, write_file};
use super::in_place::{in_place, settle};
use super::last_put::{self, LastPut, Pending};
use super::own;
use crate::Outcome;
use crate::args::PutArgs;
use crate::failure::hinted;
use crate::open::{Opened, open};
use crate::place::home;
use crate::report::Teller;
use crate::swapped::names_game;

/// Puts the folders in.
pub(crate) fn run(args: &PutArgs, teller: &Teller) -> Result<Outcome> {
    let ended = settle(&home(&args.game.name), args.in_place)?;
    if ended {
        teller.say("the `put --in-place` that was stopped here is ended: its files have their names");
    }
    in_order(args)?;
    let opened = open(&args.game)?;
    let wanted = costumes(&opened, args, teller)?;
    require_known(&opened, args, &wanted, teller)?;
    let costumes: Vec<NewCostume> = wanted.iter().map(|wanted| wanted.costume.clone()).collect();
    // What an earlier call wrote, and nobody changed since, may be replaced.
    let written = args.output.as_deref().or(args.patch.as_deref());
    let force = args.force || {
        written.is_some_and(|place| wanted.iter().any(|it| LastPut::read(&it.folder).is_copy(place)))
    };
    let options = PutOptions { no_padding: args.no_filling, all_ids: args.all_ids };
    let plan = Plan::new(&opened.game, opened.files(), &costumes, options)?;
    let changed: Vec<String> = plan.changed().map(|file| file.name.clone()).collect();
    let begin = |it: &Wanted| Pending::begin(&it.folder, &it.costume.payload, written.is_some());
    let pending: Vec<Pending> = wanted.iter().filter_map(begin).collect();
    let mut undo = None;
    // What is there afterwards that was not there before.
    let wrote = match (&args.output, &args.patch, args.in_place) {
        (Some(output), None, false) => match Archive::of(&opened, &args.game.name).filter(|_| !args.loose) {
            Some(archive) => {
                let planned = archive.plan(&opened, plan.changed())?;
                let to = archive.copy(&opened, &planned, output, force)?;
                archive.tell_beside(&to, teller);
                Some(format!("the archive {}", to.display()))
            }
            None => {
                let home = home(&args.game.name);
                let read: Vec<&Path> =
                    std::iter::once(&home).chain(&args.folders).map(PathBuf::as_path).collect();
                copy(&opened, &plan, (output, force), &read)?;
                super::archive::tell_loose(&opened, teller);
                Some(format!("a copy of the game into {}", output.display()))
            }
        },
        (None, Some(patch), false) => {
            write_patch(&opened, &plan, patch, force)?;
            (!changed.is_empty()).then(|| format!("the patch {}", patch.display()))
        }
        (None, None, true) => {
            undo = in_place(&opened, &plan, args, teller)?;
            None
        }
        _ => bail!("say where it shall go: `-o DIR` for a copy of the game, `--patch FILE`, or `--in-place`"),
    };
    // What it is for is done: without it, the next call asks once more.
    pending.into_iter().for_each(|pending| drop(pending.finish(written)));
    wanted.iter().for_each(|wanted| super::tell_notes(&wanted.notes, teller));
    plan.costumes.iter().for_each(|placed| teller.say(placed_text(placed)));
    if changed.is_empty() {
        teller.say(unchanged_text(args, wrote.as_deref(), ended));
        return Ok(Outcome::Done);
    }
    if let Some(wrote) = wrote {
        teller.say(format!("wrote {wrote}"));
    }
    teller.say(format!("changed: {}", changed.join(", ")));
    undo.iter().for_each(|undo| teller.say(undo));
    teller.say(index_text(&opened, &plan, args));
    Ok(Outcome::Done)
}

/// What was done where the game has all of it already.
fn unchanged_text(args: &PutArgs, wrote: Option<&str>, ended: bool) -> String {
    let why = "the game has these costumes already";
    match wrote {
        Some(wrote) => format!("wrote {wrote}, the same as it was: {why}"),
        None if ended => "nothing else changed: the game has these costumes now".to_owned(),
        None if args.patch.is_some() => format!("no patch was written, as nothing would change: {why}"),
        None => format!("nothing changed: {why}"),
    }
}

/// The costume folders that are meant: one that holds such folders, as `unpack` writes of several costumes, stands for
/// all of them.
fn folders(args: &PutArgs) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in &args.folders {
        let inside = super::disk::costume_folders_in(folder);
        if inside.is_empty() {
            folders.push(folder.clone());
        } else {
            folders.extend(inside);
        }
    }
    folders
}

/// Requires the game in front of the folders, where the two were taken for each other.
fn in_order(args: &PutArgs) -> Result<()> {
    let (game, folders) = (Path::new(&args.game.name), &args.folders);
    let is_game = |path: &Path| !is_costume_folder(path) && names_game(&path.to_string_lossy());
    match folders.iter().find(|folder| is_game(folder)).filter(|_| is_costume_folder(game)) {
        None => Ok(()),
        Some(found) => {
            let error = anyhow!("{} is a costume folder, and {} a game", game.display(), found.display());
            Err(hinted(error, format!("the game comes first: `put {} {}`", found.display(), game.display())))
        }
    }
}

/// A costume to be put into the game, and the folder that it comes from.
struct Wanted {
    folder: PathBuf,
    costume: NewCostume,
    /// Whether it goes where the folder says that it comes from.
    is_own: bool,
    notes: Vec<String>,
}

/// Refuses to replace a costume in place that is not the one which its folder was made of: somebody edited it since.
/// Elsewhere that is told.
fn require_known(opened: &Opened, args: &PutArgs, wanted: &[Wanted], teller: &Teller) -> Result<()> {
    for Wanted { folder, costume, .. } in wanted.iter().filter(|wanted| wanted.is_own && !args.force) {
        let Ok(there) = opened.game.costume_bytes(costume.id) else { continue };
        if there.payload == costume.payload || last_put::is_known(folder, &there.payload) {
            continue;
        }
        let text = format!(
            "costume {} in the game is not the one that {} was unpacked from: it was changed since, and `put` \
             would undo that",
            costume.id,
            folder.display()
        );
        if args.in_place {
            let hint = "unpack it again and repeat the edit there; `--force` replaces it all the same, and the \
                        files as they are now stay next to the new ones";
            return Err(hinted(anyhow!(text), hint));
        }
        teller.warn(text);
    }
    Ok(())
}

/// The costumes, packed for this game.
fn costumes(opened: &Opened, args: &PutArgs, teller: &Teller) -> Result<Vec<Wanted>> {
    let folders = folders(args);
    if args.id.is_some() && folders.len() != 1 {
        bail!("--id gives one costume another id; of {} folders, each knows its own", folders.len());
    }
    let ours = opened.identity()?;
    let mut costumes = Vec::new();
    for folder in &folders {
        let dialect = opened.game.dialect();
        let text = std::fs::read_to_string(folder.join(TEXT)).unwrap_or_default();
        let (said, own) = costumier_edit::folder::origin(&text);
        let id = args.id.or(said.id);
        let options = PackOptions {
            nearest: args.nearest,
            dialect: Some(dialect),
            room_colours: room_colours(opened, id, args.room.or(said.room)),
            ..PackOptions::default()
        };
        let packed = super::pack_folder(folder, &options)?;
        let names = own.map(|own| (own, [dialect_name(&own), dialect_name(&dialect)]));
        if let Some((own, [own_name, name])) = names
            && own_name != name
            && (dialect.has_akos() || !own.shares_costumes_with(&dialect))
        {
            teller.say(format!("{} is a costume of {own_name}, converted for {name}", folder.display()));
        }
        if let Some(theirs) = packed.about.game.as_ref().filter(|theirs| !ours.has_key(theirs) && !args.force)
            && !own::is_own(opened, &args.game.name, folder, (theirs, args.id.or(packed.about.id)))
        {
            let error = anyhow!(
                "{} comes from the game {theirs}, and this is {}: another game, or another edition of it",
                folder.display(),
                ours.key()
            );
            return Err(hinted(
                error,
                "give the game that it was unpacked from; if this is your own mod of that, or it shall go in all the \
                 same, say so with `--force`",
            ));
        }
        let Some(id) = args.id.or(packed.about.id) else {
            let error = anyhow!("{} does not say which costume it is", folder.display());
            return Err(hinted(
                error,
                "give the id with `--id N`; for one that the game does not have, `--room N` too",
            ));
        };
        let known = opened.game.costume_ids().any(|known| known == id);
        let room = args.room.or(packed.about.room).filter(|_| !known || args.room.is_some());
        costumes.push(Wanted {
            folder: folder.clone(),
            costume: NewCostume { id, room, payload: packed.payload },
            is_own: packed.about.id == Some(id),
            notes: packed.notes,
        });
    }
    Ok(costumes)
}

/// The colours of the room that a costume goes to: of its own room where the game has the costume.
fn room_colours(opened: &Opened, id: Option<u32>, room: Option<u32>) -> Vec<[u8; 3]> {
    let game = &opened.game;
    let own = id.and_then(|id| game.costume_slots().find(|slot| slot.id == id)).map(|slot| slot.room);
    let room = own.or(room);
    room.and_then(|room| game.room_palette(room).ok()).map(|palette| palette.to_vec()).unwrap_or_default()
}

/// A copy of the game: every file of its folder, those that change among them. A game in an archive or an
/// image comes out as loose files.
fn copy(opened: &Opened, plan: &Plan, (output, force): (&Path, bool), read: &[&Path]) -> Result<()> {
    let into = NewFolder::begin(output, force, read)?;
    for (name, to) in super::members(opened) {
        let place = into.path(&to)?;
        let source = opened.files().open(&name)?;
        let failed = || format!("cannot write {}", output.join(&to).display());
        let mut file = std::io::BufWriter::new(fs::File::create(&place).with_context(failed)?);
        let planned = plan.changed().find(|file| file.name == name);
        write_planned(planned, &*source, &mut file).with_context(failed)?;
    }
    into.finish()
}

/// A file with its changes, or as it is.
pub(super) fn write_planned(
    planned: Option<&PlannedFile>,
    source: &dyn costumier::Source,
    out: &mut impl std::io::Write,
) -> Result<()> {
    let whole;
    let file = match planned {
        Some(file) => file,
        None => {
            whole = PlannedFile {
                name: String::new(),
                key: costumier::files::Key::PLAIN,
                len: source.len(),
                splices: costumier_edit::splice::Splices::default(),
            };
            &whole
        }
    };
    file.write(source, |bytes| out.write_all(bytes).map_err(anyhow::Error::from))?;
    out.flush()?;
    Ok(())
}

/// A BPS patch where one file changes, a zip with one for each and a manifest where several do.
fn write_patch(opened: &Opened, plan: &Plan, place: &Path, force: bool) -> Result<()> {
    let changed: Vec<_> = plan.changed().collect();
    let is_zip = place.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let bytes = match changed.as_slice() {
        [] => return Ok(()),
        [file] if !is_zip => {
            let source = opened.files().open(&file.name)?;
            costumier_edit::patch::bps::write(file, &*source, b"")?
        }
        _ if !is_zip => {
            let names: Vec<&str> = changed.iter().map(|file| file.name.as_str()).collect();
            let error = anyhow!("{} files change: {}", names.len(), names.join(", "));
            return Err(hinted(error, "a patch of several files is a zip: name it `.zip`"));
        }
        _ => set::write(plan, opened.files(), &opened.identity()?.key(), &super::container(opened))?,
    };
    write_file(place, &bytes, force)
}

fn placed_text(placed: &Placed) -> String {
    let Placed { id, room, file, before, after, filling, outcome } = placed;
    let size = match before {
        Some(before) if before == after => format!("{after} bytes as before"),
        Some(before) => format!("{before} ▸ {after} bytes"),
        None => format!("{after} bytes"),
    };
    let filled = if *filling > 0 { format!(", {filling} of them filling") } else { String::new() };
    match outcome {
        Put::Unchanged => format!("costume {id}: in the game already"),
        Put::Replaced => format!("costume {id}: replaced in {file}, {size}{filled}"),
        Put::Split(others) => {
            let others: Vec<String> = others.iter().map(u32::to_string).collect();
            format!(
                "costume {id}: {size}, with a block of its own at the end of room {room} in {file}: {} had \
                 the same one and keep it \
                 (`--all-ids` changes them all)",
                others.join(", ")
            )
        }
        _ => format!("costume {id}: added to room {room} in {file}, {size}"),
    }
}

/// Whether ScummVM still knows the game, and what to do if not.
fn index_text(opened: &Opened, plan: &Plan, args: &PutArgs) -> String {
    if !plan.changes_index() {
        return "the index file is as it was: ScummVM knows the game by it, and plays this without being told".into();
    }
    // Written as an archive, the game lies in that file's folder.
    let folder = args.output.as_deref().map(|output| home(&output.to_string_lossy()));
    let path = folder.map_or_else(|| "PATH OF THE GAME".into(), |folder| folder.display().to_string());
    let game = opened.scummvm_id().unwrap_or("GAME ID");
    format!(
        "the index file changed: ScummVM knows a game by it, and will call this one unknown. Add it by hand \
         and choose the edition that \
         you own, or put this into scummvm.ini:\n\n[costumier-mod]\ngameid={game}\nengineid=scumm\npath={path}\n"
    )
}
