//! Room folders of Humongous games from 7.1 on: backgrounds in one piece, objects of rows, and what objects clear in
//! planes. Their picture is a block of its own.

use std::collections::BTreeMap;

use costumier::format::dialect::Dialect;
use costumier::format::room::Plane;
use costumier::game::{ObjectStates, ObjectsShown};
use costumier::{Game, MemoryFiles};
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, RoomSource};
use costumier_edit::folder::{Files as Folder, ORIGINAL};
use costumier_edit::put::NewRoom;
use costumier_edit::room::{self, RoomOptions, RoomOrigin};
use proptest::prelude::*;

use crate::room::{
    differences, filled, object, opened, packed, painted, pictures, pixels, plane, put_back, refusal,
    unedited, unpacked,
};
use crate::support::{bytes, payload};

const HOLE: u8 = 9;

const SIZE: (u16, u16) = (640, 480);

pub(crate) const DIALECTS: [Dialect; 5] = [
    Dialect::humongous(71),
    Dialect::humongous(72),
    Dialect::humongous(80),
    Dialect::humongous(99),
    Dialect::humongous(99).with_high_colour(),
];

/// A room with a plane, a sign of strips that clears a part of planes, and a plant of rows.
fn source(dialect: Dialect, number: u8) -> RoomSource {
    let mut room = RoomSource::new(SIZE.0, SIZE.1);
    room.palette = (0..=251).map(|i| [i, 251 - i, 40]).collect();
    room.transparent = Some(HOLE);
    room.background = (0..640 * 480_u32).map(|at| (at % 640 / 30 + at / 6400 * 3 + 20) as u8).collect();
    room.planes = vec![plane(SIZE, (0..640).map(|x| (x, 30)))];
    let sign = |colour: u8| ObjectPictureSource {
        pixels: vec![colour; 16 * 8],
        planes: vec![Some(plane((16, 8), [(3, 3)]))],
        cleared: dialect.objects.clears.then(|| plane((16, 8), [(1, 6)])),
        ..ObjectPictureSource::default()
    };
    let plant = ObjectPictureSource {
        pixels: (0..16 * 8).map(|at| if at % 3 == 0 { HOLE } else { at }).collect(),
        leaves_out: true,
        whole: true,
        ..ObjectPictureSource::default()
    };
    let first = u16::from(number) * 10;
    room.objects = vec![
        object(first + 1, (8, 24), (16, 8), [(1, sign(40)), (2, sign(41))]),
        object(first + 2, (40, 17), (16, 8), [(1, plant)]),
    ];
    room
}

fn built(dialect: Dialect, source: impl Fn(u8) -> RoomSource) -> MemoryFiles {
    let mut game = GameBuilder::new(dialect);
    for number in [1, 2] {
        game.room_source(number, "den", &source(number)).unwrap();
        game.costume(number.into(), number, payload(dialect, 12));
    }
    game.script(1, 2, vec![0xA0]);
    game.finish().unwrap().named("game", &dialect).into_iter().collect()
}

pub(crate) fn game(dialect: Dialect) -> (MemoryFiles, Game) {
    let files = built(dialect, |number| source(dialect, number));
    let game = opened(&files, dialect);
    (files, game)
}

/// The blocks of a room as a game stores them, by their names, those inside of others as well.
pub(crate) fn blocks(stored: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let (mut out, mut open) = (BTreeMap::new(), vec![(String::new(), 0, stored.len())]);
    while let Some((path, mut at, end)) = open.pop() {
        let mut number = 0;
        while at + 8 <= end {
            let name = String::from_utf8_lossy(&stored[at..at + 4]).into_owned();
            let size = u32::from_be_bytes(stored[at + 4..at + 8].try_into().unwrap()) as usize;
            let path = format!("{path}/{number} {name}");
            let is_around =
                ["RMIM", "OBIM", "OBCD", "PALS", "WRAP"].contains(&&*name) || name.starts_with("IM0");
            match is_around {
                true => open.push((path, at + 8, at + size)),
                false => drop(out.insert(path, stored[at + 8..at + size].to_vec())),
            }
            (at, number) = (at + size, number + 1);
        }
        assert_eq!(at, end, "{path}: sizes of blocks");
    }
    out
}

