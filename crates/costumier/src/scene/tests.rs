//! Tests of scenes of a small game. It has a room of 16 × 8 pixels whose colour is its row + 100, with one plane on
//! its right half and one box, and a costume of single pixels (see `cost::fixture`).

use std::sync::Arc;

use super::*;
use crate::ErrorKind;
use crate::Facing;
use crate::Limits;
use crate::MemoryFiles;
use crate::Role;
use crate::cost::fixture::{Entry, make};
use crate::dialect::Dialect;
use crate::game::{BoxScale, Game, Plane, ScaleSlot, WalkBox};
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;

const WIDTH: u16 = 16;
const HEIGHT: u16 = 8;

pub(super) fn game_in(dialect: Dialect) -> Arc<Game> {
    game_within(dialect, Limits::default())
}

fn game_within(dialect: Dialect, limits: Limits) -> Arc<Game> {
    let mut room = RoomSource::new(WIDTH, HEIGHT);
    room.palette = (0..=255).map(|i| [i, 255 - i, 7]).collect();
    room.background = (0..HEIGHT).flat_map(|y| [100 + u8::try_from(y).unwrap(); WIDTH as usize]).collect();
    let mut plane = Plane::new(WIDTH, HEIGHT);
    for y in 0..HEIGHT {
        for x in WIDTH / 2..WIDTH {
            plane.set(x, y, true);
        }
    }
    room.planes = vec![plane];
    let corners = [(0, 4), (15, 4), (15, 7), (0, 7)];
    room.boxes = vec![WalkBox { corners, mask: 1, flags: 0, scale: BoxScale::Slot(0) }];
    room.neighbours = vec![vec![]];
    room.scale_slots[0] = Some(ScaleSlot { scale1: 1, y1: 4, scale2: 255, y2: 6 });
    // Picture k of limb l stands at (k, l) and moves by (1, 2); its colour is 1, which the costume maps to 1.
    let stream = [0, 1, 2, 3];
    let records: &[(u8, &[(u8, Entry)])] = &[
        (4, &[(0, Entry::Loop(0, 4))]),
        (5, &[(0, Entry::Loop(0, 4))]),
        (6, &[(0, Entry::Loop(0, 4))]),
        (34, &[(0, Entry::Loop(2, 1)), (1, Entry::Loop(0, 1))]),
    ];
    let cost = make(dialect, 2, &stream, records);
    let mut builder = GameBuilder::new(dialect);
    builder.room(1, "here", room.write().unwrap()).costume(1, 1, cost.payload().to_vec());
    let files = builder.finish().unwrap();
    let files = MemoryFiles::from_iter([("t.000", files.index), ("t.001", files.data)]);
    Arc::new(Game::open(&files, None, limits).unwrap())
}

fn actor(at: (i32, i32)) -> SceneActor {
    SceneActor {
        steps: vec![Step::Chore(ChoreRef::Role(Role::Init))],
        ..SceneActor::new(1, at, Facing::SOUTH)
    }
}

fn scene(actors: Vec<SceneActor>) -> Scene {
    Scene { room: Some(1), actors, ..Scene::default() }
}

/// Pixels that differ from the room's, as (x, y, colour).
fn drawn(game: &Arc<Game>, scene: &Scene) -> Vec<(i32, i32, u8)> {
    let mut renderer = SceneRenderer::new(Arc::clone(game));
    let rendered = renderer.render(scene).unwrap();
    let width = rendered.width as usize;
    let mut out = Vec::new();
    for (i, &value) in rendered.pixels.iter().enumerate() {
        let (column, row) = (i32::try_from(i % width).unwrap(), i32::try_from(i / width).unwrap());
        let (x, y) = (column + rendered.origin.0, row + rendered.origin.1);
        let room = i32::from(value) == 100 + y && scene.room.is_some();
        if !room && rendered.transparent != Some(value) {
            out.push((x, y, value));
        }
    }
    out
}

#[test]
fn an_actor_stands_in_its_room() {
    let game = game_in(Dialect::V5);
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let rendered = renderer.render(&scene(vec![actor((3, 2))])).unwrap();
    assert_eq!((rendered.width, rendered.height, rendered.transparent), (16, 8, None));
    assert_eq!(rendered.palette[100], [100, 155, 7]);
    assert_eq!(rendered.pixels[2 * 16 + 3], 1);
    assert_eq!(rendered.pixels.iter().filter(|p| **p == 1).count(), 1);
}

