//! Animations in front of their rooms, against the scene renderer's pictures of the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::{export, first, game, png};
use costumier::format::dialect::FileLayout;
use costumier::format::nes::SpriteSetSource;
use costumier::game::ObjectsShown;
use costumier::game::Plane;
use costumier::scene::{ChoreRef, Scene, SceneActor, SceneRenderer, Step, View};
use costumier::{Bounds, Dialect, ErrorKind, Game, Generation, Limits, MemoryFiles, Role};
use costumier_build::classic::ClassicBuilder;
use costumier_build::example;
use costumier_build::game::GameBuilder;
use costumier_build::room::RoomSource;
use costumier_export::film::Backdrop;
use costumier_export::film::backdrop::spot;
use costumier_export::report::{AnimationReport, PictureStatus};
use costumier_export::{Background, ChoreFilter, ExportOptions, Format, Framing};

/// Exports with this framing, and compares every animation's first frame with the scene that the manifest
/// says it is. `check` looks at where it stands: the animation, the place, the size of its canvas without a
/// room and of the room.
fn compare(framing: Framing, check: impl Fn(&AnimationReport, [i32; 2], [i32; 2], [i32; 2])) {
    let formats = [Format::Png, Format::Frames, Format::Gif];
    let facings = Some(vec![costumier::Facing::EAST]);
    let (plain, _) =
        export(ExportOptions { formats: [Format::Json].into(), facings, ..ExportOptions::default() });
    let (manifest, output) = export(ExportOptions {
        formats: formats.into(),
        background: Background::Room,
        framing,
        facings: Some(vec![costumier::Facing::EAST]),
        ..ExportOptions::default()
    });
    assert_eq!(manifest.head.background, "room");
    let game = game();
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let mut compared = 0;
    for (costume, plain) in manifest.costumes.iter().zip(&plain.costumes) {
        let palette = costume.palette.as_ref().unwrap();
        let room = game.room(palette.chosen.unwrap().room).unwrap();
        let shown = costume.animations.iter().zip(&plain.animations);
        for (it, plain) in shown.filter(|(it, _)| it.status != PictureStatus::Blank) {
            let [left, top, width, height] = it.view.unwrap();
            assert_eq!(it.canvas.map(|side| i32::try_from(side).unwrap()), [width, height]);
            let place = [left + it.anchor[0], top + it.anchor[1]];
            let canvas = plain.canvas.map(|side| i32::try_from(side).unwrap());
            check(it, place, canvas, [room.width.into(), room.height.into()]);
            let mut actor = SceneActor::new(costume.id, (place[0], place[1]), it.facing.parse().unwrap());
            actor.steps.push(Step::Chore(ChoreRef::Role(Role::Init)));
            if matches!(it.role, Some("talk start" | "talk stop")) {
                actor.steps.push(Step::Chore(ChoreRef::Role(Role::Stand)));
            }
            if it.role != Some("init") {
                actor.steps.push(Step::Chore(ChoreRef::Number(it.chore)));
            }
            let mut scene = Scene::new(room.id, vec![actor]);
            scene.view = View { x: left, y: top, width: it.canvas[0], height: it.canvas[1] }.into();
            let rendered = renderer.render(&scene).unwrap();
            let file = &output.files[it.frames[0].file.as_ref().unwrap()];
            let found = png(file);
            assert_eq!((found.width, found.height), (width.try_into().unwrap(), height.try_into().unwrap()));
            assert!(found.pixels == rendered.pixels, "{} {}", costume.key, it.name);
            // The room's own colours, and nothing transparent.
            let info = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
            assert_eq!(info.info().palette.as_deref(), Some(rendered.palette.as_flattened()));
            assert_eq!(info.info().trns, None);
            let gif = &output.files[&it.files.iter().find(|file| file.format == "gif").unwrap().path];
            let mut options = gif::DecodeOptions::new();
            options.set_color_output(gif::ColorOutput::Indexed);
            let mut gif = options.read_info(&gif[..]).unwrap();
            assert!(*gif.read_next_frame().unwrap().unwrap().buffer == found.pixels);
            compared += 1;
        }
        // Pictures by themselves are in no room.
        let picture = costume.pictures.iter().find_map(|it| it.file.as_ref()).unwrap();
        let info = png::Decoder::new(std::io::Cursor::new(&output.files[picture])).read_info().unwrap();
        assert_eq!(info.info().trns.as_deref(), Some(&[0][..]));
    }
    assert!(compared > 25, "{compared}");
}

#[test]
fn animations_stand_in_their_room_as_scenes_do_and_the_room_is_known_again() {
    let game = game();
    let spots: Vec<(i32, i32)> = [1, 2].map(|id| spot(&game.room(id).unwrap())).into();
    compare(Framing::default(), |it, place, canvas, room| {
        // Half a screen at least, and all of the animation.
        for axis in [0, 1] {
            let size = it.view.unwrap()[axis + 2];
            assert!(
                size >= [160, 100][axis].min(room[axis]) && size >= canvas[axis].min(room[axis]),
                "{}",
                it.name
            );
        }
        assert!(spots.iter().any(|spot| [spot.0, spot.1] == place) || canvas[0] > 60, "{place:?}");
    });
}

