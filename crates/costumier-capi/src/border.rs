//! The functions of the header, one for each call of `costumier-api`.
//!
//! Written by crates/costumier-api/tests/border; see there.

use std::ffi::c_char;

use costumier_api::{
    Brought, Clip, Costume, Draft, FileList, Game, Packed, PackedRoom, Put, RoomDraft, Scene,
};

use crate::error::attempt;
use crate::pass::{self, Handle, NewCostume, NewRoom};
use crate::picture::Picture;

/// Opens the game in one file that is in memory: an archive, or an image of a disk.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_open_bytes(
    bytes: *const u8,
    bytes_length: usize,
    options: *const c_char,
) -> *mut Handle<Game> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let bytes = unsafe { pass::slice(bytes, bytes_length, "bytes") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        Game::open_bytes(bytes, options)
    });
    pass::object(made)
}

/// Opens the game at a path: a folder, an archive, or an image of a disk.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_open_path(
    path: *const c_char,
    options: *const c_char,
) -> *mut Handle<Game> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let path = unsafe { pass::required(path, "path") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        Game::open_path(path.as_ref(), options)
    });
    pass::object(made)
}

/// Returns the facts of the game: title, generation, files, rooms, problems, screens.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_info(game: *const Handle<Game>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.info())
    });
    pass::json(made)
}

/// Returns the costumes by rising id, with what scripts say about them. No costume is opened.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_costumes(game: *const Handle<Game>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.costumes())
    });
    pass::json(made)
}

/// Returns the facts of a room.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_room(game: *const Handle<Game>, id: u32) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.room(id.into())?)
    });
    pass::json(made)
}

/// Writes the ids of the costumes, by rising number.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costumes(
    game: *const Handle<Game>,
    out: *mut u32,
    capacity: usize,
) -> usize {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        Ok(game.value.costume_ids())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::numbers(made, out, capacity) }
}

/// Opens a costume by its id.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_costume(game: *const Handle<Game>, id: u32) -> *mut Handle<Costume> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        game.value.costume(id.into())
    });
    pass::object(made)
}

/// Starts a scene that is played tick by tick: one object of a scene file's `scenes`. An actor is invisible
/// until it performs a chore, or has some to begin with: `"chores": ["init", "stand"]`.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_new(
    game: *const Handle<Game>,
    scene: *const c_char,
) -> *mut Handle<Scene> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::required(scene, "scene") }?;
        game.value.scene(scene)
    });
    pass::object(made)
}

/// Returns the same game with another block for a costume: its bytes without the header. What is opened
/// from the new game shows it. What is opened from this one stays as it is.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_with_costume(
    game: *const Handle<Game>,
    id: u32,
    payload: *const u8,
    payload_length: usize,
) -> *mut Handle<Game> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let payload = unsafe { pass::slice(payload, payload_length, "payload") }?;
        game.value.with_costume(id.into(), payload)
    });
    pass::object(made)
}

/// Returns the colours of a room: red, green and blue of 256 indices.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_room_palette(
    game: *const Handle<Game>,
    room: u32,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        game.value.room_palette(room.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Returns the id of the costume with this name, or with this part of it: three letters at least. A costume
/// has all names that scripts give it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_costume_called(
    game: *const Handle<Game>,
    name: *const c_char,
) -> i64 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let name = unsafe { pass::required(name, "name") }?;
        game.value.costume_called(name)
    });
    pass::found(made)
}

/// Returns what the game's scripts say about the costumes: what `costumier cast --json` prints.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_cast(game: *const Handle<Game>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        Ok(game.value.cast().0)
    });
    pass::json_text(made)
}

/// Returns what the game holds and never shows: what `costumier unused --json` prints. It reads all
/// costumes and scripts.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_unused(game: *const Handle<Game>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.unused())
    });
    pass::json(made)
}

/// Returns the rooms in which costumes look unlike at home: what `costumier check --clashes --json` prints.
/// It reads all costumes, rooms and scripts.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_clashes(game: *const Handle<Game>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.clashes())
    });
    pass::json(made)
}

/// Finds the pictures that are like these pixels: the same, mirrored, in other colours, enlarged, or a
/// part. `bytes_per_pixel` is 1 for palette indices or values, 4 for red, green, blue and opacity. Costumes
/// that cannot be read are passed over.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_find(
    game: *const Handle<Game>,
    width: u32,
    pixels: *const u8,
    pixels_length: usize,
    bytes_per_pixel: u32,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let pixels = unsafe { pass::slice(pixels, pixels_length, "pixels") }?;
        pass::to_json(&game.value.find(width.into(), pixels, bytes_per_pixel.into())?)
    });
    pass::json(made)
}

