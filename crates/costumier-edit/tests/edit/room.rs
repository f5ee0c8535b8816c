//! Room folders: an unedited one gives the same bytes, and an edited one changes only the strips that were painted.

use std::collections::BTreeMap;

use costumier::format::block::blocks_in;
use costumier::format::bytes::Bytes;
use costumier::format::dialect::{BlockHeaders, Dialect};
use costumier::format::room::Plane;
use costumier::game::{ObjectStates, ObjectsShown};
use costumier::{Files as _, Game, Limits, MemoryFiles};
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};
use costumier_edit::folder::{Files as Folder, ORIGINAL};
use costumier_edit::pictures::png::{self, Pixels};
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, RoomOptions, RoomOrigin};
use costumier_edit::{Plan, PutOptions};
use proptest::prelude::*;

use crate::room_old;
use crate::support::{bytes, payload};

const HOLE: u8 = 9;

const SIZE: (u16, u16) = (64, 40);

/// The dialects of v5 and later whose rooms can be edited.
const DIALECTS: [Dialect; 7] = [
    Dialect::V5,
    Dialect::V6,
    Dialect::V7,
    Dialect::V8,
    Dialect::HE60,
    Dialect::humongous(61),
    Dialect::humongous(70),
];

/// All dialects whose rooms can be edited.
fn dialects() -> Vec<Dialect> {
    [DIALECTS.as_slice(), &room_old::DIALECTS].concat()
}

/// A room with two planes and two objects: a sign in two states with a plane, and a plant that leaves pixels out.
/// Their numbers follow from `number`, that of the room. Objects of v8 have all planes of their room.
pub(crate) fn source(dialect: Dialect, noise: u8, number: u8) -> RoomSource {
    if dialect.blocks != BlockHeaders::Tagged {
        return room_old::source(dialect, noise, number);
    }
    let has_all = dialect == Dialect::V8;
    let mut room = RoomSource::new(SIZE.0, SIZE.1);
    room.palette = (0..=251).map(|i| [i, 251 - i, 40]).collect();
    room.transparent = Some(HOLE);
    room.background = (0..64 * 40_u32)
        .map(|at| match at % 64 / 8 {
            0..3 => 3,
            3 => (at % 8) as u8 + 20,
            _ => (at * u32::from(noise) / 7 % 100) as u8 + 30,
        })
        .collect();
    let mut first = Plane::new(SIZE.0, SIZE.1);
    (0..64).for_each(|x| first.set(x, 30, true));
    (0..40).for_each(|y| first.set(20, y, true));
    room.planes = vec![first, Plane::new(SIZE.0, SIZE.1)];
    let mut plane = Plane::new(16, 8);
    plane.set(3, 3, true);
    let sign = |colour: u8| ObjectPictureSource {
        pixels: vec![colour; 16 * 8],
        planes: [Some(plane.clone())].into_iter().chain(has_all.then(|| Some(Plane::new(16, 8)))).collect(),
        ..ObjectPictureSource::default()
    };
    let plant = ObjectPictureSource {
        pixels: (0..8 * 16).map(|at| if at % 3 == 0 { HOLE } else { at }).collect(),
        leaves_out: true,
        planes: vec![has_all.then(|| Plane::new(8, 16)), Some(Plane::new(8, 16))],
        ..ObjectPictureSource::default()
    };
    room.objects = vec![
        ObjectSource {
            id: u16::from(number) * 10 + 1,
            name: format!("sign-{number}"),
            left: 8,
            top: 8,
            width: 16,
            height: 8,
            initial: 1,
            pictures: BTreeMap::from([(1, sign(40)), (2, sign(41))]),
            adds: true,
            ..ObjectSource::default()
        },
        ObjectSource {
            id: u16::from(number) * 10 + 2,
            name: format!("plant-{number}"),
            left: 40,
            top: 16,
            width: 8,
            height: 16,
            initial: 1,
            pictures: BTreeMap::from([(1, plant)]),
            adds: true,
            ..ObjectSource::default()
        },
    ];
    room
}