#[test]
fn a_place_is_kept_and_a_margin_is_added() {
    let framing = Framing { place: Some((130, 120)), margin: Some(7), whole_screen: false };
    compare(framing, |it, place, canvas, room| {
        assert_eq!(place, [130, 120]);
        let [left, top, width, height] = it.view.unwrap();
        assert_eq!([width, height], [0, 1].map(|axis| (canvas[axis] + 14).min(room[axis])), "{}", it.name);
        assert!(left >= 0 && top >= 0 && left + width <= room[0] && top + height <= room[1]);
    });
}

/// In games that count in cells, the anchor is beside the feet, elsewhere in each facing.
#[test]
fn the_feet_are_at_the_place_whatever_the_facing() {
    let game =
        Game::open(&costumier_sample::files_of(Generation::V2).unwrap(), None, Limits::default()).unwrap();
    let game = Arc::new(game);
    let (place, formats) = ((130, 100), [Format::Frames].into());
    let framing = Framing { place: Some(place), ..Framing::default() };
    let chores = Some(vec![ChoreFilter::Role(Role::Stand)]);
    let background = Background::Room;
    let options = ExportOptions { formats, background, framing, chores, ..ExportOptions::default() };
    let (report, output) = first(&game, options);
    let room = report.palette.as_ref().unwrap().chosen.unwrap().room;
    let mut renderer = SceneRenderer::new(game);
    let mut places = BTreeSet::new();
    for it in &report.animations {
        let [left, top, ..] = it.view.unwrap();
        places.insert(left + it.anchor[0]);
        let mut actor = SceneActor::new(1, place, it.facing.parse().unwrap());
        actor.steps.push(Step::Chore(ChoreRef::Number(it.chore)));
        let mut scene = Scene::new(room, vec![actor]);
        scene.view = View { x: left, y: top, width: it.canvas[0], height: it.canvas[1] }.into();
        let found = png(&output.files[it.frames[0].file.as_ref().unwrap()]);
        assert!(found.pixels == renderer.render(&scene).unwrap().pixels, "{}", it.name);
    }
    assert_eq!((report.animations.len(), places.len()), (4, 2), "West's anchor is another");
}

#[test]
fn a_whole_screen_is_what_the_game_shows() {
    let framing = Framing { whole_screen: true, ..Framing::default() };
    compare(framing, |it, _, canvas, room| {
        let [_, _, width, height] = it.view.unwrap();
        assert_eq!([width, height], [320.min(room[0]).max(canvas[0]), 200.min(room[1]).max(canvas[1])]);
    });
}

/// The whole screen of a game of this kind, in a room of this size.
fn whole_screen(dialect: Dialect, (width, height): (u16, u16)) -> (u32, u32) {
    let mut room = RoomSource::new(width, height);
    room.background = vec![1; usize::from(width) * usize::from(height)];
    let files: MemoryFiles = if dialect.files == FileLayout::Disks {
        let mut game = GameBuilder::new(dialect);
        game.room_source(1, "here", &room).unwrap();
        game.finish().unwrap().named("screen", &dialect).into_iter().collect()
    } else {
        let mut game = ClassicBuilder::new(dialect);
        if dialect.is_nes() {
            // What tells a game for the NES: two sets of sprites.
            game.base_tiles(1, &[[0; 64], [1; 64]]);
            let sprites = SpriteSetSource { costumes: [].into(), tiles: vec![[0; 64]], palette: [0; 16] };
            game.sprites(0, 1, &sprites).unwrap().sprites(1, 1, &sprites).unwrap();
        }
        if dialect.is_nes() {
            room.planes = vec![Plane::new(width, height)];
        }
        game.room_source(1, "here", 1, &room).unwrap();
        game.finish().unwrap().into_iter().collect()
    };
    let mut game = Game::open(&files, None, Limits::default()).unwrap();
    game.assume(dialect);
    let backdrop = Backdrop::open(&game, (1, 0), false, ObjectsShown::Initial).unwrap();
    let bounds = Bounds { left: -8, top: -20, right: 8, bottom: 0 };
    backdrop.view(bounds, (0, 0), &Framing { whole_screen: true, ..Framing::default() }).size
}

#[test]
fn every_engine_s_whole_screen_is_its_own() {
    for (dialect, room, expected) in [
        (Dialect::V5, (640, 200), (320, 200)),
        (Dialect::V3_TOWNS, (640, 240), (320, 240)),
        (Dialect::V8, (1280, 480), (640, 480)),
        (Dialect::humongous(62), (640, 200), (320, 200)),
        (Dialect::humongous(72), (640, 480), (640, 480)),
        (Dialect::humongous(90), (640, 480), (640, 480)),
        (Dialect::NES, (496, 128), (256, 128)),
    ] {
        assert_eq!(whole_screen(dialect, room), expected, "{dialect:?}");
    }
}

#[test]
fn rooms_of_sixteen_bits_are_no_background_of_pictures_with_256_colours() {
    let dialect = Dialect::humongous(100).with_high_colour();
    let mut builder = GameBuilder::new(dialect);
    builder.room_source(1, "here", &example::room(dialect)).unwrap().script(1, 1, vec![0x65, 0x66]);
    let files: MemoryFiles = builder.finish().unwrap().named("deep", &dialect).into_iter().collect();
    let mut game = Game::open(&files, None, Limits::default()).unwrap();
    // What tells 10.0 is a boot script that this game has not.
    game.assume(dialect);
    let error = Backdrop::open(&game, (1, 0), false, ObjectsShown::Initial).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unsupported(_)), "{error}");
    assert!(error.to_string().contains("costumier render"), "{error}");
}