/// Finds the pictures that are like a PNG file.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_find_png(
    game: *const Handle<Game>,
    png: *const u8,
    png_length: usize,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let png = unsafe { pass::slice(png, png_length, "png") }?;
        pass::to_json(&game.value.find_png(png)?)
    });
    pass::json(made)
}

/// Returns what of the game a picture shows: costume, chore, facing and tick of each figure, and the room
/// of a screenshot. `rgba` is red, green, blue and opacity of each pixel. It is what `costumier whatis
/// --json` prints.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_whatis(
    game: *const Handle<Game>,
    width: u32,
    rgba: *const u8,
    rgba_length: usize,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let rgba = unsafe { pass::slice(rgba, rgba_length, "rgba") }?;
        pass::to_json(&game.value.whatis(width.into(), rgba)?)
    });
    pass::json(made)
}

/// Returns what of the game a PNG file shows.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_whatis_png(
    game: *const Handle<Game>,
    png: *const u8,
    png_length: usize,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let png = unsafe { pass::slice(png, png_length, "png") }?;
        pass::to_json(&game.value.whatis_png(png)?)
    });
    pass::json(made)
}

/// Returns a costume's facts in a few numbers. One that cannot be opened has a row too.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_row(game: *const Handle<Game>, id: u32) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.row(id.into())?)
    });
    pass::json(made)
}

/// Returns each distinct palette, with its block and the rooms that have it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_palettes(game: *const Handle<Game>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        pass::to_json(&game.value.palettes())
    });
    pass::json(made)
}

/// Exports costumes, or all of them: the files of `costumier export`, in memory. Options have the names of
/// the command's: `formats`, `chore`, `facing`, `only`, `scale_up`, `room`, `background`, `canvas`, `trim`
/// … The error for an unknown name lists them all.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_export(
    game: *const Handle<Game>,
    ids: *const u32,
    ids_length: usize,
    options: *const c_char,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let ids = unsafe { pass::ids(ids, ids_length, "ids") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        game.value.export(ids.as_deref(), options.unwrap_or("{}"))
    });
    pass::object(made)
}

/// Exports costumes, or all of them, into a folder on disk, and returns the names of the files in it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_export_to(
    game: *const Handle<Game>,
    folder: *const c_char,
    ids: *const u32,
    ids_length: usize,
    options: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let folder = unsafe { pass::required(folder, "folder") }?;
        // SAFETY: the caller passes what the header asks for.
        let ids = unsafe { pass::ids(ids, ids_length, "ids") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        pass::to_json(&game.value.export_to(folder.as_ref(), ids.as_deref(), options.unwrap_or("{}"))?)
    });
    pass::json(made)
}

/// Returns a picture of costumes, or of all of them, each once and with its name: the file that `costumier
/// montage` writes. Options are `format`, `room`, `scale_up` and `background`. A costume of which nothing
/// can be drawn is left out.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_montage(
    game: *const Handle<Game>,
    ids: *const u32,
    ids_length: usize,
    options: *const c_char,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let ids = unsafe { pass::ids(ids, ids_length, "ids") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        game.value.montage(ids.as_deref(), options.unwrap_or("{}"))
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Plans to put costumes and rooms into the game. Nothing is written yet. `all_ids` changes all ids of a
/// block that several share; `no_padding` leaves smaller blocks smaller.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_put(
    game: *const Handle<Game>,
    costumes: *const NewCostume,
    costumes_length: usize,
    rooms: *const NewRoom,
    rooms_length: usize,
    all_ids: i32,
    no_padding: i32,
) -> *mut Handle<Put> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let costumes = unsafe { pass::costumes(costumes, costumes_length) }?;
        // SAFETY: the caller passes what the header asks for.
        let rooms = unsafe { pass::rooms(rooms, rooms_length) }?;
        game.value.put(costumes, rooms, all_ids != 0, no_padding != 0)
    });
    pass::object(made)
}

/// Applies a patch, BPS or a zip of several, and returns the files of the game that change.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_apply(
    game: *const Handle<Game>,
    patch: *const u8,
    patch_length: usize,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let patch = unsafe { pass::slice(patch, patch_length, "patch") }?;
        game.value.apply(patch)
    });
    pass::object(made)
}

/// Returns the game with a patch: a BPS file, or a zip of several. This game stays as it is.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_patched(
    game: *const Handle<Game>,
    patch: *const u8,
    patch_length: usize,
) -> *mut Handle<Game> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        // SAFETY: the caller passes what the header asks for.
        let patch = unsafe { pass::slice(patch, patch_length, "patch") }?;
        game.value.patched(patch)
    });
    pass::object(made)
}

