//! Room folders: `unpack --rooms` writes them, `pack` shows what they change, and `put` takes them with costumes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use costumier::scripts::Owner;
use costumier::scripts::script::name_in;
use costumier_edit::folder::{Change, ORIGINAL};
use costumier_edit::put::{NewRoom, PlacedRoom};
use costumier_edit::room::{self, PackedRoom, RoomDraft, RoomFacts, RoomOptions, RoomOrigin, SceneFormat};
use costumier_export::paths;

use super::last_put;
use crate::Outcome;
use crate::args::{PackArgs, UnpackArgs};
use crate::call::rooms::{RoomList, Rooms};
use crate::disk::output_kind;
use crate::disk::safe_write::{NewFolder, write_file};
use crate::game::folders;
use crate::game::open::OpenGame;
use crate::game::packing::refusal;
use crate::inspect::diff::{ColouredPicture, Row, side_by_side};
use crate::output::failure::hinted;
use crate::output::report::Reporter;
use crate::output::text::{count, json, line, quoted};

/// Writes the rooms that a call names as folders.
pub(super) fn unpack(
    opened: &OpenGame,
    args: &UnpackArgs,
    reporter: &Reporter,
    out: &mut impl Write,
) -> Result<Outcome> {
    room::editable(&opened.game.dialect())?;
    let ids = rooms(opened, &args.rooms)?;
    let alone =
        matches!(args.rooms.as_slice(), [RoomList(list)] if matches!(list.as_slice(), [Rooms::One(_)]));
    let names = object_names(opened);
    let origin = RoomOrigin { game: Some(opened.identity()?.key()), ..RoomOrigin::default() };
    let progress = reporter.progress(ids.len(), "rooms");
    let into = NewFolder::begin(&args.output, args.force, &[&crate::game::place::home(&args.game.name)])?;
    let formats = [(args.tiled, SceneFormat::Tiled), (args.godot, SceneFormat::Godot)];
    let formats: Vec<SceneFormat> = formats.into_iter().filter_map(|(is, it)| is.then_some(it)).collect();
    let mut first = None;
    let mut facts: Vec<RoomFacts> = Vec::new();
    for id in &ids {
        let origin = RoomOrigin { objects: names.get(id).cloned().unwrap_or_default(), ..origin.clone() };
        let unpacked = room::unpack(&opened.game, *id, origin.clone()).and_then(|mut unpacked| {
            for format in &formats {
                unpacked.files.extend(room::scene_files(&opened.game, *id, &origin, *format)?);
            }
            Ok(unpacked)
        });
        let unpacked = match unpacked {
            Ok(unpacked) => unpacked,
            Err(error) if alone => return Err(error.into()),
            Err(error) => {
                reporter.fail(format!("room {id}: {error}"));
                continue;
            }
        };
        // Of several, each has a folder: `012-tavern`.
        let own = paths::named_costume(*id, opened.game.room_name(*id).unwrap_or_default());
        let own = own.trim_start_matches("costume-");
        for (name, bytes) in &unpacked.files {
            let name = if alone { name.clone() } else { format!("{own}/{name}") };
            into.write(&name, bytes)?;
        }
        for left_out in &unpacked.facts.left_out {
            reporter.warn(format!("room {id}: left out {left_out}"));
        }
        let folder = if alone { args.output.clone() } else { args.output.join(own) };
        first.get_or_insert(folder);
        facts.push(unpacked.facts);
        progress.step();
    }
    progress.end();
    let Some(first) = first else {
        reporter.say(format!("nothing was unpacked; {} did not change", args.output.display()));
        return Ok(Outcome::SomeFailed);
    };
    super::kept_files::keep(&args.output, &into, reporter)?;
    into.finish()?;
    let done = facts.len();
    if args.json {
        json(out, &facts)?;
    }
    let (game, output) = (quoted(Path::new(&args.game.name)), quoted(&args.output));
    reporter.say(format!(
        "unpacked {} into {}; boxes, scale slots, palettes, cycles and scripts stay in the game as they are. \
         `costumier pack {} --preview` shows what your edits change, `costumier put {game} {output} -o COPY` puts {} \
         into a copy of the game",
        count(done, "room"),
        args.output.display(),
        quoted(&first),
        if done == 1 { "it" } else { "all of them" }
    ));
    Ok(if done == ids.len() { Outcome::Done } else { Outcome::SomeFailed })
}