/// A game with three rooms, and costumes and a script behind each room's block.
pub(crate) fn game(dialect: Dialect, noise: u8) -> MemoryFiles {
    if dialect.blocks != BlockHeaders::Tagged {
        return room_old::game(dialect, noise);
    }
    let mut game = GameBuilder::new(dialect);
    for number in [1, 2, 3] {
        game.room_source(number, "den", &source(dialect, noise, number)).unwrap();
        game.costume(number.into(), number, payload(dialect, 12));
    }
    game.script(1, 3, vec![0xA0]);
    game.finish().unwrap().named("game", &dialect).into_iter().collect()
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

/// Every block of a room that holds no other blocks, by its path; strips of pictures and planes are parts of their
/// own. Tables of v8 that say where blocks are are left out. It reads the bytes without the code that is tested.
fn parts(dialect: Dialect, payload: &[u8]) -> BTreeMap<String, Vec<u8>> {
    if dialect.blocks != BlockHeaders::Tagged {
        return room_old::parts(dialect, payload);
    }
    fn walk(data: &[u8], path: &str, out: &mut BTreeMap<String, Vec<u8>>) {
        let mut count = 0;
        for (number, block) in blocks_in(Bytes::new(data), &Limits::default()).list.iter().enumerate() {
            let path = format!("{path}/{number} {}", block.name());
            let own = &data[block.offset as usize..block.end() as usize];
            let inside = &own[8..];
            let is_wide = [b"IMAG", b"SMAP", b"ZPLN", b"WRAP"].contains(&&block.tag)
                && [b"WRAP", b"BSTR", b"OFFS"].iter().any(|tag| inside.starts_with(*tag));
            let table = match &block.tag {
                b"BSTR" | b"ZSTR" => Some(4),
                b"SMAP" if !is_wide => Some(4),
                [b'Z', b'P', digit, _] if digit.is_ascii_digit() => Some(2),
                b"OFFS" => continue,
                _ => None,
            };
            // The offsets of a wrapped table count from its own header.
            let own = if inside.starts_with(b"WRAP") { &inside[8..] } else { own };
            let Some(width) = table else {
                if block.is_container() || is_wide {
                    walk(inside, &path, out);
                } else {
                    out.insert(path, inside.to_vec());
                }
                continue;
            };
            let offset = |at: usize| {
                own[8 + at..8 + at + width].iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte))
            };
            // The lowest offset is the end of a picture's table; planes have as many strips.
            if own.starts_with(b"OFFS") {
                count = (u32::from_be_bytes(own[4..8].try_into().unwrap()) as usize - 8) / 4;
            } else if width == 4 {
                let mut first = own.len();
                count = 0;
                while 8 + count * width < first {
                    first = first.min(offset(count * width));
                    count += 1;
                }
            }
            let starts: Vec<usize> = (0..count).map(|strip| offset(strip * width)).collect();
            let mut sorted = starts.clone();
            sorted.push(own.len());
            sorted.sort_unstable();
            for (strip, start) in starts.iter().enumerate() {
                let next = sorted.iter().find(|it| *it > start).copied().unwrap_or(own.len());
                let bytes = if *start == 0 { &[] } else { &own[*start..next] };
                out.insert(format!("{path}/strip {strip}"), bytes.to_vec());
            }
        }
    }
    let mut out = BTreeMap::new();
    walk(payload, "", &mut out);
    out
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
        let game = opened(&files, dialect);
        let mut new = Vec::new();
        for entry in game.rooms() {
            let folder = unpacked(&game, entry.id);
            let payload = packed(&folder);
            assert_eq!(payload, folder[ORIGINAL]);
            assert_eq!(payload, room::stored(&game, entry.id).unwrap());
            new.push(NewRoom { id: entry.id, payload });
            rooms += 1;
        }
        let (plan, after) = put(&files, &game, &new);
        assert!(plan.changed().next().is_none());
        for name in files.names() {
            assert_eq!(bytes(&files, &name), bytes(&after, &name));
        }
    }
    assert!(rooms > 1200, "{rooms}");
}