/// Starts a draft of a costume.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_draft(game: *const Handle<Game>, id: u32) -> *mut Handle<Draft> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        game.value.draft(id.into())
    });
    pass::object(made)
}

/// Starts a draft of a room.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_game_room_draft(
    game: *const Handle<Game>,
    room: u32,
) -> *mut Handle<RoomDraft> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let game = unsafe { pass::shared(game, "game") }?;
        game.value.room_draft(room.into())
    });
    pass::object(made)
}

/// Returns the id of the costume.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_id(costume: *const Handle<Costume>) -> u32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.id())
    });
    pass::number(made)
}

/// Returns the number of the room that owns the costume.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_room(costume: *const Handle<Costume>) -> u32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.room())
    });
    pass::number(made)
}

/// Returns the name in the game's scripts, if they name it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_name(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.name().map(str::to_owned))
    });
    pass::maybe_text(made)
}

/// Returns the kind: `cost`, `akos` …
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_kind(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.kind().to_owned())
    });
    pass::text(made)
}

/// Returns the game that it is a costume of. The game of an edited costume shows the edit.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_game(costume: *const Handle<Costume>) -> *mut Handle<Game> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.game())
    });
    pass::object(made)
}

/// Returns what is odd or broken in the costume.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_check(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        pass::to_json(&costume.value.check())
    });
    pass::json(made)
}

/// Returns the game's colours for this costume: red, green and blue of 256 indices.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_palette(
    costume: *const Handle<Costume>,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.palette())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::borrowed(made, length) }
}

/// Returns the chores in all their facings.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_actions(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        pass::to_json(&costume.value.actions())
    });
    pass::json(made)
}

/// Returns the facts of each picture. None is decoded.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_pictures(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        pass::to_json(&costume.value.pictures()?)
    });
    pass::json(made)
}

/// Decodes a picture, in room colours.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_picture(
    costume: *mut Handle<Costume>,
    limb: u32,
    index: u32,
    picture: *mut Picture,
) -> i32 {
    let made = attempt(|| {
        let picture = pass::place(picture, "picture")?;
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::alone(costume, "costume") }?;
        let Handle { value, canvas } = costume;
        value.picture(limb.into(), index.into(), &mut canvas.raster)?;
        // SAFETY: the caller has space for a picture.
        unsafe { picture.write(canvas.picture()) };
        Ok(())
    });
    pass::done(made)
}

/// Decodes a picture to the values that the file stores, one byte a pixel.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_values(
    costume: *const Handle<Costume>,
    limb: u32,
    index: u32,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        costume.value.values(limb.into(), index.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Plays a chore in a facing until it repeats.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_clip(
    costume: *const Handle<Costume>,
    chore: *const c_char,
    facing: *const c_char,
) -> *mut Handle<Clip> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let chore = unsafe { pass::required(chore, "chore") }?;
        // SAFETY: the caller passes what the header asks for.
        let facing = unsafe { pass::required(facing, "facing") }?;
        costume.value.clip(chore, facing)
    });
    pass::object(made)
}

/// Returns the same costume with other pixels in a picture: the values that the file stores, one byte a
/// pixel. Its clips and exports show them.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_with_picture(
    costume: *const Handle<Costume>,
    limb: u32,
    index: u32,
    values: *const u8,
    values_length: usize,
) -> *mut Handle<Costume> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let values = unsafe { pass::slice(values, values_length, "values") }?;
        costume.value.with_picture(limb.into(), index.into(), values)
    });
    pass::object(made)
}

/// Returns the files of a costume folder. `pictures` says how they are stored: `sheets`, `single` files, or
/// in one `aseprite` file.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_unpack(
    costume: *const Handle<Costume>,
    pictures: *const c_char,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let pictures = unsafe { pass::required(pictures, "pictures") }?;
        costume.value.unpack(pictures)
    });
    pass::object(made)
}

/// Returns the costume's block without its header.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_payload(
    costume: *const Handle<Costume>,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.payload())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::borrowed(made, length) }
}

/// Returns the structure of the costume: what `costumier dump --json` prints.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_structure(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        pass::to_json(&costume.value.structure())
    });
    pass::json(made)
}

/// Returns the costume's records and commands in words.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_listing(costume: *const Handle<Costume>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        Ok(costume.value.listing().to_owned())
    });
    pass::text(made)
}

/// Returns the contact sheet as a PNG file: all animations and pictures with labels. Options are those of
/// an export: `scale_up`, `room`, `background` …
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_contact_sheet(
    costume: *const Handle<Costume>,
    options: *const c_char,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        costume.value.contact_sheet(options.unwrap_or("{}"))
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Exports the costume: the files of `costumier export`, in memory. Options have the names of the
/// command's.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_export(
    costume: *const Handle<Costume>,
    options: *const c_char,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        costume.value.export(options.unwrap_or("{}"))
    });
    pass::object(made)
}