/// Returns the numbers of the rooms that a call names, each once.
fn rooms(opened: &OpenGame, wanted: &[RoomList]) -> Result<Vec<u32>> {
    let mut ids = Vec::new();
    let there = || opened.game.rooms().filter(|room| room.present).map(|room| room.id);
    for part in wanted.iter().flat_map(|list| &list.0) {
        match part {
            Rooms::All => ids.extend(there()),
            Rooms::Range(first, last) => {
                let before = ids.len();
                ids.extend(there().filter(|id| (*first..=*last).contains(id)));
                if ids.len() == before {
                    let error = anyhow::anyhow!("the game has no room from {first} to {last}");
                    return Err(hinted(error, "`costumier info GAME` lists the rooms"));
                }
            }
            Rooms::One(room) => ids.extend(opened.room(Some(room))?),
        }
    }
    ids.sort_unstable();
    ids.dedup();
    Ok(ids)
}

/// Returns the names of objects in scripts, by room and number.
fn object_names(opened: &OpenGame) -> BTreeMap<u32, BTreeMap<u32, String>> {
    let scripts = opened.game.read_scripts();
    let mut names: BTreeMap<u32, BTreeMap<u32, String>> = BTreeMap::new();
    for script in &scripts.list {
        let (Owner::Object(id), Some(bytes)) = (script.owner, &script.name) else { continue };
        if let Some(name) = name_in(scripts.profile, scripts.encoding, bytes).filter(|it| !it.is_empty()) {
            names.entry(script.room).or_default().insert(id, name);
        }
    }
    names
}

/// Packs a room folder on the disk.
pub(super) fn pack_folder(path: &Path, nearest: bool) -> Result<PackedRoom> {
    let files = folders::read_folder(path)?;
    let options = RoomOptions { nearest, ..RoomOptions::default() };
    room::pack(&files, &options).map_err(|refused| refusal(path, "packed", &refused))
}

/// Packs a room folder: prints what it changes, or writes the block.
pub(super) fn pack(
    args: &PackArgs,
    force: bool,
    reporter: &Reporter,
    out: &mut impl Write,
) -> Result<Outcome> {
    let folder = args.folder.display();
    if args.generation.is_some() || args.game.is_some() || args.chore.is_some() || args.facing.is_some() {
        bail!("{folder} is a room folder: of the options of `pack`, it takes --preview, --nearest and -o");
    }
    let packed = pack_folder(&args.folder, args.nearest)?;
    if args.preview {
        preview(&packed, out)?;
    }
    match &args.output {
        Some(place) if args.preview && super::pack::is_png(place) => {
            let Some(picture) = before_and_after(&args.folder, args.nearest)? else {
                bail!("no picture of {folder} looks different, so {} was not written", place.display())
            };
            write_file(place, &picture, force)?;
            reporter.say(format!("wrote the changed pictures, before and after, into {}", place.display()));
        }
        Some(place) if args.preview => {
            let error = anyhow::anyhow!("{} was not written: rooms have no animations", place.display());
            return Err(hinted(error, "name a .png for the changed pictures, before and after"));
        }
        Some(place) => {
            output_kind::require_block(place, "for a block, use another ending")?;
            write_file(place, &packed.payload, force)?;
            reporter.say(format!("wrote {} into {}", count(packed.payload.len(), "byte"), place.display()));
        }
        None if args.preview => {}
        None => bail!("name the file to write with `-o FILE`, or use `--preview` to write nothing"),
    }
    crate::game::packing::tell_notes(&packed.notes, reporter);
    Ok(Outcome::Done)
}

/// Returns a PNG file of the pictures and planes that a folder changes, before and after; `None` if there are none.
fn before_and_after(path: &Path, nearest: bool) -> Result<Option<Vec<u8>>> {
    let options = RoomOptions { nearest, ..RoomOptions::default() };
    let (draft, _) = RoomDraft::read(&folders::read_folder(path)?, &options)
        .map_err(|refused| refusal(path, "read", &refused))?;
    let facts = draft.facts();
    let mut rows: Vec<Row> = Vec::new();
    for picture in &facts.pictures {
        let both = [draft.original_pixels(&picture.name), draft.pixels(&picture.name)];
        let [Some(before), Some(after)] = &both else { continue };
        if before == after {
            continue;
        }
        let mut colours: Vec<Option<[u8; 3]>> = match picture.plane {
            Some(_) => vec![Some([0; 3]), Some([255; 3])],
            None => facts.colours.iter().copied().map(Some).collect(),
        };
        // Without an entry that is not drawn, that of an unused colour.
        let is_free = |entry: &u8| !before.contains(entry) && !after.contains(entry);
        let nothing = picture.transparent.or_else(|| (0..=u8::MAX).find(is_free));
        nothing.and_then(|entry| colours.get_mut(usize::from(entry))).into_iter().for_each(|it| *it = None);
        let shown = |pixels: Option<Vec<u8>>| {
            Some((picture.name.clone(), ColouredPicture::new(picture.size, pixels?, &colours)))
        };
        rows.push(both.map(shown));
    }
    let more = rows.len().saturating_sub(MOST_SHOWN);
    rows.truncate(MOST_SHOWN);
    side_by_side(["before", "after"], &rows, more, 1)
}

