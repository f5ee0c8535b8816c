//! Tests with a small game of every generation with COST costumes: written, recognised, opened, checked, split into
//! parts, played and drawn.

use std::sync::Arc;

use costumier::cast::ScriptLook;
use costumier::draw::ActorColours;
use costumier::format::cost::{CostSource, Pixels};
use costumier::format::dialect::{FileLayout, Platform};
use costumier::format::screen::ega_pairs;
use costumier::scene::{
    ActorPlacement, ChoreRef, LiveScene, Position, Scene, SceneActor, SceneRenderer, Step, ViewChoice,
};
use costumier::{
    Clip, Colours, Costume, Dialect, Direction, Facing, Game, Limits, MemoryFiles, Painter, Role, Stage,
};
use costumier_build::classic::ClassicBuilder;
use costumier_build::costume::{CostumeDesign, LimbAction, LimbStep};
use costumier_build::example;
use costumier_build::game::GameBuilder;

/// The example's costume, which counts its steps and is invisible for a tick after two.
fn design(dialect: Dialect) -> CostumeDesign {
    let mut design = example::costume(dialect);
    for (entry, colour) in design.palette.iter_mut().zip(0..) {
        *entry = colour;
    }
    for chore in design.chores.iter_mut().filter(|chore| chore.number == dialect.roles.walk) {
        let steps = [LimbStep::Picture(0), LimbStep::Picture(1), LimbStep::Count, LimbStep::Hide];
        chore.actions[0] = Some(LimbAction::Loop(steps.into()));
    }
    design.chores.retain(|chore| chore.number != dialect.roles.talk_start);
    design
}

fn files(dialect: Dialect) -> MemoryFiles {
    let costume = design(dialect).write().unwrap();
    let room = example::room(dialect).write_for(&dialect).unwrap();
    if dialect.files != FileLayout::Disks {
        let mut game = ClassicBuilder::new(dialect);
        game.room(2, "den", 1, room).costume(3, 2, costume);
        return game.finish().unwrap().into_iter().collect();
    }
    let mut game = GameBuilder::new(dialect);
    game.room(2, "den", room).costume(3, 2, costume).script(1, 2, vec![0xA0]);
    let files = game.finish().unwrap();
    let (index, data) = if dialect == Dialect::HE60 { ("g.he0", "g.he1") } else { ("g.000", "g.001") };
    MemoryFiles::from_iter([(index, files.index), (data, files.data)])
}

fn open(dialect: Dialect) -> Arc<Game> {
    let mut game = Game::open(&files(dialect), None, Limits::default()).unwrap();
    let told = dialect.files == FileLayout::Rooms;
    if let Some(other) = dialect.for_platform(Platform::Pc).filter(|other| *other != dialect && !told) {
        // No file says so, and three pictures are too few for recognition.
        assert_eq!(game.dialect(), other);
        game.assume(dialect);
    }
    Arc::new(game)
}

/// All dialects with COST costumes.
fn all() -> impl Iterator<Item = Dialect> {
    let others = [Dialect::V3_TOWNS, Dialect::V3_TOWNS_INDY, Dialect::V5_TOWNS, Dialect::V3_PCE];
    Dialect::CLASSIC.into_iter().chain(others)
}

#[test]
fn every_generation_is_opened_checked_played_and_drawn() {
    for dialect in all() {
        let game = open(dialect);
        assert_eq!(game.dialect(), dialect, "{}", game.why());
        assert_eq!(game.problems(), []);
        let found = game.costume_bytes(3).unwrap();
        let payload = found.payload.clone();
        let costume = Arc::new(Costume::read(found).unwrap());
        assert_eq!(costume.check(), [], "{dialect:?}");
        let cost = costume.as_cost().unwrap();
        assert_eq!(CostSource::read(cost).unwrap().write().unwrap(), payload);
        assert_eq!(costume.actions().len(), 16);
        assert_eq!(costume.palette().len(), if cost.format().pixels == Pixels::Cells { 4 } else { 16 });

        for facing in Direction::ALL {
            let clip = Clip::record(&costume, dialect.roles.walk.into(), facing.into(), &Limits::default());
            assert_eq!(clip.ticks(), 3, "{dialect:?}: two steps and a blank");
            // The head's block has rows above it.
            let height = if cost.format().pixels == Pixels::Blocks { 32 } else { 24 };
            assert_eq!((clip.bounds.height(), clip.bounds.width()), (height, 16));
            let down = if dialect.cost.limbs == 8 { 1 } else { 0 };
            assert_eq!(clip.bounds.bottom, 1 + down, "feet at the anchor");
            let colours = Colours::of_actor(&ActorColours::of(&costume));
            let mut stage = Stage::empty(64, 64, colours.key()).unwrap();
            let standing = ActorPlacement::new((32, 50), &colours);
            Painter::default().draw_frame(&mut stage, &costume, &clip.frames[0], &standing).unwrap();
            let painted = stage.pixels().iter().filter(|pixel| **pixel != colours.key()).count();
            assert!(painted > 200, "{dialect:?} {facing}: {painted} pixels");
        }
    }
}