#[test]
fn steps_are_made_in_their_order_before_the_actor_is_drawn() {
    let game = game_in(Dialect::V5);
    let chore = |n| Step::Chore(ChoreRef::Number(n));
    for (steps, expected) in [
        (vec![], vec![]),
        (vec![chore(1)], vec![(3, 2, 1)]),
        (vec![chore(1), Step::Ticks(2)], vec![(5, 2, 1)]),
        (vec![chore(1), Step::Speed(2), Step::Ticks(3)], vec![(4, 2, 1)]),
        // Limb 1 is one row lower, and limb 0's picture moves it one column right and two rows up.
        (vec![chore(8)], vec![(4, 1, 1), (5, 2, 1)]),
        (vec![chore(8), chore(1)], vec![(3, 2, 1)]),
        (vec![chore(1), Step::Ticks(1), Step::Animate(249)], vec![(3, 2, 1)]),
        (vec![chore(1), Step::Ticks(1), Step::Face(Facing::WEST)], vec![(3, 2, 1)]),
    ] {
        let scene = scene(vec![SceneActor { steps: steps.clone(), ..actor((3, 2)) }]);
        assert_eq!(drawn(&game, &scene), expected, "{steps:?}");
    }
}

#[test]
fn west_is_mirrored_about_the_anchor_pixel() {
    let game = game_in(Dialect::V5);
    let steps = vec![Step::Chore(ChoreRef::Number(1)), Step::Ticks(2)];
    let west = SceneActor { facing: Facing::WEST, steps, ..actor((5, 2)) };
    assert_eq!(drawn(&game, &scene(vec![west])), [(3, 2, 1)]);
}

#[test]
fn planes_and_boxes_hide() {
    let game = game_in(Dialect::V5);
    for (plane, seen) in [
        (PlaneChoice::Front, true),
        (PlaneChoice::Plane(1), false),
        (PlaneChoice::Plane(7), false),
        (PlaneChoice::Box, false),
    ] {
        let scene = scene(vec![SceneActor { plane, ..actor((12, 6)) }]);
        assert_eq!(!drawn(&game, &scene).is_empty(), seen, "{plane:?}");
    }
    // Outside every box there is no plane.
    let outside = SceneActor { plane: PlaneChoice::Box, ..actor((12, 1)) };
    assert_eq!(drawn(&game, &scene(vec![outside])), [(12, 1, 1)]);
    // The elevation does not change the box.
    let raised = SceneActor { plane: PlaneChoice::Box, elevation: 5, ..actor((12, 6)) };
    assert_eq!(drawn(&game, &scene(vec![raised])), []);
}

#[test]
fn who_asks_a_box_and_stands_in_none_is_named() {
    let mut renderer = SceneRenderer::new(game_in(Dialect::V5));
    let asks = |at, scale, plane| SceneActor { scale, plane, ..actor(at) };
    let full = Scale::FULL;
    let mut all = scene(vec![
        asks((12, 1), full, PlaneChoice::Front),
        asks((12, 1), Scale::Box, PlaneChoice::Front),
        asks((12, 6), Scale::Box, PlaneChoice::Box),
        asks((12, 1), full, PlaneChoice::Box),
    ]);
    assert_eq!(renderer.render(&all).unwrap().unboxed, [1, 3]);
    all.room = None;
    assert!(renderer.render(&all).unwrap().unboxed.is_empty(), "nobody has a box where there is no room");
}

#[test]
fn the_box_gives_the_size() {
    let game = game_in(Dialect::V5);
    // At y = 4 the scale is 1: none of the three columns up to the picture is kept
    // (docs/format/drawing.md §3.3, indices 125 to 127).
    let steps = vec![Step::Chore(ChoreRef::Number(1)), Step::Ticks(3)];
    let small = SceneActor { scale: Scale::Box, steps: steps.clone(), ..actor((2, 4)) };
    assert_eq!(drawn(&game, &scene(vec![small])), [(2, 4, 1)]);
    let full = SceneActor { scale: Scale::Box, steps, ..actor((2, 7)) };
    assert_eq!(drawn(&game, &scene(vec![full])), [(5, 7, 1)]);
}

