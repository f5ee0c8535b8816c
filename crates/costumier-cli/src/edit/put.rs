//! `put`: writes costume folders and room folders into a copy of a game, into the game itself, or into a patch.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use costumier::cast::Cast;
use costumier_edit::folder::{PackOptions, dialect_name};
use costumier_edit::patch::set;
use costumier_edit::put::{NewRoom, Outcome as Put, PlacedCostume, PlannedFile};
use costumier_edit::{NewCostume, Plan, PutOptions};

use super::archive::Archive;
use super::game_copy::{self, CopyPlace, known_game};
use super::held_game::HeldGame;
use super::in_place::in_place;
use super::last_put::{self, LastPut, Pending};
use super::own_mod;
use super::room::{self, PackedRoomFolder};
use crate::Outcome;
use crate::args::PutArgs;
use crate::call::ids::Ids;
use crate::disk::safe_write::calls::{Calls, Finished};
use crate::disk::safe_write::write_file;
use crate::game::argument_order::names_game;
use crate::game::folders::{self, is_costume_folder, is_room_folder};
use crate::game::open::{OpenGame, open, open_plain};
use crate::game::place::home;
use crate::output::failure::{hinted, with_room};
use crate::output::report::Reporter;
use crate::process::scummvm;

/// Packs the folders and puts them into the game.
pub(crate) fn run(args: &PutArgs, reporter: &Reporter) -> Result<Outcome> {
    let held = HeldGame::hold(&args.game, args.in_place || args.undo)?;
    let ended = held.settle()?;
    if let Some(ended) = ended {
        let call = if ended == Finished::Put { "--in-place" } else { "--undo" };
        reporter.say(format!("an earlier `put {call}` had been stopped here; it is finished now"));
    }
    if args.undo && ended == Some(Finished::Undo) {
        return Ok(Outcome::Done);
    }
    if args.undo {
        let done = super::undo::undo(open_plain(&args.game)?, &args.game.name, args.force, reporter);
        return done.map(|()| Outcome::Done).map_err(unchanged_game);
    }
    in_order(args)?;
    args.patch.as_deref().map_or(Ok(()), crate::disk::output_kind::require_patch)?;
    let opened = open(&args.game)?;
    let (wanted, wanted_rooms) = packed_folders(&opened, args)?;
    require_known(&opened, args, (&wanted, &wanted_rooms), reporter)?;
    let costumes: Vec<NewCostume> = wanted.iter().map(|wanted| wanted.costume.clone()).collect();
    let rooms: Vec<NewRoom> = wanted_rooms.iter().map(|wanted| wanted.room.clone()).collect();
    // The folders, and the blocks that they became.
    let blocks: Vec<(&Path, &[u8])> = wanted
        .iter()
        .map(|it| (it.folder.as_path(), it.costume.payload.as_slice()))
        .chain(wanted_rooms.iter().map(|it| (it.folder.as_path(), it.room.payload.as_slice())))
        .collect();
    // Files that an earlier call wrote and that are unchanged may be replaced.
    let written = args.output.as_deref().or(args.patch.as_deref());
    let force = args.force || {
        written.is_some_and(|place| blocks.iter().any(|(folder, _)| LastPut::read(folder).is_copy(place)))
    };
    let options = PutOptions { no_padding: args.no_filling, all_ids: args.all_ids };
    let is_new = |it: &NewCostume| opened.game.costume_ids().all(|known| known != it.id);
    let plan = Plan::with_rooms(&opened.game, opened.files(), &costumes, &rooms, options);
    let plan = plan.map_err(|error| match costumes.iter().any(|it| it.room.is_none() && is_new(it)) {
        true => hinted(error.into(), "`--room N` names the room of a new costume"),
        false => error.into(),
    })?;
    let changed: Vec<String> = plan.changed().map(|file| file.name.clone()).collect();
    let begin = |(folder, payload): &(&Path, &[u8])| Pending::begin(folder, payload, written.is_some());
    let pending: Vec<Pending> = blocks.iter().filter_map(begin).collect();
    let unnoted: Vec<&Path> = blocks
        .iter()
        .map(|(folder, _)| *folder)
        .filter(|folder| pending.iter().all(|pending| pending.folder() != Some(folder)))
        .collect();
    let unshown = unshown_text(&opened, &plan);
    let recognised = index_text(&opened, &plan, args, mod_state(&opened, args, (&wanted, &wanted_rooms)));
    let mut undo = None;
    // The new file or folder, in words.
    let wrote = match (&args.output, &args.patch, args.in_place) {
        (Some(output), None, false) => Some(write_copy(&opened, &plan, args, (output, force), reporter)?),
        (None, Some(patch), false) => {
            write_patch(&opened, &plan, patch, force)?;
            warn_of_changed(&args.game.name, &changed, reporter);
            (!changed.is_empty()).then(|| format!("the patch {}", patch.display()))
        }
        (None, None, true) => {
            undo = in_place(opened, &plan, args, reporter).map_err(unchanged_game)?;
            None
        }
        _ => bail!("choose where to write: `-o DIR` for a copy of the game, `--patch FILE`, or `--in-place`"),
    };
    // The work is done. If writing the note fails, only the next call asks again.
    // A file that was not written is somebody else's.
    let written = written.filter(|_| wrote.is_some());
    pending.into_iter().for_each(|pending| drop(pending.finish(written)));
    wanted.iter().for_each(|wanted| crate::game::packing::tell_notes(&wanted.notes, reporter));
    wanted_rooms.iter().for_each(|wanted| crate::game::packing::tell_notes(&wanted.notes, reporter));
    for folder in unnoted {
        let folder = folder.display();
        reporter
            .warn(format!("cannot write into {folder}, so the next `put` does not know what this one wrote"));
    }
    wanted.iter().filter_map(|wanted| wanted.converted.as_ref()).for_each(|text| reporter.say(text));
    plan.costumes.iter().for_each(|placed| reporter.say(placed_text(placed)));
    plan.rooms.iter().for_each(|placed| reporter.say(room::placed_text(placed)));
    unshown.iter().for_each(|text| reporter.say(text));
    if changed.is_empty() {
        let what = if rooms.is_empty() {
            "costumes"
        } else if costumes.is_empty() {
            "rooms"
        } else {
            BOTH
        };
        reporter.say(unchanged_text(args, what, wrote.as_deref(), ended == Some(Finished::Put)));
        return Ok(Outcome::Done);
    }
    if let Some(wrote) = wrote {
        reporter.say(format!("wrote {wrote}"));
    }
    reporter.say(format!("changed: {}", changed.join(", ")));
    undo.iter().for_each(|undo| reporter.say(undo));
    match &args.output {
        Some(output) if args.for_scummvm => reporter.say(scummvm::command(output, super::TARGET)),
        _ => recognised.iter().for_each(|line| reporter.say(line)),
    }
    Ok(Outcome::Done)
}

