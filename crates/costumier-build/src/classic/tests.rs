use std::sync::Arc;

use super::*;
use crate::room::RoomSource;
use costumier::Costume;
use costumier::MemoryFiles;
use costumier::game::{BoxScale, Game, Plane, ScaleSlot, WalkBox};
use costumier::scene::{Scene, SceneRenderer, View};
use costumier_format::ErrorKind;
use costumier_format::Limits;
use costumier_format::dialect::{Generation, OldTables, Platform, V1Game};
use costumier_format::screen::Screen;

fn open(files: &[NamedFile]) -> costumier_format::Result<Game> {
    Game::open(&files.iter().cloned().collect::<MemoryFiles>(), None, Limits::default())
}

/// Every generation that this builder writes and that its files tell.
fn dialects() -> Vec<Dialect> {
    let written = |dialect: &Dialect| dialect.files != FileLayout::Disks && *dialect != Dialect::V4_AMIGA;
    let mut all: Vec<_> = Dialect::CLASSIC.into_iter().filter(written).collect();
    all.extend([Dialect::V4_EGA, Dialect::V0, Dialect::V3_TOWNS, Dialect::V3_TOWNS_INDY, Dialect::V3_PCE]);
    all
}

fn source(dialect: &Dialect) -> RoomSource {
    let mut room = RoomSource::new(40, 24);
    let colours = if dialect.fixed_colours { 16 } else { 200 };
    room.background =
        (0..40 * 24u32).map(|i| u8::try_from((i / 3 + i / 40 * 5) % colours).unwrap()).collect();
    if dialect.generation() <= costumier_format::Generation::V1 {
        // Pixels twice as wide as high, in three colours of the room and one of the cell.
        let at = |i: u32| (i % 40, i / 40);
        // On a PC, a C64's colours 3, 4, 5, 6 are these.
        let own = if dialect.made_for == Screen::C64 { [3, 4, 5, 6] } else { [3, 5, 2, 1] };
        let four = |cell: u32| [0, 15, 4, own[cell as usize % 4]];
        let pixel = |(x, y): (u32, u32)| four(x / 8)[(x / 2 + y) as usize % 4];
        room.background = (0..40 * 24).map(|i| pixel(at(i))).collect();
    }
    if !dialect.fixed_colours {
        room.palette = (0..=255).map(|i| [i, 255 - i, 7]).collect();
    }
    if dialect.objects.tiles {
        room.palette = RoomSource::tiled_palette();
        // One palette for each tile.
        let of = |i: u32| 16 * (i / 320 + i % 40 / 8) + (i / 3 + i / 40 * 5) % 16;
        room.background = (0..40 * 24).map(|i| u8::try_from(of(i)).unwrap()).collect();
    }
    let cells = dialect.generation() < costumier_format::Generation::V3;
    let (right, bottom) = if cells { (32, 22) } else { (39, 23) };
    let corners = [(0, 10), (right, 10), (right, bottom), (0, bottom)];
    let scale = if dialect.files == FileLayout::Lec { BoxScale::Slot(0) } else { BoxScale::Constant(255) };
    room.boxes = vec![WalkBox { corners, mask: 1, flags: 0, scale }];
    room.neighbours = vec![vec![]];
    let count = if dialect.files == FileLayout::Lec { 3 } else { 1 };
    for number in 0..count {
        let mut plane = Plane::new(40, 24);
        for y in 0..24 {
            plane.set(8 * number + y % 5, y, true);
        }
        room.planes.push(plane);
    }
    room.scale_slots[0] = Some(ScaleSlot { scale1: 100, y1: 10, scale2: 200, y2: 20 });
    room
}

fn game(dialect: Dialect) -> ClassicBuilder {
    let mut game = ClassicBuilder::new(dialect);
    let payload = source(&dialect).write_for(&dialect).unwrap();
    game.room(1, "den", 1, payload.clone()).room(7, "attic", 2, payload);
    game.costume(1, 7, b"first".to_vec()).costume(24, 1, b"second".to_vec()).costume(3, 7, vec![]);
    game.script(1, 1, vec![0x80; 9]);
    game
}

