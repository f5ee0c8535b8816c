//! Room folders: an unedited one gives the same bytes, and an edited one changes only the strips that were painted.

use std::collections::BTreeMap;

use costumier::format::dialect::{BlockHeaders, Dialect};
use costumier::format::room::Plane;
use costumier::{Files as _, Game, Limits, MemoryFiles};
use costumier_build::room::{ObjectPictureSource, ObjectSource};
use costumier_edit::folder::{Files as Folder, ORIGINAL};
use costumier_edit::pictures::png::{self, Pixels};
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, RoomOptions, RoomOrigin};
use costumier_edit::{Plan, PutOptions};
use proptest::prelude::*;

use crate::support::bytes;
use crate::{room_draft, room_humongous, room_late, room_old};

/// All dialects whose rooms can be edited.
pub(crate) fn dialects() -> Vec<Dialect> {
    [room_late::DIALECTS.as_slice(), &room_old::DIALECTS].concat()
}

pub(crate) fn game(dialect: Dialect, noise: u8) -> MemoryFiles {
    match dialect.blocks {
        BlockHeaders::Tagged => room_late::game(dialect, noise),
        _ => room_old::game(dialect, noise),
    }
}

/// A plane of this size with these pixels.
pub(crate) fn plane((width, height): (u16, u16), pixels: impl IntoIterator<Item = (u16, u16)>) -> Plane {
    let mut plane = Plane::new(width, height);
    pixels.into_iter().for_each(|(x, y)| plane.set(x, y, true));
    plane
}

/// An object with these pictures, which begins in the first of their states.
pub(crate) fn object(
    id: u16,
    (left, top): (u16, u16),
    (width, height): (u16, u16),
    pictures: impl Into<BTreeMap<u8, ObjectPictureSource>>,
) -> ObjectSource {
    let (name, pictures) = (format!("thing-{id}"), pictures.into());
    let initial = *pictures.keys().next().unwrap();
    ObjectSource { id, name, left, top, width, height, initial, pictures, adds: true, ..Default::default() }
}

pub(crate) fn opened(files: &MemoryFiles, dialect: Dialect) -> Game {
    let mut game = Game::open(files, None, Limits::default()).unwrap();
    if game.dialect() != dialect {
        game.assume(dialect);
    }
    game
}

pub(crate) fn unpacked(game: &Game, id: u32) -> Folder {
    room::unpack(game, id, RoomOrigin::default()).unwrap().files
}

pub(crate) fn packed(folder: &Folder) -> Vec<u8> {
    room::pack(folder, &RoomOptions::default()).unwrap_or_else(|refused| panic!("{refused}")).payload
}

pub(crate) fn put(files: &MemoryFiles, game: &Game, rooms: &[NewRoom]) -> (Plan, MemoryFiles) {
    let plan = Plan::with_rooms(game, files, &[], rooms, PutOptions::default()).unwrap();
    let mut all = files.clone();
    for file in &plan.files {
        all.insert(file.name.clone(), file.to_vec(&*files.open(&file.name).unwrap(), 1 << 30).unwrap());
    }
    (plan, all)
}

/// The pixel values of a picture of a folder.
pub(crate) fn pixels(folder: &Folder, name: &str) -> Vec<u8> {
    let Pixels::Indexed { indices, .. } = png::read(&folder[name]).unwrap().pixels else { panic!("{name}") };
    indices
}

/// The folder with other pixel values in a picture, whose file has the same palette.
pub(crate) fn painted(folder: &mut Folder, name: &str, paint: impl FnOnce(&mut [u8])) {
    let image = png::read(&folder[name]).unwrap();
    let Pixels::Indexed { mut indices, palette } = image.pixels else { panic!("{name}") };
    paint(&mut indices);
    let mut out = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut out, image.width as u32, image.height as u32);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_palette(palette.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect::<Vec<_>>());
    encoder.set_trns(palette.iter().map(|[.., opacity]| *opacity).collect::<Vec<_>>());
    encoder.write_header().unwrap().write_image_data(&indices).unwrap();
    folder.insert(name.to_owned(), out);
}