/// Exports the costume into a folder on disk, and returns the names of the files in it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_export_to(
    costume: *const Handle<Costume>,
    folder: *const c_char,
    options: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let folder = unsafe { pass::required(folder, "folder") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        pass::to_json(&costume.value.export_to(folder.as_ref(), options.unwrap_or("{}"))?)
    });
    pass::json(made)
}

/// Returns what a chore in a facing does from its beginning until it repeats.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_timeline(
    costume: *const Handle<Costume>,
    chore: *const c_char,
    facing: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let costume = unsafe { pass::shared(costume, "costume") }?;
        // SAFETY: the caller passes what the header asks for.
        let chore = unsafe { pass::required(chore, "chore") }?;
        // SAFETY: the caller passes what the header asks for.
        let facing = unsafe { pass::required(facing, "facing") }?;
        pass::to_json(&costume.value.timeline(chore, facing)?)
    });
    pass::json(made)
}

/// Returns the chore's number.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_chore(clip: *const Handle<Clip>) -> u32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.chore())
    });
    pass::number(made)
}

/// Returns the facing's name.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_facing(clip: *const Handle<Clip>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.facing().to_owned())
    });
    pass::text(made)
}

/// Returns the number of frames.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_count(clip: *const Handle<Clip>) -> usize {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.count())
    });
    pass::number(made)
}

/// Returns the index of the frame that follows the last one. There is none if the last frame stays.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_loops_to(clip: *const Handle<Clip>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.loops_to())
    });
    pass::index(made)
}

/// Whether the animation did not repeat within the limits.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_is_cut_off(clip: *const Handle<Clip>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.is_cut_off())
    });
    pass::answer(made)
}

/// Returns the width of all frames in pixels.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_width(clip: *const Handle<Clip>) -> u32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.width())
    });
    pass::number(made)
}

/// Returns the height of all frames in pixels.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_height(clip: *const Handle<Clip>) -> u32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.height())
    });
    pass::number(made)
}

/// Returns the pixel of the frames where the costume's coordinates begin. In most games, it is between the
/// feet.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_anchor(clip: *const Handle<Clip>, x: *mut i32, y: *mut i32) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.anchor())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::point(made, x, y) }
}

/// Writes the number of ticks that each frame is shown.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_ticks(
    clip: *const Handle<Clip>,
    out: *mut u32,
    capacity: usize,
) -> usize {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        Ok(clip.value.ticks())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::numbers(made, out, capacity) }
}

/// Draws a frame in the size of all frames. Frames count from 0.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_frame(
    clip: *mut Handle<Clip>,
    number: usize,
    picture: *mut Picture,
) -> i32 {
    let made = attempt(|| {
        let picture = pass::place(picture, "picture")?;
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::alone(clip, "clip") }?;
        let Handle { value, canvas } = clip;
        value.frame(number.into(), &mut canvas.raster)?;
        // SAFETY: the caller has space for a picture.
        unsafe { picture.write(canvas.picture()) };
        Ok(())
    });
    pass::done(made)
}

/// Returns the animation as a file of `gif`, `apng` or `webp`: that of the command's export. Options are
/// those of an export: `scale_up`, `background` …
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_encode(
    clip: *const Handle<Clip>,
    format: *const c_char,
    options: *const c_char,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let clip = unsafe { pass::shared(clip, "clip") }?;
        // SAFETY: the caller passes what the header asks for.
        let format = unsafe { pass::required(format, "format") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::string(options, "options") }?;
        clip.value.encode(format, options.unwrap_or("{}"))
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Returns the number of actors.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_actors(scene: *const Handle<Scene>) -> usize {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::shared(scene, "scene") }?;
        Ok(scene.value.actors())
    });
    pass::number(made)
}

/// Returns the number of ticks since the mark.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_now(scene: *const Handle<Scene>) -> u32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::shared(scene, "scene") }?;
        Ok(scene.value.now())
    });
    pass::number(made)
}

/// Draws the scene as it is now.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_render(scene: *mut Handle<Scene>, picture: *mut Picture) -> i32 {
    let made = attempt(|| {
        let picture = pass::place(picture, "picture")?;
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        let Handle { value, canvas } = scene;
        value.render(&mut canvas.raster)?;
        // SAFETY: the caller has space for a picture.
        unsafe { picture.write(canvas.picture()) };
        Ok(())
    });
    pass::done(made)
}