#[test]
fn overrides_and_lights_change_colours() {
    let game = game_in(Dialect::V5);
    let painted = SceneActor { palette: [(1, 60)].into(), ..actor((3, 2)) };
    assert_eq!(drawn(&game, &scene(vec![painted])), [(3, 2, 60)]);
    let not_255 = SceneActor { palette: [(1, 255)].into(), ..actor((3, 2)) };
    assert_eq!(drawn(&game, &scene(vec![not_255])), [(3, 2, 1)]);

    let mut dark = scene(vec![actor((3, 2))]);
    dark.lights = 8;
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let rendered = renderer.render(&dark).unwrap();
    assert_eq!(rendered.pixels[2 * 16 + 3], 1);
    assert_eq!(rendered.pixels.iter().filter(|p| **p == 0).count(), 127);
    dark.lights = 2;
    assert_eq!(drawn(&game, &dark), [(3, 2, 8)]);

    let v6 = game_in(Dialect::V6);
    dark.lights = 0;
    assert_eq!(drawn(&v6, &dark), [(3, 2, 1)], "v6 is always lit");
}

#[test]
fn the_origin_of_a_pixel_is_told_from_the_ground_up() {
    let game = game_in(Dialect::V5);
    let mut front = actor((4, 6));
    front.palette.insert(1, 77);
    let scene = scene(vec![actor((4, 6)), front]);
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let all: Vec<u8> = renderer.render(&scene).unwrap().pixels.to_vec();
    let spot = all.iter().position(|pixel| *pixel == 77).unwrap();
    let at = (u32::try_from(spot % 16).unwrap(), u32::try_from(spot / 16).unwrap());
    let it = renderer.origin(&scene, at).unwrap().unwrap();
    let row = 100 + u8::try_from(at.1).unwrap();
    let key = crate::model::PictureKey { limb: 0, index: 0 };
    let touch = |actor, beneath, drawn| Touch {
        actor,
        limb: 0,
        picture: key,
        pixel: Some((0, 0)),
        value: 1,
        beneath,
        drawn,
        high: None,
    };
    assert_eq!((it.background, it.shown, it.rgb), (Some(row), Some(77), [77, 178, 7]));
    assert_eq!(it.touches, [touch(0, row, 1), touch(1, 1, 77)]);
    assert_eq!(it.palette.map(|(room, source)| (room, source.to_string())), Some((1, "CLUT".into())));
    let beside = renderer.origin(&scene, (at.0 + 1, at.1)).unwrap().unwrap();
    assert_eq!((beside.touches.len(), beside.shown), (0, Some(row)));
    assert_eq!(renderer.origin(&scene, (16, 0)).unwrap(), None);
    assert!(renderer.render(&scene).unwrap().pixels == all, "watching changes nothing");
}

#[test]
fn shadows_darken_what_is_beneath() {
    let game = game_in(Dialect::V5);
    let shadowed = SceneActor { palette: [(1, 13)].into(), ..actor((3, 2)) };
    let mut scene = scene(vec![shadowed]);
    assert_eq!(drawn(&game, &scene), [], "the table is the identity when a room is entered");
    scene.shadow = Some(ShadowPalette { factors: [0, 0, 0], first: 200, last: 210 });
    let seen = drawn(&game, &scene);
    assert_eq!(seen.len(), 1);
    assert!((200..=210).contains(&seen[0].2));
}

#[test]
fn without_a_room_the_stage_surrounds_the_actors() {
    let game = game_in(Dialect::V5);
    let two = Scene { actors: vec![actor((100, 50)), actor((-4, 20))], ..Scene::default() };
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let rendered = renderer.render(&two).unwrap();
    assert_eq!((rendered.origin, rendered.width, rendered.height), ((-4, 20), 105, 31));
    let clear = rendered.transparent.unwrap();
    assert_eq!(rendered.pixels.iter().filter(|p| **p != clear).count(), 2);
    assert_eq!(drawn(&game, &two), [(-4, 20, 1), (100, 50, 1)]);
    assert_eq!(drawn(&game, &Scene::default()), []);
}