/// The names of a folder's pictures that can be painted.
pub(crate) fn pictures(folder: &Folder) -> Vec<String> {
    folder.keys().filter(|name| name.ends_with("png") && *name != "preview.png").cloned().collect()
}

#[track_caller]
pub(crate) fn assert_same_pictures(one: &Folder, other: &Folder) {
    for name in pictures(one) {
        assert_eq!(pixels(one, &name), pixels(other, &name), "{name}");
    }
}

/// Unpacks rooms, packs them and puts them into their game, none of which changes anything. Returns the folders.
#[track_caller]
pub(crate) fn unedited(files: &MemoryFiles, game: &Game) -> Vec<Folder> {
    let folders: Vec<Folder> = game.rooms().map(|entry| unpacked(game, entry.id)).collect();
    let packed = game.rooms().zip(&folders).map(|(entry, folder)| {
        let payload = packed(folder);
        assert_eq!(payload, folder[ORIGINAL]);
        assert_eq!(payload, room::stored(game, entry.id).unwrap());
        NewRoom { id: entry.id, payload }
    });
    let (plan, after) = put(files, game, &packed.collect::<Vec<_>>());
    assert!(plan.changed().next().is_none());
    assert!(files.names().iter().all(|name| bytes(files, name) == bytes(&after, name)));
    folders
}

/// Puts room 2 into its game. All its pictures come back; other rooms, and costumes, are as they were.
#[track_caller]
pub(crate) fn put_back(files: &MemoryFiles, game: &Game, edited: &Folder) -> (Plan, MemoryFiles, Game) {
    let (plan, after) = put(files, game, &[NewRoom { id: 2, payload: packed(edited) }]);
    let again = opened(&after, game.dialect());
    assert_same_pictures(&unpacked(&again, 2), edited);
    assert!(again.problems().is_empty());
    let room = again.room(2).unwrap();
    assert!(room.problems.is_empty() && room.object_problems().is_empty(), "{:?}", room.problems);
    for other in game.rooms().filter(|other| other.id != 2) {
        assert_eq!(folder_of(&again, other.id), folder_of(game, other.id));
    }
    let costumes = |game: &Game| {
        game.costume_ids().map(|id| (id, game.costume_bytes(id).unwrap().payload)).collect::<Vec<_>>()
    };
    assert_eq!(costumes(&again), costumes(game));
    (plan, after, again)
}

/// Fills the background of room 2 with a colour: the room gets smaller, and the index stays.
#[track_caller]
pub(crate) fn filled(files: &MemoryFiles, game: &Game, colour: u8) -> (MemoryFiles, Game) {
    let mut folder = unpacked(game, 2);
    painted(&mut folder, "background.png", |pixels| pixels.fill(colour));
    let (plan, files, after) = put_back(files, game, &folder);
    assert!(!plan.changes_index());
    assert!(plan.rooms[0].filling > 8 && plan.rooms[0].before == plan.rooms[0].after);
    assert!(after.room(2).unwrap().background().unwrap().pixels.iter().all(|pixel| *pixel == colour));
    (files, after)
}

/// Bytes to change, and where to cut.
type Damage = (Vec<(prop::sample::Index, u8)>, Option<prop::sample::Index>);

fn damage() -> impl Strategy<Value = Damage> {
    let bytes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12);
    (bytes, prop::option::of(any::<prop::sample::Index>()))
}

/// Damages the original of a folder.
fn damaged(folder: &mut Folder, (bytes, cut): Damage) {
    let original = folder.get_mut(ORIGINAL).unwrap();
    for (at, byte) in bytes {
        let at = at.index(original.len());
        original[at] = byte;
    }
    if let Some(cut) = cut {
        original.truncate(cut.index(original.len()));
    }
}

/// The parts of a room that can differ, by their names. It reads the bytes without the code that is tested.
fn parts(dialect: Dialect, payload: &[u8]) -> BTreeMap<String, Vec<u8>> {
    match dialect.blocks {
        _ if room_humongous::DIALECTS.contains(&dialect) => room_humongous::blocks(payload),
        BlockHeaders::Tagged => room_late::parts(payload),
        _ => room_old::parts(dialect, payload),
    }
}