/// Whether the game is a mod. The index of a mod was changed by a `put`. A folder can name another game for other
/// reasons.
fn mod_state(
    opened: &OpenGame,
    args: &PutArgs,
    (costumes, rooms): (&[PackedFolder], &[PackedRoomFolder]),
) -> ModState {
    let of_mod = || {
        let costumes = costumes.iter().filter(|it| it.is_of_mod).map(|it| &it.folder);
        costumes.chain(rooms.iter().filter(|it| it.is_of_mod).map(|it| &it.folder))
    };
    if of_mod().any(|folder| LastPut::read(folder).has_changed(folder))
        || own_mod::has_other_index(opened, &args.game.name)
    {
        return ModState::Yes;
    }
    if of_mod().next().is_some() { ModState::Perhaps } else { ModState::No }
}

/// Writes a copy of the game. Returns what it is, in words.
fn write_copy(
    opened: &OpenGame,
    plan: &Plan,
    args: &PutArgs,
    (output, force): (&Path, bool),
    reporter: &Reporter,
) -> Result<String> {
    if let Some(archive) = Archive::of(opened, &args.game.name).filter(|_| !args.loose && !args.for_scummvm) {
        let planned = archive.plan(opened, plan.changed())?;
        let to = archive.copy(opened, &planned, output, force)?;
        archive.tell_beside(&to, reporter);
        return Ok(format!("the archive {}", to.display()));
    }
    crate::disk::output_kind::require_game_folder(output)?;
    let home = home(&args.game.name);
    let read: Vec<&Path> = std::iter::once(&home).chain(&args.folders).map(PathBuf::as_path).collect();
    let known = if args.for_scummvm { Some(known_game(opened)?) } else { None };
    let place = CopyPlace { output, force, read: &read, known };
    game_copy::copy(opened, &place, |name, mut out| {
        let planned = plan.changed().find(|file| file.name == name);
        write_planned(planned, &*opened.files().open(name)?, &mut out)
    })?;
    super::archive::tell_loose(opened, reporter);
    Ok(format!("a copy of the game into {}", output.display()))
}