#[test]
fn the_amiga_keeps_sixteen_colours_from_its_rooms() {
    let mut game = Game::open(&files(Dialect::V5_AMIGA), None, Limits::default()).unwrap();
    let plain = game.room(2).unwrap().background().unwrap().pixels;
    game.assume(Dialect::V5_AMIGA);
    let room = game.room(2).unwrap();
    let shifted: Vec<u8> = plain.iter().map(|colour| colour + 16).collect();
    assert_eq!(room.background().unwrap().pixels, shifted);
    // Actors are not shifted: they may use all colours.
    let actor = SceneActor::new(3, (160, 120), Facing::EAST);
    let mut scene = Scene::new(2, vec![actor]);
    let mut renderer = SceneRenderer::new(game);
    scene.actors[0].steps = vec![Step::Chore(ChoreRef::Role(Role::Stand))];
    let on_stage = renderer.render(&scene).unwrap().pixels.to_vec();
    let own =
        on_stage.iter().zip(&shifted).filter(|(shown, behind)| shown != behind).map(|(shown, _)| *shown);
    let costume = renderer.game().costume_bytes(3).unwrap();
    let palette = Costume::read(costume).unwrap().palette().to_vec();
    let own: Vec<u8> = own.collect();
    assert!(!own.is_empty() && own.iter().all(|colour| palette.contains(colour)));
}

#[test]
fn positions_are_pixels_in_every_generation() {
    for dialect in all() {
        let mut actor = SceneActor::new(3, (160, 120), Facing::EAST);
        actor.elevation = 5;
        let mut live = LiveScene::new(open(dialect), Scene::new(2, vec![actor])).unwrap();
        for facing in [Facing::EAST, Facing::WEST] {
            live.perform(0, Step::Face(facing)).unwrap();
            assert_eq!(live.feet(0).unwrap(), (160, 115), "{dialect:?}");
        }
        for pixel in [(90, 120), (91, 121), (0, 0), (-7, 3), (300, 99)] {
            live.place_at(0, pixel).unwrap();
            assert_eq!(live.feet(0).unwrap(), pixel, "{dialect:?}");
            assert_eq!(live.scene().actors[0].position, (pixel.0, pixel.1 + 5).into());
        }
        assert!(live.place_at(1, (0, 0)).is_err());
    }
}

/// In generations with cells, a cell names the same place as a pixel; in others it is refused.
#[test]
fn cells_are_for_generations_that_have_them() {
    let mut with_cells = 0;
    for dialect in all() {
        let scene = |position| {
            let mut actor = SceneActor::new(3, position, Facing::EAST);
            actor.steps = vec![Step::Chore(ChoreRef::Role(Role::Stand))];
            Scene::new(2, vec![actor])
        };
        let mut renderer = SceneRenderer::new(open(dialect));
        let cell = Position::Cell(20, 60);
        let in_cell = renderer.render(&scene(cell)).map(|drawn| drawn.pixels.to_vec());
        let Some(size) = dialect.anchor.cell() else {
            let why = in_cell.unwrap_err().to_string();
            assert!(why.contains("cell (20, 60) in") && why.contains("positions are pixels"), "{why}");
            let mut live = LiveScene::new(open(dialect), scene((1, 2).into())).unwrap();
            assert!(live.place(0, cell).is_err());
            assert!(live.change(|scene| scene.actors[0].position = cell).is_err());
            assert_eq!(live.scene().actors[0].position, (1, 2).into(), "nothing has changed");
            continue;
        };
        assert_eq!(size, (8, 2));
        let pixel = scene(dialect.anchor.feet(cell).into());
        assert_eq!(renderer.render(&pixel).unwrap().pixels, in_cell.unwrap(), "{dialect:?}");
        with_cells += 1;
    }
    assert!(with_cells >= 3);
}