/// The sizes that the index has for the pictures and the rest of rooms, and their sizes.
fn stated(files: &MemoryFiles, game: &Game) -> Vec<(u32, u32)> {
    let key = game.data().files().next().unwrap().found.unwrap().1;
    let mut index = bytes(files, &game.data().files().next().unwrap().name);
    key.apply(&mut index);
    let mut out = Vec::new();
    for tag in [b"DIRI", b"DIRR"] {
        let at = index.windows(4).position(|four| four == tag).unwrap() + 8;
        let rows = usize::from(u16::from_le_bytes(index[at..at + 2].try_into().unwrap()));
        for room in [1_u32, 2] {
            let at = at + 2 + 5 * rows + 4 * room as usize;
            let size = u32::from_le_bytes(index[at..at + 4].try_into().unwrap());
            let block = match tag {
                b"DIRI" => game.data().room_image(room).unwrap().unwrap(),
                _ => game.data().room_block(room).unwrap(),
            };
            out.push((size, block.payload.len() as u32 + 8));
        }
    }
    out
}

#[test]
fn an_unedited_room_gives_the_same_files() {
    for dialect in DIALECTS {
        let (files, game) = game(dialect);
        unedited(&files, &game);
        for id in [1, 2] {
            let unpacked = room::unpack(&game, id, RoomOrigin::default()).unwrap();
            assert_eq!(unpacked.facts.left_out, [""; 0]);
        }
    }
}

#[test]
fn a_change_stays_in_its_block_and_sizes_of_directories_follow() {
    for dialect in DIALECTS {
        let (files, game) = game(dialect);
        let folder = unpacked(&game, 2);
        let clears = dialect.objects.clears.then_some(("objects/21-1-clears.png", 9, "IM01/2 TMSK"));
        let edits = [
            ("background.png", 640 * 3 + 9, "RMIM/1 IM00/0 BMAP"),
            ("plane-1.png", 63, "RMIM/1 IM00/1 ZP01"),
            ("objects/21-2.png", 15, "IM02/0 SMAP"),
            ("objects/21-1-plane-1.png", 9, "IM01/1 ZP01"),
            ("objects/22-1.png", 1, "IM01/0 BMAP"),
        ];
        for (name, at, path) in edits.into_iter().chain(clears) {
            let mut edited = folder.clone();
            painted(&mut edited, name, |pixels| {
                pixels[at] = if pixels.iter().all(|pixel| *pixel < 2) { 1 - pixels[at] } else { 177 };
            });
            let found = differences(dialect, &folder[ORIGINAL], &packed(&edited));
            assert!(matches!(&*found, [only] if only.ends_with(path)), "{name}: {found:?}");
            let (_, after, again) = put_back(&files, &game, &edited);
            assert!(stated(&after, &again).iter().all(|(size, now)| size == now));
        }
    }
}

#[test]
fn a_smaller_room_is_filled_up_and_the_index_stays() {
    for dialect in DIALECTS {
        let (files, game) = game(dialect);
        let (_, after) = filled(&files, &game, 3);
        // With 16 bits a pixel, the code of one colour means something else.
        let image = after.data().room_image(2).unwrap().unwrap().payload;
        let code = image[image.windows(4).position(|four| four == b"BMAP").unwrap() + 8];
        assert_eq!(code, if dialect.high_colour.is_some() { 134 } else { 150 });
    }
}

/// A room whose picture has these bytes.
fn with_picture(dialect: Dialect, strip: Vec<u8>) -> (MemoryFiles, Game) {
    let files =
        built(dialect, |number| RoomSource { strips: vec![strip.clone()], ..source(dialect, number) });
    let game = opened(&files, dialect);
    (files, game)
}

#[test]
fn pictures_that_leave_pixels_out_keep_doing_so() {
    let dialect = Dialect::humongous(72);
    let pixels_of = source(dialect, 2).background;
    let strip = costumier::format::codec::bmap::encode_as_deltas(&pixels_of, true);
    let (_, game) = with_picture(dialect, strip);
    let mut folder = unpacked(&game, 2);
    painted(&mut folder, "background.png", |pixels| pixels[700] = HOLE);
    let stored = packed(&folder);
    let picture = &blocks(&stored)["/0 RMIM/1 IM00/0 BMAP"];
    assert_eq!(picture[0], 148);
    let mut out = vec![77; 640 * 480];
    costumier::format::codec::bmap::decode(picture, Some(HOLE), &mut out).unwrap();
    assert_eq!((out[699], out[700]), (pixels_of[699], 77));
}