/// Says about a full disk that the game did not change: its files are replaced after everything is written.
fn unchanged_game(error: anyhow::Error) -> anyhow::Error {
    with_room(error, "the game is as it was")
}

/// Says that no script shows costumes with new ids, and what to do.
fn unshown_text(opened: &OpenGame, plan: &Plan) -> Option<String> {
    let new: Vec<u32> = plan.costumes.iter().filter(|it| it.outcome == Put::Added).map(|it| it.id).collect();
    if new.is_empty() {
        return None;
    }
    let cast = Cast::of(&opened.game.read_scripts());
    let unshown: Vec<String> =
        new.iter().filter(|id| !cast.costumes.contains_key(id)).map(u32::to_string).collect();
    let first = unshown.first()?;
    Some(format!(
        "no script shows costume {}: replace one that a script shows with `--id N` (`costumier cast GAME` lists them), \
         or let a script of yours show it, in ScummC with `setActorCostume({first});`",
        unshown.join(", ")
    ))
}

/// The words for a call that names both kinds of folders.
const BOTH: &str = "costumes and rooms";

/// Returns the message that the game has these costumes or rooms (`what`) already.
fn unchanged_text(args: &PutArgs, what: &str, wrote: Option<&str>, ended: bool) -> String {
    let why = format!("the game has these {what} already");
    match wrote {
        Some(wrote) => format!("wrote {wrote}, the same as it was: {why}"),
        None if ended => format!("nothing else changed: the game has these {what} now"),
        None if args.patch.is_some() => format!("no patch was written, as nothing would change: {why}"),
        None => format!("nothing changed: {why}"),
    }
}

/// Returns the costume folders and room folders that the call names. A folder that holds such folders, as `unpack`
/// writes them, stands for all of these.
fn folders(args: &PutArgs) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in &args.folders {
        let inside = folders::folders_in(folder);
        if inside.is_empty() {
            folders.push(folder.clone());
        } else {
            folders.extend(inside);
        }
    }
    folders
}

/// Checks that the game comes before the folders.
///
/// # Errors
/// If the game is a costume folder and one of the folders is a game.
fn in_order(args: &PutArgs) -> Result<()> {
    let (game, folders) = (Path::new(&args.game.name), &args.folders);
    let is_one = |path: &Path| is_costume_folder(path) || is_room_folder(path);
    let is_game = |path: &Path| !is_one(path) && names_game(&path.to_string_lossy());
    match folders.iter().find(|folder| is_game(folder)).filter(|_| is_one(game)) {
        None => Ok(()),
        Some(found) => {
            let error = anyhow!(
                "the arguments are swapped: {} is a {} folder, and {} is a game",
                game.display(),
                if is_room_folder(game) { "room" } else { "costume" },
                found.display()
            );
            Err(hinted(error, format!("the game comes first: `put {} {}`", found.display(), game.display())))
        }
    }
}

/// A packed costume, and the folder that it comes from.
struct PackedFolder {
    folder: PathBuf,
    costume: NewCostume,
    /// Whether the costume keeps the id in its folder.
    is_own: bool,
    /// Whether the game is a mod of the one that the folder comes from, with another index.
    is_of_mod: bool,
    /// Says that the costume became one of another generation.
    converted: Option<String>,
    notes: Vec<String>,
}

/// Checks that the costume in the game is the one that the folder was unpacked from. Otherwise the game was changed
/// since: `--in-place` refuses to replace it, the others warn.
fn require_known(
    opened: &OpenGame,
    args: &PutArgs,
    (costumes, rooms): (&[PackedFolder], &[PackedRoomFolder]),
    reporter: &Reporter,
) -> Result<()> {
    let costumes = costumes.iter().filter(|it| it.is_own).filter_map(|it| {
        let there = opened.game.costume_bytes(it.costume.id).ok()?.payload;
        Some((format!("costume {}", it.costume.id), &it.folder, &it.costume.payload, there))
    });
    let rooms = rooms.iter().filter_map(|it| {
        let there = costumier_edit::room::stored(&opened.game, it.room.id).ok()?;
        Some((format!("room {}", it.room.id), &it.folder, &it.room.payload, there))
    });
    for (what, folder, payload, there) in costumes.chain(rooms).filter(|_| !args.force) {
        if there == *payload || last_put::is_known(folder, &there) {
            continue;
        }
        let text = format!(
            "{what} in the game is not the one that {} was unpacked from; it was changed since, and `put` undoes that \
             change",
            folder.display()
        );
        if args.in_place {
            let hint = "unpack it again and repeat your edit there, or replace it with `--force`, which keeps the \
                        present files next to the new ones";
            return Err(hinted(anyhow!(text), hint));
        }
        reporter.warn(text);
    }
    Ok(())
}

