use super::*;
use crate::MemoryFiles;
use crate::codec::nes_tiles;
use crate::dialect::{Dialect, FileLayout, Interpreter, V1Game};
use crate::game::{Game, Room};
use costumier_build::classic::ClassicBuilder;
use costumier_build::game::GameBuilder;
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};

/// Every generation whose rooms the library writes.
fn dialects() -> Vec<Dialect> {
    let classic =
        Dialect::CLASSIC.into_iter().chain([Dialect::V4_EGA, Dialect::V7, Dialect::V8, Dialect::NES]);
    classic.chain([62, 70].map(Dialect::humongous)).collect()
}

/// The colours that a v1 room shows: colours 6 and 12 of Maniac's table are 1 and 7; all others have colours 1 and
/// 7.
const BACK: u8 = 1;
const DOOR: u8 = 7;
const PLANT: u8 = 4;

fn filled(size: (u16, u16), colour: u8) -> Vec<u8> {
    vec![colour; usize::from(size.0) * usize::from(size.1)]
}

fn plane(size: (u16, u16), set: impl Fn(u16, u16) -> bool) -> Plane {
    let mut plane = Plane::new(size.0, size.1);
    for y in 0..size.1 {
        for x in 0..size.0 {
            plane.set(x, y, set(x, y));
        }
    }
    plane
}

/// A room of 48 × 32 pixels, plane 1 set in its left half. Object 1, a door (16 × 16 at 16, 8), hides actors in its
/// upper half. Object 2, a plant (8 × 8 at 24, 8), is behind it and has it as parent.
fn room(dialect: &Dialect) -> RoomSource {
    let mut room = RoomSource::new(48, 32);
    room.background = filled((48, 32), BACK);
    room.planes = vec![plane((48, 32), |x, _| x < 24)];
    let lowest = dialect.objects.only_picture();
    let open = if dialect.objects.picture_by_state { 2 } else { lowest };
    let picture = |size, colour, set: fn(u16, u16) -> bool| ObjectPictureSource {
        pixels: filled(size, colour),
        strips: Vec::new(),
        leaves_out: false,
        planes: vec![Some(plane(size, set))],
        cleared: None,
        whole: false,
    };
    let mut pictures: BTreeMap<_, _> = [(open, picture((16, 16), DOOR, |_, y| y < 8))].into();
    if open == 2 {
        pictures.insert(1, picture((16, 16), BACK, |_, _| false));
    }
    room.objects = vec![
        ObjectSource {
            id: 21,
            name: "door".into(),
            left: 16,
            top: 8,
            width: 16,
            height: 16,
            initial: open,
            pictures,
            ..ObjectSource::default()
        },
        ObjectSource {
            id: 22,
            name: "plant".into(),
            left: 24,
            top: 8,
            width: 8,
            height: 24,
            parent: 1,
            parent_state: open,
            initial: lowest,
            pictures: [(lowest, picture((8, 24), PLANT, |x, _| x < 4))].into(),
            ..ObjectSource::default()
        },
    ];
    room
}

fn files(dialect: &Dialect, room: &RoomSource) -> Vec<(String, Vec<u8>)> {
    if dialect.files == FileLayout::Disks {
        let mut game = GameBuilder::new(*dialect);
        game.room_source(1, "den", room).unwrap().script(1, 1, vec![0]);
        return game.finish().unwrap().named("game", dialect);
    }
    let mut game = ClassicBuilder::new(*dialect);
    if dialect.is_nes() {
        game.base_tiles(1, &[[0; 64]]);
    }
    game.room_source(1, "den", 1, room).unwrap().script(1, 1, vec![0]);
    game.finish().unwrap()
}

fn opened(dialect: &Dialect, files: Vec<(String, Vec<u8>)>) -> Room {
    let files: MemoryFiles = files.into_iter().collect();
    let mut game = Game::open(&files, None, Limits::default()).unwrap();
    game.assume(*dialect);
    game.room(1).unwrap()
}