/// Draws another tick since the mark, and stays at this one.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_peek(
    scene: *mut Handle<Scene>,
    tick: u32,
    picture: *mut Picture,
) -> i32 {
    let made = attempt(|| {
        let picture = pass::place(picture, "picture")?;
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        let Handle { value, canvas } = scene;
        value.peek(tick.into(), &mut canvas.raster)?;
        // SAFETY: the caller has space for a picture.
        unsafe { picture.write(canvas.picture()) };
        Ok(())
    });
    pass::done(made)
}

/// Goes to a tick since the mark, forwards or back. Steps are done again at their ticks; places stay as
/// they are. What is done after going back replaces what was done at later ticks.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_seek(scene: *mut Handle<Scene>, tick: u32) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.seek(tick.into())
    });
    pass::done(made)
}

/// Makes this tick 0. What was done at later ticks is dropped.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_mark(scene: *mut Handle<Scene>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.mark();
        Ok(())
    });
    pass::done(made)
}

/// Plays loops of the interpreter, and returns what happened.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_tick_many(scene: *mut Handle<Scene>, times: u32) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        pass::to_json(&scene.value.tick(times.into())?)
    });
    pass::json(made)
}

/// Makes an actor perform a step of a scene file: `{"perform": "walk"}`, `{"face": "east"}`.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_do(
    scene: *mut Handle<Scene>,
    actor: usize,
    step: *const c_char,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        // SAFETY: the caller passes what the header asks for.
        let step = unsafe { pass::required(step, "step") }?;
        scene.value.perform(actor.into(), step)
    });
    pass::done(made)
}

/// Moves an actor to a pixel of the room, at all ticks: `seek` does not move it back.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_place(
    scene: *mut Handle<Scene>,
    actor: usize,
    x: i32,
    y: i32,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.place(actor.into(), x.into(), y.into())
    });
    pass::done(made)
}

/// Changes settings of the scene: `{"lights": 8}`. Settings have the names of scene files.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_set(scene: *mut Handle<Scene>, settings: *const c_char) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        // SAFETY: the caller passes what the header asks for.
        let settings = unsafe { pass::required(settings, "settings") }?;
        scene.value.set(settings)
    });
    pass::done(made)
}

/// Changes settings of an actor: `{"talking": true}`. Settings have the names of scene files. Facing,
/// number, vars, conditions, talking, mouth, sounds and seed count from this tick on, all others at all
/// ticks. Another costume starts the actor anew and sets the mark; only with it, `chores`, `steps` and
/// `ticks` are settings.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_set_actor(
    scene: *mut Handle<Scene>,
    actor: usize,
    settings: *const c_char,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        // SAFETY: the caller passes what the header asks for.
        let settings = unsafe { pass::required(settings, "settings") }?;
        scene.value.set_actor(actor.into(), settings)
    });
    pass::done(made)
}

/// Adds an actor in front of the others, sets the mark, and returns the actor's number.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_add(scene: *mut Handle<Scene>, actor: *const c_char) -> i64 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        // SAFETY: the caller passes what the header asks for.
        let actor = unsafe { pass::required(actor, "actor") }?;
        scene.value.add(actor)
    });
    pass::found(made)
}

/// Removes an actor, and sets the mark. The numbers of those behind it decrease by one.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_remove(scene: *mut Handle<Scene>, actor: usize) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.remove(actor.into())
    });
    pass::done(made)
}

/// Returns what an actor does.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_state(scene: *const Handle<Scene>, actor: usize) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::shared(scene, "scene") }?;
        pass::to_json(&scene.value.state(actor.into())?)
    });
    pass::json(made)
}

/// Returns the position of an actor's feet in the room.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_feet(
    scene: *mut Handle<Scene>,
    actor: usize,
    x: *mut i32,
    y: *mut i32,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.feet(actor.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::point(made, x, y) }
}

/// Returns the point of the room from which an actor's pictures count.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_anchor(
    scene: *mut Handle<Scene>,
    actor: usize,
    x: *mut i32,
    y: *mut i32,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.anchor(actor.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::point(made, x, y) }
}

/// Changes how an actor is shown: the limbs whose bits are set in `hidden` are not drawn; `flip` mirrors
/// it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_look(
    scene: *mut Handle<Scene>,
    actor: usize,
    hidden: u32,
    flip: i32,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.look(actor.into(), hidden.into(), flip != 0)
    });
    pass::done(made)
}

/// Returns what an actor does from the mark until it repeats. The scene does not change.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_timeline(
    scene: *const Handle<Scene>,
    actor: usize,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::shared(scene, "scene") }?;
        pass::to_json(&scene.value.timeline(actor.into())?)
    });
    pass::json(made)
}

/// Returns the actor that is visible in a pixel of the picture, if there is one.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_actor_at(scene: *mut Handle<Scene>, x: i32, y: i32) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        scene.value.actor_at(x.into(), y.into())
    });
    pass::index(made)
}

/// Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in the
/// file; nothing for a pixel outside of the picture. Where no picture was drawn, `touches` is empty.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_explain(scene: *mut Handle<Scene>, x: i32, y: i32) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::alone(scene, "scene") }?;
        pass::to_json(&scene.value.explain(x.into(), y.into())?)
    });
    pass::json(made)
}

/// Returns the scene from its beginning, with all that was done as steps: drawn, it is what is seen now.
/// `name` is its name in a scene file.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_to_scene(
    scene: *const Handle<Scene>,
    name: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let scene = unsafe { pass::shared(scene, "scene") }?;
        // SAFETY: the caller passes what the header asks for.
        let name = unsafe { pass::string(name, "name") }?;
        Ok(scene.value.to_scene(name)?.0)
    });
    pass::json_text(made)
}

/// Returns the number of files.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_file_list_count(file_list: *const Handle<FileList>) -> usize {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let file_list = unsafe { pass::shared(file_list, "file_list") }?;
        Ok(file_list.value.count())
    });
    pass::number(made)
}

/// Returns the name of a file, with `/` between folders. Files count from 0.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_file_list_name(
    file_list: *const Handle<FileList>,
    file: usize,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let file_list = unsafe { pass::shared(file_list, "file_list") }?;
        Ok(file_list.value.name(file.into())?.to_owned())
    });
    pass::text(made)
}

/// Returns the bytes of a file. Files count from 0.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_file_list_bytes(
    file_list: *const Handle<FileList>,
    file: usize,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let file_list = unsafe { pass::shared(file_list, "file_list") }?;
        file_list.value.bytes(file.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::borrowed(made, length) }
}

/// Returns all files as a zip.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_file_list_zip(
    file_list: *const Handle<FileList>,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let file_list = unsafe { pass::shared(file_list, "file_list") }?;
        file_list.value.zip()
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Returns what was assumed when the costume was read.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_notes(draft: *const Handle<Draft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        pass::to_json(&draft.value.notes())
    });
    pass::json(made)
}

/// Returns colours, limbs and pictures.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_head(draft: *const Handle<Draft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        pass::to_json(&draft.value.head())
    });
    pass::json(made)
}

/// Returns the costume colours of a picture, row by row; nothing for a picture without pixels of its own.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_rows(
    draft: *const Handle<Draft>,
    limb: u32,
    index: u32,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        draft.value.rows(limb.into(), index.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Returns the record of a chore in a direction: `west`, `east`, `south`, `north`. An AKOS costume has
/// none.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_record(
    draft: *const Handle<Draft>,
    chore: u32,
    direction: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let direction = unsafe { pass::required(direction, "direction") }?;
        pass::to_json(&draft.value.record(chore.into(), direction)?)
    });
    pass::json(made)
}

/// Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_windows(
    draft: *const Handle<Draft>,
    chore: u32,
    facing: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let facing = unsafe { pass::required(facing, "facing") }?;
        pass::to_json(&draft.value.windows(chore.into(), facing)?)
    });
    pass::json(made)
}

/// Returns the text of an AKOS costume's program, as a costume folder has it in `program.txt`. None for
/// COST costumes.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_program(draft: *const Handle<Draft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        pass::to_json(&draft.value.program()?)
    });
    pass::json(made)
}

/// Returns what is wrong with an edited text of the program, and notes. The draft stays as it is.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_check_program(
    draft: *const Handle<Draft>,
    text: *const c_char,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let text = unsafe { pass::required(text, "text") }?;
        pass::to_json(&draft.value.check_program(text)?)
    });
    pass::json(made)
}

/// Returns the picture commands in a row around one, by its offset in the program.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_stretch(draft: *const Handle<Draft>, at: u32) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        pass::to_json(&draft.value.stretch(at.into())?)
    });
    pass::json(made)
}

/// Sets the pixels of a picture: `rows` are costume colours, row by row, of a picture of this size and
/// place.
///
/// # Safety
/// The pointers are those that the header asks for.
#[allow(clippy::too_many_arguments, reason = "C has no named arguments")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_paint(
    draft: *mut Handle<Draft>,
    limb: u32,
    index: u32,
    width: u32,
    height: u32,
    x: i32,
    y: i32,
    rows: *const u8,
    rows_length: usize,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::alone(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let rows = unsafe { pass::slice(rows, rows_length, "rows") }?;
        draft.value.paint(limb.into(), index.into(), width.into(), height.into(), x.into(), y.into(), rows)
    });
    pass::done(made)
}