#[test]
fn a_pixel_changes_its_strip_and_nothing_else() {
    for dialect in DIALECTS {
        let files = game(dialect, 5);
        let game = opened(&files, dialect);
        let folder = unpacked(&game, 2);
        let tagged = [
            ("background.png", 3 * 64 + 41, "RMIM/1 IM00/0 SMAP/strip 5"),
            // It shares its bytes with two other strips.
            ("background.png", 3 * 64 + 9, "RMIM/1 IM00/0 SMAP/strip 1"),
            ("plane-1.png", 63, "RMIM/1 IM00/1 ZP01/strip 7"),
            // It was empty.
            ("plane-2.png", 9, "RMIM/1 IM00/2 ZP02/strip 1"),
            ("objects/21-2.png", 15, "IM02/0 SMAP/strip 1"),
            ("objects/21-1-plane-1.png", 9, "IM01/1 ZP01/strip 1"),
            ("objects/22-1.png", 1, "IM01/0 SMAP/strip 0"),
        ];
        let wrapped = [
            ("background.png", 3 * 64 + 41, "IMAG/0 WRAP/1 SMAP/0 BSTR/strip 5"),
            ("background.png", 3 * 64 + 9, "IMAG/0 WRAP/1 SMAP/0 BSTR/strip 1"),
            ("plane-1.png", 63, "WRAP/1 SMAP/1 ZPLN/0 WRAP/1 ZSTR/strip 7"),
            ("plane-2.png", 9, "WRAP/1 SMAP/1 ZPLN/0 WRAP/2 ZSTR/strip 1"),
            ("objects/1-2.png", 15, "IMAG/0 WRAP/2 SMAP/0 BSTR/strip 1"),
            ("objects/1-1-plane-1.png", 9, "WRAP/1 SMAP/1 ZPLN/0 WRAP/1 ZSTR/strip 1"),
            ("objects/2-1.png", 1, "IMAG/0 WRAP/1 SMAP/0 BSTR/strip 0"),
        ];
        for (name, at, path) in if dialect == Dialect::V8 { wrapped } else { tagged } {
            let mut edited = folder.clone();
            painted(&mut edited, name, |pixels| {
                pixels[at] = if pixels.iter().all(|pixel| *pixel < 2) { 1 - pixels[at] } else { 77 };
            });
            let payload = packed(&edited);
            let found = differences(dialect, &folder[ORIGINAL], &payload);
            assert!(matches!(&*found, [only] if only.ends_with(path)), "{name}: {found:?}");
            let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload }]);
            let after = opened(&after, dialect);
            let again = unpacked(&after, 2);
            for (file, _) in folder.iter().filter(|(file, _)| file.ends_with("png") && *file != "preview.png")
            {
                assert_eq!(pixels(&again, file), pixels(&edited, file), "{name}: {file}");
            }
            for other in [1, 3] {
                assert_eq!(unpacked(&after, other)[ORIGINAL], folder_of(&game, other));
            }
            assert!(after.problems().is_empty());
            let costumes: Vec<u32> = after.costume_ids().collect();
            assert_eq!(costumes, [1, 2, 3]);
            costumes.iter().for_each(|id| {
                assert_eq!(
                    after.costume_bytes(*id).unwrap().payload,
                    game.costume_bytes(*id).unwrap().payload
                );
            });
        }
    }
}

pub(crate) fn folder_of(game: &Game, id: u32) -> Vec<u8> {
    room::stored(game, id).unwrap()
}

#[test]
fn holes_in_an_opaque_object_are_left_out_and_its_plane_still_replaces() {
    let files = game(Dialect::V6, 5);
    let game = opened(&files, Dialect::V6);
    let mut folder = unpacked(&game, 2);
    painted(&mut folder, "objects/21-1.png", |pixels| pixels[0] = HOLE);
    let packed = room::pack(&folder, &RoomOptions::default()).unwrap();
    assert!(packed.notes[0].contains("had no transparent pixels"), "{:?}", packed.notes);
    let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload: packed.payload }]);
    let after = opened(&after, Dialect::V6).room(2).unwrap();
    let scenery = after.scenery(&ObjectStates::from(ObjectsShown::All)).unwrap();
    assert_eq!(scenery.pixels[8 * 64 + 8], 3, "the background shows");
    assert_eq!(scenery.pixels[8 * 64 + 9], 40);
    assert!(!scenery.planes[0].hides(20, 8), "the object's plane takes the place of the room's");
    assert!(scenery.planes[0].hides(11, 11));
}