#[test]
fn every_generation_is_recognised_and_everything_is_found() {
    for dialect in dialects() {
        let game = open(&game(dialect).finish().unwrap()).unwrap();
        assert_eq!(game.dialect(), dialect, "{}", game.why());
        assert_eq!(game.problems(), &[], "{}", game.why());
        let costumes: Vec<_> = game.costume_slots().map(|slot| (slot.id, slot.room)).collect();
        assert_eq!(costumes, [(1, 7), (3, 7), (24, 1)]);
        for (id, payload) in [(1, &b"first"[..]), (24, b"second"), (3, b"")] {
            let found = game.costume_bytes(id).unwrap();
            assert_eq!((found.payload.as_slice(), &found.tag), (payload, b"COST"), "{dialect:?}");
        }
        let rooms: Vec<_> = game.rooms().filter(|room| room.present).map(|room| room.id).collect();
        assert_eq!(rooms, [1, 7]);
        assert_eq!(game.costume_bytes(2).unwrap_err().kind(), &ErrorKind::CostumeUnused);
    }
}

#[test]
fn rooms_come_back_as_they_were_written() {
    for dialect in dialects() {
        let written = source(&dialect);
        let mut game = open(&game(dialect).finish().unwrap()).unwrap();
        let room = game.room(7).unwrap();
        assert_eq!((room.width, room.height), (40, 24));
        assert_eq!(room.problems, []);
        {
            let background = room.background().unwrap();
            assert_eq!((background.pixels, background.problems), (written.background, vec![]), "{dialect:?}");
            assert_eq!(room.planes, written.planes);
            assert_eq!(room.boxes, written.boxes);
            assert_eq!((room.box_at(20, 15), room.box_at(20, 5)), (Some(0), None));
            assert_eq!(room.plane_for(Some(0)), 1);
            let four = dialect.files == FileLayout::Lec;
            assert_eq!(room.plane_for(None), if four { 0 } else { 1 });
            assert_eq!(room.scale_for(Some(0), 15), if four { 150 } else { 255 });
            assert_eq!(room.scale_for(None, 15), 255);
        }
        let palette = room.palettes[0].applied();
        if dialect.fixed_colours {
            assert_eq!(palette[..16], dialect.made_for.colours());
            game.set_screen(Screen::Amiga);
            assert_eq!(game.room(7).unwrap().palettes[0].colours[..16], Screen::Amiga.colours());
        } else {
            let shown: Vec<_> = written.palette.iter().map(|colour| dialect.depth.shown(*colour)).collect();
            assert_eq!(palette[..], shown[..], "white is not skipped before v5");
            assert_eq!(room.palettes[0].colours[..], written.palette[..]);
        }
    }
}

#[test]
fn scenes_are_shown_in_the_dots_of_their_screens() {
    let mut scene = Scene::new(7, Vec::new());
    scene.view = View { x: 8, y: 4, width: 24, height: 12 }.into();
    for dialect in dialects().into_iter().filter(|dialect| dialect.fixed_colours) {
        for screen in Screen::ALL {
            let mut game = open(&game(dialect).finish().unwrap()).unwrap();
            if !game.knows_screen(screen) {
                continue;
            }
            game.set_screen(screen);
            let pattern = game.fixed_pattern();
            let game = Arc::new(game);
            let mut renderer = SceneRenderer::new(Arc::clone(&game));
            let drawn = renderer.render(&scene).unwrap();
            let size = match (screen, dialect.generation()) {
                (Screen::Hercules | Screen::HerculesAmber, Generation::V4) => (48, 21),
                (Screen::Hercules | Screen::HerculesAmber | Screen::CgaBw, _) => (48, 24),
                _ => (24, 12),
            };
            assert_eq!((drawn.width, drawn.height), size, "{screen} {dialect:?}");
            assert_eq!(drawn.pixels.len(), (size.0 * size.1) as usize);
            assert_eq!(pattern.is_some(), !screen.dots().is_empty());
            if let Some(pattern) = &pattern {
                assert_eq!(drawn.palette[..screen.dots().len()], *screen.dots());
                assert!(drawn.pixels.iter().all(|dot| usize::from(*dot) < screen.dots().len()));
                // A dot leads back to its pixel.
                for (dot, at) in [((0, 0), (8, 4)), ((size.0 - 1, size.1 - 1), (31, 15))] {
                    let origin = renderer.origin(&scene, dot).unwrap().unwrap();
                    assert_eq!(origin.at, at, "{screen} {dialect:?}");
                    let mixed = origin.mixed.unwrap();
                    assert!(usize::from(mixed.here) < pattern.colours().len());
                }
            }
        }
    }
}