/// The paths of parts that differ.
pub(crate) fn differences(dialect: Dialect, before: &[u8], after: &[u8]) -> Vec<String> {
    let (before, after) = (parts(dialect, before), parts(dialect, after));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    before.iter().filter(|(path, bytes)| after[*path] != **bytes).map(|(path, _)| path.clone()).collect()
}

#[test]
fn an_unedited_room_gives_the_same_files() {
    let mut rooms = 0;
    let samples = costumier_sample::GAMES.iter().map(|edition| (edition.folder(), edition.dialect));
    let samples = samples.filter(|(_, dialect)| room::editable(dialect).is_ok());
    let built = (0..40).flat_map(|noise| dialects().into_iter().map(move |it| (game(it, noise), it)));
    for (files, dialect) in samples.chain(built) {
        rooms += unedited(&files, &opened(&files, dialect)).len();
    }
    assert!(rooms > 1200, "{rooms}");
}

pub(crate) fn folder_of(game: &Game, id: u32) -> Vec<u8> {
    room::stored(game, id).unwrap()
}

#[test]
fn a_smaller_room_is_filled_up() {
    for dialect in dialects() {
        let files = game(dialect, 5);
        let game = opened(&files, dialect);
        let colour = dialect.background_base + 3;
        let (files, after) = filled(&files, &game, colour);
        // The filling gives way when the room grows again.
        let mut folder = unpacked(&after, 2);
        painted(&mut folder, "background.png", |pixels| pixels[0] = colour + 2);
        let (plan, _) = put(&files, &after, &[NewRoom { id: 2, payload: packed(&folder) }]);
        assert!(!plan.changes_index());
        assert!(plan.rooms[0].filling > 8 && plan.rooms[0].before == plan.rooms[0].after);
    }
}

pub(crate) fn refusal(folder: &Folder) -> String {
    room::pack(folder, &RoomOptions::default()).unwrap_err().to_string()
}

#[test]
fn mistakes_are_refused_with_what_to_do() {
    let files = game(Dialect::V6, 5);
    let game = opened(&files, Dialect::V6);
    let folder = unpacked(&game, 2);
    let with = |name: &str, bytes: Vec<u8>| {
        let mut folder = folder.clone();
        folder.insert(name.to_owned(), bytes);
        refusal(&folder)
    };
    let without = |name: &str| {
        let mut folder = folder.clone();
        folder.remove(name).unwrap();
        refusal(&folder)
    };
    let text = String::from_utf8(folder["room.toml"].clone()).unwrap();
    let colours = |width: u32, height: u32, colour: [u8; 4]| {
        let mut out = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut out, width, height);
        encoder.set_color(::png::ColorType::Rgba);
        let pixels = colour.repeat((width * height) as usize);
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        out
    };
    for (told, wanted) in [
        (
            with("background.png", colours(64, 40, [12, 13, 200, 255])),
            "#0c0dc8 is not in the room's palette: 2560",
        ),
        (with("background.png", colours(64, 40, [12, 13, 200, 255])), "`--nearest` takes it"),
        (
            with("background.png", colours(64, 40, [0, 0, 0, 0])),
            "0,0 is transparent; a background has no holes",
        ),
        (
            with("background.png", colours(64, 41, [0, 0, 0, 255])),
            "has 64 × 41 pixels; in this room it has 64 × 40",
        ),
        (with("plane-1.png", colours(64, 40, [200, 10, 10, 255])), "0,0 is #c80a0a; a plane has two colours"),
        (with("plane-3.png", colours(64, 40, [0, 0, 0, 255])), "plane-3.png: the room has no such picture"),
        (with("objects/21-3.png", colours(16, 8, [0, 0, 0, 255])), "`room.toml` lists the objects"),
        (with("plane-1.png", b"GIF89a".to_vec()), "plane-1.png: cannot be read as a PNG file"),
        (without("background.png"), "background.png: is missing"),
        (without("objects/22-1-plane-2.png"), "objects/22-1-plane-2.png: is missing"),
        (without("original.bin"), "original.bin: is missing"),
        (without("room.toml"), "room.toml: is missing: this is no room folder"),
        (
            with("room.toml", text.replace("size = [64, 40]", "size = [64, 48]").into()),
            "room.toml: size: this cannot",
        ),
        (
            with("room.toml", text.replace("at = [8, 8]", "at = [8, 9]").into()),
            "objects and boxes cannot be edited yet",
        ),
        (with("room.toml", text.replace("\"v6\"", "\"v60\"").into()), "it names no generation"),
        (with("room.toml", text.replace("planes = 2", "planes = 2\nboxes = 1").into()), "room.toml: boxes"),
    ] {
        assert!(told.contains(wanted), "{told}\n{wanted}");
    }
    // Names are for people.
    let mut named = folder.clone();
    named.insert("room.toml".into(), text.replace("id = 21", "id = 21\nname = \"sign\"").into());
    assert_eq!(packed(&named), folder[ORIGINAL]);
    // `--nearest` takes what is nearest.
    let mut foreign = folder.clone();
    foreign.insert("background.png".into(), colours(64, 40, [3, 248, 44, 255]));
    let options = RoomOptions { nearest: true, ..RoomOptions::default() };
    let packed = room::pack(&foreign, &options).unwrap();
    assert!(packed.notes[0].contains("#03f82c became colour 3"), "{:?}", packed.notes);
}