/// Applies an edit, given as JSON.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_apply(draft: *mut Handle<Draft>, edit: *const c_char) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::alone(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let edit = unsafe { pass::required(edit, "edit") }?;
        draft.value.apply(edit)
    });
    pass::done(made)
}

/// Undoes the last edit. Returns false if there is none.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_undo(draft: *mut Handle<Draft>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::alone(draft, "draft") }?;
        Ok(draft.value.undo())
    });
    pass::answer(made)
}

/// Applies again what was undone last. Returns false if there is nothing.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_redo(draft: *mut Handle<Draft>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::alone(draft, "draft") }?;
        Ok(draft.value.redo())
    });
    pass::answer(made)
}

/// Returns the applied edits in their order.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_edits(draft: *const Handle<Draft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        pass::to_json(&draft.value.edits())
    });
    pass::json(made)
}

/// Packs the draft into a block.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_pack(draft: *const Handle<Draft>) -> *mut Handle<Packed> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        draft.value.pack()
    });
    pass::object(made)
}

/// Returns the files of the draft's costume folder. `pictures` says how they are stored: `sheets`, `single`
/// files, or in one `aseprite` file.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_files(
    draft: *const Handle<Draft>,
    pictures: *const c_char,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let pictures = unsafe { pass::required(pictures, "pictures") }?;
        draft.value.files(pictures)
    });
    pass::object(made)
}

/// Whether an `.aseprite` file names pictures of this draft.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_names_pictures(
    draft: *const Handle<Draft>,
    file: *const u8,
    file_length: usize,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let file = unsafe { pass::slice(file, file_length, "file") }?;
        Ok(draft.value.names_pictures(file))
    });
    pass::answer(made)
}

/// Reads the pictures of a PNG or `.aseprite` file for this draft, which stays as it is.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_bring(
    draft: *const Handle<Draft>,
    file: *const u8,
    file_length: usize,
    options: *const c_char,
) -> *mut Handle<Brought> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let draft = unsafe { pass::shared(draft, "draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let file = unsafe { pass::slice(file, file_length, "file") }?;
        // SAFETY: the caller passes what the header asks for.
        let options = unsafe { pass::required(options, "options") }?;
        draft.value.bring(file, options)
    });
    pass::object(made)
}

/// Returns the pictures, the colours that the costume does not have, and notes.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_brought_report(brought: *const Handle<Brought>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let brought = unsafe { pass::shared(brought, "brought") }?;
        pass::to_json(&brought.value.report())
    });
    pass::json(made)
}

/// Returns the costume colours of a picture, row by row.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_brought_rows(
    brought: *const Handle<Brought>,
    number: usize,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let brought = unsafe { pass::shared(brought, "brought") }?;
        brought.value.rows(number.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::borrowed(made, length) }
}

/// Returns for each pixel of a picture 0, or the number of its foreign colour, counted from 1.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_brought_foreign(
    brought: *const Handle<Brought>,
    number: usize,
    out: *mut u16,
    capacity: usize,
) -> usize {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let brought = unsafe { pass::shared(brought, "brought") }?;
        brought.value.foreign(number.into())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::numbers(made, out, capacity) }
}

/// Returns the block without its header.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_payload(
    packed: *const Handle<Packed>,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let packed = unsafe { pass::shared(packed, "packed") }?;
        Ok(packed.value.payload())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::borrowed(made, length) }
}

/// Returns id, room and name, the size of the block, what was written anew, and notes.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_report(packed: *const Handle<Packed>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let packed = unsafe { pass::shared(packed, "packed") }?;
        pass::to_json(&packed.value.report())
    });
    pass::json(made)
}

/// Returns a game with one bare room and this costume.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_game(packed: *const Handle<Packed>) -> *mut Handle<Game> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let packed = unsafe { pass::shared(packed, "packed") }?;
        packed.value.game()
    });
    pass::object(made)
}

/// Returns what was assumed when the room was read.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_notes(room_draft: *const Handle<RoomDraft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::shared(room_draft, "room_draft") }?;
        pass::to_json(&room_draft.value.notes())
    });
    pass::json(made)
}

/// Returns what is in the room: pictures, planes, objects, colours, boxes.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_head(room_draft: *const Handle<RoomDraft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::shared(room_draft, "room_draft") }?;
        pass::to_json(&room_draft.value.head())
    });
    pass::json(made)
}

/// Returns the room colours of a picture, row by row; of a plane, 1 where the picture is in front of
/// actors.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_rows(
    room_draft: *const Handle<RoomDraft>,
    picture: *const c_char,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::shared(room_draft, "room_draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let picture = unsafe { pass::required(picture, "picture") }?;
        room_draft.value.rows(picture)
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::bytes(made, length) }
}

