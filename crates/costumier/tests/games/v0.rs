//! Tests of v0 from a game's files to pixels: the worked example and the facts of
//! `docs/format/old-rooms.md §6`.

use std::sync::Arc;

use costumier::draw::ActorColours;
use costumier::format::v0::{V0, V0Order, V0Source};
use costumier::game::{BoxScale, Plane, WalkBox};
use costumier::scene::{PlaneChoice, Position, Scene, SceneActor, SceneRenderer, Step, View};
use costumier::{Actor, Clip, Costume, Dialect, Direction, Facing, Game, Limits, MemoryFiles};
use costumier_build::classic::ClassicBuilder;
use costumier_build::room::RoomSource;
use costumier_build::{PictureSource, PixelSource};

/// The example of §6.3 without the four bytes of its block's header.
fn example() -> Vec<u8> {
    let mut out = vec![4, 6, 0, 0x26, 0, 0, 1, 0xC6, 0xCE, 0, 0];
    out.extend(8..=0x0F);
    out.extend((0x10..=0x1E).step_by(2));
    out.extend([0, 0xFF]);
    out.extend([1, 0xFF].repeat(7));
    out.extend([0; 96]);
    out.extend([0xFF; 64]);
    out.extend([1, 2, 1, 1, 0, 0, 0xE4, 0x1B]);
    out.extend([0; 6]);
    out
}

/// A costume whose limb 0 shows pictures that encode their number: a cell of one row, `number` cells right of the
/// anchor. Picture 0 is empty. Command 20 plays them one after the other, command 21 flipped.
fn counting() -> Vec<u8> {
    let mut source = V0Source::new();
    let picture = |number: i16| PictureSource {
        width: if number == 0 { 0 } else { 8 },
        height: u16::from(number != 0),
        x: 8 * number,
        y: 0,
        move_x: 0,
        move_y: 0,
        pixels: PixelSource::Encoded(if number == 0 { vec![] } else { vec![0b01_10_11_01] }),
    };
    source.pictures = (0..4).map(picture).collect();
    source.limbs = std::array::from_fn(|_| vec![vec![0]]);
    source.limbs[0].push(vec![1, 2, 3]);
    let stand = V0Order { sequence: 0, flipped: false };
    source.commands = vec![[Some(stand); 8]; 12];
    source.commands.extend([[None; 8]; 8]);
    for flipped in [false, true] {
        let mut orders = [None; 8];
        orders[0] = Some(V0Order { sequence: 1, flipped });
        source.commands.push(orders);
    }
    source.write().unwrap()
}

fn game() -> Arc<Game> {
    let mut room = RoomSource::new(320, 128);
    room.background = vec![6; 320 * 128];
    let mut plane = Plane::new(320, 128);
    (168..170).for_each(|x| plane.set(x, 80, true));
    room.planes = vec![plane];
    let corners = [(0, 0), (312, 0), (312, 126), (0, 126)];
    room.boxes = vec![WalkBox { corners, mask: 1, flags: 0, scale: BoxScale::Constant(255) }];
    room.neighbours = vec![vec![]];
    let mut game = ClassicBuilder::new(Dialect::V0);
    game.room_source(1, "", 1, &room).unwrap();
    game.costume(1, 1, example()).costume(2, 1, counting());
    let files: MemoryFiles = game.finish().unwrap().into_iter().collect();
    Arc::new(Game::open(&files, None, Limits::default()).unwrap())
}

fn scene(actor: SceneActor) -> Scene {
    let view = View { x: 0, y: 0, width: 320, height: 128 }.into();
    let mut scene = Scene::default();
    (scene.room, scene.background, scene.view) = (Some(1), true, view);
    scene.actors = vec![actor];
    scene
}

/// The drawn pixels without the background: column, row, colour.
fn drawn(game: &Arc<Game>, actor: SceneActor) -> Vec<(usize, usize, u8)> {
    let mut renderer = SceneRenderer::new(Arc::clone(game));
    let scene = scene(actor);
    let rendered = renderer.render(&scene).unwrap();
    let pixels = rendered.pixels.iter().enumerate().filter(|(_, pixel)| **pixel != 6);
    pixels.map(|(at, pixel)| (at % 320, at / 320, *pixel)).collect()
}