#[test]
fn other_generations_say_which_rooms_can_be_edited() {
    let told = room::editable(&Dialect::NES).unwrap_err().to_string();
    assert!(told.contains("all rooms except for those of the NES can be"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever is painted, the game's room shows it, and a second round gives the same bytes.
    #[test]
    fn what_is_painted_is_what_the_game_shows(
        dialect in prop::sample::select(dialects()),
        noise in any::<u8>(),
        strokes in prop::collection::vec((0_usize..9, any::<u16>(), 1_usize..60, any::<u8>()), 1..12),
    ) {
        let files = game(dialect, noise);
        let game = opened(&files, dialect);
        let mut folder = unpacked(&game, 2);
        let names = pictures(&folder);
        for (file, at, len, colour) in strokes {
            let name = &names[file % names.len()];
            painted(&mut folder, name, |pixels| {
                let colour = match name.contains("plane") {
                    true => colour & 1,
                    false => room_old::in_palette(dialect, colour),
                };
                let at = usize::from(at) % pixels.len();
                pixels.iter_mut().skip(at).take(len).for_each(|pixel| *pixel = colour);
            });
        }
        let payload = packed(&folder);
        let (_, _, after) = put_back(&files, &game, &folder);
        let shown = after.room(2).unwrap();
        prop_assert_eq!(shown.background().unwrap().pixels, pixels(&folder, "background.png"));
        for (number, plane) in (1..).zip(&shown.planes) {
            let drawn = pixels(&folder, &format!("plane-{number}.png"));
            for (at, pixel) in drawn.iter().enumerate() {
                prop_assert_eq!(plane.hides((at % 64) as i32, (at / 64) as i32), *pixel == 1);
            }
        }
        let again = unpacked(&after, 2);
        prop_assert_eq!(packed(&again), again[ORIGINAL].clone());
        // Blocks around keep their bytes.
        for path in differences(dialect, &folder[ORIGINAL], &payload) {
            prop_assert!(path.contains("/strip ") || path.ends_with("/stream"), "{}", path);
        }
    }

    /// A damaged original, or any text, is no reason to panic.
    #[test]
    fn folders_of_enemies_are_refused_or_packed(
        dialect in prop::sample::select(room_draft::games()),
        damage in damage(),
        text in prop::option::of("[a-z0-9 =\\[\\]\"\n]{0,80}"),
    ) {
        let mut folder = unpacked(&opened(&room_draft::built(dialect), dialect), 2);
        damaged(&mut folder, damage);
        if let Some(text) = text {
            folder.insert("room.toml".into(), text.into());
        }
        let _ = room::pack(&folder, &RoomOptions::default());
        painted(&mut folder, "background.png", |pixels| {
            let first = pixels[0];
            pixels[..64 * 8].fill(first);
        });
        let _ = room::pack(&folder, &RoomOptions::default());
        folder.remove("background.png");
        let _ = room::pack(&folder, &RoomOptions::default());
    }
}