#[test]
fn a_smaller_room_is_filled_up() {
    for dialect in dialects() {
        let files = game(dialect, 5);
        let game = opened(&files, dialect);
        let mut folder = unpacked(&game, 2);
        let colour = dialect.background_base + 3;
        painted(&mut folder, "background.png", |pixels| pixels.fill(colour));
        let (plan, after) = put(&files, &game, &[NewRoom { id: 2, payload: packed(&folder) }]);
        assert!(!plan.changes_index());
        assert!(plan.rooms[0].filling > 8 && plan.rooms[0].before == plan.rooms[0].after);
        let after = opened(&after, dialect);
        assert!(after.room(2).unwrap().background().unwrap().pixels.iter().all(|pixel| *pixel == colour));
        assert!(after.room(2).unwrap().problems.is_empty());
        // The filling gives way when the room grows again.
        let files = plan.files.iter().map(|file| {
            (file.name.clone(), file.to_vec(&*files.open(&file.name).unwrap(), 1 << 30).unwrap())
        });
        let files: MemoryFiles = files.collect();
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
fn a_plane_that_offsets_cannot_reach_is_refused() {
    let mut source = RoomSource::new(2400, 320);
    source.planes = vec![Plane::new(2400, 320)];
    let dialect = Dialect::V6;
    let mut game = GameBuilder::new(dialect);
    game.room_source(1, "hall", &source).unwrap();
    game.costume(1, 1, payload(dialect, 12));
    let files: MemoryFiles = game.finish().unwrap().named("game", &dialect).into_iter().collect();
    let game = opened(&files, dialect);
    let mut folder = unpacked(&game, 1);
    painted(&mut folder, "plane-1.png", |pixels| {
        // Every strip is different, and every row another byte.
        pixels
            .iter_mut()
            .enumerate()
            .for_each(|(at, pixel)| *pixel = (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 1) as u8);
    });
    let told = refusal(&folder);
    assert!(told.contains("plane-1.png: a strip of this plane would begin"), "{told}");
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
        let names: Vec<String> =
            folder.keys().filter(|name| name.ends_with("png") && *name != "preview.png").cloned().collect();
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
        let (_, after) = put(&files, &game, &[NewRoom { id: 2, payload: payload.clone() }]);
        let after = opened(&after, dialect);
        let shown = after.room(2).unwrap();
        prop_assert_eq!(shown.background().unwrap().pixels, pixels(&folder, "background.png"));
        prop_assert!(shown.problems.is_empty() && shown.object_problems().is_empty());
        for (number, plane) in (1..).zip(&shown.planes) {
            let drawn = pixels(&folder, &format!("plane-{number}.png"));
            for (at, pixel) in drawn.iter().enumerate() {
                prop_assert_eq!(plane.hides((at % 64) as i32, (at / 64) as i32), *pixel == 1);
            }
        }
        let again = unpacked(&after, 2);
        for name in &names {
            prop_assert_eq!(pixels(&again, name), pixels(&folder, name), "{}", name);
        }
        prop_assert_eq!(packed(&again), again[ORIGINAL].clone());
        // Blocks around keep their bytes.
        for path in differences(dialect, &folder[ORIGINAL], &payload) {
            prop_assert!(path.contains("/strip ") || path.ends_with("/stream"), "{}", path);
        }
    }

    /// A damaged original, or any text, is no reason to panic.
    #[test]
    fn folders_of_enemies_are_refused_or_packed(
        dialect in prop::sample::select(dialects()),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
        text in prop::option::of("[a-z0-9 =\\[\\]\"\n]{0,80}"),
    ) {
        let files = game(dialect, 5);
        let mut folder = unpacked(&opened(&files, dialect), 2);
        let original = folder.get_mut(ORIGINAL).unwrap();
        for (at, byte) in damage {
            let at = at.index(original.len());
            original[at] = byte;
        }
        if let Some(cut) = cut {
            original.truncate(cut.index(original.len()));
        }
        if let Some(text) = text {
            folder.insert("room.toml".into(), text.into());
        }
        let _ = room::pack(&folder, &RoomOptions::default());
        let texts: Folder = folder.into_iter().filter(|(name, _)| name != "background.png").collect();
        let _ = room::pack(&texts, &RoomOptions::default());
    }
}
