//! A game of the NES whose room, costume, sprites and tiles are any bytes: opened, read, checked, played and drawn;
//! the costume is written as it was.

use std::sync::Arc;

use costumier::format::nes::NesSource;
use costumier::game::ObjectsShown;
use costumier::scene::{Position, Scene, SceneActor, SceneRenderer, Step, View};
use costumier::{Dialect, Facing, Game, Limits, MemoryFiles};
use costumier_build::classic::ClassicBuilder;

/// What the parts are, by their numbers in the directory of costumes: the costume, both sets of sprites, tiles.
const PARTS: [u16; 15] = [1, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38];

/// Takes a part: its length in two bytes, and its bytes.
fn part<'i>(input: &mut &'i [u8]) -> &'i [u8] {
    let Some((length, rest)) = input.split_first_chunk() else { return std::mem::take(input) };
    let (part, rest) = rest.split_at(usize::from(u16::from_le_bytes(*length)).min(rest.len()));
    *input = rest;
    part
}

// The input: a byte of circumstances, the room, and the parts, each with its length in front.
pub(crate) fn run(input: &[u8]) {
    let Some((&[flags], mut rest)) = input.split_first_chunk() else { return };
    let mut builder = ClassicBuilder::new(Dialect::NES);
    builder.room(1, "", 1, part(&mut rest).to_vec());
    for id in PARTS {
        builder.costume(id, 1, part(&mut rest).to_vec());
    }
    let Ok(files) = builder.finish() else { return };
    let files: MemoryFiles = files.into_iter().collect();
    let mut limits = Limits::default();
    limits.stage_pixels = 1 << 18;
    let mut game = Game::open(&files, None, limits).expect("the index is whole");
    let mut dialect = game.dialect();
    dialect.sprite_set = flags & 1;
    game.assume(dialect);
    if let Ok(room) = game.room(1) {
        let _ = (room.background().is_ok(), room.object_problems());
    }
    if let Ok(costume) = game.costume(1) {
        let nes = costume.as_nes().expect("all costumes of the NES are");
        assert_eq!(NesSource::read(nes).write().expect("it was read"), nes.payload());
        let _ = (costume.check(), costumier::text::listing(&costume));
    }
    let mut actor =
        SceneActor::new(1, Position::Cell(10, 30), [Facing::WEST, Facing::EAST][usize::from(flags >> 1 & 1)]);
    actor.steps = vec![Step::Animate(u16::from(flags >> 2)), Step::Ticks(2)];
    let mut scene = Scene::new(1, vec![actor]);
    scene.lights = flags >> 4;
    scene.objects = ObjectsShown::All.into();
    scene.view = View { x: 0, y: 0, width: 256, height: 128 }.into();
    let _ = SceneRenderer::new(Arc::new(game)).render(&scene).map(|_| ());
}