/// Sets a rectangle of pixels of a picture: `rows` are room colours, row by row; of a plane 0 and 1.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_paint(
    room_draft: *mut Handle<RoomDraft>,
    picture: *const c_char,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    rows: *const u8,
    rows_length: usize,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::alone(room_draft, "room_draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let picture = unsafe { pass::required(picture, "picture") }?;
        // SAFETY: the caller passes what the header asks for.
        let rows = unsafe { pass::slice(rows, rows_length, "rows") }?;
        room_draft.value.paint(picture, x.into(), y.into(), width.into(), height.into(), rows)
    });
    pass::done(made)
}

/// Applies an edit, given as JSON.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_apply(
    room_draft: *mut Handle<RoomDraft>,
    edit: *const c_char,
) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::alone(room_draft, "room_draft") }?;
        // SAFETY: the caller passes what the header asks for.
        let edit = unsafe { pass::required(edit, "edit") }?;
        room_draft.value.apply(edit)
    });
    pass::done(made)
}

/// Undoes the last edit. Returns false if there is none.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_undo(room_draft: *mut Handle<RoomDraft>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::alone(room_draft, "room_draft") }?;
        Ok(room_draft.value.undo())
    });
    pass::answer(made)
}

/// Applies again what was undone last. Returns false if there is nothing.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_redo(room_draft: *mut Handle<RoomDraft>) -> i32 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::alone(room_draft, "room_draft") }?;
        Ok(room_draft.value.redo())
    });
    pass::answer(made)
}

/// Returns the applied edits in their order.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_edits(room_draft: *const Handle<RoomDraft>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::shared(room_draft, "room_draft") }?;
        pass::to_json(&room_draft.value.edits())
    });
    pass::json(made)
}

/// Packs the draft into a block.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_pack(
    room_draft: *const Handle<RoomDraft>,
) -> *mut Handle<PackedRoom> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::shared(room_draft, "room_draft") }?;
        room_draft.value.pack()
    });
    pass::object(made)
}

/// Returns the files of the draft's room folder.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_files(
    room_draft: *const Handle<RoomDraft>,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let room_draft = unsafe { pass::shared(room_draft, "room_draft") }?;
        room_draft.value.files()
    });
    pass::object(made)
}

/// Returns the block without its header.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_room_payload(
    packed_room: *const Handle<PackedRoom>,
    length: *mut usize,
) -> *const u8 {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let packed_room = unsafe { pass::shared(packed_room, "packed_room") }?;
        Ok(packed_room.value.payload())
    });
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::borrowed(made, length) }
}

/// Returns number and name of the room, the size of the block, what was written anew, and notes.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_room_report(
    packed_room: *const Handle<PackedRoom>,
) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let packed_room = unsafe { pass::shared(packed_room, "packed_room") }?;
        pass::to_json(&packed_room.value.report())
    });
    pass::json(made)
}

/// Returns what happens to each costume and room, and the files that change.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_put_report(put: *const Handle<Put>) -> *const c_char {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let put = unsafe { pass::shared(put, "put") }?;
        pass::to_json(&put.value.report())
    });
    pass::json(made)
}

/// Returns the `patch`, or the `files` that change, whole.
///
/// # Safety
/// The pointers are those that the header asks for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_put_written(
    put: *const Handle<Put>,
    form: *const c_char,
) -> *mut Handle<FileList> {
    let made = attempt(|| {
        // SAFETY: the caller passes what the header asks for.
        let put = unsafe { pass::shared(put, "put") }?;
        // SAFETY: the caller passes what the header asks for.
        let form = unsafe { pass::required(form, "form") }?;
        put.value.written(form)
    });
    pass::object(made)
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_close(game: *mut Handle<Game>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(game, "game") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_costume_free(costume: *mut Handle<Costume>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(costume, "costume") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_clip_free(clip: *mut Handle<Clip>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(clip, "clip") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_scene_free(scene: *mut Handle<Scene>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(scene, "scene") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_file_list_free(file_list: *mut Handle<FileList>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(file_list, "file_list") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_draft_free(draft: *mut Handle<Draft>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(draft, "draft") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_brought_free(brought: *mut Handle<Brought>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(brought, "brought") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_free(packed: *mut Handle<Packed>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(packed, "packed") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_room_draft_free(room_draft: *mut Handle<RoomDraft>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(room_draft, "room_draft") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_packed_room_free(packed_room: *mut Handle<PackedRoom>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(packed_room, "packed_room") }
}

/// Frees the object.
///
/// # Safety
/// No other call uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn costumier_put_free(put: *mut Handle<Put>) {
    // SAFETY: the caller passes what the header asks for.
    unsafe { pass::free(put, "put") }
}