#[test]
fn what_cells_cannot_say_is_refused() {
    let refused = |change: fn(&mut RoomSource), dialect: Dialect| {
        let mut room = source(&dialect);
        change(&mut room);
        room.write_for(&dialect).unwrap_err().to_string()
    };
    let v1 = Dialect::v1(V1Game::Maniac);
    assert!(refused(|room| room.background[0] = 15, v1).contains("twice as wide"));
    let many = |room: &mut RoomSource| {
        room.background.iter_mut().zip(0u8..=255).for_each(|(pixel, i)| *pixel = i / 2 % 16);
    };
    assert!(refused(many, v1).contains("three colours of the room"));
    for dialect in [v1, Dialect::V2] {
        let said = refused(|room| room.boxes[0].corners[0].0 = 3, dialect);
        assert!(said.contains("multiples of 8 across"), "{said}");
    }
}

#[test]
fn the_amiga_of_v4_keeps_its_first_sixteen_colours() {
    let written = source(&Dialect::V4);
    let mut game = open(&game(Dialect::V4).finish().unwrap()).unwrap();
    assert_eq!(game.dialect(), Dialect::V4, "no file tells the Amiga's");
    game.assume(game.dialect().for_platform(Platform::Amiga).unwrap());
    let room = game.room(7).unwrap();
    let palette = room.palettes[0].applied();
    assert_eq!(palette[..16], Screen::AmigaMonkey.colours());
    assert_eq!(palette[16..], written.palette[16..]);
    let shifted: Vec<u8> = written.background.iter().map(|colour| colour + 16).collect();
    assert_eq!(room.background().unwrap().pixels, shifted);
    game.assume(game.dialect().for_platform(Platform::Pc).unwrap());
    assert_eq!(game.room(7).unwrap().palettes[0].applied()[..], written.palette[..]);
}

#[test]
fn missing_files_are_named_and_the_rest_is_opened() {
    for dialect in dialects() {
        let files = game(dialect).finish().unwrap();
        let lost = if dialect.files == FileLayout::Lec { "disk02.lec" } else { "07.lfl" };
        let left: Vec<_> = files.iter().filter(|(name, _)| name != lost).cloned().collect();
        let game = open(&left).unwrap();
        assert!(game.problems().iter().any(|problem| problem.to_string().contains(lost)), "{dialect:?}");
        assert_eq!(game.costume_bytes(1).unwrap_err().kind(), &ErrorKind::MissingFile(lost.into()));
        assert!(game.costume_bytes(24).is_ok());
        let error = open(&files[1..]).unwrap_err();
        if dialect.blocks != BlockHeaders::Bare {
            assert_eq!(error.kind(), &ErrorKind::MissingFile(files[0].0.clone()), "{error}");
        }
        assert!(open(&files[..1]).is_err());
        let shouted: Vec<_> =
            files.iter().map(|(name, bytes)| (name.to_uppercase(), bytes.clone())).collect();
        assert!(open(&shouted).unwrap().costume_bytes(1).is_ok());
    }
}

