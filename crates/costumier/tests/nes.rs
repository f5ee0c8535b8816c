//! The NES from a game's files to pixels: the facts of `reference/08 §7`.

#![allow(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::sync::Arc;

use costumier::game::{BoxScale, Plane, WalkBox};
use costumier::raw::build::classic::{ClassicBuilder, NamedFile};
use costumier::raw::build::room::RoomSource;
use costumier::raw::dialect::Platform;
use costumier::raw::nes::{NesSource, Sprite, SpriteSetSource};
use costumier::scene::{PlaneChoice, Scene, SceneActor, SceneRenderer, Step, View};
use costumier::{Clip, Costume, Dialect, Direction, Game, Limits, MemoryFiles};

/// A tile whose top row says 1 2 3 0 …, and whose other rows are empty.
fn tile() -> [u8; 64] {
    let mut tile = [0; 64];
    tile[..3].copy_from_slice(&[1, 2, 3]);
    tile
}

fn sprite(x: i8, y: i8, palette: u8, flipped: bool) -> Sprite {
    Sprite { tile: 0, palette, x, y, flipped }
}

/// Frame 0: one sprite. Frame 1: the same in palette 3 over another of palette 1, a pixel further right.
fn sprites(first_colour: u8) -> SpriteSetSource {
    let mut palette = [0; 16];
    palette.iter_mut().zip(first_colour..).for_each(|(colour, number)| *colour = number);
    let frames = vec![
        vec![sprite(2, -5, 0, false)],
        vec![sprite(2, -5, 3, false), sprite(3, -5, 1, false)],
        vec![sprite(2, -5, 0, true)],
    ];
    SpriteSetSource { costumes: [(1, frames)].into(), tiles: vec![tile()], palette }
}

fn costume() -> Vec<u8> {
    let mut source = NesSource::new();
    // Standing West, East, South, North; walking West.
    source.records[4..8].clone_from_slice(&[vec![0], vec![0], vec![1], vec![2]]);
    source.records[0] = vec![0, 1, 2];
    source.write().unwrap()
}

/// A room in one colour, 6, with a tile of two colours that hides actors where it is 7.
fn room() -> RoomSource {
    let mut room = RoomSource::new(256, 128);
    room.background = vec![6; 256 * 128];
    let mut plane = Plane::new(256, 128);
    for x in [84_u16, 85] {
        room.background[75 * 256 + usize::from(x)] = 7;
        plane.set(x, 75, true);
    }
    room.planes = vec![plane];
    let corners = [(0, 0), (248, 0), (248, 126), (0, 126)];
    room.boxes = vec![WalkBox { corners, mask: 1, flags: 0, scale: BoxScale::Constant(255) }];
    room.neighbours = vec![vec![]];
    room
}

fn files() -> Vec<NamedFile> {
    let mut game = ClassicBuilder::new(Dialect::NES);
    game.base_tiles(1, &[[0; 64], [1; 64]]);
    game.room_source(1, "", 1, &room()).unwrap();
    game.costume(1, 1, costume());
    game.sprites(0, 1, &sprites(0x10)).unwrap().sprites(1, 1, &sprites(0x20)).unwrap();
    game.finish().unwrap()
}

fn game() -> Arc<Game> {
    let files: MemoryFiles = files().into_iter().collect();
    Arc::new(Game::open(&files, None, Limits::default()).unwrap())
}

fn scene(actors: Vec<SceneActor>) -> Scene {
    let mut scene = Scene::default();
    (scene.room, scene.background) = (Some(1), true);
    scene.view = Some(View { x: 0, y: 0, width: 256, height: 128 });
    scene.actors = actors;
    scene
}

