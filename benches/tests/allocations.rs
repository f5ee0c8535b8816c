//! Ticking, posing and drawing allocate nothing once their buffers are warm. Ticking never does.
//!
//! A plain program: a test harness's own threads would be counted too.

use std::alloc::System;

use costumier::draw::{ActorColours, Colours, Look, Painter};
use costumier_benches::corpus::{Corpus, RECIPES};
use costumier_benches::{costumes, work};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTER: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How often memory was asked for meanwhile.
fn allocations(work: impl FnOnce()) -> usize {
    let region = Region::new(COUNTER);
    work();
    let change = region.change();
    change.allocations + change.reallocations
}

fn main() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 9]))), 1, "the counter counts");
    for recipe in RECIPES.iter().filter(|recipe| recipe.name.starts_with("act")) {
        let corpus = Corpus::new(recipe, 4);
        let costumes = costumes::costumes(&corpus);
        let mut actors = costumes::actors(&costumes, costumes::Mix::Busy);
        let colours: Vec<Colours> =
            corpus.palettes.iter().map(|palette| Colours::of_actor(&ActorColours::new(palette))).collect();

        assert_eq!(allocations(|| work::ticks(&mut actors, 1000)), 0, "{}: ticks", corpus.name);

        for way in work::WAYS {
            let (mut painter, mut stage) = (Painter::default(), work::stage(way.masked));
            let mut pose = Vec::new();
            let mut pass = || {
                for (actor, colours) in actors.iter_mut().zip(&colours) {
                    let look = Look {
                        flip: way.flip,
                        scale: [way.scale; 2],
                        plane: u8::from(way.masked),
                        ..Look::new((160, 150), colours)
                    };
                    work::play(actor, 12, &look, &mut painter, &mut stage, &mut pose);
                }
            };
            let cold = allocations(&mut pass);
            assert!(cold > 0, "buffers are made on the way");
            assert_eq!(allocations(&mut pass), 0, "{}: {}, warm", corpus.name, way.name);
        }
    }
}