/// Packs the folders for this game.
fn packed_folders(opened: &OpenGame, args: &PutArgs) -> Result<(Vec<PackedFolder>, Vec<PackedRoomFolder>)> {
    let (rooms, folders): (Vec<_>, Vec<_>) = folders(args).into_iter().partition(|it| is_room_folder(it));
    if let (Some(room), Some(_)) = (rooms.first(), &args.id) {
        bail!("--id names a costume, and {} is a room folder: it stores its room's number", room.display());
    }
    if let (Some(room), Some(_)) = (rooms.first(), &args.room) {
        bail!(
            "--room names the room of a new costume, and {} is a room folder: it stores its room's number",
            room.display()
        );
    }
    let place = (opened, args.game.name.as_str());
    let rooms = rooms.iter().map(|room| room::for_game(place, room, (args.nearest, args.force)));
    Ok((costumes(opened, args, &folders)?, rooms.collect::<Result<_>>()?))
}

/// Packs the costume folders for this game.
fn costumes(opened: &OpenGame, args: &PutArgs, folders: &[PathBuf]) -> Result<Vec<PackedFolder>> {
    // A new id is in no directory yet.
    let asked = match &args.id {
        None => None,
        Some(Ids::One(id)) => Some(*id),
        Some(name) => Some(opened.one_id(name)?),
    };
    if asked.is_some() && folders.len() != 1 {
        bail!("--id works with one folder, and the call names {}", folders.len());
    }
    let asked_room = opened.room(args.room.as_ref())?;
    let ours = opened.identity()?;
    let mut costumes = Vec::new();
    for folder in folders {
        let dialect = opened.game.dialect();
        let text = folders::text(folder);
        let (stored, own) = costumier_edit::folder::origin(&text);
        let id = asked.or(stored.id);
        let options = PackOptions {
            nearest: args.nearest,
            dialect: Some(dialect),
            room_colours: room_colours(opened, id, asked_room.or(stored.room)),
            ..PackOptions::default()
        };
        let packed = crate::game::packing::pack_folder(folder, &options)?;
        let mut converted = None;
        let names = own.map(|own| (own, [dialect_name(&own), dialect_name(&dialect)]));
        if let Some((own, [own_name, name])) = names
            && own_name != name
            && (dialect.has_akos() || !own.shares_costumes_with(&dialect))
        {
            converted = Some(format!("converted {} from {own_name} to {name}", folder.display()));
        }
        let other = packed.about.game.as_ref().filter(|theirs| !ours.has_key(theirs));
        let is_of_mod = other.is_some_and(|theirs| {
            let id = asked.or(packed.about.id);
            let there = id.and_then(|id| opened.game.costume_bytes(id).ok()).map(|there| there.payload);
            own_mod::is_own_mod(opened, &args.game.name, folder, (theirs, there.as_deref()))
        });
        if let Some(theirs) = other.filter(|_| !is_of_mod && !args.force) {
            let error = anyhow!(
                "{} comes from the game {theirs}, and this is {}: another game or another edition",
                folder.display(),
                ours.key()
            );
            return Err(hinted(
                error,
                "name the game that it was unpacked from. If this is your own mod of that game, or you want the \
                 costume in this game, use `--force`",
            ));
        }
        let Some(id) = asked.or(packed.about.id) else {
            let error = anyhow!("{} stores no costume id", folder.display());
            return Err(hinted(
                error,
                "name the id with `--id N`; if the game has no such costume, name its room with `--room N` too",
            ));
        };
        let known = opened.game.costume_ids().any(|known| known == id);
        let room = asked_room.or(packed.about.room).filter(|_| !known || asked_room.is_some());
        costumes.push(PackedFolder {
            folder: folder.clone(),
            costume: NewCostume { id, room, payload: packed.payload },
            is_own: packed.about.id == Some(id),
            is_of_mod,
            converted,
            notes: packed.notes,
        });
    }
    Ok(costumes)
}