/// What is drawn, but for the background: column, row, colour.
fn drawn(game: &Arc<Game>, actor: SceneActor) -> Vec<(usize, usize, u8)> {
    let mut renderer = SceneRenderer::new(Arc::clone(game));
    let scene = scene(vec![actor]);
    let rendered = renderer.render(&scene).unwrap();
    let pixels = rendered.pixels.iter().enumerate().filter(|(_, pixel)| ![6, 7].contains(*pixel));
    pixels.map(|(at, pixel)| (at % 256, at / 256, *pixel)).collect()
}

fn at(place: (i32, i32), facing: Direction) -> SceneActor {
    let mut actor = SceneActor::new(1, place, facing.into());
    actor.steps = vec![Step::Chore(costumier::scene::ChoreRef::Number(1))];
    actor
}

#[test]
fn a_game_is_told_by_its_index() {
    let game = game();
    assert_eq!(game.dialect(), Dialect::NES);
    assert_eq!(game.dialect().platform(), Platform::Nes);
    assert_eq!((game.title().unwrap().name, game.title().unwrap().edition), ("Maniac Mansion", Some("NES")));
    assert_eq!((game.problems().len(), game.costume_ids().collect::<Vec<_>>()), (0, vec![1]));
    let costume = game.costume(1).unwrap();
    assert_eq!((costume.kind(), costume.check()), ("nes", vec![]));
    assert!(game.costume_bytes(37).is_err(), "tiles are no costume");
}

#[test]
fn rooms_come_back_as_they_were_written_and_have_no_colour_in_the_dark() {
    let game = game();
    let (read, written) = (game.room(1).unwrap(), room());
    assert_eq!((read.width, read.height, read.problems.len()), (256, 128, 0));
    assert_eq!(read.background().unwrap().pixels, written.background);
    assert_eq!((&read.planes, &read.boxes), (&written.planes, &written.boxes));
    let mut renderer = SceneRenderer::new(Arc::clone(&game));
    let mut dark = scene(vec![at((10, 40), Direction::West)]);
    dark.lights = 9;
    let pixels = renderer.render(&dark).unwrap().pixels.to_vec();
    assert!(pixels.iter().all(|pixel| [0x1D, 17, 18, 19].contains(pixel)), "bit 2 shows the room");
    dark.lights = 10;
    let pixels = renderer.render(&dark).unwrap().pixels.to_vec();
    assert_eq!(pixels[75 * 256..][82..86], [0x1D, 0x2D, 0x3D, 7], "bit 1 gives actors their colours");
}

#[test]
fn narrow_and_wide_rooms_have_their_palettes_where_the_reference_says() {
    for columns in [28_u16, 32, 45, 62] {
        let mut game = ClassicBuilder::new(Dialect::NES);
        let mut room = RoomSource::new(8 * columns, 128);
        // Every two by two tiles in one of four palettes.
        let colour = |x: u16, y: u16| 4 * ((x / 16 + y / 16 * 3) % 4) + (x + y) % 4;
        room.background = (0..128)
            .flat_map(|y| (0..8 * columns).map(move |x| u8::try_from(colour(x, y)).unwrap()))
            .collect();
        room.planes = vec![Plane::new(8 * columns, 128)];
        game.base_tiles(1, &[[0; 64]]);
        game.room_source(1, "", 1, &room).unwrap();
        let files: MemoryFiles = game.finish().unwrap().into_iter().collect();
        let read = Game::open(&files, None, Limits::default()).unwrap().room(1).unwrap();
        assert_eq!(read.background().unwrap().pixels, room.background, "{columns}");
    }
}

#[test]
fn pictures_that_no_four_palettes_make_are_refused() {
    let mut crowded = room();
    crowded.background[..5].copy_from_slice(&[1, 2, 3, 4, 5]);
    let refused =
        |room: &RoomSource| ClassicBuilder::new(Dialect::NES).room_source(1, "", 1, room).unwrap_err();
    assert!(refused(&crowded).to_string().contains("four palettes"));
    let mut hiding = room();
    // Two colours that do not hide, in a tile that does.
    hiding.background[75 * 256 + 86] = 9;
    assert!(refused(&hiding).to_string().contains("four palettes"));
    let mut bright = room();
    bright.background[0] = 64;
    assert!(refused(&bright).to_string().contains("63"));
}

