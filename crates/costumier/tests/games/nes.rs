//! Tests of the NES from a game's files to pixels: the facts of `docs/format/old-rooms.md §7`.

use std::sync::Arc;

use costumier::format::dialect::Platform;
use costumier::format::nes::{NesSource, Sprite, SpriteSetSource};
use costumier::game::{BoxScale, ObjectStates, ObjectsShown, Plane, Room, WalkBox};
use costumier::scene::{PlaneChoice, Position, Scene, SceneActor, SceneRenderer, Step, View};
use costumier::{Clip, Costume, Dialect, Direction, Game, Limits, MemoryFiles};
use costumier_build::classic::{ClassicBuilder, NamedFile};
use costumier_build::room::{ObjectPictureSource, ObjectSource, RoomSource};

/// A tile whose top row has the values 1 2 3 0 …, and whose other rows are empty.
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
    files_of(&room())
}

fn files_of(room: &RoomSource) -> Vec<NamedFile> {
    let mut game = ClassicBuilder::new(Dialect::NES);
    game.base_tiles(1, &[[0; 64], [1; 64]]);
    game.room_source(1, "", 1, room).unwrap();
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
    scene.view = View { x: 0, y: 0, width: 256, height: 128 }.into();
    scene.actors = actors;
    scene
}

/// The drawn pixels without the background: column, row, colour.
fn drawn(game: &Arc<Game>, actor: SceneActor) -> Vec<(usize, usize, u8)> {
    let mut renderer = SceneRenderer::new(Arc::clone(game));
    let scene = scene(vec![actor]);
    let rendered = renderer.render(&scene).unwrap();
    let pixels = rendered.pixels.iter().enumerate().filter(|(_, pixel)| ![6, 7].contains(*pixel));
    pixels.map(|(at, pixel)| (at % 256, at / 256, *pixel)).collect()
}