/// Returns the colours of the room that a costume goes into. If the game has the costume, that is its own room.
fn room_colours(opened: &OpenGame, id: Option<u32>, room: Option<u32>) -> Vec<[u8; 3]> {
    let game = &opened.game;
    let own = id.and_then(|id| game.costume_slots().find(|slot| slot.id == id)).map(|slot| slot.room);
    let room = own.or(room);
    room.and_then(|room| game.room_palette(room).ok()).map(|palette| palette.to_vec()).unwrap_or_default()
}

/// Writes a file with its changes, or as it is.
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

/// Writes a BPS patch, or with the ending `.zip` a zip with a patch for each file and a manifest.
///
/// Refuses other endings if several files change.
fn write_patch(opened: &OpenGame, plan: &Plan, place: &Path, force: bool) -> Result<()> {
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
            return Err(hinted(error, "a patch of several files is a zip; use the ending `.zip`"));
        }
        _ => set::write(plan, opened.files(), &opened.identity()?.key(), &super::container(opened))?,
    };
    write_file(place, &bytes, force)
}

/// Warns of a patch for a game that was changed in its own folder: other players have an unchanged one.
fn warn_of_changed(game: &str, changed: &[String], reporter: &Reporter) {
    let calls = Calls::read(&home(game)).unwrap_or_default().0;
    let earlier = calls.iter().flat_map(|call| &call.files).find(|file| changed.contains(&file.name));
    if let Some(file) = earlier {
        reporter.warn(format!(
            "the patch only fits a game with the same earlier changes: `put --in-place` changed {} in {game}",
            file.name
        ));
        reporter.hint(
            "for players of the unchanged game, take the changes back with `put GAME --undo`, once for each call, and \
             make the patch of all folders at once",
        );
    }
}

fn placed_text(placed: &PlacedCostume) -> String {
    let PlacedCostume { id, room, file, before, after, filling, outcome } = placed;
    let size = match before {
        Some(before) if before == after => format!("{after} bytes as before"),
        Some(before) => format!("{before} ▸ {after} bytes"),
        None => format!("{after} bytes"),
    };
    let filled = if *filling > 0 { format!(", {filling} of them padding") } else { String::new() };
    match outcome {
        Put::Unchanged => format!("costume {id}: the game has it already"),
        Put::Replaced => format!("costume {id}: replaced in {file}, {size}{filled}"),
        Put::Split(others) => {
            let others: Vec<String> = others.iter().map(u32::to_string).collect();
            format!(
                "costume {id}: {size}, in a new block at the end of room {room} in {file}, because ids {} \
                 use the old block too \
                 (`--all-ids` changes them all)",
                others.join(", ")
            )
        }
        _ => format!("costume {id}: added to room {room} in {file}, {size}"),
    }
}

/// Whether an earlier `put` changed the index of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ModState {
    Yes,
    No,
    /// The folder names another game, and no earlier `put` is known.
    Perhaps,
}

/// Says whether ScummVM still recognises the game, and what to do if not, in lines.
fn index_text(opened: &OpenGame, plan: &Plan, args: &PutArgs, mod_state: ModState) -> Vec<String> {
    let when = match (plan.changes_index(), mod_state) {
        (true, _) => "the index file changed, so",
        (false, ModState::Yes) => "an earlier `put` changed the index file, so",
        (false, ModState::Perhaps) => {
            "the folder names another game than this one: if an earlier `put` changed the index file,"
        }
        (false, ModState::No) => {
            return vec!["the index file did not change: ScummVM recognises the game as before".to_owned()];
        }
    };
    if args.patch.is_some() {
        return vec![format!(
            "{when} ScummVM will not recognise the patched game: tell players to add it by hand in ScummVM and to \
             choose their edition (`costumier patch apply` shows the lines for scummvm.ini)"
        )];
    }
    // A game written as an archive is in the archive's folder.
    let output = args.output.as_ref().map(|output| output.to_string_lossy().into_owned());
    let place = output.or_else(|| args.in_place.then(|| args.game.name.clone()));
    super::unrecognised(when, opened, place.as_deref().map(home).as_deref())
}