#[test]
fn sprites_stand_where_the_reference_says() {
    let game = game();
    // 8 · 10 + 2, 2 · 40 − 5.
    assert_eq!(drawn(&game, at((10, 40), Direction::West)), [(82, 75, 17), (83, 75, 18), (84, 75, 19)]);
    // East: 8 further left, x the other way, and mirrored: the tile begins at 80 − 8 − 2.
    assert_eq!(drawn(&game, at((10, 40), Direction::East)), [(75, 75, 19), (76, 75, 18), (77, 75, 17)]);
    // The first sprite is painted last.
    let south = [(82, 75, 29), (83, 75, 30), (84, 75, 31), (85, 75, 23)];
    assert_eq!(drawn(&game, at((10, 40), Direction::South)), south);
    assert_eq!(drawn(&game, at((10, 40), Direction::North)), [(87, 75, 19), (88, 75, 18), (89, 75, 17)]);
    let mut hidden = at((10, 40), Direction::South);
    hidden.plane = PlaneChoice::Box;
    assert_eq!(drawn(&game, hidden), south[..2], "the plane hides two");
}

#[test]
fn a_sprite_that_touches_an_edge_is_left_out() {
    let game = game();
    let seen = |x, y| drawn(&game, at((x, y), Direction::West)).len();
    // Columns 8x + 2 to 8x + 10 are within 256, rows 2y − 5 to 2y + 3 within 128.
    assert_eq!([(0, 40), (-1, 40), (30, 40), (31, 40)].map(|(x, y)| seen(x, y)), [3, 0, 3, 0]);
    assert_eq!([(10, 3), (10, 2), (10, 62), (10, 63)].map(|(x, y)| seen(x, y)), [3, 0, 3, 0]);
}

#[test]
fn the_set_of_sprites_is_chosen_and_scripts_change_no_colour() {
    let mut game = Arc::into_inner(game()).unwrap();
    let mut dialect = game.dialect();
    dialect.sprite_set = 1;
    game.assume(dialect);
    let game = Arc::new(game);
    let mut actor = at((10, 40), Direction::West);
    actor.palette = [(1, 9)].into();
    assert_eq!(drawn(&game, actor), [(82, 75, 33), (83, 75, 34), (84, 75, 35)]);
}

#[test]
fn frames_follow_each_other_and_begin_again() {
    let game = game();
    let costume = Arc::new(Costume::read(game.costume_bytes(1).unwrap()).unwrap());
    let clip = Clip::record(&costume, 0, Direction::West.into(), &Limits::default());
    let sprites: Vec<_> = clip.frames.iter().map(|frame| frame.placed.len()).collect();
    assert_eq!((sprites, clip.loops_to, clip.cut_off), (vec![1, 2, 1], Some(0), false));
}

#[test]
fn damaged_files_are_refused_or_read_in_part() {
    let whole = files();
    for (number, (name, bytes)) in whole.iter().enumerate() {
        for at in (0..bytes.len()).step_by(if number == 0 { 97 } else { 3 }) {
            let mut cut = bytes.clone();
            cut.truncate(at);
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            for broken in [cut, flipped] {
                let mut all = whole.clone();
                all[number] = (name.clone(), broken);
                let files: MemoryFiles = all.into_iter().collect();
                let Ok(game) = Game::open(&files, None, Limits::default()) else { continue };
                let game = Arc::new(game);
                let _ = game.room(1).map(|room| room.background().is_ok());
                let _ = game.costume(1).map(|costume| costume.check());
                let scene = scene(vec![at_home()]);
                let _ = SceneRenderer::new(game).render(&scene).map(|_| ());
            }
        }
    }
}

fn at_home() -> SceneActor {
    at((10, 40), Direction::South)
}