/// Largest number of changed pictures that are shown.
const MOST_SHOWN: usize = 40;

/// Prints what changed and what it costs in bytes.
fn preview(packed: &PackedRoom, out: &mut impl Write) -> Result<()> {
    let name = packed.origin.name.as_deref().map(|name| format!(" ({name})")).unwrap_or_default();
    let id = packed.origin.room.map(|id| format!(" {id}")).unwrap_or_default();
    line(out, format_args!("room{id}{name}: {} bytes", packed.payload.len()))?;
    if packed.changes.is_empty() {
        line(out, format_args!("nothing changed: the folder gives the same bytes as {ORIGINAL}"))?;
    }
    for Change { part, before, after } in &packed.changes {
        let [before, after] = [before, after].map(|bytes| bytes.unwrap_or(0));
        line(out, format_args!("  {part}: {before} ▸ {after} bytes"))?;
    }
    Ok(())
}

/// A packed room, and the folder that it comes from.
pub(super) struct PackedRoomFolder {
    pub(super) folder: PathBuf,
    pub(super) room: NewRoom,
    /// Whether the game is a mod of the one that the folder comes from, with another index.
    pub(super) is_of_mod: bool,
    pub(super) notes: Vec<String>,
}

/// Packs a room folder for this game.
pub(super) fn for_game(
    (opened, game): (&OpenGame, &str),
    folder: &Path,
    (nearest, force): (bool, bool),
) -> Result<PackedRoomFolder> {
    let packed = pack_folder(folder, nearest)?;
    let Some(id) = packed.origin.room else {
        let error = anyhow::anyhow!("{} stores no number of a room", folder.display());
        return Err(hinted(error, "write `room = N` into room.toml"));
    };
    let ours = opened.identity()?;
    let there = room::stored(&opened.game, id).ok();
    let other = packed.origin.game.as_ref().filter(|theirs| !ours.has_key(theirs));
    let is_of_mod = other
        .is_some_and(|theirs| super::own_mod::is_own_mod(opened, game, folder, (theirs, there.as_deref())));
    if let Some(theirs) = other.filter(|_| !is_of_mod && !force) {
        let error = anyhow::anyhow!(
            "{} comes from the game {theirs}, and this is {}: another game or another edition",
            folder.display(),
            ours.key()
        );
        return Err(hinted(
            error,
            "name the game that it was unpacked from. If this is your own mod of that game, or you want the room in \
             this game, use `--force`",
        ));
    }
    require_same(opened, folder, &packed, there.as_deref())?;
    let room = NewRoom { id, payload: packed.payload };
    Ok(PackedRoomFolder { folder: folder.to_owned(), room, is_of_mod, notes: packed.notes })
}

/// Refuses a folder whose text names another generation than the game's, or another room than the one that its block
/// comes from.
fn require_same(opened: &OpenGame, folder: &Path, packed: &PackedRoom, there: Option<&[u8]>) -> Result<()> {
    let text = folder.join(room::TEXT);
    let [stored, own] = [&packed.dialect, &opened.game.dialect()].map(room::dialect_name);
    if stored != own {
        let error = anyhow::anyhow!("{}: generation is {stored}, and the game is of {own}", text.display());
        return Err(hinted(error, "rooms cannot be converted; put the room into a game of its generation"));
    }
    let is_own = |block: &[u8]| last_put::is_known(folder, block);
    if there.is_none_or(is_own) {
        return Ok(());
    }
    let ids = opened.game.rooms().filter(|room| room.present).map(|room| room.id);
    let mut others = ids.filter(|id| Some(*id) != packed.origin.room);
    let is_other = |id: &u32| room::stored(&opened.game, *id).is_ok_and(|stored| is_own(&stored));
    if let (Some(other), Some(id)) = (others.find(is_other), packed.origin.room) {
        let error =
            anyhow::anyhow!("{}: room is {id}, and {ORIGINAL} is room {other} of the game", text.display());
        return Err(hinted(error, format!("write `room = {other}` into the text")));
    }
    Ok(())
}

/// Says what happened to a room.
pub(super) fn placed_text(placed: &PlacedRoom) -> String {
    let PlacedRoom { id, file, before, after, filling, is_changed } = placed;
    let size = match before == after {
        true => format!("{after} bytes as before"),
        false => format!("{before} ▸ {after} bytes"),
    };
    let filled = if *filling > 0 { format!(", {filling} of them padding") } else { String::new() };
    match is_changed {
        true => format!("room {id}: replaced in {file}, {size}{filled}"),
        false => format!("room {id}: the game has it already"),
    }
}