#[test]
fn a_view_of_the_screen_is_as_wide_as_the_screen() {
    for dialect in all() {
        let mut scene = Scene::new(2, vec![SceneActor::new(3, (160, 120), Facing::EAST)]);
        scene.view = ViewChoice::Screen;
        let mut renderer = SceneRenderer::new(open(dialect));
        let drawn = renderer.render(&scene).unwrap();
        assert_eq!((drawn.width, drawn.height), (dialect.screen_size().0, 144), "{dialect:?}");
    }
}

#[test]
fn every_generation_stands_in_its_room() {
    for dialect in all() {
        let game = open(dialect);
        let mut actor = SceneActor::new(3, (160, 120), Facing::EAST);
        actor.steps = vec![Step::Chore(ChoreRef::Role(Role::Stand))];
        let scene = Scene::new(2, vec![actor]);
        let mut renderer = SceneRenderer::new(Arc::clone(&game));
        let drawn = renderer.render(&scene).unwrap();
        assert_eq!((drawn.width, drawn.height), (320, 144));
        // Body colours 1 to 3 at the anchor, one row down in v1.
        let x = usize::try_from(dialect.anchor.pixel((160, 120).into(), 0, false, false).0).unwrap();
        let pixel = |x: usize, y: usize| drawn.pixels[y * 320 + x];
        let background = 5 + dialect.background_base;
        assert_eq!(pixel(x, 125), background, "{dialect:?}");
        assert_ne!(pixel(x, 118), background, "{dialect:?}");
        assert_eq!(pixel(x + 8, 118), background, "{dialect:?}");
    }
}

/// On the PC-Engine an override of 0 shows colour 1, whether the scene sets it or a script's look.
#[test]
fn a_look_shows_what_its_script_shows() {
    let game = open(Dialect::V3_PCE);
    let costume = Costume::read(game.costume_bytes(3).unwrap()).unwrap();
    let mut look = ScriptLook::default();
    look.overrides.extend((2..16).map(|entry| (entry, 0)));
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let mut shown = |dress: &dyn Fn(&mut SceneActor)| {
        let mut actor = SceneActor::new(3, (160, 120), Facing::EAST);
        actor.steps = vec![Step::Chore(ChoreRef::Role(Role::Stand))];
        dress(&mut actor);
        renderer.render(&Scene::new(2, vec![actor])).unwrap().high.unwrap().to_vec()
    };
    let plain = shown(&|_| {});
    let by_scene = shown(&|actor| actor.palette = costume.overrides_in(&look));
    let by_look = shown(&|actor| {
        (actor.palette, actor.pixels) = (costume.overrides_in(&look), costume.pixels_in(&look));
    });
    assert_ne!(by_scene, plain);
    assert!(by_look == by_scene);
}

/// On an EGA screen, rooms of v4 without EPAL are mixed from colours that begin two bytes too early, with the
/// number of bytes.
#[test]
fn v4_looks_for_the_nearest_two_bytes_early() {
    let nearest = |dialect, seen: fn(&[[u8; 3]; 256]) -> [[u8; 3]; 256]| {
        let room = open(dialect).room(2).unwrap();
        assert!(room.ega_pairs.is_none());
        (room.ega_mix(0), ega_pairs(&seen(&room.palettes[0].colours)))
    };
    let early = |stored: &[[u8; 3]; 256]| {
        let mut seen = [[0, 3, stored[0][0]]; 256];
        for (colour, pair) in seen.iter_mut().skip(1).zip(stored.windows(2)) {
            *colour = [pair[0][1], pair[0][2], pair[1][0]];
        }
        seen
    };
    let (mixed, wanted) = nearest(Dialect::V4, early);
    assert_eq!(mixed, wanted);
    let (mixed, wanted) = nearest(Dialect::V5, |stored| *stored);
    assert_eq!(mixed, wanted);
    assert_ne!(nearest(Dialect::V4, |stored| *stored).1, nearest(Dialect::V4, early).1);
}