/// The colour, and whether plane 1 hides, at a pixel.
fn seen_at(room: &Room, states: &ObjectStates, x: i32, y: i32) -> (u8, bool) {
    let scenery = room.scenery(states).unwrap();
    assert!(scenery.problems.is_empty(), "{:?}", scenery.problems);
    let at = usize::try_from(y * 48 + x).unwrap();
    (scenery.pixels[at].wrapping_sub(room.base), scenery.planes[0].hides(x, y))
}

#[test]
fn objects_are_part_of_picture_and_planes_in_every_generation() {
    for dialect in dialects() {
        let room = opened(&dialect, files(&dialect, &room(&dialect)));
        let what = format!("{:?} {:?} {:?}", dialect.generation(), dialect.files, room.problems);
        assert_eq!(room.objects.iter().map(|it| it.id).collect::<Vec<_>>(), [21, 22], "{what}");
        assert!(room.object_problems().is_empty(), "{what}");
        let at = |states: &ObjectStates, x, y| seen_at(&room, states, x, y);
        let none = ObjectsShown::None.into();
        assert_eq!((at(&none, 20, 10), at(&none, 28, 10)), ((BACK, true), (BACK, false)), "{what}");
        // The door replaces the plane, unless every strip adds to it; it is in front of the plant.
        let first = ObjectStates::default();
        assert_eq!((at(&first, 20, 10), at(&first, 20, 20)), ((DOOR, true), (DOOR, false)), "{what}");
        assert_eq!((at(&first, 28, 10), at(&first, 28, 28)), ((DOOR, true), (PLANT, false)), "{what}");
        assert_eq!(at(&first, 25, 28), (PLANT, true), "{what}");
        // Without the door the plant is invisible, unless all objects are shown.
        let gone = ObjectStates { given: [(21, 0)].into(), ..ObjectStates::default() };
        assert_eq!((at(&gone, 20, 10), at(&gone, 25, 28)), ((BACK, true), (BACK, false)), "{what}");
        let all = ObjectStates { shown: ObjectsShown::All, ..gone };
        assert_eq!((at(&all, 20, 10), at(&all, 25, 28)), ((BACK, true), (PLANT, true)), "{what}");
        if dialect.objects.picture_by_state {
            let shut = ObjectStates { given: [(21, 1)].into(), ..ObjectStates::default() };
            assert_eq!((at(&shut, 20, 10), at(&shut, 25, 28)), ((BACK, false), (BACK, false)), "{what}");
        }
    }
}

#[test]
fn strips_that_leave_pixels_out_add_to_planes_from_v5_on() {
    for (dialect, adds) in [(Dialect::V4, false), (Dialect::V5, true), (Dialect::V7, true)] {
        let mut source = room(&dialect);
        if dialect.files == FileLayout::Disks {
            source.transparent = Some(DOOR);
        }
        let hole = source.transparent.unwrap_or(255);
        for picture in source.objects[0].pictures.values_mut() {
            picture.leaves_out = true;
            picture.pixels = filled((16, 16), PLANT);
            picture.pixels[..64].fill(hole);
        }
        let room = opened(&dialect, files(&dialect, &source));
        let at = |x, y| seen_at(&room, &ObjectStates::default(), x, y);
        // The room is visible through the holes, and its plane stays before the object's lower half.
        assert_eq!((at(17, 8).0, at(17, 20)), (BACK, (PLANT, adds)), "{:?}", dialect.generation());
    }
}

#[test]
fn objects_in_a_circle_are_never_seen() {
    for parents in [[2, 1], [1, 1], [0, 2]] {
        let mut source = room(&Dialect::V6);
        for (object, parent) in source.objects.iter_mut().zip(parents) {
            (object.parent, object.parent_state) = (parent, object.initial);
        }
        let room = opened(&Dialect::V6, files(&Dialect::V6, &source));
        assert_eq!(seen_at(&room, &ObjectStates::default(), 25, 28).0, BACK, "{parents:?}");
    }
}

