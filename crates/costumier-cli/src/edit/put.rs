//! `put`: costume folders into a copy of a game, into the game itself, or as a patch for those who own it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use costumier_edit::folder::{PackOptions, TEXT, dialect_name};
use costumier_edit::patch::set;
use costumier_edit::put::{Outcome as Put, Placed, PlannedFile};
use costumier_edit::{NewCostume, Plan, PutOptions};

use super::archive::Archive;
use super::disk::{NewFolder, permit, write_file};
use super::{own, unfinished};
use crate::Outcome;
use crate::args::PutArgs;
use crate::failure::hinted;
use crate::open::{Opened, open};
use crate::place::home;
use crate::report::Teller;

/// Puts the folders in.
pub(crate) fn run(args: &PutArgs, teller: &Teller) -> Result<Outcome> {
    let ended = settle(&home(&args.game.name), args.in_place)?;
    if ended {
        teller.say("the `put --in-place` that was stopped here is ended: its files have their names");
    }
    let opened = open(&args.game)?;
    let costumes = costumes(&opened, args, teller)?;
    let options = PutOptions { no_padding: args.no_filling, all_ids: args.all_ids };
    let plan = Plan::new(&opened.game, opened.files(), &costumes, options)?;
    let changed: Vec<String> = plan.changed().map(|file| file.name.clone()).collect();
    // What is there afterwards that was not there before.
    let wrote = match (&args.output, &args.patch, args.in_place) {
        (Some(output), None, false) => match Archive::of(&opened, &args.game.name).filter(|_| !args.loose) {
            Some(archive) => {
                let planned = archive.plan(&opened, plan.changed())?;
                let to = archive.copy(&opened, &planned, output, args.force)?;
                archive.tell_beside(&to, teller);
                Some(format!("the archive {}", to.display()))
            }
            None => {
                let home = home(&args.game.name);
                let read: Vec<&Path> =
                    std::iter::once(&home).chain(&args.folders).map(PathBuf::as_path).collect();
                copy(&opened, &plan, (output, args.force), &read)?;
                super::archive::tell_loose(&opened, teller);
                Some(format!("a copy of the game into {}", output.display()))
            }
        },
        (None, Some(patch), false) => {
            write_patch(&opened, &plan, patch, args.force)?;
            (!changed.is_empty()).then(|| format!("the patch {}", patch.display()))
        }
        (None, None, true) => {
            in_place(&opened, &plan, args, teller)?;
            None
        }
        _ => bail!("say where it shall go: `-o DIR` for a copy of the game, `--patch FILE`, or `--in-place`"),
    };
    plan.costumes.iter().for_each(|placed| teller.say(placed_text(placed)));
    if changed.is_empty() {
        teller.say(unchanged_text(args, wrote.as_deref(), ended));
        return Ok(Outcome::Done);
    }
    if let Some(wrote) = wrote {
        teller.say(format!("wrote {wrote}"));
    }
    teller.say(format!("changed: {}", changed.join(", ")));
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

/// The costumes, packed for this game.
fn costumes(opened: &Opened, args: &PutArgs, teller: &Teller) -> Result<Vec<NewCostume>> {
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
            && (dialect.has_akos || !own.shares_costumes_with(&dialect))
        {
            teller.say(format!("{} is a costume of {own_name}, converted for {name}", folder.display()));
        }
        packed.notes.iter().for_each(|note| teller.warn(note));
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
        costumes.push(NewCostume { id, room, payload: packed.payload });
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
                key: costumier::raw::game::Key::PLAIN,
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

/// The game itself, with what was there kept beside it.
///
/// A file with other names (links) gets a file of its own: under the others it stays as it was.
fn in_place(opened: &Opened, plan: &Plan, args: &PutArgs, teller: &Teller) -> Result<()> {
    let archive = Archive::of(opened, &args.game.name);
    let in_archive = match &archive {
        Some(archive) => Some(archive.plan(opened, plan.changed())?),
        None => None,
    };
    let changed: Vec<(&PlannedFile, PathBuf)> = match (&archive, &in_archive, opened.folder()) {
        (Some(archive), Some(planned), _) if !planned.splices.is_empty() => {
            vec![(planned, archive.place.clone())]
        }
        (Some(_), ..) => Vec::new(),
        (_, _, Some(folder)) => plan.changed().map(|file| (file, folder.join(&file.name))).collect(),
        _ => {
            let what = opened.form.last().map_or("no folder of files", |held| &held.what);
            let error = anyhow!("{} is {what}, and is not written into", args.game.name);
            return Err(hinted(
                error,
                "folders of loose files are, and remasters' archives; `-o DIR` writes a copy of the game as loose \
                 files, `--patch FILE` a patch",
            ));
        }
    };
    // First everything that can fail: new files and copies of the old ones. Then only names change.
    let mut ready: Vec<(tempfile::NamedTempFile, PathBuf)> = Vec::new();
    for (file, place) in changed {
        let failed = || format!("cannot write {}", place.display());
        let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut new = unfinished::part(parent).with_context(failed)?;
        let source = opened.files().open(&file.name)?;
        write_planned(Some(file), &*source, &mut new).with_context(failed)?;
        permit(new.as_file(), &place);
        if has_other_names(&place) {
            let text = "has other names (links); under those it stays as it was";
            teller.say(format!("{} {text}", place.display()));
        }
        let backup = backup_of(&place);
        // The first backup is the game as it was; later ones would be of edited files.
        if backup.symlink_metadata().is_err() {
            let mut old = unfinished::part(parent).with_context(failed)?;
            write_planned(None, &*source, &mut old).with_context(failed)?;
            permit(old.as_file(), &place);
            old.persist(&backup).map_err(|error| error.error).with_context(failed)?;
        }
        ready.push((new, place));
    }
    // An archive is one file, and whole by itself.
    let folder = opened.folder().unwrap_or(Path::new("."));
    // Names change one after the other: whoever is stopped between two of them finds here what is left to do.
    let list = ready.iter().filter_map(|(new, place)| {
        let place = place.strip_prefix(folder).ok()?;
        Some(format!("{}\t{}\n", place.with_file_name(new.path().file_name()?).display(), place.display()))
    });
    if ready.len() < 2 {
        for (new, place) in ready {
            let failed = || format!("cannot put {} in its place", place.display());
            new.persist(&place).map_err(|error| error.error).with_context(failed)?;
        }
        return Ok(());
    }
    write_file(&folder.join(unfinished::LIST), list.collect::<String>().as_bytes(), true)?;
    // From here on the new files stay, whatever happens: the list leads to them.
    for (new, place) in ready {
        let kept = new.into_temp_path().keep();
        kept.with_context(|| format!("cannot keep what becomes {}", place.display()))?;
    }
    settle(folder, true).map(drop)
}

/// Whether a file can be reached by other names, as far as the system says.
fn has_other_names(place: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        fs::symlink_metadata(place).is_ok_and(|about| about.is_symlink() || about.nlink() > 1)
    }
    #[cfg(not(unix))]
    fs::symlink_metadata(place).is_ok_and(|about| about.is_symlink())
}

/// Gives new files their names, those that an earlier call was stopped in as well, where this one may write into
/// the game. Whether there were any.
pub(super) fn settle(folder: &Path, in_place: bool) -> Result<bool> {
    let marker = folder.join(unfinished::LIST);
    let Ok(list) = fs::read_to_string(&marker) else { return Ok(false) };
    if !in_place {
        return Err(hinted(anyhow!("{}", unfinished::two_states(folder)), unfinished::ENDS));
    }
    let inside =
        |name: &str| Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    for (new, name) in
        list.lines().filter_map(|line| line.split_once('\t')).filter(|(a, b)| inside(a) && inside(b))
    {
        let new = folder.join(new);
        // Those that are gone have their names already.
        if new.is_file() {
            fs::rename(&new, folder.join(name)).map_err(|error| {
                hinted(
                    anyhow::Error::from(error).context(format!("cannot put {name} in its place")),
                    "see to it that no other program holds the file, and call `put --in-place` again, which ends \
                     it; NAME.before-costumier is the game as it was",
                )
            })?;
        }
    }
    fs::remove_file(&marker).with_context(|| format!("cannot remove {}", marker.display()))?;
    Ok(true)
}

/// Where a file is kept as it was.
pub(super) fn backup_of(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(crate::folder::KEPT);
    place.with_file_name(name)
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