#[test]
fn a_demo_with_many_missing_rooms_says_so_once() {
    for dialect in [Dialect::V3, Dialect::V3_256] {
        let mut builder = game(dialect);
        for room in 10..20 {
            builder.room(room, "", 1, vec![0; 40]).costume(u16::from(room), room, vec![1]);
        }
        let files: Vec<_> =
            builder.finish().unwrap().into_iter().filter(|(name, _)| !name.starts_with('1')).collect();
        let game = open(&files).unwrap();
        let told: Vec<_> = game.problems().iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("10 room files"), "{told:?}");
        assert!(game.costume_bytes(12).is_err() && game.costume_bytes(1).is_ok());
    }
}

#[test]
fn damaged_files_are_errors_or_games() {
    for dialect in dialects() {
        let files = game(dialect).finish().unwrap();
        for (number, (_, bytes)) in files.iter().enumerate() {
            for len in (0..bytes.len()).step_by(if number == 0 { 1 } else { 7 }) {
                let mut cut = files.clone();
                cut[number].1.truncate(len);
                let Ok(game) = open(&cut) else { continue };
                for id in [1, 3, 30] {
                    let _ = game.costume_bytes(id).and_then(Costume::read);
                }
                for room in [1, 7] {
                    let _ = game.room(room).map(|room| room.background());
                }
            }
        }
    }
}

#[test]
fn what_the_fields_do_not_hold_is_refused() {
    let mut builder = game(Dialect::v1(V1Game::Zak));
    builder.costume(37, 1, vec![]).costume(5, 99, vec![]).costume(1, 1, vec![]);
    builder.script(2, 1, vec![0; 70_000]);
    let paths: Vec<_> =
        builder.finish().unwrap_err().problems.into_iter().map(|problem| problem.path).collect();
    // The long script pushes every costume of its room out of reach.
    let wanted =
        ["costume 1", "script 2", "costume 5", "costume 1", "costume 24", "costume 37", "costume 37"];
    assert_eq!(paths, wanted);
    assert!(ClassicBuilder::new(Dialect::V5).finish().is_err());
    let mut room = RoomSource::new(8, 8);
    room.background[3] = 16;
    assert_eq!(room.write_for(&Dialect::V3).unwrap_err().problems[0].path, "background");
}

/// Games for the C64: their dialects, which game each is, and a room that has resources enough.
fn c64() -> [(Dialect, V1Game); 2] {
    [(Dialect::V0, V1Game::Maniac), (Dialect::V1_C64, V1Game::Zak)]
}

/// The game on its two disks, under these names.
fn disks(dialect: Dialect, of: V1Game, names: [&str; 2]) -> Vec<NamedFile> {
    let files = game(dialect).finish().unwrap();
    let images = crate::d64::disk_images(&files, of).unwrap();
    names.map(str::to_owned).into_iter().zip(images).collect()
}

/// The files in a folder, and the game there.
fn shelved(files: Vec<NamedFile>) -> (costumier::container::FileSet, costumier_format::Result<Game>) {
    let files: MemoryFiles = files.into_iter().collect();
    let shelf = costumier::container::FileSet::new(Arc::new(files));
    let game = Game::open(&shelf, None, Limits::default());
    (shelf, game)
}

#[test]
fn two_disks_hold_what_the_files_hold() {
    for (dialect, of) in c64() {
        // With unusual names, and with other disks in the folder.
        let mut all = disks(dialect, of, ["Game (side 1).d64", "Game (side 2).D64"]);
        all.push(("other2.d64".into(), all[1].1.clone()));
        let (shelf, found) = shelved(all);
        let found = found.unwrap();
        assert_eq!((found.dialect(), found.problems()), (dialect, &[][..]), "{}", found.why());
        assert_eq!(shelf.containers()[0].name, "Game (side 1).d64+1");
        assert_eq!(shelf.containers()[0].odd, [] as [&str; 0]);
        let loose = open(&game(dialect).finish().unwrap()).unwrap();
        assert_eq!(found.data().index(), loose.data().index());
        for id in [1, 3, 24] {
            assert_eq!(found.costume_bytes(id).unwrap().payload, loose.costume_bytes(id).unwrap().payload);
        }
        for room in [1, 7] {
            let [a, b] = [&found, &loose].map(|game| game.room(room).unwrap().background().unwrap().pixels);
            assert_eq!(a, b);
        }
        assert_eq!(found.title().unwrap().edition, Some("C64"));
    }
}