#[test]
fn damaged_objects_are_reported_and_left_out() {
    for dialect in [
        Dialect::v1(V1Game::Zak),
        Dialect::NES,
        Dialect::V2,
        Dialect::V3,
        Dialect::V4,
        Dialect::V5,
        Dialect::V8,
    ] {
        let source = room(&dialect);
        let (payload, tiles) = match dialect.is_nes() {
            true => source.write_nes(&dialect, 1, &[]).unwrap(),
            false => (source.write_for(&dialect).unwrap(), Vec::new()),
        };
        let tiles: Vec<u8> = tiles.iter().flat_map(nes_tiles::of_pixels).collect();
        for at in 0..payload.len() {
            let mut damaged = payload.clone();
            damaged[at] = if at % 2 == 0 { 0 } else { 0xFF };
            let block = crate::game::RawBlock {
                room: 1,
                file: "x".into(),
                offset: 0,
                tag: *b"ROOM",
                payload: damaged,
            };
            let limits = Limits::with(|limits| limits.stage_pixels = 1 << 16);
            let read = match dialect.files {
                FileLayout::Disks => Room::read(&block, None, None, &dialect, &limits),
                _ => Room::read_old(&block, None, (&dialect, None), &|_| Ok(tiles.clone()), &limits),
            };
            if let Ok(room) = read {
                let _ = room.object_problems();
                let _ = room.scenery(&ObjectsShown::All.into());
            }
        }
    }
}

#[test]
fn what_would_not_be_seen_is_refused() {
    let refused = |change: fn(&mut RoomSource), dialect: &Dialect| {
        let mut source = room(dialect);
        change(&mut source);
        source.write_for(dialect).unwrap_err().to_string()
    };
    assert!(refused(|room| room.objects[0].id = 0, &Dialect::V5).contains("numbers begin with 1"));
    assert!(refused(|room| room.objects[0].left = 40, &Dialect::V5).contains("beyond the room"));
    assert!(refused(|room| room.objects[0].top = 3, &Dialect::V5).contains("multiples of 8"));
    assert!(refused(|room| room.objects[1].parent = 3, &Dialect::V6).contains("is not there"));
    assert!(refused(|room| drop(room.objects[0].pictures.remove(&1)), &Dialect::V8).contains("every state"));
    let planeless = |room: &mut RoomSource| {
        room.objects[1].pictures.values_mut().for_each(|picture| picture.planes.clear());
    };
    assert!(refused(planeless, &Dialect::V4).contains("looks for all 1"));
}

/// A test of rule 8 of docs/interpreters.md.
#[test]
fn a_mask_says_where_an_objects_plane_takes_the_rooms_place() {
    // Columns of the room's plane: 0 to 23; of the object at 16: its own 0 to 3, of its mask 2 to 5.
    let seen = |dialect: Dialect| {
        let mut source = room(&dialect);
        let picture = source.objects[0].pictures.get_mut(&2).unwrap();
        picture.planes = vec![Some(plane((16, 16), |x, _| x < 4))];
        picture.cleared = Some(plane((16, 16), |x, _| (2..6).contains(&x)));
        let mut game = GameBuilder::new(dialect.edition());
        game.room_source(1, "den", &source).unwrap();
        let room = opened(&dialect, game.finish().unwrap().named("game", &dialect.edition()));
        let scenery = room.scenery(&ObjectStates::default()).unwrap();
        (16..24).map(|x| u8::from(scenery.planes[0].hides(x, 10))).collect::<Vec<_>>()
    };
    assert_eq!(seen(Dialect::humongous(72)), [1, 1, 1, 1, 0, 0, 1, 1]);
    let older = Dialect::humongous(72).interpreted_by(Interpreter::ScummVm2_7);
    assert_eq!(seen(older), [1, 1, 0, 0, 0, 0, 1, 1]);
}