fn at(place: (i32, i32), facing: Direction) -> SceneActor {
    let mut actor = SceneActor::new(1, Position::Cell(place.0, place.1), facing.into());
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
fn narrow_and_wide_rooms_have_their_palettes_where_documented() {
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

/// An object in one colour, which hides actors or does not.
fn object(
    id: u16,
    (left, top): (u16, u16),
    (width, height): (u16, u16),
    colour: u8,
    hides: bool,
) -> ObjectSource {
    let mut plane = Plane::new(width, height);
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).for_each(|(x, y)| plane.set(x, y, hides));
    let pixels = vec![colour; usize::from(width) * usize::from(height)];
    let picture = ObjectPictureSource { pixels, planes: vec![Some(plane)], ..ObjectPictureSource::default() };
    let pictures = [(8, picture)].into();
    ObjectSource { id, left, top, width, height, initial: 8, pictures, ..ObjectSource::default() }
}

/// The only room's file, and the position of its first object's picture in it.
fn bare(files: &[NamedFile]) -> (Vec<u8>, usize) {
    let bytes: Vec<u8> =
        files.iter().find(|file| file.0 == "01.lfl").unwrap().1.iter().map(|it| it ^ 0xFF).collect();
    let at = usize::from(u16::from_le_bytes([bytes[28], bytes[29]]));
    (bytes, at)
}

/// The same game with other bytes for its room.
fn with(files: &[NamedFile], bytes: &[u8]) -> Game {
    let mut files = files.to_vec();
    let file = files.iter_mut().find(|file| file.0 == "01.lfl").unwrap();
    file.1 = bytes.iter().map(|it| it ^ 0xFF).collect();
    let files: MemoryFiles = files.into_iter().collect();
    Game::open(&files, None, Limits::default()).unwrap()
}

/// The colour, and whether actors are hidden, at the corners of some tiles.
fn at_tiles<const N: usize>(room: &Room, tiles: [(usize, usize); N]) -> [(u8, bool); N] {
    let scenery = room.scenery(&ObjectStates::default()).unwrap();
    assert_eq!((room.problems.as_slice(), scenery.problems.as_slice()), (&[][..], &[][..]));
    let side = |tiles: usize| i32::try_from(8 * tiles).unwrap();
    tiles.map(|(x, y)| {
        (scenery.pixels[8 * y * usize::from(room.width) + 8 * x], scenery.planes[0].hides(side(x), side(y)))
    })
}

#[test]
fn objects_are_tiles_palettes_and_what_hides() {
    let mut source = room();
    source.objects = vec![object(5, (48, 32), (48, 16), 9, true)];
    let files = files_of(&source);
    let (bytes, at) = bare(&files);
    let (tile, palette) = (bytes[at + 1], bytes[at + 4]);
    // Two rows of one tile six times; a byte of three palettes; from byte 0 on two bytes, of which the bits of
    // columns 0 to 5 and 12 to 15 stay; these bytes for each row.
    let hiding = [0b1100_0000, 0b0000_1111];
    let written =
        [&[6, tile, 6, tile, palette, 0, 2, 0b0011_1111, 0b1111_0000][..], &hiding, &hiding].concat();
    assert_eq!(bytes[at..at + written.len()], written);
    let room = with(&files, &bytes).room(1).unwrap();
    let seen = at_tiles(&room, [(5, 4), (6, 4), (11, 5), (12, 5), (6, 3), (6, 6)]);
    assert_eq!(seen, [(6, false), (9, true), (9, true), (6, false), (6, false), (6, false)]);
    assert_eq!(room.scenery(&ObjectsShown::None.into()).unwrap().pixels, source.background);
}

/// A room of 32 × 16 tiles of value 1 in palettes whose colours are 1, 5, 9, 13, and objects of such tiles.
fn in_four_palettes(objects: Vec<ObjectSource>) -> (Vec<NamedFile>, Vec<u8>, Vec<usize>) {
    let mut source = room();
    source.background.fill(6);
    source.objects = objects;
    let files = files_of(&source);
    let mut bytes = bare(&files).0;
    let word = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let images = (0..source.objects.len()).map(|number| word(28 + 2 * number)).collect();
    let picture = word(10);
    for (number, colour) in bytes[picture + 1..][..16].iter_mut().enumerate() {
        *colour = u8::try_from(number).unwrap();
    }
    // All of one tile: the second of all rooms, which has value 1 everywhere.
    (0..16).for_each(|row| bytes[picture + 17 + 2 * row..][..2].copy_from_slice(&[32, 1]));
    (files, bytes, images)
}

#[test]
fn tiles_that_stick_out_of_their_palettes_have_those_of_others() {
    // 3 × 3 tiles at an odd position: one pair sets the palette of columns and rows 0 and 1.
    let first = object(6, (8, 8), (24, 24), 6, false);
    // 2 × 2 tiles that set the palette of columns and rows 2 and 3, and cover one of these four.
    let second = object(5, (24, 24), (16, 16), 6, false);
    for other_first in [false, true] {
        let mut objects = vec![first.clone(), second.clone()];
        if other_first {
            objects.reverse();
        }
        let (files, mut bytes, images) = in_four_palettes(objects);
        let [first, second] = if other_first { [images[1], images[0]] } else { [images[0], images[1]] };
        bytes[first..first + 7].copy_from_slice(&[3, 1, 3, 1, 3, 1, 0b10]);
        bytes[second..second + 5].copy_from_slice(&[2, 1, 2, 1, 0b11]);
        let room = with(&files, &bytes).room(1).unwrap();
        let seen = at_tiles(&room, [(0, 0), (1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (4, 4)]).map(|it| it.0);
        // The result is the same in either order.
        assert_eq!(seen, [1, 9, 1, 1, 13, 13, 1], "{other_first}");
    }
}

#[test]
fn two_tiles_across_have_a_palette_the_lowest_bits_first_and_each_two_rows_begin_a_byte() {
    let (files, mut bytes, images) = in_four_palettes(vec![object(5, (32, 16), (80, 32), 6, false)]);
    let rows = [10, 1].repeat(4);
    let palettes = [0b1110_0100, 0b01, 0b0001_1011, 0b10];
    bytes[images[0]..images[0] + 12].copy_from_slice(&[&rows[..], &palettes].concat());
    let room = with(&files, &bytes).room(1).unwrap();
    let row = |y: usize| at_tiles(&room, [5, 7, 9, 11, 13].map(|x| (x, y))).map(|it| it.0);
    assert_eq!([row(3), row(4)], [[1, 5, 9, 13, 5], [13, 9, 5, 1, 9]]);
}

#[test]
fn what_hides_is_the_rooms_and_objects_change_it() {
    // 2 × 1 tiles across the border of two bytes.
    let (files, bytes, images) = in_four_palettes(vec![object(5, (56, 16), (16, 8), 6, true)]);
    let hiding = images[0] + 3;
    let hides = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        bytes[images[0]..hiding].copy_from_slice(&[0x82, 1, 1]);
        change(&mut bytes);
        at_tiles(&with(&files, &bytes).room(1).unwrap(), [(7, 2), (8, 2)]).map(|it| it.1)
    };
    assert_eq!(bytes[hiding..hiding + 6], [0, 2, 0x7F, 0xFE, 0x80, 1]);
    assert_eq!(hides(&|_| ()), [true, true]);
    assert_eq!(hides(&|bytes| bytes[hiding + 4..hiding + 6].fill(0)), [false, false]);
    // Without a byte the object's row counts as one byte, and the rest is the room's: nothing.
    assert_eq!(hides(&|bytes| bytes[hiding + 1] = 0), [true, false]);
    assert_eq!(hides(&|bytes| bytes[hiding] = 1), [false, false], "in the bytes behind");
    // If the room hides nothing, no object does.
    let mask = usize::from(u16::from_le_bytes([bytes[14], bytes[15]]));
    assert_eq!(hides(&|bytes| bytes[mask] = 0), [false, false]);
    // A pixel of value 0 does not hide, and tile 0 has no other pixels.
    assert_eq!(hides(&|bytes| bytes[hiding - 1] = 0), [true, false]);
}

#[test]
fn pictures_of_objects_that_end_early_are_said_and_shown_as_far_as_they_go() {
    let (files, bytes, images) = in_four_palettes(vec![object(5, (16, 16), (16, 16), 6, true)]);
    // The last thing of the room, once the code is in front of it.
    let code = usize::from(u16::from_le_bytes([bytes[30], bytes[31]]));
    let size = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
    let mut moved =
        [&bytes[..images[0]], &bytes[code..size], &bytes[images[0]..code], &bytes[size..]].concat();
    let behind = images[0] + size - code;
    let word = |at: usize| u16::try_from(at).unwrap().to_le_bytes();
    moved[28..30].copy_from_slice(&word(behind));
    moved[30..32].copy_from_slice(&word(images[0]));
    let cuts = [
        (size, None),
        (size - 1, Some("hiding")),
        (behind + 7, Some("hiding")),
        (behind + 6, Some("palettes")),
        (behind + 5, Some("tiles")),
        (behind, Some("tiles")),
    ];
    for (kept, text) in cuts {
        moved[..2].copy_from_slice(&word(kept));
        let room = with(&files, &moved).room(1).unwrap();
        let said: Vec<_> = room.problems.iter().map(ToString::to_string).collect();
        match text {
            Some(text) => assert!(said.len() == 1 && said[0].contains(text), "{kept} {said:?}"),
            None => assert!(said.is_empty(), "{said:?}"),
        }
        assert!(room.scenery(&ObjectStates::default()).is_ok());
    }
}

#[test]
fn objects_that_no_palette_makes_are_refused() {
    let refused = |objects: Vec<ObjectSource>| {
        let mut source = room();
        source.objects = objects;
        ClassicBuilder::new(Dialect::NES).room_source(1, "", 1, &source).unwrap_err().to_string()
    };
    assert!(refused(vec![object(5, (0, 0), (16, 16), 64, false)]).contains("object 5"));
    assert!(refused(vec![object(5, (4, 0), (16, 16), 9, false)]).contains("multiples of 8"));
    // A tile at an odd position shares a palette with its neighbours: six colours in all.
    let crowd = (0..6).map(|number| {
        let mut one =
            object(30 + u16::from(number), (16 * u16::from(number % 2), 8), (8, 8), 20 + number, false);
        one.left = 8;
        one
    });
    assert!(refused(crowd.collect()).contains("four palettes"));
}

#[test]
fn sprites_stand_where_documented() {
    let game = game();
    // 8 · 10 + 2, 2 · 40 − 5.
    assert_eq!(drawn(&game, at((10, 40), Direction::West)), [(82, 75, 17), (83, 75, 18), (84, 75, 19)]);
    // East: 8 further left, x in the other direction, and mirrored: the tile begins at 80 − 8 − 2.
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
    let mut furnished = room();
    furnished.objects =
        vec![object(5, (24, 16), (40, 24), 9, true), object(6, (32, 16), (16, 16), 12, false)];
    let whole = files_of(&furnished);
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
                let _ = game.room(1).map(|room| room.scenery(&ObjectsShown::All.into()).is_ok());
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