#[test]
fn a_disk_alone_says_which_is_missing() {
    for (dialect, of) in c64() {
        let mut one = disks(dialect, of, ["a1.d64", "a2.d64"]);
        let second = one.pop().unwrap();
        // Room 7 is on the first disk, as all odd ones are here, so no room is missing.
        let (shelf, found) = shelved(one.clone());
        assert!(shelf.containers()[0].odd.is_empty() && found.is_ok());
        let elsewhere = |disk: &mut Vec<u8>| {
            let objects = usize::from(OldTables::C64(of).counts().unwrap()[0]);
            disk[2 + objects + 7] = b'2';
        };
        elsewhere(&mut one[0].1);
        let (shelf, found) = shelved(one);
        assert!(shelf.containers()[0].odd[0].contains("disk 2 is missing"));
        assert!(matches!(found.unwrap().costume_bytes(3).unwrap_err().kind(), ErrorKind::MissingFile(_)));
        assert!(shelved(vec![second]).1.is_err());
    }
}

fn can_be_changed_anywhere((dialect, of): (Dialect, V1Game)) {
    let whole = disks(dialect, of, ["a1.d64", "a2.d64"]);
    let index = usize::try_from(OldTables::C64(of).index_len().unwrap()).unwrap();
    // All directories, and the first sectors after them.
    for at in (0..2048).chain([index, 5 * 1024, 174_847]) {
        for value in [0, 1, b'1', b'2', 0x7F, 0xFE, 0xFF] {
            if at > index && (at + usize::from(value)) % 5 > 0 {
                continue;
            }
            let mut changed = whole.clone();
            changed[0].1[at] = value;
            let (_, found) = shelved(changed);
            let Ok(found) = found else { continue };
            for id in 0..40 {
                let _ = (found.costume_bytes(id), found.room(id).map(|room| room.background()));
            }
        }
    }
}

// One test for each game: they run side by side.
#[test]
fn disks_of_v0_can_be_changed_anywhere() {
    can_be_changed_anywhere(c64()[0]);
}

#[test]
fn disks_of_v1_can_be_changed_anywhere() {
    can_be_changed_anywhere(c64()[1]);
}

/// ScummVM writes behind its table of classes where an index counts fewer objects than there are actors, and aborts
/// when it ends.
#[test]
fn an_index_counts_an_object_for_each_actor() {
    for (dialect, actors) in [(Dialect::V2, 25), (Dialect::V3, 13)] {
        let files = game(dialect).finish().unwrap();
        let (_, index) = files.iter().find(|(name, _)| name.eq_ignore_ascii_case("00.lfl")).unwrap();
        let count = [index[2] ^ 0xFF, index[3] ^ 0xFF];
        assert_eq!(u16::from_le_bytes(count), actors, "{dialect:?}");
    }
}

#[test]
fn rooms_have_as_many_resources_as_the_game_gives_them() {
    let mut builder = game(Dialect::V0);
    // Room 7 of this game has thirteen: the room itself, two costumes, and ten more.
    for number in 0..10 {
        builder.script(10 + number, 7, vec![0]);
    }
    assert!(crate::d64::disk_images(&builder.finish().unwrap(), V1Game::Maniac).is_ok());
    builder.script(20, 7, vec![0]);
    let refused = crate::d64::disk_images(&builder.finish().unwrap(), V1Game::Maniac).unwrap_err();
    assert!(refused.to_string().contains("14 resources; this game's has 13"), "{refused}");
    let other = crate::d64::disk_images(&builder.finish().unwrap(), V1Game::Zak).unwrap_err();
    assert!(other.to_string().contains("no index of this game"), "{other}");
}