#[test]
fn the_example_of_old_rooms_section_6_5_is_drawn_where_it_says() {
    let game = game();
    let row = |y: usize, colours: [u8; 6], from: usize| {
        colours.into_iter().zip(from..).map(move |(c, x)| (x, y, c))
    };
    let at = |facing: Direction| {
        let mut actor = SceneActor::new(1, Position::Cell(20, 40), facing.into());
        actor.steps = vec![Step::Animate(0xFF05)];
        actor
    };
    // Row 80 is E4: colours 0 0 7 7 10 10 and two clear ones from column 168 on; row 81 is 1B.
    let mut wanted: Vec<_> = row(80, [0, 0, 7, 7, 10, 10], 168).collect();
    wanted.extend(row(81, [10, 10, 7, 7, 0, 0], 170));
    assert_eq!(drawn(&game, at(Direction::East)), wanted);
    // The box has plane 1, which hides two pixels of the first row.
    let mut hidden = at(Direction::East);
    hidden.plane = PlaneChoice::Box;
    assert_eq!(drawn(&game, hidden), wanted[2..]);
    let mut fifth = at(Direction::East);
    fifth.number = 5;
    assert_eq!(drawn(&game, fifth)[2].2, 1, "suits go by the actor's number");
}

/// The pictures that are visible one after the other, by their columns.
fn seen(game: &Arc<Game>, operand: u16, loops: u32) -> Vec<usize> {
    (0..loops)
        .map(|after| {
            let mut actor = SceneActor::new(2, Position::Cell(10, 40), Direction::South.into());
            actor.steps = vec![Step::Animate(operand), Step::Ticks(after)];
            drawn(game, actor).first().map_or(0, |(x, ..)| (x - 80) / 8)
        })
        .collect()
}

#[test]
fn sequences_are_shown_as_often_as_documented() {
    let game = game();
    assert_eq!(seen(&game, 20, 5), [2, 3, 3, 3, 3], "once");
    assert_eq!(seen(&game, 0x0114, 8), [2, 3, 1, 2, 3, 3, 3, 3], "once more");
    assert_eq!(seen(&game, 0x0214, 10), [2, 3, 1, 2, 3, 1, 2, 3, 3, 3]);
    assert_eq!(seen(&game, 0xFF14, 10), [2, 3, 1, 2, 3, 1, 2, 3, 1, 2], "on and on");
}

#[test]
fn flipped_limbs_are_mirrored_by_themselves() {
    let game = game();
    let mut actor = SceneActor::new(2, Position::Cell(10, 40), Direction::South.into());
    actor.steps = vec![Step::Animate(20)];
    let plain = drawn(&game, actor.clone());
    assert_eq!((plain[0], plain[7]), ((96, 81, 10), (103, 81, 10)));
    actor.steps = vec![Step::Animate(21)];
    // The right edge is 80 + 24 − 16, and the pixels are mirrored.
    let flipped: Vec<_> = drawn(&game, actor);
    assert_eq!((flipped[0].0, flipped[7].0), (80, 87));
    assert_eq!(
        flipped.iter().map(|it| it.2).collect::<Vec<_>>(),
        plain.iter().rev().map(|it| it.2).collect::<Vec<_>>()
    );
}

#[test]
fn clips_end_where_they_repeat_and_edges_cut_by_cells() {
    let game = game();
    let costume = Costume::read(game.costume_bytes(2).unwrap()).unwrap();
    assert_eq!(costume.kind(), "v0");
    let costume = Arc::new(costume);
    let actions: Vec<_> = costume.actions().iter().map(|it| (it.record, it.chore)).collect();
    assert_eq!((actions.len(), actions[12], actions[13]), (14, (20, 5), (21, 5)));
    let clip = Clip::record(&costume, 5, Direction::West.into(), &Limits::default());
    let pictures: Vec<u16> = clip
        .frames
        .iter()
        .map(|frame| frame.placed.iter().find(|it| it.limb == 0).unwrap().picture.index)
        .collect();
    assert_eq!((pictures, clip.loops_to, clip.cut_off), (vec![2, 3, 1], Some(0), false));
    assert_eq!((clip.bounds.left, clip.bounds.right), (8, 32));
    for (x, wanted) in [(-2, 8), (-3, 0), (37, 8), (38, 0)] {
        let mut actor = SceneActor::new(2, Position::Cell(x, 40), Direction::South.into());
        actor.steps = vec![Step::Animate(20)];
        assert_eq!(drawn(&game, actor).len(), wanted, "{x}");
    }
}

#[test]
fn the_suit_is_that_of_the_actor_with_the_costume_s_id() {
    let v0 = |actor| V0::open(example(), Dialect::V0).unwrap().worn_by(actor);
    // docs/format/old-rooms.md §6.5: colour 2 by actor 0, 1, 2, 3 …: 0 7 2 6.
    assert_eq!([0, 1, 2, 3].map(|actor| v0(actor).palette()[2]), [0, 7, 2, 6]);
    assert_eq!(V0::open(example(), Dialect::V0).unwrap().palette()[2], 7, "actor 1 by default");
    let costume = Arc::new(Costume::V0(v0(2)));
    let actor = Actor::new(Arc::clone(&costume), Facing::EAST);
    assert_eq!((ActorColours::of(&costume).actor, actor.number()), (2, 2));
}