#[test]
fn what_cannot_be_edited_is_kept_and_named() {
    let told = |dialect, strip: Vec<u8>| {
        let (_, game) = with_picture(dialect, strip);
        let unpacked = room::unpack(&game, 2, RoomOrigin::default()).unwrap();
        assert_eq!(packed(&unpacked.files), unpacked.files[ORIGINAL]);
        unpacked.facts.left_out.join("\n")
    };
    let deep = Dialect::humongous(99).with_high_colour();
    assert!(told(deep, vec![150, 7, 0, 0, 0, 0]).contains("code 150 is a number and no colour"));
    assert!(told(Dialect::humongous(72), vec![77, 7]).contains("the background: its code 77 shows nothing"));
    assert!(told(Dialect::humongous(72), vec![138, 7]).contains("background.png: it cannot be read whole"));
    // A plane of another size than the screen's.
    let dialect = Dialect::humongous(72);
    let files = built(dialect, |number| {
        let mut small = RoomSource::new(64, 40);
        (small.planes, small.palette) = (vec![Plane::new(64, 40)], source(dialect, number).palette);
        small
    });
    let game = opened(&files, dialect);
    let unpacked = room::unpack(&game, 2, RoomOrigin::default()).unwrap();
    assert_eq!(unpacked.facts.left_out, ["plane 1: it is not as large as the screen"]);
    assert_eq!(pixels(&unpacked.files, "background.png").len(), 640 * 480);
    // A picture of another kind.
    let (files, game) = self::game(dialect);
    let mut files = files;
    let (name, stored) = {
        let block = game.data().room_block(2).unwrap();
        (block.file.clone(), bytes(&files, &block.file))
    };
    let key = game.data().files().nth(1).unwrap().found.unwrap().1;
    let mut plain = stored;
    key.apply(&mut plain);
    let at = plain.windows(4).rposition(|four| four == b"BMAP").unwrap();
    plain[at..at + 4].copy_from_slice(b"AWIZ");
    key.apply(&mut plain);
    files.insert(name, plain);
    let game = opened(&files, dialect);
    let unpacked = room::unpack(&game, 2, RoomOrigin::default()).unwrap();
    assert_eq!(unpacked.facts.left_out, ["object 22, state 1: pictures of its kind (AWIZ) cannot be edited"]);
    assert_eq!(packed(&unpacked.files), unpacked.files[ORIGINAL]);
}

#[test]
fn a_room_without_its_picture_is_refused_by_put() {
    let (files, game) = game(Dialect::humongous(72));
    let payload = game.data().room_block(2).unwrap().payload;
    let room = NewRoom { id: 2, payload };
    let told = costumier_edit::Plan::with_rooms(&game, &files, &[], &[room], Default::default());
    let told = told.unwrap_err().to_string();
    assert!(told.contains("it does not begin with the block of the room's picture"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever is painted, the game's room shows it.
    #[test]
    fn what_is_painted_is_what_the_game_shows(
        dialect in prop::sample::select(DIALECTS.to_vec()),
        strokes in prop::collection::vec((0_usize..9, any::<u32>(), 1_usize..900, any::<u8>()), 1..12),
    ) {
        let (files, game) = game(dialect);
        let mut folder = unpacked(&game, 2);
        let names = pictures(&folder);
        for (file, at, len, colour) in strokes {
            let name = &names[file % names.len()];
            painted(&mut folder, name, |pixels| {
                let is_plane = name.contains("plane") || name.contains("clears");
                let colour = if is_plane { colour & 1 } else { colour % 252 };
                let at = at as usize % pixels.len();
                pixels.iter_mut().skip(at).take(len).for_each(|pixel| *pixel = colour);
            });
        }
        let (_, _, after) = put_back(&files, &game, &folder);
        let shown = after.room(2).unwrap();
        prop_assert_eq!(&shown.background().unwrap().pixels, &pixels(&folder, "background.png"));
        let drawn = pixels(&folder, "plane-1.png");
        for (at, pixel) in drawn.iter().enumerate() {
            prop_assert_eq!(shown.planes[0].hides((at % 640) as i32, (at / 640) as i32), *pixel == 1);
        }
        let scenery = shown.scenery(&ObjectStates::from(ObjectsShown::All)).unwrap();
        prop_assert!(scenery.problems.is_empty());
    }

    /// A damaged original is no reason to panic.
    #[test]
    fn folders_of_enemies_are_refused_or_packed(
        dialect in prop::sample::select(DIALECTS.to_vec()),
        damage in prop::collection::vec((any::<u16>(), any::<u8>()), 0..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut folder = unpacked(&game(dialect).1, 2);
        let original = folder.get_mut(ORIGINAL).unwrap();
        // Headers are near both ends.
        for (at, byte) in damage {
            let at = usize::from(at / 2 % 300);
            let at = if byte % 2 == 0 { at } else { original.len() - 1 - at };
            original[at] = byte;
        }
        if let Some(cut) = cut {
            original.truncate(cut.index(original.len()));
        }
        let _ = room::pack(&folder, &RoomOptions::default());
        let texts: Folder = folder.into_iter().filter(|(name, _)| name != "background.png").collect();
        prop_assert!(!refusal(&texts).is_empty());
    }
}
