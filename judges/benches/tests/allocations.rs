//! Ticking, posing and drawing allocate nothing once their buffers are warm, also in live scenes. Ticking never
//! allocates.
//!
//! A plain program: a test harness's own threads would be counted too.

use std::alloc::System;

use costumier::scene::{ChoreRef, LiveScene, Scene, SceneActor, Step, View, ViewChoice};
use costumier::{Facing, Game, Limits, Painter, Role};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::{costumes, work};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTER: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Returns the number of allocations in the meantime.
fn allocations(work: impl FnOnce()) -> usize {
    let region = Region::new(COUNTER);
    work();
    let change = region.change();
    change.allocations + change.reallocations
}

/// All costumes of a game walking about in a room: frames of a live scene, an actor that turns and is dragged, a
/// camera that moves, and another order of actors in each frame.
fn live(game: Game) {
    let generation = game.generation();
    let room = game.rooms().find(|room| room.present).map(|room| room.id);
    let ids = game.costume_ids().filter(|id| game.costume(*id).is_ok());
    let actors = (0..).zip(ids).map(|(number, id)| {
        let mut actor = SceneActor::new(id, (40 + 30 * number, 120), Facing::SOUTH);
        for role in [Role::Init, Role::Walk] {
            actor.steps.push(Step::Chore(ChoreRef::Role(role)));
        }
        actor
    });
    let scene = Scene::new(room, actors.collect());
    let mut live = LiveScene::new(game, scene).unwrap_or_else(|why| panic!("{generation}: {why}"));
    let mut rgba = Vec::new();
    let mut order: Vec<usize> = (0..live.scene().actors.len()).collect();
    order.rotate_left(1);
    let mut frames = |count: i32| {
        for frame in 0..count {
            let rendered = live.render().unwrap_or_else(|why| panic!("{generation}: {why}"));
            rendered.rgba(&mut rgba);
            live.tick();
            // 244 … 247 turn to the west, the east, the south, the north; in v7 and v8, 4000 and an angle.
            let thousands = matches!(generation, costumier::Generation::V7 | costumier::Generation::V8);
            let turn = if thousands { 4270 } else { 244 };
            let done =
                live.perform(0, if frame % 16 < 8 { Step::Animate(turn) } else { Step::Face(Facing::EAST) });
            let done = done.and_then(|()| live.place(0, (40 + frame % 64, 120)));
            let done = done.and_then(|()| live.reorder(&order));
            done.unwrap_or_else(|why| panic!("{generation}: {why}"));
            live.set_view(ViewChoice::Part(View {
                x: frame % 64 - 8,
                y: frame % 5,
                width: 160,
                height: 120,
            }));
        }
    };
    let cold = allocations(|| frames(300));
    assert!(cold > 0, "buffers are made on the way");
    assert_eq!(allocations(|| frames(300)), 0, "{generation}: live, warm");
}

fn main() {
    for edition in costumier_sample::GAMES {
        live(Game::open(&edition.folder(), None, Limits::default()).unwrap_or_else(|why| panic!("{why}")));
    }
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 9]))), 1, "the counter counts");
    for recipe in RECIPES.iter().filter(|recipe| recipe.name.starts_with("act")) {
        let corpus = Corpus::new(recipe, 4);
        let costumes = costumes::costumes(&corpus);
        let mut actors = costumes::actors(&costumes, costumes::Mix::Busy);
        let colours = work::colours(&corpus);

        assert_eq!(allocations(|| work::ticks(&mut actors, 1000)), 0, "{}: ticks", corpus.name);

        for way in work::WAYS {
            let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
            let mut pass = || {
                for (actor, colours) in actors.iter_mut().zip(&colours) {
                    work::play(actor, 12, &work::placed(way, colours), &mut painter, &mut stage);
                }
            };
            let cold = allocations(&mut pass);
            assert!(cold > 0, "buffers are made on the way");
            assert_eq!(allocations(&mut pass), 0, "{}: {}, warm", corpus.name, way.name);
        }
    }
}