#[test]
fn a_view_cuts_and_keeps_room_places() {
    let game = game_in(Dialect::V5);
    let mut scene = scene(vec![actor((3, 2)), actor((10, 2))]);
    scene.view = View { x: 2, y: 1, width: 4, height: 4 }.into();
    assert_eq!(drawn(&game, &scene), [(3, 2, 1)]);
    scene.background = false;
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    assert!(renderer.render(&scene).unwrap().transparent.is_some());
    assert_eq!(drawn(&game, &scene), [(3, 2, 1)]);
    scene.view = View { x: 0, y: 0, width: u32::MAX, height: u32::MAX }.into();
    assert!(matches!(renderer.render(&scene).unwrap_err().kind(), ErrorKind::Limit(_)));
}

#[test]
fn what_does_not_exist_is_named() {
    let game = game_in(Dialect::V5);
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let e = renderer.render(&scene(vec![SceneActor::new(9, (0, 0), Facing::SOUTH)])).unwrap_err();
    assert_eq!(e.costume(), Some(9));
    let nowhere = Scene { room: Some(44), ..Scene::default() };
    assert_eq!(renderer.render(&nowhere).unwrap_err().kind(), &ErrorKind::NoSuchRoom { room: 44 });
    let number = ChoreRef::Number;
    for step in [Step::Animate(3000), Step::Chore(number(256)), Step::Perform(number(u16::MAX))] {
        let odd = SceneActor { steps: vec![step], ..actor((0, 0)) };
        assert!(matches!(renderer.render(&scene(vec![odd])).unwrap_err().kind(), ErrorKind::NoSuchItem(_)));
    }
    let last = SceneActor { steps: vec![Step::Chore(number(255))], ..actor((0, 0)) };
    assert!(renderer.render(&scene(vec![last])).is_ok());
    let long = SceneActor { steps: vec![Step::Ticks(u32::MAX)], ..actor((0, 0)) };
    assert!(matches!(renderer.render(&scene(vec![long])).unwrap_err().kind(), ErrorKind::Limit(_)));
}

#[test]
fn a_scene_obeys_the_limit_of_stage_pixels() {
    let game = game_within(Dialect::V5, Limits::with(|limits| limits.stage_pixels = 64_000));
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let view = |width, height| Scene {
        view: View { x: 0, y: 0, width, height }.into(),
        ..scene(vec![actor((4, 4))])
    };
    assert!(renderer.render(&view(320, 200)).is_ok());
    let error = renderer.render(&view(4000, 4000)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Limit(_)), "{error}");
}

/// A room with three palettes, of which scripts choose one. Colours that the interpreter skips stay as in the first
/// palette.
#[test]
fn a_room_shows_the_palette_that_the_scene_names() {
    let mut room = RoomSource::new(8, 8);
    room.palette = (0..=255).map(|i| [i, 0, 7]).collect();
    room.more_palettes = [20, 30].map(|blue| (0..=255).map(|i| [i, 0, blue]).collect()).to_vec();
    room.more_palettes[1][200] = [255; 3];
    let mut builder = GameBuilder::new(Dialect::V6);
    builder.room(1, "here", room.write_for(&Dialect::V6).unwrap());
    let files = builder.finish().unwrap();
    let files = MemoryFiles::from_iter([("t.000", files.index), ("t.001", files.data)]);
    let mut renderer = SceneRenderer::new(Game::open(&files, None, Limits::default()).unwrap());
    let mut scene = Scene::new(1, Vec::new());
    let mut colours = |number| {
        scene.room_palette = number;
        renderer.render(&scene).map(|it| *it.palette)
    };
    for (number, blue) in [(0, 7), (2, 30), (1, 20), (0, 7)] {
        assert_eq!(colours(number).unwrap()[100], [100, 0, blue]);
    }
    assert_eq!(colours(2).unwrap()[200], [200, 0, 7], "near white");
    let missing = colours(3).unwrap_err();
    assert!(
        matches!(missing.kind(), ErrorKind::NoSuchItem(what) if what == "palette 3 of room 1, which has 3, from 0 on")
    );
}

/// Without a room, the palette is one of the first actor's room.
#[test]
fn a_palette_that_is_not_there_is_named_without_a_room_too() {
    let mut scene = scene(vec![actor((10, 10))]);
    scene.room = None;
    scene.room_palette = 9;
    let error = SceneRenderer::new(game_within(Dialect::V6, Limits::default())).render(&scene).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::NoSuchItem(what) if what.starts_with("palette 9 of room")),
        "{error}"
    );
}