/// A test of rules 9 and 10 of docs/interpreters.md.
#[test]
fn rooms_of_one_piece_leave_nothing_out_and_have_the_palettes_colours() {
    let seen = |dialect: Dialect, picture: &[u8]| {
        let mut source = RoomSource::new(16, 8);
        source.transparent = Some(3);
        let mut image = source.write_image(&dialect).unwrap();
        // Replace the existing picture, of code 150.
        let at = image.windows(4).position(|tag| tag == b"BMAP").unwrap() + 8;
        image[at..at + picture.len()].copy_from_slice(picture);
        let block = |tag, payload| {
            let file = "x".into();
            crate::game::RawBlock { room: 1, file, offset: 0, tag, payload }
        };
        let room = block(*b"RMDA", source.write_for(&dialect).unwrap());
        let image = block(*b"RMIM", image);
        let room = Room::read(&room, Some(&image), None, &dialect, &Limits::default()).unwrap();
        let scenery = room.scenery(&ObjectStates::default()).unwrap();
        (scenery.pixels[0], scenery.numbers.is_some_and(|numbers| numbers.hides(0, 0)))
    };
    for high in [Dialect::humongous(99).with_high_colour(), Dialect::humongous(100).with_high_colour()] {
        assert_eq!(seen(high, &[150, 3]), (3, false));
        assert_eq!(seen(high.interpreted_by(Interpreter::ScummVm2_7), &[150, 3]), (3, true));
    }
    let he72 = Dialect::humongous(72);
    assert_eq!(seen(he72, &[144, 3]), (3, false));
    assert_eq!(seen(he72.interpreted_by(Interpreter::ScummVm2_7), &[144, 3]), (0, false));
}

#[test]
fn a_picture_in_one_piece_is_drawn_to_the_pixel_and_leaves_planes() {
    let dialect = Dialect::humongous(80);
    let mut room = RoomSource::new(48, 32);
    room.background = filled((48, 32), BACK);
    room.transparent = Some(3);
    room.planes = vec![plane((48, 32), |x, _| x < 24)];
    let mut pixels = filled((8, 8), DOOR);
    pixels[9] = 3;
    let picture = |leaves_out| ObjectPictureSource {
        pixels: pixels.clone(),
        leaves_out,
        whole: true,
        ..Default::default()
    };
    room.objects = vec![ObjectSource {
        id: 21,
        left: 13,
        top: 5,
        width: 8,
        height: 8,
        initial: 1,
        pictures: [(1, picture(true)), (2, picture(false))].into(),
        ..ObjectSource::default()
    }];
    let mut game = GameBuilder::new(dialect);
    game.room_source(1, "hall", &room).unwrap();
    let files = game.finish().unwrap().named("g", &dialect);
    let game = Game::open(&MemoryFiles::from_iter(files), None, Limits::default()).unwrap();
    let mut read = game.room(1).unwrap();
    // In the room; over each of its edges and corners, and outside it, where no builder places one.
    for (left, top) in
        [(13, 5), (-3, 5), (43, 5), (13, -6), (13, 27), (-3, -6), (43, 27), (-8, 5), (48, 5), (60, 40)]
    {
        (read.objects[0].left, read.objects[0].top) = (left, top);
        for (state, hole) in [(1, BACK), (2, 3)] {
            let states = ObjectStates { given: [(21, state)].into(), ..ObjectStates::default() };
            let seen = read.scenery(&states).unwrap();
            assert_eq!((&seen.problems, &seen.planes), (&Vec::new(), &room.planes));
            let mut wanted = filled((48, 32), BACK);
            for (pixel, number) in pixels.iter().zip(0..) {
                let (x, y) = (left + number % 8, top + number / 8);
                if (0..48).contains(&x) && (0..32).contains(&y) {
                    wanted[(y * 48 + x) as usize] = if *pixel == 3 { hole } else { *pixel };
                }
            }
            assert!(seen.pixels == wanted, "at {left}, {top}, state {state}");
        }
    }
}
